"""Tantrix."""
