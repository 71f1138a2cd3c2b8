"""Cards and pictures of the catalogue's games, kept on disk: making them loads every game, which takes a second or two.

They are good for as long as no file of the package has changed. Games of the owner's are never among them.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import counterplay
from counterplay.core import BadParameter
from counterplay.core.files.atomic_file import write_whole
from counterplay.gears import cache_folder

KEPT_VERSIONS = 3  # of the package: several may be installed on one machine
CARDS = "cards.json"
_PACKAGE = Path(counterplay.__file__).parent


def catalogue_folder() -> Path:
    """Where they are; one folder a version of the package."""
    return cache_folder() / "catalogue"


@functools.cache  # a process goes on with the modules that it has loaded
def fingerprint() -> str:
    """What changes whenever a file of the package does."""
    files = sorted(path for path in _PACKAGE.rglob("*.py"))
    stamps = [(str(path.relative_to(_PACKAGE)), (found := path.stat()).st_mtime_ns, found.st_size) for path in files]
    return hashlib.sha256(repr((counterplay.__version__, stamps)).encode()).hexdigest()[:16]


class CatalogueCache:
    """What this version of the package has kept; a disk that cannot be written only costs time."""

    def __init__(self) -> None:
        self.version = fingerprint()
        self._folder = catalogue_folder() / self.version

    def cards(self, make: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """The cards of all games."""
        with contextlib.suppress(OSError, ValueError):  # not there yet, or damaged
            found = json.loads((self._folder / CARDS).read_text(encoding="utf-8"))
            if isinstance(found, list) and all(isinstance(card, dict) for card in found):
                return found
        made = make()
        self._keep(CARDS, json.dumps(made))
        return made

    def picture(self, name: str, theme: str, make: Callable[[], str]) -> str:
        """A game's picture."""
        file = f"{name}.{theme}.svg"
        with contextlib.suppress(OSError, ValueError):
            found = (self._folder / file).read_text(encoding="utf-8")
            if found.endswith("</svg>"):
                return found
        made = make()
        self._keep(file, made)
        return made

    def _keep(self, file: str, text: str) -> None:
        with contextlib.suppress(OSError, BadParameter):
            if not self._folder.is_dir():
                self._folder.mkdir(parents=True)
                self._forget_others()
            write_whole(self._folder / file, text)

    def _forget_others(self) -> None:
        others = sorted(self._folder.parent.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in others[KEPT_VERSIONS:]:
            shutil.rmtree(folder, ignore_errors=True)
