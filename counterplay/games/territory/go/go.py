"""Go: surround points and stones; whoever holds more of the board at the end wins.

Traditional. The rules are those of J. Tromp and B. Taylor with the usual choices as parameters: 9 x 9 points (`size` from 1 to
19, `height` for boards that are not square), White is given 7.5 points (`komi`), area scoring (`scoring=territory` counts
surrounded points and prisoners instead), no suicide (`suicide=yes` allows that of two stones or more; one stone alone would
change nothing, which a pass does as well), and positional superko (`ko`). Two passes in a row end the game. All stones that are
on the board then count as living: what is dead has to be captured first, which costs nothing in area scoring. `handicap` stones
stand on the star points before White begins.

Ko. The point of a simple ko is part of the state, so that every search, every playout and every position that is read from a
text knows it. Superko depends on the whole game. A state cannot hold that: its notation would be as long as the game, and each
ply would copy it. So longer cycles are left to the rule of repetition (`Repetition.FORBIDDEN`), which `Position` and the engine
judge by the keys on the way to a node; `repetition_bits` leave the turn and the ko out of the comparison. Monte Carlo search
obeys superko at the root and sees below it the simple ko alone, as go programs do. `ko=situational` forbids a play that brings
back a position which the same player has made by a play ("natural situational"); with `ko=simple` a position that occurs for
the third time, with the same player to move, is a draw.

Checked against the published numbers of legal positions on 1 x 1 to 3 x 3 and of games on 1 x 2 and 1 x 3 (J. Tromp and G.
Farnebäck, "Combinatorics of Go", 2007), against OpenSpiel's `go` at every ply of random games, and, for suicide, territory and
superko, a second implementation. OpenSpiel knows the simple ko, ends a game as a draw when a position comes back by a longer
way, and counts the points after twice as many plies as the board has.

Random playouts (`random_action`) choose among all points that are not an eye of one's own and pass when there is none: without
that, groups fill their own eyes and games hardly ever end. Those of Monte Carlo search know more (`go_playouts`), and it has
priors from `order`; docs/strength.md tells how it fares. Level 10 plays with it, with whole playouts and RAVE: even with random
playouts that scored 4 of 4 games against the engine on 9 x 9 in the same time (1,000 playouts to 15,000 nodes a move); with
playouts that are cut short and estimated it scored 2 of 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import NOWHERE, BoardGame, CellField, LinearEvaluation, NumberField, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import seen_by, squash
from counterplay.boards.shapes.square_board import DIAGONAL, ORTHOGONAL, STARS_ON_FOURTH, star_dots, star_points
from counterplay.core import Diagram, Repetition, Scene, Unit, require
from counterplay.core.hashing import MASK
from counterplay.core.limit import UNLIMITED_DEPTH
from counterplay.core.scene import Region
from counterplay.games.territory.go.go_chains import (
    EMPTY,
    SIDES,
    WALL,
    Board,
    breathes,
    captures,
    is_eye,
    liberties_of_chains,
    may_place,
    owners,
    take_off,
)
from counterplay.games.territory.go.go_patterns import pattern_words
from counterplay.games.territory.go.go_playouts import in_pattern, knowing_action, liberties_after, sensible
from counterplay.gears.rng import draw_below, draw_word, seeded

BLACK, WHITE = 0, 1
COLUMNS = "ABCDEFGHJKLMNOPQRST"  # without I, as everywhere in go
LARGEST = len(COLUMNS)  # points along a side
MOST_KOMI = 400.0  # points
MOST_PRISONERS = 9999
HIGH = 48  # key: the bits from here on tell of turn, ko and prisoners; positions with the same lower bits are the same board
PATIENCE = 4  # a playout looks at random points, one for so many on the board, before it lists all of them
HALF = 12.0  # the lead, in points, that is worth half a win
# What one unit of each feature is worth, in points: points that are nearer to one's own stones, stones that can be taken at
# once, stones of one's own that are threatened in one's own turn, liberties.
WEIGHTS = (1.0, 1.5, 0.4, 0.15)
# For ordering and priors, in units of one another: points that take a chain, save one, make a pattern of three by three, can be
# taken at once, lie alone on a line below the third (for each line), fill an eye; a pass.
CAPTURE, RESCUE, PATTERN, SELF_ATARI, OUT_OF_PLACE, EYE, PASSING = 4.0, 2.0, 1.0, -3.0, -1.0, -5.0, -5.0
# By the distance from the last stone, counted as columns + rows + the larger of both: 2 beside it, 3 on a corner.
NEAR = np.array([0.0, 0.0, 2.0, 2.0, 1.5, 1.5, 0.8, 0.8, 0.0])


def handicap_points(size: int, count: int) -> list[tuple[int, int]]:
    """Column and row of so many handicap stones, as the Go Text Protocol places them."""
    low, middle = (3 if size > STARS_ON_FOURTH else 2), size // 2
    high = size - 1 - low
    around = [(low, low), (high, high), (low, high), (high, low), (low, middle), (high, middle), (middle, low), (middle, high)]
    return around[:count] if count % 2 == 0 or count == 3 else [*around[: count - 1], (middle, middle)]


class State(NamedTuple):
    """The stones, and what of the past decides which moves are legal and what they are worth."""

    board: Board
    turn: int
    ko: int  # the point on which the player to move may not take back a single stone; NOWHERE if there is none
    passes: int  # in a row, up to 2
    black_prisoners: int  # white stones that Black has taken; counted in territory scoring alone
    white_prisoners: int
    hash: np.uint64  # of the stones: exclusive or of a random word for each (Zobrist, 1970)
    last: int  # the stone that was placed last; NOWHERE after a pass. It decides nothing: playouts and ordering look around it


class Go(LinearEvaluation, BoardGame):
    """Go; player 0 has the black stones."""

    name = "go"
    title = "Go"
    aliases = ("weiqi", "baduk", "igo")
    presets: ClassVar = {
        "go_13x13": {"size": 13},
        "go_19x19": {"size": 19},
        "go_7x7": {"size": 7},
        "go_with_territory_scoring": {"scoring": "territory", "komi": 6.5, "ko": "simple"},
        "go_with_tromp_taylor_rules": {"suicide": True},
    }
    player_names = ("Black", "White")
    unit = Unit("points", 1.0 / HALF, digits=1, squashed=True)
    board_material = "wood"
    rules = (
        "Black and White take turns placing a stone of their colour on an empty point, where lines cross; Black begins. Stones "
        "never move. Stones of one colour that are joined along the lines form a chain, and the empty points beside it are its "
        "liberties. A chain whose last liberty you occupy is captured and taken off the board. You may not leave a chain of "
        "your own without a liberty, unless your stone captures and so makes room. And no position may come back: in a ko, "
        "where single stones could be taken back and forth for ever, you have to play elsewhere first. Instead of placing a "
        "stone you may pass. After two passes in a row the game is over, and each player counts his stones on the board and "
        "the empty points that only they surround; White gets 7.5 points more for moving second. The larger area wins. All "
        "stones that are still there count, so take dead ones off by capturing them before you pass."
    )
    classic = True
    cover = "........./.....w.../...bbw.../..b...w../....b.w../..b.bw.w./...bw.w../....bw.../......... b - 0 F8"
    diagrams = (
        Diagram(
            "........./........./........./........./...bw..../..bw...../...b...../........./......... b - 0",
            "The white stone on D4 has one liberty left. Black captures it on E4; the other one on E5 has two.",
            ("E4",),
        ),
        Diagram(
            "........./........./........./...bw..../..b.bw.../...bw..../........./........./......... w - 0",
            "A ko: White can take the stone on E5 from D5. Black may not take back at once: that would bring this back.",
            ("D5",),
        ),
        Diagram(
            ".b.bw..../bbbbw..../wwwww..../........./........./........./........./........./......... w - 0",
            "Two eyes: White may play neither on A9 nor on C9, since a stone there has no liberty and captures nothing. These "
            "black stones can never be taken.",
        ),
    )
    board: SquareBoard
    idle_fields, optional_fields = ("last",), 1
    monte_carlo: ClassVar = {
        "playout_plies": UNLIMITED_DEPTH, "rave": True, "priors": False, "prior_visits": 15.0, "exploration": 0.0,
    }  # fmt: skip
    strongest_search = "mcts"
    pieces = (PieceKind("b", BLACK, "black stone", "stone"), PieceKind("w", WHITE, "white stone", "stone"))
    feature_names = ("area", "stones to take", "stones under attack", "liberties")

    def __init__(
        self,
        size: int = 9,
        height: int = 0,
        komi: float = 7.5,
        handicap: int = 0,
        scoring: Literal["area", "territory"] = "area",
        ko: Literal["positional", "situational", "simple"] = "positional",
        suicide: bool = False,
        weights: tuple[float, ...] = WEIGHTS,
    ) -> None:
        require(1 <= size <= LARGEST, f"go: a side of {size} points is not offered; size must be from 1 to {LARGEST}")
        require(
            0 <= height <= LARGEST, f"go: height={height} is not offered; it must be from 1 to {LARGEST}, or 0 for a square"
        )
        require(
            abs(komi) <= MOST_KOMI and (2 * komi).is_integer(), f"go: komi={komi} is not offered; whole and half points are"
        )
        require(scoring in ("area", "territory"), f"go: there is no scoring '{scoring}'; area and territory are offered")
        require(
            ko in ("positional", "situational", "simple"),
            f"go: there is no ko rule '{ko}'; positional, situational and simple are offered",
        )
        self.size, self.height, self.komi, self.handicap = size, height, komi, handicap
        self.scoring, self.ko, self.suicide = scoring, ko, suicide
        self.set_board(SquareBoard(size, height, touching="sides", crossings=True, letters=COLUMNS))
        self.set_weights(weights)
        self.territory = scoring == "territory"
        self.extra_fields = (CellField("ko", "point of the ko"), NumberField("passes", "passes in a row", 2))
        if self.territory:
            self.extra_fields += tuple(
                NumberField(f"{colour}_prisoners", f"stones that {name} has taken", MOST_PRISONERS)
                for colour, name in (("black", "Black"), ("white", "White"))
            )
        self.extra_fields += (CellField("last", "stone that was placed last"),)
        self._set_repetition()
        self._set_tables_of_points()
        self.start = self._handicap_stones()
        self.tries = max(1, self.cell_count // PATIENCE)
        self.max_actions, self.max_plies = self.cell_count + 1, 40 + 12 * self.cell_count

    def _set_repetition(self) -> None:
        """What repetition means, and the words of which keys are made."""
        simple = self.ko == "simple"
        self.repetition, self.repetition_count = (Repetition.DRAW, 3) if simple else (Repetition.FORBIDDEN, 2)
        self.repetition_bits = MASK if simple else (1 << HIGH) - 1
        rng = seeded(0)
        self.zobrist = np.array([[np.uint64(0), draw_word(rng), draw_word(rng)] for _ in range(self.cell_count)])
        self.pass_words = np.array([np.uint64(0), draw_word(rng), draw_word(rng)])
        white = np.uint64(0) if self.ko == "positional" else draw_word(rng)  # the turn counts, but for positional superko
        self.turn_words = np.array([np.uint64(0), white])

    def _set_tables_of_points(self) -> None:
        """Neighbours of each point; beside the border stands a wall, so that rules need not ask whether there is a point."""
        walled = np.where(self.steps == NOWHERE, self.cell_count, self.steps).astype(np.uint16)
        self.adjacent = np.ascontiguousarray(walled[:, ORTHOGONAL])  # shape (points, 4)
        self.corners = np.ascontiguousarray(walled[:, DIAGONAL])  # shape (points, 4)
        at_border = (self.corners == self.cell_count).any(axis=1)
        self.spoilers = np.where(at_border, 1, 2)  # shape (points,): enemy stones on corners that make an eye a false one
        lines = [
            min(x, y, self.board.width - 1 - x, self.board.height - 1 - y)
            for y, x in (divmod(c, self.size) for c in range(self.cell_count))
        ]
        # shape (points,): how far a point is below the third line: a stone there does little in the opening
        self.misplaced = np.array([max(0, 2 - line) for line in lines], np.float64)
        self.patterns = pattern_words()

    def _handicap_stones(self) -> Board:
        """The board before the first move."""
        start = np.zeros(self.cell_count + 1, np.int8)
        start[-1] = WALL
        if self.handicap:
            square = self.board.width == self.board.height
            most = 0 if not square or not star_points(self.size) else 4 if self.size % 2 == 0 else 9
            offered = f"2 to {most} are" if most else "square boards from 9 x 9 on have some"
            require(2 <= self.handicap <= most, f"go: {self.handicap} handicap stones are not offered on this board; {offered}")
            start[[y * self.size + x for x, y in handicap_points(self.size, self.handicap)]] = 1 + BLACK
        return start

    def initial(self) -> State:
        turn = WHITE if self.handicap else BLACK
        return State(self.start.copy(), turn, NOWHERE, 0, 0, 0, self.hash_of(self.start), NOWHERE)

    def hash_of(self, board: Board) -> np.uint64:
        """The hash of all stones."""
        hashed = np.uint64(0)
        for cell in range(self.cell_count):
            hashed ^= self.zobrist[cell, board[cell]]
        return hashed

    def actions(self, s: State) -> NDArray[np.int64]:
        found = np.empty(self.max_actions, np.int64)
        n = 0
        for point in range(self.cell_count):
            if s.board[point] == EMPTY and point != s.ko and may_place(self, s.board, point, 1 + s.turn):
                found[n] = point
                n += 1
        found[n] = self.passing
        return found[: n + 1]

    def result(self, s: State, a: int) -> State:
        if a == self.passing:
            return State(s.board, 1 - s.turn, NOWHERE, s.passes + 1, s.black_prisoners, s.white_prisoners, s.hash, NOWHERE)
        board, stone, hashed = s.board.copy(), 1 + s.turn, s.hash ^ self.zobrist[a, 1 + s.turn]
        board[a] = stone
        taken, lost, ko, alone = 0, 0, NOWHERE, True
        for side in range(SIDES):
            place = np.int64(self.adjacent[a, side])
            if board[place] == 3 - stone and not breathes(self, board, place, NOWHERE):
                count, hashed = take_off(self, board, place, hashed)
                taken += count
                ko = int(place)
            elif board[place] == stone or board[place] == EMPTY:
                alone = False
        if taken == 0 and self.suicide and not breathes(self, board, a, NOWHERE):
            lost, hashed = take_off(self, board, a, hashed)
        if taken != 1 or not alone:  # else only the place of the one stone that was taken is left to breathe
            ko = NOWHERE
        if not self.territory:
            taken = lost = 0
        black, white = (taken, lost) if s.turn == BLACK else (lost, taken)
        last = a if board[a] != EMPTY else NOWHERE
        return State(board, 1 - s.turn, ko, 0, s.black_prisoners + black, s.white_prisoners + white, hashed, last)

    def terminal(self, s: State) -> bool:
        return s.passes == 2

    def points(self, s: State) -> tuple[float, float]:
        """What Black and White have, komi included."""
        found = owners(self, s.board)
        black, white = float(s.black_prisoners), s.white_prisoners + self.komi
        for cell in range(self.cell_count):
            if not self.territory or s.board[cell] == EMPTY:
                if found[cell] == 1 + BLACK:
                    black += 1.0
                elif found[cell] == 1 + WHITE:
                    white += 1.0
        return black, white

    def utility(self, s: State, p: int) -> float:
        black, white = self.points(s)
        return 0.0 if black == white else seen_by(1.0, BLACK if black > white else WHITE, p)

    # --- hints ---
    def random_action(self, s: State, rng: Any) -> int:
        stone = 1 + s.turn
        for _ in range(self.tries):
            point = draw_below(rng, self.cell_count)
            if s.board[point] == EMPTY and sensible(self, s, point, stone):
                return point
        found, n = np.empty(self.cell_count, np.int64), 0
        for point in range(self.cell_count):
            if s.board[point] == EMPTY and sensible(self, s, point, stone):
                found[n] = point
                n += 1
        return found[draw_below(rng, n)] if n > 0 else self.passing  # type: ignore[no-any-return]

    def playout_action(self, s: State, rng: Any) -> int:
        return knowing_action(self, s, rng)  # type: ignore[no-any-return]

    def features(self, s: State, p: int) -> NDArray[np.float64]:
        to_black = self.steps_to(s.board, self.cells_with(s.board, 1 + BLACK), EMPTY)
        to_white = self.steps_to(s.board, self.cells_with(s.board, 1 + WHITE), EMPTY)
        attacked, liberties = liberties_of_chains(self, s.board)
        values, lead = np.zeros(4), s.black_prisoners - s.white_prisoners - self.komi
        for cell in range(self.cell_count):
            if to_black[cell] < to_white[cell]:
                lead += 1.0
            elif to_white[cell] < to_black[cell]:
                lead -= 1.0
        values[0] = seen_by(lead, BLACK, p)
        values[1] = seen_by(float(attacked[1 - s.turn]), s.turn, p)
        values[2] = -seen_by(float(attacked[s.turn]), s.turn, p)
        values[3] = seen_by(float(liberties[BLACK] - liberties[WHITE]), BLACK, p)
        return values

    def feature(self, s: State, p: int, i: int) -> float:
        return float(self.features(s, p)[i])

    def evaluate(self, s: State, p: int) -> float:
        values, lead = self.features(s, p), 0.0
        for i in range(len(values)):
            lead += self.weight_array[i] * values[i]
        return squash(lead, HALF)

    def noisy(self, s: State, a: int) -> bool:
        return a != self.passing and captures(self, s.board, a, 1 + s.turn)

    def order(self, s: State, a: int) -> float:
        if a == self.passing:
            return PASSING
        board, stone = s.board, 1 + s.turn
        if is_eye(self, board, a, stone):
            return EYE
        value, alone = 0.0, True
        for side in range(SIDES):
            place = np.int64(self.adjacent[a, side])
            alone = alone and board[place] != 1 and board[place] != 2
            if board[place] == 3 - stone and not breathes(self, board, place, a):
                value += CAPTURE
            elif board[place] == stone and not breathes(self, board, place, a):
                value += RESCUE
        if liberties_after(self, board, a, stone, 2) < 2:
            return value + SELF_ATARI
        if in_pattern(self, board, a):
            value += PATTERN
        if alone:
            value += OUT_OF_PLACE * self.misplaced[a]
        return float(value + self.nearness(s.last, a))

    def nearness(self, last: int, point: int) -> float:
        """What it is worth to answer near the last stone: most fights are there."""
        if last == NOWHERE:
            return 0.0
        across, along = abs(last % self.size - point % self.size), abs(last // self.size - point // self.size)
        return float(NEAR[min(len(NEAR) - 1, across + along + max(across, along))])

    def skip(self, s: State) -> State:
        return State(s.board, 1 - s.turn, NOWHERE, 0, s.black_prisoners, s.white_prisoners, s.hash, NOWHERE)

    def may_skip(self, s: State) -> bool:
        return s.passes == 0

    def key(self, s: State) -> int:
        high = s.turn + 2 * (s.ko + 1)  # NOWHERE is -1, and there are at most 361 points
        if self.territory:
            high += ((s.black_prisoners - s.white_prisoners) & 63) << 10
        words = self.turn_words[s.turn] ^ self.pass_words[s.passes] ^ (np.uint64(high) << np.uint64(HIGH))
        return s.hash ^ words  # type: ignore[no-any-return]

    # --- names and pictures ---
    def contents(self, s: State) -> Sequence[int]:
        return [int(content) for content in s.board[:-1]]

    def restored(self, s: State, turn: int) -> State:
        board = np.append(s.board, np.int8(WALL))
        return s._replace(board=board, hash=self.hash_of(board))

    def problem(self, s: State) -> str:
        for point in range(self.cell_count):
            if s.board[point] != EMPTY and not breathes(self, s.board, point, NOWHERE):
                return f"the chain of {self.board.names[point]} has no liberty"
        if s.ko != NOWHERE and (s.passes or not self._is_ko(s)):
            return f"there can be no ko on {self.board.names[s.ko]}"
        if s.last != NOWHERE and (s.passes or s.board[s.last] != 2 - s.turn):
            return f"{self.board.names[s.last]} is no stone that was placed last"
        return ""

    def _is_ko(self, s: State) -> bool:
        """Whether one stone could be taken back there, of a player who has just taken one."""
        around = [int(place) for place in self.adjacent[s.ko] if s.board[place] != WALL]
        taken = [place for place in around if not breathes(self, s.board, place, s.ko)]
        theirs = all(s.board[place] == 2 - s.turn for place in around)
        single = all(s.board[place] != 2 - s.turn for stone in taken for place in self.adjacent[stone])
        return s.board[s.ko] == EMPTY and theirs and len(taken) == 1 and single

    def scene(self, s: State) -> Scene:
        square = self.board.width == self.board.height
        plain = replace(super().scene(s), dots=star_dots(self.size) if square else ())
        if not self.terminal(s):
            return plain
        found = owners(self, s.board)
        lands = [
            tuple(self.board.names[cell] for cell in range(self.cell_count) if s.board[cell] == EMPTY and found[cell] == 1 + p)
            for p in (BLACK, WHITE)
        ]
        names = ("black territory", "white territory")
        regions = tuple(Region(land, owner=p, name=names[p]) for p, land in enumerate(lands) if land)
        return replace(plain, regions=regions, scores=tuple(f"{points:g}" for points in self.points(s)))

    def notes(self, s: State) -> Sequence[str]:
        told = [f"{self.player_names[1 - s.turn]} has passed."] if s.passes == 1 else []
        if s.ko != NOWHERE:
            told.append(f"Ko: {self.player_names[s.turn]} may not play on {self.board.names[s.ko]} now.")
        return told

    def ending(self, s: State) -> str:
        black, white = self.points(s)
        return f"both have passed, and Black has {black:g} points, White {white:g}"
