"""Where trays lie: above, below or beside the board, as their game says, or as the shape of a page has room for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from counterplay.core.scene import Cell, Tray
from counterplay.draw.layout.scene_layout import Bounds

TraySide = Literal["above", "below", "left", "right"]
PageShape = Literal["", "wide", "tall"]  # "": the trays stay where the game puts them

TRAY_GAP = 0.3  # cells between the board and a tray
TRAY_EDGE = 0.14  # cells of a tray around its slots
TRAY_WORD = 0.42  # cells that a tray's label takes
MOST_COLUMNS = 6  # of slots in a tray that is moved beside the board
# Width to height of the room for a board: at 1440 x 900 beside the list of moves, on a phone of 390 x 844 above it.
ROOM = {"wide": 1.35, "tall": 0.67}
WORTH_MOVING = 1.08  # times as large: for less, trays stay where the game puts them


@dataclass(frozen=True)
class PlacedTray:
    """A tray with its place on the page."""

    tray: Tray
    box: Bounds
    slots: tuple[Cell, ...]


def tray_side(tray: Tray) -> TraySide:
    """Where a tray stands: the first player's below the board, the second's above, everybody's and others' on the right."""
    if tray.side:
        return tray.side
    return "below" if tray.owner == 0 else "above" if tray.owner == 1 else "right"


def placed_trays(trays: Sequence[Tray], board: Bounds, outer: Bounds, page: PageShape = "") -> tuple[PlacedTray, ...]:
    """The trays around a board; on a page of a given shape, where the board is drawn largest."""
    placed = _around(trays, board, outer)
    if not trays or not page:
        return placed
    room = ROOM[page]
    others = _beside(trays, board, outer) if page == "wide" else [_around(_above_or_below(trays), board, outer)]
    best = max(others, key=lambda found: _scale(found, outer, room))
    return best if _scale(best, outer, room) > WORTH_MOVING * _scale(placed, outer, room) else placed


def _scale(placed: Sequence[PlacedTray], outer: Bounds, room: float) -> float:
    """How large a cell is drawn in a room of this width and of height 1."""
    for one in placed:
        outer = outer.with_box(one.box)
    return min(room / outer.width, 1 / outer.height)


def _around(trays: Sequence[Tray], board: Bounds, edges: Bounds) -> tuple[PlacedTray, ...]:
    """Every tray on its side, those of one side one behind the other."""
    placed = []
    middle_x, middle_y = (board.left + board.right) / 2, (board.top + board.bottom) / 2
    for tray in trays:
        side = tray_side(tray)
        flat = side in ("above", "below")
        length = board.width / tray.size if flat else board.height / (tray.height or tray.size)
        in_line = tray.most or max(1, int(length + 0.01))
        columns, rows = _grid(tray, in_line, flat)
        width, height = _size(tray, columns, rows)
        left, top = {
            "above": (middle_x - width / 2, edges.top - TRAY_GAP - height),
            "below": (middle_x - width / 2, edges.bottom + TRAY_GAP),
            "left": (edges.left - TRAY_GAP - width, middle_y - height / 2),
            "right": (edges.right + TRAY_GAP, middle_y - height / 2),
        }[side]
        found = _filled(tray, left, top, columns, rows, flat)
        box = found.box
        if not flat:  # what is taller than the board does not push away what lies above and below it
            box = replace(box, top=edges.top, bottom=edges.bottom)
        edges = edges.with_box(box)
        placed.append(found)
    return tuple(placed)


def _above_or_below(trays: Sequence[Tray]) -> list[Tray]:
    """No tray beside the board: the second player's above it, everything else below."""
    return [
        tray if tray_side(tray) in ("above", "below") else replace(tray, side="above" if tray.owner == 1 else "below", most=0)
        for tray in trays
    ]


def _beside(trays: Sequence[Tray], board: Bounds, outer: Bounds) -> list[tuple[PlacedTray, ...]]:
    """No tray above or below the board: those share a column on the right, with or without what lies there anyway."""
    columns = range(1, MOST_COLUMNS + 1)
    return [_in_a_column(trays, board, outer, many, joined) for many in columns for joined in (False, True)]


def _in_a_column(trays: Sequence[Tray], board: Bounds, outer: Bounds, columns: int, joined: bool) -> tuple[PlacedTray, ...]:
    """From above the board at the top of the column, from below at its foot, what joins them in between."""
    groups = [[tray for tray in trays if tray_side(tray) == side] for side in ("above", "right" if joined else "", "below")]
    stack = [tray for members in groups for tray in members]
    sizes = {tray: _size(tray, *_grid(tray, columns, flat=True)) for tray in stack}
    total = sum(height for _, height in sizes.values()) + TRAY_GAP * max(0, len(stack) - 1)
    free = max(0.0, outer.height - total) / (2 if groups[1] else 1)
    left, top = outer.right + TRAY_GAP, outer.top - max(0.0, total - outer.height) / 2
    found: dict[Tray, PlacedTray] = {}
    edges = outer
    for place, members in enumerate(groups):
        top += free if place and members else 0.0
        for tray in members:
            found[tray] = _filled(tray, left, top, *_grid(tray, columns, flat=True), flat=True)
            edges = edges.with_box(found[tray].box)
            top += sizes[tray][1] + TRAY_GAP
    found |= {one.tray: one for one in _around([tray for tray in trays if tray not in found], board, edges)}
    return tuple(found[tray] for tray in trays)


def _grid(tray: Tray, in_line: int, flat: bool) -> tuple[int, int]:
    """Columns and rows of a tray's slots, with at most so many in each row, or in each column if it is not flat."""
    count = max(1, len(tray.slots))
    in_line = max(1, min(count, in_line))
    lines = math.ceil(count / in_line)
    return (in_line, lines) if flat else (lines, in_line)


def _size(tray: Tray, columns: int, rows: int) -> tuple[float, float]:
    """Of the whole tray, in cells."""
    width = max(columns * tray.size, 0.155 * len(tray.label)) + 2 * TRAY_EDGE
    return width, rows * (tray.height or tray.size) + 2 * TRAY_EDGE + (TRAY_WORD if tray.label else 0.0)


def _filled(tray: Tray, left: float, top: float, columns: int, rows: int, flat: bool) -> PlacedTray:
    """A tray with its slots, row by row, or column by column if it is not flat."""
    wide, tall = tray.size, tray.height or tray.size
    width, height = _size(tray, columns, rows)
    start_x, start_y = left + (width - columns * wide) / 2, top + height - TRAY_EDGE - rows * tall
    slots = []
    for k, name in enumerate(tray.slots):
        column, row = (k % columns, k // columns) if flat else (k // rows, k % rows)
        x, y = start_x + (column + 0.5) * wide, start_y + (row + 0.5) * tall
        slots.append(Cell(name, x, y, "square", width=wide, height=tall))
    return PlacedTray(tray, Bounds(left, top, left + width, top + height), tuple(slots))
