"""A student's function compared with ours, tree by tree, and the first difference shown.

The file runs in a process of its own, with a limit on time and memory, in an empty folder; it is never imported here. Grading
is always asked for by somebody, on his own machine: nothing in the studio or in a file that is opened leads here.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterplay.core import BadParameter
from counterplay.core.files.user_file import printable
from counterplay.core.interruption import before_leaving
from counterplay.core.text.parameter_kinds import NUMBER
from counterplay.core.text.result_table import ResultTable
from counterplay.lessons.code.code_tasks import CodeTask, RightAnswer, find_task, right_answer, task_tree
from counterplay.lessons.exercises.exercise_makers import value_text
from counterplay.lessons.exercises.student_answers import same_number
from counterplay.lessons.trees.tree_game import TreeGame, leaf_text
from counterplay.lessons.trees.tree_text import write_tree

SEEDS, SECONDS, MEMORY_MB = 30, 10.0, 512.0  # usual: trees, seconds of processor time for all of them together, memory
MOST_SEEDS = 1000
STARTING = 30.0  # seconds that Python itself may take to start, on a busy machine
ALARM = getattr(signal, "SIGPROF", 0)  # by which the process ends itself when its processor time is up
PATIENCE = 3.0  # times the limit, by the clock: for those who wait instead of working
SHOWN_LEAVES = 8  # of an order of leaves, before the rest is left out


@dataclass(frozen=True)
class Difference:
    """The first tree on which a function differs from ours."""

    seed: int
    what: str  # one sentence
    tree: str  # as indented lines

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.what}\n{self.tree}"


@dataclass(frozen=True)
class CodeGrade:
    """One student's file, graded."""

    path: Path
    task: str
    right: int  # trees
    of: int
    difference: Difference | None = None
    problem: str = ""  # why nothing, or not everything, could be compared

    @property
    def full(self) -> bool:
        """Whether every tree came out right."""
        return self.right == self.of

    def __str__(self) -> str:
        rest = f"\n{self.problem}" if self.problem else ""
        first = f"\nThe first difference, {self.difference}" if self.difference else ""
        return f"{self.path.name}: {self.right} of {self.of} trees{rest}{first}".rstrip()


@dataclass(frozen=True)
class CodeReport:
    """The files of a class, graded."""

    task: str
    grades: tuple[CodeGrade, ...]

    def table(self) -> ResultTable:
        """A row for each file: trees that came out right, and the first that did not."""
        rows = [
            (
                grade.path.stem,
                grade.right,
                grade.of,
                "" if grade.difference is None else str(grade.difference.seed),
                grade.problem or ("" if grade.difference is None else grade.difference.what),
            )
            for grade in self.grades
        ]
        full = sum(grade.full for grade in self.grades)
        return ResultTable.of(
            ("student", "right", "of", "seed", "first difference"),
            rows,
            f"{self.task}: compared with ours",
            [f"{full} of {len(self.grades)} are right on every tree"],
        )

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def grade_code_files(
    task: str,
    paths: Iterable[Path | str],
    *,
    seeds: Sequence[int] = range(SEEDS),
    seconds: float = SECONDS,
    memory_mb: float = MEMORY_MB,
    progress: Callable[[str], None] = lambda _: None,
) -> CodeReport:
    """Run the function of every file on the same trees; this runs code that students wrote, each in its own process."""
    asked = find_task(task)
    files = code_files(paths)
    grades = []
    for number, path in enumerate(files, 1):
        progress(f"{path.name} ({number} of {len(files)})")
        grades.append(grade_code(asked.name, path, seeds=seeds, seconds=seconds, memory_mb=memory_mb))
    return CodeReport(asked.name, tuple(grades))


def code_files(paths: Iterable[Path | str]) -> list[Path]:
    """The files themselves, and of every folder the .py files in it, by name."""
    found: list[Path] = []
    for path in map(Path, paths):
        inside = sorted(path.glob("*.py")) if path.is_dir() else [path]
        if not inside:
            raise BadParameter(f"there is no .py file in the folder '{path}'")
        found += inside
    return found


def grade_code(
    task: str,
    path: Path | str,
    *,
    seeds: Sequence[int] = range(SEEDS),
    seconds: float = SECONDS,
    memory_mb: float = MEMORY_MB,
) -> CodeGrade:
    """Run the function in a student's file on the trees of some seeds, within a limit of processor time, and compare."""
    asked, where = find_task(task), Path(path)
    if not 1 <= len(seeds) <= MOST_SEEDS:
        raise BadParameter(f"code is graded on 1 to {MOST_SEEDS} trees, not {len(seeds)}")
    if NUMBER.check("seconds", seconds) <= 0:
        raise BadParameter("seconds must be more than 0")
    games = [task_tree(asked, seed) for seed in seeds]
    replies, ended = _run(asked, where.resolve(), games, seconds, memory_mb)
    if replies and "refused" in replies[0]:
        return CodeGrade(where, asked.name, 0, len(seeds), problem=printable(str(replies[0]["refused"])))
    right, first = 0, None
    for seed, game, reply in zip(seeds, games, replies, strict=False):
        wrong = _difference(asked, game, right_answer(asked, game), reply)
        if not wrong:
            right += 1
        elif first is None:
            first = Difference(seed, wrong, write_tree(game))
    problem = ""
    if len(replies) < len(seeds):
        stuck = seeds[len(replies)]
        problem = f"{ended} on the tree of seed {stuck} (tree {len(replies) + 1} of {len(seeds)})"
        first = first or Difference(stuck, ended, write_tree(games[len(replies)]))
    return CodeGrade(where, asked.name, right, len(seeds), first, problem)


# --- the process ---
def _run(
    task: CodeTask, path: Path, games: list[TreeGame], seconds: float, memory_mb: float
) -> tuple[list[dict[str, Any]], str]:
    """The replies, one a tree as far as they came, and why there are no more."""
    asked = "".join(json.dumps(write_tree(game)) + "\n" for game in games).encode()
    command = [sys.executable, "-m", "counterplay.lessons.code.student_process"]
    words = [*command, str(path), task.name, str(seconds), str(memory_mb), str(os.getpid())]
    surroundings = {
        **os.environ,
        "COUNTERPLAY_QUIET": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    with tempfile.TemporaryDirectory(prefix="counterplay-code-") as folder, tempfile.TemporaryFile() as answers:
        process = subprocess.Popen(
            words,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=answers,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a group of its own: killed as a whole
            env=surroundings,
        )
        stay = before_leaving(lambda: _kill(process))
        ended = "it ends the process"
        try:
            process.communicate(asked, timeout=PATIENCE * seconds + STARTING)
            late = process.returncode == -ALARM
        except subprocess.TimeoutExpired:
            late = True
        finally:
            _kill(process)
            process.wait()
            stay()
        if late:
            ended = f"it takes more than {seconds:g} s"
        answers.seek(0)
        return _read(answers.read(), len(games)), ended


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _read(text: bytes, most: int) -> list[dict[str, Any]]:
    """The whole lines, as far as they are replies."""
    replies: list[dict[str, Any]] = []
    for line in text.split(b"\n")[:-1][:most]:
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(reply, dict):
            break
        replies.append(reply)
    return replies


# --- the comparison ---
def _difference(task: CodeTask, game: TreeGame, right: RightAnswer, reply: dict[str, Any]) -> str:
    """What is not as it should be, in one sentence; nothing where all is well."""
    if "error" in reply:
        return printable(str(reply["error"]))
    given, wanted = reply.get("value"), value_text(right.value)
    found = _numbers(given)
    if found is None:
        shown = given.get("text") if isinstance(given, dict) else given
        kind = "tuple of numbers" if len(right.value) > 1 else "number"
        return f"it gives {printable(str(shown))}, which is no {kind}; {wanted} is right"
    if len(found) != len(right.value) or not all(same_number(a, b) for a, b in zip(found, right.value, strict=True)):
        return f"it gives {value_text(found)}, and {wanted} is right"
    return _other_leaves(game, right.leaves, reply.get("leaves")) if task.leaves else ""


def _numbers(given: Any) -> tuple[float, ...] | None:
    parts = given if isinstance(given, list) else [given]
    numbers = [part for part in parts if isinstance(part, int | float) and not isinstance(part, bool)]
    return tuple(map(float, numbers)) if parts and len(numbers) == len(parts) and not any(map(math.isnan, numbers)) else None


def _other_leaves(game: TreeGame, right: tuple[int, ...], given: Any) -> str:
    """Where the leaves that were looked at part from ours."""
    tree = game.flat
    looked = [n for n in given if isinstance(n, int) and 0 <= n < len(tree)] if isinstance(given, list) else []
    if tuple(looked) == right:
        return ""

    def named(nodes: Sequence[int]) -> str:
        words = [f"{'.'.join(str(step + 1) for step in tree.path(n))} = {leaf_text(tree, n)}" for n in nodes[:SHOWN_LEAVES]]
        return ", ".join(words) + (", ..." if len(nodes) > SHOWN_LEAVES else "")

    more = [n for n in looked if n not in right]
    missing = [n for n in right if n not in looked]
    if more:
        return (
            f"the value is right, but it looks at {len(looked)} leaves instead of {len(right)}; cut off should be {named(more)}"
        )
    if missing:
        return f"the value is right, but by luck: it never looks at {named(missing)}"
    return f"it looks at the right leaves in another order: {named(looked)} instead of {named(right)}"
