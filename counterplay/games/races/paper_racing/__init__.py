"""Paper and pencil racing."""
