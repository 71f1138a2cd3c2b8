"""The engine for two-player zero-sum games without chance: principal-variation search with every enhancement, each of
which can be switched off.

`scores` is its unit, `table` its memory, `workspace` what one thread works on, `ordering` which action comes first,
`quiescence` and `node` the search itself, `driver` deepens it and writes reports.
"""

from counterplay.search.engine.driver import ENHANCEMENTS, engine, prepare_engine

__all__ = ["ENHANCEMENTS", "engine", "prepare_engine"]
