"""Retrograde analysis: the exact value of every position of a graph that may have cycles, from the ends of games backwards.

K. Thompson, "Retrograde Analysis of Certain Endgames" (1986), for any utilities: grades of result are settled one after the
other, the best for player 0 first, down to the smallest gain, then the same for player 1. A position is settled when its player
has an action to one that is settled for it, or, with the opponent's grade, when none of its actions leads elsewhere any more;
positions are taken in the order of their distance to the end, so that winners hurry and losers delay. What is left over is
worth 0: either side can avoid less, in circles if need be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from counterplay.gears.entry.walk import Walk
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.search_control import Array
from counterplay.solve.state_graph import ENDS, OVER, PROGRESS, SECOND, TARGET, StateGraph

UNSETTLED = -1
SLICE = 1 << 21  # edges between two looks at the keyboard
BYTES_OF_POSITION, BYTES_OF_EDGE = 8 + 4 * 4, 4  # that the analysis takes beside the graph


class Settled(NamedTuple):
    """What kernels work on."""

    flags: Array  # of the graph
    first: Array  # (positions + 2,) int64: the edges that lead to position i are first[i] to first[i + 1] - 1
    sources: Array  # (edges,) int32: where they come from
    open_actions: Array  # (positions,) int32: those not yet known to suit the opponent
    grade: Array  # (positions,) int32: a place in `Analysis.utilities`
    plies: Array  # (positions,) int32: to the end of the game, unless the value is 0
    order: Array  # (positions,) int32: positions as they are settled


class Analysis:
    """The values of all positions of a graph."""

    def __init__(self, graph: StateGraph) -> None:
        positions, edges, ends = graph.positions, int(graph.first[graph.positions]), int(graph.counts[ENDS])
        graph.drop_index()
        graph.allow(positions * BYTES_OF_POSITION + edges * BYTES_OF_EDGE)
        self.graph, self.walk, self.settled = graph, graph.walk, 0
        self.first, self.sources = np.zeros(positions + 2, np.int64), np.zeros(edges, np.int32)
        self.grade, self.plies = np.full(positions, UNSETTLED, np.int32), np.zeros(positions, np.int32)
        self.order = np.zeros(positions, np.int32)
        self.utilities = np.unique(np.append(graph.worths[:ends], 0.0))  # of player 0, the lowest first
        self.zero = int(np.searchsorted(self.utilities, 0.0))

    def _actions(self) -> Array:
        """How many each position has."""
        return np.diff(self.graph.first[: self.graph.positions + 1]).astype(np.int32)

    def run(self) -> Iterator[None]:
        """Do it, stopping now and then for whoever looks at the keyboard."""
        yield from self._turn_edges()
        count = int(self.graph.counts[ENDS])
        ends, worths = self.graph.ends[:count], self.graph.worths[:count]
        self.grade[ends[worths == 0.0]] = self.zero
        work = Settled(self.graph.flags, self.first, self.sources, self._actions(), self.grade, self.plies, self.order)
        for winner, grades in ((0, range(len(self.utilities) - 1, self.zero, -1)), (1, range(self.zero))):
            for grade in grades:
                yield from self._settle(work, winner, grade, ends[worths == self.utilities[grade]])
        self.grade[self.grade == UNSETTLED] = self.zero

    def _turn_edges(self) -> Iterator[None]:
        """Sort the edges by where they lead."""
        graph, positions = self.graph, self.graph.positions
        targets = graph.targets[: len(self.sources)]
        for start in range(0, len(targets), SLICE):
            count_edges(self.walk, targets[start : start + SLICE], self.first)
            yield
        np.cumsum(self.first, out=self.first)
        step = max(1, SLICE // max(1, len(targets) // positions))
        for start in range(0, positions, step):
            turn_edges(self.walk, graph.first, targets, self.first, self.sources, start, min(positions, start + step))
            yield

    def _settle(self, work: Settled, winner: int, grade: int, ends: Array) -> Iterator[None]:
        """Settle all positions with one grade."""
        start, self.settled = self.settled, self.settled + len(ends)
        self.order[start : self.settled] = ends
        self.grade[ends] = grade
        while start < self.settled:
            start, self.settled = settle(self.walk, work, start, self.settled, winner, grade)
            yield

    def value(self, number: int) -> float:
        """What a position is worth to player 0."""
        return float(self.utilities[self.grade[number]])

    def before(self, number: int) -> Array:
        """The positions settled for the winner of one, up to itself: the winner's plan meets no others."""
        settled = self.order[: 1 + int(np.flatnonzero(self.order[: self.settled] == number)[0])]
        return settled[(self.grade[settled] > self.zero) == (self.grade[number] > self.zero)]

    def longest_waits(self, number: int) -> tuple[int, int]:
        """The most plies without progress, or to the end, that the winner of a position may need: from it, and later on.

        Of actions that win equally fast the winner takes one that waits least; the loser does what it likes.
        """
        waits = np.zeros(self.graph.positions, np.int32)
        winner = 0 if self.grade[number] > self.zero else 1
        graph = self.graph
        longest = measure_waits(
            self.walk, graph.flags, graph.first, graph.targets, self.grade, self.plies, self.before(number), waits, winner
        )
        return int(waits[number]), int(longest)

    def has_cycle(self) -> bool:
        """Whether a position may come back: leaving out, again and again, positions that lead nowhere does not end them all."""
        return bool(strip(self.walk, self._actions(), self.first, self.sources) < self.graph.positions)

    def rests_on_keys(self, number: int) -> bool:
        """Whether positions with equal keys, on the way from a settled one to its end, are unlike in what they lead to.

        Then the winner might have to bring back what its game takes for the same position.
        """
        graph, numbers = self.graph, self.before(number)
        numbers = numbers[graph.flags[numbers] & OVER == 0]
        numbers = numbers[np.argsort(graph.keys[numbers], kind="stable")]
        one, other = numbers[:-1], numbers[1:]
        alike = (self.grade[one] == self.grade[other]) & (self.plies[one] == self.plies[other])
        return bool(np.any((graph.keys[one] == graph.keys[other]) & ~alike))


def warm_kernels(walk: Walk) -> None:
    """Compile before the clock starts."""
    words, numbers = np.zeros(2, np.int64), np.zeros(1, np.int32)
    flags, targets = np.zeros(1, np.uint8), np.zeros(1, np.uint32)
    count_edges.warm(walk, targets, words)
    turn_edges.warm(walk, words, targets, words, numbers, 0, 0)
    settle.warm(walk, Settled(flags, words, numbers, numbers, numbers, numbers, numbers), 0, 0, 0, 0)
    measure_waits.warm(walk, flags, words, targets, numbers, numbers, numbers, numbers, 0)


@walk_kernel
def count_edges(walk: Any, targets: Any, first: Any) -> None:
    """Count the edges to each position, two places further on: their sums are where the edges of the next one begin."""
    for e in range(len(targets)):
        first[np.int64(targets[e] & TARGET) + 2] += 1


@walk_kernel
def turn_edges(walk: Any, first: Any, targets: Any, place: Any, sources: Any, start: int, end: int) -> None:
    """Enter the edges that leave positions `start` to before `end` at those they lead to."""
    for source in range(start, end):
        for e in range(first[source], first[source + 1]):
            target = np.int64(targets[e] & TARGET) + 1
            sources[place[target]] = source
            place[target] += 1


@walk_kernel
def settle(walk: Any, work: Any, start: int, settled: int, winner: int, grade: int) -> tuple[int, int]:
    """Go back from positions settled with a grade, from place `start` on, for about SLICE edges; both places afterwards."""
    edges = 0
    while start < settled and edges < SLICE:
        there = work.order[start]
        for e in range(work.first[there], work.first[there + 1]):
            here = work.sources[e]
            if work.grade[here] != UNSETTLED:
                continue
            if work.flags[here] & SECOND != winner:
                # The loser's turn: it is settled by the last of its actions.
                work.open_actions[here] -= 1
                if work.open_actions[here] > 0:
                    continue
            work.grade[here] = grade
            work.plies[here] = work.plies[there] + 1
            work.order[settled] = here
            settled += 1
        edges += work.first[there + 1] - work.first[there]
        start += 1
    return start, settled


@walk_kernel
def measure_waits(
    walk: Any, flags: Any, first: Any, targets: Any, grade: Any, plies: Any, order: Any, waits: Any, winner: int
) -> int:
    """Fill in how long the winner may have to wait for progress in each position settled for it; the longest of all."""
    longest: Any = 0
    for i in range(len(order)):
        here = order[i]
        if flags[here] & OVER != 0:
            continue
        hurries = flags[here] & SECOND == winner
        wait: Any = -1
        for e in range(first[here], first[here + 1]):
            there = np.int64(targets[e] & TARGET)
            if hurries and (grade[there] != grade[here] or plies[there] != plies[here] - 1):
                continue
            here_on = 1 if targets[e] & PROGRESS else 1 + np.int64(waits[there])
            if wait < 0 or (here_on < wait if hurries else here_on > wait):
                wait = here_on  # type: ignore[assignment]  # a native word
        waits[here] = wait
        longest = max(longest, wait)
    return int(longest)


@walk_kernel
def strip(walk: Any, left: Any, first: Any, sources: Any) -> int:
    """Leave out positions all of whose actions lead to positions left out before (A. Kahn, 1962); how many can be."""
    order = np.empty(len(left), np.int32)
    done = 0
    for here in range(len(left)):
        if left[here] == 0:
            order[done] = here
            done += 1
    i = 0
    while i < done:
        for e in range(first[order[i]], first[order[i] + 1]):
            here = sources[e]
            left[here] -= 1
            if left[here] == 0:
                order[done] = here
                done += 1
        i += 1
    return done
