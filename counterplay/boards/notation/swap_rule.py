"""The swap rule in positions, where the second player may take over the first move: which numbers of pieces fit to the turn."""

from __future__ import annotations


def misfit_of_turn(blue: int, red: int, turn: int, swap: bool, piece: str, winner: int) -> str:
    """Why a position of so many blue and red pieces cannot have this turn, or this winner; an empty text where it can.

    Blue begins. After a swap, which the rules may allow, Red has Blue's first piece and Blue is to move.
    """
    swapped = swap and red > 0 and blue - red == turn - 1
    if blue - red != turn and not swapped:
        extra = " (or one less after a swap)" if swap else ""
        return (
            f"{blue} blue and {red} red {piece}s do not fit '{'BR'[turn]}' to move; where B moves there are as many blue "
            f"as red ones, where R moves one more{extra}"
        )
    return "the side to move has won already; the move would be the other side's" if winner == turn else ""
