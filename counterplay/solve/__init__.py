"""Exact values: exhaustive search with a table, and retrograde analysis where a game may go in circles; both resumable."""

from counterplay.solve.solution import Progress, RetrogradeProgress, Solution
from counterplay.solve.solver import solve_position

__all__ = ["Progress", "RetrogradeProgress", "Solution", "solve_position"]
