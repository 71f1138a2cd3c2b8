"""Puzzles as they are shown: a position, the move that went wrong, and whether an answer is right."""

from __future__ import annotations

from dataclasses import replace

from counterplay.core import IllegalAction, Position
from counterplay.draw.svg_drawing.svg import scene_svg
from counterplay.studio.api.position_views import View
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.running_games import Conflict
from counterplay.studio.server.study_store import PuzzleRow


def puzzle_short(library: Library, row: PuzzleRow) -> View:
    """A puzzle in a list, with its picture; no picture where the rules are no longer here."""
    try:
        scene = replace(_position(library, row).scene(), notes=(), buttons={}, scores=())
        svg = scene_svg(scene, title=row.content["title"], theme=None)
    except Conflict:
        svg = None
    content = row.content
    return {
        "id": row.id,
        "game": row.game,
        "title": content["title"],
        "ply": row.ply,
        "played": content["played"]["name"],
        "verdict": content["verdict"],
        "solved": row.solved is not None,
        "tries": row.tries,
        "created": row.created,
        "svg": svg,
    }


def puzzle_view(library: Library, row: PuzzleRow) -> View:
    """A puzzle to be solved; the answer stays on the server."""
    position = _position(library, row)
    content = row.content
    return {
        **{key: value for key, value in puzzle_short(library, row).items() if key != "svg"},
        "spec": content["spec"],
        "start": content["start"],
        "moves": content["moves"],
        "player": content["player"],
        "player_name": position.game.player_names[content["player"]],
        "played_value": content["played"]["value"],
    }


def puzzle_try(library: Library, row: PuzzleRow, action: int | None) -> View:
    """What is said of an answer: the best line is told with a right one, and to who asks for it."""
    content = row.content
    best = content["best"]
    if action is None:
        return {"right": False, "sentence": f"The best move is {best['name']} ({best['value']['text']}).", "best": best}
    position = _position(library, row)
    if position.attempt(action) is None:
        raise IllegalAction(f"{position.game.title_text}: action {action} is not legal here")
    name = position.game.action_name(position.state, action)
    if action == best["action"]:
        return {"right": True, "sentence": f"{name} is the best move ({best['value']['text']}).", "best": best}
    if action in content["right"]:
        return {"right": True, "sentence": f"{name} is as good as the best move, {best['name']}.", "best": best}
    if action == content["played"]["action"]:
        return {"right": False, "sentence": f"{name} is what was played in the game. There is something better.", "best": None}
    return {"right": False, "sentence": f"{name} is not it. Try another move.", "best": None}


def _position(library: Library, row: PuzzleRow) -> Position:
    content = row.content
    try:
        return library.position(library.game(content["spec"]), content["start"], tuple(content["moves"]))
    except Exception as error:  # the rules have gone, or are no longer what they were
        raise Conflict(f"this puzzle's position cannot be reached by the rules that are here: {error}") from None
