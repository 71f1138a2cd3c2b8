"""What rules ask of a board that is an array, shape (cells,), with a number for what stands on each cell. Compiled; any size.

0 is an empty cell by custom; nothing here depends on it. An array in a state is never changed: rules change a copy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.shapes.board import NOWHERE

Contents = Any  # an array of whole numbers, shape (cells,)


class ArraysOnBoard:
    """Part of `BoardGame`."""

    steps: NDArray[np.int64]  # shape (cells, directions)
    neighbours: NDArray[np.int64]  # shape (cells, most neighbours), then NOWHERE
    cell_count: int
    axes: int

    def run(self, board: Contents, cell: int, direction: int, content: int) -> int:
        """How many cells with this content follow a cell in a direction without a gap."""
        length, place = 0, self.steps[cell, direction]
        while place != NOWHERE and place != cell and board[place] == content:
            length += 1
            place = self.steps[place, direction]
        return length

    def lined_up(self, board: Contents, cell: int, length: int) -> bool:
        """Whether the cell is part of an unbroken straight line of at least `length` cells with the same content."""
        for axis in range(self.axes):
            content = board[cell]
            if self.run(board, cell, axis, content) + self.run(board, cell, axis + self.axes, content) + 1 >= length:
                return True
        return False

    def group_cells(self, board: Contents, cell: int) -> Any:
        """The cells of the group with the same content that a cell belongs to, the cell itself first: an array."""
        content = board[cell]
        found, seen = np.empty(self.cell_count, np.int64), np.zeros(self.cell_count, np.bool_)
        found[0], seen[cell] = cell, True
        done, known = 0, 1
        while done < known:
            for neighbour in self.neighbours[found[done]]:
                if neighbour != NOWHERE and not seen[neighbour] and board[neighbour] == content:
                    found[known], seen[neighbour] = neighbour, True
                    known += 1
            done += 1
        return found[:known]

    def touches(self, board: Contents, cells: Any, content: int) -> bool:
        """Whether one of the cells has a neighbour with this content: a group with a liberty, where content is empty."""
        for cell in cells:
            for neighbour in self.neighbours[cell]:
                if neighbour != NOWHERE and board[neighbour] == content:
                    return True
        return False

    def cells_with(self, board: Contents, content: int) -> Any:
        """For each cell whether it has this content: an array.

        `board == content` says the same, but what Numba makes of that cannot be kept on disk and is compiled in every process.
        """
        found = np.empty(self.cell_count, np.bool_)
        for cell in range(self.cell_count):
            found[cell] = board[cell] == content
        return found

    def steps_to(self, board: Contents, goal: Any, passable: int) -> Any:
        """For each cell the fewest steps to a cell where `goal` is true, over cells with the passable content: an array.

        `cell_count` where there is no way. A way ends on the goal whatever stands there.
        """
        found, queue = np.full(self.cell_count, self.cell_count, np.int64), np.empty(self.cell_count, np.int64)
        done, known = 0, 0
        for cell in range(self.cell_count):
            if goal[cell]:
                found[cell], queue[known] = 0, cell
                known += 1
        while done < known:
            cell = queue[done]
            for neighbour in self.neighbours[cell]:
                if neighbour != NOWHERE and found[neighbour] == self.cell_count:
                    found[neighbour] = found[cell] + 1
                    if board[neighbour] == passable:
                        queue[known] = neighbour
                        known += 1
            done += 1
        return found
