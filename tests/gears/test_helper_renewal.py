"""A game made after a global has changed is compiled from what the global is now."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import renewed_game
import renewed_numbers
from renewed_game import Renewed, estimated

from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.entry.method_calls import estimate_of

CHANGES = {
    "a helper that another one calls": (renewed_game, "scaled", renewed_game.scaled_by_five),
    "a global of another module": (renewed_numbers, "SHARE", 0.75),
    "a global": (renewed_game, "LIMIT", 7),
    "a global array": (renewed_game, "TABLE", np.array([5.0, 6.0])),
    "what a property reads": (Renewed, "scale", 5),
    "a property": (Renewed, "twice", property(lambda self: self.scale * 3)),
    "a static method": (Renewed, "tenfold", staticmethod(lambda n: n * 11)),
}


def agree() -> float:
    """The estimate of a new game, the same in both gears."""
    game = Renewed()
    s = game.initial()
    plain = float(game.evaluate(s, 0))
    assert estimate_of.compiled(game, s, 0) == plain
    assert estimated.compiled(game, s) == estimated.interpreted(game, s) == plain + renewed_game.scaled(1)
    return plain


@pytest.mark.parametrize("what", CHANGES)
def test_a_new_game_follows_what_has_changed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a notebook cell run again whose new value is obeyed by half of the rules, and kept on disk that way."""
    holder, name, value = CHANGES[what]
    before = agree()
    with monkeypatch.context() as patch:
        patch.setattr(holder, name, value)
        assert agree() != before
    assert agree() == before


def test_an_array_changed_in_place_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch helpers that hold the old contents of a global array."""
    before, table = agree(), renewed_game.TABLE.copy()
    renewed_game.TABLE[1] = 4.0
    try:
        assert agree() == before + 0.5
    finally:
        renewed_game.TABLE[:] = table
    assert agree() == before


def test_nothing_is_compiled_where_nothing_has_changed() -> None:
    """Would catch a game that is compiled anew each time it is made."""
    agree()
    before: Any = engage().compilations.copy(), estimated.compilations
    agree()
    assert before == (engage().compilations, estimated.compilations)
