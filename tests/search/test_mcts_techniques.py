"""The techniques of Monte Carlo search: each does what its paper says, and none makes a proof wrong."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import nullcontext
from dataclasses import fields
from typing import Any, ClassVar

import pytest
from positions import random_position, random_positions, reference_values

from counterplay import CHANCE, Limit, Position, Search, make_agent, make_game
from counterplay.core import BadParameter, Report
from counterplay.core.monte_carlo_options import MonteCarloOptions
from counterplay.games.lines.connect_four import ConnectFour
from counterplay.games.lines.mnk import LineGame
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.gear_choice import interpreting
from counterplay.search import search_position
from counterplay.search.mcts.mcts_expansion import FIRST_OPENED, OPENED_FACTOR
from counterplay.search.mcts.mcts_growth import grow
from counterplay.search.mcts.mcts_options import PLAIN, MctsOptions, techniques_for
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_tree import ROOT, SIZE, child_of, children_of
from counterplay.search.playout import ends_of_playouts
from counterplay.search.search_control import as_record, new_control

ALL: dict[str, Any] = {"rave": True, "first_play": True, "implicit": 0.4, "widening": 0.5, "decisive": True, "priors": True}
SETS: dict[str, dict[str, Any]] = {
    "plain": {},
    "rave": {"rave": True, "first_play": True},
    "decisive": {"decisive": True, "decisive_playouts": True},
    "implicit": {"implicit": 0.4, "playout_plies": 3},
    "prior visits": {"prior_visits": 10.0, "heavy_playouts": True},
    "everything": ALL,
    "threads": {"threads": 3, "decisive": True},
}


class WithoutCandidates(LineGame):
    """Tic-tac-toe that does not name the actions that win or save: the search has to find them itself."""

    has_candidates = False


class Bewildered(ConnectFour):
    """A game whose wishes name a technique that nobody knows."""

    monte_carlo: ClassVar = {"magic": True}


def grown(spec: Any, playouts: int, **options: Any) -> Session:
    """A tree after so many playouts from the start, in the interpreted gear."""
    game = make_game(spec) if isinstance(spec, str) else spec
    position = Position(game)
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    with interpreting():
        session = Session(game, 5000, seed=4)
        session.begin(position.state, techniques_for(game, MctsOptions(plain=True, **options)))
    control = new_control(Limit())
    session.work.stop_place = address_of(control)
    for _ in range(playouts):
        grow(session.walk, session.work, as_record(control), session.tree, 1)
    return session


def plain(position: Position, playouts: int, **options: Any) -> Report:
    return search_position(position.game, position, Limit(playouts=playouts), "mcts", plain=True, **options)


def test_a_game_may_wish_for_every_technique() -> None:
    """Would catch a technique that searches can be asked for, but that no game can name, or that nobody has given a value."""
    asked = {field.name for field in fields(MctsOptions)} - {"session", "capacity", "plain"}
    assert MonteCarloOptions.__annotations__.keys() == PLAIN.keys() == asked


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(
    ("spec", "least", "most"), [("mnk", 2, 8), ("connect_four:width=4,height=4", 5, 15), ("kalah:pits=3,seeds=2", 5, 20)]
)
def test_proofs_are_exact(spec: str, least: int, most: int, name: str) -> None:
    """Would catch a proven value that is not minimax's, or an action that does not attain it, whatever the techniques."""
    game = make_game(spec)
    positions = random_positions(game, 1, 60 if name == "plain" else 15, least, most)
    proofs = 0
    for position in positions:
        values = reference_values(game, position.state)
        assert values is not None
        report = plain(position, 20_000 if name == "plain" else 6_000, lines=8, **SETS[name])
        if report.value.proven:
            proofs += 1
            assert report.value.score == pytest.approx(max(values.values()), abs=1e-9), game.dump(position.state)
            assert values[report.action] == pytest.approx(report.value.score, abs=1e-9)
        for line in report.lines:
            assert not line.value.proven or line.value.score == pytest.approx(values[line.action], abs=1e-9)
    assert proofs > (48 if name == "plain" else 7)


@pytest.mark.parametrize("spec", ["hex:size=3", "pig:target=10", "kalah:pits=3,seeds=2"])
def test_rave_credits_later_actions(spec: str) -> None:
    """Would catch an action credited to the wrong player, one that was chosen before the node, or one counted twice."""
    session = grown(spec, 0, rave=True)
    wanted: Counter[int] = Counter()
    control = new_control(Limit())
    session.work.stop_place = address_of(control)
    for _ in range(80):
        grow(session.walk, session.work, as_record(control), session.tree, 1)
        work, nodes = session.work, session.tree.nodes
        path = [ROOT]  # of this playout: the record still holds it
        while children_of(session.tree, path[-1]) and int(work.path[len(path)]) in children_of(session.tree, path[-1]):
            path.append(int(work.path[len(path)]))
            if nodes[path[-1]].visits == 1:
                break
        chosen = [(int(nodes[i].action), int(nodes[i].mover)) for i in path[1:]]
        log = work.log.tolist()
        later = list(zip(log[1::2], log[2::2], strict=True))[: log[0]]
        for level, index in enumerate(path[:-1]):
            seen = {*chosen[level:], *later}
            for child in children_of(session.tree, index):
                mover = int(nodes[child].mover)
                wanted[child] += mover != CHANCE and (int(nodes[child].action), mover) in seen
        if nodes[ROOT].proven:
            break
    size = int(session.tree.used[SIZE])
    assert [wanted[i] for i in range(size)] == session.more.amaf[:size, 0].astype(int).tolist()
    assert sum(wanted.values()) > 80
    assert (session.more.amaf[:size, 1] <= session.more.amaf[:size, 0]).all()


def test_implicit_values_are_minimax_of_estimates() -> None:
    """Would catch an estimate backed up for the wrong player, or before all children have been seen."""
    session = grown("othello:size=4", 300, implicit=0.5)
    tree, implicit = session.tree, session.more.implicit
    game, low, high = session.game, *session.game.utility_range
    backed_up = 0

    def check(index: int, state: Any) -> None:
        nonlocal backed_up
        below = children_of(tree, index)
        if below and all(tree.nodes[i].visits or tree.nodes[i].proven for i in below) and not tree.nodes[index].proven:
            mover = int(game.player(state))
            exact = {i: (float(tree.exact[i, mover]) - low) / (high - low) for i in below if tree.nodes[i].proven}
            assert implicit[index, mover] == pytest.approx(max(exact.get(i, implicit[i, mover]) for i in below))
            backed_up += 1
        elif tree.nodes[index].visits and not below and not tree.nodes[index].proven and index != ROOT:
            assert implicit[index, 0] == pytest.approx((game.evaluate(state, 0) - low) / (high - low))
        for i in below:
            check(i, game.result(state, int(tree.nodes[i].action)))

    check(ROOT, session.state)
    assert backed_up > 10


def test_first_play_urgency() -> None:
    """Would catch a search that still tries every action once before any twice, or one that does so no more without it."""
    position = Position(make_game("hex:size=5"))
    without = plain(position, 25, lines=25)
    assert {line.visits for line in without.lines} == {1}
    assert max(line.visits for line in plain(position, 25, lines=25, first_play=True, exploration=0.1).lines) > 3


def test_priors_count_as_visits() -> None:
    """Would catch priors that choose among no actions, that never fade, or that count as wins of the other side."""
    position = Position(make_game("hex:size=5"))
    game, s = position.game, position.state
    few = {line.action: line.visits for line in plain(position, 12, lines=25, prior_visits=50.0, exploration=0.0).lines}
    best = max(game.order(s, a) for a in few)
    assert sum(few.values()) == 12 and all(game.order(s, a) > best - 1e-9 for a, visits in few.items() if visits)
    many = plain(position, 3000, lines=25, prior_visits=2.0).lines
    assert all(line.visits for line in many)


class Stubborn(LineGame):
    """Tic-tac-toe whose playouts take the first free cell."""

    def playout_action(self, s: Any, rng: Any) -> int:
        first = 9
        for a in self.actions(s):
            first = min(first, a)
        return first


@pytest.mark.parametrize("interpreted", [True, False])
def test_heavy_playouts_ask_the_game(interpreted: bool) -> None:
    """Would catch playouts that choose at random although the game has a say, in either gear, or that ask it unasked."""
    game = Stubborn()
    assert (
        techniques_for(game, MctsOptions()).heavy_playouts and not techniques_for(game, MctsOptions(plain=True)).heavy_playouts
    )
    with interpreting() if interpreted else nullcontext():
        ends = {game.dump(end) for end in ends_of_playouts(game, game.initial(), 4, seed=1)}
        assert len(ends) == 1 and len({game.dump(end) for end in ends_of_playouts(LineGame(), game.initial(), 4, seed=1)}) > 1


def test_widening_opens_children_by_and_by() -> None:
    """Would catch children beyond the allowed number, or a node that never gets all of them; the likeliest come first."""
    game = make_game("hex:size=5")
    order = {a: game.order(game.initial(), a) for a in range(25)}
    for playouts in (10, 60):
        lines = plain(Position(game), playouts, lines=25, widening=0.5).lines
        tried = [line.action for line in lines if line.visits]
        assert len(tried) <= FIRST_OPENED + OPENED_FACTOR * playouts**0.5
        assert min(order[a] for a in tried) >= max(order[a] for a in order if a not in tried) - 1e-9
    assert all(line.visits for line in plain(Position(game), 3000, lines=25, widening=0.5).lines)


@pytest.mark.parametrize("name", ["endings", "candidates"])
def test_decisive_actions(name: str) -> None:
    """Would catch a win at once, or a forced answer, that takes many playouts to be seen."""
    game = WithoutCandidates() if name == "endings" else make_game("connect_four:width=4,height=4")
    draw = random.Random(2)
    wins = forced = 0
    while min(wins, forced) < 8:
        position = random_position(game, draw, draw.randint(4, 8))
        if len(position.choices) < 3:
            continue
        ends = {a: position.play(a) for a in position.choices}
        winning = [a for a, p in ends.items() if p.outcome() is not None and p.outcome().utilities[position.player] > 0]  # type: ignore[union-attr]
        safe = [a for a, p in ends.items() if p.outcome() is not None or not wins_at_once(p)]
        few = 3 * len(position.choices)
        if winning:
            wins += 1
            report = plain(position, few, decisive=True)
            assert report.action in winning and report.value.proven
        elif len(safe) == 1:
            forced += 1
            assert plain(position, few, decisive=True).action == safe[0]
            lines = plain(position, few, decisive=True, lines=9).lines
            assert sum(line.value.proven and line.value.score < 0 for line in lines) >= len(position.choices) - 2


def wins_at_once(position: Position) -> bool:
    after = [position.play(a).outcome() for a in position.choices]
    return any(outcome is not None and outcome.utilities[position.player] > 0 for outcome in after)


def test_one_refutation_refutes_the_others() -> None:
    """Would catch siblings that are not tried against a decisive answer: without that each needs two visits of its own."""
    game = WithoutCandidates()
    position = Position(game)
    for action in (0, 4, 1):  # X threatens the third cell of the first row
        position = position.play(action)
    session = Session(game, 5000, seed=1)
    search_position(game, position, Limit(playouts=14), "mcts", plain=True, decisive=True, session=session)
    lost = [i for i in children_of(session.tree, ROOT) if session.tree.nodes[i].proven]
    assert len(lost) == 5 and all(session.tree.exact[i, position.player] == -1.0 for i in lost)
    assert any(session.tree.nodes[i].visits < 2 for i in lost)


def test_a_root_has_all_actions() -> None:
    """Would catch a tree that was kept from a node with children for its candidates alone: other actions count at a root."""
    game = make_game("connect_four")
    position = Position.load(game, "4142")
    session = Session(game, 50_000, seed=3)
    search_position(game, position, Limit(playouts=2000), "mcts", session=session, decisive=True)
    threat = game.parse_action(position.state, "4")
    child = child_of(session.tree, ROOT, threat)
    assert 0 < session.tree.nodes[child].every < 7
    session.advance(threat)
    position = position.play(threat)
    report = search_position(game, position, Limit(playouts=500), "mcts", session=session, decisive=True, lines=7)
    assert len(report.lines) == 7


def test_threads_add_up() -> None:
    """Would catch playouts of a thread that are lost or counted twice, and an answer that depends on who is faster."""
    position = Position(make_game("connect_four"))
    reports = [plain(position, 1001, threads=3, lines=7, seed=5) for _ in range(2)]
    for report in reports:
        assert report.playouts == 1001 == sum(line.visits or 0 for line in report.lines)
    assert reports[0].lines == reports[1].lines
    alone = [plain(position, n, lines=7, seed=seed) for n, seed in ((334, 5), (334, 6), (333, 7))]
    visits = Counter({line.action: 0 for line in reports[0].lines})
    for report in alone:
        visits.update({line.action: line.visits or 0 for line in report.lines})
    assert visits == {line.action: line.visits for line in reports[0].lines}


def test_techniques_by_name() -> None:
    """Would catch an option that an agent's name, a search and the game's own wishes do not share."""
    agent = make_agent("mcts:playouts=50,plain=yes,rave=yes,rave_visits=300,first_play=yes,implicit=0.3,decisive=yes,threads=2")
    start = Position(make_game("connect_four:width=4,height=4"))
    assert agent.choose(start) in start.choices
    game = make_game("hex:size=5")
    assert techniques_for(game, MctsOptions(rave=True)).rave > 0 == techniques_for(game, MctsOptions(plain=True)).rave
    for options in ({"rave": 1}, {"implicit": 2.0}, {"widening": -1}, {"first_play": None}):
        with pytest.raises(BadParameter):
            Search(Position(game), Limit(playouts=1), "mcts", **options)
    with pytest.raises(BadParameter, match="monte_carlo names 'magic', which is no technique; there are priors"):
        search_position(Bewildered(), None, Limit(playouts=1), "mcts")
