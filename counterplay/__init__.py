"""counterplay: games as classes, searches as functions, both plain Python, compiled together to native speed."""

from counterplay.core import CHANCE, Game, Limit, Position, Repetition, Report, Scene, Value
from counterplay.draw import scene_svg, scene_text
from counterplay.games import make_game
from counterplay.gears import bits, helper, kernel

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "Game",
    "Limit",
    "Position",
    "Repetition",
    "Report",
    "Scene",
    "Value",
    "bits",
    "helper",
    "kernel",
    "make_game",
    "scene_svg",
    "scene_text",
]
