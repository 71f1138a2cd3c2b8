"""Random games from a state on a walk."""

from __future__ import annotations

from typing import Any

from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.compiler.raw_memory import floats_at, generator_at, words_at
from counterplay.gears.deadline import STOP, must_end
from counterplay.gears.entry.random_actions import guided_choice, random_choice
from counterplay.gears.entry.state_layout import (
    FAULT_KIND,
    FAULT_NUMBER,
    LOG_WORDS,
    LONGEST_LOG,
    NO_ACTION_LEFT,
    OUT_OF_RANGE,
    TOO_MANY,
    within,
)
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
        if not _add_worth(walk, s, sums):
            return -1
        plies += ended
        if flag[STOP]:
            break
    return plies


def _guided_playout(walk: Any, ply: int, most: int, rng: int, totals: int, stop: int, log: int, choice: int) -> int:
    game, flag, told, dice = walk.game, words_at(stop, 2), words_at(log, LOG_WORDS), generator_at(rng)
    s, ended, buffer = walk.states[ply], 0, moves(walk)[: walk.max_actions]
    told[0] = 0
    while ended < most and not game.terminal(s):
        player = int(game.player(s))
        a, n = guided_choice(game, s, dice, buffer, choice)
        if not 0 < n <= walk.max_actions:
            return _blame(walk, s, TOO_MANY if n > 0 else NO_ACTION_LEFT, n)
        if player >= 0 and told[0] < LONGEST_LOG:
            told[1 + 2 * told[0]], told[2 + 2 * told[0]] = a, player
            told[0] += 1
        s = game.result(s, int(a))
        ended += 1
        if ended & 63 == 0 and must_end(flag):
            break
    return ended if _add_worth(walk, s, floats_at(totals, walk.players)) else -1


def _add_worth(walk: Any, s: Any, sums: Any) -> bool:
    game, over = walk.game, walk.game.terminal(s)
    for p in range(game.players):
        value = float(game.utility(s, p)) if over else within(float(game.evaluate(s, p)), walk.low, walk.high)
        if not walk.low <= value <= walk.high:
            _blame(walk, s, OUT_OF_RANGE, p)
            return False
        sums[p] += value
    return True


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
            (walk.game, slot_of(walk, ply), count, most, rng, walk.moves, totals, spare, stop),
        )

    return native


@twin(_guided_playout)
def _native_guided_playout(walk: Any, ply: Any, most: Any, rng: Any, totals: Any, stop: Any, log: Any, choice: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_guided_playout

    def native(walk: Any, ply: Any, most: Any, rng: Any, totals: Any, stop: Any, log: Any, choice: Any) -> Any:
        spare = slot_of(walk, walk.plies)
        return call_guided_playout(
            walk.guided_playout,
            (walk.game, slot_of(walk, ply), most, rng, walk.moves, totals, spare, stop, log, choice),
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
    check_playout(walk, plies)
    return plies


@helper
def guided_playout(walk: Any, ply: int, most: int, rng: int, totals: int, stop: int, log: int, choice: int) -> int:
    """One of the `playouts`, of which the LOG_WORDS words at `log` tell who did what; `choice` is ANY, FORCED or HEAVY."""
    plies = _guided_playout(walk, ply, most, rng, totals, stop, log, choice)
    check_playout(walk, plies)
    return plies


@helper
def check_playout(walk: Any, plies: int) -> None:
    """Raise RulesFault where a playout met a fault of the rules, which the spare slot tells."""
    if plies < 0:
        spare = head_of(walk, walk.plies)
        complain(walk, spare[FAULT_KIND], walk.plies, spare[FAULT_NUMBER])
        raise RulesFault
