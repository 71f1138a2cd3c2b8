"""Scenes as characters."""
