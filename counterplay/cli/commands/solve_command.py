"""`counterplay solve`: the exact value of a position and best play from it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click
from rich.status import Status

from counterplay.cli.arguments import game_argument, gear_option, sound_position_of, state_option
from counterplay.cli.console import err, remark, say
from counterplay.cli.interrupts import Stopped, farewell
from counterplay.core import Game, Position
from counterplay.core.files.data_folders import NoHome
from counterplay.core.interruption import end_if_asked
from counterplay.solve import Progress, RetrogradeProgress, Solution
from counterplay.solve import solve_position as solve_exactly
from counterplay.solve.checkpoint import Checkpoint, checkpoint_folder, checkpoint_name
from counterplay.solve.solver import DEFAULT_TABLE_MB, METHODS

KEPT = "stopped; what was found is kept, and the same command continues from there"
SAVING = 60.0  # seconds that writing a large table to a slow disk may take


@click.command()
@game_argument
@state_option
@gear_option
@click.option(
    "--memory",
    type=float,
    metavar="MB",
    help=f"Size of the table ({DEFAULT_TABLE_MB:g}), or the most that retrograde analysis takes (half of the machine).",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="auto",
    show_default=True,
    help="Exhaustive search, or retrograde analysis of all positions, which a game needs whose positions may come back.",
)
@click.option("--fresh", is_flag=True, help="Discard the progress of an earlier, interrupted run.")
def solve(game: Game, state: str | None, memory: float | None, method: str, fresh: bool) -> None:
    """Find the exact value and best play; resumes where an interrupted run stopped."""
    position = sound_position_of(game, state)
    path = _checkpoint_path(position)
    checkpoint = Checkpoint(path)
    if fresh:
        checkpoint.remove()
    elif checkpoint.exists:
        remark("resuming an interrupted run; --fresh would start over")
    with contextlib.ExitStack() as ending, Status("solving", console=err) as status:
        saves = False

        def tell(progress: Progress | RetrogradeProgress) -> None:
            nonlocal saves
            if not saves:  # from now on there is something to save
                ending.enter_context(farewell(lambda: KEPT, SAVING))
                saves = True
            end_if_asked()
            status.update(f"solving: {progress.words(game)}")

        try:
            solution = solve_exactly(
                game,
                position,
                table_mb=DEFAULT_TABLE_MB if memory is None else memory,
                memory_mb=memory,
                method=method,
                checkpoint=path,
                progress=tell,
            )
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
    else:
        say("It goes in circles from here on.")
    say(f"{solution.nodes:,} positions in {solution.seconds:.2f} s ({game.spec})")
