"""The short way to read a move of chess finds what the list of all legal moves finds."""

from __future__ import annotations

import random

import pytest

from counterplay import make_game
from counterplay.boards.notation.algebraic_notation import AlgebraicNotation
from counterplay.core import BadNotation, Position

SPELLINGS = ("{}", "{}!?", "{}+", "{}=Q", "{}=n")
PLACES = (
    "",
    "r3k2r/pPp2ppp/8/3pP3/1b6/2N2N2/PPP2PpP/R3K2R w KQkq d6 0 9",  # en passant, promotions, castling, a pin
    "r3k2r/pPp2ppp/8/3p4/1b2Pp2/2N2N2/PPP3pP/R3K2R b KQkq e3 0 9",
    "4k3/8/8/q7/8/8/3N1N2/r2QK3 w - - 0 1",  # two knights, of which one is pinned
)


@pytest.mark.parametrize("start", PLACES)
def test_both_ways_agree(start: str) -> None:
    """Would catch a pinned piece that moves, a pawn that steps where it must not, and a name that means two moves."""
    game, rng = make_game("chess"), random.Random(3)
    position = Position.load(game, start) if start else Position(game)
    for _ in range(4):
        if not position.choices:
            break
        s = position.state
        names = {game.action_name(s, action) for action in position.choices}
        names |= {name.replace("x", "") for name in names} | {"N" + name[-2:] for name in names} | {name[-2:] for name in names}
        names |= {spelling.format(rng.choice(sorted(names))) for spelling in SPELLINGS for _ in range(2)}
        for name in rng.sample(sorted(names), min(12, len(names))):
            try:
                slow = AlgebraicNotation.parse_action(game, s, name)
            except BadNotation:
                with pytest.raises(BadNotation):
                    game.parse_action(s, name)
                continue
            assert game.parse_action(s, name) == slow, name
        position = position.play(rng.choice(position.choices))
