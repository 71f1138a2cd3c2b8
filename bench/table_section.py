"""A table in a section of a document, one row a subject: a run replaces the rows that it has measured and keeps the others.

So a document holds what several commands have measured, each in a section of its own, and a run that was stopped goes on with
the subjects that have no row yet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.files.atomic_file import write_whole

HEADING = re.compile(r"^## ", re.M)


@dataclass(frozen=True)
class TableSection:
    """Where the table stands and how it begins."""

    document: Path
    title: str
    about: str  # what stands above the table
    columns: tuple[str, ...]

    def rows(self) -> dict[str, str]:
        """The rows that are there, by their first cell; none where the table has other columns by now."""
        lines = section(self.document.read_text(encoding="utf-8"), self.title).splitlines()
        table = [line for line in lines if line.startswith("|")]
        if table[:1] != [row_of(self.columns)]:
            return {}
        return {line.split("|")[1].strip(): line for line in table[2:]}

    def put(self, measured: dict[str, tuple[str, ...]]) -> None:
        """Write these rows, cells after the first by the first, among those that are there."""
        rows = self.rows() | {subject: row_of((subject, *cells)) for subject, cells in measured.items()}
        table = [row_of(self.columns), row_of(("---",) * len(self.columns)), *(rows[subject] for subject in sorted(rows))]
        text = self.document.read_text(encoding="utf-8")
        write_whole(self.document, with_section(text, self.title, f"{self.about.strip()}\n\n" + "\n".join(table)))


def row_of(cells: tuple[str, ...]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def section(text: str, title: str) -> str:
    """What stands below a heading, up to the next one; nothing where there is no such heading."""
    _, found, after = text.partition(f"## {title}\n")
    return HEADING.split(after, maxsplit=1)[0].strip() if found else ""


def with_section(text: str, title: str, body: str) -> str:
    """A document's text with this below the heading, which comes last where it is new."""
    before, found, after = text.partition(f"## {title}\n")
    rest = HEADING.search(after) if found else None
    following = f"\n{after[rest.start() :]}" if rest else ""
    return f"{before.rstrip()}\n\n## {title}\n\n{body.strip()}\n{following}"
