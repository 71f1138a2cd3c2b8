"""What searches say: values, hints, reasons, and a search to step through."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


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


class ExactMove(BaseModel):
    """A move and what it is worth for certain."""

    model_config = ConfigDict(extra="allow")

    action: int
    name: str
    value: ValueView


class Exact(BaseModel):
    """What is known of a position for certain."""

    proved: str = Field(description="of the game from its beginning; empty elsewhere")
    moves: list[ExactMove] = Field(description="those that could be solved, the best first")
    complete: bool = Field(description="whether these are all moves")
    problem: str = Field(description="why nothing can be solved")


class Inside(BaseModel):
    """A search to be stepped through: nodes and steps; of mcts, nodes with visits and the terms of UCT."""

    model_config = ConfigDict(extra="allow")

    algorithm: str
    nodes: list[dict[str, Any]]


class BestView(Hint):
    """The best move with what follows it."""

    line: list[str]
    actions: list[int]
