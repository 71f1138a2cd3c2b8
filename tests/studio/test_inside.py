"""Looking inside searches, asking why, lessons and exercises."""

from __future__ import annotations

import math
from typing import Any

import pytest

from counterplay import Limit, Position, make_game, search_position
from counterplay.search.mcts.mcts_session import Session
from counterplay.search.mcts.mcts_view import NO_PARENT, tree_nodes
from counterplay.studio.api.why_view import Depths, _searched_apart
from counterplay.studio.server.search_queue import Job
from tests.studio.running import Running

FORMS = [
    ("connect_four", "alpha_beta", 3),
    ("mnk", "minimax", 2),
    ("nim:heaps=1-2", "negamax", 3),
    ("pig", "expectiminimax", 2),
    ("mnk:players=3", "max_n", 2),
]


@pytest.mark.parametrize(("game", "algorithm", "depth"), FORMS)
def test_a_search_is_told_step_by_step(studio: Running, game: str, algorithm: str, depth: int) -> None:
    """A form that cannot be stepped through; steps that name nodes which are not in the tree."""
    walk = studio.post("/inside", {"game": game, "algorithm": algorithm, "depth": depth})
    ids = {node["id"] for node in walk["nodes"]}
    assert walk["algorithm"] == algorithm and walk["steps"] and walk["result"]["action"]
    assert {step["node"] for step in walk["steps"]} <= ids and set(walk["chosen"]) <= ids
    assert all(step["text"] for step in walk["steps"])
    last = max(walk["nodes"], key=lambda node: len(node["actions"]))
    board = studio.post("/inside/board", {"game": game, "moves": last["actions"]})
    assert board["ply"] == len(last["actions"])


def test_a_monte_carlo_tree(studio: Running) -> None:
    """Visits that do not add up, terms that are not those of UCT, names that are not legal."""
    tree = studio.post("/inside", {"game": "connect_four", "moves": [3], "algorithm": "mcts", "playouts": 300})
    nodes = {node["id"]: node for node in tree["nodes"]}
    root = nodes[0]
    assert root["parent"] is None and root["visits"] == 300 and tree["text"].startswith("300 playouts")
    children = [n for n in nodes.values() if n["parent"] == 0]
    assert sum(n["visits"] for n in children) == 300 and {n["name"] for n in children} == set("1234567")
    for child in children:
        explore = math.sqrt(2.0) * math.sqrt(math.log(301) / child["visits"])
        assert child["explore"] == pytest.approx(explore, abs=1e-4)
        assert child["uct"] == pytest.approx(child["exploit"] + child["explore"], abs=2e-4)
        assert child["value"] == pytest.approx(2 * child["exploit"] - 1, abs=1e-3)
        assert child["player"] == 1


@pytest.mark.parametrize("game", ["connect_four", "pig:target=10", "2048:width=2,height=2,goal=16"])
@pytest.mark.parametrize("priors", [False, True])
def test_the_tree_seen_is_the_tree_grown(game: str, priors: bool) -> None:
    """A node shown before its parent, with another value, or with terms other than those that the search itself compares."""
    position = Position(make_game(game))
    while position.player < 0:
        position = position.play(position.choices[0])
    session = Session(position.game, 50_000, seed=3)
    report = search_position(position.game, position, Limit(playouts=400), "mcts", session=session, priors=priors)
    seen = tree_nodes(session, 200)
    assert len(seen) == 200 and seen[0].parent == NO_PARENT
    for node in seen[1:]:
        parent = seen[node.parent]
        assert node.parent < node.id and node.path == (*parent.path, node.action) and node.visits <= parent.visits
    root = [node for node in seen if node.parent == 0]
    best = max(root, key=lambda node: (node.visits, node.exploit))
    assert best.visits == report.lines[0].visits
    assert any(node.action == report.action and node.value == pytest.approx(report.value.score) for node in root)
    hidden = min(node.visits for node in seen)
    assert hidden <= seen[10].visits


def test_what_cannot_be_looked_into(studio: Running) -> None:
    """A refusal that is a fault of the server."""
    for game, algorithm in (
        ("chess", "engine"),
        ("chess", "expectimax"),
        ("chess", "opponent_model"),
        ("chess", "x" * 80),
        ("pig", "alpha_beta"),
        ("backgammon", "expectiminimax"),  # chance decides there
    ):
        studio.post("/inside", {"game": game, "algorithm": algorithm}, 400)


def test_too_much_is_refused(studio: Running) -> None:
    """A depth or a number of playouts that keeps the server busy for hours."""
    studio.post("/inside", {"game": "chess", "algorithm": "alpha_beta", "depth": 50}, 422)
    studio.post("/inside", {"game": "chess", "algorithm": "mcts", "playouts": 10**9}, 422)
    studio.post("/why", {"game": "chess", "action": 1, "seconds": 1000}, 422)


# --- why ---
def test_a_blunder_is_refuted(studio: Running) -> None:
    """A losing move that is not refuted, or a better one that is not named."""
    moves = [0, 0, 1, 1, 2]  # three in the bottom row from the edge: the second player must answer in the fourth column
    why = studio.post("/why", {"game": "connect_four", "moves": moves, "action": 6, "seconds": 1})
    assert why["best"]["name"] == "4" and why["wanted"]["name"] == "7"
    assert why["wanted"]["line"][:2] == ["7", "4"] and why["wanted"]["value"]["proven"]
    assert "7 loses in 2" in why["sentence"] and "4 is better" in why["sentence"]
    assert why["by_depth"][-1]["best"] == "4" and why["by_depth"][-1]["value"]["text"]


def test_the_best_move_is_called_so(studio: Running) -> None:
    """A winning move that is explained away; one that ends the game at once, after which nothing can be searched."""
    why = studio.post("/why", {"game": "connect_four", "moves": [3, 0, 3, 0, 3, 0], "action": 3, "seconds": 0.3})
    assert why["best"]["name"] == why["wanted"]["name"] == "4" and "own choice" in why["sentence"]


def test_a_move_that_ends_the_game() -> None:
    """The last move of a game, after which there is nothing to search."""
    position = Position.load(make_game("nim:misere=yes"), "0-0-1-0 first")
    line = _searched_apart(Job("x", print), position, position.play(position.choices[0]), 0.2, Depths())
    assert line.value.score == -1 and line.value.proven and str(line.value).startswith("loses in 1")


def test_of_two_losing_moves_the_slower_is_better(studio: Running) -> None:
    """Two lost moves that are called equally good although one loses at once."""
    moves = [3, 0, 3, 0, 3]
    why = studio.post("/why", {"game": "connect_four", "moves": moves, "action": 6, "seconds": 2})
    assert "7 loses in 2" in why["sentence"] and "4" in why["best"]["name"]


@pytest.mark.parametrize("game", ["pig", "2048", "mnk:players=3"])
def test_why_in_every_kind_of_game(studio: Running, game: str) -> None:
    """A kind of game in which nobody can ask why."""
    start = studio.new(game, *[None] * {"2048": 1, "mnk:players=3": 3}.get(game, 2))
    moves = [m["action"] for m in start["moves"]]
    for choice in start["position"]["choices"][:2]:
        why = studio.post("/why", {"game": game, "moves": moves, "action": choice["action"], "seconds": 0.3})
        assert why["wanted"]["name"] == choice["name"] and why["sentence"]
    studio.post("/why", {"game": game, "moves": moves, "action": 9999, "seconds": 0.3}, 400)


# --- exercises ---
def test_exercises_are_given_and_graded(studio: Running) -> None:
    """An exercise whose right answers are marked wrong; one that is another one when it is graded."""
    from counterplay.lessons.exercises.exercise_makers import make_exercise

    for kind in studio.get("/exercises/kinds"):
        made = studio.post("/exercises", {"kind": kind["kind"], "seed": 7})
        assert made["svg"].startswith("<svg") and made["exercise"]["question"]
        parameters = {k: v for k, v in made["exercise"].items() if k not in ("title", "question")}
        solution = make_exercise(**parameters).solution
        assert {item["id"] for item in made["items"]} == set(solution)
        graded = studio.post("/exercises/grade", {"exercise": made["exercise"], "answers": solution})
        assert graded["score"] == graded["of"] == len(solution)
        nothing = studio.post("/exercises/grade", {"exercise": made["exercise"], "answers": {}})
        assert nothing["score"] == 0 and {item["verdict"] for item in nothing["items"]} == {"missing"}
    drawn = {studio.post("/exercises", {"kind": "minimax"})["exercise"]["seed"] for _ in range(3)}
    assert len(drawn) > 1


def test_bad_exercises(studio: Running) -> None:
    """A tree without end."""
    endless: list[dict[str, Any]] = [{"kind": "x"}, {"kind": "minimax", "depth": 30}, {"kind": "minimax", "branching": -1}]
    for wanted in endless:
        studio.post("/exercises", wanted, 400)
    studio.post("/exercises/grade", {"exercise": {"kind": "minimax", "seed": 1}, "answers": {"Q": "1"}}, 400)


# --- lessons ---
def test_lessons_can_be_read(studio: Running) -> None:
    """A lesson that the command shows and the page does not, that cannot be opened or says nothing.

    What a page is told of each of them is looked at beside their numbers, in tests/lessons/test_worked.py.
    """
    from counterplay.lessons.worked import LESSONS

    listed = studio.get("/lessons")
    assert [short["name"] for short in listed] == list(LESSONS)
    for short in (one for one in listed if one["name"] in ("two-ply", "milestones")):
        lesson = studio.get(f"/lessons/{short['name']}")
        assert lesson["title"] == short["title"] and lesson["text"][0]["paragraphs"], short
    assert "walkthrough" in studio.get("/lessons/two-ply") and studio.get("/lessons/milestones")["table"]["rows"]
    studio.get("/lessons/nothing", 404)
