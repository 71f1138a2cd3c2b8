"""Shogi and its relatives: chess in which what was taken comes back as a piece of its captor, dropped on an empty square.

A game gives its board and its pieces to `set_rules`; moves, drops, promotion, mate and the estimate are here. A pawn is the
last kind before the king: it alone may not be dropped to give mate, nor where its file holds as many as `most_on_file`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.estimates.evaluation_pieces import seen_by
from counterplay.boards.estimates.linear_evaluation import JointEvaluation
from counterplay.boards.notation.shogi_notation import (
    CELL_MASK,
    DECLARE,
    MAY,
    MOST_COUNTED,
    MUST,
    NEVER,
    PROMOTES,
    TARGET_BITS,
    ShogiNotation,
)
from counterplay.boards.pieces.drop_pieces import TURNED, DropPiece, drop_tables, kinds_of, piece_kinds
from counterplay.boards.pieces.piece_hands import held, put_in_hand, taken_from_hand
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import NORTH, SOUTH, SquareBoard
from counterplay.core import Repetition
from counterplay.core.errors import require
from counterplay.gears.rng import draw_word, seeded

BLACK, WHITE = 0, 1  # Black, below, moves first
SEVERAL = -2  # in place of the one piece that gives check
ENDLESS = 5000  # plies of the longest game, where no bound is set
FEW = 64  # more than one piece's moves
KEY_SEED = 81  # of the words of the hash
NEAR = 3  # steps: what is so far from a king neither guards nor attacks it
HALF = 15.0  # pawns that are worth half a win
FEATURES = ("material on the board", "material in hand", "advancement", "guards of the king", "attackers of the king", "move")
MATERIAL, IN_HAND, ADVANCE, GUARDS, ATTACKERS, MOVE = range(len(FEATURES))
WEIGHTS = (1.0, 1.1, 0.06, 0.12, 0.18, 0.2)  # pawns


class DropState(NamedTuple):
    """A position."""

    board: NDArray[np.int8]  # shape (cells,): 0, 1 + kind of Black's pieces, 1 + kinds + kind of White's
    black_hand: int  # as `piece_hands` keeps it
    white_hand: int
    black_king: int  # its cell
    white_king: int
    hash: np.uint64  # exclusive or of random words for pieces, hands and turn (Zobrist, 1970)
    turn: int
    check: int  # 1 where the player to move is in check
    declared: int  # 1 where the other player has claimed the win
    number: int  # of the next move, from 1


class DropChessGame(JointEvaluation, ShogiNotation):
    """Chess with drops; a subclass calls `set_rules`."""

    player_names = ("Black", "White")
    repetition, repetition_count = Repetition.PERPETUAL_LOSES, 4
    feature_names = FEATURES
    half = HALF
    tunables: ClassVar[tuple[str, ...]] = ("weight_array",)
    declaring: bool = False  # whether a win may be claimed: `may_declare`
    longest: int  # moves after which the game is drawn; 0 for no such rule
    idle_fields: tuple[str, ...]  # type: ignore[misc]

    def set_rules(
        self,
        board: SquareBoard,
        pieces: Sequence[DropPiece],
        rows: str,  # of the first position, as `dump` writes them
        zone_rows: int,  # rows of the far side in which pieces are promoted
        most_on_file: int,
        always_promotes: bool,
        longest: int,
        weights: Sequence[float],
    ) -> None:
        """Make the tables; the pieces are in the order of the hand, a pawn last, then the king."""
        bound = f"longest is a number of moves below {MOST_COUNTED}, or 0 for no bound, not {longest}"
        require(0 <= longest < MOST_COUNTED, bound)
        self.longest, self.max_plies = longest, longest or ENDLESS
        self.draw_clock = ("number", longest + 1) if longest else None
        self.idle_fields = () if longest else ("number",)  # without a bound the number of a move decides nothing
        self.set_board(board)
        kinds = kinds_of(pieces)
        self.kinds, self.kind_count = tuple(kinds), len(kinds)
        self.hand_kinds, self.pawn, self.king = len(pieces) - 1, len(pieces) - 2, len(pieces) - 1
        self.pieces = piece_kinds(kinds, self.player_names)
        self.set_fields()
        self.width, self.most_on_file, self.always_promotes = board.width, most_on_file, always_promotes
        tables = drop_tables(board, pieces)
        self.reach, self.leaps, self.stuck = tables.reach, tables.leaps, tables.stuck
        self.leap_from, self.leap_content = tables.leap_from, tables.leap_content
        self.promoted, self.in_hand, self.owner = tables.promoted, tables.in_hand, tables.owner
        self.leap_count, self.source_count = self.leaps.shape[2], self.leap_from.shape[2]
        self.rays = self.along.astype(np.int8)  # small tables stay in the processor's nearest cache
        self.apart = board.distances().astype(np.int8)
        self.heading = np.full((board.size, board.size), NOWHERE, np.int8)  # the direction from a cell to another
        for cell in range(board.size):
            for direction in range(board.directions):
                self.heading[cell, board.rays(cell, direction)] = direction
        height = np.arange(board.size) // board.width  # rows from the top
        self.zone = np.stack([height < zone_rows, height >= board.height - zone_rows])
        self._set_worths(kinds, np.stack([board.height - 1 - height, height]))
        rng = seeded(KEY_SEED)
        words = [draw_word(rng) for _ in range(len(self.reach) * board.size + 2 * self.hand_kinds * 64 + 2)]
        last = len(self.reach) * board.size
        self.cell_keys = np.array(words[:last], np.uint64).reshape(len(self.reach), board.size)
        self.cell_keys[0] = 0
        self.hand_keys = np.array(words[last:-2], np.uint64).reshape(2, self.hand_kinds, 64)
        self.hand_keys[:, :, 0] = 0
        self.turn_key, self.declared_key = words[-2], words[-1]
        self.set_weights(weights)
        contents = self._read_rows(rows, rows.split("/"))
        self.start = self.restored(self.assembled(contents, BLACK, {"hands": (0, 0), "number": 1, "declared": 0}), BLACK)

    def _set_worths(self, kinds: Sequence[DropPiece], rank: NDArray[np.int64]) -> None:
        """Tables of the estimate, as Black sees it; rank[p, cell] counts rows from a player's own side."""
        worth = np.array([kind.worth for kind in kinds])
        signs = np.array([[1.0], [-1.0]])
        self.worth = np.concatenate([[0.0], (signs * worth).ravel()])  # (contents,)
        self.value = np.abs(self.worth)
        self.hand_value = worth[: self.hand_kinds].copy()
        # The king's worth is none; what stands far ahead does more, the more it is worth, up to a gold's.
        drive = np.minimum(worth, 4.0) * (np.arange(self.kind_count) != self.king)
        self.ahead = np.concatenate(
            [np.zeros((1, rank.shape[1])), *(sign * drive[:, None] * rank[p] for p, sign in enumerate((1, -1)))]
        )
        closeness = np.array([0.0, 1.0, 0.5])  # by the steps from a king
        self.near = np.concatenate([np.zeros((1, NEAR)), *(sign * drive[:, None] * closeness for sign in (1, -1))])

    # --- what stands where ---
    def initial(self) -> DropState:
        return self.start

    def hand(self, s: DropState, p: int) -> int:
        """The pieces that a player holds."""
        return s.black_hand if p == BLACK else s.white_hand

    def king_cell(self, s: DropState, p: int) -> int:
        """Where a player's king stands."""
        return s.black_king if p == BLACK else s.white_king

    def attacked(self, board: Any, cell: int, by: int, hidden: int) -> bool:
        """Whether a player's piece could move to the cell; the piece on the cell `hidden` is not there."""
        for direction in range(8):
            n, place = 1, self.rays[cell, direction, 1]
            while place != NOWHERE and (board[place] == 0 or place == hidden):
                n += 1
                place = self.rays[cell, direction, n]
            if place != NOWHERE:
                content = board[place]
                if self.owner[content] == by and self.reach[content, (direction + TURNED) & 7] >= n:
                    return True
        for i in range(self.source_count):
            place = self.leap_from[by, cell, i]
            if place != NOWHERE and board[place] == self.leap_content[by, cell, i]:
                return True
        return False

    def survey(self, s: DropState, pinners: Any) -> int:
        """Write, for each pinned piece of the mover, what pins it; the piece that gives check, NOWHERE or SEVERAL."""
        board, king, mine, checker = s.board, self.king_cell(s, s.turn), s.turn, NOWHERE
        for direction in range(8):
            n, place, shield = 1, self.rays[king, direction, 1], NOWHERE
            while place != NOWHERE:
                content = board[place]
                if content and self.owner[content] == mine:
                    if shield != NOWHERE:
                        break
                    shield = int(place)
                elif content:
                    if self.reach[content, (direction + TURNED) & 7] >= n:
                        if shield != NOWHERE:
                            pinners[shield] = place
                        else:
                            checker = int(place) if checker == NOWHERE else SEVERAL
                    break
                n += 1
                place = self.rays[king, direction, n]
        for i in range(self.source_count):
            place = self.leap_from[1 - mine, king, i]
            if place != NOWHERE and board[place] == self.leap_content[1 - mine, king, i]:
                checker = int(place) if checker == NOWHERE else SEVERAL
        return checker

    def stops(self, board: Any, king: int, enemy: int, target: int) -> bool:
        """Whether a piece on the target takes an enemy that attacks the king's cell, or stands in its way."""
        if target == enemy:
            return True
        direction, far = self.heading[king, enemy], self.apart[king, enemy]
        if direction == NOWHERE or self.heading[king, target] != direction or self.apart[king, target] >= far:
            return False
        return bool(self.reach[board[enemy], (direction + TURNED) & 7] >= far)  # a leap cannot be stopped

    # --- moves: only legal ones are made ---
    def actions(self, s: DropState) -> Any:
        out = np.empty(self.max_actions, np.int32)
        return out[: self.write_moves(s, out, self.max_actions)]

    def write_moves(self, s: DropState, out: Any, enough: int) -> int:
        """Write the legal actions, no more than some `enough` of them need be; how many there are."""
        pinners = np.full(self.cell_count, NOWHERE, np.int8)
        checker = self.survey(s, pinners)
        n = self.write_board_moves(s, out, pinners, checker, enough, False)
        if n < enough and checker != SEVERAL:
            n = self.write_drops(s, out, n, checker)
        if self.declaring and self.may_declare(s):
            out[n] = DECLARE
            n += 1
        return n

    def write_board_moves(self, s: DropState, out: Any, pinners: Any, checker: int, enough: int, noisy: bool) -> int:
        """Write the moves of pieces on the board, or only captures and promotions; how many there are."""
        board, mine, king = s.board, s.turn, self.king_cell(s, s.turn)
        content, n = board[king], 0
        for direction in range(8):
            target = int(self.rays[king, direction, 1])  # int8 would overflow in an action's number
            if target != NOWHERE and self.owner[board[target]] != mine and self.reach[content, direction] > 0:
                if (not noisy or board[target]) and not self.attacked(board, target, 1 - mine, king):
                    out[n] = king | target << TARGET_BITS
                    n += 1
        if checker == SEVERAL:
            return n
        for origin in range(self.cell_count):
            if self.owner[board[origin]] == mine and origin != king:
                n = self.write_piece_moves(s, out, n, origin, pinners[origin], checker, noisy)
                if n >= enough:
                    return n
        return n

    def write_piece_moves(self, s: DropState, out: Any, n: int, origin: int, pinner: int, checker: int, noisy: bool) -> int:
        """Write the moves of one piece after the first n of `out`; how many there are then."""
        board = s.board
        content = board[origin]
        for direction in range(8):
            for step in range(1, self.reach[content, direction] + 1):
                target = int(self.rays[origin, direction, step])
                if target == NOWHERE:
                    break
                n = self.write_step(s, out, n, origin, target, pinner, checker, noisy)
                if board[target]:
                    break
        for i in range(self.leap_count):
            target = int(self.leaps[content, origin, i])
            if target != NOWHERE:
                n = self.write_step(s, out, n, origin, target, pinner, checker, noisy)
        return n

    def write_step(
        self, s: DropState, out: Any, n: int, origin: int, target: int, pinner: int, checker: int, noisy: bool
    ) -> int:
        """Write the move to one cell, with promotion, without or both, if it is legal."""
        board, mine, king = s.board, s.turn, self.king_cell(s, s.turn)
        taken = board[target]
        if self.owner[taken] == mine:
            return n
        if checker != NOWHERE and not self.stops(board, king, checker, target):
            return n
        if pinner != NOWHERE and not self.stops(board, king, pinner, target):
            return n
        move = origin | target << TARGET_BITS
        promotion = self.promotion(s, origin, target)
        if promotion != NEVER:
            out[n] = move | PROMOTES
            n += 1
        if promotion != MUST and (not noisy or taken):
            out[n] = move
            n += 1
        return n

    def promotion(self, s: DropState, origin: int, target: int) -> int:
        content, mine = s.board[origin], s.turn
        if not self.promoted[content] or not (self.zone[mine, origin] or self.zone[mine, target]):
            return NEVER
        return MUST if self.always_promotes or self.stuck[content, target] else MAY

    def write_drops(self, s: DropState, out: Any, n: int, checker: int) -> int:
        """Write the drops after the first n of `out`; how many actions there are then."""
        board, mine, hand = s.board, s.turn, self.hand(s, s.turn)
        if hand == 0:
            return n
        king, own_pawn = self.king_cell(s, mine), 1 + self.pawn + self.kind_count * mine
        files, empty, count = np.zeros(self.width, np.int64), np.empty(self.cell_count, np.int64), 0
        for cell in range(self.cell_count):
            if board[cell] == own_pawn:
                files[cell % self.width] += 1
            elif board[cell] == 0 and (checker == NOWHERE or self.stops(board, king, checker, cell)):
                empty[count] = cell
                count += 1
        for kind in range(self.hand_kinds):
            if held(hand, kind):
                content = 1 + kind + self.kind_count * mine
                for i in range(count):
                    cell = empty[i]
                    drop = (self.cell_count + kind) | cell << TARGET_BITS
                    if self.stuck[content, cell]:
                        continue
                    if kind == self.pawn and (files[cell % self.width] >= self.most_on_file or self.mates_by_pawn(s, drop)):
                        continue
                    out[n] = drop
                    n += 1
        return n

    def mates_by_pawn(self, s: DropState, drop: int) -> bool:
        """Whether a dropped pawn attacks the king and nothing can be done: it stands beside the king, so no drop helps."""
        ahead = NORTH if s.turn == BLACK else SOUTH
        if self.rays[drop >> TARGET_BITS, ahead, 1] != self.king_cell(s, 1 - s.turn):
            return False
        after = self.result(s, drop)
        pinners = np.full(self.cell_count, NOWHERE, np.int8)
        checker = self.survey(after, pinners)
        return self.write_board_moves(after, np.empty(FEW, np.int32), pinners, checker, 1, False) == 0

    def may_declare(self, s: DropState) -> bool:
        """Whether the player to move may claim the win."""
        return False

    def result(self, s: DropState, a: int) -> DropState:
        move = int(a)
        mine, yours, key = s.turn, 1 - s.turn, s.hash ^ self.turn_key
        if move == DECLARE:
            return DropState(
                s.board, s.black_hand, s.white_hand, s.black_king, s.white_king, key ^ self.declared_key,
                yours, 0, 1, s.number + 1,
            )  # fmt: skip
        origin, target = move & CELL_MASK, move >> TARGET_BITS & CELL_MASK
        board, hand = s.board.copy(), self.hand(s, mine)
        king, their_king = self.king_cell(s, mine), self.king_cell(s, yours)
        if origin >= self.cell_count:
            kind = origin - self.cell_count
            key ^= self.hand_keys[mine, kind, held(hand, kind)] ^ self.hand_keys[mine, kind, held(hand, kind) - 1]
            hand = taken_from_hand(hand, kind)
            placed = 1 + kind + self.kind_count * mine
        else:
            content, taken = int(board[origin]), board[target]
            placed = int(self.promoted[content]) if move & PROMOTES else content
            key ^= self.cell_keys[content, origin] ^ self.cell_keys[taken, target]
            board[origin] = 0
            if taken:
                kind = int(self.in_hand[taken])
                key ^= self.hand_keys[mine, kind, held(hand, kind)] ^ self.hand_keys[mine, kind, held(hand, kind) + 1]
                hand = put_in_hand(hand, kind)
            if origin == king:
                king = target
        board[target] = placed
        key ^= self.cell_keys[placed, target]
        check = int(self.attacked(board, their_king, mine, NOWHERE))
        if mine == BLACK:
            return DropState(board, hand, s.white_hand, king, their_king, key, yours, check, 0, s.number + 1)
        return DropState(board, s.black_hand, hand, their_king, king, key, yours, check, 0, s.number + 1)

    # --- the end ---
    def movable(self, s: DropState) -> bool:
        """Whether there is a legal action."""
        pinners = np.full(self.cell_count, NOWHERE, np.int8)
        checker = self.survey(s, pinners)
        if self.write_board_moves(s, np.empty(FEW, np.int32), pinners, checker, 1, False):
            return True
        return self.write_moves(s, np.empty(self.max_actions, np.int32), self.max_actions) > 0

    def terminal(self, s: DropState) -> bool:
        return s.declared == 1 or (self.longest > 0 and s.number > self.longest) or not self.movable(s)

    def utility(self, s: DropState, p: int) -> float:
        return seen_by(-1.0, s.turn, p) if s.declared or not self.movable(s) else 0.0

    # --- hints for searches ---
    def features(self, s: DropState, p: int) -> NDArray[np.float64]:
        """All at once, in one walk over the board."""
        values, board = np.zeros(len(self.weight_array)), s.board
        for cell in range(self.cell_count):
            content = board[cell]
            if content:
                mine = self.owner[content] == BLACK
                own, other = (s.black_king, s.white_king) if mine else (s.white_king, s.black_king)
                values[MATERIAL] += self.worth[content]
                values[ADVANCE] += self.ahead[content, cell]
                if self.apart[own, cell] < NEAR:
                    values[GUARDS] += self.near[content, self.apart[own, cell]]
                if self.apart[other, cell] < NEAR:
                    values[ATTACKERS] += self.near[content, self.apart[other, cell]]
        for kind in range(self.hand_kinds):
            values[IN_HAND] += self.hand_value[kind] * (held(s.black_hand, kind) - held(s.white_hand, kind))
        values[MOVE] = 1.0 if s.turn == BLACK else -1.0
        return values if p == BLACK else -values

    def threatened(self, s: DropState) -> bool:
        """Whether the player to move is in check."""
        return s.check == 1

    def noisy(self, s: DropState, a: int) -> bool:
        """Captures, promotions and the claim of a win; no drops, which are too many."""
        return bool(a >= PROMOTES or s.board[a >> TARGET_BITS & CELL_MASK] != 0)

    def noisy_actions(self, s: DropState) -> Any:
        out = np.empty(self.max_actions, np.int32)
        pinners = np.full(self.cell_count, NOWHERE, np.int8)
        n = self.write_board_moves(s, out, pinners, self.survey(s, pinners), self.max_actions, True)
        if self.declaring and self.may_declare(s):
            out[n] = DECLARE
            n += 1
        return out[:n]

    def gain(self, s: DropState, a: int) -> float:
        """What an action wins at once, in pawns: a piece that changes hands counts twice."""
        origin, target = a & CELL_MASK, a >> TARGET_BITS & CELL_MASK
        if origin >= self.cell_count:
            return 0.0
        won, taken = 0.0, s.board[target]
        if taken:
            won = self.value[taken] + self.hand_value[self.in_hand[taken]]
        if a & PROMOTES:
            won += self.value[self.promoted[s.board[origin]]] - self.value[s.board[origin]]
        return float(won)

    def order(self, s: DropState, a: int) -> float:
        """What it wins, the cheaper piece first; quiet ones by their way towards the enemy's king."""
        if a == DECLARE:
            return 1000.0
        origin, target = a & CELL_MASK, a >> TARGET_BITS & CELL_MASK
        enemy = self.king_cell(s, 1 - s.turn)
        if origin >= self.cell_count:
            return float(-0.1 * self.apart[target, enemy] - 0.05 * self.hand_value[origin - self.cell_count])
        won = self.gain(s, a)
        if won > 0.0:
            return float(2.0 + won - 0.1 * self.value[s.board[origin]])
        return 0.1 * float(self.apart[origin, enemy]) - 0.1 * float(self.apart[target, enemy])

    def key(self, s: DropState) -> int:
        return s.hash  # type: ignore[return-value]

    def skip(self, s: DropState) -> DropState:
        return DropState(
            s.board, s.black_hand, s.white_hand, s.black_king, s.white_king, s.hash ^ self.turn_key,
            1 - s.turn, 0, 0, s.number + 1,
        )  # fmt: skip

    # --- for people ---
    def state_of_parts(self, board: Any, black: int, white: int, turn: int, declared: int, number: int) -> DropState:
        return DropState(board, black, white, NOWHERE, NOWHERE, np.uint64(0), turn, 0, declared, number)

    def restored(self, s: DropState, turn: int) -> DropState:
        """A state that was read, with kings, hash and check."""
        board, key = s.board, np.uint64(0)
        kings = [int(np.argmax(board == 1 + self.king + self.kind_count * p)) for p in (BLACK, WHITE)]
        for cell, content in enumerate(board):
            key ^= self.cell_keys[content, cell]
        for p, hand in enumerate((s.black_hand, s.white_hand)):
            for kind in range(self.hand_kinds):
                key ^= self.hand_keys[p, kind, held(hand, kind)]
        key ^= self.turn_key if turn == WHITE else np.uint64(0)
        key ^= self.declared_key if s.declared else np.uint64(0)
        check = 0 if s.declared else int(self.attacked(board, kings[turn], 1 - turn, NOWHERE))
        return s._replace(black_king=kings[BLACK], white_king=kings[WHITE], hash=key, check=check)

    def ending(self, s: DropState) -> str:
        winner = self.player_names[1 - s.turn]
        if s.declared:
            return f"{winner} declared the win"
        if not self.movable(s):
            return "checkmate" if s.check else f"{self.player_names[s.turn]} has no legal move"
        return f"{self.longest} moves were played"
