"""A board: cells with names and places, and which cell lies one step away in every direction. All else follows from that.

Boards of every kind are made by the other modules: `square_board`, `hexagonal_board`, `triangular_board`, `graph_board`. What
rules need of a board is an array, so that compiled code can read it: a game copies the arrays it wants (`BoardGame.set_board`
takes the common ones).
"""

from __future__ import annotations

import functools
import math
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from counterplay.core import BadNotation, Cell, Label, Line
from counterplay.core.scene import CellShape

WORD = 64  # bits
NOWHERE = -1  # the step that leaves the board
NEAR = 1e-6  # two places closer than this, in cells, are one

Place = tuple[float, float]  # x to the right and y downwards, in cells
Tone = Literal["light", "dark", "plain", "home"]


class Board:
    """Cells 0 to `size` - 1 with their names, their places in a picture, and the steps between them.

    Direction d + half leads back where direction d leads, so that directions d and d + half are the two ends of axis d.
    """

    def __init__(
        self,
        names: Sequence[str],
        places: Sequence[Place],
        steps: NDArray[np.int64],  # shape (cells, directions), NOWHERE off the board
        *,
        touching: Iterable[int] = (),  # the directions in which neighbours lie; all of them if empty
        rows: Sequence[Sequence[int]] = (),  # for notation, from the top; those of one height if empty
        shape: CellShape = "square",
        tones: Sequence[Tone] = (),
        lines: Sequence[Line] = (),
        labels: Sequence[Label] = (),
    ) -> None:
        self.names, self.places, self.steps = tuple(names), tuple(places), steps
        self.size, self.directions = steps.shape
        self.half = self.directions // 2
        self.touching = tuple(touching) or tuple(range(self.directions))
        self.rows = tuple(map(tuple, rows)) or self._rows_by_height()
        self.lines, self.labels = tuple(lines), tuple(labels)
        tones = tones or ["plain"] * self.size
        self.cells = tuple(Cell(n, *p, shape, t) for n, p, t in zip(self.names, self.places, tones, strict=True))
        self._numbers = {name: cell for cell, name in enumerate(self.names)}
        self._numbers_of_small = {name.lower(): cell for cell, name in enumerate(self.names)}

    def index(self, name: str) -> int:
        """The number of the cell with this name, in small or capital letters; BadNotation where there is none."""
        cell = self._numbers.get(name, self._numbers_of_small.get(name.lower()))
        if cell is None:
            raise BadNotation(f"'{name[:20]}' is no cell of this board; cells run from {self.names[0]} to {self.names[-1]}")
        return cell

    def cell_set(self, cells: Iterable[int], words: int = 0) -> Any:
        """A set of cells as rules hold it: one word, or a tuple of two or four where a word is too small or `words` says so."""
        return words_of(sum(1 << int(cell) for cell in set(cells)), words or self.words)

    @property
    def words(self) -> int:
        """The words of a set of cells: 1, 2 or 4; 0 where the board is too large for sets."""
        return next((n for n in (1, 2, 4) if self.size <= n * WORD), 0)

    # --- what lies where; arrays for rules ---
    @functools.cached_property
    def neighbours(self) -> NDArray[np.int64]:
        """Shape (cells, most neighbours): the cells that a cell touches, then NOWHERE."""
        around = [sorted({int(c) for c in row if c != NOWHERE}) for row in self.steps[:, self.touching]]
        table = np.full((self.size, max(map(len, around), default=0) or 1), NOWHERE, np.int64)
        for cell, found in enumerate(around):
            table[cell, : len(found)] = found
        return table

    @functools.cached_property
    def along(self) -> NDArray[np.int64]:
        """Shape (cells, directions, longest + 1): the cell n steps away, NOWHERE off the board; on a loop no further.

        longest is the number of cells of the longest line, so that the last column is NOWHERE everywhere: steps may be counted
        up to the cells of a line without a look at the border.
        """
        found = [np.repeat(np.arange(self.size)[:, None], self.directions, 1)]
        beyond = np.vstack([self.steps, np.full((1, self.directions), NOWHERE)])  # the last row answers for NOWHERE itself
        while True:
            following = beyond[found[-1], np.arange(self.directions)]
            following[following == found[0]] = NOWHERE
            found.append(following)
            if (following == NOWHERE).all():
                return np.stack(found, axis=2)

    def rays(self, cell: int, direction: int) -> list[int]:
        """The cells from the given one, itself not counted, in a direction up to the border."""
        return [int(c) for c in self.along[cell, direction, 1:] if c != NOWHERE]

    def winning_lines(self, length: int, directions: Iterable[int] = ()) -> NDArray[np.int64]:
        """Shape (lines, length): the cells of every straight line of that length, each line once."""
        found = []
        for direction in directions or range(self.half):
            if length <= self.along.shape[2]:
                whole = self.along[:, direction, :length]
                found.append(whole[(whole != NOWHERE).all(axis=1)])
        return np.vstack(found) if found else np.empty((0, length), np.int64)

    def shortest_chain(self, cells: Iterable[int], one: Iterable[int], other: Iterable[int]) -> list[int]:
        """The cells of a shortest chain of neighbours, all among the given ones, from a cell of `one` to one of `other`."""
        allowed, goal = set(cells), set(other)
        queue = [cell for cell in one if cell in allowed]
        before = dict.fromkeys(queue, NOWHERE)
        for cell in queue:  # breadth first: the queue grows while it is walked
            if cell in goal:
                chain = [cell]
                while before[chain[-1]] != NOWHERE:
                    chain.append(before[chain[-1]])
                return chain
            for neighbour in map(int, self.neighbours[cell]):
                if neighbour in allowed and neighbour not in before:
                    before[neighbour] = cell
                    queue.append(neighbour)
        return []

    def distances(self) -> NDArray[np.int64]:
        """Shape (cells, cells): the steps from neighbour to neighbour; `size` where there is no way."""
        return np.array([self.distances_from(start) for start in range(self.size)], np.int64)

    def distances_from(self, start: int) -> NDArray[np.int64]:
        """Shape (cells,): the steps from one cell to each, from neighbour to neighbour; `size` where there is no way."""
        found = np.full(self.size, self.size, np.int64)
        found[start] = 0
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for neighbour in self.neighbours[cell]:
                if neighbour != NOWHERE and found[neighbour] == self.size:
                    found[neighbour] = found[cell] + 1
                    queue.append(int(neighbour))
        return found

    def symmetries(self) -> NDArray[np.int64]:
        """Shape (symmetries, cells): where each cell goes, for every turn and reflection of the picture that keeps the board.

        The first one leaves everything where it is. Neighbours stay neighbours.
        """
        points = np.array(self.places)
        x, y = (points - points.mean(axis=0)).T
        found: list[tuple[int, ...]] = []
        for reflected in (1, -1):
            for twelfth in (0, 3, 6, 9, 2, 4, 8, 10, 1, 5, 7, 11):  # of a whole turn; squares keep the first four
                sine, cosine = math.sin(math.pi * twelfth / 6), math.cos(math.pi * twelfth / 6)
                turned = np.stack([cosine * x * reflected - sine * y, sine * x * reflected + cosine * y], axis=1)
                order = _matching(turned, np.stack([x, y], axis=1))
                if order is not None and self._keeps_neighbours(order):
                    found.append(order)
        return np.array(list(dict.fromkeys(found)), np.int64)

    def _keeps_neighbours(self, order: Sequence[int]) -> bool:
        moved = {cell: {order[int(n)] for n in row if n != NOWHERE} for cell, row in enumerate(self.neighbours)}
        return all(moved[c] == {int(n) for n in self.neighbours[order[c]] if n != NOWHERE} for c in range(self.size))

    def _rows_by_height(self) -> tuple[tuple[int, ...], ...]:
        order = sorted(range(self.size), key=lambda cell: (round(self.places[cell][1], 6), self.places[cell][0]))
        heights = dict.fromkeys(round(self.places[cell][1], 6) for cell in order)
        return tuple(tuple(c for c in order if round(self.places[c][1], 6) == height) for height in heights)


def words_of(chosen: int, words: int) -> Any:
    """A set of cells, given as one long number, in that many words."""
    parts = tuple(np.uint64(chosen >> WORD * i & (1 << WORD) - 1) for i in range(words))
    return parts[0] if words == 1 else parts


def _matching(moved: NDArray[np.float64], points: NDArray[np.float64]) -> tuple[int, ...] | None:
    """For each moved point the number of the point that lies there, or None where one lies nowhere."""
    apart = np.abs(moved[:, None] - points[None]).max(axis=2)
    nearest = apart.argmin(axis=1)
    return tuple(map(int, nearest)) if (apart.min(axis=1) < 1e3 * NEAR).all() and len(set(nearest)) == len(points) else None
