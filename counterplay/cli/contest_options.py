"""What `match`, `tournament` and `ladder` share: their options, the live progress, how a contest is run and resumed."""

from __future__ import annotations

import dataclasses
import functools
import os
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.live import Live
from rich.text import Text

from counterplay.agents import TimeControl
from counterplay.arena.contest_store import Store
from counterplay.arena.contest_tables import forfeit_sentences
from counterplay.arena.counting.ratings import Ratings
from counterplay.arena.counting.ratings_plot import ratings_svg
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.contest_settings import GRACE, MEMORY_MB, PATIENCE, Settings
from counterplay.arena.playing.game_schedule import MOST_GAMES
from counterplay.arena.playing.game_workers import Local, Workers, workers_for
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.cli.arguments import GameArgument
from counterplay.cli.consent import ask_before_running
from counterplay.cli.console import counted, err, remark, say
from counterplay.cli.interrupts import Stopped, farewell
from counterplay.core import BadParameter, CounterplayError, Game
from counterplay.core.files.atomic_file import write_whole
from counterplay.core.limit import MOST_THREADS
from counterplay.records.store.default_store import default_path

Command = Callable[..., None]
LAST = ""  # what --resume without a value means
WITH_RESUME = ("resume", "db", "workers", "cluster", "plot", "yes", "words", "gear")  # what may be given with --resume
REFRESH = 0.2  # seconds between two pictures of the progress, at least
LOGGED = 30.0  # seconds between two lines where nobody watches: a log should tell how far a night has come
SHARE = 0.05  # of the time may go into those pictures

db_option = click.option(
    "--db",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The database of games; $COUNTERPLAY_DB or the user's data folder if left out.",
)


@dataclass(frozen=True)
class ContestOptions:
    """What the command line says of a contest besides the game and the agents; `OPTIONS` says what each means."""

    games: int
    openings: str | None
    workers: int | None
    cluster: str | None
    seed: int | None
    max_plies: int | None
    resume: str | None
    yes: bool
    name: str
    db: Path | None
    seconds_per_move: float | None = None
    clock: str | None = None
    grace: float = GRACE
    move_limit: float = PATIENCE
    memory: float = MEMORY_MB

    @property
    def time(self) -> TimeControl | None:
        """What --seconds-per-move or --clock says."""
        if self.seconds_per_move is not None and self.clock is not None:
            raise BadParameter("give --seconds-per-move or --clock, not both")
        if self.clock is not None:
            return TimeControl.parse_clock(self.clock)
        return None if self.seconds_per_move is None else TimeControl(per_move=self.seconds_per_move)

    def settings(self, game: Game, agents: Sequence[str], kind: str, sprt: Sprt | None = None) -> Settings:
        """The contest of these agents."""
        return make_settings(
            game, agents, kind=kind, games=self.games, openings=self.openings, time=self.time, sprt=sprt, seed=self.seed,
            max_plies=self.max_plies, grace=self.grace, patience=self.move_limit, memory_mb=self.memory,
        )  # fmt: skip

    def play(
        self,
        words: tuple[str, ...],
        kinds: tuple[str, ...],
        settings: Callable[[], Settings],
        play: Callable[[Contest, Workers], None],
    ) -> None:
        """Play the contest that --resume names, if it is of one of these kinds; without --resume, a new one."""
        if self.resume is not None:
            with store_at(self.db, must_exist=True) as store:
                play(resumed(store, self.resume, words, kinds, self.yes), self._workers())
            return
        wanted, workers = settings(), self._workers()
        with store_at(self.db) as store:
            play(Contest.new(wanted, store, self.name), workers)

    def _workers(self) -> Workers:
        """Who plays; found before anything is recorded."""
        return workers_for(self.workers or (0 if self.cluster else 1), self.cluster)


OPTIONS = (
    db_option,
    click.option("--name", default="", metavar="NAME", help="A name for the match, besides its number."),
    click.option("--yes", "-y", is_flag=True, help="With --resume: run the files and programs it names without asking."),
    click.option(
        "--resume", is_flag=False, flag_value=LAST, default=None, metavar="[MATCH]",
        help="Continue the match of this number or name; the last unfinished one if none is given.",
    ),
    click.option("--memory", type=float, default=MEMORY_MB, show_default=True, metavar="MB",
                 help="Memory for each agent that you wrote."),
    click.option("--move-limit", type=float, default=PATIENCE, show_default=True, metavar="T",
                 help="Seconds for a move, without a clock, after which an agent that you wrote counts as hanging."),
    click.option("--grace", type=float, default=GRACE, show_default=True, metavar="T", help="Seconds a move may be late."),
    click.option("--max-plies", type=click.IntRange(1), metavar="N", help="Games longer than N plies are draws."),
    click.option("--seed", type=click.IntRange(0, 2**32 - 1), metavar="S",
                 help="Decides everything random in the match; recorded with it."),
    click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster; 'local' starts one here for this match."),
    click.option("--workers", "-w", type=click.IntRange(1, MOST_THREADS), metavar="N",
                 help="How many games to play at once, each in its own process.  [default: 1; on a cluster, its processors]"),
    click.option("--clock", metavar="MIN+INC", help="Minutes for the game and seconds added a move, as in 1+0.5."),
    click.option("--seconds-per-move", "-s", type=float, metavar="T", help="Time for each move."),
    click.option("--openings", "-o", metavar="O",
                 help="start, random:PLIES, or a file of positions.  [default: random:4; start where there are dice]"),
    click.option("--games", "-n", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, metavar="N",
                 help="Games between each two agents; every opening is played again with sides swapped."),
)  # fmt: skip


def contest_options(*, without: Sequence[str] = ()) -> Callable[[Command], Command]:
    """Everything that says how games are played, and where they are kept, given to a command as `options`.

    without names the fields of `ContestOptions` that a command does not ask for.
    """
    names = [field.name for field in dataclasses.fields(ContestOptions) if field.name not in without]

    def decorate(function: Command) -> Command:
        @functools.wraps(function)
        def command(**given: Any) -> None:
            options = ContestOptions(**{name: given.pop(name) for name in names})
            function(options=options, **given)

        for option in OPTIONS:
            option(command)
        asked = command.__click_params__  # type: ignore[attr-defined]
        asked[:] = [parameter for parameter in asked if parameter.name not in without]
        return command

    return decorate


def game_of(words: tuple[str, ...]) -> tuple[Any, list[str]]:
    """The game and the agents among a command's words."""
    if not words:
        raise click.UsageError("Missing argument 'GAME'.")
    return GameArgument().convert(words[0], None, None), list(words[1:])


def store_at(db: Path | None, *, must_exist: bool = False) -> Store:
    """The database."""
    return Store(default_path() if db is None else db, must_exist=must_exist)


def resumed(store: Store, which: str, words: tuple[str, ...], kinds: tuple[str, ...], yes: bool) -> Contest:
    """A stored contest of one of these kinds."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and option.name not in WITH_RESUME:
            raise BadParameter(f"--resume continues with the recorded settings; leave {option.opts[0]} out")

    def look_over(contest: Contest) -> None:
        kind = contest.settings.kind
        if kind not in kinds:
            other = kind if kind in ("match", "ladder") else "tournament"
            raise BadParameter(f"{contest.id} is a {kind}; `counterplay {other} --resume {contest.id}` continues it")
        named = _named_again(contest, words)
        if not yes:
            asked = [name for name in _to_run(contest) if name not in named]
            ask_before_running(contest.id, asked, ", or name the game and the agents again")

    contest = Contest.resumed(store, which or None, look_over=look_over)
    missing = len(contest.planned) - len(contest.records)
    remark(f"match {contest.id}: {counted(len(contest.records), 'game')} stored, {missing:,} to play")
    return contest


def _named_again(contest: Contest, words: tuple[str, ...]) -> list[str]:
    """What the command line itself names of a stored contest; refuses another game, and other agents."""
    if not words:
        return []
    game, agents = game_of(words)
    recorded = [entrant.name for entrant in contest.settings.entrants]
    named = [Entrant.of(agent).name for agent in agents]
    if PortableGame.of(game).text != contest.settings.game.text or (named and named != recorded):
        what = f"{contest.settings.game.text} {' '.join(recorded)}"
        raise BadParameter(
            f"--resume continues what is recorded, {what}; leave the game and the agents out, or give the same ones"
        )
    return [contest.settings.game.text, *named]


def _to_run(contest: Contest) -> list[str]:
    """The Python files and programs that continuing runs; a finished contest needs its game for the table of a ladder alone."""
    settings = contest.settings
    game = [settings.game.text] if settings.game.file and (not contest.done or settings.kind == "ladder") else []
    return game + [entrant.name for entrant in settings.entrants if not contest.done and (entrant.program or entrant.file)]


def run(contest: Contest, command: str, workers: Workers, line: Callable[[Contest], str]) -> None:
    """Play with live progress; Ctrl-C and trouble say how to continue."""
    if contest.settings.time is not None and isinstance(workers, Local) and workers.count > (os.cpu_count() or 1):
        remark(
            f"{workers.count} games at a time on {os.cpu_count()} processors: agents may lose on time while they wait for one"
        )
    watched = err.is_terminal
    due = 0.0 if watched else time.monotonic() + LOGGED
    again = f"`counterplay {command} --resume {contest.id}` continues it"

    def so_far() -> str:
        return f"stopped; {len(contest.records):,} of {len(contest.planned):,} games are stored: {again}"

    with farewell(so_far, workers.farewell), Live(console=err, transient=True, auto_refresh=False) as live:

        def tell(now: Contest) -> None:
            nonlocal due
            began = time.monotonic()
            if began >= due:
                picture = f"{len(now.records):,}/{len(now.planned):,} games  {line(now)}"
                if watched:
                    live.update(Text(picture), refresh=True)
                else:
                    remark(picture)
                ended = time.monotonic()
                due = ended + max(REFRESH if watched else LOGGED, (ended - began) / SHARE)

        try:
            contest.run(workers, tell)
        except KeyboardInterrupt:
            raise Stopped(so_far()) from None
        except CounterplayError as error:
            raise type(error)(f"{error}; {counted(len(contest.records), 'game')} stored: {again}") from None


def say_heading(contest: Contest) -> None:
    """What was played."""
    s = contest.settings
    how = f"{s.openings}, {s.time}" if s.time is not None else str(s.openings)
    what = f"{s.kind.capitalize()} {contest.id}: {s.game.text}"
    say(f"{what}, {counted(len(contest.counted), 'game')}, {how}, seed {s.seed}", "bold")


def say_table(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Columns side by side, those numbered in `right` aligned to that side; never cut, so that programs can read it."""
    lines = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [cell.rjust(w) if i in right else cell.ljust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))]
        say("  ".join(cells).rstrip(), "bold" if line is headings else "")


def say_forfeits(contest: Contest) -> None:
    """Who lost by a fault of its own, how often, and the first reason."""
    for sentence in forfeit_sentences(contest):
        say(sentence, "yellow")


def conclude(contest: Contest, ratings: Ratings, plot: Path | None) -> None:
    """What follows a table of ratings: what must be known to read it, the plot, and where the games are."""
    if ratings.held:
        say("An agent won or lost all its games: half a draw is added to each pairing, or ratings would be infinite.")
    say_forfeits(contest)
    if plot is not None:
        write_whole(plot, ratings_svg(contest, ratings))
        remark(f"wrote {plot}")
    say_games(contest)


def say_games(contest: Contest) -> None:
    """The command that lists the games that were played."""
    path = contest.store.path
    elsewhere = "" if path is None or path == default_path() else f" --db {shlex.quote(str(path))}"
    say(f"Games: counterplay games-of {contest.id}{elsewhere}")
