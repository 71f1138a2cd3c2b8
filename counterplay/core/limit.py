"""What a search may spend."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.errors import BadParameter
from counterplay.core.text.parameter_kinds import is_number, is_whole, shown, whole

UNLIMITED_DEPTH = 1_000_000
UNLIMITED_NODES = 2**62
LONGEST_SECONDS = 366 * 24 * 3600.0  # a year; a timer of the operating system takes no more than some centuries
MOST_THREADS = 1024  # or processes; more than machines have processors
MOST_ACTIONS = 1_000_000  # more than any state has
THREADS = whole(1, MOST_THREADS)
MOST: dict[str, float] = {  # of each bound
    "depth": UNLIMITED_DEPTH,
    "nodes": UNLIMITED_NODES,
    "seconds": LONGEST_SECONDS,
    "playouts": UNLIMITED_NODES,
}


@dataclass(frozen=True)
class Limit:
    """Bounds on a search; whichever is reached first ends it. None means no bound of that kind.

    depth is in plies, nodes counts states entered (for Monte Carlo search, tree nodes), playouts only binds
    Monte Carlo search, seconds is wall-clock time.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            bound = getattr(self, name)
            if bound is None:
                continue
            fits, wanted = (is_number, "a number") if name == "seconds" else (is_whole, "a whole number")
            if not fits(bound):
                raise BadParameter(f"a limit's {name} must be {wanted}, not {shown(bound)}")
            if bound <= 0:
                raise BadParameter(
                    f"a limit of {shown(bound)} {name} leaves nothing to search; give at least {self._least(name)}"
                )
            if bound > most:
                raise BadParameter(f"a limit's {name} must be at most {most:,.0f}; to have no such limit, leave it out")

    @staticmethod
    def _least(name: str) -> str:
        return "0.001 seconds" if name == "seconds" else f"1 {name}" if name == "depth" else f"1 of the {name}"

    @property
    def bounded(self) -> bool:
        """Whether anything ends the search before the game tree does."""
        return any(b is not None for b in (self.depth, self.nodes, self.seconds, self.playouts))

    @property
    def max_depth(self) -> int:
        """depth, or a depth no game reaches."""
        return UNLIMITED_DEPTH if self.depth is None else self.depth

    @property
    def max_nodes(self) -> int:
        """nodes, or more than any search visits."""
        return UNLIMITED_NODES if self.nodes is None else self.nodes
