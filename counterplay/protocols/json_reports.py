"""Positions and reports as plain values that JSON can hold."""

from __future__ import annotations

from typing import Any

from counterplay.core import CHANCE, Outcome, Position, Report, Value, value_text


def report_told(report: Report) -> dict[str, Any]:
    """What a search has found: the best action first, then every line that was asked for."""
    position = report.position
    assert position is not None
    return {
        "action": report.action,
        "move": position.game.action_name(position.state, report.action),
        **_value_told(position, report.value),
        "variation": position.names_of(report.variation),
        "algorithm": report.algorithm,
        "depth": report.depth,
        "nodes": report.nodes,
        "playouts": report.playouts,
        "seconds": round(report.seconds, 6),
        "completed": report.completed,
        "lines": [
            {
                "action": line.action,
                "move": position.game.action_name(position.state, line.action),
                **_value_told(position, line.value),
                "variation": position.names_of(line.variation),
                "visits": line.visits,
            }
            for line in report.lines
        ],
    }


def _value_told(position: Position, value: Value) -> dict[str, Any]:
    """A value in units of utility for the player to move, and in the words that people read."""
    return {
        "score": value.score,
        "player": value.player,
        "bound": value.bound.value,
        "proven": value.proven,
        "plies_to_end": value.plies_to_end,
        "value": value_text(position.game, value),
    }


def outcome_told(outcome: Outcome) -> dict[str, Any]:
    """How a game ended."""
    return {"utilities": list(outcome.utilities), "winner": outcome.winner, "reason": outcome.reason}


def described(position: Position) -> dict[str, Any]:
    """A position: whose turn it is, what can be done, and how it is written."""
    game, outcome, player = position.game, position.outcome(), position.player
    names = [game.action_name(position.state, a) for a in position.choices]
    return {
        "game": game.spec,
        "position": game.dump(position.state),
        "player": None if outcome is not None or player == CHANCE else player,
        "chance": outcome is None and player == CHANCE,
        "over": None if outcome is None else outcome_told(outcome),
        "legal": [{"action": a, "move": name} for a, name in zip(position.choices, names, strict=True)],
    }
