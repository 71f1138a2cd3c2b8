"""Sets and arrays on boards: both gears agree, and agree with a reference that knows nothing but neighbours."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from board_games import OnBoard

from counterplay import kernel
from counterplay.boards import NOWHERE, Board, SquareBoard, hexagon_board, rhombus_board, star_board
from counterplay.boards.estimates.evaluation_pieces import cell_sum, mobility, spread_of
from counterplay.boards.sets.cell_sets import count, either, first, holds, members, same, some, without
from counterplay.boards.shapes.graph_board import alquerque_board

BOARDS = {
    "square": SquareBoard(8, touching="sides"),
    "rhombus": rhombus_board(7),
    "hexagon": hexagon_board(5),
    "graph": alquerque_board(9, 5),
    "star": star_board(4),  # two words
    "large": SquareBoard(14),  # four words
}
# The others are of the same kinds: directions or lists of neighbours, one word or more.
NATIVE = ("square", "graph", "star")
SAMPLES = 40


@kernel
def ask_sets(game: Any, cells: Any, seeds: Any, goal: Any) -> Any:
    """Groups, floods, distances and the sizes of sets."""
    group = game.group(first(cells), cells)
    flood = game.flood(seeds, cells)
    return (
        count(group),
        count(flood),
        count(game.beside(cells)),
        int(game.connected(cells)),
        game.group_count(cells),
        game.step_count(cells, without(game.full, cells)),
        int(game.joins(cells, seeds, goal)),
        game.distance(seeds, goal, cells),
        int(holds(flood, first(cells))),
        int(same(either(group, without(cells, group)), cells)),
        int(some(without(flood, cells))),
    )


@kernel
def ask_rays(game: Any, cells: Any, occupied: Any, cell: int, worth: Any, distances: Any) -> Any:
    """What a cell sees, in all directions."""
    seen, shifted = np.zeros(game.directions, np.int64), np.zeros(game.directions, np.int64)
    for direction in range(game.directions):
        for found in members(game.sight(cell, direction, occupied)):
            seen[direction] += 1 + found
        for found in members(game.shifted(cells, direction)):
            shifted[direction] += 1 + found
    return seen, shifted, mobility(game, cells, occupied), cell_sum(cells, worth), spread_of(cells, distances)


@kernel
def ask_arrays(game: Any, board: Any, cell: int, goal: Any) -> Any:
    """Groups, runs and ways on an array."""
    group = game.group_cells(board, cell)
    runs = np.zeros(game.directions, np.int64)
    for direction in range(game.directions):
        runs[direction] = game.run(board, cell, direction, board[cell])
    return group, runs, game.touches(board, group, 0), game.lined_up(board, cell, 3), game.steps_to(board, goal, 0)


def groups_of(board: Board, cells: set[int]) -> list[set[int]]:
    """The groups of a set, by flooding with Python's own sets."""
    left, found = set(cells), []
    while left:
        group, waiting = set(), [min(left)]
        while waiting:
            cell = waiting.pop()
            group.add(cell)
            waiting += [n for n in map(int, board.neighbours[cell]) if n in cells and n not in group]
        left -= group
        found.append(group)
    return found


def alike(one: Any, other: Any) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("kind", BOARDS)
def test_groups_and_floods(kind: str) -> None:
    """Would catch a shift across the border, a word that is left out, gears that differ."""
    board, rng = BOARDS[kind], random.Random(kind)
    game = OnBoard(board)
    for _ in range(SAMPLES):
        cells = set(rng.sample(range(board.size), rng.randrange(1, board.size)))
        seeds, goal = {rng.randrange(board.size)}, set(rng.sample(range(board.size), 3))
        groups = groups_of(board, cells)
        reached = set().union(*(g for g in groups if g & seeds))
        around = {int(n) for c in cells for n in board.neighbours[c] if n != NOWHERE}
        answers = ask_sets.interpreted(game, board.cell_set(cells), board.cell_set(seeds), board.cell_set(goal))
        steps = sum(n != NOWHERE and n not in cells for c in cells for n in map(int, board.neighbours[c]))
        expected = (len(groups[0]), len(reached), len(around), len(groups) == 1, len(groups), steps, bool(reached & goal))
        assert answers[:7] == expected
        assert answers[9:] == (1, 0)
        if kind in NATIVE:
            assert ask_sets(game, board.cell_set(cells), board.cell_set(seeds), board.cell_set(goal)) == answers


@pytest.mark.parametrize("kind", ["square", "hexagon", "graph"])
def test_rays_and_shifts(kind: str) -> None:
    """Would catch a ray that goes on behind a piece, or stops short of one."""
    board, rng = BOARDS[kind], random.Random(kind)
    game, distances, worth = OnBoard(board), board.distances(), np.arange(board.size) / 2
    for _ in range(SAMPLES):
        cells = set(rng.sample(range(board.size), 6))
        occupied = cells | set(rng.sample(range(board.size), 12))
        cell = rng.randrange(board.size)
        sights, shifts, moves = [], [], 0
        for d in range(board.directions):
            ray = board.rays(cell, d)
            ends = [i for i, c in enumerate(ray, 1) if c in occupied]
            sights.append(sum(1 + c for c in ray[: min(ends, default=len(ray))]))
            shifts.append(sum(1 + int(board.steps[c, d]) for c in cells if board.steps[c, d] != NOWHERE))
            for c in cells:
                free = [i for i, other in enumerate(board.rays(c, d)) if other in occupied]
                moves += min(free, default=len(board.rays(c, d)))
        spread = min(sum(int(distances[a, b]) for b in cells) for a in cells)
        arguments = (board.cell_set(cells), board.cell_set(occupied), cell, worth, distances)
        expected = (sights, shifts, moves, sum(worth[c] for c in cells), spread)
        assert alike(ask_rays.interpreted(game, *arguments), expected)
        if kind in NATIVE:
            assert alike(ask_rays(game, *arguments), expected)


@pytest.mark.parametrize("kind", ["square", "star"])
def test_arrays(kind: str) -> None:
    """Would catch a group that leaks into another content, a way through an occupied cell."""
    board, rng = BOARDS[kind], random.Random(kind)
    game = OnBoard(board)
    for _ in range(SAMPLES):
        contents = np.array(rng.choices((0, 1, 2), (3, 2, 1), k=board.size), np.int8)
        cell, goal = rng.randrange(board.size), np.zeros(board.size, np.bool_)
        goal[rng.randrange(board.size)] = True
        group, runs, touches, lined, ways = ask_arrays(game, contents, cell, goal)
        [expected] = [g for g in groups_of(board, set(np.flatnonzero(contents == contents[cell]))) if cell in g]
        assert set(map(int, group)) == expected
        assert len(group) == len(expected)
        assert touches == any(contents[n] == 0 for c in expected for n in board.neighbours[c] if n != NOWHERE)
        assert lined == any(runs[a] + runs[a + board.half] >= 2 for a in range(board.half))
        for c in range(board.size):
            nearer = [int(ways[n]) for n in map(int, board.neighbours[c]) if n != NOWHERE and (contents[n] == 0 or goal[n])]
            assert goal[c] or ways[c] == min([w + 1 for w in nearer], default=board.size) or ways[c] == board.size
        assert alike(ask_arrays.interpreted(game, contents, cell, goal), (group, runs, touches, lined, ways))
