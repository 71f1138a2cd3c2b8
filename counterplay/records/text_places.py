"""Where something stands in a text: line and column of an offset, for the sentences about faults."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from counterplay.records.record import Fault


class Places:
    """The lines of a text; looked for when a fault is first told of, since most texts have none."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        place = self.text.find("\n")
        while place >= 0:
            starts.append(place + 1)
            place = self.text.find("\n", place + 1)
        return starts

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line with its offset, without the spaces at its end; nothing but a line feed ends one."""
        offset = 0
        for line in self.text.split("\n"):
            yield offset, line.rstrip()
            offset += len(line) + 1

    def fault(self, offset: int, sentence: str) -> Fault:
        """What is wrong at an offset."""
        line = bisect_right(self._starts, offset)
        return Fault(line, offset - self._starts[line - 1] + 1, sentence)
