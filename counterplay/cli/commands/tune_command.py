"""`counterplay tune`: learn the weights of a game's estimate from games that the engine plays against itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click
import numpy as np
from rich.live import Live
from rich.text import Text

from counterplay.arena import Contest, workers_for
from counterplay.arena.counting.match_statistics import percent, sentence, signed
from counterplay.cli.arguments import game_argument, gear_option, sound_position_of
from counterplay.cli.console import counted, err, remark, say
from counterplay.cli.contest_options import LOGGED, REFRESH
from counterplay.cli.interrupts import Stopped, farewell
from counterplay.core import Game
from counterplay.core.limit import MOST_THREADS
from counterplay.learn import Plan, Tuned
from counterplay.learn import tune as tune_weights
from counterplay.learn.tuning import MOST_GAMES, Progress, refuse

MOST_NODES = 10**9  # for a move
LONGEST_TABLE = 40  # weights that are listed; the file has them all


@click.command()
@game_argument
@click.option(
    "--out",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where to write the weights; the games are kept in a folder beside it.  [default: GAME-weights.json]",
)
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1, MOST_GAMES),
    default=Plan.games,
    show_default=True,
    metavar="N",
    help="Games to learn from.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1, MOST_NODES),
    default=Plan.nodes,
    show_default=True,
    metavar="N",
    help="Nodes for each move of these games.",
)
@click.option(
    "--openings", default=Plan.openings, show_default=True, metavar="O", help="start, random:PLIES, or a file of positions."
)
@click.option(
    "--search-share",
    type=click.FloatRange(0.0, 1.0),
    default=Plan.search_share,
    show_default=True,
    metavar="S",
    help="How much to learn from what the searches of these games said, and not from how the games ended.",
)
@click.option(
    "--match",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="N",
    help="Then play N games with the new weights against the old ones.",
)
@click.option(
    "--match-nodes",
    type=click.IntRange(1, MOST_NODES),
    metavar="N",
    help="Nodes for each move of that match.  [default: as --nodes]",
)
@click.option("--max-plies", type=click.IntRange(1), metavar="N", help="Games longer than N plies are draws.")
@click.option(
    "--seed", type=click.IntRange(0, 2**32 - 2), default=Plan.seed, show_default=True, metavar="S", help="Decides the openings."
)
@click.option(
    "--workers",
    "-w",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    show_default=True,
    metavar="N",
    help="How many games to play at once, each in its own process.",
)
@gear_option
def tune(
    game: Game,
    out: Path | None,
    games: int,
    nodes: int,
    openings: str,
    search_share: float,
    match: int,
    match_nodes: int | None,
    max_plies: int | None,
    seed: int,
    workers: int,
) -> None:  # fmt: skip
    """Learn the weights of a game's estimate from games that it plays against itself.

    Games are kept as they end; the same command continues where it was stopped.
    """
    refuse(game)
    sound_position_of(game, None)
    plan = Plan(
        out or Path(f"{game.catalogue_name()}-weights.json"),
        games=games,
        nodes=nodes,
        openings=openings,
        search_share=search_share,
        seed=seed,
        max_plies=max_plies,
        match=match,
        match_nodes=match_nodes,
        workers=workers,
    )
    watch = _Watch(plan)
    with farewell(watch.so_far, workers_for(workers).farewell), watch.live:
        try:
            tuned = tune_weights(game, plan, Progress(watch.played, remark, watch.matched))
        except KeyboardInterrupt:
            raise Stopped(watch.so_far()) from None
    _say_result(plan, tuned)


class _Watch:
    """The live progress; a line now and then where nobody watches."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.done, self.stage = plan, 0, "self-play"
        self.live = Live(console=err, transient=True, auto_refresh=False)
        self._due = 0.0 if err.is_terminal else time.monotonic() + LOGGED

    def so_far(self) -> str:
        """What there is when Ctrl-C comes."""
        if self.stage == "match":
            return f"stopped; '{self.plan.out}' is written, and the same command continues the match"
        return f"stopped; {self.done:,} of {self.plan.games:,} games are played: the same command continues"

    def played(self, done: int, total: int) -> None:
        """A game of self-play has ended."""
        self.done = done
        self._show(lambda: f"{done:,}/{total:,} games of self-play")

    def matched(self, contest: Contest) -> None:
        """A game of the match has ended."""
        self.stage = "match"
        done, planned = len(contest.records), len(contest.planned)
        self._show(lambda: f"{done:,}/{planned:,} games  {sentence(contest.standing(), ('new', 'old'))}")

    def _show(self, line: Callable[[], str]) -> None:
        now = time.monotonic()
        if now < self._due:
            return
        if err.is_terminal:
            self.live.update(Text(line()), refresh=True)
        else:
            remark(line())
        self._due = now + (REFRESH if err.is_terminal else LOGGED)


def _say_result(plan: Plan, tuned: Tuned) -> None:
    manifest = tuned.after.manifest
    held_out = manifest["held_out"]
    _say_weights(tuned)
    say(f"{counted(manifest['positions'], 'quiet position')} in {counted(manifest['games'], 'game')}")
    say(
        f"Loss on {counted(held_out['games'], 'game')} held out: {held_out['loss_before']:.5f} before, "
        f"{held_out['loss_after']:.5f} after (standard error of the change {held_out['change_error']:.5f})"
    )
    if "search" in manifest:
        search = manifest["search"]
        say(f"What the searches said of {counted(search['positions'], 'position')} counted {100 * search['share']:g} %")
    if tuned.gain is not None:
        s, (low, high) = tuned.gain, tuned.gain.interval
        at = f"at {manifest['gain']['nodes']:,} nodes a move"
        say(f"New against old weights {at}: +{s.wins} ={s.draws} -{s.losses} ({100 * s.score:.1f} %)")
        say(f"Elo difference: {signed(s.elo)}, 95 % interval {signed(low)} to {signed(high)}")
        say(f"Confidence that the new ones are stronger: {percent(s.superiority)}")
    say(f"Wrote {plan.out}; engine:weights={plan.out} plays with it")


def _say_weights(tuned: Tuned) -> None:
    rows: list[tuple[str, float, float]] = []
    for name, after in tuned.after.arrays.items():
        before = tuned.before.arrays[name]
        for place in np.ndindex(after.shape):
            label = tuned.after.names[place[0]] if tuned.after.names else f"{name}[{', '.join(map(str, place))}]"
            rows.append((label, float(before[place]), float(after[place])))
    changed = sorted(rows, key=lambda row: -abs(row[2] - row[1]))[:LONGEST_TABLE] if len(rows) > LONGEST_TABLE else rows
    width = max(len(label) for label, _, _ in changed)
    say(f"{'weight':{width}} {'before':>12} {'after':>12}", "bold")
    for label, old, new in changed:
        say(f"{label:{width}} {old:>12g} {new:>12g}")
    if len(changed) < len(rows):
        say(f"({len(rows) - len(changed)} more changed less)")
