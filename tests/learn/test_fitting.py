"""Weights that are learned: a planted truth is found, by any kind of estimate, and games that were held out confirm it."""

from __future__ import annotations

import operator
import random
from typing import Any

import numpy as np
import pytest
from planted_game import LARGEST, PLIES, TRUTH, Planted

from counterplay.agents.weight_file import with_weights
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.core import BadParameter, Game
from counterplay.gears.gear_choice import in_gear
from counterplay.learn import logistic
from counterplay.learn.fitting import fit_weights
from counterplay.learn.logistic import Sample
from counterplay.learn.quiet_positions import Estimator, quiet_positions
from counterplay.learn.search_values import aims_of
from counterplay.learn.self_play import PlayedGame


class Squashed(Planted):
    """Whole weights, and an estimate that is squashed."""

    tunables = ("worths",)

    def __init__(self) -> None:
        Planted.__init__(self)
        self.worths = np.array([[20, 20], [20, 0]])

    def evaluate(self, s: Any, p: int) -> float:
        (gold, silver), (sand, owed) = self.worths.tolist()
        lead = gold * s.gold + silver * s.silver + sand * s.sand + (-owed if s.ply % 2 else 0)
        return squash(lead if p == 0 else -lead, 400.0)


class Bent(Planted):
    """Weights that multiply each other: silver is worth a share of gold."""

    tunables = ("weight_array",)

    def evaluate(self, s: Any, p: int) -> float:
        gold, share, sand, owed = self.weight_array
        lead = gold * (s.gold + share * s.silver) + sand * s.sand + (-owed if s.ply % 2 else 0)
        lead /= LARGEST * PLIES
        return float(lead if p == 0 else -lead)


def played_at_random(game: Game, games: int, opening: int = 0) -> list[PlayedGame]:
    """Games of random actions, which begin all alike."""
    chance, found = random.Random(3), []
    for number in range(1, games + 1):
        s, actions = game.initial(), []
        while not game.terminal(s):
            actions.append(chance.choice(list(game.actions(s))))
            s = game.result(s, actions[-1])
        utilities = (game.utility(s, 0), game.utility(s, 1))
        found.append(PlayedGame(number, game.dump(game.initial()), opening, tuple(actions), utilities))
    return found


def judged(game: Planted, record: PlayedGame) -> PlayedGame:
    """The same game with what a search says that knows the truth: the lead of the moment, to whoever moves."""
    s, values = game.initial(), []
    for number, action in enumerate(record.actions):
        lead = sum(map(operator.mul, TRUTH, (s.gold, s.silver, s.sand))) / (TRUTH[0] * LARGEST * PLIES)
        values.append(None if number == 0 else lead if game.player(s) == 0 else -lead)
        s = game.result(s, action)
    return record._replace(values=tuple(values))


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    return played_at_random(Planted(), 2000)


def test_a_planted_truth_is_found_and_confirmed(games: list[PlayedGame]) -> None:
    """A sign, a scale or a split that is wrong: gold is worth three times as much as silver, and sand nothing."""
    game = Planted()
    fitted = fit_weights(game, quiet_positions(game, games))
    gold, silver, sand, owed = fitted.arrays["weight_array"]
    assert silver / gold == pytest.approx(TRUTH[1] / TRUTH[0], abs=0.08)
    assert sand / gold == pytest.approx(0.0, abs=0.08)
    assert owed > 0.0
    told = fitted.facts["held_out"]
    assert told["loss_after"] < told["loss_before"] - 5 * told["change_error"]
    assert told["games"] == 400
    assert fitted.facts["link"] == "identity"
    assert game.weight_array.tolist() == [0.2, 0.2, 0.2, 0.0]  # the game that was asked about is left as it was


def test_what_searches_said_teaches_more_than_results(games: list[PlayedGame]) -> None:
    """Values taken for the wrong player, in the wrong unit or not at all: a few games are enough where each position tells."""
    game, found = Planted(), []
    with in_gear("interpreted"):
        positions = quiet_positions(game, [judged(game, record) for record in games[:60]])
        for share in (0.0, 1.0):
            fitted = fit_weights(game, positions, share)
            gold, silver, sand, _ = fitted.arrays["weight_array"]
            found.append(abs(silver / gold - TRUTH[1] / TRUTH[0]) + abs(sand / gold))
    assert found[1] < 0.02 < found[0]
    told = fitted.facts["search"]
    assert told["share"] == 1.0 and told["positions"] == len(positions.results) - 60  # of each game, the first has no value
    assert told["loss"] < fitted.facts["held_out"]["loss_before"]


def test_what_is_proven_needs_no_scale(games: list[PlayedGame]) -> None:
    """A proven win that counts as a large estimate, by which the scale of all others is fitted; searches that say nothing."""
    game = Planted()
    with in_gear("interpreted"):
        positions = quiet_positions(game, [judged(game, record) for record in games[:40]])
        estimator, known = Estimator(game, positions), positions.games % 5 != 4
        plain = aims_of(estimator, known, 1.0)
        positions.values[::7] = -1.0
        aims = aims_of(estimator, known, 1.0)
        assert aims.chances[::7] == pytest.approx(0.0, abs=1e-3)
        assert aims.facts["scale"] == pytest.approx(plain.facts["scale"], rel=0.3)
        positions.values[:] = np.nan
        with pytest.raises(BadParameter, match="none of them said anything"):
            aims_of(estimator, known, 0.5)


def test_an_unsquashed_sum_stays_within_the_utilities(games: list[PlayedGame]) -> None:
    """Weights that add up to more than a win, which an estimate may not promise."""
    game = Planted((0.5, 0.3, 0.1, 0.1))
    fitted = fit_weights(game, quiet_positions(game, games[:300]))
    assert np.sum(np.abs(fitted.arrays["weight_array"])) <= 1.0 + 1e-5


@pytest.mark.parametrize("cls", [Squashed, Bent])
def test_estimates_of_other_kinds(cls: type[Planted], games: list[PlayedGame]) -> None:
    """Whole numbers, an array of another shape, a squashed sum, and one that is no straight line in its weights."""
    game = cls()
    with in_gear("interpreted"):
        fitted = fit_weights(game, quiet_positions(game, games[:120]))
    (array,) = fitted.arrays.values()
    gold, silver, sand = array.ravel()[:3] if cls is Squashed else (array[0], array[0] * array[1], array[2])
    assert cls is Bent or fitted.facts["link"] == "squash"
    assert array.shape == getattr(game, game.tunables[0]).shape and array.dtype == getattr(game, game.tunables[0]).dtype
    assert silver / gold == pytest.approx(TRUTH[1] / TRUTH[0], abs=0.25)
    assert abs(sand / gold) < 0.25
    assert fitted.facts["held_out"]["loss_after"] < fitted.facts["held_out"]["loss_before"]


def test_both_gears_see_the_same_positions(games: list[PlayedGame]) -> None:
    """A kernel that reads other memory than the weights, counts positions otherwise, or leaves a weight nudged."""
    found = []
    for gear in ("interpreted", "compiled"):
        game = with_weights(Planted(), {"weight_array": np.array([0.3, 0.1, -0.2, 0.1])})
        with in_gear(gear):
            estimator = Estimator(game, quiet_positions(game, games[:20]))
            found.append((estimator.estimates(), estimator.slopes(np.ones(4)), estimator.positions.games))
        assert estimator.weights.tolist() == [0.3, 0.1, -0.2, 0.1]
    for one, other in zip(*found, strict=True):
        assert len(one) > 100
        assert one == pytest.approx(other, abs=1e-6)


def test_only_quiet_positions_that_players_chose_in() -> None:
    """Positions of the random opening, or before a noisy action, whose estimate is about to change."""
    game = Planted()
    line = (0,) * (PLIES - 2) + (6, 5)  # the first of the last two takes as much as can be taken, which is noisy
    values = (None,) * 4 + (0.25, 0.5, None, 0.75)
    record = PlayedGame(1, game.dump(game.initial()), 4, line, (1.0, -1.0), values)
    with in_gear("interpreted"):
        positions = quiet_positions(game, [record])
    assert positions.quiet[0].tolist() == [0] * 4 + [1] * (PLIES - 6) + [0, 1]
    assert positions.results.tolist() == [1.0] * (PLIES - 5)
    assert positions.values.tolist() == [0.25, -0.5, -0.75]  # to the first player


def test_the_scale_and_the_weights_have_the_least_loss() -> None:
    """A Newton step that stops early, or a search for K that ends elsewhere: all neighbours are worse."""
    chance = np.random.default_rng(1)
    slopes, truth = chance.normal(size=(4000, 3)), np.array([1.5, -0.5, 0.0])
    results = (chance.random(4000) < 1 / (1 + np.exp(-(slopes @ truth)))).astype(float)
    sample = Sample(slopes @ np.ones(3), slopes, results)
    scale = logistic.fit_scale(sample.estimates, results)
    for other in (0.97 * scale, 1.03 * scale):
        assert logistic.loss(scale * sample.estimates, results) < logistic.loss(other * sample.estimates, results)
    change = logistic.fit(sample, 1.0, 1e-9, np.zeros(3), np.zeros(3))
    assert 1.0 + change == pytest.approx(truth, abs=0.15)
    least = logistic.loss(sample.at(change), results)
    for direction in np.vstack([np.eye(3), -np.eye(3)]):
        assert least < logistic.loss(sample.at(change + 0.01 * direction), results)
    held = logistic.fit(sample, 1.0, 1e6, np.zeros(3), np.zeros(3))
    assert np.abs(held).max() < 1e-3  # a large ridge leaves the weights where they were


def test_the_ridge_keeps_chance_from_being_learned() -> None:
    """A fit that follows every accident of few positions: with many weights and no truth they should hardly move."""
    chance = np.random.default_rng(2)
    learned, other = (
        Sample(0.1 * chance.normal(size=300), chance.normal(size=(300, 60)), chance.integers(0, 2, 300).astype(float))
        for _ in range(2)
    )
    games, losses = np.arange(300), []
    for ridge in (logistic.choose_ridge(learned, games, games % 4, 1.0), logistic.RIDGES[-1]):
        change = logistic.fit(learned, 1.0, ridge, np.zeros(60), np.zeros(60))
        losses.append(logistic.loss(other.at(change), other.results))
    assert losses[0] < np.log(2) + 0.05 < np.log(2) + 0.08 < losses[1]


def test_games_that_teach_nothing_are_refused() -> None:
    """A fit of nothing, which would divide by nothing: games that all ended alike, and an estimate without the weights."""
    game = Planted()
    lost = [game_._replace(utilities=(-1.0, 1.0)) for game_ in played_at_random(game, 10)]
    with in_gear("interpreted"), pytest.raises(BadParameter, match="no two of the games ended differently"):
        fit_weights(game, quiet_positions(game, lost))

    class Deaf(Planted):
        def evaluate(self, s: Any, p: int) -> float:
            return 0.0

    deaf = Deaf()
    with in_gear("interpreted"), pytest.raises(BadParameter, match="its estimate does not depend on weight_array"):
        fit_weights(deaf, quiet_positions(deaf, played_at_random(deaf, 10)))
