"""What lies in a box of scrabble: the tiles with their values, and the squares of the board that count more.

Tiles are numbered: 0 to 25 for A to Z, 26 for a blank. A *face* is a tile as it lies on the board, 0 to 25 for a letter and 26
to 51 for a blank that stands for one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.boards.notation.notation_fields import position_of
from counterplay.core import BadNotation, Cell
from counterplay.core.scene import Tone
from counterplay.games.placement.scrabble.word_graph import LETTERS

SIZE = 15
CELLS = SIZE * SIZE
CENTRE = CELLS // 2
BLANK = LETTERS  # the tile
TILES = LETTERS + 1  # kinds
FACES = 2 * LETTERS
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"  # of tiles
FACE_SIGNS = SIGNS[:LETTERS] + SIGNS[:LETTERS].lower()

#                  A  B  C  D  E   F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z  blank
COUNTS = np.array([9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2])
POINTS = np.array([1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10, 0])
FACE_POINTS = np.array([*POINTS[:LETTERS], *([0] * LETTERS)])
TILE_COUNT = int(COUNTS.sum())
RACK = 7  # tiles
BAG = TILE_COUNT - 2 * RACK  # tiles that are drawn later

# Actions: CELLS * way (0 across, 1 down) + the cell where a word begins; then these.
EXCHANGE = 2 * CELLS
PASS = EXCHANGE + 1
DONE = PASS + 1  # the word is complete, or the tiles to exchange are chosen
LAY = DONE + 1  # + the face of the tile
ASIDE = LAY + FACES  # + the tile that is exchanged
NO_PLAY = -1  # between turns

# A quarter of the board, the centre at its lower right; the rest is its mirror image.
QUARTER = (
    "W..l...W",
    ".w...L..",
    "..w...l.",
    "l..w...l",
    "....w...",
    ".L...L..",
    "..l...l.",
    "W..l...w",
)
PREMIUMS = "".join(QUARTER[min(r, SIZE - 1 - r)][min(c, SIZE - 1 - c)] for r in range(SIZE) for c in range(SIZE))
LETTER_TIMES = np.array([{"l": 2, "L": 3}.get(sign, 1) for sign in PREMIUMS])  # shape (cells,)
WORD_TIMES = np.array([{"w": 2, "W": 3}.get(sign, 1) for sign in PREMIUMS])  # shape (cells,)
LOOKS: dict[str, tuple[Tone, str]] = {
    "W": ("red", "3W"), "w": ("pink", "2W"), "L": ("teal", "3L"), "l": ("blue", "2L"), ".": ("plain", ""),
}  # fmt: skip

# What it is worth to hold a tile while there is something to draw, in points: roughly what players go by. A blank and an S make
# words of seven letters; two of a kind hinder, and so do tiles that few words take.
HELD = (-0.5, -2, 1, 0.5, 0.5, -2, -3, 1, -2, -1.5, -0.5, 0, 0.5, 0, -2.5, -0.5, -7, 1, 8, 0, -5, -5.5, -4, 3, -0.5, 5, 25)
SECOND = -3.0  # each further tile of a kind
HELD_WORTH = np.array([[worth * n + SECOND * n * (n - 1) / 2 for n in range(RACK + 1)] for worth in HELD])  # (tiles, RACK + 1)


def board_cell(cell: Cell, number: int) -> Cell:
    """A square with what is printed on it."""
    tone, text = LOOKS[PREMIUMS[number]]
    return Cell(cell.id, cell.x, cell.y, tone=tone, text="★" if number == CENTRE else text)


class TilesField(NamedTuple):
    """Tiles, `AEINRS?`, or - for none."""

    field: str
    meaning: str
    most: int

    def write(self, value: Any, board: Any) -> str:
        """A letter for each tile, ? for a blank."""
        return "".join(SIGNS[int(tile)] for tile in value) or "-"

    def read(self, word: str, board: Any) -> list[int]:
        """The numbers of the tiles."""
        found = [] if word == "-" else [position_of(sign, SIGNS) for sign in word]
        if min(found, default=0) < 0 or len(found) > self.most:
            raise BadNotation(f"at most {self.most} tiles, letters and ? for a blank, or - for none")
        return found


class Play(NamedTuple):
    """A turn that is not finished: where its word begins, or "exchange", and the tiles so far; nothing between turns."""

    place: str = ""
    tiles: str = ""


class PlayField(NamedTuple):
    """An unfinished turn, `8D:QUi` or `exchange:AE`, or - between turns."""

    field: str
    meaning: str

    def write(self, value: Play, board: Any) -> str:
        """The place and the tiles."""
        return f"{value.place}:{value.tiles}" if value.place else "-"

    def read(self, word: str, board: Any) -> Play:
        """The place and the tiles, whatever they are; whether they can be played the game says."""
        place, colon, tiles = word.partition(":")
        if word == "-":
            return Play()
        if not colon or not place or len(tiles) > RACK:
            raise BadNotation("a place and the tiles laid so far, as in 8D:QU, or - between turns")
        return Play(place, tiles)
