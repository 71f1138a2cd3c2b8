"""Builds wheel and sdist, installs the wheel into empty environments, and uses it as a new user would: `make dist`.

The wheel is built from the sdist, so that both are tested. Exits with 1 where anything is missing or fails.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
Words = Sequence[str | Path]  # a command
ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
# Seconds of processor time for the core on a warm cache. pip alone compiles ahead what Python compiles by itself when it is
# first imported: for NumPy, llvmlite and Numba alone, which nothing here can do without, that takes eight seconds more.
INSTALL_BAR = 8.0
UV = Path(sys.executable).with_name("uv")  # which `make` installs, and which compiles nothing ahead
NEEDED = (  # in the wheel
    "counterplay/py.typed",
    "counterplay/studio/page/shell/index.html",
    "counterplay/lessons/telling/page/tree_page.html",
    "counterplay/games/chess_like/chess/chess_weights.txt",
    "counterplay/games/placement/scrabble/english_words.txt",
    "counterplay/games/placement/scrabble/english_words_licence.txt",
)
STARTED = 60.0  # seconds until the studio must answer


def main() -> None:
    """Every step, each with its time."""
    timed("build sdist and wheel", build)
    wheel = next(DIST.glob("*.whl"))
    version = timed("what is in the wheel", lambda: check_contents(wheel))
    with tempfile.TemporaryDirectory(prefix="counterplay-dist-") as folder:
        place = Path(folder)
        timed("core into an empty environment, first time", lambda: install(place / "first", str(wheel)))
        bins, usual = timed("core into an empty environment, warm cache", lambda: install(place / "core", str(wheel)))
        _, least = timed("the same with --no-compile", lambda: install(place / "least", str(wheel), "--no-compile"))
        quick = timed("the same by uv", lambda: install_by_uv(place / "quick", wheel)) if UV.exists() else math.nan
        command = [bins / "counterplay"]
        timed("use the core", lambda: use_core(command, place, version))
        timed("ask for the studio without its extra", lambda: miss_studio(command, place))
        timed("add the studio", lambda: run([bins / "pip", "install", "--quiet", f"{wheel}[studio]"]))
        timed("open the studio", lambda: open_studio(command, place))
        for name, python in other_pythons().items():
            elsewhere = partial(use_elsewhere, python, place / name, wheel, version)
            timed(f"install with Python {name}, use the core, open the studio", elsewhere)
    print(f"version {version}; processor time for the core, held to {INSTALL_BAR:g} s:")
    for how, seconds in (("pip", usual), ("pip --no-compile", least), ("uv", quick)):
        print(f"{seconds:7.1f} s  {how}{'' if seconds <= INSTALL_BAR else ' (NO)'}")


def build() -> None:
    """Both, from scratch."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT)])


def check_contents(wheel: Path) -> str:
    """The version, where everything is there and nothing that does not belong."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    missing = [name for name in NEEDED if name not in names]
    strangers = [name for name in names if not re.match(r"counterplay(-[\w.]+\.dist-info)?/", name)]
    licences = [name for name in names if name.endswith("LICENSE")]
    if missing or strangers or not licences:
        sys.exit(f"the wheel lacks {missing}, holds {strangers[:3]}, licences {licences}")
    version = re.search(r'^__version__ = "(.+)"', (ROOT / "counterplay/__init__.py").read_text(encoding="utf-8"), re.M)
    assert version is not None
    if f"counterplay-{version[1]}-" not in wheel.name:
        sys.exit(f"{wheel.name} is not version {version[1]}")
    return version[1]


def install(folder: Path, what: str, *options: str) -> tuple[Path, float]:
    """Where the commands of a new environment are, in which that is installed, and the processor time that pip took."""
    venv.create(folder, with_pip=True)
    bins = folder / ("Scripts" if sys.platform == "win32" else "bin")
    before = work_of_others()
    run([bins / "pip", "install", "--quiet", "--disable-pip-version-check", *options, what])
    return bins, work_of_others() - before


def install_by_uv(folder: Path, wheel: Path) -> float:
    """The processor time that uv takes for a wheel in a new environment."""
    run([UV, "venv", "--quiet", folder])
    before = work_of_others()
    run([UV, "pip", "install", "--quiet", "--python", folder, wheel])
    return work_of_others() - before


def other_pythons() -> dict[str, Path]:
    """By version, the other Pythons that the package is said to run on, as far as they are on this machine."""
    named = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = {}
    for version in named:
        on_path = shutil.which(f"python{version}")
        # A shim of pyenv is on the path even where it leads nowhere.
        places = [Path(on_path)] if on_path else []
        places += sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        works = [
            place for place in places if not subprocess.run([place, "-c", ""], capture_output=True, check=False).returncode
        ]
        if works and version != f"{sys.version_info.major}.{sys.version_info.minor}":
            found[version] = works[0]
    return found


def use_elsewhere(python: Path, home: Path, wheel: Path, version: str) -> None:
    """What a new user does, in an empty environment of another Python."""
    venv_words: Words = [UV, "venv", "--quiet", "--python", python, home] if UV.exists() else [python, "-m", "venv", home]
    run(venv_words)
    pip: Words = (
        [UV, "pip", "install", "--quiet", "--python", home] if UV.exists() else [home / "bin/pip", "install", "--quiet"]
    )
    run([*pip, f"{wheel}[studio]"])
    command, work = [home / "bin/counterplay"], home / "work"
    work.mkdir()
    use_core(command, work, version)
    open_studio(command, work)


def use_core(command: Words, folder: Path, version: str) -> None:
    """What a new user types first, in an empty folder."""
    said = run([*command, "--version"], cwd=folder)
    if version not in said:
        sys.exit(f"counterplay --version says {said!r}, not {version}")
    run([*command, "show", "connect_four"], cwd=folder)
    run([*command, "play", "nim:heaps=1-2", "--players", "random engine:nodes=50", "--seed", "1"], cwd=folder)
    run([*command, "new", "mygame.py"], cwd=folder)
    run([*command, "check", "mygame.py"], cwd=folder)


def miss_studio(command: Words, folder: Path) -> None:
    """Without its extra the studio says what to install."""
    refused = subprocess.run([*command, "studio"], cwd=folder, capture_output=True, text=True, check=False)
    if refused.returncode != 2 or "counterplay[studio]" not in refused.stderr:
        sys.exit(f"without its extra the studio says {refused.stderr!r}")


def open_studio(command: Words, folder: Path) -> None:
    """The studio starts, and its page and its games are there."""
    words = [*command, "studio", "--no-browser", "--port", "0", "--db", str(folder / "studio.sqlite")]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as studio:
        try:
            assert studio.stdout is not None
            address = None
            while address is None:
                line = studio.stdout.readline()
                if not line:
                    sys.exit("the studio ended before it had an address")
                address = re.search(r"http://[\d.]+:\d+", line)
            for page, word in (("/", "counterplay"), ("/api/catalogue", "connect_four")):
                with urllib.request.urlopen(address[0] + page, timeout=STARTED) as answer:
                    if word not in answer.read().decode():
                        sys.exit(f"{page} of the studio does not speak of {word}")
        finally:
            studio.terminate()


def run(words: Words, cwd: Path | None = None) -> str:
    """What a command says; its failure is ours."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def timed(what: str, do: Callable[[], T]) -> T:
    """Do it, and say how long it took, by the clock and in processor time, which is what counts on a busy machine."""
    started, before = time.perf_counter(), work_of_others()
    result = do()
    print(f"{time.perf_counter() - started:7.1f} s, CPU {work_of_others() - before:5.1f} s  {what}", flush=True)
    return result


def work_of_others() -> float:
    """Seconds of processor time that the processes started here have taken so far, as far as they have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


if __name__ == "__main__":
    main()
