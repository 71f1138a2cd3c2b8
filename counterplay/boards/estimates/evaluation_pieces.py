"""Pieces that estimates are made of. All are compiled; sets are those of `cell_sets`, arrays have the shape (cells,)."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.boards.sets.cell_sets import CellSet, members
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, popcount


@helper
def squash(score: float, half: float) -> float:
    """A score of any size as a value between -1 and 1; `half` is the score that is worth one half."""
    return score / (abs(score) + half)


@helper
def error_function(x: float, most: float) -> float:
    """The error function within 0.0005 (Abramowitz and Stegun 7.1.27), cut at `most`; the same to the last bit in both gears.

    For a lead divided by the luck that is left and by the root of two it is the chance to win less the chance to lose.
    """
    size = abs(x)
    tail = 1 + size * (0.278393 + size * (0.230389 + size * (0.000972 + size * 0.078108)))
    value = min(1 - 1 / (tail * tail * tail * tail), most)
    return value if x > 0 else -value


@helper
def seen_by(value: float, owner: int, p: int) -> float:
    """A value for player `owner` as player p of two sees it."""
    return value if p == owner else -value


@helper
def cell_sum(cells: CellSet, worth: Any) -> float:
    """The sum of what the cells of a set are worth: a piece-square table is such an array."""
    total = 0.0
    for cell in members(cells):
        total += worth[cell]
    return total


@helper
def content_sum(board: Any, worth: Any) -> float:
    """The sum over a whole array of what its contents are worth on their cells; worth has the shape (contents, cells)."""
    total = 0.0
    for cell in range(len(board)):
        total += worth[board[cell], cell]
    return total


@helper
def open_lines(own: np.uint64, others: np.uint64, lines: Any, worth: Any) -> float:
    """The worth of all lines (sets of one word) without a piece of another player, by the number of own pieces in each."""
    total = 0.0
    for line in lines:
        if (others & line) == EMPTY:
            total += worth[popcount(own & line)]
    return total


@helper
def mobility(game: Any, cells: np.uint64, occupied: np.uint64) -> int:
    """How many empty cells the pieces on a set of cells see in all directions, as queens; for boards of one word."""
    total = 0
    for cell in members(cells):
        for direction in range(game.directions):
            total += popcount(game.slide(cell, direction, occupied))
    return total


@helper
def spread_of(cells: CellSet, distances: Any) -> int:
    """The least sum of distances from one cell of the set to all others: small where the set lies close together."""
    best = -1
    for centre in members(cells):
        total = 0
        for cell in members(cells):
            total += distances[centre, cell]
        best = total if best < 0 else min(best, total)
    return max(best, 0)


@helper
def nearest_sum(cells: CellSet, way: Any) -> int:
    """The sum, over the cells of a set, of how far each is from a goal; way is the array of these distances."""
    total = 0
    for cell in members(cells):
        total += way[cell]
    return total
