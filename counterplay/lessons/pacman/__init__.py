"""Pacman: a pursuit, and who is right about the ghosts."""
