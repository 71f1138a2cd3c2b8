"""Explicit trees as games: written, read, made by rule."""
