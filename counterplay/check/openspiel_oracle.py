"""OpenSpiel's games as oracles: an independent implementation of about a hundred games (Lanctot et al., 2019)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from counterplay.check.oracle_walk import Oracle
from counterplay.core import CHANCE
from counterplay.games.openspiel_game import OpenSpielMissing, load_openspiel

OracleMissing = OpenSpielMissing  # an oracle that is not installed, or does not know the game


class OpenSpielOracle(Oracle):
    """A game in progress in OpenSpiel. Override what it does differently from the rules as they are meant."""

    def __init__(
        self,
        state: Any,
        label: Callable[[Any, int], Hashable] | None = None,
        show: Callable[[Any], Any] | None = None,
    ) -> None:
        self.state = state
        self._label = label or (lambda _, a: a)
        self._show = show

    def legal(self) -> list[int]:
        """OpenSpiel's own numbers of what can be done."""
        if self.state.is_chance_node():
            return [int(a) for a, _ in self.state.chance_outcomes()]
        return [int(a) for a in self.state.legal_actions()]

    def player(self) -> int:
        """The same numbers here and there; chance has another one."""
        return CHANCE if self.state.is_chance_node() else int(self.state.current_player())

    def actions(self) -> list[Hashable]:
        """Labels of what can be done."""
        return [self._label(self.state, a) for a in self.legal()]

    def play(self, label: Hashable) -> None:
        """Play the action of this label."""
        self.state.apply_action(next(a for a in self.legal() if self._label(self.state, a) == label))

    def terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.is_terminal())

    def utilities(self) -> list[float]:
        """OpenSpiel's returns."""
        return [float(u) for u in self.state.returns()]

    def probabilities(self) -> dict[Hashable, float]:
        """Of every outcome at a chance node."""
        return {self._label(self.state, a): float(p) for a, p in self.state.chance_outcomes()}

    def shown(self) -> Any:
        """What `show` makes of OpenSpiel's state."""
        return None if self._show is None else self._show(self.state)


def openspiel_games(
    name: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    label: Callable[[Any, int], Hashable] | None = None,
    show: Callable[[Any], Any] | None = None,
    kind: type[OpenSpielOracle] = OpenSpielOracle,
) -> Callable[[], OpenSpielOracle]:
    """What begins a game in OpenSpiel, for `walk_beside`; label(state, action) and show(state) are given OpenSpiel's state."""
    game = load_openspiel(name, parameters)
    return lambda: kind(game.new_initial_state(), label, show)
