"""Memory tic-tac-toe: counts that follow from the published ones, exact values, and a second implementation by calls alone."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.core import BadNotation, Game
from counterplay.draw import scene_text
from counterplay.games import make_game
from counterplay.games.lines.memory_tic_tac_toe import LOST_TURNS, MemoryTicTacToe, State
from counterplay.search.perft import perft
from tests.oracles.retrograde_values import retrograde_values

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
GOING_ON = (1, 9, 72, 504, 3024, 15120 - 1440)  # sequences of tic-tac-toe that have not ended: published counts and lengths


class Calls(NamedTuple):
    """All that was ever said."""

    cells: tuple[int, ...]


class PlainMemory(Game):
    """A referee who replays all calls whenever something is asked."""

    def __init__(self, slip_loses: bool) -> None:
        self.slip_loses = slip_loses

    def replayed(self, s: Calls) -> tuple[dict[int, int], int]:
        """Whose mark is where, and how many calls at the end were lost."""
        marks: dict[int, int] = {}
        lost = 0
        for turn, cell in enumerate(s.cells):
            lost = lost + 1 if cell in marks else 0
            marks.setdefault(cell, turn % 2)
        return marks, lost

    def initial(self) -> Calls:
        return Calls(())

    def player(self, s: Calls) -> int:
        return len(s.cells) % 2

    def actions(self, s: Calls) -> list[int]:
        return list(range(9))

    def result(self, s: Calls, a: int) -> Calls:
        return Calls((*s.cells, a))

    def winner(self, s: Calls) -> int | None:
        marks, lost = self.replayed(s)
        rows = [p for p in (0, 1) for row in ROWS if all(marks.get(int(cell)) == p for cell in row)]
        return rows[0] if rows else self.player(s) if self.slip_loses and lost else None

    def terminal(self, s: Calls) -> bool:
        marks, lost = self.replayed(s)
        return self.winner(s) is not None or len(marks) == 9 or lost == LOST_TURNS

    def utility(self, s: Calls, p: int) -> float:
        winner = self.winner(s)
        return 0.0 if winner is None else 1.0 if winner == p else -1.0


@pytest.mark.parametrize("slip_loses", [False, True])
def test_random_games_beside_a_second_implementation(slip_loses: bool) -> None:
    """Would catch a taken cell that changes a mark, a turn that is not lost, or a wrong winner or end."""
    game = MemoryTicTacToe(slip_loses)
    walk_beside(game, lambda: GameOracle(PlainMemory(slip_loses)), games=80, seed=1)


def test_counts() -> None:
    """Would catch a call that is refused: all nine cells may always be named, and where a slip loses it ends the game."""
    game, strict = MemoryTicTacToe(), MemoryTicTacToe(slip_loses=True)
    assert [perft.interpreted(game, game.initial(), d) for d in (1, 2, 3, 4)] == [9, 81, 729, 6561]
    assert [perft.interpreted(strict, strict.initial(), d) for d in range(1, 6)] == [9 * n for n in GOING_ON[:5]]


def test_ten_lost_turns_are_a_draw() -> None:
    """Would catch a game that two forgetful players never finish, and a clock that a new mark does not put back."""
    game = MemoryTicTacToe()
    s = game.result(game.initial(), 4)
    for _ in range(LOST_TURNS - 1):
        s = game.result(s, 4)
    assert not game.terminal(s) and game.result(s, 0).clock == 0
    s = game.result(s, 4)
    assert game.terminal(s) and game.utility(s, 0) == 0.0 and game.ending(s) == "10 turns lost one after the other"


def values(game: MemoryTicTacToe) -> dict[Any, Any]:
    """The value of every position, the last call and the clock left out."""
    return retrograde_values(game, lambda s: (int(s.crosses), int(s.noughts), s.turn, game.terminal(s)))


def test_a_lost_turn_gains_nothing() -> None:
    """Would catch candidates without a best call: in every position some free cell is as good as any call.

    Also the value: a draw, as tic-tac-toe is, with either rule.
    """
    for slip_loses in (False, True):
        game = MemoryTicTacToe(slip_loses)
        worth = values(game)
        assert worth[0, 0, 0, False].value == 0

        def identity(s: State, game: MemoryTicTacToe = game) -> Any:
            return int(s.crosses), int(s.noughts), s.turn, game.terminal(s)

        for crosses, noughts, turn, over in worth:
            if not over:
                s = State(np.uint64(crosses), np.uint64(noughts), turn, -1, 0)
                best = max(-worth[identity(game.result(s, a))].value for a in game.candidates(s))
                assert best == worth[crosses, noughts, turn, over].value


def test_nothing_is_shown_before_the_end() -> None:
    """Would catch a mark, or a marked cell, that gives the position away, and an end that does not show it."""
    game = MemoryTicTacToe()
    empty = scene_text(game.scene(game.initial())).splitlines()
    for text in (".../.x./... o b2 0", "x.o/.x./..o x a3 1", "xo./oxx/.o. x b1 0"):
        scene = game.scene(game.load(text))
        assert not scene.pieces and not scene.marked and not game.hidden
        assert scene_text(scene).splitlines()[:3] == empty[:3]
    assert game.scene(game.load("x.o/.x./..o x a3 1")).notes == ("O named a3, which was taken: the turn is lost",)
    end = game.scene(game.load("x.o/.x./o.x o c1 0"))
    assert len(end.pieces) == 5 and set(end.marked) == {"a3", "b2", "c1"}


def test_names() -> None:
    """Would catch a preset that does not lead to the other rule."""
    assert make_game("memory_tic_tac_toe_where_a_slip_loses").spec == "memory_tic_tac_toe:slip_loses=True"
    assert make_game("blind_tic_tac_toe").spec == "memory_tic_tac_toe"


@pytest.mark.parametrize(
    ("spec", "text", "sentence"),
    [
        ("", "x../.../... o", "is no position"),
        ("", ".../.../... o - 0", "nothing stands on the board"),
        ("", "x../.../... o b2 0", "named last is empty"),
        ("", "x../.o./... x a3 0", "has no mark of O"),
        ("", ".../.o./... x b2 0", "X has none"),
        ("", "xxx/oo./... x b2 0", "the last call did not make"),
        ("", "xxx/oo./... x a3 1", "the last call did not make"),
        ("", "xox/xoo/oxx o a3 1", "no turn is lost after them"),
        (":slip_loses=yes", "xx./.../... o a3 0", "do not fit together"),
        (":slip_loses=yes", "x../.../... x a3 2", "the game ends after 1"),
    ],
)
def test_bad_notation_is_explained(spec: str, text: str, sentence: str) -> None:
    """Would catch a message that does not name the fault, or a position that no game comes to."""
    with pytest.raises(BadNotation) as error:
        make_game(f"memory_tic_tac_toe{spec}").load(text)
    assert sentence in str(error.value)
