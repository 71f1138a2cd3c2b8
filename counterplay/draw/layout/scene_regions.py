"""Cells that belong together: a line around them, one solid piece over them, or the marks of territory."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.scene import NEUTRAL, Polyomino, Region
from counterplay.draw.colours.palette import SHADES, named_colour
from counterplay.draw.svg_drawing.svg_parts import (
    Point,
    circle,
    fill_class,
    line,
    polygon,
    rectangle,
    stroke,
    stroke_class,
    veil,
)

Side = tuple[Point, Point]


def outline(polygons: Sequence[Sequence[Point]]) -> list[Side]:
    """The sides that only one of the polygons has, each with its polygon on the right as on the page (clockwise corners)."""
    seen: dict[tuple[tuple[int, int], ...], list[Side]] = {}
    for corners in polygons:
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            key = tuple(sorted(((round(a[0]), round(a[1])), (round(b[0]), round(b[1])))))
            seen.setdefault(key, []).append((a, b))
    return [sides[0] for sides in seen.values() if len(sides) == 1]


def shade_class(shade: int, owner: int) -> str:
    """One of the twelve colours, or the owner's."""
    return fill_class(owner) if shade < 0 else f"d{shade % len(SHADES)}"


def solid(polygons: Sequence[Sequence[Point]], classes: str, unit: float) -> str:
    """One piece over all polygons: seams inside it are faint, its rim has light above and shadow below."""
    parts = [polygon([(x + 0.03 * unit, y + 0.06 * unit) for x, y in p], "shade", veil(0.2)) for p in polygons]
    parts += [polygon(p, classes, f' stroke="#000" stroke-opacity=".16" stroke-width="{0.03 * unit:.2f}"') for p in polygons]
    rim = outline(polygons)
    parts += [line(a, b, 0.07 * unit, "ink", ' stroke-opacity=".55" stroke-linecap="round"') for a, b in rim]
    for (ax, ay), (bx, by) in rim:
        length = max(1e-9, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        inward = (-(by - ay) / length, (bx - ax) / length)
        shift = 0.07 * unit
        a, b = ((px + inward[0] * shift, py + inward[1] * shift) for px, py in ((ax, ay), (bx, by)))
        parts.append(line(a, b, 0.05 * unit, "glint" if inward[1] > 0.3 or inward[0] > 0.3 else "ink", ' stroke-opacity=".35"'))
    return "".join(parts)


def region_svg(region: Region, polygons: Sequence[Sequence[Point]], unit: float) -> str:
    """A solid region, or the line around one."""
    if region.kind == "solid":
        return solid(polygons, shade_class(region.shade, region.owner), unit)
    pen = stroke_class(region.owner) if region.owner != NEUTRAL else "ring"
    return "".join(line(a, b, 0.1 * unit, pen, ' stroke-linecap="round"') for a, b in outline(polygons))


def territory_tint(region: Region, polygons: Sequence[Sequence[Point]]) -> str:
    """The ground of a territory."""
    return "".join(polygon(p, _territory_class(region), veil(0.28)) for p in polygons)


def _territory_class(region: Region) -> str:
    named = named_colour(region.name)
    return f"f-{named}" if named else fill_class(region.owner)


def territory_marks(region: Region, spots: Sequence[Point], unit: float) -> str:
    """A small square on each free place of a territory."""
    half, edge = 0.15 * unit, ' stroke="#888" stroke-opacity=".8"' + stroke(0.03 * unit)
    return "".join(
        rectangle(x - half, y - half, 2 * half, 2 * half, _territory_class(region), edge, corner=0.3 * half) for x, y in spots
    )


def polyomino(form: Polyomino, owner: int, x: float, y: float, half: float) -> str:
    """A polyomino as large as a square of this half width allows."""
    columns, rows = [c for c, _ in form.squares], [r for _, r in form.squares]
    if not form.squares:
        return ""
    across, down = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    unit = 2 * half / max(across, down, 3)
    left, top = x - across * unit / 2 - min(columns) * unit, y - down * unit / 2 - min(rows) * unit
    squares = [
        [(left + (c + dx) * unit, top + (r + dy) * unit) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
        for c, r in form.squares
    ]
    drawn = solid(squares, shade_class(form.shade, owner), unit)
    if form.grip is None:
        return drawn
    column, row = form.grip
    return drawn + circle(left + (column + 0.5) * unit, top + (row + 0.5) * unit, 0.2 * unit, "grip", stroke(0.06 * unit))
