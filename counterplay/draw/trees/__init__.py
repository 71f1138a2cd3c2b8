"""Search trees: where the nodes go, and their picture."""
