"""Fanorona: counts on two boards, the value of a third, and a second implementation that follows a man point by point."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter, Position
from counterplay.games.capture.fanorona import Fanorona, State
from counterplay.gears.gear_choice import in_gear
from counterplay.solve import solve_position
from tests.oracles.attained_lines import assert_line_attains
from tests.oracles.named_moves import NamedMoves, walk_beside_plain
from tests.oracles.retrograde_values import retrograde_values
from tests.oracles.walked_perft import count_turns
from tests.oracles.whole_turns import WholeTurns

Point = tuple[int, int]  # column, row, from the lower left
HEADINGS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Layout(NamedTuple):
    men: frozenset[tuple[Point, int]]  # each with its owner
    turn: int
    way: tuple[Point, ...]  # the points of the man that may capture on, in order; none at the start of a turn
    quiet: int  # moves since the last capture


class PlainFanorona(NamedMoves):
    """The rulebook with a dictionary of men, and the way of a man in a chain as a list of points."""

    def __init__(self, width: int, height: int, middle_row: str, change_direction: bool) -> None:
        self.width, self.height, self.middle_row, self.change_direction = width, height, middle_row, change_direction

    def initial(self) -> Layout:
        middle = self.height // 2
        men = [((x, y), int(y > middle)) for x in range(self.width) for y in range(self.height) if y != middle]
        men += [((x, middle), "WB".index(letter)) for x, letter in enumerate(self.middle_row) if letter != "."]
        return Layout(frozenset(men), 0, (), 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def line(self, men: dict[Point, int], first: Point, heading: Point, owner: int) -> list[Point]:
        """The unbroken line of a player's men from a point on."""
        found = []
        while men.get(first) == owner:
            found.append(first)
            first = (first[0] + heading[0], first[1] + heading[1])
        return found

    def steps(self, men: dict[Point, int], start: Point) -> list[tuple[Point, Point]]:
        """The empty points that lines lead to, with the heading."""
        found = []
        for dx, dy in HEADINGS:
            end = (start[0] + dx, start[1] + dy)
            drawn = not (dx and dy) or sum(start) % 2 == 0
            if drawn and end not in men and 0 <= end[0] < self.width and 0 <= end[1] < self.height:
                found.append((end, (dx, dy)))
        return found

    def captures(self, men: dict[Point, int], way: tuple[Point, ...]) -> list[tuple[Point, str, list[Point]]]:
        """Where the man at the end of a way can go on to: the point, A or W, and the men that are taken."""
        start, found = way[-1], []
        last = (start[0] - way[-2][0], start[1] - way[-2][1]) if len(way) > 1 else None
        for end, (dx, dy) in self.steps(men, start):
            if end in way or (self.change_direction and (dx, dy) == last):
                continue
            before = self.line(men, (end[0] + dx, end[1] + dy), (dx, dy), 1 - men[start])
            behind = self.line(men, (start[0] - dx, start[1] - dy), (-dx, -dy), 1 - men[start])
            found += [(end, letter, taken) for letter, taken in (("A", before), ("W", behind)) if taken]
        return found

    def listed(self, s: Layout) -> dict[str, Layout]:
        men, capturing, stepping = dict(s.men), {}, {}
        for start in [s.way[-1]] if s.way else [point for point, owner in men.items() if owner == s.turn]:
            way = s.way or (start,)
            rest = {point: owner for point, owner in men.items() if point != start}
            for end, letter, taken in self.captures(men, way):
                left = {point: owner for point, owner in rest.items() if point not in taken} | {end: s.turn}
                on = bool(self.captures(left, (*way, end)))
                after = (s.turn, (*way, end)) if on else (1 - s.turn, ())
                capturing[f"{name(start)}-{name(end)}{letter}"] = Layout(frozenset(left.items()), *after, 0)
            for end, _ in self.steps(men, start):
                moved = frozenset((rest | {end: s.turn}).items())
                stepping[f"{name(start)}-{name(end)}"] = Layout(moved, 1 - s.turn, (), s.quiet + 1)
        if s.way:
            return capturing | {"stop": Layout(s.men, 1 - s.turn, (), s.quiet)}
        return capturing or stepping

    def terminal(self, s: Layout) -> bool:
        return s.quiet == 50 or not self.moves(s)

    def utility(self, s: Layout, p: int) -> float:
        return 0.0 if self.moves(s) else -1.0 if p == s.turn else 1.0

    def dump(self, s: Layout) -> str:
        return f"{sorted(s.men)} {s.turn} {sorted(s.way)} {s.quiet}"


def name(point: Point) -> str:
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


def shown(game: Fanorona, s: State) -> str:
    """A state as the plain game shows it."""
    places = [(cell % game.width, cell // game.width) for cell in range(game.cell_count)]
    men = [(places[cell], content - 1) for cell, content in enumerate(game.contents(s)) if content]
    way = [places[cell] for cell in range(game.cell_count) if s.chain >= 0 and (cell == s.chain or int(s.left) >> cell & 1)]
    return f"{sorted(men)} {game.player(s)} {sorted(way)} {s.clock}"


def names(game: Fanorona, s: State) -> list[str]:
    return sorted(game.action_name(s, a) for a in game.actions(s))


def test_turns_and_positions() -> None:
    """Would catch a man set up wrongly, diagonals where there are none, a chain that cannot stop, or goes straight on."""
    assert WholeTurns(Fanorona()).counts(4) == ([5, 39, 724, 18026], [5, 39, 724, 17075])


def test_turns_without_the_rule_of_direction() -> None:
    """Would catch an option that changes nothing, or lets a man go back as well; the counts are those of Ludii."""
    game = Fanorona(change_direction=False)
    assert [count_turns(game, game.initial(), turns) for turns in (1, 2, 3, 4)] == [5, 39, 738, 19828]
    assert WholeTurns(Fanorona(5, 5, change_direction=False)).counts(4)[0] == [5, 21, 202, 3780]


def test_turns_on_five_by_five() -> None:
    """Would catch a middle row that is set up by the wrong rule."""
    assert WholeTurns(Fanorona(5, 5)).counts(4)[0] == [5, 21, 202, 3469]


def test_three_by_three_is_won() -> None:
    """Would catch wrong rules of the endgame, and a solver that takes an action for a turn.

    White wins: Schadd et al., "Fanorona is a draw" (2007). Another program's full analysis found 1,012 positions.
    """
    game = Fanorona(3, 3)
    values = retrograde_values(WholeTurns(game), lambda s: tuple(map(int, s[:-1])))
    assert len(values) == 1012 and values[tuple(map(int, game.initial()[:-1]))].value == 1
    with in_gear("interpreted"):
        solution = solve_position(game)
    assert solution.value.score == 1.0
    assert_line_attains(Position(game), solution)


@pytest.mark.parametrize(
    ("width", "height", "middle_row", "change_direction"), [(9, 5, "BWBW.BWBW", True), (7, 3, "BWB.WBW", False)]
)
def test_random_games_beside_the_plain_one(width: int, height: int, middle_row: str, change_direction: bool) -> None:
    """Would catch a line that is taken too far, a man that revisits a point, a capture that may be left out, a wrong end."""
    game, plain = Fanorona(width, height, change_direction), PlainFanorona(width, height, middle_row, change_direction)
    with in_gear("interpreted"):
        walk_beside_plain(game, plain, show=lambda s: shown(game, s), games=4, seed=1)


def test_one_line_is_chosen() -> None:
    """Would catch both lines taken at once, and two captures that the same clicks would choose."""
    game = Fanorona()
    s = game.load("9/9/1bbw1bb1b/9/9 w - - - 0")
    approach, withdrawal = game.parse_action(s, "d3-e3A"), game.parse_action(s, "d3 e3 w")
    assert game.dump(game.result(s, approach)) == "9/9/1bb1w3b/9/9 b - - - 0"
    assert game.dump(game.result(s, withdrawal)) == "9/9/4wbb1b/9/9 b - - - 0"
    assert [game.gesture(s, a) for a in (approach, withdrawal)] == [("d3", "e3", "f3"), ("d3", "e3", "c3")]
    with pytest.raises(BadNotation, match="'d3-e3' is no action here; possible: d3-e3A, d3-e3W"):
        game.parse_action(s, "d3-e3")
    start = game.initial()
    assert game.parse_action(start, "f2e3") == game.parse_action(start, "f2-e3A")  # the only capture of this step


def test_a_chain_turns_and_does_not_come_back() -> None:
    """Would catch a step straight on, a point entered again, another man that goes on, and a chain that is not shown."""
    game = Fanorona()
    s = game.load("4b4/9/2bw2b2/9/7w1 w - - - 0")
    assert names(game, s) == ["d3-e3W"]  # the capture is compulsory
    first = game.result(s, game.parse_action(s, "d3-e3"))
    assert game.dump(first) == "4b4/9/4w1b2/9/7w1 w e3 d3 e 0"
    assert names(game, first) == ["e3-e4A", "stop"] and game.marked(first) == (game.board.index("e3"),)
    free = Fanorona(change_direction=False)
    assert names(free, free.load("4b4/9/4w1b2/9/7w1 w e3 d3 - 0")) == ["e3-e4A", "e3-f3A", "stop"]
    stopped = game.result(first, game.parse_action(first, "stop"))
    assert game.dump(stopped) == "4b4/9/4w1b2/9/7w1 b - - - 0"
    on = game.result(first, game.parse_action(first, "e3-e4"))
    assert game.dump(on) == "9/4w4/6b2/9/7w1 b - - - 0"
    assert game.buttons(first) == {"stop": "Stop"} and game.gesture(first, game.stop) == ("stop",)


def test_who_cannot_move_loses() -> None:
    """Would catch a blocked player who passes or draws, and an end that tells the wrong story."""
    game = Fanorona(3, 3)
    s = game.load("3/ww1/bw1 b - - - 0")
    assert game.terminal(s) and game.utility(s, 0) == 1.0 and game.ending(s) == "Black cannot move"


def test_features() -> None:
    """Would catch captures and steps of the estimate that the rules do not know."""
    game = Fanorona()
    s = game.load("9/9/1bbw1bb2/9/9 w - - - 0")
    assert game.capture_count(s.white, s.black, game.empty(s)) == len(list(game.actions(s)))
    quiet = game.load("b8/9/9/9/8w w - - - 0")
    assert game.step_count(quiet.white, game.empty(quiet)) == len(list(game.actions(quiet))) == 3
    assert game.feature(s, 0, 0) == -3.0 and game.feature(s, 1, 0) == 3.0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("9/9/9/9/w8 b - - - 0", ""),
        ("9/9/9/9/w8 w - - - 0", "Black has no man although White is to move; the game ended before"),
        ("4b4/9/4w1b2/9/9 w - d3 - 0", "points that were left and a direction need a man that captures on"),
        ("4b4/9/4w1b2/9/9 w g3 f3 e 0", "g3 is to capture on; it must be a man of White's, and the clock 0"),
        ("4b4/9/4w1b2/9/9 w e3 - e 0", "the points that e3 has left must be given, and be empty"),
        ("4b4/9/4w1b2/9/9 w e3 d3 n 0", "the direction of the last step of e3 must be one that leads from a point it has left"),
        ("9/9/4w1b2/9/9 w e3 d3 e 0", "the man on e3 cannot capture on"),
        ("4b4/9/4w1b2/9/9 w e3 d9 e 0", "points such as a1,b1, or - for none, not 'd9'"),
    ],
)
def test_wrong_texts(text: str, complaint: str) -> None:
    """Would catch a chain that no game comes to, and a complaint that does not say what is wrong."""
    game = Fanorona()
    if not complaint:
        assert game.terminal(game.load(text))
        return
    with pytest.raises(BadNotation, match=complaint):
        game.load(text)


def test_boards_that_are_refused() -> None:
    """Would catch a board without a middle point, or one that does not fit in a word."""
    for width, height in ((4, 5), (9, 9), (11, 5)):
        with pytest.raises(BadParameter, match=f"a board of {width} x {height} points is not possible"):
            Fanorona(width, height)
