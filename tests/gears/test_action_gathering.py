"""Gathering actions: storing where a generator yields gives what the generator gives."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from toy_games import Coins, Heap

from counterplay import make_game
from counterplay.gears import kernel
from counterplay.gears.entry.action_gathering import gather, gather_candidates, storing


@kernel
def gathered(game: Any, s: Any, out: Any) -> int:
    """`gather`, callable from Python."""
    return gather(game, s, out)


@kernel
def gathered_candidates(game: Any, s: Any, out: Any) -> int:
    """`gather_candidates`, callable from Python."""
    return gather_candidates(game, s, out)


class Early(Coins):
    """Returns out of the middle, yields twice in a row, and computes what it yields."""

    max_actions = 8

    def actions(self, s: Heap) -> Iterator[int]:
        """One coin is always possible."""
        yield 1
        if s.coins < 2:
            return
        n = 2
        while True:
            if n > s.coins:
                return
            yield n
            if n == 3:
                yield n + self.coins - s.coins + 1
            n += 1


class Sent(Coins):
    """Uses what a yield gives back, which no store can."""

    def actions(self, s: Heap) -> Iterator[int]:
        got = yield 1
        if s.coins > 1 and got is None:
            yield 2


class Delegating(Coins):
    """Yields from another generator."""

    def actions(self, s: Heap) -> Iterator[int]:
        yield from range(1, min(2, s.coins) + 1)


def made(most: int) -> type[Coins]:
    """A class whose generator depends on a variable of the function that made it."""

    class Made(Coins):
        def actions(self, s: Heap) -> Iterator[int]:
            for n in range(1, most):
                if n <= s.coins:
                    yield n

    return Made


def wrapped(function: Callable[..., Iterator[int]]) -> Callable[..., Iterator[int]]:
    @functools.wraps(function)
    def reversed_order(self: Any, s: Any) -> Iterator[int]:
        if s.coins > 1:
            yield 2
        yield 1

    return reversed_order


class Decorated(Coins):
    """What runs is not what the text of `actions` says."""

    @wrapped
    def actions(self, s: Heap) -> Iterator[int]:
        yield 1


@pytest.mark.parametrize("cls", [Coins, Early, made(3)])
def test_gathering_gives_what_the_generator_gives(cls: type[Coins]) -> None:
    """Would catch a lost yield, a wrong count after an early return, and a difference between the gears."""
    game = cls(coins=6)
    for coins in range(1, 7):
        s = Heap(coins, np.uint64(0))
        expected = list(game.actions(s))
        for run in (gathered.compiled, gathered.interpreted):
            out = np.zeros(game.max_actions, np.int64)
            assert run(game, s, out) == len(expected)
            assert list(out[: len(expected)]) == expected


@pytest.mark.parametrize("name", ["connect_four", "othello", "kalah", "hex:size=5", "checkers"])
def test_gathering_agrees_on_real_games(name: str) -> None:
    """Would catch a generator of the catalogue that is rewritten into something else, or not rewritten at all."""
    game = make_game(name)
    assert storing(inspect.getattr_static(type(game), "actions")) is not None
    dice = np.random.default_rng(7)
    s = game.initial()
    for _ in range(60):
        expected = game.choices(s)
        if not expected:
            s = game.initial()
            continue
        out = np.zeros(game.max_actions, np.int64)
        assert list(out[: gathered.compiled(game, s, out)]) == expected
        if game.has_candidates:
            some = [int(a) for a in game.candidates(s)]
            assert list(out[: gathered_candidates.compiled(game, s, out)]) == some
        s = game.result(s, int(dice.choice(expected)))


@pytest.mark.parametrize("cls", [Sent, Delegating, Decorated, made(3)])
def test_texts_that_are_not_understood_are_left_alone(cls: type[Coins]) -> None:
    """Would catch a rewriting of a text that means something else: a used yield, a delegation, a wrapper, a closure."""
    assert storing(inspect.getattr_static(cls, "actions")) is None


def test_an_edited_text_is_not_taken_for_the_loaded_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch native code made from a file that was edited after it was loaded."""

    def actions(self: Any, s: Heap) -> Iterator[int]:
        yield 1

    edited = inspect.getsource(actions).replace("yield 1", "yield 2")
    monkeypatch.setattr(inspect, "getsource", lambda _: edited)
    assert storing(actions) is None
