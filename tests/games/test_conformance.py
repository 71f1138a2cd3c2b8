"""Every game of the catalogue keeps the contract, and both gears play it alike."""

from __future__ import annotations

import pytest

from counterplay.check import check_game
from counterplay.games import game_names, make_game

VARIANTS = [  # parameters that lead to other code than the defaults: small boards, more players, other ends
    "connect_four:width=4,height=4",
    "othello:size=4",
    "othello:size=6",
    "hex:size=3",
    "kalah:pits=3,seeds=3",
    "mnk:width=4,height=4,line=3,players=3",
    "mnk:width=4,height=4,line=3,players=4",
    "pig:target=20",
    "nim:misere=yes",
    "backgammon:gammons=yes",
    "twenty_forty_eight:width=2,height=2,goal=16",
]
SPECS = sorted([*game_names(), *VARIANTS])
PLAYOUTS = 20  # come to some hundreds of positions in most games


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_game_keeps_the_contract(spec: str) -> None:
    """Would catch any fault the conformance report knows, from a mutated state to a gesture that names no cell.

    The report asks both gears everything about every position: native code that plays by other rules (overflow, unsigned
    arithmetic, reads beyond an array) would be found there.
    """
    report = check_game(make_game(spec), playouts=PLAYOUTS)
    assert report.ok, str(report)
    assert any(sentence.startswith("both gears gave the same answers") for sentence in report.passed), str(report)
