"""Run as a program: allocations of Numba in a short search and in a long one, for each `game algorithm` that is named."""

from __future__ import annotations

import sys
from typing import Any

from array_games import Arrays
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys

from counterplay import CHANCE, Limit, Position, make_game, search_position


def allocations(game: Any, position: Position, algorithm: str, limit: Limit) -> tuple[int, int]:
    """How many a search makes, and how many nodes or playouts it had."""
    before = rtsys.get_allocation_stats()
    report = search_position(game, position, limit, algorithm)
    after = rtsys.get_allocation_stats()
    assert after.alloc - before.alloc == after.free - before.free, "not all of it was freed"
    return after.alloc - before.alloc, report.nodes or report.playouts


def compare(name: str, algorithm: str) -> None:
    """Tell the allocations of both searches, and the nodes or playouts of the long one."""
    game = Arrays() if name == "arrays" else make_game(name)
    start = Position(game)
    while start.player == CHANCE:
        start = start.play(start.choices[0])
    few, many = Limit(nodes=1000, playouts=100), Limit(nodes=10**5, playouts=20_000)
    search_position(game, start, few, algorithm)  # what is made once
    (short, _), (long, nodes) = (allocations(game, start, algorithm, limit) for limit in (few, many))
    print(name, algorithm, short, long, nodes)


if __name__ == "__main__":
    _nrt_python.memsys_enable_stats()
    for searched in sys.argv[1:]:
        compare(*searched.split())
