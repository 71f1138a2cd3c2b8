"""Small sound games in which tests plant one fault each: one of scalars, one with an array, one with chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, BadNotation, BadParameter, Cell, Game, Piece, Scene
from counterplay.gears.compiler.deferred_numba import twin


class Heap(NamedTuple):
    coins: int
    turn: int


class TakeAway(Game):
    """One heap; take one to three coins; who takes the last one wins."""

    max_actions = 3
    max_plies = 100

    def __init__(self, coins: int = 9) -> None:
        if coins < 1:
            raise BadParameter("take away: there must be a coin")
        self.coins = coins

    def initial(self) -> Heap:
        return Heap(self.coins, 0)

    def player(self, s: Heap) -> int:
        return s.turn

    def actions(self, s: Heap) -> Iterator[int]:
        for n in range(1, 4):
            if n <= s.coins:
                yield n

    def result(self, s: Heap, a: int) -> Heap:
        return Heap(s.coins - a, 1 - s.turn)

    def terminal(self, s: Heap) -> bool:
        return s.coins == 0

    def utility(self, s: Heap, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    def evaluate(self, s: Heap, p: int) -> float:
        good = 0.5 if s.coins % 4 else -0.5
        return good if p == s.turn else -good

    def noisy(self, s: Heap, a: int) -> bool:
        return a == s.coins

    def order(self, s: Heap, a: int) -> float:
        return float(a)

    def action_name(self, s: Heap, a: int) -> str:
        return f"take {a}"

    def dump(self, s: Heap) -> str:
        return f"{s.coins} {'ab'[s.turn]}"

    def load(self, text: str) -> Heap:
        coins, _, turn = text.partition(" ")
        if not (coins.isascii() and coins.isdigit() and len(coins) < 5) or turn not in ("a", "b"):
            raise BadNotation(f"take away: '{text}' is no position; write the coins and who is to move, as in '9 a'")
        return Heap(int(coins), "ab".index(turn))

    def scene(self, s: Heap) -> Scene:
        cells = tuple(Cell(str(n), n, 0) for n in range(1, self.coins + 1))
        return Scene(cells, tuple(Piece(str(n)) for n in range(1, s.coins + 1)), buttons={"resign": "Resign"})

    def gesture(self, s: Heap, a: int) -> Sequence[str]:
        return (str(s.coins + 1 - a),)


class Row(NamedTuple):
    board: np.ndarray[Any, Any]  # shape (4,), int8: 0 empty, 1 or 2 a player's stone
    ply: int


class FillRow(Game):
    """Four cells in a row; two neighbouring stones win."""

    max_actions = 4
    max_plies = 4

    def initial(self) -> Row:
        return Row(np.zeros(4, np.int8), 0)

    def player(self, s: Row) -> int:
        return s.ply & 1

    def actions(self, s: Row) -> Any:
        found = np.empty(4, np.int64)
        n = 0
        for i in range(4):
            if s.board[i] == 0:
                found[n] = i
                n += 1
        return found[:n]

    def result(self, s: Row, a: int) -> Row:
        board = s.board.copy()
        board[a] = 1 + (s.ply & 1)
        return Row(board, s.ply + 1)

    def won(self, s: Row) -> bool:
        mover = 2 - (s.ply & 1)
        pairs = 0
        for i in range(3):
            pairs += s.board[i] == mover and s.board[i + 1] == mover
        return pairs > 0

    def terminal(self, s: Row) -> bool:
        return s.ply == 4 or self.won(s)

    def utility(self, s: Row, p: int) -> float:
        if not self.won(s):
            return 0.0
        return -1.0 if p == s.ply & 1 else 1.0


class Race(NamedTuple):
    mine: int
    theirs: int
    turn: int
    rolling: bool


class DiceRace(Game):
    """Roll a die with three faces, or stand still for one point; the first to reach six wins."""

    chance = True
    max_actions = 3
    max_plies = 40

    def initial(self) -> Race:
        return Race(0, 0, 0, False)

    def player(self, s: Race) -> int:
        return CHANCE if s.rolling else s.turn

    def actions(self, s: Race) -> Iterator[int]:
        yield 0
        yield 1

    def outcomes(self, s: Race) -> Iterator[tuple[int, float]]:
        for face in range(1, 4):
            yield face, 0.5 if face == 1 else 0.25

    def result(self, s: Race, a: int) -> Race:
        if not s.rolling and a == 1:
            return Race(s.mine, s.theirs, s.turn, True)
        return Race(s.theirs, s.mine + (a if s.rolling else 1), 1 - s.turn, False)

    def terminal(self, s: Race) -> bool:
        return s.theirs >= 6

    def utility(self, s: Race, p: int) -> float:
        return -1.0 if p == s.turn else 1.0


class Walk(NamedTuple):
    place: int
    turn: int


class Circle(Game):
    """Two players push one stone round a ring of three: only a rule of repetition ends it."""

    max_actions = 2
    max_plies = 30
    can_skip = True

    def initial(self) -> Walk:
        return Walk(0, 0)

    def player(self, s: Walk) -> int:
        return s.turn

    def actions(self, s: Walk) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, s: Walk, a: int) -> Walk:
        return Walk((s.place + a) % 3, 1 - s.turn)

    def skip(self, s: Walk) -> Walk:
        return Walk(s.place, 1 - s.turn)

    def terminal(self, s: Walk) -> bool:
        return False

    def utility(self, s: Walk, p: int) -> float:
        return 0.0


class Tally(NamedTuple):
    left: int
    turn: int
    odd: int  # a bit for each player, so that fields are more than two


class ThreePlayers(Game):
    """Three players, not zero-sum: everybody gets the parity bit collected."""

    players = 3
    zero_sum = False
    utility_range = (0.0, 7.0)
    max_actions = 2
    max_plies = 6

    def initial(self) -> Tally:
        return Tally(6, 0, 0)

    def player(self, s: Tally) -> int:
        return s.turn

    def actions(self, s: Tally) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, s: Tally, a: int) -> Tally:
        return Tally(max(0, s.left - a), (s.turn + 1) % 3, s.odd ^ ((a & 1) << s.turn))

    def terminal(self, s: Tally) -> bool:
        return s.left == 0

    def utility(self, s: Tally, p: int) -> float:
        return float((s.odd >> p) & 1)

    def evaluate(self, s: Tally, p: int) -> float:
        return 0.5


class Bag(Game):
    """The take-away game with a dict for a state: it plays, but cannot be compiled."""

    max_actions = 3
    max_plies = 9

    def initial(self) -> dict[str, int]:
        return {"coins": 5, "turn": 0}

    def player(self, s: dict[str, int]) -> int:
        return s["turn"]

    def actions(self, s: dict[str, int]) -> Iterator[int]:
        return iter(range(1, min(3, s["coins"]) + 1))

    def result(self, s: dict[str, int], a: int) -> dict[str, int]:
        return {"coins": s["coins"] - a, "turn": 1 - s["turn"]}

    def terminal(self, s: dict[str, int]) -> bool:
        return s["coins"] == 0

    def utility(self, s: dict[str, int], p: int) -> float:
        return -1.0 if p == s["turn"] else 1.0


def gear() -> int:
    """0 in the interpreted gear, 1 in the compiled one: the seed of every disagreement."""
    return 0


@twin(gear)
def _native_gear() -> Any:
    return lambda: 1
