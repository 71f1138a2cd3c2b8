"""How many connections there may be, and for how long one may say nothing.

A connection costs a file of the process, of which there are about a thousand: whoever opened so many and sent half a request
on each would keep everybody out. So a request has to come whole within seconds, an address has a number of connections that
is generous for a browser, and where they are used up the connection that has waited longest for a request makes room.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from counterplay.studio.server.studio_options import MOST_CONNECTIONS, MOST_OF_ONE_ADDRESS, REQUEST_SECONDS, UNREAD_SECONDS

UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # what h11 says of whoever still owes us a request, or the rest of one
OTHER_FILES = 100  # that a process needs besides connections: the database, agents, searches that load native code
CROWDED = b'{"error":"too many connections are open; close some, or try again in a while"}'
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s" % (len(CROWDED), CROWDED)
)


class Gate:
    """The open connections of one server, by address; the waiting ones in the order in which they began to wait."""

    def __init__(
        self,
        most: int | None = None,
        most_of_one: int = MOST_OF_ONE_ADDRESS,
        request_seconds: float = REQUEST_SECONDS,
        unread_seconds: float = UNREAD_SECONDS,
    ) -> None:
        self.most, self.most_of_one = _room() if most is None else most, most_of_one
        self.request_seconds, self.unread_seconds = request_seconds, unread_seconds
        self._addresses: dict[asyncio.Transport, str] = {}
        self._waiting: dict[asyncio.Transport, None] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._addresses)

    def enter(self, transport: asyncio.Transport) -> bool:
        """A connection comes; False where there is no room, and nobody waits who could make some."""
        client = get_remote_addr(transport)
        address = client[0] if client else ""
        crowded = self._counts[address] >= self.most_of_one
        if crowded or len(self) >= self.most:
            longest = next((t for t in self._waiting if not crowded or self._addresses[t] == address), None)
            if longest is None:
                return False
            longest.abort()
            self.leave(longest)
        self._addresses[transport] = address
        self._counts[address] += 1
        self.waits(transport, True)
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has gone."""
        self._waiting.pop(transport, None)
        address = self._addresses.pop(transport, None)
        if address is not None:
            self._counts -= Counter([address])  # which also forgets addresses without any

    def waits(self, transport: asyncio.Transport, waiting: bool) -> None:
        """Whether a connection waits for a request, or for the rest of one."""
        if not waiting:
            self._waiting.pop(transport, None)
        elif transport in self._addresses:
            self._waiting.setdefault(transport)


def _room() -> int:
    """Connections that this process has files for."""
    try:
        import resource
    except ImportError:  # not POSIX
        return MOST_CONNECTIONS
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if files == resource.RLIM_INFINITY else max(1, min(MOST_CONNECTIONS, files - OTHER_FILES))


class Deadline:
    """Something that happens unless it is cancelled in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, loop: asyncio.AbstractEventLoop, seconds: float, action: Callable[[], object]) -> None:
        """Begin to count, if that has not begun."""
        self._timer = self._timer or loop.call_later(seconds, action)

    def cancel(self) -> None:
        """It is not to happen."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientHttp(H11Protocol):
    """HTTP with an end to patience."""

    gate: Gate  # of the server: each has a subclass of its own

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._request_due, self._reading_due = Deadline(), Deadline()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection, if there is room for it; its first request is awaited from now on."""
        super().connection_made(transport)
        if self.gate.enter(transport):
            self._await_request()
        else:
            transport.write(REFUSAL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._request_due.cancel()
        self._reading_due.cancel()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request, or all of it."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state in UNFINISHED and self.transport.get_protocol() is self:
            self._await_request()
        else:
            self._request_due.cancel()
            self.gate.waits(self.transport, False)

    def on_response_complete(self) -> None:
        """The next request may come; for its first byte uvicorn waits as long as it keeps connections alive."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._await_request()
        elif self.conn.their_state is h11.IDLE:
            self.gate.waits(self.transport, True)

    def pause_writing(self) -> None:
        """Whoever asked does not read the answer."""
        super().pause_writing()
        self._reading_due.set(self.loop, self.gate.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It is read."""
        super().resume_writing()
        self._reading_due.cancel()

    def _await_request(self) -> None:
        """Those who send a byte now and then get no more time than others."""
        self.gate.waits(self.transport, True)
        self._request_due.set(self.loop, self.gate.request_seconds, self.transport.abort)


class CountedWebSocket(WebSocketsSansIOProtocol):
    """A websocket that says when it has gone; whether anybody is there uvicorn finds out by pings."""

    gate: Gate

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self.gate.leave(self.transport)
        super().connection_lost(exc)


def protocols(gate: Gate) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """What a server of this gate speaks: HTTP and websockets."""
    return type("Http", (PatientHttp,), {"gate": gate}), type("WebSocket", (CountedWebSocket,), {"gate": gate})
