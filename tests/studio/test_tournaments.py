"""Tournaments begun from the page: played by the command's own program, kept in its store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from counterplay.arena import Store
from tests.studio.running import wait_for


def test_a_tournament_is_played_stopped_and_resumed(start: Any, tmp_path: Path) -> None:
    """Would catch games that are not stored, standings that do not add up, and a tournament that cannot be resumed."""
    studio = start(contests=tmp_path / "arena.db")
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
    assert studio.client.delete("/api/tournaments/now").json()["playing"] is None
    stopped = studio.get(f"/tournaments/{number}")
    assert stopped["status"] == "stopped" and 3 <= stopped["played"] < 200
    assert sum(row["points"] for row in stopped["table"]) == stopped["played"]
    assert all(row["margin"] > 0 for row in stopped["table"]) and stopped["table"][0]["elo"] >= stopped["table"][1]["elo"]
    assert studio.post("/position", {k: stopped["last"][v] for k, v in LAST.items()})["outcome"] is not None
    studio.post(f"/tournaments/{number}/resume", status=202)
    wait_for(lambda: studio.get(f"/tournaments/{number}")["played"] > stopped["played"])
    studio.client.delete("/api/tournaments/now")
    studio.get("/tournaments/99", 404)
    with Store(tmp_path / "arena.db", must_exist=True) as store:  # where `counterplay tournament --resume` looks
        assert [row.id for row in store.contests()] == [number]


LAST = {"game": "game", "start": "start", "moves": "actions"}
