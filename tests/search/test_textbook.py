"""The textbook forms on the worked examples of lectures, what they look at, imperfect decisions, tapered search."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from textbook_helpers import (
    CUTTING,
    DICE,
    EXACT,
    FOUR_LEAVES,
    GEARS,
    PLAIN,
    THREE_LEVELS,
    TUPLES,
    TWO_PLY,
    WALK_THROUGH,
    Board,
    answer,
    leaves_seen,
    max_n_from_the_root,
)

from counterplay.core import (
    BadParameter,
    Bound,
    Game,
    Kind,
    Limit,
)
from counterplay.lessons import TreeGame, ordered_tree, random_tree
from counterplay.search import stream_position, trace_search
from counterplay.search.principal_variation import new_variation
from counterplay.search.search_control import LEAVES, MAX_PLY, as_record, new_control
from counterplay.search.textbook.expectimax import expectimax
from counterplay.search.textbook.expectiminimax import expectiminimax
from counterplay.search.textbook.trace_events import new_trace

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


# --- imperfect decisions ---


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
