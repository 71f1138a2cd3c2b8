"""What SVG and terminal both need to know of a scene: extents, stacks, the other side's view, cells that do not exist."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from counterplay.core.scene import Cell, CellShape, Label, Line, Piece, Scene

CLOSE = 0.05  # cells; coordinates nearer than this are the same row or column


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

    def with_points(self, points: Iterable[tuple[float, float]]) -> Bounds:
        """The smallest rectangle that also holds these points."""
        points = list(points)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Bounds(min([self.left, *xs]), min([self.top, *ys]), max([self.right, *xs]), max([self.bottom, *ys]))


def cell_bounds(cells: Sequence[Cell], point_up: bool = True) -> Bounds:
    """The rectangle that holds these cells; nothing at the origin if there are none."""
    if not cells:
        return Bounds(0, 0, 0, 0)
    halves = [(c, *_half(c, point_up)) for c in cells]
    return Bounds(
        min(c.x - w for c, w, _ in halves),
        min(c.y - h for c, _, h in halves),
        max(c.x + w for c, w, _ in halves),
        max(c.y + h for c, _, h in halves),
    )


def _half(cell: Cell, point_up: bool) -> tuple[float, float]:
    if cell.shape != "hex":
        return cell.width / 2, cell.height / 2
    flat, corner = cell.width / 2, cell.width / math.sqrt(3)
    return (flat, corner) if point_up else (corner, flat)


def hexes_point_up(cells: Sequence[Cell]) -> bool:
    """Whether hexagons stand on a corner: they do where they have neighbours in their row rather than their column."""
    hexes = {(round(c.x, 2), round(c.y, 2)): c.width for c in cells if c.shape == "hex"}
    across = sum((round(x + w, 2), y) in hexes for (x, y), w in hexes.items())
    down = sum((x, round(y + w, 2)) in hexes for (x, y), w in hexes.items())
    return across >= down


def stacks(scene: Scene) -> list[tuple[Cell, list[Piece]]]:
    """The occupied cells in the scene's order, each with its pieces from the bottom up."""
    on: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        on.setdefault(piece.cell, []).append(piece)
    return [(cell, sorted(on[cell.id], key=lambda p: p.level)) for cell in scene.cells if cell.id in on]


def strangers(scene: Scene) -> list[str]:
    """A sentence for pieces and marks on cells that the scene does not have: shown rather than swallowed."""
    known = {cell.id for cell in scene.cells}
    unknown = dict.fromkeys(name for name in [*(p.cell for p in scene.pieces), *scene.marked] if name not in known)
    return [f"(not drawn: the scene has no cell '{name}')" for name in unknown]


def flipped(scene: Scene) -> Scene:
    """The scene from the other side of the table.

    On boards with rows and columns the coordinates stay on their side of the board, as on any chess diagram.
    """
    board = cell_bounds(scene.cells, hexes_point_up(scene.cells))
    across, down = board.left + board.right, board.top + board.bottom
    turned: dict[CellShape, CellShape] = {"spike-up": "spike-down", "spike-down": "spike-up"}

    beside = [p for p in scene.labels if not board.left <= p.x <= board.right]
    above = [p for p in scene.labels if not board.top <= p.y <= board.bottom]
    coordinates = beside and above and all(c.shape in ("square", "point") for c in scene.cells)

    def moved(label: Label) -> Label:
        keep_x, keep_y = coordinates and label in beside, coordinates and label in above
        return replace(label, x=label.x if keep_x else across - label.x, y=label.y if keep_y else down - label.y)

    def mirrored(line: Line) -> Line:
        return replace(line, x1=across - line.x1, y1=down - line.y1, x2=across - line.x2, y2=down - line.y2)

    return replace(
        scene,
        cells=tuple(replace(c, x=across - c.x, y=down - c.y, shape=turned.get(c.shape, c.shape)) for c in scene.cells),
        lines=tuple(map(mirrored, scene.lines)),
        labels=tuple(map(moved, scene.labels)),
    )
