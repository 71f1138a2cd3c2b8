"""What changed from one view of a game to the next: a page that follows a game is not sent the whole picture at every move.

Lists are compared entry by entry, a picture element by element. An edit is `[at, removed, added, ...]`: at this entry of the
old list so many are removed, and the others put in their place; a page applies the last edit first, so that places stay true.
Server and page number every entry that was ever sent, and `{"from": 7, "count": 3}` stands for entries 7 to 9 of those: a board
that looks different to two players is not sent anew at every turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from counterplay.studio.api.position_views import View, as_json

ELEMENTS = re.compile(r"(?=<[^/])")  # the page splits pictures by the same pattern
MOST_NEW = 0.6  # of a list's entries: with more than that it is replaced, since comparing gains nothing
SHORTEST_REFERRED = 30  # characters of entries that are worth a reference
MOST_REMEMBERED = 100_000  # entries, before everything is sent anew

Edit = tuple[int, int, Sequence[str]]  # where, how many are removed, what is added


def elements(svg: str) -> list[str]:
    """A picture in parts that each begin with an element; joined, they are the picture."""
    return [part for part in ELEMENTS.split(svg) if part]


def edits(before: Sequence[str], after: Sequence[str]) -> list[Edit]:
    """How one list becomes the other."""
    known = set(before)
    if sum(entry not in known for entry in after) > MOST_NEW * len(after):
        return [(0, len(before), after)]
    start, end = 0, min(len(before), len(after))
    while start < end and before[start] == after[start]:
        start += 1
    tail = 0
    while tail < end - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    old, new = before[start : len(before) - tail], after[start : len(after) - tail]
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(start + i, j - i, new[k:m]) for kind, i, j, k, m in found if kind != "equal"]


class Memory:
    """The entries of one list that a page has been sent, in order."""

    def __init__(self, entries: Sequence[str]) -> None:
        self._numbers: dict[str, int] = {}
        self.size = 0
        for entry in entries:
            self._add(entry)

    def _add(self, entry: str) -> None:
        self._numbers.setdefault(entry, self.size)
        self.size += 1

    def write(self, found: list[Edit]) -> str:
        """Edits as JSON. Entries are JSON already; what has been sent before is referred to."""
        lines = [[str(at), str(removed), *self._written(added)] for at, removed, added in found]
        return "[" + ",".join("[" + ",".join(line) + "]" for line in lines) + "]"

    def _written(self, added: Sequence[str]) -> list[str]:
        words: list[str] = []
        at = 0
        while at < len(added):
            run = self._run(added, at)
            if sum(map(len, added[at : at + run])) >= SHORTEST_REFERRED:
                words.append(f'{{"from":{self._numbers[added[at]]},"count":{run}}}')
                at += run
            else:
                words.append(added[at])
                self._add(added[at])
                at += 1
        return words

    def _run(self, added: Sequence[str], at: int) -> int:
        """How many entries from here on follow one another in the memory, too."""
        first = self._numbers.get(added[at])
        if first is None:
            return 0
        run = 1
        while at + run < len(added) and self._numbers.get(added[at + run]) == first + run:
            run += 1
        return run


class ToldPosition:
    """A position with its long lists taken apart."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.lists = {
            "svg": [as_json(part) for part in elements(view["svg"])],
            "cells": [as_json(cell) for cell in view["cells"]],
            # An action, its name and the cells of its gesture: a third of the bytes, and there are hundreds.
            "choices": [as_json([c["action"], c["name"], *c["gesture"]]) for c in view["choices"]],
        }

    def memories(self) -> dict[str, Memory]:
        """What a page remembers that was sent this position whole."""
        return {name: Memory(entries) for name, entries in self.lists.items()}

    def changes_to(self, following: ToldPosition, memories: dict[str, Memory]) -> str:
        """What a page needs to make the following position from this one, as JSON."""
        plain = {name: value for name, value in following.view.items() if name not in self.lists and value != self.view[name]}
        fields = [f"{as_json(name)}:{as_json(value)}" for name, value in plain.items()]
        for name, entries in following.lists.items():
            if entries != self.lists[name]:
                fields.append(f'"{name}":{memories[name].write(edits(self.lists[name], entries))}')
        return "{" + ",".join(fields) + "}"
