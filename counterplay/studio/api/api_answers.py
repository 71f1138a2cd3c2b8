"""The shapes of the API's answers, for its documentation; position_views.py and running_games.py fill them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Problem(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="one sentence")


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
    view_box: str
    cells: list[CellView]
    buttons: list[ButtonView]
    notes: list[str]
    scores: list[str] = Field(description="by player; empty where the game keeps none")
    choices: list[ChoiceView]
    chance: list[ChanceView] = Field(description="where chance decides: every outcome")
    last: LastView | None
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
    created: float
    updated: float
    version: int = Field(description="grows with every change")


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


class Parameter(BaseModel):
    """What a game can be made with."""

    name: str
    default: str
    type: str


class Preset(BaseModel):
    """A variant of a game that has a name."""

    title: str
    parameters: dict[str, str] = Field(description="every parameter of the game, as it is written in a specification")


class CatalogueEntry(BaseModel):
    """A game of the catalogue."""

    name: str
    title: str
    other_names: list[str] = Field(description="aliases and presets, each a name that leads to the game")
    rules: str
    kind: list[str]
    players: int
    chance: bool
    hidden: bool
    zero_sum: bool
    parameters: list[Parameter]
    presets: list[Preset]
    svg: str
    player_names: list[str]
    algorithms: list[str]
    traced: list[str]


class DiagramView(BaseModel):
    """A picture that teaches a rule."""

    svg: str
    caption: str


class AlgorithmView(BaseModel):
    """A search that takes a game."""

    name: str
    about: str
    traced: bool


class ValueView(BaseModel):
    """A value, from one player's point of view."""

    score: float | None
    text: str
    proven: bool
    player: int
    bar: float | None = Field(description="the first player's prospects from -1 to 1; null in one-player games")


class Hint(BaseModel):
    """What the engine would play."""

    action: int
    name: str
    gesture: list[str]
    value: ValueView


class WhyLine(BaseModel):
    """A move, what it is worth and what follows."""

    action: int
    name: str
    value: ValueView
    line: list[str]
    actions: list[int]


class WhyStep(BaseModel):
    """What a search to one depth thought."""

    depth: int
    best: str
    value: ValueView
    wanted_value: ValueView | None


class Why(BaseModel):
    """Why not the move that somebody wanted."""

    wanted: WhyLine
    best: WhyLine
    sentence: str
    by_depth: list[WhyStep]


class Inside(BaseModel):
    """A search to be stepped through: nodes and steps; of mcts, nodes with visits and the terms of UCT."""

    model_config = ConfigDict(extra="allow")

    algorithm: str
    nodes: list[dict[str, Any]]


class LessonShort(BaseModel):
    """A worked example in the list."""

    name: str
    title: str
    about: str


class LessonPosition(BaseModel):
    """A position that a lesson speaks of; without a game it can only be looked at."""

    game: str
    state: str
    svg: str


class LessonSection(BaseModel):
    """Some paragraphs below a heading."""

    heading: str
    paragraphs: list[str]
    code: str
    tree: bool  # the code is the notation of a tree
    board: LessonPosition | None


class Table(BaseModel):
    """Figures."""

    head: list[str]
    rows: list[list[int | float | str]]


class LessonView(LessonShort):
    """A worked example."""

    text: list[LessonSection]
    walkthrough: Inside | None = None
    table: Table | None = None


class ExerciseKind(BaseModel):
    """What can be asked."""

    kind: str
    title: str
    about: str
    branching: int
    depth: int


class ExerciseGiven(BaseModel):
    """What an exercise is made from, and what it asks."""

    kind: str
    seed: int
    branching: int
    depth: int
    low: int
    high: int
    title: str
    question: str


class ItemView(BaseModel):
    """One thing that is asked."""

    id: str
    label: str
    kind: str
    options: list[str] | None
    box: list[float]  # left, top, width and height of its place in the picture


class HintView(BaseModel):
    """What to think about at an item."""

    id: str
    hint: str


class ExerciseView(BaseModel):
    """An exercise with its picture."""

    exercise: ExerciseGiven
    svg: str
    items: list[ItemView]


class ItemGrade(BaseModel):
    """One item, graded."""

    id: str
    verdict: Literal["right", "wrong", "missing", "extra"]
    given: str
    right: str
    reason: str


class GradeView(BaseModel):
    """An exercise, graded."""

    score: int
    of: int
    items: list[ItemGrade]


class Health(BaseModel):
    """How busy the studio is."""

    searches: int
    waiting: int
    pages: int
    games: int


class Settings(BaseModel):
    """Settings of the page."""

    theme: Literal["auto", "light", "dark"]
    sounds: bool
    coordinates: bool
    animation: bool
    arrows: bool
    destinations: bool
    lines: int
    level: int
