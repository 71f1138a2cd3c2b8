"""Bad disks: full, read-only, without a home. A command ends with an answer or a sentence, and leaves no half of a file."""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from bench.torture_ground import Ended, Ground, Outcome, finish, shared_cache, speech, unfinished_files
from bench.torture_studio import play_on_bad_disk
from bench.torture_whole import half_written

NIM = "nim:heaps=1-3-5"
SOLVED = "connect_four:width=6,height=5"
GAMES = '{"format": "counterplay game 2", "game": "nim", "start": "1-3-5-7 first", "moves": []}\n'
SUITE = "1-3-5 first; bm c-3;\n"
PLANTED = Path(__file__).parent.parent / "tests" / "learn" / "planted_game.py"  # whose weights can be learnt
# Named like the command, which asks for its own name. A stranger is a user whom the system does not know, as in a container.
PROGRAM = """
import os
if limit := os.environ.pop("TORTURE_FILE_SIZE", ""):
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
if os.environ.pop("TORTURE_STRANGER", ""):
    import pwd
    def unknown(number):
        raise KeyError(number)
    pwd.getpwuid = unknown
from counterplay.solve import solver
solver.CHECKPOINT_SECONDS = 0.1
from counterplay.cli.main import main
main()
"""


@dataclass(frozen=True)
class Command:
    """Words, run in a folder of the disk that is also the home; `cold`: some native code has to be compiled, and kept there."""

    words: tuple[str, ...]
    cold: bool = False
    serves: bool = False  # until it is told to end
    files: Mapping[str, str] = field(default_factory=dict)  # what stands beside the disk, by name
    typed: str = ""  # on the keyboard


COMMANDS = {
    "analyze": Command(("analyze", NIM, "--depth", "3", "--algorithm", "minimax", "--gear", "compiled"), cold=True),
    "solve": Command(("solve", SOLVED, "--memory", "4")),
    "match": Command(("match", "tic_tac_toe", "random", "random", "--games", "30", "--seed", "1")),
    "match --workers": Command(("match", "tic_tac_toe", "random", "random", "--games", "30", "--seed", "1", "--workers", "2")),
    "match --db": Command(("match", "tic_tac_toe", "random", "random", "--games", "30", "--seed", "1", "--db", "some.db")),
    "check": Command(("check", NIM, "--playouts", "3")),
    "warm": Command(("warm", NIM, "--algorithm", "negamax"), cold=True),
    "new": Command(("new", "mygame.py")),
    "tree": Command(("tree", "[[3,12,8],[2,4,6]]", "--html", "tree.html")),
    "exercise": Command(("exercise", "new", "alpha_beta", "sheet.json", "--seed", "7", "--html", "sheet.html")),
    "clean": Command(("clean",)),
    "convert": Command(("convert", "../games.jsonl", "games.json"), files={"games.jsonl": GAMES}),
    "suite": Command(("suite", "../some.epd", "--game", NIM, "--depth", "2", "--at-least", "0"), files={"some.epd": SUITE}),
    "data": Command(("data", NIM, "--out", "positions", "--positions", "20")),
    "tune": Command(("tune", str(PLANTED), "--games", "10", "--nodes", "5", "--out", "w.json", "--gear", "interpreted")),
    "tournament": Command(
        ("tournament", "tic_tac_toe", "random", "random", "--games", "4", "--seed", "1", "--plot", "plot.svg")
    ),
    "play": Command(("play", "nim", "--players", "human random"), typed="save game.json\nquit\n"),
    "studio": Command(("studio", "--no-browser", "--port", "0"), serves=True),
}


@dataclass
class Disk:
    """Where a command runs, and what is wrong there."""

    folder: Path  # where it runs, and its home
    environment: dict[str, str | None] = field(default_factory=dict)  # beyond the usual
    output: str | None = None  # instead of a file that takes everything


Condition = Callable[[Path, random.Random], contextlib.AbstractContextManager[Disk]]
CONDITIONS: dict[str, Condition] = {}


def condition(name: str) -> Callable[[Callable[[Path, random.Random], Iterator[Disk]]], Condition]:
    """Something that may be wrong with a disk; the folder is empty."""

    def added(function: Callable[[Path, random.Random], Iterator[Disk]]) -> Condition:
        CONDITIONS[name] = contextlib.contextmanager(function)
        return CONDITIONS[name]

    return added


@contextlib.contextmanager
def _mounted(folder: Path, options: str) -> Iterator[None]:
    """A small file system of its own, in memory, in a private folder."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"mode=700,{options}", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        # Lazily: a process that still has its feet in there must not keep the folder from being removed.
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _can_mount() -> bool:
    if os.name != "posix" or os.getuid() != 0 or not shutil.which("mount"):
        return False
    with tempfile.TemporaryDirectory() as folder:
        words = ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", folder]
        if subprocess.run(words, capture_output=True, check=False).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
        return True


@condition("a full disk")
def _full(folder: Path, draw: random.Random) -> Iterator[Disk]:
    with _mounted(folder, f"size={draw.choice(('4k', '8k', '16k', '40k', '100k', '300k', '1m'))}"):
        yield Disk(folder)


@condition("no more files")
def _no_files(folder: Path, draw: random.Random) -> Iterator[Disk]:
    with _mounted(folder, f"size=10m,nr_inodes={draw.randint(2, 8)}"):
        yield Disk(folder)


@condition("a read-only disk")
def _read_only(folder: Path, draw: random.Random) -> Iterator[Disk]:
    with _mounted(folder, "size=1m"):
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        yield Disk(folder)


@condition("files that may not grow")
def _no_growth(folder: Path, draw: random.Random) -> Iterator[Disk]:
    yield Disk(folder, {"TORTURE_FILE_SIZE": str(draw.choice((700, 20_000, 100_000)))})


@condition("a home that may not be written")
def _closed(folder: Path, draw: random.Random) -> Iterator[Disk]:
    folder.chmod(0o555)
    yield Disk(folder)


@condition("a home that is not there")
def _missing(folder: Path, draw: random.Random) -> Iterator[Disk]:
    folder.chmod(0o555)
    yield Disk(folder, {"HOME": str(folder / "gone" / "away")})


@condition("a home that is a file")
def _file(folder: Path, draw: random.Random) -> Iterator[Disk]:
    (folder / "home").write_text("a file\n", encoding="utf-8")
    yield Disk(folder, {"HOME": str(folder / "home")})


@condition("no home")
def _homeless(folder: Path, draw: random.Random) -> Iterator[Disk]:
    yield Disk(folder, {"HOME": None, "TORTURE_STRANGER": "1"})


@condition("a cache that may not be written")
def _closed_cache(folder: Path, draw: random.Random) -> Iterator[Disk]:
    cache = folder / "kept"
    cache.mkdir(mode=0o555)
    yield Disk(folder, {"COUNTERPLAY_CACHE": str(cache)} if draw.random() < 0.5 else {"COUNTERPLAY_CACHE": str(cache / "in")})


@condition("output to a full disk")
def _full_output(folder: Path, draw: random.Random) -> Iterator[Disk]:
    full = folder.parent / "full"
    full.mkdir()
    with _mounted(full, "size=4k"):  # one page, which the first file takes
        (full / "everything").write_bytes(bytes(4096))
        (full / "output").touch()
        yield Disk(folder, output=str(full / "output"))


MOUNTED = ("a full disk", "no more files", "a read-only disk", "output to a full disk")


class Disks:
    """The part."""

    ALL = len(CONDITIONS) * len(COMMANDS)

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._lock = threading.Lock()
        self._can_mount = _can_mount()
        self._warm = False
        self._program = ground.folder / "bad_disk" / "counterplay"
        self._program.parent.mkdir()
        self._program.write_text(PROGRAM, encoding="utf-8")

    def size(self, seed: int) -> int:
        """One command is one attack."""
        return 1

    def close(self) -> None:
        """Nothing is left running."""

    def attack(self, seed: int) -> Outcome:
        """A command on a bad disk; seeds in a row go through all pairs of them."""
        self._warm_up()
        draw, outcome = random.Random(seed), Outcome(1)
        name, wrong = list(COMMANDS)[seed % len(COMMANDS)], list(CONDITIONS)[seed // len(COMMANDS) % len(CONDITIONS)]
        if wrong in MOUNTED and not self._can_mount:
            wrong = "files that may not grow"
        with self.ground.place() as place:
            folder = place / "disk"
            folder.mkdir()
            for file, text in COMMANDS[name].files.items():
                (place / file).write_text(text, encoding="utf-8")  # beside the bad disk: it can be read
            with CONDITIONS[wrong](folder, draw) as disk:
                self._run(COMMANDS[name], disk, outcome)
                left = unfinished_files(folder)
                outcome.demand(not left, f"left behind: {left}")
                outcome.lost += half_written(folder)
                outcome.demand(not (folder / "~").exists(), "a folder called '~'")
        outcome.lost = [f"{name}, {wrong}: {words}" for words in outcome.lost]
        return outcome

    def _warm_up(self) -> None:
        """Compile what the commands need that are not there to compile."""
        with self._lock, self.ground.place() as place:
            environment = self.ground.environment(place, COUNTERPLAY_CACHE=str(shared_cache()))
            for name in () if self._warm else ("solve", "check"):
                ended = self.ground.run(COMMANDS[name].words, place, environment)
                assert ended.code == 0, ended
            self._warm = True

    def _run(self, command: Command, disk: Disk, outcome: Outcome) -> None:
        environment = {**self.ground.environment(disk.folder), **disk.environment}
        if not command.cold:
            environment["COUNTERPLAY_CACHE"] = str(shared_cache())
        environment = {name: value for name, value in environment.items() if value is not None}
        words = (sys.executable, str(self._program), *command.words)
        with speech() as usual, speech() as err, speech() as typed, contextlib.ExitStack() as stack:
            typed.write(command.typed.encode())
            typed.seek(0)
            out: IO[bytes] = usual if disk.output is None else stack.enter_context(Path(disk.output).open("wb", buffering=0))
            process = self.ground.start(words, disk.folder, environment, stdin=typed, stdout=out, stderr=err)
            if command.serves and disk.output is None:
                play_on_bad_disk(process, usual, outcome)
            judge(finish(process, command.words, usual, err), outcome)


def judge(ended: Ended, outcome: Outcome) -> None:
    """An answer or a sentence."""
    if ended.judge(outcome, (0, 2)) and ended.code == 2:
        said = re.search(r"^counterplay: \S", ended.err, re.M)
        outcome.demand(said is not None, f"no sentence: {ended}")
