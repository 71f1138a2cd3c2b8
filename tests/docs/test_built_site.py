"""The site as `make docs` builds it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from counterplay import game_names

ROOT = Path(__file__).parent.parent.parent
ELSEWHERE = r"[\"']?(?:https?:)?//"
FETCHED = re.compile(  # what a browser loads by itself, unlike links that a reader may follow
    rf"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc={ELSEWHERE}|<link\b[^>]*\bhref={ELSEWHERE}"
    rf"|url\({ELSEWHERE}|@import\s+{ELSEWHERE}",
    re.IGNORECASE,
)


@pytest.mark.slow
def test_the_site_is_built_and_fetches_nothing(tmp_path: Path) -> None:
    """Would catch a link or a name of the reference that leads nowhere, a game without a page, a page that needs a network."""
    site = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(site)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not [name for name in game_names() if not (site / f"games/{name}.html").exists()]
    pages = [path for path in site.rglob("*") if path.suffix in (".html", ".css")]
    assert len(pages) > 100
    fetching = {str(path.relative_to(site)): FETCHED.search(path.read_text(encoding="utf-8")) for path in pages}
    assert not [name for name, found in fetching.items() if found]
