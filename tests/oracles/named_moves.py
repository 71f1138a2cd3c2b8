"""A second implementation in plain Python that lists what can be done by name: the shape of most games written for tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterplay.check import GameOracle, walk_beside
from counterplay.check.oracle_walk import WalkedGame
from counterplay.core import Game


class NamedMoves(Game):
    """Write `listed`, and `initial`, `player`, `terminal` and `utility`; an action is its place in the list."""

    _last: tuple[Any, dict[str, Any]] | None = None  # the state that was asked for last, and what can be done there

    def listed(self, s: Any) -> dict[str, Any]:
        """The name of every action and the state it leads to; none where the player to move has none."""
        raise NotImplementedError

    def moves(self, s: Any) -> dict[str, Any]:
        """`listed`, remembered, since the same state is asked for again and again."""
        if self._last is None or self._last[0] != s:
            self._last = (s, self.listed(s))
        return self._last[1]

    def actions(self, s: Any) -> list[int]:
        return list(range(len(self.moves(s))))

    def result(self, s: Any, a: int) -> Any:
        return list(self.moves(s).values())[a]

    def action_name(self, s: Any, a: int) -> str:
        return list(self.moves(s))[a]


def walk_beside_plain(
    game: Game,
    plain: Game,
    *,
    games: int,
    seed: int,
    label: Callable[[Any, int], Any] | None = None,
    show: Callable[[Any], Any] | None = None,
    **options: Any,
) -> list[WalkedGame]:
    """Random games beside a second implementation, which has to name every action and to show every state alike.

    Each game goes to its end, unless `until` of the options, which are those of `walk_beside`, stops it. label and show are
    what the second one's `action_name` and `dump` must equal: the game's own, where they are left out.
    """
    return walk_beside(
        game,
        lambda: GameOracle(plain, label=plain.action_name, show=plain.dump),
        games=games,
        seed=seed,
        label=label or game.action_name,
        show=show or game.dump,
        **options,
    )
