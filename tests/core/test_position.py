"""Positions: three verbs for a move, what came before, and rules of repetition."""

from __future__ import annotations

import pytest
from ring_game import Coin, Place, Ring

from counterplay.core import CHANCE, BadNotation, GameOver, IllegalAction, Outcome, Position, Repetition


def ring(rule: Repetition, count: int = 3, size: int = 3) -> Ring:
    return Ring(size=size, rule=rule, count=count)


def played(game: Ring, *actions: int) -> Position:
    return Position(game).play_all(actions)


def test_play_takes_numbers_and_names() -> None:
    """Would catch one of the two ways to write an action being lost."""
    start = Position(Ring())
    assert start.play(2).state == start.play("two").state == start.play(" TWO ").state == Place(2, 1, 1)
    assert start.state == Place(0, 0, 0) and start.ply == 0


def test_play_refuses_and_lists_what_is_legal() -> None:
    """Would catch an unchecked action, or an error that does not help."""
    with pytest.raises(IllegalAction, match=r"Ring: action 7 is not legal in '\[0,0,0\]'; legal are one \(1\), two \(2\)"):
        Position(Ring()).play(7)
    with pytest.raises(BadNotation, match=r"Ring: 'three' is no action here; possible: one, two"):
        Position(Ring()).play("three")


def test_play_after_the_end_is_refused() -> None:
    """Would catch play going on after the end, whether the rules or a repetition ended the game."""
    ended = played(Ring(clock=2), 1, 1)
    with pytest.raises(GameOver, match=r"the game is over in '\[2,0,2\]', no action can follow"):
        ended.play(1)
    repeated = played(ring(Repetition.DRAW, 2), 1, 2)
    with pytest.raises(GameOver):
        repeated.play(1)


def test_attempt_answers_with_none() -> None:
    """Would catch the verb that does not raise raising, or letting an illegal action through."""
    start = Position(Ring())
    assert start.attempt(7) is None
    following = start.attempt(1)
    assert following is not None and following.state == Place(1, 1, 1)
    assert played(Ring(clock=1), 1).attempt(1) is None


def test_result_does_not_check() -> None:
    """Would catch the verb for kernels growing checks that cost time."""
    assert Ring().result(Place(0, 0, 0), 7) == Place(1, 1, 1)


def test_history() -> None:
    """Would catch a line or move list in the wrong order, or plies that do not count from the first position."""
    position = played(Ring(), 1, 2, 2)
    assert [p.state.place for p in position.line()] == [0, 1, 0, 2]
    assert position.moves() == ["one", "two", "two"]
    assert position.ply == 3 and position.action == 2
    assert position.previous is not None and position.previous.ply == 2


def test_loaded_position_has_no_history() -> None:
    """Would catch a loaded position that counts repetitions from before it was loaded."""
    game = ring(Repetition.DRAW, 2)
    position = Position.load(game, "[1,0,5]")
    assert position.state == Place(1, 0, 5) and position.line() == [position] and position.outcome() is None


def test_no_rule_of_repetition() -> None:
    """Would catch a game ended by repetition although it declares none."""
    position = played(ring(Repetition.NOTHING), *([1, 2] * 10))
    assert position.outcome() is None and position.choices == [1, 2]


def test_repetition_draws() -> None:
    """Would catch a draw declared too early, too late, or not for every player."""
    once = played(ring(Repetition.DRAW), 1, 2)
    assert once.outcome() is None and once.choices == [1, 2]
    again = once.play(1).play(2)
    assert again.outcome() == Outcome((0.0, 0.0), "the position occurred 3 times")
    assert again.choices == []
    outcome = again.outcome()
    assert outcome is not None and outcome.winner is None


def test_several_actions_are_played_at_once() -> None:
    """Would catch an action left out, or an error that does not say which of them cannot be played."""
    start = Position(Ring())
    assert start.play_all(["two", 1]).played() == [2, 1] and start.play_all(()) is start
    with pytest.raises(BadNotation, match=r"^move 2, 'nine': .*'nine' is no action here"):
        start.play_all(["two", "nine", 1])


def test_repetition_loses_for_the_player_who_brought_it_about() -> None:
    """Would catch the loss given to the wrong player, or values outside the game's range."""
    by_second = played(ring(Repetition.LOSS, 2), 1, 2)
    outcome = by_second.outcome()
    assert outcome is not None and outcome.utilities == (3.0, -3.0) and outcome.winner == 0
    assert "Second brought the position back" in outcome.reason
    by_first = played(ring(Repetition.LOSS, 2), 1, 1, 1, 1, 2)
    outcome = by_first.outcome()
    assert outcome is not None and outcome.utilities == (-3.0, 3.0) and "First brought" in outcome.reason


def test_repetition_by_chance_is_nobodys_loss() -> None:
    """Would catch utilities that do not add up to zero where dice, not a player, brought the position back."""
    outcome = played(Coin(rule=Repetition.LOSS, count=2), 1, 2).outcome()
    assert outcome is not None and sum(outcome.utilities) == 0


def test_repetition_is_forbidden() -> None:
    """Would catch an action offered, or accepted, that brings a position back, and a game without actions that has no end."""
    position = played(ring(Repetition.FORBIDDEN, 2), 1)
    assert position.choices == [1]
    assert position.attempt(2) is None
    with pytest.raises(IllegalAction):
        position.play(2)
    # The states (place, turn) as a path that visits each once: then every action leads back.
    end = played(ring(Repetition.FORBIDDEN, 2), 1, 1, 1, 1, 1)
    assert end.choices == []
    assert end.outcome() == Outcome((0.0, 0.0), "every action would repeat a position")


def test_forbidden_repetition_does_not_bind_chance() -> None:
    """Would catch outcomes of a die being taken away, so that probabilities no longer sum to one."""
    position = played(Coin(rule=Repetition.FORBIDDEN, count=2), 1)
    assert position.player == CHANCE and position.choices == [1, 2]


def test_key_leaves_clocks_out() -> None:
    """Would catch repetition judged by states: a move clock makes every state different."""
    assert played(Ring(), 1, 2).state != Position(Ring()).state
    assert played(Ring(), 1, 2).key == Position(Ring()).key


def test_the_end_by_rules_comes_before_repetition() -> None:
    """Would catch a finished game counted as a repetition."""
    outcome = played(Ring(rule=Repetition.DRAW, count=2, clock=2), 1, 2).outcome()
    assert outcome == Outcome((3.0, -3.0), "time is up")


def test_parse_knows_what_repetition_forbids() -> None:
    """Would catch a name accepted for an action that the rule of repetition takes away."""
    position = played(ring(Repetition.FORBIDDEN, 2), 1)
    assert position.parse("one") == 1
    with pytest.raises(BadNotation, match="'two' is not legal here"):
        position.parse("two")


def test_winner() -> None:
    """Would catch a winner where several share the best result, or in a game for one."""
    assert Outcome((1.0, -1.0), "").winner == 0
    assert Outcome((-1.0, -1.0, 2.0), "").winner == 2
    assert Outcome((1.0, 1.0, -2.0), "").winner is None
    assert Outcome((5.0,), "").winner is None


def test_repr_names_game_and_position() -> None:
    """Would catch a representation that says nothing in an interactive session."""
    assert repr(Position(Ring(size=5))) == "<Position ring:size=5 '[0,0,0]'>"
