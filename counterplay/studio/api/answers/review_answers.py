"""Games that are reviewed move by move, and the puzzles found in them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from counterplay.studio.api.answers.search_answers import BestView, ValueView


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
