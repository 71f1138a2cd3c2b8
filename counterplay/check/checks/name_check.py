"""Actions as text: every legal action has a name of its own, and parse_action finds it again."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from counterplay.check.checks.notation_check import spoil
from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.check.state_copies import short
from counterplay.core import BadNotation, IllegalAction

POSITIONS = 200
PARSED = 6  # names parsed in each position; the inherited parse_action names every action each time
WRONG_NAMES = ("", "?", "-1", "99999999999999999999", "²", "é♞")


def check_names(inspection: Inspection) -> str:
    """Names are different texts that lead back to their actions."""
    named = 0
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal):
        with suppress(Broken):
            names = _names(inspection, visit)
            for a in inspection.some(names, PARSED):
                _parse_back(inspection, visit, a, names[a])
            named += len(names)
    return f"{named} actions have names of their own that parse back"


def text_name(inspection: Inspection, s: Any, a: int) -> str:
    """The name of an action; Broken where it is no text."""
    name = inspection.ask("action_name", s, a)
    if isinstance(name, str) and name.strip():
        return name
    sentence = f"returned {short(name)} in {inspection.show(s)} with action {a}; expected a text, as str({a}) is"
    raise inspection.broken("action-name", "action_name", sentence)


def _names(inspection: Inspection, visit: Visit) -> dict[int, str]:
    s = visit.state
    names: dict[int, str] = {}
    owners: dict[str, int] = {}
    for a in visit.choices:
        name = text_name(inspection, s, a)
        if owners.setdefault(name, a) != a:
            raise inspection.broken(
                "action-name",
                "action_name",
                f"calls both action {owners[name]} and action {a} '{name}' in "
                f"{inspection.show(s)}; expected a name of its own for each legal action",
            )
        names[a] = name
    return names


def _parse_back(inspection: Inspection, visit: Visit, a: int, name: str) -> None:
    s = visit.state
    parsed = inspection.ask("parse_action", s, name, fault="action-name")
    if parsed != a:
        inspection.add(
            "action-name",
            "parse_action",
            f"read {short(parsed)} from '{name}' in {inspection.show(s)}; expected action {a}, which action_name calls that",
        )


def check_wrong_names(inspection: Inspection) -> str:
    """Parse_action refuses what is no action with BadNotation, and never answers with an action that is not legal."""
    tried = 0
    for visit in inspection.sample(10, lambda v: not v.terminal):
        with suppress(Broken):
            names = list(_names(inspection, visit).values())
            spoilt = [spoil(inspection, name) for name in names[:5]]
            for text in (*WRONG_NAMES, *spoilt):
                _refuses_or_knows(inspection, visit, text)
                tried += 1
    return f"{tried} wrong or doubtful names were refused or led to a legal action"


def _refuses_or_knows(inspection: Inspection, visit: Visit, text: str) -> None:
    s = visit.state
    try:
        parsed = inspection.ask("parse_action", s, text, fault="parse-raises", allow=(BadNotation, IllegalAction))
    except (BadNotation, IllegalAction):
        return
    if parsed not in visit.choices:
        inspection.add(
            "action-name",
            "parse_action",
            f"read {short(parsed)} from {short(text)} in {inspection.show(s)}, which is no legal action; expected BadNotation",
        )
