"""What would be published: an sdist, the wheel built from it, and both commands of a new user on that wheel.

`make dist` does the same in empty environments, with what pip fetches; this one borrows the packages of the tests.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from release.check_distribution import check_contents, open_studio, run

ROOT = Path(__file__).parent.parent.parent


def build(kind: str, source: Path, target: Path) -> Path:
    """The sdist or wheel of a tree; without an environment of its own, which would take longer than all the rest."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)], cwd=source, check=True)
    return next(target.iterdir())


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
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "installed"))
    where = run([sys.executable, "-c", "import counterplay; print(counterplay.__file__)"], cwd=empty)
    assert where.startswith(str(tmp_path / "installed")), where
    command = [sys.executable, "-m", "counterplay"]
    assert version in run([*command, "--version"], cwd=empty)
    run([*command, "show", "connect_four"], cwd=empty)
    open_studio(command, empty)
