"""How a search keeps its time, counted on a clock of the test's own: nothing here depends on how fast the machine is."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from counterplay.core import Limit, Position
from counterplay.games.catalogue import make_game
from counterplay.gears import kernel
from counterplay.gears.cache import code_store
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.deadline import DEADLINE, STOP, nanoseconds
from counterplay.gears.entry.walk import open_walk
from counterplay.search import Search, search_position
from counterplay.search import search_control as counting
from counterplay.search.playout import PLAYOUT_ENTRIES, new_dice, play_games
from counterplay.search.search_control import AWAY_LEAST, EARLY, INTERVAL, NODE_LIMIT, new_control, spent

MILLISECOND = 1_000_000  # nanoseconds
BEGIN = 10**12  # what the clock of the test shows at first


class Clock:
    """A clock that a search moves by what each node takes, and that counts how often it is read."""

    def __init__(self) -> None:
        self.now, self.reads = BEGIN, 0

    def __call__(self) -> int:
        self.reads += 1
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Takes the place of the real one in the interpreted gear."""
    made = Clock()
    monkeypatch.setattr(counting, "nanoseconds", made)
    return made


def run(clock: Clock, duration: int, node: int, early: int = 0, away: tuple[int, int] = (-1, 0)) -> int:
    """Enter nodes until the search must stop; the nodes. away: at which node the processor is taken away, and for how long."""
    control = new_control(Limit())
    control[DEADLINE], control[EARLY] = BEGIN + duration, early
    nodes = 0
    while not spent(control):
        nodes += 1
        clock.now += node + (away[1] if nodes == away[0] else 0)
    return nodes


def test_without_a_deadline_nobody_looks(clock: Clock) -> None:
    """Would catch a search that pays for a clock it does not need, or that does not stop at exactly its limit of nodes."""
    control = new_control(Limit(nodes=5_000))
    assert [spent(control) for _ in range(5_000)] == [False] * 4_999 + [True]
    assert clock.reads == 0


@pytest.mark.parametrize("node", [50, 1_000, 30_000, 3 * MILLISECOND])
def test_the_deadline_is_noticed(clock: Clock, node: int) -> None:
    """Would catch a search of fast or slow nodes that looks too seldom, and one of fast nodes that does little but look."""
    nodes = run(clock, 200 * MILLISECOND, node)
    late = clock.now - BEGIN - 200 * MILLISECOND
    assert 0 <= late <= max(4 * INTERVAL, node)
    assert clock.reads <= 50 + 200 * MILLISECOND // INTERVAL
    assert node > INTERVAL or clock.reads < nodes


def test_nodes_that_become_slow(clock: Clock) -> None:
    """Would catch a distance between two looks, learnt from fast nodes, that is kept when they are a hundred times slower."""
    control = new_control(Limit())
    control[DEADLINE] = BEGIN + 100 * MILLISECOND
    while not spent(control):
        clock.now += 100 if clock.now < BEGIN + 50 * MILLISECOND else 10_000
    assert clock.now - BEGIN <= 100 * MILLISECOND + 4 * INTERVAL


def test_who_was_away_ends_early(clock: Clock) -> None:
    """Would catch a search on a busy machine that risks to be away at its deadline, for as long as it was before."""
    run(clock, 100 * MILLISECOND, 1_000, early=10 * MILLISECOND, away=(5_000, 4 * MILLISECOND))
    early = BEGIN + 100 * MILLISECOND - clock.now
    assert 4 * MILLISECOND - 4 * INTERVAL <= early <= 4 * MILLISECOND + 4 * INTERVAL


@pytest.mark.parametrize("away", [0, AWAY_LEAST // 2, 50 * MILLISECOND])
def test_nobody_ends_much_too_early(clock: Clock, away: int) -> None:
    """Would catch time given away on an idle machine, or most of it after one long absence."""
    run(clock, 100 * MILLISECOND, 1_000, early=10 * MILLISECOND, away=(5_000, away))
    allowed = 10 * MILLISECOND if away > AWAY_LEAST else 0
    assert BEGIN + 100 * MILLISECOND - clock.now <= allowed + 4 * INTERVAL


@kernel(cache=False)
def native_time(game: Any) -> int:
    """What native code reads."""
    return nanoseconds()


def test_native_code_reads_the_same_clock() -> None:
    """Would catch another clock, or another unit, in native code: a deadline that passed long ago, or never will."""
    game = make_game("nim")
    native_time(game)
    before, now, after = nanoseconds(), native_time(game), nanoseconds()
    assert before <= now <= after


# Nodes or playouts that are far beyond what a twentieth of a second allows.
@pytest.mark.parametrize(("algorithm", "most"), [("engine", 20_000_000), ("mcts", 3_000_000), ("alpha_beta", 300_000_000)])
def test_no_other_thread_is_needed(monkeypatch: pytest.MonkeyPatch, algorithm: str, most: int) -> None:
    """Would catch a search that only stops when another thread says so, which on a busy machine has to wait for its turn."""
    monkeypatch.setattr(threading, "Timer", lambda *_: pytest.fail("a thread is started for the clock"))
    report = search_position(make_game("connect_four"), None, Limit(seconds=0.05, nodes=most, playouts=most), algorithm)
    assert report.nodes < most / 2 and not report.completed


def test_a_long_playout_ends_at_the_deadline() -> None:
    """Would catch a playout of a game that may last for ever, which no search interrupts."""
    game = make_game("hex")
    for compiled in (True, False):
        walk = open_walk(game, 1, PLAYOUT_ENTRIES) if compiled else type(open_walk(game, 1, ()))(game, 1, (), compiled=False)
        walk.place(game.initial())
        for deadline, plies in ((nanoseconds() - 1, {64}), (nanoseconds() + 10**15, set(range(65, 122)))):
            dice, control = new_dice(3), new_control(Limit())
            control[DEADLINE], dice.stop_place = deadline, address_of(control)
            assert play_games(walk, dice, 1, game.max_plies) in plies
            assert bool(control[STOP]) == (plies == {64})


def test_the_time_runs_from_the_question_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch time that is spent before the search and not counted, and time that a compiler takes and that is counted."""
    game = make_game("nim")
    task = Search(Position(game), Limit(seconds=1.0)).task
    asked = task.started
    assert task.ready_since == asked
    monkeypatch.setitem(code_store._wanted, "something", 1)
    assert task.ready_since > asked


def test_work_beside_a_search_has_its_deadline() -> None:
    """Would catch a claim that is checked long after the time is up."""
    game = make_game("nim")
    task = Search(Position(game), Limit(seconds=1.0)).task
    task.start_clock(task.started)
    beside = task.new_control(Limit(nodes=3))
    assert beside[DEADLINE] == task.control[DEADLINE] > nanoseconds() and beside[NODE_LIMIT] == 3
