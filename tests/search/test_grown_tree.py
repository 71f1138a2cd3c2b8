"""The tree that the engine or Monte Carlo search leaves behind, as data, as a table and as a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from counterplay import BadParameter, Limit, Position, Value, make_game, search_position, search_tree
from counterplay.cli.main import commands
from counterplay.core import Bound
from counterplay.search.grown.grown_tree import GrownTree

SVG = "{http://www.w3.org/2000/svg}"


def exact(position: Position, player: int) -> float:
    """The value for a player by plain recursion, which knows nothing of searches."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.utilities[player]
    values = [exact(position.play(action), player) for action in position.choices]
    return max(values) if position.player == player else min(values)


def check_shape(tree: GrownTree) -> None:
    """Parents stand before their children, one ply above them, and actions lead from one to the other."""
    position = tree.position
    for node in tree.nodes:
        assert position.play_all(node.actions).ply - position.ply == len(node.actions)
        if node.parent is not None:
            assert node.parent < node.id and tree.nodes[node.parent].actions == node.actions[:-1]
    drawn = ElementTree.fromstring(tree.svg())
    assert len([g for g in drawn.iter(f"{SVG}g") if "data-node" in g.attrib]) == len(tree.nodes)
    assert len(tree.table().rows) == len(tree.records()) == len(tree.nodes)


def test_the_engines_tree_holds_true_bounds() -> None:
    """Would catch a score of the wrong side, a bound turned around, or a node that belongs to another position."""
    game = make_game("tic_tac_toe")
    position = Position(game).play_all(["a1", "b1", "c2"])  # small enough for plain recursion
    tree = search_tree(game, position, Limit(depth=9), most=200)
    check_shape(tree)
    values = 0
    for node in tree.nodes:
        if node.value is None or not node.actions:
            continue
        truth = exact(position.play_all(node.actions), position.player)
        holds = {
            Bound.EXACT: node.value.score == truth,
            Bound.LOWER: node.value.score <= truth,
            Bound.UPPER: node.value.score >= truth,
        }
        assert holds[node.value.bound], (node, truth)
        values += 1
    assert values >= 5
    chosen = [node.actions for node in tree.nodes if node.chosen]
    assert max(chosen, key=len) == tree.report.variation


def test_the_tree_of_monte_carlo_search_adds_up() -> None:
    """Would catch visits of the wrong node, values for the wrong player, or a root without its children."""
    game = make_game("tic_tac_toe")
    tree = search_tree(game, None, Limit(playouts=300), "mcts", most=40, seed=1)
    check_shape(tree)
    root, *rest = tree.nodes
    assert root.visits == 300 and root.children == 9
    below = [node for node in rest if node.parent == 0]
    assert sum(node.visits for node in below) <= 300 and max(below, key=lambda n: n.visits).actions[0] == tree.report.action
    assert all(isinstance(node.value, Value) and node.value.player == 0 for node in below if node.visits)
    assert "300" in str(tree) and {"exploit", "uct", "visits", "value"} <= tree.records()[1].keys()


def test_what_has_no_such_tree_is_refused() -> None:
    """Would catch a traceback, or an empty picture, where somebody asks for the tree of a textbook form."""
    with pytest.raises(BadParameter, match="walkthrough shows textbook forms"):
        search_tree(make_game("nim"), algorithm="minimax")
    with pytest.raises(BadParameter, match="most must be"):
        search_tree(make_game("nim"), most=0)


def test_all_root_moves_are_reported() -> None:
    """Would catch a root move that is left out where all are asked for, or a word that is taken for any number."""
    game = make_game("tic_tac_toe")
    report = search_position(game, limit=Limit(depth=2), lines="all")
    assert sorted(line.action for line in report.lines) == list(range(9))
    assert len(str(report).splitlines()) == 11 and report.table().rows[0][0] == str(report).split()[0]
    with pytest.raises(BadParameter, match="or 'all', not 'most'"):
        search_position(game, limit=Limit(depth=2), lines="most")


def test_the_command_shows_the_tree(tmp_path: Path) -> None:
    """Would catch a command that searches something else, draws nothing, or takes options that mean nothing here."""
    drawn = tmp_path / "tree.svg"
    words = ["tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--algorithm", "engine", "--svg", str(drawn)]
    done = CliRunner().invoke(commands, words)
    assert done.exit_code == 0 and "found by engine" in done.output and "<svg" in drawn.read_text()
    refused = CliRunner().invoke(commands, [*words, "--steps"])
    assert refused.exit_code == 2 and "--steps goes with the textbook forms" in " ".join(refused.output.split())
