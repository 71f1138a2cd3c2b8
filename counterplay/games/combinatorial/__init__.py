"""Combinatorial games."""
