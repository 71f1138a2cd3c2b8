"""Running a studio: a socket, the server on it, the browser in front of it."""

from __future__ import annotations

import contextlib
import logging
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from counterplay.core import BadParameter
from counterplay.core.interruption import asked
from counterplay.studio.server.app import create_app
from counterplay.studio.server.connection_limits import Gate, protocols
from counterplay.studio.server.log_limit import FAREWELL, limit_log
from counterplay.studio.server.request_guard import App, is_loopback
from counterplay.studio.server.studio_options import ACCEPTED_AT_ONCE, DEFAULT_PORT, LONGEST_FRAME, Options

GRACE = 1  # seconds that open connections get when the server ends


def listening_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens; without a port the usual one, or any that is free."""
    last: OSError | None = None
    for number in (port,) if port is not None else (DEFAULT_PORT, 0):
        try:
            listener = socket.create_server((host, number or 0), family=_family(host), backlog=256)
            # Connections inherit it. Without it an answer's second part waits 40 ms for the browser to confirm the first.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listener
        except OSError as error:
            last = error
    raise BadParameter(f"cannot listen on {host}, port {port}: {last.strerror if last else 'no reason given'}")


def _family(host: str) -> socket.AddressFamily:
    try:
        return socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    except OSError as error:
        raise BadParameter(f"'{host}' is no address of this machine: {error.strerror or error}") from None


class Server(uvicorn.Server):
    """Ends when it is asked to, too: signals come to the first thread, and the command serves on another."""

    async def on_tick(self, counter: int) -> bool:
        """Whether to end; asked ten times a second."""
        return asked() or await super().on_tick(counter)


def run(
    options: Options,
    *,
    port: int | None = None,
    browser: bool = True,
    say: Callable[[str], object] = print,
    serving: contextlib.AbstractContextManager[object] | None = None,
) -> None:
    """Serve until Ctrl-C; `serving` is entered as long as there are connections to be closed in good order."""
    listener = listening_socket(options.host, port)
    try:
        options = replace(options, port=listener.getsockname()[1])
        if not is_loopback(options.host) and options.token is None:
            options = replace(options, token=secrets.token_urlsafe(24))
        app = create_app(options)
    except BaseException:
        listener.close()
        raise
    address = address_of(options)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s: %(message)s")
    limit_log(logging.getLogger())
    with serving or contextlib.nullcontext(), contextlib.suppress(KeyboardInterrupt):
        say(f"The studio is at {address}")
        if options.token is not None:
            say("Others can reach it; this address has the token that lets them in, so give it only to those who may.")
        say("Ctrl-C ends it; games are kept.")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        Server(configured(app)).run(sockets=[listener])


def configured(app: App, gate: Gate | None = None) -> uvicorn.Config:
    """How the application is served."""
    logging.getLogger("uvicorn.error").addFilter(FAREWELL)
    http, websockets = protocols(Gate() if gate is None else gate)
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=http,
        ws=websockets,
        backlog=ACCEPTED_AT_ONCE,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,  # nothing is gained on loopback
        access_log=False,
        log_config=None,
        log_level="warning",
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


def address_of(options: Options) -> str:
    """What to type into a browser."""
    host = {"0.0.0.0": socket.gethostname(), "::": socket.gethostname(), "": socket.gethostname()}.get(
        options.host, options.host
    )
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{options.port}/" + (f"?token={options.token}" if options.token else "")
