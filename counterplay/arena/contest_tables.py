"""A contest as tables: how it stands, and its games one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from counterplay.arena.counting.match_statistics import Standing, percent, signed
from counterplay.core.text.result_table import CellValue, ResultTable

if TYPE_CHECKING:
    from counterplay.arena.game_record import GameRecord
    from counterplay.arena.playing.contest import Contest

STANDING_HEAD = ("agent", "wins", "draws", "losses", "score", "Elo", "95 % interval", "stronger")
GAMES_HEAD = ("game", "round", "players", "result", "plies", "ending", "reason", "seconds")


def standing_table(standing: Standing, names: tuple[str, str] = ("A", "B"), title: str = "") -> ResultTable:
    """A match, one row for each agent, each seen from its own side."""
    rows = [_row(names[0], standing), _row(names[1], standing.reversed())]
    return ResultTable.of(STANDING_HEAD, rows, title)


def _row(name: str, s: Standing) -> tuple[CellValue, ...]:
    low, high = s.interval
    ends = f"[{signed(low)}, {signed(high)}]"
    return name, s.wins, s.draws, s.losses, f"{100 * s.score:.1f} %", signed(s.elo), ends, percent(s.superiority)


def contest_table(contest: Contest) -> ResultTable:
    """Who stands how: the two agents of a match, or the cross table of a tournament, the strongest first."""
    settings = contest.settings
    what = f"{settings.kind.capitalize()}: {settings.game.text}, {_games(len(contest.counted))}"
    title = f"{what}, {settings.openings}, seed {settings.seed}"
    notes = tuple(forfeit_sentences(contest))
    if len(settings.entrants) == 2:
        first, second = settings.names
        return replace(standing_table(contest.standing(), (first, second), title), notes=notes)
    from counterplay.arena.counting.crosstable import cross_table  # these import contests
    from counterplay.arena.playing.tournament import ratings_of

    head, rows = cross_table(contest, ratings_of(contest))
    return ResultTable.of(head, rows, title, notes)


def forfeit_sentences(contest: Contest) -> list[str]:
    """Who lost by a fault of its own, how often, and the first reason."""
    names = contest.settings.names
    faults: Counter[tuple[int, str]] = Counter()
    first: dict[tuple[int, str], GameRecord] = {}
    for record in contest.counted:
        if record.loser is not None:
            key = (record.seats[record.loser], record.ending.value)
            faults[key] += 1
            first.setdefault(key, record)
    return [
        f"{names[who]} lost {_games(number)} by {ending}; game {first[who, ending].number}: {first[who, ending].reason}"
        for (who, ending), number in sorted(faults.items())
    ]


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"


def games_table(contest: Contest) -> ResultTable:
    """The games that count, one a row: who played, how it ended, and why."""
    names = contest.settings.names
    rows = [
        (
            record.number,
            record.round + 1,
            " - ".join(names[who] for who in record.seats),
            " : ".join(f"{utility:g}" for utility in record.utilities),
            len(record.actions),
            record.ending.value,
            record.reason,
            round(record.seconds, 3),
        )
        for record in contest.counted
    ]
    return ResultTable.of(GAMES_HEAD, rows)
