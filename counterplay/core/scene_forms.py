"""Pieces that one word does not describe: each form says in numbers and names what it looks like, and draws nothing.

A form takes the place of a piece's shape: `Piece("a1", Domino(3, 5))`. Sides of square tiles are numbered clockwise from
the top (0 top, 1 right, 2 bottom, 3 left); sides of hexagonal ones clockwise from the first side right of the top: the
upper right one where hexagons stand on a corner, the top one where they lie on a side. `Piece.turn` rotates a tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from counterplay.core.errors import BadParameter

Ink = Literal["red", "yellow", "blue", "green", "white", "black"]
SidePattern = Literal["solid", "parallel", "perpendicular"]

MOST_PIPS = 9
SQUARE, HEXAGON = 4, 6


@dataclass(frozen=True)
class Block:
    """A wooden piece told apart by four properties, as in quarto."""

    tall: bool
    dark: bool
    square: bool  # seen from above; round if not
    hollow: bool  # has a hole in its top


@dataclass(frozen=True)
class Cup:
    """A hollow cone that covers smaller ones, as in gobblet; size 1 is the smallest of `sizes`."""

    size: int
    sizes: int = 4

    def __post_init__(self) -> None:
        if not 1 <= self.size <= self.sizes:
            raise BadParameter(f"a cup's size is 1 to {self.sizes}, not {self.size}")


@dataclass(frozen=True)
class Domino:
    """A domino of two cells; the first half lies left, or on top after a turn of 90 degrees."""

    first: int  # pips
    second: int
    face_up: bool = True

    def __post_init__(self) -> None:
        for pips in (self.first, self.second):
            if not 0 <= pips <= MOST_PIPS:
                raise BadParameter(f"half a domino has 0 to {MOST_PIPS} pips, not {pips}")


@dataclass(frozen=True)
class Die:
    """A die that shows a face."""

    face: int

    def __post_init__(self) -> None:
        if not 1 <= self.face <= 6:
            raise BadParameter(f"a die shows 1 to 6, not {self.face}")


@dataclass(frozen=True)
class LetterTile:
    """A letter with its value, as in scrabble; a blank shows the letter it stands for, or none, without a value."""

    letter: str
    value: int = 0


@dataclass(frozen=True)
class Card:
    """A playing card."""

    rank: str  # "K", "10"
    suit: str = ""  # "♠", "♥", "♦", "♣"
    face_up: bool = True


@dataclass(frozen=True)
class PatternTile:
    """A square tile cut by its diagonals, each side with a pattern, as in quads; solid sides have the owner's colour."""

    sides: tuple[SidePattern, SidePattern, SidePattern, SidePattern]


@dataclass(frozen=True)
class LinkTile:
    """A dark tile on which coloured curves join pairs of sides, as in tantrix (six sides) or trax (four)."""

    links: tuple[tuple[int, int, Ink], ...]  # two sides and the colour of the curve between them
    sides: int = HEXAGON

    def __post_init__(self) -> None:
        if self.sides not in (SQUARE, HEXAGON):
            raise BadParameter(f"a tile with links has {SQUARE} or {HEXAGON} sides, not {self.sides}")
        used = [side for link in self.links for side in link[:2]]
        if len(set(used)) < len(used) or not all(0 <= side < self.sides for side in used):
            raise BadParameter(f"links join different sides from 0 to {self.sides - 1}, not {used}")


@dataclass(frozen=True)
class LandTile:
    """A square of landscape, as in carcassonne: fields where nothing else is.

    Each city and each road is the tuple of the sides that it reaches; a road with one side ends in the middle, one with
    more than two meets there. `LandTile(cities=((0,),), roads=((1, 3),))` has a city at the top and a road across.
    """

    cities: tuple[tuple[int, ...], ...] = ()
    roads: tuple[tuple[int, ...], ...] = ()
    cloister: bool = False
    shield: bool = False

    def __post_init__(self) -> None:
        used = [side for feature in (*self.cities, *self.roads) for side in feature]
        if len(set(used)) < len(used) or not all(0 <= side < SQUARE for side in used):
            raise BadParameter(f"cities and roads reach different sides from 0 to {SQUARE - 1}, not {used}")


@dataclass(frozen=True)
class Polyomino:
    """Squares joined along their sides, such as a pentomino in a tray; drawn as large as its cell allows.

    On a board a polyomino is a `Region` of kind "solid", since it covers several cells.
    """

    squares: tuple[tuple[int, int], ...]  # column and row
    shade: int = -1  # one of twelve colours; -1: the owner's
    grip: tuple[int, int] | None = None  # the square that goes to the cell which is clicked: it has a dot


@dataclass(frozen=True)
class Car:
    """A racing car with the vector of its last move, in cells, and the way it came: points from the start, in cells."""

    velocity: tuple[float, float] = (0.0, 0.0)  # to the right and down
    trail: tuple[tuple[float, float], ...] = ()


Form = Block | Cup | Domino | Die | LetterTile | Card | PatternTile | LinkTile | LandTile | Polyomino | Car
