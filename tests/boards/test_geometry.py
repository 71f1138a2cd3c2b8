"""Boards have the cells, neighbours, rays, lines and symmetries that counting by hand gives."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from counterplay.boards import (
    NOWHERE,
    Board,
    BoardEdges,
    CubeBoard,
    DraughtsBoard,
    GraphBoard,
    PitBoard,
    SquareBoard,
    alquerque_board,
    hexagon_board,
    rhombus_board,
    star_board,
    triangle_board,
    triangular_hexagon_board,
)
from counterplay.boards.shapes.pit_board import NEXT
from counterplay.core import BadNotation, BadParameter

# cells, pairs of neighbours, symmetries; by counting on paper
KNOWN: list[tuple[Callable[[], Board], int, int, int]] = [
    (lambda: SquareBoard(3, touching="sides"), 9, 12, 8),
    (lambda: SquareBoard(3), 9, 20, 8),
    (lambda: SquareBoard(4, 2), 8, 16, 4),
    (lambda: SquareBoard(8, missing=("a1",)), 63, 207, 2),
    (lambda: SquareBoard(19, touching="sides"), 361, 684, 8),
    (lambda: rhombus_board(3), 9, 16, 4),
    (lambda: hexagon_board(2), 7, 12, 12),
    (lambda: hexagon_board(5), 61, 156, 12),
    (lambda: hexagon_board(5, missing=((0, 0),)), 60, 150, 12),
    (lambda: star_board(4), 121, 312, 12),
    (lambda: triangle_board(2), 4, 3, 6),
    (lambda: triangular_hexagon_board(3), 54, 72, 12),
    (lambda: alquerque_board(5, 5), 25, 56, 8),
    (lambda: alquerque_board(9, 5), 45, 108, 4),
    (lambda: DraughtsBoard(), 32, 49, 4),
    (lambda: DraughtsBoard(10), 50, 81, 4),
    (lambda: PitBoard(6), 14, 14, 4),
    (lambda: PitBoard(8, 2, stores=False), 32, 32, 4),
]


@pytest.mark.parametrize(("make", "cells", "pairs", "symmetries"), KNOWN)
def test_cells_neighbours_symmetries(make: Callable[[], Board], cells: int, pairs: int, symmetries: int) -> None:
    """Would catch a missing cell, a step too many, a row that is shifted by half a cell."""
    board = make()
    assert (board.size, len(set(board.names)), len(set(board.places))) == (cells, cells, cells)
    assert int((board.neighbours != NOWHERE).sum()) == 2 * pairs
    assert len(board.symmetries()) == symmetries
    assert sorted(cell for row in board.rows for cell in row) == list(range(cells))
    assert [board.index(name.upper()) for name in board.names] == list(range(cells))


@pytest.mark.parametrize("make", [row[0] for row in KNOWN])
def test_steps_lead_back(make: Callable[[], Board]) -> None:
    """Would catch directions that are no opposites, and neighbours that are farther than all others are."""
    board = make()
    for cell in range(board.size):
        for direction in range(board.directions):
            target = board.steps[cell, direction]
            if target != NOWHERE:
                assert board.steps[target, (direction + board.half) % board.directions] == cell
                assert board.rays(cell, direction)[0] == target
    distances = board.distances()
    assert (distances == distances.T).all()
    assert int((distances == 1).sum()) == int((board.neighbours != NOWHERE).sum())


def test_names_are_those_of_players() -> None:
    """Would catch a board that is upside down, or numbered from the wrong corner."""
    chess = SquareBoard(8, checkered=True)
    assert (chess.names[0], chess.names[63], chess.places[0]) == ("a1", "h8", (0.5, 7.5))
    assert chess.cells[0].tone == "dark"
    othello = SquareBoard(8, from_top=True)
    assert (othello.names[8], othello.places[8]) == ("a2", (0.5, 1.5))
    abalone = hexagon_board(5)
    assert [abalone.names[cell] for cell in abalone.rows[0]] == ["i5", "i6", "i7", "i8", "i9"]
    assert [abalone.names[cell] for cell in abalone.rows[-1]] == ["a1", "a2", "a3", "a4", "a5"]
    sahara = triangular_hexagon_board(3)
    assert [len(row) for row in sahara.rows] == [7, 9, 11, 11, 9, 7]
    assert [bool(sahara.points_up[row[0]]) for row in sahara.rows] == [True] * 3 + [False] * 3
    with pytest.raises(BadNotation, match="'i9' is no cell of this board; cells run from a1 to h8"):
        chess.index("i9")


def test_straight_lines() -> None:
    """Would catch lines that wrap around the border, or are listed twice."""
    assert len(SquareBoard(3).winning_lines(3)) == 8
    assert len(SquareBoard(7, 6).winning_lines(4)) == 69  # connect four
    assert len(SquareBoard(2).winning_lines(4)) == 0
    assert len(hexagon_board(4).winning_lines(7)) == 3
    queen = SquareBoard(8)
    assert sum(len(queen.rays(queen.index("d4"), d)) for d in range(8)) == 27


@pytest.mark.parametrize(("board", "longest"), [(SquareBoard(8), 8), (SquareBoard(4, 9), 9), (hexagon_board(3), 5)])
def test_steps_as_many_as_the_longest_line_lead_off_the_board(board: Board, longest: int) -> None:
    """A table without a column for the first step that no line has: native code would read what lies behind it."""
    assert board.along.shape == (board.size, board.directions, longest + 1)
    assert (board.along[:, :, longest] == NOWHERE).all() and (board.along[:, :, longest - 1] != NOWHERE).any()


def test_symmetries_keep_the_rays() -> None:
    """Would catch an arrangement that is a reflection of the picture but not of the board."""
    for board in (SquareBoard(5), hexagon_board(3), alquerque_board(), CubeBoard(3)):
        distances = board.distances()
        for order in board.symmetries():
            assert sorted(order) == list(range(board.size))
            assert (distances == distances[np.ix_(order, order)]).all()


@pytest.mark.parametrize(("side", "lines"), [(2, 28), (3, 49), (4, 76)])
def test_cubes(side: int, lines: int) -> None:
    """Would catch an axis that is missing or taken twice, a step out of the cube, a cell on the wrong plane.

    A cube has ((n + 2)**3 - n**3) / 2 whole lines: each goes on to two cells of the cube's hull.
    """
    cube = CubeBoard(side)
    assert len({frozenset(line) for line in cube.winning_lines(side).tolist()}) == len(cube.winning_lines(side)) == lines
    for cell, name in enumerate(cube.names):
        level, column, row = int(name[0]) - 1, "abcd".index(name[1]), int(name[2]) - 1
        assert (cube.cells[cell].level, cube.places[cell]) == (level, (column + 0.5, side - row - 0.5))
        near = [len({max(0, n - 1), n, min(side - 1, n + 1)}) for n in (level, column, row)]
        assert (cube.neighbours[cell] != NOWHERE).sum() == np.prod(near) - 1
        for direction, target in enumerate(cube.steps[cell]):
            assert target == NOWHERE or cube.steps[target, (direction + cube.half) % cube.directions] == cell
    assert [cube.names[row[0]] for row in cube.rows[:2]] == [f"{side}a{side}", f"{side}a{side - 1}"]
    symmetries = cube.symmetries()
    assert symmetries.shape == (48, side**3)
    assert (symmetries[0] == range(side**3)).all()


def test_edges_of_squares_and_hexagons() -> None:
    """Would catch a side that belongs to one of its cells only: counts of dots and boxes, and of its hexagonal kin."""
    boxes = BoardEdges(SquareBoard(5, touching="sides"))
    assert (boxes.count, len(set(boxes.names)), len(set(boxes.places))) == (60, 60, 60)
    assert BoardEdges(hexagon_board(2)).count == 30
    assert BoardEdges(hexagon_board(3)).count == 72
    for edge, (one, other) in enumerate(boxes.cells_of):
        assert edge in boxes.edge_of[one]
        assert other == NOWHERE or edge in boxes.edge_of[other]
    assert boxes.index("B2E") == boxes.edge_of[6, 0] == boxes.edge_of[7, 4]
    with pytest.raises(BadNotation, match="'z9e' is no edge"):
        boxes.index("z9e")


def test_graphs_say_what_is_wrong_with_them() -> None:
    """Would catch a board that is made of lines to points that are not there."""
    points = {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (2.0, 0.0)}
    with pytest.raises(BadParameter, match="a line leads from 'b' to 'd', and only a, b, c are points"):
        GraphBoard(points, ["abd"])
    with pytest.raises(BadParameter, match="from 'a' two lines lead in the same direction, to 'b' and to 'c'"):
        GraphBoard(points, ["ab", "ac"])
    with pytest.raises(BadParameter, match="no names for its columns"):
        SquareBoard(27)


def test_pits_are_sown_counter_clockwise() -> None:
    """Would catch a loop that runs the other way, skips a store, or leads into the enemy's pits where each has a loop."""
    board = PitBoard(3)
    loop, cell = [], board.index("S2")
    for _ in range(board.size):
        loop.append(board.names[cell])
        cell = int(board.steps[cell, NEXT])
    assert " ".join(loop) == "S2 S3 South N1 N2 N3 North S1"
    assert board.places[board.index("S1")] == (1.0, 1.0) and board.places[board.index("N1")] == (3.0, 0.0)
    large = PitBoard(8, 2, stores=False)
    assert large.names[int(large.steps[large.index("S8"), NEXT])] == "S9"
    assert large.names[int(large.steps[large.index("S16"), NEXT])] == "S1"
    assert large.places[large.index("S9")] == (8.0, 2.0)  # above S8, the end of the outer row
    assert large.places[large.index("N9")] == (1.0, 1.0)  # it faces S16


def test_squares_of_draughts_are_numbered_from_the_top() -> None:
    """Would catch the light squares numbered, or a row that begins at the wrong end."""
    board = DraughtsBoard()
    assert (board.places[board.index("1")], board.places[board.index("5")]) == ((1.5, 0.5), (0.5, 1.5))
    assert (board.places[board.index("29")], board.places[board.index("32")]) == ((0.5, 7.5), (6.5, 7.5))
    assert len(board.cells) == 64 and {cell.tone for cell in board.cells if not cell.id.isdecimal()} == {"light"}
    assert sorted(board.names[int(c)] for c in board.neighbours[board.index("10")] if c != NOWHERE) == ["14", "15", "6", "7"]


def test_coordinates_of_a_hexagon_stand_in_line_with_their_cells() -> None:
    """Would catch a number beside another column than the one that it names, and a coordinate that covers a cell."""
    board = hexagon_board(3)
    assert sorted(label.text for label in board.labels) == [*"12345", *"abcde"]
    for label in board.labels:
        cells = [place for name, place in zip(board.names, board.places, strict=True) if label.text in name]
        rise = 3**0.5 if label.text.isdigit() else 0.0  # columns are drawn at 60 degrees, rows level
        aside = [(x - label.x, y - label.y) for x, y in cells]
        assert all(abs(y - rise * x) < 1e-9 for x, y in aside)
        assert min(x * x + y * y for x, y in aside) > 1
