"""Kalah (William Champion, 1940s), often just called mancala: sow seeds around the board and bank more than the other player.

Rule choices: a capture needs seeds in the opposite pit ("standard capture"); with `empty_capture=yes` the last seed is banked
even if the opposite pit is empty, which is the rule of G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah" (ICGA Journal,
2000). The game ends as soon as one side has no seeds at the end of a sowing, an extra turn or not, and the other player banks
what is left. A sowing of a lap or more also drops a seed into the pit it started from. Each sowing is an action; one that
ends in the own store is followed by another of the same player. The utility is the margin in seeds.

Checked against OpenSpiel's mancala (the same rules for 6 pits of 4 seeds, but it only tells who won), against perft counts of
OpenSpiel and Ludii, and against exact values of small boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards import PitBoard, SowingGame
from counterplay.boards.pieces.packed_numbers import packed, unpacked
from counterplay.boards.shapes.pit_board import SOUTH
from counterplay.core import BadParameter, Diagram, Published, Unit
from counterplay.gears.bits import cells

MOST_PITS = 12
BITS = 62  # of a Python integer that stays a native one, shared by the pits of a side
STORE, BEYOND = -1, -2  # where a last seed falls that does not fall into a pit of the player who sows

# Weights of the estimate, in seeds, besides the stores. The first two are fitted by least squares to the results of 1,500 games
# between depth-7 searches (6 pits of 4 seeds). With them a search of 3 to 8 plies beats one that only counts the stores by 3 to
# 4 seeds a game (600 games at each depth). `counterplay tune` has found nothing better, nor a use for the last two
# (docs/learning.md).
WEIGHTS = (
    1.3,  # for each pit of a side that is not empty
    1.5,  # for each pit of the mover's whose last seed would fall into the store
    0.0,  # for each seed in the pits of a side
    0.0,  # to have the move
)
OCCUPIED, AGAIN, LYING, MOVE = range(len(WEIGHTS))
AGAIN_HINT = 1.5  # of `order`, for another move


class State(NamedTuple):
    """The two sides as seen by the player to move, `width` bits for each pit; pit 0 is the one beside its owner's store."""

    mine: int
    theirs: int
    my_store: int
    their_store: int
    turn: int  # the player to move


class Kalah(SowingGame):
    """Kalah with any number of pits and seeds that 62 bits a side can count."""

    aliases = ("mancala",)
    published = Published("William Julius Champion", 1940)
    unit = Unit("seeds", 1.0)
    tunables = ("estimate_weights",)
    rules = (
        "Choose one of your pits and sow its seeds one by one counter-clockwise into the next pits, your own store included "
        "and the other's left out. If the last seed falls into your store, you move again; if it falls into an empty pit of "
        "yours and there are seeds in the pit opposite, you bank both. When a side is empty, the other player banks the rest. "
        "More seeds in the store win."
    )
    cover = "0,0,2,0,8,7:3/0,7,2,7,6,5:1 S"
    usual_plies = 16
    classic = True
    diagrams = (
        Diagram(
            "4,4,4,4,4,4:0/4,4,4,4,4,4:0 S",
            "The four seeds of pit 3 end in South's store, on the right: South moves again.",
            ("3",),
        ),
        Diagram(
            "0,1,0,6,0,2:8/3,4,5,6,2,1:10 S",
            "The last seed of pit 2 falls into South's own empty pit 3: it takes the seeds of the pit opposite along.",
            ("2",),
        ),
    )

    def __init__(self, pits: int = 6, seeds: int = 4, empty_capture: bool = False) -> None:
        if not (1 <= pits <= MOST_PITS and seeds >= 1):
            raise BadParameter(
                f"kalah: {pits} pits of {seeds} seeds make no board; pits go from 1 to {MOST_PITS}, seeds from 1"
            )
        self.pits, self.seeds, self.empty_capture = pits, seeds, bool(empty_capture)
        self.width = BITS // pits
        self.pit_mask = (1 << self.width) - 1  # all bits of one pit
        self.total = 2 * pits * seeds
        if self.total >= self.pit_mask:
            most = (self.pit_mask - 1) // (2 * pits)
            raise BadParameter(f"kalah: {seeds} seeds in each of {pits} pits are too many to count; at most {most} fit")
        self.set_board(PitBoard(pits))
        self.estimate_weights = np.array(WEIGHTS)
        self.utility_range = (-float(self.total), float(self.total))
        self.max_actions = pits
        # A sowing that banks nothing only moves seeds along their side: seeds * pits * (pits - 1) such steps are possible at
        # first, and each banked seed comes with at most one seed for every pit, which brings pits * (pits - 1) more.
        self.max_plies = seeds * pits * (pits - 1) + self.total * (1 + pits * (pits - 1))
        self.lap = 2 * pits + 1  # both sides and a store
        self.ones = sum(1 << pit * self.width for pit in range(pits))  # a seed in each pit of a side
        self.top = self.ones << (self.width - 1)  # the top bit of each pit
        self.low = self.top - self.ones  # the other bits
        # int64, shape (pits * lap, 4): for each pit and number of seeds below a lap, see `_sowing`.
        self.sowings = np.array([self._sowing(pit, count) for pit in range(pits) for count in range(self.lap)], np.int64)

    def _sowing(self, pit: int, count: int) -> tuple[int, int, int, int]:
        """What the seeds add to my pits, to theirs and to my store, and where the last one falls."""
        sides, store, last = [0, 0], 0, pit
        for step in range(1, count + 1):
            place = (self.pits - 1 - pit + step) % self.lap  # 0 is my farthest pit, followed by my others, my store, theirs
            side, along = divmod(place, self.pits + 1)
            if along == self.pits:
                store, last = 1, STORE
            else:
                sides[side] += 1 << (self.pits - 1 - along) * self.width
                last = BEYOND if side else self.pits - 1 - along
        return sides[0], sides[1], store, last

    def initial(self) -> State:
        return State(self.ones * self.seeds, self.ones * self.seeds, 0, 0, 0)

    def actions(self, s: State) -> Iterator[int]:
        # The top bit of every pit that holds a seed: found without a branch, and pits beside the store come first.
        for place in cells((((s.mine & self.low) + self.low) | s.mine) & self.top):
            yield place // self.width

    def result(self, s: State, a: int) -> State:
        count = (s.mine >> a * self.width) & self.pit_mask
        laps = count // self.lap
        row = self.sowings[a * self.lap + count - laps * self.lap]
        mine = s.mine - (count << a * self.width) + laps * self.ones + int(row[0])
        theirs = s.theirs + laps * self.ones + int(row[1])
        my_store, their_store = s.my_store + laps + int(row[2]), s.their_store
        last = int(row[3])
        if last >= 0 and (mine >> last * self.width) & self.pit_mask == 1:
            opposite = (self.pits - 1 - last) * self.width
            caught = (theirs >> opposite) & self.pit_mask
            if caught or self.empty_capture:
                mine -= 1 << last * self.width
                theirs -= caught << opposite
                my_store += caught + 1
        if mine == 0 or theirs == 0:
            my_store += self.sum_of(mine)
            their_store += self.sum_of(theirs)
            mine = theirs = 0
        if last == STORE:
            return State(mine, theirs, my_store, their_store, s.turn)
        return State(theirs, mine, their_store, my_store, 1 - s.turn)

    def sum_of(self, side: int) -> int:
        """The seeds in the pits of a side: the digit sum in base 2 ** width, by casting out nines."""
        return side % self.pit_mask

    def terminal(self, s: State) -> bool:
        return s.mine == 0 and s.theirs == 0

    def utility(self, s: State, p: int) -> float:
        margin = float(s.my_store - s.their_store)
        return margin if p == s.turn else -margin

    # --- hints ---
    def evaluate(self, s: State, p: int) -> float:
        occupied, again = 0, 0
        for pit in range(self.pits):
            mine, theirs = (s.mine >> pit * self.width) & self.pit_mask, (s.theirs >> pit * self.width) & self.pit_mask
            occupied += int(mine != 0) - int(theirs != 0)
            again += int(mine % self.lap == pit + 1)
        w = self.estimate_weights
        margin = float(s.my_store - s.their_store + w[OCCUPIED] * occupied + w[AGAIN] * again + w[MOVE])
        margin += w[LYING] * (self.sum_of(s.mine) - self.sum_of(s.theirs))
        # Not more than what is still possible: all seeds that are not in a store.
        margin = float(max(2.0 * s.my_store - self.total, min(self.total - 2.0 * s.their_store, margin)))
        return margin if p == s.turn else -margin

    def banked(self, s: State, after: State) -> int:
        """The seeds that the mover in s has more in the store in the following state."""
        return (after.my_store if after.turn == s.turn else after.their_store) - s.my_store

    def noisy(self, s: State, a: int) -> bool:
        return self.banked(s, self.result(s, a)) > 1

    def order(self, s: State, a: int) -> float:
        after = self.result(s, a)
        return self.banked(s, after) + (AGAIN_HINT if after.turn == s.turn else 0.0)

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """Pits are counted from the mover's left."""
        return str(self.pits - int(a))

    def action_cells(self, s: State, a: int) -> Sequence[int]:
        return (self.board.index(f"{'SN'[s.turn]}{self.action_name(s, a)}"),)

    def contents(self, s: State) -> Sequence[int]:
        """South's pits from South's left, South's store, and the same for North."""
        mine, theirs = (unpacked(side, self.width, self.pits)[::-1] for side in (s.mine, s.theirs))
        mine, theirs = [*mine, s.my_store], [*theirs, s.their_store]
        return mine + theirs if s.turn == SOUTH else theirs + mine

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        sides = (contents[: self.pits + 1], contents[self.pits + 1 :])
        (*mine, my_store), (*theirs, their_store) = sides if turn == SOUTH else reversed(sides)
        return State(packed(mine[::-1], self.width), packed(theirs[::-1], self.width), my_store, their_store, turn)

    def join_row(self, cells: Sequence[str]) -> str:
        """A side's pits from its owner's left, a colon, and its store."""
        return f"{','.join(cells[:-1])}:{cells[-1]}"

    def split_row(self, row: str) -> list[str]:
        pits, _, store = row.partition(":")
        return [*pits.split(","), store]

    def way_to_write(self) -> str:
        return f"South's {self.pits} pits, a colon and the store, a slash, the same for North, then S or N for who moves"

    def problem(self, s: State) -> str:
        total = sum(self.contents(s))
        if total != self.total:
            return f"there are {total} seeds; it must be {self.total}, those in the stores included"
        if (s.mine == 0) != (s.theirs == 0):
            return "one side is empty and the other is not; that ends the game, so the rest belongs in a store"
        return ""

    def ending(self, s: State) -> str:
        return "a side is empty"
