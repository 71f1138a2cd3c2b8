"""Options of a game decide which branches of its rules are compiled."""

from __future__ import annotations

import pytest
from toy_games import Coins, Heap

from counterplay.core import CannotCompile
from counterplay.gears.entry.compiled_game import entry_address


class Optional(Coins):
    """An option of which native code knows nothing: it has no `super`."""

    name = "optional_coins"

    def __init__(self, coins: int = 6, inherited: bool = False) -> None:
        super().__init__(coins)
        self.inherited = inherited

    def utility(self, s: Heap, p: int) -> float:
        if self.inherited:
            return super().utility(s, p)
        return 1.0 if p == 0 else -1.0


def test_a_branch_that_is_never_taken_is_not_compiled() -> None:
    """Catches rules that are refused, or compiled, for the sake of an option that is off."""
    assert entry_address(Optional(), "final") > 0


def test_a_branch_that_is_taken_is_compiled() -> None:
    """Catches an option that is taken for off."""
    with pytest.raises(CannotCompile, match=r"Optional\.utility"):
        entry_address(Optional(inherited=True), "final")
