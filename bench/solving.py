"""Connect four solved: our general solver beside bitbully, a program written for this one game; and endgames of othello."""

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
# The FFO endgame suite (20 to 23 empty cells): position, score for the side to move with empties to the winner.
FFO = {
    40: ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    41: ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    42: ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    43: ("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    44: ("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
}
FFO_TABLE_MB = 256.0
FFO_SECONDS = 30.0  # CPU seconds that all of them may take, on one thread


def rows() -> Iterator[Row]:
    """Both."""
    yield connect_four()
    yield othello_endgames()


def connect_four() -> Row:
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
    return Row(what, POSITIONS / ours, POSITIONS / theirs, "positions/s", "bitbully, no book", 0.667, "same values")


def othello_endgames() -> Row:
    """All of them one after the other, each with an empty table, published scores compared."""
    game = make_game("othello:empties_to_winner=yes")
    table = new_table(FFO_TABLE_MB)
    solve_position(game, game.load("OOOOOOOXOOOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXXXOOOOXOOOOOO--XXXXX--OO X"), table=table)
    ours = 0.0
    for number, (text, score) in FFO.items():
        table.fill(0)
        start = time.process_time()
        solution = solve_position(game, game.load(text), table=table)
        ours += time.process_time() - start
        assert solution.value.score == score, (number, solution)
    what = f"othello, solve the FFO endgames {min(FFO)} to {max(FFO)}"
    return Row(what, len(FFO) / ours, len(FFO) / FFO_SECONDS, "positions/s", f"{FFO_SECONDS:g} CPU s in all", 1.0)


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
