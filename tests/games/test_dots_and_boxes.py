"""Dots and boxes: OpenSpiel on random games, counts of sequences, exact margins of small boards."""

from __future__ import annotations

import math

import numpy as np
import pytest

from counterplay.check import openspiel_games, walk_beside
from counterplay.games.territory.dots_and_boxes import DotsAndBoxes
from counterplay.gears.gear_choice import in_gear
from counterplay.search.perft import perft
from counterplay.solve import solve_position
from tests.oracles.count_tables import assert_perft

MARGINS = {(1, 3): -1, (2, 2): 2, (3, 2): -2}  # columns, rows -> the first player's
SEQUENCES = {(1, 1): (4, 12, 24, 24), (1, 2): (7, 42, 210, 840, 2520, 5040, 5040)}


def line_of(game: DotsAndBoxes, edge: int) -> str:
    """A line as OpenSpiel writes it: h or v, row from the top, column."""
    name = game.edges.names[edge]
    column, row, side = "abcdefgh".index(name[0]), game.rows - int(name[1:-1]), name[-1]
    if side in "ns":
        return f"(h,{row + (side == 's')},{column})"
    return f"(v,{row},{column + (side == 'e')})"


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (4, 3)])
def test_random_games_against_openspiel(columns: int, rows: int) -> None:
    """A box that nobody gets, a turn that passes on although a box was closed, a wrong winner."""
    game = DotsAndBoxes(columns, rows)
    theirs = openspiel_games(
        f"dots_and_boxes(num_rows={rows},num_cols={columns})", label=lambda state, a: state.action_to_string(a)[2:]
    )
    walked = walk_beside(game, theirs, label=lambda s, a: line_of(game, a), payoff=np.sign, games=15, seed=2)
    assert sum(g.decided for g in walked) == 15


def test_perft() -> None:
    """A line that can be drawn twice, or a game that ends too soon."""
    assert_perft(DotsAndBoxes(2, 2), [math.perm(12, n) for n in range(1, 7)])


@pytest.mark.parametrize(("size", "counts"), SEQUENCES.items())
def test_whole_games_on_the_smallest_boards(size: tuple[int, int], counts: tuple[int, ...]) -> None:
    """A game that ends before its last line or goes on after it."""
    game = DotsAndBoxes(*size)
    assert tuple(perft.interpreted(game, game.initial(), depth) for depth in range(1, len(counts) + 1)) == counts


def test_distinct_positions() -> None:
    """A box that falls to the wrong player, or a turn that passes when it should not: OpenSpiel tells who owns which box."""
    game = DotsAndBoxes(2, 2)
    level, counts = {b"": game.initial()}, []
    for _ in range(8):
        following = (game.result(s, int(a)) for s in level.values() for a in game.actions(s))
        level = {s.lines.tobytes() + s.board.tobytes() + bytes([s.turn]): s for s in following}
        counts.append(len(level))
    assert counts == [12, 66, 220, 495, 824, 1036, 1020, 835]


@pytest.mark.parametrize(("size", "margin"), [((1, 1), -1), ((1, 2), 0)])
def test_margins_of_the_smallest_boards(size: tuple[int, int], margin: int) -> None:
    """A last box that does not count."""
    with in_gear("interpreted"):
        assert solve_position(DotsAndBoxes(*size)).value.score == margin


@pytest.mark.parametrize(("size", "margin"), MARGINS.items())
def test_exact_margins(size: tuple[int, int], margin: int) -> None:
    """Boxes that are counted wrongly."""
    assert solve_position(DotsAndBoxes(*size)).value.score == margin


def test_estimate_counts_what_can_be_closed() -> None:
    """An estimate that does not see the box which the mover is about to close."""
    game = DotsAndBoxes(2, 1)
    s = game.initial()
    for name in ("a1w", "a1n", "b1e", "a1s"):
        s = game.result(s, game.parse_action(s, name))
    assert game.missing_one(s) == 1 and game.evaluate(s, s.turn) > 0 > game.evaluate(s, 1 - s.turn)


def test_one_closing_line_at_a_time_is_noisy() -> None:
    """Captures that quiescence follows in every order: with twenty open boxes a beginner's glance took minutes."""
    game = DotsAndBoxes(3, 1)
    s = game.load(
        "... x " + f"{sum(1 << game.edges.names.index(name) for name in ('a1n', 'a1s', 'a1w', 'c1n', 'c1s', 'c1e')):x}"
    )
    assert game.missing_one(s) == 2
    noisy = [int(a) for a in game.actions(s) if game.noisy(s, int(a))]
    assert noisy == [int(a) for a in game.noisy_actions(s)] and len(noisy) == 1 and game.closes(s, noisy[0]) == 1
    assert len(game.noisy_actions(game.initial())) == 0
