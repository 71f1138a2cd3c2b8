"""`counterplay tree`: trees and games, pictures and pages, and sentences for whatever is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from counterplay.cli.main import commands
from counterplay.lessons.trees.lesson_trees import LESSON_TREES
from tests.cli.conftest import assert_refused

TWO_PLY = "[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.mark.parametrize("name", LESSON_TREES)
def test_lesson_trees(name: str, run: Callable[..., Result]) -> None:
    """A lesson's tree that the command cannot show."""
    result = run("tree", name, "--steps")
    assert result.exit_code == 0, result.stderr
    assert "found by" in result.stdout and "   1  Start at" in result.stdout


def test_a_tree_from_text_file_and_standard_input(run: Callable[..., Result], tmp_path: Path) -> None:
    """One way to give a tree that reads it differently."""
    path = tmp_path / "tree.txt"
    path.write_text(TWO_PLY, encoding="utf-8")
    printed = [run("tree", TWO_PLY).stdout, run("tree", path).stdout]
    printed.append(CliRunner().invoke(commands, ["tree", "-"], input=TWO_PLY).stdout)
    assert len(set(printed)) == 1
    assert "Value 3, choice 1, found by alpha_beta: 11 nodes looked at, 7 of them leaves" in printed[0]


def test_picture_and_page(run: Callable[..., Result], tmp_path: Path) -> None:
    """Files that are not written, or that hold something else."""
    svg, html = tmp_path / "tree.svg", tmp_path / "tree.html"
    result = run("tree", "two-ply", "--svg", svg, "--html", html)
    assert result.exit_code == 0 and "wrote" in result.stderr
    assert ElementTree.parse(svg).getroot().get("aria-label") == "alpha beta on tree"
    assert "<!doctype html>" in html.read_text(encoding="utf-8")


def test_games(run: Callable[..., Result]) -> None:
    """A game's position that is searched at another depth, by another algorithm or from elsewhere."""
    result = run("tree", "--game", "tic_tac_toe", "--state", "xo./.x./..o x", "--depth", 1, "-a", "minimax")
    assert result.exit_code == 0, result.stderr
    assert "6 nodes looked at, 5 of them leaves" in result.stdout
    pig = run("tree", "-g", "pig", "-d", 2)
    assert pig.exit_code == 0 and "found by expectiminimax" in pig.stdout and "CHANCE" in pig.stdout


def test_options_of_the_forms(run: Callable[..., Result]) -> None:
    """An option that does not reach the search."""
    worst = "[[8,7,6],[5,4,3],[2,1,0]]"
    plain = run("tree", worst, "-a", "negamax_alpha_beta").stdout
    assert plain != run("tree", "[[2,1,0],[5,4,3],[8,7,6]]", "-a", "negamax_alpha_beta", "--ordered").stdout
    assert " 2 nodes looked at" in run("tree", worst, "-a", "tapered", "--branches", 1).stdout
    modelled = run("tree", worst, "-a", "opponent_model", "--model", "minimax:1=0.5,random=0.5")
    assert modelled.exit_code == 0 and "found by opponent_model" in modelled.stdout
    assert "13 nodes looked at" in run("tree", worst, "--players", 2, "-a", "minimax").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), ("give a TREE, or a game with --game",)),
        ((TWO_PLY, "--game", "nim"), ("not both",)),
        (("[[3,12],[]]",), ("at 2", "no children")),
        (("[3,x]",), ("at 2", "'x'")),
        (("nothing-there",), ("no file 'nothing-there'",)),
        (("",), ("empty",)),
        ((TWO_PLY, "-a", "star2"), ("cannot be traced", "minimax")),
        ((TWO_PLY, "-a", "foo"), ("no algorithm 'foo'",)),
        ((TWO_PLY, "-a", "expectimax"), ("expectimax", "needs a game for 1", "2 players")),
        ((TWO_PLY, "-d", "0"), ("--depth",)),
        ((TWO_PLY, "-a", "opponent_model"), ("needs a model",)),
        ((TWO_PLY, "-a", "opponent_model", "--model", "x"), ("--model", "minimax:1=0.8")),
        ((TWO_PLY, "-a", "opponent_model", "--model", "random=0.5"), ("add up to 1",)),
        ((TWO_PLY, "--svg", "/nowhere/at/all.svg"), ("cannot be written",)),
        ((TWO_PLY, "--state", "9"), ("no node of this tree",)),
        ((TWO_PLY, "--state", "1.1"), ("over",)),
        (("--game", "2048"), ("chance decides",)),
        (("--game", "connect_four", "-d", "12"), ("more than 100,000 nodes", "smaller depth")),
        (("5",), ("over",)),
        (("walk-through", "-a", "minimax"), ("no value",)),
    ],
)
def test_bad_input(words: tuple[str, ...], sentence: tuple[str, ...], run: Callable[..., Result]) -> None:
    """A traceback, a second line, or an exit code that says that all went well."""
    assert_refused(run("tree", *words), *sentence)
