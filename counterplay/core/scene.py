"""A scene describes a board for whatever draws it: the page, a notebook, the terminal. It knows no game.

Coordinates: one unit is one cell's width, x to the right, y downwards; a cell's (x, y) is its centre, a triangle's its
centre of gravity. The picture's extent follows its content, so a board that grows needs nothing but its cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from counterplay.core.scene_forms import (
    Block,
    Car,
    Card,
    Cup,
    Die,
    Domino,
    Form,
    Ink,
    LandTile,
    LetterTile,
    LinkTile,
    PatternTile,
    Polyomino,
    SidePattern,
)

__all__ = [
    "NEUTRAL", "Arc", "Block", "Car", "Card", "Cell", "CellShape", "Cup", "Die", "Domino", "Dot", "Edge", "EdgeKind", "Form",
    "Ink", "Label", "LandTile", "LetterTile", "Line", "LinkTile", "Material", "PatternTile", "Piece", "PieceShape", "Polyomino",
    "Region", "RegionKind", "Scene", "SidePattern", "Tone", "Tray",
]  # fmt: skip

CellShape = Literal["square", "hex", "point", "pit", "spike-up", "spike-down", "triangle-up", "triangle-down"]
Tone = Literal[
    "light", "dark", "plain", "home",  # boards of squares; a home is a player's where the cell has an owner
    "water", "trap", "goal", "blocked",  # ground with a meaning
    "open",  # a place where the board may grow: a dashed outline
    "blue", "teal", "pink", "red",  # printed fields, such as scrabble's premium squares
]  # fmt: skip
SimpleShape = Literal[
    "disc", "king", "glyph", "tile", "seeds", "mark",
    "stone",  # domed, of glass or slate: go
    "marble",  # a ball: abalone, pylos
    "token",  # a disc with a figure or a character on it: jungle, xiangqi
    "wedge",  # shogi's pointed slab; points up, so that the far player's has a turn of 180
    "pawn",  # a turned figure: halma, quoridor
    "meeple",  # a follower
    "pyramid",  # seen from above, fills its cell: sahara
    "cube",  # wooden, with a mark on top: quixo
    "ring",  # open in the middle: gipf, yinsh
    "fence",  # a plank, in a tray; on the board it is an Edge: quoridor
    "arrow",  # a spent arrow that blocks a square: amazons
]  # fmt: skip
PieceShape = SimpleShape | Form
EdgeKind = Literal["pencil", "fence", "wall", "bridge"]
RegionKind = Literal["territory", "solid", "outline"]
Material = Literal["plain", "wood", "felt", "stone", "paper", "card"]
NEUTRAL = -1  # the owner of a piece that belongs to nobody


@dataclass(frozen=True)
class Cell:
    """A place that can be clicked."""

    id: str  # what gestures name: "e4"
    x: float
    y: float
    shape: CellShape = "square"
    tone: Tone = "plain"  # the palette gives the colour
    width: float = 1.0  # in cells; of a hexagon between parallel sides, of a triangle one side
    height: float = 1.0  # not of hexagons and triangles, which follow from their width
    owner: int = NEUTRAL  # a player's home edge or pit takes the player's colour
    text: str = ""  # printed on the cell, seen while it is empty: "2W", "8"
    rise: int = 0  # steps above the ground, shown by shade and shadow: terraces
    level: int = 0  # the plane of a board with several, 0 at the bottom; see Scene.levels


@dataclass(frozen=True)
class Piece:
    """Something that stands on a cell, on an edge or in a tray."""

    cell: str  # the id of that place
    shape: PieceShape = "disc"
    owner: int = NEUTRAL
    text: str = ""  # a glyph, the name of a figure ("elephant"), a number on a tile, the count of a stack
    letter: str = ""  # one character for the terminal; a player's letter if empty
    name: str = ""  # for a screen reader: "white knight"
    level: int = 0  # position in a stack, 0 at the bottom; a tile's shade
    count: int = 1  # how many of these lie here; a number beyond one is written on them
    turn: int = 0  # degrees clockwise
    scale: float = 1.0  # share of the usual size
    offset: tuple[float, float] = (0.0, 0.0)  # from the cell's centre, in cells; it does not turn with the piece
    turns: tuple[PieceShape, ...] = ()  # what is shown in its stead after the second tap on its place, the third, ...


@dataclass(frozen=True)
class Edge:
    """A side between two cells, or a gap between two points, that can be clicked and can hold a line or a fence."""

    id: str  # what gestures name
    x1: float
    y1: float
    x2: float
    y2: float
    kind: EdgeKind = "pencil"  # drawn by hand; a plank in a groove; a thick wall; a tile that joins two dots
    filled: bool = False  # whether it is there; an empty place shows faintly, or not at all
    owner: int = NEUTRAL
    reach: float = 1.0  # the share of its length, around its middle, that takes clicks: less where places overlap
    name: str = ""  # for a screen reader


@dataclass(frozen=True)
class Line:
    """A line of the board itself, such as those of nine men's morris; or the one that won."""

    x1: float
    y1: float
    x2: float
    y2: float
    owner: int = NEUTRAL
    style: Literal["plain", "dashed", "finish"] = "plain"  # finish: chequered, as at the end of a race


@dataclass(frozen=True)
class Arc:
    """Part of a circle on the board, such as the loops of surakarta; angles in degrees, clockwise from the right."""

    x: float  # the circle's centre
    y: float
    radius: float
    start: float
    end: float  # larger than start
    owner: int = NEUTRAL


@dataclass(frozen=True)
class Dot:
    """A point of the board that cannot be clicked: go's star points, the dots that pencil lines join."""

    x: float
    y: float
    owner: int = NEUTRAL
    radius: float = 0.09  # in cells


@dataclass(frozen=True)
class Label:
    """Text beside the board, such as a coordinate."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Region:
    """Cells that belong together."""

    cells: tuple[str, ...]
    kind: RegionKind = "territory"  # a tint and a mark on each cell; one solid piece, as a polyomino; a line around them
    owner: int = NEUTRAL
    shade: int = -1  # of a solid one: one of twelve colours; -1: the owner's
    letter: str = ""  # of a solid one on the terminal; the player's letter if empty
    name: str = ""  # for a screen reader


@dataclass(frozen=True)
class Tray:
    """Places beside the board for pieces in hand or in reserve; what lies there is in `Scene.pieces`, by the slot's id.

    The first player's tray is below the board, the second's above, everybody's on the right, unless `side` says otherwise.
    """

    slots: tuple[str, ...]  # ids that gestures name
    owner: int = NEUTRAL
    label: str = ""  # "In hand"
    side: Literal["", "above", "below", "left", "right"] = ""
    size: float = 1.0  # a slot's width, in cells
    height: float = 0.0  # a slot's height, in cells; 0: as its width
    most: int = 0  # slots in a row, or in a column where the tray is left or right; 0: as many as the board is long


@dataclass(frozen=True)
class Scene:
    """A whole picture."""

    cells: tuple[Cell, ...]
    pieces: tuple[Piece, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    marked: tuple[str, ...] = ()  # cells, edges or slots to emphasise: the last move, the winning line
    notes: tuple[str, ...] = ()  # sentences below the board: what a player must know and cannot see
    buttons: dict[str, str] = field(default_factory=dict)  # gesture id that is no cell -> what the button says
    edges: tuple[Edge, ...] = ()
    arcs: tuple[Arc, ...] = ()
    dots: tuple[Dot, ...] = ()
    regions: tuple[Region, ...] = ()
    trays: tuple[Tray, ...] = ()
    scores: tuple[str, ...] = ()  # a player's score each, by player: "21", "12 discs"; they stand beside the players' names
    material: Material = "plain"  # what the board is made of; seen in SVG alone
    stacks: Literal["raised", "above", "side"] = "raised"  # how pieces on one cell are seen; above: the top one and a number
    levels: Literal["pyramid", "planes"] = "pyramid"  # higher cells lie on those below; or each level is a plane of its own
    least: tuple[float, float] = (0.0, 0.0)  # the width and height, in cells, that a growing board has from the start
    gravity: bool = False  # pieces fall in from above: a click anywhere in a column means its free cell; never upside down

    @staticmethod
    def of_text(text: str) -> Scene:
        """A scene for a game that draws nothing: its notation."""
        return Scene(cells=(), notes=tuple(text.splitlines()))

    def places(self) -> Iterator[str]:
        """The ids of everything that can be clicked or hold a piece: cells, edges, slots of trays."""
        yield from (cell.id for cell in self.cells)
        yield from (edge.id for edge in self.edges)
        for tray in self.trays:
            yield from tray.slots
