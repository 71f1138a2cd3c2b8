"""Quarto (B. Müller, 1991): four in a row that have something in common, with pieces that the opponent chooses.

Rules as published by Gigamic. Two choices: a line wins by itself, without being called, and the 2 x 2 squares of the advanced
game count only with `squares=yes`. A turn is two actions of one player, to place the piece that was handed over and to hand
over the next one. Checked against the number of action sequences (four placements are needed for the first line) and against a
second implementation written from the rules. With best play it is a draw (L. Goossens, 1998).
Level 10 plays with the engine, which scored 3 1/2 of 6 games against Monte Carlo search at equal time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.core import Diagram, Published, Scene, state_key
from counterplay.core.scene import NEUTRAL, Block, Piece, Tray
from counterplay.gears.bits import EMPTY, bit, difference, down, has, lowest, popcount, up

SIZE = 4
CELLS = SIZE * SIZE
PIECES = 16
NOBODY = -1  # no piece is held, nobody has won
TRAITS = (("light", "dark"), ("short", "tall"), ("square", "round"), ("hollow", "solid"))  # bit i of a piece's number: 0, 1
LANES = np.uint64(0x0001000100010001)  # the lowest bit of each of the four lanes of 16 cells
LANE_TOPS = np.uint64(0x8000800080008000)
HALF = 6.0  # unsafe pieces that are worth half a win to the player who hands over
# What counts for whoever makes the other one run out of safe pieces, in unsafe pieces: each unsafe piece, and that alone.
WEIGHTS = (1.0, 0.0)


class State(NamedTuple):
    """Four lanes of 16 bits a set, one for each trait: the cells whose piece has it, and those whose piece has it not."""

    having: np.uint64
    lacking: np.uint64
    left: np.uint64  # pieces that nobody has placed and nobody holds, a bit each
    held: int  # the piece to place, or NOBODY where one is to be handed over
    turn: int
    winner: int


def piece_name(piece: int) -> str:
    """'dark tall round solid piece'."""
    return " ".join(words[piece >> i & 1] for i, words in enumerate(TRAITS)) + " piece"


class Quarto(BoardGame):
    """Quarto; player 0 hands over the first piece."""

    name = "quarto"
    title = "Quarto"
    published = Published("Blaise Müller", 1991, "Gigamic")
    player_names = ("First", "Second")
    presets: ClassVar = {"quarto_with_squares": {"squares": True}}
    rules = (
        "Sixteen pieces are all different: dark or light, tall or short, round or square, solid or hollow. They belong to both "
        "of you. The first player chooses a piece and hands it over; the second places it on any free square, then chooses "
        "the piece that the first must place, and so on. So you never choose what you place yourself. Whoever completes a "
        "row, column or long diagonal of four pieces with something in common, whoever placed the others, wins. A full board "
        "without such a line is a draw. With squares, four such pieces in a square of 2 x 2 win, too. Before you hand over a "
        "piece, look whether it completes a line anywhere."
    )
    cover = ".45./..../0.97/.A.E 1 1"
    usual_plies = 31
    solved = "A draw (L. Goossens, 1998)."
    diagrams = (
        Diagram(
            "..../..../..../135. 1 7",
            "Dark pieces stand on a1, b1 and c1, and First was handed a dark one: on d1 it completes the line and wins.",
            ("d1",),
        ),
        Diagram(
            "..../..../..../135. 2 -",
            "Second hands over the next piece. What a1, b1 and c1 have in common, dark and hollow, must not be given: only "
            "light solid pieces are safe.",
            ("give-8", "give-A", "give-C", "give-E"),
        ),
    )
    pieces = tuple(PieceKind(f"{piece:X}", NEUTRAL, piece_name(piece)) for piece in range(PIECES))
    side_symbols = "12"
    max_actions = PIECES
    max_plies = 2 * PIECES
    tunables = ("weights",)

    def __init__(self, squares: bool = False) -> None:
        self.squares = squares
        self.weights = np.array(WEIGHTS)
        self.set_board(SquareBoard(SIZE))
        lines = [tuple(int(cell) for cell in line) for line in self.board.winning_lines(SIZE)]
        if squares:
            corners = [r * SIZE + c for r in range(SIZE - 1) for c in range(SIZE - 1)]
            lines += [(c, c + 1, c + SIZE, c + SIZE + 1) for c in corners]
        masks = [sum(1 << cell for cell in line) * int(LANES) for line in lines]
        through = [[mask for mask, line in zip(masks, lines, strict=True) if cell in line] for cell in range(CELLS)]
        self.line_masks = np.array(masks, np.uint64)  # each line in all four lanes
        most = max(map(len, through))
        # (cells, most): the lines through a cell; the first one again where there are fewer
        self.lines_of = np.array([found + found[:1] * (most - len(found)) for found in through], np.uint64)
        self.all_cells = np.uint64((1 << CELLS) - 1)
        # (pieces,): a bit in the lanes of the traits that a piece has
        self.lanes_of = np.array([sum(1 << CELLS * i for i in range(4) if p >> i & 1) for p in range(PIECES)], np.uint64)

    def initial(self) -> State:
        return State(EMPTY, EMPTY, self.all_cells, NOBODY, 0, NOBODY)

    def empty_cells(self, s: State) -> np.uint64:
        """The cells without a piece; a piece is in one of the two sets of any trait."""
        return self.all_cells & ~(s.having | s.lacking)

    def actions(self, s: State) -> Iterator[int]:
        places = self.empty_cells(s) if s.held >= 0 else s.left
        first = 0 if s.held >= 0 else self.passing
        for i in range(CELLS):
            if has(places, i):
                yield first + i

    def complete(self, cells: np.uint64, line: np.uint64) -> bool:
        """Whether all cells of the line are in one of the lanes."""
        missing = line & ~cells
        # A lane without a missing cell borrows from its top bit (the usual search for a zero among packed numbers).
        return bool((difference(missing, LANES) & ~missing & LANE_TOPS) != EMPTY)

    def result(self, s: State, a: int) -> State:
        if s.held < 0:
            piece = a - self.passing
            return State(s.having, s.lacking, s.left & ~bit(piece), piece, 1 - s.turn, NOBODY)
        having = s.having | up(self.lanes_of[s.held], a)
        lacking = s.lacking | up(LANES & ~self.lanes_of[s.held], a)
        winner = NOBODY
        for line in self.lines_of[a]:
            if self.complete(having, line) or self.complete(lacking, line):
                winner = s.turn
        return State(having, lacking, s.left, NOBODY, s.turn, winner)

    def terminal(self, s: State) -> bool:
        return s.winner != NOBODY or (s.held < 0 and s.left == EMPTY)

    def utility(self, s: State, p: int) -> float:
        if s.winner == NOBODY:
            return 0.0
        return 1.0 if p == s.winner else -1.0

    # --- hints ---
    def winning_cells(self, s: State, piece: int) -> np.uint64:
        """The empty cells where this piece would complete a line."""
        empty, found = self.empty_cells(s), EMPTY
        mine = self.lanes_of[piece]
        for line in self.line_masks:
            place = line & self.all_cells & empty
            if popcount(place) == 1:
                # Of the other three cells, a lane must be full in which the piece agrees with them.
                with_piece = s.having | up(mine, lowest(place))
                without = s.lacking | up(LANES & ~mine, lowest(place))
                if self.complete(with_piece, line) or self.complete(without, line):
                    found |= place
        return found

    def safe_pieces(self, s: State) -> int:
        """How many pieces can be handed over without losing at once."""
        count = 0
        for piece in range(PIECES):
            if has(s.left, piece) and self.winning_cells(s, piece) == EMPTY:
                count += 1
        return count

    def evaluate(self, s: State, p: int) -> float:
        # An odd number of safe pieces is good for whoever hands over now: the other one runs out of them first.
        safe = self.safe_pieces(s)
        if s.held >= 0 and self.winning_cells(s, s.held) != EMPTY:
            value = 0.9
        else:
            giver = 1.0 if safe % 2 == 1 else -1.0
            value = squash(giver * (self.weights[0] * (popcount(s.left) - safe) + self.weights[1]), HALF)
            if s.held >= 0:
                value = -value
        return value if p == s.turn else -value

    def candidates(self, s: State) -> Iterator[int]:
        """A win at once; else every action."""
        wins = self.winning_cells(s, s.held) if s.held >= 0 else EMPTY
        for a in self.actions(s):
            if wins == EMPTY or has(wins, a):
                yield a

    def key(self, s: State) -> int:
        return state_key((s.having, s.lacking, s.held, s.turn, s.left))

    # --- names and pictures ---
    def contents(self, s: State) -> Sequence[int]:
        occupied = ~self.empty_cells(s)
        lanes = [down(s.having, CELLS * i) for i in range(4)]
        return [1 + sum(int(has(lanes[i], c)) << i for i in range(4)) if has(occupied, c) else 0 for c in range(CELLS)]

    def dump(self, s: State) -> str:
        """The rows from the top, a hexadecimal digit for each piece, the player to move, and the piece in hand or -."""
        return f"{super().dump(s)} {'-' if s.held < 0 else f'{s.held:X}'}"

    def load(self, text: str) -> State:
        """Reads `dump`'s notation."""
        rows, _, held = text.strip().rpartition(" ")
        if held != "-" and (len(held) != 1 or held.upper() not in "0123456789ABCDEF"):
            self.refuse(text, f"'{held[:20]}' is no piece in hand; write one of 0 to F, or - where one is to be handed over")
        s: State = super().load(rows)
        piece = NOBODY if held == "-" else int(held, 16)
        if piece >= 0 and not has(s.left, piece):
            self.refuse(text, f"piece {held} is in hand and on the board")
        empty = popcount(self.empty_cells(s))
        if piece < 0 and empty == CELLS and s.turn != 0:
            self.refuse(text, "the first player hands over the first piece")
        return s._replace(held=piece, left=s.left & ~bit(piece) if piece >= 0 else s.left)

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        having = lacking = EMPTY
        left = self.all_cells
        for cell, content in enumerate(contents):
            if content:
                having |= up(self.lanes_of[content - 1], cell)
                lacking |= up(LANES & ~self.lanes_of[content - 1], cell)
                left &= ~bit(content - 1)
        won = any(self.complete(having, line) or self.complete(lacking, line) for line in self.line_masks)
        return State(having, lacking, left, NOBODY, turn, turn if won else NOBODY)

    def problem(self, s: State) -> str:
        if popcount(s.left) + CELLS - popcount(self.empty_cells(s)) != PIECES:
            return "a piece stands on two cells"
        return ""

    def action_name(self, s: State, a: int) -> str:
        return f"give-{int(a) - self.passing:X}" if s.held < 0 else super().action_name(s, a)

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return (f"piece {int(a) - self.passing:X}",) if s.held < 0 else super().gesture(s, a)

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        piece = content - 1
        look = Block(tall=bool(piece & 2), dark=bool(piece & 1), square=not piece & 4, hollow=not piece & 8)
        return (Piece(cell, look, letter=f"{piece:X}", name=piece_name(piece)),)

    def scene(self, s: State) -> Scene:
        left = [piece for piece in range(PIECES) if has(s.left, piece)]
        slots = tuple(f"piece {piece:X}" for piece in left)
        beside = [self.pieces_on(slot, piece + 1)[0] for slot, piece in zip(slots, left, strict=True)]
        trays = [Tray(slots, label="To hand over", most=4)] if left else []
        if s.held >= 0:
            beside += self.pieces_on("held", s.held + 1)
            trays.append(Tray(("held",), s.turn, label="To place"))
        plain = super().scene(s)
        return replace(plain, pieces=(*plain.pieces, *beside), trays=tuple(trays), material="wood")

    def marked(self, s: State) -> Sequence[int]:
        won = [line for line in self.line_masks if self.complete(s.having, line) or self.complete(s.lacking, line)]
        return [cell for cell in range(CELLS) if any(has(line, cell) for line in won)]

    def ending(self, s: State) -> str:
        return "the board is full" if s.winner == NOBODY else "four pieces in a line have something in common"
