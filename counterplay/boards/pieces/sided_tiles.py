"""Tiles with a pattern on each side, in one whole number: four bits a side, so up to 16 patterns."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.gears import helper

SIDE_BITS = 4


@helper
def side_of(tile: int, side: int) -> int:
    """The pattern on a side."""
    return tile >> SIDE_BITS * side & 15


@helper
def turned(tile: int, times: int, sides: int) -> int:
    """The tile turned so that side 0 becomes side `times`, for tiles with this many sides."""
    low = SIDE_BITS * (sides - times)
    return (tile << SIDE_BITS * times | tile >> low) & (1 << SIDE_BITS * sides) - 1


@helper
def sides_match(tile: int, side: int, other: int, sides: int) -> bool:
    """Whether a tile shows on a side what its neighbour there shows on the side that touches it; sides are even in number."""
    return side_of(tile, side) == side_of(other, (side + sides // 2) % sides)


def tile_of(patterns: Sequence[int]) -> int:
    """The tile with these patterns, side 0 first."""
    return sum(pattern << SIDE_BITS * side for side, pattern in enumerate(patterns))


def orientations(tile: int, sides: int) -> list[int]:
    """The tile in every way it can lie, each once, beginning with the way it is given."""
    return list(dict.fromkeys(turned(tile, times, sides) for times in range(sides)))
