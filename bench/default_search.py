"""Which search is a game's strongest? `python -m bench.default_search amazons hex --seconds 0.5 --games 40`.

The engine plays against Monte Carlo search, with the techniques that suit the game, at equal time for a move; the verdict is
what `Game.strongest_search` should say, which level 10 plays with. Openings are random and played twice, with sides swapped.
Every game is stored as it ends: the same command goes on where a stopped one was.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

from bench.elo import begin, time_spent
from bench.elo import run as play_missing
from bench.elo_revision import FOLDER
from bench.resumable import MISUSED, STOPPED
from counterplay.agents import TimeControl
from counterplay.arena.contest_store import Store
from counterplay.arena.counting.match_statistics import Standing, signed
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.core import CounterplayError

DATABASE = FOLDER / "default_search.db"
HEADING = "| game | engine - mcts | Elo | 95 % | seconds a move | verdict |\n|---|---|---|---|---|---|"


def match(spec: str, asked: argparse.Namespace, store: Store) -> Contest:
    """The match of one game, as far as it is played."""
    settings = make_settings(
        spec,
        [asked.engine, asked.mcts],
        kind="match",
        games=asked.games,
        time=TimeControl(per_move=asked.seconds),
        seed=asked.seed,
        max_plies=asked.max_plies,
        grace=asked.grace,
    )
    return begin(settings, store, asked.anew)


def verdict(s: Standing) -> str:
    """The stronger one, where its 95 % interval says so."""
    low, high = s.interval
    return "engine" if low > 0.0 else "mcts" if high < 0.0 else "undecided"


def row(spec: str, contest: Contest) -> str:
    """What a match has shown."""
    s = contest.standing()
    low, high = s.interval
    results = f"+{s.wins} ={s.draws} -{s.losses}"
    return f"| {spec} | {results} | {signed(s.elo)} | {signed(low)} to {signed(high)} | {time_spent(contest)} | {verdict(s)} |"


def options() -> argparse.ArgumentParser:
    """What may be asked."""
    parser = argparse.ArgumentParser(prog="python -m bench.default_search", description=__doc__)
    parser.add_argument("games_of", nargs="+", metavar="GAME", help="games, as in hex:size=7")
    parser.add_argument("--engine", default="engine", metavar="A", help="one side (default: engine)")
    parser.add_argument("--mcts", default="mcts", metavar="B", help="the other side (default: mcts)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="T", help="time for each move (default: 0.5)")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="in each game (default: 40)")
    parser.add_argument("--seed", type=int, default=1, help="of openings, dice and agents (default: 1)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--max-plies", type=int, metavar="N", help="longer games are drawn")
    parser.add_argument("--grace", type=float, default=5.0, metavar="T", help="seconds a move may be late (default: 5)")
    parser.add_argument("--db", type=Path, default=DATABASE, metavar="FILE", help="where the games are kept")
    parser.add_argument("--anew", action="store_true", help="begin again, also where the same matches were played before")
    return parser


def main(arguments: list[str]) -> int:
    """Play, and print the table; the exit code."""
    asked = options().parse_args(arguments)
    try:
        with Store(asked.db) as store:
            print(HEADING, flush=True)
            for spec in asked.games_of:
                contest = match(spec, asked, store)
                play_missing(contest, asked.workers)
                print(row(spec, contest), flush=True)
    except KeyboardInterrupt:
        print("stopped; the games are stored: the same command goes on", file=sys.stderr)
        return STOPPED
    except CounterplayError as error:
        print(f"bench.default_search: {error}", file=sys.stderr)
        return MISUSED
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)
