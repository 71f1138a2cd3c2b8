"""Workers, near and far: the same games whoever plays them, and each counted once whoever dies."""

from __future__ import annotations

import dataclasses
import os
import signal
import socket
from collections.abc import Iterator

import pytest

from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.game_record import GameRecord
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.game_workers import Cluster, Here, Local, WorkerDied, play_all, workers_for
from counterplay.arena.playing.referee import Job, play_game
from counterplay.arena.playing.transport import Entrant
from counterplay.core import BadParameter

AGENTS = ["random", "negamax:depth=1", "engine:nodes=200", "mcts:playouts=20", "negamax:depth=2"]


def tournament() -> Settings:
    """100 games: ten pairings of five agents, 10 games each, all bound by nodes or depth."""
    return make_settings("connect_four", AGENTS, kind="round robin", games=10, seed=11)


@pytest.fixture(scope="module")
def local_run() -> list[tuple[object, ...]]:
    """What the tournament's games are when this process plays them alone."""
    contest = Contest.new(tournament())
    contest.run(Here())
    return [r.same_play() for r in contest.counted]


class KillsOnce:
    """Kills a worker in the middle: the one that did not play the game that has just ended, since that one is idle."""

    def __init__(self) -> None:
        self.killed: int | None = None

    def __call__(self, contest: Contest) -> None:
        if self.killed is None and len(contest.records) > 40 and contest.last is not None:
            busy = {r.versions["process"] for r in contest.records.values()} - {contest.last.versions["process"]}
            if busy:
                self.killed = int(busy.pop())
                os.kill(self.killed, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_local_workers_play_the_same_games(local_run: list[tuple[object, ...]]) -> None:
    """Would catch games that depend on the process that plays them, and a killed worker whose game is lost or counted twice."""
    contest, workers, killer = Contest.new(tournament()), Local(2), KillsOnce()
    contest.run(workers, killer)
    assert killer.killed is not None and workers.deaths >= 1
    assert [r.number for r in contest.counted] == list(range(1, 101))
    assert [r.same_play() for r in contest.counted] == local_run


@pytest.fixture
def ray_with_two_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A real Ray instance; as little shared memory as it takes, nothing that calls home."""
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    ray.init("local", num_cpus=2, include_dashboard=False, object_store_memory=80 << 20, log_to_driver=False)
    try:
        yield
    finally:
        ray.shutdown()


@pytest.mark.slow
def test_cluster_plays_the_same_games(ray_with_two_workers: None, local_run: list[tuple[object, ...]]) -> None:
    """Would catch a cluster whose games differ from the local run, or that loses or repeats the game of a killed worker."""
    contest, workers, killer = Contest.new(tournament()), Cluster("auto"), KillsOnce()
    assert workers.capacity == 2
    contest.run(workers, killer)
    assert killer.killed is not None and workers.deaths >= 1
    assert [r.number for r in contest.counted] == list(range(1, 101))
    assert [r.same_play() for r in contest.counted] == local_run
    broken = dataclasses.replace(tournament(), entrants=(Entrant("nobody"),) * 5)
    with pytest.raises(BadParameter, match="no agent 'nobody'"), Cluster("auto") as failing:
        failing.submit(Job(broken, broken.planned[0]))
        failing.next()


@pytest.mark.parametrize("form", ["127.0.0.1:{}", "ray://127.0.0.1:{}", "no such place", "127.0.0.1:x"])
def test_there_is_no_such_cluster(form: str) -> None:
    """Would catch a traceback, or a wait of minutes, where no cluster answers."""
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]  # where nobody listens once it is closed
    with pytest.raises(BadParameter, match="no Ray cluster at"):
        Cluster(form.format(port))


class Forgetful:
    """Workers that lose the first results of some games."""

    capacity = 3
    deaths = 0

    def __init__(self, losses: dict[int, int]) -> None:
        self.losses, self.jobs = dict(losses), []

    def __enter__(self) -> Forgetful:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, job: Job) -> None:
        self.jobs.append(job)
        assert len(self.jobs) <= self.capacity

    def next(self) -> tuple[Job, GameRecord | WorkerDied]:
        job = self.jobs.pop()
        if self.losses.get(job.planned.number, 0) > 0:
            self.losses[job.planned.number] -= 1
            return job, WorkerDied("lost")
        return job, play_game(job)


def test_lost_games_are_played_again_but_not_for_ever() -> None:
    """Would catch a game that is dropped, or one that kills every worker and is tried without end."""
    settings = make_settings("tic_tac_toe", ["random", "random"], kind="match", games=10, seed=1)
    jobs = [Job(settings, planned) for planned in settings.planned]
    records = list(play_all(Forgetful({2: 1, 5: 4, 10: 2}), jobs))
    assert sorted(r.number for r in records) == list(range(1, 11))
    with pytest.raises(BadParameter, match=r"game 5 has died 5 times"):
        list(play_all(Forgetful({5: 99}), jobs))


@pytest.mark.slow
def test_sequential_test_does_not_depend_on_the_workers() -> None:
    """Would catch a verdict, or games counted for it, that depend on the order in which workers finish."""
    settings = make_settings("tic_tac_toe", ["negamax:depth=2", "random"], kind="match", games=400, seed=2, sprt=Sprt(0, 150))
    alone, together = Contest.new(settings), Contest.new(settings)
    alone.run(Here())
    together.run(Local(2))
    assert alone.verdict == together.verdict == "H1"
    assert alone.ratio == together.ratio
    assert [r.same_play() for r in alone.counted] == [r.same_play() for r in together.counted]
    assert len(alone.records) == len(alone.counted) < 400


def test_how_many_workers() -> None:
    """Would catch a number of workers that cannot be."""
    assert isinstance(workers_for(1), Here)
    assert isinstance(workers_for(3), Local)
    with pytest.raises(BadParameter, match="1 to 1024"):
        workers_for(5000)
