"""Thirty-one (H. E. Dudeney, The Canterbury Puzzles, 1907), as an example of a game with cards that all can see.

Change the rules, then run `counterplay check` on this file and `pytest` on the one beside it. The methods of the contract are
compiled, so they hold numbers and loops only. Notation, names of moves, clicks and the picture come from the board: a row with
a place for each rank of card.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from counterplay import BadParameter
from counterplay.boards import BoardGame, NumberField, PieceKind, SquareBoard
from counterplay.boards.pieces.piece_hands import held, put_in_hand, taken_from_hand

RANKS, SUITS = 6, 4  # ace to six, in four suits
ALL = SUITS * RANKS * (RANKS + 1) // 2  # the sum of all cards


class State(NamedTuple):
    """Everything that decides how play can continue. The cards on the table are one number, which counts each rank."""

    table: int
    total: int
    turn: int


class ThirtyOne(BoardGame):
    """The rules. Parameters of __init__ can be set on the command line: `this_file.py:goal=22`."""

    title = "Thirty-one"
    rules = "In turn, turn over a card of the table and add it to the total. Whoever cannot without going beyond 31 loses."
    pieces = tuple(PieceKind(str(n), name=f"{n} cards", shape="tile", text=str(n)) for n in range(1, SUITS + 1))
    side_symbols = "ab"  # who is to move, in the notation
    extra_fields = (NumberField("total", "total", ALL),)  # in the notation, after the player to move
    max_actions, max_plies = RANKS, RANKS * SUITS  # bounds that searches rely on

    def __init__(self, goal: int = 31) -> None:
        if not 1 <= goal <= ALL:
            raise BadParameter(f"thirty-one: the goal is 1 to {ALL}, the sum of all cards, not {goal}")
        self.goal = goal  # stored under its own name, and constant from now on
        self.set_board(SquareBoard(RANKS, 1))
        self.all_cards = self.hand_of([SUITS] * RANKS)

    def hand_of(self, counts: Sequence[int]) -> int:
        """So many cards of each rank as one number."""
        hand = 0
        for rank, count in enumerate(counts):
            for _ in range(count):
                hand = put_in_hand(hand, rank)
        return hand

    def initial(self) -> State:
        return State(self.all_cards, 0, 0)

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        for rank in range(RANKS):  # an action is an int: here, the place of the card, whose value is one more
            if held(s.table, rank) > 0 and s.total + rank + 1 <= self.goal:
                yield rank

    def result(self, s: State, a: int) -> State:
        return State(taken_from_hand(s.table, a), s.total + a + 1, 1 - s.turn)

    def terminal(self, s: State) -> bool:
        for rank in range(RANKS):
            if held(s.table, rank) > 0 and s.total + rank + 1 <= self.goal:
                return False
        return True

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    # --- for people; never compiled ---
    def contents(self, s: State) -> Sequence[int]:
        """How many cards of each rank are left."""
        return [held(s.table, rank) for rank in range(RANKS)]

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        """The state of these cards."""
        return State(self.hand_of(contents), extras["total"], turn)

    def problem(self, s: State) -> str:
        """Refuse a position that no game comes to; the text that was read is quoted by itself."""
        taken = sum((rank + 1) * (SUITS - held(s.table, rank)) for rank in range(RANKS))
        if taken != s.total:
            return f"the cards that are gone add up to {taken}"
        return f"the total is beyond {self.goal}" if s.total > self.goal else ""

    def action_name(self, s: State, a: int) -> str:
        return str(a + 1)

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return (self.board.names[a],)

    def ending(self, s: State) -> str:
        return f"no card fits: the total is {s.total}"
