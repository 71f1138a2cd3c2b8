"""The board of link five: the stones of every line as bits, and the shapes that a stone of either colour would make anywhere.

A stone changes the shapes on the four lines through it, at most five points away. They are kept up with every stone, so that
hints and estimates need not look at the board again. Lines are numbered: rows from the bottom, columns from the left, the
diagonals that rise to the right, those that fall. Bit MARGIN + n of a line is its n-th point from the left, of a column from
the bottom.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.games.lines.link_five.link_five_shapes import CASES, SHAPES
from counterplay.gears import helper

BLACK, WHITE = 0, 1
COLOURS = 2
AXES = 4  # along a row, a column, a rising and a falling diagonal
MARGIN = 5  # bits to either side of a line, so that a window of points never leaves the number
WINDOW = 0x7FF  # the bits of a point and of five to either side
NOWHERE = -1

# In a number of four shapes: the highest bits, the lowest bits, and the second highest.
FOURS, LOWEST, FIVES = 0x8888, 0x1111, 0x4444


class Board(NamedTuple):
    """What a position holds; the arrays are changed in place by `put`."""

    lines: NDArray[np.int32]  # shape (colours, lines): the stones of each line, as bits
    shapes: NDArray[np.uint16]  # shape (colours, points): what a stone would make, four bits an axis; 0 where a stone is
    counts: NDArray[np.int16]  # shape (colours, SHAPES): how often each shape occurs, over all empty points and axes


@helper
def line_number(size: int, cell: int, axis: int) -> int:
    """The line through a point along an axis."""
    row, column = cell // size, cell % size
    if axis == 0:
        return row
    if axis == 1:
        return size + column
    return 3 * size - 1 + row - column if axis == 2 else 4 * size - 1 + row + column


def walls_of(size: int) -> NDArray[np.int32]:
    """Shape (lines,): for each line the bits that are no points of the board."""
    walls = np.full(6 * size - 2, (1 << size + 2 * MARGIN) - 1, np.int32)
    for cell in range(size * size):
        for axis in range(AXES):
            walls[line_number(size, cell, axis)] &= ~(1 << MARGIN + (cell // size if axis == 1 else cell % size))
    return walls


@helper
def nearest(window: int) -> int:
    """The bits of the four points to either side of the middle of a window."""
    return (window >> 1 & 15) | (window >> 2 & 240)


@helper
def ends(window: int) -> int:
    """The outermost bits of a window, side by side."""
    return (window & 1) | (window >> 9 & 2)


@helper
def put(game: Any, board: Board, cell: int, colour: int) -> None:
    """Place a stone and bring all shapes up to date."""
    size, (lines, shapes, counts) = game.size, board
    for side in range(COLOURS):
        for axis in range(AXES):
            counts[side, int(shapes[side, cell]) >> 4 * axis & 15] -= 1
        shapes[side, cell] = 0
    for axis in range(AXES):
        line, middle = line_number(size, cell, axis), cell // size if axis == 1 else cell % size
        lines[colour, line] |= 1 << MARGIN + middle
        wall = int(game.walls[line])
        black, white = int(lines[BLACK, line]), int(lines[WHITE, line])
        taken = black | white | wall
        for step in range(-game.reach, game.reach + 1):
            start = middle + step
            if taken >> start + MARGIN & 1 == 0:
                point = cell + step * game.strides[axis]
                own, other, off = black >> start & WINDOW, white >> start & WINDOW, wall >> start & WINDOW
                reshape(game, board, BLACK, point, axis, own, other | off)
                reshape(game, board, WHITE, point, axis, other, own | off)


@helper
def reshape(game: Any, board: Board, side: int, point: int, axis: int, own: int, closed: int) -> None:
    """Note what a stone of one side would make of one line through an empty point, by the windows around the point."""
    case = int(game.ternary[nearest(own)]) + 2 * int(game.ternary[nearest(closed)])
    if game.counts_ends:
        case += CASES * ends(own)
    shape = int(game.tables[side if game.renju else 0, case])
    before = int(board.shapes[side, point])
    old = before >> 4 * axis & 15
    if shape != old:
        board.shapes[side, point] = before ^ (old ^ shape) << 4 * axis
        board.counts[side, old] -= 1
        board.counts[side, shape] += 1


@helper
def copied(board: Board) -> Board:
    """A board that can be changed."""
    return Board(board.lines.copy(), board.shapes.copy(), board.counts.copy())


class BoardStack(NamedTuple):
    """Boards one upon the other, for stones that are placed in thought."""

    lines: NDArray[np.int32]  # shape (levels, colours, lines)
    shapes: NDArray[np.uint16]  # shape (levels, colours, points)
    counts: NDArray[np.int16]  # shape (levels, colours, SHAPES)


@helper
def stack_of(game: Any, levels: int) -> BoardStack:
    """Room for so many boards."""
    return BoardStack(
        np.empty((levels, COLOURS, game.line_count), np.int32),
        np.empty((levels, COLOURS, game.cell_count), np.uint16),
        np.empty((levels, COLOURS, SHAPES), np.int16),
    )


@helper
def board_at(stack: BoardStack, level: int) -> Board:
    """The board at a level of a stack; to change it is to change the stack."""
    return Board(stack.lines[level], stack.shapes[level], stack.counts[level])


@helper
def push(stack: BoardStack, level: int, board: Board) -> Board:
    """A copy of a board at a level of a stack.

    Loops, since Numba compiles an assignment of whole arrays with all that it takes to complain of their shapes.
    """
    target = board_at(stack, level)
    for side in range(COLOURS):
        for i in range(board.lines.shape[1]):
            target.lines[side, i] = board.lines[side, i]
        for i in range(board.shapes.shape[1]):
            target.shapes[side, i] = board.shapes[side, i]
        for i in range(SHAPES):
            target.counts[side, i] = board.counts[side, i]
    return target


@helper
def is_empty(game: Any, board: Board, cell: int) -> bool:
    """Whether there is no stone on a point."""
    row = cell // game.size
    return bool((int(board.lines[BLACK, row]) | int(board.lines[WHITE, row])) >> MARGIN + cell % game.size & 1 == 0)


@helper
def makes_five(shape: int) -> bool:
    """Whether a stone that makes these four shapes makes a five."""
    return (shape >> 1) & shape & FIVES != 0


@helper
def makes_two_fives(shape: int) -> bool:
    """Whether a stone that makes these shapes, none of them a five, threatens to make a five in two places."""
    fours = shape & FOURS
    return fours & fours - 1 != 0 or (fours >> 3) & (shape | shape >> 1) & LOWEST != 0


@helper
def five_of(board: Board, side: int, after: int) -> int:
    """The first point behind another one on which a side would make a five; NOWHERE where there is none."""
    shapes = board.shapes[side]
    for cell in range(after + 1, len(shapes)):
        if makes_five(int(shapes[cell])):
            return cell
    return NOWHERE
