"""What may be asked, with bounds on everything, and what is answered. The API's documentation is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from counterplay.draw.layout.trays import PageShape
from counterplay.studio.api.position_views import Sight
from counterplay.studio.server import studio_options

PAGE_WORDS = "the shape of the page: hands and trays lie where the board is drawn largest; empty: where the game puts them"

Action = Annotated[int, Field(strict=True, ge=-(2**53) + 1, le=2**53 - 1, description="an action of the game")]
Ply = Annotated[int, Field(strict=True, ge=0, le=studio_options.MOST_MOVES, description="moves played so far")]
Player = Annotated[int, Field(strict=True, ge=0, le=15)]
Spec = Annotated[
    str,
    StringConstraints(min_length=1, max_length=studio_options.LONGEST_SPEC),
    Field(description="a game's name, with parameters if any: chess, hex:size=7", examples=["connect_four", "hex:size=5"]),
]
Notation = Annotated[
    str,
    StringConstraints(max_length=studio_options.LONGEST_NOTATION),
    Field(description="a position in the game's notation; the first one if empty"),
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Actions = Annotated[list[Action], Field(max_length=studio_options.MOST_MOVES, description="actions played from the start")]
Names = Annotated[list[Name], Field(max_length=studio_options.MOST_MOVES, description="moves in the game's notation")]
Seconds = Annotated[float, Field(gt=0, le=studio_options.LONGEST_SEARCH, allow_inf_nan=False)]


class Request(BaseModel):
    """A request: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SeenRequest(Request):
    """A request that is answered with a board."""

    flip: Annotated[bool, Field(description="show the board from the other side")] = False
    page: Annotated[PageShape, Field(description=PAGE_WORDS)] = ""

    @property
    def sight(self) -> Sight:
        """How the page sees the board."""
        return Sight(self.flip, self.page)


class Empty(Request):
    """Nothing."""


class SeatRequest(Request):
    """Who plays a side: a person, or an agent by name (random, level:1 to level:10)."""

    kind: Literal["human", "agent"]
    agent: Annotated[str, StringConstraints(max_length=40)] | None = None


Seats = Annotated[list[SeatRequest], Field(min_length=1, max_length=16)]


class ClockRequest(Request):
    """Seconds for each player, and what is added after each turn."""

    seconds: Annotated[float, Field(ge=1, le=86_400, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=3_600, allow_inf_nan=False)] = 0.0


class NewGame(Request):
    """A game to be played."""

    game: Spec
    start: Notation | None = None
    moves: Names | None = None
    seats: Seats
    clock: ClockRequest | None = None


class MoveRequest(Request):
    """A move, by its number or by its name, and the ply it is played at."""

    ply: Ply
    action: Action | None = None
    name: Name | None = None


class UndoRequest(Request):
    """Where to go back to; to the last decision of a person if left out."""

    to: Ply | None = None


class ResignRequest(Request):
    """Who gives up."""

    player: Player


class SeatsRequest(Request):
    """Who plays from now on."""

    seats: Seats


class PaceRequest(Request):
    """How agents play among themselves: whether they wait, and the seconds between their moves; what is left out stays."""

    paused: bool | None = None
    seconds: Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)] | None = None


class ImportRequest(Request):
    """A position, a list of moves, or a recorded game, as text."""

    game: Spec
    text: Annotated[str, StringConstraints(min_length=1, max_length=studio_options.LONGEST_BODY)]
    seats: Seats | None = None


class PositionRequest(SeenRequest):
    """A position: the moves that lead to it from a start."""

    game: Spec
    start: Notation | None = None
    moves: Actions = []


class EditorRequest(SeenRequest):
    """A position that is being set up, and what changes in it: a piece on a cell, who is to move, or everything cleared."""

    game: Spec
    text: Notation = ""
    cell: Annotated[str, StringConstraints(max_length=80)] | None = None
    piece: Annotated[str, StringConstraints(max_length=8)] = ""
    mover: Annotated[str, StringConstraints(max_length=40)] | None = None
    clear: bool = False


class MarkRequest(Request):
    """An arrow through cells, or a circle around one."""

    colour: Literal["green", "red", "blue", "yellow"]
    cells: Annotated[list[Annotated[str, StringConstraints(max_length=80)]], Field(min_length=1, max_length=2)]


Note = Annotated[str, StringConstraints(max_length=studio_options.LONGEST_BODY)]
Time = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]


class NodeRequest(Request):
    """A move of an analysis: what it follows (the number of a node before it), a comment, and marks on the board.

    The rest is what files of games say beside a move.
    """

    parent: Annotated[int, Field(strict=True, ge=-1, lt=studio_options.MOST_NODES)]
    action: Action | None = None
    comment: Note = ""
    marks: Annotated[list[MarkRequest], Field(max_length=64)] = []
    before: Note = ""
    nags: Annotated[list[Annotated[int, Field(strict=True, ge=0, le=999)]], Field(max_length=100)] = []
    clock: Time | None = None
    seconds: Time | None = None
    value: Annotated[str, StringConstraints(max_length=40)] = ""


Nodes = Annotated[
    list[NodeRequest],
    Field(min_length=1, max_length=studio_options.MOST_NODES, description="parents first; the first is the start"),
]
Title = Annotated[str, StringConstraints(max_length=studio_options.LONGEST_TITLE)]


class StudyRequest(Request):
    """A new analysis."""

    game: Spec
    start: Notation | None = None
    title: Title = ""
    nodes: Nodes


class StudyChange(Request):
    """An analysis as it is now, and the version that it was before."""

    version: Annotated[int, Field(strict=True, ge=0)]
    title: Title | None = None
    nodes: Nodes


class ReviewRequest(Request):
    """How long a review may search in all."""

    seconds: Annotated[float, Field(gt=0, le=studio_options.LONGEST_SEARCH, allow_inf_nan=False)] = 30.0


class TryRequest(Request):
    """An answer to a puzzle; without an action, the wish to be told."""

    action: Action | None = None


class WhyRequest(Request):
    """A move that somebody wanted to play."""

    game: Spec
    start: Notation | None = None
    moves: Actions = []
    action: Action
    seconds: Annotated[float, Field(gt=0, le=studio_options.LONGEST_WHY, allow_inf_nan=False)] = 2.0


class InsideRequest(Request):
    """A search to be looked into."""

    game: Spec
    start: Notation | None = None
    moves: Actions = []
    algorithm: Name = "alpha_beta"
    depth: Annotated[int, Field(strict=True, ge=1, le=studio_options.DEEPEST_INSIDE)] | None = None
    playouts: Annotated[int, Field(strict=True, ge=1, le=studio_options.MOST_PLAYOUTS)] | None = None
    order: Literal["game", "best", "worst", "random"] = "game"  # in which actions are tried
    boards: bool | None = None  # in the nodes of the tree; if left out, where they are small enough to be read
    opened: Annotated[list[Actions], Field(max_length=40)] = []  # nodes, by their actions, whose children are drawn in any case


Small = Annotated[int, Field(strict=True, ge=-1000, le=1000)]


class ExerciseRequest(Request):
    """A kind of exercise; what is left out is usual for the kind, and the seed is drawn."""

    kind: Name
    seed: Annotated[int, Field(strict=True, ge=0, le=2**53 - 1)] | None = None
    branching: Small | None = None
    depth: Small | None = None
    low: Small | None = None
    high: Small | None = None


class ExerciseAgain(ExerciseRequest):
    """An exercise that was given before."""

    seed: Annotated[int, Field(strict=True, ge=0, le=2**53 - 1)]
    title: Annotated[str, StringConstraints(max_length=2000)] | None = None
    question: Annotated[str, StringConstraints(max_length=4000)] | None = None


class GradeRequest(Request):
    """Answers to an exercise, by item."""

    exercise: ExerciseAgain
    answers: Annotated[dict[Name, Annotated[str, StringConstraints(max_length=80)]], Field(max_length=600)]
    only: Annotated[list[Name], Field(max_length=600)] | None = None  # these items alone
    reveal: bool = True  # the right answers and the reasons, too


class HintRequest(Request):
    """An item of an exercise that somebody cannot solve."""

    exercise: ExerciseAgain
    item: Name


class SolutionRequest(Request):
    """An exercise whose solution is to be stepped through."""

    exercise: ExerciseAgain


class SettingsRequest(Request):
    """Settings of the page; what is left out stays."""

    theme: Literal["auto", "light", "dark"] | None = None
    look: Literal["slate", "sand", "forest", "contrast"] | None = None  # the page's colours
    board: Literal["own", "wood", "felt", "stone"] | None = None  # what boards of wood, felt and stone are drawn as
    language: Annotated[str, StringConstraints(pattern=r"^(auto|[a-z]{2,3})$")] | None = None  # auto: what the browser asks for
    sounds: bool | None = None
    coordinates: bool | None = None
    animation: bool | None = None
    destinations: bool | None = None
    arrows: bool | None = None
    lines: Annotated[int, Field(strict=True, ge=1, le=studio_options.MOST_LINES)] | None = None
    level: Annotated[int, Field(strict=True, ge=1, le=10)] | None = None
    favourites: Annotated[list[Name], Field(max_length=500)] | None = None  # names of games


DEFAULT_SETTINGS: dict[str, Any] = {
    "theme": "auto",
    "look": "slate",
    "board": "own",
    "language": "auto",
    "sounds": False,
    "coordinates": True,
    "animation": True,
    "destinations": True,
    "arrows": True,
    "lines": 3,
    "level": 3,
    "favourites": [],
}


# --- tournaments ---
class TournamentRequest(Request):
    """Who plays what against each other, and how often; stored as `counterplay tournament` stores it."""

    game: Spec
    agents: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(min_length=2, max_length=12)]
    games: Annotated[int, Field(strict=True, ge=2, le=1000, description="of each pairing")] = 10
    name: Annotated[str, StringConstraints(max_length=60, pattern=r"^[\w .:-]*$")] = ""


# --- over the websocket ---
class WatchMessage(SeenRequest):
    """Follow a game, or stop following it."""

    id: int | str | None = None
    type: Literal["watch", "unwatch"]
    game: Name
    changes: Annotated[bool, Field(description="after the first message, what has changed instead of the whole game")] = False


class MoveMessage(MoveRequest, SeenRequest):
    """A move."""

    id: int | str | None = None
    type: Literal["move"]
    game: Name


class AnalyseMessage(Request):
    """Search a position and stream what is found."""

    id: int | str | None = None
    type: Literal["analyse"]
    game: Spec
    start: Notation | None = None
    moves: Actions = []
    lines: Annotated[int, Field(strict=True, ge=1, le=studio_options.MOST_LINES)] = 1
    threads: Annotated[int, Field(strict=True, ge=1, le=64)] = 1
    algorithm: Name = "auto"
    seconds: Seconds = studio_options.DEFAULT_ANALYSIS
    depth: Annotated[int, Field(strict=True, ge=1, le=200)] | None = None


class PlainMessage(Request):
    """Stop the analysis, or ask whether anybody is there."""

    id: int | str | None = None
    type: Literal["stop", "ping"]


Message = WatchMessage | MoveMessage | AnalyseMessage | PlainMessage
MESSAGES: dict[str, type[Message]] = {
    "watch": WatchMessage,
    "unwatch": WatchMessage,
    "move": MoveMessage,
    "analyse": AnalyseMessage,
    "stop": PlainMessage,
    "ping": PlainMessage,
}
