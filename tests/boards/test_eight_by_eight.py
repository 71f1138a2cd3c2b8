"""Sets on 8 x 8 squares, moved as a whole, against the steps of a board from square to square."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np

from counterplay.boards import NOWHERE, SquareBoard
from counterplay.boards.sets.eight_by_eight import (
    DARK_SQUARES,
    NOT_FILE_A,
    NOT_FILE_H,
    RANK_1,
    RANK_8,
    beside,
    downwards,
    king_steps,
    mirror,
    run_ends,
    runs,
    slant_down,
    slant_up,
    upwards,
)
from counterplay.boards.shapes.square_board import EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, WEST
from counterplay.gears.bits import EMPTY, cells

BOARD = SquareBoard(8, checkered=True)
LONGEST_RUN = 6  # squares


def drawn_sets(seed: int, count: int = 40) -> list[np.uint64]:
    draw = random.Random(seed)
    return [np.uint64(draw.getrandbits(64) & draw.getrandbits(64)) for _ in range(count)]


def as_set(squares: Iterable[int]) -> np.uint64:
    chosen: np.uint64 = BOARD.cell_set(squares)
    return chosen


def test_files_ranks_and_colours() -> None:
    """Would catch a mask that is shifted by a square."""
    assert list(cells(~NOT_FILE_A)) == [BOARD.index(f"a{rank}") for rank in range(1, 9)]
    assert list(cells(~NOT_FILE_H)) == [BOARD.index(f"h{rank}") for rank in range(1, 9)]
    assert (list(cells(RANK_1)), list(cells(RANK_8))) == (list(range(8)), list(range(56, 64)))
    assert list(cells(DARK_SQUARES)) == [square for square, cell in enumerate(BOARD.cells) if cell.tone == "dark"]


def test_neighbours_and_files() -> None:
    """Would catch a square that comes out on the other side of the board, or a fill that stops short."""
    for chosen in drawn_sets(1):
        sides = {int(BOARD.steps[square, way]) for square in cells(chosen) for way in (EAST, WEST)} - {NOWHERE}
        assert set(cells(beside(chosen))) == sides
        up = {int(BOARD.steps[square, way]) for square in cells(chosen) for way in (NORTH_EAST, NORTH_WEST)} - {NOWHERE}
        down = {int(BOARD.steps[square, way]) for square in cells(chosen) for way in (SOUTH_EAST, SOUTH_WEST)} - {NOWHERE}
        assert (set(cells(slant_up(chosen))), set(cells(slant_down(chosen)))) == (up, down)
        above = {square for start in cells(chosen) for square in (start, *BOARD.rays(start, NORTH))}
        below = {square for start in cells(chosen) for square in (start, *BOARD.rays(start, SOUTH))}
        assert (set(cells(upwards(chosen))), set(cells(downwards(chosen)))) == (above, below)
        assert set(cells(mirror(chosen))) == {square ^ 56 for square in cells(chosen)}


def test_distances() -> None:
    """Would catch a king that walks only straight, or only slantwise."""
    steps = BOARD.distances()
    assert all(king_steps(one, other) == steps[one, other] for one in range(64) for other in range(64))


def test_runs() -> None:
    """Would catch a run that crosses a gap, is cut short before six, or goes around the edge of the board."""
    for step, rising, falling in ((1, EAST, WEST), (7, NORTH_WEST, SOUTH_EAST), (8, NORTH, SOUTH), (9, NORTH_EAST, SOUTH_WEST)):
        inside = NOT_FILE_A & NOT_FILE_H if step != 8 else ~EMPTY
        for seeds, others in zip(drawn_sets(2), drawn_sets(3), strict=True):
            through = ~others & ~seeds & inside
            found = []
            for way in (rising, falling):
                squares = []
                for seed in cells(seeds):
                    for square in BOARD.rays(seed, way)[:LONGEST_RUN]:
                        if not int(through) >> square & 1:
                            break
                        squares.append(square)
                found.append(as_set(squares))
            assert runs(seeds, through, step) == tuple(found)
            ends = {
                int(BOARD.steps[square, way])
                for way, run in zip((rising, falling), found, strict=True)
                for square in cells(run)
            }
            assert set(cells(run_ends(seeds, through, step))) == ends - {NOWHERE}
