"""A report as people read it: in one line of text, and as a table in a notebook."""

from __future__ import annotations

from html import escape

from counterplay.core.report import Line, Report
from counterplay.core.text.value_words import value_heading

LONGEST_LINE = 12  # moves shown of a line of play


def report_text(report: Report) -> str:
    """The choice with its value, who found it with how much work, and the line of play: one line of text."""
    first, *_ = names = names_of_line(report, report.variation)
    work = f"{report.playouts:,} playouts" if report.playouts else f"depth {report.depth}, {report.nodes:,} nodes"
    return f"{first} ({report.value}), found by {report.algorithm}, {work}: {' '.join(names)}"


def report_html(report: Report) -> str:
    """The candidate actions, best first, each with its value and the play that follows it."""
    lines = report.lines or (Line(report.action, report.value, report.variation),)
    game = report.value.game
    heading = "value" if game is None else value_heading(game, report)
    rows = [f"<tr><th>{escape(heading)}</th><th style='text-align:left'>line</th></tr>"]
    for line in lines:
        names = " ".join(names_of_line(report, line.variation))
        rows.append(f"<tr><td>{escape(str(line.value))}</td><td style='text-align:left'>{escape(names)}</td></tr>")
    return f"<p>{escape(report_text(report))}</p><table>{''.join(rows)}</table>"


def names_of_line(report: Report, actions: tuple[int, ...]) -> list[str]:
    """The first actions of a line by name; by number where the position that was searched is not known."""
    shown = actions[:LONGEST_LINE]
    names = [str(a) for a in shown] if report.position is None else report.position.names_of(shown)
    return [*names, "..."] if len(actions) > LONGEST_LINE else names
