"""Games through the API: people, agents, dice, clocks, and what lasts."""

from __future__ import annotations

import functools
import json
import os
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay import Position, game_names, make_game
from counterplay.core import CounterplayError
from counterplay.studio.api.game_text import write_text
from counterplay.studio.api.pasted_text import read_text
from counterplay.studio.server.game_library import Library
from tests.studio.running import Running, wait_for
from tests.studio.test_catalogue import OWN_GAME

# One of each kind: drops, clicks from here to there, dice, one player, seeds. Every game is played in test_page_games.py.
KINDS = ("connect_four", "chess", "backgammon", "pig", "twenty_forty_eight", "kalah", "quarto")


@functools.cache
def shared_library() -> Library:
    """One for all examples: to make a game such as Blokus Duo takes half a second."""
    return Library()


def until_mine(studio: Running, game: Any) -> Any:
    """The game when a person has to decide, or when it is over."""

    def look() -> Any:
        now = studio.get(f"/games/{game['id']}")
        player = now["position"]["player"]
        mine = player >= 0 and now["seats"][player]["kind"] == "human"
        return now if now["status"] == "over" or mine else None

    return wait_for(look)


@pytest.mark.skipif(os.name == "nt", reason="the program is a shell script")
def test_agents_in_a_file_are_no_programs(start: Any, tmp_path: Path) -> None:
    """A file of games from elsewhere that runs a command line on this machine when a game in it is opened."""
    program, mark = tmp_path / "program.sh", tmp_path / "started"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    studio = start()
    game = studio.new("chess", None, None)
    studio.close()
    seats = json.dumps([{"kind": "agent", "agent": f"uci:{program}"}, {"kind": "human", "agent": None}])
    with sqlite3.connect(studio.options.database) as file:
        file.execute("UPDATE games SET seats = ?", (seats,))
    file.close()
    assert "there is no agent" in start().get(f"/games/{game['id']}", 400)["error"]
    assert not mark.exists()


@pytest.mark.parametrize("name", KINDS)
def test_a_whole_game_against_an_agent(studio: Running, name: str) -> None:
    """A game that cannot be played to its end, dice that are not rolled, an undo that does not lead back to the start."""
    players, dice = make_game(name).players, random.Random(name)
    game = until_mine(studio, studio.new(name, *([None, "random"][:players])))
    first, steps = game, 0
    while game["status"] == "playing" and steps < 50:
        choice = dice.choice(game["position"]["choices"])
        moved = studio.post(f"/games/{game['id']}/moves", {"action": choice["action"], "ply": game["ply"]})
        assert moved["moves"][game["ply"]] == {
            "name": choice["name"],
            "action": choice["action"],
            "player": game["position"]["player"],
            "ply": game["ply"],
            "by": "human",
        }
        game, steps = until_mine(studio, moved), steps + 1
    assert len(game["moves"]) == game["ply"]
    for ply, move in enumerate(game["moves"]):
        assert move["ply"] == ply and move["by"] in ("human", "agent", "chance")
    if game["status"] == "over":
        assert game["result"]["sentence"] and len(game["result"]["utilities"]) == players
        studio.post(f"/games/{game['id']}/moves", {"action": 0, "ply": game["ply"]}, 409)
    back = studio.post(f"/games/{game['id']}/undo", {"to": first["ply"]})
    assert back["position"]["state"] == first["position"]["state"] and back["result"] is None
    assert back["moves"] == first["moves"]


def test_undo_goes_back_to_my_own_decision(studio: Running) -> None:
    """An undo that leaves the agent to move, so that it plays the same again at once."""
    game = until_mine(studio, studio.new("connect_four", None, "level:1"))
    for _ in range(2):
        game = until_mine(studio, studio.post(f"/games/{game['id']}/moves", {"name": "4", "ply": game["ply"]}))
    assert game["ply"] == 4
    assert [studio.post(f"/games/{game['id']}/undo")["ply"] for _ in range(2)] == [2, 0]
    studio.post(f"/games/{game['id']}/undo", status=409)
    studio.post(f"/games/{game['id']}/undo", {"to": 7}, 409)


def test_of_two_who_move_at_once_one_is_told(studio: Running) -> None:
    """Two pages whose moves both count, or a move at the wrong ply that is played somewhere else."""
    game = studio.new("chess", None, None)
    studio.post(f"/games/{game['id']}/moves", {"name": "e4", "ply": 0})
    assert "ply 1" in studio.post(f"/games/{game['id']}/moves", {"name": "d4", "ply": 0}, 409)["error"]
    assert studio.get(f"/games/{game['id']}")["ply"] == 1


def test_nobody_moves_for_an_agent(start: Any) -> None:
    """A person's move that is played in an agent's turn."""
    studio = start(pace=60.0)
    game = studio.new("nim", "random", "random", moves=["a-1"])
    assert "Random" in studio.post(f"/games/{game['id']}/moves", {"name": "b-1", "ply": 1}, 409)["error"]


def test_illegal_moves_change_nothing(studio: Running) -> None:
    """An illegal move that is played, or answered with anything but a sentence."""
    game = studio.new("chess", None, None)
    illegal: list[dict[str, Any]] = [{"name": "Ke5"}, {"action": 10**9}, {}, {"name": "e4", "action": 1}]
    for content in illegal:
        studio.post(f"/games/{game['id']}/moves", {"ply": 0, **content}, 400)
        assert studio.get(f"/games/{game['id']}")["moves"] == [], content


def test_resigning_and_thinking_better_of_it(studio: Running) -> None:
    """A resignation that does not end the game, or that cannot be taken back."""
    game = studio.new("chess", None, None)
    over = studio.post(f"/games/{game['id']}/resign", {"player": 0})
    assert over["status"] == "over" and over["result"]["sentence"] == "Black wins: White resigns"
    assert studio.get("/games")[0]["result"]["winner"] == 1
    studio.post(f"/games/{game['id']}/resign", {"player": 0}, 409)
    assert studio.post(f"/games/{game['id']}/undo")["status"] == "playing"
    assert studio.post("/games/" + studio.new("2048", None)["id"] + "/resign", {"player": 0})["status"] == "over"
    three = studio.new("mnk:players=3", None, None, None)
    assert "the others win" in studio.post(f"/games/{three['id']}/resign", {"player": 1})["result"]["sentence"]


def test_sides_change_hands(studio: Running) -> None:
    """An agent that does not move when it takes over, or goes on after it was sent away."""
    game = studio.new("connect_four", None, None)
    both = [{"kind": "agent", "agent": "random"}, {"kind": "human"}]
    studio.post(f"/games/{game['id']}/seats", {"seats": both})
    game = until_mine(studio, game)
    assert game["ply"] == 1 and game["moves"][0]["by"] == "agent"
    studio.post(f"/games/{game['id']}/seats", {"seats": [{"kind": "human"}] * 3}, 400)
    handed = studio.post(f"/games/{game['id']}/seats", {"seats": [{"kind": "human"}]})
    assert [seat["kind"] for seat in handed["seats"]] == ["human", "human"]


def test_only_some_agents_are_asked_for_over_the_wire(studio: Running) -> None:
    """An agent that starts a program, runs a file or thinks for hours because a request says so."""
    for agent in ("uci:/bin/sh", "mine.py", "engine:seconds=9999", "level:0", "level:11", "", None):
        seats = [{"kind": "human"}, {"kind": "agent", "agent": agent}]
        assert "level:10" in studio.post("/games", {"game": "nim", "seats": seats}, 400)["error"], agent


def test_clocks_run_and_flags_fall(studio: Running) -> None:
    """A clock that does not run down, an increment that is not given, a player without time who goes on."""
    game = studio.new("chess", None, None, clock={"seconds": 3600, "increment": 0.5})
    assert game["clock"]["running"] == 0
    wait_for(lambda: studio.get(f"/games/{game['id']}")["clock"]["left"][0] < 3600)
    game = studio.post(f"/games/{game['id']}/moves", {"name": "e4", "ply": 0})
    assert game["clock"]["running"] == 1 and game["moves"][0]["clock"] < 3600
    assert game["clock"]["left"][0] == pytest.approx(game["moves"][0]["clock"] + 0.5, abs=0.2)
    brief = studio.new("chess", None, None, clock={"seconds": 1})
    over = wait_for(lambda: (g := studio.get(f"/games/{brief['id']}"))["status"] == "over" and g)
    assert over["result"]["sentence"] == "Black wins: White has no time left"
    assert over["clock"]["running"] is None and over["clock"]["left"][0] == 0


def test_agents_play_on_only_while_somebody_looks(start: Any) -> None:
    """Two agents that play for nobody forever; a game that does not go on when somebody comes back."""
    studio = start(patience=0.0)
    game = studio.new("nim", "random", "random")
    wait_for(lambda: studio.studio.moves.running == studio.studio.moves.waiting == 0)
    assert studio.studio.store.load(game["id"])[0].ply <= 1  # one move may have been under way
    with studio.live() as page:
        page.say("watch", game=game["id"])
        page.hear("game", until=lambda m: m["game"]["status"] == "over")


def test_games_are_listed_and_deleted(studio: Running) -> None:
    """A list in another order than newest first; a deleted game that is still there."""
    ids = [studio.new("nim", None, None)["id"] for _ in range(3)]
    studio.post(f"/games/{ids[0]}/moves", {"name": "a-1", "ply": 0})
    assert [g["id"] for g in studio.get("/games?limit=2")] == [ids[0], ids[2]]
    assert studio.client.delete(f"/api/games/{ids[0]}").status_code == 204
    studio.get(f"/games/{ids[0]}", 404)
    studio.post(f"/games/{ids[0]}/moves", {"name": "a-1", "ply": 1}, 404)
    assert [g["id"] for g in studio.get("/games")] == [ids[2], ids[1]]


def test_settings_last(start: Any) -> None:
    """Settings that are lost, or that can be anything."""
    studio = start()
    assert studio.get("/settings")["theme"] == "auto" and studio.get("/settings")["sounds"] is False
    assert studio.client.put("/api/settings", json={"theme": "dark"}).json()["theme"] == "dark"
    assert studio.client.put("/api/settings", json={"theme": "<script>"}).status_code == 422
    assert studio.client.put("/api/settings", json={"unknown": 1}).status_code == 422
    studio.close()
    assert start().get("/settings")["theme"] == "dark"


def test_a_restarted_studio_has_the_games(start: Any) -> None:
    """A game that is lost, or continues with other clocks, seats or moves than it had."""
    studio = start()
    game = studio.new("backgammon", None, None, clock={"seconds": 600, "increment": 2})
    game = until_mine(studio, game)
    action = game["position"]["choices"][0]["action"]
    game = studio.post(f"/games/{game['id']}/moves", {"action": action, "ply": game["ply"]})
    studio.close()
    again = start().get(f"/games/{game['id']}")
    for key in ("moves", "seats", "start", "ply", "created", "position"):
        assert again[key] == game[key]
    assert again["clock"]["left"][game["moves"][1]["player"]] > 590


def test_hints_are_legal(studio: Running) -> None:
    """A hint that cannot be played, or a search for one where the game is over."""
    game = studio.new("connect_four", None, None, moves=["4", "1", "4", "1", "4", "1"])
    assert studio.post(f"/games/{game['id']}/hint")["name"] == "4"
    studio.post(f"/games/{game['id']}/moves", {"name": "4", "ply": 6})
    assert "over" in studio.post(f"/games/{game['id']}/hint", status=400)["error"]


# --- as text ---
@pytest.mark.parametrize("name", game_names())
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 20))
def test_games_survive_as_text(name: str, seed: int, length: int) -> None:
    """A game or a position that is another one after it was copied out and pasted in."""
    assert_survives_as_text(name, seed, length)


def test_moves_that_look_like_results_survive_as_text() -> None:
    """A last move that is taken for the result of the game: this one of dominoes ends with 1-0, which lays a tile."""
    assert assert_survives_as_text("dominoes", seed=11864, length=17).moves()[-1] == "1-0"


def assert_survives_as_text(name: str, seed: int, length: int) -> Position:
    """A random game, which is the same one when it is read from any text of it."""
    library, dice = shared_library(), random.Random(seed)
    position = Position(library.game(name))
    for _ in range(length):
        if not position.choices:
            break
        position = position.play(dice.choice(position.choices))
    for form in ("record", "moves", "position"):
        again = read_text(library, position.game, write_text(position, form)).position
        assert position.game.dump(again.state) == position.game.dump(position.state)
        if form != "position":
            assert again.moves() == position.moves()
    return position


def test_what_people_paste(studio: Running) -> None:
    """Numbered moves, results, positions, other games' records: all of them are pasted."""
    game = studio.post("/import", {"game": "chess", "text": " 1. e4 e5 2.Nf3 Nc6 3. Bb5 1/2-1/2\n"}, 201)
    assert [m["name"] for m in game["moves"]] == ["e4", "e5", "Nf3", "Nc6", "Bb5"]
    game = studio.post("/import", {"game": "chess", "text": "(;GM[1]SZ[9]KM[6.5];B[ee];W[ce])"}, 201)
    assert game["game"] == "go:komi=6.5" and [m["name"] for m in game["moves"]] == ["E5", "C5"]
    fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
    game = studio.post("/import", {"game": "chess", "text": fen}, 201)
    assert game["start"] == fen and game["moves"] == []
    studio.post(f"/games/{game['id']}/moves", {"name": "Kd4", "ply": 0})
    moves = studio.get(f"/games/{game['id']}/export?format=moves")
    assert moves == f"start: {fen}\nKd4\n"
    assert studio.post("/import", {"game": "chess", "text": moves}, 201)["start"] == fen
    record = studio.get(f"/games/{game['id']}/export?format=record")
    assert studio.post("/import", {"game": "hex", "text": json.dumps(record)}, 201)["game"] == "chess"


def test_rubbish_is_refused_in_a_sentence(studio: Running) -> None:
    """Text that is no game, answered with a fault of the server."""
    for text in ("hello", "{}", "{", "[1]", '{"game": "chess", "format": 3}', "start: x\ne4", "e4 e4", "1/2-1/2 e4"):
        studio.post("/import", {"game": "chess", "text": text}, 400)


@pytest.mark.parametrize("name", game_names())
@settings(max_examples=8)
@given(data=st.data())
def test_no_text_breaks_the_reader(name: str, data: st.DataObject) -> None:
    """A pasted text, made from the game's own characters, that raises anything but a sentence."""
    library = shared_library()
    game = library.game(name)
    alphabet = game.dump(game.initial()) + " -/,:0123456789abcxXoOwWbB=."
    text = data.draw(st.text(st.sampled_from(sorted(set(alphabet))), min_size=1, max_size=60))
    try:
        position = read_text(library, game, text).position
    except CounterplayError:
        return
    write_text(position, "record")


ODD = ["²", "١", "①", "1²", "a²", "Ⅷ", "1_0", "+1", "1e9", "9" * 150, "\u202e1", "\x00", "½", "𝟙", "-²-", "ß", "İ"]


@pytest.mark.parametrize("name", KINDS)
def test_digits_that_are_none(studio: Running, name: str) -> None:
    """A character that counts as a digit, and is none to whoever reads the number: a fault of the server, not a sentence."""
    game = studio.new(name, *[None] * make_game(name).players)
    parameters = [*make_game(name).parameters, "x"]
    seats = [{"kind": "human"}]
    for odd in ODD:
        requests = [
            *(("/games", {"game": f"{name}:{key}={odd}", "seats": seats}) for key in parameters),
            ("/games", {"game": f"{name}:{odd}", "seats": seats}),
            *([("/games", {"game": odd, "seats": seats})] if name == KINDS[0] else []),
            ("/games", {"game": name, "start": odd, "seats": seats}),
            ("/games", {"game": name, "moves": [odd[:80]], "seats": seats}),
            ("/import", {"game": name, "text": odd}),
            (f"/games/{game['id']}/moves", {"name": odd[:80], "ply": game["ply"]}),
        ]
        for path, content in requests:
            answer = studio.client.post(f"/api{path}", json=content)
            # A game may read digits of other alphabets, as Python does; what it does not read it says.
            assert answer.status_code < 300 or (400 <= answer.status_code < 500 and answer.json()["error"]), (path, content)


def test_parameters_that_are_no_numbers(studio: Running) -> None:
    """A fault of the server, or a board as large as somebody likes, by digits that are not looked at as such."""
    for spec in ("hex:size=²", "mnk:width=²", "nim:heaps=1-²", "hex:size=1_000_000", "hex:size=+99999", "nim:heaps=1-99_999"):
        studio.post("/games", {"game": spec, "seats": [{"kind": "human"}]}, 400)
        assert studio.client.get("/api/algorithms", params={"game": spec}).status_code == 400
        assert studio.client.get(f"/api/catalogue/{spec}").status_code == 400


def test_a_game_without_its_rules(start: Any, tmp_path: Any) -> None:
    """A game of the owner's own that can neither be gone on with nor be got rid of when its file is not named any longer."""
    mine = tmp_path / "mine.py"
    mine.write_text(OWN_GAME)
    first = start(game_files=(str(mine),))
    game, other = first.new("count_down", None, None), first.new("nim", None, None)
    first.close()
    studio = start()
    [listed] = [one for one in studio.get("/games") if one["id"] == game["id"]]
    assert "count_down" in listed["missing"] and "delete it" in listed["missing"]
    assert [one["missing"] for one in studio.get("/games") if one["id"] == other["id"]] == [None]
    assert studio.get(f"/games/{game['id']}", 409)["error"] == listed["missing"]
    assert studio.client.delete(f"/api/games/{game['id']}").status_code == 204
    assert [one["id"] for one in studio.get("/games")] == [other["id"]]
    assert studio.client.delete(f"/api/games/{game['id']}").status_code == 404


def test_a_disk_that_fails_refuses_moves_and_loses_none(studio: Running) -> None:
    """A fault where a sentence is due, and a move that is played in memory only: what follows it on disk makes no game."""
    database = studio.studio.store._db
    game = studio.new("connect_four", None, None)
    at = f"/games/{game['id']}"

    def kept() -> list[int]:
        found = studio.studio.store.load(game["id"])
        assert found is not None and found[0].ply == len(found[1])
        return [m.action for m in found[1]]

    studio.post(f"{at}/moves", {"action": 3, "ply": 0})
    database.execute("PRAGMA query_only = ON")  # from now on SQLite refuses every change, as on a disk that fails
    for path, content in (
        ("/moves", {"action": 2, "ply": 1}),
        ("/undo", {"to": 0}),
        ("/resign", {"player": 0}),
        ("/seats", {"seats": [{"kind": "human"}, {"kind": "agent", "agent": "random"}]}),
    ):
        assert "nothing is changed" in studio.post(at + path, content, 507)["error"]
        now = studio.get(at)
        assert ([m["action"] for m in now["moves"]], now["ply"], now["status"]) == ([3], 1, "playing"), path
        assert [seat["kind"] for seat in now["seats"]] == ["human", "human"]
    studio.post("/games", {"game": "nim", "seats": [{"kind": "human"}]}, 507)
    assert studio.client.delete(f"/api{at}").status_code == 507
    database.execute("PRAGMA query_only = OFF")
    for ply, action in enumerate((1, 0), start=1):
        studio.post(f"{at}/moves", {"action": action, "ply": ply})
    assert kept() == [3, 1, 0]
