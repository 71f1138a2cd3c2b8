"""A report as people read it: in one line of text, or as a table of the candidate moves."""

from __future__ import annotations

from html import escape

from counterplay.core.report import Line, Report
from counterplay.core.text.result_table import ResultTable
from counterplay.core.text.value_words import value_heading

LONGEST_LINE = 12  # moves shown of a line of play


def report_text(report: Report) -> str:
    """The sentence of a report; below it, the table of its lines where several were asked for."""
    sentence = report_sentence(report)
    return sentence if len(report.lines) < 2 else f"{sentence}\n{report_table(report)}"


def report_sentence(report: Report) -> str:
    """The choice with its value, who found it with how much work, and the line of play: one line of text."""
    first, *_ = names = names_of_line(report, report.variation)
    work = f"{report.playouts:,} playouts" if report.playouts else f"depth {report.depth}, {report.nodes:,} nodes"
    return f"{first} ({report.value}), found by {report.algorithm}, {work}: {' '.join(names)}"


def report_table(report: Report) -> ResultTable:
    """The candidate actions, best first, each with its value, what was spent on it, and the play that follows it."""
    lines = report.lines or (Line(report.action, report.value, report.variation),)
    game = report.value.game
    heading = "value" if game is None else value_heading(game, report)
    visited = any(line.visits for line in lines)
    rows = []
    for line in lines:
        names = names_of_line(report, line.variation)
        work = line.visits if visited else line.nodes
        rows.append((names[0], str(line.value), work, " ".join(names)))
    return ResultTable.of(("move", heading, "visits" if visited else "nodes", "line"), rows)


def report_html(report: Report) -> str:
    """The sentence and the table, for a notebook."""
    return f"<p>{escape(report_sentence(report))}</p>{report_table(report)._repr_html_()}"


def names_of_line(report: Report, actions: tuple[int, ...]) -> list[str]:
    """The first actions of a line by name; by number where the position that was searched is not known."""
    shown = actions[:LONGEST_LINE]
    names = [str(a) for a in shown] if report.position is None else report.position.names_of(shown)
    return [*names, "..."] if len(actions) > LONGEST_LINE else names
