"""What a lecture shows beside the search itself: other orders, opened parts, counters, Monte Carlo search as it grows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from counterplay.core import BadParameter, Limit, Position
from counterplay.games.catalogue import make_game
from counterplay.lessons import walkthrough
from counterplay.lessons.telling.monte_carlo_telling import MonteCarloTelling
from counterplay.search import search_position
from counterplay.search.mcts.mcts_session import Session


def connect_four() -> Position:
    return Position(make_game("connect_four")).play_all(["4"])


def test_order_changes_the_work_and_not_the_value() -> None:
    """Would catch an order that is not followed: Knuth and Moore's count of leaves needs the best child first everywhere."""
    position = connect_four()
    walks = {order: walkthrough(position.game, position, "alpha_beta", 4, order=order, interpreted=True) for order in ORDERS}
    assert len({walk.result.value for walk in walks.values()}) == 1
    leaves = {order: walk.result.leaves for order, walk in walks.items()}
    # b to the power of ceil(d/2) and floor(d/2), less one, where every node has b = 7 actions and nobody wins; ties cut more
    assert leaves["best"] <= 7**2 + 7**2 - 1 < leaves["game"] <= leaves["worst"]
    tried = [node.name for node in walks["best"].nodes if node.parent == 0]
    assert sorted(tried) == list("1234567") and tried[0] == walks["best"].result.action
    with pytest.raises(BadParameter, match="smaller depth"):
        walkthrough(position.game, position, "alpha_beta", 7, order="best")


ORDERS = ("game", "best", "worst", "random")


def test_counters_end_at_what_the_search_counted() -> None:
    """Would catch nodes that are counted twice, or not where they are folded away."""
    position = connect_four()
    for form in ("alpha_beta", "minimax_value"):
        walk = walkthrough(position.game, position, form, 4, interpreted=True)
        last = walk.steps[-1]
        assert walk.folded and (last.nodes, last.leaves) == (walk.result.nodes, walk.result.leaves)
        assert (last.cuts > 0) == (form == "alpha_beta")
        assert [step.nodes for step in walk.steps] == sorted(step.nodes for step in walk.steps)


def test_what_is_opened_is_drawn_and_the_rest_stays() -> None:
    """Would catch a mark that opens into nothing, or that closes what was open."""
    position = connect_four()
    walk = walkthrough(position.game, position, "alpha_beta", 4, boards=False, interpreted=True)
    mark = next(node for node in walk.nodes if node.folded and node.searched)
    opened = walkthrough(position.game, position, "alpha_beta", 4, boards=False, interpreted=True, opened=[mark.actions])
    drawn, now = ({node.id for node in one.nodes if node.id >= 0 and node.searched} for one in (walk, opened))
    assert drawn < now
    below = [node for node in opened.nodes if node.parent == mark.parent]
    assert not any(node.folded and node.searched for node in below)


def test_nothing_is_given_away_before_it_happens() -> None:
    """Would catch a cut that can be seen, or read from a description, before the search has made it."""
    walk = walkthrough([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    start, end = walk.svg(0), walk.svg()
    assert "never looked at" in end and "dasharray" in end
    assert "never looked at" not in start and "dasharray" not in start
    other = replace(walk, steps=walk.steps[:1])
    assert walk.to_json()["svg"] == other.to_json()["svg"], "the picture that a page begins with depends on what will happen"


@pytest.mark.parametrize("game", ["connect_four", "pig"])
def test_monte_carlo_search_told_is_the_one_that_runs(game: str) -> None:
    """Would catch playouts that are told otherwise than they went: one at a time must grow the tree of all at once."""
    position = Position(make_game(game))
    sessions = [Session(position.game, 20_000, seed=1) for _ in range(2)]

    def run(session: Session, playouts: int) -> None:
        search_position(position.game, position, Limit(playouts=playouts), "mcts", session=session, plain=True)

    told = MonteCarloTelling(position, sessions[0]).watch(lambda: run(sessions[0], 1), 40)
    run(sessions[1], 40)
    roots = [session.tree.nodes[0] for session in sessions]
    assert int(roots[0].visits) == int(roots[1].visits) == 40
    first = int(roots[0].first)
    assert [int(sessions[0].tree.nodes[first + i].visits) for i in range(int(roots[0].count))] == [
        int(sessions[1].tree.nodes[int(roots[1].first) + i].visits) for i in range(int(roots[1].count))
    ]
    backed = [step for step in told.steps if step.kind == "backup" and step.node == 0]
    assert [step.value for step in backed] == [str(i + 1) for i in range(40)] and told.steps[-1].leaves == 40
    assert len({node.id for node in told.nodes}) == told.steps[-1].nodes
    assert {step.node for step in told.steps} == {node.id for node in told.nodes}
