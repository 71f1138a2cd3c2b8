"""Pictures of games and of saved positions under addresses of their own, drawn when they are first asked for.

An address names the version of what it shows, so a browser that has a picture need not even ask whether it is still good.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated

from fastapi import FastAPI, Path, Request
from fastapi.responses import Response

from counterplay.studio.api.picture_view import Shade, scene_picture
from counterplay.studio.server.page_files import KINDS, Held
from counterplay.studio.server.running_games import NotFound
from counterplay.studio.server.studio_state import Studio

KEPT_PICTURES = 400  # in memory; some ten kilobytes each
FOR_EVER = "private, max-age=31536000, immutable"  # a year, which is what browsers take for ever
ASK_AGAIN = "no-cache"  # where the address names no version
Name = Annotated[str, Path(max_length=200)]


class PictureFiles:
    """The pictures that were asked for last."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, ...], Held] = OrderedDict()

    def get(self, key: tuple[str, ...], draw: Callable[[], str]) -> Held:
        """A picture by all that it depends on."""
        held = self._held.get(key)
        if held is None:
            held = self._held[key] = Held(draw().encode(), KINDS[".svg"])
            while len(self._held) > KEPT_PICTURES:
                self._held.popitem(last=False)
        return held


def add_pictures(app: FastAPI, studio: Studio) -> None:
    """Serve them."""
    files = PictureFiles()

    def game(request: Request, name: Name, shade: Shade, v: str = "") -> Response:
        if name not in studio.library.names():
            raise NotFound(f"there is no game '{name[:40]}'")
        version = studio.catalogue.version(name)
        held = files.get((name, shade, version), functools.partial(studio.catalogue.picture, name, shade))
        return held.answer(request, FOR_EVER if v == version else ASK_AGAIN)

    def saved(request: Request, id: Name, shade: Shade, v: str = "") -> Response:
        live = studio.games.get(id)
        version = f"{live.row.updated:.3f}"
        held = files.get((id, shade, version), lambda: scene_picture(live.position.scene(), live.row.title, shade))
        return held.answer(request, FOR_EVER if v == version else ASK_AGAIN)

    app.get("/pictures/saved/{id}/{shade}.svg", include_in_schema=False)(saved)
    app.get("/pictures/{name}/{shade}.svg", include_in_schema=False)(game)
