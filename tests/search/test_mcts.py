"""Monte Carlo tree search: what it finds, what it proves, and that it keeps to its limits."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import random_position, random_positions, reference_values
from search_toys import CHANCE_TREES, THREE_PLAYER_TREES, Broad, TokenOfThreats, chance_state, three_player_state

from counterplay.core import CHANCE, BadParameter, Game, Limit, Position, Repetition, Report
from counterplay.games.catalogue import make_game
from counterplay.gears.gear_choice import interpreting
from counterplay.search import search_position, stream_position
from counterplay.search.decision_process import DecisionProcess
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_tree import ROOT, child_of

TIC_TAC_TOE, CONNECT_FOUR = "mnk", "connect_four:width=4,height=4"


def timeless(report: Report) -> Report:
    return replace(report, seconds=0.0)


@pytest.mark.parametrize("priors", [False, True])
@pytest.mark.parametrize("spec", [TIC_TAC_TOE, CONNECT_FOUR])
def test_finds_wins_and_blocks(spec: str, priors: bool) -> None:
    """A win at once not taken, or the opponent's not stopped, with either way of choosing."""
    game = make_game(spec)
    draw = random.Random(2)
    wins = blocks = 0
    while min(wins, blocks) < 20:
        position = random_position(game, draw, draw.randint(2, 8))
        winning = [a for a in position.choices if is_won(position.play(a), position.player)]
        threats = [a for a in position.choices if not allows_win(position.play(a))]
        if not winning and not 0 < len(threats) < len(position.choices):
            continue
        report = search_position(game, position, Limit(playouts=2000), "mcts", priors=priors)
        if winning:
            wins += 1
            assert report.action in winning, position
        else:
            blocks += 1
            assert report.action in threats, position


def is_won(position: Position, player: int) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner == player


def allows_win(position: Position) -> bool:
    """Whether the player to move wins at once."""
    return any(is_won(position.play(a), position.player) for a in position.choices)


@settings(max_examples=80)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 4), st.sampled_from([(0, 1), (0, 0, 1), (0,)]))
def test_chance_is_averaged(seed: int, b: int, d: int, movers: tuple[int, ...]) -> None:
    """A proof at a chance node that forgets an outcome or a probability."""
    state = chance_state(seed, b, d, movers)
    if CHANCE_TREES.terminal(state):
        return
    values = reference_values(CHANCE_TREES, state)
    assert values is not None
    report = search_position(CHANCE_TREES, state, Limit(playouts=20_000), "mcts")
    if report.value.proven:
        assert report.value.score == pytest.approx(max(values.values()), abs=1e-9)
        assert values[report.action] == pytest.approx(report.value.score, abs=1e-9)
    else:
        assert values[report.action] > max(values.values()) - 1.0


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 4), st.sampled_from([(0, 1, 2), (2, 0, 1)]))
def test_three_players(seed: int, b: int, d: int, movers: tuple[int, ...]) -> None:
    """A proof for more than two players that is not max^n's, or totals kept for the wrong player."""
    state = three_player_state(seed, b, d, movers)
    expected = search_position(THREE_PLAYER_TREES, state, Limit(), "max_n")
    report = search_position(THREE_PLAYER_TREES, state, Limit(playouts=20_000), "mcts")
    assert report.value.proven
    assert report.value.player == movers[0]
    assert report.value.score == pytest.approx(expected.value.score)
    assert sum(report.value.per_player) == pytest.approx(0.0)


def test_three_players_take_a_win() -> None:
    """A third player whose win is counted for somebody else."""
    game = make_game("mnk:players=3")
    draw = random.Random(5)
    found = 0
    while found < 15:
        position = random_position(game, draw, draw.randint(6, 8))
        winning = [a for a in position.choices if is_won(position.play(a), position.player)]
        if winning:
            found += 1
            assert search_position(game, position, Limit(playouts=500), "mcts").action in winning


def test_pig() -> None:
    """Dice whose odds are ignored: the action chosen must be nearly as good as the best one, by exact probabilities."""
    game = make_game("pig:target=10")
    process = DecisionProcess(game)
    process.iterate_values()
    for position in random_positions(game, 6, 10, 0, 20):
        sign = 1.0 if position.player == 0 else -1.0
        exact = {a: sign * process.value(game.result(position.state, a)) for a in position.choices}
        report = search_position(game, position, Limit(playouts=20_000), "mcts")
        assert exact[report.action] > max(exact.values()) - 0.06, (game.dump(position.state), exact, report.value)


def test_backgammon() -> None:
    """A turn of several actions, 21 outcomes of chance: a crash, an illegal action, a value out of range.

    In plain Python, with estimates after a few plies: whole random games take long to compile.
    """
    game = make_game("backgammon")
    for position in random_positions(game, 7, 6, 0, 60):
        with interpreting():
            report = search_position(game, position, Limit(playouts=60), "mcts", lines=3, playout_plies=4)
        assert report.action in position.choices
        assert all(abs(line.value.score) <= 1.0 for line in report.lines)
        assert report.playouts == 60 or report.value.proven


@pytest.mark.parametrize("plain", [True, False])
def test_an_action_that_is_proven_better_is_the_answer(plain: bool) -> None:
    """Would catch the proof of a worse action told of the position, while its better one stands proven among the lines."""
    game = make_game("kalah:pits=3,seeds=2")
    position = Position(game, game.load("1,3,3:0/2,2,0:1 S"))
    report = search_position(game, position, Limit(playouts=1000), "mcts", lines=3, plain=plain)
    first, second = report.lines[:2]
    assert game.action_name(position.state, report.action) == "3"
    assert first.action == report.action and first.value.score == report.value.score
    assert not report.value.proven or report.value.score == 2.0
    if plain:  # both proofs are there, of which only the better one can be the position's
        assert first.value.proven and first.value.score == 2.0
        assert second.value.proven and second.value.score == -2.0


def test_one_player() -> None:
    """A single player's tree: on 2 x 2 best play makes a 16 in 96 % of games (exact), random play in far fewer."""
    game = make_game("2048:width=2,height=2,goal=16")
    draw = random.Random(8)
    made = [played(game, draw, 200) for _ in range(25)]
    assert sum(made) / len(made) > 0.85


def played(game: Game, draw: random.Random, playouts: int) -> float:
    """The utility of a game in which Monte Carlo search decides."""
    position = Position(game)
    while (outcome := position.outcome()) is None:
        if position.player == CHANCE:
            actions, weights = zip(*game.outcomes(position.state), strict=True)
            position = position.play(int(draw.choices(actions, weights)[0]))
        else:
            position = position.play(search_position(game, position, Limit(playouts=playouts), "mcts").action)
    return outcome.utilities[0]


def test_same_seed_same_search() -> None:
    """Anything but the seed that decides the course of a search."""
    game = make_game(CONNECT_FOUR)
    reports = [timeless(search_position(game, None, Limit(playouts=3000), "mcts", seed=seed, lines=4)) for seed in (1, 1, 2)]
    assert reports[0] == reports[1]
    assert reports[0].lines != reports[2].lines


def test_limits() -> None:
    """A limit that does not bind, or one that leaves no answer."""
    game = make_game(CONNECT_FOUR)
    for playouts in (1, 2, 63, 64, 65, 1000):
        report = search_position(game, None, Limit(playouts=playouts), "mcts")
        assert report.playouts == report.leaves == playouts
        assert report.action in Position(game).choices
    for nodes in (1, 5, 100, 5000):
        report = search_position(game, None, Limit(nodes=nodes), "mcts")
        assert report.nodes <= max(nodes, 1 + game.max_actions)
        assert report.action in Position(game).choices
    most = 10**9  # playouts of an hour
    report = search_position(game, None, Limit(seconds=0.05, playouts=most), "mcts")
    assert report.playouts < most and report.action in Position(game).choices
    counts = [report.playouts for report in stream_position(game, None, Limit(playouts=5000), "mcts")]
    assert counts == sorted(counts)


def test_a_wide_game_does_not_fill_the_tree() -> None:
    """Would catch children that are all made at once: 900 playouts would take two million nodes."""
    game = Broad()
    report = search_position(game, None, Limit(playouts=900), "mcts")
    assert report.playouts == 900 and report.nodes <= 1 + game.max_actions + 900


def test_the_tree_is_kept() -> None:
    """A session that forgets the subtree of the line that was played, or keeps one that was not."""
    game = make_game(CONNECT_FOUR)
    session = Session(game, capacity=100_000, seed=3)
    position = Position(game)
    for _ in range(3):
        report = search_position(game, position, Limit(playouts=2000), "mcts", session=session)
        child = child_of(session.tree, ROOT, report.action)
        kept = int(session.tree.nodes[child].visits)
        assert kept > 300
        session.advance(report.action)
        position = position.play(report.action)
        assert int(session.tree.nodes[ROOT].visits) == kept
        again = search_position(game, position, Limit(playouts=10), "mcts", session=session)
        assert again.playouts == 10
        assert int(session.tree.nodes[ROOT].visits) == kept + 10
    search_position(game, None, Limit(playouts=10), "mcts", session=session)
    assert int(session.tree.nodes[ROOT].visits) == 10


def test_chance_keeps_the_tree() -> None:
    """An outcome of the dice that cannot be followed."""
    game = make_game("pig:target=10")
    session = Session(game, capacity=50_000)
    position = Position(game)
    search_position(game, position, Limit(playouts=2000), "mcts", session=session)
    for action in (0, 3):  # roll, a three
        session.advance(action)
        position = position.play(action)
    assert int(session.tree.nodes[ROOT].visits) > 100
    assert search_position(game, position, Limit(playouts=100), "mcts", session=session).action in position.choices


def test_playouts_cut_short() -> None:
    """An estimate taken for the end of a game: nothing may count as proven by it."""
    game = make_game(CONNECT_FOUR)
    report = search_position(game, None, Limit(playouts=500), "mcts", playout_plies=0)
    assert not report.value.proven
    assert report.action in Position(game).choices


@pytest.mark.parametrize(
    ("limit", "options", "said"),
    [
        (Limit(playouts=1), {"capacity": 10**9}, "a tree of 1,000,000,000 nodes needs"),
        (Limit(playouts=1), {"capacity": 0}, "a tree of 0 nodes holds nothing"),
        (Limit(depth=3), {}, "mcts does not go by depth; limit its playouts, nodes or seconds"),
    ],
)
def test_refusals(limit: Limit, options: dict[str, Any], said: str) -> None:
    """A tree that does not fit, or a search that would never end, begun all the same."""
    with pytest.raises(BadParameter) as caught:
        search_position(make_game(TIC_TAC_TOE), None, limit, "mcts", **options)
    assert said in str(caught.value)


def test_more_nodes_than_a_tree_may_have() -> None:
    """A limit of nodes that no tree reaches: the search must not refuse, and must obey its other limits."""
    report = search_position(make_game(TIC_TAC_TOE), None, Limit(nodes=10**12, playouts=100), "mcts")
    assert report.playouts == 100


@pytest.mark.filterwarnings("ignore:Token")
@pytest.mark.parametrize("rule", [Repetition.DRAW, Repetition.LOSS, Repetition.FORBIDDEN, Repetition.PERPETUAL_LOSES])
def test_rules_of_repetition_at_the_root(rule: Repetition) -> None:
    """An action that the rules forbid, one that loses by repetition, or a proof that knows nothing of such rules."""
    game = TokenOfThreats(rule, 2, 12)
    for seed in range(12):
        position = random_position(game, random.Random(seed), 5)
        report = search_position(game, position, Limit(playouts=200), "mcts", lines=3)
        assert report.action in position.choices
        assert {line.action for line in report.lines} <= set(position.choices)
        assert not report.value.proven
        if rule in (Repetition.LOSS, Repetition.PERPETUAL_LOSES):
            outcomes = {a: position.play(a).outcome() for a in position.choices}
            lost = {a for a, outcome in outcomes.items() if outcome is not None and outcome.utilities[position.player] < 0}
            assert report.action not in lost or lost == set(position.choices)
