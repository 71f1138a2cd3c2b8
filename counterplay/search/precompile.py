"""Everything that can be compiled ahead for a game: the one list behind `counterplay warm`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from counterplay.core import CHANCE, Game, Limit, Position
from counterplay.search.api import ALGORITHMS, Search, fits
from counterplay.search.opponent_model import OpponentModel
from counterplay.search.perft import perft, perft_turns

BRIEF = Limit(depth=1, nodes=1000, playouts=1)  # enough to call every kernel of an algorithm once
OPTIONS: dict[str, dict[str, Any]] = {  # what an algorithm cannot do without
    "opponent_model": {"model": OpponentModel.mixture({"minimax:1": 0.8, "random": 0.2})},
}
FURTHEST_CHOICE = 100  # plies from the start within which a player must have something to decide


class Compilation(NamedTuple):
    """What is compiled in one go: a kernel, or an algorithm with all of its kernels."""

    name: str
    compile: Callable[[], Any]


def compilations(game: Game) -> list[Compilation]:
    """What can be compiled for this game; each raises CannotCompile, or warns, where the game cannot be."""
    s = game.initial()
    wanted: list[tuple[Any, tuple[Any, ...]]] = [(perft, (s, 1)), (perft_turns, (s, 1, 0))]
    kernels = [Compilation(kernel.__name__, _bound(kernel.warm, game, *arguments)) for kernel, arguments in wanted]
    position = first_decision(game)
    if position is None:
        return kernels
    names = [name for name in ALGORITHMS if fits(name, game)]
    return kernels + [Compilation(name, searched(position, name)) for name in names]


def _bound(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    return lambda: function(*arguments)


def searched(position: Position, name: str) -> Callable[[], Any]:
    """A brief search by an algorithm, which compiles all that it needs."""
    return lambda: Search(position, BRIEF, name, **OPTIONS.get(name, {})).result()


def first_decision(game: Game) -> Position | None:
    """The first position in which a player, not chance, decides."""
    position = Position(game)
    for _ in range(FURTHEST_CHOICE):
        if position.player != CHANCE or not position.choices:
            break
        position = position.play(position.choices[0])
    return position if position.choices and position.player != CHANCE else None
