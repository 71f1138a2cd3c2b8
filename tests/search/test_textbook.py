"""The textbook forms: the worked examples of lectures, agreement with each other and with a plain recursion, traces."""

from __future__ import annotations

import math
from contextlib import nullcontext
from math import inf
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterplay.core import (
    CHANCE,
    BadParameter,
    Bound,
    Event,
    Game,
    Kind,
    Limit,
    MissingTrait,
    Position,
    Repetition,
    Report,
)
from counterplay.games.catalogue import make_game
from counterplay.gears import kernel
from counterplay.gears.gear_choice import interpreting
from counterplay.lessons import Chance, TreeGame, ordered_tree, random_chance_tree, random_tree
from counterplay.search import search_position, stream_position, trace_search
from counterplay.search.search_control import LEAVES, MAX_PLY, NODES, as_record, new_control
from counterplay.search.textbook.alpha_beta import alpha_beta, alpha_beta_hard
from counterplay.search.textbook.expectimax import expectimax
from counterplay.search.textbook.expectiminimax import expectiminimax
from counterplay.search.textbook.max_n import max_n
from counterplay.search.textbook.minimax import max_value, min_value, minimax_value
from counterplay.search.textbook.negamax import negamax
from counterplay.search.textbook.negamax_alpha_beta import negamax_alpha_beta
from counterplay.search.textbook.principal_variation import new_variation, variation_from
from counterplay.search.textbook.textbook_form import form_walk
from counterplay.search.textbook.trace_events import new_trace, trace_events

PLAIN = ("minimax", "minimax_value", "negamax", "expectiminimax", "max_n")  # look at everything
CUTTING = ("alpha_beta", "alpha_beta_hard", "negamax_alpha_beta")
EXACT = PLAIN + CUTTING  # all that give minimax's value in a two-player zero-sum game
GEARS = (False, True)  # compiled, interpreted

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
FOUR_LEAVES = [[2, 7], [1, 8]]
UNSEEN = 1000  # stands for a leaf that must not be looked at
WALK_THROUGH = [[7, 6, 5], [3, UNSEEN, UNSEEN], [6, 5, UNSEEN]]
THREE_LEVELS = [
    [[8, 6, 3], [11, 0, 3], [15, 20, 6]],
    [[7, 4, 6], [25, 10, 4], [4, 3, 5]],
    [[12, 0, 4], [12, 1, 10], [4, 22, 10]],
]
TUPLES = [
    [[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]],
    [[(5, 1, 7), (1, 5, 2)], [(7, 7, 1), (5, 2, 5)]],
]
DICE = Chance(((0.25, 20), (0.5, 30), (0.25, 60)))


def answer(game: Game, algorithm: str, interpreted: bool = False, depth: int | None = None, **options: Any) -> Report:
    return search_position(game, None, Limit(depth=depth), algorithm, interpreted=interpreted, **options)


def leaves_seen(events: list[Event]) -> list[float]:
    return [e.value for e in events if e.kind == Kind.LEAF]


def values_below(game: Game, s: Any, depth: int) -> tuple[float, ...]:
    """Every player's value by a recursion of its own: each player maximises its own part, the first action wins ties."""
    if game.terminal(s) or depth == 0:
        value = game.utility if game.terminal(s) else game.evaluate
        return tuple(float(value(s, p)) for p in range(game.players))
    if game.player(s) == CHANCE:
        pairs = [(p, values_below(game, game.result(s, a), depth - 1)) for a, p in game.outcomes(s)]
        return tuple(sum(p * v[i] for p, v in pairs) for i in range(game.players))
    children = [values_below(game, game.result(s, int(a)), depth - 1) for a in game.actions(s)]
    return max(children, key=lambda v: v[game.player(s)])


def root_values(game: Game, s: Any, depth: int = MAX_PLY) -> dict[int, float]:
    """The value of each action for the player to move."""
    me = game.player(s)
    return {int(a): values_below(game, game.result(s, int(a)), depth - 1)[me] for a in game.actions(s)}


# --- the worked examples ---


@pytest.mark.parametrize("interpreted", GEARS)
@pytest.mark.parametrize("algorithm", EXACT)
@pytest.mark.parametrize(
    ("tree", "value", "action"),
    [(TWO_PLY, 3, 0), (FOUR_LEAVES, 2, 0), (WALK_THROUGH, 5, 0), (THREE_LEVELS, 12, 2)],
    ids=["two-ply", "four leaves", "walk-through", "three levels"],
)
def test_lecture_trees(tree: Any, value: int, action: int, algorithm: str, interpreted: bool) -> None:
    """A wrong value, or a tie given to a later action, in any form and either gear."""
    report = answer(TreeGame(tree), algorithm, interpreted)
    assert (report.value.score, report.action) == (value, action)
    assert report.value.proven
    assert report.value.bound == Bound.EXACT
    assert report.completed


@pytest.mark.parametrize("algorithm", CUTTING)
@pytest.mark.parametrize(
    ("tree", "seen"),
    [
        (TWO_PLY, [3, 12, 8, 2, 14, 5, 2]),
        (FOUR_LEAVES, [2, 7, 1]),
        (WALK_THROUGH, [7, 6, 5, 3, 6, 5]),
    ],
    ids=["two-ply", "four leaves", "walk-through"],
)
def test_leaves_never_looked_at(tree: Any, seen: list[int], algorithm: str) -> None:
    """A cut that comes too late (equality must cut already) or too early."""
    report, events = trace_search(TreeGame(tree), None, algorithm)
    assert [abs(v) for v in leaves_seen(events)] == seen
    assert report.leaves == len(seen)


@pytest.mark.parametrize("interpreted", GEARS)
def test_tuples_of_three_players(interpreted: bool) -> None:
    """A player who maximises another one's part, or the sum."""
    game = TreeGame(TUPLES, movers=(0, 1, 2))
    report = answer(game, "max_n", interpreted)
    assert report.value.per_player == (5.0, 2.0, 5.0)
    assert report.value.score == 5.0
    assert report.variation == (1, 1, 1)


def max_n_from_the_root(game: TreeGame, interpreted: bool, control: Any, line: Any, trace: Any) -> float:
    """The kernel itself, called for the root; the decision calls it for the root's children."""
    with interpreting() if interpreted else nullcontext():
        walk = form_walk(game)
    walk.place(game.initial(), 0)
    return max_n(walk, MAX_PLY, 0, 0, np.zeros((MAX_PLY + 2, 2)), as_record(control), line, trace)


@pytest.mark.parametrize("interpreted", GEARS)
def test_chance_is_averaged(interpreted: bool) -> None:
    """Outcomes that are not weighted by their probability, at the root of a kernel and below an action."""
    for players, function, arguments in (
        (1, expectimax, (0,)),
        (2, expectiminimax, (0,)),
    ):
        game = TreeGame(DICE, players=players)
        run = function.interpreted if interpreted else function
        control = new_control(Limit())
        assert run(game, game.initial(), MAX_PLY, 0, *arguments, as_record(control), None, None) == 35.0
        assert control[LEAVES] == 3
    control = new_control(Limit())
    assert max_n_from_the_root(TreeGame(DICE, players=2), interpreted, control, new_variation(), new_trace(0)) == 35.0
    assert control[LEAVES] == 3
    for players, algorithm in ((1, "expectimax"), (2, "expectiminimax"), (2, "max_n")):
        report = answer(TreeGame([10, DICE, 34], players=players), algorithm, interpreted)
        assert (report.action, report.value.score, report.variation) == (1, 35.0, (1,))


# --- counting ---


@pytest.mark.parametrize(("b", "d"), [(2, 5), (3, 3), (3, 4), (4, 3), (5, 2)])
def test_leaf_counts(b: int, d: int) -> None:
    """A count that differs from the theory: b^d, and at best b^ceil(d/2) + b^floor(d/2) - 1 (Knuth and Moore)."""
    least = b ** math.ceil(d / 2) + b ** (d // 2) - 1
    for algorithm in EXACT:
        best = answer(TreeGame(ordered_tree(b, d, best_first=True)), algorithm)
        worst = answer(TreeGame(ordered_tree(b, d, best_first=False)), algorithm)
        assert worst.leaves == b**d
        assert best.leaves == (b**d if algorithm in PLAIN else least)
        assert best.value == worst.value
        assert worst.nodes == sum(b**i for i in range(d + 1))
    if (b, d) == (3, 3):
        assert least == 11


def test_ordering_turns_the_worst_tree_into_the_best() -> None:
    """Children that are not sorted by game.order, at the root or below."""
    for b, d in ((3, 4), (4, 3)):
        game = TreeGame(ordered_tree(b, d, best_first=False))
        for interpreted in GEARS:
            report = answer(game, "negamax_alpha_beta", interpreted, ordered=True)
            assert report.leaves == b ** math.ceil(d / 2) + b ** (d // 2) - 1


def test_progressive_deepening_costs_little() -> None:
    """Deepening that repeats or skips a depth: to depth d it looks at b + b^2 + ... + b^d leaves."""
    b, d = 4, 5
    reports = list(stream_position(TreeGame(random_tree(1, b, d)), None, Limit(nodes=10**9), "minimax_value"))
    assert [r.depth for r in reports] == list(range(1, d + 1))
    assert [r.leaves for r in reports] == [sum(b**i for i in range(1, n + 1)) for n in range(1, d + 1)]
    assert [r.value.proven for r in reports] == [False] * (d - 1) + [True]
    assert reports[-1].leaves < b**d * b / (b - 1)


# --- agreement ---


@given(seed=st.integers(0, 10**6), b=st.integers(2, 5), d=st.integers(2, 6), movers=st.sampled_from([(0, 1), (1, 0, 0)]))
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_random_trees(seed: int, b: int, d: int, movers: tuple[int, ...]) -> None:
    """Any form, in either gear, that gives another value than minimax or an action that does not attain it."""
    game = TreeGame(random_tree(seed, b, d), movers, players=2)
    truth = root_values(game, game.initial())
    best = max(truth.values())
    first = next(a for a, v in truth.items() if v == best)
    for algorithm in EXACT:
        for interpreted in GEARS if b**d <= 250 else (False,):
            report = answer(game, algorithm, interpreted)
            assert (report.value.score, report.action) == (best, first), algorithm
            check_lines(report, truth, exact=algorithm in PLAIN)
            check_variation(game, report, MAX_PLY)
    ordered = answer(game, "negamax_alpha_beta", ordered=True)
    assert ordered.value.score == best
    assert truth[ordered.action] == best


def check_lines(report: Report, truth: dict[int, float], exact: bool) -> None:
    """One line an action, best first; an inexact value is a true bound."""
    assert {line.action for line in report.lines} == set(truth)
    assert report.lines[0].action == report.action
    assert [x.value.score for x in report.lines] == sorted((x.value.score for x in report.lines), reverse=True)
    for line in report.lines:
        if exact or line.value.bound == Bound.EXACT:
            assert line.value.score == pytest.approx(truth[line.action])
        else:
            assert line.value.bound == Bound.UPPER
            assert truth[line.action] <= line.value.score <= report.value.score


def check_variation(game: Game, report: Report, depth: int) -> None:
    """The principal variation leads to a leaf that is worth the value (where no chance comes in between)."""
    s, me = game.initial(), game.player(game.initial())
    for action in report.variation:
        assert action in list(game.actions(s))
        s = game.result(s, action)
        depth -= 1
    if game.terminal(s):
        assert game.utility(s, me) == report.value.score
    elif game.player(s) != CHANCE:
        assert depth == 0
        assert game.evaluate(s, me) == pytest.approx(report.value.score)


@given(seed=st.integers(0, 10**6), depth=st.integers(1, 4))
@settings(max_examples=15, deadline=None)
def test_limited_depth(seed: int, depth: int) -> None:
    """A horizon that is one ply off, an estimate for the wrong player, or a result wrongly called proven."""
    game = TreeGame(random_tree(seed, 3, 4), (1, 0, 0), players=2)
    truth = root_values(game, game.initial(), depth)
    for algorithm in EXACT:
        for interpreted in GEARS:
            report = answer(game, algorithm, interpreted, depth)
            assert report.value.score == pytest.approx(max(truth.values()))
            assert truth[report.action] == pytest.approx(max(truth.values()))
            assert report.value.proven == (depth == 4)
            assert (report.depth, report.selective_depth) == (depth, depth)
            check_variation(game, report, depth)


@given(seed=st.integers(0, 10**6), depth=st.sampled_from([2, 3, MAX_PLY]))
@settings(max_examples=25, deadline=None)
def test_random_trees_with_chance(seed: int, depth: int) -> None:
    """Averages that lose an outcome, or a chance outcome that does not count as a ply."""
    for players, algorithms in ((2, ("expectiminimax", "max_n")), (1, ("expectimax", "max_n"))):
        movers = (0, 1) if players == 2 else (0,)
        game = TreeGame(random_chance_tree(seed, 3, 5), movers)
        if not game.chance:
            continue
        truth = root_values(game, game.initial(), depth)
        for algorithm in algorithms:
            both = [answer(game, algorithm, interpreted, depth) for interpreted in GEARS]
            assert both[0].value == both[1].value
            assert both[0].variation == both[1].variation
            assert both[0].value.score == pytest.approx(max(truth.values()))
            assert truth[both[0].action] == pytest.approx(max(truth.values()))


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_random_tuples(seed: int) -> None:
    """max_n on three players, not zero-sum: every player's part must be the one of backward induction."""
    draw = np.random.default_rng(seed)

    def grow(depth: int) -> Any:
        return tuple(int(u) for u in draw.integers(0, 5, 3)) if depth == 0 else [grow(depth - 1) for _ in range(3)]

    game = TreeGame(grow(4), (0, 1, 2))
    for interpreted in GEARS:
        assert answer(game, "max_n", interpreted).value.per_player == values_below(game, game.initial(), 9)


SMALL_GAMES = [  # specification, plies to play at random first, forms that are compiled for it besides alpha_beta and max_n
    ("mnk", 3, ("expectiminimax",)),
    ("connect_four:width=4,height=4", 8, ("minimax", "minimax_value")),
    ("nim:heaps=1-2-3", 0, ("alpha_beta_hard",)),
    ("kalah:pits=3,seeds=2", 4, ("negamax", "negamax_alpha_beta")),
]


@pytest.mark.parametrize(("spec", "plies", "compiled"), SMALL_GAMES)
def test_small_games(spec: str, plies: int, compiled: tuple[str, ...]) -> None:
    """Forms that differ on real games, among them one with extra turns (kalah)."""
    game = make_game(spec)
    native = ("alpha_beta", "max_n", *compiled)
    draw = np.random.default_rng(7)
    tried = 0
    while tried < 4:
        position = Position(game)
        for _ in range(plies):
            if position.choices:
                position = position.play(int(draw.choice(position.choices)))
        if position.outcome() is not None:
            continue
        tried += 1
        for depth, algorithms in ((3, EXACT), (7, native)):
            limit = Limit(depth=depth)
            reports = [search_position(game, position, limit, name, interpreted=name not in native) for name in algorithms]
            fast = reports[algorithms.index("alpha_beta")]
            slow = search_position(game, position, limit, "alpha_beta", interpreted=True)
            assert (slow.value, slow.nodes) == (fast.value, fast.nodes)
            for report in reports:
                assert report.value.score == pytest.approx(reports[0].value.score, abs=1e-12)
                assert report.action == reports[0].action
                assert report.action in position.choices


# --- a window, soft and hard ---


@given(seed=st.integers(0, 10**6), low=st.integers(-8, 6), width=st.integers(1, 6))
@settings(max_examples=30, deadline=None)
def test_windows(seed: int, low: int, width: int) -> None:
    """Fail-soft must bound the true value outside the window; fail-hard must stay inside it."""
    game = TreeGame(random_tree(seed, 3, 4))
    s, truth = game.initial(), values_below(game, game.initial(), 9)[0]
    alpha, beta = float(low), float(low + width)
    control = as_record(new_control(Limit()))
    soft = alpha_beta(game, s, 9, 0, 0, alpha, beta, control, None, None)
    hard = alpha_beta_hard(game, s, 9, 0, 0, alpha, beta, control, None, None)
    turned = negamax_alpha_beta(game, s, 9, 0, alpha, beta, None, control, None, None)
    assert hard == min(max(truth, alpha), beta)
    for value in (soft, turned):
        assert value == truth if alpha < truth < beta else truth <= value <= alpha if truth <= alpha else beta <= value <= truth


# --- traces ---


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


# --- imperfect decisions ---


class Board(NamedTuple):
    x: int
    o: int


LINES = np.array([0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100])


class OpenLines(Game):
    """Tic-tac-toe with the lecture's estimate: lines still open to X minus lines still open to O."""

    utility_range = (-9.0, 9.0)
    max_actions, max_plies = 9, 9

    def initial(self) -> Board:
        return Board(0, 0)

    def ply(self, s: Board) -> int:
        n = 0
        for cell in range(9):
            n += ((s.x | s.o) >> cell) & 1
        return n

    def player(self, s: Board) -> int:
        return self.ply(s) & 1

    def actions(self, s: Board) -> Any:
        for cell in range(9):
            if not ((s.x | s.o) >> cell) & 1:
                yield cell

    def result(self, s: Board, a: int) -> Board:
        return Board(s.x | 1 << a, s.o) if self.player(s) == 0 else Board(s.x, s.o | 1 << a)

    def full(self, discs: int) -> bool:
        found = False
        for line in LINES:
            found = found or discs & line == line
        return found

    def terminal(self, s: Board) -> bool:
        return self.full(s.x) or self.full(s.o) or self.ply(s) == 9

    def utility(self, s: Board, p: int) -> float:
        x = 9.0 if self.full(s.x) else -9.0 if self.full(s.o) else 0.0
        return x if p == 0 else -x

    def evaluate(self, s: Board, p: int) -> float:
        x = 0.0
        for line in LINES:
            x += (1.0 if s.o & line == 0 else 0.0) - (1.0 if s.x & line == 0 else 0.0)
        return x if p == 0 else -x


@pytest.mark.parametrize("algorithm", ["minimax_value", "negamax"])
def test_tic_tac_toe_estimates(algorithm: str) -> None:
    """Centre 4, corner 3, edge 2 one ply deep; centre 1, corner -1, edge -2 two plies deep."""
    for depth, (centre, corner, edge) in ((1, (4, 3, 2)), (2, (1, -1, -2))):
        report = answer(OpenLines(), algorithm, depth=depth)
        found = {line.action: line.value.score for line in report.lines}
        assert found == {cell: centre if cell == 4 else edge if cell % 2 else corner for cell in range(9)}
        assert report.action == 4
        assert not report.value.proven


def test_tic_tac_toe_to_the_end() -> None:
    """Tic-tac-toe is a draw, and minimax visits 549,946 nodes and 255,168 finished games (the well-known counts)."""
    report = answer(OpenLines(), "minimax_value")
    assert (report.value.score, report.value.proven) == (0.0, True)
    assert (report.nodes, report.leaves) == (549_946, 255_168)
    for algorithm in CUTTING:
        assert answer(OpenLines(), algorithm).value.score == 0.0


# --- tapered search ---


def test_tapered_branches() -> None:
    """A child of rank r that does not get the parent's branches less r: with n branches a state heads 2^n nodes."""
    for b in (2, 3, 4):
        game = TreeGame(random_tree(2, b, b + 1))
        for interpreted in GEARS:
            assert answer(game, "tapered", interpreted).nodes == 2**b
    game = TreeGame(random_tree(2, 4, 5))
    assert answer(game, "tapered", branches=2).nodes == 2**2
    assert len(answer(game, "tapered", branches=2).lines) == 2
    with pytest.raises(BadParameter, match="branches must be a whole number from 1 to 1,000,000, not 0"):
        answer(game, "tapered", branches=0)


def test_tapered_ranks_by_the_estimate() -> None:
    """Children that are ranked by something else than the mover's own estimate, best first."""
    game = TreeGame([[1, 2, 3], [7, 8, 9], [4, 5, 6]])
    _, events = trace_search(game, None, "tapered")
    entered = [(e.ply, e.action) for e in events if e.kind == Kind.ENTER][1:]
    # The root's children by estimate: 8, 5, 2. The first has two branches left: MIN's best, then its second best.
    assert entered == [(1, 1), (2, 0), (2, 1), (1, 2), (2, 0), (1, 0)]
    assert not answer(game, "tapered").value.proven


# --- limits ---


@pytest.mark.parametrize("algorithm", [*EXACT, "tapered", "expectimax"])
def test_stopped_at_once(algorithm: str) -> None:
    """An algorithm without a legal action when there was no time for anything; more nodes than allowed."""
    players = 1 if algorithm == "expectimax" else 2
    game = TreeGame(random_tree(9, 5, 6), (0, 1)[:players])
    legal = set(range(5))
    for limit in (Limit(nodes=1), Limit(seconds=1e-9), Limit(depth=6, nodes=1), Limit(depth=6, nodes=2), Limit(nodes=9)):
        for interpreted in GEARS:
            report = search_position(game, None, limit, algorithm, interpreted=interpreted)
            assert report.action in legal
            assert report.variation[0] == report.action
            if limit.nodes is not None:
                assert report.nodes <= limit.nodes
                assert not report.value.proven


def test_the_last_finished_depth_counts() -> None:
    """A choice taken from a depth that was cut short."""
    game = TreeGame(random_tree(4, 5, 6))
    for algorithm in ("minimax_value", "alpha_beta", "max_n"):
        reports = list(stream_position(game, None, Limit(nodes=2000), algorithm))
        assert not reports[-1].completed
        assert (reports[-1].nodes, reports[-1].depth) == (2000, reports[-2].depth)
        direct = answer(game, algorithm, depth=reports[-1].depth)
        assert (direct.action, direct.value, direct.lines) == (reports[-1].action, reports[-1].value, reports[-2].lines)


def test_a_direct_search_cut_short() -> None:
    """The best of the actions that were finished, as a lower bound."""
    game = TreeGame([[[1, 1], [1, 1]], [[5, 6], [7, 8]], [[9, 9], [9, 9]]])
    report = search_position(game, None, Limit(depth=3, nodes=17), "minimax_value")
    assert (report.action, report.value.score, report.value.bound) == (1, 6.0, Bound.LOWER)
    assert (report.depth, report.completed, len(report.lines)) == (0, False, 2)


def test_deepening_ends_with_a_certain_win() -> None:
    """A search that goes on although nothing can be better than what it has proven."""
    game = make_game("connect_four")
    reports = list(stream_position(game, game.load("112233"), Limit(nodes=10**9), "alpha_beta"))
    assert [r.depth for r in reports] == [1]
    assert (reports[0].action, reports[0].value.score, reports[0].value.proven) == (3, 1.0, True)


class Corridor(Game):
    """One way to go, 1000 steps; the last one is worth a point to the first player."""

    max_actions = 1

    def initial(self) -> Board:
        return Board(0, 0)

    def player(self, s: Board) -> int:
        return s.x & 1

    def actions(self, s: Board) -> Any:
        yield 0

    def result(self, s: Board, a: int) -> Board:
        return Board(s.x + 1, 0)

    def terminal(self, s: Board) -> bool:
        return s.x == 1000

    def utility(self, s: Board, p: int) -> float:
        return 1.0 if p == 0 else -1.0


class Optimist(Corridor):
    """Action 0 leads on for ever and always looks won; after action 1 the opponent chooses whether that wins or loses."""

    max_actions = 2

    def actions(self, s: Board) -> Any:
        yield 0
        yield 1

    def result(self, s: Board, a: int) -> Board:
        return Board(s.x + 1, a if s.x == 0 else s.o + 2 * (a + 1))

    def terminal(self, s: Board) -> bool:
        return s.o > 1 and s.o & 1 == 1

    def utility(self, s: Board, p: int) -> float:
        return 1.0 if (s.o == 3) == (p == 0) else -1.0

    def evaluate(self, s: Board, p: int) -> float:
        return 1.0 if p == 0 else -1.0


@pytest.mark.parametrize("algorithm", CUTTING)
def test_a_bound_is_no_proof_of_a_win(algorithm: str) -> None:
    """Catches a win claimed because an action was found to be worth no more than it, without any estimate."""
    report = answer(Optimist(), algorithm, interpreted=True, depth=2)
    assert (report.action, report.value.score, report.value.proven) == (0, 1.0, False)


@pytest.mark.parametrize("algorithm", ["minimax_value", "alpha_beta", "max_n"])
def test_games_longer_than_the_stack(algorithm: str) -> None:
    """A stack or an array that overflows in a game of a thousand plies."""
    game = Corridor()
    for interpreted in GEARS:
        report = answer(game, algorithm, interpreted)
        assert (report.depth, report.value.score, report.value.proven) == (MAX_PLY, 0.0, False)
        assert len(report.variation) == MAX_PLY
        near = search_position(game, Board(990, 0), Limit(), algorithm, interpreted=interpreted)
        assert (near.depth, near.value.score, near.value.proven) == (10, 1.0, True)


# --- kinds of game ---


def test_refusals() -> None:
    """A form that searches a kind of game it cannot, or a refusal that does not say what works."""
    chance, three, one = TreeGame([DICE, 1]), TreeGame(TUPLES, movers=(0, 1, 2)), TreeGame([1, 2], movers=(0,))
    for algorithm in (*CUTTING, "minimax", "minimax_value", "negamax", "tapered"):
        with pytest.raises(MissingTrait, match="knows no chance nodes"):
            answer(chance, algorithm)
        with pytest.raises(MissingTrait, match="needs a game for 2, and this one has 3 players; max_n works"):
            answer(three, algorithm)
    with pytest.raises(MissingTrait, match="needs a game for 1, and this one has 2 players"):
        answer(chance, "expectimax")
    with pytest.raises(MissingTrait, match="needs a game for 2, and this one has 1 player;"):
        answer(one, "expectiminimax")
    with pytest.raises(MissingTrait, match="zero-sum"):
        answer(TreeGame([[(1.0, 1.0)], [(2.0, 0.0)]]), "alpha_beta")


class Circle(Game):
    """Walk around eight places, one or two steps at a time; no place may be visited twice."""

    repetition, repetition_count = Repetition.FORBIDDEN, 2
    max_actions = 3

    def initial(self) -> Board:
        return Board(0, 0)

    def player(self, s: Board) -> int:
        return s.o

    def actions(self, s: Board) -> Any:
        yield 0
        yield 1
        yield 7

    def result(self, s: Board, a: int) -> Board:
        return Board((s.x + a) % 8, 1 - s.o)

    def terminal(self, s: Board) -> bool:
        return s.x == 5

    def utility(self, s: Board, p: int) -> float:
        return 0.0

    def key(self, s: Board) -> int:
        return s.x


def test_forbidden_repetition_at_the_root() -> None:
    """An action that the rules forbid because of what was played before; a proof that does not know of repetition."""
    position = Position(Circle(), Board(1, 0)).play(1)
    assert position.choices == [1]
    for algorithm in ("negamax", "negamax_alpha_beta"):
        report = search_position(position.game, position, Limit(depth=2), algorithm)
        assert report.action == 1
        assert len(report.lines) == 1
        assert not search_position(position.game, position, Limit(depth=9), algorithm).value.proven


class Words(Game):
    """Two players write a word of four letters a and b; each b is worth a point to the second. A state is a string."""

    utility_range = (-4.0, 4.0)

    def initial(self) -> str:
        return ""

    def player(self, s: str) -> int:
        return len(s) % 2

    def actions(self, s: str) -> Any:
        return [0, 1]

    def result(self, s: str, a: int) -> str:
        return s + "ab"[a]

    def terminal(self, s: str) -> bool:
        return len(s) == 4

    def utility(self, s: str, p: int) -> float:
        return float(s.count("b")) * (2 * p - 1)


def test_a_game_that_cannot_be_compiled() -> None:
    """A form that fails, or is silent, where only the interpreted gear works."""
    with pytest.warns(UserWarning, match="interpreted gear"):
        report = search_position(Words(), None, Limit(), "minimax")
    assert (report.value.score, report.variation) == (-2.0, (0, 1, 0, 1))
    for algorithm in EXACT:
        assert answer(Words(), algorithm).variation == (0, 1, 0, 1)


@kernel(cache=False)
def even(game: Any, s: Any, n: int) -> bool:
    return True if n == 0 else odd(game, s, n - 1)


@kernel(cache=False)
def odd(game: Any, s: Any, n: int) -> bool:
    return False if n == 0 else even(game, s, n - 1)


def test_the_pair_stays_off_the_disk(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Mutually recursive kernels in the cache: Numba crashes when the next process loads them."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    game = TreeGame(TWO_PLY)
    assert even(game, game.initial(), 10)
    assert even.compilations == 1
    assert "compiling even for tree:players=2 (for this process)" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert not max_value.cached
    assert not min_value.cached
    assert minimax_value.cached
