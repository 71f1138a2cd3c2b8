"""Alquerque: published counts with and without chains, and a second implementation that measures the board."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, Position
from counterplay.games.capture.alquerque import Alquerque
from counterplay.search.perft import perft, perft_turns
from counterplay.solve import solve_position
from tests.oracles.count_tables import assert_distinct, assert_positions
from tests.oracles.named_moves import NamedMoves, walk_beside_plain
from tests.oracles.retrograde_values import retrograde_values
from tests.oracles.whole_turns import WholeTurns

Point = tuple[int, int]  # column, row, from the lower left
POINTS = {(x, y) for x in range(5) for y in range(5)}
HEADINGS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Layout(NamedTuple):
    men: frozenset[tuple[Point, int]]  # each with its owner
    turn: int
    jumper: Point | None  # the man that must jump on
    quiet: int  # moves since the last capture


class PlainAlquerque(NamedMoves):
    """The rulebook with a dictionary of men; diagonals run through the points whose column and row add up to an even number."""

    def __init__(self, chains: bool) -> None:
        self.chains = chains

    def initial(self) -> Layout:
        white = {(x, y) for x, y in POINTS if y < 2} | {(3, 2), (4, 2)}
        black = {(x, y) for x, y in POINTS if y > 2} | {(0, 2), (1, 2)}
        return Layout(frozenset([(p, 0) for p in white] + [(p, 1) for p in black]), 0, None, 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def reached(self, men: dict[Point, int], start: Point) -> tuple[list[Point], list[tuple[Point, Point]]]:
        """The points that a man can step to, and the pairs of a man that it can take and where it lands."""
        steps, jumps = [], []
        for dx, dy in HEADINGS:
            if dx and dy and sum(start) % 2:
                continue
            near, far = (start[0] + dx, start[1] + dy), (start[0] + 2 * dx, start[1] + 2 * dy)
            if near in POINTS and near not in men:
                steps.append(near)
            if men.get(near) == 1 - men[start] and far in POINTS and far not in men:
                jumps.append((near, far))
        return steps, jumps

    def listed(self, s: Layout) -> dict[str, Layout]:
        men, jumping, stepping = dict(s.men), {}, {}
        for start in [point for point, owner in men.items() if owner == s.turn and s.jumper in (None, point)]:
            steps, jumps = self.reached(men, start)
            rest = {point: owner for point, owner in men.items() if point != start}
            for end in steps:
                moved = frozenset((rest | {end: s.turn}).items())
                stepping[f"{name(start)}-{name(end)}"] = Layout(moved, 1 - s.turn, None, s.quiet + 1)
            for taken, end in jumps:
                left = {point: owner for point, owner in rest.items() if point != taken} | {end: s.turn}
                on = self.chains and bool(self.reached(left, end)[1])
                after = (s.turn, end) if on else (1 - s.turn, None)
                jumping[f"{name(start)}x{name(end)}"] = Layout(frozenset(left.items()), *after, 0)
        return jumping if self.chains and jumping else jumping | stepping

    def terminal(self, s: Layout) -> bool:
        return s.quiet == 50 or not self.moves(s)

    def utility(self, s: Layout, p: int) -> float:
        return 0.0 if self.moves(s) else -1.0 if p == s.turn else 1.0

    def dump(self, s: Layout) -> str:
        return f"{sorted(s.men)} {s.turn} {s.jumper} {s.quiet}"


def name(point: Point) -> str:
    return f"{'abcde'[point[0]]}{point[1] + 1}"


def shown(game: Alquerque, s: object) -> str:
    """A state as the plain game shows it."""
    men = [((cell % 5, cell // 5), content - 1) for cell, content in enumerate(game.contents(s)) if content]
    jumper = None if s.chain < 0 else (s.chain % 5, s.chain // 5)  # type: ignore[attr-defined]
    return f"{sorted(men)} {game.player(s)} {jumper} {s.clock}"  # type: ignore[arg-type, attr-defined]


def test_turns_with_chains() -> None:
    """Would catch a capture that may be left out, a chain that ends too early, diagonals where there are none."""
    game = Alquerque()
    counts = [perft_turns.interpreted(game, game.initial(), turns, 0) for turns in range(1, 8)]
    assert counts == [4, 5, 6, 12, 29, 109, 541]


def test_perft_without_chains() -> None:
    """Would catch a capture that is compulsory, or goes on, in Alfonso's form; its counts are those of Ludii."""
    game = Alquerque(chains=False)
    assert [perft.interpreted(game, game.initial(), depth) for depth in range(1, 7)] == [4, 8, 33, 210, 1430, 10262]


def test_distinct_positions() -> None:
    """Would catch positions told apart by the clock, or by the order of moves."""
    game = Alquerque(chains=False)
    assert_distinct(game, (4, 8, 33))
    assert_positions(game, (4, 8, 33, 191, 1105, 6488))


@pytest.mark.parametrize("chains", [True, False])
def test_random_games_beside_the_plain_one(chains: bool) -> None:
    """Would catch a jump over an own man or two points, a man that does not go on, a wrong end or winner."""
    game, plain = Alquerque(chains), PlainAlquerque(chains)
    walk_beside_plain(game, plain, show=lambda s: shown(game, s), games=5, seed=1)


class Endgame(PlainAlquerque):
    """The plain game from another position, where a game without captures is a draw however long it lasts."""

    def __init__(self, chains: bool, first: Layout) -> None:
        super().__init__(chains)
        self.first = first

    def initial(self) -> Layout:
        return self.first

    def listed(self, s: Layout) -> dict[str, Layout]:
        return {move: following._replace(quiet=0) for move, following in super().listed(s).items()}


@pytest.mark.parametrize(
    ("text", "chains"), [("4b/5/5/5/w4 w - 0", True), ("4b/5/5/5/w4 w - 0", False), ("b4/5/5/1w3/4w w - 0", True)]
)
def test_endgames_solved_backwards(text: str, chains: bool) -> None:
    """Would catch a wrong value of an endgame: all its positions, by the plain rules and a plain analysis, give the same."""
    game = Alquerque(chains)
    start = game.load(text)
    men = [((cell % 5, cell // 5), int(content) - 1) for cell, content in enumerate(game.contents(start)) if content]
    first = Layout(frozenset(men), start.turn, None, 0)
    known = retrograde_values(WholeTurns(Endgame(chains, first)), lambda s: s)[first]
    assert solve_position(game, Position(game, start)).value.score == known.value


def test_a_chain_is_played_by_the_same_man() -> None:
    """Would catch a second man that jumps in a chain, a chain that may be left, or one that is not shown."""
    game = Alquerque()
    s = game.load("5/1b1b1/5/1b3/w3w w - 0")
    first = game.result(s, game.parse_action(s, "a1xc3"))
    assert game.player(first) == 0 and game.marked(first) == (game.board.index("c3"),)
    assert sorted(game.action_name(first, a) for a in game.actions(first)) == ["c3xa5", "c3xe5"]
    second = game.result(first, game.parse_action(first, "c3xa5"))
    assert game.player(second) == 1 and game.dump(second) == "w4/3b1/5/5/4w b - 0"


def test_steps_of_the_estimate_against_the_actions() -> None:
    """Would catch steps that are counted along lines which are not there."""
    game = Alquerque(chains=False)
    s = game.load("b4/5/1w1w1/5/w4 w - 0")
    steps = [a for a in game.actions(s) if not game.noisy(s, a)]
    assert game.step_count(s.white, game.empty(s)) == len(steps) == 11
    assert game.feature(s, 0, 2) == 11 - 3 and game.feature(s, 1, 0) == -2.0


def test_wrong_texts() -> None:
    """Would catch a man that must jump on and cannot, and too many men."""
    with pytest.raises(BadNotation, match="the man on a1 does not have to jump on"):
        Alquerque().load("5/5/5/5/w3b w a1 0")
    with pytest.raises(BadNotation, match="White has 13 men; 12 is the most"):
        Alquerque().load("5/5/wwwbb/wwwww/wwwww w - 0")
