"""The cross table of a tournament: who made how many points against whom."""

from __future__ import annotations

from counterplay.arena.counting.match_statistics import signed
from counterplay.arena.counting.ratings import Ratings
from counterplay.arena.playing.contest import Contest


def cross_table(contest: Contest, ratings: Ratings) -> tuple[list[str], list[list[str]]]:
    """(headings, rows), the strongest first; a cell is points / games of the row against the column."""
    order = [rating.entrant for rating in ratings.table]
    names = contest.settings.names
    points: dict[tuple[int, int], float] = {}
    games: dict[tuple[int, int], int] = {}
    for record in contest.counted:
        a, b = record.pairing
        for pair, score in (((a, b), record.score), ((b, a), 1.0 - record.score)):
            points[pair] = points.get(pair, 0.0) + score
            games[pair] = games.get(pair, 0) + 1
    headings = ["", "agent", "Elo", "95 %", "points", "games", *(str(i) for i in range(1, len(order) + 1))]
    rows = []
    for place, rating in enumerate(ratings.table, 1):
        i = rating.entrant
        cells = ["-" if (i, j) not in games else f"{points[i, j]:g}/{games[i, j]}" for j in order]
        total = sum(points.get((i, j), 0.0) for j in order)
        number = sum(games.get((i, j), 0) for j in order)
        margin = f"±{rating.margin:.0f}"
        rows.append([str(place), names[i], signed(rating.elo), margin, f"{total:g}", str(number), *cells])
    return headings, rows
