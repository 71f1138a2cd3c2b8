"""One state: is it over, whose turn is it, what can be done? Each answer of the kind that the contract promises."""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np

from counterplay.check.inspection import Inspection, Visit
from counterplay.check.remedies import unreturned
from counterplay.check.state_copies import INT64, is_number, kind, short
from counterplay.core import CHANCE, Position

SUM_TOLERANCE = 1e-9  # of probabilities: some hundred roundings of a float


def examine(inspection: Inspection, position: Position) -> Visit:
    """Ask the rules about a position and check every answer; Broken where play cannot go on from here."""
    s = position.state
    terminal = check_terminal(inspection, s)
    player = check_player(inspection, s, terminal)
    if terminal:
        choices: list[int] = []
    elif player == CHANCE:
        choices = check_outcomes(inspection, s)
    else:
        choices = check_actions(inspection, s)
    return Visit(position, terminal, player, tuple(choices))


def check_terminal(inspection: Inspection, s: Any) -> bool:
    """Terminal answers with a truth value."""
    answer = inspection.ask("terminal", s)
    if not isinstance(answer, bool | np.bool_ | numbers.Integral):
        raise inspection.broken(
            "wrong-type",
            "terminal",
            f"returned {short(answer)} in {inspection.show(s)}; expected True or False{unreturned(answer)}",
        )
    return bool(answer)


def check_player(inspection: Inspection, s: Any, terminal: bool) -> int:
    """Player answers with somebody who exists; in a terminal state any number will do."""
    game = inspection.game
    answer = inspection.ask("player", s)
    if not isinstance(answer, numbers.Integral):
        raise inspection.broken(
            "wrong-type",
            "player",
            f"returned {short(answer)}, {kind(answer)}, in {inspection.show(s)}; expected an int{unreturned(answer)}",
        )
    player = int(answer)
    if terminal:
        return player
    if player == CHANCE and not game.chance:
        inspection.add(
            "undeclared-chance",
            "player",
            f"returned {CHANCE}, CHANCE, in {inspection.show(s)}, but the class does not say chance = True",
        )
    elif player != CHANCE and not 0 <= player < game.players:
        raise inspection.broken(
            "player-range",
            "player",
            f"returned {player} in {inspection.show(s)}; expected 0 to {game.players - 1}"
            f"{', or CHANCE' if game.chance else ''}: players are counted from 0, and `players` on the class says how many",
        )
    return player


def check_actions(inspection: Inspection, s: Any) -> list[int]:
    """Actions are different 64-bit ints, at least one and at most max_actions."""
    found = inspection.ask_list("actions", s)
    if not found:
        raise inspection.broken(
            "no-actions",
            "actions",
            f"offers nothing in {inspection.show(s)}, which is not terminal; expected an action "
            "(a pass, where nothing else can be done) or terminal to be True",
        )
    actions = _whole_numbers(inspection, "actions", s, found)
    _no_repeats(inspection, "actions", "action-twice", s, actions)
    _within_max(inspection, "actions", s, len(actions))
    return actions


def check_outcomes(inspection: Inspection, s: Any) -> list[int]:
    """Outcomes are different 64-bit ints with probabilities that are not negative and sum to one."""
    pairs = inspection.ask_list("outcomes", s)
    where = inspection.show(s)
    if not pairs:
        raise inspection.broken("no-actions", "outcomes", f"offers nothing in {where}, where chance decides")
    if not all(hasattr(pair, "__len__") and len(pair) == 2 for pair in pairs):
        raise inspection.broken(
            "wrong-type",
            "outcomes",
            f"gave {short(pairs[0])} in {where}; expected (action, probability) pairs",
        )
    outcomes = _whole_numbers(inspection, "outcomes", s, [a for a, _ in pairs])
    _no_repeats(inspection, "outcomes", "outcome-twice", s, outcomes)
    _within_max(inspection, "outcomes", s, len(outcomes))
    probabilities = [p for _, p in pairs]
    for a, p in zip(outcomes, probabilities, strict=True):
        if not (is_number(p) and 0 <= p <= 1):
            raise inspection.broken(
                "probabilities",
                "outcomes",
                f"gives {inspection.show_action(s, a)} the probability {short(p)} in {where}; expected a number from 0 to 1",
            )
    total = math.fsum(float(p) for p in probabilities)
    if abs(total - 1) > SUM_TOLERANCE:
        inspection.add(
            "probabilities",
            "outcomes",
            f"gives {len(pairs)} probabilities in {where} that sum to {total:.12g}; expected 1",
        )
    return outcomes


def _whole_numbers(inspection: Inspection, method: str, s: Any, found: list[Any]) -> list[int]:
    for a in found:
        if isinstance(a, bool) or not isinstance(a, numbers.Integral) or int(a) not in INT64:
            if isinstance(a, np.ndarray):
                advice = "return one array of them, as np.flatnonzero does; np.where returns a tuple of arrays"
            else:
                advice = "number the actions, and let action_name say what people call them"
            sentence = f"offers {short(a)}, {kind(a)}, in {inspection.show(s)}; expected a 64-bit integer: {advice}"
            raise inspection.broken("action-type", method, sentence)
    return [int(a) for a in found]


def _no_repeats(inspection: Inspection, method: str, fault: str, s: Any, actions: list[int]) -> None:
    if len(set(actions)) < len(actions):
        twice = next(a for a in actions if actions.count(a) > 1)
        inspection.add(
            fault,
            method,
            f"offers {inspection.show_action(s, twice)} {actions.count(twice)} times in "
            f"{inspection.show(s)}; expected each once",
        )


def _within_max(inspection: Inspection, method: str, s: Any, count: int) -> None:
    if count > inspection.game.max_actions:
        inspection.add(
            "too-many-actions",
            method,
            f"offers {count} in {inspection.show(s)}, but max_actions is "
            f"{inspection.game.max_actions}; set max_actions to the most that any state has",
        )
