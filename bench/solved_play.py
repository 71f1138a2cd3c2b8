"""Whether what is solved holds in play: `python -m bench.solved_play [PART...]`, positions at random.

- quarto: with nine empty cells the search proves a value within two CPU seconds, and the one that exhaustive search finds.
- pentominoes: the same when five pieces lie. pylos: the same, its own value, when few balls are left in the reserves.
- dots_and_boxes: on 3 x 3 boxes no line that it draws gives away any of the exact margin.
- gomoku: level 10 with the first stone never loses on 15 x 15 against level 9.

Positions are counted in a file, the games of gomoku are stored: the same command goes on where a stopped one was.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bench.elo import begin
from bench.elo import run as play_missing
from bench.elo_revision import FOLDER
from bench.resumable import MISUSED, STOPPED, WRONG, Misuse, listed, load, save, table
from counterplay import Limit, Position, make_game, search_position
from counterplay.arena.contest_store import Store
from counterplay.arena.playing.contest import make_settings
from counterplay.games.territory.dots_and_boxes import DotsAndBoxes
from counterplay.solve import solve_position

SECONDS = 2.0  # of CPU time for a proof, so that it does not matter what else the machine does
MOST_NODES = 20_000_000  # after which nobody waits for one
GLANCE = 1_000_000  # nodes for a move of dots and boxes, half a second or so
BALLS = 30  # of pylos
LATE_BALLS = 8  # of both sides of it, not yet on the board
DEALT_PIECES = 5  # of pentominoes, that lie already


@dataclass
class Tally:
    """How many positions of each part were looked at, in how many nothing was proven, in how many it was wrong."""

    counts: dict[str, list[int]] = field(default_factory=dict)  # part -> positions, unproven, wrong


class Finding(NamedTuple):
    """What became of a position."""

    proven: bool
    right: bool


def played(position: Position, dice: random.Random, until: Callable[[Position], bool]) -> Position | None:
    """The first position of a random game that is looked for; none where the game ends before."""
    while position.outcome() is None:
        if until(position):
            return position
        position = position.play(dice.choice(position.choices))
    return None


def proof(position: Position, *, solved: bool) -> Finding:
    """Whether the search proves a value in time; where the rest can be solved exhaustively, the same one."""
    started = time.process_time()
    report = search_position(position.game, position, Limit(nodes=MOST_NODES))
    in_time = report.value.proven and time.process_time() - started <= SECONDS
    right = not solved or not report.value.proven or report.value.score == solve_position(position.game, position).value.score
    return Finding(in_time, right)


def quarto(dice: random.Random) -> Finding | None:
    """A piece is in hand, nine cells are empty, and it wins nothing at once."""
    game = make_game("quarto")

    def looked_for(position: Position) -> bool:
        return bool(position.state.held >= 0) and len(position.choices) == 9

    position = played(Position(game), dice, looked_for)
    if position is None or len(list(game.candidates(position.state))) == 1:
        return None
    return proof(position, solved=True)


def pentominoes(dice: random.Random) -> Finding | None:
    """Five pieces lie."""
    position = played(Position(make_game("pentominoes")), dice, lambda position: position.ply == DEALT_PIECES)
    return position and proof(position, solved=True)


def pylos(dice: random.Random) -> Finding | None:
    """Few balls are left; positions come back, so that no exhaustive search can be asked."""

    def looked_for(position: Position) -> bool:
        return BALLS - (int(position.state.light) | int(position.state.dark)).bit_count() <= LATE_BALLS

    position = played(Position(make_game("pylos")), dice, looked_for)
    return position and proof(position, solved=False)


def dots_and_boxes(dice: random.Random) -> Finding | None:
    """Some lines of the 24 are drawn at random; what it draws next keeps the margin."""
    game, plies = DotsAndBoxes(3, 3), dice.randrange(24)
    position = played(Position(game), dice, lambda position: position.ply == plies)
    if position is None:
        return None
    action = search_position(game, position, Limit(nodes=GLANCE)).action
    after = position.play(action)
    best = solve_position(game, position).value.for_player(0).score
    outcome = after.outcome()
    kept = outcome.utilities[0] if outcome else solve_position(game, after).value.for_player(0).score
    return Finding(True, best == kept)


POSITIONS = {"quarto": quarto, "pentominoes": pentominoes, "pylos": pylos, "dots_and_boxes": dots_and_boxes}


def look(part: str, wanted: int, tally: Tally, path: Path) -> None:
    """Look at positions until there are enough; every seed is a position, or none."""
    counts = tally.counts.setdefault(part, [0, 0, 0, 0])
    while counts[0] < wanted:
        found = POSITIONS[part](random.Random(counts[3]))
        counts[3] += 1
        if found is not None:
            counts[0] += 1
            counts[1] += not found.proven
            counts[2] += not found.right
        save(tally, path)


def gomoku(games: int, database: Path) -> list[int]:
    """Games with the first stone, none unproven, and those that were lost; the other way round as many are played."""
    with Store(database) as store:
        settings = make_settings("link_five", ["level:10", "level:9"], kind="match", games=2 * games, seed=1)
        contest = begin(settings, store, anew=False)
        play_missing(contest, 1)
        first = [record for record in contest.records if record.seats[0] == 0]
        return [len(first), 0, sum(record.utilities[0] < 0 for record in first)]


def main(arguments: list[str]) -> int:
    """Look, and print what was found; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.solved_play", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="which (default: all)")
    parser.add_argument("--positions", type=int, default=40, metavar="N", help="of each part (40)")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of gomoku with the first stone (20)")
    parser.add_argument("--file", type=Path, default=FOLDER / "solved_play.json", help="where positions are counted")
    parser.add_argument("--db", type=Path, default=FOLDER / "solved_play.db", help="where games are kept")
    asked = parser.parse_args(arguments)
    started = time.process_time()
    try:
        parts = listed("part", ",".join(asked.parts), [*POSITIONS, "gomoku"])
        tally = load(Tally, asked.file) if asked.file.exists() else Tally()
        rows: dict[str, tuple[int, ...]] = {}
        for part in parts:
            if part == "gomoku":
                rows[part] = tuple(gomoku(asked.games, asked.db))
            else:
                look(part, asked.positions, tally, asked.file)
                rows[part] = tuple(tally.counts[part][:3])
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
        return STOPPED
    except Misuse as error:
        print(f"bench.solved_play: {error}", file=sys.stderr)
        return MISUSED
    print(table(("part", "looked at", "unproven", "wrong"), rows), end="")
    print(f"{time.process_time() - started:.0f} CPU seconds")
    return WRONG if any(sum(counts[1:]) for counts in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
