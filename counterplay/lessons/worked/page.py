"""A lesson as one HTML file: text, table, picture, and the search to step through; nothing is fetched from elsewhere."""

from __future__ import annotations

import html

from counterplay.draw.colours.palette import style_sheet
from counterplay.lessons.worked.lesson import Content, Lesson, Section, Table

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --faint: #5b6878; --rule: #c9d2dc; --shade: #f1f4f8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8edf3; --paper: #14191f; --faint: #9aa8b8; --rule: #445262; --shade: #1f262e; }
}
body { font: 16px/1.55 system-ui, "Segoe UI", Roboto, Arial, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { margin-bottom: .2rem; }
.about { color: var(--faint); margin-top: 0; }
pre { background: var(--shade); padding: .8rem 1rem; border-radius: .5rem; overflow-x: auto; line-height: 1.3; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--rule); padding: .3rem .8rem; text-align: left; }
th { color: var(--faint); font-weight: 600; }
figure { margin: 1.2rem 0; }
figure svg { max-width: 100%; height: auto; background: #fff; border-radius: .5rem; }
figure.board svg { max-height: 26rem; }
iframe { border: 1px solid var(--rule); border-radius: .5rem; }
"""


def lesson_page(lesson: Lesson, content: Content) -> str:
    """The file's text."""
    parts = [_section(one) for one in content.text]
    if content.table is not None:
        parts.append(_table(content.table))
    if content.svg and not any(one.board for one in content.text):  # the picture is that of the board
        parts.append(f"<figure>{content.svg[content.svg.index('<svg') :]}</figure>")
    if content.walkthrough is not None:
        parts.append(f"<h2>Step by step</h2>{content.walkthrough.stepper(760)._repr_html_()}")
    return whole_page(lesson.title, f'<p class="about">{html.escape(lesson.about)}</p>{"".join(parts)}')


def whole_page(title: str, body: str) -> str:
    """A page with its style, below its title; body is HTML."""
    title = html.escape(title)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style_sheet('light')}{STYLE}</style></head>"
        f"<body><h1>{title}</h1>{body}</body></html>\n"
    )


def _section(one: Section) -> str:
    heading = f"<h2>{html.escape(one.heading)}</h2>" if one.heading else ""
    paragraphs = "".join(f"<p>{_marked(text)}</p>" for text in one.paragraphs)
    board = f'<figure class="board">{one.board.svg}</figure>' if one.board else ""
    return heading + paragraphs + board + (f"<pre><code>{html.escape(one.code)}</code></pre>" if one.code else "")


def _marked(text: str) -> str:
    """A paragraph; what stands in backticks is code."""
    parts = html.escape(text).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))


def _table(table: Table) -> str:
    head = "".join(f"<th>{html.escape(text)}</th>" for text in table.head)
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in table.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
