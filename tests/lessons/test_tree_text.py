"""Trees from Python objects and from text: what is read, what is written back, and one sentence for whatever is wrong."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.core import CHANCE, BadNotation, BadParameter, CounterplayError
from counterplay.lessons import Chance, Tree, TreeGame, load_tree, parse_tree, write_tree
from counterplay.lessons.trees import tree_nodes
from counterplay.lessons.trees.tree_text import nested

NAMED = """
# a comment
A MAX
  left: B MIN
    3
    L2 = 12
  right: C chance
    heads 1/2: 20
    tails 50%: D MIN
      1
      far away: _
"""


def deep(levels: int) -> Any:
    tree: Any = 1
    for _ in range(levels):
        tree = [tree]
    return tree


def cyclic() -> Any:
    tree: list[Any] = []
    tree.append(tree)
    return tree


# What is wrong -> (the tree, words that the sentence must contain).
MALFORMED: dict[str, tuple[Any, tuple[str, ...]]] = {
    "empty list": ([], ("the root", "no children")),
    "empty list below": ([[3], []], ("at 2", "no children")),
    "empty text": ("", ("empty",)),
    "only comments": ("# nothing\n\n", ("empty",)),
    "empty brackets": ("[]", ("the root", "no children")),
    "leaf that is text": ([[3, "x"]], ("at 1.2", "the text 'x'", "a number")),
    "leaf that is a word": ("[3, abc]", ("at 2", "the text 'abc'")),
    "leaf that is a word, indented": ("A\n  x", ("line 2", "'x'")),
    "named leaf that is a word": ("A\n  B = x", ("line 2", "'x'", "no number")),
    "leaf that is a truth value": ([3, True], ("at 2", "True")),
    "leaf that is an object": ([object()], ("at 1",)),
    "leaf that is no number": ([math.nan], ("at 1", "finite")),
    "leaf that is infinite": ("[1e999]", ("at 1", "finite")),
    "probabilities below one": ([1, Chance(((0.5, 1), (0.4, 2)))], ("at 2", "0.9", "not to 1")),
    "probabilities above one": ("{0.5: 3, 0.6: 2}", ("the root", "1.1")),
    "probabilities, indented": ("A chance\n  x 1/2: 3\n  y 1/4: 5", ("line 1", "0.75")),
    "probability of zero": ([Chance(((0.0, 1), (1.0, 2)))], ("outcome 1", "at 1", "above 0")),
    "negative probability": ([Chance(((-0.5, 1), (1.5, 2)))], ("outcome 1", "at 1")),
    "probability that is text": ([Chance((("x", 1),))], ("outcome 1", "at 1")),  # type: ignore[arg-type]
    "probability missing": ("A chance\n  3\n  4", ("line 2", "no probability")),
    "outcome that is no pair": ([Chance((5,))], ("at 1", "(probability, subtree)")),  # type: ignore[arg-type]
    "tuples of different lengths": ([(1, 2), (1, 2, 3)], ("at 2", "tuple of 3", "at 1", "tuple of 2")),
    "numbers and tuples": ([(1, 2, 3), 4], ("at 2", "a number", "tuple of 3")),
    "tuple of text": ([(1, "x")], ("at 1", "the text 'x'")),
    "empty tuple": ([()], ("at 1",)),
    "100,000 levels": (deep(100_000), ("more than 250 levels", "1.1.1")),
    "100,000 brackets": ("[" * 100_000 + "1" + "]" * 100_000, ("more than 250 levels",)),
    "1,000 indented levels": ("\n".join(" " * i + "MAX" for i in range(1000)) + "\n" + " " * 1000 + "1", ("line 252",)),
    "a list in itself": (cyclic(), ("more than 250 levels",)),
    "node names used twice": ("A MAX\n  B MIN\n    3\n  B MIN\n    4", ("'B'", "line 2", "line 4")),
    "leaf and node of one name": ({"name": "A", "actions": [{"name": "A", "value": 3}]}, ("'A'", "the root", "at 1")),
    "action names used twice": ("A MAX\n  a: 3\n  a: 4", ("line 1", "'a'", "names must differ")),
    "action name used twice in JSON": ('{"actions": {"a": 1, "a": 2}}', ("'a'", "the root")),
    "unknown field": ({"foo": 1, "value": 2}, ("'foo'", "name, player, actions, outcomes, value")),
    "two contents": ({"actions": [1], "value": 2}, ("actions and value",)),
    "no content": ({"name": "A"}, ("the root", "is empty")),
    "unknown player": ({"player": "Q", "actions": [1]}, ("'Q'", "MAX, MIN, chance")),
    "player that is not there": ("A P3\n  3", ("line 1", "P3", "2 players")),
    "chance without probabilities": ({"player": "chance", "actions": [1]}, ("probability",)),
    "MAX with probabilities": ({"player": "MAX", "outcomes": [(1.0, 1)]}, ("only chance",)),
    "name that is no text": ({"name": 5, "value": 3}, ("name 5", "text")),
    "bracket not closed": ("[[3, 12], [2, 4]", ("'['", "line 1, column 1", "closed")),
    "bracket closed twice": ("[3, 4]]", ("']'", "column 7")),
    "wrong bracket": ("[3, 4)", ("')'", "column 6")),
    "comma missing": ("[3 4]", ("column 4", "comma")),
    "nothing between commas": ("[3,,4]", ("column 4",)),
    "quotation mark alone": ("[3, 'x", ("column", "quotation mark")),
    "several trees": ("[1, 2], [3]", ("several trees",)),
    "second root": ("A MAX\n  3\nB MIN\n  4", ("line 3", "second root")),
    "indented to no level": ("A MAX\n    3\n  4", ("line 3", "indented by 2")),
    "leaf with lines below": ("A MAX\n  5\n    4", ("line 2", "leaf", "lines below")),
    "action at the root": ("a: A MAX\n  5", ("line 1", "root", "'a'")),
    "nothing before the colon": ("A\n  : 4", ("line 2", "colon")),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_trees_get_one_sentence_with_the_place(case: str) -> None:
    """A RecursionError, a KeyError, or a sentence that does not say where the fault is."""
    tree, words = MALFORMED[case]
    with pytest.raises(CounterplayError) as caught:
        parse_tree(tree)
    sentence = str(caught.value)
    assert "\n" not in sentence and len(sentence) < 250
    for word in words:
        assert word in sentence, (word, sentence)


def test_a_tree_that_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Subtrees that are shared make a tree of 2^60 nodes from 60 lists: it must be refused before memory ends."""
    monkeypatch.setattr(tree_nodes, "MOST_NODES", 20_000)
    tree: Any = [1, 1]
    for _ in range(60):
        tree = [tree, tree]
    with pytest.raises(BadNotation, match=r"more than 20,000 nodes"):
        parse_tree(tree)


def test_movers_and_players_are_checked() -> None:
    """Players that do not exist, and leaves that do not fit the number of players."""
    for movers, players in (((0, 2), 2), ((), None), ((-1,), None)):
        with pytest.raises(BadNotation, match="movers"):
            parse_tree([1, 2], movers, players)
    for players in (0, 17, True):
        with pytest.raises(BadNotation, match="from 1 to 16 players"):
            parse_tree([1, 2], players=players)
    with pytest.raises(BadNotation, match="a number, and this tree has 3 players"):
        parse_tree([1, 2], players=3)
    with pytest.raises(BadNotation, match="tuple of 3, and this tree has 2 players"):
        parse_tree([(1, 2, 3)], players=2)


def test_names_kinds_and_probabilities_of_indented_text() -> None:
    """A name, a player or a probability that ends up at another node."""
    tree = parse_tree(NAMED)
    assert tree.names == ["A", "B", "C", "", "L2", "", "D", "", ""]
    assert tree.movers == [0, 1, CHANCE, 0, 0, 1, 1, 0, 0]
    assert [tree.action_name(n) for n in range(1, 9)] == ["left", "right", "1", "2", "heads", "tails", "1", "far away"]
    assert tree.probabilities[5:7] == [0.5, 0.5]
    assert [tree.utilities[leaf][0] for leaf in tree.leaves][:4] == [3, 12, 20, 1]
    assert math.isnan(tree.utilities[tree.leaves[-1]][0])


def test_chance_takes_no_turn() -> None:
    """MAX who moves again after the dice, where MIN should."""
    tree = parse_tree("[{1/2: [1, 2], 1/2: [3, 4]}, [5, 6]]")
    assert tree.movers[:5] == [0, CHANCE, 1, 1, 1]


def test_the_same_tree_in_every_form() -> None:
    """A form that is read differently from the others."""
    lists = [[3, 12], [Chance(((0.25, 2), (0.75, 4)))]]
    texts = [
        "[[3, 12], [{0.25: 2, 0.75: 4}]]",
        '[[3, 12], [{"outcomes": [[0.25, 2], [0.75, 4]]}]]',
        "MAX\n  MIN\n    3\n    12\n  MIN\n    chance\n      1/4: 2\n      75%: 4\n",
    ]
    for text in texts:
        assert parse_tree(text) == parse_tree(lists), text
    assert parse_tree([[3, 12], [{0.25: 2, 0.75: 4}]]) == parse_tree(lists)


def test_files_and_texts(tmp_path: Path) -> None:
    """A file that is taken for a text, a text for a file, or a traceback for what is neither."""
    path = tmp_path / "tree.txt"
    path.write_text(NAMED, encoding="utf-8")
    for source in (path, str(path), NAMED):
        assert load_tree(source).flat == parse_tree(NAMED)
    assert len(load_tree("[[3, 12], [2, 4]]").flat) == 7
    for wrong, words in (
        (tmp_path / "none.txt", "no file"),
        ("no-such-tree", "no file 'no-such-tree'"),
        (tmp_path, "directory"),
        (str(tmp_path / ("x" * 300)), "cannot be read"),
        ("bad\0name", "no file"),
    ):
        with pytest.raises(BadParameter, match=words):
            load_tree(wrong)
    (tmp_path / "binary").write_bytes(bytes(range(128, 256)))
    with pytest.raises(BadParameter, match="UTF-8"):
        load_tree(tmp_path / "binary")


NAMES = st.text("abcxyz ", min_size=1, max_size=5).map(str.strip).filter(bool)
VALUES = st.one_of(st.integers(-99, 99), st.floats(-5, 5, width=16), st.just("_"))


@st.composite
def described(draw: Any, depth: int = 3) -> Any:
    """A tree with some names, some players, some chance."""
    kind = draw(st.integers(0, 4 if depth else 0))
    if kind == 0:
        return draw(VALUES)
    children = draw(st.lists(described(depth - 1), min_size=1, max_size=3))  # type: ignore[call-arg]
    if kind == 1:
        weights = draw(st.lists(st.integers(1, 9), min_size=len(children), max_size=len(children)))
        return Chance(tuple((w / sum(weights), child) for w, child in zip(weights, children, strict=True)))
    if kind == 2:
        return children
    names = draw(st.lists(NAMES, min_size=len(children), max_size=len(children), unique=True))
    node: dict[str, Any] = {"actions": dict(zip(names, children, strict=True))}
    if kind == 4:
        node["player"] = draw(st.sampled_from(["MAX", "MIN", "P1", "p2"]))
    return node


def same(one: Tree, other: Tree) -> bool:
    """Equal, but for the last digit of a probability or an average."""
    exact = ("players", "movers", "parents", "firsts", "counts", "names", "actions", "levels")
    close = all(
        math.isclose(a, b, rel_tol=1e-12) or (math.isnan(a) and math.isnan(b))
        for x, y in zip(one.utilities, other.utilities, strict=True)
        for a, b in zip(x, y, strict=True)
    )
    return close and all(getattr(one, part) == getattr(other, part) for part in exact)


@settings(max_examples=150)
@given(described())
def test_what_is_written_is_read_back(objects: Any) -> None:
    """Something that is lost between a tree and its text: names, players, probabilities, unknown leaves."""
    tree = parse_tree(objects)
    for form in ("lines", "lists", "json"):
        again = parse_tree(write_tree(tree, form))  # type: ignore[arg-type]
        assert same(again, tree), form
    assert same(parse_tree(nested(tree)), tree)


def test_tuples_are_written_and_read_back() -> None:
    """Utilities of several players that become a node with as many children."""
    tree = parse_tree([[(1, 6, 6), (7, 1.5, 2)], [(6, 1, 2), "_"]])
    for form in ("lines", "lists", "json"):
        assert same(parse_tree(write_tree(TreeGame(tree), form)), tree)  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="lines, lists or json"):
        write_tree(tree, "xml")  # type: ignore[arg-type]


@settings(max_examples=300)
@given(st.text("[](){},:'\"_ \nab1./%=#-MAXchance", max_size=40))
def test_any_text_is_a_tree_or_gets_a_sentence(text: str) -> None:
    """An exception of Python's own for a text that somebody typed."""
    try:
        tree = parse_tree(text)
    except CounterplayError as error:
        assert "\n" not in str(error)
    else:
        assert same(parse_tree(write_tree(tree)), tree)
