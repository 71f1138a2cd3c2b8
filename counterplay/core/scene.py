"""A scene describes a board for whatever draws it: the page, a notebook, the terminal. It knows no game.

Coordinates: one unit is one cell's width, x to the right, y downwards; a cell's (x, y) is its centre.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

CellShape = Literal["square", "hex", "point", "pit", "spike-up", "spike-down"]
PieceShape = Literal["disc", "king", "glyph", "tile", "seeds", "mark"]
NEUTRAL = -1  # the owner of a piece that belongs to nobody


@dataclass(frozen=True)
class Cell:
    """A place that can be clicked."""

    id: str  # what gestures name: "e4"
    x: float
    y: float
    shape: CellShape = "square"
    tone: Literal["light", "dark", "plain", "home"] = "plain"  # the palette gives the colour
    width: float = 1.0  # in cells
    height: float = 1.0
    owner: int = NEUTRAL  # a player's home edge or pit takes the player's colour


@dataclass(frozen=True)
class Piece:
    """Something that stands on a cell."""

    cell: str
    shape: PieceShape = "disc"
    owner: int = NEUTRAL
    text: str = ""  # a glyph, a number on a tile, the count of a stack
    letter: str = ""  # one character for the terminal; a player's letter if empty
    name: str = ""  # for a screen reader: "white knight"
    level: int = 0  # position in a stack, 0 at the bottom; a tile's shade


@dataclass(frozen=True)
class Line:
    """A line of the board itself, such as those of nine men's morris; or the one that won."""

    x1: float
    y1: float
    x2: float
    y2: float
    owner: int = NEUTRAL


@dataclass(frozen=True)
class Label:
    """Text beside the board, such as a coordinate."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Scene:
    """A whole picture."""

    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    marked: tuple[str, ...] = ()  # cells to emphasise: the last move, the winning line
    notes: tuple[str, ...] = ()  # sentences below the board: whose turn, scores, dice
    buttons: dict[str, str] = field(default_factory=dict)  # gesture id that is no cell -> what the button says

    @staticmethod
    def of_text(text: str) -> Scene:
        """A scene for a game that draws nothing: its notation."""
        return Scene(cells=(), notes=tuple(text.splitlines()))
