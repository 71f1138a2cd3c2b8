"""Users without a home: what must not be lost is refused, what can be had again goes elsewhere."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from counterplay.core.files.data_folders import NoHome, data_folder, scratch_folder


def raising(name: str) -> str:
    raise RuntimeError("could not determine the home directory")


def literal(name: str) -> str:
    return f"~/.local/{name}"


@pytest.mark.parametrize("answer", [raising, literal])
def test_no_home(monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
    """A fault of counterplay, or a folder called '~' wherever the command is started."""
    monkeypatch.setattr(platformdirs, "user_data_dir", answer)
    monkeypatch.setattr(platformdirs, "user_cache_dir", answer)
    with pytest.raises(NoHome, match="there is no home folder"):
        data_folder()
    assert scratch_folder().is_absolute()


def test_a_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder that is not the system's own for users' files."""
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda name: str(tmp_path / name))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / "cache" / name))
    assert data_folder() == tmp_path / "counterplay" and scratch_folder() == tmp_path / "cache" / "counterplay"
