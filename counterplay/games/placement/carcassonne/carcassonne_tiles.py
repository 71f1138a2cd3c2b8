"""The 72 land tiles of carcassonne's base set, as tables that rules and pictures share.

A tile is written as its four sides, north, east, south, west, each with three places clockwise: its left, its middle and its
right end. Equal letters are one part of the landscape: c and C cities, r, s, t and q roads, any other letter a field; fields
called f and F lie along the tile's cities, others are cut off from them by a road. The middle of a side with a field has a
point, for the field's two ends are what touches the neighbour's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core.scene import LandTile

FIELD, ROAD, CITY, CLOISTER = range(4)  # what a part of a tile is
PART_NAMES = ("field", "road", "city", "cloister")
CITY_EDGE, ROAD_EDGE, FIELD_EDGE = 1, 2, 3  # what a side of a tile shows
SIDES, TURNS = 4, 4
COMPASS = "nesw"  # where the top of a tile looks once it is turned
# The ends of the sides, clockwise as the places of a tile are, middles left out.
FIELD_ENDS = ("nnw", "", "nne", "ene", "", "ese", "sse", "", "ssw", "wsw", "", "wnw")


class Kind(NamedTuple):
    """One of the 24 kinds of tile."""

    copies: int
    places: str  # 12 letters, see above
    cloister: bool = False
    shield: bool = False

    @property
    def letters(self) -> list[str]:
        """The parts of the tile but for a cloister, in the order in which one meets them clockwise."""
        return [letter for letter in dict.fromkeys(self.places) if letter != "."]


def _kind(copies: int, places: str, *, cloister: bool = False, shield: bool = False) -> Kind:
    return Kind(copies, places.replace(" ", ""), cloister, shield)


KINDS: dict[str, Kind] = {
    "A": _kind(2, "f.f f.f frf f.f", cloister=True),
    "B": _kind(4, "f.f f.f f.f f.f", cloister=True),
    "C": _kind(1, ".c. .c. .c. .c.", shield=True),
    "D": _kind(4, ".c. frg g.g grf"),
    "E": _kind(5, ".c. f.f f.f f.f"),
    "F": _kind(2, "f.f .c. F.F .c.", shield=True),
    "G": _kind(1, ".c. f.f .c. F.F"),
    "H": _kind(3, ".c. f.f .C. f.f"),
    "I": _kind(2, ".c. f.f f.f .C."),
    "J": _kind(3, ".c. frg grf f.f"),
    "K": _kind(3, ".c. f.f frg grf"),
    "L": _kind(3, ".c. frg gsh htf"),
    "M": _kind(2, ".c. f.f f.f .c.", shield=True),
    "N": _kind(3, ".c. f.f f.f .c."),
    "O": _kind(2, ".c. frg grf .c.", shield=True),
    "P": _kind(3, ".c. frg grf .c."),
    "Q": _kind(1, ".c. .c. f.f .c.", shield=True),
    "R": _kind(3, ".c. .c. f.f .c."),
    "S": _kind(2, ".c. .c. frF .c.", shield=True),
    "T": _kind(1, ".c. .c. frF .c."),
    "U": _kind(8, "frg g.g grf f.f"),
    "V": _kind(9, "f.f f.f frg grf"),
    "W": _kind(4, "f.f frg gsh htf"),
    "X": _kind(1, "frg gsh htk kqf"),
}
LETTERS = "".join(KINDS)
START = LETTERS.index("D")
SET_SIZE = sum(kind.copies for kind in KINDS.values())
MOST_PARTS = 8  # of a tile: the crossroads has four roads and four fields
ALL_PARTS = sum(kind.copies * (len(kind.letters) + kind.cloister) for kind in KINDS.values())


def part_kind(letter: str) -> int:
    """What a letter of a tile stands for."""
    return CITY if letter in "cC" else ROAD if letter in "rstq" else FIELD


def turned_places(kind: Kind, turn: int) -> str:
    """The places of a tile after so many quarter turns clockwise."""
    cut = 3 * (SIDES - turn)
    return kind.places[cut:] + kind.places[:cut]


# A face is a kind of tile and how it lies: TURNS * kind + quarter turns clockwise.
FACES = TURNS * len(KINDS)
_FACES = [(kind, turned_places(kind, turn)) for kind in KINDS.values() for turn in range(TURNS)]
_EDGES = {"c": CITY_EDGE, "C": CITY_EDGE, ".": FIELD_EDGE}


def _part_table(entries: list[list[int]], blank: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Shape (faces, MOST_PARTS), filled up with `blank`."""
    return np.array([[*row, *[blank] * (MOST_PARTS - len(row))] for row in entries], np.int64)


def _parts(kind: Kind) -> list[int]:
    return [part_kind(letter) for letter in kind.letters] + [CLOISTER] * kind.cloister


# (faces,): how many parts a tile has, and which of them is a cloister, or -1
PART_COUNT = np.array([len(_parts(kind)) for kind, _ in _FACES], np.int64)
CLOISTER_PART = np.array([len(kind.letters) if kind.cloister else -1 for kind, _ in _FACES], np.int64)
# (faces, MOST_PARTS): what each part is; on how many sides it goes on (the squares around it, of a cloister); its shields;
# whether it is a field along the tile's cities
PART_KIND = _part_table([_parts(kind) for kind, _ in _FACES], -1)
PART_ENDS = _part_table(
    [[kind.places[1::3].count(letter) for letter in kind.letters] + [8] * kind.cloister for kind, _ in _FACES], 0
)
PART_SHIELDS = _part_table([[int(kind.shield and letter == "c") for letter in kind.letters] for kind, _ in _FACES], 0)
ALONG_CITY = _part_table([[int(letter in "fF") for letter in kind.letters] for kind, _ in _FACES], 0)
# (faces, 12): the part at each place, or -1; (faces, SIDES): what each side shows
PLACE_PART = np.array([[("." + "".join(k.letters)).index(letter) - 1 for letter in places] for k, places in _FACES], np.int64)
EDGE = np.array([[_EDGES.get(places[3 * side + 1], ROAD_EDGE) for side in range(SIDES)] for _, places in _FACES], np.int64)


def lookalike(face: int) -> int:
    """The first face of the same tile that looks like this one, as a straight road does after half a turn."""
    kind, places = divmod(face, TURNS)[0], _shape(face)
    return next(TURNS * kind + turn for turn in range(TURNS) if _shape(TURNS * kind + turn) == places)


def _shape(face: int) -> list[int]:
    """A tile with its parts numbered as one meets them, whatever they are called."""
    places = _FACES[face][1]
    met = [letter for letter in dict.fromkeys(places) if letter != "."]
    return [met.index(letter) * 4 + part_kind(letter) if letter != "." else -1 for letter in places]


def _fitting() -> np.ndarray[Any, np.dtype[np.int64]]:
    """The quarter turns, a bit each, after which a tile shows what a demand asks for; lookalikes count once."""
    wanted = np.arange(256)[:, None] >> 2 * np.arange(SIDES) & 3  # (demands, sides)
    shown = ((wanted == 0) | (wanted == EDGE[:, None, :])).all(axis=2)  # (faces, demands)
    shown[[lookalike(face) != face for face in range(FACES)]] = False
    turns: np.ndarray[Any, np.dtype[np.int64]] = (shown.reshape(-1, TURNS, 256) << np.arange(TURNS)[:, None]).sum(axis=1)
    return turns


# (kinds, 256): the quarter turns that satisfy a demand, which has two bits for each side: 0, or what the side must show
FITTING = _fitting()


def part_name(face: int, part: int) -> str:
    """'city-n', 'field-ene', 'cloister': what a part is, and where on the tile one meets it first, clockwise from the top."""
    what = int(PART_KIND[face, part])
    if what == CLOISTER:
        return PART_NAMES[what]
    places = [place for place in range(3 * SIDES) if PLACE_PART[face, place] == part]
    where = FIELD_ENDS[places[0]] if what == FIELD else COMPASS[places[0] // 3]
    return f"{PART_NAMES[what]}-{where}"


def part_spot(face: int, part: int) -> tuple[float, float]:
    """Where a follower stands on a part: right and down from the tile's middle, in cells."""
    what = int(PART_KIND[face, part])
    if what == CLOISTER:
        return (0.0, 0.06)
    places = [place for place in range(3 * SIDES) if PLACE_PART[face, place] == part]
    if what == FIELD:
        return _field_spot(places)
    sides = [place // 3 for place in places]
    right, down = sum((0, 1, 0, -1)[side] for side in sides), sum((-1, 0, 1, 0)[side] for side in sides)
    reach = (0.37, 0.3, 0.22, 0.0)[len(sides) - 1] if what == CITY else (0.3, 0.12)[len(sides) - 1]
    return (reach * right, reach * down)


def _field_spot(places: list[int]) -> tuple[float, float]:
    """In a corner where the field has one, else in the middle of a side, else beside the end of a road."""
    corners = [place // 3 for place in places if place % 3 == 2 and (place + 1) % (3 * SIDES) in places]
    if corners:
        return ((0.35, -0.35), (0.35, 0.35), (-0.35, 0.35), (-0.35, -0.35))[corners[0]]
    side, end = divmod(places[0], 3)
    aside = 0.0 if 3 * side + 2 - end in places else (-0.25, 0.0, 0.25)[end]
    x, y = aside, -0.36
    for _ in range(side):
        x, y = -y, x
    return (x, y)


def land_tile(face: int) -> LandTile:
    """The tile as it is drawn."""
    kind, places = _FACES[face]
    reached = {
        letter: tuple(
            side % SIDES for side in range(face % TURNS, face % TURNS + SIDES) if places[3 * (side % SIDES) + 1] == letter
        )
        for letter in kind.letters
    }
    cities = tuple(sides for letter, sides in reached.items() if part_kind(letter) == CITY)
    roads = tuple(sides for letter, sides in reached.items() if part_kind(letter) == ROAD)
    return LandTile(cities, roads, kind.cloister, kind.shield)
