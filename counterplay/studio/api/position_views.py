"""What the page is shown of a position: a picture, labelled cells, gestures, words. The page itself knows no game."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from counterplay.core import CHANCE, CounterplayError, Game, Outcome, Position, Report, Scene, Value
from counterplay.core.report import Line
from counterplay.core.text.value_words import value_text
from counterplay.draw.layout.trays import PageShape
from counterplay.draw.svg_drawing.svg import scene_places, scene_svg
from counterplay.draw.words.position_words import cell_labels, ending, standing

View = dict[str, Any]
BAR_CURVE = 0.4  # below 1: a pawn in chess is worth 0.01 of a win, and should be seen on the value bar
LONGEST_TURN = 12  # actions of one turn whose cells stay marked
LONGEST_LINE = 24  # actions of a variation that are sent


class Sight(NamedTuple):
    """How a page sees a board."""

    flip: bool = False  # from the other side
    page: PageShape = ""  # what the trays have to fit


FROM_THE_FRONT = Sight()


def as_json(content: Any) -> str:
    """As it is sent."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False)


def position_view(position: Position, sight: Sight = FROM_THE_FRONT) -> View:
    """A PositionView. The picture has no description of its own: the cells' labels say what stands where."""
    game, state = position.game, position.state
    scene = _scene(position)
    drawn = replace(scene, notes=(), buttons={}, scores=())
    stands = standing(position)
    title = f"{game.title_text}: {stands}"
    svg = scene_svg(drawn, flip=sight.flip, page=sight.page, title=title, theme=None, described=False)
    outcome = position.outcome()
    return {
        "game": game.spec,
        "title": game.title_text,
        "ply": position.ply,
        "player": position.player,
        "players": game.players,
        "player_names": list(game.player_names),
        "state": game.dump(state),
        "svg": svg,
        "flipped": sight.flip,
        "page": sight.page,
        "gravity": scene.gravity,
        "view_box": svg.partition('viewBox="')[2].partition('"')[0],
        "cells": cells_view(drawn, game.player_names, sight),
        "buttons": [] if position.player == CHANCE else [{"id": g, "text": says} for g, says in scene.buttons.items()],
        "notes": list(scene.notes),
        "scores": list(scene.scores),
        "choices": [] if outcome or position.player == CHANCE else choices_view(position),
        "chance": [] if outcome or position.player != CHANCE else outcomes_view(position),
        "last": last_view(position),
        "marked": [] if outcome is None else list(scene.marked),
        "outcome": None if outcome is None else outcome_view(game, outcome),
        "standing": stands,
    }


def _scene(position: Position) -> Scene:
    scene = position.scene()
    if not isinstance(scene, Scene):
        raise CounterplayError(f"{position.game.title_text} draws no scene: its `scene` gives a {type(scene).__name__}")
    return scene


def cells_view(scene: Scene, names: Sequence[str], sight: Sight) -> list[View]:
    """Everything that can be clicked: cells, edges and slots of trays, as CellViews."""
    labels = cell_labels(scene, names)
    shapes: dict[str, str] = {cell.id: cell.shape for cell in scene.cells} | {edge.id: "edge" for edge in scene.edges}
    views = []
    for name, box in scene_places(scene, flip=sight.flip, page=sight.page).items():
        x, y, w, h = (round(v, 2) for v in (box.left, box.top, box.width, box.height))
        shape = shapes.get(name, "slot")
        views.append({"id": name, "x": x, "y": y, "width": w, "height": h, "shape": shape, "label": labels[name]})
    return views


def choices_view(position: Position) -> list[View]:
    """Every legal action with its name and the cells that are clicked for it."""
    return [action_view(position, action) for action in position.choices]


def outcomes_view(position: Position) -> list[View]:
    """What chance may bring, and how likely: the page goes on with one of them in a variation."""
    game, state = position.game, position.state
    return [
        {"action": int(action), "name": game.action_name(state, int(action)), "probability": float(probability)}
        for action, probability in game.outcomes(state)
    ]


def action_view(position: Position, action: int) -> View:
    """An action with its name and gesture."""
    game, state = position.game, position.state
    return {"action": action, "name": game.action_name(state, action), "gesture": [str(c) for c in game.gesture(state, action)]}


def last_view(position: Position) -> View | None:
    """The action that led here, with the cells it touched."""
    before, action = position.previous, position.action
    if before is None or action is None:
        return None
    view = action_view(before, action)
    return {"action": action, "name": view["name"], "cells": view["gesture"], "turn": _turn_cells(position)}


def _turn_cells(position: Position) -> list[str]:
    """The cells of the whole turn that was played last, without what chance has brought since."""
    cells: list[str] = []
    mover, plies = None, 0
    while position.previous is not None and position.action is not None and plies < LONGEST_TURN:
        before, action = position.previous, position.action
        if before.player != CHANCE:
            if mover is not None and before.player != mover:
                break
            mover = before.player
            cells = [*map(str, before.game.gesture(before.state, action)), *cells]
        elif mover is not None:
            break
        position, plies = before, plies + 1
    return list(dict.fromkeys(cells))


def outcome_view(game: Game, outcome: Outcome) -> View:
    """How a game ended."""
    return {
        "utilities": list(outcome.utilities),
        "winner": outcome.winner,
        "reason": outcome.reason,
        "sentence": ending(game.players, outcome, lambda p: game.player_names[p]),
    }


# --- searches ---
def report_view(position: Position, report: Report) -> View:
    """What a search has found so far."""
    return {
        "depth": report.depth,
        "selective_depth": report.selective_depth,
        "value": value_view(position.game, report.value),
        "nodes": report.nodes,
        "nodes_per_second": round(report.nodes_per_second),
        "seconds": round(report.seconds, 3),
        "lines": [line_view(position, line) for line in report.lines or (Line(report.action, report.value, report.variation),)],
        "completed": report.completed,
        "algorithm": report.algorithm,
        "playouts": report.playouts,
    }


def line_view(position: Position, line: Line) -> View:
    """A candidate action with its value and what follows."""
    names, actions = variation_view(position, line.variation)
    return {
        **action_view(position, line.action),
        "value": value_view(position.game, line.value),
        "names": names,
        "actions": actions,
        "visits": line.visits,
    }


def variation_view(position: Position, variation: tuple[int, ...]) -> tuple[list[str], list[int]]:
    """Names and actions of a line, which ends where it is no longer legal (an old table entry)."""
    names = position.names_of(variation[:LONGEST_LINE])
    return names, [int(action) for action in variation[: len(names)]]


def value_view(game: Game, value: Value) -> View:
    """A value with the words for it and its place on a bar from -1 to 1, as the first player sees it."""
    return {
        "score": _finite(value.score),
        "text": value_text(game, value),
        "proven": value.proven,
        "player": value.player,
        "bar": bar(game, value),
    }


def bar(game: Game, value: Value) -> float | None:
    """The first player's prospects from -1 to 1; None where there is nobody to compare it with."""
    if game.players == 1:
        return None
    low, high = game.utility_range
    reach = max(abs(low), abs(high))
    if value.per_player:
        score = value.per_player[0]
    elif value.player == 0 or game.players == 2:
        score = value.for_player(0).score
    else:
        return None
    share = max(-1.0, min(1.0, score / reach)) if math.isfinite(score) and reach else math.copysign(1.0, score)
    return round(math.copysign(abs(share) ** BAR_CURVE, share), 4)


def _finite(score: float) -> float | None:
    return score if math.isfinite(score) else None
