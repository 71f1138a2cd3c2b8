"""The websocket: pages that follow a game stay in step, analyses stream, and end with their page."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

from counterplay import Position
from counterplay.studio.api import routes_search
from counterplay.studio.api.why_view import explain
from counterplay.studio.server import running_games, websocket
from counterplay.studio.server.search_queue import announce
from counterplay.studio.server.studio_options import LONGEST_FRAME, LONGEST_MESSAGE, MESSAGES_AT_ONCE, MOST_WATCHED
from tests.studio.running import PATIENCE, Running, wait_for
from tests.studio.test_catalogue import OWN_GAME


def idle(studio: Running) -> bool:
    health = studio.get("/health")
    return health["searches"] == health["waiting"] == 0


def test_two_pages_stay_in_step(studio: Running) -> None:
    """A page that does not hear of the other's move, an agent's answer or an undo."""
    game = studio.new("connect_four", None, "random")
    with studio.live() as one, studio.live() as two:
        for page in (one, two):
            page.say("watch", game=game["id"])
            assert page.hear("game")["game"]["ply"] == 0
        reference = one.say("move", game=game["id"], action=3, ply=0)
        # The agent may have answered before the page hears that its own move was played.
        seen = [page.hear("game", "moved", until=lambda m: m["game"]["ply"] == 2)["game"] for page in (one, two)]
        assert seen[0]["moves"][0]["action"] == 3
        assert seen[0]["position"] == seen[1]["position"] and not seen[0]["thinking"]
        assert two.say("move", game=game["id"], action=3, ply=0) == 2 == reference
        assert "ply 2" in two.hear("error")["error"]
        studio.post(f"/games/{game['id']}/undo")
        for page in (one, two):
            page.hear("game", until=lambda m: m["game"]["ply"] == 0)
        studio.client.delete(f"/api/games/{game['id']}")
        for page in (one, two):
            assert page.hear("deleted")["game"] == game["id"]


def test_a_page_may_look_from_the_other_side(studio: Running) -> None:
    """A board that is not turned for the page that asked, or turned for others too."""
    game = studio.new("chess", None, None)
    with studio.live() as one, studio.live() as two:
        one.say("watch", game=game["id"])
        two.say("watch", game=game["id"], flip=True)
        cells = [{c["id"]: c for c in page.hear("game")["game"]["position"]["cells"]} for page in (one, two)]
        assert cells[0]["a1"]["y"] == cells[1]["h8"]["y"] > cells[0]["h8"]["y"]


def test_unwatched_games_are_silent(studio: Running) -> None:
    """Messages about a game that the page no longer follows."""
    game = studio.new("nim", None, None)
    with studio.live() as page:
        page.say("watch", game=game["id"])
        page.hear("game")
        page.say("unwatch", game=game["id"])
        page.say("move", game=game["id"], name="a-1", ply=0)
        page.hear("moved")
        page.say("ping")
        assert json.loads(page.socket.recv(timeout=60))["type"] == "pong"
        assert studio.studio.games.get(game["id"]).watchers == 0


def test_an_analysis_deepens(studio: Running) -> None:
    """Reports without lines, names that are not legal, a bar outside its bounds, no word at the end."""
    with studio.live() as page:
        ask = {"game": "connect_four", "moves": [3, 3], "lines": 3, "depth": 8, "seconds": 60}
        reference = page.say("analyse", **ask)
        reports = [page.hear("report")]
        while (message := page.hear("report", "done"))["type"] == "report":
            reports.append(message)
        assert message["ref"] == reference and reports[-1]["depth"] == 8
        assert [r["depth"] for r in reports] == sorted(r["depth"] for r in reports)
        for line in reports[-1]["lines"]:
            assert line["names"][0] == line["name"] and line["actions"][0] == line["action"] and line["gesture"]
            assert -1 <= line["value"]["bar"] <= 1 and line["value"]["text"]
        assert len(reports[-1]["lines"]) == 3
    wait_for(lambda: idle(studio))


@pytest.mark.parametrize(
    ("game", "state", "words"),
    [
        ("chess", "4k3/8/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", r"\+[12]\d\.\d\d"),  # pawns: a queen and eight of them ahead
        ("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "#1"),
        ("othello:size=4", "XXXXXXOXXOOX-OOO O", r"[+-]\d+ \(proven\)"),  # discs
        ("nim", "0-0-5-4 first", r"\d\d\.\d %"),  # the chance of a win, where nothing is counted
    ],
)
def test_values_are_shown_in_the_unit_of_the_game(studio: Running, game: str, state: str, words: str) -> None:
    """Would catch utilities such as 0.13 where people count pawns or discs, or a mate without its distance."""
    with studio.live() as page:
        page.say("analyse", game=game, start=state, moves=[], algorithm="engine", depth=3, seconds=60)
        texts = []
        while (message := page.hear("report", "done"))["type"] == "report":
            texts = [message["value"]["text"], *(line["value"]["text"] for line in message["lines"][:1])]
        assert texts and all(re.fullmatch(words, text) for text in texts), texts
    wait_for(lambda: idle(studio))


@pytest.mark.parametrize(("game", "algorithm"), [("pig", "auto"), ("2048", "auto"), ("mnk:players=3", "auto"), ("nim", "mcts")])
def test_every_kind_of_game_is_analysed(studio: Running, game: str, algorithm: str) -> None:
    """A kind of game whose values or lines cannot be sent."""
    with studio.live() as page:
        start = studio.new(game, *[None] * {"2048": 1, "mnk:players=3": 3}.get(game, 2))
        position = {"game": game, "start": start["start"], "moves": [m["action"] for m in start["moves"]]}
        page.say("analyse", **position, algorithm=algorithm, lines=2, seconds=0.3)
        report = page.hear("report", until=lambda m: m["nodes"] > 0)
        assert report["lines"] and (report["value"]["bar"] is None) == (game == "2048")
        page.hear("done")


def test_one_analysis_a_page(studio: Running) -> None:
    """A page that gathers searches, or hears of an earlier one."""
    with studio.live() as page:
        for _ in range(5):
            last = page.say("analyse", game="connect_four", seconds=600)
        page.hear("report", until=lambda m: m["ref"] == last)
        wait_for(lambda: studio.get("/health")["searches"] == 1)
        page.say("stop")
        wait_for(lambda: idle(studio))


def test_a_closed_page_stops_its_search(studio: Running) -> None:
    """A search that goes on for nobody; a page that is counted after it has gone."""
    with studio.live() as page:
        page.say("analyse", game="connect_four", seconds=600)
        page.hear("report")
        assert studio.get("/health")["pages"] == 1
    wait_for(lambda: idle(studio) and studio.get("/health")["pages"] == 0)


def test_who_waits_is_told_and_gets_a_turn(start: Any) -> None:
    """A queue without word of it, or one in which the first never makes room."""
    studio = start(searches=1)
    studio.studio.studies.turn = 0.2
    with studio.live() as one, studio.live() as two:
        one.say("analyse", game="connect_four", seconds=600)
        one.hear("report")
        two.say("analyse", game="connect_four", seconds=0.1)
        two.hear("queued")
        assert "waiting" in one.hear("done")["reason"]
        two.hear("report")
        two.hear("done")


def test_a_request_that_nobody_waits_for_ends(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for an answer whose asker has gone."""
    import socket

    # By itself, it would go on for longer than any machine takes to notice.
    monkeypatch.setattr(routes_search, "explain", lambda job, position, action, seconds: explain(job, position, action, 3600.0))
    body = json.dumps({"game": "connect_four", "action": 3, "seconds": 10}).encode()
    head = f"POST /api/why HTTP/1.1\r\nHost: 127.0.0.1:{studio.options.port}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", studio.options.port)) as raw:
        raw.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        wait_for(lambda: studio.get("/health")["searches"] == 1)
    wait_for(lambda: idle(studio))


BAD_MESSAGES = [
    "",
    "{",
    "null",
    "[]",
    "3",
    '"watch"',
    "{}",
    '{"type": null}',
    '{"type": ["watch"]}',
    '{"type": "shout"}',
    '{"type": "watch"}',
    '{"type": "watch", "game": 5}',
    '{"type": "watch", "game": "nobody"}',
    '{"type": "unwatch", "game": "nobody"}',
    '{"type": "move", "game": "nobody", "action": 1, "ply": 0}',
    '{"type": "move", "game": "nobody", "action": 1.5, "ply": 0}',
    '{"type": "move", "game": "nobody", "action": true, "ply": 0}',
    '{"type": "move", "game": "nobody", "action": 1e400, "ply": 0}',
    '{"type": "analyse", "game": "chess", "start": "rubbish"}',
    '{"type": "analyse", "game": "chess", "moves": [1, 2, 3]}',
    '{"type": "analyse", "game": "chess", "moves": "e4"}',
    '{"type": "analyse", "game": "/etc/passwd"}',
    '{"type": "analyse", "game": "chess", "algorithm": "magic"}',
    '{"type": "analyse", "game": "chess", "algorithm": "expectimax"}',
    '{"type": "analyse", "game": "chess", "seconds": 1e9}',
    '{"type": "analyse", "game": "chess", "seconds": NaN}',
    '{"type": "analyse", "game": "chess", "seconds": -1}',
    '{"type": "analyse", "game": "chess", "lines": 1000}',
    '{"type": "analyse", "game": "chess", "threads": 0}',
    '{"type": "analyse", "game": "chess", "code": "import os"}',
    '{"type": "ping", "id": {"a": 1}}',
    "[" * 20_000,
    "\x00",
]


def test_bad_messages_are_answered_one_by_one(studio: Running) -> None:
    """A message that breaks the connection, is not answered, or is answered with anything but a sentence."""
    with studio.live() as page:
        for text in BAD_MESSAGES:
            page.socket.send(text)
            assert page.hear("error")["error"], text
        page.socket.send(b'{"type": "ping"}')
        assert "bytes" in page.hear("error")["error"]
        page.socket.send(json.dumps({"type": "ping", "id": "x" * LONGEST_MESSAGE}))
        assert "too long" in page.hear("error")["error"]
        page.socket.send('{"type": "ping", "id": "seven"}')
        assert page.hear("pong")["ref"] == "seven"


def test_errors_name_the_message(studio: Running) -> None:
    """An error that a page cannot tie to what it asked."""
    with studio.live() as page:
        number = page.say("watch", game="nobody")
        assert page.hear("error") == {"type": "error", "ref": number, "error": "there is no game 'nobody'"}


def test_huge_frames_close_the_connection_and_nothing_else(studio: Running) -> None:
    """A message that fills the memory, or takes other pages down."""
    game = studio.new("nim", None, None)
    with studio.live() as other:
        other.say("watch", game=game["id"])
        other.hear("game")
        with studio.live() as page, pytest.raises(ConnectionClosed):
            page.socket.send("x" * (LONGEST_FRAME + 1))
            page.socket.recv(timeout=60)
        other.say("ping")
        other.hear("pong")


def test_floods_are_answered_with_errors(studio: Running) -> None:
    """A page that can keep the server busy for everybody else."""
    with studio.live() as page, studio.live() as other:
        for _ in range(MESSAGES_AT_ONCE + 60):
            page.say("ping")
        kinds = [json.loads(page.socket.recv(timeout=60)) for _ in range(MESSAGES_AT_ONCE + 60)]
        errors = [m for m in kinds if m["type"] == "error"]
        assert errors and all("too many messages" in m["error"] for m in errors)
        other.say("ping")
        other.hear("pong")


def test_a_page_follows_a_bounded_number_of_games(studio: Running) -> None:
    """A page that makes the server keep everything in memory."""
    with studio.live() as page:
        for _ in range(MOST_WATCHED):
            page.say("watch", game=studio.new("nim", None, None)["id"])
            page.hear("game")
        page.say("watch", game=studio.new("nim", None, None)["id"])
        assert "unwatch" in page.hear("error")["error"]


def test_compiling_is_announced_to_who_analyses(start: Any, tmp_path: Any) -> None:
    """A page that waits for a compilation without knowing why, or that cannot be used meanwhile."""
    mine = tmp_path / "mine.py"
    mine.write_text(OWN_GAME)
    studio = start(game_files=(str(mine),))
    with studio.live() as page:
        page.say("analyse", game="count_down", algorithm="minimax_value", depth=2, seconds=60)
        assert page.hear("compiling")["text"].startswith("Compiling")
        page.say("ping")
        page.hear("pong")
        page.hear("done")


def test_compiling_is_announced_to_who_plays(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent that seems to think for minutes while its search compiles; word of it that stays when it is over."""
    compiled = threading.Event()

    class Slow:
        name = "slow"

        def choose(self, position: Position) -> int:
            announce("counterplay: compiling search_node for nim (once; kept on disk)")
            compiled.wait(PATIENCE)
            return position.choices[0]

    monkeypatch.setattr(running_games, "make_agent", lambda name: Slow())
    game = studio.new("nim", None, "level:3")
    with studio.live() as page:
        page.say("watch", game=game["id"])
        page.say("move", game=game["id"], name="a-1", ply=0)
        waiting = page.hear("game", until=lambda m: m["game"]["compiling"])["game"]
        assert waiting["thinking"] and waiting["compiling"] == "Compiling search_node for nim (once; kept on disk)"
        compiled.set()
        assert page.hear("game", until=lambda m: m["game"]["ply"] == 2)["game"]["compiling"] is None


def test_an_agent_that_fails_does_not_stop_the_game(studio: Running, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """A game that hangs because its agent has a fault."""

    class Broken:
        name = "broken"

        def choose(self, position: Position) -> int:
            raise RuntimeError("no idea")

    monkeypatch.setattr(running_games, "make_agent", lambda name: Broken())
    game = studio.new("nim", None, "level:3")
    studio.post(f"/games/{game['id']}/moves", {"name": "a-1", "ply": 0})
    wait_for(lambda: studio.get(f"/games/{game['id']}")["ply"] == 2)
    assert "broken cannot move" in caplog.text
    caplog.clear()


def test_pages_that_come_and_go_leave_nothing(studio: Running) -> None:
    """A page that goes while it is being served, and is counted among those who watch forever."""
    game = studio.new("chess", None, None)
    for _ in range(20):
        with studio.live() as page:
            page.say("watch", game=game["id"])
            page.say("analyse", game="connect_four", seconds=600)
            page.say("move", game=game["id"], name="e4", ply=0)
    wait_for(lambda: idle(studio) and studio.get("/health")["pages"] == 0)
    live = studio.studio.games.get(game["id"])
    wait_for(lambda: live.watchers == 0)


def test_a_search_that_begins_as_its_page_goes_is_stopped() -> None:
    """A page that goes while a thread prepares its analysis, and a search that nobody stops afterwards."""
    begun, gone, cancelled = threading.Event(), threading.Event(), list[str]()

    class Socket:
        async def receive(self) -> dict[str, str]:
            return {"type": "websocket.receive", "text": json.dumps({"id": 1, "type": "analyse", "game": "nim", "moves": []})}

        async def send_text(self, _: str) -> None:
            await asyncio.to_thread(begun.wait)
            threading.Timer(0.05, gone.set).start()
            raise WebSocketDisconnect

    async def serve() -> None:
        pages: Any = SimpleNamespace(searches=SimpleNamespace(cancel=cancelled.append))
        socket: Any = Socket()
        page: Any = websocket.Page(pages, socket)

        def analyse(_: object) -> None:
            begun.set()
            gone.wait()
            page.analysis = "a search"

        page._analyse = analyse
        page.outbox.put({"type": "pong"})
        await page.run()

    asyncio.run(serve())
    assert cancelled == ["a search"]


def test_a_page_that_does_not_read_is_given_up(studio: Running) -> None:
    """A page that lets the server's memory grow by never reading what it is sent."""
    page = websocket.Outbox(asyncio.new_event_loop())
    for number in range(websocket.MOST_UNREAD + 1):
        page.put({"type": "pong", "ref": number})
    assert page.overflowed
    for _ in range(10 * websocket.MOST_UNREAD):
        page.put({"type": "game"}, "one game")
    assert len(page._waiting) <= websocket.MOST_UNREAD + 2
