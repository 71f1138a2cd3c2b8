"""Exact values: exhaustive search with a table, resumable."""

from counterplay.solve.solver import Progress, Solution, solve_position

__all__ = ["Progress", "Solution", "solve_position"]
