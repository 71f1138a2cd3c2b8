"""Games of dice and chance."""
