"""Nim: take any number of objects from one heap; whoever takes the last one wins, or in misère play loses.

Solved by C. Bouton ("Nim, a game with a complete mathematical theory", 1901): the player to move loses in normal play exactly
if the exclusive or of the heaps is 0; in misère play too, except that with no heap above 1 an odd number of heaps loses.

Checked against OpenSpiel's `nim`, whose default is misère while it is normal play here, and against that theory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import FIRST_OR_SECOND, NumbersField, WordNotation
from counterplay.boards.pieces.packed_numbers import packed, unpacked
from counterplay.boards.shapes.cell_names import LETTERS
from counterplay.core import Cell, Diagram, Label, Piece, Scene, require
from counterplay.gears.bits import EMPTY, difference, down, number, up, word

MOST_HEAPS = 8  # one byte of a 64-bit word each
LARGEST_HEAP = 255
BYTE = np.uint64(0xFF)
KNOWN = 0.9  # utility of what the theory calls won; below 1 because the game still has to be played
ROW = 20  # objects drawn side by side before a heap goes on in the next row


class State(NamedTuple):
    """The heaps, one byte each, the first heap in the lowest."""

    heaps: np.uint64
    turn: int


class Nim(WordNotation):
    """Nim with up to eight heaps of up to 255 objects."""

    presets: ClassVar = {"misere_nim": {"misere": True}}
    rules = (
        "Players take turns taking one or more objects from a single heap. In normal play whoever takes the last object wins; "
        "in misère play whoever takes it loses."
    )
    cover = "1-0-5-5 second"
    usual_plies = 9
    solved = "Known for any heaps: the second player wins if their sizes, as binary numbers, cancel out (C. Bouton, 1901)."
    diagrams = (
        Diagram("1-3-5-7 first", "Take any number of objects from one heap.", ("d-2",)),
        Diagram(
            "0-0-5-4 first",
            "Take one from the heap of five: two equal heaps are lost for the player to move, who can always be copied.",
            ("c-1",),
        ),
    )

    def __init__(self, heaps: tuple[int, ...] = (1, 3, 5, 7), misere: bool = False) -> None:
        require(1 <= len(heaps) <= MOST_HEAPS, f"nim: there must be from 1 to {MOST_HEAPS} heaps, not {len(heaps)}")
        for heap in heaps:
            require(1 <= heap <= LARGEST_HEAP, f"nim: a heap must hold from 1 to {LARGEST_HEAP} objects, not {heap}")
        self.heaps, self.misere = tuple(heaps), misere
        self.count = len(heaps)
        self.max_actions = self.max_plies = sum(heaps)
        self.start = np.uint64(packed(heaps, 8))
        self.extra_fields = (NumbersField("heaps", "sizes of the heaps", self.heaps), FIRST_OR_SECOND)

    def initial(self) -> State:
        return State(self.start, 0)

    def heap(self, s: State, i: int) -> int:
        """How many objects a heap holds."""
        return number(down(s.heaps, 8 * i) & BYTE)

    def actions(self, s: State) -> Iterator[int]:
        """An action is (objects - 1) * heaps + heap, as in OpenSpiel."""
        for i in range(self.count):
            for taken in range(self.heap(s, i)):
                yield taken * self.count + i

    def result(self, s: State, a: int) -> State:
        taken = up(word(a // self.count + 1), 8 * (a % self.count))
        return State(difference(s.heaps, taken), 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return bool(s.heaps == EMPTY)

    def utility(self, s: State, p: int) -> float:
        took_last = p != s.turn
        return 1.0 if took_last != self.misere else -1.0

    def lost(self, s: State) -> bool:
        """Whether the player to move loses against best play: Bouton's theory."""
        balance, largest = 0, 0
        for i in range(self.count):
            balance ^= self.heap(s, i)
            largest = max(largest, self.heap(s, i))
        if self.misere and largest <= 1:
            return balance == 1
        return balance == 0

    def evaluate(self, s: State, p: int) -> float:
        return -KNOWN if (p == s.turn) == self.lost(s) else KNOWN

    def order(self, s: State, a: int) -> float:
        return 1.0 if self.lost(self.result(s, a)) else 0.0

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """'c-2' for two objects from the third heap."""
        return f"{LETTERS[a % self.count]}-{a // self.count + 1}"

    def extras(self, s: State) -> dict[str, Any]:
        return {"heaps": unpacked(int(s.heaps), 8, self.count), "turn": s.turn}

    def state_of(self, extras: dict[str, Any]) -> State:
        return State(np.uint64(packed(extras["heaps"], 8)), extras["turn"])

    def scene(self, s: State) -> Scene:
        cells, pieces, labels = [], [], []
        y = 0.5
        for i, size in enumerate(self.heaps):
            left = self.heap(s, i)
            labels.append(Label(-0.4, y, LETTERS[i]))
            labels.append(Label(min(size, ROW) + 0.6, y, str(left)))
            for k in range(size):
                cells.append(Cell(f"{LETTERS[i]}{k + 1}", k % ROW + 0.5, y + k // ROW, "pit"))
                if k < left:
                    pieces.append(Piece(cells[-1].id, "disc", letter="o", name="object"))
            y += (size - 1) // ROW + 1.5
        goal = "Whoever takes the last object loses." if self.misere else "Whoever takes the last object wins."
        return Scene(tuple(cells), tuple(pieces), labels=tuple(labels), notes=(goal,), material="felt")

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The leftmost of the objects to take: it goes with all to its right."""
        i = a % self.count
        return (f"{LETTERS[i]}{self.heap(s, i) - a // self.count}",)

    def ending(self, s: State) -> str:
        return "the last object is taken"
