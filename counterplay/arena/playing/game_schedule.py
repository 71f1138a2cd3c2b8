"""Which games are played: every opening once for each way to seat the two sides, all derived from one recorded seed.

Two agents meet in rounds. A round is one opening, with the same dice, played once for every seating of the two: in a game
for two that is a pair of games with sides swapped. Its games depend on each other (the opening may favour one side), so
statistics count rounds, not games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from counterplay.core import BadParameter

MOST_GAMES = 1_000_000  # of two entrants; more would take years, and much memory for the plan alone
SEED_BITS = 32  # every random generator here and every engine outside takes so many


@dataclass(frozen=True)
class Planned:
    """A game to be played."""

    number: int  # from 1, in the order of playing
    round: int  # from 0; the games of one round share opening and dice, whoever plays them
    pairing: tuple[int, int]  # the two entrants who meet
    seats: tuple[int, ...]  # which entrant plays as player 0, 1, ...


def derived_seed(seed: int, *path: object) -> int:
    """A seed for one purpose, such as ("agent", 17, 0), the same on every machine."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[: SEED_BITS // 8], "big")


def seatings(players: int, a: int, b: int) -> list[tuple[int, ...]]:
    """All ways to seat two entrants, both present, at a table for so many: (a, b) and (b, a) for two players."""
    everybody = list(product((a, b), repeat=players))
    return [seats for seats in everybody if len(set(seats)) == 2]


def round_robin(entrants: int) -> list[tuple[int, int]]:
    """Everybody meets everybody."""
    return list(combinations(range(entrants), 2))


def gauntlet(entrants: int) -> list[tuple[int, int]]:
    """The first meets everybody else."""
    return [(0, other) for other in range(1, entrants)]


def ladder(entrants: int) -> list[tuple[int, int]]:
    """Each meets the next."""
    return [(lower, lower + 1) for lower in range(entrants - 1)]


def rounds_for(players: int, games: int) -> int:
    """How many rounds so many games of two entrants are; refuses a number that would leave a round unfinished."""
    each = (1 << players) - 2  # seatings
    if players < 2:
        raise BadParameter("this game has one player, so that nobody can play against anybody")
    if max(games, each) > MOST_GAMES:
        most = f"a contest has at most {MOST_GAMES:,} games of each two agents"
        raise BadParameter(f"{most}, and a game for {players} has {each:,} seatings" if each > MOST_GAMES else most)
    if games < 1 or games % each:
        fewer = games // each * each
        choice = f"{fewer} or {fewer + each}" if fewer > 0 else str(each)
        why = "with sides swapped" if players == 2 else "with every seating of the two"
        raise BadParameter(f"{games} games cannot be played: every opening is played {each} times, {why}; give {choice}")
    return games // each


def plan(players: int, pairings: Sequence[tuple[int, int]], rounds: int) -> Iterator[Planned]:
    """All games in order: each round goes through all pairings, so that a contest that is stopped is a fair one."""
    number = 0
    for turn in range(rounds):
        for a, b in pairings:
            for seats in seatings(players, a, b):
                number += 1
                yield Planned(number, turn, (a, b), seats)
