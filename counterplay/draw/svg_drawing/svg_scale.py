"""How cells become pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from counterplay.draw.layout.scene_layout import Bounds, Point
from counterplay.draw.svg_drawing.svg_parts import rectangle


@dataclass(frozen=True)
class Scale:
    """Pixels per cell, and where the picture's upper left corner is, in cells and in pixels."""

    unit: float
    left: float  # cells
    top: float
    indent: float = 0.0  # pixels
    drop: float = 0.0

    def x(self, x: float) -> float:
        """Pixels from the left."""
        return self.indent + (x - self.left) * self.unit

    def y(self, y: float) -> float:
        """Pixels from the top."""
        return self.drop + (y - self.top) * self.unit

    def point(self, x: float, y: float) -> Point:
        """Both."""
        return self.x(x), self.y(y)

    def points(self, points: Iterable[Point]) -> list[Point]:
        """Many of them."""
        return [self.point(x, y) for x, y in points]

    def box(self, bounds: Bounds) -> Bounds:
        """A rectangle, in pixels."""
        return Bounds(self.x(bounds.left), self.y(bounds.top), self.x(bounds.right), self.y(bounds.bottom))

    def rect(self, bounds: Bounds, classes: str, extra: str = "", *, corner: float = 0.0) -> str:
        """A rectangle of cells as SVG; corner in cells."""
        box = self.box(bounds)
        return rectangle(box.left, box.top, box.width, box.height, classes, extra, corner=corner * self.unit)
