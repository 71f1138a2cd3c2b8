"""The store of games, whose writers are killed again and again in the middle of writing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.torture_store import KINDS, AttackedStore

KILLS = 5  # of each kind; `python -m bench.torture --only store` makes a hundred


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_writer_loses_at_most_what_it_was_writing(tmp_path: Path, kind: str) -> None:
    """Would catch a move or game that was acknowledged and is gone or there in part, and a file that does not open."""
    store = AttackedStore(tmp_path, random.Random(kind))
    for _ in range(KILLS):
        store.kill(kind)
