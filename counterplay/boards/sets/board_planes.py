"""A board as planes of zeros and ones, one for each kind of piece, those of the player to move first.

Where all rows of a board have the same length, a plane has the shape (rows, columns) with the top row first, as `dump` writes
it; elsewhere it has the shape (cells,), in the order of the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.pieces.piece_kind import PieceKind
from counterplay.boards.shapes.board import Board
from counterplay.core import Game

WORD_BITS = 64


def plane_shape(board: Board) -> tuple[int, ...]:
    """The shape of one plane."""
    lengths = {len(row) for row in board.rows}
    rectangle = len(lengths) == 1 and len(board.rows) * min(lengths) == board.size
    return (len(board.rows), lengths.pop()) if rectangle else (board.size,)


def plane_cells(board: Board) -> NDArray[np.int64]:
    """int64 (cells,): the cell that each place of a plane shows."""
    if len(plane_shape(board)) == 1:
        return np.arange(board.size)
    return np.array([cell for row in board.rows for cell in row], np.int64)


def kind_order(pieces: Sequence[PieceKind], player: int, players: int) -> list[int]:
    """The kinds of pieces in the order of their planes: the mover's, the next player's, and at last nobody's."""
    mover = max(player, 0)
    after = [(kind.owner - mover) % players if 0 <= kind.owner < players else players for kind in pieces]
    return sorted(range(len(pieces)), key=lambda kind: after[kind])


def content_planes(game: Any, contents: NDArray[Any], player: NDArray[np.int64]) -> NDArray[np.uint8]:
    """uint8 (states, kinds, ...): planes of many states, of what stands on each cell (states, cells) and whose turn it is."""
    cells, shape = plane_cells(game.board), plane_shape(game.board)
    shown = contents[:, cells]
    found = np.zeros((len(contents), len(game.pieces), len(cells)), np.uint8)
    for mover in np.unique(player):
        rows = np.flatnonzero(player == mover)
        for plane, kind in enumerate(kind_order(game.pieces, int(mover), game.players)):
            found[rows, plane] = shown[rows] == 1 + kind
    return found.reshape(len(contents), len(game.pieces), *shape)


def set_planes(game: Game, words: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """uint8 (states, sets, ...): bit sets (states, sets, words of a set) as planes of the board, else as rows of bits."""
    octets = np.ascontiguousarray(words, "<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=2, bitorder="little")
    board: Board | None = getattr(game, "board", None)
    if not isinstance(board, Board):
        return bits
    places = np.asarray(getattr(game, "cell_bits", ()) or range(board.size), np.int64)[plane_cells(board)]
    return np.take(bits, places, axis=2).reshape(*bits.shape[:2], *plane_shape(board))


def plane_array(game: Game, planes: Any) -> NDArray[Any]:
    """What `Game.planes` returned, as one array: a tuple of bit sets becomes planes."""
    if not isinstance(planes, tuple):
        return np.asarray(planes)
    words = [[int(word) & (1 << WORD_BITS) - 1 for word in (s if isinstance(s, tuple) else (s,))] for s in planes]
    found: NDArray[np.uint8] = set_planes(game, np.array([words], np.uint64))[0]
    return found
