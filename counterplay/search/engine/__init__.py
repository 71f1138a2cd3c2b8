"""The engine for two-player zero-sum games without chance: principal-variation search with every enhancement, each of
which can be switched off.

`scores` is its unit, `game_scale` that of its margins, `table` its memory and `recall` what is asked of it, `workspace` what
one thread works on, `history` and `ordering` say which action comes first, `selectivity` what is looked at less or more,
`repetition` what came back, `best_line` continues the line found, `quiescence` and `node` are the search itself; `driver`
deepens it and writes reports.
"""

from counterplay.search.engine.driver import ENHANCEMENTS, engine, prepare_engine

__all__ = ["ENHANCEMENTS", "engine", "prepare_engine"]
