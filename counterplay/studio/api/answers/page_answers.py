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
    sounds: bool
    coordinates: bool
    animation: bool
    arrows: bool
    destinations: bool
    lines: int
    level: int
    favourites: list[str] = Field(description="names of games")
