"""What a lesson is: a name, a few words, and what it shows, which is worked out when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from counterplay.core import Position
from counterplay.draw import scene_svg, scene_text
from counterplay.lessons.telling.walkthrough_model import Walkthrough

Progress = Callable[[str], None]


@dataclass(frozen=True)
class LessonBoard:
    """A position that a page shows as a board."""

    game: str  # specification in the catalogue, where the position can be played on; "" where the game is the lesson's own
    state: str  # in the game's notation
    svg: str
    text: str  # in characters, for a terminal


@dataclass(frozen=True)
class Section:
    """A piece of text; what stands in backticks is code."""

    heading: str  # may be empty
    paragraphs: tuple[str, ...]
    code: str = ""  # a tree in characters, or what a program printed
    tree: bool = False  # the code is the notation of a tree
    board: LessonBoard | None = None


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
    numbers: dict[str, Any] = field(default_factory=dict)  # those that the text speaks of


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
            "text": [_section_json(one) for one in content.text],
        }
        if content.walkthrough is not None:
            view["walkthrough"] = content.walkthrough.to_json()
        if content.table is not None:
            view["table"] = {"head": list(content.table.head), "rows": [list(row) for row in content.table.rows]}
        if content.svg and not any(one.board for one in content.text):  # the picture is that of the board
            view["svg"] = content.svg
        return view


def _section_json(one: Section) -> dict[str, Any]:
    board = None if one.board is None else {"game": one.board.game, "state": one.board.state, "svg": one.board.svg}
    return {"heading": one.heading, "paragraphs": list(one.paragraphs), "code": one.code, "tree": one.tree, "board": board}


def section(heading: str, *paragraphs: str, code: str = "", tree: bool = False, board: LessonBoard | None = None) -> Section:
    """A section from its paragraphs."""
    return Section(heading, paragraphs, code, tree, board)


def lesson_board(position: Position, game: str = "") -> LessonBoard:
    """The board of a position; game is the one of the catalogue that plays on from it, if there is one."""
    scene = position.scene()
    return LessonBoard(game, position.game.dump(position.state), scene_svg(scene, theme=None), scene_text(scene))
