"""One game, one file. `catalogue` finds them by name; `grids` holds what square boards share."""

from counterplay.games.catalogue import game_class, game_names, make_game

__all__ = ["game_class", "game_names", "make_game"]
