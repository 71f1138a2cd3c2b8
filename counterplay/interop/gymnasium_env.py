"""A game for one learner as an environment of Gymnasium (Towers et al., 2024): alone, or against agents of counterplay."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from counterplay.agents import make_agent
from counterplay.core import BadParameter, Game, IllegalAction, Position
from counterplay.interop.env_parts import RENDER_MODES, EnvParts, MissingExtra, the_game

MOST_REFUSED = 1000  # illegal actions in a row, after which an episode is cut short


def as_gymnasium(
    game: Game | str,
    *,
    player: int = 0,
    opponent: str = "random",
    actions: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """The game as seen by one player; the others are played by `opponent`, an agent's name as in `counterplay match`.

    An observation is a dict: `observation` is what `Game.planes` shows, `action_mask` has a 1 for each legal action. The reward
    is the player's utility, at the end. An illegal action changes nothing, and the info says so under `refused`; the next
    observation has the mask of legal ones. actions is how many numbers of actions there are, where random play would not show
    them all.
    """
    made = the_game(game)
    if not 0 <= player < made.players:
        raise BadParameter(f"{made.title_text} has the players 0 to {made.players - 1}, not {player}")
    return _env_class()(made, player, opponent, actions, render_mode)


@functools.cache
def _env_class() -> Any:
    """The class, made when it is first wanted: Gymnasium is an optional extra."""
    try:
        from gymnasium import Env
    except ImportError:
        raise MissingExtra("Gymnasium is not installed; `pip install counterplay[gym]` brings it") from None

    class CounterplaySoloEnv(Env):  # type: ignore[misc]
        """A game of counterplay for one learner."""

        metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012

        def __init__(self, game: Game, player: int, opponent: str, actions: int | None, render_mode: str | None) -> None:
            self.game, self.player, self.opponent, self.render_mode = game, player, opponent, render_mode
            self.parts = EnvParts(game, actions, render_mode)
            self.observation_space, self.action_space = self.parts.observation_space(), self.parts.action_space()
            self.position = Position(game)
            self._refused = 0
            if game.players > 1:
                make_agent(opponent, seed=0)  # a name that leads nowhere is refused before anything is played

        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
            super().reset(seed=seed)
            self._agent: Any = (
                make_agent(self.opponent, seed=int(self.np_random.integers(2**31))) if self.game.players > 1 else None
            )
            self._refused = 0
            self.position = self._until_mine(Position(self.game))
            return self._observation(), {}

        def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            info: dict[str, Any] = {}
            over = self.position.outcome() is not None
            if not over:
                try:
                    self.position = self._until_mine(self.position.play(self.parts.space.action(self.position, int(action))))
                    self._refused = 0
                except IllegalAction as refusal:
                    info["refused"] = str(refusal)
                    self._refused += 1
            outcome = self.position.outcome()
            reward = 0.0 if outcome is None or over else float(outcome.utilities[self.player])
            if outcome is not None:
                info["reason"] = outcome.reason
            cut = outcome is None and (self.parts.is_too_long(self.position) or self._refused >= MOST_REFUSED)
            if self.render_mode == "human":
                self.render()
            return self._observation(), reward, outcome is not None, cut, info

        def render(self) -> str | None:
            picture = self.parts.picture(self.position)
            if self.render_mode == "human":
                print(picture)
                return None
            return picture

        def _observation(self) -> dict[str, Any]:
            return self.parts.observation(self.position, legal=self.position.outcome() is None)

        def _until_mine(self, position: Position) -> Position:
            """The position once chance and the others have moved."""
            rng: np.random.Generator = self.np_random
            position = self.parts.after_chance(position, rng)
            while position.outcome() is None and position.player != self.player:
                position = self.parts.after_chance(position.play(self._agent.choose(position)), rng)
            return position

    return CounterplaySoloEnv
