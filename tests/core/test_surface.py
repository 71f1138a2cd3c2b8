"""The public surface is small and deliberate."""

from __future__ import annotations

import counterplay


def test_surface_is_exactly_what_all_says() -> None:
    """Catches a public name that vanished, or one that slipped in."""
    assert sorted(counterplay.__all__) == [
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
    assert all(hasattr(counterplay, name) for name in counterplay.__all__)


def test_functions_win_over_packages_of_the_same_name() -> None:
    """Catches an import order that leaves `counterplay.search` a module: it must be callable, and importable from."""
    from counterplay.search.perft import perft
    from counterplay.solve.solver import Solution

    assert callable(counterplay.search) and callable(counterplay.solve)
    assert callable(perft) and Solution.__name__ == "Solution"
