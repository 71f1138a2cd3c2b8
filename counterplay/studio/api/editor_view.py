"""The position editor: a notation that is typed, and pieces that are placed where the notation allows it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace

from counterplay.core import BadParameter, CounterplayError, Game, Scene
from counterplay.core.scene import Cell
from counterplay.draw.svg_drawing.svg import scene_svg
from counterplay.studio.api.messages import EditorRequest
from counterplay.studio.api.position_views import Sight, View, cells_view
from counterplay.studio.server.board_notation import BoardNotation, Look
from counterplay.studio.server.game_library import Library

KEPT = 64  # games whose notation is known


class Editor:
    """Edits positions of any game."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: OrderedDict[str, BoardNotation] = OrderedDict()
        self._lock = threading.Lock()

    def view(self, wanted: EditorRequest) -> View:
        """An EditorView after the change that is wanted."""
        game = self._library.game(wanted.game)
        notation = self._notation(game)
        before = wanted.text.strip() or game.dump(game.initial())
        text = _changed(notation, before, wanted)
        if text != before and self._error(game, text):
            text = self._without_rights(game, text)
        error = self._error(game, text)
        scene = notation.scene(text)
        if scene is None and not error:
            scene = replace(self._library.load(game, text).scene(), notes=(), buttons={}, scores=())
        picture = {} if scene is None else _picture(game, scene, wanted.sight)
        parts = text.split()
        mover = parts[notation.mover] if notation.mover is not None and len(parts) > notation.mover else None
        return {
            "text": text,
            "error": error,
            "placing": notation.rows is not None,
            "palette": [_palette(game, sign, look) for sign, look in sorted(notation.looks.items(), key=_by_owner)],
            "movers": [{"word": word, "name": game.player_names[player]} for word, player in notation.movers.items()],
            "mover": mover,
            "svg": picture.get("svg"),
            "view_box": picture.get("view_box"),
            "cells": picture.get("cells", []),
        }

    def _notation(self, game: Game) -> BoardNotation:
        with self._lock:
            known = self._known.get(game.spec)
        if known is None or known.game is not game:
            known = BoardNotation.of(game)
            with self._lock:
                self._known[game.spec] = known
                while len(self._known) > KEPT:
                    self._known.popitem(last=False)
        return known

    def _error(self, game: Game, text: str) -> str | None:
        """Why this is no position that can be played; None where it is one."""
        try:
            position = self._library.load(game, text)
            position.outcome()
            game.dump(position.state)
        except CounterplayError as error:
            return str(error)
        return None

    def _without_rights(self, game: Game, text: str) -> str:
        """Rights that the pieces no longer allow, such as castling, are given up where that makes a position of it."""
        parts = text.split()
        for index in range(1, len(parts)):
            tried = " ".join([*parts[:index], "-", *parts[index + 1 :]])
            if not self._error(game, tried):
                return tried
        return text


def _changed(notation: BoardNotation, text: str, wanted: EditorRequest) -> str:
    changed: str | None = text
    if wanted.clear:
        changed = notation.cleared(text)
    elif wanted.cell is not None:
        changed = notation.placed(text, wanted.cell, wanted.piece)
    elif wanted.mover is not None:
        changed = notation.moved_by(text, wanted.mover)
    if changed is None:
        raise BadParameter(
            f"pieces of {notation.game.title_text} can be placed on a board that its notation writes row by row; "
            "edit this position as text, or begin with the first one"
        )
    return changed


def _picture(game: Game, scene: Scene, sight: Sight) -> View:
    svg = scene_svg(scene, flip=sight.flip, page=sight.page, title=f"{game.title_text}: position editor", theme=None)
    view_box = svg.partition('viewBox="')[2].partition('"')[0]
    return {"svg": svg, "view_box": view_box, "cells": cells_view(scene, game.player_names, sight)}


def _palette(game: Game, sign: str, look: Look) -> View:
    """A piece that can be placed, drawn on a cell of its own."""
    scene = Scene(cells=(Cell("piece", 0.0, 0.0, shape="point"),), pieces=tuple(replace(piece, cell="piece") for piece in look))
    owner = look[-1].owner
    name = look[-1].name or (game.player_names[owner] if owner >= 0 else sign)
    return {"piece": sign, "name": name, "svg": scene_svg(scene, size=64, title=name, theme=None)}


def _by_owner(item: tuple[str, Look]) -> tuple[int, str]:
    sign, look = item
    return look[-1].owner, sign.lower()
