"""A game whose states have a field of every kind that native code can hold."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Game


class Medley(NamedTuple):
    flag: bool
    tiny: np.int8
    small: np.int16
    medium: np.int32
    large: int
    bits: np.uint64
    single: np.float32
    real: float
    truth: np.bool_
    row: Any  # int8 (5,)
    board: Any  # int16 (3, 4)
    marks: Any  # bool (2, 3)
    words: Any  # int64 (2, 2)
    levels: Any  # float64 (3,)


class MedleyGame(Game):
    """Every action turns each field into something else of the same type."""

    max_actions, max_plies = 2, 64

    def initial(self) -> Medley:
        return Medley(
            False, np.int8(-3), np.int16(300), np.int32(-70_000), 1 << 40, np.uint64(2**63 + 1), np.float32(0.1), 0.1,
            np.bool_(True), np.arange(5, dtype=np.int8), np.arange(12, dtype=np.int16).reshape(3, 4),
            np.zeros((2, 3), np.bool_), np.full((2, 2), -(2**62)), np.array([0.5, -0.0, 1e300]),
        )  # fmt: skip

    def player(self, s: Medley) -> int:
        return 1 if s.flag else 0

    def actions(self, s: Medley) -> Any:
        return np.arange(2)

    def result(self, s: Medley, a: int) -> Medley:
        row, board = s.row.copy(), s.board.copy()
        row[a] = s.tiny
        board[a, a + 1] = s.small
        board[2] = board[a]
        marks = ~s.marks
        marks[a, 0] = s.flag
        words = s.words[::-1].copy()
        words[a, 0] ^= s.large
        return Medley(
            not s.flag,
            np.int8(s.tiny ^ np.int8(5)),
            np.int16(s.small ^ np.int16(0x1234)),
            np.int32(s.medium ^ np.int32(0x12345678)),
            s.large ^ (a + 1),
            s.bits ^ (s.bits << np.uint64(1)),
            np.float32(-s.single),
            -s.real,
            np.bool_(s.marks[a, 1]),
            row,
            board,
            marks,
            words,
            -s.levels[::-1].copy(),
        )

    def terminal(self, s: Medley) -> bool:
        return False

    def utility(self, s: Medley, p: int) -> float:
        return 0.0

    def evaluate(self, s: Medley, p: int) -> float:
        return float(s.tiny) / 256 + float(s.board[1, 2]) / 2**17 + float(s.row.sum()) / 4096 + (0.25 if s.truth else 0.0)


class FirstState(Game):
    """A game of which only the first state is looked at."""

    def __init__(self, first: Any) -> None:
        self.__dict__["first"] = first

    def initial(self) -> Any:
        return self.__dict__["first"]


def field_bytes(state: Any) -> list[tuple[str, Any, Any, bytes]]:
    """Name, type, shape and bits of every field: what makes two states the same, whatever == says of nan and -0.0."""
    fields = [(name, type(field), np.asarray(field)) for name, field in zip(state._fields, state, strict=True)]
    return [(name, (kind, array.dtype), array.shape, array.tobytes()) for name, kind, array in fields]
