"""A board for a game that draws none: every array of the state as a grid of its values, every number beside its name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from counterplay.core.scene import Cell, Label, Scene

MOST_CELLS = 400  # of all arrays together; more are told in words
SMALLEST_SQUARE = 9  # values in a flat array that are taken for a square board
MOST_VALUES = 24  # of an array that is told in words
GAP = 0.9  # cells between two arrays, room for a name


def state_scene(s: Any) -> Scene | None:
    """The picture of a state; None where its fields have no names."""
    names = getattr(s, "_fields", None)
    if names is None:
        return None
    arrays = {name: value for name, value in zip(names, s, strict=True) if isinstance(value, np.ndarray) and value.size}
    if sum(array.size for array in arrays.values()) > MOST_CELLS:
        arrays = {}
    cells: list[Cell] = []
    labels: list[Label] = []
    top = 0.0
    for name, array in arrays.items():
        width = 0.0
        for grid in _grids(array):
            cells += _cells(name, grid, top, len(cells))
            width = max(width, grid.shape[1])
            top += grid.shape[0] + GAP
        if len(arrays) > 1:
            labels.append(Label((width - 1) / 2, top - GAP - 0.15, _words(name)))
    notes = [f"{_words(name)}: {_told(value)}" for name, value in zip(names, s, strict=True) if name not in arrays]
    return Scene(cells=tuple(cells), labels=tuple(labels), notes=tuple(notes))


def _grids(array: np.ndarray[Any, Any]) -> list[np.ndarray[Any, Any]]:
    """The planes of an array; a flat one is a row, or a square where it has the values of one."""
    if array.ndim == 1:
        side = math.isqrt(array.size)
        square = side * side == array.size >= SMALLEST_SQUARE
        return [array.reshape(side, side) if square else array.reshape(1, -1)]
    return list(array.reshape(-1, *array.shape[-2:]))


def _cells(name: str, grid: np.ndarray[Any, Any], top: float, first: int) -> list[Cell]:
    """One array; the ids count on, so that two planes of one array do not share them."""
    rows, columns = grid.shape
    return [
        Cell(
            id=f"{name}[{first + row * columns + column}]",
            x=float(column),
            y=top + row,
            tone="light" if (row + column) % 2 else "plain",
            text=_value(grid[row, column]),
        )
        for row in range(rows)
        for column in range(columns)
    ]


def _value(value: Any) -> str:
    """What stands in a cell; nothing for zero, which most games mean by it."""
    return "" if value == 0 else _told(value)


def _told(value: Any) -> str:
    if isinstance(value, np.ndarray):
        shown = ", ".join(map(_told, value.ravel()[:MOST_VALUES]))
        return f"{shown}, …" if value.size > MOST_VALUES else shown
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, float | np.floating):
        return f"{float(value):g}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_told, value))
    return str(value)


def _words(name: str) -> str:
    return name.replace("_", " ").strip()
