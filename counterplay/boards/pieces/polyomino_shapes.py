"""Polyominoes: squares joined along their sides, the ways to lay each, and where each fits on a board of squares.

S. W. Golomb, "Checker Boards and Polyominoes" (1954) and *Polyominoes* (1965), from which the letters of the twelve pentominoes
come. A polyomino is free here: it may be turned and turned over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from counterplay.boards.shapes.board import Board

Square = tuple[int, int]  # column to the right and row upwards, both from 0
Shape = tuple[Square, ...]  # in order, with 0 the least column and the least row

MOST_WAYS = 8  # to lay a piece: four turns, on either side

# Rows from the top, as the letters suggest.
PENTOMINOES: Mapping[str, tuple[str, ...]] = {
    "F": (".##", "##.", ".#."),
    "I": ("#", "#", "#", "#", "#"),
    "L": ("#.", "#.", "#.", "##"),
    "N": (".#", ".#", "##", "#."),
    "P": ("##", "##", "#."),
    "T": ("###", ".#.", ".#."),
    "U": ("#.#", "###"),
    "V": ("#..", "#..", "###"),
    "W": ("#..", "##.", ".##"),
    "X": (".#.", "###", ".#."),
    "Y": (".#", "##", ".#", ".#"),
    "Z": ("##.", ".#.", ".##"),
}


def drawn_shape(rows: Sequence[str]) -> Shape:
    """The shape that rows of # and . draw, from the top."""
    return _moved([(x, -y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"])


def ways_to_lay(shape: Shape) -> tuple[Shape, ...]:
    """The different ways to lay a shape: as it is, turned clockwise three times, then the same turned over; at most eight."""
    found: list[Shape] = []
    for mirror in (1, -1):
        squares = [(mirror * x, y) for x, y in shape]
        for _ in range(4):
            found.append(_moved(squares))
            squares = [(y, -x) for x, y in squares]
    return tuple(dict.fromkeys(found))


def grip_of(shape: Shape) -> Square:
    """The square that a shape is held by: the one nearest its middle, of several the uppermost, then the leftmost."""
    n = len(shape)
    middle_x, middle_y = sum(x for x, _ in shape), sum(y for _, y in shape)  # times n, so that all numbers stay whole
    return min(
        shape, key=lambda square: ((n * square[0] - middle_x) ** 2 + (n * square[1] - middle_y) ** 2, -square[1], square[0])
    )


class Placement(NamedTuple):
    """One shape, laid in one of its ways, on certain cells."""

    shape: int  # which of the shapes
    way: int  # which of its ways
    grip: int  # the cell under the square that it is held by
    cells: tuple[int, ...]


def placements(board: Board, shapes: Sequence[Shape]) -> list[Placement]:
    """Every way to put one of the shapes on an empty board of squares, ordered by shape, way and grip."""
    at = {place: cell for cell, place in enumerate(board.places)}
    found = []
    for number, shape in enumerate(shapes):
        for way, squares in enumerate(ways_to_lay(shape)):
            x, y = grip_of(squares)
            for grip, (right, down) in enumerate(board.places):
                cells = [at.get((right + column - x, down - row + y)) for column, row in squares]
                if None not in cells:
                    found.append(Placement(number, way, grip, tuple(cell for cell in cells if cell is not None)))
    return found


def _moved(squares: Sequence[Square]) -> Shape:
    """The same squares with 0 as the least column and the least row."""
    left, bottom = min(x for x, _ in squares), min(y for _, y in squares)
    return tuple(sorted((x - left, y - bottom) for x, y in squares))
