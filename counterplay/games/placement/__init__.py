"""Placement games."""
