"""Events: the records of a kernel become objects."""

from __future__ import annotations

import numpy as np
import pytest

from counterplay.core import EVENT, Event, Kind, events


def test_records_become_objects() -> None:
    """Would catch fields in another order, kinds as bare numbers, or NumPy scalars that JSON cannot write."""
    records = np.zeros(2, EVENT)
    records[0] = (Kind.ENTER, 0, -1, 0, -5, 1, -np.inf, np.inf, 0.0)
    records[1] = (Kind.CUT, 3, 0, 1, 7, 0, 0.5, 0.25, 0.5)
    first, second = events(records)
    assert first == Event(Kind.ENTER, 0, -1, 0, -5, 1, -np.inf, np.inf, 0.0)
    assert second.kind is Kind.CUT and (second.node, second.parent, second.ply, second.action) == (3, 0, 1, 7)
    assert (second.alpha, second.beta, second.value) == (0.5, 0.25, 0.5)
    assert {type(field) for field in second} == {Kind, int, float}


def test_fields_of_event_are_those_of_the_record() -> None:
    """Would catch a field added on one side only."""
    assert Event._fields == EVENT.names


def test_unknown_kind_is_refused() -> None:
    """Would catch rubbish beyond the filled part of an array passing for events."""
    records = np.zeros(1, EVENT)
    records["kind"] = 99
    with pytest.raises(ValueError, match="99"):
        list(events(records))
