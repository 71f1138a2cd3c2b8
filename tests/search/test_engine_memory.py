"""What the engine measures of a game, what it remembers of actions, and what it is told to leave out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_chain import LongChain
from search_toys import Broad, ListGame

from bench.studio_memory import resident
from counterplay.agents.agent import SearchAgent
from counterplay.core import BadParameter, Game, Limit, Position
from counterplay.games.catalogue import make_game
from counterplay.games.lines.connect_four import ConnectFour
from counterplay.search import Search, search_position
from counterplay.search.engine.driver import ENHANCEMENTS
from counterplay.search.engine.game_scale import UNKNOWN, deviation, scale_of
from counterplay.search.engine.history import pushed
from counterplay.search.engine.workspace import MAX_PLY

LITTLE_MB = 20.0
ENTRIES = ("expand", "final", "estimate")


# --- the scale of a game ---
def test_the_spread_of_chess_is_part_of_a_pawn() -> None:
    """Margins that are a hundred times too wide or too narrow, or another at the next search."""
    scale = scale_of(make_game("chess"), ENTRIES, compiled=True)
    assert 0.002 < scale.estimate < 0.008  # a pawn is 0.01
    assert scale.hint > 1.0
    assert scale_of(make_game("chess"), ENTRIES, compiled=True) == scale


class Blind(ConnectFour):
    """Connect four without an estimate."""

    evaluate = Game.evaluate


def test_a_game_without_an_estimate_has_no_spread() -> None:
    """A margin of nothing, by which everything would be left out."""
    assert scale_of(Blind(4, 4), ENTRIES, compiled=True).estimate == 0.0
    assert scale_of(make_game("chess"), ENTRIES, compiled=False) == UNKNOWN
    assert deviation(0.0, 0.0, 0.0) == 0.0
    assert deviation(4.0, 8.0, 20.0) == 1.0  # 1, 1, 3, 3


# --- histories ---
@given(st.floats(-1, 1), st.lists(st.tuples(st.sampled_from([-1.0, 1.0]), st.floats(0, 1)), max_size=30))
def test_a_history_stays_within_one(value: float, pushes: list[tuple[float, float]]) -> None:
    """A history that grows without end, so that it hides every hint."""
    for aim, share in pushes:
        before, value = value, pushed(value, aim, share)
        assert -1.0 <= value <= 1.0
        assert abs(aim - value) <= abs(aim - before)


# --- every technique by name ---
@pytest.mark.parametrize("name", ENHANCEMENTS)
def test_each_can_be_switched_off(name: str) -> None:
    """A technique that works on although it is switched off, or one that the others do not work without."""
    game = make_game("chess")
    position = Position.load(game, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
    report = Search(position, Limit(depth=4), "engine", without=name).result()
    assert report.depth == 4
    assert report.action in position.choices


# --- some actions only ---
def test_only_some_actions() -> None:
    """Actions that nobody asked for searched, too, or one of them answered."""
    position = Position(make_game("connect_four"))
    whole = Search(position, Limit(depth=8), "engine").result()
    for allowed in ([0, 6], [5]):
        search = Search(position, Limit(depth=8), "engine", lines=2)
        search.task.actions = allowed
        report = search.result()
        assert sorted(line.action for line in report.lines) == allowed
        assert report.value.score <= whole.value.score


class Wide(ListGame):
    """A game of one move."""

    max_actions = 1000


@pytest.mark.filterwarnings("ignore:Wide")
def test_too_many_actions_left_out() -> None:
    """Native code that writes beyond its memory."""
    search = Search(Position(Wide([0] * 676)), Limit(depth=1), "engine")
    search.task.actions = [0]
    with pytest.raises(BadParameter, match="leaves out at most 512 actions of the position, not 675"):
        search.result()


# --- from move to move ---
def test_an_agent_keeps_its_table_until_its_game_is_over() -> None:
    """What was found for one move forgotten at the next, or what belongs to one game believed in another."""
    position = Position(make_game("connect_four"))
    agent, nodes = SearchAgent("engine", Limit(depth=9)), []
    for closing in (False, True, False):
        agent.choose(position)
        assert agent.report is not None
        nodes.append(agent.report.nodes)
        if closing:
            agent.close()
    assert nodes[1] < nodes[0] == nodes[2]


def test_captures_beyond_the_deepest_ply() -> None:
    """Would catch quiescence that writes past its last row where captures go on for longer than any search follows them."""
    position = Position(LongChain())
    report = search_position(position.game, position, Limit(depth=250), "engine")
    assert report.depth == MAX_PLY - 1 and not report.value.proven
    for action in report.variation:
        position = position.play(action)


# --- memory ---
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is looked up there")
def test_a_wide_game_takes_little_memory() -> None:
    """Would catch room for all actions at every ply that is filled or cleared: 93 megabytes for a game of 30,000 actions."""
    position = Position(Broad(30_000))

    def search() -> Search:
        return Search(position, Limit(nodes=100_000), "engine", table_mb=1)

    search().result()  # compiles
    before, most = resident(os.getpid()), 0.0
    for _ in search().reports():
        most = max(most, resident(os.getpid()))
    assert most - before < LITTLE_MB
