"""What is written under a board in its picture: scores, notes and buttons."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from counterplay.core.scene import Scene
from counterplay.draw.colours.palette import named_colour
from counterplay.draw.svg_drawing.svg_parts import circle, fill_class, number, rectangle, safe, text_at

NARROWEST = 240.0  # pixels, where there are sentences to read
NOTE_SIZE = 14.0  # pixels
NOTE_LINE = 20.0
BUTTON_HEIGHT = 28.0
CHARACTER = 0.6  # width of a character, in font sizes; system fonts lie between 0.5 and 0.6
INDENT = 16.0  # pixels, left and right


def least_width(scene: Scene, notes: Sequence[str], size: float) -> float:
    """How wide a picture with these words must be; notes are wrapped beyond `size`."""
    if not (notes or scene.buttons or scene.scores):
        return 0.0
    wanted = max((len(note) * NOTE_SIZE * CHARACTER + 2 * INDENT for note in notes), default=0.0)
    scored = sum(_score_width(score) for score in scene.scores) + 2 * INDENT
    return max(NARROWEST, min(max(wanted, scored), size))


def words_svg(scene: Scene, notes: Sequence[str], width: float, top: float) -> tuple[list[str], float]:
    """Scores, notes and buttons under the board, and where they end."""
    parts: list[str] = []
    y = top + (0.0 if scene.cells else 12.0)
    if scene.scores:
        parts, y = _scores(scene, width, y + 6)
    room = max(8, int((width - 2 * INDENT) / (NOTE_SIZE * CHARACTER) + 0.001))
    for note in notes:
        for row in textwrap.wrap(note, room) or [""]:
            y += NOTE_LINE
            place = f'x="{INDENT:g}" y="{number(y - 5)}" font-size="{number(NOTE_SIZE)}"'
            parts.append(f'<text class="note text" {place}>{safe(row)}</text>')
    if scene.buttons:
        buttons, y = _buttons(scene.buttons, width, y + 8)
        parts += buttons
    return parts, y + 12 if notes or scene.buttons or scene.scores else top


def _score_width(score: str) -> float:
    return len(score) * NOTE_SIZE * CHARACTER + 40


def _scores(scene: Scene, width: float, y: float) -> tuple[list[str], float]:
    """A disc in each player's colour with the player's score beside it."""
    parts, x = [], INDENT
    named = {piece.owner: f"f-{colour}" for piece in scene.pieces if (colour := named_colour(piece.name))}
    for player, score in enumerate(scene.scores):
        wide = _score_width(score)
        if x > INDENT and x + wide > width - INDENT:
            x, y = INDENT, y + NOTE_LINE
        parts.append(circle(x + 7, y + NOTE_LINE / 2, 6.5, f"{named.get(player, fill_class(player))} score-edge"))
        place = f'x="{number(x + 20)}" y="{number(y + NOTE_LINE - 5)}" font-size="{number(NOTE_SIZE)}"'
        parts.append(f'<text class="note text bold" {place}>{safe(score)}</text>')
        x += wide
    return parts, y + NOTE_LINE


def _buttons(buttons: dict[str, str], width: float, y: float) -> tuple[list[str], float]:
    parts, x = [], INDENT
    for gesture, says in buttons.items():
        wide = len(says) * NOTE_SIZE * CHARACTER + 24
        if x > INDENT and x + wide > width - INDENT:
            x, y = INDENT, y + BUTTON_HEIGHT + 8
        shape = rectangle(x, y, wide, BUTTON_HEIGHT, "button edge", corner=14)
        words = text_at(x + wide / 2, y + BUTTON_HEIGHT / 2, NOTE_SIZE, says, "text")
        parts.append(f'<g data-button="{safe(gesture)}">{shape}{words}</g>')
        x += wide + 8
    return parts, y + BUTTON_HEIGHT
