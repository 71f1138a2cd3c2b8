"""`counterplay data`: positions to learn from, in files that NumPy reads."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.live import Live
from rich.text import Text

from counterplay.cli.arguments import Spelt, game_argument, gear_option, sound_position_of
from counterplay.cli.console import err, remark, say
from counterplay.cli.contest_options import LOGGED, REFRESH
from counterplay.cli.interrupts import Stopped, farewell
from counterplay.core import Game
from counterplay.core.limit import MOST_THREADS
from counterplay.data import DataPlan, write_positions
from counterplay.data.data_files import MOST_POSITIONS
from counterplay.data.position_sources import EXPLORE, OPENING

MOST_NODES = 10**9
PATIENCE = 30.0  # seconds that a chunk of searches may take to end after Ctrl-C


@click.command()
@game_argument
@click.option("--out", "-o", required=True, type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="The folder.")
@click.option(
    "--positions",
    "-n",
    type=click.IntRange(1, MOST_POSITIONS),
    default=100_000,
    show_default=True,
    metavar="N",
    help="How many there will be.",
)
@click.option(
    "--nodes",
    type=click.IntRange(0, MOST_NODES),
    default=0,
    show_default=True,
    metavar="N",
    help="Search each position with N nodes; 0 leaves the value to the game's own estimate.",
)
@click.option(
    "--play",
    type=Spelt(("random", "search")),
    metavar="WHO",
    help="Who chooses the actions: random, or search (self-play).  [default: search where there are nodes]",
)
@click.option(
    "--opening",
    type=click.IntRange(0, 10**6),
    default=OPENING,
    show_default=True,
    metavar="N",
    help="Self-play begins with N random plies.",
)
@click.option(
    "--explore",
    type=click.FloatRange(0.0, 1.0),
    default=EXPLORE,
    show_default=True,
    metavar="P",
    help="The share of later actions of self-play that are random.",
)
@click.option("--max-plies", type=click.IntRange(1), metavar="N", help="Games longer than N plies are draws.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, metavar="S", help="Decides everything."
)
@click.option(
    "--workers", "-w", type=click.IntRange(1, MOST_THREADS), default=1, show_default=True, metavar="N", help="Threads."
)
@click.option("--compress", is_flag=True, help="Smaller files, written more slowly.")
@gear_option
def data(
    game: Game,
    out: Path,
    positions: int,
    nodes: int,
    play: str | None,
    opening: int,
    explore: float,
    max_plies: int | None,
    seed: int,
    workers: int,
    compress: bool,
) -> None:
    """Write positions of GAME, with values, results, legal actions and planes, as NumPy arrays.

    The folder holds files of equal size and a manifest. The same command continues where it was stopped, and with a larger
    number of positions adds to what is there.
    """
    sound_position_of(game, None)
    if play == "search" and nodes == 0:
        raise click.UsageError("--play search needs --nodes, at least 1")
    plan = DataPlan(
        positions,
        nodes,
        random_play=play == "random",
        opening=opening,
        explore=explore,
        seed=seed,
        max_plies=max_plies,
        workers=workers,
        compress=compress,
    )
    watch = _Watch(positions)
    with farewell(watch.so_far, PATIENCE), watch.live:
        try:
            write_positions(game, out, plan, watch.tell)
        except KeyboardInterrupt:
            raise Stopped(watch.so_far()) from None
    say(f"{positions:,} positions of {game.spec} in {out}{watch.speed()}")


class _Watch:
    """The live progress; a line now and then where nobody watches."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.live = Live(console=err, transient=True, auto_refresh=False)
        self._due = 0.0 if err.is_terminal else time.monotonic() + LOGGED
        self._start: tuple[float, int] | None = None  # when the first positions were there: compiling is no part of the speed

    def so_far(self) -> str:
        """What there is when Ctrl-C comes."""
        return f"stopped; {self.done:,} of {self.total:,} positions were made: the same command continues with the next file"

    def speed(self) -> str:
        """Positions a second, where some were made."""
        if self._start is None or self.done <= self._start[1]:
            return ""
        seconds = time.monotonic() - self._start[0]
        return f", {(self.done - self._start[1]) / seconds:,.0f} a second" if seconds > 0 else ""

    def tell(self, done: int) -> None:
        """So many positions are there."""
        now = time.monotonic()
        if self.done != done and self._start is None and self.done:
            self._start = now, done
        self.done = done
        if now < self._due:
            return
        line = f"{done:,}/{self.total:,} positions{self.speed()}"
        if err.is_terminal:
            self.live.update(Text(line), refresh=True)
        else:
            remark(line)
        self._due = now + (REFRESH if err.is_terminal else LOGGED)
