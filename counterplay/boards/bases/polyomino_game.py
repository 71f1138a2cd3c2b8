"""Games in which two players lay polyominoes from a common box on a board of squares, and whoever cannot lay one loses.

A game names its board, and the cells of which the first piece must cover one. Every placement on the empty board has a number,
which is the action. A state holds the set of the placements that are still possible, a bit each; laying a piece takes away
those of the same piece and those that need one of its cells. So actions are listed, counted and drawn at random without a look
at the board.

There is no estimate: before the last pieces nobody knows who wins, and to guess does harm. Of 786 positions of pentominoes on
8 x 8 that were solved, with up to 130 placements each, the player to move won 649, and a least-squares fit of the number of
placements and of the parities of fitting pieces and of regions told the others apart to some degree. But such an estimate
changes sign with every ply, whoever stands better, so that lines of different length do not compare; and it keeps the engine
from cutting, which it does at once where all leaves are alike. At equal CPU time, 0.05 s a move, 20 games of pentominoes from
random openings, the engine without an estimate won 15 to 5 against the fitted one, and 15 to 5 and 16 to 4 against the number
of placements alone, with either sign; with 4,000 nodes for each, too few to see the end, it was 11 to 9. Until something is
proven the engine plays the first action by `order`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.pieces.piece_kind import PieceKind
from counterplay.boards.pieces.polyomino_shapes import (
    MOST_WAYS,
    PENTOMINOES,
    Placement,
    Shape,
    drawn_shape,
    grip_of,
    placements,
    ways_to_lay,
)
from counterplay.boards.sets.long_sets import count_in, drawn_from, listed, long_set, members_in, some_in
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.core import BadParameter, Scene, state_key
from counterplay.core.scene import NEUTRAL, Piece, Polyomino, Region, Tray
from counterplay.gears.bits import popcount

MISLAID = -2  # in a state that was read: the cells of a piece do not have its shape

SLOT = 2.0  # the side of a piece's place beside the board, in cells
SLOTS_DEEP = 4  # in a column of the tray


class LaidState(NamedTuple):
    """What can still be laid, and what lies where."""

    possible: NDArray[np.uint64]  # shape (words,): a bit for each placement
    lies: NDArray[np.int16]  # shape (pieces,): the placement of each piece; NOWHERE for one that is in the box
    laid: int  # pieces on the board


class PolyominoGame(BoardGame):
    """Pentominoes from a common box; whoever cannot lay one loses."""

    player_names = ("First", "Second")
    drawings: ClassVar[Mapping[str, tuple[str, ...]]] = PENTOMINOES  # of the pieces, by their letters
    pieces = tuple(PieceKind(letter, NEUTRAL, f"{letter} pentomino") for letter in PENTOMINOES)
    side_symbols = "12"

    def set_box(self, board: Board, first_covers: Iterable[int] = ()) -> None:
        """Play on this board; the first piece must cover one of these cells, if there are any."""
        self.set_board(board)
        shapes = [drawn_shape(rows) for rows in self.drawings.values()]
        self.ways: list[tuple[Shape, ...]] = [ways_to_lay(shape) for shape in shapes]
        self.every_placement: list[Placement] = placements(board, shapes)
        number = len(self.every_placement)
        if not number:
            raise BadParameter(f"{self.title_text}: no piece fits on this board of {board.size} squares")
        self.piece_count = len(shapes)
        self.piece_of = np.array([p.shape for p in self.every_placement], np.int64)  # (placements,)
        self.way_of = np.array([p.way for p in self.every_placement], np.int64)  # (placements,)
        self.cells_of = np.array([p.cells for p in self.every_placement], np.int64)  # (placements, squares)
        self.piece_size = self.cells_of.shape[1]
        bound = sorted(set(first_covers))
        self.bound_cells, self.first_is_bound = tuple(bound), bool(bound)
        allowed = np.ones(number, bool)
        if bound:
            allowed[:] = np.isin(self.cells_of, bound).any(axis=1)
        self.everywhere = long_set(np.ones(number, bool))  # (words,)
        self.word_count = len(self.everywhere)
        self.first_possible = long_set(allowed)  # (words,): for the first piece alone
        # (pieces, words) and (cells, words): the placements of a piece, and those that need a cell
        self.of_piece = np.array([long_set(self.piece_of == p) for p in range(self.piece_count)])
        self.through = np.array([long_set((self.cells_of == c).any(axis=1)) for c in range(board.size)])
        self.first_candidates = self._different_firsts(allowed)
        self.max_actions = number
        self.max_plies = min(self.piece_count, board.size // self.piece_size)

    def _different_firsts(self, allowed: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Of the first placements one of each kind: a turned or reflected board leads to the same game."""
        places = self.cell_count ** np.arange(self.piece_size)  # cells as the digits of a number
        codes = np.sort(self.cells_of, axis=1) @ places
        sorted_codes, numbers = np.sort(codes), np.argsort(codes)
        least = np.arange(len(codes))
        for order in self.board.symmetries():
            image = numbers[np.searchsorted(sorted_codes, np.sort(order[self.cells_of], axis=1) @ places)]
            if (allowed[image] == allowed).all():
                least = np.minimum(least, image)
        return np.flatnonzero(allowed & (least == np.arange(len(codes))))

    # --- the rules ---
    def initial(self) -> LaidState:
        return LaidState(self.first_possible.copy(), np.full(self.piece_count, NOWHERE, np.int16), 0)

    def player(self, s: LaidState) -> int:
        return s.laid % 2

    def possible_count(self, s: LaidState) -> int:
        """How many placements are possible."""
        return count_in(s.possible)

    def actions(self, s: LaidState) -> NDArray[np.int64]:
        return members_in(s.possible)

    def blocked(self, a: int, i: int) -> np.uint64:
        """Word i of what an action makes impossible: the placements of the same piece, and those that need one of its cells."""
        found = self.of_piece[self.piece_of[a], i]
        for cell in self.cells_of[a]:
            found |= self.through[cell, i]
        return found  # type: ignore[no-any-return]

    def result(self, s: LaidState, a: int) -> LaidState:
        # What binds the first piece does not bind the second.
        possible = self.everywhere.copy() if self.first_is_bound and s.laid == 0 else s.possible.copy()
        for i in range(self.word_count):
            possible[i] &= ~self.blocked(a, i)
        lies = s.lies.copy()
        lies[self.piece_of[a]] = a
        return LaidState(possible, lies, s.laid + 1)

    def terminal(self, s: LaidState) -> bool:
        return not some_in(s.possible)

    def utility(self, s: LaidState, p: int) -> float:
        return -1.0 if p == s.laid % 2 else 1.0

    # --- hints ---
    def random_action(self, s: LaidState, rng: Any) -> int:
        return drawn_from(s.possible, rng)

    def candidates(self, s: LaidState) -> NDArray[np.int64]:
        """On the empty board one placement of each kind; later every one."""
        return self.first_candidates.copy() if s.laid == 0 else self.actions(s)

    def order(self, s: LaidState, a: int) -> float:
        # The fewer placements are left to the opponent, the likelier is one of the rare positions that the mover loses.
        replies = 0
        for i in range(self.word_count):
            replies += popcount(s.possible[i] & ~self.blocked(a, i))
        return -float(replies)

    def key(self, s: LaidState) -> int:
        return state_key((s.possible, s.laid % 2))  # which piece lies where makes no difference to what follows

    # --- names and pictures ---
    def contents(self, s: LaidState) -> Sequence[int]:
        found = [0] * self.cell_count
        for piece, placement in enumerate(s.lies):
            for cell in self.every_placement[placement].cells if placement >= 0 else ():
                found[cell] = 1 + piece
        return found

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> LaidState:
        numbers = {frozenset(p.cells): i for i, p in enumerate(self.every_placement)}
        s = self.initial()
        lies = s.lies.copy()
        for piece in range(self.piece_count):
            cells = frozenset(cell for cell, content in enumerate(contents) if content == 1 + piece)
            number = numbers.get(cells, MISLAID) if cells else NOWHERE
            lies[piece] = number if number < 0 or self.piece_of[number] == piece else MISLAID
        for placement in lies[lies >= 0]:
            s = self.result(s, int(placement))
        return s._replace(lies=lies)

    def problem(self, s: LaidState) -> str:
        wrong = [kind.name for kind, placement in zip(self.pieces, s.lies, strict=True) if placement == MISLAID]
        if wrong:
            return f"the squares of the {wrong[0]} do not have its shape"
        laid = s.lies[s.lies >= 0]
        if self.first_is_bound and len(laid) and not np.isin(laid, listed(self.first_possible)).any():
            return "no piece covers a square that the first one must cover"
        return ""

    def action_name(self, s: LaidState, a: int) -> str:
        """The piece, which of its ways, and the square that it is held by: 'F3-d4'."""
        placement = self.every_placement[int(a)]
        return f"{self.pieces[placement.shape].symbol}{placement.way + 1}-{self.board.names[placement.grip]}"

    def ways_that_fit(self, s: LaidState) -> list[list[int]]:
        """For each piece the ways in which it can be laid somewhere, in order."""
        chosen = listed(s.possible)
        found = np.zeros((self.piece_count, MOST_WAYS), bool)
        found[self.piece_of[chosen], self.way_of[chosen]] = True
        return [[int(way) for way in np.flatnonzero(ways)] for ways in found]

    def gesture(self, s: LaidState, a: int) -> Sequence[str]:
        """The piece, once for the first way that fits and once more for each further one; then the square for its grip."""
        placement = self.every_placement[int(a)]
        taps = 1 + self.ways_that_fit(s)[placement.shape].index(placement.way)
        return (*[self._slot(placement.shape)] * taps, self.board.names[placement.grip])

    def _slot(self, piece: int) -> str:
        return f"piece {self.pieces[piece].symbol}"

    def notes(self, s: LaidState) -> Sequence[str]:
        return ("The first piece must cover a square inside the line",) if self.first_is_bound and s.laid == 0 else ()

    def buttons(self, s: LaidState) -> dict[str, str]:
        return {}

    def scene(self, s: LaidState) -> Scene:
        names, fitting = self.board.names, self.ways_that_fit(s)
        regions, box = [], []
        for piece, placement in enumerate(s.lies):
            kind = self.pieces[piece]
            if placement >= 0:
                cells = tuple(names[cell] for cell in self.every_placement[placement].cells)
                regions.append(Region(cells, "solid", shade=piece, letter=kind.symbol, name=kind.name))
            else:
                form, *turns = [self._form(piece, way) for way in fitting[piece] or (0,)]
                box.append(Piece(self._slot(piece), form, letter=kind.symbol, name=kind.name, turns=tuple(turns)))
        if self.first_is_bound and s.laid == 0:
            regions.append(Region(tuple(names[cell] for cell in self.bound_cells), "outline", name="squares to cover"))
        slots = tuple(map(self._slot, range(self.piece_count)))
        tray = Tray(slots, label="Tap to take, again to turn", size=SLOT, most=SLOTS_DEEP)
        return replace(super().scene(s), pieces=tuple(box), regions=tuple(regions), trays=(tray,))

    def _form(self, piece: int, way: int) -> Polyomino:
        """A piece as it lies in one of its ways, rows counted downwards."""
        shape = self.ways[piece][way]
        x, y = grip_of(shape)
        return Polyomino(tuple((column, -row) for column, row in shape), piece, (x, -y))

    def ending(self, s: LaidState) -> str:
        return f"{self.player_names[s.laid % 2]} can lay no piece"
