"""Planes of many states at once, beside those of one state in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from counterplay import make_game
from counterplay.boards.sets.board_planes import content_planes
from counterplay.data import planes_of, random_positions

# Each way in which planes come about: bit sets of the game's own, sets in one word and in several, sets of the mover, a board
# that is an array, contents of the game's own, fields in a row.
WAYS = ("connect_four", "chess", "checkers", "othello", "hex", "go:size=3", "nim", "kalah", "halma", "quixo")


@pytest.mark.parametrize("name", WAYS)
def test_many_at_once_are_those_of_one(name: str) -> None:
    """Would catch a plane that array operations or native code make otherwise than `Game.planes` says."""
    found = random_positions(make_game(name), 60, seed=4)
    for row in range(len(found)):
        one = planes_of(found.game, found.state(row))
        assert one.dtype == found.planes.dtype
        assert np.array_equal(one, found.planes[row])


def test_connect_four_is_seen_from_the_mover() -> None:
    """Would catch planes of the wrong player, upside down, or with columns where rows belong."""
    game = make_game("connect_four")
    planes = planes_of(game, game.load("112"))  # first, second in column 1; first in column 2; second to move
    assert planes.shape == (2, 6, 7)
    own, theirs = planes
    assert [tuple(cell) for cell in np.argwhere(own)] == [(4, 0)]
    assert sorted(map(tuple, np.argwhere(theirs).tolist())) == [(5, 0), (5, 1)]


def test_own_planes_agree_with_the_board() -> None:
    """Would catch a game whose own planes show another board than its notation does."""
    for name in ("connect_four", "checkers", "chess"):
        found = random_positions(make_game(name), 40, seed=2)
        game = found.game
        for row in range(len(found)):
            contents = np.array([game.contents(found.state(row))])  # type: ignore[attr-defined]
            kinds = content_planes(game, contents, found.player[row : row + 1].astype(np.int64))[0]
            assert np.array_equal(found.planes[row][: len(kinds)], kinds), name
