"""Work on a second thread, so that Ctrl-C is heard: native code does not listen, the thread that waits for it does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

LISTEN = 0.05  # seconds between looks at the keyboard
_working: set[threading.Thread] = set()


class Stopped(KeyboardInterrupt):
    """Ctrl-C, with a sentence about what it stopped."""


def patiently(function: Callable[..., T], *arguments: Any) -> T:
    """The function's answer, or its exception; Ctrl-C leaves the thread behind and raises at once."""
    answers: list[T] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            answers.append(function(*arguments))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work, name="counterplay-command", daemon=True)
    _working.add(thread)
    thread.start()
    while thread.is_alive():
        thread.join(LISTEN)
    _working.discard(thread)
    if errors:
        raise errors[0]
    return answers[0]


def someone_works() -> bool:
    """Whether a thread that Ctrl-C left behind is still running."""
    return any(thread.is_alive() for thread in _working)
