"""A scene as SVG: one string that stands on its own in a file, a page or a notebook.

Cells, edges and slots of trays carry `data-cell` and buttons `data-button`, so that a page can tell what was clicked;
pieces let clicks through, and those of a cell stand together in a group with `data-on`, so that a page can move them. What a
piece is stands in `data-kind`, so that a page can tell which one has moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from counterplay.core.scene import NEUTRAL, Car, Cell, Cup, Label, Piece, Scene
from counterplay.draw.colours.palette import Theme, style_sheet
from counterplay.draw.layout.arrange import arranged, flipped
from counterplay.draw.layout.scene_layout import (
    Bounds,
    Point,
    bounds_of,
    distance_outside,
    edge_cells,
    seen_from_above,
    stacks,
    strangers,
)
from counterplay.draw.layout.scene_regions import region_svg, territory_marks, territory_tint
from counterplay.draw.layout.trays import PageShape
from counterplay.draw.shapes.pieces import Ground, piece_kind, piece_name, piece_svg
from counterplay.draw.shapes.round_pieces import chip
from counterplay.draw.svg_drawing.svg_board import CellDrawing, body_bounds, body_svg, group
from counterplay.draw.svg_drawing.svg_lines import arc_svg, dots_svg, edges_svg, line_svg
from counterplay.draw.svg_drawing.svg_parts import circle, number, safe, stroke, stroke_class, text_at, veil
from counterplay.draw.svg_drawing.svg_scale import Scale
from counterplay.draw.svg_drawing.svg_words import least_width, words_svg

LARGEST_UNIT = 60.0  # pixels per cell where a board is small
MARGIN = 0.12  # cells, around everything
PIECE_RADIUS = {  # cells
    "square": 0.39, "hex": 0.37, "point": 0.34, "pit": 0.41, "spike-up": 0.46, "spike-down": 0.46, "triangle-up": 0.23,
    "triangle-down": 0.23,
}  # fmt: skip
STONE_RADIUS = 0.46  # cells; stones and marbles touch their neighbours
STACK_STEP = 0.13  # cells that a piece on top of another is raised by
CHIP_STEP = 0.15  # the same where stacks are seen from the side
_CLASSES = re.compile(r'class="([^"]*)"')


def scene_svg(
    scene: Scene,
    *,
    size: float = 480.0,
    flip: bool = False,
    highlight: Iterable[str] = (),
    title: str = "",
    buttons: bool = False,
    theme: Theme | None = "auto",
    described: bool = True,
    page: PageShape = "",
) -> str:
    """The picture. size bounds the board's width and height in pixels; flip shows it from the other side; on a page that is
    "wide" or "tall", trays lie where the board is drawn largest.

    highlight names cells to point out beside those the scene marks, such as where a piece can go; buttons draws the
    scene's buttons too, for a page on which they can be clicked. theme None leaves the style out: the page has it. described
    adds what stands where in words, which a page with labelled cells does not need.
    """
    scene = scene if buttons else replace(scene, buttons={})
    picture = _Picture(flipped(scene) if flip else scene, size, frozenset(highlight), title or "A game board", theme, page)
    return picture.text(described)


def scene_places(scene: Scene, *, size: float = 480.0, flip: bool = False, page: PageShape = "") -> dict[str, Bounds]:
    """Where `scene_svg` draws each cell, edge and slot of the same scene, in the units of the picture's viewBox."""
    scene = replace(scene, buttons={})
    picture = _Picture(flipped(scene) if flip else scene, size, frozenset(), "", None, page)
    return {cell.id: picture.place(cell) for cell in picture.places}


class _Picture:
    """One drawing: the scene, and how its units become pixels."""

    def __init__(
        self, scene: Scene, size: float, highlight: frozenset[str], title: str, theme: Theme | None, page: PageShape
    ) -> None:
        self.scene, self.highlight, self.title, self.theme = scene, highlight, title, theme
        self.arranged = arranged(scene, page)
        slots = tuple(slot for placed in self.arranged.trays for slot in placed.slots)
        self.edges = edge_cells(scene)
        self.places = (*scene.cells, *self.edges, *slots)
        outer = self.arranged.outer
        if scene.material != "plain":
            outer = outer.with_box(body_bounds(self.arranged))
        outer = self._with_moving_parts(outer)
        outer = outer.grown(MARGIN) if self.places else Bounds(0, 0, 0, 0)
        unit = min(LARGEST_UNIT, size / max(outer.width, outer.height, 1e-9))
        self.notes = [*scene.notes, *strangers(scene)]
        self.width = max(outer.width * unit, least_width(scene, self.notes, size))
        self.height = outer.height * unit
        self.scale = Scale(unit, outer.left, outer.top, indent=(self.width - outer.width * unit) / 2)
        self.unit = unit
        self.cells = CellDrawing(self.arranged, self.scale)

    def text(self, described: bool) -> str:
        """The whole document."""
        body = [*body_svg(self.arranged, self.scale), *self._trays(), *self.cells.cells(), *self._grounds()]
        body += [*edges_svg(self.arranged, self.scale), *self._slots(), '<g pointer-events="none">', *self._lines()]
        body += [*self._labels(), *self._regions(), *self._pieces(), *self._upper_places(), *self._winning_lines()]
        body += [*self._marks_on_top(), *self._highlights(), "</g>"]
        below, bottom = words_svg(self.scene, self.notes, self.width, self.height)
        w, h = number(self.width), number(bottom)
        drawn = f'<rect class="paper" width="{w}" height="{h}" rx="10"/>' + "".join(body) + "".join(below)
        words = f"<desc>{safe(self._description())}</desc>" if described else ""
        material = "" if self.scene.material == "plain" else f" m-{self.scene.material}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="counterplay{material}" role="img" '
            f'aria-label="{safe(self.title)}" width="{w}" height="{h}" viewBox="0 0 {w} {h}">'
            f"<title>{safe(self.title)}</title>{words}{self._style(drawn)}{drawn}</svg>"
        )

    def _style(self, drawn: str) -> str:
        """The rules that this picture needs."""
        if self.theme is None:
            return ""
        used = {name for names in _CLASSES.findall(drawn) for name in names.split()} | {f"m-{self.scene.material}"}
        return f"<style>{style_sheet(self.theme, used)}</style>"

    def place(self, cell: Cell) -> Bounds:
        """The rectangle around a cell, in pixels."""
        corners = self.arranged.corners.get(cell.id)
        if corners is None:
            return self.scale.box(
                Bounds(cell.x - cell.width / 2, cell.y - cell.height / 2, cell.x + cell.width / 2, cell.y + cell.height / 2)
            )
        return self.scale.box(bounds_of(corners))

    def _with_moving_parts(self, outer: Bounds) -> Bounds:
        """Room for what reaches beyond its cell: stacks, trails and vectors of cars, pieces with an offset."""
        reach: list[Point] = []
        for cell, pieces in stacks(replace(self.scene, cells=self.places)):
            x, y = self.arranged.centres.get(cell.id, (cell.x, cell.y))
            for piece in pieces:
                if isinstance(piece.shape, Car):
                    reach += [
                        *piece.shape.trail,
                        (x + piece.shape.velocity[0], y + piece.shape.velocity[1]),
                        (x - 0.4, y - 0.4),
                        (x + 0.4, y + 0.4),
                    ]
                if piece.offset != (0.0, 0.0):
                    reach += [(x + piece.offset[0] + d, y + piece.offset[1] + d) for d in (-0.3, 0.3)]
            if len(pieces) > 1 and self.scene.stacks == "side":
                reach.append((x, y + 0.2 - CHIP_STEP * len(pieces) - 0.25))
        return outer.with_points(reach) if self.places else outer

    # --- the board ---
    def _trays(self) -> list[str]:
        """The bodies of trays."""
        parts = []
        for placed in self.arranged.trays:
            box = placed.box
            parts.append(
                self.scale.rect(
                    Bounds(box.left, box.top + 0.04, box.right, box.bottom + 0.04), "shade", veil(0.16), corner=0.14
                )
            )
            parts.append(self.scale.rect(box, "body", corner=0.14))
            owner = placed.tray.owner
            if owner != NEUTRAL:
                parts.append(self.scale.rect(box.grown(-0.03), stroke_class(owner), stroke(0.05 * self.unit), corner=0.12))
            if placed.tray.label:
                x, y = self.scale.point((box.left + box.right) / 2, box.top + 0.3)
                parts.append(text_at(x, y, max(0.26 * self.unit, min(9.0, 0.5 * self.unit)), placed.tray.label, "faint label"))
        return parts

    def _slots(self) -> list[str]:
        parts = []
        for placed in self.arranged.trays:
            for slot in placed.slots:
                box = Bounds(
                    slot.x - slot.width / 2, slot.y - slot.height / 2, slot.x + slot.width / 2, slot.y + slot.height / 2
                )
                marked = self.scale.rect(box.grown(-0.03), "mark over", corner=0.12) if slot.id in self.scene.marked else ""
                parts.append(group(slot.id, self.scale.rect(box.grown(-0.04), "tray slot", corner=0.12) + marked))
        return parts

    def _region_cells(self, names: Iterable[str]) -> list[Cell]:
        known = {cell.id: cell for cell in self.scene.cells}
        return [known[name] for name in names if name in known]

    def _grounds(self) -> list[str]:
        """The tint of territories, under the lines; points have no ground."""
        parts = []
        for region in self.scene.regions:
            if region.kind == "territory":
                cells = [cell for cell in self._region_cells(region.cells) if cell.shape != "point"]
                parts.append(territory_tint(region, [self.cells.corners(cell) for cell in cells]))
        return [f'<g pointer-events="none">{"".join(parts)}</g>'] if parts else []

    def _regions(self) -> list[str]:
        """What stands on the board: solid pieces, lines around cells, marks of territory."""
        parts = []
        for region in self.scene.regions:
            cells = self._region_cells(region.cells)
            if region.kind == "territory":
                free = [self.cells.centre(cell) for cell in cells if cell.id not in self.cells.occupied]
                parts.append(territory_marks(region, free, self.unit))
            else:
                parts.append(region_svg(region, [self.cells.corners(cell) for cell in cells], self.unit))
        return parts

    def _lines(self) -> list[str]:
        drawn = [line for line in self.scene.lines if line.owner == NEUTRAL]
        parts = [line_svg(line, 0.045, "line", self.arranged, self.scale) for line in drawn]
        for arc in self.scene.arcs:
            classes = "line" if arc.owner == NEUTRAL else f"pen {stroke_class(arc.owner)}"
            parts.append(arc_svg(arc, 0.045 if arc.owner == NEUTRAL else 0.08, classes, self.scale))
        return parts + dots_svg(self.arranged, self.scale)

    def _winning_lines(self) -> list[str]:
        owned = [line for line in self.scene.lines if line.owner != NEUTRAL]
        return [line_svg(line, 0.12, f"pen {stroke_class(line.owner)}", self.arranged, self.scale) for line in owned]

    def _labels(self) -> list[str]:
        def one(label: Label) -> str:
            x, y = self.scale.point(*self.arranged.label_spot(label))
            size = max(0.27 * self.unit, min(9.0, 0.6 * self.unit))
            return text_at(x, y, size, label.text, f"faint{self._ink(label)}")

        return [one(label) for label in self.scene.labels]

    def _ink(self, label: Label) -> str:
        """The class of a text on the frame, on the surface, or beside the board."""
        bodies = self.arranged.bodies
        if self.scene.material == "plain" or len(bodies) != 1:
            return ""
        outside = distance_outside(bodies[0], label.x, label.y)
        return " on-surface" if outside <= 0 else " label" if outside < self.arranged.frame else ""

    # --- what stands on it ---
    def _pieces(self) -> list[str]:
        parts = []
        standing = stacks(replace(self.scene, cells=self.places))
        for cell, pieces in sorted(standing, key=lambda item: item[0].level):
            drawn = seen_from_above(pieces) if self.scene.stacks == "above" and len(pieces) > 1 else pieces
            height = max(_storey(p) for p in drawn) + 1
            figures = [(self._piece(cell, piece, height), f' data-kind="{safe(piece_kind(piece))}"') for piece in drawn]
            alone = len(figures) == 1
            parts.append(f'<g data-on="{safe(cell.id)}"{figures[0][1] if alone else ""}>')
            parts += [figure if alone else f'<g data-one=""{kind}>{figure}</g>' for figure, kind in figures]
            parts.append("</g>")
        return parts

    def _piece(self, cell: Cell, piece: Piece, height: int) -> str:
        radius = self._radius(cell, piece)
        x, y = self._spot(cell, _storey(piece), height)
        x, y = x + piece.offset[0] * self.unit, y + piece.offset[1] * self.unit
        if self.scene.stacks == "side" and piece.shape == "disc":
            return chip(piece, x, self.cells_y(cell) + (0.3 - CHIP_STEP * _storey(piece)) * self.unit, radius)
        corners = self.arranged.corners.get(cell.id, [])
        half = min(cell.width, cell.height) * self.unit / 2
        ground = Ground(self.scale.points(corners), half, self.unit, self.arranged.point_up, self.scale.point)
        drawn = [piece_svg(replace(piece, shape=shape), x, y, radius, ground) for shape in (piece.shape, *piece.turns)]
        if len(drawn) == 1:
            return drawn[0]
        hidden = ["", *[' display="none"'] * len(piece.turns)]
        return "".join(f'<g data-tap="{i}"{h}>{one}</g>' for i, (h, one) in enumerate(zip(hidden, drawn, strict=True), 1))

    def cells_y(self, cell: Cell) -> float:
        """The height of a cell's middle, in pixels."""
        return self.scale.y(self.arranged.centres.get(cell.id, (cell.x, cell.y))[1])

    def _radius(self, cell: Cell, piece: Piece) -> float:
        narrow = min(cell.width, cell.height)
        share = 0.46 if piece.shape == "tile" else PIECE_RADIUS[cell.shape]
        if piece.shape in ("stone", "marble") and not cell.shape.startswith("triangle"):
            share = STONE_RADIUS
        if len(self.arranged.bodies) > 1:
            share = 0.25  # planes are seen slantwise, and rows are closer together
        if isinstance(piece.shape, Cup):
            share = 0.44
        return share * narrow * self.unit * piece.scale

    def _spot(self, cell: Cell, level: int, height: int) -> Point:
        """Where the piece of this level stands in a stack of this height: spikes and tall cells fill up from their base."""
        x, y = self.scale.point(*self.arranged.centres.get(cell.id, (cell.x, cell.y)))
        if not cell.shape.startswith("spike") and (height == 1 or cell.height < 1.5 * cell.width):
            return x, y - min(STACK_STEP, 0.5 / height) * level * self.unit
        across = 2 * PIECE_RADIUS[cell.shape] * cell.width
        step = min(across, (cell.height - across - 0.04) / max(1, height - 1))
        from_base = cell.height / 2 - across / 2 - 0.02 - step * level
        return x, y + (-from_base if cell.shape == "spike-down" else from_base) * self.unit

    def _upper_places(self) -> list[str]:
        """Empty places on top of other pieces, which would be hidden below them."""
        if self.scene.levels != "pyramid":
            return []
        free = [c for c in self.scene.cells if c.level and c.id not in self.cells.occupied]
        dashes = f' stroke-dasharray="{number(0.1 * self.unit)} {number(0.08 * self.unit)}"'
        parts = []
        for c in free:
            centre, r = self.cells.centre(c), 0.3 * c.width * self.unit
            if c.id in self.scene.marked:
                parts.append(circle(*centre, 1.5 * r, "ring", stroke(0.07 * self.unit)))
            parts.append(circle(*centre, r, "glint", stroke(0.05 * self.unit, 0.85) + dashes))
        return parts

    def _marks_on_top(self) -> list[str]:
        """Rings on stones and balls, which hide the mark of the cell below."""
        parts = []
        for cell, pieces in stacks(self.scene):
            if cell.id in self.scene.marked and cell.shape in ("point", "pit") and pieces[-1].shape in ("stone", "marble"):
                x, y = self._spot(cell, _storey(pieces[-1]), max(map(_storey, pieces)) + 1)
                parts.append(circle(x, y, 0.2 * self.unit, "ring", stroke(0.07 * self.unit)))
        return parts

    def _highlights(self) -> list[str]:
        heights = {c.id: max(map(_storey, p)) + 1 for c, p in stacks(replace(self.scene, cells=self.places))}
        parts = []
        for cell in self.places:
            if cell.id not in self.highlight:
                continue
            height = heights.get(cell.id, 0)
            x, y = self._spot(cell, max(0, height - 1), max(1, height))
            if height:
                parts.append(circle(x, y, 0.45 * self.unit, "choice-ring", stroke(0.07 * self.unit)))
            else:
                parts.append(circle(x, y, 0.15 * self.unit, "choice", veil(0.85)))
        return parts

    def _description(self) -> str:
        """The board in words, for those who cannot see it."""
        occupied = [f"{c.id}: {', '.join(map(piece_name, p))}" for c, p in stacks(replace(self.scene, cells=self.places))]
        drawn = [edge.name or edge.id for edge in self.scene.edges if edge.filled]
        regions = [f"{region.name}: {', '.join(region.cells)}" for region in self.scene.regions if region.name]
        scores = [f"player {player + 1} has {score}" for player, score in enumerate(self.scene.scores)]
        return "; ".join([*occupied, *drawn, *regions, *scores, *self.notes]) or "an empty board"


def _storey(piece: Piece) -> int:
    return 0 if piece.shape in ("tile", "wedge") else max(0, piece.level)
