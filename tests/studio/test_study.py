"""Analyses, the position editor, reviews and puzzles, asked as a script would."""

from __future__ import annotations

import io
import math
import zipfile
from typing import Any

import pytest
from click.testing import CliRunner

from counterplay.cli.main import commands
from counterplay.core import Position, Value
from counterplay.games import game_names, make_game
from counterplay.records import parse_records
from counterplay.studio.server import exact_values
from counterplay.studio.server.board_notation import BoardNotation
from counterplay.studio.server.move_accuracy import chance_lost, move_accuracy, side_accuracy, verdict, win_chance
from tests.studio.running import PATIENCE, Running, wait_for

BLUNDER = ["a1", "b2", "a2", "c1"]  # of tic-tac-toe: c1 lets a3 win


def reviewed(studio: Running, game: str, seconds: float = 2.0) -> Any:
    """The review of a game, waited for."""
    studio.post(f"/games/{game}/review", {"seconds": seconds}, 202)
    state = wait_for(lambda: (found := studio.get(f"/games/{game}/review"))["status"] != "running" and found)
    assert state["status"] == "done", state
    return state


def action_of(studio: Running, name: str) -> int:
    """A first move of tic-tac-toe."""
    choices = studio.post("/position", {"game": "mnk"})["choices"]
    return next(int(choice["action"]) for choice in choices if choice["name"] == name)


def flat(*moves: tuple[int, int], **first: Any) -> list[dict[str, Any]]:
    """Nodes of an analysis: (parent, action) each."""
    return [{"parent": -1, "action": None, **first}, *({"parent": p, "action": a} for p, a in moves)]


def test_win_chances_and_accuracy_are_those_of_lichess() -> None:
    """Would catch a curve, a scale or a bound that is not the published one, and a value taken from the wrong side."""
    chess, three = make_game("chess"), make_game("mnk")
    assert win_chance(chess, Value(0.0, 0)) == 0.5
    # lichess: 50 + 50 (2 / (1 + exp(-0.00368208 * centipawns)) - 1)
    expected = 0.5 + 0.5 * (2 / (1 + math.exp(-0.00368208 * 300)) - 1)
    assert win_chance(chess, Value(0.03, 0)) == pytest.approx(expected, abs=1e-3)
    assert win_chance(three, Value(0.0, 1, proven=True)) == 0.5 and win_chance(three, Value(-1.0, 1, proven=True)) == 0.0
    assert chance_lost(three, Value(1.0, 0, proven=True), Value(0.0, 0, proven=True)) == 0.5
    assert [verdict(lost) for lost in (0.04, 0.05, 0.10, 0.15)] == ["", "inaccuracy", "mistake", "blunder"]
    # lichess: 103.1668 exp(-0.04354 * lost %) - 3.1669
    assert move_accuracy(0.0) == pytest.approx(100.0, abs=1e-3)
    assert move_accuracy(0.1) == pytest.approx(103.1668 * math.exp(-0.4354) - 3.1669)
    assert side_accuracy([]) is None and side_accuracy([100.0, 100.0]) == 100.0
    assert side_accuracy([100.0, 10.0]) == pytest.approx((55.0 + 2 / (0.01 + 0.1)) / 2)


def test_a_review_names_the_blunder_and_makes_a_puzzle(studio: Running) -> None:
    """Would catch a blunder that is not found or laid to the wrong side, a wrong better move, a puzzle that is forgotten."""
    game = studio.new("mnk", None, "random", moves=BLUNDER[:2])["id"]
    wait_for(lambda: studio.get(f"/games/{game}")["position"]["player"] == 0)
    studio.post(f"/games/{game}/review", {}, 409)  # it is still being played
    two = studio.new("mnk", None, None, moves=BLUNDER)["id"]
    studio.post(f"/games/{two}/resign", {"player": 1})
    state = reviewed(studio, two)
    review = state["review"]
    wrong = [move for move in review["moves"] if move["verdict"] == "blunder"]
    assert [(move["ply"], move["name"], move["player"], move["best"]["name"]) for move in wrong][-1] == (3, "c1", 1, "a3")
    assert "a3" in wrong[-1]["sentence"] and wrong[-1]["value"]["player"] == 1
    assert review["sides"][1]["blunder"] == len([m for m in wrong if m["player"] == 1])
    assert review["sides"][1]["accuracy"] < review["sides"][0]["accuracy"] <= 100
    assert len(review["graph"]) == 5 and review["graph"][4] > review["graph"][3]  # X is winning at the end
    puzzle = next(p for p in studio.get("/puzzles") if p["game"] == two and p["ply"] == 3)
    told = studio.get(f"/puzzles/{puzzle['id']}")
    assert "right" not in told and told["played"] == "c1"
    choices = {c["name"]: c["action"] for c in studio.post("/position", {k: told[v] for k, v in ASKED.items()})["choices"]}
    address = f"/puzzles/{puzzle['id']}/try"
    assert not studio.post(address, {"action": choices["c2"]})["right"]
    studio.post(address, {"action": 10**6}, 400)
    assert studio.post(address, {"action": choices["a3"]})["right"]
    kept = reviewed(studio, two)["puzzles"]  # a second review keeps what was solved
    assert {p["id"]: p["solved"] for p in kept}[puzzle["id"]]
    studio.post(f"/games/{two}/undo", {"to": 2})
    assert studio.get(f"/games/{two}/review")["status"] == "none"  # of moves that are no longer the game's


ASKED = {"game": "spec", "start": "start", "moves": "moves"}


def test_a_review_can_be_stopped(studio: Running) -> None:
    """Would catch a review that goes on, or a search that is left behind, after it was stopped."""
    game = studio.new("connect_four", None, None, moves=["4", "4", "3", "5", "2"])["id"]
    studio.post(f"/games/{game}/resign", {"player": 1})
    assert studio.post(f"/games/{game}/review", {"seconds": 600}, 202)["status"] == "running"
    assert studio.client.delete(f"/api/games/{game}/review").json()["status"] == "none"
    wait_for(lambda: studio.get("/health")["searches"] == 0)


def test_an_analysis_is_kept_and_checked(start: Any) -> None:
    """Would catch a tree that is lost with the studio, moves against the rules, and a page that overwrites another's work."""
    studio = start()
    b2, a1, c1 = (action_of(studio, name) for name in ("b2", "a1", "c1"))
    made = studio.post("/studies", {"game": "mnk", "nodes": flat((0, b2), (1, a1), (0, c1), comment="hello")}, 201)
    assert [node["name"] for node in made["nodes"]] == ["", "b2", "a1", "c1"] and made["nodes"][2]["player"] == 1
    address = f"/studies/{made['id']}"
    marks = [{"colour": "red", "cells": ["a1", "b2"]}]
    changed = {"version": 1, "nodes": flat((0, c1), marks=marks)}
    assert studio.client.put(f"/api{address}", json=changed).json()["version"] == 2
    assert studio.client.put(f"/api{address}", json=changed).status_code == 409
    for nodes in (flat((0, b2), (1, b2)), flat((0, b2), (0, b2)), flat((2, b2)), [{"parent": 0, "action": b2}]):
        assert studio.client.put(f"/api{address}", json={"version": 2, "nodes": nodes}).status_code == 400, nodes
    game = studio.new("mnk", None, None, moves=["b2", "a1"])["id"]
    assert [node["name"] for node in studio.get(f"/studies/{game}")["nodes"]] == ["", "b2", "a1"]
    assert studio.client.put(f"/api/studies/{game}", json={"version": 0, "nodes": flat((0, c1))}).json()["version"] == 1
    merged = studio.get(f"/studies/{game}")["nodes"]  # what is played in the game joins what was tried
    assert [(node["parent"], node["name"]) for node in merged[1:]] == [(0, "c1"), (0, "b2"), (2, "a1")]
    assert_exported_with_variations(studio, game, (b2, a1, c1))
    studio.close()
    again = start()
    assert again.get(address)["nodes"][0]["marks"] == marks and len(again.get("/studies")) == 2
    assert again.client.delete(f"/api{address}").status_code == 204
    again.get(address, 404)


def assert_exported_with_variations(studio: Running, game: str, actions: tuple[int, int, int]) -> None:
    """What was played is the main line, whatever the tree calls so; the page, its archive and the command tell the same."""
    b2, a1, c1 = actions
    nodes = flat((0, c1), (0, b2), (1, a1), comment="see\nhere", marks=[{"colour": "red", "cells": ["a1", "b2"]}])
    nodes[1] |= {
        "comment": "what if",
        "marks": [{"colour": "blue", "cells": ["c1"]}, {"colour": "blue", "cells": ["no ] cell"]}],
    }
    studio.client.put(f"/api/studies/{game}", json={"version": 1, "nodes": nodes})
    text = studio.client.get(f"/api/games/{game}/export?format=jsonl").text
    root = parse_records(text, "jsonl").records[0].root
    played, tried = root.children
    assert [node.action for node in root.main_line()] == [b2, a1] and [node.action for node in tried.children] == [a1]
    assert (root.comment, played.comment) == ("see\nhere [%cal Ra1b2]", "") and tried.comment == "what if [%csl Bc1]"
    with zipfile.ZipFile(io.BytesIO(studio.client.get(f"/api/games/archive?id={game}").content)) as archive:
        assert parse_records(archive.read(archive.namelist()[0]).decode(), "json").records[0].root == root
    run = CliRunner()
    place = ["--db", str(studio.options.database)]
    listed = run.invoke(commands, ["games-of", "studio", *place]).stdout.splitlines()
    assert len(listed) == 2 and "mnk" in listed[1]
    number = listed[1].split()[0]
    assert run.invoke(commands, ["games-of", "studio", "export", number, *place]).stdout == text
    assert "Moves: b2 a1" in run.invoke(commands, ["games-of", "studio", "show", number, *place]).stdout
    for wrong in (["show"], ["show", "99"], ["export", "--format", "csv"], ["export", "--format", "pgn"]):
        assert run.invoke(commands, ["games-of", "studio", *wrong, *place]).exit_code == 2, wrong


def test_exact_values_of_a_position(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a value with the wrong sign or of another move, a proof told where it does not hold, a silent refusal."""
    position = {"game": "mnk", "moves": [action_of(studio, name) for name in ("a1", "b2", "c3", "a3")]}
    monkeypatch.setattr(exact_values, "LONGEST", PATIENCE)
    found = studio.post("/exact", position)  # X must stop O at c1, and then threatens twice
    worth = {move["name"]: (move["value"]["score"], move["value"]["player"]) for move in found["moves"]}
    assert found["complete"] and worth.pop("c1") == (1.0, 0) and set(worth.values()) == {(-1.0, 0)}
    assert found["moves"][0]["name"] == "c1" and found["moves"][0]["value"]["text"] == "wins in 3" and found["proved"] == ""
    chance = studio.post("/exact", {"game": "pig"})
    assert chance["moves"] == [] and "one player" in chance["problem"] and "53 %" in chance["proved"]


def test_positions_are_set_up(studio: Running) -> None:
    """Would catch pieces that land elsewhere, a board that is refused without a reason, and castling that outlives its rook."""

    def edit(**change: Any) -> Any:
        return studio.post("/editor", {"game": "chess", **change})

    first = edit()
    assert first["placing"] and first["error"] is None and len(first["palette"]) == 12
    without = edit(text=first["text"], cell="h1", piece="")
    assert without["text"].startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w") and without["error"] is None
    headless = edit(text=first["text"], cell="e1", piece="")
    assert "king" in headless["error"] and headless["svg"]
    assert edit(text=headless["text"], cell="e2", piece="K")["error"] is None
    assert edit(text=first["text"], mover="b")["text"].split()[1] == "b"
    assert "8/8/8/8/8/8/8/8" in edit(text=first["text"], clear=True)["text"]
    assert edit(text="nonsense")["error"] and edit(text="nonsense")["svg"] is None
    kalah = studio.post("/editor", {"game": "kalah"})
    assert not kalah["placing"] and kalah["svg"] and kalah["error"] is None
    studio.post("/editor", {"game": "kalah", "cell": "S1", "piece": "3"}, 400)


@pytest.mark.parametrize("name", [n for n in game_names() if n in ("chess", "othello", "connect_four", "hex", "jungle", "mnk")])
def test_notation_is_read_as_the_board_is_drawn(name: str) -> None:
    """Would catch rows upside down, cells in another order, and a notation that is not written as it was read."""
    game = make_game(name)
    notation = BoardNotation.of(game)
    position = Position(game)
    for step in range(7):
        position = position.play(position.choices[(3 * step) % len(position.choices)])
    text = game.dump(position.state)
    scene = notation.scene(text)
    assert scene is not None
    drawn = {(piece.cell, piece.shape, piece.owner, piece.text) for piece in position.scene().pieces}
    assert {(piece.cell, piece.shape, piece.owner, piece.text) for piece in scene.pieces} == drawn
    cell = notation.cells[0][0]
    sign = next(iter(notation.looks))
    placed = notation.placed(text, cell, sign)
    assert placed is not None
    assert notation.placed(placed, cell, notation.read(text)[0][0]) == text  # type: ignore[index]
