"""Which game a file speaks of: a name of the catalogue with its parameters, never a file of Python.

A format that has no place for the parameters of a game (whether hex has the swap rule) carries them in a tag of our own.
"""

from __future__ import annotations

from functools import cache

from counterplay.core import BadNotation, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.games.catalogue import build, find_entry, game_class, game_names

GAME_TAG = "CounterplayGame"
LONGEST_SPEC = 300  # characters


@cache
def usual_game(name: str) -> Game:
    """A game of the catalogue with its usual parameters; one object, since making one may take milliseconds."""
    return build(game_class(name), "")


@cache
def title_of(spec: str) -> str:
    """What people call a game of the catalogue; the specification itself where it is none."""
    try:
        return game_of_tag(spec).title_text
    except BadNotation:
        return spec


def game_of_tag(spec: str, given: Game | None = None, kinds: tuple[type[Game], ...] = (Game,)) -> Game:
    """The game of a specification from a file; the given one where that is meant. Others than of these kinds are not made."""
    if given is not None and spec == given.spec:
        return given
    name, _, parameters = spec.strip().partition(":")
    if given is not None and name == given.catalogue_name() and name not in game_names():  # a game of the user's own
        return build(type(given), parameters)
    entry = find_entry(name) if len(spec) <= LONGEST_SPEC and "/" not in name and "\\" not in name else None
    if entry is None:
        told = f"it is not {given.spec}" if given is not None else f"the games are {', '.join(game_names()[:8])} and so on"
        raise BadNotation(f"'{quoted(spec)}' is no game of the catalogue; {told}")
    cls = game_class(entry.name)
    if not issubclass(cls, kinds):
        raise BadNotation(f"'{quoted(spec)}' is not a game that this format is for")
    written = {part.partition("=")[0].strip() for part in parameters.split(",")}
    if written & set(cls.file_parameters):
        raise BadNotation(f"'{quoted(spec)}' names a file, which is not opened because a record says so")
    try:
        game = build(cls, parameters, entry.parameters)
    except CounterplayError as error:
        raise BadNotation(f"'{quoted(spec)}' is no game: {error}") from None
    return given if given is not None and given.spec == game.spec else game
