"""What stands before the moves of a game of shogi, in CSA and in KIF alike."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from counterplay.records.record import Record

CellRow = list[tuple[str, int]]  # the letter of the piece on a cell and its owner, from left to right


@dataclass
class ShogiHeader:
    """What is said of a game before its moves, while it is read."""

    about: dict[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=lambda: ["", ""])
    rows: list[CellRow] = field(default_factory=list)
    hands: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    comments: list[str] = field(default_factory=list)
    turn: int = 0


def take_facts(record: Record, about: dict[str, str], fields: dict[str, str], date: str, day: re.Pattern[str]) -> None:
    """Move the facts that a record has a place for out of `about`: its fields, and the day, whose time of day stays behind."""
    for name, attribute in fields.items():
        setattr(record, attribute, about.pop(name, ""))
    found = day.match(about.get(date, ""))
    if found is not None:
        record.date = ".".join(found.groups()[:3])
        if about[date].strip() == found[0]:
            del about[date]
