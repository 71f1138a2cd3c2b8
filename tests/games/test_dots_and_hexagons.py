"""Dots and hexagons: counts of sequences, and exact margins of small honeycombs."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest

from counterplay.games.territory.dots_and_hexagons import DotsAndHexagons
from counterplay.solve import solve_position
from tests.oracles.count_tables import assert_perft
from tests.oracles.honeycomb import Honeycomb
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

WAYS = {"e": (2, 0), "w": (-2, 0), "ne": (1, 1), "nw": (-1, 1), "se": (1, -1), "sw": (-1, -1)}  # half a cell right, rows up

Spot = tuple[int, int]
Side = frozenset[Spot]  # of a cell: the two spots that it lies between, of which one may lie outside


class Table(NamedTuple):
    drawn: frozenset[Side]
    owners: tuple[tuple[Spot, int], ...]
    turn: int


class PlainHoneycomb(NamedMoves):
    """The game on a set of drawn sides: a cell is closed when the sides to all six spots around it are in the set."""

    max_plies = 10_000

    def __init__(self, side: int) -> None:
        rows = range(2 * side - 1)
        self.rows = [[(abs(row - side + 1) + 2 * n, row) for n in range(2 * side - 1 - abs(row - side + 1))] for row in rows]
        cells = [spot for row in self.rows for spot in row]
        self.sides_of = {spot: {frozenset({spot, beside(spot, way)}) for way in WAYS.values()} for spot in cells}
        self.sides = sorted({side for sides in self.sides_of.values() for side in sides}, key=sorted)

    def initial(self) -> Table:
        return Table(frozenset(), (), 0)

    def player(self, s: Table) -> int:
        return s.turn

    def listed(self, s: Table) -> dict[str, Table]:
        found = {}
        for side in self.sides:
            if side not in s.drawn:
                drawn = s.drawn | {side}
                closed = [(spot, s.turn) for spot in sorted(side) if self.sides_of.get(spot, {None}) <= drawn]
                found[str(sorted(side))] = Table(drawn, (*s.owners, *closed), s.turn if closed else 1 - s.turn)
        return found

    def terminal(self, s: Table) -> bool:
        return len(s.drawn) == len(self.sides)

    def utility(self, s: Table, p: int) -> float:
        return float(sum(1 if owner == p else -1 for _, owner in s.owners))

    def dump(self, s: Table) -> str:
        owners = dict(s.owners)
        rows = ["".join("xo"[owners[spot]] if spot in owners else "." for spot in row) for row in reversed(self.rows)]
        return f"{'/'.join(rows)} {'xo'[s.turn]}"


def beside(spot: Spot, way: Spot) -> Spot:
    return spot[0] + way[0], spot[1] + way[1]


def side_of(plain: PlainHoneycomb, name: str) -> str:
    """A side that we name after a cell and a direction; above the middle the first cell of a row has a higher number."""
    row = "abcdefghi".index(name[0])
    spot = plain.rows[row][int(name[1]) - 1 - max(0, row - len(plain.rows) // 2)]
    return str(sorted((spot, beside(spot, WAYS[name[2:]]))))


@pytest.mark.parametrize(
    ("cells", "margin"),
    [("0.0", -1), ("0.0_0.1", 0), ("0.0_0.1_1.0", 1), ("0.0_0.1_0.2", -1)],
)
def test_exact_margins(cells: str, margin: int) -> None:
    """A cell that is closed with fewer than six sides, or a side that two cells do not share."""
    assert solve_position(Honeycomb(cells)).value.score == margin


@pytest.mark.parametrize(("side", "games"), [(1, 2), (2, 6), (3, 2)])
def test_random_games_beside_the_plain_one(side: int, games: int) -> None:
    """A side that belongs to the wrong cells, a cell that nobody gets, a turn that passes on, a wrong margin."""
    game, plain = DotsAndHexagons(side), PlainHoneycomb(side)
    walked = walk_beside_plain(
        game,
        plain,
        label=lambda s, a: side_of(plain, game.action_name(s, a)),
        show=lambda s: game.dump(s).rpartition(" ")[0],
        games=games,
        seed=side,
    )
    assert sum(g.decided for g in walked) > 0


def test_perft() -> None:
    """Sides that are counted twice or missing."""
    assert_perft(DotsAndHexagons(2), (30, 870, 24360))
    assert DotsAndHexagons(3).edge_count == 72
    assert_perft(DotsAndHexagons(3), [math.perm(72, n) for n in (1, 2, 3)])
