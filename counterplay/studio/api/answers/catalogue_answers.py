"""The games that there are, and what is to be known of them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


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
