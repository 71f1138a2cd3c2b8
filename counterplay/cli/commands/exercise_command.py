"""`counterplay exercise`: make exercises, solve them, have them graded."""

from __future__ import annotations

from pathlib import Path

import click
from rich import box
from rich.table import Table

from counterplay.cli.arguments import Spelt
from counterplay.cli.console import counted, out, remark, say
from counterplay.core.files.atomic_file import write_whole
from counterplay.lessons.exercises.answer_reasons import reason_for
from counterplay.lessons.exercises.exercise_file import exercise_text, read_exercise
from counterplay.lessons.exercises.exercise_makers import KINDS, Exercise, make_exercise
from counterplay.lessons.exercises.exercise_sheet import sheet_html
from counterplay.lessons.exercises.grading import grade as graded
from counterplay.lessons.trees.tree_text import write_tree

NOT_FULL = 1  # exit code
STYLES = {"right": "green", "wrong": "red", "missing": "yellow", "extra": "red"}
FILE = click.Path(path_type=Path)
html_option = click.option("--html", "html", type=FILE, metavar="FILE", help="Also write a sheet to print.")


@click.group()
def exercise() -> None:
    """Make exercises about searches, solve them, and have them graded.

    KIND is minimax, alpha_beta, cuts, action, expectiminimax or max_n. The same seed makes the same exercise.
    """


@exercise.command()
@click.argument("kind", type=Spelt(list(KINDS)))
@click.argument("file", type=FILE, required=False)
@click.option("--seed", type=int, metavar="N", help="Seed of the first exercise; random if left out.")
@click.option("--branching", "-b", type=int, metavar="N", help="Children of each node.")
@click.option("--depth", "-d", type=int, metavar="N", help="Levels below the root.")
@click.option("--low", type=int, metavar="N", help="Least utility.")
@click.option("--high", type=int, metavar="N", help="Greatest utility.")
@click.option(
    "--count",
    type=click.IntRange(1, 50),
    default=1,
    show_default=True,
    metavar="N",
    help="Exercises on the sheet, with seeds that follow each other.",
)
@click.option("--solutions", is_flag=True, help="Write the sheet with solutions.")
@html_option
def new(
    kind: str,
    file: Path | None,
    seed: int | None,
    branching: int | None,
    depth: int | None,
    low: int | None,
    high: int | None,
    count: int,
    solutions: bool,
    html: Path | None,
) -> None:
    """Make an exercise: show it, and write it to FILE, a JSON file to be filled in and graded."""
    made = [make_exercise(kind, seed, branching, depth, low, high)]
    for more in range(1, count):
        made.append(make_exercise(kind, made[0].seed + more, branching, depth, low, high))
    if count > 1 and html is None:
        raise click.UsageError("several exercises make a sheet; name its file with --html FILE")
    if file is not None:
        write_whole(file, exercise_text(made[0]))
        remark(f"wrote {file}: fill in the answers, then `counterplay exercise grade {file}`")
    _write_sheet(html, made, solutions)
    _show(made[0])
    if solutions:
        _solve(made[0])
    else:
        say(f"Answer {counted(len(made[0].items), 'item')}: {', '.join(item.id for item in made[0].items)}")


@exercise.command()
@click.argument("file", type=FILE)
@html_option
def solve(file: Path, html: Path | None) -> None:
    """Solve the exercise in FILE: the right answer to every item, and why."""
    made, _ = read_exercise(file)
    _write_sheet(html, [made], True)
    _show(made)
    _solve(made)


@exercise.command()
@click.argument("file", type=FILE)
@click.pass_context
def grade(ctx: click.Context, file: Path) -> None:
    """Grade the answers in FILE, item by item; the exit code is 0 for full marks and 1 otherwise."""
    made, answers = read_exercise(file)
    result = graded(made, answers)
    table = _table("item", "verdict", "answer", "right", "reason")
    for item in result.items:
        style = STYLES[item.verdict]
        shown = "a cut too many" if item.verdict == "extra" else item.verdict
        table.add_row(item.id, f"[{style}]{shown}[/]", item.given, item.right, item.reason)
    out.print(table)
    say(f"{result.score} of {result.of} points", "bold")
    if not result.full:
        ctx.exit(NOT_FULL)


def _write_sheet(path: Path | None, made: list[Exercise], solutions: bool) -> None:
    if path is not None:
        write_whole(path, sheet_html(made, solutions=solutions))
        remark(f"wrote {path}")


def _show(made: Exercise) -> None:
    say(f"{made.title} ({', '.join(f'{name} {value}' for name, value in made.parameters().items())})", "bold")
    out.print(made.question, width=min(out.width, 110))
    say("")
    say(write_tree(made.game).rstrip())
    say("")


def _solve(made: Exercise) -> None:
    table = _table("item", "right", "reason")
    for item in made.items:
        table.add_row(item.id, made.solution[item.id], reason_for(made, item))
    out.print(table)


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table
