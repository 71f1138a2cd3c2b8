"""Hints of a game are really asked, in both gears alike."""

from __future__ import annotations

import pytest
from hint_games import AlwaysThird, Hinted, Listed, ListedOtherwise, Noisy

from counterplay import Limit, search_position
from counterplay.core import Game
from counterplay.gears.entry.method_calls import noisy_actions_of
from counterplay.gears.gear_choice import in_gear
from counterplay.search.playout import play_random_games

GEARS = ("compiled", "interpreted")
# The first player's best action leads to 0.25, where the second player may answer with a noisy action and nothing else.
QUIET = [(Hinted(), 0.25), (Noisy(), 0.0), (Listed(), 0.0), (ListedOtherwise(), -0.25)]


@pytest.mark.parametrize("gear", GEARS)
@pytest.mark.parametrize(("game", "value"), QUIET)
def test_quiescence_follows_what_the_game_calls_noisy(game: Game, value: float, gear: str) -> None:
    """Would catch a list of noisy actions that nobody asks for, that `noisy` overrules, or that only one gear obeys."""
    with in_gear(gear):
        assert search_position(game, None, Limit(depth=1), "engine").value.score == value


@pytest.mark.parametrize("gear", GEARS)
@pytest.mark.parametrize(("game", "listed"), [(Noisy(), [1]), (Listed(), [1]), (ListedOtherwise(), [0]), (Hinted(), [])])
def test_noisy_actions_are_listed_alike(game: Game, listed: list[int], gear: str) -> None:
    """Would catch a question about noisy actions that the gears answer differently."""
    with in_gear(gear):
        assert noisy_actions_of(game, game.initial()) == listed


@pytest.mark.parametrize("gear", GEARS)
def test_random_games_ask_for_a_random_action(gear: str) -> None:
    """Would catch playouts that list all actions although the game can choose one, or that choose themselves."""
    with in_gear(gear):
        averages, plies = play_random_games(AlwaysThird(), AlwaysThird().initial(), 30, seed=4)
        assert (averages, plies) == ((0.25, -0.25), 300)
        assert search_position(AlwaysThird(), None, Limit(playouts=60), "mcts").value.score == 0.25
        averages, _ = play_random_games(Hinted(), Hinted().initial(), 30, seed=4)
        assert averages != (0.25, -0.25)
