"""Dice and cards of a game that must come out the same again."""

from __future__ import annotations

import random

from counterplay.core import Position


def roll(position: Position, draw: random.Random) -> Position:
    """The position after an outcome drawn by its probability."""
    pairs = [(int(a), float(p)) for a, p in position.game.outcomes(position.state)]
    action = draw.choices([a for a, _ in pairs], [p for _, p in pairs])[0]
    return position.play(action)
