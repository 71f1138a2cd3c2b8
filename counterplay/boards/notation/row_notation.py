"""Positions as rows of text: `xx../..oo x 3`, from the top of the board, then who is to move and what else there is to know.

A game says which pieces there are and which fields follow; writing, reading and every complaint about a wrong text are here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, ClassVar

import numpy as np

from counterplay.boards.notation.notation_fields import position_of
from counterplay.boards.notation.word_notation import WordNotation, with_fields
from counterplay.boards.pieces.piece_kind import TWO_SIDES, PieceKind
from counterplay.boards.sets.cell_sets import members
from counterplay.boards.shapes.board import Board
from counterplay.core import CHANCE


class LastBoard:
    """What stands on the cells of the state that was asked about last: names of all its actions ask about the same board."""

    def __init__(self) -> None:
        self._kept: tuple[Any, Any, Sequence[int]] = (None, None, ())  # a game, a state, its contents; states never change

    def contents(self, game: RowNotation, s: Any) -> Sequence[int]:
        """The contents of a state; they are replaced as a whole, since several threads may ask."""
        kept = self._kept
        if kept[0] is not game or kept[1] is not s:
            kept = self._kept = (game, s, game.contents(s))
        return kept[2]


_last_board = LastBoard()


class RowNotation(WordNotation):
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
    # Fields of the state that are the mover's and the opponent's, where the notation has the first player's and the second's:
    mover_first: ClassVar[bool] = False  # `cell_fields`
    mover_pairs: ClassVar[tuple[tuple[str, str], ...]] = ()  # `extra_fields`
    row_separator: ClassVar[str] = "/"
    cell_separator: ClassVar[str] = ""  # between the cells of a row, where the text of a cell has no fixed length
    counts_empty: ClassVar[bool] = False  # a number stands for that many empty cells, as in chess

    def cell_set(self, cells: Iterable[int]) -> Any:
        """A set of these cells."""
        return self.board.cell_set(cells)

    def contents_of(self, sets: Iterable[Any]) -> list[int]:
        """What stands on each cell, where these sets hold the cells with 1, 2, ... on them."""
        found, cell_of = [0] * self.board.size, {place: cell for cell, place in enumerate(self.cell_bits)}
        for content, chosen in enumerate(sets, 1):
            for place in members(chosen):
                found[cell_of.get(place, place)] = content
        return found

    def bit_set(self, cells: Iterable[int]) -> Any:
        """A set of these cells, each at its bit of `cell_bits`."""
        return np.uint64(sum(1 << self.cell_bits[cell] for cell in set(cells))) if self.cell_bits else self.cell_set(cells)

    def set_of(self, contents: Sequence[int], *wanted: int) -> Any:
        """The set of the cells with one of the wanted contents."""
        return self.bit_set(cell for cell, content in enumerate(contents) if content in wanted)

    # --- what a game may override ---
    def contents(self, s: Any) -> Sequence[int]:
        """What stands on each cell: 0 for nothing, 1 + i for `pieces[i]`."""
        if not self.cell_fields:
            return [int(content) for content in s.board]
        return self.contents_of(_set_in(s, field) for field in self._fields_of(self.player(s)))

    def content_at(self, s: Any, cell: int) -> int:
        """What stands on one cell, for names."""
        return _last_board.contents(self, s)[cell]

    def extras(self, s: Any) -> dict[str, Any]:
        """The values of `extra_fields`: those of the state's fields of the same names."""
        return self._by_player(super().extras(s), self.player(s))

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> Any:
        """The state with these contents, player to move and further fields; other fields are those of the first state."""
        start = self.initial()
        fields: dict[str, Any] = {"turn": turn, **self._by_player(extras, turn)}
        if not self.cell_fields:
            fields["board"] = np.array(contents, start.board.dtype)
        for content, field in enumerate(self._fields_of(turn), 1):
            chosen = self.set_of(contents, content)
            if isinstance(chosen, tuple):
                fields |= {f"{field}_{i}": word for i, word in enumerate(chosen)}
            else:
                fields[field] = type(getattr(start, field))(chosen)
        return with_fields(start, fields)

    def restored(self, s: Any, turn: int) -> Any:
        """A state that was read, with the fields that follow from the others (a hash, a winner, a count of stones)."""
        return s

    def write_cell(self, content: int) -> str:
        """The text of a cell with this content."""
        return self.pieces[content - 1].symbol if content else self.empty_symbol

    def read_cell(self, text: str) -> int:
        """The content of a cell with this text; -1 where there is none."""
        return position_of(text, [self.empty_symbol, *(kind.symbol for kind in self.pieces)])

    def cell_texts(self) -> str:
        """What a cell may be written as, for errors."""
        return " ".join([self.empty_symbol, *(kind.symbol for kind in self.pieces)])

    def join_row(self, cells: Sequence[str]) -> str:
        """The text of a row, of the texts of its cells."""
        row = self.cell_separator.join(cells)
        empty = re.escape(self.empty_symbol)
        return re.sub(f"({empty})+", lambda run: str(len(run[0])), row) if self.counts_empty else row

    def split_row(self, row: str) -> list[str]:
        """The texts of the cells of a row."""
        if self.cell_separator:
            return row.split(self.cell_separator)
        long = [re.escape(kind.symbol) for kind in self.pieces if len(kind.symbol) > 1]
        digits = "[1-9][0-9]?" if max(map(len, self.board.rows)) > 9 else "[1-9]"
        counted = [digits] if self.counts_empty else []
        cells: list[str] = []
        for part in re.findall("|".join([*long, *counted, "."]), row, re.DOTALL):
            run = counted and re.fullmatch(digits, part)
            cells += [self.empty_symbol] * int(part) if run else [part]
        return cells

    # --- both ways ---
    def dump(self, s: Any) -> str:
        """The rows from the top with / between them, the symbol of the player to move, and what else there is to know."""
        cells = [self.write_cell(content) for content in self.contents(s)]
        rows = [self.join_row([cells[cell] for cell in row]) for row in self.board.rows]
        return " ".join([self.row_separator.join(rows), *self._side(s), *self.written(s)]).rstrip()

    def load(self, text: str) -> Any:
        """Reads `dump`'s notation, in small or capital letters where that makes no difference."""
        words, sides, turn = text.split() or [""], self._sides(), 0
        extras = self.values_of(text, words, 2 if sides else 1)
        contents = self._read_rows(text, self._split_rows(words[0]))
        if sides:
            turn = position_of(words[1], sides)
            if turn < 0:
                self.refuse(text, f"'{words[1][:20]}' is no side to move")
        s = self.accepted(text, self.restored(self.assembled(contents, turn, extras), turn))
        if self.player(s) not in (turn, CHANCE):
            self.reject(text, "the pieces and the side to move do not fit together")
        return s

    def way_to_write(self) -> str:
        """Rows, the player to move, and what else there is to know."""
        between = f" with {self.row_separator} between" if self.row_separator else ""
        lengths = {len(row) for row in self.board.rows}
        rows = f"{len(self.board.rows)} rows" + (f" of {lengths.pop()} cells" if len(lengths) == 1 else "")
        side = f"{' or '.join(self._sides())} for who is to move" if self._sides() else ""
        return ", then ".join(
            filter(None, (f"{rows} ({self.cell_texts()}) from the top{between}", side, super().way_to_write()))
        )

    def _read_rows(self, text: str, rows: Sequence[str]) -> list[int]:
        wanted = self.board.rows
        if len(rows) != len(wanted) and not self.row_separator:
            self.refuse(text, f"it has {sum(map(len, rows))} cells instead of {self.board.size}")
        if len(rows) != len(wanted):
            self.refuse(text, f"it has {len(rows)} {'row' if len(rows) == 1 else 'rows'} instead of {len(wanted)}")
        contents = [0] * self.board.size
        for number, (row, cells) in enumerate(zip(rows, wanted, strict=True), 1):
            found = self.split_row(row)
            if len(found) != len(cells):
                self.refuse(text, f"row {number} from the top, '{row[:40]}', has {len(found)} cells instead of {len(cells)}")
            for part, cell in zip(found, cells, strict=True):
                contents[cell] = self.read_cell(part)
                if contents[cell] < 0:
                    self.refuse(text, f"'{part[:20]}' at {self.board.names[cell]} is none of {self.cell_texts()}")
        return contents

    def _split_rows(self, text: str) -> list[str]:
        """The rows, which may also stand without anything between them where every cell is one character."""
        if (self.row_separator and self.row_separator in text) or len(text) != self.board.size:
            return text.split("/") if "/" in text else [text]
        lengths = [len(row) for row in self.board.rows]
        return [text[end - length : end] for length, end in zip(lengths, accumulate(lengths), strict=True)]

    def _sides(self) -> Sequence[str]:
        """What stands for each player as the one to move; nothing where there is one player alone."""
        if self.players == 1:
            return ()
        return self.side_symbols or [next(kind.symbol for kind in self.pieces if kind.owner == p) for p in range(self.players)]

    def _side(self, s: Any) -> Sequence[str]:
        """The word for who is to move, if there is one."""
        if not self._sides():
            return ()
        player = self.player(s)
        return (self._sides()[s.turn if player == CHANCE else player],)

    def _by_player(self, extras: dict[str, Any], turn: int) -> dict[str, Any]:
        """The values of `extra_fields` with those of `mover_pairs` exchanged where the second player is to move; both ways."""
        swaps = {a: b for pair in self.mover_pairs for a, b in (pair, pair[::-1])} if turn == 1 else {}
        return {name: extras[swaps.get(name, name)] for name in extras}

    def _fields_of(self, turn: int) -> Sequence[str]:
        return self.cell_fields[::-1] if self.mover_first and turn == 1 else self.cell_fields


def _set_in(s: Any, field: str) -> Any:
    """A set of cells in a state: one field, or several for its words."""
    if hasattr(s, field):
        return np.uint64(getattr(s, field))
    return tuple(getattr(s, f"{field}_{i}") for i in range(4) if hasattr(s, f"{field}_{i}"))
