"""Sets in arrays of words, beside Python's own sets."""

from __future__ import annotations

import numpy as np

from counterplay.boards.sets.long_sets import (
    LongSet,
    count_in,
    drawn_from,
    keep_in,
    listed,
    long_set,
    members_in,
    overlaps,
    put_in,
    some_in,
    take_out,
)
from counterplay.gears.rng import seeded

ONE, OTHER = {0, 5, 63, 64, 130}, {5, 64, 65, 149}


def of(things: set[int]) -> LongSet:
    return long_set(np.isin(np.arange(150), list(things)))


def test_members_and_numbers() -> None:
    """Would catch a bit in the wrong word, and a last word that is cut off."""
    for things in (ONE, OTHER, set[int]()):
        words = of(things)
        assert len(words) == 3
        assert listed(words).tolist() == members_in(words).tolist() == sorted(things)
        assert (count_in(words), some_in(words)) == (len(things), bool(things))


def test_sets_are_changed_as_pythons_are() -> None:
    """Would catch operations that are taken for one another."""
    for change, expected in ((put_in, ONE | OTHER), (keep_in, ONE & OTHER), (take_out, ONE - OTHER)):
        words = of(ONE)
        change(words, of(OTHER))
        assert set(listed(words).tolist()) == expected
    assert overlaps(of(ONE), of(OTHER)) and not overlaps(of(ONE), of(OTHER - ONE))


def test_everything_is_drawn() -> None:
    """Would catch a member that is never drawn, and something drawn that is not in the set."""
    words, rng = of(ONE), seeded(1)
    assert {drawn_from(words, rng) for _ in range(200)} == ONE
