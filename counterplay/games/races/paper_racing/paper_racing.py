"""Paper and pencil racing, also known as Racetrack: cars on squared paper, whose velocity changes by at most one each way.

A traditional game; the sources leave much open. Choices: 9 accelerations. A move crashes where a square that its segment
touches lies outside the track, corners included, or where it crosses the finish line backwards: nobody wins by backing over it.
A crash puts the car back on the point where its move began, at rest, and costs the next turn (`crash_loses=yes`: it loses the
game). All accelerations that crash come to the same and are one action. Cars may not end on the same point, but may pass each
other. Both have equally many turns: if Blue, who begins, crosses the line, Red has one more move, a missed turn counted, and
whoever is farther past the line, in its direction, wins. The whole move must stay on the track, beyond the line, too. After
200 moves without a finish the race is a draw.

There is no program to compare with. Checked against the least number of moves on straight tracks, k with k(k+1)/2 >= length,
the numbers of points that a car can reach from rest, and a second implementation written from the rules with exact fractions.

The estimate compares the turns that both would need alone, which dynamic programming has worked out for every point and
velocity. The engine plays it better than Monte Carlo search, whose random drivers seldom finish: 10 of 10 games at 0.1 s a
move, on the oval from random openings of four plies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from counterplay.boards import SquareBoard, SquashedEvaluation
from counterplay.boards.bases.no_progress_clock import NoProgressClock
from counterplay.boards.notation.notation_fields import NotationField, NumberField, SignField
from counterplay.boards.notation.word_notation import WordNotation
from counterplay.boards.shapes.board import Board
from counterplay.boards.shapes.cell_names import cell_name
from counterplay.boards.shapes.square_board import grid_labels
from counterplay.core import BadNotation, BadParameter, Diagram, Label, Line, Piece, Scene, Unit
from counterplay.core.scene import Car
from counterplay.games.races.paper_racing.race_track import (
    NEVER,
    TRACKS,
    Track,
    car_moves,
    reachable,
    read_track,
    ways_to_finish,
)

BLUE, RED = 0, 1
ACCELERATIONS = 9  # action a changes the velocity to the right by a // 3 - 1, the one upwards by a % 3 - 1
CRASH = ACCELERATIONS  # the action of leaving the track, whichever way
CLOCK_LIMIT = 200  # moves of both

WEIGHTS = (1.0, 0.25)  # of `feature_names`, in turns
HALF = 1.0  # turns that are worth half a win
BESIDE_BOARD, BESIDE_BORDER = 0.4, 0.7  # how far labels usually stand beside cells, and here, where a line runs between; cells
WRITTEN_CAR = re.compile(r"([a-zA-Z][0-9]{1,2})([+-][0-9]{1,2})([+-][0-9]{1,2})(?:(x)|=([0-9]{1,2}))?")


class State(NamedTuple):
    """Both cars: the point, the velocity, whether the next turn is missed, and how far past the line, 0 before it."""

    blue: int
    blue_right: int
    blue_up: int
    blue_waits: int
    blue_past: int
    red: int
    red_right: int
    red_up: int
    red_waits: int
    red_past: int
    turn: int
    clock: int  # moves since somebody finished, or since the start


class CarState(NamedTuple):
    """The part of a state that is one car's."""

    cell: int
    right: int
    up: int
    waits: int
    past: int


class CarField(NamedTuple):
    """A car in the notation: `c4+2-1` is on c4 and drives 2 to the right, 1 down; x after a crash, =3 for 3 past the line."""

    field: str
    meaning: str

    def write(self, value: CarState, board: Board) -> str:
        """The point, the velocity and what there is to know beyond that."""
        cell, right, up, waits, past = value
        return f"{board.names[cell]}{right:+}{up:+}" + ("x" if waits else f"={past}" if past else "")

    def read(self, word: str, board: Board) -> CarState:
        """The car that is written so."""
        found = WRITTEN_CAR.fullmatch(word)
        if found is None or found[1].lower() not in board.names:
            raise BadNotation("a point of the track and the velocity to the right and up, as in c4+2-1, then perhaps x or =3")
        return CarState(board.index(found[1]), int(found[2]), int(found[3]), int(bool(found[4])), int(found[5] or 0))


class PaperRacing(SquashedEvaluation, NoProgressClock, WordNotation):
    """A race of two cars on a drawn track; Blue begins."""

    name = "paper_racing"
    title = "Paper and pencil racing"
    aliases = ("racetrack", "paper_and_pencil_racing", "vector_racing", "graph_paper_racing")
    player_names = ("Blue", "Red")
    presets: ClassVar = {
        "paper_racing_on_a_drag_strip": {"track": "drag_strip"},
        "paper_racing_round_a_hairpin": {"track": "hairpin"},
        "paper_racing_in_zigzag": {"track": "zigzag"},
        "paper_racing_where_a_crash_loses": {"crash_loses": True},
    }
    unit = Unit("turns", 1.0 / HALF, digits=1, squashed=True)
    rules = (
        "Two cars race on squared paper. A car drives from point to point, and its velocity is so many squares to the side and "
        "so many up or down. In your turn, change each of the two by one or leave it as it is, then move by the new velocity: "
        "tap one of the nine points around the one that the dashed arrow shows. At the start both cars are at rest. The "
        "straight line of a move must stay on the track: it may not even touch a square around a point that lies outside. If "
        "it does, the car has crashed. It goes back to where the move began, at rest, and misses its next turn. Cars may pass "
        "each other, but may not end on the same point. Whoever crosses the finish line first wins. If Blue, who begins, "
        "does so, Red has one more move; if both have crossed the line, the one farther past it wins, and equal is a draw. "
        "The line may not be crossed backwards, which counts as a crash. A race that nobody has finished after 200 moves is a "
        "draw."
    )
    cover = "d8-1-2 d9-1-2 blue 26"
    usual_plies = 34
    diagrams = (
        Diagram(
            "",
            "At rest, a car can go to the eight points around it, or stay. Blue begins; three of the points lie outside the "
            "track.",
            ("j1", "j2", "k2", "l2", "l1"),
        ),
        Diagram(
            "q2+3+1 q4+3+0 blue 6",
            "Blue drives 3 to the right and 1 up, as the arrow shows. Each of these may change by one. The moves to the marked "
            "points stay on the track; the one to u2 leaves it, and such a crash costs the speed and a turn.",
            ("s2", "s3", "s4", "t2", "t3", "t4", "u3", "u4"),
        ),
        Diagram(
            "k2+3+0=2 h3+2+0 red 0",
            "Blue has crossed the line and is two points past it. Red has one more move: on k3, two points past the line as "
            "well, the race is a draw.",
            ("k3",),
        ),
    )
    clock_limit = CLOCK_LIMIT
    progress = "a finish"
    half = HALF
    feature_names = ("turns", "points past the line")
    tunables = ("weight_array",)
    strongest_search = "engine"
    max_actions = ACCELERATIONS + 1

    def __init__(self, track: str = "oval", crash_loses: bool = False) -> None:
        drawn = read_track(track)
        self.track = track if track in TRACKS else "|".join(drawn.rows)
        self.crash_loses = bool(crash_loses)
        missing = [
            cell_name(y * drawn.width + x, drawn.width)
            for y in range(drawn.height)
            for x in range(drawn.width)
            if not drawn.inside(x, y)
        ]
        self.board = SquareBoard(drawn.width, drawn.height, shape="point", missing=missing, labels=paper_labels(drawn))
        points = drawn.points()
        self.starts = (points.index(drawn.starts[BLUE]), points.index(drawn.starts[RED]))
        moves = car_moves(drawn)
        self.offset, self.targets, self.past = moves.offset, moves.targets, moves.past
        self.turns, self.reach = ways_to_finish(moves, self.crash_loses)
        self.possible = reachable(moves, list(self.starts))
        if max(self.turns[cell, self.offset, self.offset] for cell in self.starts) >= NEVER:
            raise BadParameter(f"paper_racing: on the track '{self.track[:60]}' no way leads from both starts to the finish")
        self.lines = (*border_lines(drawn), *race_lines(drawn))
        self.extra_fields: tuple[NotationField, ...] = (
            CarField("blue_car", "blue car"),
            CarField("red_car", "red car"),
            SignField("turn", "player to move", ("blue", "red")),
            NumberField("clock", "moves without a finish", CLOCK_LIMIT),
        )
        self.max_plies = self.longest_game(1)
        self.set_weights(WEIGHTS)

    # --- the rules ---
    def initial(self) -> State:
        return State(self.starts[BLUE], 0, 0, 0, 0, self.starts[RED], 0, 0, 0, 0, BLUE, 0)

    def car(self, s: State, p: int) -> CarState:
        """A player's car."""
        if p == BLUE:
            return CarState(s.blue, s.blue_right, s.blue_up, s.blue_waits, s.blue_past)
        return CarState(s.red, s.red_right, s.red_up, s.red_waits, s.red_past)

    def together(self, mover: CarState, other: CarState, p: int, turn: int, clock: int) -> State:
        """The state in which the first of these cars is player p's."""
        blue, red = (mover, other) if p == BLUE else (other, mover)
        return State(
            blue.cell, blue.right, blue.up, blue.waits, blue.past,
            red.cell, red.right, red.up, red.waits, red.past,
            turn, clock,
        )  # fmt: skip

    def actions(self, s: State) -> Iterator[int]:
        own, other, crashes = self.car(s, s.turn), self.car(s, 1 - s.turn), False
        for a in range(ACCELERATIONS):
            target = self.targets[own.cell, own.right + a // 3 - 1 + self.offset, own.up + a % 3 - 1 + self.offset]
            if target < 0:
                crashes = True
            elif target != other.cell:
                yield a
        if crashes:
            yield CRASH

    def moved(self, car: CarState, a: int) -> CarState:
        """A car after an action."""
        if a == CRASH:
            return CarState(car.cell, 0, 0, 1, 0)
        right, up = car.right + a // 3 - 1, car.up + a % 3 - 1
        x, y = right + self.offset, up + self.offset
        return CarState(int(self.targets[car.cell, x, y]), right, up, 0, int(self.past[car.cell, x, y]))

    def result(self, s: State, a: int) -> State:
        own, other = self.moved(self.car(s, s.turn), a), self.car(s, 1 - s.turn)
        clock = 0 if own.past > 0 else s.clock + 1
        if self.crash_loses or other.waits == 0:
            return self.together(own, other, s.turn, 1 - s.turn, clock)
        rested = CarState(other.cell, other.right, other.up, 0, other.past)
        if own.waits == 0:
            return self.together(own, rested, s.turn, s.turn, clock)
        # Both have crashed, one after the other: each misses a turn.
        return self.together(CarState(own.cell, 0, 0, 0, 0), rested, s.turn, 1 - s.turn, clock)

    def crashed_out(self, s: State) -> bool:
        """Whether a crash has decided the game."""
        return self.crash_loses and s.blue_waits + s.red_waits > 0

    def terminal(self, s: State) -> bool:
        if s.red_past > 0 or self.crashed_out(s):
            return True
        return s.turn == BLUE if s.blue_past > 0 else self.stalled(s)

    def utility(self, s: State, p: int) -> float:
        own, other = self.car(s, p), self.car(s, 1 - p)
        if self.crashed_out(s):
            return -1.0 if own.waits else 1.0
        if own.past == other.past:
            return 0.0
        return 1.0 if own.past > other.past else -1.0

    # --- hints ---
    def turns_left(self, car: CarState) -> int:
        """The turns that a car needs alone."""
        return 0 if car.past > 0 else car.waits + int(self.turns[car.cell, car.right + self.offset, car.up + self.offset])

    def past_then(self, car: CarState) -> int:
        """How far past the line a car comes in these turns."""
        return car.past if car.past > 0 else int(self.reach[car.cell, car.right + self.offset, car.up + self.offset])

    def feature(self, s: State, p: int, i: int) -> float:
        own, other = self.car(s, p), self.car(s, 1 - p)
        lead = self.turns_left(other) - self.turns_left(own)
        if s.turn == RED:  # Blue has had this turn
            lead += 1 if p == RED else -1
        if i == 0:
            return float(lead)
        return float(self.past_then(own) - self.past_then(other)) if lead == 0 else 0.0

    def order(self, s: State, a: int) -> float:
        """The fewer turns are left, the better; of equally many, the farther past the line."""
        after = self.moved(self.car(s, s.turn), a)
        return float(self.weight_array[1] * self.past_then(after) - self.turns_left(after))

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        return "crash" if a == CRASH else self.board.names[self.moved(self.car(s, s.turn), a).cell]

    def extras(self, s: State) -> dict[str, Any]:
        return {"blue_car": self.car(s, BLUE), "red_car": self.car(s, RED), "turn": s.turn, "clock": s.clock}

    def state_of(self, extras: dict[str, Any]) -> State:
        return self.together(extras["blue_car"], extras["red_car"], BLUE, extras["turn"], extras["clock"])

    def problem(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            car = self.car(s, p)
            if not self._attained(car):
                return f"{side} cannot be on {self.board.names[car.cell]} with velocity {car.right:+}{car.up:+} in that way"
            if car.waits and (car.right, car.up) != (0, 0):
                return f"{side} has crashed and is not at rest"
        if s.blue == s.red:
            return f"both cars are on {self.board.names[s.blue]}"
        if self.car(s, s.turn).waits:
            return f"{self.player_names[s.turn]} has crashed and cannot be to move"
        return ""

    def _attained(self, car: CarState) -> bool:
        """Whether a car can come to this point with this velocity, past the line if it says so."""
        if max(abs(car.right), abs(car.up)) >= self.offset:
            return False
        x, y = car.right + self.offset, car.up + self.offset
        if car.past == 0:
            return bool(self.possible[car.cell, x, y])
        near = self.possible[:, x - 1 : x + 2, y - 1 : y + 2].any(axis=(1, 2))
        return bool((near & (self.targets[:, x, y] == car.cell) & (self.past[:, x, y] == car.past)).any())

    def scene(self, s: State) -> Scene:
        pieces = tuple(self._drawn_car(self.car(s, p), p) for p in (BLUE, RED))
        buttons = {"crash": "Leave the track"} if CRASH in self.choices(s) else {}
        return Scene(
            self.board.cells, pieces, self.lines, self.board.labels, notes=self._notes(s), buttons=buttons, material="paper"
        )

    def _drawn_car(self, car: CarState, p: int) -> Piece:
        """The car, the move that it made last, and where it goes if it keeps its velocity."""
        x, y = self.board.places[car.cell]
        came = ((x - car.right, y + car.up),) if car.right or car.up else ()
        return Piece(self.board.names[car.cell], Car((car.right, -car.up), came), p, name=f"{self.player_names[p].lower()} car")

    def _notes(self, s: State) -> tuple[str, ...]:
        found = []
        for p, side in enumerate(self.player_names):
            car = self.car(s, p)
            if car.waits and not self.crash_loses:
                found.append(f"{side} has crashed and misses the next turn.")
            if car.past:
                found.append(f"{side} has finished, {points_past(car.past)}.")
        return tuple(found)

    def ending(self, s: State) -> str:
        if self.crashed_out(s):
            return f"{self.player_names[BLUE if s.blue_waits else RED]} has left the track"
        if s.blue_past == s.red_past:
            return f"both cars are {points_past(s.blue_past)}" if s.blue_past else self.clock_ending()
        first, last = (BLUE, RED) if s.blue_past > s.red_past else (RED, BLUE)
        won, beaten = self.car(s, first).past, self.car(s, last).past
        said = f"{self.player_names[first]} is {points_past(won)}"
        return f"{said}, {self.player_names[last]} {beaten}" if beaten else f"{self.player_names[first]} has finished"


def points_past(count: int) -> str:
    """How far past the line, in words."""
    return f"{count} {'point' if count == 1 else 'points'} past the line"


# --- the track in the picture; a point's square reaches half a unit to every side ---
def paper_labels(track: Track) -> tuple[Label, ...]:
    """Letters and numbers, a little outside the border of the track."""
    away = BESIDE_BORDER - BESIDE_BOARD
    labels = grid_labels(track.width, track.height)
    return tuple(replace(one, x=one.x - away) if one.x < 0 else replace(one, y=one.y + away) for one in labels)


def border_lines(track: Track) -> Iterator[Line]:
    """The sides between the track and what lies outside, each as one line as long as it goes on."""
    for x in range(track.width + 1):
        sides = [track.inside(x - 1, y) != track.inside(x, y) for y in range(track.height)]
        for low, high in runs(sides):
            yield Line(x, track.height - high, x, track.height - low)
    for y in range(track.height + 1):
        sides = [track.inside(x, y - 1) != track.inside(x, y) for x in range(track.width)]
        for low, high in runs(sides):
            yield Line(low, track.height - y, high, track.height - y)


def runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where flags are set without a gap: the first, and the one after the last."""
    begin = None
    for i, flag in enumerate((*flags, False)):
        if flag and begin is None:
            begin = i
        elif not flag and begin is not None:
            yield begin, i
            begin = None


def race_lines(track: Track) -> Iterator[Line]:
    """The finish, and a dashed line through both starts where they lie beside each other."""
    (fx, fy), points = track.forward, sorted(track.finish)
    (x1, y1), (x2, y2) = points[0], points[-1]
    middle = ((x1 + x2 + 1 - fx) / 2, track.height - (y1 + y2 + 1 - fy) / 2)
    half = len(points) / 2
    across, down = (0.0, half) if fx else (half, 0.0)
    yield Line(middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down, style="finish")
    (ax, ay), (bx, by) = track.starts
    if ax == bx or ay == by:
        yield Line(ax + 0.5, track.height - ay - 0.5, bx + 0.5, track.height - by - 0.5, style="dashed")
