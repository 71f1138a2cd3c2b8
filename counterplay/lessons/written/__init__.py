"""Lessons that a teacher writes: Markdown with trees, positions, searches and exercises in it."""
