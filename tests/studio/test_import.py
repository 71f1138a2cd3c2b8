"""Recorded games that people paste into the studio: all that stands in them is kept, and comes out again as it went in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from counterplay import make_game
from counterplay.records import Record, parse_records, records_text
from tests.records.random_records import random_record
from tests.studio.running import Running

ANNOTATED = """[Event "Club"]
[Site "Ulm"]
[Date "2024.??.??"]
[Round "3"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[ECO "C20"]
[Opening "King's pawn"]
[Termination "normal"]

{a start} 1. e4! {[%clk 0:09:58.5] [%eval 0.35,20] the best [%cal Ge2e4]} ({instead} 1. d4 $10 d5 (1... Nf6 {or this}) 2. c4)
1... e5?! {[%emt 0:00:04]} 2. Qh5 Ke7?? $139 3. Qxe5# 1-0
"""
SGF = "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]RE[W+R]C[two\nlines];B[ee]C[here](;W[ce](;B[cc])(;B[gg]C[or]))(;W[dd]TE[2];B[ff]))"


def exported(studio: Running, address: str, form: str) -> Record:
    """A game or an analysis as it is exported, read again."""
    text = studio.client.get(f"/api{address}/export?format={form}").text
    [record] = parse_records(text, form).records
    return record


@pytest.mark.parametrize(("text", "form"), [(ANNOTATED, "pgn"), (SGF, "sgf"), (SGF, "json")])
@pytest.mark.parametrize("into", ["game", "analysis"])
def test_what_is_imported_is_exported(studio: Running, text: str, form: str, into: str) -> None:
    """Would catch a variation, a comment, a glyph, a clock, a value, a name, a tag or a result that the studio loses."""
    [given] = parse_records(text).records
    text = text if form != "json" else records_text([given], "json")
    path, asked = ("/import", "/games") if into == "game" else ("/studies/import", "/studies")
    made = studio.post(path, {"game": "chess", "text": text}, 201)
    assert made["notices"] == []
    assert exported(studio, f"{asked}/{made['id']}", form) == given
    formats = {one["name"]: one["loses"] for one in studio.get(f"{asked}/{made['id']}/formats")}
    assert formats["json"] == [] and ("pgn" in formats) == (form == "pgn") and ("sgf" in formats) == (form != "pgn")
    view = studio.get(f"/studies/{made['id']}")
    assert len(view["nodes"]) == sum(1 for _ in given.root.all_nodes())
    change = {"version": view["version"], "nodes": [without(node, "name", "player") for node in view["nodes"]]}
    assert studio.client.put(f"/api/studies/{made['id']}", json=change).status_code == 200
    assert exported(studio, f"/studies/{made['id']}", form) == given


def without(node: dict[str, Any], *names: str) -> dict[str, Any]:
    """A node as the page sends it back."""
    return {name: value for name, value in node.items() if name not in names}


@pytest.mark.parametrize("seed", range(4))
def test_random_records_survive(studio: Running, seed: int) -> None:
    """Would catch notes that stand where nobody thought of them: at the beginning, in variations, beside dice."""
    name = ("chess", "backgammon", "kalah", "chinese_checkers")[seed]
    keeps = frozenset({"variations", "comments", "before", "glyphs", "clocks", "times", "values", "names and tags"})
    given = random_record(make_game(name), seed, keeps)
    made = studio.post("/import", {"game": "chess", "text": records_text([given], "json")}, 201)
    assert exported(studio, f"/games/{made['id']}", "json") == given


def test_a_torn_text_is_kept_as_far_as_it_goes(studio: Running) -> None:
    """Would catch a fault that loses the whole game, or one that nobody is told of with its line and column."""
    torn = ANNOTATED.replace("Qxe5#", "Qxe6#")
    made = studio.post("/import", {"game": "chess", "text": torn}, 201)
    assert [move["name"] for move in made["moves"]] == ["e4", "e5", "Qh5", "Ke7"]
    assert len(made["notices"]) == 1 and made["notices"][0].startswith("Left out: line 13, column 49: ")
    assert exported(studio, f"/games/{made['id']}", "pgn").root == parse_records(torn).records[0].root
    other = json.loads(records_text([Record(make_game("nim"))], "json")) | {"moves": ["no move"]}
    assert studio.client.post("/api/import", json={"game": "nim", "text": json.dumps(other)}).status_code == 400


def test_what_cannot_be_played_is_told(studio: Running) -> None:
    """Would catch null moves and moves after a draw that break an analysis, or that vanish without a word."""
    text = '[White "Ann"]\n\n1. e4 (1. -- e5 2. d4) (1. d4 {one} d5) (1. d4 {two} Nf6) e5 *'
    made = studio.post("/studies/import", {"game": "chess", "text": text}, 201)
    assert made["notices"] == ["Left out: 3 moves that cannot be played here or follow such a move."]
    assert [node["name"] for node in made["nodes"]] == ["", "e4", "e5", "d4", "d5", "Nf6"]
    assert made["nodes"][3]["comment"] == "one two"
    drawn = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 (5. e4 e5) 5... Nf6 1-0"
    made = studio.post("/import", {"game": "chess", "text": f'[White "Ann"]\n\n{drawn}'}, 201)
    assert made["ply"] == 8 and made["notices"][0].startswith("Left out: 4 moves") and made["result"]["winner"] is None


def test_every_game_of_a_text_is_kept(studio: Running) -> None:
    """Would catch games after the first that are dropped, or dropped without a word."""
    texts = [f'[White "Ann {number}"]\n\n1. e4 {{note}} e5 *\n' for number in range(3)]
    made = studio.post("/import", {"game": "chess", "text": "\n".join(texts)}, 201)
    assert made["seats"][0]["name"] == "Ann 0" and made["notices"] == [
        "The text holds 3 games; all are kept, and this is the first."
    ]
    assert [game["seats"][0]["name"] for game in studio.get("/games")] == ["Ann 0", "Ann 1", "Ann 2"]


def test_what_a_file_says_of_the_end_holds_until_somebody_plays_on(studio: Running) -> None:
    """Would catch a result that stays with a game that went on, or names of people on sides that an agent took over."""
    made = studio.post("/import", {"game": "chess", "text": '[White "Ann"]\n[Black "Bob"]\n\n1. e4 {x} 0-1'}, 201)
    assert (made["status"], made["result"]["winner"]) == ("over", 1)
    address = f"/games/{made['id']}"
    assert studio.post(f"{address}/undo", {"to": 1})["status"] == "playing"
    assert exported(studio, address, "pgn").result == "*"
    studio.post(f"{address}/moves", {"name": "e5", "ply": 1})
    assert exported(studio, address, "pgn").players == ("Ann", "Bob")
    studio.post(f"{address}/seats", {"seats": [{"kind": "human"}, {"kind": "agent", "agent": "random"}]})
    assert exported(studio, address, "pgn").players == ("Ann", "Random")
