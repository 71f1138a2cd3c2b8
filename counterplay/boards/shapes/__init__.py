"""Boards of every kind: their cells, directions and names."""
