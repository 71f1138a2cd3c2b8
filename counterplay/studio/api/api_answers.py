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
    picture: str = Field(description="the address of a picture of its last position, with {shade} for light or dark")
    number: int | None = Field(description="which game of its tournament it is; null for a game of one's own")


class Parameter(BaseModel):
    """What a game can be made with."""

    name: str
    default: str
    type: str


class Preset(BaseModel):
    """A variant of a game that has a name."""

    title: str
    parameters: dict[str, str] = Field(description="every parameter of the game, as it is written in a specification")
    about: str = Field(description="how it differs from the usual rules, in words")


class CatalogueCard(BaseModel):
    """A game in the list of all games. Of an owner's file that fails there is only name, title, own, file and problem."""

    name: str
    title: str
    other_names: list[str] = Field(description="aliases and presets, each a name that leads to the game")
    family: str
    players: int
    chance: bool
    hidden: bool
    zero_sum: bool
    length: Literal["", "short", "medium", "long"] = Field(description="empty where nobody has counted")
    plies: int = Field(description="of a usual game; 0 where nobody has counted")
    solved: str = Field(description="who wins with best play; empty where nobody knows")
    classic: bool
    lesson: bool = Field(description="worked examples use it, or its tree is small")
    designer: str
    year: int | None
    own: bool = Field(description="from a file that the owner named")
    file: str
    problem: str = Field(description="what is wrong with the owner's file, and where; empty where nothing is")
    picture: str = Field(description="the address of its picture, with {shade} for light or dark")


class LessonLink(BaseModel):
    """A worked example."""

    name: str
    title: str


class CatalogueEntry(CatalogueCard):
    """Everything about a game of the catalogue."""

    rules: str
    kind: list[str] = Field(description="its traits in words")
    publisher: str
    player_names: list[str]
    parameters: list[Parameter]
    presets: list[Preset]
    lessons: list[LessonLink]
    algorithms: list[str]
    traced: list[str]


class Progress(BaseModel):
    """What was achieved in a game."""

    game: str
    playing: int = Field(description="games that are not over")
    over: int
    beaten: list[int] = Field(description="levels that a person has beaten")


class DiagramView(BaseModel):
    """A picture that teaches a rule."""

    svg: str
    caption: str
    position: str = Field(description="in the game's notation; empty for the first position")


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


class BestView(Hint):
    """The best move with what follows it."""

    line: list[str]
    actions: list[int]


class ReviewedMove(BaseModel):
    """A move beside the best one."""

    ply: int
    player: int
    action: int
    name: str
    value: ValueView | None
    best: BestView
    lost: float = Field(description="the win chance that it gave away, 0 to 1")
    accuracy: float | None
    verdict: Literal["", "inaccuracy", "mistake", "blunder"]
    sentence: str


class ReviewedSide(BaseModel):
    """How well a side was played."""

    player: int
    name: str
    accuracy: float | None = Field(description="0 to 100")
    moves: int
    inaccuracy: int
    mistake: int
    blunder: int


class ReviewView(BaseModel):
    """A game, move by move."""

    moves: list[ReviewedMove]
    sides: list[ReviewedSide]
    graph: list[float | None] = Field(description="the first player's win chance at every ply")
    algorithm: str


class ReviewPuzzle(BaseModel):
    """A puzzle that a review found."""

    id: str
    ply: int
    solved: bool


class ReviewState(BaseModel):
    """How a review stands."""

    status: Literal["none", "running", "failed", "done"]
    done: int | None = None
    total: int | None = None
    words: str | None = None
    error: str | None = None
    review: ReviewView | None = None
    puzzles: list[ReviewPuzzle] | None = None


class PuzzleShort(BaseModel):
    """A puzzle in a list."""

    id: str
    game: str
    title: str
    ply: int
    played: str
    verdict: str
    solved: bool
    tries: int
    created: float
    svg: str | None = None


class PuzzleView(PuzzleShort):
    """A puzzle to be solved."""

    spec: str
    start: str
    moves: list[int]
    player: int
    player_name: str
    played_value: ValueView


class PuzzleTry(BaseModel):
    """What is said of an answer."""

    right: bool
    sentence: str
    best: BestView | None


class CheckFinding(BaseModel):
    """One fault of a game."""

    fault: str
    message: str
    times: int


class CheckView(BaseModel):
    """What the check of an owner's game found."""

    game: str
    version: str = Field(description="of the file")
    running: bool
    ok: bool
    problem: str = Field(description="why there is no report")
    findings: list[CheckFinding]
    passed: list[str]
    skipped: list[str]
    interpreted_only: str = Field(description="why the game cannot be compiled; empty where it can")
    positions: int
    seconds: float


class TournamentShort(BaseModel):
    """A contest in the list."""

    id: int
    name: str
    game: str
    title: str
    kind: str
    agents: list[str]
    played: int
    planned: int
    created: float
    status: Literal["playing", "finished", "stopped"]
    command: str = Field(description="of counterplay, which resumes it")
    plain: bool = Field(description="whether it needs no files or programs of its owner")


class TournamentRating(BaseModel):
    """An agent's strength; the average is 0, margin half of the 95 % interval."""

    agent: str
    elo: float
    margin: float
    points: float
    games: int


class TournamentGame(BaseModel):
    """A finished game of a contest."""

    number: int
    game: str
    start: str
    actions: list[int]
    seats: list[str]
    reason: str
    utilities: list[float]


class TournamentView(TournamentShort):
    """How a contest stands."""

    table: list[TournamentRating]
    cross: list[list[str]] = Field(description="points / games of the row against the column, in the table's order")
    trouble: str
    last: TournamentGame | None


class TournamentNow(BaseModel):
    """What is being played here."""

    playing: int | None = Field(description="its number, once it is stored")
    name: str | None
    began: int | None = Field(default=None, description="the number of what was begun last")
    trouble: str = Field(description="why the last one ended early")


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
    language: str = Field(description="of the page, such as de; auto: what the browser asks for")
    sounds: bool
    coordinates: bool
    animation: bool
    arrows: bool
    destinations: bool
    lines: int
    level: int
    favourites: list[str] = Field(description="names of games")
