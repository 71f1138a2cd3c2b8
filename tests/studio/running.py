"""A studio that runs: on a thread of the test process, where its inside can be looked at, or as a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from counterplay.studio.server.app import create_app
from counterplay.studio.server.connection_limits import Gate
from counterplay.studio.server.studio_options import Options
from counterplay.studio.server.studio_server import configured, listening_socket
from counterplay.studio.server.studio_state import Studio

PATIENCE = 120.0  # seconds: a loaded machine with cold caches compiles for a long while


class Running:
    """A studio on a thread."""

    def __init__(self, options: Options, gate: Gate | None = None) -> None:
        self.socket = listening_socket("127.0.0.1", 0)
        self.options = replace(options, port=self.socket.getsockname()[1])
        self.app = create_app(self.options)
        self.studio: Studio = self.app.app.state.studio  # type: ignore[attr-defined]
        self.server = uvicorn.Server(configured(self.app, gate))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)
        self.client = client_of(self.address)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.options.port}"

    def close(self) -> None:
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)

    def get(self, path: str, status: int = 200) -> Any:
        return checked(self.client.get(f"/api{path}"), status)

    def post(self, path: str, content: Any = None, status: int = 200) -> Any:
        return checked(self.client.post(f"/api{path}", json=content if content is not None else {}), status)

    def new(self, game: str, *agents: str | None, **more: Any) -> Any:
        """A game with an agent, or a person (None), in each seat."""
        seats = [{"kind": "human"} if a is None else {"kind": "agent", "agent": a} for a in agents]
        return self.post("/games", {"game": game, "seats": seats, **more}, 201)

    @contextlib.contextmanager
    def live(self, **options: Any) -> Iterator[Talk]:
        with connect(f"ws://127.0.0.1:{self.options.port}/api/live", max_size=None, **options) as socket:
            yield Talk(socket)


class Talk:
    """One websocket, as a page would use it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._ids = 0

    def say(self, kind: str, **fields: Any) -> int:
        self._ids += 1
        self.socket.send(json.dumps({"id": self._ids, "type": kind, **fields}))
        return self._ids

    def hear(self, *kinds: str, until: Callable[[Any], bool] = lambda message: True, patience: float = PATIENCE) -> Any:
        """The next message of one of these kinds that fits; others are passed over, an error is a failure."""
        end = time.monotonic() + patience
        while True:
            message = json.loads(self.socket.recv(timeout=max(0.01, end - time.monotonic())))
            if message["type"] in kinds and until(message):
                return message
            assert message["type"] != "error" or "error" in kinds, message


def client_of(address: str, **options: Any) -> httpx.Client:
    """A client that opens a connection for every request.

    The server closes a connection that has been idle for long, perhaps in the moment in which the next request is sent on it.
    """
    return httpx.Client(base_url=address, timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0), **options)


def checked(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, (response.status_code, response.text[:500])
    if status >= 400:
        assert list(response.json()) == ["error"] and response.json()["error"], response.text
    return response.json() if "json" in response.headers.get("content-type", "") else response.text


def wait_for(condition: Callable[[], Any], patience: float = PATIENCE, pause: Callable[[float], None] = time.sleep) -> Any:
    """What the condition gives once it is true; it is asked again after a pause of so many seconds."""
    end = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        pause(0.01)
    return found


class Process:
    """A studio as its owner starts it."""

    def __init__(self, *words: str) -> None:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "counterplay", "studio", "--no-browser", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        self.address = found.group(0) if found else ""

    def end(self, how: int = signal.SIGINT) -> tuple[int, str, str]:
        """Exit code and what it said."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, self.said + out, err
