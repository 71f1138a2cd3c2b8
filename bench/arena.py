"""A match at fixed nodes on two local worker processes against one, by the wall clock: CPU time cannot show it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Row
from counterplay.arena.playing.contest import make_settings
from counterplay.arena.playing.game_workers import Local, play_all
from counterplay.arena.playing.referee import Job

NODES = 10_000
GAMES = 160  # enough that the last games, when one worker has nothing left to do, hardly count
WARM_UP = 8  # games that a worker plays before the clock starts: loading what is compiled is not playing
ROUNDS = 3
TICKS = 100.0  # of /proc/PID/stat a second (proc(5))
WANTED = 1.7


def rows() -> Iterator[Row]:
    """The same games, with two workers and with one."""
    yield workers_row()


def workers_row(games: int = GAMES, rounds: int = ROUNDS, nodes: int = NODES) -> Row:
    """Games a second, the best of a few rounds by turns."""
    agents = [f"engine:nodes={nodes}", f"mcts:playouts={nodes // 20}"]
    settings = make_settings("connect_four", agents, kind="match", games=games + 2 * WARM_UP, seed=1)
    jobs = [Job(settings, planned) for planned in settings.planned]
    results: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    played: dict[int, list[tuple[object, ...]]] = {}
    for _ in range(rounds):
        for count in (2, 1):
            rate, cores, played[count] = measured(count, jobs)
            results[count].append((rate, cores))
    assert played[1] == played[2]
    (two, cores), (one, core) = max(results[2]), max(results[1])
    what = f"connect four, {games} games of {nodes:,} nodes a move, two workers"
    note = f"by the wall clock; two workers were given {cores:.1f} cores, one {core:.1f}"
    return Row(what, two, one, "games/s", "one worker", WANTED, note)


def measured(count: int, jobs: list[Job]) -> tuple[float, float, list[tuple[object, ...]]]:
    """Games a second, how many cores the workers were given meanwhile, and the games themselves."""
    with Local(count) as workers:
        warm = list(play_all(workers, jobs[: 2 * WARM_UP]))
        pids = {record.versions["process"] for record in warm}
        before, start = cpu_seconds(pids), time.perf_counter()
        records = list(play_all(workers, jobs[2 * WARM_UP :]))
        wall, cpu = time.perf_counter() - start, cpu_seconds(pids) - before
    records.sort(key=lambda record: record.number)
    return len(records) / wall, cpu / wall, [record.same_play() for record in records]


def cpu_seconds(pids: set[str]) -> float:
    """Of these processes so far; 0 where there is no /proc."""
    total = 0.0
    for pid in pids:
        stat = Path("/proc") / pid / "stat"
        if stat.exists():
            fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICKS
    return total
