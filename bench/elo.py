"""How strong the engine is: against itself of an earlier revision, or against another program.

    python -m bench.elo chess --against HEAD~3 --nodes 20000 --sprt 0 10
    python -m bench.elo othello --against v0.1 --seconds 0.5 --games 200
    python -m bench.elo chess --against "uci:stockfish?UCI_LimitStrength=true&UCI_Elo=2400" --seconds 0.5

Openings are random and played twice, with sides swapped; statistics count these pairs. Every game is stored as it ends:
the same command goes on where a stopped one was. The engine is the working tree as it was when the match began.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import sys
import time
from pathlib import Path

from bench.elo_revision import FOLDER, WORKING_TREE, Revision, RevisionEntrant
from bench.resumable import MISUSED, STOPPED
from counterplay.agents import TimeControl, agent_names
from counterplay.arena.contest_store import Store
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.playing.contest import Contest, Tell, make_settings
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.game_workers import workers_for
from counterplay.arena.playing.transport import Entrant
from counterplay.cli.commands.match_command import progress_line, say_result
from counterplay.core import BadParameter, CounterplayError
from counterplay.core.text.name_spelling import spelt

TELL_SECONDS = 30.0  # between two lines about how it stands
GRACE = 5.0  # seconds a move may be late: what a busy machine or a program that overspends takes says nothing about strength
DATABASE = FOLDER / "elo.db"


def limited(agent: str, nodes: int | None) -> str:
    """An agent's name with a bound on its nodes, where one is asked for."""
    if nodes is None:
        return agent
    return f"{agent}{',' if ':' in agent else ':'}nodes={nodes}"


def is_agent(text: str) -> bool:
    """Whether this names an agent, and no revision."""
    return spelt(text.partition(":")[0], agent_names()) in agent_names() or ".py" in text


def opponent(asked: argparse.Namespace) -> Entrant:
    """Whoever --against names."""
    if not is_agent(asked.against):
        return RevisionEntrant.enter(Revision.find(asked.against), limited(asked.agent, asked.nodes))
    if asked.nodes is not None and "nodes=" not in asked.against:
        raise BadParameter("--nodes counts nodes of this engine; give other agents --seconds, or nodes= in their own name")
    return Entrant.of(asked.against)


def time_control(asked: argparse.Namespace) -> TimeControl | None:
    """Time for each move, or a clock; none where nodes are counted."""
    if sum(bound is not None for bound in (asked.seconds, asked.nodes, asked.clock)) != 1:
        raise BadParameter("give one of --seconds, --nodes and --clock: what both sides may spend")
    if asked.clock is not None:
        return TimeControl.parse_clock(asked.clock)
    return None if asked.seconds is None else TimeControl(per_move=asked.seconds)


def settings_for(asked: argparse.Namespace) -> Settings:
    """The match that the command line asks for."""
    time_given = time_control(asked)
    ours = RevisionEntrant.enter(Revision.find(asked.engine), limited(asked.agent, asked.nodes))
    return make_settings(
        asked.game,
        [ours, opponent(asked)],
        kind="match",
        games=asked.games,
        openings=asked.openings,
        time=time_given,
        sprt=Sprt(*asked.sprt) if asked.sprt else None,
        seed=asked.seed,
        max_plies=asked.max_plies,
        grace=asked.grace,
        patience=asked.patience,
    )


def begin(settings: Settings, store: Store, anew: bool) -> Contest:
    """The match of these settings, as far as it is played."""
    name = "elo-" + hashlib.sha256(settings.to_json().encode()).hexdigest()[:16]
    known = [row for row in store.contests() if row.name.split("/")[0] == name]
    if known and not anew:
        contest = Contest.resumed(store, known[-1].name, settings=settings)
        print(f"going on after {len(contest.records):,} of {len(contest.planned):,} games", flush=True)
        return contest
    return Contest.new(settings, store, f"{name}/{len(known)}" if known else name)


def run(contest: Contest, workers: int, watch: Tell | None = None) -> None:
    """Play what is missing, with a line now and then; `watch` is shown every game's end, too."""
    told = time.monotonic()

    def tell(now: Contest) -> None:
        nonlocal told
        if watch is not None:
            watch(now)
        if time.monotonic() - told >= TELL_SECONDS:
            told = time.monotonic()
            print(f"{len(now.records):,}/{len(now.planned):,} games  {progress_line(now)}", flush=True)

    contest.run(workers_for(workers), tell)


def time_spent(contest: Contest) -> str:
    """Seconds a move of either side, which tells whether they had the same."""
    spent = [[0.0, 0], [0.0, 0]]
    for record in contest.counted:
        game = contest.settings.game.open()
        state = game.load(record.start)
        for action, seconds in zip(record.actions, record.times, strict=True):
            mover = int(game.player(state))
            if seconds and mover >= 0:
                side = spent[record.seats[mover]]
                side[0] += seconds
                side[1] += 1
            state = game.result(state, action)
    return ", ".join(f"{s / max(1, moves):.3f}" for s, moves in spent)


def options() -> argparse.ArgumentParser:
    """What may be asked."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.elo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="any game, as in chess or hex:size=7")
    parser.add_argument("--against", required=True, metavar="WHO", help="a revision that git knows, or an agent's name")
    parser.add_argument("--engine", default=WORKING_TREE, metavar="REV", help="our side; the working tree if left out")
    parser.add_argument("--agent", default="auto", help="who plays in a revision: auto, engine:threads=2, mcts, level:8")
    parser.add_argument("--seconds", type=float, metavar="T", help="time for each move")
    parser.add_argument("--nodes", type=int, metavar="N", help="nodes for each move")
    parser.add_argument("--clock", metavar="MIN+INC", help="minutes for the game and seconds added a move")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games at most (default: 200)")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop as soon as the test decides")
    parser.add_argument("--openings", metavar="O", help="random:PLIES, start, or a file of positions (default: random:4)")
    parser.add_argument("--seed", type=int, default=1, help="of openings, dice and agents (default: 1)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    parser.add_argument("--max-plies", type=int, metavar="N", help="longer games are drawn")
    parser.add_argument(
        "--grace", type=float, default=GRACE, metavar="T", help=f"seconds a move may be late (default: {GRACE:g})"
    )
    parser.add_argument("--patience", type=float, default=300.0, metavar="T", help="seconds for a move where no clock runs")
    parser.add_argument("--db", type=Path, default=DATABASE, metavar="FILE", help="where the games are kept")
    parser.add_argument("--anew", action="store_true", help="begin again, also where the same match was played before")
    return parser


def main(arguments: list[str]) -> int:
    """Play, and say how it stands; the exit code."""
    asked = options().parse_args(arguments)
    try:
        with Store(asked.db) as store:
            contest = begin(settings_for(asked), store, asked.anew)
            try:
                run(contest, asked.workers)
            except KeyboardInterrupt:
                played, planned = len(contest.records), len(contest.planned)
                print(f"stopped; {played:,} of {planned:,} games are stored: the same command goes on", file=sys.stderr)
                return STOPPED
            say_result(contest)
            print(f"Seconds a move: {time_spent(contest)}")
            return 0
    except CounterplayError as error:
        print(f"bench.elo: {error}", file=sys.stderr)
        return MISUSED


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    code = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(code)
