"""Random games from a state on a walk."""

from __future__ import annotations

from typing import Any

from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.compiler.raw_memory import floats_at, generator_at, words_at
from counterplay.gears.deadline import STOP, must_end
from counterplay.gears.entry.random_actions import random_choice
from counterplay.gears.entry.state_layout import FAULT_KIND, FAULT_NUMBER, NO_ACTION_LEFT, OUT_OF_RANGE, TOO_MANY, within
from counterplay.gears.entry.walk_kernel import RulesFault
from counterplay.gears.entry.walk_memory import complain, head_of, slot_of
from counterplay.gears.entry.walk_moves import moves


def _playouts(walk: Any, ply: int, count: int, most: int, rng: int, totals: int, stop: int) -> int:
    game, flag, sums, dice = walk.game, words_at(stop, 2), floats_at(totals, walk.players), generator_at(rng)
    plies, buffer = 0, moves(walk)[: walk.max_actions]
    for _ in range(count):
        s, ended = walk.states[ply], 0
        while ended < most and not game.terminal(s):
            a, n = random_choice(game, s, dice, buffer)
            if not 0 < n <= walk.max_actions:
                return _blame(walk, s, TOO_MANY if n > 0 else NO_ACTION_LEFT, n)
            s = game.result(s, int(a))
            ended += 1
            if ended & 63 == 0 and must_end(flag):
                break
        over = game.terminal(s)
        for p in range(game.players):
            value = float(game.utility(s, p)) if over else within(float(game.evaluate(s, p)), walk.low, walk.high)
            if not walk.low <= value <= walk.high:
                return _blame(walk, s, OUT_OF_RANGE, p)
            sums[p] += value
        plies += ended
        if flag[STOP]:
            break
    return plies


def _blame(walk: Any, s: Any, kind: int, number: int) -> int:
    walk.states[walk.plies] = s
    head = head_of(walk, walk.plies)
    head[FAULT_KIND], head[FAULT_NUMBER] = kind, number
    return -1


@twin(_playouts)
def _native_playouts(walk: Any, ply: Any, count: Any, most: Any, rng: Any, totals: Any, stop: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_playouts

    def native(walk: Any, ply: Any, count: Any, most: Any, rng: Any, totals: Any, stop: Any) -> Any:
        spare = slot_of(walk, walk.plies)
        return call_playouts(
            walk.playouts,
            (walk.game, slot_of(walk, ply), count, most, rng, walk.max_actions, walk.moves, totals, spare, stop),
        )

    return native


@helper
def playouts(walk: Any, ply: int, count: int, most: int, rng: int, totals: int, stop: int) -> int:
    """Play random games from a ply, each `most` plies at most, and add every player's utility to the floats at `totals`.

    Where a game is cut short, by `most` or by the stop flag, the estimate stands for the utility. rng, totals and stop are
    addresses: of a generator, of as many floats as there are players, of the flag and the deadline. How many plies
    were played.
    """
    plies = _playouts(walk, ply, count, most, rng, totals, stop)
    if plies < 0:
        spare = head_of(walk, walk.plies)
        complain(walk, spare[FAULT_KIND], walk.plies, spare[FAULT_NUMBER])
        raise RulesFault
    return plies
