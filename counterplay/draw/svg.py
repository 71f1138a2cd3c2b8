"""A scene as SVG: one string that stands on its own in a file, a page or a notebook.

Cells carry `data-cell` and buttons `data-button`, so that a page can tell what was clicked; pieces let clicks through, and
those of a cell stand together in a group with `data-on`, so that a page can move them.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable
from dataclasses import replace

from counterplay.core.scene import NEUTRAL, Cell, Label, Line, Piece, Scene
from counterplay.draw.layout import Bounds, cell_bounds, flipped, hexes_point_up, stacks, strangers
from counterplay.draw.palette import Theme, player_index, style_sheet
from counterplay.draw.pieces import circle, fill_class, number, piece_name, piece_svg, safe, stroke_class, text_at

LARGEST_UNIT = 60.0  # pixels per cell where a board is small
NARROWEST = 240.0  # pixels, where there are sentences to read
MARGIN = 0.35  # cells, around everything
NOTE_SIZE = 14.0  # pixels
NOTE_LINE = 20.0
BUTTON_HEIGHT = 28.0
CHARACTER = 0.6  # width of a character, in font sizes; system fonts lie between 0.5 and 0.6
PIECE_RADIUS = {"square": 0.39, "hex": 0.37, "point": 0.34, "pit": 0.41, "spike-up": 0.46, "spike-down": 0.46}  # in cells
POINT = 0.1  # cells, the radius of an empty point
STACK_STEP = 0.13  # cells that a piece on top of another is raised by


def scene_svg(
    scene: Scene,
    *,
    size: float = 480.0,
    flip: bool = False,
    highlight: Iterable[str] = (),
    title: str = "",
    buttons: bool = False,
    theme: Theme | None = "auto",
) -> str:
    """The picture. size bounds the board's width and height in pixels; flip shows it from the other side.

    highlight names cells to point out beside those the scene marks, such as where a piece can go; buttons draws the
    scene's buttons too, for a page on which they can be clicked. theme None leaves the style out: the page has it.
    """
    scene = scene if buttons else replace(scene, buttons={})
    return _Picture(flipped(scene) if flip else scene, size, frozenset(highlight), title or "A game board", theme).text()


def scene_places(scene: Scene, *, size: float = 480.0, flip: bool = False) -> dict[str, Bounds]:
    """Where `scene_svg` draws each cell, in the units of the picture's viewBox; the scene and the options must be the same."""
    scene = replace(scene, buttons={})
    picture = _Picture(flipped(scene) if flip else scene, size, frozenset(), "", None)
    return {cell.id: picture.place(cell) for cell in picture.scene.cells}


class _Picture:
    """One drawing: the scene, and how its units become pixels."""

    def __init__(self, scene: Scene, size: float, highlight: frozenset[str], title: str, theme: Theme | None) -> None:
        self.scene, self.highlight, self.title, self.theme = scene, highlight, title, theme
        self.point_up = hexes_point_up(scene.cells)
        self.board = cell_bounds(scene.cells, self.point_up)
        outer = self.board.with_points([(p.x1, p.y1) for p in scene.lines] + [(p.x2, p.y2) for p in scene.lines])
        outer = outer.with_points([(p.x + dx, p.y + dy) for p in scene.labels for dx, dy in ((-0.2, -0.2), (0.2, 0.2))])
        self.outer = outer.grown(MARGIN) if scene.cells else Bounds(0, 0, 0, 0)
        self.unit = min(LARGEST_UNIT, size / max(self.outer.width, self.outer.height, 1e-9))
        self.notes = [*scene.notes, *strangers(scene)]
        wanted = max((len(n) * NOTE_SIZE * CHARACTER + 32 for n in self.notes), default=0.0)
        least = max(NARROWEST, min(wanted, size)) if self.notes or scene.buttons else 0.0
        self.width = max(self.outer.width * self.unit, least)
        self.left = (self.width - self.outer.width * self.unit) / 2

    def text(self) -> str:
        """The whole document."""
        body = [*self._cells(), '<g pointer-events="none">', *self._lines(), *self._labels(), *self._pieces()]
        body += [*self._winning_lines(), *self._highlights(), "</g>"]
        below, bottom = self._below(self.outer.height * self.unit)
        w, h = number(self.width), number(bottom)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="counterplay" role="img" aria-label="{safe(self.title)}" '
            f'width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
            f"<title>{safe(self.title)}</title><desc>{safe(self._description())}</desc>"
            f"{'' if self.theme is None else f'<style>{style_sheet(self.theme)}</style>'}"
            f'<rect class="paper" width="{w}" height="{h}" rx="10"/>'
        )
        return head + "".join(body) + "".join(below) + "</svg>"

    def place(self, cell: Cell) -> Bounds:
        """The rectangle around a cell, in pixels."""
        box = cell_bounds((cell,), self.point_up)
        return Bounds(self._x(box.left), self._y(box.top), self._x(box.right), self._y(box.bottom))

    def _x(self, x: float) -> float:
        return self.left + (x - self.outer.left) * self.unit

    def _y(self, y: float) -> float:
        return (y - self.outer.top) * self.unit

    def _points(self, points: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{number(self._x(x))},{number(self._y(y))}" for x, y in points)

    def _rect(self, bounds: Bounds, classes: str, round_by: float = 0.0, extra: str = "") -> str:
        x, y, w, h = (
            number(v) for v in (self._x(bounds.left), self._y(bounds.top), bounds.width * self.unit, bounds.height * self.unit)
        )
        corner = f' rx="{number(round_by * self.unit)}"' if round_by else ""
        return f'<rect class="{classes}" x="{x}" y="{y}" width="{w}" height="{h}"{corner}{extra}/>'

    # --- the board ---
    def _cells(self) -> list[str]:
        cells = self.scene.cells
        parts = []
        if any(c.shape in ("pit", "point", "spike-up", "spike-down") for c in cells):
            parts.append(self._rect(self.board.grown(0.1), "tray", 0.25))
        for cell in cells:
            mark = self._mark(cell) if cell.id in self.scene.marked else ""
            parts.append(
                f'<g data-cell="{safe(cell.id)}">{self._ground(cell)}{self._outline(cell, self._class(cell))}{mark}</g>'
            )
        area = sum(c.width * c.height for c in cells)
        if cells and all(c.shape == "square" for c in cells) and abs(area - self.board.width * self.board.height) < 0.01:
            parts.append(self._rect(self.board, "frame", 0.04, f' stroke-width="{number(0.05 * self.unit)}"'))
        return parts

    def _class(self, cell: Cell) -> str:
        if cell.shape == "point":
            return "knot" if cell.owner == NEUTRAL else fill_class(cell.owner)
        if cell.owner != NEUTRAL:
            return f"h{player_index(cell.owner)} edge"
        if cell.shape.startswith("spike"):
            return "spike-light" if cell.tone == "light" else "spike-dark"
        return f"cell-{cell.tone}" + (" edge" if cell.tone in ("plain", "home") else "")

    def _outline(self, cell: Cell, classes: str, stroke: float = 0.025) -> str:
        """The shape of a cell; stroke is in cells."""
        box, edge = cell_bounds((cell,), self.point_up), f' stroke-width="{number(stroke * self.unit)}"'
        if cell.shape == "square":
            return self._rect(box, classes, 0.0, edge)
        if cell.shape == "hex":
            return f'<polygon class="{classes}" points="{self._points(hex_corners(cell, self.point_up))}"{edge}/>'
        if cell.shape in ("spike-up", "spike-down"):
            base, tip = (box.bottom, box.top) if cell.shape == "spike-up" else (box.top, box.bottom)
            inset = 0.02 * cell.width
            corners = [(box.left + inset, base), (box.right - inset, base), (cell.x, tip + (base - tip) * 0.04)]
            return f'<polygon class="{classes}" points="{self._points(corners)}"/>'
        if cell.shape == "point":
            return circle(self._x(cell.x), self._y(cell.y), POINT * self.unit, classes)
        inner = box.grown(-0.06)
        return self._rect(inner, classes, min(inner.width, inner.height) / 2, edge)

    def _ground(self, cell: Cell) -> str:
        """An invisible surface around a narrow shape, so that it is easy to click."""
        if cell.shape in ("spike-up", "spike-down"):
            return self._rect(cell_bounds((cell,)), "paper", 0, ' fill-opacity="0"')
        return (
            circle(self._x(cell.x), self._y(cell.y), 0.42 * self.unit, "paper", ' fill-opacity="0"')
            if cell.shape == "point"
            else ""
        )

    def _mark(self, cell: Cell) -> str:
        """Emphasis: a tint, or a ring where a piece would cover it."""
        if cell.shape == "pit":
            return self._outline(cell, "ring", 0.09)
        if cell.shape == "point":
            return circle(
                self._x(cell.x), self._y(cell.y), 0.4 * self.unit, "ring", f' stroke-width="{number(0.09 * self.unit)}"'
            )
        return self._outline(cell, "mark over")

    def _lines(self) -> list[str]:
        return [self._line(line, 0.05, "line") for line in self.scene.lines if line.owner == NEUTRAL]

    def _winning_lines(self) -> list[str]:
        owned = [line for line in self.scene.lines if line.owner != NEUTRAL]
        return [self._line(line, 0.12, f"line {stroke_class(line.owner)}") for line in owned]

    def _line(self, line: Line, width: float, classes: str) -> str:
        x1, y1, x2, y2 = (number(v) for v in (self._x(line.x1), self._y(line.y1), self._x(line.x2), self._y(line.y2)))
        return f'<line class="{classes}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke-width="{number(width * self.unit)}"/>'

    def _labels(self) -> list[str]:
        def one(label: Label) -> str:
            return text_at(self._x(label.x), self._y(label.y), max(9.0, 0.27 * self.unit), label.text, "faint")

        return [one(label) for label in self.scene.labels]

    # --- what stands on it ---
    def _pieces(self) -> list[str]:
        parts = []
        for cell, pieces in stacks(self.scene):
            height = max(_storey(p) for p in pieces) + 1
            parts.append(f'<g data-on="{safe(cell.id)}">')
            for piece in pieces:
                x, y = self._spot(cell, _storey(piece), height)
                parts.append(piece_svg(piece, x, y, self._radius(cell, piece)))
            parts.append("</g>")
        return parts

    def _radius(self, cell: Cell, piece: Piece) -> float:
        narrow = min(cell.width, cell.height)
        share = 0.46 if piece.shape == "tile" else PIECE_RADIUS[cell.shape]
        return share * narrow * self.unit

    def _spot(self, cell: Cell, level: int, height: int) -> tuple[float, float]:
        """Where the piece of this level stands in a stack of this height: spikes and tall cells fill up from their base."""
        x, y = self._x(cell.x), self._y(cell.y)
        if not cell.shape.startswith("spike") and (height == 1 or cell.height < 1.5 * cell.width):
            return x, y - min(STACK_STEP, 0.5 / height) * level * self.unit
        across = 2 * PIECE_RADIUS[cell.shape] * cell.width
        step = min(across, (cell.height - across - 0.04) / max(1, height - 1))
        from_base = cell.height / 2 - across / 2 - 0.02 - step * level
        return x, y + (-from_base if cell.shape == "spike-down" else from_base) * self.unit

    def _highlights(self) -> list[str]:
        heights = {cell.id: max(map(_storey, pieces)) + 1 for cell, pieces in stacks(self.scene)}
        parts = []
        for cell in self.scene.cells:
            if cell.id not in self.highlight:
                continue
            height = heights.get(cell.id, 0)
            x, y = self._spot(cell, max(0, height - 1), max(1, height))
            if height:
                parts.append(circle(x, y, 0.45 * self.unit, "choice-ring", f' stroke-width="{number(0.07 * self.unit)}"'))
            else:
                parts.append(circle(x, y, 0.15 * self.unit, "choice", ' fill-opacity=".85"'))
        return parts

    # --- words ---
    def _below(self, top: float) -> tuple[list[str], float]:
        """Notes and buttons under the board, and where they end."""
        parts: list[str] = []
        y = top + (0.0 if self.scene.cells else 12.0)
        room = max(8, int((self.width - 32) / (NOTE_SIZE * CHARACTER) + 0.001))
        for note in self.notes:
            for row in textwrap.wrap(note, room) or [""]:
                y += NOTE_LINE
                parts.append(
                    f'<text class="note text" x="16" y="{number(y - 5)}" font-size="{number(NOTE_SIZE)}">{safe(row)}</text>'
                )
        if self.scene.buttons:
            buttons, y = self._buttons(y + 8)
            parts += buttons
        return parts, y + 12 if self.notes or self.scene.buttons else top

    def _buttons(self, y: float) -> tuple[list[str], float]:
        parts, x = [], 16.0
        for gesture, says in self.scene.buttons.items():
            width = len(says) * NOTE_SIZE * CHARACTER + 24
            if x > 16 and x + width > self.width - 16:
                x, y = 16.0, y + BUTTON_HEIGHT + 8
            box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{BUTTON_HEIGHT:g}" rx="14"'
            shape = f'<rect class="button edge" {box}/>'
            words = text_at(x + width / 2, y + BUTTON_HEIGHT / 2, NOTE_SIZE, says, "text")
            parts.append(f'<g data-button="{safe(gesture)}">{shape}{words}</g>')
            x += width + 8
        return parts, y + BUTTON_HEIGHT

    def _description(self) -> str:
        """The board in words, for those who cannot see it."""
        occupied = [f"{cell.id}: {', '.join(map(piece_name, pieces))}" for cell, pieces in stacks(self.scene)]
        return "; ".join([*occupied, *self.notes]) or "an empty board"


def _storey(piece: Piece) -> int:
    return 0 if piece.shape == "tile" else max(0, piece.level)


def hex_corners(cell: Cell, point_up: bool) -> list[tuple[float, float]]:
    """The six corners; a cell's width is the distance between parallel sides."""
    radius = cell.width / math.sqrt(3)
    start = math.pi / 6 if point_up else 0.0
    return [
        (cell.x + radius * math.cos(start + k * math.pi / 3), cell.y + radius * math.sin(start + k * math.pi / 3))
        for k in range(6)
    ]
