"""From one ply of a walk to the next: by an action, by several, by passing the turn."""

from __future__ import annotations

from typing import Any

from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.compiler.raw_memory import words_at
from counterplay.gears.entry.state_layout import HEAD, MOVE, SKIP, TOO_LONG
from counterplay.gears.entry.walk_kernel import RulesFault
from counterplay.gears.entry.walk_memory import check_player, complain, slot_of
from counterplay.gears.entry.walk_moves import has_room


def _step(walk: Any, ply: int, action: int) -> None:
    walk.put(ply + 1, walk.game.result(walk.states[ply], int(action)))


@twin(_step)
def _native_step(walk: Any, ply: Any, action: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_step

    def native(walk: Any, ply: Any, action: Any) -> None:
        call_step(walk.step, (walk.game, slot_of(walk, ply), action, slot_of(walk, ply + 1), MOVE))

    return native


@helper
def step(walk: Any, ply: int, action: int) -> None:
    """The state at ply + 1 is the one after the action."""
    _step(walk, ply, action)
    check_player(walk, ply + 1)


def follow(walk: Any, actions: int, count: int, ply: int) -> None:
    """The state at a ply is the one after several actions, the words at an address, from ply 0 on."""
    s = walk.states[0]
    for a in words_at(actions, count).tolist() if count else ():
        s = walk.game.result(s, a)
    walk.put(ply, s)


@twin(follow)
def _follow(walk: Any, actions: Any, count: Any, ply: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_follow

    def native(walk: Any, actions: Any, count: Any, ply: Any) -> None:
        call_follow(walk.follow, (walk.game, slot_of(walk, 0), actions, count, slot_of(walk, ply)))

    return native


@helper
def copy_words(source: int, target: int, count: int) -> None:
    """Copy raw memory."""
    old, new = words_at(source, count), words_at(target, count)
    for i in range(count):
        new[i] = old[i]


def copy_state(walk: Any, source: int, target: int) -> None:
    """The state at one ply becomes the one at another, too."""
    walk.states[target] = walk.states[source]
    copy_words(slot_of(walk, source), slot_of(walk, target), HEAD // 8)


@twin(copy_state)
def _copy_state(walk: Any, source: Any, target: Any) -> Any:
    return lambda walk, source, target: copy_words(slot_of(walk, source), slot_of(walk, target), walk.slot_size // 8)


@helper
def settle(walk: Any, ply: int) -> None:
    """The state at ply + 1 becomes the one at this ply: the game advances, and the path does not grow."""
    copy_state(walk, ply + 1, ply)


@helper
def step_within(walk: Any, ply: int, action: int) -> None:
    """`step` in a search that follows every game to its end: a game that lasts longer than declared is a fault of its rules."""
    if ply + 1 >= walk.plies or not has_room(walk, 0):
        complain(walk, TOO_LONG, ply, walk.max_plies)
        raise RulesFault
    step(walk, ply, action)


def skip(walk: Any, ply: int) -> bool:
    """The state at ply + 1 is the one after a pass; False where the game does not allow passing here."""
    game, s = walk.game, walk.states[ply]
    if not game.may_skip(s):
        return False
    walk.put(ply + 1, game.skip(s))
    return True


@twin(skip)
def _skip(walk: Any, ply: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_passable, call_step

    def native(walk: Any, ply: Any) -> bool:
        if call_passable(walk.passable, (walk.game, slot_of(walk, ply))) == 0:
            return False
        call_step(walk.step, (walk.game, slot_of(walk, ply), 0, slot_of(walk, ply + 1), SKIP))
        return True

    return native
