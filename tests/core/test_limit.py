"""Limits: what a search may spend, and what it may not be asked to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from counterplay.core import BadParameter, Limit


def test_no_bound_is_no_limit() -> None:
    """Would catch a search that stops, or says it is bounded, though nothing was asked."""
    limit = Limit()
    assert not limit.bounded
    assert limit.max_depth > 10_000 and limit.max_nodes > 10**15


@pytest.mark.parametrize("bound", [{"depth": 3}, {"nodes": 100}, {"seconds": 0.5}, {"playouts": 10}])
def test_each_bound_counts(bound: dict[str, Any]) -> None:
    """Would catch a bound that is stored but not taken for one."""
    assert Limit(**bound).bounded


def test_bounds_are_passed_on() -> None:
    """Would catch depth and nodes mixed up."""
    limit = Limit(depth=3, nodes=100)
    assert (limit.max_depth, limit.max_nodes) == (3, 100)


@pytest.mark.parametrize(
    ("bound", "says"),
    [
        ({"depth": 0}, "a limit of 0 depth leaves nothing to search; give at least 1 depth"),
        ({"nodes": -5}, "a limit of -5 nodes leaves nothing to search; give at least 1 of the nodes"),
        ({"seconds": 0}, "a limit of 0 seconds leaves nothing to search; give at least 0.001 seconds"),
        ({"seconds": math.nan}, "a limit's seconds must be a number, not nan"),
        ({"playouts": True}, "a limit's playouts must be a whole number, not True"),
        ({"depth": "5"}, "a limit's depth must be a whole number, not '5'"),
        ({"depth": 2.5}, "a limit's depth must be a whole number, not 2.5"),
        ({"nodes": math.inf}, "a limit's nodes must be a whole number, not inf"),
        ({"seconds": math.inf}, "a limit's seconds must be at most 31,622,400; to have no such limit, leave it out"),
        ({"seconds": 1e300}, "a limit's seconds must be at most 31,622,400; to have no such limit, leave it out"),
        ({"depth": 10**7}, "a limit's depth must be at most 1,000,000; to have no such limit, leave it out"),
        ({"nodes": 2**63}, f"a limit's nodes must be at most {2**62:,}; to have no such limit, leave it out"),
        ({"playouts": 10**5000}, f"a limit's playouts must be at most {2**62:,}; to have no such limit, leave it out"),
    ],
)
def test_impossible_bound_is_refused_in_one_sentence(bound: dict[str, Any], says: str) -> None:
    """Would catch a search started with nothing to spend, or a float handed to a kernel that counts."""
    with pytest.raises(BadParameter) as refusal:
        Limit(**bound)
    assert str(refusal.value) == says


def test_numbers_of_numpy_are_numbers() -> None:
    """Would catch a refusal of bounds that were computed with NumPy."""
    assert Limit(depth=np.int64(4), seconds=np.float64(0.5)).max_depth == 4  # type: ignore[arg-type]
