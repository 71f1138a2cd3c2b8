"""Hexxagon: counts of move sequences from another generator, and a second implementation written from the rules alone."""

from __future__ import annotations

from typing import Any

import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.games.territory.hexxagon import Hexxagon
from tests.oracles.count_tables import assert_distinct, assert_perft, assert_positions
from tests.oracles.plain_cloning import PlainCloning, Spot, lively

CORNERS = {"a5": 0, "e1": 0, "i9": 0, "a1": 1, "e9": 1, "i5": 1}
HOLES = ("d5", "f6", "e4")


class Clockless(Hexxagon):
    """Positions that differ in the moves since a clone alone are one."""

    def result(self, s: Any, a: int) -> Any:
        return super().result(s, a)._replace(clock=0)


def steps_between(a: Spot, b: Spot) -> int:
    """On the coordinates of Abalone, where a step changes the letter, the number, or both in the same direction."""
    rise, shift = b[0] - a[0], b[1] - a[1]
    return max(abs(rise), abs(shift)) if rise * shift > 0 else abs(rise) + abs(shift)


def plain(holes: bool) -> PlainCloning:
    """Cells as (letter, number), a hexagon of side 5."""
    spots = [(row, number) for row in range(9) for number in range(9) if abs(row - number) < 5]
    names = {(row, number): f"{'abcdefghi'[row]}{number + 1}" for row, number in spots}
    cells = {spot: name for spot, name in names.items() if not holes or name not in HOLES}
    return PlainCloning(cells, steps_between, CORNERS)


@pytest.mark.parametrize(
    ("holes", "sequences", "positions"),
    [(True, (24, 570, 16548), (24, 570, 10074)), (False, (24, 570, 16824), (24, 570, 10290))],
)
def test_counts(holes: bool, sequences: tuple[int, ...], positions: tuple[int, ...]) -> None:
    """Holes in other places, jumps that go round a hole, corners that do not alternate."""
    assert_perft(Hexxagon(holes), sequences)
    assert_distinct(Clockless(holes), positions[:2])
    assert_positions(Hexxagon(holes), positions)


@pytest.mark.parametrize("holes", [True, False])
def test_random_games_beside_the_plain_one(holes: bool) -> None:
    """A stone in a hole, a neighbour that does not turn, a wrong end or winner."""
    game, second = Hexxagon(holes), plain(holes)
    walked = walk_beside(
        game, lambda: GameOracle(second, label=second.action_name), label=game.action_name, choose=lively, games=2, seed=2
    )
    assert all(g.decided for g in walked)
