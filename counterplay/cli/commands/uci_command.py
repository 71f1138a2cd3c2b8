"""`counterplay uci`: a chess engine for graphical programs."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import click

from counterplay.cli.arguments import gear_option

LONGEST_LINE = 1_000_000  # bytes of a command; a game of 5,000 moves takes 50,000


@click.command()
@gear_option
def uci() -> None:
    """Speak UCI: a chess engine that any graphical chess program can drive."""
    from counterplay.protocols.uci import UciEngine

    converse(UciEngine)


def converse(engine: Callable[[Callable[[str], None]], Any]) -> None:
    """Let an engine of a protocol like UCI answer what comes in, until that ends."""
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
