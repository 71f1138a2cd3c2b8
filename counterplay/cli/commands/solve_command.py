"""`counterplay solve`: the exact value of a position and best play from it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click
from rich.status import Status

from counterplay.cli.arguments import game_argument, gear_option, sound_position_of, state_option
from counterplay.cli.console import err, rate, remark, say
from counterplay.cli.interrupts import Stopped, farewell
from counterplay.core import Game, Position
from counterplay.core.data_folders import NoHome
from counterplay.core.interruption import end_if_asked
from counterplay.core.value_words import score_text
from counterplay.solve import Progress, Solution
from counterplay.solve import solve_position as solve_exactly
from counterplay.solve.checkpoint import Checkpoint, checkpoint_folder, checkpoint_name
from counterplay.solve.solver import DEFAULT_TABLE_MB

KEPT = "stopped; what was found is kept, and the same command continues from there"
SAVING = 60.0  # seconds that writing a large table to a slow disk may take


@click.command()
@game_argument
@state_option
@gear_option
@click.option(
    "--memory", type=float, default=DEFAULT_TABLE_MB, show_default=True, metavar="MB", help="Size of the transposition table."
)
@click.option("--fresh", is_flag=True, help="Discard the progress of an earlier, interrupted run.")
def solve(game: Game, state: str | None, memory: float, fresh: bool) -> None:
    """Find the exact value and best play by exhaustive search; resumes where an interrupted run stopped."""
    position = sound_position_of(game, state)
    path = _checkpoint_path(position)
    checkpoint = Checkpoint(path)
    if fresh:
        checkpoint.remove()
    elif checkpoint.exists:
        remark("resuming an interrupted run; --fresh would start over")
    with contextlib.ExitStack() as ending, Status("solving", console=err) as status:
        saves = False

        def tell(progress: Progress) -> None:
            nonlocal saves
            if not saves:  # from now on there is something to save
                ending.enter_context(farewell(lambda: KEPT, SAVING))
                saves = True
            end_if_asked()
            between = f"value between {score_text(game, progress.lower)} and {score_text(game, progress.upper)}"
            speed = rate(progress.nodes, progress.seconds)
            status.update(f"solving: {progress.nodes:,} nodes, {progress.seconds:.0f} s, {speed}, {between}")

        try:
            solution = solve_exactly(game, position, table_mb=memory, checkpoint=path, progress=tell)
        except KeyboardInterrupt:
            raise Stopped(KEPT if checkpoint.exists else "stopped") from None
    _say(position, solution)


def _checkpoint_path(position: Position) -> Path | None:
    try:
        return checkpoint_folder() / checkpoint_name(position.game, position.state)
    except NoHome:
        remark("there is no home folder to keep a checkpoint in: stopping this loses its progress")
        return None


def _say(position: Position, solution: Solution) -> None:
    game = position.game
    say(f"Value for {game.player_names[solution.value.player]}, who moves: {solution.value}", "bold")
    end = position.play_all(solution.line)
    outcome = end.outcome()
    say(f"Best play: {' '.join(end.moves())}")
    if outcome is not None:
        say(f"It ends: {outcome.reason}, utilities {', '.join(f'{u:g}' for u in outcome.utilities)}")
    say(f"{solution.nodes:,} nodes in {solution.seconds:.2f} s ({game.spec})")
