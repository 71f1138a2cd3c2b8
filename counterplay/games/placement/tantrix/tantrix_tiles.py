"""The 56 tiles of tantrix: which there are, what their sides show, and how they are written, drawn and dealt.

A side is a number from 0, clockwise from the upper right, as the hexagons stand on a corner. A tile is its number in `TILES`; a
way to lay it is 6 * tile + the sixths of a turn, clockwise, from the way in which `TILES` shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards.shapes.board import Board
from counterplay.boards.shapes.hexagonal_board import EAST, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, WEST
from counterplay.core import BadNotation
from counterplay.core.scene import Ink, LinkTile
from counterplay.gears.rng import draw_below, seeded

SIDES = 6
HALFWAY = SIDES // 2  # the side opposite to side s is (s + HALFWAY) % SIDES
DIRECTIONS = (NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST)  # of the board, for each side
NO_COLOUR = 0
COLOURS: tuple[Ink, ...] = ("blue", "red", "yellow", "green")  # 1 to 4; the players have the first two
LETTERS = "bryg"
Sides = tuple[int, ...]  # what each side shows


def turned(sides: Sides, times: int) -> Sides:
    """The sides of a tile after so many sixths of a turn clockwise."""
    return tuple(sides[(side - times) % SIDES] for side in range(SIDES))


def _tile_set() -> tuple[Sides, ...]:
    """Every way to join six sides in pairs by three colours, each in the first of its turns, but for three straight links."""
    found = set()
    for colours in combinations(range(1, 1 + len(COLOURS)), 3):
        for sides in permutations(colours * 2):
            if any(sides[side] != sides[side + HALFWAY] for side in range(HALFWAY)):
                found.add(min(turned(sides, times) for times in range(SIDES)))
    return tuple(sorted(found))


TILES = _tile_set()
TILE_COUNT = len(TILES)
WAYS = tuple(turned(sides, times) for sides in TILES for times in range(SIDES))
WAY_OF = {sides: way for way, sides in enumerate(WAYS)}
HAND = 6  # tiles that each player holds while there are any to draw
BAG = TILE_COUNT - 2 * HAND  # tiles to draw at the start


def way_text(way: int) -> str:
    """'bbrryy': the colours of the sides, clockwise from the upper right."""
    return "".join(LETTERS[colour - 1] for colour in WAYS[way])


def tile_text(tile: int) -> str:
    """The sides of a tile as `TILES` shows it."""
    return way_text(SIDES * tile)


def short_text(way: int) -> str:
    """Which of the players' colours a tile has."""
    return "".join(letter for letter in LETTERS[:2] if letter in way_text(way))


def way_of(text: str) -> int:
    """The way to lay a tile whose sides are written like this."""
    way = WAY_OF.get(tuple(1 + LETTERS.find(letter) for letter in text.lower()))
    if way is None:
        raise BadNotation("tiles of six letters such as bbrryy, three of b, r, y and g twice each and not all straight")
    return way


def form_of(way: int) -> LinkTile:
    """What a tile looks like in this way."""
    sides = WAYS[way]
    ends = {colour: [side for side in range(SIDES) if sides[side] == colour] for colour in dict.fromkeys(sides)}
    return LinkTile(tuple((a, b, COLOURS[colour - 1]) for colour, (a, b) in ends.items()))


def shuffled(seed: int) -> list[int]:
    """All tiles in the order of a seed."""
    tiles, chance = list(range(TILE_COUNT)), seeded(seed)
    for last in range(TILE_COUNT - 1, 0, -1):
        other = int(draw_below(chance, last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def partner_table() -> np.ndarray[Any, np.dtype[np.int8]]:
    """Shape (ways, sides): the side that the link of a side leads to."""
    rows = [[next(b for b in range(SIDES) if b != a and sides[b] == sides[a]) for a in range(SIDES)] for sides in WAYS]
    return np.array(rows, np.int8)


def first_end_table() -> np.ndarray[Any, np.dtype[np.int8]]:
    """Shape (ways, colours + 1): the first side of a colour, -1 where the tile lacks it."""
    rows = [[sides.index(c) if c in sides else -1 for c in range(1 + len(COLOURS))] for sides in WAYS]
    return np.array(rows, np.int8)


def mask_table() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Shape (sides, demands): the tiles whose side, as `TILES` shows it, meets a demand, a bit each.

    Demand 0 is none, 1 to 4 a colour, 5 to 8 any colour but this one.
    """
    masks = np.zeros((SIDES, 1 + 2 * len(COLOURS)), np.uint64)
    for tile, sides in enumerate(TILES):
        for side in range(SIDES):
            barred = [1 + len(COLOURS) + c for c in range(len(COLOURS)) if 1 + c != sides[side]]
            masks[side, [0, sides[side], *barred]] |= np.uint64(1 << tile)
    return masks


class TilesField(NamedTuple):
    """Tiles in a row, `bbrryy,bbyygg`, or - for none; however each is turned."""

    field: str
    meaning: str

    def write(self, value: Sequence[int], board: Board) -> str:
        """Each tile as `TILES` shows it."""
        return ",".join(tile_text(tile) for tile in value) or "-"

    def read(self, word: str, board: Board) -> list[int]:
        """The numbers of the tiles."""
        return [] if word == "-" else [way_of(text) // SIDES for text in word.split(",")]


class LaidField(NamedTuple):
    """Tiles on the table, `k11-bbrryy,k12-bybgyg`, or - for none: the cell, and the sides clockwise from the upper right."""

    field: str
    meaning: str

    def write(self, value: dict[int, int], board: Board) -> str:
        """In the order of the cells."""
        return ",".join(f"{board.names[cell]}-{way_text(way)}" for cell, way in sorted(value.items())) or "-"

    def read(self, word: str, board: Board) -> dict[int, int]:
        """The way of each cell with a tile."""
        found: dict[int, int] = {}
        for part in word.split(",") if word != "-" else ():
            name, _, sides = part.partition("-")
            try:
                cell = board.index(name)
            except BadNotation:
                raise BadNotation(
                    f"cells from {board.names[0]} to {board.names[-1]} with a tile each, as in k11-bbrryy"
                ) from None
            if cell in found:
                raise BadNotation(f"one tile on {name}")
            found[cell] = way_of(sides)
        return found
