"""What an action leads to: a state of the same form, a different one, and the same one every time."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.check.remedies import RETURN_MISSING
from counterplay.check.state_copies import changed_field, copy_of, is_record, kind, misfit, same
from counterplay.core import CHANCE, Repetition

POSITIONS = 300  # positions of which every action is tried
ACTIONS = 60  # actions tried in each of them


def follow(inspection: Inspection, visit: Visit, a: int) -> Any:
    """The state after an action that was offered; Broken where there is none, or none that play can go on from."""
    game, s = inspection.game, visit.state
    following = inspection.ask("result", s, a, fault="illegal-action")
    where = f"in {inspection.show(s)} with {inspection.show_action(s, a)}"
    if following is None and inspection.start is not None:
        raise inspection.broken("wrong-type", "result", f"returned None {where}; expected the next state; {RETURN_MISSING}")
    if is_record(inspection.start) and not is_record(following):
        wanted = f"a {type(inspection.start).__name__}"
        raise inspection.broken("wrong-type", "result", f"returned {kind(following)} {where}; return {wanted}, as initial does")
    wrong = misfit(inspection.start, following)
    if wrong:
        sentence = f"gave a state of another form {where}: {wrong}; every field keeps its type in every state"
        inspection.add("field-type", "result", sentence)
        if type(following) is not type(inspection.start):
            raise Broken(wrong)
    if same(s, following) and game.repetition == Repetition.NOTHING and visit.player != CHANCE:
        raise inspection.broken(
            "action-without-effect",
            "result",
            f"left {inspection.show(s)} as it was with {inspection.show_action(s, a)}; expected a "
            "different state, at least another player to move or a count of passes",
        )
    return following


def check_successors(inspection: Inspection) -> str:
    """Every action of many positions has a successor that answers terminal and player."""
    tried = 0
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal):
        for a in inspection.some(visit.choices, ACTIONS):
            with suppress(Broken):
                following = follow(inspection, visit, a)
                inspection.ask("terminal", following)
                inspection.ask("player", following)
                tried += 1
    return f"{tried} actions lead to sound states, none changed the state it started from"


def check_steadiness(inspection: Inspection, positions: int = POSITIONS) -> str:
    """The same question about the same state gets the same answer, whatever was asked in between."""
    asked = 0
    for visit in inspection.sample(positions, lambda v: not v.terminal):
        with suppress(Broken):
            _same_choices(inspection, visit)
            for a in inspection.some(visit.choices, 3):
                _same_result(inspection, visit, a)
            asked += 1
    return f"{asked} positions gave the same actions and results when asked again"


def _same_choices(inspection: Inspection, visit: Visit) -> None:
    s = visit.state
    method = "outcomes" if visit.player == CHANCE else "actions"
    again = inspection.ask_list(method, s)
    again = [int(a) for a, _ in again] if method == "outcomes" else [int(a) for a in again]
    if again != list(visit.choices):
        inspection.add(
            "unsteady",
            method,
            f"gave {list(visit.choices)[:10]} and later {again[:10]} in {inspection.show(s)}; the "
            "answer may depend on nothing but the state and the game's parameters",
        )


def _same_result(inspection: Inspection, visit: Visit, a: int) -> None:
    s = visit.state
    first = copy_of(inspection.ask("result", s, a, fault="illegal-action"))
    second = inspection.ask("result", s, a, fault="illegal-action")
    if not same(first, second):
        inspection.add(
            "unsteady",
            "result",
            f"gave two answers in {inspection.show(s)} with {inspection.show_action(s, a)}: "
            f"{changed_field(first, second)}; chance belongs in outcomes, and rules keep nothing in self",
        )
