"""Omega chess (Daniel MacDonald, 1992): chess on ten by ten squares and four beyond the corners, with champions and wizards.

As the rules say: pawns may advance up to three squares from where they begin, and a pawn that has come by more than one may
be taken en passant on any square that it has passed over, by the next move only; pawns become a queen, rook, bishop, knight,
champion or wizard on the tenth rank; castling leads the king two squares towards a rook, to h or to d. The corners are
squares of the board: all but rooks and pawns can come there, sliders along the only diagonal that leads to them.

Rule choices, as searches want them: a position that occurs for the third time and a hundred half-moves without a capture or a
pawn move are draws at once, without a claim; mate on the hundredth half-move is still mate. Nothing but the two bare kings is
too little material: in a corner, from which a single square leads away, even one knight or one wizard mates with the help of
its king. The right to capture en passant is part of a position only where such a capture is legal.

Checked against counts of the first moves, against Sjaak II (its variant `omega`), whose moves of random games and of prepared
positions are the same, and against a game of two grandmasters. Positions are written as Sjaak II and XBoard write them, with
a star for what is no square of the 12 x 12 that the corners span; but squares have the names of the game's own board, a0 to
j9 and w1 to w4 (Sjaak II counts from a1 to l12), and the en passant square is the one just behind the pawn (Sjaak II writes
the lowest of those passed over, and reads no more than that one). Sjaak II draws earlier where it thinks too little material
left, and wrongly lets a queen in a corner move along the next rank, and a king there to where it stands.

An action is from-square + 128 * to-square + 16384 * the kind of piece a pawn becomes (else 0). Castling is the move of the
king.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import NOWHERE, JointEvaluation
from counterplay.boards.bases.chess_game import ChessGame
from counterplay.boards.estimates.chess_estimates import CENTIPAWN, PAWNS, bounded
from counterplay.boards.pieces.chess_pieces import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, chess_pieces
from counterplay.boards.sets.cell_sets import CellSet, count, either, holds, members, only, without
from counterplay.core import Diagram, Published
from counterplay.games.chess_like.omega_chess import omega_evaluation
from counterplay.games.chess_like.omega_chess.omega_board import (
    CASTLING_HOMES,
    CASTLING_KEYS,
    CHAMPION,
    FAR,
    FILES,
    KEPT_RIGHTS,
    KINDS,
    LEAPS,
    LETTERS,
    PAWN_AIMS,
    PIECE_KEYS,
    RANKS,
    SIZE,
    SQUARE_KEYS,
    STEPS,
    TURN_KEY,
    WIZARD,
    State,
    cheapest_attacker,
    kind_of,
    king_square,
    omega_board,
    own_set,
    pinned,
    safe,
    slides,
    write_en_passant,
)
from counterplay.gears.bits import EMPTY

MOST_MOVES = 560  # a bound: eleven queens, and everybody on the best square of an empty board
HOLE = "*"  # in a position, what is no square


class OmegaChess(JointEvaluation, ChessGame):
    """Omega chess."""

    aliases = ("omega",)
    published = Published("Daniel MacDonald", 1992)
    unit = PAWNS
    rules = (
        "Omega chess is chess on a larger board with two more kinds of pieces. King, queen, rooks, bishops, knights and pawns"
        " move as in chess: you capture by moving onto an enemy piece, a king under attack is in check and must escape at "
        "once, and if it cannot, that is checkmate and the game is lost. The champions, beside the rooks, leap one or two "
        "squares along a rank or file, or exactly two squares diagonally. The wizards, in the squares outside the corners, "
        "leap one square diagonally, or three squares along a rank or file and one to the side; they always stay on one "
        "colour. Both leap over other pieces, like the knights. The four corners are squares like all others, but they can "
        "only be entered diagonally or by a leap. Pawns may advance one, two or three squares from where they begin. A pawn "
        "that has just advanced two or three may be taken by an enemy pawn on any square it has passed over, en passant. On "
        "the last rank a pawn becomes a queen, rook, bishop, knight, champion or wizard. To castle, the king moves two "
        "squares towards a rook, which jumps over it: neither has moved yet, all between them is empty, and the king is not "
        "in check and passes no attacked square. It is a draw if a player who is not in check has no legal move, after a "
        "third repetition, and after fifty moves each without a capture or a pawn move."
    )
    cover = (
        "w**********w/*1r1b1k1nr1*/*ppppp1pppp*/*2cn1p4*/*10*/*5c2B1*/*4P5*/*4Q5*/*3C3CN1*/*PPPP1PPPPP*/*1R3K"
        "B1R1*/W**********W w KQkq - 1 9"
    )
    diagrams = (
        Diagram(
            "1**********1/*5k4*/*10*/*10*/*10*/*4C5*/*10*/*10*/*10*/*10*/*5K4*/1**********1 w - - 0 1",
            "The champion leaps one or two squares straight, or two diagonally.",
            ("Cd5", "Cc5", "Cf5", "Cg5", "Ce6", "Ce7", "Ce4", "Ce3", "Cc7", "Cg7", "Cc3", "Cg3"),
        ),
        Diagram(
            "1**********1/*5k4*/*10*/*10*/*10*/*4W5*/*10*/*10*/*10*/*10*/*5K4*/1**********1 w - - 0 1",
            "The wizard leaps one square diagonally, or three straight and one aside. It stays on squares of one colour.",
            ("Wd6", "Wf6", "Wd4", "Wf4", "Wd8", "Wf8", "Wd2", "Wf2", "Wb6", "Wh6", "Wb4", "Wh4"),
        ),
        Diagram(
            "1**********1/*5k4*/*10*/*10*/*10*/*10*/*3pP5*/*5p4*/*10*/*10*/*5K4*/1**********1 b - e3 0 1",
            "White's pawn has just advanced three squares, from e1 to e4. Two pawns of Black may take it en passant: one on "
            "e3, the other on e2.",
            ("dxe3", "fxe2"),
        ),
    )
    first_position = (
        "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/W**********W "
        "w KQkq - 0 1"
    )
    pieces = chess_pieces(C="champion", W="wizard")
    promotions = "QRBNCW"
    files, ranks, longest_step, castling_homes = FILES, RANKS, 3, CASTLING_HOMES
    feature_names = tuple(omega_evaluation.FEATURES)
    max_actions = MOST_MOVES
    max_plies = 20_400  # 160 pawn moves and 42 captures at most, and fewer than 100 half-moves around each
    structure_parts = 3

    def __init__(self, weights: tuple[float, ...] = omega_evaluation.WEIGHTS) -> None:
        self.set_board(omega_board())
        self.set_weights(weights)
        self.start = self.load(self.first_position)

    def initial(self) -> State:
        return self.start

    # --- moves ---
    def actions(self, s: State) -> Any:
        return self.legal_moves(s, True)

    def noisy_actions(self, s: State) -> Any:
        """Captures and promotions alone."""
        return self.legal_moves(s, False)

    def legal_moves(self, s: State, quiet: bool) -> Any:
        """All legal moves, or without the quiet ones.

        Every piece's moves are written first. Those of a king, of a pinned piece, and in check of all pieces are then tried.
        """
        out, n, trial = np.empty(MOST_MOVES, np.int32), 0, s.board.copy()
        king = king_square(s, s.turn)
        tied = pinned(s.board, king, s.turn)
        for origin in members(own_set(s, s.turn)):
            kind, first = kind_of(s.board[origin], s.turn), n
            if kind == PAWN:
                n = self.write_pawn(s, out, n, origin, quiet)
            else:
                n = self.write_piece(s, out, n, origin, kind, quiet)
            if s.check or kind == KING or holds(tied, origin):
                tried, n = n, first
                for i in range(first, tried):
                    target = (out[i] >> 7) & 127
                    if safe(trial, king, s.turn, origin, target, target):
                        out[n] = out[i]
                        n += 1
        if s.en_passant != NOWHERE:
            n = write_en_passant(s.board, s.turn, king, s.en_passant, out, n)
        if quiet and s.castling and not s.check:
            n = self.write_castling(s, out, n)
        return out[:n]

    def write_piece(self, s: State, out: Any, n: int, origin: int, kind: int, quiet: bool) -> int:
        """Write the moves of a piece, pawns apart, after the first n of `out`; how many there are then."""
        if BISHOP <= kind <= QUEEN:
            for direction in range(8):
                if slides(kind, direction):
                    place = int(STEPS[origin, direction])
                    while place != NOWHERE:
                        content = s.board[place]
                        if (content == 0 and quiet) or 0 <= kind_of(content, 1 - s.turn) < KINDS:
                            out[n] = origin | place << 7
                            n += 1
                        place = int(STEPS[place, direction]) if content == 0 else NOWHERE
            return n
        for i in range(FAR):
            place = int(LEAPS[kind, origin, i])
            if place == NOWHERE:
                break
            content = s.board[place]
            if (content == 0 and quiet) or 0 <= kind_of(content, 1 - s.turn) < KINDS:
                out[n] = origin | place << 7
                n += 1
        return n

    def write_pawn(self, s: State, out: Any, n: int, origin: int, quiet: bool) -> int:
        """Write the moves of a pawn but for captures en passant."""
        for i in range(2):
            target = int(PAWN_AIMS[s.turn, origin, i])
            if target != NOWHERE and 0 <= kind_of(s.board[target], 1 - s.turn) < KINDS:
                n = self.write_promotions(out, n, origin, target)
        ahead, home, last = (SIZE, 1, SIZE - 1) if s.turn == WHITE else (-SIZE, SIZE - 2, 0)
        target = origin + ahead
        for _ in range(3 if origin // SIZE == home else 1):
            if s.board[target] != 0:
                break
            if quiet or target // SIZE == last:
                n = self.write_promotions(out, n, origin, target)
            target += ahead
        return n

    def write_promotions(self, out: Any, n: int, origin: int, target: int) -> int:
        """Write one move of a pawn, or, onto a last rank, all that it may become there."""
        move = origin | target << 7
        if SIZE <= target < SIZE * (SIZE - 1):
            out[n] = move
            return n + 1
        for kind in (QUEEN, KNIGHT, ROOK, BISHOP, CHAMPION, WIZARD):
            out[n] = move | kind << 14
            n += 1
        return n

    def write_castling(self, s: State, out: Any, n: int) -> int:
        """Castling for a king that is not in check; unlike in chess, a rook that leaves may bare it to an attacker behind."""
        king, rights = king_square(s, s.turn), s.castling >> (2 * s.turn)
        for right, side, between in ((1, 1, 2), (2, -1, 3)):
            free = rights & right > 0
            for i in range(1, between + 1):
                free = free and s.board[king + i * side] == 0
            if free:
                trial = s.board.copy()
                trial[king + (between + 1) * side] = 0
                for i in range(1, 3):
                    free = free and cheapest_attacker(trial, king + i * side, 1 - s.turn) == NOWHERE
            if free:
                out[n] = king | (king + 2 * side) << 7
                n += 1
        return n

    def result(self, s: State, a: int) -> State:
        move = int(a)
        origin, target, promotion = move & 127, (move >> 7) & 127, move >> 14
        mine, yours = s.turn, 1 - s.turn
        board = s.board.copy()
        piece, victim = int(board[origin]), target
        kind, ahead = kind_of(piece, mine), (SIZE if mine == WHITE else -SIZE)
        if kind == PAWN and board[target] == 0 and (target - origin) % SIZE != 0:
            victim = s.en_passant - ahead
        placed, taken = (1 + promotion + KINDS * mine if promotion else piece), int(board[victim])
        board[victim] = 0
        board[origin] = 0
        board[target] = placed
        own, theirs = own_set(s, mine), own_set(s, yours)
        own = either(without(own, only(origin, own)), only(target, own))
        theirs = without(theirs, only(victim, theirs))
        pawns, own_key, their_key = s.pawn_key, self.piece_key(s, mine), self.piece_key(s, yours)
        if kind == PAWN:
            pawns ^= PIECE_KEYS[piece, origin]
        else:
            own_key ^= PIECE_KEYS[piece, origin]
        if kind == PAWN and not promotion:
            pawns ^= PIECE_KEYS[placed, target]
        else:
            own_key ^= PIECE_KEYS[placed, target]
        if kind_of(taken, yours) == PAWN:
            pawns ^= PIECE_KEYS[taken, victim]
        else:
            their_key ^= PIECE_KEYS[taken, victim]
        king, their_king = (target if kind == KING else king_square(s, mine)), king_square(s, yours)
        if kind == KING and abs(target - origin) == 2:
            rook, beside = (target + 1 if target > origin else target - 2), (origin + target) >> 1
            tower = int(board[rook])
            board[rook] = 0
            board[beside] = tower
            own = either(without(own, only(rook, own)), only(beside, own))
            own_key ^= PIECE_KEYS[tower, rook] ^ PIECE_KEYS[tower, beside]
        passed = NOWHERE
        if kind == PAWN and abs(target - origin) > SIZE + 1:
            found = np.empty(4, np.int32)  # two pawns beside, and two squares
            if write_en_passant(board, yours, their_king, target - ahead, found, 0) > 0:
                passed = target - ahead
        return self.after_move(
            board, own, theirs, (pawns, own_key, their_key), (king, their_king), yours,
            s.castling & int(KEPT_RIGHTS[origin] & KEPT_RIGHTS[target]), passed,
            0 if kind == PAWN or taken else s.halfmoves + 1, s.fullmoves + mine,
        )  # fmt: skip

    def after_move(
        self, board: Any, own: CellSet, theirs: CellSet, keys: tuple[np.uint64, ...], kings: tuple[int, int], turn: int,
        castling: int, passed: int, halfmoves: int, fullmoves: int,
    ) -> State:  # fmt: skip
        """The state after a move; what is own, and comes first of the keys and kings, belongs to who has made it."""
        check = int(cheapest_attacker(board, kings[1], 1 - turn) != NOWHERE)
        if turn == WHITE:
            return State(
                board, theirs[0], theirs[1], own[0], own[1], keys[0], keys[2], keys[1], kings[1], kings[0],
                check, turn, castling, passed, halfmoves, fullmoves,
            )  # fmt: skip
        return State(
            board, own[0], own[1], theirs[0], theirs[1], keys[0], keys[1], keys[2], kings[0], kings[1],
            check, turn, castling, passed, halfmoves, fullmoves,
        )  # fmt: skip

    def skip(self, s: State) -> State:
        """The null move, for a player who is not in check; the clock of the fifty moves stands still."""
        return State(
            s.board, s.white_0, s.white_1, s.black_0, s.black_1, s.pawn_key, s.white_key, s.black_key,
            s.white_king, s.black_king, 0, 1 - s.turn, s.castling, NOWHERE, s.halfmoves, s.fullmoves + s.turn,
        )  # fmt: skip

    # --- the end: see `ChessGame`, too ---
    def movable(self, s: State) -> bool:
        """Whether there is a legal move; looks first for a piece that shares no line with its king and so is not pinned."""
        king = king_square(s, s.turn)
        if not s.check and king < SIZE * SIZE:
            for cell in members(own_set(s, s.turn)):
                files, ranks = abs(cell % SIZE - king % SIZE), abs(cell // SIZE - king // SIZE)
                if cell < SIZE * SIZE and files and ranks and files != ranks and self.can_step(s, cell):
                    return True
        return len(self.actions(s)) > 0

    def can_step(self, s: State, cell: int) -> bool:
        """Whether a piece that is not pinned has a move; of a slider and a pawn, only the first square is looked at."""
        kind = kind_of(s.board[cell], s.turn)
        if kind == PAWN:
            return bool(s.board[cell + (SIZE if s.turn == WHITE else -SIZE)] == 0)
        if BISHOP <= kind <= QUEEN:
            for direction in range(8):
                place = STEPS[cell, direction]
                if slides(kind, direction) and place != NOWHERE and s.board[place] == 0:
                    return True
            return False
        for i in range(FAR):
            place = LEAPS[kind, cell, i]
            if place != NOWHERE and s.board[place] == 0:
                return True
        return False

    def insufficient(self, s: State) -> bool:
        """Whether nobody has anything but the king: in a corner, any other piece can mate."""
        return bool(count(own_set(s, 0)) + count(own_set(s, 1)) == 2)

    # --- hints for searches ---
    def features(self, s: State, p: int) -> NDArray[np.float64]:
        """All at once, since they are counted piece by piece."""
        values = np.zeros(len(self.weight_array))
        omega_evaluation.add_features(s, values, p)
        return values

    def evaluate(self, s: State, p: int) -> float:
        value = bounded(omega_evaluation.estimate(s, self.features(s, WHITE), self.weight_array))
        return value if p == WHITE else -value

    def threatened(self, s: State) -> bool:
        """Whether the player to move is in check."""
        return bool(s.check)

    def may_skip(self, s: State) -> bool:
        """Zugzwang is common where only king and pawns are left."""
        for cell in members(own_set(s, s.turn)):
            kind = kind_of(s.board[cell], s.turn)
            if kind != PAWN and kind != KING:
                return True
        return False

    def noisy(self, s: State, a: int) -> bool:
        """Captures and promotions."""
        origin, target = a & 127, (a >> 7) & 127
        if a >> 14 or s.board[target] != 0:
            return True
        return bool(kind_of(s.board[origin], s.turn) == PAWN and (target - origin) % SIZE != 0)

    def order(self, s: State, a: int) -> float:
        return omega_evaluation.order(s, int(a))

    def exchange(self, s: State, a: int) -> float:
        """What the captures on the target square gain the player to move, in the unit of utility (pins are ignored)."""
        return omega_evaluation.exchange(s, int(a)) * CENTIPAWN

    def piece_key(self, s: State, colour: int) -> np.uint64:
        """The hash of the pieces of a colour, pawns apart."""
        return s.white_key if colour == WHITE else s.black_key

    def structure(self, s: State, part: int) -> int:
        """The pawns, the pieces of White, the pieces of Black."""
        return s.pawn_key if part == 0 else self.piece_key(s, part - 1)  # type: ignore[return-value]

    def key(self, s: State) -> int:
        key = s.pawn_key ^ s.white_key ^ s.black_key ^ CASTLING_KEYS[s.castling]
        if s.turn != WHITE:
            key ^= TURN_KEY
        if s.en_passant != NOWHERE:
            key ^= SQUARE_KEYS[s.en_passant]
        return key  # type: ignore[no-any-return]

    # --- positions and names ---
    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        sides: list[list[int]] = [[], []]
        keys, kings = [EMPTY, EMPTY, EMPTY], [NOWHERE, NOWHERE]
        for cell, content in enumerate(contents):
            if content:
                owner, kind = divmod(content - 1, KINDS)
                sides[owner].append(cell)
                keys[0 if kind == PAWN else 1 + owner] ^= PIECE_KEYS[content, cell]
                if kind == KING:
                    kings[owner] = cell
        castling, passed, halfmoves, fullmoves = (extras[field.field] for field in self.extra_fields)
        sets = (*self.cell_set(sides[0]), *self.cell_set(sides[1]))
        counters = (castling, passed, halfmoves, max(1, fullmoves))
        return State._make([np.array(contents, np.int8), *sets, *keys, *kings, 0, turn, *counters])

    def load(self, text: str) -> State:
        """Reads Forsyth-Edwards notation with stars for what is no square, with or without these and the two counters."""
        s: State = super().load(text)
        passed, found = s.en_passant, np.empty(4, np.int32)
        if passed != NOWHERE and not write_en_passant(s.board, s.turn, king_square(s, s.turn), passed, found, 0):
            passed = NOWHERE
        return s._replace(check=int(self.checked(s, s.turn)), en_passant=passed)

    def join_row(self, cells: Sequence[str]) -> str:
        if len(cells) == SIZE:
            return HOLE + super().join_row(cells) + HOLE
        return (HOLE * SIZE).join(map(super().join_row, cells))

    def split_row(self, row: str) -> list[str]:
        return [cell for part in map(super().split_row, row.split(HOLE)) for cell in part]

    def checked(self, s: State, colour: int) -> bool:
        return cheapest_attacker(s.board, king_square(s, colour), 1 - colour) != NOWHERE

    def king_of(self, s: State, colour: int) -> int:
        return king_square(s, colour)

    def action_cells(self, s: State | None, a: int) -> Sequence[int]:
        return int(a) & 127, (int(a) >> 7) & 127

    def letter_at(self, s: State, cell: int) -> str:
        return LETTERS[(int(s.board[cell]) - 1) % KINDS]

    def promotion(self, a: int) -> str:
        return LETTERS[int(a) >> 14] if int(a) >> 14 else ""
