"""Seega (traditional, Egypt): place your men two by two, then take enemies by closing them in between two of yours.

Choices: who placed last moves first, or the opponent where that player is blocked; whoever has one man left, or none, has lost.
A player who cannot move passes, and the opponent must then, if possible, make a step that opens a way; that is asked of the
first step of a turn only. After 50 moves without a capture the side with more men wins, and it is a draw if there are as many
of both. The third occurrence of a position is to have the same result and is not judged, since nothing is taken between two
occurrences, and who goes on repeating comes to the 50 moves with the same men; with `majority=no` both are draws. Besides
5 x 5, with 12 men each, there are boards of 7 x 7 (24 men) and 9 x 9 (40). A man that is placed, a step and a capture that goes
on are actions of their own.

Placing was checked against counts of Ludii's Seega. In that program who placed first also moves first, and a man in the middle
can be taken; all that comes after placing was checked against a second implementation written from the rules.

Level 10 plays with the engine, which scored 9 of 10 games against Monte Carlo search, from random openings, 0.1 s a move each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, CellField, LinearEvaluation, NumberField, PieceKind, SignField, SquareBoard
from counterplay.boards.bases.no_progress_clock import NoProgressClock
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import ORTHOGONAL
from counterplay.core import BadParameter, Diagram, Repetition, Scene, Unit
from counterplay.core.scene import Tray

WHITE, BLACK = 0, 1
FREE = 0  # content of a square; 1 + player is a man
SIZES = (5, 7, 9)
LAST_MAN = 1  # with so few men a player has lost
MOVES_WITHOUT_CAPTURE = 50
WEIGHTS = (1.0, 0.2, 0.03, 0.03, 0.1)  # of `feature_names`, in men
HALF = 3.0  # men that are worth half a win


class State(NamedTuple):
    """The board, and what the player to move has to do."""

    board: NDArray[np.int8]  # shape (cells,): FREE or 1 + player
    turn: int
    hand: int  # men that are still to be placed, of both players together
    chain: int  # the man that has captured and may capture on; NOWHERE at the start of a turn
    opening: bool  # the opponent could not move: a way must be opened
    clock: int  # moves since the last capture


class Seega(LinearEvaluation, NoProgressClock, BoardGame):
    """Seega; White places first, Black moves first."""

    name = "seega"
    title = "Seega"
    aliases = ("siga",)
    player_names = ("White", "Black")
    unit = Unit("men", 1 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"seega_7x7": {"size": 7}, "seega_9x9": {"size": 9}, "seega_with_draws": {"majority": False}}
    rules = (
        "At first the board is empty. In turn, place two of your twelve men on any empty squares but the one in the middle. "
        "When all are placed, whoever placed last begins to move: a man goes one square along a row or column, to an empty "
        "square; the middle may be entered now. If the man that has moved closes in an enemy between itself and another man "
        "of yours, in a row or column, that enemy is taken; several may be taken at once. A man may move in between two "
        "enemies without harm, and a man in the middle of the board cannot be taken. After a capture the same man may move "
        "on if that step captures again, or stop. If you cannot move, you pass, and your opponent must open a way for you if "
        "that can be done. Whoever has only one man left loses. After 50 moves without a capture, whoever has more men wins."
    )
    cover = "2w2/b3w/2wbb/b2bb/1wbbw b 0 - - 0"
    usual_plies = 68
    diagrams = (
        Diagram(
            "w3b/5/5/5/w4 b 21 - - 0", "Two men are placed in a turn: Black has one more to place, not in the middle.", ("e1",)
        ),
        Diagram("b4/1w3/1b3/w4/3bw w 0 - - 3", "White moves a2-b2 and takes b3, which is now between b2 and b4.", ("a2xb2",)),
        Diagram(
            "b4/1w3/5/1w1bw/b4 w 0 b2 - 0",
            "The man that has just captured by its step to b2 may go on to c2 and take d2, or stop.",
            ("b2xc2",),
        ),
        Diagram("b4/5/1wb2/3w1/b3w w 0 - - 3", "A man in the middle is safe: d2-d3 does not take c3.", ("d2-d3",)),
    )
    pieces = (PieceKind("w", WHITE, "white man", "stone"), PieceKind("b", BLACK, "black man", "stone"))
    counts_empty = True
    board_material = "stone"
    clock_limit = MOVES_WITHOUT_CAPTURE
    feature_names = ("men", "captures", "steps", "flanks", "move")
    tunables = ("weight_array",)

    def __init__(self, size: int = 5, majority: bool = True) -> None:
        if size not in SIZES:
            raise BadParameter(f"seega: a board of {size} x {size} squares is not possible; size must be 5, 7 or 9")
        self.size, self.majority = size, bool(majority)
        self.set_board(SquareBoard(size, touching="sides"))
        self.set_weights(WEIGHTS)
        self.middle = size * size // 2
        self.men_each = size * size // 2
        self.stop = self.passing + 1
        self.repetition = Repetition.NOTHING if self.majority else Repetition.DRAW
        self.extra_fields = (
            NumberField("hand", "number of men to be placed", 2 * self.men_each),
            CellField("chain", "man that may capture on"),
            SignField("opening", "sign for a way that must be opened", ("-", "o")),
            NumberField("clock", "moves since the last capture", MOVES_WITHOUT_CAPTURE),
        )
        self.max_actions = 2 * size * (size - 1)  # pairs of squares that share a side: more than there are squares
        self.max_plies = self.longest_game(2 * self.men_each) + 4 * self.men_each  # with every man placed, and every stop

    @property
    def draw_clock(self) -> tuple[str, int] | None:  # type: ignore[override]
        """The clock draws only where it is not the side with more men that wins."""
        return None if self.majority else ("clock", MOVES_WITHOUT_CAPTURE)

    # --- the rules ---
    def initial(self) -> State:
        return State(np.zeros(self.cell_count, np.int8), WHITE, 2 * self.men_each, NOWHERE, False, 0)

    def men_on(self, board: NDArray[np.int8], p: int) -> int:
        """How many men a player has on the board."""
        count = 0
        for cell in range(self.cell_count):
            if board[cell] == 1 + p:
                count += 1
        return count

    def closes_in(self, board: NDArray[np.int8], cell: int, direction: int, p: int) -> bool:
        """Whether a man of player p that arrives on a square takes the man beside it in a direction."""
        beside = self.steps[cell, direction]
        if beside == NOWHERE or beside == self.middle or board[beside] != 2 - p:
            return False
        beyond = self.steps[beside, direction]
        return bool(beyond != NOWHERE and board[beyond] == 1 + p)

    def captures(self, board: NDArray[np.int8], cell: int, p: int) -> int:
        """How many men a man of player p takes that arrives on a square."""
        count = 0
        for direction in ORTHOGONAL:
            if self.closes_in(board, cell, direction, p):
                count += 1
        return count

    def can_capture_from(self, board: NDArray[np.int8], cell: int, p: int) -> bool:
        """Whether the man on a square can make a step that captures."""
        for direction in ORTHOGONAL:
            target = self.steps[cell, direction]
            if target != NOWHERE and board[target] == FREE and self.captures(board, target, p) > 0:
                return True
        return False

    def can_move(self, board: NDArray[np.int8], p: int) -> bool:
        """Whether a player has a man beside an empty square."""
        for cell in range(self.cell_count):
            if board[cell] == 1 + p:
                for direction in ORTHOGONAL:
                    target = self.steps[cell, direction]
                    if target != NOWHERE and board[target] == FREE:
                        return True
        return False

    def actions(self, s: State) -> NDArray[np.int64]:
        found = np.empty(self.max_actions, np.int64)
        n = 0
        if s.hand > 0:
            for cell in range(self.cell_count):
                if s.board[cell] == FREE and cell != self.middle:
                    found[n] = cell
                    n += 1
            return found[:n]
        for cell in range(self.cell_count):
            if s.board[cell] == 1 + s.turn and s.chain in (NOWHERE, cell):
                for direction in ORTHOGONAL:
                    target = self.steps[cell, direction]
                    if target != NOWHERE and s.board[target] == FREE:
                        if s.chain == NOWHERE or self.captures(s.board, target, s.turn) > 0:
                            found[n] = self.move(cell, target)
                            n += 1
        if s.chain != NOWHERE:
            found[n] = self.stop
            n += 1
        elif n == 0:
            found[n] = self.passing
            n += 1
        return self.opening_moves(s, found[:n]) if s.opening else found[:n]

    def opening_moves(self, s: State, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of the moves that leave the opponent a move; all of them where none does."""
        found = np.empty(len(moves), np.int64)
        n = 0
        for a in moves:
            if self.can_move(self.stepped(s, a), 1 - s.turn):
                found[n] = a
                n += 1
        return found[:n] if n > 0 else moves

    def stepped(self, s: State, a: int) -> NDArray[np.int8]:
        """The board after a step, without the men that it takes."""
        board, target = s.board.copy(), self.target(a)
        board[self.origin(a)] = FREE
        board[target] = 1 + s.turn
        for direction in ORTHOGONAL:
            if self.closes_in(board, target, direction, s.turn):
                board[self.steps[target, direction]] = FREE
        return board

    def result(self, s: State, a: int) -> State:
        other = 1 - s.turn
        if a >= self.passing:
            passed = a == self.passing
            return State(s.board.copy(), other, 0, NOWHERE, passed, s.clock + int(passed))
        if self.places(a):
            board = s.board.copy()
            board[a] = 1 + s.turn
            hand = s.hand - 1
            # Who placed the last man moves next, too, unless blocked; before that every second man ends a turn.
            again = self.can_move(board, s.turn) if hand == 0 else hand % 2 == 1
            return State(board, s.turn if again else other, hand, NOWHERE, False, 0)
        board, target = self.stepped(s, a), self.target(a)
        left = self.men_on(board, other)
        if left == self.men_on(s.board, other):
            return State(board, other, 0, NOWHERE, False, s.clock + 1)
        if left > LAST_MAN and self.can_capture_from(board, target, s.turn):
            return State(board, s.turn, 0, target, False, 0)
        return State(board, other, 0, NOWHERE, False, 0)

    def lost(self, s: State) -> bool:
        """Whether the player to move, from whom men may just have been taken, has lost too many."""
        return s.hand == 0 and self.men_on(s.board, s.turn) <= LAST_MAN

    def utility(self, s: State, p: int) -> float:
        lead = self.men_on(s.board, p) - self.men_on(s.board, 1 - p)
        if lead == 0 or not (self.majority or self.lost(s)):
            return 0.0
        return 1.0 if lead > 0 else -1.0

    # --- hints ---
    def mobility(self, board: NDArray[np.int8], p: int, capturing: bool) -> int:
        """How many steps a player's men can make, or how many steps that capture."""
        count = 0
        for cell in range(self.cell_count):
            if board[cell] == 1 + p:
                for direction in ORTHOGONAL:
                    target = self.steps[cell, direction]
                    if target != NOWHERE and board[target] == FREE:
                        if not capturing or self.captures(board, target, p) > 0:
                            count += 1
        return count

    def flanks(self, board: NDArray[np.int8], p: int) -> int:
        """How often an enemy that can be taken has a man of player p on one side, and none on the other."""
        count = 0
        for cell in range(self.cell_count):
            if board[cell] == 2 - p and cell != self.middle:
                for direction in ORTHOGONAL:
                    one, other = self.steps[cell, direction], self.steps[cell, (direction + 4) % 8]
                    if one != NOWHERE and other != NOWHERE and board[one] == 1 + p and board[other] != 1 + p:
                        count += 1
        return count

    def feature(self, s: State, p: int, i: int) -> float:
        if i == 0:  # while men are placed both have as many, in hand or on the board
            return float(self.men_on(s.board, p) - self.men_on(s.board, 1 - p)) if s.hand == 0 else 0.0
        if i in (1, 2):
            return float(self.mobility(s.board, p, i == 1) - self.mobility(s.board, 1 - p, i == 1))
        if i == 3:
            return float(self.flanks(s.board, p) - self.flanks(s.board, 1 - p))
        return 1.0 if p == s.turn else -1.0

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def noisy(self, s: State, a: int) -> bool:
        """Captures, and to stop a chain, after which the opponent may capture."""
        if self.places(a) or a >= self.passing:
            return a == self.stop
        return self.captures(s.board, self.target(a), s.turn) > 0

    def order(self, s: State, a: int) -> float:
        if self.places(a) or a >= self.passing:
            return 0.0
        return float(self.captures(s.board, self.target(a), s.turn))

    # --- names and pictures ---
    def action_sign(self, s: State, a: int) -> str:
        return "x" if self.noisy(s, a) else "-"

    def action_name(self, s: State, a: int) -> str:
        """'c2' to place, 'c2-c3' or, where men are taken, 'c2xc3' to move, 'pass', 'stop'."""
        return "stop" if a == self.stop else super().action_name(s, a)

    def problem(self, s: State) -> str:
        men = [self.men_on(s.board, p) for p in (WHITE, BLACK)]
        mover, other = self.player_names[s.turn], self.player_names[1 - s.turn]
        for side, count in zip(self.player_names, men, strict=True):
            if count > self.men_each:
                return f"{side} has {count} men; {self.men_each} is the most"
        if s.hand:
            return self.placing_problem(s, men)
        if men[1 - s.turn] <= LAST_MAN:
            return f"{other} has too few men although {mover} is to move; the game ended before"
        if s.chain != NOWHERE:
            able = s.board[s.chain] == 1 + s.turn and self.can_capture_from(s.board, s.chain, s.turn)
            if not able or s.opening or s.clock:
                name = self.board.names[s.chain]
                return f"{name} is to capture on; it must be a man of {mover}'s that can, the sign -, and the clock 0"
        if s.opening and (self.can_move(s.board, 1 - s.turn) or not s.clock):
            return f"o says that {other} has passed; {other} must have no move, and the clock be at least 1"
        return ""

    def placing_problem(self, s: State, men: Sequence[int]) -> str:
        """What is wrong with a position in which men are still to be placed."""
        turns, second = divmod(2 * self.men_each - s.hand, 2)
        fitting = [2 * ((turns + 1) // 2), 2 * (turns // 2)]
        fitting[turns % 2] += second
        if men != fitting or s.turn != turns % 2:
            return (
                f"White has {men[0]} men and Black {men[1]}; with {s.hand} to be placed it must be {fitting[0]} and "
                f"{fitting[1]}, and {self.player_names[turns % 2]}'s turn"
            )
        if s.board[self.middle] != FREE:
            return f"there is a man on {self.board.names[self.middle]}, where none may be placed"
        if s.chain != NOWHERE or s.opening or s.clock:
            return "nobody captures or passes while men are placed; write - - 0 at the end"
        return ""

    def marked(self, s: State) -> Sequence[int]:
        return () if s.chain == NOWHERE else (s.chain,)

    def notes(self, s: State) -> Sequence[str]:
        mover = self.player_names[s.turn]
        if s.hand:
            return (f"{mover} places {'two men' if s.hand % 2 == 0 else 'a second man'}.",)
        if s.chain != NOWHERE:
            return (f"{mover} captures on with the man on {self.board.names[s.chain]}, or stops.",)
        return (f"{self.player_names[1 - s.turn]} cannot move: {mover} must open a way.",) if s.opening else ()

    def buttons(self, s: State) -> dict[str, str]:
        return super().buttons(s) if s.chain == NOWHERE else {"stop": "Stop"}

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        cells = tuple(replace(c, tone="home") if i == self.middle else c for i, c in enumerate(plain.cells))
        men = [self.men_on(s.board, p) for p in (WHITE, BLACK)]
        if s.hand == 0:
            return replace(plain, cells=cells, scores=tuple(map(str, men)))
        trays = tuple(Tray((f"{side} men",), p, f"{side} has to place") for p, side in enumerate(self.player_names))
        hands = [replace(self.pieces[p].on(trays[p].slots[0]), count=self.men_each - men[p]) for p in (WHITE, BLACK)]
        return replace(plain, cells=cells, trays=trays, pieces=(*plain.pieces, *(hand for hand in hands if hand.count)))

    def ending(self, s: State) -> str:
        if self.lost(s):
            left = self.men_on(s.board, s.turn)
            return f"{self.player_names[s.turn]} has {'one man' if left else 'no man'} left"
        men = [self.men_on(s.board, p) for p in (WHITE, BLACK)]
        return self.clock_ending() + (f": {men[0]} men to {men[1]}" if self.majority else "")
