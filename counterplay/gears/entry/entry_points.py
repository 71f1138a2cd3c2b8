"""The entry points of a game: native functions of its rules that any search calls by their address.

Each is compiled for a game by itself, when it is first needed. States lie in *slots* of raw memory: a head of four words
(PLAYER, OVER, KEY, THREATENED: what every search asks first) and the state behind it. Addresses and actions are int64. Playouts
depend on inlining, so they are entry points themselves; perft does, too, and is a kernel that is compiled for each game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.gears.compiler.address_code import load_state, mark, release, store_state
from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.compiler.raw_memory import floats_at, generator_at, words_at
from counterplay.gears.deadline import STOP, must_end
from counterplay.gears.entry.action_gathering import is_noisy, listed
from counterplay.gears.entry.random_actions import guided_choice, random_choice
from counterplay.gears.entry.state_layout import (
    FAULT_KIND,
    FAULT_NUMBER,
    FORBIDDEN,
    HEAD,
    KEY,
    LISTED,
    LOG_WORDS,
    LONGEST_LOG,
    NO_ACTION_LEFT,
    NOISY_ONLY,
    OUT_OF_RANGE,
    OVER,
    PLAYER,
    RANKED,
    SEVERAL,
    SKIP,
    STAY,
    THREATENED,
    TOLD_NOISY,
    TOO_MANY,
    slot_bytes,
    within,
)


@helper
def tell(game: Any, s: Any, slot: int) -> None:
    """Write the head of a slot."""
    head = words_at(slot, 4)
    over = bool(game.terminal(s))
    head[PLAYER] = game.player(s)
    head[OVER] = np.int64(over)
    if not over or game.repetition == FORBIDDEN:
        head[KEY] = np.int64(np.uint64(game.key(s)))
    if not over:
        head[THREATENED] = np.int64(bool(game.threatened(s)))


def step(game: Any, slot: int, action: int, child: int, how: int) -> None:
    """Write the state after an action (or a pass, or none), and its head, into another slot.

    One entry point for all three, since writing the head is most of the code.
    """
    marked = mark()
    s = load_state(game, slot + HEAD)
    if how != STAY:
        s = moved(game, s, action, how)
        store_state(game, child + HEAD, s)
    tell(game, s, child)
    release(marked)


def moved(game: Any, s: Any, action: int, how: int) -> Any:
    """The state after an action, or after a pass."""
    return game.skip(s) if how == SKIP else game.result(s, action)


@twin(moved)
def _moved(game: Any, s: Any, action: int, how: int) -> Any:
    """The types of the two are brought to that of the first state."""
    if not game.game.can_skip:
        return lambda game, s, action, how: game.result(s, action)
    return lambda game, s, action, how: game.skip(s) if how == SKIP else game.result(s, action)


def follow(game: Any, slot: int, actions: int, count: int, child: int) -> None:
    """Write the state after several actions, the words at `actions`, and its head, into another slot."""
    marked = mark()
    s = load_state(game, slot + HEAD)
    path = words_at(actions, count)
    for i in range(count):
        s = game.result(s, path[i])
    store_state(game, child + HEAD, s)
    tell(game, s, child)
    release(marked)


def passable(game: Any, slot: int) -> int:
    """Game.may_skip: 1 where a pass may be tried."""
    marked = mark()
    allowed = bool(game.may_skip(load_state(game, slot + HEAD)))
    release(marked)
    return 1 if allowed else 0


def expand(game: Any, slot: int, mode: int, there: int, moves: int, ranks: int, flags: int) -> int:
    """List the actions of a state in the words at `moves`, at most max_actions of them; how many there are.

    mode says which, and whether `game.order` (at `ranks`, floats) and `game.noisy` (at `flags`, words) are written for each;
    with LISTED, that many actions are `there` already.
    """
    marked = mark()
    s = load_state(game, slot + HEAD)
    room = game.max_actions  # a constant: what LLVM can count needs no check of every store
    out, worth, noise = words_at(moves, room), floats_at(ranks, room), words_at(flags, room)
    n = there if mode & LISTED else listed(game, s, mode, out)
    if n <= room and mode & (RANKED | TOLD_NOISY | NOISY_ONLY) and (n > 1 or not mode & SEVERAL):
        kept = 0
        for i in range(n):
            a = out[i]
            noisy = is_noisy(game, s, a, mode)
            if noisy or not mode & NOISY_ONLY:
                out[kept] = a
                noise[kept] = np.int64(noisy)
                if mode & RANKED:
                    worth[kept] = float(game.order(s, a))
                kept += 1
        n = kept
    release(marked)
    return n


def outcomes(game: Any, slot: int, moves: int, chances: int) -> int:
    """List the outcomes of a chance node and their probabilities, at most max_actions of them; how many there are."""
    marked = mark()
    room = game.max_actions
    out, probabilities = words_at(moves, room), floats_at(chances, room)
    n = 0
    for a, p in game.outcomes(load_state(game, slot + HEAD)):
        i = min(n, room - 1)
        out[i] = a
        probabilities[i] = p
        n += 1
    release(marked)
    return n


def final(game: Any, slot: int, player: int) -> float:
    """Game.utility of a terminal state."""
    marked = mark()
    value = float(game.utility(load_state(game, slot + HEAD), player))
    release(marked)
    return value


def estimate(game: Any, slot: int, player: int) -> float:
    """Game.evaluate."""
    marked = mark()
    value = float(game.evaluate(load_state(game, slot + HEAD), player))
    release(marked)
    return value


def exchange(game: Any, slot: int, action: int) -> float:
    """Game.exchange."""
    marked = mark()
    value = float(game.exchange(load_state(game, slot + HEAD), action))
    release(marked)
    return value


def structure(game: Any, slot: int, part: int) -> int:
    """Game.structure."""
    marked = mark()
    found = np.int64(np.uint64(game.structure(load_state(game, slot + HEAD), part)))
    release(marked)
    return found  # type: ignore[return-value]  # one exact type, as native callers expect


def harmless(game: Any, slot: int, action: int) -> int:
    """Game.harmless: 1 where an action neither wins the game nor threatens anything."""
    marked = mark()
    found = bool(game.harmless(load_state(game, slot + HEAD), action))
    release(marked)
    return 1 if found else 0


def value_bounds(game: Any, slot: int, address: int) -> None:
    """Game.value_bounds, the two floats at `address`."""
    marked = mark()
    low, high = game.value_bounds(load_state(game, slot + HEAD))
    out = floats_at(address, 2)
    out[0] = float(low)
    out[1] = float(high)
    release(marked)


def planes(game: Any, states: int, size: int, count: int, out: int, numbers: int) -> None:
    """Game.planes of `count` states, `size` bytes from one to the next, as so many numbers each: words of sets, or floats."""
    for i in range(count):
        marked = mark()
        write_planes(game.planes(load_state(game, states + i * size)), out + 8 * i * numbers, numbers)
        release(marked)


def write_planes(shown: Any, out: int, numbers: int) -> None:
    """Write bit sets as words, or the elements of an array as floats; no more than there is room for."""
    raise NotImplementedError("compiled code only")


@twin(write_planes)
def _write_planes(shown: Any, out: int, numbers: int) -> Any:
    from numba import types

    def array(shown: Any, out: int, numbers: int) -> None:
        place, values = floats_at(out, numbers), shown.ravel()
        for i in range(min(numbers, len(values))):
            place[i] = float(values[i])

    def sets(shown: Any, out: int, numbers: int) -> None:
        place, i = words_at(out, numbers), 0
        for word in shown:
            place[i] = np.int64(word)
            i += 1

    def long_sets(shown: Any, out: int, numbers: int) -> None:
        place, i = words_at(out, numbers), 0
        for words in shown:
            for word in words:
                place[i] = np.int64(word)
                i += 1

    if isinstance(shown, types.Array):
        return array
    return long_sets if isinstance(shown.dtype, types.BaseTuple) else sets


def kept(game: Any, s: Any, address: int) -> Any:
    """A state that outlives the release of temporary arrays."""
    store_state(game, address, s)
    return load_state(game, address)


@twin(kept)
def _kept(game: Any, s: Any, address: int) -> Any:
    return kept if game.form.has_arrays else lambda game, s, address: s


def playouts(game: Any, slot: int, count: int, most: int, rng: int, moves: int, totals: int, spare: int, stop: int) -> int:
    """Play random games from a state, each `most` plies at most, and add every player's utility to the floats at `totals`.

    Where a game is cut short, the estimate stands for the utility. rng is the address of a generator, spare that of
    SPARE_SLOTS slots, stop that of the stop flag and the deadline. How many plies were played; below 0 where the rules broke
    the contract: the first spare slot then holds the state in question, and in its head which fault it is and the number that
    belongs to it.
    """
    flag, sums, dice = words_at(stop, 2), floats_at(totals, game.players), generator_at(rng)
    room = game.max_actions
    buffer = words_at(moves, room)
    start = load_state(game, slot + HEAD)
    marked, plies = mark(), 0
    for _ in range(count):
        s, ply = start, 0
        while ply < most and not game.terminal(s):
            a, n = random_choice(game, s, dice, buffer)
            if n <= 0 or n > room:
                return blame(game, s, spare, NO_ACTION_LEFT if n <= 0 else TOO_MANY, n)
            s = kept(game, game.result(s, a), spare + (1 + (ply & 1)) * slot_size(game) + HEAD)
            release(marked)
            ply += 1
            if ply & 63 == 0 and must_end(flag):
                break
        if not add_worth(game, s, sums, spare):
            return -1
        release(marked)
        plies += ply
        if flag[STOP] != 0:
            break
    release(marked)
    return plies


def guided_playout(
    game: Any, slot: int, most: int, rng: int, moves: int, totals: int, spare: int, stop: int, log: int, choice: int
) -> int:
    """`playouts` of one game that writes down who did what; `choice` is ANY, FORCED or HEAVY.

    log is the address of LOG_WORDS words: how many actions of players there were, then each action and who chose it.
    """
    flag, sums, dice = words_at(stop, 2), floats_at(totals, game.players), generator_at(rng)
    room = game.max_actions
    buffer = words_at(moves, room)
    told = words_at(log, LOG_WORDS)
    told[0] = 0
    s = load_state(game, slot + HEAD)
    marked, ply = mark(), 0
    while ply < most and not game.terminal(s):
        player = game.player(s)
        a, n = guided_choice(game, s, dice, buffer, choice)
        if n <= 0 or n > room:
            return blame(game, s, spare, NO_ACTION_LEFT if n <= 0 else TOO_MANY, n)
        if player >= 0 and told[0] < LONGEST_LOG:
            told[1 + 2 * told[0]] = a
            told[2 + 2 * told[0]] = player
            told[0] += 1
        s = kept(game, game.result(s, a), spare + (1 + (ply & 1)) * slot_size(game) + HEAD)
        release(marked)
        ply += 1
        if ply & 63 == 0 and must_end(flag):
            break
    if not add_worth(game, s, sums, spare):
        return -1
    release(marked)
    return ply


@helper
def add_worth(game: Any, s: Any, sums: Any, spare: int) -> bool:
    """Add what a state is worth to each player, at the end of the game or by estimate; False where the rules are at fault."""
    over = game.terminal(s)
    for p in range(game.players):
        if over:
            value = float(game.utility(s, p))
            if not game.utility_range[0] <= value <= game.utility_range[1]:
                blame(game, s, spare, OUT_OF_RANGE, p)
                return False
            sums[p] += value
        else:
            sums[p] += within(float(game.evaluate(s, p)), game.utility_range[0], game.utility_range[1])
    return True


@helper
def blame(game: Any, s: Any, spare: int, kind: int, number: int) -> int:
    """Note a fault of the rules at a state; what `playouts` returns then."""
    store_state(game, spare + HEAD, s)
    head = words_at(spare, 4)
    head[FAULT_KIND] = kind
    head[FAULT_NUMBER] = number
    return -1


def slot_size(game: Any) -> int:
    """Bytes of a slot."""
    raise NotImplementedError("compiled code only")


@twin(slot_size)
def _slot_size(game: Any) -> Any:
    size = slot_bytes(game.form.size)
    return lambda game: size
