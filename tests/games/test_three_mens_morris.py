"""Three men's morris: published counts, the exact values under every rule of movement, and a second implementation."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations
from typing import NamedTuple

import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.core import BadNotation, BadParameter, Game, Position
from counterplay.games.lines.three_mens_morris import CLOCK_LIMIT, State, ThreeMensMorris
from tests.oracles.count_tables import assert_perft
from tests.oracles.retrograde_values import DRAWN, Worth, retrograde_values

POINTS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
ROWS = ("a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "a3b2c1")
ORTHOGONAL = ["a1b1", "b1c1", "a2b2", "b2c2", "a3b3", "b3c3", "a1a2", "a2a3", "b1b2", "b2b3", "c1c2", "c2c3"]
LONG_DIAGONALS = ["a1b2", "b2c3", "a3b2", "b2c1"]
SHORT_DIAGONALS = ["a2b1", "a2b3", "c2b1", "c2b3"]
STEPS = {
    "lines": ORTHOGONAL + LONG_DIAGONALS,
    "orthogonal": ORTHOGONAL,
    "king": ORTHOGONAL + LONG_DIAGONALS + SHORT_DIAGONALS,
    "anywhere": [p + q for p in POINTS for q in POINTS],
}


class Men(NamedTuple):
    of: tuple[frozenset[str], frozenset[str]]
    turn: int


class PlainMorris(Game):
    """The rules with names of points in sets, and every step written out."""

    def __init__(self, movement: str) -> None:
        self.joined = set(STEPS[movement]) | {step[2:] + step[:2] for step in STEPS[movement]}

    def initial(self) -> Men:
        return Men((frozenset(), frozenset()), 0)

    def player(self, s: Men) -> int:
        return s.turn

    def names(self, s: Men) -> list[str]:
        free = [p for p in POINTS if p not in s.of[0] and p not in s.of[1]]
        if len(s.of[s.turn]) < 3:
            return free
        return [f"{p}-{q}" for p in s.of[s.turn] for q in free if p + q in self.joined]

    def actions(self, s: Men) -> list[int]:
        return list(range(len(self.names(s))))

    def action_name(self, s: Men, a: int) -> str:
        return self.names(s)[a]

    def result(self, s: Men, a: int) -> Men:
        start, _, end = self.names(s)[a].rpartition("-")
        own = s.of[s.turn] - {start} | {end}
        return Men((own, s.of[1]) if s.turn == 0 else (s.of[0], own), 1 - s.turn)

    def terminal(self, s: Men) -> bool:
        other = s.of[1 - s.turn]
        return any({r[:2], r[2:4], r[4:]} <= other for r in ROWS) or not self.names(s)

    def utility(self, s: Men, p: int) -> float:
        return -1.0 if p == s.turn else 1.0


def identity(s: State) -> Hashable:
    """A position without its clock."""
    return int(s.white), int(s.black), s.turn


def test_perft() -> None:
    """A row that is not seen, a step that is missing, or a man that is placed too often."""
    assert_perft(ThreeMensMorris(), (9, 72, 504, 3024, 15120, 54720, 199296, 705312, 2567232))


@pytest.mark.parametrize(
    ("movement", "worth"),
    [("lines", Worth(1, 9)), ("orthogonal", Worth(1, 9)), ("king", DRAWN), ("anywhere", DRAWN)],
)
def test_exact_values(movement: str, worth: Worth) -> None:
    """A rule of movement that is another one's, or a wrong winner: all four are solved, and the centre alone wins."""
    game = ThreeMensMorris(movement)
    values = retrograde_values(game, identity)
    start = game.initial()
    assert values[identity(start)] == worth
    first = {game.action_name(start, a): values[identity(game.result(start, a))] for a in game.actions(start)}
    assert [name for name, answer in first.items() if answer.value < 0] == (["b2"] if worth.value else [])


def test_the_centre_may_be_forbidden_to_the_first_man() -> None:
    """An opening that is only half forbidden; without the centre it is a draw."""
    game = ThreeMensMorris(centre_opening=False)
    s = game.initial()
    assert len(game.choices(s)) == 8
    assert len(game.choices(game.result(s, 0))) == 8
    assert retrograde_values(game, identity)[identity(s)] == DRAWN


@pytest.mark.parametrize("movement", list(STEPS))
def test_random_games_beside_the_plain_one(movement: str) -> None:
    """A difference in steps, in rows, or in who is blocked."""
    game, plain = ThreeMensMorris(movement), PlainMorris(movement)
    walked = walk_beside(
        game,
        lambda: GameOracle(plain, label=plain.action_name),
        label=game.action_name,
        until=lambda position, oracle: position.game.stalled(position.state),
        games=25,
        seed=3,
    )
    assert sum(g.decided for g in walked) > 15


@pytest.mark.parametrize("movement", ["lines", "orthogonal"])
def test_nobody_is_ever_shut_in(movement: str) -> None:
    """A position without a row and without a move: that the rules need no loss for it is what makes them short."""
    plain = PlainMorris(movement)
    for own in map(frozenset, combinations(POINTS, 3)):
        for other in map(frozenset, combinations(sorted(set(POINTS) - own), 3)):
            s = Men((own, other), 0)
            assert plain.names(s) or any({r[:2], r[2:4], r[4:]} <= other for r in ROWS)


def test_repetition_and_the_clock_are_draws() -> None:
    """A game that never ends: men that go to and fro, and the hundredth move."""
    game = ThreeMensMorris()
    position = Position(game, game.load("wb./b.w/.wb w 0"))
    for _ in range(2):
        assert position.outcome() is None
        for name in ("c2-b2", "a2-a1", "b2-c2", "a1-a2"):
            position = position.play(name)
    repeated = position.outcome()
    assert repeated is not None
    assert repeated.utilities == (0.0, 0.0)
    last = game.load(f"wb./b.w/.wb w {CLOCK_LIMIT - 1}")
    ended = game.result(last, game.parse_action(last, "c2-b2"))
    assert game.terminal(ended)
    assert game.utility(ended, 0) == 0.0


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("www/w../bbb b 0", "White has 4 men; 3 is the most"),
        ("w../.../... w 0", "do not fit together"),
        ("w../.../... b 5", "it must be 0 while men are placed"),
        ("www/bb./b.. w 3", "White has a row of three and is to move"),
    ],
)
def test_bad_notation_is_explained(text: str, part: str) -> None:
    """A position that no game comes to, or a sentence that does not say why."""
    with pytest.raises(BadNotation, match=part):
        ThreeMensMorris().load(text)


def test_a_movement_that_does_not_exist() -> None:
    """A wrong word that is taken for the default."""
    with pytest.raises(BadParameter, match="'knight' is no way to move; there are lines, orthogonal, king, anywhere"):
        ThreeMensMorris("knight")
