"""Searches told step by step: the picture agrees with the trace, the steps with each other, the words with the numbers."""

from __future__ import annotations

import importlib
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import FORM_NAMES, MODEL, games, line_of, options_of, read_svg, taking, trees

from counterplay.core import CHANCE, BadParameter, Event, GameOver, Kind, Limit, MissingTrait, Position
from counterplay.games.catalogue import make_game
from counterplay.lessons import Chance, TreeGame, Walkthrough, load_tree, random_tree, walkthrough
from counterplay.lessons.telling.tree_picture import states
from counterplay.lessons.telling.walkthrough_model import Found
from counterplay.lessons.trees.lesson_trees import LESSON_TREES
from counterplay.search import search_position, trace_search
from counterplay.search.textbook.textbook_catalogue import FORMS

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
WINDOWED = ("alpha_beta", "alpha_beta_hard", "negamax_alpha_beta", "paranoid")


def text_of(value: float) -> str:
    """Numbers as the picture writes them, written down here a second time."""
    if abs(value) == float("inf"):
        return "∞" if value > 0 else "-∞"
    return f"{value + 0.0:.4g}"


def last_values(events: list[Event], players: int, tuples: bool) -> dict[int, str]:
    """The value of each node at the end of a trace."""
    values: dict[int, str] = {}
    parts: dict[int, list[float]] = {}
    for event in events:
        if event.kind == Kind.LEAVE and not tuples:
            values[event.node] = text_of(event.value)
        elif tuples and event.kind in (Kind.LEAF, Kind.UPDATE, Kind.AVERAGE):
            if event.player == 0:
                parts[event.node] = []
            parts[event.node].append(event.value)
    return values or {node: f"({', '.join(map(text_of, part))})" for node, part in parts.items() if len(part) == players}


def check_picture(position: Position, form: str, depth: int | None) -> None:
    """The picture after the last step against the trace, node by node."""
    game = position.game
    walk = walkthrough(game, position, form, depth, boards=False, **options_of(form))
    report, events = trace_search(game, position, form, depth or 300, 10**6, **options_of(form))
    if walk.folded:
        return
    drawn = read_svg(walk.svg())
    tuples = next(f for f in FORMS if f.name == form).per_player and game.players > 1
    values = last_values(events, game.players, tuples)
    leaving = {e.node: e for e in events if e.kind == Kind.LEAVE}
    leaves = {e.node for e in events if e.kind == Kind.LEAF}
    entered = {e.node: e for e in events if e.kind == Kind.ENTER}
    assert set(entered) <= set(drawn)
    for node in entered:
        seen = drawn[node]
        assert seen.value == values[node], (form, node)
        assert seen.text.lstrip("≤≥") == values[node]
        assert seen.status == ("leaf" if node in leaves else "searched")
        window = (text_of(leaving[node].alpha), text_of(leaving[node].beta)) if form in WINDOWED else ("", "")
        assert (seen.alpha, seen.beta) == window, (form, node)
        assert seen.opacity == 1 and not seen.struck
    # What was never entered: exactly the game's other actions at the nodes that were searched.
    states_of = {0: position.state}
    missing = 0
    for node, event in entered.items():
        if node:
            states_of[node] = game.result(states_of[event.parent], event.action)
        taken = {e.action for e in entered.values() if e.parent == node}
        missing += 0 if node in leaves else len(set(game.choices(states_of[node])) - taken)
    cut = {node for node, seen in drawn.items() if seen.status == "cut"}
    assert cut == set(drawn) - set(entered) and len(cut) == missing
    assert all(drawn[node].struck and drawn[node].opacity < 1 and drawn[node].value == "" for node in cut)
    assert {node for node, seen in drawn.items() if seen.chosen} == set(line_of(report, events))


@pytest.mark.parametrize("form", FORM_NAMES)
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6), b=st.integers(1, 3), d=st.integers(1, 4))
def test_pictures_of_trees_agree_with_the_trace(form: str, seed: int, b: int, d: int) -> None:
    """A value, a window, a cut or the chosen line that the search did not find."""
    for game in taking(form, trees(seed, b, d)):
        check_picture(Position(game), form, None)


@pytest.mark.parametrize("form", FORM_NAMES)
def test_pictures_of_games_agree_with_the_trace(form: str) -> None:
    """The same for real games to a depth; every form is tried on at least one."""
    positions = taking(form, games())
    for position, depth in positions:
        check_picture(position, form, depth)
    assert positions or form == "expectimax"


def check_steps(walk: Walkthrough) -> None:
    """What holds for the steps of any search."""
    nodes = {node.id: node for node in walk.nodes}
    assert len(nodes) == len(walk.nodes)
    assert [step.number for step in walk.steps] == list(range(1, len(walk.steps) + 1))
    assert [node.id for node in walk.nodes if node.parent is None] == [0]
    where = {node.id: i for i, node in enumerate(walk.nodes)}
    assert all(node.parent is None or where[node.parent] < where[node.id] for node in walk.nodes)
    begun, finished = set(), set()
    for step in walk.steps:
        node = nodes[step.node]
        assert step.text and step.text[-1] == "." and (step.reason != "") == (step.kind == "cut")
        assert node.searched and (node.parent is None or node.parent in begun)
        assert step.node not in finished, "a node is left once and for all"
        if step.kind in ("enter", "leaf"):
            assert step.node not in begun or not node.player, "a node is entered once"
            begun.add(step.node)
        if step.kind in ("leave", "leaf"):
            finished.add(step.node)
        if step.child is not None:
            assert nodes[step.child].parent == step.node
        if step.kind == "cut":
            assert any(character.isdigit() for character in step.reason)
    assert walk.steps[0].node == walk.steps[-1].node == 0 and walk.steps[-1].kind == "leave"
    assert walk.steps[-1].value == walk.result.value
    assert walk.chosen[0] == 0 and all(nodes[b].parent == a for a, b in zip(walk.chosen, walk.chosen[1:], strict=False))
    assert all(node.reason or not node.player for node in walk.nodes if not node.searched)


@pytest.mark.parametrize("form", FORM_NAMES)
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6), b=st.integers(1, 4), d=st.integers(1, 5))
def test_steps_of_trees(form: str, seed: int, b: int, d: int) -> None:
    """Steps out of order, nodes entered twice, a cut without a reason; large trees are folded and must hold the same."""
    for game in taking(form, trees(seed, b, d)):
        check_steps(walkthrough(game, None, form, **options_of(form)))


@pytest.mark.parametrize("form", FORM_NAMES)
def test_steps_of_games(form: str) -> None:
    """The same for real games, with boards."""
    for position, depth in taking(form, games()):
        walk = walkthrough(position.game, position, form, depth, **options_of(form))
        check_steps(walk)
        assert all(node.svg for node in walk.nodes if node.player)
        assert walk.svg().count("<svg") == 1 + sum(1 for node in walk.nodes if node.player)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(2, 4), st.sampled_from(["alpha_beta", "alpha_beta_hard"]))
def test_reasons_are_true(seed: int, b: int, d: int, form: str) -> None:
    """A reason with the wrong player, or with numbers for which nothing could be cut."""
    walk = walkthrough(random_tree(seed, b, d), None, form, **options_of(form))
    players = {node.id: node.player for node in walk.nodes}
    for step in walk.steps:
        if step.kind != "cut":
            continue
        found = re.match(
            r"(MAX|MIN) already has (\S+) here, (MAX|MIN) has (\S+) elsewhere: (equal is enough, )?the rest", step.reason
        )
        assert found is not None, step.reason
        who, here, other, elsewhere = found.group(1, 2, 3, 4)
        assert who == players[step.node] != other
        assert float(here) >= float(elsewhere) if who == "MAX" else float(here) <= float(elsewhere)
        assert (float(here) == float(elsewhere)) == bool(found.group(5))


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(2, 5))
def test_bounds_are_true(seed: int, b: int, d: int) -> None:
    """A node said to be worth at most (or at least) what it is not, or exactly what it is not."""
    game = TreeGame(random_tree(seed, b, d))
    for form in ("alpha_beta", "alpha_beta_hard"):
        walk = walkthrough(game, None, form, **options_of(form))
        after = states(walk, len(walk.steps) - 1)
        for node in walk.nodes:
            if not node.searched or node.leaf or not node.player or not node.actions:
                continue
            state = game.initial()
            for action in node.actions:
                state = game.result(state, action)
            truth = search_position(game, state, Limit(depth=9), "minimax_value", interpreted=True).value
            value = truth.score if truth.player == 0 else -truth.score
            shown, bound = float(after[node.id].value), after[node.id].bound
            assert value <= shown if bound == "≤" else value >= shown if bound == "≥" else value == shown


def test_the_worked_example_in_words() -> None:
    """The sentences of the lecture's first tree."""
    walk = walkthrough(load_tree(LESSON_TREES["two-ply"].text))
    texts = [step.text for step in walk.steps]
    assert walk.algorithm == "alpha_beta"
    assert texts[0] == "Start at A: MAX to move, alpha -∞ and beta ∞."
    assert "Action 1 gives MIN 3, the best so far at B: beta becomes 3." in texts
    assert "a1 gives MAX 3, the best so far at A: alpha becomes 3." in texts
    cuts = [(step.text, step.reason) for step in walk.steps if step.kind == "cut"]
    assert cuts[0] == (
        "The rest of C is cut off: 2 actions are never looked at.",
        "MIN already has 2 here, MAX has 3 elsewhere: the rest cannot matter.",
    )
    assert cuts[1][0] == "The window at D is closed; there was nothing left to look at."
    assert "C is worth at most 2." in texts
    assert texts[-1] == "A is worth 3; the choice is a1."
    assert walk.result == Found(value="3", action="a1", leaves=7, nodes=11)
    unseen = [node for node in walk.nodes if not node.searched]
    assert [node.given for node in unseen] == ["4", "6"]


def test_negamax_speaks_for_the_player_to_move() -> None:
    """Signs that are MAX's where the form's own are those of the player to move."""
    walk = walkthrough(TWO_PLY, None, "negamax_alpha_beta")
    assert "Action 1 gives MIN -3, the best so far at node 1: alpha becomes -3." in [step.text for step in walk.steps]
    reason = next(step.reason for step in walk.steps if step.kind == "cut")
    assert reason == "MIN already has -2 here, MAX can hold it to -3 elsewhere: the rest cannot matter."
    assert "player to move" in " ".join(walk.notes)


def test_a_tree_that_begins_with_min() -> None:
    """MIN's root told from MAX's side with all signs turned around: the trace takes whoever moves first for MAX."""
    text = "MIN\n  MAX\n    3\n    12\n  MAX\n    14\n    2\n  MAX\n    5\n    4\n"
    for form in ("minimax", "alpha_beta", "alpha_beta_hard", "paranoid"):
        walk = walkthrough(text, None, form)
        assert walk.nodes[0].player == "MIN" and walk.result.value == "5" and walk.result.action == "3"
        values = [after.value for after in states(walk, len(walk.steps) - 1).values()]
        assert values[:3] == ["5", "12", "12" if form == "alpha_beta_hard" else "14"]  # fail-hard returns beta at a cut
    reason = next(step.reason for step in walkthrough(text, None, "alpha_beta").steps if step.kind == "cut")
    assert reason == "MAX already has 14 here, MIN has 12 elsewhere: the rest cannot matter."


def test_pruned_max_n_says_why() -> None:
    """Korf's cuts explained with alpha-beta's words."""
    tree = [[(2, -1, -1), (0, 0, 0)], [(1, 1, -2), (0, 2, -2), (0, 0, 0)], [(-1, 3, -2), (4, -2, -2)]]
    walk = walkthrough(TreeGame(tree, bounds=(-2.0, 4.0)), None, "max_n_pruned")
    reasons = [step.reason for step in walk.steps if step.kind == "cut"]
    assert reasons == [
        "P2 already has 2 here, which leaves P1 at most 0; P1 has 0 elsewhere: the rest cannot matter.",
        "P2 already has 3 here, which leaves P1 at most -1; P1 has 0 elsewhere: the rest cannot matter.",
    ]
    sure = walkthrough(TreeGame([[(-2, 4, -2), (0, 0, 0)]], bounds=(-2.0, 4.0)), None, "max_n_pruned")
    assert "P2 already has 4, and nobody can ever get more" in next(s.reason for s in sure.steps if s.kind == "cut")


def test_chance_in_words() -> None:
    """Shares that are added in another order or with another weight; a root that belongs to chance."""
    walk = walkthrough("{1/4: 20, 1/2: 30, 1/4: 60}", None, "expectimax")
    assert walk.result.value == "35"
    shares = [step.text for step in walk.steps if step.kind == "average"]
    assert shares == [
        "0.25 x 20 from 1 is added: 5 so far at node 1.",
        "0.5 x 30 from 2 is added: 20 so far at node 1.",
        "0.25 x 60 from 3 is added: 35 so far at node 1.",
    ]
    assert [node.edge for node in walk.nodes] == ["", "1", "0.25", "0.5", "0.25"]


def test_left_out_branches_have_their_own_reason() -> None:
    """A branch that tapered search or a model leaves out, explained as a cut of alpha-beta."""
    tapered = walkthrough(random_tree(1, 3, 3), None, "tapered")
    assert {node.reason for node in tapered.nodes if not node.searched} == {
        "Tapered search gives this node fewer branches than it has actions, and these look least plausible."
    }
    certain = type(MODEL).mixture({"minimax:1": 1.0})
    modelled = walkthrough(random_tree(1, 3, 2), None, "opponent_model", model=certain)
    assert {node.reason for node in modelled.nodes if not node.searched} == {"The model of the opponent never plays this."}


def test_depth_limits_and_horizons() -> None:
    """An estimate that is told as the end of the game."""
    walk = walkthrough(TWO_PLY, None, "minimax", 1)
    assert (
        next(step.text for step in walk.steps if step.kind == "leaf") == "Node 1 is at the horizon: it is estimated at 7.667."
    )
    game = make_game("tic_tac_toe")
    assert max(node.ply for node in walkthrough(game).nodes) == 2


# --- folding ---


def test_large_trees_are_folded() -> None:
    """A picture of thousands of nodes; or one in which the chosen line, the root's children or the value is missing."""
    game = TreeGame(random_tree(3, 4, 6))
    for form in ("minimax_value", "alpha_beta", "negamax_alpha_beta"):
        walk = walkthrough(game, None, form, interpreted=True)
        report = search_position(game, None, Limit(depth=9), form, interpreted=True)
        assert walk.folded and len(walk.nodes) < 700
        check_steps(walk)
        assert len(walk.chosen) == 7 and walk.result.leaves == report.leaves
        assert sum(node.parent == 0 and node.player != "" for node in walk.nodes) == 4
        marks = [node for node in walk.nodes if not node.player]
        shown = sum(bool(node.player) and node.searched for node in walk.nodes)
        hidden = sum(node.folded for node in marks if node.searched)
        assert shown + hidden == report.nodes, "every node is drawn or stands behind a mark"
        assert all(node.given for node in marks)
        read = read_svg(walk.svg())
        assert {node for node, seen in read.items() if seen.chosen} == set(walk.chosen)


def test_many_siblings_are_folded() -> None:
    """Three hundred children side by side."""
    walk = walkthrough([[i, i + 1] for i in range(300)])
    assert walk.folded and len(walk.nodes) < 60
    check_steps(walk)
    assert len(walk.chosen) == 3


def test_a_few_hundred_nodes_are_not_folded() -> None:
    """A tree that a screen still holds, folded away."""
    walk = walkthrough(random_tree(1, 3, 4), None, "minimax")
    assert not walk.folded and len(walk.nodes) == 121


# --- refusals ---


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (([[1, Chance(((1.0, 2),))]], None, "alpha_beta"), MissingTrait, "knows no chance nodes"),
        ((TWO_PLY, None, "engine"), BadParameter, "cannot be traced"),
        ((TWO_PLY, None, "nothing"), BadParameter, "no algorithm 'nothing'"),
        ((TWO_PLY, None, "alpha_beta", 0), BadParameter, "depth of 0"),
        ((5,), GameOver, "over"),
        ((make_game("tic_tac_toe"), "alpha_beta"), BadParameter, "not as the text 'alpha_beta'"),
        ((TWO_PLY, None, "opponent_model"), BadParameter, "needs a model"),
        (([[3, "_"], [2, 1]], None, "minimax"), BadParameter, "no value"),
    ],
)
def test_refusals(arguments: tuple[Any, ...], error: type[Exception], words: str) -> None:
    """A traceback, or a walkthrough of something else, for what cannot be told."""
    with pytest.raises(error, match=words):
        walkthrough(*arguments)


def test_searches_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that goes on for minutes, or a trace that ends in the middle and is told as if it were whole."""
    monkeypatch.setattr(importlib.import_module("counterplay.lessons.telling.walkthrough"), "MOST_NODES", 500)
    for form in ("minimax_value", "max_n"):
        with pytest.raises(BadParameter, match="more than 500 nodes of Tic-tac-toe at depth 9"):
            walkthrough(make_game("tic_tac_toe"), None, form, 9, interpreted=True)


def test_steps_outside_the_walkthrough() -> None:
    """A picture of a step that does not exist."""
    walk = walkthrough(TWO_PLY)
    with pytest.raises(BadParameter, match=r"no step 99; the steps are 0 to 22"):
        walk.svg(99)
    before = read_svg(walk.svg(-1))
    assert {seen.status for seen in before.values()} == {"ahead"}
    assert not any(seen.chosen or seen.struck for seen in before.values())


# --- other outputs ---


def test_json_is_the_studios_contract() -> None:
    """A field that the page reads and the walkthrough no longer writes."""
    plain = json.loads(json.dumps(walkthrough(TWO_PLY).to_json()))
    assert set(plain) >= {"title", "algorithm", "game", "nodes", "steps", "chosen", "result", "folded", "svg", "notes"}
    fields = {"id", "parent", "ply", "name", "label", "player", "x", "y", "leaf", "searched", "actions"}
    assert all(set(node) >= fields for node in plain["nodes"])
    assert all(set(step) >= {"number", "kind", "node", "alpha", "beta", "value", "text", "reason"} for step in plain["steps"])
    assert set(plain["result"]) == {"value", "action", "leaves", "nodes"}
    assert "<style" not in plain["svg"] and "style=" not in plain["svg"], "a strict content policy forbids both"
    assert {node["player"] for node in plain["nodes"]} == {"MAX", "MIN"}


def test_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """A tree in the terminal without its values, windows, cuts or reasons."""
    from rich.console import Console

    Console(width=120).print(walkthrough(load_tree(LESSON_TREES["two-ply"].text)).terminal())
    printed = capsys.readouterr().out
    for words in ("A ▲ MAX 3  [3, ∞]", "a2: C ▼ MIN ≤2  [3, 2]", "2: 4 cut off  MIN already has 2 here", "3: 6 cut off"):
        assert words in printed, printed


def test_in_a_notebook() -> None:
    """A picture or a frame that a notebook cannot show."""
    walk = walkthrough(TWO_PLY)
    assert walk._repr_svg_() == walk.svg() and "prefers-color-scheme:dark" in walk.svg()
    framed = walk.stepper(500)._repr_html_()
    assert framed.startswith("<iframe") and 'height="500"' in framed and "<script" not in framed


def test_names_cannot_break_the_page() -> None:
    """A name with markup in it that ends up as markup, in the picture or in the page."""
    evil = '</script><img src=x onerror="alert(1)">&'
    walk = walkthrough({"name": evil, "actions": {f"{evil}1": 1, f"{evil}2": 2}})
    assert read_svg(walk.svg())[0].value == "2"
    assert "<img" not in walk.svg() and "<img" not in walk.html().replace("&lt;img", "")
    assert walk.html().count("</script>") == 2


@pytest.mark.parametrize("player", [CHANCE, 0, 1])
def test_chosen_forms(player: int) -> None:
    """Auto taking a form that does not fit."""
    trees_of: dict[int, Any] = {CHANCE: [Chance(((1.0, 2),)), 1], 0: TWO_PLY, 1: [(1, 2, 3), (3, 2, 1)]}
    assert walkthrough(trees_of[player]).algorithm == {CHANCE: "expectiminimax", 0: "alpha_beta", 1: "max_n"}[player]
