"""The arena: matches and tournaments between agents, with honest statistics.

`play_match` and `play_tournament` play; the `Contest` they give holds the games and says how it stands; `Store` keeps it.
"""

from counterplay.arena.contest_store import Store
from counterplay.arena.counting.crosstable import cross_table
from counterplay.arena.counting.match_statistics import Standing
from counterplay.arena.counting.ratings import Rating, Ratings
from counterplay.arena.counting.ratings_plot import ratings_svg
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.game_record import Ending, GameRecord
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.game_workers import workers_for
from counterplay.arena.playing.match import play_match
from counterplay.arena.playing.tournament import play_tournament, ratings_of

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
