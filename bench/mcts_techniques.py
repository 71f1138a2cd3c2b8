"""What each technique of Monte Carlo search is worth in games: `python -m bench.mcts_techniques hex:size=7 othello --games 40`.

Plain UCT with a technique (or several, joined by commas) plays against UCT without it. Both have the same processor time for a
move, counted on their own thread, so that it does not matter what else the machine does. Openings are four random plies and
played twice, with sides swapped. Every game is kept as it ends: the same command goes on where a stopped one was.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.resumable import MISUSED, STOPPED, Misuse, load, save
from counterplay import CHANCE, Game, Limit, Position, Search, make_game
from counterplay.agents.agent_parameters import read_parameters
from counterplay.arena.counting.match_statistics import elo, score_interval, signed, tally
from counterplay.core import CounterplayError, overrides
from counterplay.search.mcts.mcts_growth import grow
from counterplay.search.mcts.mcts_report import report
from counterplay.search.mcts.mcts_tree import ROOT
from counterplay.search.mcts.monte_carlo import MCTS, prepare_mcts
from counterplay.search.search_control import as_record

DEFAULT_FILE = Path(__file__).parent.parent / ".cache" / "mcts_techniques.json"
TECHNIQUES = (
    "rave=yes", "first_play=yes", "decisive=yes", "decisive_playouts=yes", "playout_plies=4", "implicit=0.4",
    "playout_plies=4,implicit=0.4", "priors=yes", "prior_visits=15", "widening=0.4", "heavy_playouts=yes",
)  # fmt: skip
# What the game must define for a technique to have anything to work on.
BUILDS_ON = {
    "playout_plies": "evaluate",
    "implicit": "evaluate",
    "decisive_playouts": "candidates",
    "priors": "order",
    "prior_visits": "order",
    "heavy_playouts": "playout_action",
    "widening": "order",
}
OPENING_PLIES = 4
SLICE = 16  # playouts between two looks at the clock
CAPACITY = 400_000  # nodes


@dataclass
class Scores:
    """What has been played so far; the file that a stopped run goes on from."""

    seconds: float  # of processor time for a move
    without: str  # what both sides have
    games: dict[str, list[float]] = field(default_factory=dict)  # "GAME TECHNIQUE" -> scores of the side that has it, in order


def options_of(text: str) -> dict[str, Any]:
    """Techniques as an agent's name has them."""
    return read_parameters(text, text, {name: kind for name, kind in MCTS.kinds.items() if kind.parse is not None})


def has_use(game: Game, technique: str) -> bool:
    """Whether the game gives every part of a technique something to work on."""
    hints = (BUILDS_ON.get(name) for name in options_of(technique))
    return all(hint is None or overrides(game, hint) for hint in hints)


def opening(game: Game, seed: int) -> Position:
    """A few random plies, and on until a player decides."""
    draw, position = random.Random(seed), Position(game)
    while position.outcome() is None and (position.ply < OPENING_PLIES or position.player == CHANCE):
        position = position.play(draw.choice(position.choices))
    return opening(game, seed + 10_000) if position.outcome() is not None else position


def choice(position: Position, options: dict[str, Any], seconds: float, seed: int) -> int:
    """What Monte Carlo search chooses within so much time of the processor."""
    asked = {"plain": True, "capacity": CAPACITY, "seed": seed, **options}
    search = Search(position, Limit(playouts=10**9), "mcts", **asked)
    (session,) = prepare_mcts(search.task)
    started, done = time.thread_time(), 0
    while time.thread_time() - started < seconds and not session.tree.nodes[ROOT].proven:
        done += int(grow(session.walk, session.work, as_record(search.task.control), session.tree, SLICE))
    return report(search.task, [session.tree], done).action


def play(game: Game, number: int, ours: dict[str, Any], theirs: dict[str, Any], seconds: float, most: int) -> float:
    """The score of one game for whoever has the technique: 1, 1/2 or 0."""
    position, dice, me = opening(game, number // 2), random.Random(number // 2), number % 2
    while (outcome := position.outcome()) is None and position.ply < most:
        if position.player == CHANCE:
            actions, weights = zip(*game.outcomes(position.state), strict=True)
            position = position.play(int(dice.choices(actions, weights)[0]))
        else:
            options = ours if position.player == me else theirs
            position = position.play(choice(position, options, seconds, 1000 * number + position.ply))
    if outcome is None:
        return 0.5
    return 1.0 if outcome.utilities[me] > 0 else 0.5 if outcome.utilities[me] == 0 else 0.0


def row(scores: list[float]) -> str:
    """Games won, drawn and lost, and the Elo difference with its 95 % interval."""
    pairs = [(a + b) / 2 for a, b in zip(scores[::2], scores[1::2], strict=False)]
    values, counts = tally(pairs)
    low, high = score_interval(counts, values)
    results = f"+{scores.count(1.0)} ={scores.count(0.5)} -{scores.count(0.0)}"
    return f"{results} | {signed(elo(sum(scores) / len(scores)))} | {signed(elo(low))} to {signed(elo(high))}"


def run(kept: Scores, asked: argparse.Namespace) -> None:
    """Play what is missing, and print a row for each game and technique."""
    print("| game | with | against without | Elo | 95 % |\n|---|---|---|---|---|")
    base = options_of(kept.without)
    for spec in asked.games_of:
        game = make_game(spec)
        for technique in asked.techniques or TECHNIQUES:
            if not has_use(game, technique):
                continue
            scores = kept.games.setdefault(f"{spec} {technique}", [])
            while len(scores) < asked.games:
                both = {**base, **options_of(technique)}
                scores.append(play(game, len(scores), both, base, kept.seconds, asked.max_plies))
                save(kept, asked.file)
            print(f"| {spec} | {technique} | {row(scores[: asked.games])} |", flush=True)


def begin(asked: argparse.Namespace) -> Scores:
    """Nothing yet, or what a stopped run of the same kind has left."""
    fresh = Scores(asked.seconds, asked.without)
    if asked.anew or not asked.file.exists():
        return fresh
    left = load(Scores, asked.file)
    if (left.seconds, left.without) != (fresh.seconds, fresh.without):
        raise Misuse(f"{asked.file} belongs to a run with other --seconds or --without; --anew begins a new one")
    return left


def main(arguments: list[str]) -> int:
    """Play, and say what was found; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.mcts_techniques", description=__doc__)
    parser.add_argument("games_of", nargs="+", metavar="GAME", help="games, as in hex:size=7")
    parser.add_argument("--techniques", nargs="+", metavar="T", help=f"as in an agent's name (default: {' '.join(TECHNIQUES)})")
    parser.add_argument("--without", default="", metavar="T", help="techniques that both sides have")
    parser.add_argument("--seconds", type=float, default=0.02, metavar="T", help="processor time for a move (default: 0.02)")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of each technique in each game (default: 20)")
    parser.add_argument("--max-plies", type=int, default=300, metavar="N", help="longer games are drawn (default: 300)")
    parser.add_argument("--file", type=Path, default=DEFAULT_FILE, help="what a stopped run goes on from")
    parser.add_argument("--anew", action="store_true", help="forget what a stopped run has left")
    asked = parser.parse_args(arguments)
    try:
        run(begin(asked), asked)
    except (Misuse, CounterplayError) as misuse:
        print(f"bench.mcts_techniques: {misuse}", file=sys.stderr)
        return MISUSED
    except KeyboardInterrupt:
        print("stopped; what was played is kept: the same command goes on", file=sys.stderr)
        return STOPPED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
