"""Positions as text: what dump writes, load reads back, and anything else load refuses with BadNotation."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from counterplay.check.inspection import Broken, Inspection
from counterplay.check.remedies import heading
from counterplay.check.state_copies import changed_field, misfit, short
from counterplay.core import BadNotation, overrides, states_equal

POSITIONS = 500
SPOILT_POSITIONS = 12
SPOILT_TEXTS = 12  # made of each of those positions
# Digits that int() takes but a table of symbols may not, characters outside ASCII, separators, and letters of boards.
STRANGE = "²½٣\u0000é♞ \t\n/-+.,:;[](){}'\"0123456789abcdxyzKQ"
ODD_DIGITS = ("²", "١", "①", "Ⅷ", "½", "𝟙", "1_0", "+1", "1e9", "-²-", "\u202e1", "İ")  # some of which int() or isdigit() takes
RUBBISH = (*ODD_DIGITS, "", " ", "?", "/", "0", "-1", "[]", "{}", "null", "NaN", "\ud800", "x\ny")
ENDLESS = ("[" * 5000, "9" * 5000, "a" * 500)


def check_notation(inspection: Inspection) -> str:
    """Dump writes one line, and load reads from it the same state, every field of the same type."""
    if not inspection.own_notation:
        inspection.skipped.append(
            f"notation: the inherited dump and load serve NamedTuples only; {inspection.name} needs its own to save positions"
        )
        return ""
    if overrides(inspection.game, "dump") and not overrides(inspection.game, "load"):
        sentence = f"is missing, although dump is written; write {heading('load')}, which reads what dump wrote"
        raise inspection.broken("notation", "load", sentence)
    count = 0
    for visit in inspection.sample(POSITIONS):
        with suppress(Broken):
            _round_trip(inspection, visit.state)
            count += 1
    return f"{count} positions came back from their notation"


def _round_trip(inspection: Inspection, s: Any) -> None:
    name = inspection.name
    text = inspection.ask("dump", s)
    if not isinstance(text, str) or not text or "\n" in text:
        raise inspection.broken("notation", "dump", f"wrote {short(text)}; expected one line of text")
    back = inspection.ask("load", text, fault="notation")
    wrong = misfit(inspection.start, back)
    if wrong:
        raise inspection.broken("field-type", "load", f"gave a state of another form for '{text}': {wrong}")
    if not states_equal(s, back):
        raise inspection.broken(
            "notation",
            "load",
            f"did not bring back what {name}.dump wrote as '{text}': {changed_field(s, back)}; expected the same state",
        )


def check_rubbish(inspection: Inspection) -> str:
    """Load refuses what is no position with BadNotation; what it accepts, it can write and read again."""
    if not inspection.own_notation:
        return ""
    texts = [*RUBBISH, *ENDLESS]
    for visit in inspection.sample(SPOILT_POSITIONS):
        with suppress(Broken):
            text = inspection.ask("dump", visit.state)
            texts += [spoil(inspection, text) for _ in range(SPOILT_TEXTS)] if isinstance(text, str) and text else []
    refused = 0
    for text in texts:
        if inspection.times("load-raises", "load") > 5:
            break
        with suppress(Broken):
            refused += not _accepts(inspection, text)
    return f"{refused} of {len(texts)} wrong texts were refused with BadNotation, the others are positions too"


def _accepts(inspection: Inspection, text: str) -> bool:
    try:
        state = inspection.ask("load", text, fault="load-raises", allow=(BadNotation,))
    except BadNotation:
        return False
    wrong = misfit(inspection.start, state)
    if wrong:
        raise inspection.broken("field-type", "load", f"gave a state of another form for {short(text)}: {wrong}")
    return True


def spoil(inspection: Inspection, text: str) -> str:
    """A text with one mistake in it."""
    random = inspection.random
    place = random.randrange(len(text))
    return random.choice(
        (
            text[:place] + text[place + 1 :],
            text[:place] + text[place] + text[place:],
            text[:place] + random.choice(STRANGE) + text[place + 1 :],
            text[:place],
            text + random.choice(STRANGE),
            text[place:] + text[:place],
        )
    )
