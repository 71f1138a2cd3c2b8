"""The judge of claims, judged: backward induction against theory and a recursion without memory, and planted falsehoods."""

from __future__ import annotations

import functools
import operator
import random
from dataclasses import replace
from itertools import product

import pytest
from backward_induction import BackwardInduction, Race
from claim_cases import some_position
from claims import View, judge_report, judge_solution
from prunable_games import random_game
from random_games import SHAPES

from counterplay import CHANCE, Position, Report, TreeGame, Value, check_game, make_game
from counterplay.core import Bound
from counterplay.core.report import Line
from counterplay.solve import Solution

MOST_POSITIONS = 5_000  # of a recursion without memory
CHECKED_SHAPES = ("decimals", "hundreds_of_actions", "repetition_loses", "four_players_dice", "prunable", "prunable_long")


@pytest.mark.slow
@pytest.mark.parametrize("shape", CHECKED_SHAPES)
def test_random_games_keep_the_contract(shape: str) -> None:
    """A game that no search could be blamed for: utilities out of range, actions twice, gears that disagree."""
    report = check_game(random_game(shape, 2))
    assert not report.findings, report


@pytest.mark.parametrize("shape", SHAPES)
def test_one_seed_one_game(shape: str) -> None:
    """A case that cannot be repeated: its game depends on more than the shape and the seed."""
    one, other, different = random_game(shape, 5), random_game(shape, 5), random_game(shape, 6)
    assert one.spec == other.spec
    assert all((getattr(one, name) == getattr(other, name)).all() for name in one.tunables)
    assert not all((getattr(one, name) == getattr(different, name)).all() for name in one.tunables if name != "origin")


def test_nim_by_theory() -> None:
    """A wrong winner: the first player wins unless the heaps add up to zero without carry (Bouton 1901)."""
    for heaps in product(range(1, 4), repeat=3):
        game = make_game(f"nim:heaps={'-'.join(map(str, heaps))}")
        oracle, start = BackwardInduction(game), Position(game)
        wanted = 1.0 if functools.reduce(operator.xor, heaps) else -1.0
        assert oracle.race(start).score == wanted
        assert oracle.guaranteed(start, 0) == wanted
        assert list(oracle.results(start)) == [(wanted, -wanted)]


class TooMany(Exception):
    """More positions than a test should take."""


def plain_value(position: Position, me: int, left: list[int]) -> float:
    """One against all others, chance averaged, without memory; `left` counts down."""
    left[0] -= 1
    if left[0] < 0:
        raise TooMany
    outcome = position.outcome()
    if outcome is not None:
        return outcome.utilities[me]
    values = [plain_value(position.play(a), me, left) for a in position.choices]
    if position.player == CHANCE:
        return sum(p * v for (_, p), v in zip(position.game.outcomes(position.state), values, strict=True))
    return max(values) if position.player == me else min(values)


@pytest.mark.parametrize("shape", [name for name, shape in SHAPES.items() if shape.max_actions < 100])
def test_memory_changes_nothing(shape: str) -> None:
    """A value remembered under too little: the way to a position counts where repetition does."""
    compared = 0
    for seed in range(30):
        if compared == 10:
            break
        game = random_game(shape, seed)
        oracle, position = BackwardInduction(game), some_position(game, random.Random(seed))
        me = position.player
        try:
            wanted = plain_value(position, me, [MOST_POSITIONS])
        except TooMany:
            continue
        assert oracle.same(oracle.guaranteed(position, me), wanted), (shape, seed)
        if game.players == 1 or (game.players == 2 and game.zero_sum):
            assert all(oracle.same(utilities[me], wanted) for utilities in oracle.results(position)), (shape, seed)
        if oracle.race_known:
            assert oracle.same(oracle.race(position).rank(me)[0], wanted), (shape, seed)
        compared += 1
    assert compared == 10


def test_indifference_leaves_several_results() -> None:
    """A tie broken for the player: whichever action it takes, the others must not be told what they get."""
    game = TreeGame([(1.0, -1.0, 0.0), (1.0, 0.0, -1.0), (0.0, 1.0, -1.0)], (0, 1, 2), bounds=(-1.0, 1.0))
    results = BackwardInduction(game).results(Position(game))
    assert set(results) == {(1.0, -1.0, 0.0), (1.0, 0.0, -1.0)}


def test_a_threat_that_is_not_certain() -> None:
    """An action ruled out by the best that another may bring, instead of the worst."""
    tie = [(1.0, -1.0, 0.0), (-1.0, -1.0, 2.0)]  # the second player does not care which
    game = TreeGame([tie, (0.0, 0.0, 0.0)], (0, 1, 2), bounds=(-1.0, 2.0))
    results = BackwardInduction(game).results(Position(game))
    assert set(results) == {(1.0, -1.0, 0.0), (0.0, 0.0, 0.0)}


@pytest.mark.parametrize(
    ("tree", "race"), [([1, [[1]]], Race(1.0, 1)), ([-1, [[-1]], [-1]], Race(-1.0, 3)), ([[1, [1, -1]], 0], Race(1.0, 3))]
)
def test_winners_hurry_and_losers_delay(tree: object, race: Race) -> None:
    """A distance of other play than that."""
    game = TreeGame(tree, bounds=(-1.0, 1.0))
    assert BackwardInduction(game).race(Position(game)) == race


# The first player wins in three plies by action 1, draws by action 2 and loses in two by action 0.
GAME = TreeGame([[-1, 1], [1, [1, -1]], 0], bounds=(-1.0, 1.0))
LINES = (
    Line(1, Value(1.0, 0, proven=True, plies_to_end=3, per_player=(1.0, -1.0)), (1, 1, 0)),
    Line(2, Value(0.0, 0, proven=True), (2,)),
    Line(0, Value(-1.0, 0, proven=True, plies_to_end=2), (0, 0)),
)
TRUTH = Report(1, LINES[0].value, (1, 1, 0), "truth", depth=3, lines=LINES)


def kinds_of_wrong(report: Report, view: View = View.EVERYONE_FOR_ITSELF, to_depth: bool = False) -> set[str]:
    verdict = judge_report(report, Position(GAME), BackwardInduction(GAME), view, to_depth)
    return {words.split(":")[0] for words in verdict.wrong}


def valued(**changes: object) -> Report:
    """The truth with another value."""
    return replace(TRUTH, value=replace(TRUTH.value, **changes), lines=())  # type: ignore[arg-type]


def test_the_truth_is_not_wrong() -> None:
    """A judge who condemns a right report, or one who looks at nothing."""
    for view in View:
        verdict = judge_report(TRUTH, Position(GAME), BackwardInduction(GAME), view)
        assert not verdict.wrong
        assert {"proven exact", "proven choice", "distance", "variation", "ending", "lines"} <= set(verdict.checked)
    bounds = [valued(bound=Bound.LOWER, plies_to_end=5), valued(bound=Bound.UPPER, plies_to_end=2)]
    assert not any(kinds_of_wrong(report) for report in bounds)


FALSEHOODS = [
    ("proven exact", valued(score=0.0, plies_to_end=None)),
    ("proven exact", valued(score=0.999999, plies_to_end=None)),
    ("proven lower", valued(score=1.5, bound=Bound.LOWER)),
    ("proven upper", valued(score=0.0, bound=Bound.UPPER, plies_to_end=None)),
    ("proven exact", valued(player=1)),
    ("distance", valued(plies_to_end=2)),
    ("distance", valued(plies_to_end=5)),
    ("distance", valued(plies_to_end=2, bound=Bound.LOWER)),
    ("distance", valued(plies_to_end=5, bound=Bound.UPPER)),
    ("every player", valued(per_player=(1.0, 1.0))),
    ("every player", valued(per_player=(1.0,))),
    ("proven choice", replace(TRUTH, action=2, variation=(2,), lines=())),
    ("legal", replace(TRUTH, action=7, variation=(7,), lines=())),
    ("variation", replace(TRUTH, variation=(2,), lines=())),
    ("variation", replace(TRUTH, variation=(), lines=())),
    ("variation", replace(TRUTH, variation=(1, 1, 0, 0), lines=())),
    ("ending", replace(TRUTH, variation=(1, 1, 1), lines=())),
    ("lines", replace(TRUTH, lines=(LINES[0], LINES[2], LINES[1]))),
    ("lines", replace(TRUTH, lines=(LINES[0], LINES[0]))),
    ("lines", replace(TRUTH, lines=LINES[1:])),
    ("proven exact", replace(TRUTH, lines=(LINES[0], replace(LINES[2], value=LINES[1].value)))),
    ("distance", replace(TRUTH, lines=(LINES[0], replace(LINES[2], value=replace(LINES[2].value, plies_to_end=4))))),
]


@pytest.mark.parametrize(("kind", "report"), FALSEHOODS)
def test_a_falsehood_is_found(kind: str, report: Report) -> None:
    """A judge who lets one pass, or takes it for another kind."""
    assert kind in kinds_of_wrong(report)


@pytest.mark.parametrize("view", View)
def test_a_searched_value_is_held_to_its_depth(view: View) -> None:
    """A value that is not proven taken for nothing, although the search is exact at its depth, or for more than it is."""
    searched = replace(TRUTH, value=Value(0.0, 0), depth=2, lines=(), variation=(1,))  # estimates are 0
    assert not kinds_of_wrong(searched, view, to_depth=True)
    assert not kinds_of_wrong(replace(searched, value=Value(0.5, 0)), view, to_depth=False)
    assert kinds_of_wrong(replace(searched, value=Value(0.5, 0)), view, to_depth=True) == {"searched exact"}
    assert kinds_of_wrong(replace(searched, action=0, variation=(0,)), view, to_depth=True) == {"searched choice"}


@pytest.mark.parametrize(("line", "right"), [((1, 1, 0), True), ((1, 0), False), ((1, 1), False), ((1, 1, 1), False)])
def test_a_solution_is_best_play_to_the_end(line: tuple[int, ...], right: bool) -> None:
    """A line in which the loser does not delay, one that stops too soon, one that throws the win away."""
    solution = Solution(Value(1.0, 0, proven=True, plies_to_end=3), 1, line, 0, 0.0)
    verdict = judge_solution(solution, Position(GAME), BackwardInduction(GAME))
    assert bool(verdict.wrong) != right
