"""How the command speaks: results on the standard output, everything about them on the standard error output."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console
from rich.text import Text

from counterplay.gears import announce_compilation

# Both follow sys.stdout and sys.stderr wherever those lead at the moment of printing.
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def say(text: Text | str, style: str = "") -> None:
    """A line of the answer; never wrapped, so that other programs can read it."""
    out.print(text if isinstance(text, Text) else Text(text), style=style or None, soft_wrap=True)


def remark(sentence: str, style: str = "dim") -> None:
    """A line about what is going on; where it cannot be written, the command goes on without it."""
    with suppress(OSError):
        err.print(Text(" ".join(sentence.split())), style=style, soft_wrap=True)


def complain(sentence: str) -> None:
    """The one sentence that says why a command failed."""
    line = Text.assemble(("counterplay: ", "bold red"), " ".join(sentence.split()))
    with suppress(OSError):
        err.print(line, soft_wrap=True)


@contextmanager
def listening() -> Iterator[None]:
    """While a command runs: compilations are announced and warnings spoken, each in one line."""
    announce_compilation.append(_announce)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            warnings.simplefilter("default", UserWarning)  # spoken, whatever PYTHONWARNINGS asks for
            yield
    finally:
        announce_compilation.remove(_announce)


def _announce(message: str) -> None:
    if not os.environ.get("COUNTERPLAY_QUIET"):
        remark(message)


def _warn(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    # Libraries warn developers, not players; the categories of their own say so.
    if category is UserWarning:
        remark(f"counterplay: {message}", style="yellow")


def counted(n: int, thing: str) -> str:
    """'1 action', '7 actions'."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def rate(n: float, seconds: float) -> str:
    """A speed with a prefix that people read at a glance; empty where the clock saw nothing."""
    if seconds <= 0 or n <= 0:
        return ""
    per_second = n / seconds
    for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if per_second >= factor:
            return f"{per_second / factor:.1f} {prefix}/s"
    return f"{per_second:.0f} /s"
