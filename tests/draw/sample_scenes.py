"""Scenes of every kind of board, independent of the games: the drawers know scenes only."""

from __future__ import annotations

import sample_boards
import sample_tiles

from counterplay.core.scene import NEUTRAL, Cell, Label, Line, Piece, Scene


def _grid(width: int, height: int, tone: str = "plain", shape: str = "square") -> tuple[Cell, ...]:
    cells = []
    for row in range(height):
        for column in range(width):
            own = tone if tone != "checkered" else ("dark" if (row + column) % 2 == 0 else "light")
            name = f"{'abcdefghijklmnop'[column]}{row + 1}"
            cells.append(Cell(name, column + 0.5, height - row - 0.5, shape, own))  # type: ignore[arg-type]
    return tuple(cells)


def _coordinates(width: int, height: int) -> tuple[Label, ...]:
    letters = [Label(c + 0.5, height + 0.4, "abcdefghijklmnop"[c]) for c in range(width)]
    return tuple(letters + [Label(-0.4, height - r - 0.5, str(r + 1)) for r in range(height)])


def tic_tac_toe() -> Scene:
    pieces = (
        Piece("a1", "mark", 0),
        Piece("b2", "mark", 0),
        Piece("c3", "mark", 0),
        Piece("a3", "mark", 1),
        Piece("c1", "mark", 1),
    )
    return Scene(
        _grid(3, 3), pieces, labels=_coordinates(3, 3), marked=("a1", "b2", "c3"), lines=(Line(0.2, 2.8, 2.8, 0.2, 0),)
    )


def chess() -> Scene:
    pieces = []
    for c, (solid, letter) in enumerate(zip("♜♞♝♛♚♝♞♜", "RNBQKBNR", strict=True)):
        file = "abcdefgh"[c]
        pieces += [Piece(f"{file}1", "glyph", 0, solid, letter), Piece(f"{file}8", "glyph", 1, solid, letter.lower())]
        pieces += [Piece(f"{file}{4 if c == 4 else 2}", "glyph", 0, "♟", "P"), Piece(f"{file}7", "glyph", 1, "♟", "p")]
    return Scene(_grid(8, 8, "checkered"), tuple(pieces), labels=_coordinates(8, 8), marked=("e2", "e4"))


def draughts() -> Scene:
    men = [Piece(c, "disc", 0, letter="x") for c in ("a1", "c1", "b2", "d4")] + [
        Piece(c, "disc", 1, letter="o") for c in ("h8", "f6", "e7")
    ]
    kings = [Piece("g3", "king", 0, letter="X"), Piece("c7", "king", 1, letter="O")]
    return Scene(_grid(8, 8, "checkered"), tuple(men + kings), labels=_coordinates(8, 8))


def connect_four() -> Scene:
    pieces = [Piece(f"{file}1", "disc", 0) for file in "abcd"] + [Piece(f"{file}2", "disc", 1) for file in "abd"]
    return Scene(_grid(7, 6, shape="pit"), tuple(pieces), labels=_coordinates(7, 6)[:7], marked=("a1", "b1", "c1", "d1"))


def gomoku() -> Scene:
    pieces = (Piece("h8", "disc", 0), Piece("i9", "disc", 1), Piece("g7", "disc", 0), Piece("h9", "disc", 1))
    return Scene(_grid(15, 15), pieces, labels=_coordinates(15, 15), marked=("h9",))


def hex_rhombus(size: int = 5) -> Scene:
    cells = []
    for row in range(size):
        for column in range(size):
            owner = 0 if row in (0, size - 1) else 1 if column in (0, size - 1) else NEUTRAL
            cells.append(Cell(f"{'abcdefghijk'[column]}{row + 1}", column + row / 2, row * 3**0.5 / 2, "hex", owner=owner))
    labels = [Label(c - 0.4, -0.9, "abcdefghijk"[c]) for c in range(size)]
    labels += [Label(r / 2 - 0.9, r * 3**0.5 / 2, str(r + 1)) for r in range(size)]
    pieces = (Piece("c3", "disc", 0), Piece("b4", "disc", 1), Piece("d2", "disc", 0))
    return Scene(tuple(cells), pieces, labels=tuple(labels), marked=("d2",))


def morris() -> Scene:
    cells, lines = [], []
    for ring in range(3):
        low, high = ring, 6 - ring
        for x, y in ((low, low), (3, low), (high, low), (high, 3), (high, high), (3, high), (low, high), (low, 3)):
            cells.append(Cell(f"{'abcdefg'[x]}{7 - y}", x, y, "point"))
        lines += [
            Line(low, low, high, low),
            Line(high, low, high, high),
            Line(high, high, low, high),
            Line(low, high, low, low),
        ]
    lines += [Line(3, 0, 3, 2), Line(3, 4, 3, 6), Line(0, 3, 2, 3), Line(4, 3, 6, 3)]
    pieces = (Piece("a7", owner=0), Piece("d7", owner=0), Piece("g7", owner=0), Piece("b4", owner=1), Piece("e5", owner=1))
    labels = [Label(c, 6.8, "abcdefg"[c]) for c in range(7)] + [Label(-0.8, 6 - r, str(r + 1)) for r in range(7)]
    return Scene(
        tuple(cells), pieces, tuple(lines), tuple(labels), marked=("g7",), notes=("A mill: take one of the other's men.",)
    )


def kalah() -> Scene:
    cells = [Cell(f"A{i + 1}", i + 1.5, 1.5, "pit", owner=0) for i in range(6)]
    cells += [Cell(f"B{6 - i}", i + 1.5, 0.5, "pit", owner=1) for i in range(6)]
    cells += [Cell("store B", 0.5, 1.0, "pit", height=2, owner=1), Cell("store A", 7.5, 1.0, "pit", height=2, owner=0)]
    counts = [4, 0, 1, 13, 7, 2, 4, 4, 4, 30, 4, 4, 9, 21]
    pieces = [Piece(c.id, "seeds", c.owner, str(n)) for c, n in zip(cells, counts, strict=True)]
    labels = [Label(i + 1.5, 2.3, str(i + 1)) for i in range(6)]
    return Scene(tuple(cells), tuple(pieces), labels=tuple(labels), notes=("First player's seeds: 21, second player's: 9.",))


def backgammon() -> Scene:
    cells, labels, pieces = [], [], []
    for k in range(12):
        x = k + 0.5 + (1 if k >= 6 else 0)
        tone = "light" if k % 2 else "dark"
        cells.append(Cell(str(13 + k), x, 2.5, "spike-down", tone, height=5.0))  # type: ignore[arg-type]
        cells.append(Cell(str(12 - k), x, 8.5, "spike-up", tone, height=5.0))  # type: ignore[arg-type]
        labels += [Label(x, -0.4, str(13 + k)), Label(x, 11.4, str(12 - k))]
    cells += [Cell("bar", 6.5, 5.5, "square", height=11.0), Cell("off", 13.6, 5.5, "square", height=11.0)]
    for point, owner, count in ((24, 0, 2), (13, 0, 5), (8, 0, 3), (6, 0, 5), (1, 1, 2), (12, 1, 5), (17, 1, 3), (19, 1, 8)):
        pieces += [Piece(str(point), "disc", owner, level=level) for level in range(count)]
    pieces += [Piece("bar", "disc", 1, level=0), Piece("off", "disc", 0, level=0), Piece("off", "disc", 0, level=1)]
    return Scene(tuple(cells), tuple(pieces), labels=tuple(labels), notes=("Dice: 3 and 1.",), buttons={"pass": "Pass"})


def tiles() -> Scene:
    values = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384]
    cells = _grid(4, 4)
    pieces = [Piece(cells[i].id, "tile", NEUTRAL, str(v), level=i) for i, v in enumerate(values)]
    return Scene(cells, tuple(pieces), notes=("Score 20132.",))


def dice_and_buttons() -> Scene:
    cells = (Cell("first", 0.5, 0.5, owner=0), Cell("second", 2.0, 0.5, owner=1))
    pieces = (Piece("first", "tile", 0, "37"), Piece("second", "tile", 1, "100"))
    return Scene(
        cells,
        pieces,
        notes=("This turn's total is 12; rolling a one would lose it.",),
        buttons={"roll": "Roll", "hold": "Hold <&>"},
    )


def towers() -> Scene:
    pieces = (
        Piece("a1", owner=0, level=0),
        Piece("a1", owner=1, level=1),
        Piece("a1", owner=0, level=2),
        Piece("b2", owner=2),
        Piece("c3", owner=3),
    )
    return Scene(_grid(4, 4), pieces)


def words() -> Scene:
    return Scene.of_text('[0,"<b>",2] & "quotes"')


_BOARDS = (tic_tac_toe, chess, draughts, connect_four, gomoku, hex_rhombus, morris, kalah, backgammon)
_OTHERS = (tiles, dice_and_buttons, towers, words)
PLAIN = {make.__name__: make for make in (*_BOARDS, *_OTHERS)}
ALL = {**PLAIN, **sample_boards.ALL, **sample_tiles.ALL}
