"""Announces that something is being compiled: one line, once for each game and kernel."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

_told: set[str] = set()


def _announce_on_stderr(message: str) -> None:
    if not os.environ.get("COUNTERPLAY_QUIET"):
        print(message, file=sys.stderr, flush=True)


announce_compilation: list[Callable[[str], None]] = [_announce_on_stderr]  # the last one is told; the studio adds its own


def announce(what: str, kept: bool = True) -> None:
    """Say that this is being compiled, unless it has been said before."""
    if what not in _told:
        _told.add(what)
        announce_compilation[-1](f"counterplay: compiling {what} ({'once; kept on disk' if kept else 'for this process'})")
