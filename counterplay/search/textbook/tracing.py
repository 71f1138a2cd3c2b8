"""A textbook search with everything it did, in order."""

from __future__ import annotations

from typing import Any

from counterplay.core import BadParameter, Event, Game, Limit, Report
from counterplay.core.text.parameter_kinds import whole
from counterplay.search.api import Search, find_algorithm, position_at
from counterplay.search.textbook.textbook_catalogue import FORMS
from counterplay.search.textbook.trace_events import new_trace, trace_events

CAPACITY = 100_000  # events; about 7 MB
EVENTS = whole(1, 10_000_000)


def trace_search(
    game: Game,
    where: Any = None,
    algorithm: str = "alpha_beta",
    depth: int | None = None,
    capacity: int = CAPACITY,
    nodes: int | None = None,
    **options: Any,
) -> tuple[Report, list[Event]]:
    """Search to a depth (to the end of the game if None) and tell every step; the first `capacity` events are kept.

    nodes bounds the search; one that was cut short says so in its report, and without a depth it deepens progressively.

    Values, alpha and beta are those of MAX, the player who moves at the root; in the negamax forms those of the player to
    move; in max_n each player's own. interpreted=True runs the search in plain Python.
    """
    traced = [form.name for form in FORMS]
    chosen = find_algorithm(algorithm, game)
    if chosen.name not in traced:
        raise BadParameter(f"{chosen.name} cannot be traced; the forms that can are {', '.join(traced)}")
    trace = new_trace(EVENTS.check("a trace's capacity", capacity))
    limit = Limit(depth=depth, nodes=nodes)
    report = Search(position_at(game, where), limit, chosen, game=game, trace=trace, **options).result()
    return report, trace_events(trace)
