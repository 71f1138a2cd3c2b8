"""Many pages at once: nothing is lost, and no search stays behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.studio import left_behind, many_pages
from tests.studio.running import Process


@pytest.mark.slow
def test_fifty_pages_lose_nothing(launch: Callable[..., Process], tmp_path: Path) -> None:
    """A move that is lost or played twice when many play; searches and pages that stay when everybody has gone."""
    studio = launch("--port", "0", "--db", str(tmp_path / "s.sqlite"))
    players = asyncio.run(many_pages(studio.address.rstrip("/"), 50, 8.0))
    assert all(player.games for player in players) and sum(player.moves for player in players) > 50
    health = left_behind(studio.address.rstrip("/"))
    assert health == {"searches": 0, "waiting": 0, "pages": 0, "games": sum(player.games for player in players)}
    code, _, err = studio.end()
    assert code == 0 and "Traceback" not in err and "ERROR" not in err and "WARNING" not in err, err
