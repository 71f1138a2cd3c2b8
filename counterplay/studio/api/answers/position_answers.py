"""Positions, and games that are played."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class CellView(BaseModel):
    """A place that can be clicked; x and y are its left upper corner, in units of the picture."""

    id: str
    x: float
    y: float
    width: float
    height: float
    shape: str
    label: str = Field(description="for a screen reader")


class ButtonView(BaseModel):
    """A gesture that is no cell."""

    id: str
    text: str


class ChoiceView(BaseModel):
    """A legal action and the cells that are clicked for it."""

    action: int
    name: str
    gesture: list[str]


class ChanceView(BaseModel):
    """What chance may bring."""

    action: int
    name: str
    probability: float


class LastView(BaseModel):
    """The action that led to a position."""

    action: int
    name: str
    cells: list[str]
    turn: list[str] = Field(description="the cells of the whole turn")


class OutcomeView(BaseModel):
    """How a game ended."""

    utilities: list[float]
    winner: int | None
    reason: str
    sentence: str


class PositionView(BaseModel):
    """All that is to be seen of a position."""

    game: str
    title: str
    ply: int
    player: int = Field(description="who decides; -1: chance")
    players: int
    player_names: list[str]
    state: str = Field(description="in the game's notation")
    svg: str = Field(description="the picture; its style is /page/board.css")
    gravity: bool = Field(description="pieces fall in from above")
    flipped: bool = Field(description="whether the picture is seen from the other side")
    page: Literal["", "wide", "tall"] = Field(description="the shape of the page that the picture is for")
    view_box: str
    cells: list[CellView]
    buttons: list[ButtonView]
    notes: list[str]
    scores: list[str] = Field(description="by player; empty where the game keeps none")
    choices: list[ChoiceView]
    chance: list[ChanceView] = Field(description="where chance decides: every outcome")
    last: LastView | None
    marked: list[str] = Field(description="where the game is over: the winning line, or what else decided it")
    outcome: OutcomeView | None
    standing: str


class SeatView(BaseModel):
    """Who plays a side."""

    kind: Literal["human", "agent"]
    agent: str | None
    name: str
    player: str


class MoveView(BaseModel):
    """A move that was played."""

    name: str
    action: int
    player: int
    ply: int
    by: Literal["human", "agent", "chance"]
    clock: float | None = None


class ClockView(BaseModel):
    """Seconds left, and whose clock runs."""

    seconds: float
    increment: float
    left: list[float]
    running: int | None


class GameView(BaseModel):
    """A game under way, or over."""

    id: str
    game: str
    title: str
    seats: list[SeatView]
    start: str
    moves: list[MoveView]
    ply: int
    position: PositionView
    status: Literal["playing", "over"]
    result: OutcomeView | None
    clock: ClockView | None
    thinking: bool
    compiling: str | None
    paused: bool = Field(description="agents that play among themselves wait")
    pace: float | None = Field(description="seconds between their moves; null: as the studio was started")
    created: float
    updated: float
    contest: int | None = Field(description="the match or tournament that it was played in, which cannot be changed")
    number: int | None = Field(description="which game of that it is")
    version: int = Field(description="grows with every change")


class ImportedGame(GameView):
    """A game that was read from text."""

    notices: list[str] = Field(description="what of the text was left out and why, and how many games it holds; sentences")


class FormatView(BaseModel):
    """A format in which a game can be exported."""

    name: str
    title: str
    suffix: str = Field(description="of files, with its dot")
    loses: list[str] = Field(description="what of this game has no place in the format: variations, comments, ...")


class ShortGame(BaseModel):
    """A game in a list."""

    id: str
    game: str
    title: str
    ply: int
    status: Literal["playing", "over"]
    result: OutcomeView | None
    updated: float
    seats: list[SeatView]
    missing: str | None = Field(description="why it cannot be gone on with, only deleted: a sentence")
    picture: str = Field(description="the address of a picture of its last position, with {shade} for light or dark")
    contest: int | None = Field(description="the match or tournament that it was played in; null for a game of one's own")
    number: int | None = Field(description="which game of that it is")


class Progress(BaseModel):
    """What was achieved in a game."""

    game: str
    playing: int = Field(description="games that are not over")
    over: int
    matches: int = Field(description="games of matches and tournaments, which are not counted above")
    beaten: list[int] = Field(description="levels that a person has beaten")
