"""Damaged caches: whatever has become of the files of native code, a search answers as it always does."""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from bench.torture_ground import ROOT, Ended, Ground, Outcome, shared_cache, unfinished_files
from bench.torture_searcher import ALGORITHMS, GAME
from counterplay.gears.cache.code_store import CHECKSUM, MAGIC, head

BLOCK = 4096  # bytes
LARGE = 100_000  # bytes of native code that take many seconds to be made again
LARGE_TOO = 0.25  # how often these may be damaged, too
FILES = (1, 1, 1, 2, 2, 3, 100)  # that are damaged, at most
WHOLE_COMMAND = 10  # one attack in so many is on the command, in a process from its first moment
ANALYZE = ("analyze", GAME, "--depth", "9", "--gear", "compiled")

Damage = Callable[[Path, random.Random, list[Path]], None]
DAMAGES: dict[str, Damage] = {}
LASTING = ("a directory", "everybody's folder", "a folder that may not be written")  # counterplay leaves these alone


def damage(name: str) -> Callable[[Damage], Damage]:
    """Something that may become of a file; the others of the cache are given, too."""

    def added(function: Damage) -> Damage:
        DAMAGES[name] = function
        return function

    return added


@damage("zeroed blocks")
def _zero(path: Path, draw: random.Random, _: list[Path]) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(0, len(content), BLOCK)
        content[at : at + BLOCK] = bytes(len(content[at : at + BLOCK]))
    path.write_bytes(content)


@damage("truncated")
def _truncate(path: Path, draw: random.Random, _: list[Path]) -> None:
    os.truncate(path, draw.randrange(1, path.stat().st_size))


@damage("emptied")
def _empty(path: Path, draw: random.Random, _: list[Path]) -> None:
    os.truncate(path, 0)


@damage("flipped bits")
def _flip(path: Path, draw: random.Random, _: list[Path]) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(draw.choice((1, 1, 10, 1000))):
        content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    path.write_bytes(content)


@damage("longer")
def _lengthen(path: Path, draw: random.Random, _: list[Path]) -> None:
    with path.open("ab") as file:
        file.write(draw.randbytes(draw.randint(1, BLOCK)))


@damage("swapped files")
def _swap(path: Path, draw: random.Random, others: list[Path]) -> None:
    """Each is sound, but not what its name says."""
    other = draw.choice([p for p in others if p != path])
    one, two = path.read_bytes(), other.read_bytes()
    path.write_bytes(two)
    other.write_bytes(one)


@damage("another's content")
def _copy(path: Path, draw: random.Random, others: list[Path]) -> None:
    path.write_bytes(draw.choice([p for p in others if p != path]).read_bytes())


@damage("sound, but something else")
def _other_thing(path: Path, draw: random.Random, _: list[Path]) -> None:
    body = pickle.dumps(draw.choice((None, 7, (), "code", {"code": b"\xcc" * 100})))
    path.write_bytes(head(path, body) + body)


@damage("only a head")
def _head(path: Path, draw: random.Random, _: list[Path]) -> None:
    os.truncate(path, len(MAGIC) + draw.choice((0, CHECKSUM - 1, CHECKSUM)))


@damage("gone")
def _remove(path: Path, draw: random.Random, _: list[Path]) -> None:
    path.unlink()


@damage("a directory")
def _directory(path: Path, draw: random.Random, _: list[Path]) -> None:
    path.unlink()
    path.mkdir()


@damage("a link that leads nowhere")
def _link(path: Path, draw: random.Random, _: list[Path]) -> None:
    path.unlink()
    path.symlink_to(draw.choice(("nothing", path.name)))


@damage("a pipe")
def _pipe(path: Path, draw: random.Random, _: list[Path]) -> None:
    path.unlink()
    os.mkfifo(path)


@damage("unreadable")
def _unreadable(path: Path, draw: random.Random, _: list[Path]) -> None:
    path.chmod(draw.choice((0o000, 0o200)))


@damage("everybody's")
def _everybodys(path: Path, draw: random.Random, _: list[Path]) -> None:
    path.chmod(0o666)


@damage("everybody's folder")
def _everybodys_folder(path: Path, draw: random.Random, _: list[Path]) -> None:
    path.parent.chmod(0o777)


@damage("a folder that may not be written")
def _closed_folder(path: Path, draw: random.Random, others: list[Path]) -> None:
    _truncate(path, draw, others)
    path.parent.chmod(0o555)


@dataclass
class Answer:
    """Of a search in a copy of the searcher."""

    ended: Ended
    told: dict[str, Any]


class Searcher:
    """A process that answers questions in copies of itself."""

    def __init__(self, ground: Ground) -> None:
        words = (sys.executable, "-m", "bench.torture_searcher")
        self.process = ground.start(words, ROOT, ground.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, algorithm: str, cache: Path, place: Path) -> Answer:
        """Search, and say how that ended."""
        assert self.process.stdin is not None and self.process.stdout is not None
        out, err = place / "out", place / "err"
        question = {"algorithm": algorithm, "cache": str(cache), "out": str(out), "err": str(err)}
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        ended = Ended((f"a search with {algorithm}",), code, out.read_text(), err.read_text(errors="replace"))
        return Answer(ended, json.loads(ended.out) if code == 0 else {})

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@dataclass
class Warm:
    """What an undamaged cache holds, and what the searches say with it."""

    files: dict[str, list[Path]] = field(default_factory=dict)  # by algorithm
    answers: dict[str, list[Any]] = field(default_factory=dict)
    command: str = ""


class Caches:
    """The part."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._searchers: dict[int, Searcher] = {}  # one for each thread
        self._lock = threading.Lock()

    def size(self, seed: int) -> int:
        """One cache is one attack."""
        return 1

    def close(self) -> None:
        """End what was started."""
        for searcher in self._searchers.values():
            searcher.close()

    @cached_property
    def _warm(self) -> Warm:
        """The answers with a cache that nobody has touched, made from the one that tests and measurements share."""
        warm, master = Warm(), self.ground.folder / "master"
        shared = shared_cache()
        master.mkdir()
        searcher = Searcher(self.ground)
        with self.ground.place() as place:
            for algorithm in ALGORITHMS:
                found = searcher.ask(algorithm, shared, place)
                assert found.told, found.ended
                names = sorted(set(found.told["asked"]))
                for name in names:
                    shutil.copyfile(shared / name, master / name)
                warm.files[algorithm], warm.answers[algorithm] = [master / n for n in names], found.told["answer"]
        searcher.close()
        with self.ground.place() as place:
            warm.command = best(self._analyze(self._copy_of(warm.files["engine"], place), place))
        return warm

    def _searcher(self) -> Searcher:
        with self._lock:
            me = threading.get_ident()
            if me not in self._searchers:
                self._searchers[me] = Searcher(self.ground)
            return self._searchers[me]

    def _copy_of(self, files: list[Path], place: Path) -> Path:
        cache = place / "cache"
        cache.mkdir(mode=0o700)
        for file in files:
            shutil.copy(file, cache)
        return cache

    def _analyze(self, cache: Path, place: Path) -> Ended:
        return self.ground.run(ANALYZE, place, self.ground.environment(place, COUNTERPLAY_CACHE=str(cache)))

    def attack(self, seed: int) -> Outcome:
        """Damage a copy of the cache, search, and search again."""
        with self._lock:
            warm = self._warm
        draw = random.Random(seed)
        whole = seed % WHOLE_COMMAND == 0
        algorithm = "engine" if whole else draw.choice(ALGORITHMS)
        outcome = Outcome(1)
        with self.ground.place() as place:
            cache = self._copy_of(warm.files[algorithm], place)
            kinds = damaged(cache, draw)
            what = f"{algorithm}, {', '.join(kinds)}: "
            if whole:
                ended = self._analyze(cache, place)
                if ended.judge(outcome, [0]):
                    outcome.demand(best(ended) == warm.command, f"{best(ended)} instead of {warm.command}")
            else:
                self._search_twice(algorithm, cache, place, not set(kinds) & set(LASTING), outcome)
            cache.chmod(0o700)
            left = unfinished_files(cache)
            outcome.demand(not left, f"left behind: {left}")
        outcome.lost = [what + words for words in outcome.lost]
        return outcome

    def _search_twice(self, algorithm: str, cache: Path, place: Path, mendable: bool, outcome: Outcome) -> None:
        """The second search finds a cache that the first has mended, where that can be done."""
        for again in (False, True)[: 1 + mendable]:
            found = self._searcher().ask(algorithm, cache, place)
            if not found.ended.judge(outcome, [0]):
                return
            right = self._warm.answers[algorithm]
            outcome.demand(found.told["answer"] == right, f"{found.told['answer']} instead of {right}")
            if again:
                outcome.demand(not found.told["made"], f"not mended: {found.told['made']}")


def best(ended: Ended) -> str:
    """The line of `analyze` that holds the answer."""
    return next((line for line in ended.out.splitlines() if line.startswith("Best:")), "no answer")


def damaged(cache: Path, draw: random.Random) -> list[str]:
    """Damage some files of a cache; the kinds of damage."""
    files = sorted(cache.iterdir(), key=lambda path: (path.stat().st_size > LARGE, path.name))
    large = sum(path.stat().st_size > LARGE for path in files)
    if draw.random() > LARGE_TOO:
        del files[len(files) - large :]
    number = min(len(files), draw.choice(FILES))
    kinds = draw.choices(list(DAMAGES), k=number)
    # What changes files that others are taken from, or closes the folder, comes last.
    kinds.sort(key=lambda kind: (kind in LASTING, kind == "a folder that may not be written"))
    for kind, path in zip(kinds, draw.sample(files, number), strict=True):
        sound = [p for p in files if p.is_file() and not p.is_symlink() and stat.S_IMODE(p.stat().st_mode) & 0o400]
        if path.is_file() and path.stat().st_size and len(sound) > 1:  # an earlier damage may have reached it
            DAMAGES[kind](path, draw, [p for p in sound if p.stat().st_size])
    return kinds
