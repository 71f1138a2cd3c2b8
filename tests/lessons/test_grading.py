"""Exercises and their grading: right answers against a brute force of their own, full marks, and planted mistakes."""

from __future__ import annotations

import functools
import math
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.core import CHANCE, BadParameter
from counterplay.lessons.exercises.exercise_makers import CUT, KINDS, SEEN, Exercise, exercise_from, make_exercise
from counterplay.lessons.exercises.grading import grade
from counterplay.lessons.exercises.student_answers import read_number, read_tuple
from counterplay.lessons.trees.tree_nodes import Tree

SIZES = {kind: [(2, 2), (2, 3), (3, 2), (4, 2), (2, 4)] for kind in KINDS} | {
    "expectiminimax": [(2, 2), (2, 3), (3, 3), (2, 4)]
}


@functools.cache
def exercises(count: int) -> list[Exercise]:
    """Exercises of every kind in turn, in several sizes and ranges; a narrow range makes equal values common."""
    draw, made = random.Random(4), []
    for seed in range(count):
        kind = list(KINDS)[seed % len(KINDS)]
        branching, depth = draw.choice(SIZES[kind])
        low, high = draw.choice([(0, 1), (-9, 9), (-3, 3), (0, 50)])
        made.append(make_exercise(kind, seed, branching, depth, low, high))
    return made


@pytest.mark.slow
def test_full_answers_score_full_marks() -> None:
    """A right answer that is marked, whatever the kind, the size or the range."""
    for exercise in exercises(300):
        graded = grade(exercise, exercise.solution)
        assert graded.full and graded.score == graded.of == len(exercise.items) > 0, (exercise, str(graded))
        assert not graded.marked


# --- the same answers by brute force, which knows nothing of searches ---
def brute_value(tree: Tree, node: int) -> tuple[float, ...]:
    """Backward induction over the flat tree, children's values first; the first of equals."""
    if not tree.counts[node]:
        return tree.utilities[node]
    below = [brute_value(tree, child) for child in tree.children(node)]
    player = tree.movers[node]
    if player == CHANCE:
        chances = [tree.probabilities[child] for child in tree.children(node)]
        return tuple(math.fsum(p * v[i] for p, v in zip(chances, below, strict=True)) for i in range(tree.players))
    return max(below, key=lambda value: value[player])


def brute_needed(tree: Tree, node: int, alpha: float, beta: float, seen: set[int]) -> tuple[float, float, float]:
    """Which nodes a left-to-right search needs: MAX's guarantees alpha and MIN's beta as plain intervals.

    Gives value, alpha and beta at the end. A child is needed while some value of it could still change the root's.
    """
    seen.add(node)
    if not tree.counts[node]:
        return tree.utilities[node][0], alpha, beta
    values: list[float] = []
    for child in tree.children(node):
        if alpha >= beta:
            break
        values.append(brute_needed(tree, child, alpha, beta, seen)[0])
        if tree.movers[node] == 0:
            alpha = max([alpha, *values])
        else:
            beta = min([beta, *values])
    return (max if tree.movers[node] == 0 else min)(values), alpha, beta


def test_solutions_agree_with_brute_force() -> None:
    """A solution taken from the wrong event, the wrong node or the wrong player."""
    for exercise in exercises(300):
        tree = exercise.tree
        seen: set[int] = set()
        if exercise.cutting:
            assert brute_needed(tree, 0, -math.inf, math.inf, seen)[0] == brute_value(tree, 0)[0]
        for item in exercise.items:
            right = exercise.solution[item.id]
            if item.kind == "leaf":
                assert right == (SEEN if item.node in seen else CUT)
            elif exercise.cutting:
                assert (right == CUT) == (item.node not in seen)
            elif item.kind == "choice":
                children = list(tree.children(item.node))
                assert brute_value(tree, tree.names.index(right)) == brute_value(tree, item.node)
                earlier = children[: children.index(tree.names.index(right))]
                player = tree.movers[item.node]
                assert all(brute_value(tree, c)[player] < brute_value(tree, item.node)[player] for c in earlier)
            else:
                wanted = brute_value(tree, item.node)
                found = read_tuple(right)
                assert found == pytest.approx(wanted if item.kind == "tuple" else wanted[:1], abs=1e-4)


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.sampled_from([(2, 2), (2, 3), (3, 3), (2, 4)]))
def test_windows_agree_with_brute_force(seed: int, size: tuple[int, int]) -> None:
    """alpha, beta or a value that is not what the search has when it leaves a node."""
    exercise = make_exercise("alpha_beta", seed, *size)
    tree, found = exercise.tree, {}

    def walk(node: int, alpha: float, beta: float) -> float:
        value, low, high = -math.inf if tree.movers[node] == 0 else math.inf, alpha, beta
        if not tree.counts[node]:
            return tree.utilities[node][0]
        for child in tree.children(node):
            if tree.movers[node] == 0:
                value = max(value, walk(child, low, high))
                low = max(low, value)
            else:
                value = min(value, walk(child, low, high))
                high = min(high, value)
            if low >= high:
                break
        found[tree.names[node]] = (low, high, value)
        return value

    walk(0, -math.inf, math.inf)
    for item in exercise.items:
        name, what = item.id.split(".")
        right = exercise.solution[item.id]
        if name not in found:
            assert right == CUT
        else:
            assert read_number(right) == found[name][("alpha", "beta", "value").index(what)]


def test_where_cuts_are_asked_for_there_are_some() -> None:
    """An exercise about cuts in which nothing is cut."""
    for seed in range(40):
        for kind in ("cuts", "alpha_beta"):
            assert make_exercise(kind, seed).traced.never_looked_at


# --- planted mistakes ---
def mistakes(exercise: Exercise, item: Any) -> list[tuple[str, str]]:
    """(wrong answer, the verdict it deserves) for every way an item can be wrong."""
    right = exercise.solution[item.id]
    planted = [("", "missing"), ("   ", "missing"), ("rubbish", "wrong")]
    if item.kind == "leaf":
        return [*planted, (SEEN, "wrong") if right == CUT else (CUT, "extra")]
    if item.kind == "choice":
        return [*planted, *((other, "wrong") for other in item.choices if other != right)]
    if right == CUT:
        return [*planted, ("3", "wrong"), ("inf", "wrong")]
    planted += [(CUT, "extra" if exercise.cutting else "wrong")]
    if item.kind == "tuple":
        parts = list(read_tuple(right) or ())
        changed = [f"({', '.join(f'{p + (i == k):g}' for i, p in enumerate(parts))})" for k in range(len(parts))]
        return [*planted, *((text, "wrong") for text in [*changed, "(1, 2)", "5"])]
    number = read_number(right)
    assert number is not None
    others = ["0", "-inf" if number > 0 else "inf"] if math.isinf(number) else [f"{number + 1:g}", f"{number - 0.02:g}", "inf"]
    return [*planted, *((text, "wrong") for text in others)]


@pytest.mark.parametrize("kind", KINDS)
def test_each_planted_mistake_is_found_and_alone(kind: str) -> None:
    """A mistake that is overlooked, that gets the wrong verdict or no reason, or that marks something else, too."""
    sizes = [(2, 2), (3, 2), (2, 3)]
    for seed, (branching, depth) in enumerate(sizes * 2):
        exercise = make_exercise(kind, seed, branching, depth)
        for item in exercise.items:
            for text, verdict in mistakes(exercise, item):
                graded = grade(exercise, {**exercise.solution, item.id: text})
                assert [(m.id, m.verdict) for m in graded.marked] == [(item.id, verdict)], (exercise, item, text)
                assert graded.score == graded.of - 1
                assert graded.marked[0].right == exercise.solution[item.id]
                assert len(graded.marked[0].reason) > 20 and graded.marked[0].reason.endswith(".")


def test_reasons_name_what_the_search_knew() -> None:
    """A reason that speaks of another node or of other numbers."""
    exercise = make_exercise("cuts", 5)
    cut = next(item for item in exercise.items if exercise.solution[item.id] == CUT)
    node = exercise.traced.nodes[exercise.tree.parents[cut.node]]
    assert node.cut is not None
    reason = grade(exercise, {**exercise.solution, cut.id: SEEN}).marked[0].reason
    parent = exercise.tree.names[exercise.tree.parents[cut.node]]
    assert f"{cut.id} is never looked at: MIN at {parent} already has {node.value[0]:g}, and MAX has {node.cut[0]:g}" in reason


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), (" −2 ", -2), ("+4.50", 4.5), ("2,5", 2.5), ("7/2", 3.5)]
    + [("-∞", -math.inf), ("INF", math.inf), ("+oo", math.inf)]
    + [(bad, None) for bad in ("", "three", "1/0", "1e999", "--3", "nan", "0x10", "3 4")]
    + [(bad, None) for bad in (".", "()", "4e", "1_0", "(" * 99, "(4]")],
)  # fmt: skip
def test_spellings_of_numbers(text: str, value: float | None) -> None:
    """A spelling that a student may use and that is not read, or rubbish that is."""
    assert read_number(text) == value


@pytest.mark.parametrize(
    "text", ["4.", "(4)", "4e0", "+4", "+ 4", "[4]", "= 4", "((4))", "(+4.0)", "40e-1", "8/2", "(8 / 2)", "4,"]
)
def test_harmless_spellings(text: str) -> None:
    """A right number that is marked wrong for the way it is written, in a whole exercise."""
    exercise = next(e for e in (make_exercise("minimax", seed) for seed in range(200)) if "4" in e.solution.values())
    answers = {name: text if right == "4" else right for name, right in exercise.solution.items()}
    assert grade(exercise, answers).full


@pytest.mark.parametrize("text", ["(5, 2, 5)", "5 2 5", "[5;2;5]", "5,2,5", "( 5 ,2, 5.0 )"])
def test_spellings_of_tuples(text: str) -> None:
    """Brackets, commas and spaces that should not matter."""
    assert read_tuple(text) == (5, 2, 5)


def test_answers_may_be_numbers_and_tuples() -> None:
    """Answers from a notebook, which are no texts."""
    exercise = make_exercise("minimax", 1)
    assert grade(exercise, {k: int(v) for k, v in exercise.solution.items()}).full
    tuples = make_exercise("max_n", 1)
    assert grade(tuples, {k: read_tuple(v) for k, v in tuples.solution.items()}).full


def test_same_seed_same_exercise() -> None:
    """An exercise that differs when it is made again from its own description, or one that does not depend on the seed."""
    for kind in KINDS:
        one = make_exercise(kind, 7)
        again = exercise_from(one.parameters())
        assert again == one and again.solution == one.solution and again.tree == one.tree
        assert make_exercise(kind, 8).tree != one.tree


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"kind": "negamax"}, "there is no kind of exercise 'negamax'; there are minimax, alpha_beta"),
        ({"kind": "minimax", "branching": 1}, "branching must be at least 2, not 1"),
        ({"kind": "expectiminimax", "branching": 4}, "branching must be 2 or 3"),
        ({"kind": "minimax", "depth": 0}, "depth must be at least 1, not 0"),
        ({"kind": "minimax", "depth": 10**9}, "more than 128 leaves"),
        ({"kind": "minimax", "branching": 10**9}, "more than 128 leaves"),
        ({"kind": "minimax", "low": 3, "high": 3}, "low below high"),
        ({"kind": "minimax", "high": 1000}, "low below high"),
        ({"kind": "minimax", "seed": "x"}, "seed must be a whole number, not 'x'"),
        ({"kind": "minimax", "depth": True}, "depth must be a whole number, not True"),
        ({"kind": "minimax", "seed": 2**70}, "fit 64 bits"),
    ],
)
def test_refused_exercises(arguments: dict[str, Any], said: str) -> None:
    """Sizes that make no exercise, accepted or refused without a sentence."""
    with pytest.raises(BadParameter) as caught:
        make_exercise(**arguments)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("answers", "said"),
    [({"Z": "3"}, "there is no item 'Z' in this exercise; its items are A, B"), (["3"], "answers are given by item")],
)
def test_refused_answers(answers: Any, said: str) -> None:
    """Answers to questions that were not asked."""
    with pytest.raises(BadParameter) as caught:
        grade(make_exercise("minimax", 1), answers)
    assert said in str(caught.value)


@pytest.mark.parametrize("description", [{}, [], {"kind": 3}, {"kind": "minimax"}, {"kind": "minimax", "seed": 1, "size": 2}])
def test_refused_descriptions(description: Any) -> None:
    """A description from a file that does not lead to one exercise."""
    with pytest.raises(BadParameter):
        exercise_from(description)
