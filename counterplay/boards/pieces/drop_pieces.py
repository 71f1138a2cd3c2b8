"""The pieces of shogi and its relatives: how each moves, what it becomes, and the tables that rules make of that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.pieces.piece_kind import PieceKind
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import COMPASS, SquareBoard

FAR = 99  # steps: as far as the way is free
TURNED = 4  # directions between a way and the opposite one


class DropPiece(NamedTuple):
    """A kind of piece, as the player who moves up the board sees it."""

    letter: str  # of the notation; a capital
    name: str  # for people: "pawn"
    text: str  # the character on it
    # (right, forward, most steps) of each way that it goes; a way of more than one square is a leap, its steps do not count
    moves: tuple[tuple[int, int, int], ...]
    worth: float  # in pawns
    many: int = 0  # how many both players together have
    becomes: DropPiece | None = None  # when it is promoted


class DropTables(NamedTuple):
    """What rules read. A content is 0 for an empty cell, 1 + kind for the first player, 1 + kinds + kind for the second."""

    reach: NDArray[np.int8]  # (contents, directions): the most steps
    leaps: NDArray[np.int8]  # (contents, cells, most leaps): where it may leap to, then NOWHERE
    leap_from: NDArray[np.int8]  # (players, cells, most): from where a cell may be leapt to, then NOWHERE
    leap_content: NDArray[np.int8]  # the same shape: by what
    stuck: NDArray[np.bool_]  # (contents, cells): it could never move from there
    promoted: NDArray[np.int8]  # (contents,): what it becomes, 0 for nothing
    in_hand: NDArray[np.int8]  # (contents,): the kind that its captor gets; NOWHERE for the king
    owner: NDArray[np.int8]  # (contents,): NOWHERE for an empty cell


def kinds_of(pieces: Sequence[DropPiece]) -> list[DropPiece]:
    """All kinds in the order of their numbers: as given, then what they become, each once."""
    return [*pieces, *(piece.becomes for piece in pieces if piece.becomes is not None)]


def piece_kinds(kinds: Sequence[DropPiece], sides: Sequence[str]) -> tuple[PieceKind, ...]:
    """For `pieces`: the first player's by kind, in capital letters, then the second's, in small ones."""
    return tuple(
        PieceKind(
            kind.letter if p == 0 else kind.letter.lower(),
            p,
            f"{side.lower()} {kind.name}",
            "wedge",
            kind.text,
            int(kind.letter.startswith("+")),
        )
        for p, side in enumerate(sides)
        for kind in kinds
    )


def drop_tables(board: SquareBoard, pieces: Sequence[DropPiece]) -> DropTables:
    """The tables of these pieces, of which the last is the king."""
    kinds = kinds_of(pieces)
    contents = [(0, None), *((p, kind) for p in (0, 1) for kind in kinds)]
    count, most = len(contents), max(1, *(sum(map(_leaping, kind.moves)) for kind in kinds))
    reach = np.zeros((count, board.directions), np.int8)
    leaps = np.full((count, board.size, most), NOWHERE, np.int8)
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for content, (p, kind) in enumerate(contents):
        for right, forward, steps in kind.moves if kind is not None else ():
            if _leaping((right, forward, steps)):
                for cell in range(board.size):
                    target = _leapt(board, cell, *((right, forward) if p == 0 else (-right, -forward)))
                    if target != NOWHERE:
                        leaps[content, cell, np.argmax(leaps[content, cell] == NOWHERE)] = target
                        found.setdefault((p, target), []).append((cell, content))
            else:
                reach[content, (COMPASS.index((right, forward)) + TURNED * p) % board.directions] = steps
    shape = (2, board.size, max(1, *map(len, found.values()), 1))
    leap_from, leap_content = np.full(shape, NOWHERE, np.int8), np.zeros(shape, np.int8)
    for (p, target), sources in found.items():
        for i, (cell, content) in enumerate(sources):
            leap_from[p, target, i], leap_content[p, target, i] = cell, content
    steppable = (reach[:, None, :] > 0) & (board.steps[None] != NOWHERE)
    stuck = ~(steppable.any(axis=2) | (leaps != NOWHERE).any(axis=2))
    promoted, in_hand, owner = _by_content(pieces, kinds)
    return DropTables(reach, leaps, leap_from, leap_content, stuck, promoted, in_hand, owner)


def _by_content(pieces: Sequence[DropPiece], kinds: Sequence[DropPiece]) -> list[NDArray[np.int8]]:
    """What each content becomes, what its captor gets, and whose it is."""
    base = [pieces.index(kind) if kind in pieces else [p.becomes for p in pieces].index(kind) for kind in kinds]
    become = [kinds.index(kind.becomes) if kind.becomes is not None else NOWHERE for kind in kinds]
    king = len(pieces) - 1
    promoted = [0, *(1 + len(kinds) * p + k if k != NOWHERE else 0 for p in (0, 1) for k in become)]
    in_hand = [NOWHERE, *2 * [k if k != king else NOWHERE for k in base]]
    owner = [NOWHERE, *(p for p in (0, 1) for _ in kinds)]
    return [np.array(row, np.int8) for row in (promoted, in_hand, owner)]


def _leaping(move: tuple[int, int, int]) -> bool:
    return max(abs(move[0]), abs(move[1])) > 1


def _leapt(board: SquareBoard, cell: int, right: int, up: int) -> int:
    """The cell so far away on a board that is numbered from the upper left; NOWHERE beyond it."""
    row, column = cell // board.width - up, cell % board.width + right
    return row * board.width + column if 0 <= row < board.height and 0 <= column < board.width else NOWHERE
