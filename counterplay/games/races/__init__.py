"""Race games."""
