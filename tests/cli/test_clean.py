"""`counterplay clean`: shows everything, removes what it is told to, and never a stored game."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from counterplay.solve.checkpoint import checkpoint_folder
from tests.cli.conftest import assert_refused

Run = Callable[..., Result]
KERNEL, CHECKPOINT, LEFT = f"perft-{'0123' * 8}.kernel", "nim-0123456789abcdef.npy", ".writing-{machine}-999999999-01234567"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """One file of each kind, each of a megabyte, and a file of the user's own in every folder."""
    from counterplay.core.files import atomic_file

    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("COUNTERPLAY_DB", raising=False)
    if tmp_path not in checkpoint_folder().parents:
        pytest.skip("data folders are elsewhere here")
    data = checkpoint_folder().parent
    left = LEFT.format(machine=atomic_file._machine())
    files = {
        "caches": tmp_path / "cache" / KERNEL,
        "checkpoints": checkpoint_folder() / CHECKPOINT,
        "games": data / "games.db",
        "earlier": data / "studio.sqlite",
        "leftovers": checkpoint_folder() / left,
        "own": tmp_path / "cache" / "notes.txt",
    }
    for path in files.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(1_000_000))
    (data / "games.db-wal").write_bytes(bytes(500_000))
    return files


def test_everything_is_shown_and_kept(run: Run, kept: dict[str, Path]) -> None:
    """Would catch a kind that is not shown, a wrong size, or something removed without being asked for."""
    result = run("clean")
    assert result.exit_code == 0, result.stderr
    rows = {line.split()[0]: line for line in result.stdout.splitlines()}
    for kind in ("caches", "checkpoints", "games", "earlier", "leftovers"):
        place = kept[kind].parent if kind == "caches" else kept[kind]
        assert str(place) in rows[kind] and ("1.5 MB" if kind == "games" else "1.0 MB") in rows[kind]
    assert "notes.txt" not in result.stdout and all(path.exists() for path in kept.values())


@pytest.mark.parametrize("kind", ["caches", "checkpoints", "leftovers"])
def test_one_kind_is_removed(run: Run, kept: dict[str, Path], kind: str) -> None:
    """Would catch an option that removes another kind, or does not say what it removes."""
    result = run("clean", f"--{kind}")
    assert result.exit_code == 0 and "Freed 1.0 MB" in result.stdout and str(kept[kind].parent) in result.stdout
    assert {name for name, path in kept.items() if not path.exists()} == {kind}
    assert run("clean", f"--{kind}").stdout == f"There are no {kind}.\n"


def test_all_leaves_the_games(run: Run, kept: dict[str, Path]) -> None:
    """Would catch stored games, or a file of the user's own, going with the rest."""
    result = run("clean", "--all")
    assert result.exit_code == 0 and "Freed 3.0 MB" in result.stdout and "games.db" not in result.stdout
    assert {name for name, path in kept.items() if path.exists()} == {"games", "earlier", "own"}


def test_the_file_of_a_living_process_stays(run: Run, kept: dict[str, Path]) -> None:
    """Would catch `clean` taking a file away from a solution that is under way."""
    living = kept["leftovers"].with_name(kept["leftovers"].name.replace("999999999", str(os.getppid())))
    living.write_bytes(b"half")
    assert run("clean", "--leftovers").exit_code == 0
    assert living.exists() and not kept["leftovers"].exists()


def test_nothing_to_show(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch folders that do not exist ending in a traceback, or being made."""
    for name in ("COUNTERPLAY_CACHE", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("COUNTERPLAY_DB", str(tmp_path / "no.db"))
    if tmp_path not in checkpoint_folder().parents:
        pytest.skip("data folders are elsewhere here")
    assert run("clean").stdout == "Nothing is kept.\n"
    assert run("clean", "--all").stdout == "There are no caches and no checkpoints and no leftovers.\n"
    assert os.listdir(tmp_path) == []


def test_what_cannot_be_removed(run: Run, kept: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a file that stays being counted as freed, or keeping the others from being removed."""
    unlink = Path.unlink

    def refuse(self: Path, missing_ok: bool = False) -> None:
        if self == kept["caches"]:
            raise PermissionError(13, "Permission denied", str(self))
        unlink(self, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    result = run("clean", "--all")
    assert result.exit_code == 2 and "cannot be removed: Permission denied; 2.0 MB freed" in result.stderr
    assert not kept["leftovers"].exists()


def test_bad_words(run: Run) -> None:
    """Would catch a mistyped option that removes everything."""
    assert_refused(run("clean", "--al1"), "--al1")
