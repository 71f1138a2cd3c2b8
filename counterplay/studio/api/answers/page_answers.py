"""The studio itself: refusals, how busy it is, settings."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class Problem(BaseModel):
    """Why a request was refused."""

    error: str = Field(description="one sentence")


class Health(BaseModel):
    """How busy the studio is."""

    searches: int
    waiting: int
    pages: int
    games: int


class Settings(BaseModel):
    """Settings of the page."""

    theme: Literal["auto", "light", "dark"]
    look: Literal["slate", "sand", "forest", "contrast"] = Field(description="the page's colours")
    board: Literal["own", "wood", "felt", "stone"] = Field(description="what boards of wood, felt and stone are drawn as")
    language: str = Field(description="of the page, such as de; auto: what the browser asks for")
    sounds: bool
    coordinates: bool
    animation: bool
    arrows: bool
    destinations: bool
    lines: int
    level: int
    favourites: list[str] = Field(description="names of games")
