"""Positions of carcassonne as text: `Dk11n,Ek12s:blue-city-s VUB 0-4 red tile`.

Each tile is its kind, its cell and where its top looks, in the order of laying, with who stands where on it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from counterplay.core import BadNotation
from counterplay.games.placement.carcassonne.carcassonne_land import LAYING, MANNING, NO_TILE, State
from counterplay.games.placement.carcassonne.carcassonne_tiles import (
    CLOISTER,
    COMPASS,
    FIELD,
    KINDS,
    LETTERS,
    MOST_PARTS,
    PART_COUNT,
    PART_KIND,
    TURNS,
    lookalike,
    part_name,
)

if TYPE_CHECKING:
    from counterplay.games.placement.carcassonne.carcassonne import Carcassonne

COLOURS = ("blue", "red")
_TILE = re.compile(r"([A-X])([a-w][0-9]{1,2})([nesw])(?::(blue|red)-([a-z-]+))?", re.ASCII)


class LaidTile(NamedTuple):
    """A tile on the table, and the follower on it."""

    cell: int
    face: int
    player: int = -1
    part: int = -1


class LayoutField(NamedTuple):
    """The tiles on the table with commas between, as they were laid."""

    field: str
    meaning: str

    def write(self, value: list[LaidTile], board: Any) -> str:
        """Each tile with its follower."""
        return ",".join(_tile_text(tile, board.names[tile.cell]) for tile in value)

    def read(self, word: str, board: Any) -> list[LaidTile]:
        """The tiles, of which nothing more is known than that each is one."""
        return [_read_tile(text, board) for text in word.split(",")]


class OrderField(NamedTuple):
    """Kinds of tile, a letter each, or - for none."""

    field: str
    meaning: str

    def write(self, value: list[int], board: Any) -> str:
        """The letters."""
        return "".join(LETTERS[kind] for kind in value) or "-"

    def read(self, word: str, board: Any) -> list[int]:
        """The kinds."""
        if word != "-" and not all(letter in KINDS for letter in word):
            raise BadNotation("letters of tiles from A to X, or - for none")
        return [LETTERS.index(letter) for letter in word.replace("-", "")]


def _tile_text(tile: LaidTile, where: str) -> str:
    follower = "" if tile.player < 0 else f":{COLOURS[tile.player]}-{part_name(tile.face, tile.part)}"
    return f"{LETTERS[tile.face // TURNS]}{where}{COMPASS[tile.face % TURNS]}{follower}"


def _read_tile(text: str, board: Any) -> LaidTile:
    parts = _TILE.fullmatch(text)
    if parts is None:
        raise BadNotation("tiles such as Ek12s or Ek12s:blue-city-s, with commas between")
    kind, where, top, colour, feature = parts.groups()
    face = lookalike(TURNS * LETTERS.index(kind) + COMPASS.index(top))
    if colour is None:
        return LaidTile(board.index(where), face)
    names = [part_name(face, part) for part in range(int(PART_COUNT[face]))]
    if feature not in names:
        raise BadNotation(f"tiles with followers on their own features; {kind}{where}{top} has {', '.join(names)}")
    return LaidTile(board.index(where), face, COLOURS.index(colour), names.index(feature))


def written_layout(s: State) -> list[LaidTile]:
    """The tiles of a state."""
    found = []
    for t in range(s.laid):
        man = int(s.follower[t]) - 1
        on = divmod(man, MOST_PARTS) if man >= 0 else (-1, -1)
        found.append(LaidTile(int(s.cell[t]), int(s.face[t]), *on))
    return found


def land_of(game: Carcassonne, values: dict[str, Any]) -> State | str:
    """The state that the words of a text describe, or why there is none."""
    layout: list[LaidTile] = values["layout"]
    rest: list[int] = values["order"]
    if len(layout) + len(rest) > game.tiles:
        return f"there are {len(layout)} tiles on the table and {len(rest)} to come; {game.tiles} is the most"
    many = [
        kind for kind, n in Counter([t.face // TURNS for t in layout] + rest).items() if n > list(KINDS.values())[kind].copies
    ]
    if many:
        return f"there are more tiles {LETTERS[many[0]]} than the {list(KINDS.values())[many[0]].copies} of the set"
    order = np.full(game.tiles, NO_TILE, np.int8)
    upcoming = game.tiles - len(rest)
    order[upcoming:] = rest
    s = game.bare(order, upcoming, values["turn"])
    for number, tile in enumerate(layout):
        fits = game.ways(s.demand, tile.cell, tile.face // TURNS) >> tile.face % TURNS & 1
        if number and not fits:
            return f"the tile on {game.board.names[tile.cell]} does not fit where it lies"
        s = game.with_tile(s, tile.cell, tile.face, 0)
    for number, tile in enumerate(layout):
        if tile.player >= 0:
            if s.hand[tile.player] == 0:
                return f"{game.player_names[tile.player]} has more followers on the table than there are"
            s = game.with_follower(s, number, tile.part, tile.player)
    return s._replace(score=np.array(values["score"], np.int16), part=values["part"])


def problem_with(game: Carcassonne, s: State) -> str:
    """Why no game comes to this position, or nothing."""
    if s.part == MANNING and game.spots(s) == 0:
        return "no follower can be put on the last tile, so that the next tile would be laid"
    if s.part == LAYING and s.upcoming < game.tiles:
        if not game.fits_somewhere(s.demand, s.low, s.high, int(s.order[s.upcoming])):
            return f"the next tile, {LETTERS[int(s.order[s.upcoming])]}, fits nowhere and would have been put aside"
    for t in range(s.laid):
        man = int(s.follower[t]) - 1
        if man < 0:
            continue
        feature = int(s.label[int(s.first[t]) + man % MOST_PARTS])
        kind = int(PART_KIND[int(s.face[t]), man % MOST_PARTS])
        if kind != FIELD and s.ends[feature] == 0 and not (s.part == MANNING and _just_done(game, s, t, feature, kind)):
            return f"what the follower on {game.board.names[int(s.cell[t])]} holds is complete; it would have come back"
    return ""


def _just_done(game: Carcassonne, s: State, number: int, feature: int, kind: int) -> bool:
    """Whether the last tile may have completed a feature."""
    last = s.laid - 1
    if kind == CLOISTER:
        return int(s.cell[last]) in (*game.around[int(s.cell[number])], int(s.cell[number]))
    parts = range(int(s.first[last]), int(s.first[last + 1]))
    return any(int(s.label[part]) == feature for part in parts)
