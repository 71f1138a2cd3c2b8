"""Where the parts of a scene go."""
