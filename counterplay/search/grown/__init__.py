"""The tree that a search has left behind: the engine's in its table, Monte Carlo search's in memory."""
