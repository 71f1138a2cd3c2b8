"""The one file in which games are kept unless another is named, and the two files that earlier versions had for that.

Matches used to lie in arena.db and the studio's games in studio.sqlite. Both stay as they are; when the one file is first
opened, what is in them is brought over (store_import).
"""

from __future__ import annotations

import os
from pathlib import Path

from counterplay.core.files.data_folders import NoHome, data_folder

ENVIRONMENT = "COUNTERPLAY_DB"  # moves the one file
NAME = "games.db"
OLD_ARENA, OLD_STUDIO = "arena.db", "studio.sqlite"


def default_path() -> Path:
    """Where games are kept: $COUNTERPLAY_DB, or the user's data folder."""
    chosen = os.environ.get(ENVIRONMENT)
    return Path(chosen) if chosen else data_folder() / NAME


def old_files(*names: str) -> list[Path]:
    """The files of earlier versions that are there."""
    found = map(_in_data_folder, names or (OLD_ARENA, OLD_STUDIO))
    return [path for path in found if path is not None and path.is_file()]


def old_defaults(path: Path) -> list[Path]:
    """Those whose content belongs into this file."""
    return old_files() if path == _in_data_folder(NAME) else []


def old_defaults_of_studio(path: Path) -> list[Path]:
    """The same where a studio opens it.

    $COUNTERPLAY_DB used to move the matches alone, so the studio's games are still where they always were. A match does not
    bring them: somebody who has a file for each experiment would have them in all of these.
    """
    chosen = os.environ.get(ENVIRONMENT)
    moved = chosen and path == Path(chosen) and path != _in_data_folder(OLD_STUDIO)
    return old_files(OLD_STUDIO) if moved else old_defaults(path)


def _in_data_folder(name: str) -> Path | None:
    try:
        return data_folder() / name
    except NoHome:
        return None
