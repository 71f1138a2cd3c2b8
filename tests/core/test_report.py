"""Values and reports: points of view, bounds and words."""

from __future__ import annotations

import pytest

from counterplay.core import Bound, Report, Value


def test_value_seen_by_the_other_player() -> None:
    """Would catch a sign that is not turned, or a lower bound that stays one when it is."""
    value = Value(0.5, 0, Bound.LOWER, proven=True, plies_to_end=4, per_player=(0.5, -0.5))
    other = value.for_player(1)
    assert (other.score, other.player, other.bound) == (-0.5, 1, Bound.UPPER)
    assert (other.proven, other.plies_to_end, other.per_player) == (True, 4, (0.5, -0.5))
    assert other.for_player(0) == value
    assert value.for_player(0) is value
    assert Value(0.5, 1).for_player(0).bound is Bound.EXACT


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value(0.25, 0), "+0.25"),
        (Value(-0.5, 0, Bound.UPPER), "<=-0.5"),
        (Value(0.5, 0, Bound.LOWER), ">=+0.5"),
        (Value(0.0, 0, proven=True, plies_to_end=9), "+0 (proven)"),
        (Value(1.0, 0, proven=True, plies_to_end=5), "wins in 5 (+1)"),
        (Value(-1.0, 0, proven=True, plies_to_end=6), "loses in 6 (-1)"),
        (Value(1.0, 0, Bound.LOWER, proven=True, plies_to_end=5), "wins in at most 5 (+1)"),
        (Value(-1.0, 0, Bound.UPPER, proven=True, plies_to_end=6), "loses in at most 6 (-1)"),
        (Value(-1.0, 0, Bound.LOWER, proven=True, plies_to_end=6), ">=loses in 6 (-1)"),
    ],
)
def test_value_in_words(value: Value, text: str) -> None:
    """Would catch a bound, a proof or a sign lost on the way to the reader."""
    assert str(value) == text


def test_speed_of_a_search_that_took_no_time() -> None:
    """Would catch a division by zero where the clock did not advance."""
    assert Report(1, Value(0.0, 0), (1,), "engine", nodes=10).nodes_per_second == 0.0
    assert Report(1, Value(0.0, 0), (1,), "engine", nodes=10, seconds=2.0).nodes_per_second == 5.0
