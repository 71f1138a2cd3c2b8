"""Names of the cells of boards in rows: a letter for the column, a number for the row ("a1")."""

from __future__ import annotations

from counterplay.core import BadNotation

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_name(index: int, width: int) -> str:
    """'a1' for cell 0 of a board whose rows have `width` cells."""
    return f"{LETTERS[index % width]}{index // width + 1}"


def cell_index(name: str, width: int, height: int) -> int:
    """0 for 'a1'; BadNotation for what is no cell of the board."""
    column, row = LETTERS.find(name[:1].lower()), name[1:]
    if not name or not row.isdecimal() or len(row) > 4 or not 0 <= column < width or not 1 <= int(row) <= height:
        raise BadNotation(f"'{name}' is no cell of this board; cells run from a1 to {cell_name(width * height - 1, width)}")
    return (int(row) - 1) * width + column
