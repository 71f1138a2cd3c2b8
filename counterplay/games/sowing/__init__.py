"""Sowing games."""
