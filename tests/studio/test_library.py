"""The games that are kept: listed, deleted and brought back, taken along, counted."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pytest

from counterplay.games import make_game
from counterplay.records.saved_game import replay_text
from counterplay.records.store.game_rows import Row
from counterplay.studio.api.routes_library import beaten_level
from tests.studio.running import Running

WON = ["a1", "a2", "b1", "b2", "c1"]  # three in a row for X
LEVEL = {"kind": "agent", "agent": "level:4"}
PERSON = {"kind": "human"}


def test_every_game_can_be_found(studio: Running) -> None:
    """Would catch games beyond the newest that no list reaches, or a filter that lets others through."""
    chess = [studio.new("chess", None, None)["id"] for _ in range(3)]
    over = studio.new("mnk", None, None, moves=WON)["id"]
    variant = studio.new("hex:size=5", None, None)["id"]

    def found(**query: str | int) -> set[str]:
        words = "&".join(f"{name}={value}" for name, value in query.items())
        return {game["id"] for game in studio.get(f"/games?{words}")}

    assert found(limit=2) | found(limit=2, offset=2) | found(limit=2, offset=4) == {*chess, over, variant}
    assert found(game="chess") == set(chess) and found(game="hex") == {variant} and found(game="he") == set()
    assert found(status="over") == {over} and over not in found(status="playing")
    assert found(text="TIC-TAC") == {over} and found(text="size=5") == {variant} and found(text="'; DROP") == set()
    assert found(game="chess", status="over") == set()
    picture = studio.get("/games?status=over")[0]["picture"].replace("{shade}", "dark")
    assert studio.client.get(picture).headers["content-type"] == "image/svg+xml"
    studio.get("/games?limit=0", 422)
    studio.get("/games?status=gone", 422)


def test_a_deleted_game_can_be_brought_back(studio: Running) -> None:
    """Would catch a game that comes back without its moves, twice, or as another one."""
    game = studio.new("chess", None, None, moves=["e4", "e5"])
    studio.client.delete(f"/api/games/{game['id']}")
    studio.get(f"/games/{game['id']}", 404)
    assert studio.post(f"/games/{game['id']}/restore")["id"] == game["id"]
    assert studio.get(f"/games/{game['id']}")["moves"] == game["moves"]
    studio.post(f"/games/{game['id']}/restore", status=404)


def test_many_games_are_taken_along_as_one_file(studio: Running) -> None:
    """Would catch an archive that cannot be opened, or records in it that cannot be read again."""
    ids = [studio.new("chess", None, None, moves=["e4"])["id"], studio.new("mnk", None, None, moves=WON)["id"]]
    answer = studio.client.get(f"/api/games/archive?id={ids[0]}&id={ids[1]}&id=gone&id={ids[0]}")
    assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        texts = {json.loads(archive.read(name))["game"]: archive.read(name).decode() for name in archive.namelist()}
    assert replay_text(make_game("chess"), texts["chess"], "it").moves() == ["e4"]
    assert replay_text(make_game("mnk"), texts["mnk"], "it").moves() == WON
    studio.get("/games/archive?id=gone", 404)


def test_progress_counts_what_is_kept(studio: Running) -> None:
    """Would catch games of a variant that count as another game, or finished ones that count as not finished."""
    for spec, moves in (("mnk", WON), ("mnk", []), ("hex:size=5", [])):
        studio.new(spec, None, None, moves=moves)
    assert studio.get("/progress") == [
        {"game": "hex", "playing": 1, "over": 0, "matches": 0, "beaten": []},
        {"game": "mnk", "playing": 1, "over": 1, "matches": 0, "beaten": []},
    ]


@pytest.mark.parametrize(
    ("seats", "winner", "level"),
    [([PERSON, LEVEL], 0, 4), ([LEVEL, PERSON], 1, 4), ([PERSON, LEVEL], 1, None), ([PERSON, LEVEL], None, None),
     ([PERSON, PERSON], 0, None), ([LEVEL, LEVEL], 0, None), ([PERSON, {"kind": "agent", "agent": "random"}], 0, None)],
)  # fmt: skip
def test_a_level_is_beaten_by_one_person_alone(seats: list[dict[str, str]], winner: int | None, level: int | None) -> None:
    """Would catch a level that counts as beaten after a loss, a draw, or a game of two people."""
    row = Row("id", "mnk", "Tic-tac-toe", "", seats, status="over", result={"winner": winner})
    assert beaten_level(row) == level
    assert beaten_level(replace(row, result=None)) is None
