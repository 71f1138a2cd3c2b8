"""A real Chromium for tests: Debian's, without a network; whatever goes wrong on a page fails the test."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 180_000.0  # milliseconds: a loaded machine compiles for a long while, and only what is broken takes longer
expect.set_options(timeout=PATIENCE)
INSIDE = ("data", "blob", "about", "file")  # addresses that ask nobody


def browser_path() -> str:
    """Chromium without windows, which takes a third less processor time; the whole browser where there is nothing else."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; start one for many tests, it takes a second."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visit:
    """A page with everything that went wrong on it: errors, warnings, requests to other hosts."""

    def __init__(self, page: Page, host: str) -> None:
        self.page, self.host = page, host
        self.problems: list[str] = []
        self.allowed: tuple[str, ...] = ()  # parts of messages that a test expects
        page.on("console", lambda m: self._note(f"{m.type}: {m.text} ({m.location.get('url', '')})", m.type))
        page.on("pageerror", lambda error: self._note(f"uncaught: {error.stack or error.message}", "error"))
        page.on("request", self._requested)

    def _note(self, text: str, kind: str) -> None:
        if kind in ("error", "warning") and not any(part in text for part in self.allowed):
            self.problems.append(text)

    def _requested(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in INSIDE and address.netloc != self.host:
            self.problems.append(f"asks another host: {request.url}")


@contextlib.contextmanager
def visit(browser: Browser, address: str, **options: Any) -> Iterator[Visit]:
    """A fresh page (a context of its own) at an address; at the end nothing may have gone wrong.

    Nothing moves on it unless `reduced_motion="no-preference"` is asked for: tests would wait for pieces that glide.
    """
    options = {"reduced_motion": "reduce", **options}
    parts = urlsplit(address)
    base = f"{parts.scheme}://{parts.netloc}" if parts.netloc else None
    context = browser.new_context(**({"base_url": base} if base else {}), **options)
    context.set_default_timeout(PATIENCE)
    try:
        visited = Visit(context.new_page(), parts.netloc)
        visited.page.goto(address)
        yield visited
        assert not visited.problems, visited.problems
    finally:
        context.close()
