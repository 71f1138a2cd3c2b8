"""Every game of the catalogue keeps the contract, and both gears play it alike."""

from __future__ import annotations

import random

import pytest

from counterplay.check import check_game
from counterplay.core import CHANCE, Position, Repetition, states_equal
from counterplay.games import game_names, make_game
from counterplay.gears.calls import compiled_choices, facts_of, result_of, utility_of

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
POSITIONS = 2000


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_game_keeps_the_contract(spec: str) -> None:
    """Would catch any fault the conformance report knows, from a mutated state to a gesture that names no cell."""
    report = check_game(make_game(spec))
    assert report.ok, str(report)
    assert any(sentence.startswith("both gears gave the same answers") for sentence in report.passed), str(report)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_gears_agree_on_thousands_of_positions(spec: str) -> None:
    """Would catch native code that plays by other rules: overflow, unsigned arithmetic, reads beyond an array.

    Independent of the conformance report: plays random games and compares each step.
    """
    game = make_game(spec)
    rng = random.Random(spec)
    seen = 0
    while seen < POSITIONS:
        position = Position(game)
        while True:
            s = position.state
            seen += 1
            terminal, player, key = facts_of.compiled(game, s)
            assert (terminal, player) == (game.terminal(s), game.player(s))
            if terminal:
                for p in range(game.players):
                    assert utility_of.compiled(game, s, p) == pytest.approx(game.utility(s, p), abs=1e-9)
                break
            assert key == int(game.key(s)) & 0xFFFF_FFFF_FFFF_FFFF
            actions = compiled_choices(game, s)
            assert actions == game.choices(s)
            choices = position.choices if game.repetition != Repetition.NOTHING else actions
            if not choices:
                break
            assert player == CHANCE or 0 <= player < game.players
            a = rng.choice(choices)
            position = position.play(a)
            native = result_of.compiled(game, s, a)
            assert states_equal(native, position.state)
            assert [type(field) for field in native] == [type(field) for field in position.state]
