"""GIPF."""
