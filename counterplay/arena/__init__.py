"""The arena: matches and tournaments between agents, with honest statistics."""
