"""Territory games."""
