"""Games as environments of PettingZoo and Gymnasium, held to the tests that those libraries bring."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from counterplay import BadParameter, Position, make_game
from counterplay.core import IllegalAction
from counterplay.gears.gear_choice import interpreting
from counterplay.interop import as_gymnasium, as_pettingzoo
from counterplay.interop.action_space import ActionSpace, action_space

pettingzoo_test = pytest.importorskip("pettingzoo.test")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")


# One of each family, the only one whose actions are counted by their places, and one for more than two players.
KINDS = ("gipf", "jungle", "nim", "connections", "pig", "connect_four", "pylos", "sputnik", "kalah", "dots_and_hexagons",
         "tantrix", "mnk:players=3")  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_pettingzoo_accepts_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch an observation outside its space, rewards or ends that do not add up, a mask that is not there."""
    monkeypatch.setattr("counterplay.interop.action_space.SAMPLED_SLOWLY", 100)
    with interpreting(), warnings.catch_warnings():
        env = as_pettingzoo(name)
        for agent in env.possible_agents:
            env.action_space(agent).seed(1)
        warnings.simplefilter("ignore")  # about observations that are not pictures
        pettingzoo_test.api_test(env, num_cycles=60)
    assert len(env.possible_agents) == (3 if name.endswith("players=3") else make_game(name).players)


def test_places_stand_for_actions() -> None:
    """Would catch a place in the list of legal actions that is taken for an action, or the action for a place."""
    game = make_game("tantrix")
    space, position = ActionSpace(game, game.max_actions, by_place=True), Position(game)
    rng = np.random.default_rng(0)
    for _ in range(6):
        legal = space.legal(position)
        place = int(rng.choice(legal))
        assert legal == list(range(len(position.choices))) and space.action(position, place) == position.choices[place]
        position = position.play(space.action(position, place))
    with pytest.raises(IllegalAction, match="is no legal action"):
        space.action(position, len(position.choices))


def test_a_game_in_pettingzoo_is_the_game() -> None:
    """Would catch moves, rewards or masks of another game, and an illegal move that is taken."""
    env = as_pettingzoo("connect_four", render_mode="ansi")
    env.reset(seed=1)
    for column in (3, 0, 3, 0, 3, 0, 3):
        assert env.observe(env.agent_selection)["action_mask"].sum() == 7
        env.step(column)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} and all(env.terminations.values())
    assert "4" in env.render()
    env.reset(seed=1)
    for _ in range(6):
        env.step(2)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert mask.tolist() == [1, 1, 0, 1, 1, 1, 1]
    with pytest.raises(IllegalAction, match="2 is no legal action"):
        env.step(2)


@pytest.mark.parametrize(("name", "more"), [("twenty_forty_eight", {}), ("connect_four", {"player": 1, "opponent": "random"})])
def test_gymnasium_accepts_it(name: str, more: dict[str, Any]) -> None:
    """Would catch resets that a seed does not repeat, or steps that do not return what Gymnasium wants."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env_checker.check_env(as_gymnasium(name, **more), skip_render_check=True)


def test_a_game_in_gymnasium_is_played_to_its_end() -> None:
    """Would catch a learner on the wrong side, an opponent that does not move, an illegal action that loses silently."""
    env = as_gymnasium("connect_four", player=1, opponent="alphabeta:depth=2")
    seen, _ = env.reset(seed=3)
    assert seen["observation"].sum() == 1  # the opponent has moved
    before = env.position
    seen, reward, over, cut, info = env.step(99)
    assert env.position is before and (reward, over, cut) == (0.0, False, False) and "99 is no legal action" in info["refused"]
    rng = np.random.default_rng(0)
    while not over:
        seen, reward, over, cut, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    outcome = env.position.outcome()
    assert outcome is not None and reward == outcome.utilities[1] and info["reason"] == outcome.reason
    with pytest.raises(BadParameter, match="the players 0 to 1"):
        as_gymnasium("connect_four", player=2)
    with pytest.raises(BadParameter, match="render_mode"):
        as_gymnasium("connect_four", render_mode="cinema")


def test_actions_keep_their_numbers_where_they_are_small() -> None:
    """Would catch numbers that mean something else in the next position, or a space that is far too large."""
    space = action_space(make_game("connect_four"))
    assert (space.size, space.by_place) == (7, False)
    assert action_space(make_game("connect_four"), actions=9).size == 9
    assert action_space(make_game("sputnik")).size == 2**16  # of which random play shows the largest but seldom
    with pytest.raises(BadParameter, match="at least one action"):
        action_space(make_game("connect_four"), actions=0)
