"""Race tracks: reading a drawn one, and the tables of everything that a car can do on it.

A track is drawn as rows of characters from the top, one for each point of the squared paper: # is outside, . is on the track,
1 and 2 are where the cars start, and one of > < ^ v, repeated across the track, is the finish, which cars cross in the
direction of the sign. The line itself lies just before these points, so that no car ever stands on it.

A point stands for the unit square around it. A move touches all squares that its straight segment touches, corners included
(the supercover of the segment), and all of them must be on the track.
"""

from __future__ import annotations

from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.cell_names import LETTERS
from counterplay.core import BadParameter

OUTSIDE, ON_TRACK, STARTS = "#", ".", "12"
FORWARD = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}  # (right, up)
SIGNS = OUTSIDE + ON_TRACK + STARTS + "".join(FORWARD)
MOST = len(LETTERS)  # rows and columns

CRASH_TURNS = 2  # the move that leaves the track, and the turn that is missed
SHARE = 64  # of a turn: one point beyond the line, in the order of ways to the finish; no track is so long
NEVER = 99  # turns, where every way crashes and a crash loses

TRACKS: dict[str, tuple[str, ...]] = {
    "oval": (
        "####..............####",
        "##..................##",
        "#....................#",
        "......................",
        ".....############.....",
        "....##############....",
        "....##############....",
        ".....############.....",
        ".........>2...........",
        "#........>...........#",
        "##.......>..........##",
        "####.....>1.......####",
    ),
    "drag_strip": (
        "1..................>....",
        "...................>....",
        "2..................>....",
    ),
    "hairpin": (
        "....................##",
        "1....................#",
        "......................",
        "2.....................",
        "###############.......",
        "#################.....",
        "#################.....",
        "###############.......",
        ".....<................",
        ".....<................",
        ".....<...............#",
        ".....<..............##",
    ),
    "zigzag": (
        "1.2.####..........####",
        "....####...........###",
        "....####............##",
        "....####....###.....##",
        "....####....####....##",
        "....####....####....##",
        "....####....####....##",
        "....####....####....##",
        "#...........####......",
        "##..........####......",
        "###.........####vvvvvv",
        "################......",
        "################......",
        "################......",
        "################......",
    ),
}


class Track(NamedTuple):
    """A track as it was drawn; points are (column, row), rows counted from the bottom."""

    rows: tuple[str, ...]  # from the top
    starts: tuple[tuple[int, int], tuple[int, int]]
    finish: tuple[tuple[int, int], ...]  # the points just past the line
    forward: tuple[int, int]  # (right, up): the direction in which the line is crossed

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def inside(self, x: int, y: int) -> bool:
        """Whether a point is on the track."""
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[self.height - 1 - y][x] != OUTSIDE

    def points(self) -> list[tuple[int, int]]:
        """The points on the track, row by row from the lower left."""
        return [(x, y) for y in range(self.height) for x in range(self.width) if self.inside(x, y)]


class CarMoves(NamedTuple):
    """What a car can do, by point, velocity to the right and velocity upwards, both plus `offset`."""

    offset: int  # one more than the greatest speed that a car can reach, so that every acceleration stays in the tables
    targets: NDArray[np.int64]  # where a car comes with this velocity from this point; NOWHERE where it leaves the track
    past: NDArray[np.int64]  # how far beyond the line that is, if this move crosses it; else 0


def refuse(reason: str) -> NoReturn:
    """Raise BadParameter: what is wrong with a drawn track, and how to draw one."""
    raise BadParameter(
        f"paper_racing: the track {reason}; draw its rows from the top with | or a new line between, # outside, . on it, "
        "1 and 2 where the cars start, and > < ^ or v across the track for the finish and its direction, as in 1..>.|2..>."
    )


def read_track(text: str) -> Track:
    """A track by its name or as it is drawn; BadParameter for a wrong one."""
    rows = TRACKS.get(text) or tuple(row.strip() for row in text.strip().replace("\n", "|").split("|"))
    if len(rows) == 1 and set(rows[0]) & set("abcdefghijklmnopqrstuwxyz"):
        raise BadParameter(
            f"paper_racing: there is no track '{text[:40]}'; there are {', '.join(TRACKS)}, or draw one as in 1..>.|2..>."
        )
    for number, row in enumerate(rows, 1):
        strange = [sign for sign in row if sign not in SIGNS]
        if strange:
            refuse(f"has '{strange[0]}' in row {number}")
        if len(row) != len(rows[0]):
            refuse(f"has {len(row)} points in row {number} instead of {len(rows[0])}")
    if not 1 <= len(rows[0]) <= MOST or len(rows) > MOST:
        refuse(f"is {len(rows[0])} points wide and {len(rows)} high, and 1 to {MOST} are possible")
    found = {sign: _points_of(rows, sign) for sign in (*STARTS, *FORWARD)}
    for sign in STARTS:
        if len(found[sign]) != 1:
            refuse(f"has {len(found[sign]) or 'no'} {sign}, and there must be one")
    lines = [sign for sign in FORWARD if found[sign]]
    if len(lines) != 1:
        refuse("has finish signs of two kinds" if lines else "has no finish")
    track = Track(rows, (found["1"][0], found["2"][0]), tuple(found[lines[0]]), FORWARD[lines[0]])
    _check_finish(track)
    return track


def _points_of(rows: tuple[str, ...], sign: str) -> list[tuple[int, int]]:
    return [(x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == sign]


def _check_finish(track: Track) -> None:
    """Refuse a finish that is no straight line, or that a car could drive around."""
    (fx, fy), points = track.forward, sorted(track.finish)
    ax, ay = abs(fy), abs(fx)  # along the line
    first, last = points[0], points[-1]
    if points != [(first[0] + i * ax, first[1] + i * ay) for i in range(len(points))]:
        refuse("has a finish that is not one straight line across its direction")
    for x, y in ((first[0] - ax, first[1] - ay), (last[0] + ax, last[1] + ay)):
        if track.inside(x, y) and track.inside(x - fx, y - fy):
            refuse("has a finish that does not reach from one side of the track to the other")


def touched(dx: int, dy: int) -> list[tuple[int, int]]:
    """The squares that the segment from (0, 0) to (dx, dy) touches, by their centres, corners included.

    Of the squares within the bounds of the segment it touches those whose centre is near its line: by separating axes, where
    |dx * y - dy * x| is at most half of |dx| + |dy|.
    """
    within = [(x, y) for x in range(min(dx, 0), max(dx, 0) + 1) for y in range(min(dy, 0), max(dy, 0) + 1)]
    return [(x, y) for x, y in within if 2 * abs(dx * y - dy * x) <= abs(dx) + abs(dy)]


def fastest(track: Track) -> int:
    """The greatest speed that a car can reach: 1 + 2 + ... up to it must fit on the paper."""
    room, speed = max(track.width, track.height) - 1, 0
    while (speed + 1) * (speed + 2) // 2 <= room:
        speed += 1
    return speed


def car_moves(track: Track) -> CarMoves:
    """The tables of a track. Whole pictures of the track are moved by each touched square, which takes milliseconds."""
    top, points = fastest(track), track.points()
    pad, (fx, fy) = top + 1, track.forward
    number = np.full((track.width + 2 * pad, track.height + 2 * pad), NOWHERE, np.int64)
    finish = np.zeros(number.shape, bool)
    for cell, (x, y) in enumerate(points):
        number[x + pad, y + pad] = cell
    for x, y in track.finish:
        finish[x + pad, y + pad] = True
    xs, ys = (np.array(part) + pad for part in zip(*points, strict=True))
    targets = np.full((len(points), 2 * pad + 1, 2 * pad + 1), NOWHERE, np.int64)
    past = np.zeros_like(targets)
    line = track.finish[0][0] * fx + track.finish[0][1] * fy - 1
    for dx in range(-top, top + 1):
        for dy in range(-top, top + 1):
            squares = touched(dx, dy)
            clear, crossed = np.ones(len(points), bool), np.zeros(len(points), bool)
            for x, y in squares:
                clear &= number[xs + x, ys + y] != NOWHERE
                if (x - fx, y - fy) in squares:  # the side between the two is touched
                    crossed |= finish[xs + x, ys + y]
            ahead = dx * fx + dy * fy > 0
            legal = clear & (ahead | ~crossed)  # the line is not crossed backwards
            targets[legal, dx + pad, dy + pad] = number[xs + dx, ys + dy][legal]
            beyond = (xs - pad + dx) * fx + (ys - pad + dy) * fy - line
            past[:, dx + pad, dy + pad] = np.where(legal & crossed, beyond, 0)
    return CarMoves(pad, targets, past)


def neighbouring(table: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """For each of the 9 accelerations the table at the velocity that it leads to; the border, which is a crash, repeated."""
    wide = np.pad(table, ((0, 0), (1, 1), (1, 1)), mode="edge")
    across, along = table.shape[1:]
    return [wide[:, 1 + x : 1 + x + across, 1 + y : 1 + y + along] for x in (-1, 0, 1) for y in (-1, 0, 1)]


def reachable(moves: CarMoves, starts: list[int]) -> NDArray[np.int64]:
    """Shape of the tables: 1 for the points and velocities that a car can have during the race, 0 for all others."""
    found = np.zeros_like(moves.targets)
    found[starts, moves.offset, moves.offset] = 1
    cells, right, up = np.nonzero((moves.targets != NOWHERE) & (moves.past == 0))
    ends = moves.targets[cells, right, up]
    while True:
        before = found.sum()
        tried = np.maximum.reduce(neighbouring(found))
        np.maximum.at(found, (ends, right, up), tried[cells, right, up])
        if found.sum() == before:
            return found


def ways_to_finish(moves: CarMoves, crash_loses: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For a car alone, by point and velocity: the least turns to the finish, and how far past the line it comes by these.

    Dynamic programming over whole tables: a value in shares of a turn, less one for each point past the line, so that of
    ways with equally many turns the one that leads farther counts.
    """
    crash, rest = moves.targets == NOWHERE, moves.offset
    ends = np.where(crash, 0, moves.targets)
    right, up = np.indices(ends.shape)[1:]
    best = np.full(ends.shape, NEVER * SHARE, np.int64)
    while True:
        onward = np.where(moves.past > 0, SHARE - moves.past, SHARE + best[ends, right, up])
        again = NEVER * SHARE if crash_loses else CRASH_TURNS * SHARE + best[:, rest, rest][:, None, None]
        tried = np.minimum.reduce(neighbouring(np.where(crash, again, onward)))
        better = np.minimum(best, tried)
        if (better == best).all():
            turns = -(-best // SHARE)
            return turns, turns * SHARE - best
        best = better
