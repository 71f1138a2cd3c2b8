"""The clock of moves without progress: what it ends, what it leaves alone, and how often it may run."""

from __future__ import annotations

import pytest
from board_games import Crossover

from counterplay.boards import BoardGame, NoProgressClock

GAME = Crossover()


class Cornered(Crossover):
    """Whoever has no man on the first column has lost; all else is left to the clock."""

    terminal, utility = NoProgressClock.terminal, NoProgressClock.utility

    def lost(self, s):
        return not any((s.white, s.black)[s.turn] & self.board.cell_set([cell]) for cell in (0, 3, 6, 9))


def test_the_clock_runs_out():
    """Would catch a clock that stops a move early or late, and an ending that names something else."""
    s = GAME.initial()
    states = [s._replace(clock=clock) for clock in range(GAME.clock_limit + 2)]
    assert [GAME.stalled(t) for t in states] == [False] * GAME.clock_limit + [True, True]
    assert [GAME.terminal(t) for t in states] == [False] * GAME.clock_limit + [True, True]
    assert GAME.utility(states[-1], 0) == 0.0
    assert GAME.ending(states[-1]) == GAME.clock_ending() == "6 moves without a capture"
    assert GAME.draw_clock == ("clock", 6)
    assert (GAME.longest_game(0), GAME.longest_game(3)) == (6, 24)


def test_the_clock_is_no_part_of_a_position():
    """Would catch repetitions that are never noticed, because each has another number of moves, or a turn left out."""
    s = GAME.initial()
    assert GAME.key(s) == GAME.key(s._replace(clock=4)) != GAME.key(s._replace(turn=1))


def test_who_has_lost_has_lost_when_the_clock_runs_out_too():
    """Would catch a draw by the clock in a position that is lost, or a loss that is the other player's."""
    game = Cornered()
    lost, open_game = game.load(".ww/.../.../bbb w 6"), game.load("w../.../.../b.. w 6")
    assert game.terminal(lost)
    assert [game.utility(lost, p) for p in (0, 1)] == [-1.0, 1.0]
    assert game.terminal(open_game)
    assert [game.utility(open_game, p) for p in (0, 1)] == [0.0, 0.0]
    assert not game.terminal(open_game._replace(clock=5))


def test_a_game_without_an_end_is_asked_for_one():
    """Would catch a game that forgets to say who has lost and is played on for ever."""

    class Endless(NoProgressClock, BoardGame):
        pass

    with pytest.raises(NotImplementedError):
        Endless().terminal(GAME.initial())
