"""A sheet of characters on which text and box lines are put by row and column, each character with its style."""

from __future__ import annotations

import unicodedata

Span = tuple[str, str]  # text and its style, as rich writes styles; empty for none

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_BOXES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the sum of directions in which a line leaves the character
ASCII = str.maketrans({**dict.fromkeys("└┌├┘┴┐┤┬┼", "+"), "│": "|", "─": "-", "╵": "|", "╷": "|", "╶": "-", "╴": "-",
                       "·": ".", "╲": "\\", "╱": "/", "●": "*", "■": "#", "□": "=", "○": "o", "△": "^", "▽": "v", "♠": "s",
                       "♥": "h", "♦": "d", "♣": "c"})  # fmt: skip


def text_width(text: str) -> int:
    """Columns a text takes on a terminal: East Asian characters two, combining ones none."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


class Canvas:
    """Grows to the right, left and down as needed; rows start at 0, columns may be negative."""

    def __init__(self) -> None:
        self._characters: dict[tuple[int, int], Span] = {}  # (row, column); an empty text hides behind a wide character
        self._lines: dict[tuple[int, int], int] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> int:
        """Write a text; the column after it."""
        for character in text:
            width = text_width(character)
            if width == 0:
                before, before_style = self._characters.get((row, column - 1), (" ", style))
                self._characters[row, column - 1] = (before + character, before_style)
                continue
            self._characters[row, column] = (character, style)
            for hidden in range(1, width):
                self._characters[row, column + hidden] = ("", style)
            column += width
        return column

    def at(self, row: int, column: int) -> str:
        """The text there, or the line, or a space."""
        return self._span(row, column, "")[0]

    def restyle(self, row: int, column: int, style: str) -> None:
        """Add to the style of a place."""
        text, old = self._span(row, column, "")
        self._characters[row, column] = (text, f"{old} {style}".strip())

    def stroke(self, row: int, column: int, to_row: int, to_column: int) -> None:
        """A line: box characters along rows and columns, slanted ones where it runs diagonally."""
        if row == to_row:
            for c in range(min(column, to_column), max(column, to_column)):
                self._join(row, c, EAST)
                self._join(row, c + 1, WEST)
        elif column == to_column:
            for r in range(min(row, to_row), max(row, to_row)):
                self._join(r, column, SOUTH)
                self._join(r + 1, column, NORTH)
        else:
            (top, start), (bottom, end) = sorted([(row, column), (to_row, to_column)])
            for r in range(top + 1, bottom):
                slanted = start + round((end - start) * (r - top) / (bottom - top))
                self.put(r, slanted, "╲" if end > start else "╱")

    def rows(self, line_style: str) -> list[list[Span]]:
        """Every row as runs of one style, without the spaces that end it."""
        places = [*self._characters, *self._lines]
        if not places:
            return []
        left, bottom = min(c for _, c in places), max(r for r, _ in places)
        rows = []
        for row in range(bottom + 1):
            right = max((c for r, c in places if r == row), default=left - 1)
            spans = [self._span(row, column, line_style) for column in range(left, right + 1)]
            rows.append(_trimmed(_merged(spans)))
        return rows

    def _join(self, row: int, column: int, direction: int) -> None:
        self._lines[row, column] = self._lines.get((row, column), 0) | direction

    def _span(self, row: int, column: int, line_style: str) -> Span:
        if (row, column) in self._characters:
            return self._characters[row, column]
        lines = self._lines.get((row, column), 0)
        return (_BOXES[lines], line_style) if lines else (" ", "")


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for text, style in spans:
        if merged and merged[-1][1] == style:
            merged[-1] = (merged[-1][0] + text, style)
        else:
            merged.append((text, style))
    return merged


def _trimmed(spans: list[Span]) -> list[Span]:
    while spans and " on " not in f" {spans[-1][1]}" and not spans[-1][0].strip():
        spans = spans[:-1]
    if spans and " on " not in f" {spans[-1][1]}":
        spans = [*spans[:-1], (spans[-1][0].rstrip(), spans[-1][1])]
    return spans
