"""Fanorona (traditional, Madagascar): men take whole lines of the enemy by moving up to them or away from them.

The default is fanoron-tsivy, on 9 x 5 points; fanoron-dimy is played on 5 x 5 and fanoron-telo on 3 x 3, and every board of odd
width and height from 3 to 9 with at most 64 points can be played. The rules are those of M. Schadd et al., "Best Play in
Fanorona Leads to Draw" (2008). Choices: whoever has no man or no move loses; the third occurrence of a position is a draw, and
so are 50 moves without a capture. A capture is an action of its own; in a chain the same player goes on, or stops.

Checked against counts of sequences of turns and of positions, on 9 x 5 and 5 x 5, and against a second implementation written
from the rules. Ludii's Fanorona lets a man capture on in the direction that it has just moved in; `change_direction=no` plays
that way, and then the counts are that program's. Schadd et al. found draws on 9 x 5 and 5 x 5, and wins for White on 3 x 3,
5 x 3 and 3 x 5 (width first). `solve` gives these three wins, from 1,265, 726,007 and 273,056 positions. Those at the start of
a turn are 1,012, 444,908 and 185,204, as many as another program has found in its own full analysis. Larger boards were not
solved here.

Level 10 plays with the engine, which scored 9.5 of 10 games against Monte Carlo search from random openings, 0.1 s a move each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, CellField, LinearEvaluation, NumberField, PieceKind, SignField, alquerque_board
from counterplay.boards.bases.no_progress_clock import NoProgressClock
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.word_notation import plain_name
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.core import BadNotation, BadParameter, Diagram, Repetition, Scene, Unit
from counterplay.gears.bits import EMPTY, bit, cells, has, popcount

WHITE, BLACK = 0, 1
SIDES = (3, 5, 7, 9)  # of a board, in points
MOST_POINTS = 64
DIRECTIONS = 8
STEP, APPROACH, WITHDRAWAL = 0, 1, 2  # kinds of action
KINDS = 3
COMPASS = ("-", "e", "ne", "n", "nw", "w", "sw", "s", "se")  # how `heading` is written
MOVES_WITHOUT_CAPTURE = 50
WEIGHTS = (1.0, 0.05, 0.1, 0.3)  # of `feature_names`, in men
HALF = 4.0  # men that are worth half a win


class State(NamedTuple):
    """The points with each player's men, and what a man has done that may capture on."""

    white: np.uint64
    black: np.uint64
    turn: int
    chain: int  # the man that has captured and may capture on; NOWHERE at the start of a turn
    left: np.uint64  # the points that this man has left in this turn, and may not enter again
    heading: int  # 1 + the direction of its last step, which the next one may not have; 0 where any will do
    clock: int  # moves since the last capture


class PointsField(NamedTuple):
    """A set of points: their names with commas between, or - for none."""

    field: str
    meaning: str

    def write(self, value: np.uint64, board: Board) -> str:
        """The names of the points."""
        return ",".join(board.names[cell] for cell in cells(value)) or "-"

    def read(self, word: str, board: Board) -> np.uint64:
        """The set of the points with these names."""
        try:
            points: Iterable[int] = () if word == "-" else [board.index(name) for name in word.split(",")]
        except BadNotation:
            raise BadNotation(f"points such as {board.names[0]},{board.names[1]}, or - for none") from None
        return np.uint64(board.cell_set(points))


class Fanorona(LinearEvaluation, NoProgressClock, BoardGame):
    """Fanorona; White, below, begins."""

    name = "fanorona"
    title = "Fanorona"
    aliases = ("fanorama", "fanoron_tsivy", "fanoron_sivy")
    player_names = ("White", "Black")
    unit = Unit("men", 1 / HALF, digits=1, squashed=True)
    presets: ClassVar = {
        "fanoron_dimy": {"width": 5, "height": 5},
        "fanoron_telo": {"width": 3, "height": 3},
        "fanorona_in_any_direction": {"change_direction": False},
    }
    rules = (
        "Each of you has 22 men on the points of the board; only the point in the middle is empty. In your turn move a man "
        "along a line to the next point if that is empty. If the man comes up to an enemy, which stands on the next point in "
        "the direction of the move, it takes that man and all enemies behind it in an unbroken line: an approach. If it moves "
        "straight away from an enemy beside it, it takes that man and the unbroken line behind it: a withdrawal. Where a move "
        "does both, choose one line, by a click on its nearest man. You must capture if you can. The man that has captured "
        "may go on capturing in the same turn, or stop; each step must have another direction than the one before, and lead "
        "to a point where the man has not been in this turn. Whoever has no man or no move left loses. A position for the "
        "third time, and 50 moves without a capture, are a draw."
    )
    cover = "b6b1/1b2w3b/b1w6/2b2www1/5w1w1 b - - - 3"
    usual_plies = 43
    solved = "A draw (M. Schadd and others, 2008)."
    diagrams = (
        Diagram("9/9/2w1bbb1b/9/9 w - - - 0", "An approach: c3-d3 takes e3, f3 and g3. The line ends before i3.", ("c3-d3A",)),
        Diagram("9/9/1bbw5/9/9 w - - - 0", "A withdrawal: d3-e3 moves away from c3 and takes c3 and b3.", ("d3-e3W",)),
        Diagram("9/9/1bbw1bb2/9/9 w - - - 0", "Here d3-e3 does both: click f3 or c3, the line to take.", ("d3-e3A", "d3-e3W")),
        Diagram(
            "4b4/9/4w1b2/9/9 w e3 d3 e 0",
            "The man has just captured from d3 to e3. It may go on to e4 and take e5, or stop. It may not go straight on "
            "to f3, up to g3, nor back to d3.",
            ("e3-e4A",),
        ),
    )
    pieces = (PieceKind("w", WHITE, "white man", "stone"), PieceKind("b", BLACK, "black man", "stone"))
    cell_fields = ("white", "black")
    extra_fields = (
        CellField("chain", "man that may capture on"),
        PointsField("left", "points that this man has left in this turn"),
        SignField("heading", "direction of its last step", COMPASS),
        NumberField("clock", "moves since the last capture", MOVES_WITHOUT_CAPTURE),
    )
    counts_empty = True
    board_material = "wood"
    clock_limit = MOVES_WITHOUT_CAPTURE
    repetition, repetition_count = Repetition.DRAW, 3
    feature_names = ("men", "steps", "captures", "move")
    tunables = ("weight_array",)

    def __init__(self, width: int = 9, height: int = 5, change_direction: bool = True) -> None:
        if width not in SIDES or height not in SIDES or width * height > MOST_POINTS:
            raise BadParameter(
                f"fanorona: a board of {width} x {height} points is not possible; width and height must be 3, 5, 7 or 9, "
                f"and there are at most {MOST_POINTS} points"
            )
        self.width, self.height, self.change_direction = width, height, bool(change_direction)
        self.set_board(alquerque_board(width, height))
        self.set_weights(WEIGHTS)
        middle = width * height // 2
        # Below the middle row all men are White's. In it Black has every second point from White's left up to the middle,
        # and what is White's beyond follows from the half turn that exchanges the players.
        left_end = middle - width // 2
        white = [*range(left_end), *range(left_end + 1, middle, 2)]
        white += [2 * middle - cell for cell in range(left_end, middle, 2)]
        self.starts = (self.cell_set(white), self.cell_set(2 * middle - cell for cell in white))
        self.most_men = middle
        self.stop = self.cell_count * DIRECTIONS * KINDS
        # Each line between two points is a step for one man at most; it may be a capture of two kinds.
        self.max_actions = int(np.count_nonzero(self.steps != NOWHERE)) + 1
        self.max_plies = self.longest_game(2 * middle) + 2 * middle  # as many stops as captures

    # --- numbers of actions ---
    def step(self, cell: int, direction: int, kind: int) -> int:
        """The action of a man that moves in a direction and takes nothing, what is before it, or what is behind it."""
        return (cell * DIRECTIONS + direction) * KINDS + kind

    def start_of(self, a: int) -> int:
        """The point that an action moves from."""
        return a // (DIRECTIONS * KINDS)

    def direction_of(self, a: int) -> int:
        """The direction that an action moves in."""
        return a // KINDS % DIRECTIONS

    # --- the rules ---
    def initial(self) -> State:
        return State(self.starts[0], self.starts[1], WHITE, NOWHERE, EMPTY, 0, 0)

    def men(self, s: State, p: int) -> np.uint64:
        """The points with a player's men."""
        return s.white if p == WHITE else s.black

    def empty(self, s: State) -> np.uint64:
        """The points without a man."""
        points: np.uint64 = self.full & ~(s.white | s.black)
        return points

    def landings(self, entered: np.uint64, theirs: np.uint64, direction: int, kind: int) -> np.uint64:
        """Those of the points that men enter by a step in a direction where they capture."""
        if kind == APPROACH:
            points: np.uint64 = entered & self.shifted(theirs, (direction + 4) % DIRECTIONS)
        else:
            points = entered & self.shifted(self.shifted(theirs, direction), direction)
        return points

    def can_capture(self, movers: np.uint64, theirs: np.uint64, open_points: np.uint64, heading: int) -> bool:
        """Whether one of the men can capture by a step to an open point, in another direction than the last one."""
        for direction in range(DIRECTIONS):
            entered = self.shifted(movers, direction) & open_points
            if entered != EMPTY and direction + 1 != heading:
                for kind in (APPROACH, WITHDRAWAL):
                    if self.landings(entered, theirs, direction, kind) != EMPTY:
                        return True
        return False

    def captures(self, s: State) -> Iterator[int]:
        """The steps that capture."""
        movers = bit(s.chain) if s.chain >= 0 else self.men(s, s.turn)
        theirs, open_points = self.men(s, 1 - s.turn), self.empty(s) & ~s.left
        for direction in range(DIRECTIONS):
            entered = self.shifted(movers, direction) & open_points
            if entered != EMPTY and direction + 1 != s.heading:
                for kind in (APPROACH, WITHDRAWAL):
                    for cell in cells(self.landings(entered, theirs, direction, kind)):
                        yield self.step(self.steps[cell, (direction + 4) % DIRECTIONS], direction, kind)

    def actions(self, s: State) -> Iterator[int]:
        capturing = False
        for a in self.captures(s):
            capturing = True
            yield a
        if s.chain >= 0:
            yield self.stop
        elif not capturing:
            own, empty = self.men(s, s.turn), self.empty(s)
            for direction in range(DIRECTIONS):
                for cell in cells(self.shifted(own, direction) & empty):
                    yield self.step(self.steps[cell, (direction + 4) % DIRECTIONS], direction, STEP)

    def first_taken(self, a: int) -> int:
        """The point of the nearest man that a capture takes."""
        start, direction = self.start_of(a), self.direction_of(a)
        if a % KINDS == APPROACH:
            return self.along[start, direction, 2]  # type: ignore[no-any-return]
        return self.steps[start, (direction + 4) % DIRECTIONS]  # type: ignore[no-any-return]

    def taken_by(self, theirs: np.uint64, a: int) -> np.uint64:
        """The unbroken line of men that a capture takes."""
        direction, cell = self.direction_of(a), self.first_taken(a)
        if a % KINDS == WITHDRAWAL:
            direction = (direction + 4) % DIRECTIONS
        found = EMPTY
        while cell >= 0 and has(theirs, cell):
            found |= bit(cell)
            cell = self.steps[cell, direction]
        return found

    def result(self, s: State, a: int) -> State:
        if a == self.stop:
            return State(s.white, s.black, 1 - s.turn, NOWHERE, EMPTY, 0, s.clock)
        start, direction = self.start_of(a), self.direction_of(a)
        target = int(self.steps[start, direction])
        own, theirs = (self.men(s, s.turn) ^ bit(start)) | bit(target), self.men(s, 1 - s.turn)
        turn, chain, left, heading, clock = 1 - s.turn, NOWHERE, EMPTY, 0, s.clock + 1
        if a % KINDS != STEP:
            theirs &= ~self.taken_by(theirs, a)
            clock = 0
            gone = s.left | bit(start)
            last = direction + 1 if self.change_direction else 0
            if self.can_capture(bit(target), theirs, self.full & ~(own | theirs | gone), last):
                turn, chain, left, heading = s.turn, target, gone, last
        if s.turn == WHITE:
            return State(own, theirs, turn, chain, left, heading, clock)
        return State(theirs, own, turn, chain, left, heading, clock)

    def lost(self, s: State) -> bool:
        """Whether the player to move has no man, or none that can move. Every capture is a step, too."""
        return s.chain < 0 and (self.beside(self.men(s, s.turn)) & self.empty(s)) == EMPTY

    # --- hints ---
    def capture_count(self, own: np.uint64, theirs: np.uint64, empty: np.uint64) -> int:
        """How many captures men could begin a turn with."""
        count = 0
        for direction in range(DIRECTIONS):
            entered = self.shifted(own, direction) & empty
            for kind in (APPROACH, WITHDRAWAL):
                count += popcount(self.landings(entered, theirs, direction, kind))
        return count

    def feature(self, s: State, p: int, i: int) -> float:
        own, theirs = self.men(s, p), self.men(s, 1 - p)
        if i == 0:
            return float(popcount(own) - popcount(theirs))
        if i == 1:
            return float(self.step_count(own, self.empty(s)) - self.step_count(theirs, self.empty(s)))
        if i == 2:
            empty = self.empty(s)
            return float(self.capture_count(own, theirs, empty) - self.capture_count(theirs, own, empty))
        return 1.0 if p == s.turn else -1.0

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def noisy(self, s: State, a: int) -> bool:
        return a % KINDS != STEP or a == self.stop

    def noisy_actions(self, s: State) -> Iterator[int]:
        """Captures, and to stop a chain, after which the opponent may capture."""
        for a in self.captures(s):
            yield a
        if s.chain >= 0:
            yield self.stop

    def order(self, s: State, a: int) -> float:
        if a == self.stop or a % KINDS == STEP:
            return 0.0
        return float(popcount(self.taken_by(self.men(s, 1 - s.turn), a)))

    # --- names and pictures ---
    def action_cells(self, s: State, a: int) -> Sequence[int]:
        if a == self.stop:
            return ()
        return self.start_of(a), int(self.steps[self.start_of(a), self.direction_of(a)])

    def plain_step(self, s: State, a: int) -> str:
        """'f2-e3': a step without what it takes."""
        return "-".join(self.board.names[cell] for cell in self.action_cells(s, a))

    def action_name(self, s: State, a: int) -> str:
        """'f2-e3', with A for a capture by approach, W for one by withdrawal; 'stop' at the end of a chain."""
        return "stop" if a == self.stop else self.plain_step(s, int(a)) + ("", "A", "W")[a % KINDS]

    def parse_action(self, s: State, text: str) -> int:
        """Takes a capture without A or W, too, where there is only one."""
        found = [a for a in self.choices(s) if plain_name(self.plain_step(s, a)) == plain_name(text)]
        return found[0] if len(found) == 1 else super().parse_action(s, text)

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The man and where it goes; where that captures in both ways also the nearest man to be taken."""
        if a == self.stop:
            return ("stop",)
        step = self.action_cells(s, a)
        ways = [other for other in self.choices(s) if self.action_cells(s, other) == step]
        clicked = (*step, self.first_taken(a)) if len(ways) > 1 else step
        return tuple(self.board.names[cell] for cell in clicked)

    def problem(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            if popcount(self.men(s, p)) > self.most_men:
                return f"{side} has {popcount(self.men(s, p))} men; {self.most_men} is the most"
        mover, other = self.player_names[s.turn], self.player_names[1 - s.turn]
        if self.men(s, 1 - s.turn) == EMPTY:
            return f"{other} has no man although {mover} is to move; the game ended before"
        if s.chain == NOWHERE:
            return (
                "" if s.left == EMPTY and not s.heading else "points that were left and a direction need a man that captures on"
            )
        man = self.board.names[s.chain]
        if not has(self.men(s, s.turn), s.chain) or s.clock:
            return f"{man} is to capture on; it must be a man of {mover}'s, and the clock 0"
        if s.left == EMPTY or (s.left & ~self.empty(s)) != EMPTY:
            return f"the points that {man} has left must be given, and be empty"
        if bool(s.heading) != self.change_direction or (s.heading and not has(s.left, self.behind(s))):
            return f"the direction of the last step of {man} must be one that leads from a point it has left"
        if not self.can_capture(bit(s.chain), self.men(s, 1 - s.turn), self.empty(s) & ~s.left, s.heading):
            return f"the man on {man} cannot capture on"
        return ""

    def behind(self, s: State) -> int:
        """The point that the man in a chain has come from; the man's own where there is none in that direction."""
        cell = int(self.steps[s.chain, (s.heading - 1 + 4) % DIRECTIONS])
        return s.chain if cell == NOWHERE else cell

    def marked(self, s: State) -> Sequence[int]:
        return () if s.chain == NOWHERE else (s.chain,)

    def notes(self, s: State) -> Sequence[str]:
        if s.chain == NOWHERE:
            return ()
        return (f"{self.player_names[s.turn]} captures on with the man on {self.board.names[s.chain]}, or stops.",)

    def buttons(self, s: State) -> dict[str, str]:
        return {} if s.chain == NOWHERE else {"stop": "Stop"}

    def scene(self, s: State) -> Scene:
        return replace(super().scene(s), scores=(str(popcount(s.white)), str(popcount(s.black))))

    def ending(self, s: State) -> str:
        if not self.lost(s):
            return self.clock_ending()
        loser = self.player_names[s.turn]
        return f"{loser} has no man left" if self.men(s, s.turn) == EMPTY else f"{loser} cannot move"
