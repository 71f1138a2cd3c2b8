"""Surakarta: published counts, and a second implementation that follows the drawn lines point by point."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation
from counterplay.games.capture.surakarta import Surakarta
from counterplay.search.perft import perft
from tests.oracles.count_tables import assert_distinct, assert_positions
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Point = tuple[int, int]  # column, row, from the lower left
POINTS = {(x, y) for x in range(6) for y in range(6)}


class Layout(NamedTuple):
    men: frozenset[tuple[Point, int]]  # each with its owner
    turn: int
    quiet: int  # moves since the last capture


def beyond_the_edge(point: Point, heading: Point) -> tuple[Point, Point] | None:
    """Where the loop leads that a runner enters by leaving the board, and which way it runs then; None without a loop.

    A loop joins the ends of a row and a column that are equally far from its corner.
    """
    x, y = point
    if heading[0]:  # it runs along a row, y; the nearer corner is below or above
        from_corner, low = min(y, 5 - y), y < 3
        end = (from_corner if heading[0] < 0 else 5 - from_corner, 0 if low else 5)
        onward = (0, 1 if low else -1)
    else:
        from_corner, low = min(x, 5 - x), x < 3
        end = (0 if low else 5, from_corner if heading[1] < 0 else 5 - from_corner)
        onward = (1 if low else -1, 0)
    return (end, onward) if from_corner else None


class PlainSurakarta(NamedMoves):
    """The rulebook with a dictionary of men: a runner goes from point to point, and round a loop where a line ends."""

    def initial(self) -> Layout:
        return Layout(frozenset(((x, y), int(y > 2)) for x, y in POINTS if y not in (2, 3)), 0, 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def prey(self, men: dict[Point, int], start: Point, heading: Point) -> Point | None:
        """The enemy that a man takes who runs this way."""
        point, loops = start, 0
        for _ in range(100):
            following = (point[0] + heading[0], point[1] + heading[1])
            if following not in POINTS:
                led = beyond_the_edge(point, heading)
                if led is None:
                    return None
                (following, heading), loops = led, loops + 1
            point = following
            if point in men and point != start:
                return point if loops and men[point] != men[start] else None
        return None

    def listed(self, s: Layout) -> dict[str, Layout]:
        men, found = dict(s.men), {}
        for start in [point for point, owner in men.items() if owner == s.turn]:
            near = [(start[0] + dx, start[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            ends = {point: s.quiet + 1 for point in near if point in POINTS and point not in men}
            for heading in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                taken = self.prey(men, start, heading)
                if taken is not None:
                    ends[taken] = 0
            for end, quiet in ends.items():
                left = {point: owner for point, owner in men.items() if point != start} | {end: s.turn}
                found[f"{name(start)}{'-' if quiet else 'x'}{name(end)}"] = Layout(frozenset(left.items()), 1 - s.turn, quiet)
        return found

    def terminal(self, s: Layout) -> bool:
        return s.quiet == 50 or not self.moves(s)

    def utility(self, s: Layout, p: int) -> float:
        if not self.moves(s):
            return -1.0 if p == s.turn else 1.0
        lead = sum(1 if owner == p else -1 for _, owner in s.men)
        return float((lead > 0) - (lead < 0))

    def dump(self, s: Layout) -> str:
        return f"{sorted(s.men)} {s.turn} {s.quiet}"


def name(point: Point) -> str:
    return f"{'abcdef'[point[0]]}{point[1] + 1}"


def shown(game: Surakarta, s: object) -> str:
    """A state as the plain game shows it."""
    men = [((cell % 6, cell // 6), content - 1) for cell, content in enumerate(game.contents(s)) if content]
    return f"{sorted(men)} {game.player(s)} {s.clock}"  # type: ignore[arg-type, attr-defined]


def test_perft() -> None:
    """Would catch a loop that leads elsewhere, a capture without one, one that is counted once for each way."""
    game = Surakarta()
    assert [perft.interpreted(game, game.initial(), depth) for depth in (1, 2, 3, 4)] == [16, 256, 5382, 111122]


def test_distinct_positions() -> None:
    """Would catch positions told apart by the clock, or by the order of moves."""
    game = Surakarta()
    assert_distinct(game, (16, 256))
    assert_positions(game, (16, 256, 2494, 24062))


def test_random_games_beside_the_plain_one() -> None:
    """Would catch a runner that stops too early or runs through a man, a wrong end after 50 moves, a wrong winner."""
    game, plain = Surakarta(), PlainSurakarta()
    walk_beside_plain(game, plain, show=lambda s: shown(game, s), games=2, seed=3)


def test_a_man_may_run_over_its_own_point() -> None:
    """Would catch a runner that is stopped by the man that it is: b2 goes round all four loops and comes up behind."""
    game = Surakarta()
    s = game.load("6/6/6/6/1bw3/6 b 0")
    assert "b2xc2" in [game.action_name(s, a) for a in game.actions(s)]
    # Straight ahead c2 is next to b2, before any loop: the capture comes from the other side.
    blocked = game.load("6/6/6/6/1bwb2/1b4 b 0")
    assert "b2xc2" not in [game.action_name(blocked, a) for a in game.actions(blocked)]


def test_more_men_win_when_nothing_is_taken() -> None:
    """Would catch a draw where a side has more men, or a win where both have as many."""
    game = Surakarta()
    ahead, level = game.load("w5/6/6/6/6/4bb b 50"), game.load("w5/6/6/6/6/5b b 50")
    assert game.terminal(ahead) and game.terminal(level)
    assert [game.utility(ahead, 0), game.utility(ahead, 1), game.utility(level, 0)] == [1.0, -1.0, 0.0]
    assert game.ending(ahead) == "50 moves without a capture: 2 men to 1"


def test_features_and_wrong_texts() -> None:
    """Would catch men attacked where the rules capture nothing, and a side with thirteen men."""
    game = Surakarta()
    s = game.load("6/6/6/6/1bw3/6 b 0")
    assert (game.attacked(s, 0), game.attacked(s, 1)) == (1, 1) and game.feature(s, 0, 1) == 0.0
    with pytest.raises(BadNotation, match="White has 13 men; 12 is the most"):
        game.load("wwwwww/wwwwww/w5/6/6/b5 b 0")
