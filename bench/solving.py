"""Connect four solved: our general solver beside bitbully, a program written for this one game."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from bitbully import BitBully, Board

from bench.measure import Row
from counterplay import Position, make_game
from counterplay.search.engine.table import new_table
from counterplay.solve import solve_position

POSITIONS, STONES = 100, 12
TABLE_MB = 64.0


def rows() -> Iterator[Row]:
    """The same 100 random positions, values compared, mean time of each."""
    game = make_game("connect_four")
    dice = random.Random(2024)
    table = new_table(TABLE_MB)
    bully = BitBully(opening_book=None)
    ours = theirs = 0.0
    solve_position(game, random_position(game, dice, 30), table=table)
    for _ in range(POSITIONS):
        position = random_position(game, dice, STONES)
        table.fill(0)
        start = time.process_time()
        solution = solve_position(game, position, table=table)
        ours += time.process_time() - start
        board = Board()
        for p in position.line()[1:]:
            board.play(int(p.action or 0))
        bully.reset_transposition_table()
        start = time.process_time()
        score = bully.mtdf(board, first_guess=0)
        theirs += time.process_time() - start
        assert score == pons_score(position, solution.value.score, solution.value.plies_to_end), (position, score, solution)
    what = f"connect four, solve {POSITIONS} positions of {STONES} stones"
    yield Row(what, POSITIONS / ours, POSITIONS / theirs, "positions/s", "bitbully, no book", 0.2, "same values")


def pons_score(position: Position, value: float, plies: int | None) -> int:
    """22 less the number of discs the winner has played, negative for a loss (Pascal Pons's convention)."""
    if value == 0 or plies is None:
        return 0
    score = 22 - (position.ply + plies + 1) // 2
    return score if value > 0 else -score


def random_position(game: object, dice: random.Random, stones: int) -> Position:
    """A position reached by random moves in which nobody has won."""
    while True:
        position = Position(game)  # type: ignore[arg-type]
        while position.ply < stones and position.outcome() is None:
            position = position.play(dice.choice(position.choices))
        if position.outcome() is None:
            return position
