"""Exercises as one HTML file fit to print, with or without solutions; nothing is fetched from elsewhere."""

from __future__ import annotations

import html
from collections.abc import Sequence

from counterplay.core import BadParameter
from counterplay.lessons.exercises.answer_reasons import reason_for
from counterplay.lessons.exercises.exercise_makers import CUT, Exercise, Item, mover
from counterplay.lessons.exercises.exercise_picture import exercise_svg

PORTRAIT = 900.0  # pixels of a picture that can be read across an upright page
STYLE = """
@page { size: A4; margin: 16mm 15mm; }
@page wide { size: A4 landscape; margin: 14mm; }
section.wide { page: wide; }
@media screen { section.wide { width: min(260mm, 96vw); position: relative; left: 50%; transform: translateX(-50%); } }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #111; background: #fff; max-width: 180mm; margin: 10mm auto; }
h1 { font-size: 17pt; margin: 0 0 2mm; }
h2 { font-size: 13pt; margin: 0 0 2mm; }
header { display: flex; justify-content: space-between; align-items: baseline; border-bottom: 0.4mm solid #111; }
.fields { font-size: 10pt; white-space: nowrap; }
.fields .blank { display: inline-block; width: 42mm; border-bottom: 0.2mm solid #111; margin-left: 2mm; }
section { margin-top: 7mm; }
section + section { break-before: page; }
.origin { font-size: 8.5pt; color: #555; margin: 0 0 2mm; }
figure { margin: 4mm 0; text-align: center; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; break-inside: avoid; margin: 2mm 0; }
th, td { border: 0.2mm solid #777; padding: 1mm 3mm; text-align: center; min-width: 17mm; height: 6mm; }
th { background: #eee; font-weight: 600; }
.boxes { display: flex; flex-wrap: wrap; gap: 2.5mm 4mm; margin: 2mm 0; }
.box { display: flex; align-items: center; gap: 1.5mm; break-inside: avoid; }
.box b { font-weight: 600; }
.box i { font-style: normal; display: inline-block; min-width: 18mm; height: 7mm; line-height: 7mm; text-align: center;
  border: 0.25mm solid #444; }
.right { color: #0a5c2d; font-weight: 600; }
.cut { color: #8a1c1c; font-weight: 600; }
ol { padding-left: 6mm; font-size: 10pt; }
li { break-inside: avoid; }
@media screen { body { padding: 0 8mm; } }
@media print { body { max-width: none; margin: 0; } }
"""


def sheet_html(exercises: Sequence[Exercise], *, solutions: bool = False, title: str = "Adversarial search") -> str:
    """A sheet of exercises; with solutions, every item is answered and explained."""
    if not exercises:
        raise BadParameter("a sheet needs at least one exercise")
    sections = [_section(i + 1, exercise, solutions) for i, exercise in enumerate(exercises)]
    blank = '<span class="blank"></span>'
    fields = '<span class="right">Solutions</span>' if solutions else f"Name{blank} Points{blank}"
    head = f'<header><h1>{html.escape(title)}</h1><div class="fields">{fields}</div></header>'
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}{' (solutions)' if solutions else ''}</title><style>{STYLE}</style></head>"
        f"<body>{head}{''.join(sections)}</body></html>\n"
    )


def _section(number: int, exercise: Exercise, solutions: bool) -> str:
    answers = _window_table(exercise, solutions) if exercise.kind == "alpha_beta" else _boxes(exercise, solutions)
    svg = exercise_svg(exercise, solved=solutions, theme="light")
    width = float(svg.partition('width="')[2].partition('"')[0])
    return (
        f'<section class="{"wide" if width > PORTRAIT else "narrow"}"><h2>{number}. {html.escape(exercise.title)}</h2>'
        f'<p class="origin">{html.escape(exercise.origin)}; {len(exercise.items)} points</p>'
        f"<p>{html.escape(exercise.question)}</p><figure>{svg}</figure>{answers}"
        f"{_reasons(exercise) if solutions else ''}</section>"
    )


def _answer(exercise: Exercise, item: Item, solutions: bool) -> str:
    if not solutions:
        return ""
    text = exercise.solution[item.id]
    return f'<span class="{"cut" if text == CUT else "right"}">{html.escape(text)}</span>'


def _window_table(exercise: Exercise, solutions: bool) -> str:
    """A row for each node: alpha, beta, value."""
    rows: dict[int, dict[str, Item]] = {}
    for item in exercise.items:
        rows.setdefault(item.node, {})[item.kind] = item
    columns = ("alpha", "beta", "value")
    head = "".join(f"<th>{name}</th>" for name in ("node", *columns))
    body = "".join(
        f"<tr><th>{exercise.tree.names[node]} ({mover(exercise, node)})</th>"
        + "".join(f"<td>{_answer(exercise, asked[column], solutions)}</td>" for column in columns)
        + "</tr>"
        for node, asked in rows.items()
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _boxes(exercise: Exercise, solutions: bool) -> str:
    """A box to write into for each item."""
    boxes = [
        f'<div class="box"><b>{html.escape(item.id)}</b><i>{_answer(exercise, item, solutions)}</i></div>'
        for item in exercise.items
    ]
    return f'<div class="boxes">{"".join(boxes)}</div>'


def _reasons(exercise: Exercise) -> str:
    """Why, item by item; what several items share is said once."""
    said = dict.fromkeys(reason_for(exercise, item) for item in exercise.items)
    return f"<ol>{''.join(f'<li>{html.escape(sentence)}</li>' for sentence in said)}</ol>"
