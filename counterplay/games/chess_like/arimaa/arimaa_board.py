"""The board of arimaa: what a position holds, and the sets of squares that rules and estimates ask for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from counterplay.boards.sets.eight_by_eight import RANK_1, RANK_2, RANK_7, RANK_8, beside
from counterplay.boards.shapes.board import NOWHERE
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, FULL, bit, down, has, up

GOLD, SILVER = 0, 1
ANIMALS = ("rabbit", "cat", "dog", "horse", "camel", "elephant")
LETTERS = "RCDHME"
RABBIT, CAT, DOG, HORSE, CAMEL, ELEPHANT = range(len(ANIMALS))  # ranks, the weakest first
ARMY = np.array([8, 2, 2, 2, 1, 1])  # pieces of each rank
CELLS = 64
STEPS = 4  # in a turn, at most
SETUP = STEPS  # the stage in which pieces are placed
TRAP_NAMES = ("c3", "f3", "c6", "f6")
TRAPS = np.uint64(0x0000_2400_0024_0000)
HOMES = (RANK_1 | RANK_2, RANK_7 | RANK_8)  # where each side sets up
GOALS = (RANK_8, RANK_1)  # where each side's rabbits want to go


class State(NamedTuple):
    """The squares of both sides' pieces and their ranks, now and when the turn began, and what the last step allows.

    A rank has three binary digits; a square belongs to `ones`, `twos` or `fours` where its piece's has a 1 in that place.
    """

    gold: np.uint64
    silver: np.uint64
    ones: np.uint64
    twos: np.uint64
    fours: np.uint64
    # The same when the turn began: a turn must not end there. While pieces are placed nothing is kept here.
    old_gold: np.uint64
    old_silver: np.uint64
    old_ones: np.uint64
    old_twos: np.uint64
    old_fours: np.uint64
    turn: int
    stage: int  # steps made in this turn, or SETUP
    # The piece that the last step moved and the square it left, 64 * (rank + 6 * owner) + square, or NOWHERE. One of the
    # mover's: weaker enemies may be pulled there. One of the enemy's: it was pushed, and a stronger piece must go there.
    link: int


@helper
def side(s: State, p: int) -> np.uint64:
    """The squares of a player's pieces."""
    return s.gold if p == GOLD else s.silver


@helper
def near(squares: np.uint64) -> np.uint64:
    """The squares that touch one of a set."""
    return beside(squares) | up(squares, 8) | down(squares, 8)


@helper
def of_rank(s: State, rank: int) -> np.uint64:
    """The squares of both sides' pieces of a rank; for rabbits the empty squares, too."""
    ones = s.ones if rank & 1 else ~s.ones
    twos = s.twos if rank & 2 else ~s.twos
    return ones & twos & (s.fours if rank & 4 else ~s.fours)


@helper
def below(s: State, rank: int) -> np.uint64:
    """The squares with pieces that are weaker than a rank, or empty."""
    found = EMPTY
    for weaker in range(rank):
        found |= of_rank(s, weaker)
    return found


@helper
def rank_at(s: State, cell: int) -> int:
    """The rank of the piece on a square."""
    return int(has(s.ones, cell)) + 2 * int(has(s.twos, cell)) + 4 * int(has(s.fours, cell))


@helper
def attacked(s: State, p: int) -> np.uint64:
    """A player's pieces that touch a stronger enemy."""
    own, theirs = side(s, p), side(s, 1 - p)
    stronger, found = EMPTY, EMPTY
    for rank in range(ELEPHANT - 1, -1, -1):
        stronger |= theirs & of_rank(s, rank + 1)
        found |= own & of_rank(s, rank) & near(stronger)
    return found


@helper
def frozen(s: State, p: int) -> np.uint64:
    """A player's pieces that cannot move: a stronger enemy beside them, and no friend."""
    return attacked(s, p) & ~near(side(s, p))


@helper
def moved(squares: np.uint64, start: int, end: int) -> np.uint64:
    """A set after a piece has gone from a square to another, which was empty."""
    return (squares & ~bit(start)) | bit(end) if has(squares, start) else squares


@helper
def lost(s: State, start: int, end: int) -> np.uint64:
    """The square from which a step removes a piece, as a set: a trap without a friend beside it. At most one."""
    pieces = moved(s.gold if has(s.gold, start) else s.silver, start, end)
    return pieces & TRAPS & ~near(pieces)


@helper
def changed(s: State) -> bool:
    """Whether the position is another than when the turn began."""
    same = s.gold == s.old_gold and s.silver == s.old_silver
    return not (same and s.ones == s.old_ones and s.twos == s.old_twos and s.fours == s.old_fours)


@helper
def restores(s: State, start: int, end: int) -> bool:
    """Whether a step brings back the position with which the turn began.

    There no piece stood in a trap alone, so a step that leads there removes none.
    """
    if moved(s.gold, start, end) != s.old_gold or moved(s.silver, start, end) != s.old_silver:
        return False
    ones, twos, fours = moved(s.ones, start, end), moved(s.twos, start, end), moved(s.fours, start, end)
    return bool(ones == s.old_ones and twos == s.old_twos and fours == s.old_fours)


@helper
def stepped(s: State, start: int, end: int, link: int) -> State:
    """The state after a step of any piece, with what is lost by it; the turn passes after the last step."""
    gone = ~lost(s, start, end)
    gold, silver = moved(s.gold, start, end) & gone, moved(s.silver, start, end) & gone
    ones, twos, fours = moved(s.ones, start, end) & gone, moved(s.twos, start, end) & gone, moved(s.fours, start, end) & gone
    if s.stage + 1 == STEPS:
        return State(gold, silver, ones, twos, fours, gold, silver, ones, twos, fours, 1 - s.turn, 0, NOWHERE)
    old = (s.old_gold, s.old_silver, s.old_ones, s.old_twos, s.old_fours)
    return State(gold, silver, ones, twos, fours, old[0], old[1], old[2], old[3], old[4], s.turn, s.stage + 1, link)


@helper
def with_turn(s: State, turn: int, stage: int) -> State:
    """The same board at the beginning of a turn, or before a piece is placed."""
    keep = EMPTY if stage == SETUP else FULL
    return State(
        s.gold, s.silver, s.ones, s.twos, s.fours,
        s.gold & keep, s.silver & keep, s.ones & keep, s.twos & keep, s.fours & keep, turn, stage, NOWHERE,
    )  # fmt: skip


@helper
def placed(s: State, cells: np.uint64, rank: int) -> State:
    """The state with more pieces of the mover's, all of one rank, before anything else is placed."""
    ones = s.ones | (cells if rank & 1 else EMPTY)
    twos = s.twos | (cells if rank & 2 else EMPTY)
    fours = s.fours | (cells if rank & 4 else EMPTY)
    gold, silver = (s.gold | cells, s.silver) if s.turn == GOLD else (s.gold, s.silver | cells)
    return State(gold, silver, ones, twos, fours, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, s.turn, SETUP, NOWHERE)
