"""How many may connect, how long they may say nothing, and what is written about them."""

from __future__ import annotations

import contextlib
import logging
import resource
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from counterplay.studio.api.catalogue_view import CatalogueViews
from counterplay.studio.server.connection_limits import Gate
from counterplay.studio.server.log_limit import AT_ONCE, LONGEST, Sparingly, limit_log
from tests.studio.running import PATIENCE, Process, Running, wait_for

HALF = b"GET /api/health HTTP/1.1\r\nHost: localhost"  # and nothing more


@contextlib.contextmanager
def silent(port: int, count: int, said: bytes = HALF) -> Iterator[list[socket.socket]]:
    """Connections that have sent part of a request."""
    with contextlib.ExitStack() as held:
        opened = []
        for _ in range(count):
            one = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
            with contextlib.suppress(OSError):  # it may have been closed already
                one.sendall(said)
            opened.append(one)
        yield opened


def closed(connection: socket.socket) -> bool:
    """Whether the server has closed a connection; waits for it."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_half_a_request_is_not_waited_for(start: Any) -> None:
    """Connections that cost a file each for as long as somebody likes: without a word, in the header, or in the body."""
    studio = start(gate=Gate(request_seconds=0.2))
    head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{studio.options.port}\r\nContent-Type: application/json\r\n"
    body = f"{head}Content-Length: 100\r\n\r\n{{"
    parts = f"{head}Transfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n"
    for said in (b"", b"G", HALF, head.encode(), body.encode(), parts.encode()):
        with silent(studio.options.port, 1, said) as [one]:
            assert closed(one), said
    whole = f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{studio.options.port}\r\n\r\n".encode()
    with silent(studio.options.port, 1, whole + HALF) as [one]:
        answer = b""
        while part := one.recv(65536):
            answer += part
        assert answer.startswith(b"HTTP/1.1 200")
    assert studio.get("/health")


def test_a_byte_now_and_then_is_not_enough(start: Any) -> None:
    """A request that is sent so slowly that it never seems to be over."""
    studio = start(gate=Gate(request_seconds=0.5))
    with silent(studio.options.port, 1, b"GET / HTTP/1.1\r\n") as [one]:
        one.settimeout(0.01)
        try:
            for number in range(int(100 * PATIENCE)):
                one.sendall(f"X-{number}: y\r\n".encode())
                with contextlib.suppress(TimeoutError):
                    if one.recv(1) == b"":
                        break
            else:
                pytest.fail("it is still open")
        except ConnectionError:
            pass


def test_a_slow_search_is_no_slow_request(start: Any) -> None:
    """An answer that takes its time, or a silent websocket, that is cut off like half a request."""
    studio = start(gate=Gate(request_seconds=0.2))
    game = studio.new("nim", None, None)
    with studio.live() as page:
        page.say("watch", game=game["id"])
        page.hear("game")
        assert studio.post(f"/games/{game['id']}/hint")["name"]
        assert studio.post("/why", {"game": "nim", "action": game["position"]["choices"][0]["action"], "seconds": 1})
        page.say("ping")
        page.hear("pong")


def test_the_longest_silent_makes_room(start: Any) -> None:
    """Somebody who holds all connections an address may have, and so keeps its browser out."""
    studio = start(gate=Gate(most_of_one=10))
    with silent(studio.options.port, 30) as opened:
        assert studio.get("/health")
        assert all(closed(one) for one in opened[:20])
        game = studio.new("nim", None, None)
        assert studio.post(f"/games/{game['id']}/moves", {"name": "a-1", "ply": 0})


def test_websockets_are_counted_and_not_closed_for_others(start: Any) -> None:
    """Open pages that others push out, or that are still counted when they have gone."""
    gate = Gate(most_of_one=4)
    studio = start(gate=gate)
    with contextlib.ExitStack() as pages:
        talks = [pages.enter_context(studio.live()) for _ in range(4)]
        with httpx.Client(base_url=studio.address) as late:
            answer = late.get("/api/health")
        assert answer.status_code == 503 and "too many connections" in answer.json()["error"]
        for talk in talks:
            talk.say("ping")
            talk.hear("pong")
    wait_for(lambda: len(gate) == 0)
    assert studio.get("/health")


def test_an_answer_that_nobody_reads(start: Any) -> None:
    """A connection whose answers pile up for as long as somebody likes."""
    studio = start(gate=Gate(unread_seconds=0.2))
    ask = f"GET /page/main.js HTTP/1.1\r\nHost: 127.0.0.1:{studio.options.port}\r\n\r\n".encode()
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", studio.options.port))
        one.settimeout(PATIENCE)
        with pytest.raises(ConnectionError):
            while True:
                one.sendall(ask * 100)


def test_connections_leave_files_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gate that lets in more connections than the process has files for."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 256))
    assert Gate().most <= 200


@pytest.mark.slow
def test_a_thousand_half_requests(launch: Callable[..., Process], tmp_path: Path) -> None:
    """Everybody locked out by half-sent requests, and a log of megabytes about it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2000:
        pytest.skip("this machine gives a process too few files")
    studio = launch("--port", "0", "--db", str(tmp_path / "s.sqlite"))
    port = int(studio.address.rstrip("/").rpartition(":")[2])
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2000), hard))
    try:
        with silent(port, 1100), httpx.Client(base_url=studio.address, timeout=PATIENCE) as browser:
            for _ in range(5):
                assert browser.get("/api/health", headers={"Connection": "close"}).status_code == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    code, _, err = studio.end()
    assert code == 0 and len(err) < 10_000, err[:2000]


def test_rubbish_is_logged_sparingly(start: Callable[..., Running], capsys: pytest.CaptureFixture[str]) -> None:
    """A log that whoever can connect fills as fast as the network carries."""
    logger, handler = logging.getLogger("a test of the log"), logging.StreamHandler()
    logger.propagate, logger.handlers = False, [handler]
    limit_log(logger)
    assert any(isinstance(one, Sparingly) for one in handler.filters)
    try:
        raise ValueError("x" * 10 * LONGEST)
    except ValueError:
        for _ in range(1000):
            logger.exception("y" * 10 * LONGEST)
    written = capsys.readouterr().err
    assert len(written) < 3 * LONGEST * AT_ONCE and "left out" in written
    assert written.count("[from here on") == 1


def test_a_studio_that_ends_says_nothing_of_requests_under_way(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A traceback at Ctrl-C because a page was loading: the fixture finds it in the log."""
    asked, go_on = threading.Event(), threading.Event()

    def slow(self: CatalogueViews) -> list[Any]:
        asked.set()
        go_on.wait(PATIENCE)
        return []

    monkeypatch.setattr(CatalogueViews, "cards", slow)
    studio = start()
    with socket.create_connection(("127.0.0.1", studio.options.port)) as waiting:
        host = f"127.0.0.1:{studio.options.port}"
        waiting.sendall(f"GET /api/catalogue HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert asked.wait(PATIENCE)
        studio.server.should_exit = True
        wait_for(lambda: not studio.server.server_state.tasks)  # given up
        go_on.set()
