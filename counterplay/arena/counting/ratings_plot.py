"""A picture of ratings: a dot with its 95 % interval for every agent."""

from __future__ import annotations

from typing import Any

from counterplay.arena.counting.ratings import Ratings
from counterplay.arena.playing.contest import Contest
from counterplay.draw.plots import plot_svg

ROW_INCHES = 0.35


def ratings_svg(contest: Contest, ratings: Ratings) -> str:
    """SVG text, the strongest on top."""
    names = contest.settings.names
    table = ratings.table[::-1]

    def draw(axes: Any) -> None:
        places = range(len(table))
        axes.errorbar([r.elo for r in table], places, xerr=[r.margin for r in table], fmt="o", capsize=4)
        axes.set_yticks(list(places), [names[r.entrant] for r in table])
        axes.set_ylim(-0.6, len(table) - 0.4)
        axes.set_xlabel("Elo (the average is 0), with 95 % intervals")
        axes.set_title(f"{contest.settings.game.text}: {len(contest.counted)} games")

    return plot_svg(draw, (7.0, 1.6 + ROW_INCHES * len(table)))
