"""Exact values against published ones, through `solve`.

One game serves several starts where only the first position differs: kalah with fewer seeds, nim with smaller heaps. That
saves compiling, and changes nothing in the rules.
"""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from positions import random_positions, reference_value

from counterplay.core import Game, Position
from counterplay.games.catalogue import make_game
from counterplay.games.combinatorial.nim import State as NimState
from counterplay.games.sowing.kalah import State as KalahState
from counterplay.gears.cache.code_store import times_asked
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.gear_choice import in_gear
from counterplay.search.engine.table import new_table
from counterplay.solve import solve_position
from counterplay.solve.checkpoint import Checkpoint
from counterplay.solve.exhaustive import solve_node
from counterplay.solve.first_guess import guess_node, has_fine_grades
from counterplay.solve.solver import Question, best_line
from tests.oracles.attained_lines import assert_line_attains

TABLE_MB = 16.0

# The first player's final margin by pits (rows 1 to 4) and seeds (columns from 1 on), exhaustive searches that are not part of
# this program; the signs for empty capture agree with G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah" (2000).
MARGINS = {
    False: [(0, -2, 6, -2, 2, 0), (2, -2, -2, -10, 6, 8), (0, 4, 2, 2, 6, -8), (2, 6, 6, 2)],
    True: [(0, -2, 6, -2, 2, 0), (2, -2, -2, -12, 6, 8), (0, 4, 2, 2, 6, -10), (2, 6, 8, 2)],
}
# Pits, empty_capture, and the gear: the smallest boards take less time in plain Python than to compile for them.
KALAH = [(1, False, "interpreted"), (2, False, "interpreted"), (2, True, "interpreted"), (3, False, "auto"), (4, True, "auto")]
# First stones that win on Hex boards without a swap, rows from the top, the first player joining top and bottom: exhaustive
# searches that are not part of this program, 2 x 2 and 3 x 3 also with OpenSpiel.
WINNING_OPENINGS = {2: (".W", "W."), 3: ("..W", "WWW", "W.."), 4: ("...W", "..W.", ".W..", "W...")}


def test_tic_tac_toe_is_a_draw() -> None:
    """The best-known value of all: with best play nobody wins."""
    game = make_game("mnk")
    solution = solve_position(game, table_mb=TABLE_MB)
    assert solution.value.score == 0.0
    assert_line_attains(Position(game), solution)
    assert len(solution.line) == 9


@pytest.mark.parametrize(("width", "height", "value"), [(4, 4, 0), (6, 4, -1), pytest.param(5, 5, 0, marks=pytest.mark.slow)])
def test_connect_four_on_small_boards(width: int, height: int, value: int) -> None:
    """J. Tromp's table of connect four (width x height): all draws up to 5 x 5 and 6 x 4, which the first player loses."""
    game = make_game(f"connect_four:width={width},height={height}")
    solution = solve_position(game, table_mb=64.0)
    assert solution.value.score == value
    assert_line_attains(Position(game), solution)


# Columns played from 1, and the score by P. Pons's convention ("Solving Connect Four", his test sets): 22 less the number of
# discs the winner has played when he completes four, negative where the side to move loses.
PONS = [
    ("2252576253462244111563365343671351441", -1),
    ("7422341735647741166133573473242566", 1),
    ("23163416124767223154467471272416755633", 0),
    ("65214673556155731566316327373221417", -1),
    ("67152117737262713366376314254", 6),
]


def test_connect_four_distances() -> None:
    """A win or a loss found at the wrong ply."""
    game = make_game("connect_four")
    for columns, score in PONS:
        position = Position.load(game, columns)
        solution = solve_position(game, position, table_mb=TABLE_MB)
        assert_line_attains(position, solution)
        assert np.sign(solution.value.score) == np.sign(score)
        if score:
            discs = (len(columns) + len(solution.line) + 1) // 2
            assert 22 - discs == abs(score)


def test_othello_on_4_x_4() -> None:
    """White wins by 8 discs, 11 to 3 (J. Feinstein, 1993, and many since)."""
    game = make_game("othello:size=4")
    solution = solve_position(game, table_mb=TABLE_MB)
    assert solution.value.score == -8.0
    assert_line_attains(Position(game), solution)


@pytest.mark.slow
@pytest.mark.parametrize(("pits", "empty_capture", "gear"), KALAH)
def test_kalah_margins(pits: int, empty_capture: bool, gear: str) -> None:
    """A margin that is off: extra turns counted as the opponent's, a bound taken for a value."""
    margins = MARGINS[empty_capture][pits - 1]
    game = make_game(f"kalah:pits={pits},seeds={len(margins)},empty_capture={'yes' if empty_capture else 'no'}")
    with in_gear(gear):
        assert_margins(game, margins if gear == "auto" else margins[:3])


def assert_margins(game: Game, margins: tuple[int, ...]) -> None:
    """The margins with one seed in every pit, with two, and so on."""
    full = game.initial().mine
    for seeds, margin in enumerate(margins, start=1):
        side = full // game.seeds * seeds  # type: ignore[attr-defined]
        position = Position(game, KalahState(side, side, 0, 0, 0))
        solution = solve_position(game, position, table_mb=64.0)
        assert solution.value.score == margin, (game.spec, seeds)
        assert_line_attains(position, solution)


@pytest.mark.parametrize("size", WINNING_OPENINGS)
def test_hex_openings(size: int) -> None:
    """A winner mistaken: the second player must win after exactly the losing openings."""
    game = make_game(f"hex:size={size}")
    start = Position(game)
    with in_gear("interpreted" if size == 2 else "auto"):
        assert solve_position(game, table_mb=TABLE_MB).value.score == 1.0  # J. Nash: the first player wins
        marks = ["W" if solve_position(game, start.play(a), table_mb=TABLE_MB).value.score < 0 else "." for a in start.choices]
    assert tuple("".join(marks[row * size : row * size + size]) for row in range(size)) == WINNING_OPENINGS[size]


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
def test_nim_theory(misere: bool) -> None:
    """C. Bouton's theory (1901): the player to move loses if the heaps' exclusive or is 0, with the known exception."""
    game = make_game(f"nim:heaps=6-6-6-6,misere={'yes' if misere else 'no'}")
    table = new_table(TABLE_MB)
    heaps = [h for h in itertools.combinations_with_replacement(range(7), 4) if any(h)]
    for some in random.Random(1).sample(heaps, 60):
        packed = np.uint64(sum(size << 8 * i for i, size in enumerate(some)))
        exclusive_or = some[0] ^ some[1] ^ some[2] ^ some[3]
        lost = exclusive_or == 0
        if misere and max(some) <= 1:
            lost = not lost
        value = solve_position(game, NimState(packed, 0), table=table).value
        assert value.score == (-1.0 if lost else 1.0), some


@pytest.mark.parametrize(("spec", "least", "most"), [("mnk", 2, 8), ("kalah:pits=3,seeds=2", 2, 20), ("othello:size=4", 3, 11)])
def test_random_positions(spec: str, least: int, most: int) -> None:
    """A value that is not minimax's, with a table that later questions about other positions share."""
    game = make_game(spec)
    table = new_table(0.05)
    for position in random_positions(game, 11, 40, least, most):
        solution = solve_position(game, position, table=table)
        expected = reference_value(game, position.state, position.player)
        assert expected is not None
        assert solution.value.score == expected
        assert solution.value.player == position.player
        assert_line_attains(position, solution)


def test_the_clock_counts_no_compilation() -> None:
    """Would catch native code that is asked for only when the clock runs: its compilation would be time of the solution."""
    game = make_game("othello:size=4")
    native = engage()
    for kernel in (solve_node, best_line, guess_node):
        kernel._prepare(native)  # as in a new process
    assert has_fine_grades(game)
    question = Question(game, game.initial(), TABLE_MB, Checkpoint(None), None)
    asked = times_asked()
    question.run()
    assert question.error is None and question.solution is not None
    assert times_asked() == asked
