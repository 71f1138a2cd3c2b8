"""Capture games."""
