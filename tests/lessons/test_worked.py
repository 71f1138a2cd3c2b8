"""Every worked example of the lectures, exact where the lectures give a number."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache

import pytest

from counterplay.boards.estimates.linear_evaluation import Term
from counterplay.core import BadParameter, Limit, Position
from counterplay.games import make_game
from counterplay.lessons.telling.traced_tree import traced_tree
from counterplay.lessons.trees.lesson_trees import lesson_game
from counterplay.lessons.trees.shuffled_game import shuffled
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_makers import ordered_tree
from counterplay.lessons.trees.tree_text import load_tree
from counterplay.lessons.worked import LESSONS, find_lesson
from counterplay.lessons.worked.lesson import Content
from counterplay.lessons.worked.search_growth import MINIMAX as MINIMAX_CURVE
from counterplay.lessons.worked.search_growth import RANDOM as RANDOM_CURVE
from counterplay.lessons.worked.search_growth import best_leaves, leaves_by_arrangement, measure_growth
from counterplay.lessons.worked.study_games import CheckersStudy, ChessStudy, TicTacToeStudy
from counterplay.search import search_position
from counterplay.search.api import ALGORITHMS, fits

# These compile or play for more than a few seconds.
LONG = ("growth", "checkers-study", "horizon", "singular-extension", "pacman", "eighty-percent", "pig", "bounds-at-chance")


@cache
def content(name: str) -> Content:
    """A lesson, worked out once for all tests."""
    return find_lesson(name).content()


def well_formed(name: str) -> Content:
    """A lesson with text, and with a table whose rows fit its head, or a search; a page can be told of it, too."""
    shown = content(name)
    told = replace(find_lesson(name), make=lambda progress: shown).to_json()
    view = json.loads(json.dumps(told, allow_nan=False))  # a browser knows no NaN
    assert view["title"] == LESSONS[name].title and view["text"][0]["paragraphs"]
    assert shown.text and all(one.paragraphs and all(len(p) > 20 for p in one.paragraphs) for one in shown.text)
    assert shown.walkthrough is not None or shown.table is not None
    if shown.table is not None:
        assert shown.table.rows and all(len(row) == len(shown.table.head) for row in shown.table.rows)
        assert all(isinstance(cell, str) for row in shown.table.rows for cell in row)
    return shown


@pytest.mark.parametrize("name", [name for name in LESSONS if name not in LONG])
def test_every_lesson_has_something_to_say(name: str) -> None:
    """A lesson that fails when it is shown, or shows nothing; the long ones are looked at where their numbers are."""
    well_formed(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pacman", "eighty-percent"])
def test_opponents_have_something_to_say(name: str) -> None:
    """The same for lessons whose numbers are tested elsewhere."""
    shown = well_formed(name)
    assert "nan" not in str(shown.table)
    if name == "pacman":
        assert any("8 dots, 60 steps" in paragraph for one in shown.text for paragraph in one.paragraphs)


# --- trees ---
@pytest.mark.parametrize(
    ("name", "value", "action", "never"),
    [
        ("two-ply", "3", "a1", ["4", "6"]),
        ("four-leaves", "2", "1", ["8"]),
        ("walk-through", "5", "1", ["_", "_", "_"]),
        ("three-levels", "12", "3", []),
        ("three-players", "(5, 2, 5)", "2", []),
        ("chance", "35", "1", []),
    ],
)
def test_trees(name: str, value: str, action: str, never: list[str]) -> None:
    """A value, a decision or a cut that is not the lectures'."""
    numbers = content(name).numbers
    assert (numbers["value"], numbers["action"], numbers["never"]) == (value, action, never)


@pytest.mark.parametrize(
    ("tree", "value", "action", "never"),
    [
        ([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 3, 0, [4, 6]),
        ([[2, 7], [1, 8]], 2, 0, [8]),
        (
            [[[8, 6, 3], [11, 0, 3], [15, 20, 6]], [[7, 4, 6], [25, 10, 4], [4, 3, 5]], [[12, 0, 4], [12, 1, 10], [4, 22, 10]]],
            12,
            2,
            None,
        ),
    ],
)
def test_trees_from_lists(tree: list[object], value: float, action: int, never: list[float] | None) -> None:
    """The same trees as the lectures write them, by alpha-beta and minimax."""
    game = TreeGame(tree)
    traced = traced_tree(game, "alpha_beta")
    assert (traced.report.value.score, traced.report.action) == (value, action)
    if never is not None:
        assert [game.flat.utilities[leaf][0] for leaf in traced.never_looked_at] == never
    full = traced_tree(game, "minimax_value")
    assert (full.report.value.score, full.report.action) == (value, action)


def test_the_walk_through_cuts_at_equality_and_keeps_the_first_branch() -> None:
    """A search that goes on at equality, or that changes its mind for an equal value."""
    traced = traced_tree(load_tree("[[7,6,5],[3,_,_],[6,5,_]]"), "alpha_beta")
    assert traced.report.value.score == 5 and traced.report.action == 0
    assert [traced.nodes[child].cut for child in (2, 3)] == [(5, 3), (5, 5)]


def test_three_players_from_tuples() -> None:
    """A player who does not maximise its own part."""
    tree = [[[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]], [[(5, 1, 7), (1, 5, 2)], [(7, 7, 1), (5, 2, 5)]]]
    assert search_position(TreeGame(tree), None, Limit(), "max_n", interpreted=True).value.per_player == (5, 2, 5)


def test_every_form_agrees_on_random_trees() -> None:
    """A form of alpha-beta that finds another value, or an action that does not attain it."""
    numbers = content("deep-cut").numbers
    assert set(numbers["agreed"].values()) == {numbers["trees"]}
    assert numbers["leaves"]["alpha_beta"] < numbers["leaves"]["minimax"]
    names = [row[0] for row in content("forms").table.rows]  # type: ignore[union-attr]
    assert {"minimax", "minimax_value", "negamax", "alpha_beta", "alpha_beta_hard", "negamax_alpha_beta"} <= set(names)
    assert {row[2:4] for row in content("forms").table.rows} == {("12", "3")}  # type: ignore[union-attr]


def test_a_deep_cut_is_made_by_a_bound_from_far_above() -> None:
    """A cut that needs a bound of the parent."""
    walk = content("deep-cut").walkthrough
    assert walk is not None
    cuts = [step for step in walk.steps if step.kind == "cut"]
    assert [step.alpha for step in cuts] == ["5", "5", "5"] and walk.result.value == "5"


# --- counting ---
@pytest.mark.parametrize(("b", "d"), [(3, 3), (2, 1), (2, 6), (3, 4), (4, 3), (5, 4), (10, 2)])
def test_leaves_in_best_and_worst_order(b: int, d: int) -> None:
    """The counts of Knuth and Moore not reached exactly, on trees without and with a place in memory."""
    best = b ** math.ceil(d / 2) + b ** (d // 2) - 1
    assert best_leaves(b, d) == best
    counted = leaves_by_arrangement(b, d)
    assert (counted["best"], counted["worst"]) == (best, b**d)
    assert best <= counted["random"] <= b**d
    for first, leaves in ((True, best), (False, b**d)):
        tree = TreeGame(ordered_tree(b, d, best_first=first), bounds=(-1e6, 1e6))
        assert search_position(tree, None, Limit(), "alpha_beta", interpreted=True).leaves == leaves
        assert search_position(tree, None, Limit(), "minimax_value", interpreted=True).leaves == b**d


def test_eleven_of_twenty_seven() -> None:
    """The number that everybody remembers."""
    assert best_leaves(3, 3) == 11 and leaves_by_arrangement(3, 3)["best"] == 11
    assert content("counting").numbers["measured"][3, 3] == {"best": 11, "random": 15, "worst": 27}


@pytest.mark.slow
def test_growth_of_random_trees() -> None:
    """Curves in the wrong order, or minimax that is not b to the d."""
    leaves = well_formed("growth").numbers["growth"].leaves
    assert leaves[MINIMAX_CURVE] == {d: 10**d for d in range(1, 7)}
    for depth in range(3, 7):
        assert best_leaves(10, depth) <= leaves[RANDOM_CURVE][depth] < leaves[MINIMAX_CURVE][depth] / 2
    assert leaves["engine"][6] < leaves[RANDOM_CURVE][6]
    assert "<svg" in content("growth").svg


@pytest.mark.slow
def test_growth_of_a_game() -> None:
    """Counts of a real game that are not its own: tic-tac-toe has 9, 72, 504, 3024 sequences."""
    progress: list[str] = []
    growth = measure_growth(make_game("tic_tac_toe"), 4, progress=progress.append)
    assert list(growth.leaves[MINIMAX_CURVE].values()) == [9, 72, 504, 3024]
    assert growth.leaves[RANDOM_CURVE][4] < 3024 and growth.leaves["engine"][4] < growth.leaves[RANDOM_CURVE][4]
    assert len(progress) == 12
    head, rows = growth.table()
    assert len(rows) == 4 and all(len(row) == len(head) for row in rows)


@pytest.mark.slow
def test_growth_ends_where_it_would_take_too_long() -> None:
    """A curve that goes on for ever, or an unfinished count that is shown as if it were one."""
    growth = measure_growth(make_game("tic_tac_toe"), 6, most_nodes=2_000)
    assert list(growth.leaves[MINIMAX_CURVE]) == [1, 2, 3]


def test_growth_refuses_other_games() -> None:
    """A game with chance counted as if it had none."""
    with pytest.raises(BadParameter, match="at least 1"):
        measure_growth(make_game("tic_tac_toe"), 0)
    with pytest.raises(Exception, match="growth cannot search Pig: it knows no chance nodes"):
        measure_growth(make_game("pig"), 2)


def test_shuffled_games_keep_their_rules() -> None:
    """An order that changes what can be played, or one that is not random."""
    game, mixed = make_game("connect_four"), shuffled(make_game("connect_four"))
    state = game.initial()
    assert game.choices(state) == mixed.choices(state)
    hints = [mixed.order(state, a) for a in mixed.choices(state)]
    assert len(set(hints)) == 7 and hints != sorted(hints) and hints == [mixed.order(state, a) for a in mixed.choices(state)]


def test_progressive_deepening_costs_b_over_b_minus_one() -> None:
    """A factor that is not about b/(b-1); an answer that is not the one of the last finished depth."""
    numbers = content("progressive-deepening").numbers
    for (b, _), factor in numbers["factors"].items():
        assert factor == pytest.approx(b / (b - 1), rel=0.01)
    *finished, last = numbers["reports"]
    assert all(report.completed for report in finished) and not last.completed
    assert (last.action, last.depth, last.value.score) == (finished[-1].action, finished[-1].depth, finished[-1].value.score)
    assert [report.depth for report in finished] == list(range(1, len(finished) + 1))


def test_chess_in_numbers() -> None:
    """35 to the 100, and what a million nodes buy."""
    numbers = content("chess-in-numbers").numbers
    assert (numbers["exponent"], round(numbers["mantissa"], 2)) == (154, 2.55)
    assert pytest.approx(2.5e154, rel=0.03) == 35**100
    assert (round(numbers["plain"]), round(numbers["ordered"])) == (4, 8)


def test_backgammon_has_21_rolls() -> None:
    """A roll left out, or one with the wrong probability."""
    assert content("backgammon-rolls").numbers == {"rolls": 21, "doubles": 6, "others": 15, "total": pytest.approx(1.0)}


# --- evaluations ---
def test_tic_tac_toe_lines() -> None:
    """The lectures' numbers: centre 4, corner 3, edge 2; two plies deep 1, -1, -2."""
    values = content("tic-tac-toe").numbers["values"]
    assert values == {1: {"centre": 4, "corner": 3, "edge": 2}, 2: {"centre": 1, "corner": -1, "edge": -2}}
    game = TicTacToeStudy()
    centre = game.result(game.initial(), 4)
    assert game.terms(centre, 0) == [Term("lines open to me", 1, 8), Term("lines open to the other", -1, 4)]
    assert game.evaluate(centre, 0) == 4 == -game.evaluate(centre, 1)


def test_tic_tac_toe_lines_are_those_of_the_catalogue() -> None:
    """A line counted twice or not at all: the catalogue's own estimate counts them in another way."""
    study, game = TicTacToeStudy(), make_game("tic_tac_toe")
    position = Position(game)
    for move in ("b2", "a1", "c3", "c1", "b1"):
        position = position.play(move)
        lines = study.evaluate(position.state, 0)
        assert lines == pytest.approx(9 * game.evaluate(position.state, 0))


def test_weights_can_be_changed() -> None:
    """An evaluation that does not listen to its weights, or weights that do not fit its features."""
    state = TicTacToeStudy().result(TicTacToeStudy().initial(), 4)
    assert TicTacToeStudy(weights=(2.0, -0.5)).evaluate(state, 0) == 14
    assert TicTacToeStudy().features(state, 1).tolist() == [4, 8]
    with pytest.raises(BadParameter, match=r"2 features \(lines open to me, lines open to the other\), and 3 weights"):
        TicTacToeStudy(weights=(1.0, 2.0, 3.0))


@pytest.mark.slow
def test_checkers_study() -> None:
    """The position, its evaluation, and alpha-beta that differs from minimax."""
    numbers = well_formed("checkers-study").numbers
    assert numbers["start"] == 1  # 5 + 2 - 5 - 1
    for soft, full, cut, whole in numbers["by_depth"].values():
        assert soft == full and cut <= whole
    assert numbers["by_depth"][4][0] == 1 and numbers["by_depth"][5][0] == 5
    game = CheckersStudy()
    position = Position.load(game, "B:WK22,23:B20,21,K31")
    assert [game.action_name(position.state, a) for a in position.choices] == ["20-24", "21-25", "31-27", "31-26"]
    assert game.evaluate(position.play("31-26").play("22x31").state, 0) == -4
    walk = content("checkers-study").walkthrough
    assert walk is not None and walk.algorithm == "alpha_beta" and walk.result.value == "1"
    assert any(step.kind == "cut" for step in walk.steps)


def test_chess_evaluation() -> None:
    """Piece values that are not the lectures'; a count or a shelter that is not counted."""
    numbers = content("chess-evaluation").numbers
    weights = {term.name: term.weight for term in numbers["terms"]}
    assert [weights[n] for n in ("pawns", "knights", "bishops", "rooks", "queens")] == [1, 3, 3.25, 5, 9]
    assert numbers["value"] == pytest.approx(sum(term.product for term in numbers["terms"])) == pytest.approx(4.3)
    game = ChessStudy()
    assert game.evaluate(game.initial(), 0) == 0
    queen_up = game.load("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert game.evaluate(queen_up, 0) == pytest.approx(9.1) == pytest.approx(-game.evaluate(queen_up, 1))


# --- imperfect decisions ---
@pytest.mark.slow
def test_horizon_effect() -> None:
    """A fixed depth that sees the loss, or quiescence that does not; a delay that is not a mistake."""
    numbers = well_formed("horizon").numbers
    assert [numbers["choices"][depth] for depth in (2, 3)] == [("g4+", "Bxb3")] * 2
    assert [numbers["choices"][depth][0] for depth in (4, 5, 6)] == ["Bxb3"] * 3  # deep enough to see past the delay
    assert numbers["truth"]["Bxb3"] > numbers["truth"]["g4+"] + 0.5


@pytest.mark.slow
def test_singular_extension_sees_further() -> None:
    """An extension that finds nothing that the nominal depth does not."""
    found = well_formed("singular-extension").numbers["found"]
    assert found[8][:2] == (False, True) and [found[d][0] for d in (9, 10, 11)] == [False, False, True]
    assert found[8][3] < found[11][2] / 2  # nodes


def test_tapered_search_narrows() -> None:
    """A child of rank r that does not get the number of children less r; a search that does not end by itself."""
    numbers = content("tapered").numbers
    assert numbers["branches"] == [4, 3, 2, 1, 0]
    assert numbers["leaves"][6][2] == numbers["leaves"][5][2] < numbers["leaves"][5][1]


@pytest.mark.slow
def test_bounds_allow_cuts_at_chance_nodes() -> None:
    """Star1 or Star2 that cut nothing, or that change the decision."""
    numbers = well_formed("bounds-at-chance").numbers
    assert {name: result[:2] for name, result in numbers.items()} == dict.fromkeys(numbers, (6, 0))
    assert numbers["expectiminimax"][2] == 7 and numbers["star1"][2] == 2 == numbers["star2"][2]


# --- decision processes ---
def test_bellman() -> None:
    """Three iterations that disagree; a policy that is not worth what it should be."""
    numbers = content("decision-processes").numbers
    assert numbers["value"] == pytest.approx(0.9625112537500002, abs=1e-9)
    assert numbers["q"] == numbers["policy"] == numbers["evaluated"] == pytest.approx(numbers["value"], abs=1e-9)
    assert numbers["same_q"] and numbers["same_policy"]
    assert numbers["first"] < numbers["improved"] <= numbers["value"]


@pytest.mark.slow
def test_optimal_pig() -> None:
    """Two players in turn over two million states: T. Neller and C. Presser, "Optimal play of the dice game Pig" (2004).

    The first player wins with probability 0.530592725 (they print 0.5306), and at 0-0 first holds at 21.
    """
    numbers = well_formed("pig").numbers
    assert numbers["wins"] == pytest.approx(0.530592725, abs=1e-9) and numbers["holds"][0] == 21
    assert numbers["holds"][99] is None


# --- overview ---
def test_kinds_of_game_name_every_algorithm_that_fits() -> None:
    """A table that contradicts what the algorithms refuse."""
    table = content("kinds-of-game").table
    assert table is not None
    chess = next(row for row in table.rows if row[0] == "Chess")
    assert chess[1:5] == ("deterministic", "perfect", "2", "yes")
    assert set(chess[6].split(", ")) == {name for name in ALGORITHMS if fits(name, make_game("chess"))}
    assert next(row for row in table.rows if row[0] == "2048")[1:5] == ("chance", "perfect", "1", "no")


def test_milestones_name_them_all() -> None:
    """A program that the lectures speak of and the table does not."""
    table = content("milestones").table
    assert table is not None
    text = str(table.rows)
    for name in ("Samuel", "Chinook", "Deep Blue", "Stockfish", "Logistello", "TD-Gammon", "Monte Carlo", "regret"):
        assert name in text


def test_unknown_lessons() -> None:
    """A misspelt name without a hint."""
    with pytest.raises(BadParameter, match="there is no lesson 'twoply', perhaps 'two-ply'"):
        find_lesson("twoply")


@pytest.mark.slow
def test_lesson_games_in_both_gears() -> None:
    """Native code that evaluates otherwise than the text it was compiled from."""
    game = lesson_game("two-ply")
    one, other = (search_position(game, None, Limit(), "alpha_beta", interpreted=plain) for plain in (True, False))
    assert (one.value, one.leaves) == (other.value, other.leaves)
    for study, depth in ((TicTacToeStudy(), 3), (CheckersStudy(), 4)):
        one, other = (
            search_position(study, None, Limit(depth=depth), "alpha_beta", interpreted=plain) for plain in (True, False)
        )
        assert (one.value, one.action, one.leaves) == (other.value, other.action, other.leaves)
