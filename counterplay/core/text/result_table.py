"""A table of results, for every way in which people look at one: printed, in a notebook, in a file, in a data frame."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

CellValue = str | int | float
GAP = "  "  # between two columns
NOTHING = "-"  # where there is no value
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would run as a formula


@dataclass(frozen=True)
class ResultTable:
    """Headings and rows. Numbers stand on the right; texts that look like numbers (a value, a score) do as well."""

    head: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()  # sentences below the table

    @classmethod
    def of(
        cls, head: Sequence[str], rows: Iterable[Sequence[CellValue]], title: str = "", notes: Sequence[str] = ()
    ) -> ResultTable:
        """A table from any sequences."""
        return cls(tuple(head), tuple(tuple(row) for row in rows), title, tuple(notes))

    def records(self) -> list[dict[str, CellValue]]:
        """A dictionary for each row, as `pandas.DataFrame` takes them."""
        return [dict(zip(self.head, row, strict=True)) for row in self.rows]

    def csv(self) -> str:
        """The table for a spreadsheet, with headings; text that a spreadsheet would run as a formula is quoted."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.head)
        writer.writerows([[_harmless(cell) for cell in row] for row in self.rows])
        return text.getvalue()

    def __str__(self) -> str:
        cells = [self.head, *(tuple(map(cell_text, row)) for row in self.rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.head))]
        right = self._right()
        lines = [
            GAP.join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True)).rstrip()
            for row in cells
        ]
        return "\n".join([*([self.title] if self.title else []), *lines, *self.notes])

    def _repr_html_(self) -> str:
        right = self._right()
        head = "".join(f"<th{_aligned(r)}>{escape(text)}</th>" for text, r in zip(self.head, right, strict=True))
        rows = "".join(
            f"<tr>{''.join(f'<td{_aligned(r)}>{escape(cell_text(c))}</td>' for c, r in zip(row, right, strict=True))}</tr>"
            for row in self.rows
        )
        title = f"<p>{escape(self.title)}</p>" if self.title else ""
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"{title}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{notes}"

    def __rich__(self) -> Table:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(title=self.title or None, title_justify="left", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        table.caption, table.caption_justify = "\n".join(self.notes) or None, "left"
        for heading, right in zip(self.head, self._right(), strict=True):
            table.add_column(Text(heading), justify="right" if right else "left", overflow="fold")
        for row in self.rows:
            table.add_row(*(Text(cell_text(cell)) for cell in row))
        return table

    def _right(self) -> list[bool]:
        """Which columns hold numbers, or texts that begin like one."""
        columns = [[row[i] for row in self.rows] for i in range(len(self.head))]
        return [bool(column) and all(not isinstance(c, str) or _numeric(c) for c in column) for column in columns]


def cell_text(cell: CellValue) -> str:
    """A cell as it is shown."""
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else f"{cell:.4g}"


def _numeric(text: str) -> bool:
    return text.lstrip("+-±<>=#≤≥ ")[:1].isdigit() or text in ("", "-", "+inf", "-inf")


def _harmless(cell: CellValue) -> CellValue:
    """What students write into an answer comes into the teacher's spreadsheet: a number is one, anything else is text."""
    if not isinstance(cell, str) or not cell.startswith(FORMULA) or cell == NOTHING:
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


def _aligned(right: bool) -> str:
    return "" if right else " style='text-align:left'"  # notebooks set cells to the right by themselves
