"""Omega chess: the board, the rules, the estimate."""
