"""Names as people type them: alpha-beta, AlphaBeta and alpha_beta are one."""

from __future__ import annotations

import re
from collections.abc import Iterable

# hyphens and dashes of every kind, underlines, spaces, the ^ of max^n, the apostrophe of nine men's morris
_BETWEEN = re.compile(r"[-_^\s'\u2010-\u2015\u2019]+")


def spelt(text: str, names: Iterable[str]) -> str:
    """The name among these that a text means, whatever its capitals and hyphens; the text itself where it means none."""
    wanted = bare_name(text)
    return next((name for name in names if bare_name(name) == wanted), text)


def bare_name(text: str) -> str:
    """A name without capitals and without what stands between its words."""
    return _BETWEEN.sub("", text).lower()
