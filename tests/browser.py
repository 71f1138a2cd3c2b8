"""A real browser for tests of pages: Debian's Chromium, driven by Playwright.

`chromium` is one browser for a test module. It is not kept for the whole session: while it is open, Playwright's event
loop counts as running in this thread, and tests of other modules could not start one of their own.
`open_page` opens addresses in it; at the end of the test nothing may have gone to the page's error console.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = (  # no sandbox in a container, and nothing that goes to the network by itself
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "the tests of pages need Chromium: `make browser` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """open_page(url, width=1280, height=800, dark=False, offline=False) -> Page, in a fresh profile each time.

    page.errors collects what went wrong; a test that expects something there clears the list.
    """
    contexts: list[Any] = []
    pages: list[Any] = []

    def open_one(url: str, *, width: int = 1280, height: int = 800, dark: bool = False, offline: bool = False) -> Page:
        scheme = "dark" if dark else "light"
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, offline=offline)
        contexts.append(context)
        page = context.new_page()
        page.errors = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.errors.append(f"exception: {error}"))  # type: ignore[attr-defined]
        page.on("console", lambda message: _note(page, message))
        page.on("requestfailed", lambda request: page.errors.append(f"failed: {request.url}"))  # type: ignore[attr-defined]
        pages.append(page)
        page.goto(url)
        return page

    yield open_one
    wrong = [error for page in pages for error in page.errors]
    for context in contexts:
        context.close()
    assert not wrong, wrong


def _note(page: Any, message: Any) -> None:
    if message.type == "error":
        page.errors.append(f"console: {message.text}")
