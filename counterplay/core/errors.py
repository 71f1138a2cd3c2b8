"""Every error counterplay raises on purpose: one sentence that says what was wrong, where, and what would be right.

All of them are `CounterplayError`, so a caller can catch the family; the command line turns each into exit
code 2 and the studio into a 4xx answer.
"""

from __future__ import annotations


class CounterplayError(ValueError):
    """Base of every error a user can cause."""


class UnknownGame(CounterplayError):
    """A name, specification or file that does not lead to a game."""


class BadParameter(CounterplayError):
    """A game parameter or a limit outside what it can be."""


def require(fits: bool, sentence: str) -> None:
    """Raise BadParameter with this sentence where a parameter does not fit."""
    if not fits:
        raise BadParameter(sentence)


class BadNotation(CounterplayError):
    """A text that describes no position or no action of the game."""


class IllegalAction(CounterplayError):
    """An action that the rules do not allow in this position."""


class MissingTrait(CounterplayError):
    """An algorithm was asked to search a kind of game it cannot handle."""


class GameOver(CounterplayError):
    """Something was asked of a position in which the game has ended."""


class CannotCompile(CounterplayError):
    """The compiled gear cannot take this game; the sentence names the method and the reason."""


class BadRules(CounterplayError):
    """The rules of a game broke the contract during a search."""


class OutOfBounds(BadRules, IndexError):
    """The rules of a game read or wrote beyond an array."""


class SealedGame(CounterplayError):
    """A game was changed after it had been compiled: its attributes are constants of the native code."""
