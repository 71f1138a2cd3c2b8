"""Turns of several actions: formats write a chain of jumps, or a roll with its moves, as one move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from counterplay.core import Game
from counterplay.records.record import RecordNode, step

TurnOver = Callable[[Game, Any, Any], bool]  # (game, state before an action, state after it) -> whether a turn ends there


class Turn(NamedTuple):
    """One way to go on, up to the end of a turn or of the record."""

    node: RecordNode  # the last one
    state: Any  # afterwards
    actions: list[int]


def turns_after(game: Game, node: RecordNode, state: Any, turn_over: TurnOver) -> list[Turn]:
    """All turns that follow a node, the main one first."""
    found: list[Turn] = []
    waiting = [Turn(node, state, [])]
    while waiting:
        here = waiting.pop()
        if here.actions and (not here.node.children or turn_over(game, here.state[0], here.state[1])):
            found.append(Turn(here.node, here.state[1], here.actions))
            continue
        before = here.state[1] if here.actions else here.state
        for child in reversed(here.node.children):
            assert child.action is not None
            after = step(game, before, child.action)
            waiting.append(Turn(child, (before, after), [*here.actions, child.action]))
    return found


def add_turn(game: Game, node: RecordNode, state: Any, actions: Sequence[int]) -> tuple[RecordNode, Any]:
    """Put the actions of a turn after a node; the last node, and the state there.

    A turn may begin like another one that is there already and shares those nodes; its last action is always a new one.
    """
    for i, action in enumerate(actions):
        shared = node.child(action) if i < len(actions) - 1 else None
        node = shared or node.add(action)
        state = step(game, state, action)
    return node, state
