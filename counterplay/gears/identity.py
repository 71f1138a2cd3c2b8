"""Which games are one to the compiler: those of equal class, parameters and sources share their native code."""

from __future__ import annotations

from counterplay.core import Game
from counterplay.gears.fingerprint import game_identity

_games: dict[str, Game] = {}  # identity -> one game of that identity
_uncacheable: set[str] = set()  # identities whose sources were edited after they were loaded


def identity_of(game: Game) -> str:
    """The game's identity; from then on the game is sealed."""
    identity: str | None = game.__dict__.get("_identity")
    if identity is None:
        identity, unchanged = game_identity(game)
        if type(_games.get(identity, game)) is not type(game):
            # The same text defined a class anew, as a notebook cell that is run again does. Its states are of another class,
            # too: native code of the one cannot serve the other.
            identity, unchanged = f"{identity}-{id(type(game)):x}", False
        if not unchanged:
            _uncacheable.add(identity)
        _games.setdefault(identity, game)
        game.__dict__["_identity"] = identity
    return identity


def game_of(identity: str) -> Game:
    """A game of this identity."""
    return _games[identity]


def safe_to_keep(identity: str) -> bool:
    """False where a source file was edited after it was loaded: native code would be filed under the wrong text."""
    return identity not in _uncacheable
