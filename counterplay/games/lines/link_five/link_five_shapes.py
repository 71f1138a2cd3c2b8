"""What a stone on an empty point would make of the line through it: a five, a four, a three, a two.

The names are those of the players (L.V. Allis, H.J. van den Herik and M. Huntjens, "Go-Moku Solved by New Search Techniques",
1996; The International Rules of Renju, 1996): a four lacks one stone of five, a straight four lacks it at both ends, a three
becomes a straight four with one more stone. What is closed in on one side is dead: a dead three can only become a four that
one stone stops.

Nine points decide: the point itself and four to either side, each empty, own or closed (an opponent's stone, or off the board).
Where six stones are no five, a fifth point to either side counts, too, if it is own. All cases stand in one table, which is
worked out from the shortest way to say it: a shape is what one more stone makes the next better shape of.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Shapes: four bits each, so that the four lines through a point fit into a number of 16 bits. Fours and fives have the highest
# bit, the five alone of these the one below it; a stone that makes a straight or a double four cannot be stopped by one stone.
NOTHING, DEAD_TWO, TWO, DEAD_THREE, THREE, OVERLINE = 0, 1, 2, 3, 4, 5
FOUR, DOUBLE_FOUR, STRAIGHT_FOUR, FIVE = 8, 9, 10, 12
SHAPES = 16
SIDE = 4  # points that are looked at to either side
NEIGHBOURS = (*range(-SIDE, 0), *range(1, SIDE + 1))  # where they lie
EMPTY, OWN, CLOSED = 0, 1, 2  # what is on one: the digits of a number to the base 3
CASES = 3 ** len(NEIGHBOURS)
ENDS = 4  # whether the fifth points are own: neither, the one before, the one behind, both


@cache
def ternary_numbers() -> NDArray[np.int16]:
    """Shape (256,): the number whose digits to the base 3 are the digits that the index has to the base 2."""
    return np.array([sum((n >> i & 1) * 3**i for i in range(len(NEIGHBOURS))) for n in range(256)], np.int16)


@cache
def shape_table(exact: bool) -> NDArray[np.uint8]:
    """Shape (CASES,), or (ENDS * CASES,) where `exact`ly five are needed: what a stone makes of each case."""
    case = np.arange(CASES * (ENDS if exact else 1))
    digits = {place: case % CASES // 3**i % 3 for i, place in enumerate(NEIGHBOURS)}
    own = {place: found == OWN for place, found in digits.items()}
    own |= {0: np.full(len(case), True), -SIDE - 1: case // CASES % 2 == 1, SIDE + 1: case // CASES >= 2}
    empty = {place: found == EMPTY for place, found in digits.items()}

    def with_stone(place: int, true: Any) -> Any:
        """In which cases one more stone leads to a case that is true."""
        return empty[place] & true[np.minimum(case + 3 ** NEIGHBOURS.index(place), len(case) - 1)]

    def some(cases: Any) -> Any:
        return np.logical_or.reduce(list(cases))

    def row(start: int, length: int) -> Any:
        return np.logical_and.reduce([own[start + i] for i in range(length)])

    fives = [row(start, 5) for start in range(-SIDE, 1)]
    if exact:
        fives = [five & ~own[start - 1] & ~own[start + 5] for start, five in enumerate(fives, -SIDE)]
    five = some(fives)
    ways = sum(with_stone(place, five).astype(int) for place in NEIGHBOURS)  # to make a five with one more stone
    straight = some(row(p + 1, 4) & with_stone(p, five) & with_stone(p + 5, five) for p in range(-SIDE, 0))
    three = some(with_stone(place, straight) for place in NEIGHBOURS)
    dead_three = some(with_stone(place, ways > 0) for place in NEIGHBOURS)
    two = some(with_stone(place, three) for place in NEIGHBOURS)
    dead_two = some(with_stone(place, dead_three) for place in NEIGHBOURS)
    overline = some(row(start, 6) for start in range(-SIDE - 1, 1)) & exact
    order = [(five, FIVE), (overline, OVERLINE), (straight, STRAIGHT_FOUR), (ways > 1, DOUBLE_FOUR), (ways > 0, FOUR)]
    order += [(three, THREE), (dead_three, DEAD_THREE), (two, TWO), (dead_two, DEAD_TWO)]
    return np.select([true for true, _ in order], [shape for _, shape in order], NOTHING).astype(np.uint8)
