"""Names as people type them: alpha-beta, AlphaBeta and alpha_beta are one."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BETWEEN = re.compile(r"[-_^\s\u2010-\u2015]+")  # hyphens and dashes of every kind, underlines, spaces, the ^ of max^n


def spelt(text: str, names: Iterable[str]) -> str:
    """The name among these that a text means, whatever its capitals and hyphens; the text itself where it means none."""
    wanted = _bare(text)
    return next((name for name in names if _bare(name) == wanted), text)


def _bare(text: str) -> str:
    return _BETWEEN.sub("", text).lower()
