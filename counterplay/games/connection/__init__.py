"""Connection games."""
