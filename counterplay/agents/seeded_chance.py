"""Dice and cards of a game that must come out the same again."""

from __future__ import annotations

import random

from counterplay.core import Position


def drawn(position: Position, draw: random.Random) -> int:
    """An outcome, as likely as the game says."""
    pairs = [(int(a), float(p)) for a, p in position.game.outcomes(position.state)]
    return draw.choices([a for a, _ in pairs], [p for _, p in pairs])[0]


def roll(position: Position, draw: random.Random) -> Position:
    """The position after such an outcome."""
    return position.play(drawn(position, draw))
