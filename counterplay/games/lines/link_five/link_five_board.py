"""The board of link five: the stones of every line as bits, and the shapes that a stone of either colour would make anywhere.

A stone changes the shapes on the four lines through it, at most five points away. They are kept up with every stone, so that
hints and estimates need not look at the board again. Lines are numbered: rows from the bottom, columns from the left, the
diagonals that rise to the right, those that fall. Bit MARGIN + n of a line is its n-th point from the left, of a column from
the bottom.

All of it is one array of words, so that a board is copied in one go: first how often each shape occurs, then the lines of each
colour, then for each point what a stone would make there, 16 bits a colour and four an axis, 0 where a stone is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.games.lines.link_five.link_five_shapes import CASES, FIVE, SHAPES
from counterplay.gears import helper

BLACK, WHITE = 0, 1
COLOURS = 2
AXES = 4  # along a row, a column, a rising and a falling diagonal
MARGIN = 5  # bits to either side of a line, so that a window of points never leaves the number
WINDOW = 0x7FF  # the bits of a point and of five to either side
NOWHERE = -1

# In a number of four shapes: the highest bits, the lowest bits, and the second highest.
FOURS, LOWEST, FIVES = 0x8888, 0x1111, 0x4444

Board = NDArray[np.uint32]  # shape (board_words(size),); changed in place by `put`
BoardStack = NDArray[np.uint32]  # shape (levels, words): boards one upon the other, for stones that are placed in thought


def line_count(size: int) -> int:
    """How many lines there are, over all axes."""
    return 6 * size - 2


def board_words(size: int) -> int:
    """How many words a board takes."""
    return COLOURS * (SHAPES + line_count(size)) + size * size


@helper
def count_of(board: Board, side: int, shape: int) -> int:
    """How often a stone of a side would make a shape, over all empty points and axes."""
    return int(board[side * SHAPES + shape])


@helper
def line_of(game: Any, board: Board, side: int, line: int) -> int:
    """The stones of a side on a line, as bits."""
    return int(board[game.lines_at + side * game.line_count + line])


@helper
def shapes_of(game: Any, board: Board, side: int, cell: int) -> int:
    """What a stone of a side would make on a point: four bits an axis."""
    return int(board[game.shapes_at + cell]) >> 16 * side & 0xFFFF


def lines_through(size: int) -> NDArray[np.int64]:
    """Shape (points, axes): the line through each point along each axis."""
    cells = [(cell // size, cell % size) for cell in range(size * size)]
    return np.array([(r, size + c, 3 * size - 1 + r - c, 4 * size - 1 + r + c) for r, c in cells], np.int64)


def walls_of(size: int) -> NDArray[np.int32]:
    """Shape (lines,): for each line the bits that are no points of the board."""
    walls = np.full(line_count(size), (1 << size + 2 * MARGIN) - 1, np.int32)
    for cell, lines in enumerate(lines_through(size)):
        for axis, line in enumerate(lines):
            walls[line] &= ~(1 << MARGIN + (cell // size if axis == 1 else cell % size))
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
    size = game.size
    for side in range(COLOURS):
        shapes = shapes_of(game, board, side, cell)
        for axis in range(AXES):
            board[side * SHAPES + (shapes >> 4 * axis & 15)] -= 1
    board[game.shapes_at + cell] = 0
    for axis in range(AXES):
        line, middle = game.lines_through[cell, axis], cell // size if axis == 1 else cell % size
        board[game.lines_at + colour * game.line_count + line] |= 1 << MARGIN + middle
        wall = int(game.walls[line])
        black, white = line_of(game, board, BLACK, line), line_of(game, board, WHITE, line)
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
    shape = int(game.shape_tables[side if game.renju else 0, case])
    place, before = 16 * side + 4 * axis, int(board[game.shapes_at + point])
    old = before >> place & 15
    if shape != old:
        board[game.shapes_at + point] = before ^ (old ^ shape) << place
        board[side * SHAPES + old] -= 1
        board[side * SHAPES + shape] += 1


@helper
def stack_of(game: Any, levels: int) -> BoardStack:
    """Room for so many boards."""
    return np.empty((levels, game.words), np.uint32)


@helper
def push(stack: BoardStack, level: int, board: Board) -> Board:
    """A copy of a board at a level of a stack; to change it is to change the stack.

    A loop, since Numba compiles an assignment of whole arrays with all that it takes to complain of their shapes.
    """
    target: Board = stack[level]
    for i in range(len(board)):
        target[i] = board[i]
    return target


@helper
def is_empty(game: Any, board: Board, cell: int) -> bool:
    """Whether there is no stone on a point."""
    row = cell // game.size
    stones = line_of(game, board, BLACK, row) | line_of(game, board, WHITE, row)
    return bool(stones >> MARGIN + cell % game.size & 1 == 0)


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
def five_of(game: Any, board: Board, side: int, after: int) -> int:
    """The first point behind another one on which a side would make a five; NOWHERE where there is none."""
    if count_of(board, side, FIVE) == 0:
        return NOWHERE
    for cell in range(after + 1, game.cell_count):
        if makes_five(shapes_of(game, board, side, cell)):
            return cell
    return NOWHERE
