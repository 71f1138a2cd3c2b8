"""Searches against those of other libraries, on the same trees."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np
import pyspiel
from easyAI import AI_Player, Human_Player, Negamax, TwoPlayerGame
from open_spiel.python.algorithms import minimax

from bench.c_programs import Unestimated
from bench.measure import Row, cpu_rate
from counterplay import CHANCE, Limit, Position, make_game
from counterplay.search import search
from counterplay.search.control import NODES, as_record, new_control
from counterplay.search.negamax_alpha_beta import negamax_alpha_beta

SPIEL_DEPTH, EASY_DEPTH = 8, 5  # plies the references can manage in a few seconds
PLAYOUTS = {  # game -> (OpenSpiel's name, playouts of one search)
    "connect_four": ("connect_four", 20_000),
    "othello": ("othello", 5_000),
    "hex": ("hex(board_size=11)", 2_000),
    "checkers": ("checkers", 2_000),
    "chess": ("chess", 200),
    "backgammon": ("backgammon", 500),
}
# A middlegame that neither side has decided (after the Italian opening).
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"


def rows() -> Iterator[Row]:
    """Alpha-beta, Monte Carlo search, threads."""
    yield from alpha_beta_rows()
    for name in PLAYOUTS:
        yield mcts_row(name)
    yield threads_row()


def our_alpha_beta(depth: int) -> float:
    """Nodes of alpha-beta on connect four; the horizon is worth nothing."""
    game = Unestimated()
    control = new_control(Limit())
    negamax_alpha_beta(game, game.initial(), depth, 0, -inf, inf, None, as_record(control), None, None)
    return float(control[NODES])


def alpha_beta_rows() -> Iterator[Row]:
    """Whole searches a second: the same depth, the same order of columns, no table, no estimate."""
    our_alpha_beta(1)
    ours = cpu_rate(lambda: repeated(lambda: our_alpha_beta(SPIEL_DEPTH), 200))
    spiel = cpu_rate(lambda: repeated(spiel_alpha_beta, 1))
    what = f"connect four, alpha-beta, depth {SPIEL_DEPTH}"
    yield Row(what, ours, spiel, "searches/s", "OpenSpiel alpha_beta_search", 120.0)
    ours = cpu_rate(lambda: repeated(lambda: our_alpha_beta(EASY_DEPTH), 2_000))
    easy = cpu_rate(lambda: repeated(easy_alpha_beta, 1))
    what = f"connect four, alpha-beta, depth {EASY_DEPTH}"
    yield Row(what, ours, easy, "searches/s", "easyAI Negamax", 10_000.0)


def repeated(function: Any, times: int) -> float:
    for _ in range(times):
        function()
    return times


def spiel_alpha_beta() -> None:
    game = CentreFirst(pyspiel.load_game("connect_four"))
    minimax.alpha_beta_search(game, value_function=lambda _: 0.0, maximum_depth=SPIEL_DEPTH, maximizing_player_id=0)


class CentreFirst:
    """OpenSpiel's connect four with the columns in our order, so that both search the same tree."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def new_initial_state(self) -> Any:
        return CentreFirstState(self._game.new_initial_state())


class CentreFirstState:
    """A state whose legal actions come centre first."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def legal_actions(self, *args: Any) -> list[int]:
        return sorted(self._state.legal_actions(*args), key=lambda c: (abs(c - 3), c))

    def clone(self) -> CentreFirstState:
        return CentreFirstState(self._state.clone())

    def child(self, action: int) -> CentreFirstState:
        return CentreFirstState(self._state.child(action))


class EasyConnectFour(TwoPlayerGame):  # type: ignore[misc]
    """Connect four as easyAI's own example writes it: an array, moves by column, lines by scanning."""

    lines = [
        [(r + i * dr, c + i * dc) for i in range(4)]
        for r in range(6)
        for c in range(7)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
        if 0 <= r + 3 * dr < 6 and 0 <= c + 3 * dc < 7
    ]

    def __init__(self) -> None:
        self.players = [Human_Player(), AI_Player(None)]
        self.board = np.zeros((6, 7), dtype=int)
        self.current_player = 1

    def possible_moves(self) -> list[int]:
        return [c for c in (3, 2, 4, 1, 5, 0, 6) if self.board[5, c] == 0]

    def make_move(self, column: int) -> None:
        self.board[np.argmin(self.board[:, column] != 0), column] = self.current_player

    def unmake_move(self, column: int) -> None:
        row = 5 - int(np.argmin(self.board[::-1, column] == 0))
        self.board[row, column] = 0

    def lose(self) -> bool:
        return any(all(self.board[cell] == self.opponent_index for cell in line) for line in self.lines)

    def is_over(self) -> bool:
        return bool(self.board.min() > 0) or self.lose()

    def show(self) -> None:
        print(self.board)

    def scoring(self) -> int:
        return -100 if self.lose() else 0


def easy_alpha_beta() -> None:
    Negamax(EASY_DEPTH)(EasyConnectFour())


def mcts_row(name: str) -> Row:
    """Playouts a second of a whole search, the reference with its C++ rollouts."""
    game = make_game(name)
    position = Position(game)
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    spiel_name, playouts = PLAYOUTS[name]
    search(game, position, Limit(playouts=1), "mcts")

    def ours() -> float:
        return float(search(game, position, Limit(playouts=10 * playouts), "mcts").playouts)

    spiel = pyspiel.load_game(spiel_name)
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def theirs() -> float:
        bot = pyspiel.MCTSBot(spiel, pyspiel.RandomRolloutEvaluator(1, 7), 1.41, playouts, 1000, True, 7, False)
        bot.step(state)
        return float(playouts)

    return Row(
        f"{game.title_text}, Monte Carlo search",
        cpu_rate(ours),
        cpu_rate(theirs),
        "playouts/s",
        "OpenSpiel MCTSBot, C++ rollouts",
        10.0,
    )


def threads_row() -> Row:
    """Time to depth with two threads against one, by the wall clock: CPU time cannot show it."""
    game = make_game("chess")
    position = Position.load(game, MIDDLEGAME)
    depth = 12
    search(game, position, Limit(depth=2))

    def rate(threads: int) -> float:
        best = inf
        for _ in range(3):
            start = time.perf_counter()
            search(game, position, Limit(depth=depth), threads=threads, table_mb=64)
            best = min(best, time.perf_counter() - start)
        return 1.0 / best

    return Row(
        f"chess middlegame to depth {depth}", rate(2), rate(1), "searches/s", "one thread (ours: two)", 0.0, "by the wall clock"
    )
