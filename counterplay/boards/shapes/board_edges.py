"""Edges: the sides of the cells of a board, those between two cells and those of the border. Lines to draw, walls to put up."""

from __future__ import annotations

import math

import numpy as np

from counterplay.boards.shapes.board import NOWHERE, Board, Place
from counterplay.core import BadNotation

SIDE_LETTERS = {4: "enws", 6: ("e", "ne", "nw", "w", "sw", "se"), 3: "123"}  # by the number of directions of neighbours


class BoardEdges:
    """The edges of a board's cells, one for each pair of neighbours and one for each side without a neighbour.

    `edge_of` has the shape (cells, directions): the edge on that side of a cell, NOWHERE for directions in which no neighbours
    lie. `cells_of` has the shape (edges, 2): the cells on both sides; NOWHERE outside the board. An edge is named after a cell
    and its side: "b2e" is the east side of b2, "b2n" its north side.
    """

    def __init__(self, board: Board) -> None:
        sides = [d for d in board.touching if d < board.directions]
        letters = SIDE_LETTERS.get(len(sides), tuple(str(d + 1) for d in range(len(sides))))
        self.edge_of = np.full((board.size, board.directions), NOWHERE, np.int64)
        names: list[str] = []
        places: list[Place] = []
        cells: list[tuple[int, int]] = []
        for cell in range(board.size):
            for letter, direction in zip(letters, sides, strict=True):
                other = int(board.steps[cell, direction])
                if self.edge_of[cell, direction] != NOWHERE:
                    continue
                self.edge_of[cell, direction] = len(cells)
                if other != NOWHERE:
                    self.edge_of[other, (direction + board.half) % board.directions] = len(cells)
                names.append(f"{board.names[cell]}{letter}")
                places.append(self._middle(board, cell, direction, other))
                cells.append((cell, other))
        self.names, self.places, self.count = tuple(names), tuple(places), len(cells)
        self.cells_of = np.array(cells, np.int64)
        self._numbers = {name: edge for edge, name in enumerate(self.names)}

    @staticmethod
    def _middle(board: Board, cell: int, direction: int, other: int) -> Place:
        """Where an edge is drawn: halfway to the neighbour, or where that would be."""
        x, y = board.places[cell]
        if other != NOWHERE:
            return (x + board.places[other][0]) / 2, (y + board.places[other][1]) / 2
        back = int(board.steps[cell, (direction + board.half) % board.directions])
        if back != NOWHERE:
            return x + (x - board.places[back][0]) / 2, y + (y - board.places[back][1]) / 2
        for start, end in enumerate(board.steps[:, direction]):  # any step in this direction shows where it leads
            if end != NOWHERE:
                (x1, y1), (x2, y2) = board.places[start], board.places[int(end)]
                return x + (x2 - x1) / 2, y + (y2 - y1) / 2
        angle = 2 * math.pi * direction / board.directions  # a board of one row or column: directions go round by equal steps
        return x + math.cos(angle) / 2, y - math.sin(angle) / 2

    def index(self, name: str) -> int:
        """The number of the edge with this name; BadNotation where there is none."""
        edge = self._numbers.get(name.strip().lower())
        if edge is None:
            raise BadNotation(
                f"'{name[:20]}' is no edge of this board; edges are named after a cell and its side, as in '{self.names[0]}'"
            )
        return edge
