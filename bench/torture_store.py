"""Kills of whoever writes to the store of games: no move and no game that was acknowledged is lost, and no old file.

`python -m bench.torture_store FOLDER KILLS SEED` makes the attacks on its own: the writers are its forks, since a process that
must first load everything would mostly be killed while it does. Four kinds of writers take turns in one folder: a studio that
plays move after move and a match that stores game after game, both in the same file, one that opens a file of an earlier
version, which is brought up to date meanwhile, and one that opens a new file, into which two earlier ones are brought over.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.torture_ground import Outcome
from bench.torture_kills import Kills
from counterplay.arena.contest_store import Store as ArenaStore
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.core.files.user_file import describe
from counterplay.records.store.game_rows import Move, Row
from counterplay.records.store.game_store import GameStore
from counterplay.studio.server.studio_store import Store as StudioStore
from tests.records.old_stores import make_arena, make_studio, played

WRITTEN = b"."
MOST_WRITES = 6  # acknowledged before a kill; more may follow until it comes
LONGEST_DELAY = 0.004  # seconds: about as long as one write takes
OLD_GAMES = 200  # of the file that is brought up to date
LONGEST_UPGRADE = 0.1  # seconds: about as long as that takes
GAME = "game"
KINDS = ("studio", "match", "upgrade", "import")  # of writers
Writes = Callable[[], Iterator[None]]


def kill_writer(writes: Writes, acknowledged: int, delay: float) -> int:
    """Let a fork write, and kill it a moment after so many writes; how many it was told to be done."""
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
        seen = b"".join(answers.read(1) for _ in range(acknowledged))
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        seen += b"".join(iter(lambda: answers.read(64), b""))
    os.waitpid(child, 0)
    if set(seen) - set(WRITTEN):
        raise AssertionError(f"the writer failed: {seen.decode(errors='replace')}")
    return len(seen)


class AttackedStore:
    """A store whose writers are killed, and what it must hold at least."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self._folder, self._rng = folder, rng
        self._path = folder / "store.db"
        self._moves = self._games = self._upgrades = 0
        self.cut_short = 0  # upgrades and imports that a kill came before the end of
        studio = StudioStore(self._path)
        studio.add(Row(GAME, "chess", "Chess", "start", [{"kind": "human"}]))
        studio.close()
        with ArenaStore(self._path) as arena:
            entrants = (Entrant("random"), Entrant("random:seed=1"))
            self._contest = arena.add(Settings("match", PortableGame("chess"), 2, entrants, 1, 1), 10**6)

    def kill(self, kind: str) -> None:
        """Kill one writer of a kind; an AssertionError says what is lost."""
        kills = (self._kill_studio, self._kill_match, self._kill_upgrade, self._kill_import)
        dict(zip(KINDS, kills, strict=True))[kind]()

    def _kill_writer(self, writes: Writes) -> int:
        return kill_writer(writes, self._rng.randint(1, MOST_WRITES), self._rng.uniform(0.0, LONGEST_DELAY))

    def _kill_studio(self) -> None:
        def writes() -> Iterator[None]:
            mine = StudioStore(self._path)
            found = mine.load(GAME)
            assert found is not None
            row, moves = found
            for ply in range(len(moves), 10**6):
                row.ply = ply + 1
                mine.save(row, ply, [Move(ply, ply % 2, "human", 1.5, 0.25, "0.35", "good")])
                yield

        done = self._moves + self._kill_writer(writes)
        store = StudioStore(self._path)
        found = store.load(GAME)
        store.close()
        assert found is not None, "the game is gone"
        row, moves = found
        right = [Move(ply, ply % 2, "human", 1.5, 0.25, "0.35", "good") for ply in range(len(moves))]
        assert moves == right and row.ply == len(moves), "a move is there in part"
        assert done <= len(moves) <= done + 1, f"{done} moves were acknowledged, {len(moves)} are there"
        self._moves = len(moves)

    def _kill_match(self) -> None:
        def writes() -> Iterator[None]:
            with ArenaStore(self._path) as mine:
                mine.lock(self._contest)
                for number in range(self._games + 1, 10**6):
                    mine.put(self._contest, played(number))
                    yield

        done = self._games + self._kill_writer(writes)
        with ArenaStore(self._path) as store:
            games = store.games(self._contest)
            rows = store._db.execute("SELECT count(*) FROM games").fetchone()[0]
        assert rows == len(games) + 1, "a game belongs to no contest"  # the one more is the studio's
        assert games == [played(number) for number in range(1, len(games) + 1)], "a game is there in part"
        assert done <= len(games) <= done + 1, f"{done} games were acknowledged, {len(games)} are there"
        self._games = len(games)

    def _kill_upgrade(self) -> None:
        self._upgrades += 1
        path = self._folder / f"old-{self._upgrades}.db"
        right = [played(number) for number in range(1, OLD_GAMES + 1)]
        make_arena(path, right)

        self._kill_opening(lambda: ArenaStore(path))
        with ArenaStore(path) as store:
            assert store.games(7) == right, "a game of an earlier version is gone"
        path.unlink()

    def _kill_import(self) -> None:
        with tempfile.TemporaryDirectory(dir=self._folder) as name:
            path, old = Path(name) / "games.db", [Path(name) / "arena.db", Path(name) / "studio.sqlite"]
            right = [played(number) for number in range(1, OLD_GAMES + 1)]
            make_arena(old[0], right)
            make_studio(old[1], True)

            def opened() -> GameStore:
                return GameStore(path, earlier=lambda _: old)

            self._kill_opening(opened)
            opened().close()
            with ArenaStore(path) as store:
                assert store.games(7) == right, "a game of a match is gone"
                assert [row.id for row in store.newest(9)] == ["a", "b"], "a game of the studio is gone"

    def _kill_opening(self, opened: Callable[[], object]) -> None:
        def writes() -> Iterator[None]:
            yield
            opened()
            yield

        self.cut_short += kill_writer(writes, 1, self._rng.uniform(0.0, LONGEST_UPGRADE)) < 2


class StoreKills(Kills):
    """The part."""

    def life(self, place: Path, draw: random.Random, most: int, outcome: Outcome) -> int:
        """So many kills by the program below."""
        words = (sys.executable, "-m", "bench.torture_store", str(place), str(most), str(draw.getrandbits(32)))
        with self.ground.place() as home:
            process = self.ground.start(words, place, self.ground.environment(home), stdout=-1, stderr=-2)
            said, _ = process.communicate()
        outcome.demand(process.returncode == 0, said.decode(errors="replace").strip()[-500:])
        return most


def main(arguments: list[str]) -> int:
    """Kill, and say what is lost; the exit code."""
    folder, kills, rng = Path(arguments[0]), int(arguments[1]), random.Random(int(arguments[2]))
    store = AttackedStore(folder, rng)
    counted = dict.fromkeys(KINDS, 0)
    for number in range(kills):
        kind = KINDS[(number + kills) % len(KINDS)]
        counted[kind] += 1
        try:
            store.kill(kind)
        except AssertionError as error:
            print(f"kill {number + 1}, {kind}: {error}")
            return 1
    print(f"{kills} kills ({', '.join(f'{kind} {number}' for kind, number in counted.items())}), nothing lost;", end=" ")
    print(f"{store.cut_short} upgrades and imports were cut short")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
