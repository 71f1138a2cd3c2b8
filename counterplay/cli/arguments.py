"""What several commands take: a game, and a position of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from counterplay.check.first_look import first_look
from counterplay.cli.console import complain
from counterplay.core import BadRules, Game, Position
from counterplay.core.text.name_spelling import spelt
from counterplay.games import game_names, make_game
from counterplay.games.catalogue import game_files
from counterplay.gears.gear_choice import GEARS, VARIABLE, in_gear

F = TypeVar("F", bound=Callable[..., Any])


class GameArgument(click.ParamType):  # type: ignore[type-arg]
    """A name, a name with parameters, or a file."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """The game; a CounterplayError says what is wrong."""
        return value if isinstance(value, Game) else make_game(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Names of the catalogue, and files."""
        names = [CompletionItem(name) for name in game_names() if name.startswith(incomplete)]
        return names or [CompletionItem(incomplete, type="file")]


class Spelt(click.Choice):  # type: ignore[type-arg]
    """One of some names, however it is written."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name; click says which there are where it is none of them."""
        return super().convert(spelt(str(value), map(str, self.choices)), param, ctx)


def game_argument(function: F) -> F:
    """The argument GAME."""
    return click.argument("game", type=GameArgument())(function)


def state_option(function: F) -> F:
    """The option --state."""
    return click.option("--state", metavar="TEXT", help="A position in the game's notation; the first one if left out.")(
        function
    )


def gear_option(function: F) -> F:
    """The option --gear, in force while the command runs."""
    return click.option(
        "--gear",
        type=click.Choice(GEARS),
        envvar=VARIABLE,
        show_envvar=True,
        callback=_choose,
        expose_value=False,
        is_eager=True,  # before a game is made
        help="'compiled' refuses a game that cannot be compiled, 'checked' also looks at every index, 'interpreted' stays in "
        "plain Python; 'auto' compiles where it can.",
    )(function)


def _choose(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.with_resource(in_gear(value))


def position_of(game: Game, state: str | None) -> Position:
    """The position that --state describes."""
    return Position(game) if state is None else Position.load(game, state)


def sound_position_of(game: Game, state: str | None) -> Position:
    """The same, of a game that is about to be searched: a user's own is looked at first, and a fault of its rules refused.

    Searching rules that contradict themselves gives answers that mean nothing. A state whose fields change their types can only
    be searched slowly, so that this is remarked on.
    """
    if type(game) in game_files.values():
        fault = first_look(game)
        if fault is not None and fault.fault != "field-type":
            raise BadRules(fault.message)
        if fault is not None:
            complain(fault.message)
    return position_of(game, state)
