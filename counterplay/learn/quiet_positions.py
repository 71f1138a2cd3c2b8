"""What a game's estimate says of the positions of played games, and how that changes with each of its weights.

The estimate may be anything that is made of tunable arrays: each weight is changed a little, and the estimate asked again, by
a walk through each game in the compiled gear. Nothing is compiled anew for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.agents.weight_file import tunable_arrays
from counterplay.core import CHANCE, BadParameter, Game
from counterplay.core.interruption import end_if_asked
from counterplay.gears.compiler.raw_memory import address_of, floats_at, words_at
from counterplay.gears.entry.state_layout import TOLD_NOISY
from counterplay.gears.entry.walk import (
    Walk,
    estimate_at,
    flags,
    is_threatened,
    list_actions,
    moves,
    open_walk,
    player_at,
    settle,
    step,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.learn.self_play import PlayedGame

ENTRIES = ("expand", "estimate")
NUDGE = 1e-3  # of a weight's size: how far it is moved to see what it does
NEAREST_TO_CERTAIN = 1e-6  # of the utilities' bound: an estimate so near to it is not told from a nearer one
LINK_CHANGE = 0.1  # of each weight's size, by which the links are told apart
LINKS = ("identity", "squash")
BLOCK = 64  # weights that are nudged at a position before the next one: more would need much memory

Floats = np.ndarray[Any, np.dtype[Any]]


class Positions(NamedTuple):
    """Quiet positions of games: which actions lead to them."""

    actions: list[np.ndarray[Any, np.dtype[np.int64]]]  # of each game
    quiet: list[np.ndarray[Any, np.dtype[np.int64]]]  # of each game: whether the position before each action is one of them
    states: list[Any]  # in which each game began
    results: Floats  # of each position: 1 where the first player won its game, 0 where the second did, 0.5
    values: Floats  # of each position: what the search there said, to the first player; NaN where it said nothing
    games: np.ndarray[Any, np.dtype[np.int64]]  # of each position: the number of its game


@walk_kernel
def find_quiet(walk: Any, actions: int, count: int, first: int, quiet: int, signs: int) -> None:
    """Go through a game and note before which of its actions, from the first on, nothing is pending.

    That is where a player decides, need not answer a threat, and did not choose a noisy action: what the estimate says there is
    not about to change abruptly. Into `signs` goes 1 where the first player is to move, and -1 elsewhere.
    """
    played, found, movers = words_at(actions, count), words_at(quiet, count), words_at(signs, count)
    for i in range(count):
        movers[i] = 1 if player_at(walk, 0) == 0 else -1
        if i >= first and player_at(walk, 0) != CHANCE and not is_threatened(walk, 0):
            found[i] = 1
            if walk.has_noise != 0:
                n = list_actions(walk, 0, 0, TOLD_NOISY)
                for k in range(n):
                    if moves(walk)[k] == played[i] and flags(walk)[k] != 0:
                        found[i] = 0
        step(walk, 0, played[i])
        settle(walk, 0)


@walk_kernel
def nudge_weights(
    walk: Any, actions: int, count: int, quiet: int, weights: int, whole: int, size: int, nudges: int, estimates: int
) -> None:
    """At each quiet position of a game: the first player's estimate, then the one with each weight nudged in turn.

    All but `count` and `size` (how many weights) and `whole` (whether they are whole numbers) are addresses.
    """
    played, wanted = words_at(actions, count), words_at(quiet, count)
    floats, words, steps = floats_at(weights, size), words_at(weights, size), floats_at(nudges, size)
    place = 0
    for i in range(count):
        if wanted[i] != 0:
            out = floats_at(estimates + 8 * place, 1 + size)
            out[0] = estimate_at(walk, 0, 0)
            for j in range(size):
                if whole != 0:
                    words[j] += int(steps[j])
                    out[1 + j] = estimate_at(walk, 0, 0)
                    words[j] -= int(steps[j])
                else:
                    kept = floats[j]
                    floats[j] = kept + steps[j]
                    out[1 + j] = estimate_at(walk, 0, 0)
                    floats[j] = kept
            place += 1 + size
        step(walk, 0, played[i])
        settle(walk, 0)


def quiet_positions(game: Game, played: Sequence[PlayedGame]) -> Positions:
    """The quiet positions of games."""
    walk = open_walk(game, 2, ENTRIES)
    actions, quiet, states = [], [], []
    results, values, games = [], [], []
    for record in played:
        end_if_asked()
        line, found = np.array(record.actions, np.int64), np.zeros(len(record.actions), np.int64)
        signs, said = np.ones(len(line), np.int64), np.array(record.values or [None] * len(line), np.float64)
        state = game.load(record.start)
        if len(line):
            walk.place(state)
            find_quiet(walk, address_of(line), len(line), record.opening_plies, address_of(found), address_of(signs))
        actions.append(line)
        quiet.append(found)
        states.append(state)
        first, second = record.utilities
        results += [0.5 + 0.5 * float(np.sign(first - second))] * int(found.sum())
        values.append((signs * said)[found == 1])
        games += [record.number] * int(found.sum())
    return Positions(
        actions, quiet, states, np.array(results), np.concatenate([*values, np.zeros(0)]), np.array(games, np.int64)
    )


class Estimator:
    """A game of one's own, whose weights may be changed, at the positions of played games."""

    def __init__(self, game: Game, positions: Positions) -> None:
        self.game, self.positions = game, positions
        self._walk: Walk = open_walk(game, 2, ENTRIES)  # makes arrays fit to be read by their addresses
        self.arrays = tunable_arrays(game)
        self.size = sum(array.size for array in self.arrays.values())
        self.bound = max(map(abs, game.utility_range))
        self.link = self._link()

    # --- weights as one row of numbers ---
    @property
    def weights(self) -> Floats:
        """All weights, shape (size,)."""
        return np.concatenate([array.ravel().astype(np.float64) for array in self.arrays.values()])

    @weights.setter
    def weights(self, values: Floats) -> None:
        start = 0
        for array in self.arrays.values():
            part = values[start : start + array.size].reshape(array.shape)
            array[...] = np.rint(part) if array.dtype.kind == "i" else part
            start += array.size

    def sizes(self) -> Floats:
        """What counts as a large change of each weight: its own size, or a tenth of what is usual in its array."""
        found = []
        for array in self.arrays.values():
            usual = float(np.sqrt(np.mean(array.astype(np.float64) ** 2))) or 1.0
            found.append(np.maximum(np.abs(array.ravel()), usual / 10))
        return np.concatenate(found)

    # --- estimates ---
    def estimates(self) -> Floats:
        """What the estimate says at each position, before any squashing, shape (positions,)."""
        return self.unsquashed(self._asked_plainly())

    def slopes(self, sizes: Floats) -> Floats:
        """How much each position's estimate changes with each weight, by these sizes of them, shape (positions, size)."""
        found = np.zeros((len(self.positions.results), self.size), np.float32)
        start = 0
        for array in self.arrays.values():
            for first in range(0, array.size, BLOCK):
                count = min(BLOCK, array.size - first)
                part = slice(start + first, start + first + count)
                nudges = np.ones(count) if array.dtype.kind == "i" else NUDGE * sizes[part]
                asked = self.unsquashed(self._asked(array, first, nudges))
                found[:, part] = (asked[:, 1:] - asked[:, :1]) * (sizes[part] / nudges)
            start += array.size
        return found

    def unsquashed(self, estimates: Floats) -> Floats:
        """The weighed sum behind estimates, up to a constant factor."""
        return self._unlinked(estimates, self.link)

    def _unlinked(self, estimates: Floats, link: str) -> Floats:
        if link == "identity":
            return estimates
        most = self.bound * (1.0 - NEAREST_TO_CERTAIN)
        inside = np.clip(estimates, -most, most)
        weighed: Floats = inside / (self.bound - np.abs(inside))
        return weighed

    def _asked_plainly(self) -> Floats:
        """Estimates at all positions, shape (positions,)."""
        return self._asked(next(iter(self.arrays.values())), 0, np.zeros(0))[:, 0]

    def _asked(self, array: np.ndarray[Any, Any], first: int, nudges: Floats) -> Floats:
        """Estimates at all positions, as they are and with each weight nudged in turn; shape (positions, 1 + nudges)."""
        out = np.zeros((len(self.positions.results), 1 + len(nudges)))
        place, weights, whole = address_of(out), address_of(array) + 8 * first, int(array.dtype.kind == "i")
        for line, quiet, state in zip(self.positions.actions, self.positions.quiet, self.positions.states, strict=True):
            end_if_asked()
            if quiet.any():
                self._walk.place(state)
                nudge_weights(
                    self._walk, address_of(line), len(line), address_of(quiet),
                    weights, whole, len(nudges), address_of(nudges), place,
                )  # fmt: skip
                place += 8 * (1 + len(nudges)) * int(quiet.sum())
        return out

    def _link(self) -> str:
        """How a weighed sum becomes the estimate: by the link under which it is a straight line in the weights, or nearly."""
        before = self.weights
        change = LINK_CHANGE * self.sizes() * np.random.default_rng(0).choice((-1.0, 1.0), self.size)
        asked = []
        for times in (0.0, 1.0, 2.0):
            self.weights = before + times * change
            asked.append(self._asked_plainly())
        self.weights = before
        bends = []
        for link in LINKS:
            none, once, twice = (self._unlinked(estimates, link) for estimates in asked)
            moved = float(np.sum(np.abs(once - none)))
            if moved == 0.0:
                names = ", ".join(self.arrays)
                raise BadParameter(f"{self.game.title_text} cannot be tuned: its estimate does not depend on {names}")
            bends.append(float(np.sum(np.abs(twice - 2 * once + none))) / moved)
        return LINKS[int(np.argmin(bends))]
