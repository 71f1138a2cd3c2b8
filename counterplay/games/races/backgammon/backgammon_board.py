"""The board of backgammon as sets of places, and where dice may be played on it.

Places are numbered as their owner counts: 0 is borne off, 1 to 24 are the points, 25 is the bar. What one player calls place i
is 25 - i to the other.

Counts are bit-sliced into two words for each player: of the four binary digits of a place's count, the ones stand in bits 0
to 25 of the first word, the twos in bits 26 to 51; fours and eights likewise in the second. What holds for many places at once
(which are occupied, which are blocked) then takes a few operations, and a board is four integers.
"""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.gears import helper
from counterplay.gears.bits import cells, highest, lowest, popcount

OFF, BAR, PLACES = 0, 25, 26
THEIR_OFF, THEIR_BAR = BAR - OFF, BAR - BAR  # the opponent's, as the player sees them
ALL = (1 << PLACES) - 1
POINTS = ALL - 1 - (1 << BAR)
HOME = 0b111_1110
BEHIND = ALL - HOME - 1  # no checker may be here when bearing off starts
DIGITS = tuple((1 << k, sum(1 << i for i in range(PLACES) if i >> k & 1)) for k in range(5))  # places by binary digits
# The points of both planes of a word, grouped for reversing them: 24 = 3 x 8 places, and the two ends.
ENDS, PAIRS, QUADS, OCTETS, OUTER, MIDDLE = (
    mask | mask << PLACES for mask in (1, 0x555555 << 1, 0x333333 << 1, 0x0F0F0F << 1, 0xFF << 1, 0xFF00 << 1)
)


def packed(counts: Sequence[int]) -> tuple[int, int]:
    """The two words for 26 counts."""
    ones, twos, fours, eights = (sum((n >> k & 1) << i for i, n in enumerate(counts)) for k in range(4))
    return ones | twos << PLACES, fours | eights << PLACES


@helper
def occupied(ones: int, more: int) -> int:
    """The places with at least one checker."""
    some = ones | more
    return (some | some >> PLACES) & ALL


@helper
def made(ones: int, more: int) -> int:
    """The places with at least two checkers."""
    return (ones >> PLACES | more | more >> PLACES) & ALL


@helper
def added(ones: int, more: int, place: int) -> tuple[int, int]:
    """One checker more on a place: binary addition in all four planes."""
    carry = 1 << place
    ones, carry = ones ^ carry, (ones & carry) << PLACES
    ones, carry = ones ^ carry, (ones & carry) >> PLACES
    more, carry = more ^ carry, (more & carry) << PLACES
    return ones, more ^ carry


@helper
def moved(ones: int, more: int, place: int, target: int) -> tuple[int, int]:
    """One checker taken from a place that has one, by binary subtraction, and put on another."""
    borrow = 1 << place
    ones, borrow = ones ^ borrow, (borrow & ~ones) << PLACES
    ones, borrow = ones ^ borrow, (borrow & ~ones) >> PLACES
    more, borrow = more ^ borrow, (borrow & ~more) << PLACES
    return added(ones, more ^ borrow, target)


@helper
def count(ones: int, more: int, place: int) -> int:
    """The checkers on a place."""
    low, high = ones >> place, more >> place
    return (low & 1) + (low >> PLACES & 1) * 2 + (high & 1) * 4 + (high >> PLACES & 1) * 8


@helper
def total(ones: int, more: int, places: int) -> int:
    """The checkers on a set of places."""
    return (
        popcount(ones & places)
        + popcount(ones >> PLACES & places) * 2
        + popcount(more & places) * 4
        + popcount(more >> PLACES & places) * 8
    )


@helper
def pips(ones: int, more: int) -> int:
    """How far a player's checkers, in the player's own view, still have to go."""
    way = 0
    for digit, places in DIGITS:
        way += digit * total(ones, more, places)
    return way


@helper
def mirrored(word: int) -> int:
    """Both planes of a word as the opponent sees them: place i becomes 25 - i."""
    ends = (word & ENDS) << BAR | word >> BAR & ENDS
    word = (word & PAIRS) << 1 | word >> 1 & PAIRS
    word = (word & QUADS) << 2 | word >> 2 & QUADS
    word = (word & OCTETS) << 4 | word >> 4 & OCTETS
    return (word & OUTER) << 16 | word & MIDDLE | word >> 16 & OUTER | ends


@helper
def movable(mine: int, blocked: int, die: int) -> int:
    """The places from which a die can be played, given the occupied places and those that the opponent holds."""
    sources = mine & (POINTS & ~blocked) << die & ALL
    if mine >> BAR & 1:
        return sources & 1 << BAR
    if not mine & BEHIND:
        if mine >> die & 1:
            sources |= 1 << die
        elif mine > 1 and mine >> die == 0:
            sources |= 1 << highest(mine)
    return sources


@helper
def follow_ups(mine: int, single: int, blocked: int, blots: int, place: int, die: int, other: int) -> int:
    """Where the other die can be played after this one from a place, without the plays that are offered otherwise.

    Sets of places: mine occupied, single of them with one checker alone, blocked by the opponent, blots of the opponent.
    """
    target = max(place - die, OFF)
    landed = 1 << target
    bared = mine & ~(single & 1 << place)
    sources = movable(bared | landed, blocked, other)
    if die > other:
        # 13/7/2 is what 8/2 and 13/8 lead to as well, unless it hits on the way.
        across = place - other
        if across > OFF and not landed & blots and movable(mine, blocked, die) >> across & 1:
            sources &= ~landed
        return sources
    if target == OFF:
        return 0  # the larger die can do the same, and leave the smaller one at least as much to do
    first = movable(mine, blocked, other)
    sources &= ~(first & bared)  # what the larger die could do before is offered in that order
    detour = place - other
    if (
        detour > OFF
        and first >> place & 1
        and not (landed | 1 << detour) & blots
        and movable(bared | 1 << detour, blocked, die) >> detour & 1
    ):
        sources &= ~landed  # the same checker goes the same way by the other step
    return sources


@helper
def first_steps(mine: int, single: int, blocked: int, blots: int, high: int, low: int) -> tuple[int, int]:
    """Where each of two different dice may be played first."""
    all_high, all_low = movable(mine, blocked, high), movable(mine, blocked, low)
    by_high, by_low = 0, 0
    for place in cells(all_high | all_low << PLACES):
        if place < PLACES:
            if follow_ups(mine, single, blocked, blots, place, high, low):
                by_high |= 1 << place
        elif follow_ups(mine, single, blocked, blots, place - PLACES, low, high):
            by_low |= 1 << place - PLACES
    if by_high | by_low:
        return by_high, by_low
    return all_high, 0 if all_high else all_low  # only one die can be played: the larger where possible


@helper
def capacity(ones: int, more: int, blocked: int, die: int, places: int, limit: int) -> int:
    """How often, up to a limit, the same die can be played from a set of places.

    The order does not matter: a checker's way is blocked or not whatever the others do, and bearing off only gets easier.
    """
    for n in range(limit):
        sources = movable(occupied(ones, more), blocked, die) & places
        if not sources:
            return n
        if n + total(ones, more, sources) >= limit:
            return limit
        place = lowest(sources)
        ones, more = moved(ones, more, place, max(place - die, OFF))
    return limit


@helper
def equal_steps(ones: int, more: int, blocked: int, die: int, left: int, rear: int) -> int:
    """Where the next of several equal dice may be played, no further back than rear, so that as many as possible are."""
    places = (2 << rear) - 1
    sources = movable(occupied(ones, more), blocked, die) & places
    if left == 1 or not sources:
        return sources
    most = capacity(ones, more, blocked, die, places, left)
    while True:
        place = lowest(sources)
        if capacity(ones, more, blocked, die, (2 << place) - 1, left) == most:
            return sources
        sources &= sources - 1
