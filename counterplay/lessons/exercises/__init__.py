"""Exercises made from a seed, and their grading."""
