"""The command: what it says, how it ends, and that a killed studio loses nothing."""

from __future__ import annotations

import json
import signal
import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from websockets.sync.client import connect

from counterplay.cli.main import commands
from tests.studio.running import PATIENCE, Process, Running, Talk


def call(studio: Process, path: str, content: Any = None) -> Any:
    body = None if content is None else json.dumps(content).encode()
    request = urllib.request.Request(f"{studio.address}api{path}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def refused(*words: str) -> str:
    """The one sentence with which the command fails."""
    done = CliRunner().invoke(commands, ["studio", "--no-browser", *words])
    lines = done.stderr.strip().splitlines()
    assert done.exit_code == 2 and done.stdout == "" and len(lines) == 1, (done.stderr, done.exception)
    return lines[0]


def test_a_killed_studio_goes_on_where_it_was(launch: Callable[..., Process], tmp_path: Path) -> None:
    """A move that was answered and is gone after a kill; a file that stays locked."""
    database = str(tmp_path / "s.sqlite")
    first = launch("--port", "0", "--db", database)
    seats = [{"kind": "human"}, {"kind": "human"}]
    game = call(first, "/games", {"game": "chess", "seats": seats})
    for ply, name in enumerate(["e4", "e5", "Nf3"]):
        game = call(first, f"/games/{game['id']}/moves", {"name": name, "ply": ply})
    first.end(signal.SIGKILL)
    port = first.address.rstrip("/").rpartition(":")[2]
    second = launch("--port", port, "--db", database)
    again = call(second, f"/games/{game['id']}")
    assert again["moves"] == game["moves"] and again["position"] == game["position"]
    call(second, f"/games/{game['id']}/moves", {"name": "Nc6", "ply": 3})


def test_ctrl_c_ends_it_at_once_even_during_a_search(launch: Callable[..., Process], tmp_path: Path) -> None:
    """A studio that cannot be ended while a page is open and a search runs, or that ends with a traceback."""
    studio = launch("--port", "0", "--db", str(tmp_path / "s.sqlite"))
    with connect(studio.address.replace("http", "ws") + "api/live", max_size=None) as socket_:
        page = Talk(socket_)
        page.say("analyse", game="connect_four", seconds=600, threads=2)
        page.hear("report")
        code, out, err = studio.end(signal.SIGINT)  # long before the search is over
    # The usual end of a server is no failure: `make studio` would call it one.
    assert code == 0 and "The studio is at http://127.0.0.1:" in out and err == ""


def test_bad_words_are_refused(tmp_path: Path) -> None:
    """A traceback, or a studio that starts all the same."""
    database = ("--db", str(tmp_path / "s.sqlite"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert port in refused(*database, "--port", port)
    assert "no file" in refused(*database, "missing.py")
    assert "no address" in refused(*database, "--host", "no.such.host.invalid")
    assert "is a directory" in refused("--db", str(tmp_path))
    assert list(tmp_path.iterdir()) == []  # nothing was made on the way


def test_two_studios_on_one_file(studio: Running) -> None:
    """Two that play the same games."""
    assert "another studio" in refused("--port", "0", "--db", str(studio.options.database))


def test_others_need_the_token_and_sigterm_ends_it(launch: Callable[..., Process], tmp_path: Path) -> None:
    """A studio on all addresses that anybody can use; one that a service manager has to kill."""
    studio = launch("--port", "0", "--host", "0.0.0.0", "--db", str(tmp_path / "s.sqlite"))
    assert "?token=" in studio.address
    port, token = studio.address.partition("/?")[0].rpartition(":")[2], studio.address.partition("token=")[2]
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/games")
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request, timeout=PATIENCE)
    assert refusal.value.code == 401 and len(token) >= 20
    request.add_header("Authorization", f"Bearer {token}")
    assert json.load(urllib.request.urlopen(request, timeout=PATIENCE)) == []
    code, _, err = studio.end(signal.SIGTERM)
    assert "Traceback" not in err and code in (0, 143, -signal.SIGTERM, 130)
