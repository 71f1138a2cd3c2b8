"""Several small numbers in one, each in as many bits as it needs: the heaps of nim, the pits of kalah, the tiles of 2048."""

from __future__ import annotations

from collections.abc import Iterable


def packed(numbers: Iterable[int], bits: int) -> int:
    """The numbers in so many bits each, the first in the lowest."""
    return sum(int(number) << bits * place for place, number in enumerate(numbers))


def unpacked(word: int, bits: int, count: int) -> list[int]:
    """So many numbers of a word, the lowest first."""
    return [int(word) >> bits * place & (1 << bits) - 1 for place in range(count)]
