"""The threads that search: how many at once, whose turn it is, and that a search nobody wants ends."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from counterplay import CounterplayError, Limit, Position, make_game, search_algorithm
from counterplay.search.api import ALGORITHMS
from counterplay.studio.api.catalogue_view import algorithms
from counterplay.studio.server.alarms import Alarms
from counterplay.studio.server.search_queue import Busy, Job, Searches, Stopped, new_search
from counterplay.studio.server.studio_options import MOST_WAITING
from tests.studio.running import PATIENCE, wait_for


@pytest.fixture
def alarms() -> Iterator[Alarms]:
    made = Alarms()
    yield made
    made.close()


class Gate:
    """Work that waits until it is let go."""

    def __init__(self) -> None:
        self.open, self.order, self.at_once, self.most = threading.Event(), [], 0, 0
        self._lock = threading.Lock()

    def job(self, owner: str, name: str = "", **options: bool | int) -> Job:
        def work(job: Job) -> str:
            with self._lock:
                self.order.append(name or owner)
                self.at_once += 1
                self.most = max(self.most, self.at_once)
            while not self.open.wait(0.005) and not job.cancelled.is_set():
                pass
            with self._lock:
                self.at_once -= 1
            return name

        return Job(owner, work, **options)  # type: ignore[arg-type]


def test_only_so_many_at_once(alarms: Alarms) -> None:
    """More searches than slots at the same time; jobs that are never run."""
    searches, gate = Searches(2, alarms), Gate()
    jobs = [gate.job(f"owner {i}") for i in range(10)]
    assert [searches.submit(job) for job in jobs] == [True, True, *[False] * 8]
    assert (searches.running, searches.waiting) == (2, 8)
    gate.open.set()
    for job in jobs:
        job.future.result(PATIENCE)
    assert gate.most == 2
    wait_for(lambda: (searches.running, searches.waiting) == (0, 0))


def test_everybody_in_turn(alarms: Alarms) -> None:
    """One who asks for much and keeps the others waiting."""
    searches, gate = Searches(1, alarms), Gate()
    jobs = [gate.job("greedy", f"greedy {i}") for i in range(4)] + [gate.job("modest"), gate.job("shy")]
    for job in jobs:
        searches.submit(job)
    gate.open.set()
    for job in jobs:
        job.future.result(PATIENCE)
    assert gate.order == ["greedy 0", "greedy 1", "modest", "shy", "greedy 2", "greedy 3"]


def test_a_search_with_two_threads_takes_two_slots(alarms: Alarms) -> None:
    """Threads that are not counted."""
    searches, gate = Searches(2, alarms), Gate()
    wide, narrow = gate.job("a", slots=5), gate.job("b")
    assert searches.submit(wide) and not searches.submit(narrow)
    gate.open.set()
    narrow.future.result(PATIENCE)


def test_cancelled_in_the_queue_or_under_way(alarms: Alarms) -> None:
    """A cancelled job that runs, stays in the queue, or whose waiter waits forever."""
    searches, gate = Searches(1, alarms), Gate()
    first, second, third = (gate.job(name) for name in "abc")
    for job in (first, second, third):
        searches.submit(job)
    searches.cancel(second)
    with pytest.raises(Stopped):
        second.future.result(PATIENCE)
    searches.cancel(first)
    gate.open.set()
    third.future.result(PATIENCE)
    assert gate.order == ["a", "c"]


def test_who_has_searched_long_makes_room(alarms: Alarms) -> None:
    """An open-ended search that keeps a slot forever although others wait; one that is ended although nobody does."""
    searches, gate = Searches(1, alarms, turn=0.05), Gate()
    long = gate.job("long", open_ended=True)
    searches.submit(long)
    threading.Event().wait(0.2)
    assert not long.cancelled.is_set()
    others = [gate.job(f"other {i}", open_ended=True) for i in range(3)]
    for job in others:
        searches.submit(job)
    wait_for(lambda: len(gate.order) == 4)
    assert long.displaced and others[0].displaced and not others[2].displaced
    searches.close()


def test_too_many_are_refused(alarms: Alarms) -> None:
    """A queue that grows without bound."""
    searches, gate = Searches(1, alarms), Gate()
    for i in range(MOST_WAITING + 1):
        searches.submit(gate.job(str(i)))
    with pytest.raises(Busy):
        searches.submit(gate.job("one more"))
    searches.close()
    wait_for(lambda: not searches.running)


def test_a_failing_job_leaves_its_slot(alarms: Alarms) -> None:
    """A fault that is swallowed, or that costs a slot for good."""
    searches = Searches(1, alarms)
    for _ in range(3):
        job = Job("x", lambda job: 1 // 0)
        searches.submit(job)
        with pytest.raises(ZeroDivisionError):
            job.future.result(PATIENCE)
    assert searches.running == 0


def test_a_real_search_stops(alarms: Alarms) -> None:
    """A search that cannot be stopped from outside."""
    searches = Searches(1, alarms)
    position, reports = Position(make_game("connect_four")), []
    job = Job("x", lambda job: job.search(position, Limit(seconds=600), each=reports.append))
    searches.submit(job)
    wait_for(lambda: reports)
    searches.cancel(job)
    with pytest.raises(Stopped):
        job.future.result(PATIENCE)
    wait_for(lambda: not [t for t in threading.enumerate() if t.name == "counterplay-search"])


def test_alarms_ring_in_order(alarms: Alarms, monkeypatch: pytest.MonkeyPatch) -> None:
    """An alarm that rings too early, twice, or after it was cancelled; one that fails and silences the others."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr("counterplay.studio.server.alarms.time", SimpleNamespace(monotonic=lambda: clock.now))
    rung: list[int] = []
    for number in (3, 1, 2):
        alarms.after(0.01 * number, lambda number=number: rung.append(number))  # type: ignore[misc]
    alarms.after(0.015, lambda: rung.append(9)).cancel()
    alarms.after(0.005, lambda: 1 // 0)
    threading.Event().wait(0.05)
    assert rung == []
    clock.now = 1.0
    wait_for(lambda: len(rung) == 3)
    assert rung == [1, 2, 3]


def test_a_registered_search_is_offered_and_run(alarms: Alarms, monkeypatch: pytest.MonkeyPatch) -> None:
    """Catches a search of the owner's that the page does not list, and a name from a page that leads to a file."""
    monkeypatch.setitem(ALGORITHMS, "last_action", ALGORITHMS["mcts"])  # gone after the test

    @search_algorithm()
    def last_action(task: Any) -> int:
        """The last one."""
        return int(task.actions[-1])

    position = Position(make_game("nim"))
    assert {"name": "last_action", "about": "The last one.", "traced": False} in algorithms(position.game)
    job = Job("page", lambda job: job.search(position, Limit(seconds=1), "last_action"))
    Searches(1, alarms).submit(job)
    assert job.future.result(PATIENCE).action == position.choices[-1]
    with pytest.raises(CounterplayError, match="there is no algorithm"):
        new_search(position, Limit(seconds=1), __file__)
