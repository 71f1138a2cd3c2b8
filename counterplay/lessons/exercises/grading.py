"""Grading, item by item: right, wrong, missing, or a cut that should not have been made, each with the reason in words.

`grade` is a plain function of an exercise and a dictionary of answers, to be called from an assert, nbgrader or otter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from counterplay.core import BadParameter
from counterplay.core.files.user_file import quoted
from counterplay.core.text.result_table import ResultTable
from counterplay.lessons.exercises.answer_reasons import reason_for, why_looked_at
from counterplay.lessons.exercises.exercise_makers import CUT, Exercise, Item
from counterplay.lessons.exercises.student_answers import plain, read_number, read_tuple, same_number, says_cut, says_seen

Verdict = Literal["right", "wrong", "missing", "extra"]


@dataclass(frozen=True)
class ItemGrade:
    """One item, graded."""

    id: str
    verdict: Verdict  # "extra": a cut that should not have been made
    given: str
    right: str
    reason: str  # empty where the answer is right


@dataclass(frozen=True)
class Grade:
    """A whole exercise, graded."""

    items: tuple[ItemGrade, ...]

    @property
    def score(self) -> int:
        """Items answered rightly."""
        return sum(item.verdict == "right" for item in self.items)

    @property
    def of(self) -> int:
        """Items in all."""
        return len(self.items)

    @property
    def full(self) -> bool:
        """Whether everything is right."""
        return self.score == self.of

    @property
    def marked(self) -> tuple[ItemGrade, ...]:
        """What is not right."""
        return tuple(item for item in self.items if item.verdict != "right")

    def as_json(self) -> dict[str, Any]:
        """For the studio and for files."""
        return {"score": self.score, "of": self.of, "items": [asdict(item) for item in self.items]}

    def table(self, *, answers: bool = True) -> ResultTable:
        """One item a row; without answers, neither the right ones nor the reasons, which lead to them."""
        if not answers:  # "extra" would say that the node is not cut off
            marks = [(i.id, "wrong" if i.verdict == "extra" else i.verdict, i.given) for i in self.items]
            return ResultTable.of(("item", "verdict", "answer"), marks, f"{self.score} of {self.of}")
        rows = [(i.id, i.verdict, i.given, i.right, i.reason) for i in self.items]
        return ResultTable.of(("item", "verdict", "answer", "right", "reason"), rows, f"{self.score} of {self.of}")

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __str__(self) -> str:
        lines = [f"{self.score} of {self.of}"]
        lines += [f"{item.id}: {item.verdict}. {item.reason}" for item in self.marked]
        return "\n".join(lines)


def grade(exercise: Exercise, answers: Mapping[str, Any], only: Collection[str] | None = None) -> Grade:
    """Grade answers, given by the ids of the items as text or numbers; an empty one is missing. only: these items alone."""
    if not isinstance(answers, Mapping):
        raise BadParameter(f"answers are given by item, as in {{'A': '3'}}, not as a {type(answers).__name__}")
    known = [item.id for item in exercise.items]
    unknown = [key for key in (*answers, *(only or ())) if key not in known]
    if unknown:
        raise BadParameter(f"there is no item '{unknown[0]}' in this exercise; its items are {', '.join(known)}")
    asked = [item for item in exercise.items if only is None or item.id in only]
    return Grade(tuple(_graded(exercise, item, answers.get(item.id)) for item in asked))


def _graded(exercise: Exercise, item: Item, answer: Any) -> ItemGrade:
    given = "" if answer is None else str(answer).strip()
    right = exercise.solution[item.id]
    if not given:
        return ItemGrade(item.id, "missing", "", right, f"No answer. {reason_for(exercise, item)}")
    shown = quoted(given)  # a table has no room for thousands of digits
    if _is_right(item, given, right):
        return ItemGrade(item.id, "right", shown, right, "")
    if exercise.cutting and says_cut(given):
        return ItemGrade(item.id, "extra", shown, right, why_looked_at(exercise, item))
    return ItemGrade(item.id, "wrong", shown, right, _complaint(item, given) + reason_for(exercise, item))


def _is_right(item: Item, given: str, right: str) -> bool:
    if right == CUT or item.kind == "leaf":
        return says_cut(given) if right == CUT else says_seen(given)
    if item.kind == "choice":
        return plain(given) == plain(right)
    wanted, found = read_tuple(right), read_tuple(given) if item.kind == "tuple" else _single(given)
    if found is None or wanted is None or len(found) != len(wanted):
        return False
    return all(same_number(one, other) for one, other in zip(found, wanted, strict=True))


def _single(text: str) -> tuple[float] | None:
    number = read_number(text)
    return None if number is None else (number,)


def _complaint(item: Item, given: str) -> str:
    """A word about an answer of the wrong form."""
    if item.choices:
        known = (plain(choice) for choice in item.choices)
        fits = says_seen(given) if item.kind == "leaf" else plain(given) in known
        return "" if fits else f"'{quoted(given)}' is none of {', '.join(item.choices)}. "
    if item.kind == "tuple":
        return "" if read_tuple(given) else f"'{quoted(given)}' is no tuple of numbers, such as (1, 2, 3). "
    return "" if read_number(given) is not None else f"'{quoted(given)}' is no number. "
