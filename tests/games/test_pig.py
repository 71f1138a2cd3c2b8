"""Pig against OpenSpiel, and against the published probability of winning by value iteration over the rules."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.check import OpenSpielOracle, openspiel_games, walk_beside
from counterplay.core import CHANCE, BadNotation, BadParameter, Position
from counterplay.games import make_game
from counterplay.games.dice.pig import HOLD, ROLL, Pig, State
from counterplay.gears import kernel
from tests.oracles.count_tables import assert_perft

FIRST_PLAYER_WINS = 0.5305927251  # with best play to 100; Neller and Presser (2004) print 0.5306
FIRST_HOLD = 21  # the total at which best play first holds at 0-0
POSITIONS = 505_000  # in which a player decides or must roll; Neller and Presser


@kernel
def sweep(game: Any, values: Any, score: int) -> float:
    """One round of value iteration, in place, over the states whose banked scores add up to `score`; the largest change.

    values[a, b, t]: the probability of winning for the player to move with a points against b and t in this turn.
    """
    change = 0.0
    for a in range(max(0, score - game.target + 1), min(score, game.target - 1) + 1):
        for t in range(game.target - 1 - a, -1, -1):
            s = State(a, score - a, t, 0, False)
            best = 0.0
            for action in game.actions(s):
                best = max(best, chance_to_win(game, values, game.result(s, action)))
            change = max(change, abs(best - values[a, score - a, t]))
            values[a, score - a, t] = best
    return change


@kernel
def chance_to_win(game: Any, values: Any, s: Any) -> float:
    """For the first player, from a state that its action led to."""
    if not s.rolling:
        return 1.0 if game.terminal(s) else 1.0 - values[s.second, s.first, 0]
    total = 0.0
    for face, probability in game.outcomes(s):
        after = game.result(s, face)
        if after.turn == 1:
            total += probability * (1.0 - values[after.second, after.first, 0])
        elif after.first + after.total >= game.target:
            total += probability
        else:
            total += probability * values[after.first, after.second, after.total]
    return total


@pytest.mark.slow
def test_value_iteration_finds_the_published_probability() -> None:
    """Catches any wrong rule: the solution of the whole game is known to ten digits."""
    game = Pig()
    values = np.full((100, 100, 100), 0.5)
    # Scores never fall, so that the states of one sum of scores are settled before those of smaller sums.
    for score in reversed(range(2 * game.target - 1)):
        while sweep(game, values, score) > 1e-12:
            pass
    assert values[0, 0, 0] == pytest.approx(FIRST_PLAYER_WINS, abs=1e-9)
    holds = [t for t in range(2, 100) if 1.0 - values[0, t, 0] >= chance_to_win(game, values, State(0, 0, t, 0, True))]
    assert min(holds) == FIRST_HOLD
    sample = [(a, b, t) for a in range(0, 98, 7) for b in range(0, 98, 7) for t in (0, 5, 18) if a + t < 100]
    estimates = [game.evaluate(State(*place, 0, False), 0) for place in sample]
    assert np.corrcoef(estimates, [2 * values[place] - 1 for place in sample])[0, 1] > 0.97


def test_number_of_positions() -> None:
    """Catches rules that lead beyond the analysed positions: scores below 100, and a total below what is missing."""
    game = Pig(20)
    decided = set()
    waiting, met = [game.initial()], {game.initial()}
    while waiting:
        s = waiting.pop()
        following = {game.result(s, a) for a in game.choices(s)} - met
        met |= following
        waiting.extend(following)
        if not s.rolling and not game.terminal(s) and game.banked(s) + s.total < game.target:
            decided.add(s)
    # All but those with a score or a total of 1, for both players; 505,000 for 100 points counts these too.
    possible = [a for a in range(20) if a != 1]
    assert len(decided) == 2 * sum(1 for a in possible for _ in possible for t in possible if a + t < 20)
    assert sum(1 for a in range(100) for _ in range(100) for t in range(100) if a + t < 100) == POSITIONS


class PigOracle(OpenSpielOracle):
    def legal(self) -> list[int]:
        """OpenSpiel's actions without those that the rules here leave out."""
        if self.state.is_chance_node():
            return super().legal()
        first, second, total = numbers(self.state)
        reached = (first, second)[self.state.current_player()] + total
        target = self.state.get_game().get_parameters()["winscore"]
        return [a for a in super().legal() if (a == ROLL or total > 0) and (a == HOLD or reached < target)]


def numbers(state: Any) -> list[int]:
    """Both scores and the total of this turn."""
    return [int(n) for n in re.findall(r"\d+", str(state))[:3]]


@pytest.mark.parametrize(("target", "sides"), [(100, 6), (30, 6), (50, 10), (12, 2)])
def test_random_games_against_openspiel(target: int, sides: int) -> None:
    """Catches a difference in actions, chances, scores, turns or results, at every ply."""
    game = Pig(target, sides)
    parameters = {"winscore": target, "diceoutcomes": sides, "horizon": 100_000}
    walk_beside(
        game,
        openspiel_games("pig", parameters, show=numbers, kind=PigOracle),
        games=25,
        label=lambda s, a: a - 1 if game.player(s) == CHANCE else a,
        show=lambda s: [s.first, s.second, s.total],
    )


def test_perft() -> None:
    """Catches a missing or an extra branch: sequences to 10 points, with dice, as counted on OpenSpiel's tree."""
    assert_perft(Pig(10), (1, 6, 11, 41, 90, 259, 598))


def test_a_one_loses_the_turn_and_holding_banks() -> None:
    """Catches points that survive a 1, or a turn that does not pass on."""
    position = Position(Pig(20)).play("roll").play("6").play("roll").play("5").play("hold")
    assert position.state == State(11, 0, 0, 1, False)
    position = position.play("roll").play("4").play("roll").play("1")
    assert position.state == State(11, 0, 0, 0, False)
    position = position.play("roll").play("6").play("roll").play("3")
    assert [position.game.action_name(position.state, a) for a in position.choices] == ["hold"]
    outcome = position.play("hold").outcome()
    assert outcome is not None
    assert (outcome.utilities, outcome.reason) == ((1.0, -1.0), "20 points are banked")


def test_a_turn_has_at_least_one_roll() -> None:
    """Catches a player who may pass the die on at once."""
    game = Pig()
    assert list(game.actions(game.initial())) == [ROLL]
    assert list(game.actions(State(0, 0, 2, 0, False))) == [ROLL, HOLD]


@pytest.mark.parametrize("score", [0, 30, 60])
def test_estimate_advises_to_hold_near_twenty(score: int) -> None:
    """Catches estimates of dice in the air and of turns that do not fit together: a beginner is told to hold at 20."""
    game = Pig()
    holds = []
    for total in range(2, 39):
        s = State(score, score, total, 0, False)
        roll, hold = (game.evaluate(game.result(s, a), 0) for a in (ROLL, HOLD))
        holds.append(hold > roll)
    assert holds == sorted(holds)
    assert 15 <= 2 + holds.index(True) <= 25


def test_estimate_follows_the_score() -> None:
    """Catches an estimate with a wrong sign."""
    game = Pig()
    assert -1 < game.evaluate(State(10, 90, 0, 0, False), 0) < -0.5 < 0.5 < game.evaluate(State(90, 10, 0, 1, False), 0) < 1
    assert game.evaluate(State(80, 50, 20, 0, False), 0) > game.evaluate(State(80, 50, 12, 0, False), 0)
    assert 0 < game.evaluate(game.initial(), 0) < 0.15


def test_buttons_are_the_actions() -> None:
    """Catches a button that does nothing, or an action without one."""
    game = Pig()
    assert game.scene(game.initial()).buttons == {"roll": "Roll"}
    scene = game.scene(State(34, 58, 12, 1, False))
    assert scene.buttons == {"roll": "Roll", "hold": "Hold"}
    assert [(p.cell, p.text) for p in scene.pieces] == [("first", "34"), ("turn", "12"), ("second", "58")]
    assert game.scene(State(34, 58, 12, 1, True)).buttons == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no position"),
        ("0-0 0", "is no position"),
        ("0-0 0 first flying", "is no position"),
        ("0-x 0 first", "is no position"),
        ("0-" + "9" * 9999 + " 0 first", "is no position"),
        ("0-0 0 third", "'third'"),
        ("1-0 0 first", "1 points cannot be rolled"),
        ("0-0 106 first", "more than 105 points"),
        ("100-100 0 first", "both have won"),
        ("100-0 0 first", "the turn goes on although"),
        ("100-0 2 second", "the turn goes on although"),
        ("90-0 12 first rolling", "the die is rolled although"),
    ],
)
def test_bad_notation_is_explained(text: str, sentence: str) -> None:
    """Catches a message that does not name the fault, or a position that no game can come to."""
    with pytest.raises(BadNotation) as error:
        Pig().load(text)
    assert sentence in str(error.value)
    assert ("is no position" not in str(error.value)) or str(error.value).endswith("as in '0-0 0 first'")


@given(st.text() | st.from_regex(r"[0-9]{1,3}-[0-9]{1,3} [0-9]{1,3} (first|second)( rolling)?", fullmatch=True))
def test_any_text_loads_or_is_refused(text: str) -> None:
    """Catches a text that makes the reader fail instead of answering."""
    game = Pig()
    try:
        s = game.load(text)
    except BadNotation:
        return
    assert game.load(game.dump(s)) == s
    assert game.terminal(s) or game.choices(s)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("pig:target=0", "target must be from 1 to 1000"),
        ("pig:target=1001", "target must be from 1 to 1000"),
        ("pig:sides=1", "from 2 to 20 sides"),
        ("pig:sides=21", "from 2 to 20 sides"),
    ],
)
def test_bad_parameters_are_refused(spec: str, sentence: str) -> None:
    """Catches a die that can only roll 1, or a table that would not fit."""
    with pytest.raises(BadParameter, match=sentence):
        make_game(spec)
