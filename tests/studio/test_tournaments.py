"""Tournaments begun from the page: played by the command's own program, kept in its store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from click.testing import CliRunner

from counterplay.arena import Store
from counterplay.arena.playing.match import play_match
from counterplay.cli.main import commands
from counterplay.records import parse_records
from tests.studio.running import wait_for


def test_a_tournament_is_played_stopped_and_resumed(start: Any, tmp_path: Path) -> None:
    """Would catch games that are not stored, a game that cannot be followed while it is played, standings that do not add
    up, and a tournament that cannot be resumed."""
    studio = start()
    wanted = {"game": "mnk", "agents": ["random", "level:1"], "games": 200}
    assert studio.get("/tournaments") == []
    for wrong in (
        {"agents": ["random", "random"]},
        {"agents": ["random", "bad.py"]},
        {"game": "twenty_forty_eight"},
        {"game": "x"},
    ):
        studio.post("/tournaments", {**wanted, **wrong}, 400)
    studio.post("/tournaments", wanted, 202)
    number = wait_for(lambda: studio.get("/tournaments/now")["playing"])
    studio.post("/tournaments", wanted, 409)  # one at a time
    view = wait_for(lambda: (found := studio.get(f"/tournaments/{number}"))["played"] >= 3 and found)
    assert view["status"] == "playing" and view["planned"] == 200
    at = f"/tournaments/{number}/watch"
    watched = wait_for(lambda: (found := studio.get(at)["watched"])["actions"] and found)
    assert not watched["over"] and sorted(watched["seats"]) == ["Pip, level 1", "Random"]  # a game under way
    assert studio.post("/position", {k: watched[v] for k, v in LAST.items()})["ply"] == len(watched["actions"])
    ended = wait_for(lambda: (found := studio.get(f"{at}?game={watched['number']}")["watched"])["over"] and found)
    assert ended["actions"][: len(watched["actions"])] == watched["actions"] and ended["reason"]
    assert studio.client.delete("/api/tournaments/now").json()["playing"] is None
    stopped = studio.get(f"/tournaments/{number}")
    assert stopped["status"] == "stopped" and 3 <= stopped["played"] < 200
    assert sum(row["points"] for row in stopped["table"]) == stopped["played"]
    assert all(row["margin"] > 0 for row in stopped["table"]) and stopped["table"][0]["elo"] >= stopped["table"][1]["elo"]
    assert studio.post("/position", {k: stopped["last"][v] for k, v in LAST.items()})["outcome"] is not None
    assert studio.get(at)["watched"]["over"]  # nothing is under way any more
    assert studio.get(f"{at}?game=200")["watched"] is None
    studio.post(f"/tournaments/{number}/resume", status=202)
    wait_for(lambda: studio.get(f"/tournaments/{number}")["played"] > stopped["played"])
    studio.client.delete("/api/tournaments/now")
    studio.get("/tournaments/99", 404)
    with Store(tmp_path / "games.db", must_exist=True) as store:  # where `counterplay tournament --resume` looks
        assert [row.id for row in store.contests()] == [number]


def test_a_stored_game_is_looked_at_and_never_changed(start: Any, tmp_path: Path) -> None:
    """Would catch games of a match that cannot be seen, that a page may change, or that mix with people's own."""
    with Store(tmp_path / "games.db") as store:
        contest = play_match("tic_tac_toe", "random", "random:seed=1", games=4, seed=1, store=store)
    studio = start()
    assert [game["number"] for game in studio.get("/tournaments/1/games")] == [4, 3, 2, 1]
    [shown] = studio.get("/tournaments/1/games?limit=1&offset=1")
    assert (shown["number"], shown["title"], shown["status"], shown["missing"]) == (3, "Tic-tac-toe", "over", None)
    assert {seat["name"] for seat in shown["seats"]} == {"Random", "Random seed=1"}
    assert studio.client.get(shown["picture"].replace("{shade}", "light")).status_code == 200
    at, record = f"/games/{shown['id']}", contest.records[3]
    game = studio.get(at)
    assert [move["action"] for move in game["moves"]] == list(record.actions) and game["result"] == shown["result"]
    assert game["result"]["utilities"] == list(record.utilities)
    assert '"seconds"' in studio.client.get(f"/api{at}/export?format=json").text
    assert [move["player"] for move in game["moves"]] == [ply % 2 for ply in range(game["ply"])]
    assert {move["by"] for move in game["moves"]} == {"agent"}
    people = {"seats": [{"kind": "human"}, {"kind": "human"}]}
    for change, content in (("/undo", {}), ("/seats", people), ("/resign", {"player": 0}), ("/review", {"seconds": 5})):
        studio.post(at + change, content, 409)
    assert studio.client.delete(f"/api{at}").status_code == 409
    assert studio.get(at)["moves"] == game["moves"] and studio.get("/games") == []
    own = studio.new("mnk", None, None)["id"]
    assert [game["id"] for game in studio.get("/games")] == [own] and len(studio.get("/games?whose=matches")) == 4
    both = {game["id"]: (game["contest"], game["number"]) for game in studio.get("/games?whose=all&game=mnk")}
    assert len(both) == 5 and both[own] == (None, None) and both[shown["id"]] == (1, 3) == (game["contest"], game["number"])
    assert studio.get("/progress") == [{"game": "mnk", "playing": 1, "over": 0, "matches": 4, "beaten": []}]
    studio.studio.store.change(("UPDATE games SET spec = '/tmp/own.py' WHERE id = ?", (shown["id"],)))
    [gone] = [game for game in studio.get("/games?whose=matches") if game["id"] == shown["id"]]
    assert "`counterplay games-of 1 show 3` shows this game" in gone["missing"]
    study = studio.get(f"/studies/{shown['id']}")
    assert study["source"]["contest"] == 1
    nodes = [{name: node[name] for name in ("parent", "action", "comment", "marks")} for node in study["nodes"]]
    nodes[1]["comment"] = "bold"
    assert studio.client.put(f"/api/studies/{shown['id']}", json={"version": 0, "nodes": nodes}).status_code == 200
    place = ["--db", str(studio.options.database)]
    said = CliRunner().invoke(commands, ["games-of", "1", "export", "3", "--format", "records", *place]).stdout
    first = parse_records(said, "jsonl").records[0].root.children[0]
    assert (first.action, first.comment) == (record.actions[0], "bold")
    studio.get("/tournaments/99/games", 404)


LAST = {"game": "game", "start": "start", "moves": "actions"}
