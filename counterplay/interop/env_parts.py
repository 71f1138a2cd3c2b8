"""What the environments of PettingZoo and Gymnasium share: spaces, observations, chance, and text pictures."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import CHANCE, BadParameter, CounterplayError, Game, MissingTrait, Position
from counterplay.data import planes_of
from counterplay.draw import scene_text
from counterplay.games import make_game
from counterplay.interop.action_space import ActionSpace, action_space

RENDER_MODES = ("ansi", "human")


class MissingExtra(CounterplayError):
    """A framework that is not installed."""


def the_game(game: Game | str) -> Game:
    """A game, or the one of a name; one with hidden information has no planes for everybody."""
    made = make_game(game) if isinstance(game, str) else game
    if made.hidden:
        raise MissingTrait(f"{made.title_text} has hidden information: an observation would show it")
    return made


class EnvParts:
    """A game in the terms of an environment."""

    def __init__(self, game: Game, actions: int | None, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadParameter(f"there is no render_mode '{render_mode}'; there are {', '.join(RENDER_MODES)}")
        self.game = game
        self.space: ActionSpace = action_space(game, actions)
        first = planes_of(game, game.initial())
        self.shape, self.dtype = first.shape, first.dtype

    def observation_space(self) -> Any:
        """Planes, seen from the player to move, and which actions are legal."""
        from gymnasium import spaces

        bits = self.dtype == np.uint8
        low, high = (0, 1) if bits else (-np.inf, np.inf) if self.dtype.kind == "f" else _whole_range(self.dtype)
        planes = spaces.Box(low, high, self.shape, self.dtype.type)
        return spaces.Dict({"observation": planes, "action_mask": spaces.Box(0, 1, (self.space.size,), np.int8)})

    def action_space(self) -> Any:
        """Numbers of actions."""
        from gymnasium import spaces

        return spaces.Discrete(self.space.size)

    def observation(self, position: Position, legal: bool) -> dict[str, Any]:
        """What is seen of a position; `legal` where the observer is to move."""
        mask = np.zeros(self.space.size, np.int8)
        if legal and position.player != CHANCE:
            mask[self.space.legal(position)] = 1
        return {"observation": planes_of(self.game, position.state).astype(self.dtype), "action_mask": mask}

    def after_chance(self, position: Position, rng: np.random.Generator) -> Position:
        """The position once dice, cards and the like have fallen."""
        while position.player == CHANCE and position.outcome() is None:
            actions, chances = zip(*self.game.outcomes(position.state), strict=True)
            weights = np.array(chances, np.float64)
            position = position.play(int(actions[rng.choice(len(actions), p=weights / weights.sum())]))
        return position

    def is_too_long(self, position: Position) -> bool:
        """Whether a game has gone on for longer than its rules allow."""
        return position.ply >= self.game.max_plies

    def picture(self, position: Position) -> str:
        """The board as text."""
        return scene_text(position.scene())


def _whole_range(dtype: np.dtype[Any]) -> tuple[int, int]:
    limits = np.iinfo(dtype)
    return int(limits.min), int(limits.max)
