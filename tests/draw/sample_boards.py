"""Scenes of the richer vocabulary, one for each kind of board or piece; `sample_tiles` has those of tiles and cars."""

from __future__ import annotations

import itertools
import math

from counterplay.core.scene import (
    NEUTRAL,
    Arc,
    Block,
    Card,
    Cell,
    Cup,
    Die,
    Dot,
    Edge,
    Label,
    Line,
    Piece,
    Region,
    Scene,
    Tray,
)

FILES = "abcdefghijklmnopqrs"


def squares(width: int, height: int, tone: str = "plain", shape: str = "square") -> tuple[Cell, ...]:
    return tuple(
        Cell(f"{FILES[c]}{height - r}", c + 0.5, r + 0.5, shape, tone)  # type: ignore[arg-type]
        for r in range(height)
        for c in range(width)
    )


def coordinates(width: int, height: int) -> tuple[Label, ...]:
    letters = [Label(c + 0.5, height + 0.35, FILES[c]) for c in range(width)]
    return tuple(letters + [Label(-0.35, r + 0.5, str(height - r)) for r in range(height)])


def checkered(width: int, height: int) -> tuple[Cell, ...]:
    return tuple(
        Cell(c.id, c.x, c.y, "square", "light" if (math.floor(c.x) + math.floor(c.y)) % 2 == 0 else "dark")
        for c in squares(width, height)
    )


def wooden_chess() -> Scene:
    order = "♜♞♝♛♚♝♞♜"
    pieces = []
    for c, symbol in enumerate(order):
        letter = "rnbqkbnr"[c]
        pieces += [Piece(f"{FILES[c]}1", "glyph", 0, symbol, letter.upper()), Piece(f"{FILES[c]}8", "glyph", 1, symbol, letter)]
        pieces += [Piece(f"{FILES[c]}2", "glyph", 0, "♟", "P"), Piece(f"{FILES[c]}7", "glyph", 1, "♟", "p")]
    return Scene(checkered(8, 8), tuple(pieces), labels=coordinates(8, 8), material="wood", marked=("d8", "d7"))


def felt_othello() -> Scene:
    names = ("black disc", "white disc")
    pieces = tuple(
        Piece(f"{FILES[c]}{r}", "disc", (c * r + c) % 2, name=names[(c * r + c) % 2]) for c in range(2, 6) for r in range(3, 7)
    )
    return Scene(
        squares(8, 8), pieces, labels=coordinates(8, 8), material="felt", marked=("d4",), scores=("Black 9", "White 7")
    )


def go() -> Scene:
    lines = tuple(Line(0.5, k + 0.5, 8.5, k + 0.5) for k in range(9)) + tuple(
        Line(k + 0.5, 0.5, k + 0.5, 8.5) for k in range(9)
    )
    black = ["c3", "c4", "d4", "e3", "e2", "f3", "g4", "g5", "c7"]
    white = ["d3", "d2", "e4", "f4", "f5", "g6", "g7", "d6", "h5"]
    pieces = [Piece(p, "stone", 0, name="black stone") for p in black] + [
        Piece(p, "stone", 1, name="white stone") for p in white
    ]
    stars = tuple(Dot(x + 0.5, y + 0.5) for x, y in ((2, 2), (6, 2), (4, 4), (2, 6), (6, 6)))
    regions = (
        Region(("a1", "a2", "b1", "b2", "b3", "a3"), "territory", 0, name="black territory"),
        Region(("i9", "i8", "h8", "h9"), "territory", 1, name="white territory"),
    )
    return Scene(
        squares(9, 9, shape="point"),
        tuple(pieces),
        lines,
        coordinates(9, 9),
        marked=("h5",),
        dots=stars,
        regions=regions,
        material="wood",
        scores=("12 points", "9 points"),
    )


def sahara() -> Scene:
    tall, cells = math.sqrt(3) / 2, []
    for row, count in enumerate((7, 9, 11, 11, 9, 7)):
        start = -(count // 2) / 2
        for k in range(count):
            up = (k % 2 == 0) == (row < 3)
            y = row * tall + (2 * tall / 3 if up else tall / 3)
            cells.append(
                Cell(f"{row}.{k}", start + k / 2, y, "triangle-up" if up else "triangle-down", "light" if up else "dark")
            )
    light = ("0.1", "0.6", "2.0", "3.10", "5.0", "5.5")
    dark = ("0.0", "0.5", "2.10", "3.0", "5.1", "5.6")
    pieces = [Piece(c, "pyramid", 0, name="white pyramid", letter="L") for c in light]
    pieces += [Piece(c, "pyramid", 1, name="black pyramid", letter="D") for c in dark]
    return Scene(tuple(cells), tuple(pieces), material="wood", marked=("2.5",))


def dots_and_boxes(size: int = 4) -> Scene:
    edges = []
    for r, c in itertools.product(range(size + 1), repeat=2):
        if c < size:
            edges.append(Edge(f"h{r}{c}", c, r, c + 1, r, filled=(r * 3 + c) % 3 != 1 or r < 2, owner=NEUTRAL))
        if r < size:
            edges.append(Edge(f"v{r}{c}", c, r, c, r + 1, filled=(r + 2 * c) % 3 != 1 or r < 1, owner=NEUTRAL))
    cells = tuple(Cell(f"{FILES[c]}{r + 1}", c + 0.5, r + 0.5) for r in range(size) for c in range(size))
    pieces = tuple(Piece(f"{FILES[c]}1", "mark", c % 2, "AB"[c % 2]) for c in range(size))
    return Scene(
        cells,
        pieces,
        edges=tuple(edges),
        dots=tuple(Dot(c, r) for r in range(size + 1) for c in range(size + 1)),
        regions=(Region(("a1", "c1"), "territory", 0), Region(("b1", "d1"), "territory", 1)),
        material="paper",
        marked=("h11",),
        scores=("2 boxes", "2 boxes"),
    )


def quoridor() -> Scene:
    edges = []
    filled = {"hd4": 0, "vc6": 1, "hg5": NEUTRAL, "ve2": NEUTRAL}
    for c, r in itertools.product(range(8), range(8)):
        name, x, y = f"{FILES[c]}{8 - r}", c + 1.0, r + 1.0
        for id_, ends in ((f"h{name}", (x - 1, y, x + 1, y)), (f"v{name}", (x, y - 1, x, y + 1))):
            edges.append(Edge(id_, *ends, "fence", id_ in filled, filled.get(id_, NEUTRAL), reach=0.5))
    pieces = [Piece("e3", "pawn", 0, name="white pawn"), Piece("e7", "pawn", 1, name="black pawn")]
    pieces += [Piece("fences 1", "fence", count=8), Piece("fences 2", "fence", count=9)]
    return Scene(
        squares(9, 9),
        tuple(pieces),
        labels=coordinates(9, 9),
        edges=tuple(edges),
        trays=(Tray(("fences 1",), 0, "Fences"), Tray(("fences 2",), 1, "Fences")),
        material="wood",
        marked=("hd4",),
    )


def maze() -> Scene:
    walls = [
        Edge(f"w{k}", *ends, "wall", True)
        for k, ends in enumerate(
            [(0, 0, 4, 0), (0, 0, 0, 4), (4, 0, 4, 4), (0, 4, 4, 4), (1, 0, 1, 2), (2, 3, 2, 4), (2, 2, 3, 2), (3, 2, 3, 3)]
        )
    ]
    return Scene(squares(4, 4), (Piece("a1", "pawn", 0), Piece("d4", "pawn", 1)), edges=tuple(walls), material="card")


def gale() -> Scene:
    edges = []
    for r, c in itertools.product(range(5), range(4)):
        edges.append(
            Edge(f"blue{r}{c}", c, r + 0.5, c + 1, r + 0.5, "bridge", (r, c) in ((0, 2), (2, 0), (3, 1), (4, 3)), 0, reach=0.4)
        )
    for r, c in itertools.product(range(4), range(5)):
        edges.append(Edge(f"red{r}{c}", c + 0.5, r, c + 0.5, r + 1, "bridge", (r, c) in ((0, 1), (1, 1), (3, 0)), 1, reach=0.4))
    dots = [Dot(c, r + 0.5, 0, 0.13) for r in range(5) for c in range(5)] + [
        Dot(c + 0.5, r, 1, 0.13) for r in range(5) for c in range(5)
    ]
    return Scene((), edges=tuple(edges), dots=tuple(dots), material="card")


def surakarta() -> Scene:
    cells = tuple(Cell(f"{FILES[x]}{6 - y}", x, y, "point") for y in range(6) for x in range(6))
    lines = tuple(Line(0, k, 5, k) for k in range(6)) + tuple(Line(k, 0, k, 5) for k in range(6))
    arcs = []
    for x, y, start in ((0, 0, 90), (5, 0, 180), (5, 5, 270), (0, 5, 0)):
        arcs += [Arc(x, y, r, start, start + 270) for r in (1, 2)]
    pieces = [
        Piece(f"{FILES[x]}{y}", "stone", int(y > 3), name=("white man", "black man")[y > 3])
        for x in range(6)
        for y in (1, 2, 5, 6)
    ]
    return Scene(cells, tuple(pieces), lines, arcs=tuple(arcs), material="stone")


def towers_from_the_side() -> Scene:
    return Scene(squares(4, 3), _towers(), stacks="side", material="stone")


def towers_from_above() -> Scene:
    return Scene(squares(4, 3), _towers(), stacks="above", material="felt")


def _towers() -> tuple[Piece, ...]:
    heights = {"a1": "0110", "b2": "01", "c3": "1", "d1": "00110", "c1": "0"}
    return tuple(
        Piece(c, "disc", int(o), level=k, name=("white man", "black man")[int(o)])
        for c, owners in heights.items()
        for k, o in enumerate(owners)
    )


def pylos() -> Scene:
    cells = list(squares(4, 4, shape="pit"))
    pieces = [
        Piece(c.id, "marble", (k * 7 + k // 4) % 2, name=("white ball", "black ball")[(k * 7 + k // 4) % 2])
        for k, c in enumerate(cells)
        if k != 3
    ]
    cells += [Cell(f"{FILES[x]}{y}'", x + 1.0, y + 0.0, "pit", level=1) for x, y in ((0, 2), (0, 3), (1, 2), (1, 3), (2, 3))]
    pieces += [
        Piece(f"{c}'", "marble", o, name=("white ball", "black ball")[o])
        for c, o in (("a2", 0), ("a3", 1), ("b2", 0), ("b3", 0))
    ]
    cells.append(Cell("a2''", 1.5, 2.5, "pit", level=2))
    pieces += [Piece(f"mine{k}", "marble", 0, name="white ball") for k in range(3)] + [
        Piece("theirs0", "marble", 1, name="black ball")
    ]
    return Scene(tuple(cells), tuple(pieces), trays=_reserves(5), material="wood")


def _reserves(count: int) -> tuple[Tray, ...]:
    return (
        Tray(tuple(f"mine{k}" for k in range(count)), 0, size=0.7),
        Tray(tuple(f"theirs{k}" for k in range(count)), 1, size=0.7),
    )


def cube_of_four() -> Scene:
    cells = tuple(
        Cell(f"{FILES[x]}{y + 1}{z + 1}", x + 0.5, 3.5 - y, level=z) for z in range(4) for y in range(4) for x in range(4)
    )
    taken = {"a11": 0, "b22": 0, "c33": 0, "d44": 0, "a12": 1, "b12": 1, "c24": 1, "d31": 1}
    pieces = tuple(Piece(c, "marble", o) for c, o in taken.items())
    return Scene(cells, pieces, levels="planes", material="wood", marked=("a11", "b22", "c33", "d44"))


def shogi() -> Scene:
    back = "香桂銀金玉金銀桂香"
    pieces = []
    for c in range(9):
        pieces += [
            Piece(f"{FILES[c]}1", "wedge", 0, back[c], "LNSGKGSNL"[c]),
            Piece(f"{FILES[c]}9", "wedge", 1, back[c], "lnsgkgsnl"[c], turn=180),
        ]
        pieces += [Piece(f"{FILES[c]}3", "wedge", 0, "歩", "P"), Piece(f"{FILES[c]}7", "wedge", 1, "歩", "p", turn=180)]
    pieces += [
        Piece("h2", "wedge", 0, "飛", "R"),
        Piece("b2", "wedge", 0, "角", "B"),
        Piece("b8", "wedge", 1, "飛", "r", turn=180),
    ]
    pieces += [
        Piece("e5", "wedge", 0, "竜", "+R", level=1),
        Piece("f5", "wedge", 0, "と", "+P", level=1),
        Piece("d5", "wedge", 1, "馬", "+b", level=1, turn=180),
    ]
    hands = [
        Piece("hand P", "wedge", 0, "歩", "P", count=3),
        Piece("hand S", "wedge", 0, "銀", "S"),
        Piece("their G", "wedge", 1, "金", "g", turn=180),
    ]
    trays = (Tray(("hand P", "hand S", "hand N"), 0, "In hand"), Tray(("their G", "their P"), 1, "In hand"))
    return Scene(squares(9, 9), (*pieces, *hands), labels=coordinates(9, 9), trays=trays, material="wood", marked=("e5",))


def jungle() -> Scene:
    water = {f"{c}{r}" for c in "bcef" for r in "456"}
    traps, dens = {"c1", "e1", "d2", "c9", "e9", "d8"}, {"d1", "d9"}
    cells = tuple(
        Cell(
            c.id, c.x, c.y, tone="water" if c.id in water else "trap" if c.id in traps else "goal" if c.id in dens else "plain"
        )
        for c in squares(7, 9)
    )
    start = {
        "a1": "tiger",
        "g1": "lion",
        "b2": "cat",
        "f2": "dog",
        "a3": "elephant",
        "c3": "wolf",
        "e3": "leopard",
        "g3": "rat",
    }
    pieces = []
    for place, animal in start.items():
        other = f"{'gfedcba'['abcdefg'.index(place[0])]}{10 - int(place[1])}"
        pieces += [Piece(place, "token", 0, animal, animal[:2].upper()), Piece(other, "token", 1, animal, animal[:2])]
    return Scene(cells, tuple(pieces), labels=coordinates(7, 9), material="card")


def arimaa() -> Scene:
    row = ["cat", "dog", "horse", "camel", "elephant", "horse", "dog", "cat"]
    letters = {"cat": "c", "dog": "d", "horse": "h", "camel": "m", "elephant": "e", "rabbit": "r"}
    pieces = []
    for c in range(8):
        for rank, animal, owner in ((1, "rabbit", 0), (2, row[c], 0), (7, row[7 - c], 1), (8, "rabbit", 1)):
            letter = letters[animal].upper() if owner == 0 else letters[animal]
            pieces.append(Piece(f"{FILES[c]}{rank}", "glyph", owner, animal, letter, f"{('gold', 'silver')[owner]} {animal}"))
    cells = tuple(Cell(c.id, c.x, c.y, tone="trap" if c.id in ("c3", "f3", "c6", "f6") else "plain") for c in squares(8, 8))
    return Scene(cells, tuple(pieces), labels=coordinates(8, 8), material="stone")


def tafl() -> Scene:
    attackers = ("d1", "e1", "f1", "e2", "a4", "a5", "a6", "b5", "i4", "i5", "i6", "h5", "d9", "e9", "f9", "e8")
    pieces = [Piece(c, "stone", 0, name="black attacker", letter="a") for c in attackers]
    pieces += [
        Piece(c, "stone", 1, name="white defender", letter="d") for c in ("e3", "e4", "e6", "e7", "c5", "d5", "f5", "g5")
    ]
    pieces.append(Piece("e5", "glyph", 1, "tafl king", "K", "white king"))
    cells = tuple(Cell(c.id, c.x, c.y, tone="goal" if c.id == "e5" else "plain") for c in squares(9, 9))
    return Scene(cells, tuple(pieces), labels=coordinates(9, 9), material="wood")


def amazons() -> Scene:
    queens = [Piece(c, "glyph", 0, "♛", "Q", "white amazon") for c in ("d1", "c3", "a4", "j4")]
    queens += [Piece(c, "glyph", 1, "♛", "q", "black amazon") for c in ("a7", "j7", "d10", "g8")]
    arrows = [Piece(c, "arrow", letter="#", name="arrow") for c in ("e5", "c6", "f6", "g7", "d4")]
    return Scene(checkered(10, 10), (*queens, *arrows), labels=coordinates(10, 10), material="wood")


def quarto() -> Scene:
    kinds = [Block(bool(k & 8), bool(k & 4), bool(k & 2), bool(k & 1)) for k in range(16)]
    cells = squares(4, 4, shape="pit")
    pieces = [Piece(cells[(k * 5) % 16].id, kinds[k]) for k in range(6)]
    pieces += [Piece(f"r{k}", kinds[k]) for k in range(6, 16)]
    return Scene(
        cells, tuple(pieces), trays=(Tray(tuple(f"r{k}" for k in range(6, 16)), label="Left", most=5),), material="wood"
    )


def gobblet() -> Scene:
    pieces = [
        Piece("a1", Cup(2), 0, level=0),
        Piece("a1", Cup(4), 1, level=1),
        Piece("b2", Cup(3), 0),
        Piece("c3", Cup(1), 1),
        Piece("d4", Cup(4), 0),
    ]
    pieces += [Piece(f"mine{k}", Cup(4 - k), 0) for k in range(3)] + [Piece(f"theirs{k}", Cup(k + 2), 1) for k in range(3)]
    trays = (Tray(tuple(f"mine{k}" for k in range(3)), 0), Tray(tuple(f"theirs{k}" for k in range(3)), 1))
    return Scene(squares(4, 4), tuple(pieces), trays=trays, material="wood", stacks="above")


def abalone() -> Scene:
    cells = []
    for r in range(9):
        count = 9 - abs(r - 4)
        cells += [
            Cell(f"{'ihgfedcba'[r]}{c + 1 + max(0, 4 - r)}", c - count / 2, r * math.sqrt(3) / 2, "pit") for c in range(count)
        ]
    pieces = [Piece(c.id, "marble", 1, name="white marble") for c in cells[:11] + cells[13:16]]
    pieces += [Piece(c.id, "marble", 0, name="black marble") for c in cells[-11:] + cells[-16:-13]]
    return Scene(tuple(cells), tuple(pieces), material="stone", scores=("2 out", "0 out"))


def rings_and_pawns() -> Scene:
    pieces = (
        Piece("a1", "ring", 0, name="white ring"),
        Piece("b1", "ring", 1, name="black ring"),
        Piece("c1", "ring", 2),
        Piece("a2", "pawn", 0),
        Piece("b2", "meeple", 1),
        Piece("c2", "cube", 0, "X"),
        Piece("a3", "cube", 1, "O"),
        Piece("b3", "cube"),
        Piece("c3", Die(5)),
        Piece("d1", "glyph", 2, "rocket", "R"),
        Piece("d2", Card("K", "♥")),
        Piece("d3", Card("A", "♠", face_up=False)),
    )
    return Scene(squares(4, 3), pieces, material="card")


def figures() -> Scene:
    names = [
        "elephant",
        "camel",
        "horse",
        "dog",
        "cat",
        "rabbit",
        "lion",
        "tiger",
        "leopard",
        "wolf",
        "rat",
        "tafl king",
        "champion",
        "wizard",
        "rocket",
        "flag",
        "bomb",
        "arrow",
    ]
    cells = squares(6, 3)
    return Scene(
        cells,
        tuple(Piece(c.id, "glyph", k % 4, n, n[:2]) for k, (c, n) in enumerate(zip(cells, names, strict=True))),
        material="card",
    )


def terrace() -> Scene:
    rises = ["87654321", "77654322", "66654333", "55554444", "44445555", "33345666", "22345677", "12345678"]
    cells = tuple(Cell(c.id, c.x, c.y, tone="dark", rise=int(rises[int(c.y)][int(c.x)])) for c in squares(8, 8))
    pieces = [Piece(f"{FILES[c]}1", "disc", 0, "T" if c == 0 else "", scale=0.55 + 0.15 * (c // 2)) for c in range(8)]
    pieces += [Piece(f"{FILES[7 - c]}8", "disc", 1, "T" if c == 0 else "", scale=0.55 + 0.15 * (c // 2)) for c in range(8)]
    return Scene(cells, tuple(pieces), material="stone")


def star() -> Scene:
    cells, pieces = [], []
    for r, count in enumerate((1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)):
        for c in range(count):
            name = f"{FILES[c]}{r + 1}"
            cells.append(Cell(name, c - (count - 1) / 2, r * math.sqrt(3) / 2, "pit"))
            if r < 4 or r > 12:
                pieces.append(Piece(name, "marble", int(r < 4)))
    return Scene(tuple(cells), tuple(pieces), material="wood")


ALL = {
    make.__name__: make
    for make in (
        wooden_chess, felt_othello, go, sahara, dots_and_boxes, quoridor, maze, gale, surakarta, towers_from_the_side,
        towers_from_above, pylos, cube_of_four, shogi, jungle, arimaa, tafl, amazons, quarto, gobblet, abalone, rings_and_pawns,
        figures, terrace, star,
    )
}  # fmt: skip
