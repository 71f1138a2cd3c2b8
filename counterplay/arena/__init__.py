"""The arena: matches and tournaments between agents, with honest statistics.

`play_match` and `play_tournament` play; the `Contest` they give holds the games and says how it stands; `Store` keeps it.
"""

from counterplay.arena.contest import Contest, make_settings
from counterplay.arena.crosstable import cross_table
from counterplay.arena.match import play_match
from counterplay.arena.parallel import workers_for
from counterplay.arena.plot import ratings_svg
from counterplay.arena.ratings import Rating, Ratings
from counterplay.arena.record import Ending, GameRecord
from counterplay.arena.sprt import Sprt
from counterplay.arena.statistics import Standing
from counterplay.arena.store import Store
from counterplay.arena.tournament import play_tournament, ratings_of

__all__ = [
    "Contest",
    "Ending",
    "GameRecord",
    "Rating",
    "Ratings",
    "Sprt",
    "Standing",
    "Store",
    "cross_table",
    "make_settings",
    "play_match",
    "play_tournament",
    "ratings_of",
    "ratings_svg",
    "workers_for",
]
