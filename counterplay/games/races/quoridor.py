"""Quoridor (M. Marchesi, 1997): walk to the far row, or put up a fence in the other pawn's way.

Choices: a game is drawn when a position occurs for the third time, or after 200 plies. Boards have 3 to 11 rows, 9 by default;
pawns begin in the middle of their rows, right of it where there is no middle. The preset `quoridor_kid` is the game for
children with mice and cheese, 7 x 7 with 8 fences each; its rules are the same.

Squares are named from White's lower left. A fence is named after the square at its lower left and the way it lies: e3h lies
above e3 and f3, e3v right of e3 and e4.

Checked against counts of sequences and positions of four boards and against OpenSpiel's `quoridor`, which counts rows from the
top, names a fence after the square at its upper left, draws after 4 * size * size plies, and knows no repetition; all else
agrees.

The engine plays it better than Monte Carlo search: 9 points of 10 (8 games won, 2 drawn) at 0.1 s a move, from random
openings. What a fence in hand is worth was found by matches of 30 games at 3,000 nodes a move: 1.5 steps scored 20 against
1.0, which scored 21 against 0.7; 2.2 steps scored 15 against 1.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import NumberField, NumbersField
from counterplay.boards.sets.cell_sets import CellSet, common, count, either, first, holds, members, some, without
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.core import BadNotation, BadParameter, Diagram, Published, Repetition, Scene, Unit, state_key
from counterplay.core.scene import Edge, Piece, Tray
from counterplay.gears import helper
from counterplay.gears.bits import down, up
from counterplay.gears.rng import draw_below

WHITE, BLACK = 0, 1
SMALLEST, LARGEST = 3, 11  # rows: the squares of the largest board are two words
MOST_FENCES = 99  # of a player
MOST_PLIES = 200
PAWN_MOVES = 5  # at most: three steps, and a jump to either side
LEVEL, UPRIGHT = 0, 1  # how a fence lies
LETTERS = "hv"  # as it is named: horizontal, vertical

WEIGHTS = (1.0, 1.5, 0.4, 6.0)  # of `feature_names`, in steps
HALF = 6.0  # steps that are worth half a win


class State(NamedTuple):
    """The fences, the pawns and what is left of the fences.

    A fence's number is that of the square at its lower left, so that its middle is the upper right corner of that square.
    """

    level_0: np.uint64  # the fences that lie between two rows: a set in two words
    level_1: np.uint64
    upright_0: np.uint64  # those between two columns
    upright_1: np.uint64
    white: int  # the square of White's pawn
    black: int
    white_left: int  # fences that White has not put up
    black_left: int
    turn: int
    clock: int  # plies since the game began


class Ways(NamedTuple):
    """The squares that can be left upwards, and those that can be left to the right: no fence and no border is there."""

    above: CellSet
    right: CellSet


@helper
def raised(cells: CellSet, n: int) -> CellSet:
    """A set of two words with every number n higher, 1 to 63."""
    return up(cells[0], n), up(cells[1], n) | down(cells[0], 64 - n)


@helper
def lowered(cells: CellSet, n: int) -> CellSet:
    """A set of two words with every number n lower, 1 to 63."""
    return down(cells[0], n) | up(cells[1], 64 - n), down(cells[1], n)


class _Fences(NamedTuple):
    """The field with the names of all fences, a comma between them."""

    field: str = "fences"
    meaning: str = "fences on the board"

    def write(self, value: Any, board: Board) -> str:
        """Their names in the order of the squares, or - for none."""
        placed = sorted((square, lies) for lies in (LEVEL, UPRIGHT) for square in members(value[lies]))
        return ",".join(f"{board.names[square]}{LETTERS[lies]}" for square, lies in placed) or "-"

    def read(self, word: str, board: Board) -> tuple[CellSet, CellSet]:
        """The sets of the level fences and of the upright ones."""
        found: tuple[list[int], list[int]] = ([], [])
        for name in word.lower().split(",") if word != "-" else []:
            if name[:-1] not in board.names or name[-1] not in LETTERS:
                raise BadNotation("names of fences such as a1h,c4v with commas between, or - for none")
            found[LETTERS.index(name[-1])].append(board.index(name[:-1]))
        return board.cell_set(found[LEVEL], 2), board.cell_set(found[UPRIGHT], 2)


class Quoridor(LinearEvaluation, BoardGame):
    """Quoridor; White starts below and moves first."""

    name = "quoridor"
    title = "Quoridor"
    published = Published("Mirko Marchesi", 1997, "Gigamic")
    player_names = ("White", "Black")
    presets: ClassVar = {"quoridor_kid": {"size": 7, "fences": 8}}
    unit = Unit("steps", 1.0 / HALF, digits=1, squashed=True)
    rules = (
        "Each player has a pawn in the middle of the first row and ten fences. Whoever first reaches the opposite row, on any "
        "of its squares, wins. In your turn either move your pawn or put up a fence. The pawn steps to a square beside it, not "
        "diagonally, and not through a fence. If the other pawn stands there, jump straight over it; if a fence or the edge of "
        "the board is right behind it, jump to either side of it instead. A fence is two squares long and lies between the "
        "squares, level or upright; it stays for the rest of the game. Fences may touch, but neither overlap nor cross, and "
        "both pawns must always be left with some way to their goal. The game is drawn when a position occurs for the third "
        "time, and after 200 plies."
    )
    cover = "9/9/9/1b7/9/9/3w5/9/9 b a2h,c2h,e2v,h2v,c3h,d3v,f3h,e4h,f5v,g5h 3-7 19"
    usual_plies = 91
    diagrams = (
        Diagram("", "Each pawn goes for the opposite row. White steps to a square beside the pawn.", ("e2", "d1", "f1")),
        Diagram(
            "4b4/9/9/9/9/9/9/9/4w4 w e2h,d2v 9-9 2",
            "A fence takes up two squares. Here e2h lies above e2 and f2, and d2v right of d2 and d3. Any groove between two "
            "squares may be taken as long as no fence overlaps or crosses another.",
            ("e1v",),
        ),
        Diagram(
            "9/9/9/4b4/4w4/9/9/9/9 w - 10-10 8",
            "The pawns face each other: White jumps straight over Black to e7, or steps aside.",
            ("e7", "d5", "f5", "e4"),
        ),
        Diagram(
            "9/9/9/4b4/4w4/9/9/9/9 w e6h 10-9 9",
            "With a fence behind Black there is no way straight on: White may jump to d6 or f6, beside Black.",
            ("d6", "f6"),
        ),
    )
    pieces = (PieceKind("w", WHITE, "white pawn", "pawn"), PieceKind("b", BLACK, "black pawn", "pawn"))
    counts_empty = True
    holds_kinds = False  # the fences count, too: learners are shown all fields
    board_material = "wood"
    repetition, repetition_count = Repetition.DRAW, 3
    draw_clock = ("clock", MOST_PLIES)
    max_plies = MOST_PLIES
    feature_names = ("way", "fences", "move", "race")
    tunables = ("weight_array",)
    strongest_search = "engine"

    def __init__(self, size: int = 9, fences: int = 10) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise BadParameter(f"quoridor: {size} rows do not fit; size must be from {SMALLEST} to {LARGEST}")
        if not 0 <= fences <= MOST_FENCES:
            raise BadParameter(f"quoridor: {fences} fences for each do not fit; it must be from 0 to {MOST_FENCES}")
        self.size, self.fences = size, fences
        self.set_board(SquareBoard(size, touching="sides"), words=2)
        self.set_weights(WEIGHTS)
        self.extra_fields = (
            _Fences(),
            NumbersField("left", "fences left to White and Black", (fences, fences)),
            NumberField("clock", "plies so far", MOST_PLIES),
        )
        last = size - 1
        squares = range(size * size)
        self.grooves = self.cell_set(c for c in squares if c % size < last and c // size < last)  # where a fence may lie
        self.borders = without(self.full, self.grooves)  # squares whose upper right corner is on the border
        self.first_column = self.cell_set(c for c in squares if c % size == 0)
        self.first_row = self.cell_set(range(size))
        self.not_top = self.cell_set(c for c in squares if c // size < last)
        self.not_last = self.cell_set(c for c in squares if c % size < last)
        self.goals = (self.cell_set(range(last * size, size * size)), self.first_row)
        self.goal_rows = (last, 0)
        self.first_fence = self.cell_count  # actions below it are squares for the pawn
        self.max_actions = PAWN_MOVES + 2 * last * last
        # (2, cells, cells): how far the middle of a fence is from the middle of the side where a pawn would step on to White's
        # goal or to Black's, in squares
        points = np.array([(c % size, c // size) for c in squares], np.float64)
        middles = points + 0.5
        ahead = [points + np.array([0.0, 0.5]), points - np.array([0.0, 0.5])]
        self.far = np.array([np.abs(middles[:, None] - one[None]).sum(axis=2) for one in ahead])

    # --- the rules ---
    def initial(self) -> State:
        middle, none = self.size // 2, self.none
        top = self.cell_count - self.size + middle
        return State(none[0], none[1], none[0], none[1], middle, top, self.fences, self.fences, WHITE, 0)

    def pawn(self, s: State, p: int) -> int:
        """The square of a player's pawn."""
        return s.white if p == WHITE else s.black

    def left(self, s: State, p: int) -> int:
        """How many fences a player has not put up."""
        return s.white_left if p == WHITE else s.black_left

    def ways(self, level: CellSet, upright: CellSet) -> Ways:
        """Where these fences let a pawn pass."""
        above = without(self.not_top, either(level, raised(level, 1)))
        return Ways(above, without(self.not_last, either(upright, raised(upright, self.size))))

    def stepped(self, cells: CellSet, ways: Ways) -> CellSet:
        """The squares that a pawn reaches in one step from any of these."""
        upwards = either(raised(common(cells, ways.above), self.size), common(lowered(cells, self.size), ways.above))
        sideways = either(raised(common(cells, ways.right), 1), common(lowered(cells, 1), ways.right))
        return either(upwards, sideways)

    def way_length(self, start: int, goal: CellSet, ways: Ways) -> int:
        """The fewest steps from a square to a goal as if there were no other pawn; -1 where fences close every way."""
        fresh = self.single(start)
        reached, steps = fresh, 0
        while some(fresh):
            if some(common(fresh, goal)):
                return steps
            fresh = without(self.stepped(fresh, ways), reached)
            reached = either(reached, fresh)
            steps += 1
        return -1

    def distance_left(self, s: State, p: int) -> int:
        """The fewest steps that a player's pawn is away from its goal."""
        ways = self.ways((s.level_0, s.level_1), (s.upright_0, s.upright_1))
        return self.way_length(self.pawn(s, p), self.goals[p], ways)

    def pawn_targets(self, s: State, ways: Ways) -> CellSet:
        """Where the pawn of the player to move can go."""
        own, other = self.single(self.pawn(s, s.turn)), self.single(self.pawn(s, 1 - s.turn))
        steps = self.stepped(own, ways)
        if not some(common(steps, other)):
            return steps
        beyond = without(self.stepped(other, ways), own)
        way = self.pawn(s, 1 - s.turn) - self.pawn(s, s.turn)  # what a step in this direction adds to a square's number
        straight = self.pawn(s, 1 - s.turn) + way
        if 0 <= straight < self.cell_count and holds(beyond, straight):
            beyond = self.single(straight)
        return either(without(steps, other), beyond)

    def free_grooves(self, level: CellSet, upright: CellSet, lies: int) -> CellSet:
        """Where a fence would lie that overlaps and crosses no other, whether it closes a way or not."""
        along, width = (level, 1) if lies == LEVEL else (upright, self.size)
        taken = either(either(level, upright), either(raised(along, width), lowered(along, width)))
        return without(self.grooves, taken)

    def corners_touched(self, level: CellSet, upright: CellSet) -> CellSet:
        """The squares at whose upper right corner there is a fence or the border."""
        flat = either(level, either(raised(level, 1), lowered(level, 1)))
        tall = either(upright, either(raised(upright, self.size), lowered(upright, self.size)))
        return either(self.borders, either(flat, tall))

    def joining_grooves(self, level: CellSet, upright: CellSet, lies: int) -> CellSet:
        """Where a fence would touch others or the border with two of its ends and its middle: no other closes a way."""
        touched = self.corners_touched(level, upright)
        if lies == LEVEL:
            before, after = either(raised(touched, 1), self.first_column), lowered(touched, 1)
        else:
            before, after = either(raised(touched, self.size), self.first_row), lowered(touched, self.size)
        return either(common(touched, either(before, after)), common(before, after))

    def crossing_grooves(self, start: int, goal: CellSet, ways: Ways) -> tuple[CellSet, CellSet]:
        """The level and the upright fences that would lie across one shortest way; any other leaves this way open."""
        layers = np.empty((self.cell_count, 2), np.uint64)  # (steps, words): what is reached in so many steps, and no fewer
        fresh = self.single(start)
        reached, steps = fresh, 0
        while not some(common(fresh, goal)) and some(fresh):
            layers[steps, 0], layers[steps, 1] = fresh[0], fresh[1]
            fresh = without(self.stepped(fresh, ways), reached)
            reached = either(reached, fresh)
            steps += 1
        place = first(common(fresh, goal))
        passed_above, passed_right = self.none, self.none  # squares that the way leaves upwards, or enters from above, ...
        while steps > 0:
            steps -= 1
            before = first(common(self.stepped(self.single(place), ways), (layers[steps, 0], layers[steps, 1])))
            side = self.single(min(place, before))
            if abs(place - before) == 1:
                passed_right = either(passed_right, side)
            else:
                passed_above = either(passed_above, side)
            place = before
        across = either(passed_above, lowered(passed_above, 1))
        return across, either(passed_right, lowered(passed_right, self.size))

    def leaves_ways(self, s: State, square: int, lies: int) -> bool:
        """Whether both pawns can still reach their goals with one more fence."""
        level, upright, more = (s.level_0, s.level_1), (s.upright_0, s.upright_1), self.single(square)
        if lies == LEVEL:
            level = either(level, more)
        else:
            upright = either(upright, more)
        ways = self.ways(level, upright)
        for p in (WHITE, BLACK):
            if self.way_length(self.pawn(s, p), self.goals[p], ways) < 0:
                return False
        return True

    def actions(self, s: State) -> NDArray[np.int64]:
        found, n = np.empty(self.max_actions, np.int64), 0
        level, upright = (s.level_0, s.level_1), (s.upright_0, s.upright_1)
        ways = self.ways(level, upright)
        for square in members(self.pawn_targets(s, ways)):
            found[n] = square
            n += 1
        if self.left(s, s.turn) == 0:
            return found[:n]
        flat, tall = self.none, self.none  # where a fence would lie across a way
        for p in (WHITE, BLACK):
            crossing = self.crossing_grooves(self.pawn(s, p), self.goals[p], ways)
            flat, tall = either(flat, crossing[0]), either(tall, crossing[1])
        for lies in (LEVEL, UPRIGHT):
            doubtful = common(flat if lies == LEVEL else tall, self.joining_grooves(level, upright, lies))
            for square in members(self.free_grooves(level, upright, lies)):
                if not holds(doubtful, square) or self.leaves_ways(s, square, lies):
                    found[n] = self.fence(square, lies)
                    n += 1
        return found[:n]

    def fence(self, square: int, lies: int) -> int:
        """The action of putting up a fence."""
        return self.first_fence + lies * self.cell_count + square

    def is_fence(self, a: int) -> bool:
        """Whether an action puts up a fence."""
        return a >= self.first_fence

    def result(self, s: State, a: int) -> State:
        turn, clock = 1 - s.turn, s.clock + 1
        level, upright = (s.level_0, s.level_1), (s.upright_0, s.upright_1)
        white, black, white_left, black_left = s.white, s.black, s.white_left, s.black_left
        if self.is_fence(a):
            more = self.single((a - self.first_fence) % self.cell_count)
            if a < self.first_fence + self.cell_count:
                level = either(level, more)
            else:
                upright = either(upright, more)
            white_left -= int(s.turn == WHITE)
            black_left -= int(s.turn == BLACK)
        elif s.turn == WHITE:
            white = a
        else:
            black = a
        return State(level[0], level[1], upright[0], upright[1], white, black, white_left, black_left, turn, clock)

    def arrived(self, s: State, p: int) -> bool:
        """Whether a pawn stands on its goal."""
        return self.pawn(s, p) // self.size == self.goal_rows[p]

    def terminal(self, s: State) -> bool:
        return self.arrived(s, WHITE) or self.arrived(s, BLACK) or s.clock >= MOST_PLIES

    def utility(self, s: State, p: int) -> float:
        if self.arrived(s, p):
            return 1.0
        return -1.0 if self.arrived(s, 1 - p) else 0.0

    def key(self, s: State) -> int:
        return state_key(s[:-1])

    def random_action(self, s: State, rng: Any) -> int:
        """Something is drawn until it can be done: with fences left, mostly a groove, and most of these are free."""
        level, upright = (s.level_0, s.level_1), (s.upright_0, s.upright_1)
        targets = self.pawn_targets(s, self.ways(level, upright))
        flat, tall = self.free_grooves(level, upright, LEVEL), self.free_grooves(level, upright, UPRIGHT)
        doubtful = (self.joining_grooves(level, upright, LEVEL), self.joining_grooves(level, upright, UPRIGHT))
        grooves = 2 * self.cell_count if self.left(s, s.turn) > 0 else 0
        while True:
            drawn = draw_below(rng, PAWN_MOVES + grooves)
            if drawn < PAWN_MOVES:
                for square in members(targets):
                    if drawn == 0:
                        return square
                    drawn -= 1
                continue
            lies, square = (drawn - PAWN_MOVES) // self.cell_count, (drawn - PAWN_MOVES) % self.cell_count
            if holds(flat if lies == LEVEL else tall, square):
                if not holds(doubtful[lies], square) or self.leaves_ways(s, square, lies):
                    return self.fence(square, lies)

    # --- hints ---
    def feature(self, s: State, p: int, i: int) -> float:
        if i == 1:
            return float(self.left(s, p) - self.left(s, 1 - p))
        if i == 2:
            return 1.0 if p == s.turn else -1.0
        if i == 3 and s.white_left + s.black_left > 0:
            return 0.0
        ways = self.ways((s.level_0, s.level_1), (s.upright_0, s.upright_1))
        lead = 0
        for q in (WHITE, BLACK):
            steps = self.way_length(self.pawn(s, q), self.goals[q], ways)
            lead += -steps if q == p else steps
        if i == 0:
            return float(lead)
        return 1.0 if lead > 0 or (lead == 0 and p == s.turn) else -1.0  # nothing stops who is nearer, but for a jump

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return squash(self.weighed(s, p), HALF)

    def order(self, s: State, a: int) -> float:
        """Steps towards the goal first, then fences close before the other pawn."""
        if not self.is_fence(a):
            rows = a // self.size - self.pawn(s, s.turn) // self.size
            return 2.0 + float(rows if s.turn == WHITE else -rows)
        other = 1 - s.turn
        return 2.0 - float(self.far[other, (a - self.first_fence) % self.cell_count, self.pawn(s, other)])

    def skip(self, s: State) -> State:
        level, upright = (s.level_0, s.level_1), (s.upright_0, s.upright_1)
        turn, clock = 1 - s.turn, s.clock + 1
        return State(level[0], level[1], upright[0], upright[1], s.white, s.black, s.white_left, s.black_left, turn, clock)

    def may_skip(self, s: State) -> bool:
        """Not where one pawn might have to let the other jump over it."""
        rows = abs(s.white // self.size - s.black // self.size)
        return rows + abs(s.white % self.size - s.black % self.size) > 2

    # --- names and pictures ---
    def fence_name(self, square: int, lies: int) -> str:
        """A square and a letter."""
        return f"{self.board.names[square]}{LETTERS[lies]}"

    def action_cells(self, s: State, a: int) -> Sequence[int]:
        return (a,) if a < self.first_fence else ((a - self.first_fence) % self.cell_count,)

    def action_name(self, s: State, a: int) -> str:
        if a < self.first_fence:
            return self.board.names[int(a)]
        lies, square = divmod(int(a) - self.first_fence, self.cell_count)
        return self.fence_name(square, lies)

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return (self.action_name(s, a),)

    def buttons(self, s: State) -> dict[str, str]:
        return {}

    def contents(self, s: State) -> Sequence[int]:
        return [1 if c == s.white else 2 if c == s.black else 0 for c in range(self.cell_count)]

    def extras(self, s: State) -> dict[str, Any]:
        fences = ((s.level_0, s.level_1), (s.upright_0, s.upright_1))
        return {"fences": fences, "left": (s.white_left, s.black_left), "clock": s.clock}

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        white, black = (contents.index(1 + p) if contents.count(1 + p) == 1 else NOWHERE for p in (WHITE, BLACK))
        (flat, tall), (white_left, black_left) = extras["fences"], extras["left"]
        return State(flat[0], flat[1], tall[0], tall[1], white, black, white_left, black_left, turn, extras["clock"])

    def problem(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            if self.pawn(s, p) == NOWHERE:
                return f"{side} has not exactly one pawn"
        level, upright = (s.level_0, s.level_1), (s.upright_0, s.upright_1)
        placed = count(level) + count(upright)
        if placed + s.white_left + s.black_left != 2 * self.fences:
            return (
                f"{placed} fences are on the board and {s.white_left + s.black_left} are left, "
                f"which do not add up to {2 * self.fences}"
            )
        for lies, own in ((LEVEL, level), (UPRIGHT, upright)):
            for square in members(own):
                alone = [without(fences, self.single(square)) if fences is own else fences for fences in (level, upright)]
                if not holds(self.free_grooves(alone[0], alone[1], lies), square):
                    name = self.fence_name(square, lies)
                    return f"the fence {name} {'lies over another one' if holds(self.grooves, square) else 'does not fit'}"
        closed = [side for p, side in enumerate(self.player_names) if self.distance_left(s, p) < 0]
        if closed:
            return f"fences close every way of {closed[0]}'s pawn to its goal"
        return "the side to move has won already" if self.arrived(s, s.turn) else ""

    def scene(self, s: State) -> Scene:
        edges = []
        for lies, placed in ((LEVEL, (s.level_0, s.level_1)), (UPRIGHT, (s.upright_0, s.upright_1))):
            for square in members(self.grooves):
                there = holds(placed, square)
                x, y = square % self.size + 1.0, self.size - 1.0 - square // self.size
                dx, dy = (1.0, 0.0) if lies == LEVEL else (0.0, 1.0)
                name = self.fence_name(square, lies)
                shown = f"{name} fence" if there else ""
                edges.append(Edge(name, x - dx, y - dy, x + dx, y + dy, "fence", there, reach=0.5, name=shown))
        slots = ("white fences", "black fences")
        stock = [
            Piece(slots[p], "fence", name=f"{self.left(s, p)} fences", count=self.left(s, p), letter="|")
            for p in (WHITE, BLACK)
            if self.left(s, p)
        ]
        trays = tuple(Tray((slots[p],), p, "Fences") for p in (WHITE, BLACK))
        plain = super().scene(s)
        return replace(plain, pieces=(*plain.pieces, *stock), edges=tuple(edges), trays=trays)

    def ending(self, s: State) -> str:
        for p, side in enumerate(self.player_names):
            if self.arrived(s, p):
                return f"{side}'s pawn has reached its goal"
        return f"{MOST_PLIES} plies were played"
