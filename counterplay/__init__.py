"""counterplay: games as classes, searches as functions, both plain Python, compiled together to native speed.

`counterplay.search` and `counterplay.solve` are the functions; the packages of the same names are imported from as usual
(`from counterplay.search.perft import perft`).
"""

import counterplay.first_moments  # noqa: F401  # before all that takes time

# isort: split
import importlib
from typing import TYPE_CHECKING, Any

from counterplay.agents import make_agent
from counterplay.check import check_game
from counterplay.core import CHANCE, CounterplayError, Game, Limit, Outcome, Position, Repetition, Report, Scene, Value
from counterplay.draw import scene_svg, scene_text
from counterplay.games import game_names, make_game
from counterplay.gears import bits, helper, kernel
from counterplay.search import algorithm_names, search, stream
from counterplay.search.decision import DecisionProcess
from counterplay.search.opponent import OpponentModel
from counterplay.search.tracing import trace_search
from counterplay.solve import solve

if TYPE_CHECKING:
    from counterplay.lessons import TreeGame, load_tree, walkthrough

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "CounterplayError",
    "DecisionProcess",
    "Game",
    "Limit",
    "OpponentModel",
    "Outcome",
    "Position",
    "Repetition",
    "Report",
    "Scene",
    "TreeGame",
    "Value",
    "algorithm_names",
    "bits",
    "check_game",
    "game_names",
    "helper",
    "kernel",
    "load_tree",
    "make_agent",
    "make_game",
    "scene_svg",
    "scene_text",
    "search",
    "solve",
    "stream",
    "trace_search",
    "walkthrough",
]


def __getattr__(name: str) -> Any:
    """What belongs to the lessons is loaded when it is first asked for: programs that only search start faster."""
    if name not in ("TreeGame", "load_tree", "walkthrough"):
        raise AttributeError(f"module 'counterplay' has no attribute '{name}'")
    return getattr(importlib.import_module("counterplay.lessons"), name)
