"""Any game as an environment of PettingZoo (Terry et al., 2021), where agents act one after the other (AEC)."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from counterplay.core import Game, Position
from counterplay.interop.env_parts import RENDER_MODES, EnvParts, MissingExtra, the_game


def as_pettingzoo(game: Game | str, *, actions: int | None = None, render_mode: str | None = None) -> Any:
    """The game as an AEC environment; agents are `player_0`, `player_1`, ...

    An observation is a dict: `observation` is what `Game.planes` shows, `action_mask` has a 1 for each legal action. The
    rewards are the utilities, at the end. Chance is part of the environment. An illegal action raises IllegalAction.
    actions is how many numbers of actions there are, where random play would not show them all.
    """
    return _env_class()(the_game(game), actions, render_mode)


@functools.cache
def _env_class() -> Any:
    """The class, made when it is first wanted: PettingZoo is an optional extra."""
    try:
        from pettingzoo import AECEnv
    except ImportError:
        raise MissingExtra("PettingZoo is not installed; `pip install counterplay[gym]` brings it") from None

    class CounterplayEnv(AECEnv):  # type: ignore[misc]
        """A game of counterplay, for agents that act one after the other."""

        metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

        def __init__(self, game: Game, actions: int | None, render_mode: str | None) -> None:
            super().__init__()
            self.metadata = {**type(self).metadata, "name": f"counterplay_{game.catalogue_name()}"}
            self.game, self.render_mode = game, render_mode
            self.parts = EnvParts(game, actions, render_mode)
            self.possible_agents = [f"player_{p}" for p in range(game.players)]
            self.observation_spaces = {agent: self.parts.observation_space() for agent in self.possible_agents}
            self.action_spaces = {agent: self.parts.action_space() for agent in self.possible_agents}
            self._rng = np.random.default_rng()
            self.position: Position | None = None

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            if seed is not None:
                self._rng = np.random.default_rng(seed)
            self.agents = list(self.possible_agents)
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self.position = self.parts.after_chance(Position(self.game), self._rng)
            self.agent_selection = self._mover()

        def observe(self, agent: str) -> dict[str, Any]:
            assert self.position is not None, "reset comes first"
            over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
            return self.parts.observation(self.position, legal=agent == self._mover() and not over)

        def step(self, action: Any) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            assert self.position is not None, "reset comes first"
            after = self.position.play(self.parts.space.action(self.position, int(action)))
            self.position = self.parts.after_chance(after, self._rng)
            self._cumulative_rewards[agent] = 0.0
            self._clear_rewards()
            outcome = self.position.outcome()
            if outcome is not None:
                self.rewards = dict(zip(self.possible_agents, outcome.utilities, strict=True))
                self.terminations = dict.fromkeys(self.agents, True)
            elif self.parts.is_too_long(self.position):
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self._mover()
            self._accumulate_rewards()
            if self.render_mode == "human":
                self.render()

        def render(self) -> str | None:
            assert self.position is not None, "reset comes first"
            picture = self.parts.picture(self.position)
            if self.render_mode == "human":
                print(picture)
                return None
            return picture

        def close(self) -> None:
            """Nothing is open."""

        def _mover(self) -> str:
            assert self.position is not None
            return self.possible_agents[max(0, self.position.player)]

    return CounterplayEnv
