"""What can be shown to others: a link on one key, pictures, a moving picture of the game."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Browser, expect

from tests.browser import visit
from tests.studio.page_driver import ready
from tests.studio.running import Running


def _points(code: bytes) -> int:
    """How many points a frame's LZW data unpack to: a second implementation, after the specification of GIF 89a, appendix F."""
    bits, have, at, width = 0, 0, 0, 9
    table: list[int] = [1] * 256 + [0, 0]  # only the lengths
    points, previous = 0, None
    while True:
        while have < width:
            bits |= code[at] << have
            at, have = at + 1, have + 8
        found = bits & ((1 << width) - 1)
        bits, have = bits >> width, have - width
        if found == 257:
            return points
        if found == 256:
            table, width, previous = [1] * 256 + [0, 0], 9, None
            continue
        assert found < len(table) or (found == len(table) and previous is not None), "a code that does not exist yet"
        if previous is not None and len(table) < 4096:
            table.append(table[previous] + 1)
        points += table[found]
        previous = found
        if len(table) == 1 << width and width < 12:
            width += 1


def _frames(gif: bytes) -> tuple[int, int, list[int]]:
    """Width, height, and the points of each frame."""
    assert gif[:6] == b"GIF89a" and gif[10] == 0xF7
    wide, high = struct.unpack("<HH", gif[6:10])
    at, frames = 13 + 768, []
    while gif[at] != 0x3B:
        at += {0x21: 2, 0x2C: 11}[gif[at]]
        image, data = gif[at - 11] == 0x2C and gif[at - 1] == 8, bytearray()
        while gif[at]:
            data += gif[at + 1 : at + 1 + gif[at]]
            at += gif[at] + 1
        at += 1
        if image:
            frames.append(_points(bytes(data)))
    assert at == len(gif) - 1
    return wide, high, frames


def test_a_game_is_shared(studio: Running, browser: Browser) -> None:
    """Would catch a picture without its colours, a GIF that no other program reads, a key that copies nothing."""
    game = studio.new("mnk", None, None, moves=["b2", "a1", "c1", "a3"])
    with visit(browser, f"{studio.address}/play/{game['id']}", permissions=["clipboard-read", "clipboard-write"]) as seen:
        page = seen.page
        ready(page)
        page.keyboard.press("s")
        expect(page.get_by_text("Link to this position copied.")).to_be_visible()
        link = page.evaluate("() => navigator.clipboard.readText()")
        page.get_by_role("button", name="Import / export").click()
        files = {}
        for name in ("SVG", "PNG", "GIF of the game"):
            with page.expect_download() as download:
                page.get_by_role("button", name=name, exact=True).click()
            files[name] = Path(download.value.path()).read_bytes()
        root = ElementTree.fromstring(files["SVG"])
        assert root.tag.endswith("svg") and ".counterplay" in files["SVG"].decode() and b"@media" not in files["SVG"]
        assert files["PNG"][:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", files["PNG"][16:24])[0] >= 480
        wide, high, frames = _frames(files["GIF of the game"])
        assert frames == [wide * high] * 5 and max(wide, high) == 420
        page.goto(link)
        ready(page)
        assert page.locator(".board-picture [data-cell]").count() == 9
