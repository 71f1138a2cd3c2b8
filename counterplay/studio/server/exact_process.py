"""The exact value of every move, in a process of its own: `python -m counterplay.studio.server.exact_process PARENT`.

Solving takes a compiler and as much memory as there is to take; here it has bounds and can be ended at any moment. The position
comes as JSON on the standard input; each value is a line of JSON on the standard output as soon as it is found.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from counterplay.arena.playing.parent_watch import leave_with
from counterplay.core import CounterplayError, Position, Value
from counterplay.core.files.user_file import describe
from counterplay.games import make_game
from counterplay.search.engine.table import new_table
from counterplay.solve import solve_position
from counterplay.studio.api.position_views import value_view
from counterplay.studio.server.own_check_process import limit_cost

TABLE_MB, MEMORY_MB = 64.0, 1024.0  # of exhaustive search, of retrograde analysis


def main() -> None:
    """Solve the position that is asked about."""
    leave_with(int(sys.argv[1]))
    limit_cost()
    answer = os.dup(1)
    os.dup2(2, 1)  # what the rules print is no part of the answer
    try:
        for found in values(json.load(sys.stdin)):
            os.write(answer, (json.dumps(found) + "\n").encode())
    except Exception as error:  # rules of one's own may fail in any way
        problem = str(error) if isinstance(error, CounterplayError) else f"Solving failed: {describe(error)}"
        os.write(answer, (json.dumps({"problem": problem}) + "\n").encode())
    os._exit(0)


def values(wanted: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One move after the other; what is found for one helps with the next."""
    game = make_game(wanted["game"])
    position = Position(game, game.load(wanted["start"]))
    for action in wanted["moves"]:
        position = position.play(action)
    mover, table = position.player, new_table(TABLE_MB)
    for action in position.choices:
        following = position.play(action)
        outcome = following.outcome()
        if outcome is not None:
            value = Value(outcome.utilities[mover], mover, proven=True, plies_to_end=0, game=game)
        else:
            value = solve_position(game, following, table=table, memory_mb=MEMORY_MB).value.for_player(mover)
        if value.plies_to_end is not None:
            value = replace(value, plies_to_end=value.plies_to_end + 1)  # seen from before the move
        yield {"action": action, "value": value_view(game, value)}


if __name__ == "__main__":
    main()
