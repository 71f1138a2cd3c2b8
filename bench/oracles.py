"""Published numbers that take too long for the tests: `python -m bench.oracles [GAME...]`, a table in RESULTS.md.

Every row is a count or a value of its source, found again by our rules. Without a name all that have no row yet are looked for,
so that a run which was stopped goes on with the next one. The exit code is 1 where a number is another.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from bench.cold import RESULTS
from bench.measure import figure
from bench.resumable import MISUSED, WRONG, Misuse, listed
from bench.table_section import TableSection
from counterplay import make_game
from counterplay.games.placement.scrabble.scrabble import Scrabble
from counterplay.games.territory.dots_and_boxes import DotsAndBoxes
from counterplay.games.territory.go.go import Go
from counterplay.games.territory.go.go_chains import breathes
from counterplay.gears import kernel
from counterplay.solve import solve_position
from tests.oracles.honeycomb import Honeycomb
from tests.oracles.scrabble_games import WORDS, plays_differ, random_positions, walk_of
from tests.oracles.walked_perft import count_plies
from tests.oracles.walked_positions import count_positions

TABLE = TableSection(
    RESULTS,
    "Published numbers that the tests leave out",
    """
Written by `python -m bench.oracles`: counts and values from publications and other programs, found again by our rules. The
tests check those that take less.
""",
    ("what", "published", "found", "agrees", "CPU seconds"),
)


class Fact(NamedTuple):
    """A number, where it comes from, and how it is found again."""

    game: str
    what: str
    published: Any
    find: Callable[[], Any]


def margin(columns: int, rows: int) -> Callable[[], Any]:
    """The first player's, in boxes."""
    return lambda: int(solve_position(DotsAndBoxes(columns, rows)).value.score)


def cells(spots: str) -> Callable[[], Any]:
    """The first player's margin on a honeycomb."""
    return lambda: int(solve_position(Honeycomb(spots)).value.score)


def last_of_perft(spec: str, depth: int) -> Callable[[], Any]:
    """Sequences of so many actions."""
    return lambda: count_plies(make_game(spec), make_game(spec).initial(), depth)


def last_of_positions(spec: str, depth: int) -> Callable[[], Any]:
    """Different positions after so many actions."""
    return lambda: count_positions(make_game(spec), depth)[-1]


@kernel
def legal_boards(game: Any, board: Any, cells_of_a_board: int) -> int:
    """How many ways there are to fill a board on which every stone's chain has a liberty."""
    total = 0
    while True:
        legal = True
        for cell in range(cells_of_a_board):
            if board[cell] != 0 and not breathes(game, board, cell, -1):
                legal = False
                break
        total += legal
        cell = 0
        while cell < cells_of_a_board and board[cell] == 2:
            board[cell] = 0
            cell += 1
        if cell == cells_of_a_board:
            return total
        board[cell] += 1


def go_positions(size: int) -> int:
    """Legal boards, all ways to fill a board looked at."""
    game = Go(size)
    return int(legal_boards(game, game.initial().board.copy(), size * size))


def omega_positions_with_passed_squares() -> int:
    """Positions after three plies, told apart by what a pawn has just passed over, even where no enemy pawn can take it."""
    game = make_game("omega_chess")
    level = {int(game.key(game.initial())): game.initial()}
    for _ in range(2):
        following = [game.result(before, a) for before in level.values() for a in game.choices(before)]
        level = {int(game.key(after)): after for after in following}
    found = set()
    for s, a in [(before, a) for before in level.values() for a in game.choices(before)]:
        name, (start, target, *_) = game.action_name(s, a), game.gesture(s, a)
        is_long = name[0].islower() and "x" not in name and name[0] != "w" and abs(int(start[1:]) - int(target[1:])) > 1
        found.add((int(game.key(game.result(s, a))), target if is_long else ""))
    return len(found)


def scrabble_positions_that_differ(positions: int) -> int:
    """Racks and boards, of words that hook onto each other, on which our plays are not those of the second implementation."""
    with tempfile.TemporaryDirectory() as folder:
        lexicon = Path(folder, "words.txt")
        lexicon.write_text("\n".join(WORDS), encoding="utf-8")
        game = Scrabble(lexicon=str(lexicon))
        walk = walk_of(game)
        plains = zip(range(positions), random_positions(WORDS, seed=2), strict=False)
        return sum(1 for _, plain in plains if plays_differ(game, walk, plain))


ROWS = {4: 0, 5: -1, 6: 0, 7: -1, 8: 0}  # boxes in a row -> margin
FACTS = [
    *(Fact("dots_and_boxes", f"margin of 1 x {n}", m, margin(n, 1)) for n, m in ROWS.items()),
    Fact("dots_and_boxes", "margin of 2 x 4", 2, margin(4, 2)),
    Fact("dots_and_boxes", "margin of 2 x 5", -2, margin(5, 2)),
    Fact("dots_and_boxes", "margin of 3 x 3", -3, margin(3, 3)),
    Fact("dots_and_hexagons", "margin of a rhombus of 4 cells", -2, cells("0.0_0.1_1.0_1.1")),
    Fact("dots_and_hexagons", "margin of a triangle of 6 cells", -2, cells("0.0_0.1_0.2_1.0_1.1_2.0")),
    Fact("go", "legal boards of 4 x 4", 24318165, lambda: go_positions(4)),
    Fact("go", "sequences of 2 on 19 x 19", 130683, last_of_perft("go:size=19", 2)),
    Fact("omega_chess", "positions after 3, all squares passed", 59562, omega_positions_with_passed_squares),
    Fact("scrabble", "of 500 positions, wrong plays", 0, lambda: scrabble_positions_that_differ(500)),
    Fact("quoridor", "positions after 3", 369154, last_of_positions("quoridor", 3)),
    Fact("dots_and_hexagons", "margin of a flower of 7 cells", -3, cells("0.1_0.2_1.0_1.1_1.2_2.0_2.1")),
]


def main(names: list[str]) -> int:
    """Find the numbers of these games, or all that have no row yet; the exit code."""
    games = list(dict.fromkeys(fact.game for fact in FACTS))
    try:
        chosen = listed("game", ",".join(names), games)
    except Misuse as error:
        print(f"bench.oracles: {error}", file=sys.stderr)
        return MISUSED
    wrong = 0
    for fact, name in itertools.product(FACTS, chosen):
        subject = f"{fact.game}: {fact.what}"
        if fact.game != name or (not names and subject in TABLE.rows()):
            continue
        started = time.process_time()
        found = fact.find()
        row = (f"{fact.published:,}", f"{found:,}", "yes" if found == fact.published else "NO")
        TABLE.put({subject: (*row, figure(time.process_time() - started))})
        print(f"{subject}: {found:,}, published {fact.published:,}", flush=True)
        wrong += found != fact.published
    return WRONG if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
