"""Different positions after two pieces, counted by what is covered and which pieces are gone, as published tables do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.bases.polyomino_game import PolyominoGame
from counterplay.boards.sets.long_sets import listed


def positions_after_two(game: PolyominoGame) -> int:
    """On a board of at most 64 cells: how many sets of covered cells, with the two pieces, two actions lead to."""
    covered = np.array([sum(1 << int(cell) for cell in cells) for cells in game.cells_of], np.uint64)
    found: dict[tuple[int, int], list[NDArray[np.uint64]]] = {}
    start = game.initial()
    for a in listed(start.possible):
        second = listed(game.result(start, int(a)).possible)
        for piece in range(game.piece_count):
            ours = second[game.piece_of[second] == piece]
            pair = (min(piece, int(game.piece_of[a])), max(piece, int(game.piece_of[a])))
            found.setdefault(pair, []).append(covered[ours] | covered[a])
    return sum(len(np.unique(np.concatenate(parts))) for parts in found.values())
