"""Perft: how many ways there are to play n plies, the yardstick of rules (Chess Programming Wiki, "Perft")."""

from __future__ import annotations

from typing import Any

from counterplay.core import CHANCE
from counterplay.gears import kernel


@kernel
def perft(game: Any, s: Any, depth: int) -> int:
    """Sequences of exactly `depth` actions (or chance outcomes) from s; a game that ended before counts nothing."""
    if depth == 0:
        return 1
    if game.terminal(s):
        return 0
    total = 0
    if game.player(s) == CHANCE:
        for a, _ in game.outcomes(s):
            total += perft(game, game.result(s, a), depth - 1)
        return total
    for a in game.actions(s):
        # Counting the last ply needs no states: the common short cut, and the same number.
        total += 1 if depth == 1 else perft(game, game.result(s, a), depth - 1)
    return total


@kernel
def perft_turns(game: Any, s: Any, turns: int, mover: int) -> int:
    """Like perft, but all that one player does in a row (a capture chain, extra moves) counts as one turn.

    mover is the player whose turn is under way in s, counted within `turns`; start with game.player(s).
    """
    if game.terminal(s):
        return 1 if turns == 1 else 0
    player = game.player(s)
    if player != mover:
        if turns == 1:
            return 1
        turns -= 1
        mover = player
    total = 0
    for a in game.actions(s):
        total += perft_turns(game, game.result(s, a), turns, mover)
    return total
