"""Any game as a game of OpenSpiel, on which its algorithms run (Lanctot et al., 2019)."""

from __future__ import annotations

import functools
import hashlib
import re
from typing import Any

import numpy as np

from counterplay.core import CHANCE, Game, Position
from counterplay.data import planes_of
from counterplay.games.openspiel_game import OpenSpielMissing
from counterplay.interop.action_space import ActionSpace, action_space
from counterplay.interop.env_parts import the_game

_registered: dict[str, Any] = {}  # short name -> what OpenSpiel makes the game of


def as_openspiel(game: Game | str, *, actions: int | None = None) -> Any:
    """The game as a `pyspiel.Game`; it is registered, so that `pyspiel.load_game` knows its short name from then on.

    actions is how many numbers of actions there are, where random play would not show them all.
    """
    made = the_game(game)
    try:
        import pyspiel
    except ImportError:
        raise OpenSpielMissing("OpenSpiel is not installed; `pip install counterplay[openspiel]` brings it") from None
    space = action_space(made, actions)
    name = short_name(made, space)
    if name not in _registered:
        kind = _game_type(pyspiel, made, name)
        _registered[name] = cls = _game_class(made, space, kind, _game_info(pyspiel, made, space))
        pyspiel.register_game(kind, cls)
    return pyspiel.load_game(name)


def short_name(game: Game, space: ActionSpace) -> str:
    """What OpenSpiel calls the game: one name for one class, parameters and numbering of actions."""
    words = re.sub(r"\W+", "_", game.spec).strip("_")
    told = f"{type(game).__module__} {type(game).__qualname__} {game.spec} {space.size} {space.by_place}"
    return f"counterplay_{words}_{hashlib.sha256(told.encode()).hexdigest()[:8]}"


def _game_type(pyspiel: Any, game: Game, name: str) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=name,
        long_name=f"{game.title_text} (counterplay)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if game.zero_sum and game.players > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _game_info(pyspiel: Any, game: Game, space: ActionSpace) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=space.size,
        max_chance_outcomes=game.max_actions if game.chance else 0,
        num_players=game.players,
        min_utility=float(game.utility_range[0]),
        max_utility=float(game.utility_range[1]),
        utility_sum=0.0 if game.zero_sum and game.players > 1 else None,
        max_game_length=game.max_plies,
    )


def _game_class(game: Game, space: ActionSpace, kind: Any, info: Any) -> Any:
    """OpenSpiel's class of a game; it wants one for each that it knows by a name."""
    import pyspiel

    class CounterplayGame(pyspiel.Game):  # type: ignore[misc]
        """A game of counterplay."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self, state: Any = None) -> Any:
            """The start of the game."""
            return _state_class()(self, Position(game), space)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """What is seen of a state: its planes."""
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return PlaneObserver(game, params)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

        def max_chance_nodes_in_history(self) -> int:
            """No game is longer, chance events included."""
            return game.max_plies if game.chance else 0

    return CounterplayGame


class Unchanging:
    """A position and how its actions are numbered. OpenSpiel copies a state with all that it holds; this need not be."""

    def __init__(self, position: Position, space: ActionSpace) -> None:
        self.position, self.space = position, space

    def __deepcopy__(self, memo: Any) -> Unchanging:
        return self


@functools.cache
def _state_class() -> Any:
    import pyspiel

    class CounterplayState(pyspiel.State):  # type: ignore[misc]
        """A position of a game of counterplay."""

        def __init__(self, spiel: Any, position: Position, space: ActionSpace) -> None:
            super().__init__(spiel)
            self._here = Unchanging(position, space)

        @property
        def position(self) -> Position:
            """Where the game stands."""
            return self._here.position

        @property
        def space(self) -> ActionSpace:
            """How actions are numbered."""
            return self._here.space

        def current_player(self) -> Any:
            """Whose turn it is."""
            if self.is_terminal():
                return pyspiel.PlayerId.TERMINAL
            player = self.position.player
            return pyspiel.PlayerId.CHANCE if player == CHANCE else player

        def _legal_actions(self, player: int) -> list[int]:
            return self.space.legal(self.position)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            """The outcomes by their places in the game's own list, and their probabilities."""
            return [(place, float(p)) for place, (_, p) in enumerate(self._pairs())]

        def _apply_action(self, number: int) -> None:
            self._here = Unchanging(self.position.play(self._action(number)), self.space)

        def _action_to_string(self, player: int, number: int) -> str:
            return self.position.game.action_name(self.position.state, self._action(number))

        def is_terminal(self) -> bool:
            """Whether the game is over."""
            return self.position.outcome() is not None

        def returns(self) -> list[float]:
            """Every player's utility at the end, nothing before."""
            outcome = self.position.outcome()
            return [0.0] * self.position.game.players if outcome is None else list(outcome.utilities)

        def _action(self, number: int) -> int:
            """The game's own number of an action, or of an outcome of chance."""
            is_chance = self.position.player == CHANCE
            return int(self._pairs()[number][0]) if is_chance else self.space.action(self.position, number)

        def _pairs(self) -> list[tuple[int, float]]:
            return list(self.position.game.outcomes(self.position.state))

        def __str__(self) -> str:
            return self.position.game.dump(self.position.state)

    return CounterplayState


class PlaneObserver:
    """What a player sees of a state: the planes, and the position in the game's notation."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported; these were given: {params}")
        self.game = game
        shape = planes_of(game, game.initial()).shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Look at a state."""
        self.tensor[:] = planes_of(self.game, state.position.state).astype(np.float32).ravel()

    def string_from(self, state: Any, player: int) -> str:
        """A state as text."""
        return str(state)
