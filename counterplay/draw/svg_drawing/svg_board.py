"""The board itself as SVG: its body of wood, felt, stone, paper or card, and its cells."""

from __future__ import annotations

import math
from collections.abc import Sequence

from counterplay.core.scene import NEUTRAL, Cell, Scene
from counterplay.draw.colours.palette import player_index
from counterplay.draw.layout.arrange import Arranged
from counterplay.draw.layout.scene_layout import Bounds, Point, bounds_of
from counterplay.draw.svg_drawing.svg_parts import (
    circle,
    ellipse,
    fill_class,
    fitting_size,
    line,
    number,
    path,
    polygon,
    rectangle,
    safe,
    stroke,
    text_at,
    veil,
)
from counterplay.draw.svg_drawing.svg_scale import Scale

POINT = 0.1  # cells, the radius of an empty point
FINE_POINT = 0.05  # the same on a board with a material, where lines are drawn finely
BEVEL = 0.1  # cells, the rounding of a board's corners
_RECESSED = ("pit", "point", "spike-up", "spike-down")  # shapes that show the surface around them
_TILTED_TEXT = 0.3  # cells, the size of what is printed on a cell


# --- the body ---
def body_svg(arranged: Arranged, scale: Scale) -> list[str]:
    """Frame and surface below the cells."""
    scene = arranged.scene
    recessed = any(c.shape in _RECESSED for c in scene.cells) or len(arranged.bodies) > 1 or arranged.sparse
    if scene.material == "plain":
        return [scale.rect(arranged.board.grown(0.1), "tray", corner=0.25)] if recessed and scene.cells else []
    parts = []
    for body in arranged.bodies:
        parts += _slab(body, arranged.frame, scale)
        texture = _texture(scene, body, arranged.frame, scale)
        if scene.material == "wood":
            parts += texture
        if recessed or scene.material == "paper":
            parts.append(polygon(scale.points(_grown(body, 0.1)), "tray", ' stroke-linejoin="round"'))
            parts += texture
        if scene.material != "paper":
            inlay = stroke(0.035 * scale.unit) + ' stroke-linejoin="round"'
            parts.append(polygon(scale.points(_grown(body, 0.12)), "inlay", inlay))
        if recessed and scene.material != "paper":
            parts.append(_inner_shadow(_grown(body, 0.1), scale))
    return parts


def _slab(body: list[Point], frame: float, scale: Scale) -> list[str]:
    """The board with its frame: a shadow, the frame, light on its upper edge."""
    rim = _grown(body, frame - BEVEL)
    rounding = stroke(2 * BEVEL * scale.unit) + ' stroke-linejoin="round"'
    drop = 0.05 * scale.unit
    points = scale.points(rim)
    top = [(x, y + 0.035 * scale.unit) for x, y in points]
    return [
        polygon([(x, y + drop) for x, y in points], "shade shade-rim", veil(0.2) + rounding + ' stroke-opacity=".2"'),
        polygon(points, "body body-rim", rounding),
        polygon(points, "gloss gloss-rim", veil(0.1) + rounding + ' stroke-opacity=".1"'),
        polygon(top, "body body-rim", stroke(1.84 * BEVEL * scale.unit) + ' stroke-linejoin="round"'),
    ]


def _inner_shadow(surface: list[Point], scale: Scale) -> str:
    """The frame throws a shadow on the surface along its upper edges."""
    sides = zip(surface, [*surface[1:], surface[0]], strict=True)
    shift = 0.03 * scale.unit
    return "".join(
        line(
            (scale.x(a[0]), scale.y(a[1]) + shift),
            (scale.x(b[0]), scale.y(b[1]) + shift),
            0.07 * scale.unit,
            "ink",
            ' stroke-opacity=".2"',
        )
        for a, b in sides
        if b[0] - a[0] > 0.3 * abs(b[1] - a[1])
    )


def _texture(scene: Scene, body: list[Point], frame: float, scale: Scale) -> list[str]:
    """Veins, specks or squares; drawn only where the polygon is, since a clip path would need an id."""
    if scene.material == "wood":
        return _veins(_grown(body, frame - 0.04), scale)
    if scene.material == "stone":
        return _specks(_grown(body, 0.05), scale)
    if scene.material == "paper":
        return _squares(scene, body, frame, scale)
    return []


def _veins(area: list[Point], scale: Scale) -> list[str]:
    box = bounds_of(area)
    count = max(4, round(box.height * 2.4))
    parts = []
    for k in range(count):
        y = box.top + box.height * (k + 0.5 + 0.3 * math.sin(5.1 * k)) / count
        reach = _across(area, y)
        if reach is None or reach[1] - reach[0] < 0.5:
            continue
        x1, x2 = reach
        start = x1 + (x2 - x1) * 0.5 * abs(math.sin(2.3 * k)) * (k % 3 > 0)
        bend = 0.1 * math.sin(1.7 * k)
        inside = [_across(area, y + side * 0.12) for side in (-1, 1)]
        if any(r is None or start < r[0] or x2 > r[1] + 0.05 for r in inside):
            bend = 0.0
        middle = (start + x2) / 2
        (ax, ay), (mx, my), (bx, by) = scale.points([(start, y), (middle, y + bend), (x2, y)])
        d = f"M{number(ax)} {number(ay)}Q{number(mx)} {number(my)} {number(bx)} {number(by)}"
        parts.append(path(d, "grain", stroke((0.02 + 0.02 * (k % 3)) * scale.unit, 0.07 + 0.03 * (k % 4))))
    return parts


def _specks(area: list[Point], scale: Scale) -> list[str]:
    box = bounds_of(area)
    parts = []
    for k in range(round(min(160, 2.2 * box.width * box.height))):
        x, y = box.left + box.width * (k * 0.618034 % 1), box.top + box.height * (k * 0.754878 % 1)
        reach = _across(area, y)
        if reach and reach[0] + 0.05 < x < reach[1] - 0.05:
            parts.append(
                circle(scale.x(x), scale.y(y), (0.012 + 0.008 * (k % 4)) * scale.unit, "speck", veil(0.1 + 0.05 * (k % 3)))
            )
    return parts


def _squares(scene: Scene, body: list[Point], frame: float, scale: Scale) -> list[str]:
    """Squared paper, whose lines run through points and along the sides of squares."""
    area = bounds_of(_grown(body, frame - 0.02))
    first = scene.cells[0] if scene.cells else Cell("", 0.5, 0.5)
    on_lines = first.shape == "point"
    ox, oy = (first.x, first.y) if on_lines else (first.x - first.width / 2, first.y - first.height / 2)
    parts = []
    for low, high, origin, upright in ((area.left, area.right, ox, True), (area.top, area.bottom, oy, False)):
        at = origin + math.ceil((low - origin) * 2) / 2
        while at <= high + 1e-9:
            a, b = ((at, area.top), (at, area.bottom)) if upright else ((area.left, at), (area.right, at))
            parts.append(line(scale.point(*a), scale.point(*b), 0.018 * scale.unit, "grain"))
            at += 0.5
    return parts


def _across(area: Sequence[Point], y: float) -> tuple[float, float] | None:
    """From where to where a convex polygon reaches at this height."""
    xs = [
        ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in zip(area, [*area[1:], area[0]], strict=True)
        if min(ay, by) <= y < max(ay, by)
    ]
    return (min(xs), max(xs)) if len(xs) > 1 else None


def _grown(area: list[Point], by: float) -> list[Point]:
    """A convex polygon with all its sides moved outwards; corners are clockwise on the page."""
    if len(area) < 3:
        return bounds_of(area).grown(max(by, 0.1)).corners()
    lines = []
    for (ax, ay), (bx, by_) in zip(area, [*area[1:], area[0]], strict=True):
        length = math.hypot(bx - ax, by_ - ay) or 1.0
        nx, ny = (by_ - ay) / length, -(bx - ax) / length
        lines.append((nx, ny, nx * ax + ny * ay + by))
    corners = []
    for (n1x, n1y, d1), (n2x, n2y, d2) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        cross = n1x * n2y - n1y * n2x
        if abs(cross) > 1e-6:
            corners.append(((d1 * n2y - d2 * n1y) / cross, (n1x * d2 - n2x * d1) / cross))
    return corners


def body_bounds(arranged: Arranged) -> Bounds:
    """How far the bodies reach with their frames: at sharp corners farther than the frame is wide."""
    return bounds_of([point for body in arranged.bodies for point in _grown(body, arranged.frame)])


# --- cells ---
class CellDrawing:
    """Draws the cells of an arranged scene."""

    def __init__(self, arranged: Arranged, scale: Scale) -> None:
        self.arranged, self.scale, self.scene = arranged, scale, arranged.scene
        self.flat = len(arranged.bodies) <= 1  # no planes, so that squares are drawn as rectangles
        self.occupied = {piece.cell for piece in self.scene.pieces}

    def corners(self, cell: Cell) -> list[Point]:
        """In pixels."""
        return self.scale.points(self.arranged.corners[cell.id])

    def centre(self, cell: Cell) -> Point:
        """In pixels."""
        return self.scale.point(*self.arranged.centres[cell.id])

    def cells(self) -> list[str]:
        """All cells, higher ones later, so that they take the clicks."""
        parts = []
        for cell in sorted(self.scene.cells, key=lambda c: c.level):
            mark = self.mark(cell) if cell.id in self.scene.marked else ""
            inside = self.ground(cell) + self.outline(cell, self.classes(cell)) + self._relief(cell) + self._print(cell) + mark
            parts.append((cell, inside))
        return [group(cell.id, inside) for cell, inside in parts] + self._frame() + self._cliffs()

    def _frame(self) -> list[str]:
        cells, board = self.scene.cells, self.arranged.board
        area = sum(c.width * c.height for c in cells)
        whole = cells and all(c.shape == "square" for c in cells) and abs(area - board.width * board.height) < 0.01
        if not whole or self.scene.material not in ("plain", "card") or not self.flat:
            return []
        return [self.scale.rect(board, "frame", stroke(0.05 * self.scale.unit), corner=0.04)]

    def classes(self, cell: Cell) -> str:
        """The colours of a cell."""
        if cell.shape == "point":
            return "knot" if cell.owner == NEUTRAL else fill_class(cell.owner)
        if cell.owner != NEUTRAL:
            return f"h{player_index(cell.owner)} edge"
        if cell.shape.startswith("spike"):
            return "spike-light" if cell.tone == "light" else "spike-dark"
        if cell.shape == "pit" and cell.tone in ("plain", "home"):
            return "pit edge"
        bordered = cell.tone in ("plain", "home") or cell.shape != "square" or not self.flat
        return f"cell-{cell.tone}" + (" edge" if bordered or cell.tone not in ("light", "dark") else "")

    def outline(self, cell: Cell, classes: str, width: float = 0.025) -> str:
        """The shape of a cell; the width of its line is in cells."""
        scale, edge = self.scale, stroke(width * self.scale.unit)
        box = bounds_of(self.arranged.corners[cell.id])
        if cell.tone == "open" and classes.startswith("cell-open"):
            edge = stroke(0.03 * scale.unit) + f' stroke-dasharray="{number(0.1 * scale.unit)} {number(0.08 * scale.unit)}"'
        if cell.shape == "square" and self.flat:
            return scale.rect(box.grown(-0.06) if cell.tone == "open" else box, classes, edge)
        if cell.shape in ("square", "hex", "triangle-up", "triangle-down"):
            return polygon(self.corners(cell), classes, edge + ' stroke-linejoin="round"')
        if cell.shape in ("spike-up", "spike-down"):
            base, tip = (box.bottom, box.top) if cell.shape == "spike-up" else (box.top, box.bottom)
            inset = 0.02 * cell.width
            corners = [(box.left + inset, base), (box.right - inset, base), (cell.x, tip + (base - tip) * 0.04)]
            return polygon(scale.points(corners), classes)
        x, y = self.centre(cell)
        if cell.shape == "point":
            return circle(x, y, (POINT if self.scene.material == "plain" else FINE_POINT) * scale.unit, classes)
        if not self.flat:
            inner = scale.box(box)
            return ellipse(x, y, 0.3 * inner.width, 0.38 * inner.height, classes, edge)
        inner = box.grown(-0.06)
        return scale.rect(inner, classes, edge, corner=min(inner.width, inner.height) / 2)

    def _relief(self, cell: Cell) -> str:
        """The hollow of a pit: shadow along its upper edge, light along the lower one."""
        if cell.shape == "point" and cell.level and cell.id not in self.occupied:
            return ""
        if cell.rise and cell.shape == "square":
            return self.scale.rect(bounds_of(self.arranged.corners[cell.id]), "gloss", veil(min(0.62, 0.085 * cell.rise)))
        if cell.shape != "pit" or self.scene.material == "plain" or not self.flat:
            return ""
        box = self.scale.box(bounds_of(self.arranged.corners[cell.id]).grown(-0.06))
        w = 0.05 * self.scale.unit
        r = min(box.width, box.height) / 2 - w / 2
        rim = f"A{number(r)} {number(r)} 0 0 1"
        left, right = number(box.left + w / 2), number(box.right - w / 2)
        top, bottom = box.top + w / 2 + r, box.bottom - w / 2 - r
        upper = f"M{left} {number(top)}{rim} {right} {number(top)}"
        lower = f"M{right} {number(bottom)}{rim} {left} {number(bottom)}"
        return path(upper, "ink", stroke(w, 0.18)) + path(lower, "glint", stroke(w, 0.3))

    def _print(self, cell: Cell) -> str:
        """What is printed on the cell, unless something stands on it."""
        if not cell.text or cell.id in self.occupied:
            return ""
        x, y = self.centre(cell)
        size = fitting_size(cell.text, 0.8 * cell.width * self.scale.unit, _TILTED_TEXT * self.scale.unit)
        ink = "print on-surface bold" if cell.rise else "print bold"  # a raised cell is light in every theme
        return text_at(x, y, size, cell.text, ink, ' pointer-events="none"')

    def ground(self, cell: Cell) -> str:
        """An invisible surface around a narrow shape, so that it is easy to click."""
        if cell.shape in ("spike-up", "spike-down"):
            return self.scale.rect(bounds_of(self.arranged.corners[cell.id]), "paper", veil(0))
        if cell.shape == "point":
            x, y = self.centre(cell)
            return circle(x, y, 0.42 * self.scale.unit, "paper", veil(0))
        return ""

    def mark(self, cell: Cell) -> str:
        """Emphasis: a tint, or a ring where a piece would cover it."""
        if cell.shape == "pit":
            return self.outline(cell, "ring", 0.09)
        if cell.shape == "point":
            x, y = self.centre(cell)
            return circle(x, y, 0.4 * self.scale.unit, "ring", stroke(0.09 * self.scale.unit))
        return self.outline(cell, "mark over")

    def _cliffs(self) -> list[str]:
        """Shadows that higher squares throw on lower neighbours."""
        heights = {(round(c.x, 2), round(c.y, 2)): c for c in self.scene.cells if c.shape == "square"}
        parts = []
        for cell in self.scene.cells:
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)) if cell.rise else ():
                other = heights.get((round(cell.x + dx, 2), round(cell.y + dy, 2)))
                if other is None or other.rise >= cell.rise:
                    continue
                steps = min(3, cell.rise - other.rise)
                x, y = self.scale.point(cell.x + dx / 2, cell.y + dy / 2)
                deep, half = (0.03 + 0.035 * steps) * self.scale.unit, self.scale.unit / 2
                left, top = (x if dx > 0 else x - deep, y - half) if dx else (x - half, y if dy > 0 else y - deep)
                wide, tall = (deep, 2 * half) if dx else (2 * half, deep)
                parts.append(rectangle(left, top, wide, tall, "shade", veil(0.3) + ' pointer-events="none"'))
        return parts


def group(name: str, inside: str) -> str:
    """Something that can be clicked."""
    return f'<g data-cell="{safe(name)}">{inside}</g>'
