"""Dominoes."""
