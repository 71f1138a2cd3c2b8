"""2048 (G. Cirulli, 2014): slide numbered tiles, merge equal ones; one player against chance.

Rule choices
- Tiles merge once in a move, beginning at the wall they slide to; a move that changes nothing is not legal. Then a 2 (with 0.9)
  or a 4 (with 0.1) appears on an empty cell, each equally likely. The game starts with two such tiles on the empty board, each
  a chance node of its own.
- Without a goal, play goes on beyond 2048 until no move is left, and the utility is the score: the sum of all tiles made by
  merging. With a goal (a tile, say 16) the game ends as soon as that tile exists, the utility is 1 or 0, and no score is kept.
- Four bits hold a cell, so that 32768 is the largest tile: two of them do not merge.

Checked against the exact probabilities of reaching a tile on small boards, and against OpenSpiel's 2048 in random games.
Differences there: the game ends at `max_tile`, and a move that only merges into tiles which the move before has made is missing
from the legal ones, because they still count as merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from counterplay.boards import NOWHERE, BoardGame, NumberField, PieceKind, SignField, SquareBoard
from counterplay.boards.pieces.packed_numbers import packed, unpacked
from counterplay.boards.shapes.square_board import EAST, NORTH, SOUTH, WEST
from counterplay.core import CHANCE, BadParameter, Diagram, Published, Unit
from counterplay.gears.bits import EMPTY, bit, cells, down, number, popcount, product, up

LARGEST = 15  # exponent of the largest tile, 32768
FOUR = 0.1  # probability that the new tile is a 4
DIRECTIONS = ("up", "right", "down", "left")
COMPASS = (NORTH, EAST, SOUTH, WEST)  # the same on the board
START_TILES = 2
MOST_POINTS = 99_999_999  # more than any game can make
NIBBLE = np.uint64(15)

# Estimates of the points still to come, in parts of the sum of all tiles. Rules of thumb, weighed in games of players that look
# one and two moves ahead.
ROOM = 0.1  # for each empty cell
PAIR = 0.1  # for each pair of equal neighbours
DISORDER = 2.0  # taken away for rows and columns that are not sorted, in parts of the value that stands in the wrong order
BASIS = 4.0  # as much as disorder can take away at most


class State(NamedTuple):
    """Four bits a cell, cell 0 (a1) lowest: 0 for empty, else the exponent of the tile."""

    board: np.uint64
    score: int
    pending: int  # tiles that chance has to place before the player may move


class TwentyFortyEight(BoardGame):
    """2048 on a board of any size up to 16 cells; goal is the tile that ends the game, 0 for none."""

    title = "2048"
    aliases = ("2048",)
    published = Published("Gabriele Cirulli", 2014)
    rules = (
        "Slide all tiles up, right, down or left as far as they go. Two equal tiles that meet become one of twice the value, "
        "once in a move, and that value is added to the score. After each move a new 2, sometimes a 4, appears on an empty "
        "cell. The game is over when no move changes the board."
    )
    cover = "4,16,4,8/2,64,4,0/8,32,0,0/2,0,0,0 520 1"
    usual_plies = 229
    diagrams = (
        Diagram(
            "2,2,4,0/0,4,0,4/0,0,8,0/2,0,0,2 16 0",
            "Slide all tiles one way: equal ones that meet become one of twice the value.",
        ),
    )
    players = 1
    chance = True
    zero_sum = False
    empty_symbol, cell_separator = "0", ","
    extra_fields = (
        NumberField("score", "score", MOST_POINTS),
        SignField("pending", "number of new tiles", ("0", "1", "2")),
    )
    board_material = "card"

    def __init__(self, width: int = 4, height: int = 4, goal: int = 0) -> None:
        if not (1 <= width <= 8 and 1 <= height <= 8 and 2 <= width * height <= 16):
            raise BadParameter(f"2048: a board of {width} x {height} does not fit; it has 2 to 16 cells, at most 8 in a row")
        if goal and (goal & (goal - 1) or not 4 <= goal <= 1 << LARGEST):
            raise BadParameter(
                f"2048: {goal} is no tile to reach; the goal is a power of two from 4 to {1 << LARGEST}, or 0 for none"
            )
        self.width, self.height, self.goal = width, height, goal
        self.unit = None if goal else Unit("points", 1.0)
        self.set_board(SquareBoard(width, height, labels=()))
        size = width * height
        self.cells = _flags(range(size))
        self.goal_exponent = max(goal.bit_length() - 1, 0)
        self.goal_board = product(self.cells, np.uint64(self.goal_exponent))
        values = [str(1 << e) for e in range(1, 1 + (self.goal_exponent or LARGEST))]
        self.pieces = tuple(PieceKind(value, shape="tile", text=value, level=e) for e, value in enumerate(values, 1))
        # For each direction: how far a step towards the wall shifts the board up or down, and the cells not at the wall.
        self.steps_up = (4 * width, 4, 0, 0)
        self.steps_down = (0, 0, 4 * width, 4)
        self.inner = tuple(_flags(np.flatnonzero(self.steps[:, d] != NOWHERE)) for d in COMPASS)
        self.lengths = (height, width, height, width)
        # The i-th largest of n tiles is at most 2**(n + 2 - i): that many cells are left to build it up.
        tiles = [min(size + 1 - i, LARGEST) for i in range(size)]
        self.max_actions = max(2 * size, 4)
        # Every new tile adds at least 2 to the sum of all.
        self.max_plies = sum(1 << e for e in tiles)
        self.utility_range = (0.0, 1.0) if goal else (0.0, float(sum((e - 1) << e for e in tiles)))

    def initial(self) -> State:
        return State(EMPTY, 0, START_TILES)

    def player(self, s: State) -> int:
        return CHANCE if s.pending else 0

    def toward(self, board: np.uint64, d: int) -> np.uint64:
        """Every cell's content one step nearer to the wall of a direction."""
        return up(down(board, self.steps_down[d]), self.steps_up[d])

    def away(self, board: np.uint64, d: int) -> np.uint64:
        """Every cell's content one step farther from the wall of a direction."""
        return up(down(board, self.steps_up[d]), self.steps_down[d])

    def occupied(self, board: np.uint64) -> np.uint64:
        """The lowest bit of every cell that is not empty."""
        some = board | down(board, 1)
        return (some | down(some, 2)) & self.cells

    def sliding(self, board: np.uint64, d: int) -> np.uint64:
        """The tiles with an empty cell before them."""
        full = self.occupied(board)
        return self.away(full ^ self.cells, d) & full & self.inner[d]

    def merging(self, board: np.uint64, d: int) -> np.uint64:
        """The tiles that are equal to the one before them."""
        equal = self.occupied(board ^ self.away(board, d)) ^ self.cells
        largest = board & down(board, 1)
        largest = largest & down(largest, 2)
        return equal & self.occupied(board) & self.inner[d] & ~largest

    def slid(self, board: np.uint64, d: int) -> np.uint64:
        """All tiles as near to the wall as they go, nothing merged."""
        moving = self.sliding(board, d)
        while moving != EMPTY:
            tiles = board & product(moving, NIBBLE)
            board = board ^ tiles | self.toward(tiles, d)
            moving = self.sliding(board, d)
        return board

    def moved(self, board: np.uint64, d: int) -> tuple[np.uint64, int]:
        """The board after a move, and the points it makes."""
        board = self.slid(board, d)
        points = 0
        equal = self.merging(board, d)
        if equal == EMPTY:
            return board, points
        # Three equal tiles in a row: the two at the wall merge. Each round settles one more step from the wall.
        merged = equal
        for _ in range(self.lengths[d] - 2):
            merged = equal & ~self.away(merged, d)
        grown = self.toward(merged, d)
        board = (board & ~product(merged, NIBBLE)) + grown
        for place in cells(grown):
            points += 1 << self.exponent(board, place)
        return self.slid(board, d), points

    def exponent(self, board: np.uint64, place: int) -> int:
        """What stands in the cell whose lowest bit is at this place."""
        return number(down(board, place)) & LARGEST

    def actions(self, s: State) -> Iterator[int]:
        for d in range(4):
            if self.sliding(s.board, d) | self.merging(s.board, d) != EMPTY:
                yield d

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        free = self.occupied(s.board) ^ self.cells
        share = 1.0 / popcount(free)
        for place in cells(free):
            cell = place >> 2
            yield 2 * cell, (1 - FOUR) * share
            yield 2 * cell + 1, FOUR * share

    def result(self, s: State, a: int) -> State:
        if s.pending:
            tile = bit(4 * (a >> 1) + (a & 1))  # exponent 1 or 2
            return State(s.board | tile, s.score, s.pending - 1)
        board, points = self.moved(s.board, a)
        return State(board, 0 if self.goal else s.score + points, 1)

    def won(self, board: np.uint64) -> bool:
        """Whether a tile is the goal."""
        return bool(self.goal > 0 and self.occupied(board ^ self.goal_board) != self.cells)

    def terminal(self, s: State) -> bool:
        if self.won(s.board):
            return True
        if s.pending or self.occupied(s.board) != self.cells:
            return False
        return bool(self.merging(s.board, 0) | self.merging(s.board, 1) == EMPTY)

    def utility(self, s: State, p: int) -> float:
        if self.goal:
            return 1.0 if self.won(s.board) else 0.0
        return float(s.score)

    def disorder(self, board: np.uint64, start: int, step: int, length: int) -> int:
        """By how much, in points, a row or column misses being sorted one way or the other."""
        rises, falls, before = 0, 0, 0
        for k in range(length):
            exponent = self.exponent(board, 4 * (start + k * step))
            value = 1 << exponent if exponent else 0
            if k and value > before:
                rises += value - before
            elif k:
                falls += before - value
            before = value
        return min(rises, falls)

    def evaluate(self, s: State, p: int) -> float:
        board, full = s.board, self.occupied(s.board)
        tiles, largest = 0, 0
        for place in cells(full):
            exponent = self.exponent(board, place)
            tiles, largest = tiles + (1 << exponent), max(largest, exponent)
        disorder = 0
        for row in range(self.height):
            disorder += self.disorder(board, row * self.width, 1, self.width)
        for column in range(self.width):
            disorder += self.disorder(board, column, self.width, self.height)
        empty = popcount(full ^ self.cells)
        if self.goal:
            sorted_part = 1 - disorder / (2 * tiles + 1)
            space = empty / (self.width * self.height)
            return (largest + 0.5) / self.goal_exponent * (0.5 + 0.3 * sorted_part + 0.2 * space)
        pairs = popcount(self.merging(board, 0)) + popcount(self.merging(board, 1))
        estimate = s.score + tiles * (BASIS + ROOM * empty + PAIR * pairs) - DISORDER * disorder
        return min(estimate, self.utility_range[1])

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """'left' for a move; 'b3=2' for a new tile."""
        if not s.pending:
            return DIRECTIONS[int(a)]
        return f"{self.board.names[int(a) >> 1]}={4 if int(a) & 1 else 2}"

    def contents(self, s: State) -> Sequence[int]:
        return unpacked(int(s.board), 4, self.cell_count)

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, int]) -> State:
        return State(np.uint64(packed(contents, 4)), extras["score"], extras["pending"])

    def problem(self, s: State) -> str:
        exponents = [e for e in self.contents(s) if e]
        # What these tiles score, made of fours alone and of twos alone.
        least, most = (0 if self.goal else sum(max(e - made, 0) << e for e in exponents) for made in (2, 1))
        if not least <= s.score <= most:
            return f"the score is {s.score}; with these tiles it lies from {least} to {most}"
        possible = (2,) if not exponents else (0,) if len(exponents) == self.cell_count else (0, 1)
        return "" if s.pending in possible else f"{s.pending} new tiles cannot be due with {len(exponents)} on the board"

    def notes(self, s: State) -> Sequence[str]:
        return (f"Reach {self.goal}.",) if self.goal else (f"Score: {s.score}.",)

    def buttons(self, s: State) -> dict[str, str]:
        return {name: name for name in (("2", "4") if s.pending else DIRECTIONS)}

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The button of a direction; for a new tile its cell and its value."""
        return tuple(self.action_name(s, a).split("="))

    def ending(self, s: State) -> str:
        return f"{self.goal} is reached" if self.won(s.board) else "no move is left"


def _flags(chosen: Iterable[int]) -> np.uint64:
    """The lowest bit of each of these cells."""
    return np.uint64(sum(1 << 4 * int(cell) for cell in chosen))
