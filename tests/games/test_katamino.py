"""Katamino: counts of moves and positions, and random games beside a second implementation."""

from __future__ import annotations

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games.placement.katamino import Katamino
from tests.oracles.count_tables import assert_perft
from tests.oracles.plain_polyominoes import MIDDLE, PlainPolyominoes, walk_beside_polyominoes
from tests.oracles.polyomino_counts import positions_after_two


def test_perft() -> None:
    """Would catch a first piece outside the middle, and a second one that is bound by it, too."""
    assert_perft(Katamino(), (740, 974248))


def test_different_positions() -> None:
    """Would catch a pair of pieces neither of which covers the middle."""
    assert positions_after_two(Katamino()) == 888860


def test_random_games_beside_the_plain_one() -> None:
    """Would catch a placement too many or too few, a piece that stays in the box, a wrong loser."""
    walked = walk_beside_polyominoes(Katamino(), lambda: PlainPolyominoes(must_cover=MIDDLE), games=6, seed=5)
    assert sum(g.decided for g in walked) == 6


def test_squares_to_cover_can_be_chosen() -> None:
    """Would catch other squares that are ignored, and a free start that is not free."""
    corner, free = Katamino("a1"), Katamino("none")
    assert all("a1" in {corner.board.names[int(c)] for c in corner.cells_of[a]} for a in corner.choices(corner.initial()))
    assert len(free.choices(free.initial())) == 2308
    assert Katamino().notes(Katamino().initial()) and not free.notes(free.initial())


def test_wrong_texts_and_parameters() -> None:
    """Would catch a position that no game comes to, and squares that are not there."""
    with pytest.raises(BadNotation, match="no piece covers a square that the first one must cover"):
        Katamino().load("......../......../......../......../......../......../......../IIIII... 2")
    with pytest.raises(BadParameter, match="from a1 to h8"):
        Katamino("i9")
