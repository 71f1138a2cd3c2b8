"""Pieces in a hand or reserve, in one whole number: six bits for each of up to ten kinds, at most 63 of a kind."""

from __future__ import annotations

import re

from counterplay.core import BadNotation
from counterplay.gears import helper

COUNT_BITS = 6
MOST_OF_A_KIND = 63
MOST_KINDS = 10


@helper
def held(hand: int, kind: int) -> int:
    """How many pieces of a kind are in the hand."""
    return hand >> COUNT_BITS * kind & MOST_OF_A_KIND


@helper
def put_in_hand(hand: int, kind: int) -> int:
    """The hand with one more piece of a kind."""
    return hand + (1 << COUNT_BITS * kind)


@helper
def taken_from_hand(hand: int, kind: int) -> int:
    """The hand with one piece of a kind less; there must be one."""
    return hand - (1 << COUNT_BITS * kind)


@helper
def hand_size(hand: int) -> int:
    """How many pieces the hand holds."""
    total = 0
    while hand:
        total += hand & MOST_OF_A_KIND
        hand >>= COUNT_BITS
    return total


def write_hand(hand: int, letters: str) -> str:
    """'R2P' for a rook and two pawns, in the order of the letters of the kinds; '-' for an empty hand."""
    parts = [
        f"{held(hand, kind) if held(hand, kind) > 1 else ''}{letter}" for kind, letter in enumerate(letters) if held(hand, kind)
    ]
    return "".join(parts) or "-"


def read_hand(text: str, letters: str) -> int:
    """The hand that `write_hand` writes so; kinds may stand in any order. BadNotation for anything else."""
    hand = 0
    for number, letter in re.findall(r"([0-9]{0,2})(.)", "" if text == "-" else text, re.DOTALL):
        kind, many = letters.find(letter), int(number or 1)
        if kind < 0 or not 1 <= many <= MOST_OF_A_KIND or held(hand, kind):
            raise BadNotation(
                f"'{text[:40]}' is no hand; write the pieces, each kind once ({' '.join(letters)}), with a number from 2 to "
                f"{MOST_OF_A_KIND} before a letter that counts more than once, as in '2{letters[0]}', or - for none"
            )
        hand += many << COUNT_BITS * kind
    return hand
