"""Three-mark tic-tac-toe: published counts, exact values under both rules, and a second implementation with lists."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import pytest

from counterplay.boards import SquareBoard
from counterplay.check import GameOracle, walk_beside
from counterplay.core import BadNotation, Game
from counterplay.games.lines.three_mark import CLOCK_LIMIT, State, ThreeMark
from tests.oracles.count_tables import assert_perft
from tests.oracles.retrograde_values import DRAWN, Worth, retrograde_values

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
SYMMETRIES = SquareBoard(3).symmetries().tolist()


class Moves(NamedTuple):
    """All that was ever played; the marks on the board are the last three of each player."""

    cells: tuple[int, ...]

    def latest(self, p: int) -> tuple[int, ...]:
        return self.cells[p::2][-3:]


class PlainThreeMark(Game):
    """The rules on the list of moves."""

    def __init__(self, refill: bool) -> None:
        self.refill = refill

    def initial(self) -> Moves:
        return Moves(())

    def player(self, s: Moves) -> int:
        return len(s.cells) % 2

    def actions(self, s: Moves) -> list[int]:
        own, other = s.latest(self.player(s)), s.latest(1 - self.player(s))
        if self.refill and len(own) == 3:
            own = own[1:]
        return [cell for cell in range(9) if cell not in own and cell not in other]

    def result(self, s: Moves, a: int) -> Moves:
        return Moves((*s.cells, a))

    def terminal(self, s: Moves) -> bool:
        return any(set(map(int, row)) == set(s.latest(1 - self.player(s))) for row in ROWS)

    def utility(self, s: Moves, p: int) -> float:
        return -1.0 if p == self.player(s) else 1.0


def images(s: State) -> set[tuple[tuple[int, ...], ...]]:
    """The position turned and reflected in all ways, without its clock; the turn last."""
    marks = [[m // 16**age % 16 - 1 for age in range(3) if m // 16**age] for m in (s.crosses, s.noughts)]
    return {(*(tuple(order[cell] for cell in own) for own in marks), (s.turn,)) for order in SYMMETRIES}


def identity(s: State) -> Hashable:
    """One of the turned and reflected positions for all of them."""
    return min(images(s))


def test_perft() -> None:
    """A mark that stays too long or vanishes too early, or a line that is not seen."""
    assert_perft(ThreeMark(), (9, 72, 504, 3024, 15120, 54720, 148176, 396576, 1059984))


@pytest.mark.parametrize(("refill", "worth"), [(False, Worth(1, 13)), (True, DRAWN)])
def test_exact_values(refill: bool, worth: Worth) -> None:
    """A rule that is the other one's, or a wrong winner."""
    game = ThreeMark(refill)
    assert retrograde_values(game, identity)[identity(game.initial())] == worth


@pytest.mark.parametrize("refill", [False, True])
def test_random_games_beside_the_plain_one(refill: bool) -> None:
    """A difference in cells that are open, in the mark that vanishes, or in lines."""
    walked = walk_beside(
        ThreeMark(refill),
        lambda: GameOracle(PlainThreeMark(refill)),
        until=lambda position, oracle: position.game.stalled(position.state),
        games=40,
        seed=11,
    )
    assert sum(g.decided for g in walked) > 30


def test_a_vanished_mark_makes_no_line() -> None:
    """Lines that are looked for before the oldest mark is gone, and a picture that does not show which one goes next."""
    game = ThreeMark()
    s = game.load("3ab/21./c.. x 0")
    assert {p.cell: (p.letter, p.scale < 1) for p in game.scene(s).pieces if p.owner == 0} == {
        "a3": ("x", True),
        "a2": ("X", False),
        "b2": ("X", False),
    }
    assert not game.terminal(game.result(s, game.parse_action(s, "c1")))  # a3 b2 c1, of which a3 has gone
    won = game.result(s, game.parse_action(s, "c2"))
    assert game.terminal(won)
    assert game.utility(won, 0) == 1.0
    assert game.scene(won).marked == ("a2", "b2", "c2")


def test_the_clock_ends_a_game() -> None:
    """A game that goes on for ever."""
    game = ThreeMark()
    s = game.load(f"3ab/21./c.. x {CLOCK_LIMIT - 1}")
    ended = game.result(s, game.parse_action(s, "b1"))
    assert game.terminal(ended)
    assert (game.utility(ended, 0), game.ending(ended)) == (0.0, "100 moves without three in a row")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("2../.../... o 0", "the marks of X are numbered with a gap; the newest is 1"),
        ("1../.../... x 0", "do not fit together"),
        ("1../.../... o 4", "4 marks cannot have vanished"),
        ("11./a../b.. x 0", "'1' stands on several cells"),
        ("123/abc/... x 3", "X has three in a row and is to move"),
    ],
)
def test_bad_notation_is_explained(text: str, part: str) -> None:
    """A position that no game comes to, or a sentence that does not say why."""
    with pytest.raises(BadNotation, match=part):
        ThreeMark().load(text)
