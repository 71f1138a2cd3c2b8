"""Scenes as SVG."""
