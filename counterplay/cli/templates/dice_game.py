"""Four lanes, a small example of a game with a die: chance and the players decide by turns.

Change the rules, then run `counterplay check` on this file and `pytest` on the one beside it. The methods of the contract are
compiled, so they hold numbers, arrays and loops only. Notation, names of moves, clicks and the picture come from the board.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay import CHANCE, BadParameter
from counterplay.boards import BoardGame, NumberField, PieceKind, SquareBoard

FIRST, SECOND = 0, 1
LANES = 4  # rows of the board; the lower two are the first player's
FACES = 3  # of the die


class State(NamedTuple):
    """Everything that decides how play can continue. Arrays are never changed in place: copy what you alter."""

    men: Any  # int8, shape (4,): the column of the man on each lane
    turn: int
    roll: int  # what the die shows, 0 before it is rolled


class FourLanes(BoardGame):
    """The rules. Parameters of __init__ can be set on the command line: `this_file.py:length=8`."""

    title = "Four lanes"
    rules = "Roll a die of three and move one of your two men so far. Whoever has both at the end of their lanes first wins."
    pieces = (PieceKind("x", FIRST, "first player's man"), PieceKind("o", SECOND, "second player's man"))
    chance = True  # some states belong to the die
    extra_fields = (NumberField("roll", "roll, 0 before it", FACES),)  # in the notation, after the player to move
    max_actions = FACES  # the most actions, or faces of the die; a bound that searches rely on

    def __init__(self, length: int = 6) -> None:
        if not 2 <= length <= 16:
            raise BadParameter(f"four lanes: the length is 2 to 16, not {length}")
        self.length = length  # stored under its own name, and constant from now on
        self.set_board(SquareBoard(length, LANES))
        self.max_plies = 2 * LANES * length

    def initial(self) -> State:
        return State(np.zeros(LANES, np.int8), FIRST, 0)

    def player(self, s: State) -> int:
        return CHANCE if s.roll == 0 else s.turn

    def outcomes(self, s: State) -> Any:
        return [(face, 1.0 / FACES) for face in range(1, FACES + 1)]

    def actions(self, s: State) -> Any:
        found = np.empty(2, np.int64)  # with an array in the state, actions are returned as an array
        n = 0
        for lane in (2 * s.turn, 2 * s.turn + 1):
            if s.men[lane] < self.length - 1:
                found[n] = lane * self.length + min(s.men[lane] + s.roll, self.length - 1)  # the cell that is moved to
                n += 1
        return found[:n]

    def result(self, s: State, a: int) -> State:
        if s.roll == 0:
            return State(s.men, s.turn, int(a))  # the die shows a
        men = s.men.copy()
        men[a // self.length] = a % self.length
        return State(men, 1 - s.turn, 0)

    def home(self, s: State, p: int) -> bool:
        """Whether both men of a player have arrived."""
        return bool(s.men[2 * p] == self.length - 1 and s.men[2 * p + 1] == self.length - 1)

    def terminal(self, s: State) -> bool:
        return self.home(s, FIRST) or self.home(s, SECOND)

    def utility(self, s: State, p: int) -> float:
        return 1.0 if self.home(s, p) else -1.0

    # --- for people; never compiled ---
    def contents(self, s: State) -> Sequence[int]:
        """What stands on each cell: 0 for nothing, 1 + i for pieces[i]."""
        return [1 + i // (2 * self.length) if s.men[i // self.length] == i % self.length else 0 for i in range(self.cell_count)]

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        """The state of what stands on each cell."""
        rows = [list(contents[lane * self.length : (lane + 1) * self.length]) for lane in range(LANES)]
        men = [row.index(1 + lane // 2) if row.count(1 + lane // 2) == 1 else -1 for lane, row in enumerate(rows)]
        return State(np.array(men, np.int8), turn, extras["roll"])

    def problem(self, s: State) -> str:
        """Refuse a position that no game comes to; the text that was read is quoted by itself."""
        return "each lane has one man of its player" if min(s.men) < 0 else ""

    def action_name(self, s: State, a: int) -> str:
        return str(a) if s.roll == 0 else super().action_name(s, a)

    def ending(self, s: State) -> str:
        return "both men have arrived"
