"""OpenSpiel's games as games of counterplay (Lanctot et al., 2019): `openspiel:NAME` wherever a game's name is taken.

Every search, agent and match works on them, in the interpreted gear: their rules are C++ that asks to be called state by
state. OpenSpiel is an optional extra: `pip install counterplay[openspiel]`.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np

from counterplay.core import (
    CHANCE,
    BadNotation,
    BadRules,
    CounterplayError,
    Game,
    MissingTrait,
    Scene,
    UnknownGame,
    state_key,
)
from counterplay.games.catalogue import PREFIX

LONGEST_NUMBER = 18  # digits of an action
UNSOUND = ("morpion_solitaire",)  # copies of a state, which every search makes, end the whole process (OpenSpiel 2.0)
MOST_UTILITY = 1e6  # of a game that does not say how much can be won


class OpenSpielMissing(CounterplayError):
    """OpenSpiel is not installed, or does not know the game."""


def load_openspiel(name: str, parameters: Mapping[str, Any] | None = None) -> Any:
    """OpenSpiel's game of this name (`hex`, `hex(board_size=5)`), or one sentence about why there is none."""
    try:
        import pyspiel
    except ImportError:
        raise OpenSpielMissing("OpenSpiel is not installed; `pip install open_spiel` brings it") from None
    known = pyspiel.registered_names()
    short_name = name.partition("(")[0].strip()
    if short_name not in known:
        near = difflib.get_close_matches(short_name, known, 3) or known
        raise OpenSpielMissing(f"OpenSpiel knows no game '{short_name}'; it has {', '.join(near)}")
    try:
        return pyspiel.load_game(name, dict(parameters)) if parameters else pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise OpenSpielMissing(f"OpenSpiel cannot load '{name}': {str(error).splitlines()[0]}") from None


class SpielState:
    """A state of OpenSpiel, which nobody changes; equal where the same was done."""

    __slots__ = ("spiel",)

    def __init__(self, spiel: Any) -> None:
        self.spiel = spiel

    @property
    def history(self) -> tuple[int, ...]:
        """The actions, outcomes of chance among them, that led here."""
        return tuple(self.spiel.history())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielState) and self.history == other.history

    def __hash__(self) -> int:
        return hash(self.history)

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (str(self.spiel.get_game()), self.history)

    def __deepcopy__(self, memo: Any) -> SpielState:
        return SpielState(self.spiel.clone())

    def __repr__(self) -> str:
        return f"SpielState({' '.join(map(str, self.history))})"


def _replayed(game: str, history: Iterable[int]) -> SpielState:
    spiel = load_openspiel(game).new_initial_state()
    for action in history:
        spiel.apply_action(action)
    return SpielState(spiel)


class OpenSpielGame(Game):
    """A game of OpenSpiel in which nothing is hidden and players move one after the other."""

    name = PREFIX

    def __init__(self, called: str) -> None:
        self.called = called
        self._spiel = spiel = load_openspiel(called)
        kind = spiel.get_type()
        _refuse(called, kind)
        self.title = f"{kind.long_name} (OpenSpiel)"  # type: ignore[misc]
        self.players = spiel.num_players()
        self.chance = str(kind.chance_mode) != "ChanceMode.DETERMINISTIC"
        self.zero_sum = str(kind.utility) == "Utility.ZERO_SUM"
        low, high = spiel.min_utility(), spiel.max_utility()
        self.utility_range = (float(max(low, -MOST_UTILITY)), float(min(high, MOST_UTILITY)))
        self.max_actions = max(1, spiel.num_distinct_actions(), spiel.max_chance_outcomes())
        self.max_plies = max(1, spiel.max_game_length() + spiel.max_chance_nodes_in_history())

    # --- the rules ---
    def initial(self) -> SpielState:
        return SpielState(self._spiel.new_initial_state())

    def player(self, s: SpielState) -> int:
        if s.spiel.is_terminal():
            return 0
        return CHANCE if s.spiel.is_chance_node() else int(s.spiel.current_player())

    def actions(self, s: SpielState) -> list[int]:
        return [int(a) for a in s.spiel.legal_actions()]

    def result(self, s: SpielState, a: int) -> SpielState:
        return SpielState(s.spiel.child(int(a)))

    def terminal(self, s: SpielState) -> bool:
        return bool(s.spiel.is_terminal())

    def utility(self, s: SpielState, p: int) -> float:
        return float(s.spiel.returns()[p])

    def outcomes(self, s: SpielState) -> list[tuple[int, float]]:
        return [(int(a), float(p)) for a, p in s.spiel.chance_outcomes()]

    def key(self, s: SpielState) -> int:
        """Of the whole history: what a state says of itself may leave out what its value depends on (repetitions)."""
        return state_key(s.history)

    def planes(self, s: SpielState) -> Any:
        kind, player = self._spiel.get_type(), max(0, self.player(s))
        if kind.provides_observation_tensor:
            shape, tensor = self._spiel.observation_tensor_shape(), s.spiel.observation_tensor(player)
        elif kind.provides_information_state_tensor:
            shape, tensor = self._spiel.information_state_tensor_shape(), s.spiel.information_state_tensor(player)
        else:
            raise BadRules(f"{self.title_text} shows no tensor of a state")
        return np.array(tensor, np.float32).reshape(shape)

    # --- names and pictures ---
    def action_name(self, s: SpielState, a: int) -> str:
        return str(s.spiel.action_to_string(s.spiel.current_player(), int(a)))

    def dump(self, s: SpielState) -> str:
        """The numbers of all actions since the start."""
        return " ".join(map(str, s.history)) or "-"

    def load(self, text: str) -> SpielState:
        s = self.initial()
        for word in [] if text.strip() in ("", "-") else text.split():
            if not word.isdecimal() or len(word) > LONGEST_NUMBER or int(word) not in self.choices(s):
                raise BadNotation(
                    f"{self.title_text}: '{word[:20]}' is no action after '{self.dump(s)}'; a position is written as the "
                    "numbers of all actions since the start, or -"
                )
            s = self.result(s, int(word))
        return s

    def scene(self, s: SpielState) -> Scene:
        return Scene.of_text(str(s.spiel))

    def spec_without(self, left_out: Collection[str]) -> str:
        """`openspiel:` and what OpenSpiel calls the game."""
        return f"{PREFIX}:{self.called}"

    def __getstate__(self) -> dict[str, Any]:
        return {"called": self.called}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["called"])  # type: ignore[misc]


def _refuse(name: str, kind: Any) -> None:
    """Say in one sentence why a game of OpenSpiel cannot be a game here."""
    if str(kind.dynamics) != "Dynamics.SEQUENTIAL":
        raise MissingTrait(f"OpenSpiel's {name} has simultaneous moves; games here have one player to move at a time")
    if str(kind.information) != "Information.PERFECT_INFORMATION":
        raise MissingTrait(f"OpenSpiel's {name} has hidden information, which no search here takes")
    if kind.short_name in UNSOUND:
        raise MissingTrait(f"OpenSpiel's {name} cannot copy its states without failing, and every search copies states")
    if str(kind.chance_mode) == "ChanceMode.SAMPLED_STOCHASTIC":
        raise MissingTrait(f"OpenSpiel's {name} draws its chance events itself and does not tell their probabilities")


def made_of(text: str) -> OpenSpielGame:
    """The game that `openspiel:TEXT` stands for."""
    if not text.strip():
        raise UnknownGame("openspiel: is followed by the name of a game of OpenSpiel, as in openspiel:connect_four")
    return OpenSpielGame(text.strip())
