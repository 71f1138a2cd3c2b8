"""The public surface is small and deliberate."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from types import ModuleType

import counterplay


def test_surface_is_exactly_what_all_says() -> None:
    """Catches a public name that vanished, or one that slipped in."""
    assert sorted(counterplay.__all__) == [
        "BadNotation",
        "BadParameter",
        "CHANCE",
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
    assert all(hasattr(counterplay, name) for name in counterplay.__all__)


def test_search_and_solve_are_packages() -> None:
    """Catches a function that hides the package of its name, so that `import counterplay.search.perft` fails."""
    assert isinstance(counterplay.search, ModuleType) and isinstance(counterplay.solve, ModuleType)
    assert importlib.import_module("counterplay.search.perft") is counterplay.search.perft


def test_what_a_game_needs_comes_from_one_place() -> None:
    """Catches a game's author who has to look into the source for what scenes, errors and keys are made of."""
    from counterplay import core
    from counterplay.core import scene

    for name in ("Scene", "Cell", "Piece", "Label", "Line"):
        assert getattr(counterplay, name) is getattr(scene, name)
    for name in ("Published", "Repetition", "Unit", "BadParameter"):
        assert getattr(counterplay, name) is getattr(core, name)
    assert issubclass(counterplay.BadNotation, counterplay.CounterplayError)
    assert counterplay.state_key((1, 2)) != counterplay.state_key((2, 1)) and callable(counterplay.bits.popcount)


def test_no_two_files_share_a_name() -> None:
    """Catches a file that can be told from another one only by its folder."""
    root = Path(counterplay.__file__).parent.parent
    shared = {"__init__.py", "__main__.py", "conftest.py"}
    names = Counter(path.name for folder in ("counterplay", "bench", "tests") for path in (root / folder).rglob("*.py"))
    assert [name for name, count in names.items() if count > 1 and name not in shared] == []
