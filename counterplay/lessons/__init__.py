"""Lessons: explicit trees as games, searches told step by step, exercises and their grading."""
