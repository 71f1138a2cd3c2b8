"""What a traced textbook form writes: events that nest, and tell the whole search."""

from __future__ import annotations

import math
from math import inf

import pytest
from textbook_helpers import (
    CUTTING,
    DICE,
    EXACT,
    TUPLES,
    TWO_PLY,
    answer,
    leaves_seen,
    max_n_from_the_root,
)

from counterplay.core import (
    CHANCE,
    BadParameter,
    Event,
    Kind,
    Limit,
)
from counterplay.lessons import TreeGame, random_tree
from counterplay.search import trace_search
from counterplay.search.principal_variation import new_variation, variation_from
from counterplay.search.search_control import LEAVES, MAX_PLY, NODES, as_record, new_control
from counterplay.search.textbook.alpha_beta import alpha_beta, alpha_beta_hard
from counterplay.search.textbook.expectiminimax import expectiminimax
from counterplay.search.textbook.minimax import max_value, minimax_value
from counterplay.search.textbook.negamax import negamax
from counterplay.search.textbook.negamax_alpha_beta import negamax_alpha_beta
from counterplay.search.textbook.trace_events import new_trace, trace_events


def check_nesting(events: list[Event], bounded: bool) -> None:
    """Each node is entered once and left once, children inside their parent; cuts are justified."""
    path: list[Event] = []
    for number, event in enumerate(events):
        if event.kind == Kind.ENTER:
            assert event.parent == (path[-1].node if path else -1)
            assert event.ply == len(path)
            path.append(event)
            continue
        assert event.node == path[-1].node
        assert event.parent == path[-1].parent
        if event.kind in (Kind.LEAF, Kind.LEAVE):
            assert event.action == path[-1].action
        if event.kind == Kind.CUT:
            assert bounded
            assert event.alpha >= event.beta
            assert events[number + 1].kind == Kind.LEAVE
        if event.kind == Kind.LEAVE:
            path.pop()
    assert not path
    assert [e.node for e in events if e.kind == Kind.ENTER] == sorted({e.node for e in events})
    assert all(math.copysign(1.0, x) > 0 for e in events for x in (e.value, e.alpha, e.beta) if x == 0.0)


@pytest.mark.parametrize("algorithm", [*EXACT, "tapered"])
@pytest.mark.parametrize("movers", [(0, 1), (0, 1, 1)])
def test_traces(algorithm: str, movers: tuple[int, ...]) -> None:
    """Events out of order, a trace that changes the search, or gears that differ in a single event."""
    game = TreeGame(random_tree(3, 3, 4), movers)
    for depth in (3, None):
        report, events = trace_search(game, None, algorithm, depth)
        slow, again = trace_search(game, None, algorithm, depth, interpreted=True)
        untraced = answer(game, algorithm, depth=depth)
        assert events == again
        for other in (slow, untraced):
            assert (other.action, other.value, other.variation) == (report.action, report.value, report.variation)
            assert (other.nodes, other.leaves, other.depth) == (report.nodes, report.leaves, report.depth)
        check_nesting(events, bounded=algorithm in CUTTING)
        assert events[-1].kind == Kind.LEAVE
        assert (events[-1].node, events[-1].value) == (0, report.value.score)
        assert sum(e.kind == Kind.ENTER for e in events) == report.nodes
        assert len(leaves_seen(events)) == report.leaves * (2 if algorithm == "max_n" else 1)


def test_trace_from_the_root_of_a_kernel() -> None:
    """A decision at the root that traces other events than the kernels do everywhere else."""
    game = TreeGame(random_tree(5, 3, 4))
    calls = {
        "minimax": (max_value, (0,)),
        "minimax_value": (minimax_value, (0,)),
        "negamax": (negamax, (1, 0)),
        "alpha_beta": (alpha_beta, (0, -inf, inf)),
        "alpha_beta_hard": (alpha_beta_hard, (0, -inf, inf)),
        "negamax_alpha_beta": (negamax_alpha_beta, (-inf, inf, None)),
        "expectiminimax": (expectiminimax, (0,)),
        "max_n": (None, ()),
    }
    for algorithm, (function, arguments) in calls.items():
        report, events = trace_search(game, None, algorithm)
        trace, line = new_trace(), new_variation()
        control = new_control(Limit())
        if function is None:
            value = max_n_from_the_root(game, False, control, line, trace)
        else:
            value = function(game, game.initial(), MAX_PLY, 0, *arguments, as_record(control), line, trace)
        assert value == report.value.score
        assert trace_events(trace) == events, algorithm
        assert variation_from(line, 0) == report.variation
        assert (control[NODES], control[LEAVES]) == (report.nodes, report.leaves)


def test_trace_of_chance() -> None:
    """AVERAGE events that are not the running sum."""
    _, events = trace_search(TreeGame([10, DICE]), None, "expectiminimax")
    assert [e.value for e in events if e.kind == Kind.AVERAGE] == [5.0, 20.0, 35.0]
    assert {e.player for e in events if e.kind == Kind.AVERAGE} == {CHANCE}
    check_nesting(events, bounded=False)


def test_trace_of_tuples() -> None:
    """A tuple that cannot be put together again from the events."""
    _, events = trace_search(TreeGame(TUPLES, movers=(0, 1, 2)), None, "max_n")
    parts = [(e.player, e.value) for e in events if e.kind == Kind.UPDATE and e.node == 0]
    assert parts[-3:] == [(0, 5.0), (1, 2.0), (2, 5.0)]
    check_nesting(events, bounded=False)


def test_trace_that_is_full() -> None:
    """A kernel that writes past the end of the records, or stops searching."""
    game = TreeGame(TWO_PLY)
    report, events = trace_search(game, None, "minimax_value", capacity=5)
    assert events == trace_search(game, None, "minimax_value")[1][:5]
    assert report.value.score == 3
    with pytest.raises(BadParameter, match="from 1 to"):
        trace_search(game, capacity=0)
    with pytest.raises(BadParameter, match="engine cannot be traced; the forms that can are minimax"):
        trace_search(game, None, "engine")
