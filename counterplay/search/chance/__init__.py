"""Fast searches of games with chance nodes."""
