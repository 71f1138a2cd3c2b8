"""Scrabble."""
