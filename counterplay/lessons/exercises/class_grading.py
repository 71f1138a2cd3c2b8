"""The files of a whole class graded at once: a table for the teacher, and marks for each student that give nothing away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from counterplay.core import BadParameter, CounterplayError
from counterplay.core.files.atomic_file import write_whole
from counterplay.core.text.result_table import CellValue, ResultTable
from counterplay.lessons.exercises.exercise_file import exercise_text, read_submission
from counterplay.lessons.exercises.exercise_makers import Exercise, SeededExercise
from counterplay.lessons.exercises.grading import Grade, grade


@dataclass(frozen=True)
class Submission:
    """One file of one student."""

    path: Path
    student: str  # as the file says, or the file's name
    exercise: Exercise | None
    grade: Grade | None
    problem: str = ""  # why there is no grade, in one sentence

    @property
    def points(self) -> str:
        """'7 of 9'."""
        return "-" if self.grade is None else f"{self.grade.score} of {self.grade.of}"


@dataclass(frozen=True)
class ClassReport:
    """A class, graded."""

    submissions: tuple[Submission, ...]

    @property
    def graded(self) -> tuple[Submission, ...]:
        """Those whose files could be read."""
        return tuple(one for one in self.submissions if one.grade is not None)

    @property
    def problems(self) -> tuple[Submission, ...]:
        """Those whose files could not."""
        return tuple(one for one in self.submissions if one.grade is None)

    def table(self) -> ResultTable:
        """A row for each student: points, share, and the items that are not right, or what is wrong with the file."""
        rows: list[tuple[CellValue, ...]] = []
        for one in self.submissions:
            if one.grade is None:
                rows.append((one.student, "-", "-", "-", one.problem))
                continue
            wrong = ", ".join(item.id for item in one.grade.marked)
            rows.append((one.student, one.grade.score, one.grade.of, f"{100 * one.grade.score / one.grade.of:.0f} %", wrong))
        scores = [one.grade.score / one.grade.of for one in self.graded if one.grade is not None]
        mean = [f"{len(scores)} graded, {100 * sum(scores) / len(scores):.0f} % on average"] if scores else []
        return ResultTable.of(("student", "points", "of", "share", "not right"), rows, notes=mean)

    def items_table(self) -> ResultTable:
        """A row for each item: how many have it right, and the wrong answer that is given most. For the teacher alone."""
        right: Counter[str] = Counter()
        asked: Counter[str] = Counter()
        wrong: dict[str, Counter[str]] = {}
        for one in self.graded:
            assert one.grade is not None
            for item in one.grade.items:
                asked[item.id] += 1
                right[item.id] += item.verdict == "right"
                if item.verdict in ("wrong", "extra"):
                    wrong.setdefault(item.id, Counter())[item.given] += 1
        rows: list[tuple[CellValue, ...]] = []
        for name, number in asked.items():
            often = [f"{text} ({times})" for text, times in wrong.get(name, Counter()).most_common(1)]
            rows.append((name, right[name], number, often[0] if often else ""))
        return ResultTable.of(("item", "right", "of", "commonest mistake"), rows)

    def exercises(self) -> list[Exercise]:
        """The different exercises that were handed in."""
        different: list[Exercise] = []
        for one in self.graded:
            if one.exercise is not None and one.exercise not in different:
                different.append(one.exercise)
        return different

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def grade_files(paths: Iterable[Path | str], key: Path | str | None = None) -> ClassReport:
    """Grade files; with a key, answers to any other exercise are refused.

    The key is the file that was handed out, or a folder of such files, one for each student under the same name. Without a key
    each file is graded by the exercise that stands in it, which a student may have changed.
    """
    files = exercise_files(paths)
    if key is None:
        return ClassReport(tuple(_submission(path, None) for path in files))
    asked = Path(key)
    if not asked.is_dir():
        exercise = read_submission(asked).exercise
        return ClassReport(tuple(_submission(path, exercise) for path in files))
    return ClassReport(tuple(_submission_of(path, asked / path.name) for path in files))


def hand_out(exercise: Exercise, students: Sequence[str], folder: Path) -> list[Path]:
    """Write a file to fill in for every student: each a tree of its own where the exercise is made from a seed."""
    names = [" ".join(student.split()) for student in students if student.strip()]
    if not names:
        raise BadParameter("nobody is named; write one student a line")
    files = [folder / f"{_file_name(name)}.json" for name in names]
    twice = [path.name for path, times in Counter(files).items() if times > 1]
    if twice:
        raise BadParameter(f"two students would share the file {twice[0]}; tell them apart by their names")
    texts = [exercise_text(_in_place(exercise, place), student=name) for place, name in enumerate(names)]
    for path, text in zip(files, texts, strict=True):
        if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
            raise BadParameter(f"'{path}' exists already and may hold answers; nothing is written: choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in zip(files, texts, strict=True):
        write_whole(path, text)
    return files


def _in_place(exercise: Exercise, place: int) -> Exercise:
    """The exercise of the student in this place of the list."""
    return replace(exercise, seed=exercise.seed + place) if isinstance(exercise, SeededExercise) else exercise


def _file_name(student: str) -> str:
    """A name that every file system takes."""
    return "".join(c if c.isalnum() or c in "-_." else "_" for c in student).strip(".") or "_"


def exercise_files(paths: Iterable[Path | str]) -> list[Path]:
    """The files themselves, and of every folder the .json files in it, by name."""
    found: list[Path] = []
    for path in map(Path, paths):
        if not path.exists():
            raise BadParameter(f"there is no file or folder '{path}' to grade")
        inside = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not inside:
            raise BadParameter(f"there is no .json file in the folder '{path}'")
        found += inside
    return found


def _submission_of(path: Path, key: Path) -> Submission:
    if not key.exists():
        return Submission(path, path.stem, None, None, f"nothing was handed out under this name: there is no '{key}'")
    try:
        return _submission(path, read_submission(key).exercise)
    except CounterplayError as error:
        return Submission(path, path.stem, None, None, str(error))


def _submission(path: Path, key: Exercise | None) -> Submission:
    try:
        read = read_submission(path, key)
        return Submission(path, read.student or path.stem, read.exercise, grade(read.exercise, read.answers))
    except CounterplayError as error:
        return Submission(path, path.stem, None, None, str(error))


def marks_text(one: Submission) -> str:
    """What a student is told: points, and for each item whether it is right; neither answers nor reasons."""
    if one.grade is None:
        return f"{one.student}: {one.problem}\n"
    return f"{one.student}: {one.points}\n{replace(one.grade.table(answers=False), title='')}\n"
