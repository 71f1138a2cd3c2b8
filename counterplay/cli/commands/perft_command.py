"""`counterplay perft`: count the ways to play on, the yardstick of rules and of their speed."""

from __future__ import annotations

import time
from typing import Any

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from counterplay.cli.arguments import game_argument, gear_option, position_of, state_option
from counterplay.cli.console import counted, err, rate, say
from counterplay.cli.interrupts import farewell
from counterplay.core import Game, MissingTrait, Position
from counterplay.search.perft import perft as count_plies
from counterplay.search.perft import perft_turns as count_turns

DEEPEST = 60  # plies; two actions a ply already make more leaves than a lifetime can count


@click.command()
@game_argument
@click.option(
    "--depth", "-d", type=click.IntRange(1, DEEPEST), required=True, metavar="N", help="How many plies deep to count."
)
@state_option
@gear_option
@click.option("--divide", is_flag=True, help="At the last depth, also give the count for each first action.")
@click.option("--turns", is_flag=True, help="Count all that one player does in a row as one ply.")
def perft(game: Game, depth: int, state: str | None, divide: bool, turns: bool) -> None:
    """Count the sequences of actions from a position, depth by depth."""
    if turns and game.chance:
        raise MissingTrait(f"--turns counts what players do, and in {game.title_text} chance decides too; leave it out")
    position = position_of(game, state)
    counts = _Counting(position, turns)
    counts.warm()
    say(f"{'depth':>5} {'turns' if turns else 'sequences':>20} {'seconds':>10} {'speed':>12}", "bold")
    for level in range(1, depth + 1):
        parts, seconds = counts.at(level)
        total = sum(parts)
        say(f"{level:>5} {total:>20,} {seconds:>10.3f} {rate(total, seconds):>12}")
    if divide:
        say("")
        for action, n in zip(position.choices, parts, strict=True):
            say(f"{game.action_name(position.state, action)}: {n:,}")


class _Counting:
    """Counts below each first action, so that progress shows."""

    def __init__(self, position: Position, turns: bool) -> None:
        self.game, self.position, self.turns = position.game, position, turns
        self.mover = position.player if position.choices else 0

    def warm(self) -> None:
        """Compile before the clock starts."""
        self._below(self.position.state, 1)

    def at(self, depth: int) -> tuple[list[int], float]:
        """The count below each first action, and the seconds it took."""
        choices = self.position.choices
        parts: list[int] = []
        start = time.perf_counter()
        bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            console=err,
            transient=True,
            disable=not err.is_terminal,
        )

        def so_far() -> str:
            return f"stopped at depth {depth}, with {len(parts)} of {counted(len(choices), 'first action')} counted"

        with farewell(so_far), bar:
            task = bar.add_task(f"depth {depth}", total=len(choices) or None)
            for action in choices:
                parts.append(self._after(action, depth))
                bar.advance(task)
        return parts, time.perf_counter() - start

    def _after(self, action: int, depth: int) -> int:
        if not self.turns and depth == 1:
            return 1
        following = self.game.result(self.position.state, action)
        return self._below(following, depth if self.turns else depth - 1)

    def _below(self, s: Any, depth: int) -> int:
        # A state must have the types of the first one; those that Position holds do.
        return int(count_turns(self.game, s, depth, self.mover) if self.turns else count_plies(self.game, s, depth))
