"""The page itself: one shell for all addresses, its modules and styles, the colours of the boards.

A page asks for some fifty small files at once, so they are held in memory, and the shell names every module that will be
needed: the browser would find them one import after the other.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import Response

from counterplay.core.scene import Material
from counterplay.draw.colours.materials import MIDDLING, instead_rules
from counterplay.draw.colours.palette import style_sheet
from counterplay.studio.server.packing import packed, squeezed

FOLDER = Path(__file__).parent.parent / "page"
LESSONS = Path(__file__).parent.parent.parent / "lessons" / "telling" / "page"  # the tree that the stepper and the studio share
SHELLS = {  # all are index.html, which finds its own way -> the module of that page, which main.js will ask for
    "/": "catalogue.js",
    "/game/{name}": "game_page.js",
    "/library": "library.js",
    "/play/{id}": "play.js",
    "/lessons": "lessons.js",
    "/lessons/{name}": "lessons.js",
    "/exercises": "exercises.js",
    "/analysis": "analyses_page.js",
    "/analysis/{id}": "analysis_board.js",
    "/puzzles": "puzzles_page.js",
    "/puzzles/{id}": "puzzles_page.js",
    "/tournaments": "tournament_page.js",
    "/tournaments/{number}": "tournament_page.js",
}
# Not the system's list, which on some machines calls a module plain text, and then no browser runs it.
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".json": "application/json",
}
LANGUAGES = "languages"  # the folder with a file for each of them, such as de.json; English is in the modules
FIRST_MODULE = "main.js"
STYLE = "board.css"  # has no file: it is made from the palette
HEAD_END = "</head>"
_IMPORT = re.compile(r'^(?:import|export)\b[^"\n]*"\./([\w.]+)";', re.MULTILINE)


def board_style() -> str:
    """The colours of boards: the page's data-theme decides, or else what the reader prefers."""
    dark = style_sheet("dark")
    preferred = dark.replace(".counterplay", ':root:not([data-theme="light"]) .counterplay')
    chosen = dark.replace(".counterplay", ':root[data-theme="dark"] .counterplay')
    instead = "".join(_instead(material) for material in MIDDLING)
    return f"{style_sheet('light')}@media (prefers-color-scheme:dark){{{preferred}}}{chosen}{instead}"


def _instead(material: Material) -> str:
    """Boards as the reader wants them to look, who can choose a material in the settings."""
    root = f':root[data-board="{material}"]'

    def rules(start: str, dark: int) -> str:
        return "".join(f"{start} .counterplay{where}{{{what}}}" for where, what in instead_rules(material, dark).items())

    preferred, chosen = rules(f'{root}:not([data-theme="light"])', 1), rules(f'{root}[data-theme="dark"]', 1)
    return f"{rules(root, 0)}@media (prefers-color-scheme:dark){{{preferred}}}{chosen}"


@dataclass(frozen=True)
class Held:
    """A file in memory."""

    content: bytes
    kind: str
    changed: int = 0  # when its file was, in nanoseconds

    @cached_property
    def tag(self) -> str:
        """What the browser asks by whether its copy is still good."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'

    @cached_property
    def small(self) -> bytes:
        """The content as it is sent to browsers."""
        return squeezed(self.content)

    def answer(self, request: Request, freshness: str | None = None) -> Response:
        """The file, or that the browser has it; freshness is what to tell it about keeping the file."""
        headers = {"etag": self.tag} | ({} if freshness is None else {"cache-control": freshness})
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return packed(request, self.content, self.kind, headers, self.small)


class PageFiles:
    """Files of the page's folders and nothing else; one that is edited is read again."""

    def __init__(self) -> None:
        self._style = Held(board_style().encode(), KINDS[".css"])
        self._paths = {path.name: path for folder in (LESSONS, FOLDER) for path in folder.rglob("*") if path.suffix in KINDS}
        self._held: dict[str, Held] = {}

    def get(self, name: str) -> Held:
        """A file by its name."""
        if name == STYLE:
            return self._style
        if name not in self._paths:
            raise HTTPException(404)
        path = self._paths[name]
        changed = path.stat().st_mtime_ns
        if name not in self._held or self._held[name].changed != changed:
            self._held[name] = Held(path.read_bytes(), KINDS[path.suffix], changed)
        return self._held[name]

    def modules(self, page: str) -> list[str]:
        """The first module, that of a page, and all that they import, directly or not."""
        found, waiting = [FIRST_MODULE, page], [FIRST_MODULE, page]
        while waiting:
            for name in _IMPORT.findall(self.get(waiting.pop()).content.decode()):
                if name not in found:
                    found.append(name)
                    waiting.append(name)
        return found

    def languages(self) -> list[str]:
        """The languages that the page can be shown in, besides English."""
        return sorted(path.stem for path in self._paths.values() if path.parent.name == LANGUAGES)

    def shell(self, page: str) -> Held:
        """index.html with the languages that there are, and the names of the modules that the page needs."""
        links = f'<meta name="languages" content="{" ".join(self.languages())}">\n'
        links += "".join(f'<link rel="modulepreload" href="/page/{name}">\n' for name in self.modules(page))
        index = self.get("index.html")
        return Held(index.content.replace(HEAD_END.encode(), (links + HEAD_END).encode()), index.kind)


def is_for_people(request: Request) -> bool:
    """Whether somebody has typed this address, or followed a link to it; scripts and the page's own modules have other ones."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", "/page/"))


def not_found(request: Request) -> Response:
    """The shell, which says that there is no such page."""
    shell: Held = request.app.state.files.shell(SHELLS["/"])
    return Response(shell.content, 404, media_type=shell.kind)


def add_pages(app: FastAPI) -> None:
    """Serve the page."""
    files = app.state.files = PageFiles()

    def shell(page: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return files.shell(page).answer(request)

        return answer

    async def file(request: Request) -> Response:
        return files.get(request.path_params["name"]).answer(request)

    for path, page in SHELLS.items():
        app.add_route(path, shell(page), methods=["GET"], include_in_schema=False)
    app.add_route("/page/{name}", file, methods=["GET"], include_in_schema=False)
