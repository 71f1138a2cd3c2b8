"""Whether every game is played better by the stronger agent: `python -m bench.game_strength levels quarto --games 20`.

`levels` plays level 7 against level 3 and level 3 against level 1; `uct` plays full strength against plain UCT with random
playouts at equal time for a move. Openings are random and played twice, with sides swapped. Every game is stored as it ends,
and every row is written into docs/strength.md as soon as its matches are over: the same command goes on where a stopped one
was. Without a game's name all games that have no row yet are played.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from bench.elo import begin
from bench.elo import run as play_missing
from bench.elo_revision import FOLDER
from bench.resumable import MISUSED, STOPPED
from bench.table_section import TableSection
from counterplay.agents import TimeControl
from counterplay.arena.contest_store import Store
from counterplay.arena.counting.match_statistics import Standing, score_interval
from counterplay.arena.game_record import Ending
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.core import CounterplayError
from counterplay.games import game_names, make_game

DATABASE = FOLDER / "game_strength.db"
DOCUMENT = Path(__file__).parent.parent / "docs" / "strength.md"
OPENINGS = "random:2"  # two plies are enough: levels and playouts have seeds that differ from game to game
UCT = "mcts:plain=yes"
PAIRINGS = {"levels": (("level:7", "level:3"), ("level:3", "level:1")), "uct": (("level:10", UCT),)}
WANTED = 0.75  # the share that full strength is held to against plain UCT
SECTIONS = {
    "levels": TableSection(
        DOCUMENT,
        "Levels of every game, in order",
        """
Level 7 against level 3 and level 3 against level 1, random openings of two plies played twice with sides swapped. Each cell is
wins, draws and losses of the higher level, its share of the points and the 95 % interval of that. "In order" is *yes* where
both intervals lie above one half, *likely* where both shares do. Levels count nodes, not seconds, so that a busy machine
changes nothing; a match that takes too much CPU time is ended early and has fewer games. Written by
`python -m bench.game_strength levels`.
""",
        ("game", "7 against 3", "3 against 1", "in order"),
    ),
    "uct": TableSection(
        DOCUMENT,
        "Every game against plain UCT",
        f"""
Full strength (level 10, with whichever search suits the game) against Monte Carlo search with random playouts and nothing else,
at the same time for a move, by the clock of a machine that did other work, too; openings, share and interval as above. Where
both sides see to the end of a game, whoever is to move in a won opening wins, and nobody can score more than half.
Held to {WANTED:.0%}. Written by `python -m bench.game_strength uct`.
""",
        ("game", "seconds a move", "against plain UCT", "held to"),
    ),
}


class Enough(Exception):
    """A match has taken as much time as it may."""


def match(spec: str, agents: tuple[str, str], asked: argparse.Namespace, store: Store) -> Contest:
    """A match, played as far as the time for it goes."""
    settings = make_settings(
        spec,
        agents,
        kind="match",
        games=asked.games,
        openings=OPENINGS,
        time=TimeControl(per_move=asked.seconds) if asked.table == "uct" else None,
        seed=asked.seed,
        max_plies=asked.max_plies,
        grace=asked.grace,
    )
    contest = begin(settings, store, asked.anew)
    started = time.process_time()

    def tell(now: Contest) -> None:
        even = len(now.records) % now.games_per_round == 0
        if even and now.records and time.process_time() - started > asked.cpu:
            raise Enough

    try:
        play_missing(contest, asked.workers, tell)
    except Enough:
        print(f"{spec}: ended after {len(contest.records)} of {len(contest.planned)} games, {asked.cpu:g} CPU s", flush=True)
    return contest


def cell(contest: Contest) -> str:
    """What a match has shown, in one cell."""
    s = contest.standing()
    low, high = score_interval(s.counts, s.values)
    faults = sum(record.loser is not None for record in contest.counted)
    long = sum(record.ending is Ending.LENGTH for record in contest.counted)
    notes = [f"{faults} lost by a fault"] * bool(faults) + [f"{long} drawn at {contest.settings.max_plies} plies"] * bool(long)
    told = f"; {', '.join(notes)}" if notes else ""
    return f"+{s.wins} ={s.draws} -{s.losses}, {s.score:.0%} ({low:.0%} to {high:.0%}){told}"


def in_order(standings: list[Standing]) -> str:
    """Whether the higher level is the stronger one in each match."""
    if any(s.score <= 0.5 for s in standings):
        return "NO"
    return "yes" if all(score_interval(s.counts, s.values)[0] > 0.5 for s in standings) else "likely"


def measured(spec: str, asked: argparse.Namespace, store: Store) -> tuple[str, ...]:
    """The row of a game, without its name."""
    contests = [match(spec, agents, asked, store) for agents in PAIRINGS[asked.table]]
    standings, cells = [contest.standing() for contest in contests], [cell(contest) for contest in contests]
    if asked.table == "levels":
        return (*cells, in_order(standings))
    return (f"{asked.seconds:g}", *cells, "yes" if standings[0].score >= WANTED else "NO")


def options() -> argparse.ArgumentParser:
    """What may be asked."""
    parser = argparse.ArgumentParser(prog="python -m bench.game_strength", description=__doc__)
    parser.add_argument("table", choices=PAIRINGS, help="what is measured")
    parser.add_argument("games_of", nargs="*", metavar="GAME", help="games, as in hex:size=7 (default: all without a row)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="T", help="time for each move, against UCT (0.5)")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="of each match (default: 40)")
    parser.add_argument("--cpu", type=float, default=600.0, metavar="T", help="CPU seconds for a match (default: 600)")
    parser.add_argument("--max-plies", type=int, default=400, metavar="N", help="longer games are drawn (default: 400)")
    parser.add_argument("--grace", type=float, default=5.0, metavar="T", help="seconds a move may be late (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="of openings, dice and agents (default: 1)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--db", type=Path, default=DATABASE, metavar="FILE", help="where the games are kept")
    parser.add_argument("--anew", action="store_true", help="begin again, also where the same matches were played before")
    parser.add_argument("--no-document", action="store_true", help="print the rows only")
    return parser


def main(arguments: list[str]) -> int:
    """Play, and write the rows; the exit code."""
    asked = options().parse_args(arguments)
    table = SECTIONS[asked.table]
    try:
        names = asked.games_of or [name for name in game_names() if asked.anew or name not in table.rows()]
        with Store(asked.db) as store:
            for spec in names:
                if make_game(spec).players < 2 and not asked.games_of:
                    continue
                cells = measured(spec, asked, store)
                print(f"| {spec} | {' | '.join(cells)} |", flush=True)
                if not asked.no_document:
                    table.put({spec: cells})
    except KeyboardInterrupt:
        print("stopped; the games are stored: the same command goes on", file=sys.stderr)
        return STOPPED
    except CounterplayError as error:
        print(f"bench.game_strength: {error}", file=sys.stderr)
        return MISUSED
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)
