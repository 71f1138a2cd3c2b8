"""An exercise and a student's answers in one JSON file: `new` writes it, the student fills it in, `grade` reads it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterplay.core import BadNotation, CounterplayError
from counterplay.core.files.user_file import quoted, quoted_path, read_user_text
from counterplay.lessons.exercises.exercise_makers import Exercise
from counterplay.lessons.exercises.own_exercises import any_exercise_from
from counterplay.lessons.trees.tree_text import write_tree

FORMAT = "counterplay exercise 1"
LARGEST_FILE = 1_000_000  # characters


def exercise_text(exercise: Exercise, answers: Mapping[str, str] | None = None, student: str = "") -> str:
    """The file's text; answers are empty unless given."""
    given = answers or {}
    content = {
        "format": FORMAT,
        "student": student,
        "exercise": exercise.parameters(),
        "question": exercise.question,
        "tree": write_tree(exercise.game).splitlines(),
        "answers": {item.id: given.get(item.id, "") for item in exercise.items},
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class FilledIn:
    """What stands in a file that was handed in."""

    student: str  # "" where the file does not say
    exercise: Exercise
    answers: dict[str, Any]


def read_exercise(path: Path) -> tuple[Exercise, dict[str, Any]]:
    """The exercise and the answers in a file; an error says what is wrong and where."""
    read = read_submission(path)
    return read.exercise, read.answers


def holds_answers(path: Path) -> bool:
    """Whether a file is an exercise that somebody has begun to fill in; one that cannot be read any more may be."""
    if not path.is_file():
        return False
    try:
        return any(answer not in ("", None) for answer in read_submission(path).answers.values())
    except CounterplayError:
        return FORMAT in path.read_text(encoding="utf-8", errors="replace")


def read_submission(path: Path, key: Exercise | None = None) -> FilledIn:
    """The same with the student's name; with a key, a file that asks anything else is refused."""
    text = read_user_text(path, advice=f"; `counterplay exercise new KIND {path}` makes one")
    if len(text) > LARGEST_FILE:
        raise BadNotation(f"'{path}' is no exercise: it has more than {LARGEST_FILE:,} characters")
    content = _parsed(path, text)
    if content.get("format") != FORMAT:
        raise BadNotation(f'\'{path}\' is no exercise: it does not say "format": "{FORMAT}"')
    try:
        exercise = any_exercise_from(content.get("exercise"))
    except CounterplayError as error:
        raise BadNotation(f"'{path}', under \"exercise\": {error}") from None
    if key is not None and exercise != key:
        raise BadNotation(f"'{quoted_path(path)}' answers another exercise ({exercise.origin}), not the one of the key")
    student = content.get("student")
    return FilledIn(quoted(student.strip()) if isinstance(student, str) else "", exercise, _answers(path, content, exercise))


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        content = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        fault = error.msg.removesuffix(" starting at")
        raise BadNotation(f"'{path}' is no JSON: {fault}, line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise BadNotation(f"'{path}' is no exercise: {error}") from None
    except RecursionError:
        raise BadNotation(f"'{path}' is no exercise: its brackets are nested too deep") from None
    if not isinstance(content, dict):
        raise BadNotation(f"'{path}' is no exercise: it holds a {type(content).__name__}, not an object in braces")
    return content


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which every name occurs once: of two answers to one item neither can be preferred."""
    content: dict[str, Any] = {}
    for name, value in pairs:
        if name in content:
            raise ValueError(f'"{name}" occurs twice')
        content[name] = value
    return content


def _answers(path: Path, content: Mapping[str, Any], exercise: Exercise) -> dict[str, Any]:
    answers = content.get("answers")
    if not isinstance(answers, dict):
        raise BadNotation(f"'{path}' has no \"answers\", an object with an answer for each item")
    known = {item.id for item in exercise.items}
    for name, value in answers.items():
        if name not in known:
            raise BadNotation(
                f"'{path}', under \"answers\": there is no item '{name}'; the items are {', '.join(sorted(known))}"
            )
        if isinstance(value, list) and all(isinstance(part, int | float) for part in value):
            answers[name] = tuple(value)
        elif value is not None and (isinstance(value, bool) or not isinstance(value, str | int | float)):
            raise BadNotation(
                f"'{path}', under \"answers\": '{name}' should be a text or a number, not {json.dumps(value)[:40]}"
            )
    return answers
