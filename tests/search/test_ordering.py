"""How the engine hands out actions, corrects estimates, shares work among threads and ends before its time is up."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from positions import random_positions

from counterplay.agents import Clock
from counterplay.core import Position, Value
from counterplay.core.report import Line
from counterplay.games.catalogue import make_game
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.entry.walk import InterpretedWalk, Walk, flags, ranks
from counterplay.search.engine import workspace as ws
from counterplay.search.engine.correction import learn_error, note_estimate
from counterplay.search.engine.driver import ENHANCEMENTS
from counterplay.search.engine.ordering import begin_actions, next_action
from counterplay.search.engine.scores import INFINITE, NO_ESTIMATE, score_of_steps
from counterplay.search.engine.sharing import BUSY_WORDS, DEFERRED, announce_task, defers, finish_task
from counterplay.search.engine.table import NO_ACTION, Entry, new_table
from counterplay.search.engine.time_use import TimeUse

CHESS = make_game("chess")
EVERYTHING = sum(ENHANCEMENTS.values()) & ~ws.TAPERED
UNKNOWN_ENTRY = Entry(False, 0, NO_ACTION, 0, 0, NO_ESTIMATE)


def opened(state: Any, options: int = EVERYTHING) -> tuple[InterpretedWalk, Any, Any]:
    """A walk in the interpreted gear with a state at ply 1, as after any action; a workspace; the memory that both use."""
    walk = Walk(CHESS, 6, ("expand", "final", "estimate"), compiled=False)
    walk.place(state, 1)
    table = new_table(0.01)
    work = ws.new_workspace((), options, 0, table)
    work.scales[:] = 1000.0, 1.0, 1.0, 0.0
    work.played[1], work.played[0] = 796, ws.NO_ACTION
    return walk.kernel_argument, work, (walk, table)


def handed_out(walk: InterpretedWalk, work: Any, first: int) -> list[tuple[int, bool, float]]:
    """Every action in the order in which it comes: itself, whether it is noisy, its rank."""
    player, start, found = CHESS.player(walk.states[1]), 0, []
    work.firsts[1] = first
    begin_actions(walk, work, player, 1, start)
    while (a := next_action(walk, work, player, 1, start, start + len(found))) != NO_ACTION:
        place = start + len(found)
        found.append((int(a), bool(flags(walk)[place]), float(ranks(walk)[place])))
    return found


@pytest.mark.parametrize("options", [EVERYTHING, EVERYTHING & ~ws.STAGES, ws.STAGES])
def test_every_action_comes_once_and_in_order(options: int) -> None:
    """Would catch an action that is lost or comes twice between two stages, and quiet ones before captures that gain."""
    draw = random.Random(3)
    for position in random_positions(CHESS, 5, 12, 6, 60):
        choices = position.choices
        for first in (NO_ACTION, draw.choice(choices), 4095):
            walk, work, memory = opened(position.state, options)
            found = handed_out(walk, work, first)
            assert sorted(a for a, _, _ in found) == sorted(choices)
            assert memory
            if first in choices:
                assert found.pop(0)[0] == first
            assert all(noisy == CHESS.noisy(position.state, a) for a, noisy, _ in found)
            if options == EVERYTHING:
                worth = [rank for _, _, rank in found]
                assert worth == sorted(worth, reverse=True)


def test_captures_come_before_quiet_moves_are_listed() -> None:
    """Would catch quiet actions listed although a capture that gains is there: half of the work of a node that is cut."""
    position = Position.load(CHESS, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    walk, work, memory = opened(position.state)
    work.firsts[1] = NO_ACTION
    begin_actions(walk, work, 0, 1, 0)
    assert work.ends[1] == 1
    assert CHESS.action_name(position.state, next_action(walk, work, 0, 1, 0, 0)) == "exd5"
    assert work.ends[1] == 1
    assert next_action(walk, work, 0, 1, 0, 1) != NO_ACTION
    assert work.ends[1] == len(position.choices)
    assert memory


# --- correction history ---
def estimate_of(walk: InterpretedWalk, work: Any) -> int:
    note_estimate(walk, work, UNKNOWN_ENTRY, 1, 0)
    return int(work.estimates[1])


def test_estimates_move_towards_what_searches_find() -> None:
    """Would catch a correction of the wrong sign, of another position's structure, or without end."""
    walk, work, memory = opened(CHESS.initial())
    plain = estimate_of(walk, work)
    found = score_of_steps(walk, plain + 3000)
    for _ in range(200):
        learn_error(walk, work, 1, 0, 8, found, -INFINITE, INFINITE)
        last = estimate_of(walk, work)
    assert plain + 500 < last < plain + 5500
    assert work.plain[1] == plain  # what the table keeps
    work.settings[ws.FLAGS] &= ~ws.CORRECTION
    assert estimate_of(walk, work) == plain
    assert memory


def test_a_bound_that_agrees_teaches_nothing() -> None:
    """Would catch a lower bound below the estimate, or an upper one above it, taken for an error."""
    walk, work, memory = opened(CHESS.initial())
    plain = estimate_of(walk, work)
    low, high = score_of_steps(walk, plain - 2000), score_of_steps(walk, plain + 2000)
    learn_error(walk, work, 1, 0, 8, low, low - 1, low)
    learn_error(walk, work, 1, 0, 8, high, high, high + 1)
    assert estimate_of(walk, work) == plain
    learn_error(walk, work, 1, 0, 8, high, high - 1, high)
    assert estimate_of(walk, work) > plain
    assert memory


def test_the_structure_of_chess() -> None:
    """Would catch a key that tells too much, so that nothing is learnt, or too little, so that all is one."""
    after = [Position(CHESS).play("Nf3").state, Position(CHESS).play("Nf3").play("Nf6").state, Position(CHESS).play("e4").state]
    keys = [[CHESS.structure(s, part) for part in range(3)] for s in (CHESS.initial(), *after)]
    assert keys[0][0] == keys[1][0] == keys[2][0] != keys[3][0]
    assert keys[0][1] != keys[1][1] == keys[2][1]
    assert keys[0][2] == keys[1][2] != keys[2][2]


# --- threads ---
def test_what_another_thread_searches_is_left_for_later_once() -> None:
    """Would catch an action that is never searched because each thread leaves it to the other."""
    walk, work, memory = opened(CHESS.initial())
    ranks(walk)[0] = ranks(walk)[1] = 5.0
    assert not defers(walk, work, 1, 0, 796, 6, 1)  # one thread
    busy = np.zeros(BUSY_WORDS, np.int64)
    work.settings[ws.BUSY_PLACE] = address_of(busy)
    assert not defers(walk, work, 1, 0, 796, 6, 1)
    announce_task(walk, work, 1, 796, 6)
    assert not defers(walk, work, 1, 1, 797, 6, 1)
    assert not defers(walk, work, 1, 0, 796, 6, 0)  # the first action is searched by all
    assert defers(walk, work, 1, 0, 796, 6, 1)
    assert ranks(walk)[0] == DEFERRED
    assert not defers(walk, work, 1, 0, 796, 6, 1)
    ranks(walk)[0] = 5.0
    finish_task(walk, work, 1, 796, 6)
    assert not defers(walk, work, 1, 0, 796, 6, 1)
    assert not busy.any()
    assert memory


# --- time ---
def ended_after(actions: list[int], values: list[float], share: float) -> int:
    """The depth after which a search that plans 1 s, and takes 0.1 s a depth, ends."""
    use = TimeUse(1.0, 0.01)
    for depth, (action, value) in enumerate(zip(actions, values, strict=True), 1):
        if use.is_enough(0.1 * depth, Line(action, Value(value, 0), (action,)), share):
            return depth
    return 99


def test_a_search_ends_when_it_is_sure() -> None:
    """Would catch time spent where nothing changes, or saved where the best action has just changed or is falling."""
    steady = ended_after([1] * 30, [0.0] * 30, 0.9)
    unsure = ended_after([1] * 30, [0.0] * 30, 0.4)
    changing = ended_after([1, 2] * 15, [0.0] * 30, 0.9)
    falling = ended_after([1] * 30, [-0.02 * depth for depth in range(30)], 0.9)
    assert steady < 10
    assert steady < unsure < 99
    assert steady < changing < 99
    assert steady < falling < 99
    assert not TimeUse(None, 0.01).is_enough(1e9, Line(1, Value(0.0, 0), (1,)), 1.0)


@pytest.mark.parametrize("left", [0.0, 0.01, 0.1, 1.0, 60.0, 7200.0])
@pytest.mark.parametrize("moves", [None, 1, 2, 40])
def test_no_move_takes_the_whole_clock(left: float, moves: int | None) -> None:
    """Would catch a flag that falls because a search was allowed to be unsure for too long."""
    clock = Clock(remaining=left, increment=0.1, moves_to_go=moves)
    assert clock.budget <= clock.longest
    assert clock.longest <= max(0.001, left - clock.reserve)
    assert Clock(per_move=2.0).longest == 2.0
