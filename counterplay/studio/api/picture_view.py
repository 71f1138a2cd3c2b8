"""Small pictures of games and positions, each a file of its own: a page shows many, and a browser keeps them."""

from __future__ import annotations

import contextlib
import logging
import re
from dataclasses import replace
from typing import Literal

from counterplay.core import CounterplayError, Game, Position, Scene
from counterplay.core.files.user_file import describe
from counterplay.draw import scene_svg
from counterplay.studio.api.position_views import Sight, last_view

log = logging.getLogger("counterplay.studio")
SIZE = 240.0  # pixels, twice what a list shows on most screens
Shade = Literal["light", "dark"]
# A small picture is no board to click on, and its words are beside it: what serves either would only be sent for nothing.
_UNSEEN = re.compile(
    r'<rect class="paper"[^>]*/>|<desc>.*?</desc>|<title>.*?</title>| (?:data-[a-z]+|role|aria-label)="[^"]*"', re.DOTALL
)


def cover_picture(game: Game, shade: Shade) -> str:
    """What a game looks like; its name where an owner's game cannot be drawn."""
    try:
        return scene_picture(cover_scene(game), game.title_text, shade)
    except Exception as error:
        log.warning("%s cannot be drawn: %s", game.spec, describe(error))
        return scene_svg(Scene.of_text(game.title_text), title=game.title_text, theme=shade)


def cover_scene(game: Game) -> Scene:
    """The position that the game names for this; else its first one, or, where nothing stands there, the first that teaches."""
    if game.cover:
        with contextlib.suppress(CounterplayError):  # inherited from a game of another notation, or meant for other parameters
            return Position.load(game, game.cover).scene()
    first = Position(game).scene()
    if first.pieces:
        return first
    taught = next((diagram for diagram in game.diagrams if diagram.position), None)
    return first if taught is None else Position.load(game, taught.position).scene()


def whole_picture(position: Position, shade: Shade, sight: Sight) -> str:
    """A position as a page shows it, complete in itself: the last move is marked, hands and trays lie beside the board."""
    scene, last = position.scene(), last_view(position)
    places = set(scene.places())
    marked = tuple(scene.marked) or tuple(cell for cell in (last["turn"] if last else ()) if cell in places)
    drawn = replace(scene, marked=marked, buttons={})
    return scene_svg(drawn, flip=sight.flip, page=sight.page, title=position.game.title_text, theme=shade)


def scene_picture(scene: Scene, title: str, shade: Shade) -> str:
    """The board alone, without words, buttons and what lies beside it."""
    if not scene.cells:
        return scene_svg(scene, title=title, theme=shade)
    board = set(replace(scene, trays=()).places())
    pieces = tuple(piece for piece in scene.pieces if piece.cell in board)
    bare = replace(scene, pieces=pieces, trays=(), notes=(), buttons={}, scores=())
    return _UNSEEN.sub("", scene_svg(bare, size=SIZE, title=title, theme=shade))
