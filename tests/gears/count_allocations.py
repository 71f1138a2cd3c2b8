"""Run as a program: allocations of Numba in a short search and in a long one, for each `game algorithm` that is named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from array_games import Arrays
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys

from counterplay import CHANCE, Limit, Position, make_game, search_position, solve_position
from counterplay.search.precompile import OPTIONS


class Solved(Arrays):
    """A short game, to be solved."""

    length = 5


class SolvedLater(Arrays):
    """A longer one."""

    length = 11


def allocations(search: Callable[[], Any]) -> tuple[int, int]:
    """How many a search makes, and how many nodes or playouts it had."""
    before = rtsys.get_allocation_stats()
    found = search()
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free, "not all of it was freed"
    return after.alloc - before.alloc, found.nodes or found.playouts


def compare(name: str, algorithm: str) -> None:
    """Tell the allocations of both searches, and the nodes or playouts of the long one."""
    game = Arrays() if name == "arrays" else make_game(name)
    start = Position(game)
    while start.player == CHANCE:
        start = start.play(start.choices[0])
    few, many = Limit(nodes=1000, playouts=100), Limit(nodes=10**5, playouts=20_000)
    searches = [partial(search_position, game, start, limit, algorithm, **OPTIONS.get(algorithm, {})) for limit in (few, many)]
    if algorithm == "solve":
        searches = [partial(solve_position, game, table_mb=1) for game in (Solved(), SolvedLater())]
        searches[1]()
    searches[0]()  # what is made once
    (short, _), (long, nodes) = map(allocations, searches)
    print(name, algorithm, short, long, nodes)


if __name__ == "__main__":
    _nrt_python.memsys_enable_stats()
    for searched in sys.argv[1:]:
        compare(*searched.split())
