"""How fast every game is: `python -m bench.game_speed [GAME...]`, by CPU time, into a section of RESULTS.md.

Random playouts from the start and nodes of the search that suits the game; where OpenSpiel has the game, random games of its
states, driven from Python, are played by turns with ours. Without a name all games without a row are measured, each in a
process of its own; a run that was stopped goes on with the next one.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.cold import RESULTS
from bench.measure import figure, side_by_side
from bench.resumable import MISUSED
from bench.table_section import TableSection
from counterplay import CHANCE, Game, Limit, Position, make_game, search_position
from counterplay.core import CounterplayError
from counterplay.games import game_names
from counterplay.gears.entry.walk import open_walk
from counterplay.search.playout import PLAYOUT_ENTRIES, play_random_games

ROUNDS, SECONDS = 3, 0.2  # of playouts; CPU seconds each takes at least
SEARCH_SECONDS = 0.5  # CPU seconds of the search that counts nodes, about
FIRST_NODES = 5_000
WANTED = 20.0  # times OpenSpiel's states, the least that we hold ourselves to
SPIEL = {  # what OpenSpiel calls the games that it has
    "amazons": "amazons",
    "backgammon": "backgammon",
    "checkers": "checkers",
    "chess": "chess",
    "chinese_checkers": "chinese_checkers(players=2)",
    "connect_four": "connect_four",
    "dots_and_boxes": "dots_and_boxes(num_rows=5,num_cols=5)",
    "go": "go(board_size=9,komi=7.5)",
    "hex": "hex(board_size=11)",
    "kalah": "mancala",
    "lines_of_action": "lines_of_action",
    "link_five": "gomoku(size=15,connect=5)",
    "mnk": "tic_tac_toe",
    "nim": "nim",
    "nine_mens_morris": "nine_mens_morris",
    "othello": "othello",
    "pig": "pig",
    "quoridor": "quoridor(board_size=9,wall_count=10)",
    "shogi": "shogi",
    "tic_tac_toe_3d": "gomoku(size=3,connect=3,dims=3)",
    "twenty_forty_eight": "2048",
}
TABLE = TableSection(
    RESULTS,
    "Every game",
    f"""
Written by `python -m bench.game_speed`, by CPU time, on a machine that did other work, too: absolute figures may be lower than
they were without it, while both sides of a ratio come from the same minute. Playouts are random games from the start, the best
of {ROUNDS} rounds; nodes are those of the search that suits the game, from the start. OpenSpiel's columns are random games of
its states, driven from Python; the ratio is that of plies a second, since a turn may be several actions, and not the same
number of them in both. It is held to {WANTED:g}.
""",
    ("game", "playouts/s", "plies/s", "a game", "nodes/s", "OpenSpiel", "its plies/s", "a game", "ratio", "held to"),
)


class Pace(NamedTuple):
    """How fast random games are."""

    games: float  # a second
    plies: float  # a second


def our_rounds(game: Game) -> Iterator[tuple[float, float, float]]:
    """(plies, seconds, games) of round after round."""
    walk, state = open_walk(game, 1, PLAYOUT_ENTRIES), game.initial()
    play_random_games(game, state, 1, walk=walk)  # compiles
    count, seed = 1, 0
    while True:
        seed += 1
        started = time.process_time()
        plies = play_random_games(game, state, count, seed, walk)[1]
        spent = time.process_time() - started
        if spent < SECONDS:
            count = max(2 * count, int(count * SECONDS / max(spent, SECONDS / 50)))
            continue
        yield plies, spent, count


def spiel_rounds(called: str) -> Iterator[tuple[float, float, float]]:
    """The same of OpenSpiel's states."""
    import pyspiel

    game, dice = pyspiel.load_game(called), random.Random(1)
    while True:
        plies, count, started = 0, 0, time.process_time()
        while time.process_time() - started < SECONDS:
            plies += spiel_game(game.new_initial_state(), dice)
            count += 1
        yield plies, time.process_time() - started, count


def spiel_game(state: Any, dice: random.Random) -> int:
    """Play a random game of OpenSpiel to its end; plies."""
    plies = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
        plies += 1
    return plies


def paces(game: Game, called: str | None) -> list[Pace]:
    """Of our random games and, where it has the game, of OpenSpiel's: by turns, the best round of each."""
    lengths = [[0.0, 0.0], [0.0, 0.0]]

    def counted(i: int, rounds: Iterator[tuple[float, float, float]]) -> tuple[float, float]:
        plies, seconds, games = next(rounds)
        lengths[i][0] += plies
        lengths[i][1] += games
        return plies, seconds

    sides = [our_rounds(game), *([spiel_rounds(called)] if called else [])]
    last = len(sides) - 1
    best = side_by_side(lambda: counted(0, sides[0]), lambda: counted(last, sides[last]), ROUNDS)
    measured_sides = zip(best[: len(sides)], lengths, strict=False)
    return [Pace(rate * games / plies, rate) for rate, (plies, games) in measured_sides]


def nodes_per_second(game: Game) -> str:
    """Of the search that suits the game, in searches that take SEARCH_SECONDS or more; no rate where it ends before that."""
    position = Position(game)
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    search_position(game, position, Limit(nodes=FIRST_NODES))  # compiles
    nodes, spent, asked = 0, 0.0, FIRST_NODES
    while spent < SEARCH_SECONDS:
        started = time.process_time()
        found = search_position(game, position, Limit(nodes=asked)).nodes
        spent += time.process_time() - started
        if found < asked / 2:
            return f"solved in {found:,} nodes"
        nodes, asked = nodes + found, 4 * asked
    return figure(nodes / spent)


def measured(name: str) -> tuple[str, ...]:
    """The cells of a game's row, without its name."""
    game, called = make_game(name), SPIEL.get(name)
    ours, *theirs = paces(game, called)
    cells = (figure(ours.games), figure(ours.plies), figure(ours.plies / ours.games), nodes_per_second(game))
    if not theirs:
        return (*cells, "-", "-", "-", "-", "-")
    ratio = ours.plies / theirs[0].plies
    held = f"{WANTED:g}: {'yes' if ratio >= WANTED else 'NO'}"
    return (*cells, f"`{called}`", figure(theirs[0].plies), figure(theirs[0].plies / theirs[0].games), figure(ratio), held)


def main(names: list[str]) -> int:
    """Measure the games named, or all that have no row yet; the exit code."""
    if not names:
        for name in game_names():
            if name not in TABLE.rows():
                subprocess.run([sys.executable, "-m", "bench.game_speed", name], check=False)
        return 0
    try:
        for name in names:
            cells = measured(name)
            print(f"| {name} | {' | '.join(cells)} |", flush=True)
            TABLE.put({name: cells})
    except CounterplayError as error:
        print(f"bench.game_speed: {error}", file=sys.stderr)
        return MISUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
