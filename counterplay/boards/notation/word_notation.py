"""Positions as a few words: `34-58 12 first`. Each word is a field of the state; all there is to know where there is no board.

A game names the fields; writing, reading and every complaint about a wrong text are here. `RowNotation` adds rows of cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn

import numpy as np

from counterplay.boards.notation.notation_fields import NotationField
from counterplay.core import BadNotation, Game

QUOTED = 120  # characters of a wrong text that an error repeats


class WordNotation(Game):
    """`dump`, `load` and `parse_action` of a game without a board; part of `BoardGame`."""

    board: Any = None  # the Board whose cells a field may name
    extra_fields: tuple[NotationField, ...] = ()  # the words of a position; on a board what follows the side to move
    optional_fields: ClassVar[int] = 0  # so many of the last may be left out, and are then as in the first position

    # --- what a game may override ---
    def player(self, s: Any) -> int:
        """The state's field `turn`."""
        return s.turn  # type: ignore[no-any-return]

    def extras(self, s: Any) -> dict[str, Any]:
        """The values of `extra_fields`: those of the state's fields of the same names."""
        return {field.field: getattr(s, field.field) for field in self.extra_fields}

    def state_of(self, extras: dict[str, Any]) -> Any:
        """The state with these values of `extra_fields`; its other fields are those of the first state."""
        return with_fields(self.initial(), extras)

    def problem(self, s: Any) -> str:
        """Why no game comes to this position, as a clause that goes on after "in '...'": "Black has 13 men; 12 is the most".

        An empty text where all is well.
        """
        return ""

    def way_to_write(self) -> str:
        """What a position consists of, for errors."""
        return ", then ".join(f"the {field.meaning}" for field in self.extra_fields)

    # --- both ways ---
    def dump(self, s: Any) -> str:
        """The words of `extra_fields`."""
        return " ".join(self.written(s)).rstrip()

    def load(self, text: str) -> Any:
        """Reads `dump`'s notation, in small or capital letters where that makes no difference."""
        return self.accepted(text, self.state_of(self.values_of(text, text.split())))

    def parse_action(self, s: Any, text: str) -> int:
        """Takes a name however its parts are joined: 'b1b3', 'b1-b3', 'B1 B3', 'b1xb3'."""
        wanted = plain_name(text)
        found = [a for a in self.choices(s) if plain_name(self.action_name(s, a)) == wanted]
        return found[0] if len(found) == 1 else super().parse_action(s, text)

    def written(self, s: Any) -> list[str]:
        """The word of each of `extra_fields`."""
        values = self.extras(s)
        return [field.write(values[field.field], self.board) for field in self.extra_fields]

    def values_of(self, text: str, words: Sequence[str], lead: int = 0) -> dict[str, Any]:
        """The values of `extra_fields` in the words of a text, of which so many come before them."""
        most = lead + len(self.extra_fields)
        least = most - self.optional_fields
        if not least <= len(words) <= most:
            wanted = f"{least} to {most}" if least < most else str(most)
            self.refuse(text, f"it has {len(words)} part{'' if len(words) == 1 else 's'} instead of {wanted}")
        given = words[lead:]
        whole = given if len(words) == most else [*given, *self.written(self.initial())[len(given) :]]
        return {f.field: self._value_of(text, f, word) for f, word in zip(self.extra_fields, whole, strict=True)}

    def _value_of(self, text: str, field: NotationField, word: str) -> Any:
        try:
            return field.read(word, self.board)
        except BadNotation as right:
            self.refuse(text, f"the {field.meaning} should be {right}, not '{word[:20]}'")

    def accepted(self, text: str, s: Any) -> Any:
        """A state that was read, if there is no `problem` with it."""
        problem = self.problem(s)
        if problem:
            self.reject(text, problem)
        return s

    def reject(self, text: str, problem: str) -> NoReturn:
        """Raise BadNotation: why no game comes to a position."""
        raise BadNotation(f"{self.title_text}: in '{text[:QUOTED]}' {problem}")

    def refuse(self, text: str, reason: str) -> NoReturn:
        """Raise BadNotation: what is wrong with a text, and how to write a position."""
        shown = text if len(text) <= QUOTED else text[:QUOTED] + "..."
        example = self.dump(self.initial())
        raise BadNotation(
            f"{self.title_text}: '{shown}' is no position: {reason}; write {self.way_to_write()}, as in '{example}'"
        )


def with_fields(s: Any, values: dict[str, Any]) -> Any:
    """A state with other values in those of its fields that are named; a field that was true or false stays that."""
    known = {name: value for name, value in values.items() if name in s._fields}
    return s._replace(**{n: bool(v) if isinstance(getattr(s, n), bool | np.bool_) else v for n, v in known.items()})


def plain_name(text: str) -> str:
    """A name of an action without capitals, spaces and signs between its cells; two numbers stay apart."""
    parts = re.findall(r"[a-wyz]+|[0-9]+", text.lower())
    return re.sub(r"(?<=[0-9]) (?=[0-9])", "-", " ".join(parts)).replace(" ", "")
