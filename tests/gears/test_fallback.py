"""A game that cannot be compiled still plays, and says in one sentence why."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from toy_games import Coins, Heap

from counterplay.core import CannotCompile, Game, SealedGame
from counterplay.gears import announce_compilation, kernel
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.entry.method_calls import actions_of, choices_of, estimate_of, facts_of, result_of, utility_of
from counterplay.gears.entry.state_transfer import form_of
from counterplay.search.perft import perft


class DictState(Game):
    """Take one or two coins; the state is a dict."""

    max_actions = 2

    def initial(self) -> dict[str, int]:
        return {"coins": 6}

    def player(self, s: dict[str, int]) -> int:
        return s["coins"] & 1

    def actions(self, s: dict[str, int]) -> Iterator[int]:
        return iter(range(1, min(2, s["coins"]) + 1))

    def result(self, s: dict[str, int], a: int) -> dict[str, int]:
        return {"coins": s["coins"] - a}

    def terminal(self, s: dict[str, int]) -> bool:
        return s["coins"] == 0

    def utility(self, s: dict[str, int], p: int) -> float:
        return 0.0


class UsesText(Coins):
    def terminal(self, s: Heap) -> bool:
        return f"{s.coins:>5}".strip() == "0"


class UsesList(Coins):
    def __init__(self, coins: int = 6) -> None:
        super().__init__(coins)
        self.prizes = [1.0, 2.0]

    def utility(self, s: Heap, p: int) -> float:
        return self.prizes[p]


class UsesWith(Coins):
    def result(self, s: Heap, a: int) -> Heap:
        with warnings.catch_warnings():
            return Heap(s.coins - a, s.taken)


class UsesSuper(Coins):
    def evaluate(self, s: Heap, p: int) -> float:
        return super().evaluate(s, p)


class UsesUnknownName(Coins):
    def evaluate(self, s: Heap, p: int) -> float:
        return self.nowhere  # type: ignore[attr-defined,no-any-return]


class NestedField(NamedTuple):
    inner: tuple[int, ...]


class UsesTupleField(Coins):
    def initial(self) -> Any:
        return NestedField((1, 2))


class YieldsOverArray(Coins):
    def initial(self) -> Any:
        return ArrayState(np.zeros(3, np.int64))


class ArrayState(NamedTuple):
    cells: np.ndarray[Any, Any]


@pytest.mark.parametrize("game", [DictState(), UsesText(), UsesWith()], ids=lambda game: type(game).__name__)
def test_fallback_gives_the_right_result_and_one_warning(game: Game) -> None:
    """Would catch a game that stops playing because it cannot be compiled, a silent slowdown, or a warning at every call."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        counts = [perft(game, game.initial(), n) for n in range(8)]
        choices = choices_of(game, game.initial())
    # Sequences of n ones and twos that sum to 6 at most: the sum of binomials C(n, k) over k <= 6 - n twos.
    assert counts == [1, 2, 4, 8, 11, 6, 1, 0] and choices == [1, 2]
    assert len(caught) == 1 and caught[0].category is UserWarning
    assert re.fullmatch(r"[^\n]*Using the interpreted gear, which is slower\.", str(caught[0].message))


@pytest.mark.parametrize(
    ("game", "ask", "says"),
    [
        (DictState(), perft, r"DictState\.initial returns a dict; a state that compiles is a NamedTuple"),
        (UsesText(), perft, r"UsesText\.terminal cannot be compiled: .*test_fallback\.py, line \d+\)"),
        (UsesWith(), perft, r"UsesWith\.result cannot be compiled: .*context manager"),
        (UsesList(), utility_of, r"UsesList\.utility cannot be compiled: UsesList\.prizes is a list"),
        (UsesSuper(), estimate_of, r"UsesSuper\.evaluate cannot be compiled: .*super"),
        (UsesUnknownName(), estimate_of, r"UsesUnknownName\.evaluate cannot be compiled: .*self\.nowhere, which nothing sets"),
        (UsesTupleField(), estimate_of, r"UsesTupleField\.initial returns a state whose field 'inner' is a tuple"),
        (YieldsOverArray(), actions_of, r"YieldsOverArray\.actions yields over a state that holds an array"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_refusal_names_the_method_and_the_reason(game: Game, ask: Any, says: str) -> None:
    """Would catch a page of Numba's internals where one sentence should say what to change."""
    for _ in range(2):  # the second time from memory
        with pytest.raises(CannotCompile) as refusal:
            ask.compiled(game, game.initial(), 0)
        assert re.match(says, str(refusal.value)), str(refusal.value)
        assert "\n" not in str(refusal.value)


def test_warming_refuses_in_the_same_words() -> None:
    """Would catch `warm` failing with Numba's own error."""
    with pytest.raises(CannotCompile, match=r"UsesSuper\.evaluate cannot be compiled"):
        estimate_of.warm(UsesSuper())


def test_interpreted_runs_in_python_all_the_way_down() -> None:
    """Would catch a kernel that calls another kernel and slips back into native code."""

    @kernel
    def outer(game: Any, s: Any) -> int:
        return perft(game, s, 3)

    class Counting(Coins):
        def result(self, s: Heap, a: int) -> Heap:
            calls.append(a)
            return super().result(s, a)

    calls: list[int] = []
    game = Counting()
    assert outer.interpreted(game, game.initial()) == 8
    assert len(calls) == 6


def test_compiled_game_is_sealed() -> None:
    """Would catch an attribute changed after compilation, which native code would never see."""
    game = Coins()
    game.coins = 5  # still open
    assert perft(game, game.initial(), 1) == 2
    with pytest.raises(SealedGame, match=r"Coins\(coins=5\)\.coins cannot change: .* make a new Coins instead"):
        game.coins = 7
    assert game.coins == 5


def test_unsigned_fields_keep_their_type() -> None:
    """Would catch a bitboard that comes back from native code as a Python int, whose arithmetic is another."""
    game = Coins(coins=64)
    s = game.initial()
    while not game.terminal(s):
        native = result_of.compiled(game, s, 1)
        assert type(native) is Heap and type(native.taken) is np.uint64 and type(native.coins) is int
        assert native == game.result(s, 1)
        s = native
    assert int(s.taken) == 2**64 - 1


def test_states_are_brought_to_form_on_the_way_in() -> None:
    """Would catch a second compilation, or another answer, for a state whose fields are of a near type."""
    game = Coins()
    facts_of.compiled(game, game.initial())
    native = engage()
    before = native.compilations.copy()
    loose = Heap(np.int64(3), 5)  # type: ignore[arg-type]
    assert facts_of.compiled(game, loose) == facts_of.compiled(game, Heap(3, np.uint64(5)))
    assert native.compilations == before
    assert form_of(game)(loose) == Heap(3, np.uint64(5))


def test_warm_compiles_without_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch `warm` playing the game, or compiling again what is compiled."""

    class Rare(Coins):
        pass

    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    native, game = engage(), Rare()
    told: list[str] = []
    announce_compilation.append(told.append)
    try:
        before = native.compilations.copy()
        estimate_of.warm(game)
        estimate_of.warm(game)
        assert estimate_of.compiled(game, game.initial(), 0) == 0.0
    finally:
        announce_compilation.remove(told.append)
    assert [line for line in told if "for all games" not in line] == ["counterplay: compiling rare (once; kept on disk)"]
    assert native.compilations - before == {"step": 1, "estimate": 1}
    kept = sorted(file.name.rpartition("-")[0] for file in tmp_path.glob("rare-*.native"))
    assert kept == ["rare-estimate", "rare-step"]


def test_exception_of_the_rules_passes_through() -> None:
    """Would catch an exception that the rules raise in native code being taken for a failure to compile."""

    class Raises(Coins):
        def evaluate(self, s: Heap, p: int) -> float:
            if p == 1:
                raise ValueError("no such player")
            return 0.5

    game = Raises()
    assert estimate_of(game, game.initial(), 0) == 0.5
    with pytest.raises(ValueError, match="no such player"):
        estimate_of(game, game.initial(), 1)
