"""Sets of cells in one, two or four 64-bit words: up to 64, 128 or 256 cells. One text of the rules serves all three.

A set in one word is an `np.uint64` and also takes |, &, ~ and `counterplay.bits`; a larger one is a tuple of words, the lowest
cells first, for which there are only the functions here. A function takes sets of one size; types decide its compiled form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from counterplay.gears.bits import EMPTY, bit, lowest, popcount, rest
from counterplay.gears.compiler.deferred_numba import LoopForm, helper, loop_form, twin

CellSet = Any  # np.uint64, or a tuple of two or four of them


def either(a: CellSet, b: CellSet) -> CellSet:
    """The cells of both sets together."""
    return tuple(x | y for x, y in zip(a, b, strict=True)) if isinstance(a, tuple) else a | b


def common(a: CellSet, b: CellSet) -> CellSet:
    """The cells that both sets hold."""
    return tuple(x & y for x, y in zip(a, b, strict=True)) if isinstance(a, tuple) else a & b


def without(a: CellSet, b: CellSet) -> CellSet:
    """The cells of a that b does not hold."""
    return tuple(x & ~y for x, y in zip(a, b, strict=True)) if isinstance(a, tuple) else a & ~b


def some(a: CellSet) -> bool:
    """Whether the set holds any cell."""
    return any(x != EMPTY for x in a) if isinstance(a, tuple) else bool(a != EMPTY)


def count(a: CellSet) -> int:
    """How many cells the set holds."""
    return sum(map(popcount, a)) if isinstance(a, tuple) else popcount(a)


def first(a: CellSet) -> int:
    """The lowest cell of a set that is not empty."""
    if isinstance(a, tuple):
        return next((64 * i + lowest(x) for i, x in enumerate(a) if x != EMPTY), 64 * len(a))
    return lowest(a)


def holds(a: CellSet, cell: int) -> bool:
    """Whether the set holds the cell."""
    return bool(((a[cell >> 6] if isinstance(a, tuple) else a) & bit(cell & 63)) != EMPTY)


def only(cell: int, like: CellSet) -> CellSet:
    """The set of one cell, in as many words as another set."""
    if isinstance(like, tuple):
        return tuple(bit(cell & 63) if cell >> 6 == i else EMPTY for i in range(len(like)))
    return bit(cell)


def members(a: CellSet) -> Iterator[int]:
    """The cells of a set, lowest first."""
    for i, word in enumerate(a if isinstance(a, tuple) else (a,)):
        left = word
        while left != EMPTY:
            yield 64 * i + lowest(left)
            left = rest(left)


def remaining(a: CellSet) -> CellSet:
    """The set without its lowest cell."""
    if not isinstance(a, tuple):
        return rest(a)
    lowest_word = next((i for i, x in enumerate(a) if x != EMPTY), 0)
    return tuple(rest(x) if i == lowest_word else x for i, x in enumerate(a))


def stored(row: Any, like: CellSet) -> CellSet:
    """The set that an array of words holds, in as many words as another set."""
    return tuple(row) if isinstance(like, tuple) else row[0]


@helper
def whole(a: CellSet) -> CellSet:
    """The set itself: what a loop over its members begins with."""
    return a


loop_form(members, LoopForm(start=whole, more=some, item=first, rest=remaining))


@helper
def same(a: CellSet, b: CellSet) -> bool:
    """Whether two sets hold the same cells."""
    return not some(without(a, b)) and not some(without(b, a))


@helper
def extend(row: Any, more: CellSet) -> None:
    """Add cells to a set that is stored as an array of words."""
    for i in range(len(row)):
        row[i] |= more[i]


# --- the compiled forms ---
@twin(either)
def _either(a: Any, b: Any) -> Any:
    return _of_words(
        a,
        lambda a, b: a | b,
        lambda a, b: (a[0] | b[0], a[1] | b[1]),
        lambda a, b: (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]),
    )


@twin(common)
def _common(a: Any, b: Any) -> Any:
    return _of_words(
        a,
        lambda a, b: a & b,
        lambda a, b: (a[0] & b[0], a[1] & b[1]),
        lambda a, b: (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]),
    )


@twin(without)
def _without(a: Any, b: Any) -> Any:
    return _of_words(
        a,
        lambda a, b: a & ~b,
        lambda a, b: (a[0] & ~b[0], a[1] & ~b[1]),
        lambda a, b: (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]),
    )


@twin(some)
def _some(a: Any) -> Any:
    return _of_words(a, lambda a: a != EMPTY, lambda a: (a[0] | a[1]) != EMPTY, lambda a: (a[0] | a[1] | a[2] | a[3]) != EMPTY)


@twin(count)
def _count(a: Any) -> Any:
    return _of_words(
        a,
        lambda a: popcount(a),
        lambda a: popcount(a[0]) + popcount(a[1]),
        lambda a: popcount(a[0]) + popcount(a[1]) + popcount(a[2]) + popcount(a[3]),
    )


@twin(first)
def _first(a: Any) -> Any:
    def of_two(a: Any) -> Any:
        return lowest(a[0]) if a[0] != EMPTY else 64 + lowest(a[1])

    def of_four(a: Any) -> Any:
        if a[0] != EMPTY:
            return lowest(a[0])
        if a[1] != EMPTY:
            return 64 + lowest(a[1])
        if a[2] != EMPTY:
            return 128 + lowest(a[2])
        return 192 + lowest(a[3])

    return _of_words(a, lambda a: lowest(a), of_two, of_four)


@twin(holds)
def _holds(a: Any, cell: Any) -> Any:
    tuples = lambda a, cell: (a[cell >> 6] & bit(cell & 63)) != EMPTY  # noqa: E731
    return _of_words(a, lambda a, cell: (a & bit(cell)) != EMPTY, tuples, tuples)


@twin(only)
def _only(cell: Any, like: Any) -> Any:
    def of_two(cell: Any, like: Any) -> Any:
        place = bit(cell & 63)
        return (place if cell < 64 else EMPTY, EMPTY if cell < 64 else place)

    def of_four(cell: Any, like: Any) -> Any:
        word, place = cell >> 6, bit(cell & 63)
        return (
            place if word == 0 else EMPTY,
            place if word == 1 else EMPTY,
            place if word == 2 else EMPTY,
            place if word == 3 else EMPTY,
        )

    return _of_words(like, lambda cell, like: bit(cell), of_two, of_four)


@twin(remaining)
def _remaining(a: Any) -> Any:
    def of_two(a: Any) -> Any:
        return (rest(a[0]), a[1]) if a[0] != EMPTY else (a[0], rest(a[1]))

    def of_four(a: Any) -> Any:
        if a[0] != EMPTY:
            return (rest(a[0]), a[1], a[2], a[3])
        if a[1] != EMPTY:
            return (a[0], rest(a[1]), a[2], a[3])
        return (a[0], a[1], rest(a[2]), a[3]) if a[2] != EMPTY else (a[0], a[1], a[2], rest(a[3]))

    return _of_words(a, lambda a: rest(a), of_two, of_four)


@twin(stored)
def _stored(row: Any, like: Any) -> Any:
    return _of_words(
        like,
        lambda row, like: row[0],
        lambda row, like: (row[0], row[1]),
        lambda row, like: (row[0], row[1], row[2], row[3]),
    )


@twin(members)
def _members(a: Any) -> Any:
    def of_one(a: Any) -> Any:
        while a != EMPTY:
            yield lowest(a)
            a = rest(a)

    def of_several(a: Any) -> Any:
        for i in range(len(a)):
            left = a[i]
            while left != EMPTY:
                yield 64 * i + lowest(left)
                left = rest(left)

    return _of_words(a, of_one, of_several, of_several)


def _of_words(a: Any, one: Any, two: Any, four: Any) -> Any:
    """The form of a function for a set of this Numba type."""
    from numba import types

    if not isinstance(a, types.BaseTuple):
        return one
    return {2: two, 4: four}[len(a)]
