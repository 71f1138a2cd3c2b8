"""Which pieces of arimaa a turn could take: what bots of the game call capture trees (D. J. Wu, "Move ranking and evaluation in
the game of Arimaa", 2011), here as sets of squares.

A piece is lost when it is pushed or pulled into a trap that no friend guards, or when the guard of a trap on which it stands is
dragged away. Either takes two steps, and up to two more before, for an attacker to come near. At the beginning of a turn
captures in two steps are found exactly, those in three almost; those in four by their shapes, a few of which fail or lack.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import SquareBoard
from counterplay.games.chess_like.arimaa.arimaa_board import (
    CAT,
    ELEPHANT,
    TRAP_NAMES,
    TRAPS,
    State,
    near,
    of_rank,
    rank_at,
    side,
)
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, bit, cells, lowest, popcount

WAITS = 3  # a capture takes two steps after 0, 1 or 2 others
TRAP_CELLS = np.array([SquareBoard(8).index(name) for name in TRAP_NAMES])


@helper
def note_reach(s: State, p: int, reach: NDArray[np.uint64]) -> None:
    """Fill reach[k, rank], shape (WAITS, ranks): where k steps bring a piece of a player above a rank, free to move."""
    own, theirs = side(s, p), side(s, 1 - p)
    empty = ~(own | theirs)
    stronger = EMPTY
    for k in range(WAITS):
        reach[k, ELEPHANT] = EMPTY
    for rank in range(ELEPHANT, CAT - 1, -1):
        icy = near(stronger)
        stronger |= theirs & of_rank(s, rank)
        for k in range(WAITS):
            reach[k, rank - 1] = reach[k, rank]
        for cell in cells(own & of_rank(s, rank)):
            friends = near(own & ~bit(cell))
            free = friends | ~icy
            dry = empty & (friends | ~TRAPS) & free
            wave = bit(cell) & free
            reach[0, rank - 1] |= wave
            # A frozen piece is free after a step of a friend, at best.
            reach[1, rank - 1] |= (near(wave) & dry) if wave != EMPTY else bit(cell) & near(near(own & ~bit(cell)) & empty)
            # Two steps, or a push that leads to the square of a weaker enemy.
            weaker = theirs & ~stronger & near(empty) & free
            reach[2, rank - 1] |= (near(near(wave) & dry) & dry) | (near(wave) & weaker)


@helper
def is_dragged(s: State, cell: int, wait: int, reach: NDArray[np.uint64]) -> bool:
    """Whether an attacker that comes within so many steps can push a piece away or pull it."""
    attackers = near(bit(cell)) & reach[wait, rank_at(s, cell)]
    empty = ~(s.gold | s.silver)
    return bool(attackers != EMPTY and ((near(bit(cell)) | near(attackers)) & empty) != EMPTY)


@helper
def note_only_guard(s: State, trap: int, guard: int, reach: NDArray[np.uint64], taken: NDArray[np.uint64]) -> None:
    """Note the loss of a piece that alone guards a trap, on which none of its friends stands."""
    empty, here = ~(s.gold | s.silver), bit(trap)
    room = (near(here) & empty) != EMPTY
    for k in range(WAITS):
        attackers = near(bit(guard)) & reach[k, rank_at(s, guard)]
        if (here & empty) != EMPTY:
            if attackers != EMPTY:
                taken[k] |= bit(guard)
        elif room:
            # An enemy in the trap pulls the guard after it, or makes room for another that pushes.
            if (attackers & here) != EMPTY:
                taken[k] |= bit(guard)
            elif attackers != EMPTY and k + 1 < WAITS:
                taken[k + 1] |= bit(guard)


@helper
def note_two_guards(s: State, p: int, trap: int, reach: NDArray[np.uint64], taken: NDArray[np.uint64]) -> None:
    """Note what four steps take where a trap has two guards: one is dragged away, then the other pushed in or dragged, too."""
    own, here = side(s, p), bit(trap)
    first = lowest(own & near(here))
    second = lowest(own & near(here) & ~bit(first))
    close = (near(bit(first)) & reach[0, rank_at(s, first)]) | (near(bit(second)) & reach[0, rank_at(s, second)])
    if popcount(close) < 2 or not is_dragged(s, first, 0, reach) or not is_dragged(s, second, 0, reach):
        return
    if (here & own) != EMPTY:
        taken[2] |= here
    elif (here & (s.gold | s.silver)) == EMPTY:
        taken[2] |= bit(first) | bit(second)


@helper
def note_dragged_from_afar(s: State, p: int, here: np.uint64, reach: NDArray[np.uint64], taken: NDArray[np.uint64]) -> None:
    """Note pieces that two steps push or pull beside an empty trap without guards, and two more into it."""
    own, theirs, around = side(s, p), side(s, 1 - p), near(here)
    empty = ~(own | theirs)
    # Who pulls a piece beside the trap stands there, and goes elsewhere or, with a friend beside it, into the trap.
    room = empty if popcount(theirs & around) >= 2 else empty & ~here
    for rank in range(ELEPHANT):
        pieces = own & of_rank(s, rank)
        taken[2] |= pieces & near(around & empty) & near(reach[0, rank])
        taken[2] |= pieces & near(around & reach[0, rank] & near(room))


@helper
def note_captures(s: State, p: int, reach: NDArray[np.uint64], taken: NDArray[np.uint64]) -> None:
    """Fill taken[k], shape (WAITS,): the pieces of a player's that the other side, were it to move, may take in 2 + k steps."""
    own = side(s, p)
    empty = ~(s.gold | s.silver)
    note_reach(s, 1 - p, reach)
    for k in range(WAITS):
        taken[k] = EMPTY
    for trap in TRAP_CELLS:
        here = bit(trap)
        guards = own & near(here)
        count = popcount(guards)
        if count == 2:
            note_two_guards(s, p, trap, reach, taken)
        elif count == 1 and (here & own) == EMPTY:
            note_only_guard(s, trap, lowest(guards), reach, taken)
        elif count == 1:
            for k in range(WAITS):
                if is_dragged(s, lowest(guards), k, reach):
                    taken[k] |= here
        elif count == 0 and (here & empty) != EMPTY:
            note_dragged_from_afar(s, p, here, reach, taken)
