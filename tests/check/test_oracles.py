"""Games beside another implementation: a difference of any kind is found and told, and different names are no difference."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from counterplay.check import Disagreement, GameOracle, check_game, check_suite, openspiel_games, walk_beside
from counterplay.check.checks import oracle_check
from counterplay.check.openspiel_oracle import OracleMissing
from counterplay.core import CHANCE, Game
from counterplay.games import make_game

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class Marks(NamedTuple):
    crosses: int  # a set of cells
    noughts: int
    turn: int


class Noughts(Game):
    """Tic-tac-toe, with cells numbered in some order and faults to plant."""

    def __init__(self, cells: str = "012345678", lines: tuple[str, ...] = LINES, win: float = 1.0, named: bool = False) -> None:
        self.cells, self.lines, self.win, self.named = cells, lines, win, named
        self._masks = [sum(1 << int(cell) for cell in line) for line in lines]

    def initial(self) -> Marks:
        return Marks(0, 0, 0)

    def player(self, s: Marks) -> int:
        return s.turn

    def actions(self, s: Marks) -> Iterator[int]:
        yield from sorted(int(self.cells[c]) for c in range(9) if not (s.crosses | s.noughts) >> c & 1)

    def result(self, s: Marks, a: int) -> Marks:
        mark = 1 << self.cells.index(str(a))
        return Marks(s.crosses | mark, s.noughts, 1) if s.turn == 0 else Marks(s.crosses, s.noughts | mark, 0)

    def won(self, marks: int) -> bool:
        return any(marks & mask == mask for mask in self._masks)

    def terminal(self, s: Marks) -> bool:
        return self.won(s.crosses) or self.won(s.noughts) or s.crosses | s.noughts == 511

    def utility(self, s: Marks, p: int) -> float:
        worth = self.win * (self.won(s.crosses) - self.won(s.noughts))
        return worth if p == 0 else -worth

    def action_name(self, s: Marks, a: int) -> str:
        row, column = divmod(self.cells.index(str(a)), 3)
        return f"{'xo'[s.turn]}({row},{column})" if self.named else str(a)


class EvenNumbers(Noughts):
    """Cells are numbered 0, 2, 4, ..."""

    def actions(self, s: Marks) -> Iterator[int]:
        yield from (2 * a for a in super().actions(s))

    def result(self, s: Marks, a: int) -> Marks:
        return super().result(s, a // 2)

    def action_name(self, s: Marks, a: int) -> str:
        return str(a)


class TurnsKept(Noughts):
    """A cross in the middle moves again."""

    def result(self, s: Marks, a: int) -> Marks:
        t = super().result(s, a)
        return t._replace(turn=0) if a == 4 and s.turn == 0 else t


class CornersClosed(Noughts):
    """Offers no corner while the middle is empty."""

    def actions(self, s: Marks) -> Iterator[int]:
        yield from (a for a in super().actions(s) if a not in (0, 2, 6, 8) or (s.crosses | s.noughts) & 16)


class Coin(Game):
    """Heads wins for the only player."""

    players, chance, zero_sum = 1, True, False

    def __init__(self, heads: float = 0.5) -> None:
        self.heads = heads

    def initial(self) -> tuple[int]:
        return (0,)

    def player(self, s: tuple[int]) -> int:
        return CHANCE

    def actions(self, s: tuple[int]) -> list[int]:
        return []

    def outcomes(self, s: tuple[int]) -> list[tuple[int, float]]:
        return [(1, self.heads), (2, 1 - self.heads)]

    def result(self, s: tuple[int], a: int) -> tuple[int]:
        return (a,)

    def terminal(self, s: tuple[int]) -> bool:
        return s[0] > 0

    def utility(self, s: tuple[int], p: int) -> float:
        return float(s[0] == 1)


@pytest.fixture(autouse=True)
def _only_the_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the other checks out."""
    monkeypatch.setattr(check_suite, "CHECKS", ())


SHUFFLED = "507134826"  # no turn or mirror image of the board
MATCHED: list[tuple[Game, str, str]] = [
    (Noughts(), "tic_tac_toe", "number"),
    (Noughts(SHUFFLED, named=True), "tic_tac_toe", "name"),
    (EvenNumbers(), "tic_tac_toe", "the order of their numbers"),
    (make_game("kalah"), "mancala", "what follows them"),
]


@pytest.mark.parametrize(("game", "other", "way"), MATCHED)
def test_the_same_rules_agree_whatever_actions_are_called(
    game: Game, other: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A false alarm where only numbers or names differ, or a report that does not say what was compared."""
    monkeypatch.setattr(oracle_check, "COUNTED", 30)
    report = check_game(game, playouts=3, oracle=f"openspiel:{other}")
    assert report.ok and not report.skipped, str(report)
    assert re.search(
        rf"ways to play up to \d plies are as many as in OpenSpiel's {re.escape(other)}, .*; 3 random", report.passed[-1]
    )
    assert report.passed[-1].endswith(f"actions matched by {way}")


def test_a_small_game_is_counted_to_its_end() -> None:
    """A complete comparison told as an incomplete one, because no way to match the actions fits."""
    report = check_game(Noughts(SHUFFLED), playouts=1, oracle="openspiel:tic_tac_toe")
    assert report.ok and not report.skipped, str(report)
    assert "the ways to play to the end are as many" in report.passed[-1]


def test_results_in_other_units_are_compared_by_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that counts a win as 10 refused, or its results not looked at."""
    game = Noughts(win=10.0)
    game.utility_range = (-10.0, 10.0)
    monkeypatch.setattr(oracle_check, "COUNTED", 30)
    assert (
        "end and winner (utilities are in another unit)"
        in check_game(game, playouts=5, oracle="openspiel:tic_tac_toe").passed[-1]
    )
    game.win = -10.0
    assert not check_game(game, playouts=5, oracle="openspiel:tic_tac_toe").ok


PLANTED = {
    "a line that is not seen": Noughts(lines=LINES[:-1]),
    "a line too many": Noughts(lines=(*LINES, "015")),
    "a line too many, cells shuffled": Noughts(SHUFFLED, lines=(*LINES, "015")),
    "the loser wins": Noughts(win=-1.0),
    "another turn": TurnsKept(),
    "actions withheld": CornersClosed(),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_different_rules_are_found(planted: str) -> None:
    """A difference that the check lets pass: as long as actions go by other names, it must not depend on them."""
    report = check_game(PLANTED[planted], playouts=25, oracle="openspiel:tic_tac_toe")
    assert [finding.fault for finding in report.findings] == ["oracle"], str(report)
    assert "differs from OpenSpiel's tic_tac_toe: " in report.findings[0].message


@pytest.mark.parametrize(
    ("ours", "theirs", "says"),
    [
        (Noughts(), TurnsKept(), "player 1 is to move, but by the oracle player 0"),
        (Noughts(), Noughts(lines=()), "the game is over, but by the oracle not over"),
        (Noughts(), Noughts(win=0.5), r"the end is worth \[(-?)1.0, .*\] to the players, but by the oracle \[\1?0.5"),
        (Noughts(), CornersClosed(), r"at the start, .* actions is 9 \(among them 0, 2, 6, 8\), but by the oracle 5"),
        (Coin(), Coin(0.25), "1 has the probability 0.5, but by the oracle 0.25"),
    ],
)
def test_a_walk_tells_what_differs(ours: Game, theirs: Game, says: str) -> None:
    """A difference between two games that is not seen, or told without the way that led to it."""
    assert len(walk_beside(ours, lambda: GameOracle(ours), games=3)) == 3
    with pytest.raises(Disagreement, match=says):
        walk_beside(ours, lambda: GameOracle(theirs), games=20)


def test_a_walk_compares_what_is_shown() -> None:
    """A state that goes wrong without any consequence for actions and ends."""
    shown: Any = lambda s: s.crosses  # noqa: E731
    walk_beside(Noughts(), lambda: GameOracle(Noughts(), show=shown), show=shown)
    with pytest.raises(Disagreement, match=r"after [0-8], .* the state shows 0, but by the oracle"):
        walk_beside(Noughts(), lambda: GameOracle(Noughts(), show=shown), show=lambda s: s.noughts)


def test_a_walk_can_stop_early_and_start_later() -> None:
    """Games that go on where the rules part, or do not begin where they are told to."""
    start = Marks(0b1, 0b10, 0)

    def middle() -> GameOracle:
        oracle = GameOracle(Noughts())
        oracle.state = start
        return oracle

    walked = walk_beside(Noughts(), middle, start=start, games=4, until=lambda position, _: position.ply == 2)
    assert [(game.position.ply, game.decided) for game in walked] == [(2, False)] * 4


@pytest.mark.parametrize(
    ("oracle", "says"),
    [
        ("openspiel:tictactoe", "OpenSpiel knows no game 'tictactoe'; it has tic_tac_toe"),
        ("openspiel:hex(board_size=3", "OpenSpiel cannot load 'hex.board_size=3': Missing closing bracket"),
        ("openspiel:", "'openspiel:' is no oracle; write openspiel:NAME"),
        ("ludii:hex", "'ludii:hex' is no oracle; write openspiel:NAME"),
        ("openspiel:oshi_zumo", "players of OpenSpiel's oshi_zumo act at the same time"),
    ],
)
def test_an_oracle_that_there_is_not(oracle: str, says: str) -> None:
    """A wrong name that ends in a traceback, or in a check without its oracle."""
    with pytest.raises(OracleMissing, match=says):
        check_game(Noughts(), oracle=oracle)


def test_openspiel_is_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    """A traceback where it is not installed."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(OracleMissing, match="OpenSpiel is not installed; `pip install open_spiel`"):
        openspiel_games("hex")


def test_the_number_of_players_must_be_the_same() -> None:
    """A game for one compared with a game for two."""
    report = check_game(Coin(), oracle="openspiel:tic_tac_toe")
    assert report.findings[0].message == "Coin.players is 1, but OpenSpiel's tic_tac_toe has 2"
