"""Whole lines, as sets of cells, against the same lines as sets of Python."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from board_games import OnBoard

from counterplay.boards import Board, CubeBoard, SquareBoard
from counterplay.boards.sets.lines_of_cells import (
    cells_of_whole_lines,
    completing_cells,
    has_whole_line,
    line_words,
    whole_lines,
)
from counterplay.gears import kernel
from counterplay.gears.bits import cells


@kernel
def ask_lines(game: Any, own: Any, others: Any) -> Any:
    """What compiled rules ask."""
    return has_whole_line(own, game.lines), completing_cells(own, others, game.lines)


class Lines(OnBoard):
    """No game, only a board and its lines of some length."""

    def __init__(self, board: Board, length: int) -> None:
        super().__init__(board)
        self.lines = line_words(board.winning_lines(length))


@pytest.mark.parametrize(("board", "length"), [(SquareBoard(3), 3), (SquareBoard(8), 5), (CubeBoard(4), 4)])
def test_lines(board, length):
    """Would catch a line that counts before it is whole, a cell that completes one although it is taken, a bit that is lost."""
    lines = board.winning_lines(length).tolist()
    game = Lines(board, length)
    words = game.lines
    assert [list(cells(word)) for word in words] == [sorted(line) for line in lines]
    draw, answers = random.Random(2), set()
    for _ in range(60):
        stones = draw.sample(range(board.size), draw.randrange(board.size + 1))
        cut = draw.randrange(len(stones) + 1)
        own, others = set(stones[:cut]), set(stones[cut:])
        whole = [line for line in lines if own.issuperset(line)]
        missing = [set(line) - own for line in lines]
        expected = {cell for gap in missing if len(gap) == 1 for cell in gap} - others
        sets = np.uint64(board.cell_set(own)), np.uint64(board.cell_set(others))
        for ask in (ask_lines.interpreted, ask_lines):
            found, completing = ask(game, *sets)
            assert (found, set(cells(np.uint64(completing)))) == (bool(whole), expected)
        assert cells_of_whole_lines(sets[0], words) == sorted({cell for line in whole for cell in line})
        contents = [1 if cell in own else 2 if cell in others else 0 for cell in range(board.size)]
        assert whole_lines(contents, board.winning_lines(length)) == [
            line for line in lines if own.issuperset(line) or others.issuperset(line)
        ]
        answers.add((bool(whole), bool(expected)))
    assert len(answers) >= 3
