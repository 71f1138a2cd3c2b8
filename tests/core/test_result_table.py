"""Tables of results: printed, in a notebook, for a spreadsheet, for a data frame."""

from __future__ import annotations

import csv
import io

from counterplay.core.text.result_table import ResultTable

TABLE = ResultTable.of(("agent", "games", "value"), [("a<b", 1200, "+0.5"), ("c", 7, "-12")], "who | won", ["a note"])


def test_a_table_is_printed_in_columns() -> None:
    """Would catch columns that do not stand below each other, numbers on the left, or a title that is lost."""
    assert str(TABLE).splitlines() == [
        "who | won",
        "agent  games  value",
        "a<b    1,200   +0.5",
        "c          7    -12",
        "a note",
    ]


def test_a_notebook_shows_text_as_text() -> None:
    """Would catch a name that a notebook would take for markup."""
    html = TABLE._repr_html_()
    assert "a&lt;b" in html and "a<b" not in html and html.count("<tr>") == 3


def test_a_spreadsheet_runs_nothing() -> None:
    """Would catch an answer that a spreadsheet takes for a formula, or a number that becomes text."""
    table = ResultTable.of(("answer", "n"), [("=HYPERLINK(1)", 3), ("-4", 1.5), ("+cmd", 0)])
    assert list(csv.reader(io.StringIO(table.csv()))) == [
        ["answer", "n"],
        ["'=HYPERLINK(1)", "3"],
        ["-4", "1.5"],
        ["'+cmd", "0"],
    ]
    assert table.records()[1] == {"answer": "-4", "n": 1.5}
