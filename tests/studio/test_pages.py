"""The files of the page: there at once, fresh when edited, named before they are asked for."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from counterplay.studio.server import page_files
from tests.browser import visit
from tests.studio.running import Running


def test_every_file_is_served_with_its_kind_and_only_once(studio: Running) -> None:
    """Would catch a module that the browser refuses for its type, or files that are sent again on every visit."""
    kinds = {
        ".js": "text/javascript",
        ".css": "text/css",
        ".svg": "image/svg+xml",
        ".html": "text/html",
        ".json": "application/json",
    }
    files = [path for folder in (page_files.FOLDER, page_files.LESSONS) for path in folder.rglob("*") if path.is_file()]
    for path in files:
        answer = studio.client.get(f"/page/{path.name}")
        assert answer.status_code == 200 and answer.content == path.read_bytes(), path.name
        assert answer.headers["content-type"].partition(";")[0] == kinds[path.suffix], path.name
        again = studio.client.get(f"/page/{path.name}", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content, path.name
    assert studio.client.get("/page/nothing.js").status_code == 404
    assert studio.client.post("/page/main.js", json={}).status_code == 405


def test_an_edited_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch an edit that shows only after the studio is started anew."""
    monkeypatch.setattr(page_files, "FOLDER", tmp_path)
    module = tmp_path / "main.js"
    module.write_text("1;")
    files = page_files.PageFiles()
    before = files.get("main.js")
    module.write_text("2;")
    os.utime(module, ns=(1, 1))
    after = files.get("main.js")
    assert (before.content, after.content) == (b"1;", b"2;") and before.tag != after.tag


@pytest.mark.parametrize("path", ["/", "/game/nim", "/library", "/play/", "/lessons", "/lessons/two-ply", "/exercises"])
def test_the_shell_names_the_modules_that_the_page_loads(studio: Running, browser: Browser, path: str) -> None:
    """Would catch a module that is found late, one import after the other, or one that is loaded for nothing."""
    if path == "/play/":
        path += studio.new("nim", None, None)["id"]
    named = set(re.findall(r'rel="modulepreload" href="/page/([\w.]+)"', studio.client.get(path).text))
    assert {"main.js", "router.js"} <= named and ("play.js" in named) == path.startswith("/play/")
    with visit(browser, studio.address) as here:
        here.page.goto(studio.address + path)
        here.page.wait_for_load_state("networkidle")
        names = here.page.evaluate("() => performance.getEntriesByType('resource').map((entry) => entry.name)")
    loaded = {name.rpartition("/")[2] for name in names if name.endswith(".js")}
    late = set(page_files.PageFiles().modules("play.js"))  # fetched when the page has nothing else to do
    assert named <= loaded <= named | late | {"theme.js", "tree_view.js"}


def test_answers_are_not_held_back(studio: Running) -> None:
    """Would catch connections that wait 40 ms, for the confirmation of headers, before they send a body."""
    assert studio.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
