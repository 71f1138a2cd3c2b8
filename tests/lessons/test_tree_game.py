"""An explicit tree as a game: the contract, both gears, every algorithm, names, notation and picture."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.check import check_game
from counterplay.core import BadNotation, BadParameter, GameOver, Limit, Position
from counterplay.draw import scene_svg, scene_text
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.entry.walk import ENTRY_NAMES
from counterplay.lessons import Chance, TreeGame, load_tree, random_chance_tree, random_tree
from counterplay.lessons.trees.lesson_trees import LESSON_TREES, lesson_game, lesson_tree
from counterplay.search import search_position
from counterplay.search.api import ALGORITHMS, fits
from counterplay.search.opponent_model import OpponentModel
from counterplay.search.textbook.textbook_catalogue import FORMS

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
NAMED = "A MAX\n  left: B MIN\n    3\n    5\n  right: C MIN\n    2\n    L = 9\n"
MODEL = OpponentModel.mixture({"minimax:1": 1.0})


@pytest.mark.parametrize("name", LESSON_TREES)
def test_conformance(name: str) -> None:
    """A tree that breaks the contract every game keeps; its parameters are a tree, which no specification can hold."""
    report = check_game(lesson_game(name)) if "_" not in lesson_tree(name).text else None
    faults = [f for f in report.findings if "takes 'tree'" not in str(f)] if report else []
    assert not faults, faults


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "forcing"])  # trees know no threats
def test_every_algorithm_runs_on_trees(algorithm: str) -> None:
    """An algorithm that cannot take a tree, or finds another value than the plain recursion.

    Textbook forms, which are compiled for each game anew, run in plain Python: `test_both_gears_agree` compiles one of them.
    """
    games = [
        (TreeGame(TWO_PLY), 3.0, 0),
        (TreeGame([[3, 12], [Chance(((0.5, 10), (0.5, 4))), 9]]), 7.0, 1),
        (TreeGame([Chance(((0.25, 20), (0.5, 30), (0.25, 60))), 34], players=1), 35.0, 0),
    ]
    options: dict[str, Any] = {"interpreted": True} if algorithm in {form.name for form in FORMS} else {}
    if algorithm == "opponent_model":
        options["model"] = MODEL
    limit = Limit(playouts=3000) if algorithm == "mcts" else Limit(depth=9)
    taken = 0
    for game, value, action in games:
        if fits(algorithm, game):
            report = search_position(game, None, limit, algorithm, seed=1, **options)
            taken += 1
            if algorithm != "tapered":
                assert report.action == action
            if algorithm not in ("mcts", "tapered"):
                assert report.value.score == value
    assert taken


def test_one_compilation_serves_all_trees() -> None:
    """Native code for each tree: compiling would take longer than any lesson."""
    trees = [random_tree(seed, b, d) for seed, b, d in ((1, 2, 3), (2, 5, 2), (3, 3, 4))]
    for entry in ENTRY_NAMES:
        assert len({engage().entry_path(TreeGame(tree), entry) for tree in trees}) == 1, entry
    assert TreeGame([1000, 5]).utility_range == (-10000.0, 10000.0)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(1, 4))
def test_both_gears_agree(seed: int, b: int, d: int) -> None:
    """Rules that mean something else when they are compiled."""
    game = TreeGame(random_chance_tree(seed, b, d), bounds=(-100.0, 100.0))
    reports = [search_position(game, None, Limit(depth=9), "expectiminimax", interpreted=gear) for gear in (False, True)]
    assert reports[0].value == reports[1].value and reports[0].variation == reports[1].variation


def test_leaves_nobody_may_look_at() -> None:
    """A value made up for a leaf that has none; or a search that is refused although it never needs it."""
    game = TreeGame([[7, 6, 5], [3, "_", "_"], [6, 5, None]])
    assert search_position(game, None, Limit(depth=9), "alpha_beta").value.score == 5
    for interpreted in (False, True):
        with pytest.raises(BadParameter, match=r"looked at a leaf that has no value \(_\)"):
            search_position(game, None, Limit(depth=9), "minimax_value", interpreted=interpreted)


def test_names_and_notation() -> None:
    """A name that leads elsewhere, or a place that cannot be written down and read again."""
    game = load_tree(NAMED)
    position = Position(game).play("right")
    assert position.moves() == ["right"]
    assert game.dump(position.state) == "2"
    assert game.load("C") == position.state and game.load("2.2").node == game.load("L").node
    assert game.dump(game.initial()) == "root" and game.load("root") == game.initial()
    assert game.action_name(position.state, 1) == "2"
    end = position.play("2")
    outcome = end.outcome()
    assert outcome is not None and outcome.utilities == (9.0, -9.0) and "L" in outcome.reason
    for wrong in ("3", "2.2.1", "x", "", "0", "1.", "-1", "99999999999"):
        with pytest.raises(BadNotation, match="is no node of this tree"):
            game.load(wrong)
    with pytest.raises(GameOver):
        end.play(0)


def test_the_picture_can_be_clicked() -> None:
    """A click that chooses another child, or a tree too large to be drawn."""
    game = load_tree(NAMED)
    scene = game.scene(game.initial())
    assert [cell.id for cell in scene.cells] == ["root", "1", "2", "1.1", "1.2", "2.1", "2.2"]
    assert game.gesture(game.initial(), 1) == ("2",)
    assert scene.marked == ("root",)
    assert "left" in scene_text(scene) and "<svg" in scene_svg(scene)
    large = TreeGame(random_tree(1, 4, 6))
    below = large.result(large.result(large.initial(), 1), 2)
    for state in (large.initial(), below):
        shown = large.scene(state)
        assert 5 <= len(shown.cells) <= 200
        assert {large.gesture(state, a)[0] for a in range(4)} <= {cell.id for cell in shown.cells}
        assert "5,461 nodes" in shown.notes[0]


def test_lesson_trees() -> None:
    """A tree of a lecture whose value is not the one the lecture gives."""
    expected: dict[str, Any] = {
        "two-ply": (3, 0),
        "four-leaves": (2, 0),
        "walk-through": (5, 0),
        "three-levels": (12, 2),
        "three-players": (5, 1),
        "chance": (35, 0),
        "dice-and-a-rival": (1.5, 1),
    }
    assert set(expected) == set(LESSON_TREES)
    for name, (value, action) in expected.items():
        report = search_position(lesson_game(name), None, Limit(depth=9), lesson_tree(name).algorithm, interpreted=True)
        assert (report.value.score, report.action) == (value, action), name
    with pytest.raises(BadParameter, match="no lesson tree 'x'; there are two-ply"):
        lesson_tree("x")
