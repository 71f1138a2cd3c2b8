"""What there is to play, and what the page is shown of a position."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from counterplay import Position, game_names, make_game
from counterplay.studio.api.picture_view import cover_scene
from counterplay.studio.api.position_views import Sight, position_view
from tests.cli.conftest import GOOD_GAME
from tests.studio.running import Running

OWN_GAME = GOOD_GAME.replace("Sound", "CountDown")


def test_every_game_is_listed(studio: Running) -> None:
    """A game that is missing, or a list that brings pictures and rules along: it is the first thing that a page waits for."""
    answer = studio.client.get("/api/catalogue")
    cards = answer.json()
    assert [c["name"] for c in cards] == game_names()
    assert len(answer.content) < 40_000 and int(answer.headers["content-length"]) < 8_000  # as it is sent
    for card in cards:
        assert card["family"] and not card["problem"] and card["picture"]
    chess = studio.get("/catalogue/chess")
    assert chess.items() >= next(card for card in cards if card["name"] == "chess").items()
    assert chess["rules"] and chess["kind"] and chess["algorithms"] and chess["traced"] and chess["lessons"]


def test_pictures_are_files_that_a_browser_keeps(studio: Running) -> None:
    """A game without a picture, one that is no XML or asks for a style of the page, one that is sent again on every visit."""
    for card in studio.get("/catalogue"):
        address = card["picture"].replace("{shade}", "light")
        answer = studio.client.get(address)
        assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml", card["name"]
        assert "immutable" in answer.headers["cache-control"] and "<style>" in answer.text
        ElementTree.fromstring(answer.text)
        again = studio.client.get(address, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content
    old = studio.client.get("/pictures/chess/dark.svg?v=old")  # of a version that is gone: what it shows may change again
    assert old.status_code == 200 and old.headers["cache-control"] == "no-cache" and old.text != answer.text
    for nothing in ("/pictures/zork/light.svg", "/pictures/saved/zork/light.svg", "/pictures/chess/pink.svg"):
        assert 400 <= studio.client.get(nothing).status_code < 500


def test_the_picture_of_a_game_shows_it_being_played() -> None:
    """A cover that is no position of the game, its first one, or the end of a game."""
    games = [make_game(name) for name in game_names()]
    assert sum(bool(game.cover) for game in games) > 50
    for game in games:
        if game.cover:
            position = Position.load(game, game.cover)
            hidden = game.name == "memory_tic_tac_toe"  # its marks are seen when it is over
            assert (position.outcome() is None) != hidden and game.dump(position.state) != game.dump(game.initial()), game.spec


def test_presets_are_told_in_words(studio: Running) -> None:
    """A preset whose name is no title, that lacks a parameter, or that stands for another game than its name does."""
    morris = studio.get("/catalogue/three_mens_morris")["presets"]
    assert [p["title"] for p in morris][1:] == ["Three men's morris with king steps", "Three men's morris with free moves"]
    for entry in (studio.get(f"/catalogue/{card['name']}") for card in studio.get("/catalogue")):
        for preset, name in zip(entry["presets"], make_game(entry["name"]).presets, strict=True):
            assert list(preset["parameters"]) == [p["name"] for p in entry["parameters"]]
            given = ",".join(f"{name}={value}" for name, value in preset["parameters"].items())
            assert make_game(f"{entry['name']}:{given}").spec == make_game(name).spec


def test_algorithms_fit_the_game(studio: Running) -> None:
    """An algorithm offered for a game that it refuses, or one that asks for a model which no page can give."""
    assert {a["name"] for a in studio.get("/algorithms?game=chess")} >= {"engine", "mcts", "alpha_beta"}
    dice = {a["name"]: a for a in studio.get("/algorithms?game=backgammon")}
    assert "engine" not in dice and "opponent_model" not in dice and dice["expectiminimax"]["traced"]


def test_unknown_games_are_refused(studio: Running) -> None:
    """A path that is opened, a parameter that makes a huge board, an answer that is no sentence."""
    for name in ("zork", "../../etc/passwd", "chess:size=9", "kalah:seeds=99999999", "hex:size=1e9"):
        studio.post("/position", {"game": name}, 400)


def test_files_of_the_owner_are_games(start: Any, tmp_path: Path) -> None:
    """A game named on the command line that cannot be played; a file that a page names and that is run."""
    mine, other = tmp_path / "mine.py", tmp_path / "other.py"
    mine.write_text(OWN_GAME)
    other.write_text(OWN_GAME.replace("CountDown", "Other"))
    studio = start(game_files=(str(mine),))
    assert [card["name"] for card in studio.get("/catalogue")[:2]] == ["count_down", game_names()[0]]
    assert studio.new("count_down", None, "random")["position"]["choices"]
    for path in (str(other), "other.py", str(mine)):
        studio.post("/position", {"game": path}, 400)


def test_a_file_that_fails_takes_nothing_down(start: Any, tmp_path: Path) -> None:
    """One broken file that hides the catalogue, an error without its place, a mended file that is not read again."""
    broken, mine = tmp_path / "broken.py", tmp_path / "mine.py"
    broken.write_text("x = 1\ndef f(:\n")
    mine.write_text(OWN_GAME)
    studio = start(game_files=(str(broken), str(mine)))

    def cards() -> list[Any]:
        return studio.get("/catalogue")[:2]

    def saved(text: str) -> str:
        broken.write_text(text)
        os.utime(broken, ns=(len(text), len(text)))
        return str(cards()[0]["problem"])

    assert len(studio.get("/catalogue")) == len(game_names()) + 2
    assert "broken.py" in cards()[0]["problem"] and "line 2: SyntaxError" in cards()[0]["problem"]
    assert cards()[1]["name"] == "count_down" and studio.new("count_down", None, "random")
    assert saved(OWN_GAME.replace("CountDown", "Mended")) == "" and cards()[0]["name"] == "mended"
    game = studio.new("mended", None, None)
    assert "line 9: ZeroDivisionError" in saved(OWN_GAME.replace("CountDown", "Mended").replace("State(0)", "State(1 // 0)"))
    assert saved(OWN_GAME) == "" and "another of the files" in cards()[1]["problem"]
    assert "the catalogue has one" in saved(OWN_GAME.replace("CountDown", "Chess")) and cards()[1]["name"] == "count_down"
    studio.post("/position", {"game": "mended"}, 400)
    assert studio.client.get(f"/api/games/{game['id']}").status_code == 200  # goes on by the rules it began with
    assert saved(OWN_GAME.replace("CountDown", "Mended").replace("State(0)", "State(2)")) == ""
    assert studio.post("/position", {"game": "mended"})["state"] == "[2]"  # the rules of now, not those of before


@pytest.mark.parametrize("name", [*game_names(), "mnk:players=3", "gomoku", "hex:size=5,swap=yes"])
def test_views_are_complete(name: str) -> None:
    """A gesture that names neither a cell nor a button, a cell without a label or outside the picture."""
    position = Position(make_game(name))
    for step in range(12):
        if step % 4 == 0 or not position.choices:
            for flip in (False, True):
                assert_complete(position_view(position, Sight(flip)))
        if not position.choices:
            break
        position = position.play(position.choices[step % len(position.choices)])


def assert_complete(view: Any) -> None:
    """Everything that can be clicked is there, inside the picture and with words for it."""
    width, height = (float(v) for v in view["view_box"].split()[2:])
    ids = {c["id"] for c in view["cells"]} | {b["id"] for b in view["buttons"]}
    for cell in view["cells"]:
        assert cell["label"].startswith(cell["id"])
        assert cell["x"] >= -1 and cell["x"] + cell["width"] <= width + 1
        assert cell["y"] >= -1 and cell["y"] + cell["height"] <= height + 1
    for choice in view["choices"]:
        assert choice["gesture"] and choice["name"]
    # An id that is neither is offered as a button by the page: then every choice is one click.
    strange = [c for c in view["choices"] if not set(c["gesture"]) <= ids]
    assert all(len(c["gesture"]) <= 3 for c in strange)
    assert view["standing"] and not re.search("None|NaN", view["standing"])


def test_places_are_those_of_the_picture(studio: Running) -> None:
    """Cells that lie elsewhere than where the picture draws them: clicks and arrows would miss."""
    for flip in (False, True):
        view = studio.post("/position", {"game": "chess", "flip": flip})
        drawn = dict(re.findall(r'data-cell="(\w\d)"><rect class="[^"]*" x="([\d.]+)"', view["svg"]))
        assert len(drawn) == 64
        for cell in view["cells"]:
            assert abs(float(drawn[cell["id"]]) - cell["x"]) < 0.02


def test_words_for_screen_readers(studio: Running) -> None:
    """Labels that do not say what stands on a cell."""
    labels = {c["id"]: c["label"] for c in studio.post("/position", {"game": "chess"})["cells"]}
    assert labels["e2"] == "e2, white pawn" and labels["e4"] == "e4, empty"
    view = studio.post("/position", {"game": "connect_four", "moves": [3]})
    assert {c["label"] for c in view["cells"] if c["id"] == "d1"} == {"d1, Blue disc"}
    assert view["standing"] == "Red to move"
    assert view["last"] == {"action": 3, "name": "4", "cells": view["last"]["cells"], "turn": ["d1"]} and view["last"]["cells"]


@pytest.mark.parametrize("name", ["hex", "go", "memory_tic_tac_toe"])
def test_covers_show_pieces(name: str) -> None:
    """Would catch a cover whose notation is wrong: the empty board, or a diagram of the rules, would be shown instead."""
    game = make_game(name)
    position = Position.load(game, game.cover)
    assert cover_scene(game) == position.scene() and len(position.scene().pieces) > 4
