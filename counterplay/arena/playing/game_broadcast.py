"""Tells whoever looks how the game under way stands: one small file, replaced as moves are made.

Only the process that `broadcast_to` was called in tells: one game at a time, as `Here` plays them.
"""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterplay.arena.playing.game_schedule import Planned
from counterplay.core import Position
from counterplay.core.files.atomic_file import write_whole

OFTEN = 20.0  # times a second, and as many at once: agents that answer without thinking would do little else


@dataclass
class _Told:
    """Where it is told, and what was told last."""

    path: Path | None = None
    number: int | None = None  # of the game
    at: float = 0.0  # on the clock of time.monotonic
    left: float = OFTEN  # so many times more at once


_told = _Told()


def broadcast_to(path: Path | None) -> None:
    """From now on the games of this process are told in this file; None ends it."""
    _told.path, _told.number = path, None


def tell_game(planned: Planned, position: Position) -> None:
    """The game stands here now. A file that cannot be written is nobody's loss: the game itself is stored when it ends."""
    if _told.path is None:
        return
    now = time.monotonic()
    _told.left, _told.at = min(OFTEN, _told.left + (now - _told.at) * OFTEN), now
    if _told.number == planned.number and _told.left < 1:
        return
    _told.number, _told.left = planned.number, max(0.0, _told.left - 1)
    start = position.game.dump(position.line()[0].state)
    view = {"number": planned.number, "seats": planned.seats, "start": start, "actions": position.played()}
    with contextlib.suppress(OSError):
        write_whole(_told.path, json.dumps(view))


def heard_game(path: Path) -> dict[str, Any] | None:
    """What was told last in a file; None where nothing was, or nothing that can be read."""
    try:
        heard = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return heard if isinstance(heard, dict) else None
