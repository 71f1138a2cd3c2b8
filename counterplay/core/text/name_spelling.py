"""Names as people type them: alpha-beta, AlphaBeta and alpha_beta are one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

# hyphens and dashes of every kind, underlines, spaces, the ^ of max^n, the apostrophe of nine men's morris
_BETWEEN = re.compile(r"[-_^\s'\u2010-\u2015\u2019]+")


def spelt(text: str, names: Iterable[str]) -> str:
    """The name among these that a text means, whatever its capitals and hyphens; the text itself where it means none."""
    wanted = bare_name(text)
    return next((name for name in names if bare_name(name) == wanted), text)


def guess_or(text: str, names: Iterable[str], otherwise: str) -> str:
    """The end of a complaint about an unknown name: the name that was probably meant, or else what there is."""
    close = difflib.get_close_matches(text.strip().lower().replace("-", "_").replace(" ", "_"), list(names), n=1)
    return f"did you mean {close[0]}?" if close else otherwise


def bare_name(text: str) -> str:
    """A name without capitals and without what stands between its words."""
    return _BETWEEN.sub("", text).lower()
