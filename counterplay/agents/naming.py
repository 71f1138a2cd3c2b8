"""Agents by name: `random`, `engine:seconds=1`, `alpha_beta:depth=6`, `mcts:playouts=5000`."""

from __future__ import annotations

from typing import Any

from counterplay.agents.agent import Agent, RandomAgent, SearchAgent
from counterplay.core import BadParameter, Limit
from counterplay.search import algorithm_names

LIMITS = {"depth": int, "nodes": int, "playouts": int, "seconds": float}
OPTIONS = {"threads": int, "seed": int}


def make_agent(text: str, seed: int | None = None) -> Agent:
    """The agent a name stands for; `auto` is whichever algorithm suits the game."""
    name, _, rest = text.strip().partition(":")
    given = _parameters(text, rest)
    if name == "random":
        return RandomAgent(given.pop("seed", seed))
    key = {"alphabeta": "alpha_beta"}.get(name, name)
    if key not in ("auto", *algorithm_names()):
        raise BadParameter(f"there is no agent '{name}'; there are random, auto, {', '.join(algorithm_names())}")
    bounds = {n: given.pop(n) for n in list(given) if n in LIMITS}
    limit = Limit(**bounds) if bounds else None
    if seed is not None:
        given.setdefault("seed", seed)
    agent = SearchAgent(key, limit, **given)
    agent.name = text
    return agent


def _parameters(text: str, rest: str) -> dict[str, Any]:
    kinds = {**LIMITS, **OPTIONS}
    given: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in kinds:
            raise BadParameter(f"agent '{text}': '{part}' is no parameter; it takes {', '.join(f'{k}=...' for k in kinds)}")
        try:
            given[key] = kinds[key](value)
        except ValueError:
            wanted = "a whole number" if kinds[key] is int else "a number"
            raise BadParameter(f"agent '{text}': {key} must be {wanted}, not '{value}'") from None
    return given
