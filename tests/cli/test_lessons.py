"""The commands lesson, exercise and growth: what they print and write, and what they say to bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from counterplay.lessons.exercises.exercise_makers import KINDS, make_exercise
from counterplay.lessons.worked import LESSONS
from tests.cli.conftest import assert_refused

Run = Callable[..., Result]


# --- lessons ---
def test_lessons_are_listed(run: Run) -> None:
    """A lesson that nobody can find."""
    done = run("lesson")
    assert done.exit_code == 0
    assert all(name in done.stdout for name in LESSONS)


def test_a_lesson_is_shown_and_written(run: Run, tmp_path: Path) -> None:
    """A lesson without its tree, its words or its steps; a page or a picture that is not written."""
    done = run("lesson", "two-ply", "--html", tmp_path / "l.html", "--svg", tmp_path / "l.svg")
    assert done.exit_code == 0, done.output
    for words in ("Two plies", "MIN already has 2 here, MAX has 3 elsewhere", "A is worth 3; the choice is a1"):
        assert words in done.stdout
    assert (tmp_path / "l.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "<svg" in (tmp_path / "l.svg").read_text(encoding="utf-8")


def test_long_searches_are_told_when_asked(run: Run) -> None:
    """Hundreds of steps that nobody wanted to read, or that cannot be had."""
    short, long = run("lesson", "three-levels"), run("lesson", "three-levels", "--steps")
    assert "--steps describes them" in short.stdout and "Step by step" not in short.stdout
    assert len(long.stdout.splitlines()) > len(short.stdout.splitlines()) + 40


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lesson", "chess"], ("there is no lesson 'chess'", "the lessons are two-ply")),
        (["lesson", "milestones", "--svg", "x.svg"], ("has no picture",)),
        (["lesson", "two-ply", "--html", "no/such/folder/x.html"], ("cannot be written",)),
        (["growth", "pig"], ("growth cannot search Pig", "chance")),
        (["growth", "--branching", "1"], ("--branching",)),
        (["growth", "no_game"], ("there is no game 'no_game'",)),
    ],
)
def test_bad_lessons(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: tuple[str, ...]
) -> None:
    """A traceback, or a sentence that does not help."""
    monkeypatch.chdir(tmp_path)
    assert_refused(run(*words), *said)


@pytest.mark.slow
def test_growth_of_a_game(run: Run, tmp_path: Path) -> None:
    """A table that is not printed, or a plot that is not written."""
    done = run("growth", "tic_tac_toe", "--depth", 3, "--svg", tmp_path / "g.svg")
    assert done.exit_code == 0, done.output
    assert "504" in done.stdout and "alpha-beta at best" in done.stdout
    assert "<svg" in (tmp_path / "g.svg").read_text(encoding="utf-8")


# --- exercises ---
@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_from_beginning_to_end(run: Run, tmp_path: Path, kind: str) -> None:
    """A file that cannot be graded as it was written, right answers that are marked, or solutions that are not right."""
    path = tmp_path / "exercise.json"
    made = run("exercise", "new", kind, path, "--seed", 11, "--html", tmp_path / "sheet.html")
    assert made.exit_code == 0, made.output
    assert "seed 11" in made.stdout and "Answer " in made.stdout
    empty = run("exercise", "grade", path)
    assert empty.exit_code == 1 and "missing" in empty.stdout and f"0 of {len(make_exercise(kind, 11).items)}" in empty.stdout
    solved = run("exercise", "solve", path)
    exercise = make_exercise(kind, 11)
    assert solved.exit_code == 0 and all(item.id in solved.stdout for item in exercise.items)
    content = json.loads(path.read_text(encoding="utf-8"))
    content["answers"] = exercise.solution
    path.write_text(json.dumps(content), encoding="utf-8")
    full = run("exercise", "grade", path)
    assert full.exit_code == 0, full.output
    assert f"{len(exercise.items)} of {len(exercise.items)} points" in full.stdout
    assert "Solutions" not in (tmp_path / "sheet.html").read_text(encoding="utf-8")


def test_the_same_seed_makes_the_same_file(run: Run, tmp_path: Path) -> None:
    """An exercise that depends on anything but its description."""
    for name in ("a", "b"):
        run("exercise", "new", "cuts", tmp_path / name, "--seed", 5, "--branching", 3, "--depth", 2, "--low", 0, "--high", 20)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_answers_are_not_written_over(run: Run, tmp_path: Path) -> None:
    """Would catch a second `exercise new` that destroys what a student has filled in, even where the file is damaged since."""
    path = tmp_path / "sheet.json"
    for seed in (1, 2):  # nothing is filled in yet
        assert run("exercise", "new", "minimax", path, "--seed", seed).exit_code == 0
    for text in (path.read_text().replace('"A": ""', '"A": "4"'), path.read_text()[:-5]):
        path.write_text(text)
        assert_refused(run("exercise", "new", "minimax", path, "--seed", 3), "holds answers; nothing is written")
        assert path.read_text() == text


def test_without_a_seed_one_is_drawn_and_said(run: Run) -> None:
    """An exercise that nobody can make again."""
    done = run("exercise", "new", "minimax")
    assert done.exit_code == 0 and "seed " in done.stdout


def test_a_sheet_of_several_with_solutions(run: Run, tmp_path: Path) -> None:
    """Fewer exercises than asked for, or a sheet without its solutions."""
    path = tmp_path / "s.html"
    done = run("exercise", "new", "minimax", "--seed", 1, "--count", 3, "--html", path, "--solutions")
    assert done.exit_code == 0, done.output
    text = path.read_text(encoding="utf-8")
    assert "3. Minimax values" in text and "Solutions" in text and "seed 3" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "negamax"], ("negamax", "minimax")),
        (["new", "minimax", "--depth", "99"], ("more than 128 leaves",)),
        (["new", "minimax", "--low", "5", "--high", "4"], ("low below high",)),
        (["new", "minimax", "--seed", "x"], ("x",)),
        (["new", "minimax", "--count", "2"], ("--html FILE",)),
        (["new", "minimax", "no/such/folder/x.json"], ("cannot be written",)),
        (["grade", "nothing.json"], ("there is no file 'nothing.json'", "exercise new")),
        (["solve", "."], ("cannot be read",)),
    ],
)
def test_bad_exercises(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: tuple[str, ...]
) -> None:
    """A traceback, or a sentence that does not help."""
    monkeypatch.chdir(tmp_path)
    assert_refused(run("exercise", *words), *said)


GOOD: dict[str, Any] = {"format": "counterplay exercise 1", "exercise": {"kind": "minimax", "seed": 1}, "answers": {"A": "3"}}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", ("line 1, column 1",)),
        (b'{\n"format": 3,\n}', ("line 3, column 1",)),
        (b"\xff\xfe", ("cannot be read",)),
        (b"[" * 100_000, ("is no exercise",)),
        (b"[]", ("holds a list",)),
        (b'{"answers": {"A": "1", "A": "2"}}', ('"A" occurs twice',)),
        (json.dumps({**GOOD, "format": "x"}).encode(), ('does not say "format": "counterplay exercise 1"',)),
        (json.dumps({**GOOD, "exercise": {}}).encode(), ('under "exercise"', "has no kind")),
        (json.dumps({**GOOD, "exercise": {"kind": "minimax"}}).encode(), ("needs its seed",)),
        (json.dumps({**GOOD, "exercise": {"kind": "minimax", "seed": 1.5}}).encode(), ("seed must be a whole number",)),
        (json.dumps({**GOOD, "exercise": {"kind": "minimax", "seed": 1, "size": 3}}).encode(), ("not by 'size'",)),
        (json.dumps({**GOOD, "answers": ["3"]}).encode(), ('has no "answers"',)),
        (json.dumps({**GOOD, "answers": {"Z": "3"}}).encode(), ("there is no item 'Z'", "the items are A, B")),
        (json.dumps({**GOOD, "answers": {"A": {"x": 1}}}).encode(), ("'A' should be a text or a number",)),
        (json.dumps({**GOOD, "answers": {"A": True}}).encode(), ("'A' should be a text or a number",)),
        (b'"' + b"x" * 1_100_000 + b'"', ("more than 1,000,000 characters",)),
    ],
)
def test_bad_files(run: Run, tmp_path: Path, content: bytes, said: tuple[str, ...]) -> None:
    """A file spoilt in every way: one sentence with the place."""
    path = tmp_path / "spoilt.json"
    path.write_bytes(content)
    assert_refused(run("exercise", "grade", path), "spoilt.json", *said)


def test_answers_in_a_file_may_be_numbers_and_lists(run: Run, tmp_path: Path) -> None:
    """A 3 that is not a "3", a list that is no tuple."""
    exercise = make_exercise("max_n", 1)
    answers = {item: json.loads(right.replace("(", "[").replace(")", "]")) for item, right in exercise.solution.items()}
    path = tmp_path / "e.json"
    path.write_text(json.dumps({**GOOD, "exercise": exercise.parameters(), "answers": answers}), encoding="utf-8")
    assert run("exercise", "grade", path).exit_code == 0
