"""What a position of arimaa is worth, in rabbits: the hints of `arimaa` for searches.

A weighted sum of what players of the game look at (K. Juhnke, "Beginning Arimaa", 2009): the pieces left, who holds the traps,
pieces that are frozen or could be dragged into a trap, rabbits that have come far, and a rabbit with an open way to its goal.
Which pieces a turn could take is found first (`arimaa_danger`): a search sees the ends of its own turns, seldom those of the
reply. The weights were set by hand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import JointEvaluation, SquareBoard
from counterplay.boards.sets.eight_by_eight import beside
from counterplay.games.chess_like.arimaa.arimaa_board import (
    ANIMALS,
    CELLS,
    ELEPHANT,
    GOALS,
    GOLD,
    RABBIT,
    SETUP,
    SILVER,
    STEPS,
    TRAPS,
    State,
    frozen,
    near,
    of_rank,
    rank_at,
    side,
)
from counterplay.games.chess_like.arimaa.arimaa_danger import TRAP_CELLS, WAITS, note_captures
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, bit, cells, down, popcount, up

HALF = 12.0  # rabbits that are worth half a win
OTHER_FEATURES = ("guards of traps", "traps held", "frozen", "in danger", "hanging", "rabbits' way", "goal", "posts", "steps")
GUARDS, HELD, FROZEN, DANGER, HANGING, WAY, GOAL, POSTS, LEFT = range(len(ANIMALS), len(ANIMALS) + len(OTHER_FEATURES))
WEIGHTS = (1.0, 1.5, 2.0, 3.5, 6.0, 12.0, 0.15, 0.3, -0.08, -0.4, -0.8, 0.1, 0.5, 0.06, 0.03)
WORTH = np.array([1.0, 1.5, 2.0, 3.5, 6.0, 12.0])  # by rank, of a piece that is frozen or could be taken
SURE = np.array([1.0, 0.9, 0.7])  # the share of its worth at stake where a capture takes two, three or four steps
OTHERS = 0.3  # the share of what else is at stake besides the dearest piece: a turn seldom takes two
ENOUGH = 2  # guards of a trap; more add little
ADVANCE = np.array([0.0, -0.5, 0.0, 1.0, 2.0, 4.0, 8.0, 12.0])  # by the rows that a rabbit has left behind
NEAR_GOAL = 4.0  # for a rabbit that reaches its goal with the steps that are left
# Where each animal likes to stand, as Gold sees it: the nearer, the better.
FAVOURITES = (
    ("a1", "b1", "c1", "f1", "g1", "h1", "a2", "h2"),
    ("c2", "f2", "d1", "e1"),
    ("c2", "f2", "d2", "e2", "d1", "e1"),
    ("b3", "g3", "b4", "g4"),
    ("d3", "e3"),
    ("d4", "e4", "d5", "e5"),
)


def post_table() -> NDArray[np.float64]:
    """(players, ranks, squares): steps by which a square is nearer to a favourite one than the home squares are on average."""
    board = SquareBoard(8, touching="sides")
    distances = board.distances()
    table = np.zeros((2, len(ANIMALS), CELLS))
    for rank, names in enumerate(FAVOURITES):
        nearest = distances[:, [board.index(name) for name in names]].min(axis=1)
        table[GOLD, rank] = nearest[:16].mean() - nearest
        table[SILVER, rank] = table[GOLD, rank].reshape(8, 8)[::-1].reshape(CELLS)
    return table


POST_WORTH = post_table()


@helper
def rabbit_steps(s: State, p: int) -> int:
    """About the fewest steps in which a rabbit reaches its goal if nobody else moves; STEPS + 1 where a turn is too short."""
    own, theirs = side(s, p), side(s, 1 - p)
    free = ~(own | theirs) & ~(TRAPS & ~near(own))
    icy = near(theirs & ~of_rank(s, RABBIT)) & ~near(own)
    wave = own & of_rank(s, RABBIT) & ~frozen(s, p)
    for steps in range(1, STEPS + 1):
        ahead = up(wave, 8) if p == GOLD else down(wave, 8)
        wave = (ahead | beside(wave)) & free
        if (wave & GOALS[p]) != EMPTY:
            return steps
        wave &= ~icy
    return STEPS + 1


@helper
def strongest(s: State, pieces: np.uint64) -> int:
    """The highest rank among pieces; -1 where there are none."""
    for rank in range(ELEPHANT, -1, -1):
        if (pieces & of_rank(s, rank)) != EMPTY:
            return rank
    return -1


@helper
def tally_traps(s: State, p: int, values: NDArray[np.float64], sign: float) -> None:
    """Add what a side makes of the traps: guards, and the strongest piece beside each."""
    own, theirs = side(s, p), side(s, 1 - p)
    for trap in TRAP_CELLS:
        around = near(bit(trap))
        values[GUARDS] += sign * min(popcount(own & around), ENOUGH)
        if strongest(s, own & around) > strongest(s, theirs & around):
            values[HELD] += sign


@helper
def at_stake(s: State, taken: NDArray[np.uint64], first: int, end: int) -> float:
    """The worth of the pieces that captures threaten which wait `first` to `end` - 1 steps; `note_captures` fills `taken`."""
    dearest, total, seen = 0.0, 0.0, EMPTY
    for k in range(first, end):
        for cell in cells(taken[k] & ~seen):
            worth = SURE[k] * WORTH[rank_at(s, cell)]
            dearest, total = max(dearest, worth), total + worth
        seen |= taken[k]
    return dearest + OTHERS * (total - dearest)


@helper
def tally_captures(s: State, p: int, values: NDArray[np.float64], sign: float) -> None:
    """Add what the other side may take of a player's: in this turn, if it has steps enough, or later."""
    reach, taken = np.empty((WAITS, len(ANIMALS)), np.uint64), np.empty(WAITS, np.uint64)
    note_captures(s, p, reach, taken)
    left, within = STEPS - s.stage, 0
    if s.turn != p:
        within, left = max(0, left - 1), STEPS
        values[HANGING] += sign * at_stake(s, taken, 0, within)
    # The more steps a player has before such a capture, the more can be done about it.
    values[DANGER] += sign * at_stake(s, taken, within, WAITS) * (1.0 - left / (STEPS + 1))


@helper
def tally(s: State, p: int, values: NDArray[np.float64], sign: float) -> None:
    """Add to the features what one side makes of them; while pieces are placed only where they stand counts."""
    own = side(s, p)
    icy = frozen(s, p)
    for rank in range(len(ANIMALS)):
        pieces = own & of_rank(s, rank)
        for cell in cells(pieces):
            values[POSTS] += sign * POST_WORTH[p, rank, cell]
        if s.stage != SETUP:
            values[rank] += sign * popcount(pieces)
            values[FROZEN] += sign * WORTH[rank] * popcount(pieces & icy)
    if s.stage == SETUP:
        return
    for cell in cells(own & of_rank(s, RABBIT)):
        values[WAY] += sign * ADVANCE[cell // 8 if p == GOLD else 7 - cell // 8]
    tally_traps(s, p, values, sign)
    tally_captures(s, p, values, sign)
    steps, left = rabbit_steps(s, p), STEPS - s.stage
    if steps <= STEPS:
        values[GOAL] += sign * (STEPS + 1 - steps)
    if p == s.turn:
        values[LEFT] += sign * left
        if steps <= left:
            values[GOAL] += sign * NEAR_GOAL


class ArimaaEvaluation(JointEvaluation):
    """The part of `arimaa` that estimates."""

    feature_names = (*(f"{animal}s" for animal in ANIMALS), *OTHER_FEATURES)
    half = HALF

    def features(self, s: State, p: int) -> NDArray[np.float64]:
        """All at once, since they share most of their work."""
        values = np.zeros(len(self.weight_array))
        tally(s, p, values, 1.0)
        tally(s, 1 - p, values, -1.0)
        return values
