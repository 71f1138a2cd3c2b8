"""Analyses: trees of moves, and positions that are set up."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from counterplay.studio.api.answers.position_answers import CellView, OutcomeView, SeatView


class MarkView(BaseModel):
    """An arrow or a circle that somebody drew."""

    colour: str
    cells: list[str]


class NodeView(BaseModel):
    """A move of an analysis."""

    parent: int
    action: int | None
    name: str
    player: int
    comment: str
    marks: list[MarkView]
    before: str = Field("", description="what a file says before the move; this and what follows is there where a file said it")
    nags: list[int] = Field([], description="numeric annotation glyphs: 1 is a good move, 2 a mistake")
    clock: float | None = Field(None, description="seconds left afterwards")
    seconds: float | None = Field(None, description="that the mover thought")
    value: str = Field("", description="of the position afterwards, as the first player sees it: 0.35, #-3")


class StudyShort(BaseModel):
    """An analysis in a list."""

    id: str
    game: str
    title: str
    moves: int
    updated: float


class StudySource(BaseModel):
    """The game that an analysis began as."""

    id: str
    status: Literal["playing", "over"]
    result: OutcomeView | None
    seats: list[SeatView]
    actions: list[int] = Field(description="what was played")
    contest: int | None = Field(description="the match or tournament that it was played in")


class StudyView(BaseModel):
    """An analysis: a tree of moves, parents first."""

    id: str
    game: str
    title: str
    game_title: str
    start: str
    player_names: list[str]
    nodes: list[NodeView]
    version: int
    updated: float
    source: StudySource | None


class ImportedStudy(StudyView):
    """An analysis that was read from text."""

    notices: list[str] = Field(description="what of the text was left out and why, and how many games it holds; sentences")


class StudySaved(BaseModel):
    """An analysis that was saved."""

    id: str
    version: int


class PaletteView(BaseModel):
    """A piece that can be placed."""

    piece: str
    name: str
    svg: str


class MoverView(BaseModel):
    """Who may be to move, and the word for it in the notation."""

    word: str
    name: str


class EditorView(BaseModel):
    """A position that is being set up."""

    text: str
    error: str | None = Field(description="why it cannot be played")
    placing: bool = Field(description="whether pieces can be placed; else the notation is edited as text")
    palette: list[PaletteView]
    movers: list[MoverView]
    mover: str | None
    svg: str | None
    view_box: str | None
    cells: list[CellView]
