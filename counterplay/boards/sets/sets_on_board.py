"""What rules ask of sets of cells on a board: neighbours, rays, groups, connections. Compiled; for boards of up to 256 cells.

Sets are those of `cell_sets`: one word up to 64 cells, a tuple of two up to 128, of four up to 256.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.sets.cell_sets import (
    CellSet,
    common,
    count,
    either,
    first,
    members,
    only,
    remaining,
    some,
    stored,
    without,
)
from counterplay.boards.shapes.board import NOWHERE, WORD, Board
from counterplay.gears.bits import EMPTY, bit, down, highest, lowest, up


class SetsOnBoard:
    """Part of `BoardGame`. Methods that take a direction and `occupied` need a board of at most 64 cells."""

    board: Board
    words: int  # of a set
    one_word: bool  # a set is one np.uint64
    full: CellSet  # all cells
    none: CellSet  # no cell
    steps: NDArray[np.int64]
    around_table: NDArray[np.uint64]  # shape (cells, words): the neighbours of each cell
    ray_sets: NDArray[np.uint64]  # shape (cells, directions): the cells in a direction up to the border, one word only
    line_sets: NDArray[np.uint64]  # shape (cells, axes): the whole line through a cell, itself included, one word only
    step_masks: NDArray[np.uint64]  # shape (directions,): the cells that have a neighbour there, one word only
    rises: tuple[int, ...]  # how much a step in each direction adds to a cell's number; 0 where it subtracts
    falls: tuple[int, ...]
    shifting: bool  # a step in a direction always changes the number by the same amount
    orderly: bool  # along a ray the numbers always rise, or always fall
    rising: tuple[bool, ...]  # which, for each direction
    touching: tuple[int, ...]  # directions of neighbours

    def _set_tables(self, board: Board, words: int) -> None:
        """Work out the sets that rules read."""
        self.words = words or board.words
        self.one_word = self.words == 1
        self.full, self.none = self.cell_set(range(board.size)), self.cell_set(())
        self.touching = board.touching
        around = [sum(1 << int(c) for c in row if c != NOWHERE) for row in board.neighbours]
        self.around_table = np.array(
            [[b >> WORD * i & (1 << WORD) - 1 for i in range(max(self.words, 1))] for b in around], np.uint64
        )
        differences = [{int(b - a) for a, b in enumerate(column) if b != NOWHERE} for column in board.steps.T]
        self.shifting = self.one_word and all(len(d) <= 1 for d in differences)
        only_step = [min(d, default=0) for d in differences]
        self.rises = tuple(max(step, 0) for step in only_step)
        self.falls = tuple(max(-step, 0) for step in only_step)
        self.rising = tuple(step > 0 for step in only_step)
        self.orderly = all(min(d, default=1) > 0 or max(d, default=-1) < 0 for d in differences)
        if self.one_word:
            reached = board.along[:, :, 1:]
            bits = np.left_shift(np.uint64(1), np.maximum(reached, 0).astype(np.uint64))
            self.ray_sets = np.bitwise_or.reduce(np.where(reached == NOWHERE, EMPTY, bits), axis=2)
            self.step_masks = np.array(
                [board.cell_set(np.flatnonzero(column != NOWHERE)) for column in board.steps.T], np.uint64
            )
            cells = np.array([[bit(c)] for c in range(board.size)], np.uint64)
            self.line_sets = self.ray_sets[:, : board.half] | self.ray_sets[:, board.half : 2 * board.half] | cells

    def cell_set(self, cells: Iterable[int]) -> CellSet:
        """A set of these cells, for ``__init__``; not compiled."""
        return self.board.cell_set(cells, self.words)

    # --- neighbours ---
    def single(self, cell: int) -> CellSet:
        """The set of one cell."""
        return only(cell, self.none)

    def around(self, cell: int) -> CellSet:
        """The neighbours of a cell."""
        return stored(self.around_table[cell], self.none)

    def shifted(self, cells: CellSet, direction: int) -> CellSet:
        """All cells of a set moved one step in a direction; those that leave the board are gone. One word only."""
        if self.shifting:
            staying = cells & self.step_masks[direction]
            return up(down(staying, self.falls[direction]), self.rises[direction])
        found = EMPTY
        for cell in members(cells & self.step_masks[direction]):
            found |= bit(self.steps[cell, direction])
        return found

    def beside(self, cells: CellSet) -> CellSet:
        """All neighbours of the cells of a set, whether they are in the set or not."""
        found = self.none
        if self.shifting:
            for direction in self.touching:
                found = either(found, self.shifted(cells, direction))
            return found
        for cell in members(cells):
            found = either(found, self.around(cell))
        return found

    def step_count(self, cells: CellSet, empty: CellSet) -> int:
        """How many steps to an empty neighbour the pieces on a set of cells can make."""
        total = 0
        if self.shifting:
            for direction in self.touching:
                total += count(common(self.shifted(cells, direction), empty))
            return total
        for cell in members(cells):
            total += count(common(self.around(cell), empty))
        return total

    # --- groups and connections ---
    def flood(self, seeds: CellSet, within: CellSet) -> CellSet:
        """The cells of `within` that a chain of neighbours in `within` joins to a seed; seeds in `within` are among them."""
        reached = common(seeds, within)
        fresh = reached
        if self.shifting:
            while some(fresh):
                fresh = without(common(self.beside(fresh), within), reached)
                reached = either(reached, fresh)
            return reached
        while some(fresh):
            cell = first(fresh)
            found = without(common(self.around(cell), within), reached)
            reached = either(reached, found)
            fresh = either(remaining(fresh), found)
        return reached

    def group(self, cell: int, within: CellSet) -> CellSet:
        """The group of `within` that the cell belongs to."""
        return self.flood(self.single(cell), within)

    def connected(self, cells: CellSet) -> bool:
        """Whether a set is one group; a set of no cells is."""
        return not some(cells) or not some(without(cells, self.group(first(cells), cells)))

    def group_count(self, cells: CellSet) -> int:
        """How many groups a set falls into."""
        groups = 0
        while some(cells):
            cells = without(cells, self.group(first(cells), cells))
            groups += 1
        return groups

    def joins(self, cells: CellSet, one: CellSet, other: CellSet) -> bool:
        """Whether a chain of neighbours, all in the set, leads from a cell of `one` to a cell of `other`."""
        return some(common(self.flood(one, cells), other))

    def distance(self, start: CellSet, goal: CellSet, passable: CellSet) -> int:
        """The fewest steps from a cell of `start` to one of `goal` over passable cells; -1 where there is no way."""
        reached, fresh, steps = start, start, 0
        while some(fresh):
            if some(common(fresh, goal)):
                return steps
            fresh = without(common(self.beside(fresh), passable), reached)
            reached = either(reached, fresh)
            steps += 1
        return -1

    # --- rays: one word only ---
    def sight(self, cell: int, direction: int, occupied: np.uint64) -> np.uint64:
        """The cells in a direction up to the first occupied one, which is included."""
        ray: np.uint64 = self.ray_sets[cell, direction]
        blockers = ray & occupied
        if self.orderly:
            if blockers == EMPTY:
                return ray
            nearest = lowest(blockers) if self.rising[direction] else highest(blockers)
            seen_part: np.uint64 = ray & ~self.ray_sets[nearest, direction]
            return seen_part
        seen, place = EMPTY, self.steps[cell, direction]
        while place != NOWHERE and place != cell:
            seen |= bit(place)
            if (bit(place) & occupied) != EMPTY:
                break
            place = self.steps[place, direction]
        return seen

    def slide(self, cell: int, direction: int, occupied: np.uint64) -> np.uint64:
        """The empty cells in a direction before the first occupied one: where a rook or queen may go without a capture."""
        return self.sight(cell, direction, occupied) & ~occupied

    def between(self, cell: int, target: int, direction: int) -> np.uint64:
        """The cells strictly between a cell and another one in a direction."""
        passed: np.uint64 = self.ray_sets[cell, direction] & ~self.ray_sets[target, direction] & ~bit(target)
        return passed

    def rearranged(self, cells: CellSet, order: Any) -> CellSet:
        """The set after each cell has moved to `order[cell]`: a row of `Board.symmetries`."""
        found = self.none
        for cell in members(cells):
            found = either(found, self.single(order[cell]))
        return found
