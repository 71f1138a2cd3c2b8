"""Which games are one to the compiler, and where compiled code finds the arrays that may change.

In a process, games of equal class and attributes have one *token*: they share their native code. Tunable arrays are no part of
it: compiled code is handed the address of a table that leads to them.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from counterplay.core import BadParameter, Game, Repetition
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.identity.code_digest import Reach, reach_digest
from counterplay.gears.identity.constant_bytes import constant_bytes

_games: dict[str, Game] = {}  # token -> one game of that token


def token_of(game: Game) -> str:
    """What the game is to the compiler of this process; from then on the game is sealed."""
    token: str | None = game.__dict__.get("_native_token")
    if token is None:
        token = _token(game)
        tables = tuple(_tunable(game, name) for name in type(game).tunables)
        game.__dict__["_native_arrays"] = tables  # a second reference: NumPy then refuses to move them by a resize in place
        game.__dict__["_native_table"] = np.array([address_of(a) for a in tables] or [0], np.int64)
        game.__dict__["_native_address"] = address_of(game.__dict__["_native_table"])
        game.__dict__["_native_token"] = token
        _games.setdefault(token, game)
    return token


def _token(game: Game) -> str:
    cls = type(game)
    reach = Reach(game)
    for name in sorted({*dir(cls), *vars(game)}):
        if not name.startswith(("__", "_native_")):
            reach.attribute(game, name)
    token = f"{cls.__module__}.{cls.__qualname__}-{reach.digest.hexdigest()[:20]}"
    if type(_games.get(token, game)) is not cls:
        # The same text defined a class anew, as a notebook cell that is run again does. Its states are of another class, too.
        token += f"-{id(cls):x}"
    return token


def _tunable(game: Game, name: str) -> np.ndarray:  # type: ignore[type-arg]
    """The array of a tunable attribute, made fit to be read by its address."""
    array = np.asarray(getattr(game, name, None))
    if array.dtype.kind not in "biuf":
        raise BadParameter(f"{type(game).__name__}.{name} is named in tunables, so __init__ must set it to an array of numbers")
    game._refuse_other_shape(name, array)  # one that was resized in place
    fit = array if array.flags.c_contiguous and array.flags.writeable and array.base is None else array.copy()
    game.__dict__[name] = fit
    return fit


def address_of_tunables(game: Game) -> int:
    """The address of the table that leads compiled code to the game's tunable arrays."""
    token_of(game)
    address: int = game.__dict__["_native_address"]
    return address


def game_of(token: str) -> Game:
    """A game of this token."""
    return _games[token]


def rules_digest(game: Game) -> str:
    """What makes two games the same game, in any process: the code and constants of their rules, and their parameters."""
    digest = hashlib.sha256(reach_digest(_rules, game).encode())
    if game.repetition == Repetition.PERPETUAL_LOSES:
        digest.update(reach_digest(_threats, game).encode())
    digest.update(constant_bytes(tuple(game.parameters.values())))
    for name in type(game).rule_tables:  # which are no constants of the code
        digest.update(constant_bytes(getattr(game, name)))
    return digest.hexdigest()


def _rules(game: Game) -> None:
    """Names the methods that are the rules, for `reach_digest`; never called."""
    for rule in (game.initial, game.player, game.actions, game.result, game.terminal, game.utility, game.outcomes):
        assert rule
    assert game.repetition, (game.repetition_count, game.repetition_bits)


def _threats(game: Game, s: Any) -> bool:
    """The same for the hint that is a rule where perpetual check loses."""
    return game.threatened(s)
