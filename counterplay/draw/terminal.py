"""A scene in characters.

Boards whose points are joined by lines, and small boards of plain squares, are drawn to scale with box characters; all
others as one line of text per row of cells, as close together as their contents allow.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from counterplay.core.scene import NEUTRAL, Cell, Piece, Scene
from counterplay.draw.canvas import ASCII, Canvas, Span, text_width
from counterplay.draw.layout import CLOSE, cell_bounds, flipped, hexes_point_up, stacks, strangers
from counterplay.draw.palette import (
    TERMINAL_BOARD,
    TERMINAL_CHOICE,
    TERMINAL_LABEL,
    TERMINAL_MARK,
    TERMINAL_NOBODY,
    TERMINAL_ON_SQUARES,
    TERMINAL_PLAYERS,
    TERMINAL_SQUARES,
    named_colour,
    player_index,
)

PLAYER_LETTERS = "XOZYVW"
BOXED = 6  # rows and columns; larger boards of squares would fill the screen with lines
SAME_ROW = 0.3  # cells; a label this close to a row of cells stands in it
BLANK_ROW = 0.7  # cells of nothing between two rows that are worth an empty line
WIDEST_UNIT = 24  # columns per cell; contents wider than that may touch


def scene_text(scene: Scene, *, flip: bool = False, highlight: Iterable[str] = (), ascii_only: bool = False) -> str:
    """The picture as plain text."""
    rows = scene_rows(scene, flip=flip, highlight=highlight)
    text = "\n".join("".join(part for part, _ in row) for row in rows)
    return text.translate(ASCII) if ascii_only else text


def scene_rows(
    scene: Scene, *, flip: bool = False, highlight: Iterable[str] = (), colour: bool = False, letters: str = PLAYER_LETTERS
) -> list[list[Span]]:
    """The picture as rows of (text, style); the styles are rich's. colour also shades checkered squares."""
    scene = flipped(scene) if flip else scene
    rows = _Drawing(scene, frozenset(highlight), colour, letters).rows() if scene.cells else []
    words: list[list[Span]] = [[(note, "")] for note in [*scene.notes, *strangers(scene)]]
    return [*rows, *([[]] if rows and words else []), *words]


def player_letter(owner: int, letters: str = PLAYER_LETTERS) -> str:
    """The letter that stands for a player on the terminal."""
    return "●" if owner == NEUTRAL else letters[owner % len(letters)]


def player_style(owner: int) -> str:
    """The style of a player's pieces on the terminal."""
    return TERMINAL_NOBODY if owner == NEUTRAL else f"bold {TERMINAL_PLAYERS[player_index(owner)]}"


@dataclass(frozen=True)
class _Item:
    """Something to write: centred on a column, or beside the cells of its row."""

    x: float
    row: int
    spans: tuple[Span, ...]
    cell: Cell | None = None

    @property
    def width(self) -> int:
        return sum(text_width(text) for text, _ in self.spans)

    def start(self, unit: int, origin: float) -> int:
        """The first column; an even width leans left of the centre."""
        return round((self.x - origin) * unit) - (self.width - 1) // 2


class _Drawing:
    def __init__(self, scene: Scene, highlight: frozenset[str], colour: bool, letters: str) -> None:
        self.scene, self.highlight, self.letters = scene, highlight, letters
        self.shaded = colour and any(c.tone in ("light", "dark") and c.shape == "square" for c in scene.cells)
        self.board = cell_bounds(scene.cells, hexes_point_up(scene.cells))
        self.boxed = self._is_boxed()
        self.joined = self._is_joined()
        self.standing = {cell.id: pieces for cell, pieces in stacks(scene)}
        self.sown = any(p.shape == "seeds" for p in scene.pieces)
        self.canvas = Canvas()

    def rows(self) -> list[list[Span]]:
        """Paint everything."""
        row_of = self._scaled_row if self.boxed or self.joined else self._ranks()
        cells = [_Item(c.x, row_of(c.y), self._contents(c), c) for c in self.scene.cells]
        labels = [_Item(p.x, row_of(p.y), ((p.text, TERMINAL_LABEL),)) for p in self.scene.labels]
        outside = [label for label in labels if _is_beside(label, cells)]
        inside = [item for item in [*cells, *labels] if item not in outside]
        self.origin = self.board.left if self.boxed else min(c.x for c in self.scene.cells)
        self.unit = self._unit(inside)
        self._strokes()
        for item in inside:
            self._write(item, item.start(self.unit, self.origin))
        for label in outside:
            self._write_beside(label, cells)
        self._mark([c for c in cells if c.cell and c.cell.id in self.highlight], "()", TERMINAL_CHOICE)
        self._mark([c for c in cells if c.cell and c.cell.id in self.scene.marked], "[]", TERMINAL_MARK)
        self._shade(cells)
        return self.canvas.rows(TERMINAL_BOARD)

    # --- where things are ---
    def _is_boxed(self) -> bool:
        cells, board = self.scene.cells, self.board
        plain = all(c.shape == "square" and c.tone in ("plain", "home") and c.width == c.height == 1 for c in cells)
        filled = abs(len(cells) - board.width * board.height) < 0.01
        return plain and filled and max(board.width, board.height) <= BOXED

    def _is_joined(self) -> bool:
        """Whether points are joined by lines worth drawing: those of a plain grid, as in gomoku, go without saying."""
        points = [c for c in self.scene.cells if c.shape == "point"]
        lines = [p for p in self.scene.lines if p.owner == NEUTRAL]
        slanted = any(abs(p.x1 - p.x2) > CLOSE and abs(p.y1 - p.y2) > CLOSE for p in lines)
        columns, rows = {round(c.x, 2) for c in points}, {round(c.y, 2) for c in points}
        plain_grid = len(points) == len(columns) * len(rows) and max(len(columns), len(rows)) > BOXED
        return bool(points and lines) and (slanted or not plain_grid)

    def _scaled_row(self, y: float) -> int:
        """Two lines to a cell; labels outside the board stand next to it."""
        top = self.board.top if self.boxed else min(c.y for c in self.scene.cells)
        bottom = self.board.bottom if self.boxed else max(c.y for c in self.scene.cells)
        above = any(p.y < top - SAME_ROW for p in self.scene.labels)
        if y < top - SAME_ROW:
            return 0
        last = round((bottom - top) * 2) + above
        return last + 1 if y > bottom + SAME_ROW else round((y - top) * 2) + above

    def _ranks(self) -> Callable[[float], int]:
        """One line per row of cells or labels, an empty one where the board has a gap."""
        edges = [(c.y, c.y - c.height / 2, c.y + c.height / 2) for c in self.scene.cells]
        edges += [(p.y, p.y - 0.3, p.y + 0.3) for p in self.scene.labels]
        # Cells first: a label joins the row of cells it stands beside, not the other way round.
        known = list(dict.fromkeys(round(c.y, 2) for c in self.scene.cells))
        known += [round(p.y, 2) for p in self.scene.labels if all(abs(p.y - y) > SAME_ROW for y in known)]
        places: dict[float, int] = {}
        lowest, line = float("inf"), -1
        for y in sorted(set(known)):
            if places and min(abs(y - other) for other in places) <= CLOSE:
                places[y] = line
                continue
            members = [(top, bottom) for middle, top, bottom in edges if abs(middle - y) <= SAME_ROW]
            line += 1 if min(top for top, _ in members) - lowest < BLANK_ROW else 2
            places[y] = line
            lowest = max([bottom for _, bottom in members] + ([lowest] if lowest < float("inf") else []))
        return lambda y: places[min(places, key=lambda known_y: abs(known_y - y))]

    def _unit(self, items: list[_Item]) -> int:
        """Columns per cell: the least at which nothing in a row touches and half cells fall on a column."""
        if self.boxed:
            widest = max(i.width for i in items if i.cell)
            return widest + 3 + (widest + 1) % 2  # even, so that a cell has a middle column
        fractions = {round(i.x - self.origin, 2) for i in items if i.cell}
        least = 4 if self.joined else 3 if self.shaded else 2
        fitting = [u for u in range(least, WIDEST_UNIT) if self._fits(items, u)] or [WIDEST_UNIT]
        regular = [u for u in fitting[:4] if all(abs(f * u - round(f * u)) < 0.1 for f in fractions)]
        return (regular or fitting)[0]

    def _fits(self, items: list[_Item], unit: int) -> bool:
        placed = sorted((i.row, i.start(unit, self.origin), i.width) for i in items)
        return all(a[0] != b[0] or a[1] + a[2] < b[1] for a, b in itertools.pairwise(placed))

    # --- what is written ---
    def _contents(self, cell: Cell) -> tuple[Span, ...]:
        pieces = self.standing.get(cell.id)
        if not pieces:
            owned = f"dim {TERMINAL_PLAYERS[player_index(cell.owner)]}"
            return ((self._empty(cell), TERMINAL_BOARD if cell.owner == NEUTRAL else owned),)
        if len(pieces) == 1:
            return ((self._piece_text(pieces[0]), self._style(pieces[0])),)
        counts: dict[Span, int] = {}
        for piece in pieces:
            # The count of a stack may be written on one of its discs, where not all of them are drawn.
            counting = piece.shape == "disc" and piece.text.isdecimal()
            kind = (self._piece_text(replace(piece, text="") if counting else piece), self._style(piece))
            counts[kind] = int(piece.text) if counting else counts.get(kind, 0) + 1
        return tuple((text if n == 1 and len(counts) > 1 else f"{text}{n}", style) for (text, style), n in counts.items())

    def _style(self, piece: Piece) -> str:
        if not self.shaded:
            return player_style(piece.owner)
        sides = {"white": 0, "black": 1}
        side = sides.get(named_colour(piece.name), piece.owner)
        return TERMINAL_ON_SQUARES[side] if side in (0, 1) else player_style(piece.owner)

    def _empty(self, cell: Cell) -> str:
        if cell.shape == "pit" and self.sown:
            return "0"
        checkered_light = cell.shape == "square" and cell.tone == "light"
        return " " if self.boxed or checkered_light or (self.shaded and cell.tone == "dark") else "·"

    def _piece_text(self, piece: Piece) -> str:
        letter = piece.letter or player_letter(piece.owner, self.letters)
        if piece.shape in ("tile", "seeds"):
            return piece.text or piece.letter or ("0" if piece.shape == "seeds" else letter)
        if piece.shape == "king":
            return piece.letter or letter + "K"
        if piece.shape == "disc":
            return letter + piece.text
        return piece.letter or piece.text or letter

    def _write(self, item: _Item, column: int) -> None:
        empty = item.cell is not None and item.cell.id not in self.standing
        if empty and self.joined and self.canvas.at(item.row, column) != " ":
            return  # an empty point shows how its lines meet
        for text, style in item.spans:
            column = self.canvas.put(item.row, column, text, style)

    def _write_beside(self, label: _Item, cells: list[_Item]) -> None:
        """Left or right of its row; where the board is drawn to scale, left or right of the board."""
        row = [c for c in cells if c.row == label.row]
        among = cells if self.joined else row
        if self.boxed:
            left, right = 0, round(self.board.width * self.unit) + 1
        else:
            left = min(c.start(self.unit, self.origin) for c in among) - self.shaded
            right = max(c.start(self.unit, self.origin) + c.width for c in among) + self.shaded
        self._write(label, left - 1 - label.width if label.x < min(c.x for c in row) else right + 1)

    def _strokes(self) -> None:
        def place(x: float, y: float) -> tuple[int, int]:
            return self._scaled_row(y), round((x - self.origin) * self.unit)

        if self.boxed:
            for cell in self.scene.cells:
                (top, left), (bottom, right) = place(cell.x - 0.5, cell.y - 0.5), place(cell.x + 0.5, cell.y + 0.5)
                self.canvas.stroke(top, left, top, right)
                self.canvas.stroke(bottom, left, bottom, right)
                self.canvas.stroke(top, left, bottom, left)
                self.canvas.stroke(top, right, bottom, right)
        elif self.joined:
            for line in self.scene.lines:
                if line.owner == NEUTRAL:
                    self.canvas.stroke(*place(line.x1, line.y1), *place(line.x2, line.y2))

    def _shade(self, cells: list[_Item]) -> None:
        if not self.shaded:
            return
        for item in cells:
            if item.cell and item.cell.tone in TERMINAL_SQUARES:
                middle = round((item.x - self.origin) * self.unit)
                for column in range(middle - self.unit // 2, middle - self.unit // 2 + self.unit):
                    self.canvas.restyle(item.row, column, f"on {TERMINAL_SQUARES[item.cell.tone]}")

    def _mark(self, cells: list[_Item], brackets: str, style: str) -> None:
        """Brackets around cells; neighbours in a row share theirs."""
        opened, closed = brackets[0], brackets[1]
        spots = {(i.row, i.start(self.unit, self.origin) - 1, i.start(self.unit, self.origin) + i.width) for i in cells}
        starts, ends = {(row, start) for row, start, _ in spots}, {(row, end) for row, _, end in spots}
        for row, column in starts | ends:
            if (row, column) in starts and (row, column) in ends:
                continue
            self.canvas.put(row, column, opened if (row, column) in starts else closed, style)


def _is_beside(label: _Item, cells: list[_Item]) -> bool:
    row = [c.x for c in cells if c.row == label.row]
    return bool(row) and not min(row) <= label.x <= max(row)
