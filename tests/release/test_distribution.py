"""What would be published: an sdist, the wheel built from it, and both commands of a new user on that wheel.

`make dist` does more, with other Pythons and with what pip fetches; this takes packages from the cache of uv where it can.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

from release.check_distribution import UV, check_contents, miss_studio, open_studio, run

ROOT = Path(__file__).parent.parent.parent


def build(kind: str, source: Path, target: Path) -> Path:
    """The sdist or wheel of a tree; without an environment of its own, which would take longer than all the rest."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)], cwd=source, check=True)
    return next(target.iterdir())


def fill(home: Path, what: str) -> None:
    """Install into an environment, without the network where everything is in the cache."""
    uv = [UV, "pip", "install", "--quiet", "--python", home]
    ways = [[*uv, "--offline", what], [*uv, what]] if UV.exists() else []
    if all(subprocess.run(way, capture_output=True, check=False).returncode for way in ways):
        run([sys.executable, "-m", "pip", "--python", home / "bin/python", "install", "--quiet", what])


@pytest.mark.slow
def test_the_wheel_of_the_sdist_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a file that is missing from sdist or wheel, and a studio that starts from a clone alone."""
    with tarfile.open(build("sdist", ROOT, tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    source = next((tmp_path / "source").iterdir())
    assert all(
        (source / name).exists() for name in ("LICENSE", "CITATION.cff", "docs/index.md", "tests/conftest.py", "Makefile")
    )
    wheel = build("wheel", source, tmp_path / "wheel")
    version = check_contents(wheel)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    home, empty = tmp_path / "home", tmp_path / "empty"
    empty.mkdir()
    venv.create(home, with_pip=not UV.exists())
    fill(home, str(wheel))
    command = [home / "bin/python", "-m", "counterplay"]
    where = run([home / "bin/python", "-c", "import counterplay; print(counterplay.__file__)"], cwd=empty)
    assert where.startswith(str(home)), where
    assert version in run([*command, "--version"], cwd=empty)
    run([*command, "show", "connect_four"], cwd=empty)
    miss_studio(command, empty)
    fill(home, f"{wheel}[studio]")
    open_studio(command, empty)
