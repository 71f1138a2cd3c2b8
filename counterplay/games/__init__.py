"""One game, one file. `catalogue` finds them by name; what boards share is in `counterplay.boards`."""

from counterplay.games.catalogue import game_class, game_names, make_game

__all__ = ["game_class", "game_names", "make_game"]
