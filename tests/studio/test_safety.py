"""Who is kept out: other hosts, other origins, those without the token, and those who ask for too much."""

from __future__ import annotations

import socket
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from counterplay.studio.server.request_guard import allowed_hosts, is_loopback
from counterplay.studio.server.studio_options import LONGEST_BODY, Options
from counterplay.studio.server.studio_server import address_of
from tests.studio.running import Running

GAME = {"game": "nim", "seats": [{"kind": "human"}, {"kind": "human"}]}
FOREIGN_HOSTS = [
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "127.0.0.1@evil.example",
    "evil.example:80",
    "0.0.0.0",
    "127.1",
    "2130706433",
    "[::ffff:127.0.0.1]",
    "localhost:1",
    "localhost:99999999",
    "localhost:x",
    "",
    "LOCALHOST.",
]
FOREIGN_ORIGINS = [
    "http://evil.example",
    "null",
    "http://localhost",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:1",
    "http://127.0.0.1:{port}.evil.example",
    "file://",
    "http://localhost:{port}",  # the same machine by another name is another origin
]


def knock(studio: Running, **options: Any) -> None:
    """Open a websocket and close it again."""
    with connect(f"ws://127.0.0.1:{studio.options.port}/api/live", **options):
        pass


def raw(studio: Running, text: str) -> str:
    """What the server answers to exactly these bytes."""
    with socket.create_connection(("127.0.0.1", studio.options.port)) as connection:
        connection.sendall(text.encode("latin-1"))
        answer = b""
        while part := connection.recv(65536):
            answer += part
    return answer.decode("latin-1")


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_foreign_hosts_are_refused(studio: Running, host: str) -> None:
    """A site that makes its own name point here and reads everything (DNS rebinding)."""
    for path in ("/", "/api/games", "/page/board.css", "/openapi.json"):
        answer = studio.client.get(path, headers={"Host": host})
        assert answer.status_code in (400, 421) and answer.json()["error"]
    with pytest.raises(InvalidStatus):
        knock(studio, additional_headers={"Host": host})


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "LocalHost:{port}"])
def test_this_machine_is_let_in(studio: Running, host: str) -> None:
    """Names of this machine that are refused."""
    host = host.format(port=studio.options.port)
    assert studio.client.get("/api/health", headers={"Host": host}).status_code == 200
    same = {"Host": host, "Origin": f"http://{host.lower()}"}
    assert studio.client.post("/api/games", json=GAME, headers=same).status_code == 201


def test_hosts_that_are_not_one(studio: Running) -> None:
    """No Host, two of them, or one that is hidden in the address."""
    port = studio.options.port
    assert " 400 " in raw(studio, "GET / HTTP/1.1\r\n\r\n")
    assert " 400 " in raw(studio, "GET / HTTP/1.0\r\n\r\n")
    two = f"Host: localhost:{port}\r\nHost: evil.example\r\n"
    assert " 400 " in raw(studio, f"GET / HTTP/1.1\r\n{two}\r\n")
    inside = raw(studio, "GET http://evil.example/api/games HTTP/1.1\r\nHost: evil.example\r\n\r\n")
    assert " 200 " not in inside.partition("\r\n")[0]


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_foreign_origins_are_refused(studio: Running, origin: str) -> None:
    """A page of another site that plays, reads or listens here."""
    headers = {"Origin": origin.format(port=studio.options.port)}
    for answer in (
        studio.client.get("/api/games", headers=headers),
        studio.client.post("/api/games", json=GAME, headers=headers),
        studio.client.options("/api/games", headers={**headers, "Access-Control-Request-Method": "POST"}),
    ):
        assert answer.status_code == 403 and "origin" in answer.json()["error"]
        assert "access-control-allow-origin" not in answer.headers
    with pytest.raises(InvalidStatus) as refused:
        knock(studio, additional_headers=headers)
    assert refused.value.response.status_code == 403
    assert studio.get("/games") == []


def test_browsers_must_say_their_origin(studio: Running) -> None:
    """A browser's websocket without an origin; a script's, which has none, must be let in."""
    for headers in ({"User-Agent": "Mozilla/5.0 (X11) Chrome/130"}, {"Sec-Fetch-Site": "cross-site"}):
        with pytest.raises(InvalidStatus):
            knock(studio, additional_headers=headers, user_agent_header=None)
    knock(studio)
    knock(studio, origin=studio.address)


def test_requests_of_other_sites_without_an_origin(studio: Running) -> None:
    """An image or a form of another site; a link to the studio is followed all the same."""
    cross = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert studio.client.get("/api/games", headers=cross).status_code == 403
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert studio.client.get("/", headers=link).status_code == 200
    assert studio.client.get("/api/games", headers=link).status_code == 403


def test_only_json_is_taken(studio: Running) -> None:
    """A form of another site, which can send every type but JSON."""
    import json

    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = studio.client.post("/api/games", content=json.dumps(GAME), headers={"Content-Type": kind})
        assert answer.status_code == 415, kind
    assert studio.client.post("/api/games", content=b"{", headers={"Content-Type": "application/json"}).status_code == 422


def test_long_bodies_are_refused(studio: Running) -> None:
    """A body that fills the memory, whether it says its length or not."""
    assert studio.client.post("/api/import", json={"game": "nim", "text": "x" * LONGEST_BODY}).status_code == 413

    def parts() -> Any:
        for _ in range(40):
            yield b" " * 16384

    try:
        answer = studio.client.post("/api/import", content=parts(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413 and answer.json()["error"]
    except (httpx.WriteError, httpx.RemoteProtocolError, httpx.ReadError):
        pass  # closed while the rest was on its way
    assert studio.get("/health")


WAYS_OUT = ["/page/../app.py", "/page/%2e%2e/app.py", "/page/..%2fapp.py", "/page//etc/passwd", "/page/....//app.py"]


@pytest.mark.parametrize("path", WAYS_OUT)
def test_no_path_leads_out_of_the_page(studio: Running, path: str) -> None:
    """A file of this machine that can be read."""
    answer = raw(studio, f"GET {path} HTTP/1.1\r\nHost: localhost:{studio.options.port}\r\nConnection: close\r\n\r\n")
    assert " 404 " in answer.partition("\r\n")[0] and "import" not in answer


def test_headers_of_every_answer(studio: Running) -> None:
    """A page that could be framed, run foreign scripts, or be kept in a cache."""
    for path in ("/", "/api/health", "/page/board.css", "/nothing", "/docs", "/openapi.json"):
        answer = studio.client.get(path)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'") and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] in ("no-store", "no-cache")
        assert "server" not in answer.headers


def test_loopback_by_default() -> None:
    """A studio that the whole network can reach without its owner's wish."""
    assert Options().host == "127.0.0.1" and Options().token is None
    assert is_loopback("127.0.0.1") and is_loopback("::1") and is_loopback("localhost")
    assert not is_loopback("0.0.0.0") and not is_loopback("192.168.1.5") and not is_loopback("example.org")
    assert "192.168.1.5" in allowed_hosts("192.168.1.5") and "192.168.1.5" not in allowed_hosts("127.0.0.1")


def test_the_token_is_asked_for(start: Any) -> None:
    """A studio for others that lets everybody in, keeps the token in the address, or in a cookie that scripts can read."""
    studio = start(token="secret-token")
    for path in ("/", "/api/games", "/page/board.css", "/?token=wrong"):
        answer = studio.client.get(path)
        assert answer.status_code == 401 and "token" in answer.json()["error"]
    with pytest.raises(InvalidStatus):
        knock(studio)
    answer = studio.client.get("/?token=secret-token&x=1")
    assert answer.status_code == 303 and answer.headers["location"] == "/?x=1"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert studio.client.get("/").status_code == 200  # by the cookie
    with_cookie = {"Cookie": cookie.partition(";")[0]}
    knock(studio, additional_headers=with_cookie)
    bare = httpx.Client(base_url=studio.address)
    assert bare.get("/api/games", headers={"Authorization": "Bearer secret-token"}).status_code == 200
    assert bare.get("/api/games", headers={"Authorization": "Bearer secret"}).status_code == 401
    host = f"Host: localhost:{studio.options.port}\r\nConnection: close\r\n"
    assert "location: /evil.example/\r\n" in raw(studio, f"GET //evil.example/?token=secret-token HTTP/1.1\r\n{host}\r\n")


def test_only_the_token_itself_is_kept(start: Any) -> None:
    """A wrong token in an address that takes the place of the right one in the cookie, or that adds to the cookie."""
    studio = start(token="secret-token")
    known = {"Cookie": f"counterplay_{studio.options.port}=secret-token"}
    bare = httpx.Client(base_url=studio.address)
    for wrong in ("wrong", "secret-token;%20Domain=example.org", "secret-token%0d%0aX:%20y", "secret-token&token=wrong", ""):
        answer = bare.get(f"/?token={wrong}", headers=known)
        assert answer.status_code == 200 and "set-cookie" not in answer.headers, wrong
        assert bare.get(f"/?token={wrong}").status_code == 401


@pytest.mark.parametrize(
    "path", ["/%09/evil.example", "//evil.example", "/%5cevil.example", "/%0d//evil.example", "/%20/x", "/%3f"]
)
def test_the_token_leads_to_no_other_site(start: Any, path: str) -> None:
    """A link to the studio, with its token, that leads on to another site: browsers leave tabs and line ends out."""
    studio = start(token="secret-token")
    answer = httpx.Client(base_url=studio.address).get(f"{studio.address}{path}?token=secret-token")
    where = answer.headers["location"]
    assert answer.status_code == 303 and where.startswith("/") and not where.startswith(("//", "/\\"))
    assert where.isprintable() and " " not in where and "?" not in where


def test_addresses_that_are_printed() -> None:
    """An address that does not lead to the studio."""
    assert address_of(Options(port=81)) == "http://127.0.0.1:81/"
    assert address_of(Options(host="::1", port=81)) == "http://[::1]:81/"
    assert address_of(Options(host="0.0.0.0", port=81, token="t")).endswith(":81/?token=t")


def test_any_address_of_the_machine_but_no_name(start: Any) -> None:
    """A studio on all addresses that can be rebound to by a foreign name."""
    studio = start(host="0.0.0.0", token="t")
    key = {"Authorization": "Bearer t"}
    port = studio.options.port
    assert studio.client.get("/api/health", headers={**key, "Host": f"192.168.7.7:{port}"}).status_code == 200
    assert studio.client.get("/api/health", headers={**key, "Host": f"evil.example:{port}"}).status_code == 421
