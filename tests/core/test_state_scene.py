"""The board of a game that draws none."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game
from counterplay.core.state_scene import state_scene
from counterplay.draw import scene_svg


class State(NamedTuple):
    board: Any
    to_move: int = 1
    over: bool = False


def test_arrays_are_boards_and_numbers_have_names() -> None:
    """Would catch raw lists, a square board shown as a row, or a zero that looks like a piece."""
    scene = state_scene(State(np.array([0, 1, -1, 0, 0, 0, 2, 0, 0], np.int8)))
    assert scene is not None and scene.notes == ("to move: 1", "over: no")
    places = {(cell.x, cell.y): cell.text for cell in scene.cells}
    assert len(places) == 9 and max(places) == (2.0, 2.0)
    assert (places[1, 0], places[2, 0], places[0, 2], places[0, 0]) == ("1", "-1", "2", "")
    assert len({cell.id for cell in scene.cells}) == 9 and "board" in scene_svg(scene)


def test_planes_and_several_arrays_lie_apart() -> None:
    """Would catch cells on top of each other or under one id, and arrays that nobody can tell apart."""

    class Two(NamedTuple):
        cube: Any
        pits: Any

    scene = state_scene(Two(np.ones((2, 3, 3), np.int64), np.arange(4)))
    assert scene is not None and len({(cell.x, cell.y) for cell in scene.cells}) == 22 == len({c.id for c in scene.cells})
    assert [label.text for label in scene.labels] == ["cube", "pits"]


def test_what_is_too_large_is_told_in_words() -> None:
    """Would catch a picture with thousands of cells."""
    scene = state_scene(State(np.zeros(5000)))
    assert scene is not None and not scene.cells and scene.notes[0].startswith("board: 0, 0") and len(scene.notes[0]) < 200


def test_a_state_without_names_is_its_notation() -> None:
    """Would catch a game whose state is a plain tuple and that cannot be shown at all."""
    assert state_scene((1, 2)) is None
    assert Game().scene((1, 2)).notes == ("[1,2]",)
