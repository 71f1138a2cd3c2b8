"""Chess, by the Laws of FIDE.

Rule choices, as searches want them: a position that occurs for the third time and a hundred half-moves without a capture
or a pawn move are draws at once, without a claim; so are king against king, king and one minor piece against king, and
king and bishop against king and bishop on squares of one colour. Mate on the hundredth half-move is still mate. The right
to capture en passant is part of a position only where such a capture is legal.

Checked against python-chess (moves, results, names, notation and endings of random games) and the published perft counts.
OpenSpiel's chess makes the same choices, and numbers its moves differently.

An action is from-square + 64 * to-square + 4096 * the kind of piece a pawn becomes (KNIGHT..QUEEN, else 0). Castling is the
move of the king.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from counterplay.boards import SquareBoard
from counterplay.boards.bases.chess_game import FIFTY_MOVES
from counterplay.boards.estimates.chess_estimates import CENTIPAWN, PAWNS
from counterplay.boards.pieces.chess_pieces import BISHOP, KING, KNIGHT, NO_PIECE, PAWN, QUEEN, ROOK, WHITE
from counterplay.boards.sets.eight_by_eight import DARK_SQUARES, NOT_FILE_A, NOT_FILE_H, RANK_3, RANK_6
from counterplay.boards.sets.sliding_attacks import BETWEEN, BISHOP_RAY, RAYS, ROOK_RAY, bishop_attacks, rook_attacks
from counterplay.core import Diagram, state_key
from counterplay.games.chess_like.chess import chess_evaluation
from counterplay.games.chess_like.chess.chess_board import (
    CASTLING_HOMES,
    CASTLING_KEYS,
    FILE_KEYS,
    KEPT_RIGHTS,
    KING_LEAP,
    KNIGHT_LEAP,
    LAST_RANKS,
    LEAPS,
    NO_SQUARE,
    PIECE_KEYS,
    TURN_KEY,
    State,
    attackers,
    kind_at,
    king_square,
    legal_en_passant,
    pieces_of,
    safe_en_passant,
)
from counterplay.games.chess_like.chess.chess_text import ChessText
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, Bits, bit, cells, down, lowest, popcount, rest, up

SHORT_PATH, LONG_PATH = np.uint64(0x60), np.uint64(0x0E)  # what must be empty on the first rank to castle: f-g, b-d
MOST_MOVES = 218  # in any position that can arise (found by N. Petrović, 1964)


@helper
def spread(out: Any, n: int, origin: int, targets: Bits) -> int:
    """Write the moves of one piece after the first n of `out`; how many there are then."""
    for target in cells(targets):
        out[n] = origin | target << 6
        n += 1
    return n


@helper
def spread_pawns(out: Any, n: int, step: int, targets: Bits) -> int:
    """Write the pawn moves onto the targets, each from `step` squares below, after the first n of `out`."""
    for target in cells(targets & ~LAST_RANKS):
        out[n] = (target - step) | target << 6
        n += 1
    for target in cells(targets & LAST_RANKS):
        move = (target - step) | target << 6
        out[n] = move | QUEEN << 12
        out[n + 1] = move | KNIGHT << 12
        out[n + 2] = move | ROOK << 12
        out[n + 3] = move | BISHOP << 12
        n += 4
    return n


@helper
def pins(king: int, ray: int, snipers: Bits, own: Bits, occupied: Bits) -> Bits:
    """The lines on which a single own piece shields its king from a sniper, the sniper's square included.

    A pinned piece may only move along its line. Two pin lines of one kind never share a square that a piece pinned on
    the one could reach on the other, so one set holds them all.
    """
    found = EMPTY
    for sniper in cells(snipers & RAYS[king, ray]):
        path = BETWEEN[king, sniper]
        blockers = path & occupied
        if rest(blockers) == EMPTY and (blockers & own) != EMPTY:
            found |= path | bit(sniper)
    return found


class Chess(ChessText):
    """Chess."""

    unit = PAWNS
    rules = (
        "Each side moves its king, queen, rooks, bishops, knights and pawns by their own patterns and captures by moving onto "
        "an enemy piece. A king under attack is in check and must escape at once; if it cannot, that is checkmate and the game "
        "is lost. Pawns may advance two squares from where they start, may be captured en passant just after, and become "
        "another piece on the last rank; king and rook may castle. It is a draw if a player who is not in check has no legal "
        "move, and after a third repetition, fifty moves each without a capture or a pawn move, or with too little material."
    )
    cover = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"
    usual_plies = 80
    classic = True
    diagrams = (
        Diagram("", "The first position. White moves first; a knight leaps over other pieces.", ("Nf3", "Nc3")),
        Diagram(
            "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
            "Castling: the king moves two squares towards a rook, which jumps over it; neither has moved yet, and the king "
            "passes no attacked square.",
            ("O-O", "O-O-O"),
        ),
        Diagram(
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "En passant: Black's pawn has just moved from f7 to f5; the pawn on e5 takes it as if it had moved only to f6.",
            ("exf6",),
        ),
    )
    max_actions = MOST_MOVES
    max_plies = 12_700  # 96 pawn moves and 30 captures at most, and fewer than 100 half-moves around each
    structure_parts = 3
    tunables: ClassVar[tuple[str, ...]] = ("phase_weights",)

    def __init__(self) -> None:
        self.set_board(SquareBoard(8, checkered=True))
        self.start = self.load(self.first_position)
        self.phase_weights: Any = chess_evaluation.initial_weights()  # int64 (rows, 2): centipawns, middlegame and endgame

    def initial(self) -> State:
        return self.start

    # --- moves: only legal ones are made, by what each piece may do under pins and checks ---
    def actions(self, s: State) -> Any:
        out = np.empty(MOST_MOVES, np.int32)  # 32 bits keep the array in the allocator's fast bins
        return out[: self.write_moves(s, out, ~EMPTY)]

    def write_moves(self, s: State, out: Any, wanted: Bits) -> int:
        """Write the legal moves into an array of at least MOST_MOVES; how many there are.

        wanted are the squares to move to. Where some are not, promotions and captures en passant are written all the same, but
        no castling.
        """
        own, theirs = pieces_of(s, s.turn), pieces_of(s, 1 - s.turn)
        occupied = own | theirs
        king = king_square(s, s.turn)
        targets = ~(own | s.kings)
        n = spread(out, 0, king, self.king_steps(s, wanted))
        if s.checkers != EMPTY:
            if rest(s.checkers) != EMPTY:  # a double check: only the king can move
                return n
            targets &= BETWEEN[king, lowest(s.checkers)] | s.checkers
        elif s.castling and wanted == ~EMPTY:
            n = self.write_castling(s, out, n)
        diagonal = pins(king, BISHOP_RAY, (s.bishops | s.queens) & theirs, own, occupied)
        straight = pins(king, ROOK_RAY, (s.rooks | s.queens) & theirs, own, occupied)
        n = self.write_pawn_moves(s, out, n, targets & (wanted | LAST_RANKS), diagonal, straight)
        targets &= wanted
        for origin in cells(s.knights & own & ~(diagonal | straight)):
            n = spread(out, n, origin, LEAPS[origin, KNIGHT_LEAP] & targets)
        for origin in cells((s.bishops | s.queens) & own & ~straight):
            reach = bishop_attacks(origin, occupied) & targets
            n = spread(out, n, origin, reach & diagonal if (bit(origin) & diagonal) != EMPTY else reach)
        for origin in cells((s.rooks | s.queens) & own & ~diagonal):
            reach = rook_attacks(origin, occupied) & targets
            n = spread(out, n, origin, reach & straight if (bit(origin) & straight) != EMPTY else reach)
        return n

    def king_steps(self, s: State, wanted: Bits) -> Bits:
        """The wanted squares the king may step to; it does not hide the squares behind it from a slider."""
        king = king_square(s, s.turn)
        without_king = (s.white | s.black) ^ bit(king)
        found = EMPTY
        for target in cells(LEAPS[king, KING_LEAP] & ~(pieces_of(s, s.turn) | s.kings) & wanted):
            if attackers(s, target, 1 - s.turn, without_king) == EMPTY:
                found |= bit(target)
        return found

    def write_castling(self, s: State, out: Any, n: int) -> int:
        """Castling for a king that is not in check."""
        first, theirs = 56 * s.turn, 1 - s.turn
        king = first + 4
        occupied = s.white | s.black
        first_rank = down(occupied, first)
        rights = s.castling >> (2 * s.turn)
        for right, path, side in ((1, SHORT_PATH, 1), (2, LONG_PATH, -1)):
            if (
                rights & right
                and (first_rank & path) == EMPTY
                and attackers(s, king + side, theirs, occupied) == EMPTY
                and attackers(s, king + 2 * side, theirs, occupied) == EMPTY
            ):
                out[n] = king | (king + 2 * side) << 6
                n += 1
        return n

    def write_pawn_moves(self, s: State, out: Any, n: int, targets: Bits, diagonal: Bits, straight: Bits) -> int:
        """Pawn moves onto the targets, given the pin lines; capturing en passant is judged by itself."""
        own, theirs = pieces_of(s, s.turn), pieces_of(s, 1 - s.turn)
        empty = ~(own | theirs)
        pawns = s.pawns & own
        walkers, tied_walkers = pawns & ~(diagonal | straight), pawns & straight & ~diagonal
        takers, tied_takers = walkers, pawns & diagonal & ~straight
        if s.turn == WHITE:
            single = (up(walkers, 8) | (up(tied_walkers, 8) & straight)) & empty
            double = up(single & RANK_3, 8) & empty
            left = up(takers & NOT_FILE_A, 7) | (up(tied_takers & NOT_FILE_A, 7) & diagonal)
            right = up(takers & NOT_FILE_H, 9) | (up(tied_takers & NOT_FILE_H, 9) & diagonal)
            step = 8
        else:
            single = (down(walkers, 8) | (down(tied_walkers, 8) & straight)) & empty
            double = down(single & RANK_6, 8) & empty
            left = down(takers & NOT_FILE_A, 9) | (down(tied_takers & NOT_FILE_A, 9) & diagonal)
            right = down(takers & NOT_FILE_H, 7) | (down(tied_takers & NOT_FILE_H, 7) & diagonal)
            step = -8
        n = spread_pawns(out, n, step - 1, left & theirs & targets)
        n = spread_pawns(out, n, step + 1, right & theirs & targets)
        n = spread_pawns(out, n, 2 * step, double & targets)
        n = spread_pawns(out, n, step, single & targets)
        if s.en_passant != NO_SQUARE:
            for origin in cells(LEAPS[s.en_passant, 1 - s.turn] & pawns):
                if safe_en_passant(s, origin, s.en_passant):
                    out[n] = origin | s.en_passant << 6
                    n += 1
        return n

    def result(self, s: State, a: int) -> State:
        move = int(a)
        origin, target, promotion = move & 63, (move >> 6) & 63, move >> 12
        mine, yours = s.turn, 1 - s.turn
        kind, taken = kind_at(s, origin), kind_at(s, target)
        placed = promotion if promotion else kind
        stop = bit(target)
        cleared = ~(bit(origin) | stop)
        own, theirs = (pieces_of(s, mine) & cleared) | stop, pieces_of(s, yours) & cleared
        pawns = (s.pawns & cleared) | (stop if placed == PAWN else EMPTY)
        knights = (s.knights & cleared) | (stop if placed == KNIGHT else EMPTY)
        bishops = (s.bishops & cleared) | (stop if placed == BISHOP else EMPTY)
        rooks = (s.rooks & cleared) | (stop if placed == ROOK else EMPTY)
        queens = (s.queens & cleared) | (stop if placed == QUEEN else EMPTY)
        kings = (s.kings & cleared) | (stop if placed == KING else EMPTY)
        castling = s.castling & int(KEPT_RIGHTS[origin] & KEPT_RIGHTS[target])
        key = s.hash ^ TURN_KEY ^ CASTLING_KEYS[s.castling] ^ CASTLING_KEYS[castling]
        key ^= PIECE_KEYS[mine, kind, origin] ^ PIECE_KEYS[mine, placed, target] ^ PIECE_KEYS[yours, taken, target]
        if s.en_passant != NO_SQUARE:
            key ^= FILE_KEYS[s.en_passant & 7]
        passed = NO_SQUARE
        if kind == PAWN and target == s.en_passant:
            victim = target - 8 if mine == WHITE else target + 8
            pawns ^= bit(victim)
            theirs ^= bit(victim)
            key ^= PIECE_KEYS[yours, PAWN, victim]
        elif kind == PAWN and abs(target - origin) == 16:
            passed = (origin + target) >> 1
        elif kind == KING and abs(target - origin) == 2:
            rook, beside = (target + 1 if target > origin else target - 2), (origin + target) >> 1
            rooks ^= bit(rook) | bit(beside)
            own ^= bit(rook) | bit(beside)
            key ^= PIECE_KEYS[mine, ROOK, rook] ^ PIECE_KEYS[mine, ROOK, beside]
        white, black = (own, theirs) if mine == WHITE else (theirs, own)
        halfmoves = 0 if kind == PAWN or taken != NO_PIECE else s.halfmoves + 1
        fullmoves = s.fullmoves + mine
        board = State(
            pawns, knights, bishops, rooks, queens, kings, white, black,
            key, EMPTY, yours, castling, NO_SQUARE, halfmoves, fullmoves,
        )  # fmt: skip
        if passed != NO_SQUARE and legal_en_passant(board, passed):
            key ^= FILE_KEYS[passed & 7]
        else:
            passed = NO_SQUARE
        checkers = attackers(board, king_square(board, yours), mine, white | black)
        return State(
            pawns, knights, bishops, rooks, queens, kings, white, black,
            key, checkers, yours, castling, passed, halfmoves, fullmoves,
        )  # fmt: skip

    # --- the end: see `ChessGame`, too ---
    def movable(self, s: State) -> bool:
        """Whether there is a legal move; looks first where one is found most often."""
        if s.checkers == EMPTY:
            king = king_square(s, s.turn)
            # A pawn that shares no line with its king cannot be pinned.
            pawns = s.pawns & pieces_of(s, s.turn) & ~(RAYS[king, BISHOP_RAY] | RAYS[king, ROOK_RAY])
            ahead = up(pawns, 8) if s.turn == WHITE else down(pawns, 8)
            if (ahead & ~(s.white | s.black)) != EMPTY:
                return True
        return bool(self.king_steps(s, ~EMPTY) != EMPTY or len(self.actions(s)) > 0)

    def insufficient(self, s: State) -> bool:
        """Whether neither side could mate: K-K, KB-K, KN-K, KB-KB with bishops on one colour."""
        if (s.pawns | s.rooks | s.queens) != EMPTY:
            return False
        count = popcount(s.white | s.black)
        one_bishop_each = popcount(s.bishops & s.white) == 1 and popcount(s.bishops & s.black) == 1
        return count <= 3 or (count == 4 and one_bishop_each and popcount(s.bishops & DARK_SQUARES) != 1)

    # --- hints for searches ---
    def planes(self, s: State) -> tuple[np.uint64, ...]:
        """The mover's pieces from pawns to the king, the opponent's, rooks that may still castle, the en passant square."""
        own, theirs = (s.white, s.black) if s.turn == WHITE else (s.black, s.white)
        castling, passed = EMPTY, EMPTY
        for right in range(len(CASTLING_HOMES)):
            if s.castling >> right & 1:
                castling |= bit(CASTLING_HOMES[right][1])
        if s.en_passant != NO_SQUARE:
            passed = bit(s.en_passant)
        return (
            s.pawns & own, s.knights & own, s.bishops & own, s.rooks & own, s.queens & own, s.kings & own,
            s.pawns & theirs, s.knights & theirs, s.bishops & theirs, s.rooks & theirs, s.queens & theirs, s.kings & theirs,
            castling, passed,
        )  # fmt: skip

    def evaluate(self, s: State, p: int) -> float:
        white = chess_evaluation.estimate(s, self.phase_weights)
        return white if p == WHITE else -white

    def threatened(self, s: State) -> bool:
        """Whether the player to move is in check."""
        return bool(s.checkers != EMPTY)

    def may_skip(self, s: State) -> bool:
        """Zugzwang is common where only king and pawns are left."""
        return bool((pieces_of(s, s.turn) & ~(s.pawns | s.kings)) != EMPTY)

    def noisy(self, s: State, a: int) -> bool:
        """Captures and promotions."""
        target = (a >> 6) & 63
        if a >> 12 or ((s.white | s.black) & bit(target)) != EMPTY:
            return True
        return bool(target == s.en_passant and (s.pawns & bit(a & 63)) != EMPTY)

    def noisy_actions(self, s: State) -> Any:
        """Captures and promotions alone."""
        out = np.empty(MOST_MOVES, np.int32)
        return out[: self.write_moves(s, out, pieces_of(s, 1 - s.turn))]

    def order(self, s: State, a: int) -> float:
        return chess_evaluation.order(s, a)

    def exchange(self, s: State, a: int) -> float:
        """What the captures on the target square gain the player to move, in the unit of utility (pins are ignored)."""
        return chess_evaluation.exchange(s, a) * CENTIPAWN

    def harmless(self, s: State, a: int) -> bool:
        """A plain move or capture that gives no check, on which the fifty moves do not end."""
        origin, target, kind = a & 63, (a >> 6) & 63, kind_at(s, a & 63)
        castling = kind == KING and abs(target - origin) == 2
        if a >> 12 or castling or (kind == PAWN and target == s.en_passant) or s.halfmoves >= FIFTY_MOVES - 1:
            return False
        king, stop = king_square(s, 1 - s.turn), bit(target)
        staying = pieces_of(s, s.turn) & ~bit(origin)
        occupied = ((s.white | s.black) & ~bit(origin)) | stop
        diagonal, straight = (s.bishops | s.queens) & staying, (s.rooks | s.queens) & staying
        checks = EMPTY
        if kind == PAWN:
            checks = LEAPS[king, 1 - s.turn] & stop
        elif kind == KNIGHT:
            checks = LEAPS[king, KNIGHT_LEAP] & stop
        if kind in (BISHOP, QUEEN):
            diagonal |= stop
        if kind in (ROOK, QUEEN):
            straight |= stop
        if (RAYS[king, BISHOP_RAY] & diagonal) != EMPTY:
            checks |= bishop_attacks(king, occupied) & diagonal
        if (RAYS[king, ROOK_RAY] & straight) != EMPTY:
            checks |= rook_attacks(king, occupied) & straight
        return bool(checks == EMPTY)

    def structure(self, s: State, part: int) -> int:
        """The pawns, the pieces of White, the pieces of Black."""
        if part == 0:
            return state_key((s.pawns & s.white, s.pawns & s.black))
        pieces = s.white if part == 1 else s.black
        return state_key((s.knights & pieces, (s.bishops | s.queens) & pieces, (s.rooks | s.queens) & pieces, s.kings & pieces))

    def key(self, s: State) -> int:
        return s.hash  # type: ignore[return-value]

    def skip(self, s: State) -> State:
        """The null move, for a player who is not in check; the clock of the fifty moves stands still."""
        key = s.hash ^ TURN_KEY
        if s.en_passant != NO_SQUARE:
            key ^= FILE_KEYS[s.en_passant & 7]
        return State(
            s.pawns, s.knights, s.bishops, s.rooks, s.queens, s.kings, s.white, s.black,
            key, EMPTY, 1 - s.turn, s.castling, NO_SQUARE, s.halfmoves, s.fullmoves + s.turn,
        )  # fmt: skip
