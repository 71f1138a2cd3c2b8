"""Ataxx: published counts of move sequences, and a second implementation written from the rules alone."""

from __future__ import annotations

from typing import Any

import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.core import BadParameter
from counterplay.games.territory.ataxx import Ataxx
from tests.oracles.count_tables import assert_distinct, assert_perft, assert_positions
from tests.oracles.plain_cloning import PlainCloning, lively

GAME = Ataxx()
CORNERS = {"a7": 0, "g1": 0, "a1": 1, "g7": 1}


class Clockless(Ataxx):
    """Positions that differ in the moves since a clone alone are one."""

    def result(self, s: Any, a: int) -> Any:
        return super().result(s, a)._replace(clock=0)


def plain(blocked: str) -> PlainCloning:
    """Squares as (column, row), neighbours as a king moves."""
    names = {(c, r): f"{'abcdefg'[c]}{r + 1}" for c in range(7) for r in range(7)}
    open_squares = {spot: name for spot, name in names.items() if name not in blocked.split("-")}
    return PlainCloning(open_squares, lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1])), CORNERS)


def test_perft() -> None:
    """Clones that are counted once for each stone, a jump of a wrong length, enemies that do not turn."""
    assert_perft(GAME, (16, 256, 6460, 155888))


def test_distinct_positions() -> None:
    """Positions whose keys differ although they are the same, or the other way round."""
    assert_distinct(Clockless(), (16, 256))
    assert_positions(GAME, (16, 256, 3628, 51144))


@pytest.mark.parametrize("blocked", ["", "d3-c4-e4-d5"])
def test_random_games_beside_the_plain_one(blocked: str) -> None:
    """A blocked square that is entered or stops a jump, a pass too many or too few, a wrong end or winner."""
    game, second = Ataxx(blocked), plain(blocked)
    walked = walk_beside(
        game, lambda: GameOracle(second, label=second.action_name), label=game.action_name, choose=lively, games=3, seed=5
    )
    assert all(g.decided for g in walked)


def test_pass_and_end_without_moves() -> None:
    """A player who is stuck and may not pass, or a game that goes on when nobody can move."""
    stuck = GAME.load("x--4/---4/---4/7/7/7/6o x 0")
    assert [GAME.action_name(stuck, a) for a in GAME.choices(stuck)] == ["pass"]
    ended = GAME.load("x-----o/------o/-------/-------/-------/-------/------- x 0")
    assert GAME.terminal(ended) and GAME.utility(ended, 0) == -1.0


def test_hundred_jumps_are_a_draw() -> None:
    """A lead that counts although the game was not played out, or a jump that takes the last stone and does not win."""
    s = GAME.load("x5o/7/7/7/7/7/x5x x 99")
    jump = GAME.result(s, GAME.parse_action(s, "a7-c7"))
    assert GAME.terminal(jump) and GAME.utility(jump, 0) == 0.0
    last = GAME.load("x2o3/7/7/7/7/7/7 x 99")
    won = GAME.result(last, GAME.parse_action(last, "a7-c7"))
    assert GAME.terminal(won) and GAME.utility(won, 0) == 1.0


def test_estimate_counts_exposed_stones() -> None:
    """A stone that can be turned is taken for a safe one."""
    s = GAME.load("xx-4/---4/7/7/7/7/5oo x 0")
    assert GAME.features(s, 0) == (0.0, -2.0, 1.0)
    assert GAME.evaluate(s, 0) == -GAME.evaluate(s, 1) > 0


@pytest.mark.parametrize("blocked", ["a1", "k9", "c4+e4"])
def test_wrong_blocked_squares(blocked: str) -> None:
    """A stone on a blocked square, or a name that is passed over in silence."""
    with pytest.raises(BadParameter, match="as in c4-e4"):
        Ataxx(blocked)
