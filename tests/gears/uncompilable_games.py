"""Games that cannot be compiled, each for a reason of its own; `test_diagnosis` says what must be told of them."""

from __future__ import annotations

import contextlib
import random
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game
from counterplay.gears import helper

TABLE = np.zeros(8)
PRIZES = {0: 1.0}
LINES = [1, 2]


class Heap(NamedTuple):
    coins: int
    mover: int


class Board(NamedTuple):
    cells: Any
    mover: int


class Coins(Game):
    """Take one or two coins. Every game below breaks one rule of the compiled gear, in the line that bears its name."""

    max_actions, max_plies = 2, 70

    def __init__(self, coins: int = 6) -> None:
        self.coins = coins

    def initial(self) -> Any:
        return Heap(self.coins, 0)

    def player(self, s: Any) -> int:
        return s.mover

    def actions(self, s: Any) -> Any:
        for n in range(1, 3):
            if n <= s.coins:
                yield n

    def result(self, s: Any, a: int) -> Any:
        return Heap(s.coins - a, 1 - s.mover)

    def terminal(self, s: Any) -> Any:
        return s.coins == 0

    def utility(self, s: Any, p: int) -> float:
        return 1.0 if p == s.mover else -1.0


def plain(n: int) -> int:
    return n + 1


@helper
def wrong_helper(n: int) -> int:
    return len(f"{n:>4}")  # WrongHelper


class PlainFunction(Coins):
    def terminal(self, s: Any) -> bool:
        return plain(s.coins) == 1  # PlainFunction


class PlainFunctionBeneath(Coins):
    def left(self, s: Any) -> int:
        return plain(s.coins)  # PlainFunctionBeneath

    def terminal(self, s: Any) -> bool:
        return self.left(s) == 1


class WrongHelper(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(wrong_helper(s.coins))


class Super(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        half = 0.5
        return half * super().evaluate(s, p)  # Super


class Recursive(Coins):
    def parity(self, n: int) -> int:
        if n == 0:
            return 0
        return 1 - self.parity(n - 1)  # Recursive

    def evaluate(self, s: Any, p: int) -> float:
        return float(self.parity(s.coins))


class RecursiveInACircle(Coins):
    def even(self, n: int) -> bool:
        return True if n == 0 else self.odd(n - 1)  # RecursiveInACircle

    def odd(self, n: int) -> bool:
        return False if n == 0 else self.even(n - 1)

    def evaluate(self, s: Any, p: int) -> float:
        return 1.0 if self.even(s.coins) else 0.0


class WritesGlobalArray(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        TABLE[s.coins] += 1.0  # WritesGlobalArray
        return TABLE[s.coins]


class WritesOwnArray(Coins):
    def __init__(self, coins: int = 6) -> None:
        super().__init__(coins)
        self.seen = np.zeros(8)

    def evaluate(self, s: Any, p: int) -> float:
        self.seen[s.coins] = 1.0  # WritesOwnArray
        return self.seen[0]


class TryExcept(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        try:  # TryExcept
            return 1.0 / s.coins
        except ZeroDivisionError:
            return 0.0


class ListInState(Coins):
    def initial(self) -> Any:
        return Board([0, 0], 0)  # ListInState


class DictInState(Coins):
    def initial(self) -> Any:
        return Board({0: 1}, 0)  # DictInState


class TextInState(Coins):
    def initial(self) -> Any:
        return Board("..x", 0)  # TextInState


class TextArrayInState(Coins):
    def initial(self) -> Any:
        return Board(np.array(["x"]), 0)  # TextArrayInState


class DictAsState(Coins):
    def initial(self) -> Any:
        return {"coins": 6}  # DictAsState


class EmptyList(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        found = []  # type: ignore[var-annotated]  # EmptyList
        return float(len(found))


class EmptySet(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        found = set()  # type: ignore[var-annotated]  # EmptySet
        return float(len(found))


class MixedDict(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        prizes = {0: 1.0, 1: (1.0, 2.0)}  # MixedDict
        return float(len(prizes))


class ReadsText(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(str(s.coins))  # ReadsText


class GlobalDict(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return PRIZES[p]  # GlobalDict


class GlobalList(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(LINES[p])  # GlobalList


class DictAttribute(Coins):
    def __init__(self, coins: int = 6) -> None:
        super().__init__(coins)
        self.prizes = {0: 1.0}

    def evaluate(self, s: Any, p: int) -> float:
        return self.prizes[0]  # DictAttribute


class AnyOf(Coins):
    def terminal(self, s: Any) -> bool:
        return any(s.coins == n for n in range(1))  # AnyOf


class AllOf(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return 1.0 if all(s.coins > n for n in range(3)) else 0.0  # AllOf


class GeneratorExpression(Coins):
    def actions(self, s: Any) -> Any:
        return (n for n in range(1, 3) if n <= s.coins)  # GeneratorExpression


class Comprehension(Coins):
    def __init__(self, coins: int = 6) -> None:
        super().__init__(coins)
        self.lines = (1, 2.5, (3, 4))

    def evaluate(self, s: Any, p: int) -> float:
        return float(len([line for line in self.lines]))  # noqa: C416  # Comprehension


class SetComprehension(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(len({n % 3 for n in range(s.coins)}))  # SetComprehension


class FString(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(len(f"{s.coins:>5}"))  # FString


class Formats(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(len("{}".format(s.coins)))  # noqa: UP032  # Formats


class With(Coins):
    def result(self, s: Any, a: int) -> Any:
        with warnings.catch_warnings():  # With
            return Heap(s.coins - a, 1 - s.mover)


class Suppress(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        with contextlib.suppress(ZeroDivisionError):  # Suppress
            return 1.0 / s.coins
        return 0.0


class SetInInitial(Coins):
    def initial(self) -> Any:
        self.later = 3  # SetInInitial
        return Heap(self.coins, 0)


class SetInRule(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        self.asked = s.coins  # SetInRule
        return 0.0


class SetElsewhere(Coins):
    def remember(self) -> None:
        self.best = 3

    def evaluate(self, s: Any, p: int) -> float:
        return float(self.best)  # SetElsewhere


class MissingAttribute(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(self.nowhere)  # type: ignore[attr-defined]  # MissingAttribute


class MissingField(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(s.stones)  # MissingField


class MissingName(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        half = 0.5
        return half * unheard_of  # type: ignore[name-defined] # noqa: F821  # MissingName


class ReturnsTwoTypes(Coins):
    def pair(self, s: Any) -> Any:
        if s.coins > 3:
            return (1, 2)
        return 3  # ReturnsTwoTypes

    def evaluate(self, s: Any, p: int) -> float:
        return 1.0 if self.pair(s) == 3 else 0.0


class ReturnsNothingSometimes(Coins):
    def terminal(self, s: Any) -> Any:
        if s.coins == 0:
            return True
        if s.coins < 0:
            return None  # ReturnsNothingSometimes
        return False


class TwoTypesInAVariable(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        best: Any = 1
        if s.coins > 3:
            best = (1, 2)  # TwoTypesInAVariable
        return 0.0 if best == 1 else 1.0


class YieldsOverArray(Coins):
    def initial(self) -> Any:
        return Board(np.zeros(3, np.int8), 0)

    def actions(self, s: Any) -> Iterator[int]:
        for cell in range(3):
            if s.cells[cell] == 0:
                yield cell  # YieldsOverArray


class OtherTypes(Coins):
    def result(self, s: Any, a: int) -> Any:
        return Heap(s.coins - a, s.mover == 0)  # OtherTypes


class OtherArrays(Coins):
    def initial(self) -> Any:
        return Board(np.zeros(3, np.int8), 0)

    def actions(self, s: Any) -> Any:
        return np.arange(3)

    def result(self, s: Any, a: int) -> Any:
        cells = np.zeros(3)
        return Board(cells, 1 - s.mover)  # OtherArrays

    def terminal(self, s: Any) -> Any:
        return s.cells[0] == 1


class OtherClass(Coins):
    def result(self, s: Any, a: int) -> Any:
        return (s.coins - a, 1 - s.mover)  # OtherClass


class FloatActions(Coins):
    def actions(self, s: Any) -> Any:
        return np.array([1.0, 2.0])  # FloatActions


class UnsupportedNumPy(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(np.einsum("i,i", TABLE, TABLE))  # UnsupportedNumPy


class NumPyArgument(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(np.any(np.ones((3, 3)), axis=0)[0])  # NumPyArgument


class NumPyMethod(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(TABLE.tolist()[0])  # NumPyMethod


class Replaces(Coins):
    def result(self, s: Any, a: int) -> Any:
        return s._replace(coins=s.coins - a)  # Replaces


class CountsBits(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(s.coins.bit_count())  # CountsBits


class ClassMethod(Coins):
    @classmethod
    def count(cls, n: int) -> int:
        return n

    def evaluate(self, s: Any, p: int) -> float:
        return float(self.count(s.coins))  # ClassMethod


class Strict(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        total = 0.0
        for a, b in zip((1, 2), (3, 4), strict=True):  # Strict
            total += a * b
        return total


class Union(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return 1.0 if isinstance(s.coins, int | float) else 0.0  # Union


class Imports(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        import math  # Imports

        return math.sqrt(s.coins)


class YieldFrom(Coins):
    def actions(self, s: Any) -> Any:
        yield from range(1, 3)  # YieldFrom


class RaiseFrom(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        try:
            p += 1
        except Exception:
            raise ValueError("no such player") from None  # RaiseFrom
        return 0.0


class FloatOfTruth(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(s.coins == 3)  # FloatOfTruth


class UsesModule(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float(random.choices((1, 2))[0])  # UsesModule


class Adds(Coins):
    def evaluate(self, s: Any, p: int) -> float:
        return float((s.coins - (1, 2))[0])  # Adds
