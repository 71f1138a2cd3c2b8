"""Seega: counts of placing, and a second implementation of all that follows, with a dictionary of men."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter, Position, Repetition
from counterplay.games.capture.seega import Seega, State
from counterplay.gears.gear_choice import in_gear
from counterplay.search.perft import perft
from tests.oracles.named_moves import NamedMoves, walk_beside_plain
from tests.oracles.whole_turns import WholeTurns

Point = tuple[int, int]  # column, row, from the lower left
SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Table(NamedTuple):
    men: frozenset[tuple[Point, int]]  # each with its owner
    turn: int
    hand: int  # men to be placed
    hunter: Point | None  # the man that may capture on
    passed: bool  # the opponent has passed
    quiet: int  # moves since the last capture


class PlainSeega(NamedMoves):
    """The rulebook with a dictionary of men."""

    def __init__(self, size: int, majority: bool) -> None:
        self.size, self.majority, self.middle = size, majority, (size // 2, size // 2)
        self.squares = dict.fromkeys((x, y) for x in range(size) for y in range(size))

    def initial(self) -> Table:
        return Table(frozenset(), 0, self.size**2 - 1, None, False, 0)

    def player(self, s: Table) -> int:
        return s.turn

    def steps(self, men: dict[Point, int], p: int) -> list[tuple[Point, Point]]:
        """What a player's men can do."""
        return [
            ((x, y), (x + dx, y + dy))
            for (x, y), owner in men.items()
            for dx, dy in SIDES
            if owner == p and (x + dx, y + dy) in self.squares and (x + dx, y + dy) not in men
        ]

    def moved(self, men: dict[Point, int], start: Point, end: Point) -> tuple[dict[Point, int], int]:
        """The men after a step, and how many it has taken."""
        p = men[start]
        after = {point: owner for point, owner in men.items() if point != start} | {end: p}
        taken = [
            (end[0] + dx, end[1] + dy)
            for dx, dy in SIDES
            if after.get((end[0] + dx, end[1] + dy)) == 1 - p and after.get((end[0] + 2 * dx, end[1] + 2 * dy)) == p
        ]
        taken = [point for point in taken if point != self.middle]
        return {point: owner for point, owner in after.items() if point not in taken}, len(taken)

    def goes_on(self, men: dict[Point, int], hunter: Point) -> bool:
        """Whether a man that has captured can capture again, and the game is not over."""
        steps = [step for step in self.steps(men, men[hunter]) if step[0] == hunter]
        return list(men.values()).count(1 - men[hunter]) > 1 and any(self.moved(men, *step)[1] for step in steps)

    def placed(self, s: Table, square: Point) -> Table:
        men, hand = dict(s.men) | {square: s.turn}, s.hand - 1
        if hand:
            turn = (self.size**2 - 1 - hand) // 2 % 2  # two men for each turn
        else:
            turn = s.turn if self.steps(men, s.turn) else 1 - s.turn
        return Table(frozenset(men.items()), turn, hand, None, False, 0)

    def listed(self, s: Table) -> dict[str, Table]:
        men = dict(s.men)
        if s.hand:
            return {name(square): self.placed(s, square) for square in self.squares if square not in men | {self.middle: 0}}
        found, opening = {}, {}
        for start, end in self.steps(men, s.turn):
            left, taken = self.moved(men, start, end)
            if s.hunter is not None and (start != s.hunter or not taken):
                continue
            after = (s.turn, 0, end) if taken and self.goes_on(left, end) else (1 - s.turn, 0, None)
            label = f"{name(start)}{'x' if taken else '-'}{name(end)}"
            found[label] = Table(frozenset(left.items()), *after, False, 0 if taken else s.quiet + 1)
            if s.passed and self.steps(left, 1 - s.turn):
                opening[label] = found[label]
        if s.hunter is not None:
            return found | {"stop": Table(s.men, 1 - s.turn, 0, None, False, s.quiet)}
        if s.passed and opening:
            return opening
        return found or {"pass": Table(s.men, 1 - s.turn, 0, None, True, s.quiet + 1)}

    def lead(self, s: Table, p: int) -> int:
        return sum(1 if owner == p else -1 for _, owner in s.men)

    def lost(self, s: Table, p: int) -> bool:
        return s.hand == 0 and sum(owner == p for _, owner in s.men) < 2

    def terminal(self, s: Table) -> bool:
        return s.quiet == 50 or self.lost(s, 0) or self.lost(s, 1)

    def utility(self, s: Table, p: int) -> float:
        if self.lost(s, 0) or self.lost(s, 1):
            return -1.0 if self.lost(s, p) else 1.0
        return float((self.lead(s, p) > 0) - (self.lead(s, p) < 0)) if self.majority else 0.0

    def dump(self, s: Table) -> str:
        return f"{sorted(s.men)} {s.turn} {s.hand} {s.hunter} {s.passed} {s.quiet}"


def name(point: Point) -> str:
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


def shown(game: Seega, s: State) -> str:
    """A state as the plain game shows it."""
    places = [(cell % game.size, cell // game.size) for cell in range(game.cell_count)]
    men = [(places[cell], content - 1) for cell, content in enumerate(game.contents(s)) if content]
    hunter = None if s.chain < 0 else places[s.chain]
    return f"{sorted(men)} {s.turn} {s.hand} {hunter} {s.opening} {s.clock}"


def names(game: Seega, text: str) -> list[str]:
    s = game.load(text)
    return sorted(game.action_name(s, a) for a in game.actions(s))


def played(game: Seega, text: str, *moves: str) -> str:
    s = game.load(text)
    for move in moves:
        s = game.result(s, game.parse_action(s, move))
    return game.dump(s)


def test_placing() -> None:
    """Would catch a man in the middle, and a square that is listed twice; the counts are those of Ludii."""
    game = Seega()
    assert [perft.interpreted(game, game.initial(), depth) for depth in (1, 2, 3, 4)] == [24, 552, 12144, 255024]


def test_placing_by_turns() -> None:
    """Would catch turns of one man or three, and positions told apart by the order in which two men were placed."""
    assert WholeTurns(Seega()).counts(2) == ([552, 255024], [276, 63756])


@pytest.mark.parametrize(("size", "majority", "games"), [(5, True, 6), (7, False, 1), (9, True, 1)])
def test_random_games_beside_the_plain_one(size: int, majority: bool, games: int) -> None:
    """Would catch a man taken in the middle or by moving in between, a wrong first mover, a wrong end or winner."""
    game, plain = Seega(size, majority), PlainSeega(size, majority)
    with in_gear("interpreted"):
        walk_beside_plain(game, plain, show=lambda s: shown(game, s), games=games, seed=1)


def test_who_moves_first() -> None:
    """Would catch the first placer who moves first, and a blocked player who is asked to pass before the first move."""
    beside = "wbwbw/bwbwb/wb1bw/bwbwb/wbww1 b 1 - - 0"
    assert played(Seega(), beside, "e1").split()[1:] == ["b", "0", "-", "-", "0"]
    blocked = "wwwbw/bbwbb/bw1wb/bwwbb/wbww1 b 1 - - 0"
    assert played(Seega(), blocked, "e1").split()[1:] == ["w", "0", "-", "-", "0"]


def test_captures() -> None:
    """Would catch a single capture where there are three, one along a diagonal, and one of a man that moves in between."""
    game = Seega()
    assert played(game, "2w2/2b2/wb1bw/2w2/b3b w 0 - - 7", "c2-c3") == "2w2/5/w1w1w/5/b3b b 0 - - 0"
    assert played(game, "b4/1w1w1/2b2/5/w4 b 0 - - 7", "c3-c4") == "b4/1wbw1/5/5/w4 w 0 - - 8"
    assert played(game, "b4/w4/1b3/w3w/5 w 0 - - 7", "a2-b2") == "b4/w4/1b3/1w2w/5 b 0 - - 8"


def test_a_man_in_the_middle_is_safe_and_takes() -> None:
    """Would catch a man that is taken in the middle, and one in the middle that does not help to take."""
    game = Seega()
    assert played(game, "b4/5/1wb2/3w1/b3w w 0 - - 3", "d2-d3") == "b4/5/1wbw1/5/b3w b 0 - - 4"
    assert played(game, "b4/4w/2wb1/5/b3w w 0 - - 3", "e4-e3") == "b4/5/2w1w/5/b3w b 0 - - 0"


def test_a_chain_is_optional_and_of_one_man() -> None:
    """Would catch a second man that captures in the same turn, a step on that takes nothing, a chain without an end."""
    game = Seega()
    text = "b4/1w3/1b3/w2bw/b4 w 0 - - 3"
    first = played(game, text, "a2-b2")
    assert first == "b4/1w3/5/1w1bw/b4 w 0 b2 - 0" and names(game, first) == ["b2xc2", "stop"]
    assert played(game, first, "stop") == "b4/1w3/5/1w1bw/b4 b 0 - - 0"
    assert played(game, first, "b2xc2") == "b4/1w3/5/2w1w/b4 b 0 - - 0"
    s = game.load(first)
    assert game.buttons(s) == {"stop": "Stop"} and game.gesture(s, game.stop) == ("stop",)


def test_a_blocked_player_passes_and_a_way_is_opened() -> None:
    """Would catch a blocked player who loses or is skipped, and an opponent who leaves the way closed.

    Black's men in the corner cannot move. White has free men, but only the two beside the corner can open a way.
    """
    game = Seega()
    text = "5/4w/w4/bw3/bbw2 b 0 - - 3"
    assert names(game, text) == ["pass"]
    after = played(game, text, "pass")
    assert after == "5/4w/w4/bw3/bbw2 w 0 - o 4"
    assert names(game, after) == ["a3-a4", "a3-b3", "b2-b3", "b2-c2", "c1-c2", "c1-d1"]
    assert game.notes(game.load(after)) == ("Black cannot move: White must open a way.",)
    assert "e4-e5" in names(game, after.replace(" o ", " - "))


def test_ends() -> None:
    """Would catch a game that goes on with one man, the wrong winner of a quiet one, and a draw that is a win."""
    game, drawn = Seega(), Seega(majority=False)
    s = game.load("b4/5/5/5/3ww b 0 - - 0")
    assert game.terminal(s) and game.utility(s, 0) == 1.0 and game.ending(s) == "Black has one man left"
    quiet = "b3b/5/5/5/2www b 0 - - 50"
    assert (
        game.utility(game.load(quiet), 0) == 1.0 and game.ending(game.load(quiet)) == "50 moves without a capture: 3 men to 2"
    )
    assert drawn.utility(drawn.load(quiet), 0) == 0.0 and drawn.ending(drawn.load(quiet)) == "50 moves without a capture"
    level = game.load("b3b/5/5/5/3ww b 0 - - 50")
    assert game.terminal(level) and game.utility(level, 0) == 0.0


def test_repetition() -> None:
    """Would catch a repeated position that ends a game which the majority decides, and one that does not end the other."""
    circle = ["a5-a4", "e1-e2", "a4-a5", "e2-e1"] * 2
    start = "b3b/5/5/5/2www b 0 - - 0"
    assert Position.load(Seega(), start).play_all(circle).outcome() is None
    outcome = Position.load(Seega(majority=False), start).play_all(circle).outcome()
    assert outcome is not None and outcome.winner is None
    assert Seega(majority=False).repetition == Repetition.DRAW and Seega().draw_clock is None


def test_features() -> None:
    """Would catch steps and captures of the estimate that the rules do not know, and men counted while they are placed."""
    game = Seega()
    s = game.load("b4/1w3/1b3/w2bw/b4 w 0 - - 3")
    steps = [game.action_name(s, a) for a in game.actions(s)]
    assert game.mobility(s.board, 0, False) == len(steps)
    assert game.mobility(s.board, 0, True) == sum("x" in step for step in steps) == 1
    assert game.flanks(s.board, 0) == 2  # of b3, under b4, and of d2, beside e2; a1, under a2, has no other side
    assert game.feature(s, 0, 0) == -1.0 and game.feature(game.load("w3w/5/5/5/5 b 22 - - 0"), 0, 0) == 0.0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("w4/5/5/5/5 b 23 - - 0", "White has 1 men and Black 0; with 23 to be placed it must be 1 and 0, and White's turn"),
        ("5/5/2w2/5/5 w 23 - - 0", "there is a man on c3, where none may be placed"),
        ("w4/5/5/5/5 w 23 - o 0", "nobody captures or passes while men are placed; write - - 0 at the end"),
        ("wwwww/wwwww/www2/5/3bb w 0 - - 0", "White has 13 men; 12 is the most"),
        ("ww3/5/5/5/4b w 0 - - 0", "Black has too few men although White is to move; the game ended before"),
        ("ww3/5/5/5/3bb w 0 a5 - 0", "a5 is to capture on; it must be a man of White's that can, the sign -, and the clock 0"),
        ("ww3/5/5/5/3bb w 0 - o 1", "o says that Black has passed; Black must have no move, and the clock be at least 1"),
        ("ww3/5/5/5/3bb w 0 - x 1", "the sign for a way that must be opened should be - or o, not 'x'"),
    ],
)
def test_wrong_texts(text: str, complaint: str) -> None:
    """Would catch a position that no game comes to, and a complaint that does not say what is wrong."""
    with pytest.raises(BadNotation, match=complaint):
        Seega().load(text)


def test_boards_that_are_refused() -> None:
    """Would catch a board without a middle."""
    with pytest.raises(BadParameter, match="a board of 6 x 6 squares is not possible; size must be 5, 7 or 9"):
        Seega(6)
