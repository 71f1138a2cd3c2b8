"""Positions as rows of text: `xx../..oo x 3`, from the top of the board, then who is to move and what else there is to know.

A game says which pieces there are and which fields follow; writing, reading and every complaint about a wrong text are here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, ClassVar, NoReturn

import numpy as np

from counterplay.boards.board import Board
from counterplay.boards.cell_sets import holds
from counterplay.boards.notation_fields import NotationField
from counterplay.boards.piece_kind import TWO_SIDES, PieceKind
from counterplay.core import CHANCE, BadNotation, Game

EMPTY_RUN = "[1-9][0-9]?"  # so many empty cells, where a notation counts them
QUOTED = 120  # characters of a wrong text that an error repeats


class RowNotation(Game):
    """Part of `BoardGame`: `dump` and `load`.

    The state holds the board in a field `board`, an array of shape (cells,) with 0 for an empty cell and 1 + i for `pieces[i]`;
    or in a set of cells for each kind of piece, named in `cell_fields`. A field `turn` is the player to move. Where a state is
    kept otherwise, override `contents` and `assembled`.
    """

    board: Board
    pieces: tuple[PieceKind, ...] = TWO_SIDES
    empty_symbol: ClassVar[str] = "."
    side_symbols: ClassVar[str] = ""  # of the players, for who is to move; those of their first pieces if empty
    cell_fields: ClassVar[tuple[str, ...]] = ()  # for each kind of piece the field with its set of cells
    cell_bits: Sequence[int] = ()  # where these sets have the bit of each cell; at the cell's number if empty
    mover_first: ClassVar[bool] = False  # `cell_fields` are those of the player to move, then the opponent's
    extra_fields: ClassVar[tuple[NotationField, ...]] = ()  # what follows the side to move
    row_separator: ClassVar[str] = "/"
    cell_separator: ClassVar[str] = ""  # between the cells of a row, where the text of a cell has no fixed length
    counts_empty: ClassVar[bool] = False  # a number stands for so many empty cells, as in chess

    def cell_set(self, cells: Iterable[int]) -> Any:
        """A set of these cells."""
        return self.board.cell_set(cells)

    # --- what a game may override ---
    def contents(self, s: Any) -> Sequence[int]:
        """What stands on each cell: 0 for nothing, 1 + i for `pieces[i]`."""
        if not self.cell_fields:
            return [int(content) for content in s.board]
        found = [0] * self.board.size
        for content, field in enumerate(self._fields_of(self.player(s)), 1):
            for cell in range(self.board.size):
                if holds(_set_in(s, field), self.cell_bits[cell] if self.cell_bits else cell):
                    found[cell] = content
        return found

    def extras(self, s: Any) -> dict[str, Any]:
        """The values of `extra_fields`: those of the state's fields of the same names."""
        return {field.field: getattr(s, field.field) for field in self.extra_fields}

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> Any:
        """The state with these contents, player to move and further fields; other fields are those of the first state."""
        start = self.initial()
        fields: dict[str, Any] = {"turn": turn, **extras}
        if not self.cell_fields:
            fields["board"] = np.array(contents, start.board.dtype)
        for content, field in enumerate(self._fields_of(turn), 1):
            cells = [cell for cell, found in enumerate(contents) if found == content]
            chosen = np.uint64(sum(1 << self.cell_bits[cell] for cell in cells)) if self.cell_bits else self.cell_set(cells)
            if isinstance(chosen, tuple):
                fields |= {f"{field}_{i}": word for i, word in enumerate(chosen)}
            else:
                fields[field] = type(getattr(start, field))(chosen)
        return start._replace(**{name: value for name, value in fields.items() if name in start._fields})

    def restored(self, s: Any, turn: int) -> Any:
        """A state that was read, with the fields that follow from the others (a hash, a winner, a count of stones)."""
        return s

    def problem(self, s: Any) -> str:
        """Why no game comes to this position, as a clause that goes on after "in '...'": "Black has 13 men; 12 is the most".

        An empty text where all is well.
        """
        return ""

    def write_cell(self, content: int) -> str:
        """The text of a cell with this content."""
        return self.pieces[content - 1].symbol if content else self.empty_symbol

    def read_cell(self, text: str) -> int:
        """The content of a cell with this text; -1 where there is none."""
        return position_of(text, [self.empty_symbol, *(kind.symbol for kind in self.pieces)])

    # --- both ways ---
    def dump(self, s: Any) -> str:
        """The rows from the top with / between them, the symbol of the player to move, and what else there is to know."""
        cells = [self.write_cell(content) for content in self.contents(s)]
        rows = [self.cell_separator.join(cells[cell] for cell in row) for row in self.board.rows]
        if self.counts_empty:
            rows = [re.sub(f"({re.escape(self.empty_symbol)})+", lambda run: str(len(run[0])), row) for row in rows]
        values = self.extras(s)
        extras = [field.write(values[field.field], self.board) for field in self.extra_fields]
        player = self.player(s)
        side = self._sides()[s.turn if player == CHANCE else player]
        return " ".join([self.row_separator.join(rows), side, *extras])

    def load(self, text: str) -> Any:
        """Reads `dump`'s notation, in small or capital letters where that makes no difference."""
        rows, *others = text.split() or [""]
        if len(others) != 1 + len(self.extra_fields):
            self.refuse(text, f"it has {1 + len(others)} part{'s' if others else ''} instead of {2 + len(self.extra_fields)}")
        contents = self._read_rows(text, self._split_rows(rows))
        turn = position_of(others[0], self._sides())
        if turn < 0:
            self.refuse(text, f"'{others[0][:20]}' is no side to move")
        extras = {f.field: self._read_extra(text, f, word) for f, word in zip(self.extra_fields, others[1:], strict=True)}
        s = self.restored(self.assembled(contents, turn, extras), turn)
        problem = self.problem(s)
        if not problem and self.player(s) not in (turn, CHANCE):
            problem = "the pieces and the side to move do not fit together"
        if problem:
            raise BadNotation(f"{self.title_text}: in '{text[:QUOTED]}' {problem}")
        return s

    def refuse(self, text: str, reason: str) -> NoReturn:
        """Raise BadNotation: what is wrong with a text, and how to write a position."""
        shown = text if len(text) <= QUOTED else text[:QUOTED] + "..."
        between = f" with {self.row_separator} between" if self.row_separator else ""
        lengths = {len(row) for row in self.board.rows}
        rows = f"{len(self.board.rows)} rows" + (f" of {lengths.pop()} cells" if len(lengths) == 1 else "")
        symbols = " ".join([self.empty_symbol, *(kind.symbol for kind in self.pieces)])
        extras = "".join(f", then the {f.meaning}" for f in self.extra_fields)
        raise BadNotation(
            f"{self.title_text}: '{shown}' is no position: {reason}; write {rows} ({symbols}) from the top{between}, "
            f"then {' or '.join(self._sides())} for who is to move{extras}, as in '{self.dump(self.initial())}'"
        )

    def _read_rows(self, text: str, rows: Sequence[str]) -> list[int]:
        wanted = self.board.rows
        if len(rows) != len(wanted) and not self.row_separator:
            self.refuse(text, f"it has {sum(map(len, rows))} cells instead of {self.board.size}")
        if len(rows) != len(wanted):
            self.refuse(text, f"it has {len(rows)} {'row' if len(rows) == 1 else 'rows'} instead of {len(wanted)}")
        contents = [0] * self.board.size
        for number, (row, cells) in enumerate(zip(rows, wanted, strict=True), 1):
            found = self._split_row(row)
            if len(found) != len(cells):
                self.refuse(text, f"row {number} from the top, '{row[:40]}', has {len(found)} cells instead of {len(cells)}")
            for part, cell in zip(found, cells, strict=True):
                contents[cell] = self.read_cell(part)
                if contents[cell] < 0:
                    self.refuse(text, f"'{part[:20]}' at {self.board.names[cell]} is {self._wrong_cell()}")
        return contents

    def _split_rows(self, text: str) -> list[str]:
        """The rows, which may also stand without anything between them where every cell is one character."""
        if (self.row_separator and self.row_separator in text) or len(text) != self.board.size:
            return text.split("/") if "/" in text else [text]
        lengths = [len(row) for row in self.board.rows]
        return [text[end - length : end] for length, end in zip(lengths, accumulate(lengths), strict=True)]

    def _split_row(self, row: str) -> list[str]:
        """The texts of the cells of a row."""
        if self.cell_separator:
            return row.split(self.cell_separator)
        long = [re.escape(kind.symbol) for kind in self.pieces if len(kind.symbol) > 1]
        counted = [EMPTY_RUN] if self.counts_empty else []
        cells: list[str] = []
        for part in re.findall("|".join([*long, *counted, "."]), row, re.DOTALL):
            run = counted and re.fullmatch(EMPTY_RUN, part)
            cells += [self.empty_symbol] * int(part) if run else [part]
        return cells

    def _wrong_cell(self) -> str:
        return f"none of {' '.join([self.empty_symbol, *(kind.symbol for kind in self.pieces)])}"

    def _read_extra(self, text: str, field: NotationField, word: str) -> Any:
        try:
            return field.read(word, self.board)
        except BadNotation as right:
            self.refuse(text, f"the {field.meaning} should be {right}, not '{word[:20]}'")

    def _sides(self) -> Sequence[str]:
        """What stands for each player as the one to move."""
        return self.side_symbols or [next(kind.symbol for kind in self.pieces if kind.owner == p) for p in range(self.players)]

    def _fields_of(self, turn: int) -> Sequence[str]:
        return self.cell_fields[::-1] if self.mover_first and turn == 1 else self.cell_fields


def _set_in(s: Any, field: str) -> Any:
    """A set of cells in a state: one field, or several for its words."""
    if hasattr(s, field):
        return np.uint64(getattr(s, field))
    return tuple(getattr(s, f"{field}_{i}") for i in range(4) if hasattr(s, f"{field}_{i}"))


def position_of(text: str, known: Sequence[str]) -> int:
    """Which of the known texts this is; capitals count only where the known ones need them. -1 for none."""
    if text in list(known):  # not a part of a text that holds several signs
        return list(known).index(text)
    folded = [i for i, one in enumerate(known) if one.lower() == text.lower()]
    return folded[0] if len(folded) == 1 else -1
