"""The engine's unit: whole numbers, so that two of them are equal or not, and a table entry holds one in 22 bits.

A utility or estimate u of a game whose largest utility is B becomes GRADED * u / B. A utility of exactly B or -B, a won
or lost game, becomes WIN minus its distance from the root in plies, so that a nearer win is a better one.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import Game, Value
from counterplay.gears import helper

WIN = 1_000_000
PROVEN = 950_000  # beyond this a score is a win (or a loss) with its distance
GRADED = 900_000  # the largest estimate
INFINITE = 1_100_000  # outside every score


@helper
def utility_bound(game: Any) -> float:
    """The largest utility of the game."""
    return max(abs(game.utility_range[0]), abs(game.utility_range[1]))


@helper
def terminal_score(game: Any, s: Any, player: int, ply: int) -> int:
    """Score of a finished game for the player."""
    share = game.utility(s, player) / utility_bound(game)
    if share >= 1.0:
        return WIN - ply
    if share <= -1.0:
        return ply - WIN
    return int(round(share * GRADED))


@helper
def estimate_score(game: Any, s: Any, player: int) -> int:
    """Score of the game's own estimate for the player."""
    share = game.evaluate(s, player) / utility_bound(game)
    return int(round(max(-1.0, min(1.0, share)) * GRADED))


def score_value(game: Game, score: int, player: int, proven: bool, ply: int = 0) -> Value:
    """A score as a value for people, `ply` being where the score was taken."""
    bound = utility_bound(game)
    if abs(score) > PROVEN:
        distance = WIN - abs(score) - ply
        return Value(bound if score > 0 else -bound, player, proven=True, plies_to_end=distance)
    return Value(score / GRADED * bound, player, proven=proven)
