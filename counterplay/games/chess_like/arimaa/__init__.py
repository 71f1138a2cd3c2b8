"""Arimaa."""
