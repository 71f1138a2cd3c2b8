"""Positions that the kernel records, beside the same games played by `Position`, which knows nothing of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

from counterplay import CHANCE, BadParameter, Game, Limit, Position, Repetition, game_names, make_game, search_position
from counterplay.core.hashing import states_equal
from counterplay.data import Positions, random_positions, self_play_positions
from counterplay.gears.gear_choice import interpreting

# Chance; a rule of repetition; several actions in a turn; sets of the mover; a board that is an array.
REPLAYED = ("connect_four", "pig", "go:size=3", "kalah", "checkers", "memory_tic_tac_toe", "hex:size=3")


class Pace(NamedTuple):
    place: int
    turn: int


class Pacing(Game):
    """Two players pace round a ring of five places; only a rule of repetition ends the game."""

    max_actions, repetition_count = 2, 2

    def __init__(self, rule: int = 1) -> None:
        self.rule = rule
        self.repetition = Repetition(rule)

    def initial(self) -> Pace:
        return Pace(0, 0)

    def player(self, s: Pace) -> int:
        return s.turn

    def actions(self, s: Pace) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, s: Pace, a: int) -> Pace:
        return Pace((s.place + a) % 5, 1 - s.turn)

    def terminal(self, s: Pace) -> bool:
        return s.place > 5

    def utility(self, s: Pace, p: int) -> float:
        return 0.0

    def threatened(self, s: Pace) -> bool:
        return s.place < 3


def replay(found: Positions) -> None:
    """Every row of every whole game follows from its actions by the rules alone."""
    game = found.game
    for number in np.unique(found.game_number)[:-1]:  # the last game is cut
        rows = np.flatnonzero(found.game_number == number)
        position = Position(game)
        for row in rows:
            while position.player == CHANCE:
                # The state says which outcome it was: the one from which the row's state is reached.
                nexts = [position.play(int(a)) for a, _ in game.outcomes(position.state)]
                position = next(p for p in nexts if p.player == CHANCE or states_equal(p.state, found.state(row)))
            assert states_equal(position.state, found.state(row))
            assert position.player == found.player[row]
            assert position.ply == found.ply[row]
            assert sorted(found.legal_actions(row)) == sorted(position.choices)
            assert found.action[row] in position.choices
            position = position.play(int(found.action[row]))
        if game.chance:
            continue  # what came after the last action is not told
        outcome = position.outcome()
        assert outcome is not None
        assert np.allclose(found.utilities[rows], outcome.utilities)
        assert np.allclose(found.result[rows], [outcome.utilities[p] for p in found.player[rows]])


@pytest.mark.parametrize("name", REPLAYED)
def test_rows_follow_the_rules(name: str) -> None:
    """Would catch a state, a mover, a ply, a legal action or a result that the rules do not give."""
    replay(random_positions(make_game(name), 400, seed=3))


@pytest.mark.parametrize("rule", [Repetition.DRAW, Repetition.LOSS, Repetition.FORBIDDEN, Repetition.PERPETUAL_LOSES])
def test_rules_of_repetition(rule: Repetition) -> None:
    """Would catch a repeated position that is played on, a loss for the wrong player, a forbidden action that is listed."""
    found = random_positions(Pacing(int(rule)), 150, seed=1)
    replay(found)
    assert found.game_number[-1] > 10 and (found.result != 0).any() == (rule in (Repetition.LOSS, Repetition.PERPETUAL_LOSES))


def test_searched_rows_follow_the_rules() -> None:
    """Would catch a search that damages the game it is asked about, or plays what is not legal."""
    for name in ("connect_four", "checkers"):
        replay(self_play_positions(make_game(name), 300, seed=3, nodes=50))


def test_the_same_seed_gives_the_same_positions_in_both_gears() -> None:
    """Would catch random numbers or searches that differ between gears, or between two runs."""
    game = make_game("connect_four:width=4,height=4")
    first = random_positions(game, 60, seed=5)
    with interpreting():
        other = random_positions(make_game("connect_four:width=4,height=4"), 60, seed=5)
    for name in ("player", "ply", "action", "result", "legal", "legal_start", "planes"):
        assert np.array_equal(getattr(first, name), getattr(other, name)), name
    searched = [self_play_positions(game, 60, seed=5, nodes=40) for _ in range(2)]
    assert np.array_equal(searched[0].value, searched[1].value) and np.array_equal(searched[0].best, searched[1].best)
    assert not np.array_equal(first.action, random_positions(game, 60, seed=6).action)


def test_values_of_brief_searches() -> None:
    """Would catch a value from the wrong player's side, or a search that misses what any search must see."""
    game = make_game("mnk")
    found = self_play_positions(game, 200, nodes=20_000, seed=2)
    for row in range(0, len(found), 7):
        report = search_position(game, found.state(row), Limit(depth=9))
        assert found.value[row] == pytest.approx(report.value.score)
        after = search_position(game, found.state(row), Limit(depth=9), lines=9).lines
        assert {line.action: line.value.score for line in after}[int(found.best[row])] == pytest.approx(report.value.score)


def test_games_of_chance_and_many_players_are_searched() -> None:
    """Would catch self-play that works for the engine's games alone."""
    found = self_play_positions("pig", 40, nodes=30, seed=1)
    assert len(found) == 40 and np.isfinite(found.value).all() and found.planes.shape[0] == 40


def test_some_rows() -> None:
    """Would catch legal actions that belong to another row once rows are chosen."""
    found = random_positions("connect_four", 200, seed=1)
    chosen = found.rows(found.ply > 20)
    assert 0 < len(chosen) < 200 and (chosen.ply > 20).all()
    for row in range(len(chosen)):
        assert sorted(chosen.legal_actions(row)) == sorted(chosen.position(row).choices)
    mask = chosen.legal_mask()
    assert mask.shape[1] == 7 and mask.sum() == len(chosen.legal)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (lambda: random_positions("connect_four", 0), "at least one position"),
        (lambda: self_play_positions("connect_four", 5, nodes=0), "at least 1 node"),
        (lambda: self_play_positions("connect_four", 5, explore=1.5), "a share from 0 to 1"),
        (lambda: random_positions("connect_four", 5).legal_mask(3), "a mask of 3 columns"),
    ],
)
def test_what_is_wrong_is_said(asked: object, says: str) -> None:
    """Would catch a traceback, or an answer, where a sentence belongs."""
    with pytest.raises(BadParameter, match=says):
        asked()  # type: ignore[operator]


def test_no_game_is_forgotten() -> None:
    """Would catch a game of the catalogue that has no planes at all."""
    from counterplay.data import planes_of

    for name in game_names():
        game = make_game(name)
        assert planes_of(game, game.initial()).size > 0, name
