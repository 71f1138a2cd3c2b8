"""Who may talk to the studio: checked before anything else, on every request and every websocket.

A page of another site runs in the same browser and can send requests to this machine. It is told apart by the Host header
(a foreign name that was made to point here, "DNS rebinding") and by Origin (a foreign page). Where the studio can be reached
from other machines, a token is asked for as well.
"""

from __future__ import annotations

import ipaddress
import json
import secrets
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from fastapi import HTTPException

from counterplay.studio.server.studio_options import LONGEST_BODY, Options

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
POLICY_VIOLATION = 1008  # a websocket's close code (RFC 6455, section 7.4.1)
COOKIE_DAYS = 30
TOO_LONG = f"the request is too long; {LONGEST_BODY // 1024} KiB are read at most"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FIXED_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=()",
}


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Refusal(Exception):
    """Why a request goes no further."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Guard:
    """ASGI middleware around everything else."""

    def __init__(self, app: App, options: Options) -> None:
        self.app, self.options = app, options
        self.hosts = allowed_hosts(options.host)
        self.any_address = options.host in ("0.0.0.0", "::", "")
        self.cookie = f"counterplay_{options.port}"  # cookies do not know ports; two studios must not share one

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then hand on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope)
        try:
            self._check(scope, headers)
        except Refusal as refusal:
            await self._refuse(scope, receive, send, refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        answer = self._with_headers(send, headers, scope)
        if self._knows(_token_in(scope)):
            await self._remember(scope, answer)
            return
        await self.app(scope, LimitedBody(receive), answer)

    # --- the checks ---
    def _check(self, scope: Scope, headers: Headers) -> None:
        host = headers.only("host")
        self._check_host(host)
        self._check_origin(scope, headers, host)
        self._check_token(scope, headers)
        if scope["type"] == "http":
            _check_body(scope, headers)

    def _check_host(self, host: str) -> None:
        name, port = split_host(host)
        if port is not None and port != self.options.port:
            raise Refusal(421, f"this studio does not answer for port {port}")
        if name in self.hosts or (self.any_address and _is_address(name)):
            return
        raise Refusal(421, f"this studio does not answer for the host '{name[:60]}'; use http://localhost:{self.options.port}/")

    def _check_origin(self, scope: Scope, headers: Headers, host: str) -> None:
        origin = headers.only("origin", missing="")
        own = f"http://{host.lower()}"
        site = headers.only("sec-fetch-site", missing="").lower()
        if origin and origin.lower() != own:
            raise Refusal(403, f"a page of another origin may not use this studio: '{origin[:80]}'")
        if origin:
            return
        if scope["type"] == "websocket":
            # Browsers always say where a websocket comes from; only scripts need not.
            if site or headers.only("user-agent", missing="").startswith("Mozilla/"):
                raise Refusal(403, "a browser's websocket must say its origin")
        elif site not in ("", "same-origin", "none") and not _is_link(scope, headers):
            raise Refusal(403, "a page of another site may not use this studio")

    def _check_token(self, scope: Scope, headers: Headers) -> None:
        if self.options.token is None:
            return
        given = [
            _token_in(scope),
            headers.cookie(self.cookie),
            headers.only("authorization", missing="").removeprefix("Bearer "),
        ]
        if not any(map(self._knows, given)):
            raise Refusal(401, "this studio asks for a token: open the address that it printed when it was started")

    def _knows(self, given: str | None) -> bool:
        """Whether this is the studio's token."""
        token = self.options.token
        return bool(given and token) and secrets.compare_digest(str(given).encode(), str(token).encode())

    # --- the answers ---
    async def _refuse(self, scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
        if scope["type"] == "websocket":
            await receive()  # the handshake
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refusal.sentence[:120]})
            return
        body = json.dumps({"error": refusal.sentence}).encode()
        answer = self._with_headers(send, Headers(scope), scope)
        kind = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
        await answer({"type": "http.response.start", "status": refusal.status, "headers": kind})
        await answer({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _remember(self, scope: Scope, send: Send) -> None:
        """The token came in the address: keep it in a cookie and take it out of the address."""
        rest = urlencode([(k, v) for k, v in parse_qsl(scope["query_string"].decode("latin-1")) if k != "token"])
        # One slash, and all else written out: two, or a backslash or a tab after the first, begin another site's address.
        target = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")
        cookie = f"{self.cookie}={self.options.token}; Path=/; Max-Age={COOKIE_DAYS * 86_400}; HttpOnly; SameSite=Strict"
        headers = [(b"location", target.encode()), (b"set-cookie", cookie.encode()), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    def _with_headers(self, send: Send, headers: Headers, scope: Scope) -> Send:
        host = headers.first("host")
        sockets = f"ws://{host}" if host and all(c.isalnum() or c in ".:-[]" for c in host) else ""
        policy = POLICY.format(sockets=sockets).encode("ascii", "ignore")
        fresh = b"no-cache" if scope["path"].startswith("/page/") else b"no-store"

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", [])}
                more = {**FIXED_HEADERS, b"content-security-policy": policy, b"cache-control": fresh}
                message["headers"] = [*message.get("headers", []), *((n, v) for n, v in more.items() if n not in given)]
            await send(message)

        return answer


class Headers:
    """The headers of a request; names in lower case."""

    def __init__(self, scope: Scope) -> None:
        self._all: dict[str, list[str]] = {}
        for name, value in scope.get("headers", []):
            self._all.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1").strip())

    def first(self, name: str) -> str:
        """The first of them, or nothing."""
        return self._all.get(name, [""])[0]

    def only(self, name: str, missing: str | None = None) -> str:
        """The one header of that name; two would leave open which one counts."""
        values = self._all.get(name, [])
        if len(values) > 1:
            raise Refusal(400, f"the request has {len(values)} {name.title()} headers; there should be one")
        if not values and missing is None:
            raise Refusal(400, f"the request has no {name.title()} header")
        return values[0] if values else missing or ""

    def cookie(self, name: str) -> str:
        """A cookie's value, or nothing."""
        for part in ";".join(self._all.get("cookie", [])).split(";"):
            key, _, value = part.strip().partition("=")
            if key == name:
                return value
        return ""


class LimitedBody:
    """Receives a request's body and refuses one that is too long, even if it did not say so before."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._length = receive, 0

    async def __call__(self) -> MutableMapping[str, Any]:
        """The next part."""
        message = await self._receive()
        if message["type"] == "http.request":
            self._length += len(message.get("body", b""))
            if self._length > LONGEST_BODY:
                raise HTTPException(413, TOO_LONG)  # the one exception that FastAPI hands on while it reads a body
        return message


def allowed_hosts(host: str) -> frozenset[str]:
    """Names under which a studio that listens on a host may be addressed."""
    names = {*LOOPBACK}
    if not is_loopback(host):
        names |= {f"[{host}]" if ":" in host else host.lower(), socket.gethostname().lower()}
    return frozenset(names)


def split_host(host: str) -> tuple[str, int | None]:
    """`name:port` as a name in lower case and a port, 80 if there is none."""
    name, colon, port = host.rpartition(":")
    if host.endswith("]") or not colon:
        name, port = host, "80"
    if not (port.isdecimal() and port.isascii() and len(port) <= 5):
        raise Refusal(400, f"'{host[:60]}' is no host")
    return name.lower(), int(port)


def _is_address(name: str) -> bool:
    """Whether a name is an IP address, which no foreign site can make its own."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _is_link(scope: Scope, headers: Headers) -> bool:
    """Whether somebody follows a link to a page: that shows the page and changes nothing."""
    return (
        scope["method"] == "GET"
        and headers.first("sec-fetch-mode").lower() == "navigate"
        and not scope["path"].startswith("/api")
    )


def _token_in(scope: Scope) -> str | None:
    if scope["type"] == "websocket":
        return None
    return dict(parse_qsl(scope.get("query_string", b"").decode("latin-1"))).get("token")


def _check_body(scope: Scope, headers: Headers) -> None:
    length = headers.only("content-length", missing="0")
    if not (length.isascii() and length.isdecimal()):
        raise Refusal(400, f"'{length[:20]}' is no content length")
    if len(length) > 12 or int(length) > LONGEST_BODY:
        raise Refusal(413, TOO_LONG)
    has_body = int(length) > 0 or headers.first("transfer-encoding")
    kind = headers.first("content-type").partition(";")[0].strip().lower()
    if has_body and scope["method"] not in ("GET", "HEAD") and kind != "application/json":
        # Forms of other sites can send everything but this.
        raise Refusal(415, "the body of a request must be application/json")
