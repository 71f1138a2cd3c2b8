"""What a position of omega chess is worth, and which moves look good: the hints of `omega_chess` for searches.

The estimate is a weighted sum of named features, in pawns. Middlegame and endgame are told apart inside the features: those of
the king count by the pieces that are left. Sliding pieces are worth more than in chess, since the board is larger, and knights
less; champions and wizards lie between knights and bishops.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import NOWHERE
from counterplay.boards.estimates.chess_estimates import BAD_MOVE, CENTIPAWN, GOOD_CAPTURE, settled
from counterplay.boards.pieces.chess_pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE
from counterplay.boards.sets.cell_sets import members
from counterplay.games.chess_like.omega_chess.omega_board import (
    CELLS,
    CHAMPION,
    FAR,
    KINDS,
    LEAPS,
    SIZE,
    SPOTS,
    STEPS,
    WIZARD,
    State,
    cheapest_attacker,
    kind_of,
    king_square,
    own_set,
    slides,
)
from counterplay.gears import helper

# Features, the first by kind of piece, and their weights in pawns.
SHELTER, PAIR, CENTRE, MOBILITY, ADVANCE, PASSED, WEAK, ATTACK, ENDGAME_KING, BARE_KING, MOVE = KING, *range(KINDS, KINDS + 10)
FEATURES = {
    "pawns": 1.0,
    "knights": 2.7,
    "bishops": 3.7,
    "rooks": 5.5,
    "queens": 10.5,
    "king's shelter": 0.14,  # for each pawn before it, less the ranks it has left its own; in the middlegame
    "champions": 3.9,
    "wizards": 3.6,
    "pair of bishops": 0.4,
    "leapers in the centre": 0.06,  # for each ring that a leaper is away from the border
    "mobility": 0.16,  # for each unit of `_mobility`
    "advanced pawns": 0.04,  # for each rank beyond the fourth
    "passed pawns": 1.6,  # for one before the last rank, and less by the square of the way
    "weak pawns": -0.14,  # for each that is doubled, and for each without another on a file beside it
    "attack on the king": 1.0,  # a hundredth of the square of the number of attacks around the enemy king; in the middlegame
    "king in the endgame": 0.12,  # for each ring that it is away from the border
    "bare king": 0.1,  # for each ring that an enemy without pieces is near the border, and each step that the kings are near
    "move": 0.12,
}
WEIGHTS = tuple(FEATURES.values())
VALUES = np.round(100 * np.array(WEIGHTS[:KINDS])).astype(np.int64)  # centipawns by kind
VALUES[KING] = 10_000  # only for exchanges
WEIGHS = np.array([0, 1, 1, 2, 4, 0, 1, 1], np.float64)  # by kind: how much a piece tells of the middlegame
ALL_PIECES = 32.0  # the sum of these in the first position
MOST_ATTACK = 3.0
LITTLE_MORE, SELDOM_WON = 5.8, 0.25  # without pawns a lead of a rook or less seldom wins: this share of it counts
NOBODY = 99  # the rank of a pawn that is not there


def _mobility() -> NDArray[np.float64]:
    """float64 (kinds, 48): the worth of having so many moves; each further one is worth less than the one before."""
    usual = {KNIGHT: 5, BISHOP: 7, ROOK: 7, QUEEN: 14, CHAMPION: 8, WIZARD: 8}  # moves that are neither good nor bad
    table = np.zeros((KINDS, 48))
    for kind, moves in usual.items():
        table[kind] = np.sqrt(np.arange(48)) - math.sqrt(moves)
    return table


MOBILITY_WORTH = _mobility()
X, Y = np.array(SPOTS, np.int64).T.copy()  # of each square
RINGS = np.maximum(np.minimum(np.minimum(X, SIZE - 1 - X), np.minimum(Y, SIZE - 1 - Y)), 0)  # int64 (cells,): 0 at the border


@helper
def apart(one: int, other: int) -> int:
    """The steps of a king between two squares."""
    return int(max(abs(X[one] - X[other]), abs(Y[one] - Y[other])))


@helper
def rank_of(cell: int, colour: int) -> int:
    """The rank of a square as a player counts it, 0 for the own first one."""
    return int(Y[cell]) if colour == WHITE else int(SIZE - 1 - Y[cell])


@helper
def scope(board: Any, cell: int, kind: int, colour: int, enemy_king: int) -> int:
    """How many moves a piece has, pawns apart, and 64 times how many of them lead beside the enemy king."""
    total = 0
    if BISHOP <= kind <= QUEEN:
        for direction in range(8):
            if slides(kind, direction):
                place = int(STEPS[cell, direction])
                while place != NOWHERE:
                    content = board[place]
                    if 0 <= kind_of(content, colour) < KINDS:
                        break
                    total += 65 if apart(place, enemy_king) <= 1 else 1
                    place = int(STEPS[place, direction]) if content == 0 else NOWHERE
        return total
    for i in range(FAR):
        place = int(LEAPS[kind, cell, i])
        if place == NOWHERE:
            break
        if not 0 <= kind_of(board[place], colour) < KINDS:
            total += 65 if apart(place, enemy_king) <= 1 else 1
    return total


@helper
def pawn_files(s: State) -> Any:
    """int64 (colours, 12, 2): how many pawns are on each file, the first file at 1, and the rank of the rearmost."""
    found = np.zeros((2, SIZE + 2, 2), np.int64)
    found[:, :, 1] = NOBODY
    for colour in range(2):
        for cell in members(own_set(s, colour)):
            if kind_of(s.board[cell], colour) == PAWN:
                file = X[cell] + 1
                found[colour, file, 0] += 1
                found[colour, file, 1] = min(found[colour, file, 1], rank_of(cell, colour))
    return found


@helper
def add_pawn(values: Any, sign: float, files: Any, colour: int, cell: int) -> None:
    """Add what a pawn makes of the features."""
    file, rank = X[cell] + 1, rank_of(cell, colour)
    values[ADVANCE] += sign * max(rank - 3, 0)
    if files[colour, file, 0] > 1:
        values[WEAK] += sign
    if files[colour, file - 1, 0] + files[colour, file + 1, 0] == 0:
        values[WEAK] += sign
    if files[1 - colour, file - 1 : file + 2, 1].min() >= SIZE - 1 - rank:
        values[PASSED] += sign * (rank - 1) * (rank - 1) / 49.0


@helper
def king_shelter(s: State, colour: int) -> float:
    """The pawns on the three squares before the king, and by half those a rank further on, less the ranks it has advanced."""
    king = king_square(s, colour)
    total, ahead = -float(rank_of(king, colour)), (SIZE if colour == WHITE else -SIZE)
    for ranks in range(1, 3):
        for side in range(-1, 2):
            cell = king + ranks * ahead + side
            if king < SIZE * SIZE and 0 <= cell < SIZE * SIZE and apart(king, cell) <= 2:
                if kind_of(s.board[cell], colour) == PAWN:
                    total += 1.0 / ranks
    return total


@helper
def add_side(s: State, values: Any, sign: float, colour: int, files: Any) -> float:
    """Add to the features what one side makes of them, but for what depends on the pieces left; returns the weight of these."""
    enemy_king, hits, pieces = king_square(s, 1 - colour), 0, 0.0
    for cell in members(own_set(s, colour)):
        kind = kind_of(s.board[cell], colour)
        if kind == PAWN:
            add_pawn(values, sign, files, colour, cell)
        if kind != KING:
            values[kind] += sign
        if kind not in (PAWN, KING):
            moves = scope(s.board, cell, kind, colour, enemy_king)
            values[MOBILITY] += sign * MOBILITY_WORTH[kind, moves & 63]
            hits += moves >> 6
            pieces += WEIGHS[kind]
        if kind in (KNIGHT, CHAMPION, WIZARD):
            values[CENTRE] += sign * RINGS[cell]
    values[ATTACK] += sign * min(hits * hits / 100.0, MOST_ATTACK)
    return pieces


@helper
def add_features(s: State, values: Any, p: int) -> None:
    """Write all features, as player p sees them, into an array of zeros."""
    files = pawn_files(s)
    mine = add_side(s, values, 1.0, p, files)
    bishops = values[BISHOP]
    theirs = add_side(s, values, -1.0, 1 - p, files)
    values[PAIR] = (1.0 if bishops > 1 else 0.0) - (1.0 if bishops - values[BISHOP] > 1 else 0.0)
    middlegame = min((mine + theirs) / ALL_PIECES, 1.0)
    own_king, their_king = king_square(s, p), king_square(s, 1 - p)
    values[ATTACK] *= middlegame
    values[SHELTER] = middlegame * (king_shelter(s, p) - king_shelter(s, 1 - p))
    values[ENDGAME_KING] = (1.0 - middlegame) * (RINGS[own_king] - RINGS[their_king])
    near = SIZE - apart(own_king, their_king)
    if theirs == 0 and mine > 0:
        values[BARE_KING] = near + SIZE // 2 - RINGS[their_king]
    elif mine == 0 and theirs > 0:
        values[BARE_KING] = RINGS[own_king] - SIZE // 2 - near
    values[MOVE] = 1.0 if p == s.turn else -1.0


@helper
def winning_chance(s: State, leader: int, material: float) -> float:
    """The share of an advantage that the leader can hope to turn into a win; `material` is what of it is pieces, in pawns."""
    for cell in members(own_set(s, leader)):
        if kind_of(s.board[cell], leader) == PAWN:
            return 1.0
    return SELDOM_WON if material <= LITTLE_MORE else 1.0


# --- moves ---
@helper
def exchange(s: State, a: int) -> int:
    """Static exchange evaluation: what a move gains, in centipawns, if both sides then capture on its target while it pays."""
    origin, target, promotion = a & 127, (a >> 7) & 127, a >> 14
    trial, gains = s.board.copy(), np.empty(2 * CELLS, np.int64)
    standing, taken = kind_of(trial[origin], s.turn), kind_of(trial[target], 1 - s.turn)
    gains[0] = VALUES[taken] if taken >= 0 and trial[target] != 0 else 0
    if standing == KING and abs(target - origin) == 2:
        return 0  # castling
    if standing == PAWN and trial[target] == 0 and X[origin] != X[target]:
        gains[0] = VALUES[PAWN]
        trial[s.en_passant + (SIZE if s.turn != WHITE else -SIZE)] = 0
    trial[origin] = 0
    if promotion:
        gains[0] += VALUES[promotion] - VALUES[PAWN]
        standing = promotion
    side, depth = 1 - s.turn, 0
    taker = cheapest_attacker(trial, target, side)
    while taker != NOWHERE:
        kind = kind_of(trial[taker], side)
        if kind == KING and cheapest_attacker(trial, target, 1 - side) != NOWHERE:
            break
        depth += 1
        gains[depth] = VALUES[standing] - gains[depth - 1]
        standing = kind
        trial[taker] = 0
        side = 1 - side
        taker = cheapest_attacker(trial, target, side)
    return settled(gains, depth)


@helper
def order(s: State, a: int) -> float:
    """Captures that gain, the most valuable victim by the least valuable attacker first; quiet moves; what loses material."""
    origin, target, promotion = a & 127, (a >> 7) & 127, a >> 14
    kind, content = kind_of(s.board[origin], s.turn), s.board[target]
    if promotion and promotion != QUEEN:
        return float(BAD_MOVE + VALUES[promotion])
    worth = VALUES[kind_of(content, 1 - s.turn)] if content != 0 else 0
    if promotion:
        return float(GOOD_CAPTURE + 10.0 * VALUES[QUEEN] + worth)
    if kind == PAWN and content == 0 and X[origin] != X[target]:
        worth = VALUES[PAWN]
    if worth > 0:
        if VALUES[kind] > worth:
            gain = exchange(s, a)
            if gain < 0:
                return BAD_MOVE + gain
        return float(GOOD_CAPTURE + 10.0 * worth - VALUES[kind] / 100.0)
    rings = float(RINGS[target] - RINGS[origin])
    if kind == PAWN:
        return 3.0 * rings + 2.0 * (rank_of(target, s.turn) - rank_of(origin, s.turn))
    return -8.0 * rings if kind == KING else (8.0 * rings if kind not in (ROOK, QUEEN) else 1.0)


@helper
def estimate(s: State, values: Any, weights: Any) -> float:
    """The position's worth to White by the features as White sees them, in the unit of utility and not yet bounded."""
    total, material = 0.0, 0.0
    for i in range(len(weights)):
        total += weights[i] * values[i]
        if i < KINDS and i != KING:
            material += weights[i] * values[i]
    leader = 0 if total > 0 else 1
    return total * winning_chance(s, leader, material if total > 0 else -material) * 100.0 * CENTIPAWN
