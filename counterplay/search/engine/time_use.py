"""When a search on a running clock ends before its time is up.

A search is planned to take so long. After each depth it asks how sure it is of its action: one that stayed the best for several
depths, and on which most nodes were spent since the others were refuted quickly, needs no more time; one that has just changed,
or whose value is falling, deserves more. (Chess Programming Wiki, "Time Management".)
"""

from __future__ import annotations

from counterplay.core.report import Line

SETTLED_DEPTHS = 6  # depths with the same action after which nothing more is gained by it
NEW_FACTOR, SETTLED_FACTOR = 1.5, 0.75  # of the planned time, for an action that is new and for one that is settled
SHARE_FACTOR, SHARE_SLOPE = 1.7, 1.2  # the planned time times the one minus the other times the share of nodes
FALL_SLOPE = 0.2  # more of the planned time for each spread of the estimate that the value fell since the last depth
LEAST_FALL, MOST_FALL = -1.0, 3.0  # spreads that count


class TimeUse:
    """Follows a search depth by depth."""

    def __init__(self, planned: float | None, spread: float) -> None:
        self.planned, self.spread = planned, spread  # seconds, or None where the search takes all it gets; units of utility
        self._same = 0  # depths in a row with the same action
        self._last: Line | None = None

    def is_enough(self, seconds: float, best: Line, share: float) -> bool:
        """Whether to end after a depth, `seconds` since the start; share is the part of the depth's nodes spent on its best."""
        if self.planned is None:
            return False
        last, self._last = self._last, best
        self._same = self._same + 1 if last is not None and last.action == best.action else 0
        settled = min(self._same, SETTLED_DEPTHS) / SETTLED_DEPTHS
        factor = NEW_FACTOR + (SETTLED_FACTOR - NEW_FACTOR) * settled
        factor *= SHARE_FACTOR - SHARE_SLOPE * share
        if last is not None and self.spread > 0.0:
            fall = (last.value.score - best.value.score) / self.spread
            factor *= 1.0 + FALL_SLOPE * max(LEAST_FALL, min(MOST_FALL, fall))
        return seconds >= self.planned * factor
