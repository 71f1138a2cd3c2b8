"""Pieces of evaluations."""
