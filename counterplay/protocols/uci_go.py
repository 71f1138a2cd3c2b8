"""The command `go` of UCI: its words, and what they mean for a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.agents import Clock
from counterplay.core import BadNotation, Limit
from counterplay.core.limit import LONGEST_SECONDS, UNLIMITED_DEPTH

NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate")
WORDS = ("infinite", "ponder", "searchmoves", *NUMBERS)
LARGEST = 10**15  # of a number in a command: a limit beyond every search


@dataclass(frozen=True)
class Go:
    """What `go` asked for; times in milliseconds, as UCI has them."""

    wtime: int | None = None
    btime: int | None = None
    winc: int = 0
    binc: int = 0
    movestogo: int | None = None
    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()

    @property
    def endless(self) -> bool:
        """Whether only `stop` brings the answer."""
        return self.infinite or self == Go(searchmoves=self.searchmoves)

    def clock(self, player: int, overhead: float) -> Clock | None:
        """The clock of the player to move; overhead is in seconds."""
        own, increment = (self.wtime, self.winc) if player == 0 else (self.btime, self.binc)
        if own is None or self.infinite:
            return None
        return Clock(
            remaining=max(0, own) / 1000,
            increment=max(0, increment) / 1000,
            moves_to_go=None if self.movestogo is None else max(1, self.movestogo),
            reserve=overhead,
        )

    def limit(self, player: int, overhead: float) -> Limit:
        """What the search may spend."""
        if self.infinite:
            return Limit()
        times = []
        clock = self.clock(player, overhead)
        if clock is not None:
            times.append(clock.budget)
        if self.movetime is not None:
            # The overhead counts here, too, but a short time is not eaten up by it.
            times.append(self.movetime / 1000 - min(overhead, self.movetime / 10_000))
        return Limit(
            depth=None if self.depth is None else min(max(1, self.depth), UNLIMITED_DEPTH),
            nodes=None if self.nodes is None else max(1, self.nodes),
            seconds=max(0.001, min(*times, LONGEST_SECONDS)) if times else None,
        )


def read_go(words: Sequence[str]) -> tuple[Go, list[str]]:
    """The command, and a sentence for each word that could not be understood."""
    found: dict[str, object] = {}
    complaints: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word in ("infinite", "ponder"):
            found[word] = True
        elif word == "searchmoves":
            end = place
            while end < len(words) and words[end] not in WORDS:
                end += 1
            found[word] = tuple(words[place:end])
            place = end
        elif word in NUMBERS:
            text = words[place] if place < len(words) and words[place] not in WORDS else ""
            place += bool(text)
            try:
                found[word] = read_number(text)
            except BadNotation as error:
                complaints.append(f"go {word}: {error}")
        else:
            complaints.append(f"go: '{word}' is not understood; it takes {', '.join(WORDS)}")
    return Go(**found), complaints  # type: ignore[arg-type]


def read_number(text: str) -> int:
    """A whole number, within what any search can use."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise BadNotation(f"a whole number is missing, not '{text}'" if text else "a whole number is missing")
    return max(-LARGEST, min(LARGEST, int(digits[:20]) * (-1 if text.startswith("-") else 1)))
