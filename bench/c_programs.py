"""The same work in C, compiled on the spot with `gcc -O3 -march=native`: how near native code from Python comes to it."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from math import inf
from pathlib import Path

from bench.measure import ROUNDS, Row, cpu_rate, cpu_seconds
from counterplay import Limit, make_game
from counterplay.games.connect_four import ConnectFour, State
from counterplay.search.control import NODES, as_record, new_control
from counterplay.search.negamax_alpha_beta import negamax_alpha_beta
from counterplay.search.perft import perft
from counterplay.search.playout import play_random_games

DEPTH = 14  # plies of alpha-beta on connect four
GAMES = {"connect_four": 1_000_000, "othello": 100_000}  # random games in one measurement
SEED = 42


class Unestimated(ConnectFour):
    """Connect four whose horizon is worth nothing: the tree of the C program."""

    def evaluate(self, s: State, p: int) -> float:
        return 0.0


def run_c(name: str, *arguments: object) -> list[list[float]]:
    """Compile bench/NAME.c and run it ROUNDS times; the numbers it prints."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / name
        source = Path(__file__).parent / f"{name}.c"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", str(program), str(source)], check=True)
        command = [str(program), *map(str, arguments)]
        runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(ROUNDS)]
    return [[float(number) for number in run.split()] for run in runs]


def rows() -> Iterator[Row]:
    """Alpha-beta, playouts and perft against C."""
    yield alpha_beta_row()
    yield playout_row("connect_four", 0.8)
    yield playout_row("othello", 0.6)
    yield othello_perft_row()


def alpha_beta_row() -> Row:
    """The very same tree: equal node counts are asserted."""
    game = Unestimated()
    control = new_control(Limit())

    def ours() -> int:
        control[NODES] = 0
        negamax_alpha_beta(game, game.initial(), DEPTH, 0, -inf, inf, None, as_record(control), None, None)
        return int(control[NODES])

    ours()
    seconds, nodes = cpu_seconds(ours)
    theirs = run_c("connect_four", "search", DEPTH)
    assert nodes == theirs[0][0], f"different trees: {nodes} nodes here, {theirs[0][0]:.0f} in C"
    best = min(run[1] for run in theirs)
    return Row(f"connect four, alpha-beta, depth {DEPTH}", nodes / seconds, nodes / best, "nodes/s", "C, gcc -O3", 0.45)


def playout_row(name: str, wanted: float) -> Row:
    """The same random games: equal numbers of plies are asserted."""
    game, count = make_game(name), GAMES[name]
    play_random_games(game, game.initial(), 1)
    seconds, (_, plies) = cpu_seconds(lambda: play_random_games(game, game.initial(), count, SEED))
    theirs = run_c(name, "playouts", count, SEED)
    assert plies == theirs[0][0], f"different games: {plies} plies here, {theirs[0][0]:.0f} in C"
    best = min(run[1] for run in theirs)
    return Row(f"{game.title_text}, random playouts", count / seconds, count / best, "games/s", "C, gcc -O3", wanted)


def othello_perft_row() -> Row:
    """Perft to depth 9."""
    game = make_game("othello")
    perft(game, game.initial(), 1)
    rate = cpu_rate(lambda: perft(game, game.initial(), 9))
    theirs = run_c("othello", "perft", 9)
    assert theirs[0][0] == 3005288
    return Row("othello, perft 9", rate, 3005288 / min(run[1] for run in theirs), "leaves/s", "C, gcc -O3", 0.0)
