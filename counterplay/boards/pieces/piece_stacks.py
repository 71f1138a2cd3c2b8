"""Stacks of pieces on a cell, in one whole number: four bits a piece, the top one lowest. 0 is an empty cell; up to 15 pieces.

A board of stacks is an int64 array of shape (cells,).
"""

from __future__ import annotations

from collections.abc import Iterable

from counterplay.gears import helper
from counterplay.gears.bits import highest, word

PIECE_BITS = 4  # of a piece, whose numbers go from 1 to 15


@helper
def top_piece(stack: int) -> int:
    """The piece on top; 0 where there is none."""
    return stack & 15


@helper
def piece_at(stack: int, depth: int) -> int:
    """The piece that has this many others on it; 0 beneath the stack."""
    return stack >> PIECE_BITS * depth & 15


@helper
def stacked(stack: int, piece: int) -> int:
    """The stack with one more piece on top."""
    return stack << PIECE_BITS | piece


@helper
def unstacked(stack: int) -> int:
    """The stack without its top piece."""
    return stack >> PIECE_BITS


@helper
def stack_height(stack: int) -> int:
    """How many pieces the stack holds."""
    return highest(word(stack)) // PIECE_BITS + 1


@helper
def lifted(stack: int, pieces: int) -> int:
    """The topmost pieces of a stack as a stack of their own."""
    return stack & (1 << PIECE_BITS * pieces) - 1


@helper
def put_on(stack: int, upper: int) -> int:
    """A stack with another one put on it."""
    return stack << PIECE_BITS * stack_height(upper) | upper


def stack_of(pieces: Iterable[int]) -> int:
    """The stack of these pieces, the lowest first."""
    stack = 0
    for piece in pieces:
        stack = stacked(stack, piece)
    return stack


def pieces_in(stack: int) -> list[int]:
    """The pieces of a stack, the lowest first."""
    return [piece_at(stack, depth) for depth in reversed(range(stack_height(stack)))]
