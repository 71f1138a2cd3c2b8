"""What a lesson is: a name, a few words, and what it shows, which is worked out when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from counterplay.lessons.telling.walkthrough_model import Walkthrough

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Section:
    """A piece of text."""

    heading: str  # may be empty
    paragraphs: tuple[str, ...]
    code: str = ""  # a board or a tree in characters, or Python


@dataclass(frozen=True)
class Table:
    """A table of texts."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Content:
    """What a lesson shows."""

    text: tuple[Section, ...]
    walkthrough: Walkthrough | None = None
    table: Table | None = None
    svg: str = ""  # a plot, or a picture of a board
    facts: dict[str, Any] = field(default_factory=dict)  # the numbers that the text speaks of, as numbers


@dataclass(frozen=True)
class Lesson:
    """A worked example."""

    name: str
    title: str
    about: str  # one line
    make: Callable[[Progress], Content]
    games: tuple[str, ...] = ()  # of the catalogue that it is about, by name

    def content(self, progress: Progress = lambda _: None) -> Content:
        """Run the searches and say what they found; progress is told what is going on."""
        return self.make(progress)

    def to_json(self, progress: Progress = lambda _: None) -> dict[str, Any]:
        """The whole lesson as plain data, for a page."""
        content = self.content(progress)
        view: dict[str, Any] = {
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "text": [{"heading": s.heading, "paragraphs": list(s.paragraphs), "code": s.code} for s in content.text],
        }
        if content.walkthrough is not None:
            view["walkthrough"] = content.walkthrough.to_json()
        if content.table is not None:
            view["table"] = {"head": list(content.table.head), "rows": [list(row) for row in content.table.rows]}
        if content.svg:
            view["svg"] = content.svg
        return view


def section(heading: str, *paragraphs: str, code: str = "") -> Section:
    """A section from its paragraphs."""
    return Section(heading, paragraphs, code)
