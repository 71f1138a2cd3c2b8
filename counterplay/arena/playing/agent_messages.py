"""What a match and the process of an agent say to each other, as JSON, one message a line."""

from __future__ import annotations

from typing import Literal, TypedDict


class BeginMessage(TypedDict):
    """A game begins, or is taken up where it stands."""

    do: Literal["begin"]
    game: tuple[str, str]  # the fields of a PortableGame
    agent: tuple[str, str]  # those of an Entrant
    seed: int
    path: list[str]  # where the parent looks for modules
    start: str  # the first position
    actions: list[int]  # since then


class ChooseMessage(TypedDict):
    """It is the agent's turn."""

    do: Literal["choose"]
    actions: list[int]  # since the last message
    clock: tuple[float | None, float | None, float, list[float]] | None  # the fields of a Clock


class EndMessage(TypedDict):
    """The game is over."""

    do: Literal["end"]


Message = BeginMessage | ChooseMessage | EndMessage


class Reply(TypedDict, total=False):
    """What is done, the action chosen, or what failed and why."""

    done: bool
    action: int
    failed: str
    reason: str
