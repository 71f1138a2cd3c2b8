"""Drawings of pieces and tiles."""
