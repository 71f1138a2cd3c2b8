"""Counting moves against other libraries, and OpenSpiel's states driven from Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import chess
import pyspiel
import rust_chess

from bench.measure import Row, cpu_rate
from counterplay import make_game
from counterplay.search.perft import perft
from counterplay.search.playout import play_random_games

CHESS_DEPTH, PYTHON_DEPTH = 5, 3  # plies; python-chess is counted less deep, its rate is what is compared


def rows() -> Iterator[Row]:
    """Chess perft, and othello's random games."""
    game = make_game("chess")
    perft(game, game.initial(), 1)
    ours = cpu_rate(lambda: perft(game, game.initial(), CHESS_DEPTH))
    theirs = cpu_rate(lambda: python_chess_perft(chess.Board(), PYTHON_DEPTH))
    what = f"chess, perft {CHESS_DEPTH}"
    yield Row(what, ours, theirs, "leaves/s", f"python-chess {chess.__version__}, depth {PYTHON_DEPTH}", 50.0)
    theirs = cpu_rate(lambda: rust_chess_perft(CHESS_DEPTH))
    yield Row(what, ours, theirs, "leaves/s", "rust_chess", 1.0)
    yield othello_row()


def python_chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += python_chess_perft(board, depth - 1)
        board.pop()
    return total


def rust_chess_perft(depth: int) -> int:
    board = rust_chess.Board()
    return count_rust(board, depth)


def count_rust(board: Any, depth: int) -> int:
    if depth == 1:
        return int(board.get_generator_num_remaining())
    return sum(count_rust(board.make_move_new(move), depth - 1) for move in board.generate_legal_moves())


def othello_row() -> Row:
    """Random games: ours in one kernel, OpenSpiel's states driven from Python."""
    game = make_game("othello")
    play_random_games(game, game.initial(), 1)

    def ours() -> float:
        play_random_games(game, game.initial(), 20_000)
        return 20_000

    dice = random.Random(1)

    def theirs() -> float:
        for _ in range(50):
            state = pyspiel.load_game("othello").new_initial_state()
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
        return 50

    return Row("othello, random playouts", cpu_rate(ours), cpu_rate(theirs), "games/s", "OpenSpiel states from Python", 40.0)
