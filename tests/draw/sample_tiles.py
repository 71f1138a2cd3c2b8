"""Scenes of letters, dominoes, tiles with sides, polyominoes and cars, independent of the games."""

from __future__ import annotations

import math

from sample_boards import FILES, coordinates, squares

from counterplay.core.scene import (
    NEUTRAL,
    Car,
    Cell,
    Domino,
    LandTile,
    LetterTile,
    Line,
    LinkTile,
    PatternTile,
    Piece,
    Polyomino,
    Region,
    Scene,
    Tray,
)


def scrabble() -> Scene:
    tones = {
        "a1": ("red", "3W"),
        "h1": ("red", "3W"),
        "b2": ("pink", "2W"),
        "c3": ("pink", "2W"),
        "d1": ("blue", "2L"),
        "f2": ("teal", "3L"),
        "d4": ("pink", "2W"),
        "g3": ("blue", "2L"),
        "f6": ("teal", "3L"),
        "b6": ("teal", "3L"),
    }
    cells = tuple(
        Cell(c.id, c.x, c.y, tone=tones.get(c.id, ("plain", ""))[0], text=tones.get(c.id, ("", ""))[1]) for c in squares(8, 8)
    )  # type: ignore[arg-type]
    values = dict(zip("QUIZJAM", (10, 1, 1, 10, 8, 1, 3), strict=True))
    pieces = [Piece(f"{FILES[2 + k]}4", LetterTile(letter, values[letter])) for k, letter in enumerate("QUIZ")]
    pieces += [Piece("e5", LetterTile("J", 8)), Piece("e3", LetterTile("m"))]
    pieces += [Piece(f"rack{k}", LetterTile(letter, values[letter])) for k, letter in enumerate("JAM")] + [
        Piece("rack3", LetterTile(""))
    ]
    return Scene(
        cells, tuple(pieces), trays=(Tray(tuple(f"rack{k}" for k in range(7)), 0),), material="card", scores=("44", "0")
    )


def dominoes() -> Scene:
    cells = (
        Cell("t0", 1, 0.5, width=2),
        Cell("t1", 3, 0.5, width=2),
        Cell("t2", 4.5, 0.5, height=2),
        Cell("t3", 6, 0.5, width=2),
        Cell("end", 8, 0.5, tone="open", width=2),
    )
    pieces = [
        Piece("t0", Domino(6, 3)),
        Piece("t1", Domino(3, 5)),
        Piece("t2", Domino(5, 5), turn=90),
        Piece("t3", Domino(5, 0)),
    ]
    hand = [Piece("h0", Domino(1, 2)), Piece("h1", Domino(4, 6)), Piece("h2", Domino(0, 0))]
    trays = (Tray(("h0", "h1", "h2"), 0, "Your hand", size=2.1, height=1.1),)
    return Scene(cells, (*pieces, *hand), trays=trays, material="felt", least=(11, 3))


def quads() -> Scene:
    tiles = {
        "b2": PatternTile(("solid", "parallel", "perpendicular", "parallel")),
        "c2": PatternTile(("parallel", "parallel", "solid", "parallel")),
        "b3": PatternTile(("perpendicular", "solid", "solid", "solid")),
        "c3": PatternTile(("parallel",) * 4),
    }
    pieces = [Piece(c, t, k % 2 if k < 3 else NEUTRAL, turn=90 * (k == 1)) for k, (c, t) in enumerate(tiles.items())]
    return Scene(squares(4, 4), tuple(pieces), material="wood")


def tantrix() -> Scene:
    places = {
        "o": (0, 0),
        "e": (1, 0),
        "se": (0.5, math.sqrt(3) / 2),
        "ne": (0.5, -math.sqrt(3) / 2),
        "w": (-1, 0),
        "sw": (-0.5, math.sqrt(3) / 2),
    }
    cells = [Cell(name, x, y, "hex") for name, (x, y) in places.items()] + [Cell("free", 1.5, math.sqrt(3) / 2, "hex", "open")]
    links = {
        "o": ((0, 1, "red"), (2, 5, "blue"), (3, 4, "yellow")),
        "e": ((0, 4, "red"), (1, 3, "green"), (2, 5, "yellow")),
        "se": ((0, 2, "blue"), (1, 3, "red"), (4, 5, "green")),
        "ne": ((0, 3, "red"), (1, 2, "blue"), (4, 5, "yellow")),
        "w": ((0, 2, "yellow"), (1, 4, "blue"), (3, 5, "red")),
        "sw": ((0, 1, "yellow"), (2, 3, "red"), (4, 5, "blue")),
    }
    pieces = tuple(Piece(c, LinkTile(link)) for c, link in links.items())  # type: ignore[arg-type]
    return Scene(tuple(cells), pieces, material="felt", least=(6, 5))


def carcassonne() -> Scene:
    tiles = {
        (0, 0): LandTile(((0,),), ((1, 3),)),
        (1, 0): LandTile((), ((2, 3),)),
        (0, -1): LandTile(((1, 2),), ((0, 3),), shield=True),
        (1, -1): LandTile(((3, 0),)),
        (1, 1): LandTile((), ((0,),), cloister=True),
        (-1, 0): LandTile((), ((1,), (2,), (3,))),
        (2, 0): LandTile(((0, 2),)),
        (2, -1): LandTile(((0, 1, 2),)),
        (-1, -1): LandTile(((0, 1, 2, 3),), shield=True),
        (-1, 1): LandTile(((1,), (3,))),
        (0, 1): LandTile(((3,),), ((1, 2),)),
    }
    cells = [Cell(f"{x},{y}", x, y) for x, y in tiles] + [Cell("-2,0", -2, 0, tone="open"), Cell("2,1", 2, 1, tone="open")]
    pieces = [Piece(f"{x},{y}", tile) for (x, y), tile in tiles.items()]
    pieces += [Piece("0,0", "meeple", 0, level=1, scale=0.5, offset=(0, -0.3)), Piece("1,1", "meeple", 1, level=1, scale=0.5)]
    pieces += [Piece("followers 1", "meeple", 0, count=6), Piece("followers 2", "meeple", 1, count=6)]
    trays = (Tray(("followers 1",), 0), Tray(("followers 2",), 1), Tray(("next",), label="Next"))
    return Scene(
        tuple(cells),
        (*pieces, Piece("next", LandTile((), ((0,), (1,), (2,), (3,))))),
        trays=trays,
        material="felt",
        least=(7, 5),
        scores=("4", "0"),
    )


PENTOMINOES = {
    "F": ((1, 0), (2, 0), (0, 1), (1, 1), (1, 2)),
    "P": ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2)),
    "X": ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)),
    "I": ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)),
    "V": ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2)),
}


def polyominoes() -> Scene:
    names = {(c.x, c.y): c.id for c in squares(8, 8)}
    regions = []
    for k, (letter, (dx, dy)) in enumerate({"F": (0, 0), "P": (3, 0), "X": (5, 3)}.items()):
        cells = tuple(names[dx + x + 0.5, dy + y + 0.5] for x, y in PENTOMINOES[letter])
        regions.append(Region(cells, "solid", k % 2, shade=k if k < 2 else -1, letter=letter))
    pieces = [
        Piece(f"tray {letter}", Polyomino(PENTOMINOES[letter], shade=9 + k), letter=letter) for k, letter in enumerate("IV")
    ]
    outline = Region(("a1", "b1", "b2"), "outline", 1)
    return Scene(
        squares(8, 8),
        tuple(pieces),
        labels=coordinates(8, 8),
        regions=(*regions, outline),
        trays=(Tray(("tray I", "tray V"), size=1.4, label="Unused"),),
        material="wood",
    )


def race() -> Scene:
    inside = [(x, y) for x in range(12) for y in range(7) if not (3 <= x <= 8 and 2 <= y <= 4)]
    cells = tuple(Cell(f"{x},{y}", x, y, "point") for x, y in inside)
    box = [
        (-0.5, -0.5, 11.5, -0.5),
        (11.5, -0.5, 11.5, 6.5),
        (11.5, 6.5, -0.5, 6.5),
        (-0.5, 6.5, -0.5, -0.5),
        (2.5, 1.5, 8.5, 1.5),
        (8.5, 1.5, 8.5, 4.5),
        (8.5, 4.5, 2.5, 4.5),
        (2.5, 4.5, 2.5, 1.5),
    ]
    lines = [Line(*ends) for ends in box] + [Line(5, 4.5, 5, 6.5, style="finish")]
    pieces = (
        Piece("9,1", Car((2, 1), ((5, 6), (4, 6), (2, 5), (1, 3), (2, 1), (4, 0), (7, 0))), 0),
        Piece("6,1", Car((2, 0), ((5, 5), (4, 5), (2, 4), (1, 2), (2, 1), (4, 1))), 1),
    )
    return Scene(cells, pieces, tuple(lines), material="paper")


ALL = {make.__name__: make for make in (scrabble, dominoes, quads, tantrix, carcassonne, polyominoes, race)}
