"""`counterplay lesson`: the worked examples of the lectures."""

from __future__ import annotations

from pathlib import Path

import click
from rich import box
from rich.markdown import Markdown
from rich.table import Table as RichTable

from counterplay.cli.console import err, out, remark, say
from counterplay.core import BadParameter, Position
from counterplay.core.files.atomic_file import write_whole
from counterplay.draw import scene_text
from counterplay.lessons.telling.walkthrough_model import Walkthrough
from counterplay.lessons.trees.tree_text import write_tree
from counterplay.lessons.worked import LESSONS, Content, find_lesson
from counterplay.lessons.worked.page import lesson_page
from counterplay.lessons.written.lesson_file import load_lesson

MARKDOWN = (".md", ".markdown")
WIDTH = 100  # columns of running text at most
FEW_STEPS = 40  # of a search that are told without being asked for


@click.command()
@click.argument("name", required=False, shell_complete=lambda c, p, start: [n for n in LESSONS if n.startswith(start)])
@click.option("--steps", is_flag=True, help="Describe every step of the search in words, however many there are.")
@click.option(
    "--html",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write a page on which you can step through the search.",
)
@click.option("--svg", metavar="FILE", type=click.Path(path_type=Path), help="Also write the picture or plot.")
def lesson(name: str | None, steps: bool, html: Path | None, svg: Path | None) -> None:
    """Show a worked example, computed as you watch; without NAME, list all of them.

    NAME may also be a Markdown file of your own, with trees, positions, searches and exercises in it.
    """
    if name is None:
        _list()
        return
    if name.lower().endswith(MARKDOWN):
        _written(Path(name), steps, html, svg)
        return
    chosen = find_lesson(name)
    with err.status(f"working out {chosen.title}") as status:
        content = chosen.content(status.update)
    if html is not None:
        write_whole(html, lesson_page(chosen, content))
        remark(f"wrote {html}")
    if svg is not None:
        write_whole(svg, _picture(name, content))
        remark(f"wrote {svg}")
    say(chosen.title, "bold")
    say(chosen.about, "dim")
    _show(content, steps)


def _written(path: Path, steps: bool, html: Path | None, svg: Path | None) -> None:
    """A lesson from a file."""
    if svg is not None:
        raise BadParameter("--svg goes with the lessons that are built in; --html writes a page of this one")
    with err.status(f"working out {path.name}"):
        lesson = load_lesson(path)
    if html is not None:
        write_whole(html, lesson.html())
        remark(f"wrote {html}")
    for part in lesson.parts:
        say("")
        if isinstance(part, str):
            out.print(Markdown(part), width=min(out.width, WIDTH))
        elif isinstance(part, Position):
            say(scene_text(part.scene()))
        elif isinstance(part, Walkthrough):
            out.print(part.terminal())
            if steps:
                say(part.text())
        else:
            say(part.title, "bold")
            out.print(part.question, width=min(out.width, WIDTH), markup=False)
            say(write_tree(part.game).rstrip())


def _list() -> None:
    table = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("name", no_wrap=True)
    table.add_column("what it shows", overflow="fold")
    for one in LESSONS.values():
        table.add_row(one.name, one.about)
    out.print(table)


def _picture(name: str, content: Content) -> str:
    if content.svg:
        return content.svg
    if content.walkthrough is not None:
        return content.walkthrough.svg()
    raise BadParameter(f"the lesson '{name}' has no picture; --html writes its text and table")


def _show(content: Content, steps: bool) -> None:
    for one in content.text:
        say("")
        if one.heading:
            say(one.heading, "bold")
        for paragraph in one.paragraphs:
            out.print(paragraph, width=min(out.width, WIDTH), markup=False)
        for drawn in (one.board.text if one.board else "", one.code):
            if drawn:
                say("")
                say(drawn)
    if content.table is not None:
        table = RichTable(*content.table.head, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for row in content.table.rows:
            table.add_row(*row)
        say("")
        out.print(table)
    walk = content.walkthrough
    if walk is not None and (steps or len(walk.steps) <= FEW_STEPS):
        say("")
        say("Step by step", "bold")
        say(walk.text())
    elif walk is not None:
        say(
            f"The search has {len(walk.steps)} steps: --steps describes them, --html FILE writes a page that shows them.", "dim"
        )
