"""A conversation by lines over standard input and output, as engines have it with graphical programs."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counterplay.protocols.line_engine import LineEngine

LONGEST_LINE = 1_000_000  # bytes of a command; a game of 5,000 moves takes 50,000


def converse(engine: Callable[[Callable[[str], None]], LineEngine]) -> None:
    """Make the engine, with what it writes lines by, and let it answer until the other program has had enough."""
    from counterplay.gears.background_compiler import compiling_in_background

    lock = threading.Lock()

    def write(line: str) -> None:
        # A program that has gone hears nothing; its end of the input closes, too, and that ends this one.
        with lock, contextlib.suppress(OSError, ValueError):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    with compiling_in_background():
        engine(write).run(_lines())


def _lines() -> Iterator[str]:
    """What comes in, line by line; what is no UTF-8 becomes question marks."""
    stream = sys.stdin.buffer
    while raw := stream.readline(LONGEST_LINE):
        yield raw.decode(errors="replace")
