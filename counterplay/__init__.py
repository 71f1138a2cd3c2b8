"""counterplay: games as classes, searches as functions, both plain Python, compiled together to native speed."""

import counterplay.first_moments  # noqa: F401  # before all that takes time

# isort: split
import importlib
from typing import TYPE_CHECKING, Any

from counterplay.agents import make_agent
from counterplay.check import check_game
from counterplay.core import (
    CHANCE,
    BadNotation,
    BadParameter,
    Cell,
    CounterplayError,
    Diagram,
    Game,
    Label,
    Limit,
    Line,
    Outcome,
    Piece,
    Position,
    Published,
    Repetition,
    Report,
    Scene,
    Unit,
    Value,
    state_key,
    value_text,
)
from counterplay.draw import scene_svg, scene_text
from counterplay.games import game_names, make_game
from counterplay.gears import bits, helper, kernel
from counterplay.search import Search, algorithm_names, search_position, stream_position
from counterplay.search.decision_process import DecisionProcess
from counterplay.search.grown.tree_growth import search_tree
from counterplay.search.opponent_model import OpponentModel
from counterplay.search.textbook.tracing import trace_search
from counterplay.search.user_searches import search_algorithm
from counterplay.solve import solve_position

if TYPE_CHECKING:
    from counterplay.lessons import TreeGame, load_tree, walkthrough
    from counterplay.records import Record, read_records, write_records

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "BadNotation",
    "BadParameter",
    "Cell",
    "CounterplayError",
    "DecisionProcess",
    "Diagram",
    "Game",
    "Label",
    "Limit",
    "Line",
    "OpponentModel",
    "Outcome",
    "Piece",
    "Position",
    "Published",
    "Record",
    "Repetition",
    "Report",
    "Scene",
    "Search",
    "TreeGame",
    "Unit",
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
    "read_records",
    "scene_svg",
    "scene_text",
    "search_algorithm",
    "search_position",
    "search_tree",
    "solve_position",
    "state_key",
    "stream_position",
    "trace_search",
    "value_text",
    "walkthrough",
    "write_records",
]
LOADED_LATER = {  # name -> where it is
    **dict.fromkeys(("TreeGame", "load_tree", "walkthrough"), "counterplay.lessons"),
    **dict.fromkeys(("Record", "read_records", "write_records"), "counterplay.records"),
}


def __getattr__(name: str) -> Any:
    """Lessons and records are loaded when they are first asked for: programs that only search start faster."""
    if name not in LOADED_LATER:
        raise AttributeError(f"module 'counterplay' has no attribute '{name}'")
    return getattr(importlib.import_module(LOADED_LATER[name]), name)
