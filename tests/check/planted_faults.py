"""Faults of the rules, each planted in a small game, with what the report must say; `planted_hints` has those beside them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from planted_games import Bag, Circle, DiceRace, FillRow, Heap, Race, Row, TakeAway, Tally, ThreePlayers

from counterplay.core import Cell, Diagram, Game, Repetition, Scene

PLANTED: dict[str, list[tuple[type[Game], str]]] = {}  # fault -> games that have it, and what the message must say


def planted(fault: str, says: str) -> Any:
    """Register a game class under the fault it has; `says` is a pattern that the message must hold."""

    def register(cls: type[Game]) -> type[Game]:
        PLANTED.setdefault(fault, []).append((cls, says))
        return cls

    return register


# --- names ---
@planted("misspelt", r"evalute is read by nothing; did you mean evaluate\?")
class SpellsHook(TakeAway):
    def evalute(self, s: Heap, p: int) -> float:
        return 0.0


@planted("misspelt", r"repetitions is read by nothing; did you mean repetition")
class SpellsTrait(TakeAway):
    repetitions = 3


# --- states and the game object ---
@planted("mutated-state", r"result changed the state .* with action \d.*field 'board' was .* became")
class WritesIntoBoard(FillRow):
    def result(self, s: Row, a: int) -> Row:
        s.board[a] = 1 + (s.ply & 1)
        return Row(s.board, s.ply + 1)


@planted("mutated-state", r"evaluate changed the state .*field 'board'")
class EvaluatesInPlace(FillRow):
    def evaluate(self, s: Row, p: int) -> float:
        s.board[0] = 7
        return 0.0


@planted("mutated-state", r"result changed the state .*'coins': 5.*'coins': [234]")
class WritesIntoDict(Bag):
    def result(self, s: dict[str, int], a: int) -> dict[str, int]:
        s["coins"] -= a
        s["turn"] = 1 - s["turn"]
        return s


@planted("mutated-state", r"scene changed the state")
class DrawsInPlace(FillRow):
    def scene(self, s: Row) -> Scene:
        s.board.sort()
        return Scene(())


@planted("mutated-game", r"KeepsScore\.played was \[\] before any play")
class KeepsScore(TakeAway):
    def __init__(self, coins: int = 9) -> None:
        super().__init__(coins)
        self.played: list[int] = []

    def result(self, s: Heap, a: int) -> Heap:
        self.played.append(a)
        return super().result(s, a)


@planted("unsteady", r"result gave two answers in '\d+ [ab]' with action")
class HiddenDice(TakeAway):
    def result(self, s: Heap, a: int) -> Heap:
        return Heap(max(0, s.coins - random.randint(1, 3)), 1 - s.turn)


@planted("unsteady", r"actions gave \[.*\] and later")
class RememberingActions(TakeAway):
    def __init__(self, coins: int = 9) -> None:
        super().__init__(coins)
        self._asked = itertools.count()

    def actions(self, s: Heap) -> Iterator[int]:
        first = next(self._asked) % 2
        return iter([1] if s.coins == 1 else [1 + first, 2 - first])


@planted("field-type", r"result gave a state of another form .*field 'coins' is a float where the first state has an int")
class HalvesCoins(TakeAway):
    def result(self, s: Heap, a: int) -> Heap:
        return Heap((s.coins - a) / 1, 1 - s.turn)  # type: ignore[arg-type]


@planted("field-type", r"field 'board' is an array of int64 where the first state has one of int8")
class ChangesDtype(FillRow):
    def result(self, s: Row, a: int) -> Row:
        following = super().result(s, a)
        return Row(following.board.astype(np.int64), following.ply)


@planted("field-type", r"field 'board' is an array of shape \(3,\) where the first state has one of \(4,\)")
class ShrinksBoard(FillRow):
    def actions(self, s: Row) -> Any:
        return np.arange(1)

    def result(self, s: Row, a: int) -> Row:
        return Row(s.board[1:].copy(), s.ply + 1)

    def won(self, s: Row) -> bool:
        return False


@planted("wrong-type", r"result returned a tuple in '9 a' with action .*; return a Heap, as initial does")
class ForgetsClass(TakeAway):
    def result(self, s: Heap, a: int) -> Heap:
        return (s.coins - a, 1 - s.turn)  # type: ignore[return-value]


@planted("field-type", r"load gave a state of another form for '9 a': field 'turn' is a bool")
class LoadsBool(TakeAway):
    def load(self, text: str) -> Heap:
        s = super().load(text)
        return Heap(s.coins, s.turn == 1)


@planted("field-type", r"does not fit the 64 bits")
class Explodes(ThreePlayers):
    max_plies = 200

    def result(self, s: Tally, a: int) -> Tally:
        return Tally(s.left << (40 * a), (s.turn + 1) % 3, 0)

    def terminal(self, s: Tally) -> bool:
        return s.left > 2**80


# --- declarations ---
@planted("bad-trait", r"player_names is \('White',\); expected a tuple of 2 names, one for each player")
class OneName(TakeAway):
    player_names = ("White",)


@planted("bad-trait", r"draw_clock is \('hours', 10\); expected a whole-numbered field of the state and its limit, or None")
class ClockOfNothing(TakeAway):
    draw_clock = ("hours", 10)


@planted("bad-trait", r"idle_fields is 'hours'; expected the names of whole-numbered fields of the state")
class IdleNothing(TakeAway):
    idle_fields = ("hours",)


@planted("bad-trait", r"unit is 'pawns'; expected a counterplay.Unit, or None")
class UnitInWords(TakeAway):
    unit = "pawns"


@planted("bad-trait", r"published is 1974; expected a counterplay.Published, or None")
class JustAYear(TakeAway):
    published = 1974


@planted("bad-trait", r"presets gives small a parameter 'stones', which __init__ does not take")
class WrongPreset(TakeAway):
    presets: ClassVar = {"small": {"stones": 3}}


@planted("bad-trait", r"diagrams is 'the start'; expected a tuple of counterplay.Diagram")
class DiagramInWords(TakeAway):
    diagrams = "the start"


@planted("diagram", r"diagrams has one that cannot be drawn: .*'9' is no action here")
class DiagramOfAnotherGame(TakeAway):
    diagrams = (Diagram("", "Nobody takes nine.", ("9",)),)


@planted("bad-trait", r"NoPlayers\.players is 0; expected a whole number, at least 1")
class NoPlayers(TakeAway):
    players = 0


@planted("bad-trait", r"utility_range is \(1\.0, -1\.0\)")
class RangeUpsideDown(TakeAway):
    utility_range = (1.0, -1.0)


@planted("bad-trait", r"repetition is 1; expected one of counterplay.Repetition")
class RepetitionAsNumber(TakeAway):
    repetition = 1  # type: ignore[assignment]


@planted("bad-trait", r"repetition is .*; expected one that needs no `threatened`, or a game that defines it")
class ChecksWithoutThreats(TakeAway):
    repetition = Repetition.PERPETUAL_LOSES


@planted("parameter", r"__init__ takes 'coins' but the game has no attribute of that name")
class RenamesParameter(TakeAway):
    def __init__(self, coins: int = 9) -> None:
        self.heap = coins

    def initial(self) -> Heap:
        return Heap(self.heap, 0)

    def scene(self, s: Heap) -> Scene:
        return Scene(tuple(Cell(str(n), n, 0) for n in range(20)))


@planted("parameter", r"sets coins to 11 instead of 10")
class StoresMore(TakeAway):
    def __init__(self, coins: int = 9) -> None:
        super().__init__(coins + 1)


@planted("yield-over-array", r"actions yields over a state that holds an array")
class YieldsOverArray(FillRow):
    def actions(self, s: Row) -> Iterator[int]:
        for i in range(4):
            if s.board[i] == 0:
                yield i


@planted("signature", r"evaluate takes \(self, s\); write `def evaluate\(self, s, p\):`")
class EvaluatesForNobody(TakeAway):
    def evaluate(self, s: Heap) -> float:  # type: ignore[override]
        return 0.0


@planted("signature", r"result takes \(self, a, s\); write `def result\(self, s, a\):`")
class SwapsArguments(TakeAway):
    def result(self, a: int, s: Heap) -> Heap:  # type: ignore[override]
        return Heap(s.coins - a, 1 - s.turn)


# --- turns and actions ---
@planted("wrong-type", r"terminal returned None in '9 a'; expected True or False")
class ForgetsReturn(TakeAway):
    def terminal(self, s: Heap) -> bool:
        s.coins == 0  # noqa: B015
        return None  # type: ignore[return-value]


@planted("wrong-type", r"utility returned 'won'")
class UtilityInWords(TakeAway):
    def utility(self, s: Heap, p: int) -> float:
        return "won"  # type: ignore[return-value]


@planted("wrong-type", r"order returned None")
class OrdersNothing(TakeAway):
    def order(self, s: Heap, a: int) -> float:
        return None  # type: ignore[return-value]


@planted("wrong-type", r"actions returned None in '9 a'")
class ForgetsYield(TakeAway):
    def actions(self, s: Heap) -> Iterator[int]:
        return None  # type: ignore[return-value]


@planted("player-range", r"player returned 2 in .*; expected 0 to 1")
class ThirdPlayer(TakeAway):
    def player(self, s: Heap) -> int:
        return 2 if s.coins == 5 else s.turn


@planted("undeclared-chance", r"player returned -1, CHANCE, in .* does not say chance = True")
class SecretDice(DiceRace):
    chance = False


@planted("no-actions", r"actions offers nothing in '1 [ab]', which is not terminal")
class Stuck(TakeAway):
    def actions(self, s: Heap) -> Iterator[int]:
        return (n for n in (1, 2, 3) if n < s.coins)


@planted("endless-actions", r"actions gave more than \d+ answers in '9 a' and was stopped; look for a loop that never ends")
class CountsForEver(TakeAway):
    def actions(self, s: Heap) -> Iterator[int]:
        return itertools.count(1)


@planted("too-many-actions", r"actions offers 3 in '9 a', but max_actions is 2")
class PromisesTwo(TakeAway):
    max_actions = 2


@planted("action-type", r"actions offers 1\.0, a float, in '9 a'; expected a 64-bit integer")
class FloatActions(TakeAway):
    def actions(self, s: Heap) -> Iterator[int]:
        return (float(n) for n in (1, 2, 3) if n <= s.coins)  # type: ignore[misc]


@planted("action-twice", r"actions offers action 1 \(take 1\) 2 times in '9 a'")
class OffersTwice(TakeAway):
    max_actions = 4

    def actions(self, s: Heap) -> Iterator[int]:
        yield from super().actions(s)
        yield 1


@planted("action-without-effect", r"result left '9 a' as it was with action 0 \(take 0\)")
class OffersNothing(TakeAway):
    max_actions = 4

    def actions(self, s: Heap) -> Iterator[int]:
        yield from super().actions(s)
        yield 0

    def result(self, s: Heap, a: int) -> Heap:
        return s if a == 0 else super().result(s, a)


@planted(
    "illegal-action", r"result raised ValueError: only [12] left in '[12] [ab]' with action [23].*although actions .* offer it"
)
class OffersTooMuch(TakeAway):
    def actions(self, s: Heap) -> Iterator[int]:
        return iter((1, 2, 3))

    def result(self, s: Heap, a: int) -> Heap:
        if a > s.coins:
            raise ValueError(f"only {s.coins} left")
        return super().result(s, a)


# --- chance ---
@planted("probabilities", r"outcomes gives 3 probabilities in .* that sum to 0\.9; expected 1")
class LoadedDie(DiceRace):
    def outcomes(self, s: Race) -> Iterator[tuple[int, float]]:
        return iter(((1, 0.3), (2, 0.3), (3, 0.3)))


@planted("probabilities", r"outcomes gives action 3 the probability -0\.5 .* expected a number from 0 to 1")
class NegativeDie(DiceRace):
    def outcomes(self, s: Race) -> Iterator[tuple[int, float]]:
        return iter(((1, 0.75), (2, 0.75), (3, -0.5)))


@planted("outcome-twice", r"outcomes offers action 2 2 times")
class DoubleFace(DiceRace):
    def outcomes(self, s: Race) -> Iterator[tuple[int, float]]:
        return iter(((1, 0.5), (2, 0.25), (2, 0.25)))


# --- ends ---
@planted("never-ends", r"terminal was still False after 3 plies .* but max_plies is 3")
class Hurries(TakeAway):
    max_plies = 3


@planted("never-ends", r"result led from .* back to the same state after \d+ plies")
class RoundAndRound(Circle):
    max_plies = 1000


@planted("not-zero-sum", r"utility gives \[1\.0, 1\.0\] in '0 [ab]', which sum to 2")
class EverybodyWins(TakeAway):
    def utility(self, s: Heap, p: int) -> float:
        return 1.0


@planted("utility-range", r"utility returned -?5 in .* expected a number within utility_range, -1 to 1")
class BigStakes(TakeAway):
    def utility(self, s: Heap, p: int) -> float:
        return -5.0 if p == s.turn else 5.0


@planted("nan", r"utility returned nan, which is no number, in .* for player 0; expected a number")
class WorthNothing(TakeAway):
    def utility(self, s: Heap, p: int) -> float:
        return float("nan")


# --- methods that fail ---
@planted("raised", r"evaluate raised ZeroDivisionError: .* in '4 [ab]' for player 0 \(planted_faults\.py, line \d+\)")
class DividesByZero(TakeAway):
    def evaluate(self, s: Heap, p: int) -> float:
        return 0.0 / (s.coins - 4)


@planted("missing-method", r"NothingAtAll\.utility is missing, which every game needs; write `def utility\(self, s, p\):`")
class NothingAtAll(Game):
    pass


@planted("raised", r"terminal raised SystemExit")
class GivesUp(TakeAway):
    def terminal(self, s: Heap) -> bool:
        raise SystemExit


@planted("hung", r"evaluate did not return within 1 s in '9 a' for player 0")
class ThinksForEver(TakeAway):
    def evaluate(self, s: Heap, p: int) -> float:
        while True:
            pass
