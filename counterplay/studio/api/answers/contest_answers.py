"""Matches and tournaments."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


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


class TournamentMoves(BaseModel):
    """A game of a contest, move by move."""

    number: int
    game: str
    start: str
    actions: list[int]
    agents: list[str]
    seats: list[str] = Field(description="the agents in words")


class TournamentGame(TournamentMoves):
    """A finished game of a contest."""

    reason: str
    utilities: list[float]


class TournamentWatched(TournamentMoves):
    """A game of a contest as far as it is played."""

    over: bool
    reason: str | None = Field(default=None, description="of the end")
    utilities: list[float] | None = None


class TournamentWatch(BaseModel):
    """The game that was asked for; null if there is none, or none any more."""

    watched: TournamentWatched | None


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
