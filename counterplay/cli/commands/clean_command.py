"""`counterplay clean`: what counterplay keeps on this disk, and making room."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from counterplay.cli.consent import ask_before_removing
from counterplay.cli.console import counted, say
from counterplay.cli.contest_options import say_table
from counterplay.core import BadParameter
from counterplay.core.files.atomic_file import leftovers
from counterplay.core.files.data_folders import NoHome
from counterplay.gears import cache_folder
from counterplay.records.store.default_store import default_path, old_files
from counterplay.search.engine.depth_fit import fit_folder
from counterplay.solve.checkpoint import checkpoint_folder, stored_checkpoints
from counterplay.studio.server.catalogue_cache import catalogue_folder

FREED = ("caches", "checkpoints", "leftovers")  # can be had again, or are of use to nobody
STORES = ("games", "earlier games", "calibrations")  # nobody can make these again
COMPANIONS = ("", "-wal", "-shm")  # files of one SQLite database
NATIVE = re.compile(r".+-[0-9a-f]{32}\.(kernel|native|graph)")  # of native code, whoever compiled it, and of word lists


@dataclass(frozen=True)
class Kept:
    """Something on the disk."""

    kind: str
    place: Path
    files: tuple[Path, ...]

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(map(_size, self.files))

    @property
    def row(self) -> list[str]:
        """For a table."""
        return [self.kind, _megabytes(self.size), counted(len(self.files), "file"), str(self.place)]


@click.command()
@click.option(
    "--caches", is_flag=True, help="Remove native code and pictures of games; both are made again when they are needed."
)
@click.option("--checkpoints", is_flag=True, help="Remove the progress of interrupted `solve` runs.")
@click.option("--leftovers", is_flag=True, help="Remove files that a process was writing when it was killed.")
@click.option("--all", "everything", is_flag=True, help="All three.")
@click.option("--stores", is_flag=True, help="Remove all stored games and calibrations, for good; you are asked before.")
@click.option("--yes", "-y", is_flag=True, help="With --stores: do not ask.")
def clean(everything: bool, stores: bool, yes: bool, **chosen: bool) -> None:
    """Show what counterplay keeps on this disk: native code, pictures, unfinished solutions, games, calibrations, leftovers.

    Options name what to remove. Stored games and calibrations are only shown, unless --stores says otherwise; nothing should be
    using them then. Earlier games are files of earlier versions; what is in them was brought into the one file of games when
    that was first opened.
    """
    kinds = [kind for kind in FREED if everything or chosen[kind]] + list(STORES if stores else ())
    kept = [thing for thing in _inventory() if not kinds or thing.kind in kinds]
    if not kept:
        say(f"There are no {' and no '.join(kinds)}." if kinds else "Nothing is kept.")
        return
    say_table(("what", "size", "files", "where"), [thing.row for thing in kept], right=[1, 2])
    if not yes and (lost := list(dict.fromkeys(thing.kind for thing in kept if stores and thing.kind in STORES))):
        ask_before_removing(f"These {' and '.join(lost)}")
    if kinds:
        say(f"Freed {_megabytes(_removed(path for thing in kept for path in thing.files))}.")
    else:
        say(f"`counterplay clean --all` removes {', '.join(FREED[:-1])} and {FREED[-1]}; stored games and calibrations stay.")


def _inventory() -> list[Kept]:
    """Everything, one row for all native code, and one for each other file."""
    native = _native_code()
    found = [Kept("caches", cache_folder(), native)] if native else []
    if pictures := tuple(sorted(path for path in catalogue_folder().glob("*/*") if path.is_file())):
        found.append(Kept("caches", catalogue_folder(), pictures))
    found += [Kept("checkpoints", path, (path,)) for path in stored_checkpoints()]
    stores = dict.fromkeys(old_files(), "earlier games")
    if (store := _place(default_path)) is not None:
        stores = {**stores, store: "games"}
    for path, kind in stores.items():
        files = tuple(whole for end in COMPANIONS if (whole := path.with_name(path.name + end)).is_file())
        found += [Kept(kind, path, files)] if files else []
    checkpoints, fits = _place(checkpoint_folder), _place(fit_folder)
    if fits and (calibrations := tuple(sorted(path for path in fits.glob("*.json*") if path.is_file()))):
        found.append(Kept("calibrations", fits, calibrations))
    places = (cache_folder(), checkpoints, checkpoints and checkpoints.parent, fits)
    folders = dict.fromkeys(place for place in places if place)
    return found + [Kept("leftovers", path, (path,)) for folder in folders for path in leftovers(folder)]


def _place(function: Callable[[], Path]) -> Path | None:
    """Where something is kept; None without a home."""
    try:
        return function()
    except NoHome:
        return None


def _native_code() -> tuple[Path, ...]:
    try:
        return tuple(sorted(path for path in cache_folder().iterdir() if NATIVE.fullmatch(path.name) and path.is_file()))
    except OSError:
        return ()


def _removed(files: Iterable[Path]) -> int:
    """Remove files; the bytes that were freed."""
    freed, trouble = 0, ""
    for path in files:
        size = _size(path)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            trouble = trouble or f"'{path}' cannot be removed: {error.strerror or error}"
        else:
            freed += size
    if trouble:
        raise BadParameter(f"{trouble}; {_megabytes(freed)} freed")
    return freed


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # gone meanwhile
        return 0


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
