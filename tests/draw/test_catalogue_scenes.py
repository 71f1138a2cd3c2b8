"""The games' own scenes, drawn: every game of the catalogue in random positions."""

from __future__ import annotations

import itertools
import random
import xml.etree.ElementTree as ET

import pytest

from counterplay import Position, make_game
from counterplay.core import Scene
from counterplay.draw import scene_svg, scene_text
from counterplay.draw.layout.arrange import arranged
from counterplay.draw.layout.scene_layout import strangers
from counterplay.draw.layout.trays import ROOM, PageShape
from counterplay.games import game_names


def _positions(name: str) -> list[Position]:
    """A random game, or the first sixty plies of it."""
    rng = random.Random(1)
    found = [Position(make_game(name))]
    while found[-1].choices and found[-1].ply < 60:
        found.append(found[-1].play(rng.choice(found[-1].choices)))
    return found


def _written(scene: Scene) -> int:
    """How many cells have something of their own on the terminal: a letter, a number or an empty cell's dot."""
    text = scene_text(Scene(scene.cells, scene.pieces))
    return len(text.replace("[", " ").replace("]", " ").split())


@pytest.mark.parametrize("name", game_names())
def test_catalogue_games_can_be_drawn(name: str) -> None:
    """Would catch a game without places to click, pieces on cells that do not exist, pictures that are not well-formed."""
    for position in _positions(name)[::-7]:  # the last one is among them, where most has been placed
        scene = position.scene()
        assert list(scene.places()) and not strangers(scene), position
        tree = ET.fromstring(scene_svg(scene, title=position.game.title_text))
        assert tree.get("aria-label") == position.game.title_text
        assert max(len(line) for line in scene_text(scene).splitlines()) <= 100, "wider than most terminals"
        for page in ("wide", "tall") if scene.trays else ():
            _assert_trays_lie_apart(scene, page)


def _assert_trays_lie_apart(scene: Scene, page: PageShape) -> None:
    """Would catch trays over each other or over the board, slots that are lost, a board that is drawn smaller than usual."""
    usual, found = arranged(scene), arranged(scene, page)
    assert [tuple(slot.id for slot in placed.slots) for placed in found.trays] == [tray.slots for tray in scene.trays]
    boxes = [found.board.grown(found.frame), *(placed.box for placed in found.trays)]
    for one, other in itertools.combinations(boxes, 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        assert min(across, down) < 0.01, (page, one, other)
    before, now = (min(ROOM[page] / a.outer.width, 1 / a.outer.height) for a in (usual, found))
    assert now >= before


@pytest.mark.parametrize("name", ["connect_four", "othello", "hex", "kalah", "backgammon"])
def test_no_cell_covers_another_on_the_terminal(name: str) -> None:
    """Would catch counts of two digits or stacks that run into each other."""
    for position in _positions(name):
        scene = position.scene()
        assert _written(scene) == len(scene.cells), scene_text(scene)
