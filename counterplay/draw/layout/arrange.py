"""Where everything of a scene lies on the page: the view from the other side, trays beside the board, planes one above another.

All in cells: what turns them into pixels or columns comes later.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from counterplay.core.scene import (
    Arc,
    Car,
    CellShape,
    Domino,
    Edge,
    Label,
    LandTile,
    Line,
    LinkTile,
    PatternTile,
    Piece,
    PieceShape,
    Polyomino,
    Scene,
)
from counterplay.draw.layout.scene_layout import (
    Bounds,
    Point,
    bounds_of,
    cell_bounds,
    cell_corners,
    distance_outside,
    hexes_point_up,
    hull,
)
from counterplay.draw.layout.trays import PageShape, PlacedTray, TraySide, placed_trays, tray_side

LineOrEdge = TypeVar("LineOrEdge", Line, Edge)
_OPPOSITE: dict[TraySide, TraySide] = {"above": "below", "below": "above", "left": "left", "right": "right"}

FRAME = 0.24  # cells of a board's frame without coordinates in it
LABEL_ROOM = 0.22  # cells around the middle of a coordinate
LABEL_NEAR = 0.95  # cells; coordinates nearer to the board than this stand on its frame
SLANT = 0.4  # of planes: cells to the right per cell away from the reader
FLAT = 0.62  # of planes: the height of a row in cells
BETWEEN_PLANES = 0.45  # cells
BESIDE_PLANES = 0.15, 0.35  # of a plane's ground: how much farther out coordinates stand, clear of the frame, in x and y
_TURNED: dict[CellShape, CellShape] = {
    "spike-up": "spike-down",
    "spike-down": "spike-up",
    "triangle-up": "triangle-down",
    "triangle-down": "triangle-up",
}
_TURN_WITH_THE_BOARD = (PatternTile, LinkTile, LandTile, Domino)


def flipped(scene: Scene) -> Scene:
    """The scene from the other side of the table.

    On boards with rows and columns the coordinates stay on their side of the board, as on any chess diagram. A board into which
    pieces fall stands upright between the players: it is seen from behind, not upside down.
    """
    board = cell_bounds(scene.cells, hexes_point_up(scene.cells))
    across, height = board.left + board.right, board.top + board.bottom

    def down(y: float) -> float:
        return y if scene.gravity else height - y

    beside = [p for p in scene.labels if not board.left <= p.x <= board.right]
    above = [p for p in scene.labels if not board.top <= p.y <= board.bottom]
    coordinates = beside and above and all(c.shape in ("square", "point") for c in scene.cells)

    def moved(label: Label) -> Label:
        keep_x, keep_y = coordinates and label in beside, coordinates and label in above
        return replace(label, x=label.x if keep_x else across - label.x, y=label.y if keep_y else down(label.y))

    def crossed(item: LineOrEdge) -> LineOrEdge:
        return replace(item, x1=across - item.x1, y1=down(item.y1), x2=across - item.x2, y2=down(item.y2))

    def turned(arc: Arc) -> Arc:
        return replace(arc, x=across - arc.x, y=down(arc.y), start=arc.start + 180, end=arc.end + 180)

    return replace(
        scene,
        cells=tuple(replace(c, x=across - c.x, y=down(c.y), shape=_TURNED.get(c.shape, c.shape)) for c in scene.cells),
        pieces=tuple(_seen_from_behind(piece, across, height) for piece in scene.pieces),
        lines=tuple(map(crossed, scene.lines)),
        labels=tuple(map(moved, scene.labels)),
        edges=tuple(map(crossed, scene.edges)),
        arcs=tuple(map(turned, scene.arcs)),
        dots=tuple(replace(dot, x=across - dot.x, y=down(dot.y)) for dot in scene.dots),
        trays=tuple(replace(tray, side=_OPPOSITE[tray_side(tray)]) for tray in scene.trays),
    )


def _seen_from_behind(piece: Piece, across: float, down: float) -> Piece:
    x, y = piece.offset
    shape = piece.shape
    turns = shape == "wedge" or isinstance(shape, _TURN_WITH_THE_BOARD)
    if isinstance(shape, Car):
        trail = tuple((across - tx, down - ty) for tx, ty in shape.trail)
        shape = Car((-shape.velocity[0], -shape.velocity[1]), trail)
    following = tuple(_upside_down(one) for one in piece.turns)
    turn = piece.turn + 180 if turns else piece.turn
    return replace(piece, shape=_upside_down(shape), turns=following, turn=turn, offset=(-x, -y))


def _upside_down(shape: PieceShape) -> PieceShape:
    """A polyomino turned by half a turn, since it is laid on the board as it is seen; any other shape as it is."""
    if not isinstance(shape, Polyomino):
        return shape
    grip = None if shape.grip is None else (-shape.grip[0], -shape.grip[1])
    return replace(shape, squares=tuple((-column, -row) for column, row in shape.squares), grip=grip)


@dataclass(frozen=True)
class Arranged:
    """A scene with the place of each cell."""

    scene: Scene
    point_up: bool  # of hexagons
    corners: dict[str, list[Point]]  # of each cell, seen as it will be drawn
    centres: dict[str, Point]
    bodies: tuple[list[Point], ...]  # the outline of the board, or of each of its planes, without a frame
    board: Bounds  # of all bodies
    frame: float  # how far the board reaches beyond its cells
    trays: tuple[PlacedTray, ...]
    outer: Bounds  # of everything
    sparse: bool  # whether the cells leave parts of the board uncovered

    def spot(self, x: float, y: float) -> Point:
        """Where a point of the board's ground lies on the page: the same, except on planes."""
        return _on_plane(self.scene, x, y, 0) if _in_planes(self.scene) else (x, y)

    def label_spot(self, label: Label) -> Point:
        """Where the middle of a label lies on the page."""
        return _label_spot(self.scene, label)


def arranged(scene: Scene, page: PageShape = "") -> Arranged:
    """Find every place; page says what shape the trays have to fit."""
    point_up = hexes_point_up(scene.cells)
    corners, centres = {}, {}
    for cell in scene.cells:
        corners[cell.id] = cell_corners(cell, point_up)
        centres[cell.id] = (cell.x, cell.y)
        if _in_planes(scene):
            corners[cell.id] = [_on_plane(scene, x, y, cell.level) for x, y in corners[cell.id]]
            centres[cell.id] = _on_plane(scene, cell.x, cell.y, cell.level)
    bodies = _bodies(scene, corners)
    board = bounds_of([point for body in bodies for point in body])
    frame = _frame(scene, bodies) if scene.material != "plain" else 0.05
    outer = _with_contents(board.grown(frame), scene)
    trays = placed_trays(scene.trays, board, outer, page)
    for placed in trays:
        outer = outer.with_box(placed.box)
        for slot in placed.slots:
            corners[slot.id], centres[slot.id] = cell_corners(slot), (slot.x, slot.y)
    covered = sum(c.width * c.height for c in scene.cells if c.shape == "square" and c.tone != "open")
    sparse = all(c.shape in ("square", "hex") for c in scene.cells) and (
        _grows(scene) or (bool(scene.edges) and not scene.cells) or _is_gappy(scene, covered, board)
    )
    return Arranged(scene, point_up, corners, centres, bodies, board, frame, trays, outer, sparse)


def _grows(scene: Scene) -> bool:
    return scene.least != (0.0, 0.0) or any(c.tone == "open" for c in scene.cells)


def _is_gappy(scene: Scene, covered: float, board: Bounds) -> bool:
    return (
        all(c.shape == "square" for c in scene.cells) and not _in_planes(scene) and covered < 0.98 * board.width * board.height
    )


def _with_contents(outer: Bounds, scene: Scene) -> Bounds:
    """The page with lines, loops, labels and the room that a growing board asks for."""
    strokes: list[Line | Edge] = [*scene.lines, *scene.edges]
    points = [(p.x1, p.y1) for p in strokes] + [(p.x2, p.y2) for p in strokes]
    for arc in scene.arcs:
        points += Bounds(arc.x, arc.y, arc.x, arc.y).grown(arc.radius).corners()
    for label in scene.labels:
        half = max(LABEL_ROOM, 0.085 * len(label.text))
        x, y = _label_spot(scene, label)
        points += [(x - half, y - LABEL_ROOM), (x + half, y + LABEL_ROOM)]
    points += [(dot.x, dot.y) for dot in scene.dots]
    return outer.with_points(points) if scene.cells or scene.edges else outer


def _frame(scene: Scene, bodies: tuple[list[Point], ...]) -> float:
    """Wide enough for the coordinates, if they are close."""
    distances = [distance_outside(bodies[0], label.x, label.y) for label in scene.labels] if len(bodies) == 1 else []
    return max([FRAME, *(d + LABEL_ROOM for d in distances if 0 < d < LABEL_NEAR)])


def _bodies(scene: Scene, corners: dict[str, list[Point]]) -> tuple[list[Point], ...]:
    """The outline of the board: a rectangle, or a hexagon, star or slanted plane where the cells leave corners out."""
    if not scene.cells and not scene.edges:
        return ()
    if _in_planes(scene):
        levels = sorted({cell.level for cell in scene.cells})
        return tuple(hull(p for c in scene.cells if c.level == level for p in corners[c.id]) for level in levels)
    around = hull(p for c in scene.cells for p in corners[c.id])
    loops = [p for a in scene.arcs for p in Bounds(a.x, a.y, a.x, a.y).grown(a.radius + 0.2).corners()]
    ends = [*((e.x1, e.y1) for e in scene.edges), *((e.x2, e.y2) for e in scene.edges), *((d.x, d.y) for d in scene.dots)]
    box = bounds_of([*around, *ends, *loops])
    box = box if scene.cells else box.grown(0.4)
    wider, taller = (max(0.0, least - has) / 2 for least, has in zip(scene.least, (box.width, box.height), strict=True))
    box = Bounds(box.left - wider, box.top - taller, box.right + wider, box.bottom + taller)
    if _grows(scene) or loops or not _is_staggered(scene) or _area(around) > 0.93 * box.width * box.height:
        return (box.corners(),)
    return (around,)


def _is_staggered(scene: Scene) -> bool:
    """Whether rows are shifted against each other, as those of hexagons and triangles are."""
    if any(c.shape in ("hex", "triangle-up", "triangle-down") for c in scene.cells):
        return True
    shifts = {round(c.x % 1, 1) % 1 for c in scene.cells}
    return len(shifts) > 1 and all(c.shape in ("pit", "point") and c.level == 0 for c in scene.cells)


def _area(points: list[Point]) -> float:
    after = points[1:] + points[:1]
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, after, strict=True))) / 2


# --- planes ---
def _in_planes(scene: Scene) -> bool:
    return scene.levels == "planes" and any(cell.level for cell in scene.cells)


def _on_plane(scene: Scene, x: float, y: float, level: int) -> Point:
    """A board seen slantwise from the front, the highest plane on top."""
    flat = cell_bounds(scene.cells)
    storeys = max(cell.level for cell in scene.cells) - level
    down = storeys * (flat.height * FLAT + BETWEEN_PLANES)
    return x + SLANT * (flat.bottom - y), flat.top + (y - flat.top) * FLAT + down


def _label_spot(scene: Scene, label: Label) -> Point:
    """The same place, except on planes: there beside the lowest one, farther out, since their frames have no room for it."""
    if not _in_planes(scene):
        return label.x, label.y
    flat = cell_bounds(scene.cells)
    ways = (label.x > flat.right) - (label.x < flat.left), (label.y > flat.bottom) - (label.y < flat.top)
    x, y = (at + way * more for at, way, more in zip((label.x, label.y), ways, BESIDE_PLANES, strict=True))
    return _on_plane(scene, x, y, 0)
