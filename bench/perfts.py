"""Counting moves against other libraries, and OpenSpiel's states driven from Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import chess
import pyspiel
import rust_chess

from bench.measure import Row, repeated, side_by_side, timed
from counterplay import make_game
from counterplay.search.perft import perft
from counterplay.search.playout import play_random_games

CHESS_DEPTH = 5  # plies
PYTHON_DEPTH = 4  # plies; python-chess is counted less deep, its rate is what is compared


def rows() -> Iterator[Row]:
    """Chess perft, and othello's random games."""
    game = make_game("chess")
    start = game.initial()
    assert perft(game, start, PYTHON_DEPTH) == python_chess_perft(chess.Board(), PYTHON_DEPTH)
    assert perft(game, start, CHESS_DEPTH) == rust_chess_perft(CHESS_DEPTH)
    ours = timed(lambda: sum(perft(game, start, CHESS_DEPTH) for _ in range(5)))
    what = f"chess, perft {CHESS_DEPTH}"
    rates = side_by_side(ours, timed(lambda: python_chess_perft(chess.Board(), PYTHON_DEPTH)))
    yield Row(what, *rates, "leaves/s", f"python-chess {chess.__version__}, depth {PYTHON_DEPTH}", 50.0)
    rates = side_by_side(ours, timed(lambda: rust_chess_perft(CHESS_DEPTH)))
    yield Row(what, *rates, "leaves/s", "rust_chess", 1.0)
    yield othello_row()


def python_chess_perft(board: chess.Board, depth: int) -> int:
    """Leaves, with python-chess: the last ply is counted, not played."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += python_chess_perft(board, depth - 1)
        board.pop()
    return total


def rust_chess_perft(depth: int) -> int:
    """Leaves, with rust_chess's fastest means: no history of positions, no second check of a generated move."""
    return count_rust(rust_chess.Board(mode=rust_chess.RepetitionDetectionMode.NONE), depth)


def count_rust(board: Any, depth: int) -> int:
    """Leaves below a board, two plies at least; the last is counted by Rust without listing its moves."""
    total = 0
    if depth == 2:
        for move in board.generate_legal_moves():
            total += board.make_move_new(move, False).get_generator_num_remaining()
    else:
        for move in board.generate_legal_moves():
            total += count_rust(board.make_move_new(move, False), depth - 1)
    return total


def othello_row() -> Row:
    """Random games: ours in one kernel, OpenSpiel's states driven from Python."""
    game = make_game("othello")
    play_random_games(game, game.initial(), 1)
    dice = random.Random(1)
    spiel = pyspiel.load_game("othello")

    def theirs() -> None:
        state = spiel.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))

    ours = repeated(1, 20_000, lambda: play_random_games(game, game.initial(), 20_000))
    rates = side_by_side(ours, repeated(50, 1, theirs))
    return Row("othello, random playouts", *rates, "games/s", "OpenSpiel states from Python", 40.0)
