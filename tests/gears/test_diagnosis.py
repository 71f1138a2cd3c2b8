"""Rules that cannot be compiled: the sentence names the method at fault, its file and line, and what to write instead."""

from __future__ import annotations

import contextlib
import random
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from counterplay.core import CannotCompile, Game
from counterplay.gears import helper, kernel
from counterplay.gears.entry.method_calls import actions_of, estimate_of, facts_of, result_of
from counterplay.search.perft import perft

TABLE = np.zeros(8)
PRIZES = {0: 1.0}
LINES = [1, 2]
JARGON = ("Numba", "numba", "nopython", "typing of", "IR name", "signature", "Literal[", "UniTuple", "unicode_type", "readonly")


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


@kernel
def worth(game: Any, s: Any) -> float:
    return game.evaluate(s, 0)


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


def line_of(name: str) -> int:
    """The line of this file that ends with a comment of this name."""
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    [line] = [n for n, text in enumerate(lines, 1) if text.endswith(f"# {name}")]
    return line


def refusal(ask: Any, *arguments: Any) -> str:
    with pytest.raises(CannotCompile) as refused:
        ask.compiled(*arguments)
    sentence = str(refused.value)
    assert "\n" not in sentence and not any(word in sentence for word in JARGON), sentence
    return sentence


CASES: list[tuple[type[Coins], str, str, str]] = [  # game, method at fault, what is wrong, what to write instead
    (PlainFunction, "PlainFunction.terminal", "it calls plain, which is a plain function", "write @helper above `def plain`"),
    (PlainFunctionBeneath, "PlainFunctionBeneath.left", "it calls plain", "write @helper above `def plain`"),
    (WrongHelper, "wrong_helper, which WrongHelper.evaluate calls,", "it formats a text", "leave texts to action_name"),
    (Super, "Super.evaluate", "it calls super()", "write `base_evaluate = Game.evaluate` in the class"),
    (Recursive, "Recursive.parity", "it calls itself", "write it as a loop"),
    (RecursiveInACircle, "RecursiveInACircle.even", "it calls itself by way of odd", "write it as a loop"),
    (WritesGlobalArray, "WritesGlobalArray.evaluate", "it writes to TABLE", "write to TABLE.copy()"),
    (WritesOwnArray, "WritesOwnArray.evaluate", "it writes to self.seen", "keep it in the state"),
    (TryExcept, "TryExcept.evaluate", "it uses try and except", "ask with `if` before"),
    (ListInState, "ListInState.initial", "field 'cells' is a list", "write a NumPy array"),
    (DictInState, "DictInState.initial", "field 'cells' is a dict", "indexed by numbers"),
    (TextInState, "TextInState.initial", "field 'cells' is a str", "the text in dump and action_name"),
    (TextArrayInState, "TextArrayInState.initial", "field 'cells' is an array of <U1", "arrays of numbers"),
    (DictAsState, "DictAsState.initial", "returns a dict", "a NamedTuple of numbers and NumPy arrays"),
    (EmptyList, "EmptyList.evaluate", "nothing tells what the list found holds", "write an array"),
    (EmptySet, "EmptySet.evaluate", "nothing tells what the set found holds", "write an array"),
    (MixedDict, "MixedDict.evaluate", "it builds a dict that native code cannot hold", "write an array, or numbers"),
    (ReadsText, "ReadsText.evaluate", "it handles text", "compare numbers here"),
    (GlobalDict, "GlobalDict.evaluate", "it reads PRIZES, which is a dict", "a tuple of numbers or a NumPy array"),
    (GlobalList, "GlobalList.evaluate", "it reads LINES, which is a list", "a tuple of numbers or a NumPy array"),
    (DictAttribute, "DictAttribute.evaluate", "DictAttribute.prizes is a dict", "a tuple of numbers or a NumPy array"),
    (AnyOf, "AnyOf.terminal", "it calls any(... for ...)", "write a loop"),
    (AllOf, "AllOf.evaluate", "it calls all(... for ...)", "write a loop"),
    (GeneratorExpression, "GeneratorExpression.actions", "it uses a generator expression", "write a loop that yields"),
    (Comprehension, "Comprehension.evaluate", "it uses a list comprehension over self.lines", "write it as a loop"),
    (SetComprehension, "SetComprehension.evaluate", "it uses a set comprehension", "write it as a loop"),
    (FString, "FString.evaluate", "it formats a text", "leave texts to action_name"),
    (Formats, "Formats.evaluate", "it handles text", "leave texts to action_name"),
    (With, "With.result", "it uses `with`", "leave it out of the rules"),
    (Suppress, "Suppress.evaluate", "it uses `with`", "leave it out of the rules"),
    (SetInInitial, "SetInInitial.initial", "sets self.later", "set it in __init__"),
    (SetInRule, "SetInRule.evaluate", "it sets self.asked", "set it in __init__, or keep it in the state"),
    (SetElsewhere, "SetElsewhere.evaluate", "it reads self.best, which only remember sets", "set self.best in __init__"),
    (MissingAttribute, "MissingAttribute.evaluate", "it reads self.nowhere, which nothing sets", "in __init__"),
    (MissingField, "MissingField.evaluate", "Heap has no field 'stones'", "its fields are coins, mover"),
    (MissingName, "MissingName.evaluate", "it uses unheard_of, which is defined nowhere", "define or import it"),
    (ReturnsTwoTypes, "ReturnsTwoTypes.pair", "it returns a tuple in line", "return one type on every path"),
    (ReturnsNothingSometimes, "ReturnsNothingSometimes.terminal", "nothing on another", "True or False on every path"),
    (TwoTypesInAVariable, "TwoTypesInAVariable.evaluate", "its variable best is a whole number", "give it one type"),
    (YieldsOverArray, "YieldsOverArray.actions", "yields over a state that holds an array", "return an array of ints"),
    (OtherTypes, "OtherTypes.result", "makes field 'mover' a truth value where the first state has an int", "write int(...)"),
    (OtherArrays, "OtherArrays.result", "an array of float64 where the first state has an array of int8", "np.int8"),
    (OtherClass, "OtherClass.result", "returns a tuple where the first state is a Heap", "return a Heap"),
    (FloatActions, "FloatActions.actions", "returns an array of float64", "return an array of ints (np.int64)"),
    (UnsupportedNumPy, "UnsupportedNumPy.evaluate", "it calls np.einsum", "write it as a loop"),
    (NumPyArgument, "NumPyArgument.evaluate", "it gives np.any(...) the argument axis=", "leave it out, or write a loop"),
    (NumPyMethod, "NumPyMethod.evaluate", "it uses .tolist of an array", "write it as a loop"),
    (Replaces, "Replaces.result", "it calls _replace of the state", "write Heap(coins, mover) with every field"),
    (CountsBits, "CountsBits.evaluate", "it calls .bit_count() of a whole number", "counterplay.gears.bits.popcount(b)"),
    (ClassMethod, "ClassMethod.evaluate", "it calls count, a class method", "make count an ordinary method"),
    (Strict, "Strict.evaluate", "it gives zip(...) the argument strict=", "leave it out"),
    (Union, "Union.evaluate", "it asks isinstance for types joined by |", "write a tuple of types"),
    (Imports, "Imports.evaluate", "it imports inside the method", "at the top of the file"),
    (YieldFrom, "YieldFrom.actions", "it uses `yield from`", "write a loop that yields"),
    (RaiseFrom, "RaiseFrom.evaluate", "it uses `raise ... from`", "leave out what follows `from`"),
    (FloatOfTruth, "FloatOfTruth.evaluate", "it calls float with a truth value", "write 1.0 if ... else 0.0"),
    (UsesModule, "UsesModule.evaluate", "it uses random.choices", "write it as a loop"),
    (Adds, "Adds.evaluate", "it uses - on a whole number and a tuple", "use numbers or arrays of one type"),
]


@pytest.mark.parametrize(("cls", "who", "what", "instead"), CASES, ids=[case[0].__name__ for case in CASES])
def test_sentence_names_method_line_and_remedy(cls: type[Coins], who: str, what: str, instead: str) -> None:
    """Would catch the caller being named for the method at fault, a wrong line, or the compiler's jargon."""
    state = Heap(6, 0)
    kind = "actions" if "actions" in vars(cls) else "facts" if {"result", "terminal", "initial"} & set(vars(cls)) else "worth"
    ask = {"actions": actions_of, "facts": facts_of, "worth": worth}[kind]
    sentence = refusal(ask, cls(), state)
    assert sentence.startswith(f"{who} "), sentence
    assert what in sentence and instead in sentence, sentence
    assert f"(test_diagnosis.py, line {line_of(cls.__name__)})" in sentence, sentence
    assert refusal(ask, cls(), state) == sentence  # the second time from memory


@pytest.mark.parametrize("rule", ["player", "actions", "result", "terminal", "utility"])
def test_missing_rule_is_named(rule: str) -> None:
    """Would catch a bare NotImplementedError, out of native code or out of the search for a reason, for a forgotten method."""
    missing = type("Incomplete", (Game,), {n: f for n, f in vars(Coins).items() if n != rule})

    @kernel(cache=False)
    def everything(game: Any, s: Any) -> float:
        total = 0.0
        for a in game.actions(s):
            total += game.utility(game.result(s, a), game.player(s))
        return 0.0 if game.terminal(s) else total

    sentence = refusal(everything, missing(), Heap(6, 0))
    assert sentence.startswith(f"Incomplete does not define {rule}, which every game needs"), sentence
    assert f"write `def {rule}(self, " in sentence


def test_a_forgotten_rule_is_told_with_its_class() -> None:
    """Would catch a sentence that leaves open which of several classes lacks the method."""

    class Unfinished(Game):  # Unfinished
        def initial(self) -> Heap:
            return Heap(3, 0)

    sentence = refusal(facts_of, Unfinished(), Heap(3, 0))
    assert f"(test_diagnosis.py, line {line_of('Unfinished')})" in sentence


@kernel
def game_second(s: Any, game: Any) -> bool:  # game_second
    return bool(game.terminal(s))


def test_kernel_without_the_game_first() -> None:
    """Would catch an AttributeError about the state, deep inside, where the order of the arguments is wrong."""
    game = Coins()
    sentence = refusal(game_second, game.initial(), game)
    assert sentence.startswith("game_second cannot be compiled: it is called with a Heap first")
    assert f"(test_diagnosis.py, line {line_of('game_second')})" in sentence
    assert "`def game_second(game, ...)`" in sentence
    with pytest.warns(UserWarning, match="game_second cannot be compiled"):
        assert game_second(game.initial(), game) is False
    assert "called with nothing first" in refusal(worth)


@kernel
def leaves(game: Any, s: Any) -> int:
    total = 0
    for _ in game.actions(s):
        total += plain(s.coins)  # leaves
    return total


@kernel
def wanting_leaves(game: Any, s: Any) -> int:
    return leaves(game, s)


@kernel
def echo(game: Any, value: Any) -> Any:
    return value


def test_kernels_of_ones_own() -> None:
    """Would catch the kernel being named that calls the one at fault, or a refusal that outlives its cause."""
    game = Coins()
    for ask, who in ((leaves, "leaves "), (wanting_leaves, "leaves, which wanting_leaves calls, ")):
        sentence = refusal(ask, game, game.initial())
        assert sentence.startswith(f"{who}cannot be compiled: it calls plain, which is a plain function"), sentence
        assert f"(test_diagnosis.py, line {line_of('leaves')})" in sentence
    assert "argument 2 is a dict; pass numbers, arrays and states" in refusal(echo, game, {})
    assert echo.compiled(game, 7) == 7


def test_states_that_change_their_types_are_refused_by_recursive_kernels() -> None:
    """Would catch a kernel that is compiled for two kinds of states and then aborts with a RuntimeError."""
    for cls in (OtherTypes, FloatActions):
        sentence = refusal(perft, cls(), Heap(6, 0), 3)
        assert f"(test_diagnosis.py, line {line_of(cls.__name__)})" in sentence


def test_every_entry_point_says_the_same() -> None:
    """Would catch an entry point that wraps the rule's failure in its own name."""
    sentences = {refusal(ask, Replaces(), Heap(6, 0), *rest) for ask, rest in ((facts_of, ()), (result_of, (1,)))}
    assert len(sentences) == 1
    assert refusal(estimate_of, FString(), Heap(6, 0), 0) == refusal(worth, FString(), Heap(6, 0))


def test_exceptions_of_rules_that_run_are_no_refusals() -> None:
    """Would catch an exception that native rules raise being told as a failure to compile."""

    class Raises(Coins):
        def evaluate(self, s: Any, p: int) -> float:
            if s.coins == 6:
                raise ValueError("no such heap")
            return 0.0

    with pytest.raises(ValueError, match=re.escape("no such heap")):
        worth.compiled(Raises(), Heap(6, 0))
