"""Square boards: how cells are numbered, named and drawn. Shared by every game on a grid.

A cell is numbered row * width + column from the lower left corner, as players count; its name is a letter for the
column and a number for the row ("a1").
"""

from __future__ import annotations

from counterplay.core import BadNotation, Cell, Label
from counterplay.core.scene import CellShape

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_name(index: int, width: int) -> str:
    """'a1' for cell 0."""
    return f"{LETTERS[index % width]}{index // width + 1}"


def cell_index(name: str, width: int, height: int) -> int:
    """0 for 'a1'; BadNotation for what is no cell of the board."""
    column, row = LETTERS.find(name[:1].lower()), name[1:]
    if not name or not row.isdecimal() or len(row) > 4 or not 0 <= column < width or not 1 <= int(row) <= height:
        raise BadNotation(f"'{name}' is no cell of this board; cells run from a1 to {cell_name(width * height - 1, width)}")
    return (int(row) - 1) * width + column


def grid_cells(width: int, height: int, checkered: bool = False, shape: CellShape = "square") -> tuple[Cell, ...]:
    """A cell for each square, a1 at the lower left; checkered boards have a dark a1."""
    cells = []
    for index in range(width * height):
        row, column = divmod(index, width)
        tone = ("dark" if (row + column) % 2 == 0 else "light") if checkered else "plain"
        cells.append(Cell(cell_name(index, width), column + 0.5, height - row - 0.5, shape, tone))  # type: ignore[arg-type]
    return tuple(cells)


def grid_labels(width: int, height: int) -> tuple[Label, ...]:
    """Letters below the board and numbers to its left."""
    columns = [Label(c + 0.5, height + 0.4, LETTERS[c]) for c in range(width)]
    rows = [Label(-0.4, height - r - 0.5, str(r + 1)) for r in range(height)]
    return tuple(columns + rows)
