"""Each method of a game as a question: how Python asks the compiled gear, through its entry points, about one state.

result_of(game, s, a)             # compiled, or interpreted where the game cannot be compiled
result_of.compiled(game, s, a)    # compiled, or CannotCompile
result_of.interpreted(game, s, a) # ordinary Python
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from counterplay.core import CHANCE, CannotCompile, Game
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, NOISY_ONLY, RANKED, TOLD_NOISY
from counterplay.gears.entry.walk import (
    Walk,
    bounds_at,
    estimate_at,
    is_over,
    is_threatened,
    key_at,
    list_actions,
    list_outcomes,
    player_at,
    skip,
    step,
    utility_at,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.gear_choice import fall_back, is_interpreting
from counterplay.gears.identity.game_identity import address_of_tunables, token_of

R = TypeVar("R")
MASK = 0xFFFF_FFFF_FFFF_FFFF
REMEMBERED = 8  # walks kept for the next question, in each thread
_walks = threading.local()


@walk_kernel
def ask_step(walk: Any, action: int) -> None:
    """The state at ply 1 is the one after an action."""
    step(walk, 0, action)


@walk_kernel
def ask_actions(walk: Any, mode: int) -> int:
    """List the actions at ply 0."""
    return list_actions(walk, 0, 0, mode)


@walk_kernel
def ask_outcomes(walk: Any) -> int:
    """List the outcomes at ply 0."""
    return list_outcomes(walk, 0, 0)


@walk_kernel
def ask_utility(walk: Any, player: int) -> float:
    """Utility at ply 0."""
    return utility_at(walk, 0, player)


@walk_kernel
def ask_estimate(walk: Any, player: int) -> float:
    """Estimate at ply 0."""
    return estimate_at(walk, 0, player)


@walk_kernel
def ask_bounds(walk: Any) -> tuple[float, float]:
    """What is certain at ply 0."""
    return bounds_at(walk, 0, 0)


@walk_kernel
def ask_skip(walk: Any) -> bool:
    """The state at ply 1 is the one after a pass; whether the game allows that."""
    return skip(walk, 0)


def _walk_for(game: Game, entry: str) -> Walk:
    """A walk that can answer, kept from the last question of this thread if there was one."""
    if not hasattr(_walks, "kept"):
        _walks.kept = OrderedDict()
    kept: OrderedDict[Any, Walk] = _walks.kept
    key = token_of(game), address_of_tunables(game), entry
    walk = kept.pop(key, None) or Walk(game, 2, (entry,) if entry else ())
    kept[key] = walk
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)
    return walk


class Question(Generic[R]):
    """One method, asked in either gear."""

    def __init__(self, name: str, entry: str, native: Callable[..., R], plain: Callable[..., R]) -> None:
        self.__name__, self.entry = name, entry
        self._native, self.interpreted = native, plain

    def compiled(self, game: Game, s: Any, *arguments: Any) -> R:
        """Ask native code, or raise CannotCompile with the method and the reason."""
        walk = _walk_for(game, self.entry)
        walk.place(s)
        return self._native(walk, *arguments)

    def __call__(self, game: Game, s: Any, *arguments: Any) -> R:
        """Ask the compiled gear; where the game cannot be compiled, say so once and ask Python."""
        if not is_interpreting():
            try:
                return self.compiled(game, s, *arguments)
            except CannotCompile as reason:
                fall_back(game, reason)
        return self.interpreted(game, s, *arguments)

    def warm(self, game: Game) -> None:
        """Compile what the question needs of this game."""
        _walk_for(game, self.entry)


def _facts(walk: Walk) -> tuple[bool, int, int]:
    record = walk.record
    over = bool(is_over(record, 0))
    return over, int(player_at(record, 0)), 0 if over else int(key_at(record, 0)) & MASK


def _plain_facts(game: Game, s: Any) -> tuple[bool, int, int]:
    over = bool(game.terminal(s))
    return over, int(game.player(s)), 0 if over else int(game.key(s)) & MASK


def _choices(walk: Walk) -> list[int]:
    if is_over(walk.record, 0):
        return []
    return [int(a) for a in walk.moves[: ask_actions(walk, 0)]]


def _result(walk: Walk, action: int) -> Any:
    ask_step(walk, int(action))
    return walk.state(1)


def _outcomes(walk: Walk) -> list[tuple[int, float]]:
    n = ask_outcomes(walk)
    return [(int(a), float(p)) for a, p in zip(walk.moves[:n], walk.ranks[:n], strict=True)]


def _hints(walk: Walk) -> list[tuple[int, bool, float]]:
    n = ask_actions(walk, RANKED | TOLD_NOISY)
    return [(int(walk.moves[i]), bool(walk.flags[i]), float(walk.ranks[i])) for i in range(n)]


def _listed(mode: int) -> Callable[[Walk], list[int]]:
    return lambda walk: [int(a) for a in walk.moves[: ask_actions(walk, mode)]]


def _skip(walk: Walk) -> Any:
    return walk.state(1) if ask_skip(walk) else None


facts_of = Question("facts_of", "", _facts, _plain_facts)  # whether it is over, whose turn it is, and, if not over, its key
actions_of = Question("actions_of", "expand", _choices, lambda game, s: game.choices(s))
outcomes_of = Question("outcomes_of", "outcomes", _outcomes, lambda game, s: [(int(a), float(p)) for a, p in game.outcomes(s)])
hints_of = Question(  # of each action: noisy, order
    "hints_of",
    "expand",
    _hints,
    lambda game, s: [(int(a), bool(game.noisy(s, a)), float(game.order(s, a))) for a in game.actions(s)],
)
candidates_of = Question(
    "candidates_of", "expand", _listed(CANDIDATES_ONLY), lambda game, s: [int(a) for a in game.candidates(s)]
)
noisy_actions_of = Question(
    "noisy_actions_of", "expand", _listed(NOISY_ONLY), lambda game, s: [int(a) for a in game.noisy_actions(s)]
)
result_of = Question("result_of", "", _result, lambda game, s, a: game.result(s, a))
utility_of = Question(
    "utility_of", "final", lambda walk, p: float(ask_utility(walk, p)), lambda game, s, p: float(game.utility(s, p))
)
estimate_of = Question(
    "estimate_of", "estimate", lambda walk, p: float(ask_estimate(walk, p)), lambda game, s, p: float(game.evaluate(s, p))
)
bounds_of = Question(
    "bounds_of",
    "value_bounds",
    lambda walk: tuple(float(b) for b in ask_bounds(walk)),
    lambda game, s: tuple(float(b) for b in game.value_bounds(s)),
)
threatened_of = Question(
    "threatened_of",
    "",
    lambda walk: bool(is_threatened(walk.record, 0)),
    lambda game, s: bool(game.threatened(s)),
)
skipped_of = Question(  # the state after a pass, None where the game does not allow it
    "skipped_of", "passable", _skip, lambda game, s: game.skip(s) if game.may_skip(s) else None
)


def choices_of(game: Game, s: Any) -> list[int]:
    """The legal actions, or the outcomes at a chance node; none where the game is over."""
    over, player, _ = facts_of(game, s)
    if over:
        return []
    return [a for a, _ in outcomes_of(game, s)] if player == CHANCE else actions_of(game, s)


def compiled_choices(game: Game, s: Any) -> list[int]:
    """The same, by the compiled gear alone."""
    over, player, _ = facts_of.compiled(game, s)
    if over:
        return []
    return [a for a, _ in outcomes_of.compiled(game, s)] if player == CHANCE else actions_of.compiled(game, s)
