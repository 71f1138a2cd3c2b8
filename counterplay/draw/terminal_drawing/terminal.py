"""A scene in characters.

Boards whose points are joined by lines, boards with edges, and small boards of plain squares are drawn to scale with box
characters; all others as one line of text per row of cells, as close together as their contents allow. Levels are written
one below the other, trays above and below the board.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from counterplay.core.scene import NEUTRAL, Arc, Car, Cell, Scene, Tray
from counterplay.draw.colours.palette import TERMINAL_BOARD, TERMINAL_CHOICE, TERMINAL_LABEL, TERMINAL_MARK, TERMINAL_SQUARES
from counterplay.draw.layout.arrange import flipped
from counterplay.draw.layout.scene_layout import CLOSE, TRIANGLE, bounds_of, cell_bounds, hexes_point_up, strangers
from counterplay.draw.layout.trays import tray_side
from counterplay.draw.terminal_drawing.character_canvas import ASCII, Canvas, Span, text_width
from counterplay.draw.terminal_drawing.terminal_contents import PLAYER_LETTERS, Contents, player_letter, player_style
from counterplay.draw.words.piece_words import form_words

BOXED = 6  # rows and columns; larger boards of squares would fill the screen with lines
SAME_ROW = 0.3  # cells; a label this close to a row of cells stands in it
BLANK_ROW = 0.7  # cells of nothing between two rows that are worth an empty line
WIDEST_TRAY = 96  # columns; a tray that holds more goes on in the next line
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
    scene = _with_triangles_in_rows(flipped(scene) if flip else scene)
    marks = frozenset(highlight)
    rows: list[list[Span]] = []
    levels = sorted({cell.level for cell in scene.cells}, reverse=True)
    for level in levels:
        if len(levels) > 1:
            rows += [*([[]] if rows else []), [(f"Level {level + 1}", TERMINAL_LABEL)]]
        cells = tuple(replace(cell, level=0) for cell in scene.cells if cell.level == level)
        rows += _Drawing(replace(scene, cells=cells), marks, colour, letters).rows()
    if scene.edges and not scene.cells:
        rows = _Drawing(scene, marks, colour, letters).rows()
    above, below = _tray_rows(scene, letters, marks)
    rows = [*above, *([[]] if above and rows else []), *rows, *([[]] if below and rows else []), *below]
    words: list[list[Span]] = [[(note, "")] for note in [*scene.notes, *strangers(scene)]]
    beside = [*_score_rows(scene, letters), *_car_rows(scene, letters)]
    return [*rows, *([[]] if rows and (words or beside) else []), *beside, *words]


def _with_triangles_in_rows(scene: Scene) -> Scene:
    """Triangles that point up and down stand in one line."""
    lifts = {"triangle-up": -TRIANGLE / 6, "triangle-down": TRIANGLE / 6}
    return replace(scene, cells=tuple(replace(c, y=c.y + lifts.get(c.shape, 0.0) * c.width) for c in scene.cells))


def _tray_rows(scene: Scene, letters: str, highlight: frozenset[str]) -> tuple[list[list[Span]], list[list[Span]]]:
    """The trays above the board and those below or beside it, a line each, or more where they hold much."""
    contents = Contents(scene, letters, shaded=False, bare=False)

    def rows(tray: Tray) -> list[list[Span]]:
        owner = "" if tray.owner == NEUTRAL else player_letter(tray.owner, letters)
        lines: list[list[Span]] = []
        spans: list[Span] = [(f"{tray.label or 'Beside the board'}{f' {owner}' if owner else ''}:", player_style(tray.owner))]
        for slot in tray.slots:
            inside = contents.pieces(contents.standing[slot]) if slot in contents.standing else (("·", TERMINAL_BOARD),)
            before, after, style = " ", "", ""
            if slot in highlight:
                before, after, style = " (", ")", TERMINAL_CHOICE
            if slot in scene.marked:
                before, after, style = " [", "]", TERMINAL_MARK
            new = [(before, style), *inside, *([(after, style)] if after else [])]
            if _length(spans) + _length(new) > WIDEST_TRAY:
                lines.append(spans)
                spans = [(" ", "")]
            spans += new
        return [*lines, spans]

    above = [line for tray in scene.trays if tray_side(tray) == "above" for line in rows(tray)]
    return above, [line for tray in scene.trays if tray_side(tray) != "above" for line in rows(tray)]


def _length(spans: Iterable[Span]) -> int:
    return sum(text_width(text) for text, _ in spans)


def _score_rows(scene: Scene, letters: str) -> list[list[Span]]:
    if not scene.scores:
        return []
    spans: list[Span] = []
    for player, score in enumerate(scene.scores):
        spans += [("   " if spans else "", ""), (player_letter(player, letters), player_style(player)), (f" {score}", "")]
    return [spans]


def _car_rows(scene: Scene, letters: str) -> list[list[Span]]:
    """How fast cars are, which their letters cannot show."""
    return [
        [(piece.letter or player_letter(piece.owner, letters), player_style(piece.owner)), (f": {form_words(piece.shape)}", "")]
        for piece in scene.pieces
        if isinstance(piece.shape, Car)
    ]


@dataclass(frozen=True)
class _Item:
    """Something to write: centred on a column, or beside the cells of its row."""

    x: float
    row: int
    spans: tuple[Span, ...]
    cell: Cell | None = None

    @property
    def width(self) -> int:
        return _length(self.spans)

    def start(self, unit: int, origin: float) -> int:
        """The first column; an even width leans left of the centre."""
        return round((self.x - origin) * unit) - (self.width - 1) // 2


class _Drawing:
    def __init__(self, scene: Scene, highlight: frozenset[str], colour: bool, letters: str) -> None:
        self.scene, self.highlight = scene, highlight
        self.shaded = colour and any(c.tone in ("light", "dark") and c.shape == "square" for c in scene.cells)
        self.board = cell_bounds(scene.cells, hexes_point_up(scene.cells))
        self.fenced = bool(scene.edges)
        self.boxed = self._is_boxed() or self.fenced
        self.joined = self._is_joined()
        self.contents = Contents(scene, letters, shaded=self.shaded, bare=self._is_boxed() or self._is_penned())
        if self.fenced:
            ends = [(e.x1, e.y1) for e in scene.edges] + [(e.x2, e.y2) for e in scene.edges]
            self.board = bounds_of([*ends, *self.board.corners()] if scene.cells else ends)
        self.canvas = Canvas()

    def rows(self) -> list[list[Span]]:
        """Paint everything."""
        row_of = self._scaled_row if self.boxed or self.joined else self._ranks()
        cells = [_Item(c.x, row_of(c.y), self.contents.cell(c), c) for c in self.scene.cells]
        labels = [_Item(p.x, row_of(p.y), ((p.text, TERMINAL_LABEL),)) for p in self.scene.labels]
        outside = [label for label in labels if _is_beside(label, cells)]
        inside = [item for item in [*cells, *labels] if item not in outside]
        self.origin = self.board.left if self.boxed else min([c.x for c in self.scene.cells] + self._line_ends("x", -1))
        self.unit = self._unit(inside)
        self._strokes()
        self._dots()
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

    def _is_penned(self) -> bool:
        """Whether lines are drawn around cells that are otherwise blank, as in dots and boxes."""
        return any(edge.kind == "pencil" for edge in self.scene.edges)

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
        top = self.board.top if self.boxed else min([c.y for c in self.scene.cells] + self._line_ends("y", -1))
        bottom = self.board.bottom if self.boxed else max([c.y for c in self.scene.cells] + self._line_ends("y", 1))
        above = any(p.y < top - SAME_ROW for p in self.scene.labels)
        if y < top - SAME_ROW:
            return 0
        last = round((bottom - top) * 2) + above
        return last + 1 if y > bottom + SAME_ROW else round((y - top) * 2) + above

    def _line_ends(self, axis: str, side: int) -> list[float]:
        """How far lines and loops reach, where they are drawn."""
        if not self.joined:
            return []
        lines = [p for p in self.scene.lines if p.owner == NEUTRAL]
        straight = [p.x1 if axis == "x" else p.y1 for p in lines] + [p.x2 if axis == "x" else p.y2 for p in lines]
        return straight + [(arc.x if axis == "x" else arc.y) + side * arc.radius for arc in self.scene.arcs]

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
            widest = max([i.width for i in items if i.cell], default=1)
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
    def _write(self, item: _Item, column: int) -> None:
        empty = item.cell is not None and item.cell.id not in self.contents.standing
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

        if self.fenced:
            for edge in self.scene.edges:
                if edge.filled:
                    self.canvas.stroke(*place(edge.x1, edge.y1), *place(edge.x2, edge.y2))
        elif self.boxed:
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
            for arc in self.scene.arcs:
                for (x1, y1), (x2, y2) in _square_turns(arc):
                    self.canvas.stroke(*place(x1, y1), *place(x2, y2))

    def _dots(self) -> None:
        """Dots of boards with edges, where nothing is drawn through them."""
        for dot in self.scene.dots if self.fenced else ():
            row, column = self._scaled_row(dot.y), round((dot.x - self.origin) * self.unit)
            if self.canvas.at(row, column) == " ":
                own = "·" if dot.owner == NEUTRAL else player_letter(dot.owner).lower()
                self.canvas.put(row, column, own, player_style(dot.owner) if dot.owner != NEUTRAL else TERMINAL_BOARD)

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


def _square_turns(arc: Arc) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """A loop in strokes along rows and columns: every quarter of it goes round a corner."""
    strokes = []
    corners = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}  # where a circle crosses its axes, clockwise
    for quarter in range(round(arc.start / 90), round(arc.end / 90)):
        (ax, ay), (bx, by) = corners[quarter * 90 % 360], corners[(quarter + 1) * 90 % 360]
        a, b = (arc.x + arc.radius * ax, arc.y + arc.radius * ay), (arc.x + arc.radius * bx, arc.y + arc.radius * by)
        corner = (arc.x + arc.radius * (ax + bx), arc.y + arc.radius * (ay + by))
        strokes += [(a, corner), (corner, b)]
    return strokes
