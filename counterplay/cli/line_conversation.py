"""Standard input and output as the two ends of a conversation with another program: UCI, USI, AEI, GTP."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Protocol

LONGEST_LINE = 1_000_000  # bytes of a command; a game of 5,000 moves takes 50,000
_lock = threading.Lock()


class Talker(Protocol):
    """Something that speaks a protocol of lines."""

    def run(self, lines: Iterator[str]) -> None:
        """Answer what comes in until it ends."""


def converse(talker: Talker) -> None:
    """Let it answer what comes in, until that ends; games are compiled beside the conversation."""
    from counterplay.gears.background_compiler import compiling_in_background

    with compiling_in_background():
        talker.run(received())


def send(text: str) -> None:
    """Write a text as it is, whole; a program that has gone hears nothing, and its end of the input ends this one."""
    with _lock, contextlib.suppress(OSError, ValueError):
        sys.stdout.write(text)
        sys.stdout.flush()


def send_line(line: str) -> None:
    """Write a line."""
    send(line + "\n")


def received() -> Iterator[str]:
    """What comes in, line by line; what is no UTF-8 becomes question marks."""
    stream = sys.stdin.buffer
    while raw := stream.readline(LONGEST_LINE):
        yield raw.decode(errors="replace")
