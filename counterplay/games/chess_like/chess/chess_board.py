"""The chess board: the state, the geometry of the pieces and who attacks what. `chess` plays on it.

Squares are numbered from a1 = 0 to h8 = 63 (rank * 8 + file).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from counterplay.boards.bases.chess_game import kept_rights
from counterplay.boards.pieces.chess_pieces import BISHOP, BLACK, KING, KNIGHT, NO_PIECE, QUEEN, ROOK, WHITE
from counterplay.boards.sets.eight_by_eight import RANK_1, RANK_8
from counterplay.boards.sets.sliding_attacks import (
    BISHOP_RAY,
    DIAGONAL_STEPS,
    KNIGHT_STEPS,
    RAYS,
    ROOK_RAY,
    STRAIGHT_STEPS,
    bishop_attacks,
    leap_table,
    rook_attacks,
)
from counterplay.core.hashing import random_words
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, ONE, bit, cells, down, lowest, popcount

NO_SQUARE = -1

CASTLING_HOMES = (
    (4, 7),
    (4, 0),
    (60, 63),
    (60, 56),
)  # of king and rook; the first is the lowest bit of State.castling

LAST_RANKS = RANK_1 | RANK_8


class State(NamedTuple):
    """A position: a bitboard for each kind of piece and for each colour; `hash` and `checkers` follow from the rest."""

    pawns: np.uint64
    knights: np.uint64
    bishops: np.uint64
    rooks: np.uint64
    queens: np.uint64
    kings: np.uint64
    white: np.uint64
    black: np.uint64
    hash: np.uint64  # Zobrist's, of everything but the two counters
    checkers: np.uint64  # the pieces that give check to the player to move
    turn: int  # WHITE or BLACK
    castling: int  # the rights that are left
    en_passant: int  # the square a pawn just passed over, if a capture there is legal; else NO_SQUARE
    halfmoves: int  # since the last capture or pawn move
    fullmoves: int  # the number of the move, as in a score sheet


# --- tables, made once when the module is loaded ---
# uint64 (64, 4): attacks of a white pawn, a black pawn, a knight and a king
LEAPS = leap_table(((-1, 1), (1, 1)), ((-1, -1), (1, -1)), KNIGHT_STEPS, DIAGONAL_STEPS + STRAIGHT_STEPS)
KEPT_RIGHTS = kept_rights(CASTLING_HOMES, 64)
KNIGHT_LEAP, KING_LEAP = 2, 3  # columns of LEAPS; a pawn's is its colour

# Zobrist keys: uint64 (colour, kind, square), with zeros for NO_PIECE; (castling rights,); (file of en passant,).
PIECE_KEYS = random_words(2 * 7 * 64, 1).reshape(2, 7, 64)
PIECE_KEYS[:, NO_PIECE] = 0
CASTLING_KEYS = random_words(16, 2)
FILE_KEYS = random_words(8, 3)
TURN_KEY = random_words(1, 4)[0]


# --- attacks ---
@helper
def pieces_of(s: State, colour: int) -> np.uint64:
    """All pieces of one colour."""
    return s.white if colour == WHITE else s.black


@helper
def king_square(s: State, colour: int) -> int:
    """Where the king stands."""
    return lowest(s.kings & pieces_of(s, colour))


@helper
def attackers(s: State, square: int, colour: int, occupied: np.uint64) -> np.uint64:
    """The pieces of a colour that attack a square, with the board occupied as given."""
    own = pieces_of(s, colour)
    found = (
        (LEAPS[square, 1 - colour] & s.pawns) | (LEAPS[square, KNIGHT_LEAP] & s.knights) | (LEAPS[square, KING_LEAP] & s.kings)
    )
    diagonal, straight = (s.bishops | s.queens) & own, (s.rooks | s.queens) & own
    if (RAYS[square, BISHOP_RAY] & diagonal) != EMPTY:
        found |= bishop_attacks(square, occupied) & diagonal
    if (RAYS[square, ROOK_RAY] & straight) != EMPTY:
        found |= rook_attacks(square, occupied) & straight
    present: np.uint64 = found & own & occupied
    return present


@helper
def kind_at(s: State, square: int) -> int:
    """The kind of piece on a square, or NO_PIECE; without branches, since a processor could not predict them."""
    kind = KNIGHT * popcount(down(s.knights, square) & ONE)
    kind += BISHOP * popcount(down(s.bishops, square) & ONE)
    kind += ROOK * popcount(down(s.rooks, square) & ONE)
    kind += QUEEN * popcount(down(s.queens, square) & ONE)
    kind += KING * popcount(down(s.kings, square) & ONE)
    return kind + NO_PIECE * (1 - popcount(down(s.white | s.black, square) & ONE))


@helper
def safe_en_passant(s: State, origin: int, target: int) -> bool:
    """Whether the pawn of the player to move on `origin` may capture en passant without exposing its king."""
    behind = target - 8 if s.turn == WHITE else target + 8
    occupied = ((s.white | s.black) ^ bit(origin) ^ bit(behind)) | bit(target)
    return bool(attackers(s, king_square(s, s.turn), 1 - s.turn, occupied) == EMPTY)


@helper
def legal_en_passant(s: State, target: int) -> bool:
    """Whether the player to move has a legal capture en passant on `target`."""
    for origin in cells(LEAPS[target, 1 - s.turn] & s.pawns & pieces_of(s, s.turn)):
        if safe_en_passant(s, origin, target):
            return True
    return False


def kinds_of(s: State) -> tuple[np.uint64, ...]:
    """All pieces of each kind, pawns first; for pictures and notation, not compiled."""
    return s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings


def hash_of(s: State) -> np.uint64:
    """Zobrist's hash from scratch; `Chess.result` keeps it up to date with a few exclusive ors."""
    key = int(CASTLING_KEYS[s.castling])
    for colour, pieces in enumerate((s.white, s.black)):
        for square in cells(pieces):
            key ^= int(PIECE_KEYS[colour, kind_at(s, square), square])
    if s.en_passant != NO_SQUARE:
        key ^= int(FILE_KEYS[s.en_passant % 8])
    return np.uint64(key ^ int(TURN_KEY) if s.turn == BLACK else key)


def with_derived(s: State) -> State:
    """A position whose hash, checkers and en passant square are made to follow from the rest."""
    if s.en_passant != NO_SQUARE and not legal_en_passant(s, s.en_passant):
        s = s._replace(en_passant=NO_SQUARE)
    checkers = attackers(s, king_square(s, s.turn), 1 - s.turn, s.white | s.black)
    return s._replace(hash=hash_of(s), checkers=np.uint64(checkers))
