"""The page itself: one shell for all addresses, its modules and styles, the colours of the boards."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from counterplay.draw.palette import style_sheet

FOLDER = Path(__file__).parent / "page"
LESSONS = Path(__file__).parent.parent / "lessons" / "page"  # the tree that the stepper and the studio share
SHELLS = ("/", "/play/{id}", "/lessons", "/lessons/{name}", "/exercises")  # all are index.html: the page finds its own way


def board_style() -> str:
    """The colours of boards: the page's data-theme decides, or else what the reader prefers."""
    dark = style_sheet("dark")
    preferred = dark.replace(".counterplay", ':root:not([data-theme="light"]) .counterplay')
    chosen = dark.replace(".counterplay", ':root[data-theme="dark"] .counterplay')
    return f"{style_sheet('light')}@media (prefers-color-scheme:dark){{{preferred}}}{chosen}"


class PageFiles(StaticFiles):
    """Files of the page's folders and nothing else."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self.all_directories = [FOLDER, LESSONS]


def add_pages(app: FastAPI) -> None:
    """Serve the page."""
    style = board_style()

    async def shell(request: Request) -> Response:
        return FileResponse(FOLDER / "index.html", media_type="text/html")

    async def board(request: Request) -> Response:
        return Response(style, media_type="text/css")

    for path in SHELLS:
        app.add_route(path, shell, methods=["GET"], include_in_schema=False)
    app.add_route("/page/board.css", board, methods=["GET"], include_in_schema=False)
    app.mount("/page", PageFiles())
