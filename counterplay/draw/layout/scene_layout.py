"""What SVG and terminal both need to know of a scene: extents, corners, stacks, cells that do not exist."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from counterplay.core.scene import Cell, Piece, Scene

CLOSE = 0.05  # cells; coordinates nearer than this are the same row or column
TRIANGLE = math.sqrt(3) / 2  # the height of a triangle whose side is 1

Point = tuple[float, float]


@dataclass(frozen=True)
class Bounds:
    """A rectangle, in cells."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    def grown(self, by: float) -> Bounds:
        """The same with a margin."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def with_points(self, points: Iterable[Point]) -> Bounds:
        """The smallest rectangle that also holds these points."""
        points = list(points)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Bounds(min([self.left, *xs]), min([self.top, *ys]), max([self.right, *xs]), max([self.bottom, *ys]))

    def with_box(self, other: Bounds) -> Bounds:
        """The smallest rectangle that holds both."""
        return self.with_points([(other.left, other.top), (other.right, other.bottom)])

    def corners(self) -> list[Point]:
        """Clockwise from the upper left one."""
        return [(self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)]


def bounds_of(points: Sequence[Point]) -> Bounds:
    """The rectangle that holds these points; nothing at the origin if there are none."""
    return Bounds(*points[0], *points[0]).with_points(points) if points else Bounds(0, 0, 0, 0)


def cell_bounds(cells: Sequence[Cell], point_up: bool = True) -> Bounds:
    """The rectangle that holds these cells; nothing at the origin if there are none."""
    return bounds_of([corner for cell in cells for corner in cell_corners(cell, point_up)])


def cell_corners(cell: Cell, point_up: bool = True) -> list[Point]:
    """The corners of a hexagon or triangle; of any other cell those of the rectangle around it."""
    x, y, w, h = cell.x, cell.y, cell.width / 2, cell.height / 2
    if cell.shape == "hex":
        return hex_corners(cell, point_up)
    if cell.shape in ("triangle-up", "triangle-down"):
        tall = TRIANGLE * cell.width * (1 if cell.shape == "triangle-up" else -1)
        return [(x - w, y + tall / 3), (x + w, y + tall / 3), (x, y - 2 * tall / 3)]
    return [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]


def hex_corners(cell: Cell, point_up: bool) -> list[Point]:
    """The six corners; a cell's width is the distance between parallel sides."""
    radius = cell.width / math.sqrt(3)
    start = math.pi / 6 if point_up else 0.0
    return [
        (cell.x + radius * math.cos(start + k * math.pi / 3), cell.y + radius * math.sin(start + k * math.pi / 3))
        for k in range(6)
    ]


def hexes_point_up(cells: Sequence[Cell]) -> bool:
    """Whether hexagons stand on a corner: they do where they have neighbours in their row rather than their column."""
    hexes = {(round(c.x, 2), round(c.y, 2)): c.width for c in cells if c.shape == "hex"}
    across = sum((round(x + w, 2), y) in hexes for (x, y), w in hexes.items())
    down = sum((x, round(y + w, 2)) in hexes for (x, y), w in hexes.items())
    return across >= down


def hull(points: Iterable[Point]) -> list[Point]:
    """The convex polygon around points, counted as on the page: clockwise (Andrew's monotone chain, 1979)."""
    ordered = sorted({(round(x, 4), round(y, 4)) for x, y in points})
    if len(ordered) < 3:
        return ordered
    return _chain(ordered)[:-1] + _chain(ordered[::-1])[:-1]


def _chain(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for x, y in points:
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2], kept[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                break
            kept.pop()
        kept.append((x, y))
    return kept


def distance_outside(area: Sequence[Point], x: float, y: float) -> float:
    """How far a point is from a convex polygon with clockwise corners; negative inside it."""
    distances = []
    for (ax, ay), (bx, by) in zip(area, [*area[1:], *area[:1]], strict=True):
        length = math.hypot(bx - ax, by - ay) or 1.0
        distances.append(((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length)
    return max(distances, default=0.0)


def stacks(scene: Scene) -> list[tuple[Cell, list[Piece]]]:
    """The occupied cells in the scene's order, each with its pieces from the bottom up."""
    on: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        on.setdefault(piece.cell, []).append(piece)
    return [(cell, sorted(on[cell.id], key=lambda p: p.level)) for cell in scene.cells if cell.id in on]


def strangers(scene: Scene) -> list[str]:
    """A sentence for pieces and marks on cells that the scene does not have: shown rather than swallowed."""
    known = set(scene.places())
    named = [*(p.cell for p in scene.pieces), *scene.marked, *(name for region in scene.regions for name in region.cells)]
    unknown = dict.fromkeys(name for name in named if name not in known)
    return [f"(not drawn: the scene has no cell '{name}')" for name in unknown]


def edge_cells(scene: Scene) -> tuple[Cell, ...]:
    """The edges as cells: the rectangle that is clicked, as long as the edge and a third of a cell wide."""
    cells = []
    for edge in scene.edges:
        x, y = (edge.x1 + edge.x2) / 2, (edge.y1 + edge.y2) / 2
        across, down = abs(edge.x2 - edge.x1) * edge.reach, abs(edge.y2 - edge.y1) * edge.reach
        cells.append(Cell(edge.id, x, y, width=max(across, 1 / 3), height=max(down, 1 / 3), owner=edge.owner))
    return tuple(cells)


def seen_from_above(pieces: Sequence[Piece]) -> list[Piece]:
    """Of several pieces on one cell the top one, with their number."""
    top = max(pieces, key=lambda p: p.level)
    total = sum(piece.count for piece in pieces)
    return [replace(top, count=total, level=0)]
