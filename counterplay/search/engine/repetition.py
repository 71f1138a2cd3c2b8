"""Rules of repetition on the searched line: whether a position came back, and what that is worth.

The keys of all positions from the oldest of the game to the one at hand stand in `work.path`; where a perpetual check loses,
`work.turns` says beside them who was to move and whether in check.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import CHANCE, Position, Repetition
from counterplay.gears import helper
from counterplay.gears.entry.walk import is_threatened, key_at, player_at
from counterplay.search.engine.scores import WIN, score_of
from counterplay.search.engine.table import NO_ACTION
from counterplay.search.engine.workspace import BASE, LONGEST_HISTORY, PAST_PLACES, SAME_BITS, SKIPPED
from counterplay.search.search_control import DEEPEST, HORIZON

NOTHING, DRAW, LOSS, FORBIDDEN, PERPETUAL_LOSES = (int(rule) for rule in Repetition)


def fill_turns(work: Any, position: Position) -> None:
    """Write the turns of all positions before the root."""
    before = position.line()[:-1][-LONGEST_HISTORY:]
    work.turns[: len(before)] = [2 * p.player + bool(p.game.threatened(p.state)) for p in before]


@helper
def occurrences(work: Any, key: int, start: int, end: int) -> int:
    """How often the position stood at places `start` to `end` - 1 of the path."""
    count = 0
    for i in range(start, end):
        if (work.path[i] ^ key) & work.settings[SAME_BITS] == 0:
            count += 1
    return count


@helper
def occurrences_before(work: Any, key: int) -> int:
    """How often the position stood on the way to the root; most keys are known at a glance to be new."""
    return occurrences(work, key, 0, work.settings[BASE]) if work.past[key & (PAST_PLACES - 1)] != 0 else 0


@helper
def repeats(walk: Any, work: Any, key: int, ply: int) -> bool:
    """Whether a position at this ply is the last of the repetition that the rules speak of."""
    base = work.settings[BASE]
    return 1 + occurrences_before(work, key) + occurrences(work, key, base, base + ply) >= walk.repetition_count


@helper
def ends_by_repetition(walk: Any) -> bool:
    """Whether the rules of repetition end games."""
    return walk.repetition != NOTHING and walk.repetition != FORBIDDEN


@helper
def is_repetition(walk: Any, work: Any, ply: int) -> bool:
    """Whether the rules of repetition end the game here, or would if play went on in circles: it was on the searched line."""
    if not ends_by_repetition(walk) or ply == 0 or work.excluded[ply] != NO_ACTION or work.played[ply] == SKIPPED:
        return False
    key, base = key_at(walk, ply), work.settings[BASE]
    return occurrences(work, key, base, base + ply) > 0 or 1 + occurrences_before(work, key) >= walk.repetition_count


@helper
def repetition_score(walk: Any, work: Any, control: Any, ply: int, player: int) -> int:
    """What a position that came back is worth to the player to move."""
    control[DEEPEST] = max(control[DEEPEST], ply)
    control[HORIZON] += 1
    if walk.repetition == DRAW:
        return 0
    ended = repeats(walk, work, key_at(walk, ply), ply)
    loser = loser_of_repetition(walk, work, ply, work.movers[ply], 0 if ended else work.settings[BASE])
    if loser == CHANCE:
        return 0
    worth = WIN - ply if ended else score_of(walk.bound)
    return -worth if loser == player else worth


@helper
def loser_of_repetition(walk: Any, work: Any, ply: int, mover: int, start: int) -> int:
    """Who loses by the position at a ply, which the mover brought back; CHANCE where nobody does.

    Places of the path before `start` do not count.
    """
    if walk.repetition == LOSS:
        return mover
    return perpetual_checker(walk, work, ply, start) if walk.repetition == PERPETUAL_LOSES else CHANCE


@helper
def note_turn(walk: Any, work: Any, ply: int) -> None:
    """Write down whose turn it is at a ply, and whether that player is in check."""
    work.turns[work.settings[BASE] + ply] = 2 * player_at(walk, ply) + (1 if is_threatened(walk, ply) else 0)


@helper
def perpetual_checker(walk: Any, work: Any, ply: int, start: int) -> int:
    """The one player who gave nothing but check since the position at a ply occurred first; CHANCE if none or several did.

    Places of the path before `start` do not count.
    """
    note_turn(walk, work, ply)
    first, last, found = start, work.settings[BASE] + ply, CHANCE
    while (work.path[first] ^ key_at(walk, ply)) & work.settings[SAME_BITS] != 0:
        first += 1
    for player in range(walk.players):
        checks, spared = 0, 0
        for place in range(first, last):
            if work.turns[place] >> 1 == player:
                if work.turns[place + 1] & 1:
                    checks += 1
                else:
                    spared += 1
                    break
        if checks > 0 and spared == 0:
            if found != CHANCE:
                return CHANCE
            found = player
    return found
