"""What a chess position is worth, and which moves look good: the hints of `chess` for searches.

A classical evaluation: a weighted sum of features, each weight given for the middlegame and the endgame, and the two sums
blended by the pieces left (Chess Programming Wiki, "Tapered Eval"). The weights, in centipawns, are fitted to games that the
engine played against itself (see chess_weights.txt); exchanges are counted with the piece values of the lectures (pawn 1,
knight 3, bishop 3.25, rook 5, queen 9). One side is always looked at as White, Black through the mirrored board, so the
evaluation cannot favour a colour.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.estimates.chess_estimates import BAD_MOVE, CENTIPAWN, GOOD_CAPTURE, bounded, settled
from counterplay.boards.pieces.chess_pieces import BISHOP, KING, KNIGHT, NO_PIECE, PAWN, QUEEN, ROOK, WHITE
from counterplay.boards.sets.eight_by_eight import (
    DARK_SQUARES,
    beside,
    downwards,
    king_steps,
    mirror,
    slant_down,
    slant_up,
    upwards,
)
from counterplay.boards.sets.sliding_attacks import bishop_attacks, rook_attacks
from counterplay.games.chess_like.chess.chess_board import KING_LEAP, KNIGHT_LEAP, LEAPS, State, attackers, kind_at
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, Bits, bit, cells, down, has, lowest, popcount, up

SPLIT_BITS = 20
SPLIT = 1 << SPLIT_BITS  # a score holds two numbers of centipawns, middlegame + SPLIT * endgame

VALUES = np.array([100, 300, 325, 500, 900, 10_000, 0], np.int64)  # centipawns by kind; the king's is only for exchanges
PHASE_TOTAL = 24  # minor pieces count 1, rooks 2, queens 4: 24 with all pieces, 0 with pawns alone
ATTACK_UNITS = np.array([0, 2, 2, 3, 5], np.int64)  # by kind, for each square at the enemy king that a piece attacks
ATTACKER = 1 << 16  # pressure on a king: units + ATTACKER * number of attackers
WITHOUT_QUEEN = 11  # sixteenths of an attack that count where no queen takes part: half of what it is worth
MOST_UNITS = 63  # of an attack that are told apart
DRIVE_TO_EDGE, DRIVE_TOGETHER = 12, 6  # per square, against a bare king
LITTLE_MORE = 330  # without pawns, a material lead up to this seldom wins
SELDOM_WON, OPPOSITE_BISHOPS = 0.2, 0.6  # the share of an advantage that counts in endgames close to a draw

# Rows of the weights: where each table begins, then one row for each feature.
SQUARE_ROWS, MOBILITY_ROWS, PASSED_ROWS, DANGER_ROWS, FEATURE_ROWS = 0, 384, 524, 532, 596
(
    TEMPO, BISHOP_PAIR, DOUBLED, ISOLATED, BACKWARD, CONNECTED, OPEN_FILE, HALF_OPEN_FILE, OUTPOST, PAWN_THREAT, MINOR_THREAT,
    LOOSE_PIECE, LOOSE_PAWN, SAFE_CHECK, GUARDED_PASSER, BLOCKED_PASSER, NEAR_KING, FAR_KING, SHIELD, FAR_SHIELD, BARE_FILE,
    OPEN_AT_KING, STORM, ROOK_THREAT, PUSH_THREAT, BISHOP_PAWNS,
) = range(FEATURE_ROWS, FEATURE_ROWS + 26)  # fmt: skip
FEATURES = {  # row -> centipawns in the middlegame and in the endgame
    TEMPO: (22, 12),  # to have the move
    BISHOP_PAIR: (20, 61),
    DOUBLED: (9, -9),
    ISOLATED: (-11, -11),
    BACKWARD: (3, -9),
    CONNECTED: (5, 6),
    OPEN_FILE: (46, 1),  # for a rook
    HALF_OPEN_FILE: (24, 24),
    OUTPOST: (32, 17),  # a minor piece that a pawn guards and no pawn can chase away
    PAWN_THREAT: (53, 38),  # for each piece that a pawn attacks
    MINOR_THREAT: (49, 28),  # for each rook or queen that a minor piece attacks
    LOOSE_PIECE: (23, 21),  # for each enemy piece attacked and not guarded
    LOOSE_PAWN: (17, 46),
    SAFE_CHECK: (27, 9),  # for each square from which a piece could give check without being taken
    GUARDED_PASSER: (-3, 13),
    BLOCKED_PASSER: (-2, -10),  # for each rank it has advanced
    NEAR_KING: (0, -5),  # for each square the own king is away from a passed pawn's next square, and rank
    FAR_KING: (0, 11),  # the same for the other king
    SHIELD: (8, -8),  # for each pawn one rank in front of the king
    FAR_SHIELD: (2, -2),  # two ranks
    BARE_FILE: (-21, 5),  # for each file at the king without own pawns
    OPEN_AT_KING: (-12, -6),  # without any
    STORM: (3, -5),  # for each enemy pawn close to the king
    ROOK_THREAT: (26, 8),  # for each queen that a rook attacks
    PUSH_THREAT: (12, -4),  # for each piece that a pawn could attack after a safe step
    BISHOP_PAWNS: (-3, -3),  # for each own pawn on the colour of a bishop
}
FIRST_RANK, OUTPOST_RANKS = np.uint64(0xFF), np.uint64(0x0000_FFFF_FF00_0000)


def _tables() -> dict[str, NDArray[np.int64]]:
    """The tables of chess_weights.txt by their names, each int64 (rows, 2): middlegame and endgame."""
    text = re.sub("#.*", "", Path(__file__).with_name("chess_weights.txt").read_text("utf-8"))
    words = re.split(r"\[(\w+)\]", text)[1:]
    found = {name: np.array(numbers.split(), np.int64) for name, numbers in zip(words[::2], words[1::2], strict=True)}
    shapes = {
        "squares": (48, 2, 8),
        "mobility": (5, 2, 28),
        "passed": (1, 2, 8),
        "danger": (1, 2, 64),
    }  # the phase in the middle
    return {name: found[name].reshape(shape).swapaxes(1, 2).reshape(-1, 2) for name, shape in shapes.items()}


TABLES = _tables()


def initial_weights() -> NDArray[np.int64]:
    """int64 (rows, 2): every weight of the evaluation in centipawns, for the middlegame and for the endgame."""
    return np.concatenate([*TABLES.values(), np.array(list(FEATURES.values()), np.int64)])


SQUARE_HINTS = np.ascontiguousarray(TABLES["squares"][:, 0].reshape(6, 64))  # int64 (kind, square), in the middlegame


@helper
def weight(weights: Any, row: int) -> int:
    """A row of the weights as one number, so that one addition adds both phases."""
    return int(weights[row, 0] + (weights[row, 1] << SPLIT_BITS))


@helper
def pawn_score(w: Any, pawns: Bits, theirs: Bits, occupied: Bits, king: int, their_king: int) -> int:
    """Pawns of a side seen as White: squares, structure, passed pawns."""
    guarded = slant_up(pawns)
    behind_own, facing = downwards(down(pawns, 8)), downwards(down(theirs, 8))
    total = weight(w, DOUBLED) * popcount(pawns & behind_own)
    total += weight(w, ISOLATED) * popcount(pawns & ~beside(upwards(downwards(pawns))))
    # A backward pawn would be taken by a pawn if it stepped on, and no own pawn can come to guard it.
    total += weight(w, BACKWARD) * popcount(up(pawns, 8) & slant_down(theirs) & ~upwards(guarded))
    total += weight(w, CONNECTED) * popcount(pawns & (guarded | beside(pawns)))
    passed = pawns & ~(facing | beside(facing) | behind_own)
    for square in cells(pawns):
        total += weight(w, SQUARE_ROWS + 64 * PAWN + square)
    for square in cells(passed):
        rank, ahead = square >> 3, square + 8
        total += weight(w, PASSED_ROWS + rank)
        if rank > 2:
            total += (rank - 2) * (
                weight(w, FAR_KING) * king_steps(their_king, ahead) + weight(w, NEAR_KING) * king_steps(king, ahead)
            )
        if has(guarded, square):
            total += weight(w, GUARDED_PASSER)
        if has(occupied, ahead):
            total += weight(w, BLOCKED_PASSER) * rank
    return total


@helper
def king_score(w: Any, king: int, pawns: Bits, theirs: Bits) -> int:
    """Where a king seen as White's stands and how well pawns cover it."""
    width = bit(king) | beside(bit(king))
    front = up(width, 8)
    far = up(front, 8)
    bare = upwards(downwards(width)) & ~upwards(downwards(pawns)) & FIRST_RANK
    total = (
        weight(w, SQUARE_ROWS + 64 * KING + king)
        + weight(w, SHIELD) * popcount(front & pawns)
        + weight(w, FAR_SHIELD) * popcount(far & pawns)
    )
    total += weight(w, BARE_FILE) * popcount(bare) + weight(w, OPEN_AT_KING) * popcount(bare & ~downwards(theirs))
    return total + weight(w, STORM) * popcount((front | far | up(far, 8)) & theirs)


@helper
def reach_of(kind: int, square: int, occupied: Bits) -> Bits:
    """The squares a piece other than king and pawn attacks."""
    if kind == KNIGHT:
        leaps: Bits = LEAPS[square, KNIGHT_LEAP]
        return leaps
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied)


@helper
def piece_score(w: Any, kind: int, pieces: Bits, occupied: Bits, free: Bits, zone: Bits) -> tuple[int, int, Bits]:
    """Squares and mobility of the pieces of one kind; their pressure on the enemy king's zone; what they attack."""
    total, pressure, reached = 0, 0, EMPTY
    for square in cells(pieces):
        reach = reach_of(kind, square, occupied)
        total += weight(w, SQUARE_ROWS + 64 * kind + square)
        total += weight(w, MOBILITY_ROWS + 28 * kind + popcount(reach & free))
        hits = popcount(reach & zone)
        if hits:
            pressure += ATTACKER + int(ATTACK_UNITS[kind]) * hits
        reached |= reach
    return total, pressure, reached


@helper
def side_score(
    w: Any, own: Bits, theirs: Bits, pawns: Bits, knights: Bits, bishops: Bits, rooks: Bits, queens: Bits, kings: Bits
) -> tuple[int, Bits, Bits]:
    """The features of one side, seen as White; the squares it attacks; those from which its pieces would give check."""
    occupied = own | theirs
    my_pawns, their_pawns = pawns & own, pawns & theirs
    king, their_king = lowest(kings & own), lowest(kings & theirs)
    guarded, their_guarded = slant_up(my_pawns), slant_down(their_pawns)
    total = pawn_score(w, my_pawns, their_pawns, occupied, king, their_king) + king_score(w, king, my_pawns, their_pawns)
    total += weight(w, PAWN_THREAT) * popcount(guarded & theirs & ~pawns)
    steps = up(my_pawns, 8) & ~(occupied | their_guarded)
    total += weight(w, PUSH_THREAT) * popcount(slant_up(steps) & theirs & ~pawns)
    if popcount(bishops & own) > 1:
        total += weight(w, BISHOP_PAIR)
    total += weight(w, OUTPOST) * popcount((knights | bishops) & own & guarded & ~downwards(their_guarded) & OUTPOST_RANKS)
    half_open = rooks & own & ~upwards(downwards(my_pawns))
    closed = popcount(half_open & upwards(downwards(their_pawns)))
    total += weight(w, HALF_OPEN_FILE) * closed + weight(w, OPEN_FILE) * (popcount(half_open) - closed)

    free = ~(their_guarded | my_pawns | (kings & own))  # the squares that count as mobility
    zone = LEAPS[their_king, KING_LEAP] | bit(their_king)
    zone |= down(zone, 8)
    # Sliders see through own pieces that move the same way: a battery attacks with both.
    jumps, pressure_n, reach_n = piece_score(w, KNIGHT, knights & own, occupied, free, zone)
    slants, pressure_b, reach_b = piece_score(w, BISHOP, bishops & own, occupied ^ (queens & own), free, zone)
    lines, pressure_r, reach_r = piece_score(w, ROOK, rooks & own, occupied ^ ((rooks | queens) & own), free, zone)
    sweeps, pressure_q, reach_q = piece_score(w, QUEEN, queens & own, occupied, free, zone)
    total += jumps + slants + lines + sweeps
    heavy = (rooks | queens) & theirs
    total += weight(w, MINOR_THREAT) * (popcount(reach_n & heavy) + popcount(reach_b & heavy))
    total += weight(w, ROOK_THREAT) * popcount(reach_r & queens & theirs)
    dark, light = popcount(bishops & own & DARK_SQUARES), popcount(bishops & own & ~DARK_SQUARES)
    total += weight(w, BISHOP_PAWNS) * (dark * popcount(my_pawns & DARK_SQUARES) + light * popcount(my_pawns & ~DARK_SQUARES))
    pressure = pressure_n + pressure_b + pressure_r + pressure_q
    if pressure >= 2 * ATTACKER:
        units = pressure & (ATTACKER - 1)
        if (queens & own) == EMPTY:
            units = units * WITHOUT_QUEEN >> 4
        total += weight(w, DANGER_ROWS + min(units, MOST_UNITS))
    checks = (LEAPS[their_king, KNIGHT_LEAP] & reach_n) | (bishop_attacks(their_king, occupied) & (reach_b | reach_q))
    checks |= rook_attacks(their_king, occupied) & (reach_r | reach_q)
    return total, guarded | LEAPS[king, KING_LEAP] | reach_n | reach_b | reach_r | reach_q, checks & ~own


@helper
def material(s: State, pieces: Bits) -> int:
    """The centipawns of a set of pieces, pawns and kings left out."""
    minor = VALUES[KNIGHT] * popcount(s.knights & pieces) + VALUES[BISHOP] * popcount(s.bishops & pieces)
    return int(minor + VALUES[ROOK] * popcount(s.rooks & pieces) + VALUES[QUEEN] * popcount(s.queens & pieces))


@helper
def bare_king_score(lone: int, other: int) -> int:
    """What it is worth to drive a bare king to the edge and to bring the other king near."""
    file, rank = lone & 7, lone >> 3
    edge = max(3 - file, file - 4) + max(3 - rank, rank - 4)
    return DRIVE_TO_EDGE * edge + DRIVE_TOGETHER * (7 - king_steps(lone, other))


@helper
def winning_chance(s: State, own: Bits, theirs: Bits) -> float:
    """The share of an endgame advantage that the side `own` can hope to turn into a win."""
    if (s.pawns & own) == EMPTY:
        lead = material(s, own) - material(s, theirs)
        two_knights = (own & ~(s.kings | s.knights)) == EMPTY
        if lead <= LITTLE_MORE or (two_knights and popcount(s.knights & own) == 2):
            return SELDOM_WON
    elif (s.knights | s.rooks | s.queens) == EMPTY and popcount(s.bishops & own) == 1 and popcount(s.bishops & theirs) == 1:
        if popcount(s.bishops & DARK_SQUARES) == 1:
            return OPPOSITE_BISHOPS
    return 1.0


@helper
def estimate(s: State, w: Any) -> float:
    """The position's worth to White by the weights, in the unit of utility."""
    total, attacked, checks = side_score(w, s.white, s.black, s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings)
    theirs, mirror_attacked, mirror_checks = side_score(
        w, mirror(s.black), mirror(s.white), mirror(s.pawns), mirror(s.knights),
        mirror(s.bishops), mirror(s.rooks), mirror(s.queens), mirror(s.kings),
    )  # fmt: skip
    black_attacked, black_checks = mirror(mirror_attacked), mirror(mirror_checks)
    total -= theirs
    loose, black_loose = s.black & attacked & ~black_attacked, s.white & black_attacked & ~attacked
    total += weight(w, LOOSE_PAWN) * (popcount(loose & s.pawns) - popcount(black_loose & s.pawns))
    pieces = ~(s.pawns | s.kings)
    total += weight(w, LOOSE_PIECE) * (popcount(loose & pieces) - popcount(black_loose & pieces))
    total += weight(w, SAFE_CHECK) * (popcount(checks & ~black_attacked) - popcount(black_checks & ~attacked))
    total += weight(w, TEMPO) if s.turn == WHITE else -weight(w, TEMPO)
    endgame = (total + SPLIT // 2) >> SPLIT_BITS
    middlegame = total - endgame * SPLIT
    if s.black == s.kings & s.black:
        endgame += bare_king_score(lowest(s.black), lowest(s.kings & s.white))
    elif s.white == s.kings & s.white:
        endgame -= bare_king_score(lowest(s.white), lowest(s.kings & s.black))
    phase = min(popcount(s.knights | s.bishops) + 2 * popcount(s.rooks) + 4 * popcount(s.queens), PHASE_TOTAL)
    blend = (middlegame * phase + endgame * (PHASE_TOTAL - phase)) / PHASE_TOTAL
    blend *= winning_chance(s, s.white, s.black) if blend > 0 else winning_chance(s, s.black, s.white)
    return bounded(blend * CENTIPAWN)


# --- moves ---
@helper
def least_valuable(s: State, pieces: Bits) -> tuple[int, Bits]:
    """The kind of the cheapest piece of a set that is not empty, and all pieces of that kind."""
    if (s.pawns & pieces) != EMPTY:
        return PAWN, s.pawns
    if (s.knights & pieces) != EMPTY:
        return KNIGHT, s.knights
    if (s.bishops & pieces) != EMPTY:
        return BISHOP, s.bishops
    if (s.rooks & pieces) != EMPTY:
        return ROOK, s.rooks
    return (QUEEN, s.queens) if (s.queens & pieces) != EMPTY else (KING, s.kings)


@helper
def exchange(s: State, a: int) -> int:
    """Static exchange evaluation: what a move gains, in centipawns, if both sides then capture on its target while it pays.

    The swap algorithm (Chess Programming Wiki, "SEE - The Swap Algorithm"): cheapest attackers first, sliders that stand
    behind them joining in.
    """
    origin, target, promotion = a & 63, (a >> 6) & 63, a >> 12
    standing = kind_at(s, origin)
    gains = np.empty(33, np.int64)
    gains[0] = VALUES[kind_at(s, target)]
    occupied = (s.white | s.black) & ~bit(origin)
    if promotion:
        gains[0] += VALUES[promotion] - VALUES[PAWN]
        standing = promotion
    elif standing == PAWN and target == s.en_passant:
        gains[0] = VALUES[PAWN]
        occupied ^= bit(target - 8 if s.turn == WHITE else target + 8)
    elif standing == KING and abs(target - origin) == 2:
        return 0  # castling
    side, depth = 1 - s.turn, 0
    takers = attackers(s, target, side, occupied)
    while takers != EMPTY:
        kind, alike = least_valuable(s, takers)
        if kind == KING and attackers(s, target, 1 - side, occupied) != EMPTY:
            break
        depth += 1
        gains[depth] = VALUES[standing] - gains[depth - 1]
        standing = kind
        occupied ^= bit(lowest(takers & alike))
        side = 1 - side
        takers = attackers(s, target, side, occupied)
    return settled(gains, depth)


@helper
def order(s: State, a: int) -> float:
    """Captures that gain, the most valuable victim by the least valuable attacker first; quiet moves; what loses material."""
    origin, target, promotion = a & 63, (a >> 6) & 63, a >> 12
    kind, taken = kind_at(s, origin), kind_at(s, target)
    if promotion and promotion != QUEEN:
        return float(BAD_MOVE + VALUES[promotion])
    if promotion:
        return float(GOOD_CAPTURE + 10.0 * VALUES[QUEEN] + VALUES[taken])
    if kind == PAWN and target == s.en_passant:
        taken = PAWN
    if taken != NO_PIECE:
        if VALUES[kind] > VALUES[taken]:
            gain = exchange(s, a)
            if gain < 0:
                return BAD_MOVE + gain
        return float(GOOD_CAPTURE + 10.0 * VALUES[taken] - kind)
    flip = 0 if s.turn == WHITE else 56
    return float(SQUARE_HINTS[kind, target ^ flip] - SQUARE_HINTS[kind, origin ^ flip])
