"""Long runs that are counted: one that was stopped goes on where it was, and at the end there is a table."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from counterplay.core.files.atomic_file import write_whole

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
TELL_SECONDS = 5.0  # between two lines about how far a run has come
WRONG, MISUSED, STOPPED = 1, 2, 130  # exit codes


class Misuse(Exception):
    """Something that was asked makes no sense; the text says what."""


def save(tally: DataclassInstance, path: Path) -> None:
    """Keep what has been found so far; a kill meanwhile leaves the older file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(asdict(tally), indent=1))


def load(kind: type[T], path: Path) -> T:
    """What a stopped run has left."""
    try:
        return kind(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise Misuse(f"{path} is no file of an earlier run ({error}); --anew begins a new one") from None


def known(kind: str, name: str, names: Collection[str]) -> None:
    """Refuse a name that is none of these."""
    if name not in names:
        raise Misuse(f"there is no {kind} '{name}'; there are {', '.join(names)}")


def listed(kind: str, text: str | None, names: list[str]) -> list[str]:
    """Names separated by commas; all of them if nothing is given."""
    chosen = text.split(",") if text else names
    for name in chosen:
        known(kind, name, names)
    return chosen


def seed_of(text: str, form: str) -> int:
    """The seed at the end of a case, which is written in this form."""
    try:
        return int(text)
    except ValueError:
        raise Misuse(f"'{text}' is no seed; a case is written '{form}'") from None


def table(heads: tuple[str, ...], rows: dict[str, tuple[Any, ...]]) -> str:
    """Names at the left, and a column of numbers for every other head."""
    width = max(map(len, [heads[0], *rows]))
    columns = [max(7, len(head) + 2) for head in heads[1:]]
    lines = [f"{heads[0]:{width}}" + "".join(f"  {head:>{w}}" for head, w in zip(heads[1:], columns, strict=True))]
    for name, numbers in rows.items():
        lines.append(f"{name:{width}}" + "".join(f"  {n:>{w},}" for n, w in zip(numbers, columns, strict=True)))
    return "\n".join(lines) + "\n"
