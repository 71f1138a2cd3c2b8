"""The exact value of every position of a small game whose positions repeat, by backward induction from its ends.

K. Thompson, "Retrograde Analysis of Certain Endgames" (1986): a position is won where some action leads to one that is lost for
the opponent, and lost where all lead to won ones; what is left over is a draw. It knows nothing of a game but its contract.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from counterplay.core import Game


class Worth(NamedTuple):
    """For the player to move: 1, 0 or -1, and in how many plies the game ends with best play; 0 plies for a draw."""

    value: int
    plies: int


DRAWN = Worth(0, 0)


def retrograde_values(game: Game, identity: Callable[[Any], Hashable]) -> dict[Hashable, Worth]:
    """The worth of all positions that can be reached; states with the same `identity` are one. Players take turns."""
    start = game.initial()
    states = {identity(start): start}
    before: dict[Hashable, set[Hashable]] = {identity(start): set()}
    open_actions: dict[Hashable, int] = {}
    worth: dict[Hashable, Worth] = {}
    queue: deque[Hashable] = deque(states)
    ends: deque[Hashable] = deque()
    while queue:
        place = queue.popleft()
        s = states[place]
        if game.terminal(s):
            utility = game.utility(s, game.player(s))
            if utility:
                worth[place] = Worth(int(utility), 0)
                ends.append(place)
            continue
        following = {identity(t): t for t in (game.result(s, a) for a in game.actions(s))}
        open_actions[place] = len(following)
        for reached, t in following.items():
            if reached not in states:
                states[reached], before[reached] = t, set()
                queue.append(reached)
            before[reached].add(place)
    while ends:  # in the order of plies, so that the first win found is the fastest, and the last loss the slowest
        place = ends.popleft()
        for earlier in before[place]:
            open_actions[earlier] -= 1
            if earlier not in worth and (worth[place].value < 0 or open_actions[earlier] == 0):
                worth[earlier] = Worth(-worth[place].value, worth[place].plies + 1)
                ends.append(earlier)
    return {place: worth.get(place, DRAWN) for place in states}
