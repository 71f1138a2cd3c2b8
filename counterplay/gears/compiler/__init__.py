"""What counterplay teaches Numba: games as constants, raw memory, inner functions without wrappers."""
