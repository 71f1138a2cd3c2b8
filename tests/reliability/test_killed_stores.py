"""The stores of the studio and of the arena, whose writers are killed again and again in the middle of writing."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

from counterplay.arena.contest_store import Store as ArenaStore
from counterplay.arena.game_record import Ending, GameRecord
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.transport import Entrant, GameParcel
from counterplay.core.files.user_file import describe
from counterplay.studio.server.studio_store import Move, Row
from counterplay.studio.server.studio_store import Store as StudioStore

KILLS = 12  # fifty of each have been tried, too
WRITTEN = b"."


def killed(writes: Callable[[], Iterator[None]], rng: random.Random) -> int:
    """Let a child write and kill it a moment later; how many of its writes it was told to be done."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            for _ in writes():
                os.write(tell, WRITTEN)
        except BaseException as error:
            os.write(tell, f"!{describe(error)}".encode())
        os._exit(1)
    os.close(tell)
    with os.fdopen(told, "rb", buffering=0) as answers:
        seen = b"".join(answers.read(1) for _ in range(rng.randrange(1, 6)))
        os.kill(child, signal.SIGKILL)
        seen += b"".join(iter(lambda: answers.read(64), b""))
    os.waitpid(child, 0)
    assert set(seen) == set(WRITTEN), seen
    return len(seen)


def test_a_killed_studio_loses_at_most_the_move_being_written(tmp_path: Path) -> None:
    """Would catch a move that was acknowledged and is gone, one that is there in part, and a file that does not open."""
    path, rng, done = tmp_path / "studio.db", random.Random(1), 0
    store = StudioStore(path)
    store.add(Row("game", "chess", "Chess", "start", [{"kind": "human"}]))
    store.close()

    def writes() -> Iterator[None]:
        mine = StudioStore(path)
        found = mine.load("game")
        assert found is not None
        row, moves = found
        for ply in range(len(moves), 10**6):
            row.ply = ply + 1
            mine.save(row, ply, [Move(ply, ply % 2, "human", 1.5)])
            yield

    for _ in range(KILLS):
        done += killed(writes, rng)
        store = StudioStore(path)
        found = store.load("game")
        store.close()
        assert found is not None
        row, moves = found
        assert [move.action for move in moves] == list(range(len(moves))) and row.ply == len(moves)
        assert done <= len(moves) <= done + 1
        done = len(moves)


def test_a_killed_match_loses_at_most_the_game_being_written(tmp_path: Path) -> None:
    """Would catch a stored game that is gone, one that is stored twice, and a database that does not open."""
    path, rng, done = tmp_path / "arena.db", random.Random(2), 0
    with ArenaStore(path) as store:
        entrants = (Entrant("random"), Entrant("random:seed=1"))
        contest = store.add(Settings("match", GameParcel("chess"), 2, entrants, 1, 1), 10**6)

    def writes() -> Iterator[None]:
        with ArenaStore(path) as mine:
            for number in range(len(mine.games(contest)) + 1, 10**6):
                mine.put(contest, played(number))
                yield

    for _ in range(KILLS):
        done += killed(writes, rng)
        with ArenaStore(path) as store:
            games = store.games(contest)
        assert games == [played(number) for number in range(1, len(games) + 1)]
        assert done <= len(games) <= done + 1
        done = len(games)


def played(number: int) -> GameRecord:
    return GameRecord(
        number, 0, (0, 1), (0, 1), 5, "start", 0, (1, 2), (0.1, 0.2), (1.0, -1.0), Ending.RULES, "mate", None, 1.0
    )  # fmt: skip
