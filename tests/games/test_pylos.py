"""Pylos: counts of moves and positions, and a second implementation that keeps each ball with its level, row and column."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter, Game
from counterplay.games.placement.pylos import Pylos
from tests.oracles.count_tables import assert_distinct, assert_perft
from tests.oracles.named_moves import walk_beside_plain

Place = tuple[int, int, int]  # level, column, row
PLACES = [(level, x, y) for level in range(4) for y in range(4 - level) for x in range(4 - level)]


class Pile(NamedTuple):
    balls: frozenset[tuple[Place, int]]  # each with its owner
    reserves: tuple[int, int]
    turn: int
    stage: str  # "play", "first" or "second" ball to take back


class PlainPylos(Game):
    """The rulebook with a dictionary of balls; reserves are counted as balls come and go."""

    def __init__(self, variant: str) -> None:
        self.variant = variant

    def initial(self) -> Pile:
        return Pile(frozenset(), (15, 15), 0, "play")

    def player(self, s: Pile) -> int:
        return s.turn

    def firm(self, balls: dict[Place, int], place: Place) -> bool:
        """Whether a ball would lie there: in a hollow, or on four balls."""
        level, x, y = place
        return level == 0 or all((level - 1, x + dx, y + dy) in balls for dx in (0, 1) for dy in (0, 1))

    def loose(self, balls: dict[Place, int], place: Place) -> bool:
        """Whether nothing lies on the ball, so that without it all others are still firm."""
        rest = {other: owner for other, owner in balls.items() if other != place}
        return all(self.firm(rest, other) for other in rest)

    def rewarded(self, balls: dict[Place, int], place: Place) -> bool:
        level, x, y = place
        groups = [[(level, a + i, b + j) for i in (0, 1) for j in (0, 1)] for a in (x - 1, x) for b in (y - 1, y)]
        groups = groups if self.variant != "children" else []
        if self.variant == "expert" and level < 2:
            groups += [[(level, i, y) for i in range(4 - level)], [(level, x, j) for j in range(4 - level)]]
        return any(all(balls.get(spot) == balls[place] for spot in group) for group in groups)

    def moves(self, s: Pile) -> dict[str, Pile]:
        """Every action by its name."""
        balls, found = dict(s.balls), {}
        loose = [place for place, owner in balls.items() if owner == s.turn and self.loose(balls, place)]
        if s.stage != "play":
            after = ("second", s.turn) if s.stage == "first" else ("play", 1 - s.turn)
            for place in loose:
                left = frozenset(ball for ball in s.balls if ball[0] != place)
                found[f"x{name(place)}"] = Pile(left, self.paid(s, 1), after[1], after[0])
            if s.stage == "second":
                found["pass"] = s._replace(turn=1 - s.turn, stage="play")
            return found
        for origin in [None, *loose]:
            rest = {place: owner for place, owner in balls.items() if place != origin}
            for place in PLACES:
                if place in balls or not self.firm(rest, place) or (origin and place[0] <= origin[0]):
                    continue
                if origin is None and s.reserves[s.turn] == 0:
                    continue
                laid = rest | {place: s.turn}
                stage, turn = ("first", s.turn) if self.rewarded(laid, place) else ("play", 1 - s.turn)
                reserves = s.reserves if origin else self.paid(s, -1)
                label = f"{name(origin)}-{name(place)}" if origin else name(place)
                found[label] = Pile(frozenset(laid.items()), reserves, turn, stage)
        return found

    def paid(self, s: Pile, balls: int) -> tuple[int, int]:
        """The reserves with so many more balls of the player to move."""
        return (s.reserves[0] + balls, s.reserves[1]) if s.turn == 0 else (s.reserves[0], s.reserves[1] + balls)

    def actions(self, s: Pile) -> list[int]:
        return list(range(len(self.moves(s))))

    def result(self, s: Pile, a: int) -> Pile:
        return list(self.moves(s).values())[a]

    def action_name(self, s: Pile, a: int) -> str:
        return list(self.moves(s))[a]

    def terminal(self, s: Pile) -> bool:
        return s.stage == "play" and ((3, 0, 0) in dict(s.balls) or not self.moves(s))

    def utility(self, s: Pile, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    def dump(self, s: Pile) -> str:
        balls = dict(s.balls)
        signs = {None: ".", 0: "x", 1: "o"}
        rows = [
            "".join(signs[balls.get((level, x, y))] for x in range(4 - level))
            for level in range(4)
            for y in reversed(range(4 - level))
        ]
        stages = {"play": "-", "first": "must", "second": "may"}
        return f"{'/'.join(rows)} {'xo'[s.turn]} {stages[s.stage]}"


def name(place: Place) -> str:
    level, x, y = place
    return f"{('abcd', 'efg', 'hi', 'j')[level][x]}{y + 1}"


def test_perft() -> None:
    """A place that takes no ball, or one that lies on three; at depth five 9 * 4! ways lead to a square that carries a ball."""
    assert_perft(Pylos(), (16, 240, 3360, 43680, 16 * 15 * 14 * 13 * 12 + 216))


def test_distinct_positions() -> None:
    """Positions that are told apart by the order of moves."""
    assert_distinct(Pylos(), (16, 240, 1680, 10920))


@pytest.mark.parametrize("variant", ["children", "standard", "expert"])
def test_random_games_beside_the_plain_one(variant: str) -> None:
    """A ball raised from under another, a square or line that is missed or seen in the wrong variant, a wrong loser."""
    game, plain = Pylos(variant), PlainPylos(variant)
    walk_beside_plain(game, plain, show=lambda s: game.dump(s).rpartition(" ")[0], games=4, seed=2)


def test_the_second_ball_may_be_one_that_the_first_has_freed() -> None:
    """A second take-back that still sees the first ball, one that is compulsory, or a third one."""
    game = Pylos()
    s = game.load("..../..../xx../xx../.../.../x../../../. x must 0")
    assert [game.action_name(s, a) for a in game.actions(s)] == ["xe1"]
    first = game.result(s, game.parse_action(s, "xe1"))
    assert [game.action_name(first, a) for a in game.actions(first)] == ["xa1", "xb1", "xa2", "xb2", "pass"]
    second = game.result(first, game.parse_action(first, "xa1"))
    assert (game.player(first), game.player(second), second.taking) == (0, 1, 0)


def test_wrong_texts_and_parameters() -> None:
    """A ball in the air, or a variant that there is not."""
    with pytest.raises(BadNotation, match="the ball on e1 does not rest on four others"):
        Pylos().load("..../..../..../xx../.../.../x../../../. x - 0")
    with pytest.raises(BadNotation, match="knows no take-back"):
        Pylos("children").load("..../..../..../x.../.../.../.../../../. x must 0")
    with pytest.raises(BadParameter, match="children, standard, expert"):
        Pylos("hard")
