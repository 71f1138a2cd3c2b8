"""Classes that a game inherits from."""
