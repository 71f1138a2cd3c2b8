"""Ctrl-C for work that no exception can reach.

Native code hears no signal, and a library that is interrupted anywhere may be left in pieces. So the command works on a
second thread, and the first one listens. Work that can end in good order asks here, between its steps, whether it should.
What must still be done when the process is ended at once is kept here, too.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import threading
from collections.abc import Callable

_asked = threading.Event()
_numbers = itertools.count()
_acts: dict[int, Callable[[], object]] = {}


def ask_to_end() -> None:
    """From now on work that looks here ends."""
    _asked.set()


def asked() -> bool:
    """Whether the work should end."""
    return _asked.is_set()


def end_if_asked() -> None:
    """KeyboardInterrupt, once it was asked for."""
    if asked():
        raise KeyboardInterrupt


def before_leaving(act: Callable[[], object]) -> Callable[[], None]:
    """Remember something brief that `leave` should do, such as ending another process; the answer forgets it again."""
    number = next(_numbers)
    _acts[number] = act

    def forget() -> None:
        _acts.pop(number, None)

    return forget


def leave(code: int) -> None:
    """End the process now, whatever its threads are doing."""
    for act in list(_acts.values()):
        with contextlib.suppress(Exception):
            act()
    os._exit(code)
