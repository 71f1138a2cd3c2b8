"""How an agent loses a game by itself: what went wrong, told as a kind and in words."""

from __future__ import annotations

from counterplay.agents.agent import AgentError
from counterplay.arena.game_record import Ending
from counterplay.core.files.user_file import describe

FAILED = "failed: "  # before what an agent raised, as in "it failed: ..."


class Forfeit(Exception):
    """An agent has lost its game, and why."""

    def __init__(self, ending: Ending, reason: str) -> None:
        super().__init__(reason)
        self.ending, self.reason = ending, reason


def forfeited(error: BaseException) -> Forfeit:
    """What an exception out of an agent amounts to."""
    if isinstance(error, MemoryError) or isinstance(error.__cause__, MemoryError):
        return Forfeit(Ending.MEMORY, "used more memory than there is for it")
    if isinstance(error, AgentError):
        return Forfeit(Ending(error.fault), str(error))
    return Forfeit(Ending.CRASH, f"{FAILED}{described(error)}")


def described(error: BaseException) -> str:
    """An exception in one line; its own description may fail, too."""
    try:
        return describe(error)
    except Exception:
        return type(error).__name__
