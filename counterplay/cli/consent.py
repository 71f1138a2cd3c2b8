"""Questions before something is run that only a database names, or is removed for good."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from counterplay.core import BadParameter
from counterplay.core.files.user_file import printable


def ask_before_running(match: int | str, names: Sequence[str], instead: str = "") -> None:
    """A database may come from anybody: which Python files and programs it has run on this machine is the user's decision."""
    if not names:
        return
    shown = ", ".join(map(printable, dict.fromkeys(names)))  # in full: what is cut off could be what matters
    if not _can_ask():
        raise BadParameter(
            f"match {match} would run files or programs named in its database ({shown}); add --yes if you trust them{instead}"
        )
    click.confirm(f"Match {match} runs files or programs named in its database: {shown}. Continue?", abort=True, err=True)


def ask_before_removing(what: str) -> None:
    """What nobody can make again is removed only by a user who says so."""
    if not _can_ask():
        raise BadParameter(f"{what} would be removed for good; add --yes if that is what you want")
    click.confirm(f"{what} will be removed for good. Continue?", abort=True, err=True)


def _can_ask() -> bool:
    return sys.stdin.isatty()
