"""The key of a state: one number for equal states however they came about, different ones where the rules differ."""

from __future__ import annotations

import numbers
from contextlib import suppress
from typing import Any

from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.check.state_copies import copy_of, frozen, kind, short

POSITIONS = 600
LOWEST, HIGHEST = -(2**63), 2**64 - 1  # what fits 64 bits, read with or without a sign


def check_keys_of_copies(inspection: Inspection) -> str:
    """A key is a 64-bit number that a copy of the state shares, and the state read back from its notation."""
    count = 0
    for visit in inspection.sample(POSITIONS):
        with suppress(Broken):
            s = visit.state
            key = key_of(inspection, s)
            _expect(inspection, s, key, key_of(inspection, copy_of(s)), "a copy of the state")
            if inspection.own_notation and not inspection.found("notation", "load-raises"):
                _expect(
                    inspection, s, key, key_of(inspection, _read_back(inspection, s)), "the state that load reads from its dump"
                )
            count += 1
    return f"{count} positions have the same key when copied and when written down and read back"


def check_keys_of_routes(inspection: Inspection) -> str:
    """Equal states that different sequences of actions led to have one key."""
    first: dict[Any, Visit] = {}
    met = 0
    for visit in inspection.visits:
        other = first.setdefault(frozen(visit.state), visit)
        if other is visit or met >= POSITIONS:
            continue
        with suppress(Broken):
            key = key_of(inspection, other.state)
            _expect(inspection, visit.state, key, key_of(inspection, visit.state), "the same state, reached by other actions")
            met += 1
    return f"{met} positions that were reached again had their key again" if met else ""


def check_keys_tell_apart(inspection: Inspection) -> str:
    """States with one key have the same player to move and the same actions: a table may take one for the other."""
    first: dict[int, Visit] = {}
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal):
        with suppress(Broken):
            other = first.setdefault(key_of(inspection, visit.state), visit)
            if other.player != visit.player or set(other.choices) != set(visit.choices):
                what = "players to move" if other.player != visit.player else "legal actions"
                inspection.add(
                    "key-too-coarse",
                    "key",
                    f"gives {inspection.show(other.state)} and {inspection.show(visit.state)} one key, "
                    f"although their {what} differ; expected every field in the key that the rules look at",
                )
    return f"{len(first)} keys tell positions with different turns or actions apart"


def key_of(inspection: Inspection, s: Any) -> int:
    """The key, checked to be a 64-bit number."""
    key = inspection.ask("key", s)
    if isinstance(key, bool) or not isinstance(key, numbers.Integral) or not LOWEST <= int(key) <= HIGHEST:
        raise inspection.broken(
            "key-type",
            "key",
            f"returned {short(key)}, {kind(key)}, in {inspection.show(s)}; expected an integer of 64 bits",
        )
    return int(key)


def _read_back(inspection: Inspection, s: Any) -> Any:
    return inspection.ask("load", inspection.ask("dump", s))


def _expect(inspection: Inspection, s: Any, key: int, other: int, what: str) -> None:
    if key != other:
        inspection.add(
            "key-differs",
            "key",
            f"gave {key} and, for {what}, {other} in {inspection.show(s)}; expected one key for equal states",
        )
