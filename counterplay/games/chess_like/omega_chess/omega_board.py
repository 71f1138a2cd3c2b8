"""The board of omega chess: the state, the geometry of the pieces and who attacks what. `omega_chess` plays on it.

Squares are numbered from a0 = 0 to j9 = 99 (rank * 10 + file), then come the corners w1 to w4. A square holds 0 if it is empty,
1 + kind for a piece of White and 9 + kind for one of Black.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import NOWHERE, Board
from counterplay.boards.bases.chess_game import kept_rights
from counterplay.boards.pieces.chess_pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from counterplay.boards.sets.cell_sets import CellSet, either, only
from counterplay.boards.sets.sliding_attacks import DIAGONAL_STEPS, KNIGHT_STEPS, STRAIGHT_STEPS
from counterplay.boards.shapes.square_board import COMPASS
from counterplay.core import Label
from counterplay.core.hashing import random_words
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY

FILES, RANKS = "abcdefghij", "0123456789"
SIZE, CORNERS = 10, ((-1, -1), (10, -1), (10, 10), (-1, 10))  # w1 to w4, by file and rank
CHAMPION, WIZARD = 6, 7  # kinds, after those of chess
KINDS = 8
LETTERS = "PNBRQKCW"  # by kind
CASTLING_HOMES = ((5, 8), (5, 1), (95, 98), (95, 91))  # of king and rook; the first is the lowest bit of State.castling
FAR = 12  # the most squares that a leaper reaches

SPOTS = tuple((i % SIZE, i // SIZE) for i in range(SIZE * SIZE)) + CORNERS
NAMES = (*(FILES[x] + RANKS[y] for x, y in SPOTS[: SIZE * SIZE]), "w1", "w2", "w3", "w4")
CELLS = len(SPOTS)


class State(NamedTuple):
    """A position. The sets, the kings' squares, the keys and `check` follow from the board."""

    board: NDArray[np.int8]  # (cells,): what stands on each square
    white_0: np.uint64  # the squares with pieces of White, in two words
    white_1: np.uint64
    black_0: np.uint64
    black_1: np.uint64
    pawn_key: np.uint64  # Zobrist's hash of the pawns, of White's other pieces, of Black's
    white_key: np.uint64
    black_key: np.uint64
    white_king: int
    black_king: int
    check: int  # 1 where the king of the player to move is attacked
    turn: int  # WHITE or BLACK
    castling: int  # the rights that are left
    en_passant: int  # the square behind a pawn that may be taken as if it had come less far, or NOWHERE
    halfmoves: int  # since the last capture or pawn move
    fullmoves: int  # the number of the move, as in a score sheet


# --- tables, made once when the module is loaded; small, since constants are compiled with every kernel ---
_NUMBER = {spot: cell for cell, spot in enumerate(SPOTS)}
_WIZARD_STEPS = (*DIAGONAL_STEPS, (1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3))
_CHAMPION_STEPS = (*STRAIGHT_STEPS, *((2 * x, 2 * y) for x, y in DIAGONAL_STEPS + STRAIGHT_STEPS))


def _reached(steps: Sequence[tuple[int, int]], most: int, cells: int = CELLS) -> NDArray[np.int8]:
    """int8 (CELLS, most): the squares that steps (files, ranks) lead to from the first `cells` squares, then NOWHERE."""
    table = np.full((CELLS, most), NOWHERE, np.int8)
    for cell, (x, y) in enumerate(SPOTS[:cells]):
        found = [
            _NUMBER[spot] for spot in ((x + right, y + up) for right, up in steps) if spot in _NUMBER and _NUMBER[spot] < cells
        ]
        table[cell, : len(found)] = found
    return table


def _leaps() -> NDArray[np.int8]:
    """int8 (kinds, cells, FAR): where a knight, a king, a champion or a wizard goes, then NOWHERE."""
    table = np.full((KINDS, CELLS, FAR), NOWHERE, np.int8)
    for kind, steps in ((KNIGHT, KNIGHT_STEPS), (KING, COMPASS), (CHAMPION, _CHAMPION_STEPS), (WIZARD, _WIZARD_STEPS)):
        table[kind] = _reached(steps, FAR)
    return table


def omega_board() -> Board:
    """The 104 squares; directions are those of a square board."""
    steps = [[_NUMBER.get((x + right, y + up), NOWHERE) for right, up in COMPASS] for x, y in SPOTS]
    labels = [Label(i + 0.5, SIZE + 0.4, name) for i, name in enumerate(FILES)]
    labels += [Label(-0.4, SIZE - 0.5 - i, name) for i, name in enumerate(RANKS)]
    return Board(
        NAMES,
        [(x + 0.5, SIZE - 0.5 - y) for x, y in SPOTS],
        np.array(steps, np.int64),
        tones=["light" if (x + y) % 2 else "dark" for x, y in SPOTS],
        labels=labels,
    )


LEAPS = _leaps()
STEPS = omega_board().steps.astype(np.int8)  # (cells, directions)
PAWN_AIMS = np.stack(
    [_reached(((-1, 1), (1, 1)), 2, SIZE**2), _reached(((-1, -1), (1, -1)), 2, SIZE**2)]
)  # (colours, cells, 2)
KEPT_RIGHTS = kept_rights(CASTLING_HOMES, CELLS)
PIECE_KEYS = random_words((1 + 2 * KINDS) * CELLS, 11).reshape(1 + 2 * KINDS, CELLS)  # Zobrist's, by content and square
PIECE_KEYS[0] = 0
CASTLING_KEYS, SQUARE_KEYS, TURN_KEY = random_words(16, 12), random_words(CELLS, 13), random_words(1, 14)[0]


# --- pieces and attacks; an array of contents is `board` ---
@helper
def own_set(s: State, colour: int) -> CellSet:
    """The squares with pieces of one colour."""
    return (s.white_0, s.white_1) if colour == WHITE else (s.black_0, s.black_1)


@helper
def king_square(s: State, colour: int) -> int:
    """Where the king stands."""
    return s.white_king if colour == WHITE else s.black_king


@helper
def kind_of(content: int, colour: int) -> int:
    """The kind of a piece if it has this colour; anything outside 0 to 7 if it has the other, or the square is empty."""
    return int(content) - 1 - KINDS * colour


@helper
def slides(kind: int, direction: int) -> bool:
    """Whether a kind of piece moves along this direction as far as it likes."""
    return bool(kind == QUEEN or kind == (BISHOP if direction & 1 else ROOK))


@helper
def next_piece(board: Any, cell: int, direction: int) -> int:
    """The first occupied square in a direction, or NOWHERE."""
    place = int(STEPS[cell, direction])
    while place != NOWHERE and board[place] == 0:
        place = int(STEPS[place, direction])
    return place


@helper
def cheapest_attacker(board: Any, cell: int, colour: int) -> int:
    """Where the least valuable piece of a colour stands that attacks a square, or NOWHERE."""
    for i in range(2):
        place = int(PAWN_AIMS[1 - colour, cell, i])
        if place != NOWHERE and kind_of(board[place], colour) == PAWN:
            return place
    for kind in (KNIGHT, WIZARD, CHAMPION):
        for i in range(FAR):
            place = int(LEAPS[kind, cell, i])
            if place == NOWHERE:
                break
            if kind_of(board[place], colour) == kind:
                return place
    found, least = NOWHERE, KINDS
    for direction in range(8):
        place = next_piece(board, cell, direction)
        if place != NOWHERE:
            kind = kind_of(board[place], colour)
            near = kind == KING and place == STEPS[cell, direction]
            if (near or slides(kind, direction)) and kind < least:
                found, least = place, kind
    return found


@helper
def pinned(board: Any, king: int, colour: int) -> CellSet:
    """The pieces that shield their king from a slider: alone between the two."""
    found = (EMPTY, EMPTY)
    for direction in range(8):
        shield = next_piece(board, king, direction)
        if shield != NOWHERE and 0 <= kind_of(board[shield], colour) < KINDS:
            sniper = next_piece(board, shield, direction)
            if sniper != NOWHERE and slides(kind_of(board[sniper], 1 - colour), direction):
                found = either(found, only(shield, found))
    return found


@helper
def safe(trial: Any, king: int, colour: int, origin: int, target: int, victim: int) -> bool:
    """Whether a move leaves its own king unattacked: it is played in `trial` and taken back. `victim` is where it captures."""
    mover, taken = trial[origin], trial[victim]
    trial[victim] = 0
    trial[origin] = 0
    trial[target] = mover
    fine = cheapest_attacker(trial, target if origin == king else king, 1 - colour) == NOWHERE
    trial[target] = 0
    trial[origin] = mover
    trial[victim] = taken
    return fine


@helper
def write_en_passant(board: Any, colour: int, king: int, square: int, out: Any, n: int) -> int:
    """Write the legal captures en passant after the first n moves of `out`; the square is that of `State.en_passant`."""
    ahead = SIZE if colour == WHITE else -SIZE
    victim, trial = square - ahead, board.copy()
    while 2 * SIZE <= square < 8 * SIZE:  # all squares that the pawn has passed over
        for i in range(2):
            origin = int(PAWN_AIMS[1 - colour, square, i])
            if origin != NOWHERE and kind_of(board[origin], colour) == PAWN:
                if safe(trial, king, colour, origin, square, victim):
                    out[n] = origin | square << 7
                    n += 1
        square += ahead
    return n
