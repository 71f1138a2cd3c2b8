"""The picture of a position: cells with ids of their own, pieces that stand on them, and clicks that choose one action."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import Any, get_args

from counterplay.check.inspection import Broken, Inspection, Visit
from counterplay.check.state_copies import short
from counterplay.core import CHANCE, BadNotation, Game, Scene
from counterplay.core.scene import NEUTRAL, CellShape, Material, SimpleShape

POSITIONS = 150


def check_scenes(inspection: Inspection) -> str:
    """Scenes have different cell ids; pieces and marks are on cells, and belong to players."""
    count = 0
    for visit in inspection.sample(POSITIONS):
        with suppress(Broken):
            wrong = _contradiction(inspection, scene_of(inspection, visit.state))
            if wrong:
                inspection.add("scene", "scene", f"of {inspection.show(visit.state)} {wrong}")
            count += 1
    return f"{count} pictures agree with themselves"


def scene_of(inspection: Inspection, s: Any) -> Scene:
    """The game's picture of a state."""
    scene = inspection.ask("scene", s)
    if not isinstance(scene, Scene):
        raise inspection.broken("wrong-type", "scene", f"returned {short(scene)} in {inspection.show(s)}; expected a Scene")
    return scene


def _unknown_word(scene: Scene) -> str:
    """A word of the picture that nothing draws: it would quietly look like something else."""
    words: list[tuple[str, str, Any]] = [("material", scene.material, Material)]
    words += [("shape of a cell", cell.shape, CellShape) for cell in scene.cells]
    words += [("shape of a piece", piece.shape, SimpleShape) for piece in scene.pieces if isinstance(piece.shape, str)]
    for what, word, choices in words:
        if word not in get_args(choices):
            return f"has '{word}' for the {what}; expected one of {', '.join(get_args(choices))}"
    return ""


def _contradiction(inspection: Inspection, scene: Scene) -> str:
    unknown = _unknown_word(scene)
    if unknown:
        return unknown
    ids = Counter(scene.places())
    for cell, times in ids.items():
        if not isinstance(cell, str) or not cell:
            return f"has a cell whose id is {short(cell)}; expected a text"
        if times > 1:
            return f"has {times} cells with the id '{cell}'; expected an id of its own for each"
        if cell in scene.buttons:
            return f"has a button with the id '{cell}', which is a cell; expected an id of its own for each"
    for piece in scene.pieces:
        if piece.cell not in ids:
            return f"has a piece on '{piece.cell}', which is no cell, edge or slot of a tray"
        if piece.owner != NEUTRAL and not 0 <= piece.owner < inspection.game.players:
            return (
                f"has a piece of player {piece.owner} on '{piece.cell}'; expected 0 to {inspection.game.players - 1} or NEUTRAL"
            )
    for mark in scene.marked:
        if mark not in ids:
            return f"marks '{mark}', which is no cell"
    return ""


def check_diagrams(inspection: Inspection) -> str:
    """The pictures of the rules are positions of the game with its usual parameters, and the actions named are legal there."""
    diagrams = inspection.game.diagrams
    usual = inspection.guard("__init__", type(inspection.game), ()) if diagrams else inspection.game
    for diagram in diagrams:
        with suppress(Broken):
            try:
                inspection.guard("diagram_scene", partial(usual.diagram_scene, diagram), (), allow=(BadNotation,))
            except BadNotation as error:
                inspection.add("diagram", "diagrams", f"has one that cannot be drawn: {error}")
    return f"{len(diagrams)} diagrams of the rules can be drawn" if diagrams else ""


def check_gestures(inspection: Inspection) -> str:
    """The clicks for an action are cells or buttons of the picture, and tell every action from every other."""
    count = 0
    for visit in inspection.sample(POSITIONS, lambda v: not v.terminal and v.player != CHANCE):
        with suppress(Broken):
            count += _gestures(inspection, visit)
    return f"{count} actions can be chosen by clicks that are theirs alone"


def _gestures(inspection: Inspection, visit: Visit) -> int:
    s = visit.state
    scene = scene_of(inspection, s)
    known = set(scene.places()) | set(scene.buttons)
    inherited = type(inspection.game).gesture is Game.gesture  # a button named like the action: needs no declaration
    clicks: list[tuple[tuple[str, ...], int]] = []
    for a in visit.choices:
        gesture = inspection.ask("gesture", s, a)
        where = f"in {inspection.show(s)} with {inspection.show_action(s, a)}"
        if isinstance(gesture, str) or not hasattr(gesture, "__iter__") or not all(isinstance(i, str) for i in gesture):
            raise inspection.broken(
                "gesture",
                "gesture",
                f"returned {short(gesture)} {where}; expected a tuple of ids, such as ('e2', 'e4')",
            )
        if not gesture:
            raise inspection.broken("gesture", "gesture", f"returned nothing to click {where}")
        unknown = [i for i in gesture if i not in known]
        if unknown and not inherited:
            raise inspection.broken(
                "gesture",
                "gesture",
                f"names '{unknown[0]}' {where}, which is neither a cell nor a button of the scene",
            )
        clicks.append((tuple(gesture), a))
    clicks.sort()
    for (one, a), (other, b) in pairwise(clicks):
        if other[: len(one)] == one:
            how = "they are equal" if one == other else "the first begins the second"
            raise inspection.broken(
                "gesture",
                "gesture",
                f"of {inspection.show_action(s, a)}, {one}, and of {inspection.show_action(s, b)}, {other}, are not "
                f"told apart in {inspection.show(s)}: {how}",
            )
    return len(clicks)
