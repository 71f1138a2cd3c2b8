"""The stack of a walk: actions, with what the game says of each, and outcomes of chance with their probabilities."""

from __future__ import annotations

from typing import Any

from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.compiler.raw_memory import floats_at, words_at
from counterplay.gears.entry.action_gathering import is_noisy, listed
from counterplay.gears.entry.state_layout import (
    LISTED,
    NO_ACTION_LEFT,
    NOISY_ONLY,
    RANKED,
    TOLD_NOISY,
    TOO_MANY,
)
from counterplay.gears.entry.walk_kernel import RulesFault
from counterplay.gears.entry.walk_memory import complain, slot_of


@helper
def moves(walk: Any) -> Any:
    """The stack of actions, int64."""
    return words_at(walk.moves, walk.room)


@helper
def ranks(walk: Any) -> Any:
    """Beside each action its rank, or its probability, float64."""
    return floats_at(walk.ranks, walk.room)


@helper
def flags(walk: Any) -> Any:
    """Beside each action whether it is noisy, int64."""
    return words_at(walk.noise, walk.room)


@helper
def swap(walk: Any, i: int, j: int) -> None:
    """Exchange all that two places of the stack hold."""
    actions, worth, noise = moves(walk), ranks(walk), flags(walk)
    a, r, f = actions[i], worth[i], noise[i]
    actions[i] = actions[j]
    worth[i] = worth[j]
    noise[i] = noise[j]
    actions[j] = a
    worth[j] = r
    noise[j] = f


@helper
def has_room(walk: Any, start: int) -> bool:
    """Whether the stack can take the actions of one more state."""
    return start + walk.max_actions <= walk.room


def _expand(walk: Any, ply: int, start: int, mode: int) -> int:
    game, s = walk.game, walk.states[ply]
    out, worth, noise = moves(walk)[start:], ranks(walk)[start:], flags(walk)[start:]
    n, kept = listed(game, s, mode, out), 0
    for a in out[:n].tolist() if n <= walk.max_actions else ():
        noisy = is_noisy(game, s, a, mode)
        if noisy or not mode & NOISY_ONLY:
            out[kept], noise[kept] = a, noisy
            worth[kept] = float(game.order(s, a)) if mode & RANKED else 0.0
            kept += 1
    return kept if n <= walk.max_actions else n


@twin(_expand)
def _native_expand(walk: Any, ply: Any, start: Any, mode: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_expand

    def native(walk: Any, ply: Any, start: Any, mode: Any) -> Any:
        o = 8 * start
        return call_expand(
            walk.expand,
            (walk.game, slot_of(walk, ply), mode, 0, walk.moves + o, walk.ranks + o, walk.noise + o),
        )

    return native


def tell_actions(walk: Any, ply: int, start: int, n: int, mode: int) -> None:
    """Fill in what the mode asks (RANKED, TOLD_NOISY) for the n actions that are listed from place `start` of the stack on."""
    game, s = walk.game, walk.states[ply]
    for i in range(start, start + n):
        a = int(moves(walk)[i])
        flags(walk)[i] = bool(game.noisy(s, a)) if mode & TOLD_NOISY else 0
        if mode & RANKED:
            ranks(walk)[i] = float(game.order(s, a))


@twin(tell_actions)
def _native_tell_actions(walk: Any, ply: Any, start: Any, n: Any, mode: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_expand

    def native(walk: Any, ply: Any, start: Any, n: Any, mode: Any) -> None:
        o = 8 * start
        call_expand(
            walk.expand, (walk.game, slot_of(walk, ply), mode | LISTED, n, walk.moves + o, walk.ranks + o, walk.noise + o)
        )

    return native


@helper
def check_count(walk: Any, ply: int, n: int, least: int) -> None:
    """Raise RulesFault where the game lists more actions or outcomes than it declares, or too few to play on."""
    if n > walk.max_actions:
        complain(walk, TOO_MANY, ply, n)
        raise RulesFault
    if n < least:
        complain(walk, NO_ACTION_LEFT, ply, n)
        raise RulesFault


@helper
def list_actions(walk: Any, ply: int, start: int, mode: int) -> int:
    """List the actions at a ply from place `start` of the stack on; how many there are. There must be room."""
    n = _expand(walk, ply, start, mode)
    check_count(walk, ply, n, 0 if mode & NOISY_ONLY else 1)
    return n


def _outcomes(walk: Any, ply: int, start: int) -> int:
    pairs = list(walk.game.outcomes(walk.states[ply]))
    if len(pairs) <= walk.max_actions:
        for i, (a, p) in enumerate(pairs, start):
            moves(walk)[i], ranks(walk)[i] = a, p
    return len(pairs)


@twin(_outcomes)
def _native_outcomes(walk: Any, ply: Any, start: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_outcomes

    def native(walk: Any, ply: Any, start: Any) -> Any:
        o = 8 * start
        return call_outcomes(walk.outcomes, (walk.game, slot_of(walk, ply), walk.moves + o, walk.ranks + o))

    return native


@helper
def list_outcomes(walk: Any, ply: int, start: int) -> int:
    """List the outcomes of a chance node, their probabilities in `ranks`; how many there are. There must be room."""
    n = _outcomes(walk, ply, start)
    check_count(walk, ply, n, 1)
    return n
