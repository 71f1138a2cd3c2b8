"""Rules that cannot be compiled: the sentence names the method at fault, its file and line, and what to write instead."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import uncompilable_games
from uncompilable_games import (
    Adds,
    AllOf,
    AnyOf,
    ClassMethod,
    Coins,
    Comprehension,
    CountsBits,
    DictAsState,
    DictAttribute,
    DictInState,
    EmptyList,
    EmptySet,
    FloatActions,
    FloatOfTruth,
    Formats,
    FString,
    GeneratorExpression,
    GlobalDict,
    GlobalList,
    Heap,
    Imports,
    ListInState,
    MissingAttribute,
    MissingField,
    MissingName,
    MixedDict,
    NumPyArgument,
    NumPyMethod,
    OtherArrays,
    OtherClass,
    OtherTypes,
    PlainFunction,
    PlainFunctionBeneath,
    RaiseFrom,
    ReadsText,
    Recursive,
    RecursiveInACircle,
    Replaces,
    ReturnsNothingSometimes,
    ReturnsTwoTypes,
    SetComprehension,
    SetElsewhere,
    SetInInitial,
    SetInRule,
    Strict,
    Super,
    Suppress,
    TextArrayInState,
    TextInState,
    TryExcept,
    TwoTypesInAVariable,
    Union,
    UnsupportedNumPy,
    UsesModule,
    With,
    WritesGlobalArray,
    WritesOwnArray,
    WrongHelper,
    YieldFrom,
    YieldsOverArray,
    plain,
)

from counterplay.core import CannotCompile, Game
from counterplay.gears import kernel
from counterplay.gears.entry.method_calls import actions_of, estimate_of, facts_of, result_of
from counterplay.search.perft import perft

JARGON = ("Numba", "numba", "nopython", "typing of", "IR name", "signature", "Literal[", "UniTuple", "unicode_type", "readonly")


@kernel
def worth(game: Any, s: Any) -> float:
    return game.evaluate(s, 0)


def place_of(name: str) -> str:
    """Where a comment of this name ends a line of this file or of the games."""
    found = [
        f"({file.name}, line {n})"
        for file in (Path(__file__), Path(uncompilable_games.__file__))
        for n, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if text.endswith(f"# {name}")
    ]
    [place] = found
    return place


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
    assert place_of(cls.__name__) in sentence, sentence
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
    assert place_of("Unfinished") in sentence


@kernel
def game_second(s: Any, game: Any) -> bool:  # game_second
    return bool(game.terminal(s))


def test_kernel_without_the_game_first() -> None:
    """Would catch an AttributeError about the state, deep inside, where the order of the arguments is wrong."""
    game = Coins()
    sentence = refusal(game_second, game.initial(), game)
    assert sentence.startswith("game_second cannot be compiled: it is called with a Heap first")
    assert place_of("game_second") in sentence
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
        assert place_of("leaves") in sentence
    assert "argument 2 is a dict; pass numbers, arrays and states" in refusal(echo, game, {})
    assert echo.compiled(game, 7) == 7


def test_states_that_change_their_types_are_refused_by_recursive_kernels() -> None:
    """Would catch a kernel that is compiled for two kinds of states and then aborts with a RuntimeError."""
    for cls in (OtherTypes, FloatActions):
        sentence = refusal(perft, cls(), Heap(6, 0), 3)
        assert place_of(cls.__name__) in sentence


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
