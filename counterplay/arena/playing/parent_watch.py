"""Processes that end when whoever started them has gone, however that happened: a kill tells nobody."""

from __future__ import annotations

import os
import threading
import time

LOOK = 1.0  # seconds between looks whether the parent still lives


def leave_with(parent: int) -> None:
    """End this process as soon as that is no longer its parent."""
    threading.Thread(target=_watch, args=(parent,), name="counterplay-parent-watch", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(0)
