"""`counterplay exercise`: make exercises, solve them, have them graded, one or a whole class."""

from __future__ import annotations

from pathlib import Path

import click
from rich import box
from rich.table import Table

from counterplay.cli.arguments import GameArgument, Spelt, position_of, state_option
from counterplay.cli.console import counted, err, out, remark, say
from counterplay.core import BadParameter, Game
from counterplay.core.files.atomic_file import write_whole
from counterplay.core.files.user_file import quoted_path, read_user_text
from counterplay.lessons.code.code_grading import MEMORY_MB, MOST_SEEDS, SECONDS, SEEDS, grade_code_files
from counterplay.lessons.code.code_tasks import TASKS
from counterplay.lessons.exercises.answer_reasons import reason_for
from counterplay.lessons.exercises.class_grading import ClassReport, Submission, grade_files, hand_out, marks_text
from counterplay.lessons.exercises.exercise_file import exercise_text, holds_answers, read_exercise
from counterplay.lessons.exercises.exercise_makers import KINDS, Exercise, make_exercise
from counterplay.lessons.exercises.exercise_sheet import sheet_html
from counterplay.lessons.exercises.grading import Grade
from counterplay.lessons.exercises.own_exercises import exercise_on_position, exercise_on_tree
from counterplay.lessons.trees.tree_text import write_tree

NOT_FULL = 1  # exit code
STYLES = {"right": "green", "wrong": "red", "missing": "yellow", "extra": "red"}
FILE = click.Path(path_type=Path)
html_option = click.option("--html", "html", type=FILE, metavar="FILE", help="Also write a sheet to print.")
csv_option = click.option("--csv", "csv", type=FILE, metavar="FILE", help="Also write the table for a spreadsheet.")
kind_argument = click.argument("kind", metavar="KIND", type=Spelt(list(KINDS)))
seed_option = click.option("--seed", type=int, metavar="N", help="Seed of the first exercise; random if left out.")
tree_option = click.option(
    "--tree", metavar="TREE", help="Ask about this tree instead: nested lists, or a file that holds them or indented lines."
)


@click.group()
def exercise() -> None:
    """Make exercises about searches, solve them, and have them graded.

    KIND is minimax, alpha_beta, cuts, action, expectiminimax or max_n. The same seed makes the same exercise.
    """


@exercise.command()
@kind_argument
@click.argument("file", type=FILE, required=False)
@seed_option
@click.option("--branching", "-b", type=int, metavar="N", help="Children of each node.")
@click.option("--depth", "-d", type=int, metavar="N", help="Levels below the root.")
@click.option("--low", type=int, metavar="N", help="Least utility.")
@click.option("--high", type=int, metavar="N", help="Greatest utility.")
@tree_option
@click.option("--game", "-g", type=GameArgument(), metavar="GAME", help="Ask about the search of a position of this game.")
@state_option
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
    tree: str | None,
    game: Game | None,
    state: str | None,
    count: int,
    solutions: bool,
    html: Path | None,
) -> None:
    """Make an exercise: show it, and write it to FILE, a JSON file to be filled in and graded.

    KIND is minimax, alpha_beta, cuts, action, expectiminimax or max_n.
    """
    if tree is not None or game is not None or state is not None:
        _refuse_seeds(tree, game, (seed, branching, low, high), count)
        made: list[Exercise] = [_own(kind, tree, game, state, depth)]
    else:
        first = make_exercise(kind, seed, branching, depth, low, high)
        made = [make_exercise(kind, first.seed + more, branching, depth, low, high) for more in range(count)]
    if count > 1 and html is None:
        raise click.UsageError("several exercises make a sheet; name its file with --html FILE")
    if file is not None:
        if holds_answers(file):
            raise BadParameter(f"'{quoted_path(file)}' holds answers; nothing is written: choose another name, or remove it")
        write_whole(file, exercise_text(made[0]))
        remark(f"wrote {file}: fill in the answers, then `counterplay exercise grade {file}`")
    _write_sheet(html, made, solutions)
    _show(made[0])
    if solutions:
        _solve(made[0])
    else:
        say(f"Answer {counted(len(made[0].items), 'item')}: {', '.join(item.id for item in made[0].items)}")


def _refuse_seeds(tree: str | None, game: Game | None, sizes: tuple[int | None, ...], count: int) -> None:
    if tree is not None and game is not None:
        raise click.UsageError("give --tree or --game, not both")
    if game is None and tree is None:
        raise click.UsageError("--state is a position of a game; name the game with --game GAME")
    if any(size is not None for size in sizes) or count > 1:
        raise click.UsageError(
            "--seed, --branching, --low, --high and --count make random trees; they do not go with one's own"
        )


def _own(kind: str, tree: str | None, game: Game | None, state: str | None, depth: int | None) -> Exercise:
    if game is not None:
        return exercise_on_position(kind, game, position_of(game, state), 2 if depth is None else depth)
    if state is not None or depth is not None:
        raise click.UsageError("--state and --depth belong to --game; a tree is asked about as it is")
    return exercise_on_tree(kind, tree)


@exercise.command("hand-out")
@kind_argument
@click.argument("students", type=FILE)
@click.argument("folder", type=FILE)
@seed_option
@tree_option
def hand_out_command(kind: str, students: Path, folder: Path, seed: int | None, tree: str | None) -> None:
    """Write a file to fill in for every student into FOLDER; STUDENTS is a file with one name a line.

    KIND is minimax, alpha_beta, cuts, action, expectiminimax or max_n.

    Without --tree every student gets a tree of their own, made from a seed of their own. Keep a copy of FOLDER: it is the key
    for `counterplay exercise grade --of`.
    """
    if tree is not None and seed is not None:
        raise click.UsageError("--seed makes random trees; it does not go with --tree")
    made: Exercise = make_exercise(kind, seed) if tree is None else exercise_on_tree(kind, tree)
    for path in hand_out(made, read_user_text(students, BadParameter).splitlines(), folder):
        say(str(path))


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
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option(
    "--of", "key", type=FILE, metavar="KEY", help="What was handed out, a file or a folder: anything else is refused."
)
@click.option("--marks-only", is_flag=True, help="Say what is right and what is not, but not what would be right, nor why.")
@click.option("--feedback", type=FILE, metavar="FOLDER", help="Also write each student's marks, without the answers.")
@click.option("--items", is_flag=True, help="Also show how many have each item right, and the commonest mistake.")
@csv_option
@click.pass_context
def grade(
    ctx: click.Context,
    files: tuple[Path, ...],
    key: Path | None,
    marks_only: bool,
    feedback: Path | None,
    items: bool,
    csv: Path | None,
) -> None:
    """Grade the answers in FILES, or in all .json files of a folder.

    One file is graded item by item, and the exit code is 0 for full marks and 1 otherwise. Several make the table of a class;
    the exit code is then 1 where a file could not be graded.
    """
    if len(files) == 1 and not files[0].is_dir() and key is None:
        read_exercise(files[0])  # what is wrong with a single file is the command's one sentence
    report = grade_files(files, key)
    if csv is not None:
        write_whole(csv, report.table().csv())
        remark(f"wrote {csv}")
    if feedback is not None:
        _write_feedback(report, feedback)
    alone = report.submissions[0]
    if len(report.submissions) == 1 and not files[0].is_dir() and not items:
        if alone.grade is None:
            raise BadParameter(alone.problem)
        _show_grade(alone.grade, marks_only)
        if not alone.grade.full:
            ctx.exit(NOT_FULL)
        return
    _show_class(report, key is None, items)
    if report.problems:
        ctx.exit(NOT_FULL)


@exercise.command()
@click.argument("task", metavar="TASK", type=Spelt(list(TASKS)))
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option(
    "--trees",
    type=click.IntRange(1, MOST_SEEDS),
    default=SEEDS,
    show_default=True,
    metavar="N",
    help="Random trees to compare on.",
)
@click.option("--seed", type=click.IntRange(0, 2**32), default=0, show_default=True, metavar="N", help="Of the first tree.")
@click.option(
    "--seconds",
    type=float,
    default=SECONDS,
    show_default=True,
    metavar="T",
    help="Of processor time, for all trees of one file together.",
)
@click.option("--memory", type=float, default=MEMORY_MB, show_default=True, metavar="MB", help="For each file.")
@csv_option
@click.pass_context
def code(
    ctx: click.Context,
    task: str,
    files: tuple[Path, ...],
    trees: int,
    seed: int,
    seconds: float,
    memory: float,
    csv: Path | None,
) -> None:
    """Compare functions that students wrote with ours: TASK is minimax, alpha_beta, expectiminimax or max_n.

    FILES are Python files, or folders of them, each with a function of that name which takes a game and a state. They are RUN,
    each in a process of its own with a limit on time and memory: grade only what you are prepared to run. The first difference
    is shown with its tree; the exit code is 0 where everything is right and 1 otherwise.
    """
    with err.status("comparing") as status:
        report = grade_code_files(
            task, files, seeds=range(seed, seed + trees), seconds=seconds, memory_mb=memory, progress=status.update
        )
    if csv is not None:
        write_whole(csv, report.table().csv())
        remark(f"wrote {csv}")
    if len(report.grades) == 1:
        say(str(report.grades[0]))
    else:
        out.print(report.table())
    if not all(one.full for one in report.grades):
        ctx.exit(NOT_FULL)


# --- what is shown ---
def _show_grade(result: Grade, marks_only: bool) -> None:
    table = _table("item", "verdict", "answer", *(() if marks_only else ("right", "reason")))
    for item in result.items:
        style = STYLES[item.verdict]
        extra = "wrong" if marks_only else "a cut too many"  # which would say that the node is not cut off
        shown = extra if item.verdict == "extra" else item.verdict
        table.add_row(item.id, f"[{style}]{shown}[/]", item.given, *(() if marks_only else (item.right, item.reason)))
    out.print(table)
    say(f"{result.score} of {result.of} points", "bold")


def _show_class(report: ClassReport, without_key: bool, items: bool) -> None:
    out.print(report.table())
    if items:
        say("")
        out.print(report.items_table())
    different = len(report.exercises())
    if without_key and different > 1:
        remark(f"the files hold {different} different exercises; --of KEY refuses all but the one that was handed out")


def _write_feedback(report: ClassReport, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one in report.submissions:
        write_whole(_feedback_path(folder, one), marks_text(one))
    remark(f"wrote the marks of {counted(len(report.submissions), 'student')} into {folder}")


def _feedback_path(folder: Path, one: Submission) -> Path:
    return folder / f"{one.path.stem}.txt"


def _write_sheet(path: Path | None, made: list[Exercise], solutions: bool) -> None:
    if path is not None:
        write_whole(path, sheet_html(made, solutions=solutions))
        remark(f"wrote {path}")


def _show(made: Exercise) -> None:
    say(f"{made.title} ({made.origin})", "bold")
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
