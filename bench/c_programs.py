"""The same work in C, compiled on the spot with `gcc -O3 -march=native`: how near native code from Python comes to it."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path

from bench.measure import Row, repeated, side_by_side, timed
from counterplay import Limit, make_game
from counterplay.games.lines.connect_four import ConnectFour, State
from counterplay.search.perft import perft
from counterplay.search.playout import play_random_games
from counterplay.search.search_control import NODES, as_record, new_control
from counterplay.search.textbook.negamax_alpha_beta import negamax_alpha_beta

AGAINST = "C, gcc -O3"
DEPTH = 14  # plies of alpha-beta on connect four
PERFT_DEPTH = 9  # plies of othello
GAMES = {"connect_four": 1_000_000, "othello": 100_000}  # random games in one round
SEED = 42


class Unestimated(ConnectFour):
    """Connect four whose horizon is worth nothing: the tree of the C program."""

    def evaluate(self, s: State, p: int) -> float:
        return 0.0


class Program:
    """A C program that takes what it is to do as arguments, and prints how much it did and its CPU seconds."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self, *arguments: object) -> tuple[int, float]:
        """How much it did, and its CPU seconds."""
        command = [str(self.path), *map(str, arguments)]
        amount, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        return int(amount), float(seconds)


@contextmanager
def compiled(name: str) -> Iterator[Program]:
    """bench/NAME.c, compiled."""
    with tempfile.TemporaryDirectory() as folder:
        program, source = Path(folder) / name, Path(__file__).parent / f"{name}.c"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", str(program), str(source)], check=True)
        yield Program(program)


def rows() -> Iterator[Row]:
    """Alpha-beta, playouts and perft against C."""
    yield alpha_beta_row()
    yield playout_row("connect_four", GAMES["connect_four"], 0.9)
    yield playout_row("othello", GAMES["othello"], 0.9)
    yield othello_perft_row()


def alpha_beta_row(depth: int = DEPTH) -> Row:
    """The very same tree: equal node counts are asserted."""
    game = Unestimated()

    def ours() -> int:
        control = new_control(Limit())
        negamax_alpha_beta(game, game.initial(), depth, 0, -inf, inf, None, as_record(control), None, None)
        return int(control[NODES])

    with compiled("connect_four") as program:
        theirs = partial(program.run, "search", depth)
        here, there = ours(), theirs()[0]
        assert here == there, f"different trees: {here} nodes here, {there} in C"
        rates = side_by_side(timed(ours), theirs)
    return Row(f"connect four, alpha-beta, depth {depth}", *rates, "nodes/s", AGAINST, 0.45, f"{here:,} nodes each")


def playout_row(name: str, count: int, wanted: float) -> Row:
    """The same random games: equal numbers of plies are asserted."""
    game = make_game(name)

    def ours() -> int:
        return play_random_games(game, game.initial(), count, SEED)[1]

    with compiled(name) as program:

        def theirs() -> tuple[float, float]:
            return count, program.run("playouts", count, SEED)[1]

        here, there = ours(), program.run("playouts", count, SEED)[0]
        assert here == there, f"different games: {here} plies here, {there} in C"
        rates = side_by_side(repeated(1, count, ours), theirs)
    return Row(f"{game.title_text.lower()}, random playouts", *rates, "games/s", AGAINST, wanted, "the same games")


def othello_perft_row(depth: int = PERFT_DEPTH) -> Row:
    """Perft: equal counts are asserted."""
    game = make_game("othello")

    def ours() -> int:
        return perft(game, game.initial(), depth)

    with compiled("othello") as program:
        theirs = partial(program.run, "perft", depth)
        here, there = ours(), theirs()[0]
        assert here == there, f"different trees: {here} leaves here, {there} in C"
        rates = side_by_side(repeated(10, here, ours), theirs)
    return Row(f"othello, perft {depth}", *rates, "leaves/s", AGAINST, 0.0)
