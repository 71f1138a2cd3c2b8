"""Boards of pits for sowing games: the rows of two players who face each other, with or without a store on each one's right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from counterplay.boards.shapes.board import Board
from counterplay.core import Label

SOUTH, NORTH = 0, 1
NEXT, BACK = 0, 1  # the directions: as seeds are sown, counter-clockwise, and against it


class PitBoard(Board):
    """South's pits S1, S2, ... from South's left, then the store; the same for North.

    With several rows a player's pits are counted from the outer row's left to its right and back along the next row. Sowing
    goes around the whole board where there are stores, else around each player's own pits.
    """

    def __init__(self, columns: int, rows: int = 1, *, stores: bool = True) -> None:
        self.columns, self.stores = columns, stores
        pits, top, right = columns * rows, 2.0 * rows - 1, columns + 1.0
        names, places, labels = [], [], []
        for owner, home in enumerate(("South", "North")):
            for pit in range(pits):
                row, along = divmod(pit, columns)
                x, y = float(along + 1 if row % 2 == 0 else columns - along), top - row
                names.append(f"{home[0]}{pit + 1}")
                places.append((x, y) if owner == SOUTH else (right - x, top - y))
                if row == 0:
                    labels.append(Label(places[-1][0], top + 0.8 if owner == SOUTH else -0.8, str(pit + 1)))
            if stores:
                names.append(home)
                places.append((right if owner == SOUTH else 0.0, top / 2))
        side = pits + stores
        loops = [range(2 * side)] if stores else [range(side), range(side, 2 * side)]
        steps = [[loop[(i + way) % len(loop)] for way in (1, -1)] for loop in loops for i in range(len(loop))]
        cells = [range(side), range(side, 2 * side)]
        super().__init__(names, places, np.array(steps, np.int64), rows=cells, shape="pit", labels=labels)
        self.cells = tuple(
            replace(cell, owner=owner, tone="home", height=2.0 * rows) if stores and pit == pits else replace(cell, owner=owner)
            for owner in (SOUTH, NORTH)
            for pit, cell in enumerate(self.cells[owner * side : (owner + 1) * side])
        )
