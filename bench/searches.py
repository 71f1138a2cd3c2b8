"""Searches against those of other libraries, on the same trees."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from typing import Any, NamedTuple

import pyspiel
from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour as EasyConnectFour
from open_spiel.python.algorithms import minimax

from bench.c_programs import Unestimated
from bench.measure import Row, repeated, side_by_side, timed
from bench.tactics import BRATKO_KOPEC
from counterplay import CHANCE, Game, Limit, Position, make_game
from counterplay.games.lines.connect_four import State
from counterplay.search import search_position
from counterplay.search.search_control import HORIZON, NODES, as_record, new_control
from counterplay.search.textbook.negamax_alpha_beta import negamax_alpha_beta

SPIEL_DEPTH, EASY_DEPTH = 10, 8  # plies the references manage in a few seconds


class Rollouts(NamedTuple):
    """One comparison of Monte Carlo search."""

    reference: str  # OpenSpiel's name of the game
    playouts: int  # of each search, the same for both
    note: str = ""
    wanted: float = 10.0  # the least ratio we hold ourselves to


ROLLOUTS = {
    "connect_four": Rollouts("connect_four", 20_000),
    "othello": Rollouts("othello", 2_000),
    "hex": Rollouts("hex(board_size=11)", 5_000),
    "checkers": Rollouts("checkers", 2_000),
    "go": Rollouts("go(board_size=9,komi=7.5)", 1_000, "9 x 9; ours fill no eyes and take 111 plies, theirs up to 162", 3.0),
    "go_19x19": Rollouts("go(board_size=19,komi=7.5)", 200, "19 x 19; 458 plies, theirs up to 722", 5.0),
    "chess": Rollouts("chess", 300, "whole games; ours are longer, 347 plies to 329, since repetition does not end a playout"),
    "backgammon": Rollouts("backgammon", 300, "whole games; 277 actions of ours are 211 of theirs, which move two checkers"),
}

# One position alone says little: which thread finds the better move first is a matter of luck.
THREADS_WANTED = 1.5  # times one thread's searches
THREADS_EVERY, THREADS_DEPTH = 2, 16  # every other position of the set; plies, a second or so each on one thread


def rows() -> Iterator[Row]:
    """Alpha-beta, Monte Carlo search, threads."""
    yield spiel_row()
    yield easy_row()
    for name in ROLLOUTS:
        yield mcts_row(name)
    yield threads_row()


class LeftToRight(Unestimated):
    """Connect four that tries the columns as the references do, so that all search the same tree."""

    def __init__(self) -> None:
        super().__init__()
        self.columns = tuple(sorted(self.columns))
        self.tops = tuple(sorted(self.tops))


class Hasty(LeftToRight):
    """A win is worth more the sooner it comes, as easyAI scores it: 100 times 1.001 for each ply left of the horizon."""

    utility_range = (-200.0, 200.0)

    def __init__(self, horizon: int = EASY_DEPTH) -> None:
        super().__init__()
        self.horizon = horizon

    def utility(self, s: State, p: int) -> float:
        if not self.four_in_a_row(s.mine ^ s.both):
            return 0.0
        score = 100 * (1 + 0.001 * (self.horizon - s.ply))
        return -score if p == s.ply & 1 else score


def our_alpha_beta(game: Game, depth: int) -> Any:
    """Search, and return the counters."""
    control = new_control(Limit())
    negamax_alpha_beta(game, game.initial(), depth, 0, -inf, inf, None, as_record(control), None, None)
    return control


def spiel_row(depth: int = SPIEL_DEPTH) -> Row:
    """OpenSpiel's alpha-beta, in Python over its C++ states; the states at the horizon are counted to be the same."""
    game, spiel = LeftToRight(), pyspiel.load_game("connect_four")
    seen = 0

    def count(_: Any) -> float:
        nonlocal seen
        seen += 1
        return 0.0

    minimax.alpha_beta_search(spiel, value_function=count, maximum_depth=depth)
    counters = our_alpha_beta(game, depth)
    assert counters[HORIZON] == seen, f"different trees: {counters[HORIZON]} states at the horizon here, {seen} there"
    nodes = int(counters[NODES])
    rates = side_by_side(
        repeated(100, nodes, lambda: our_alpha_beta(game, depth)),
        repeated(1, nodes, lambda: minimax.alpha_beta_search(spiel, value_function=lambda _: 0.0, maximum_depth=depth)),
    )
    what = f"connect four, alpha-beta, depth {depth}"
    return Row(what, *rates, "nodes/s", "OpenSpiel alpha_beta_search", 120.0, f"{nodes:,} nodes each")


def easy_row(depth: int = EASY_DEPTH) -> Row:
    """easyAI's Negamax on its own connect four; the moves made are counted to be the same."""
    made = []

    class Counted(EasyConnectFour):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            made.append(column)
            super().make_move(column)

    def theirs(game: type = EasyConnectFour) -> None:
        Negamax(depth)(game([AI_Player(None), AI_Player(None)]))

    theirs(Counted)
    game = Hasty(depth)
    nodes = int(our_alpha_beta(game, depth)[NODES])
    assert nodes == len(made) + 1, f"different trees: {nodes} nodes here, {len(made) + 1} there"
    rates = side_by_side(repeated(1000, nodes, lambda: our_alpha_beta(game, depth)), repeated(1, nodes, theirs), rounds=3)
    what = f"connect four, alpha-beta, depth {depth}"
    return Row(what, *rates, "nodes/s", "easyAI Negamax", 10_000.0, f"{nodes:,} nodes each")


def mcts_row(name: str) -> Row:
    """Playouts a second of a whole search, the reference with its C++ rollouts."""
    game = make_game(name)
    position = Position(game)
    while position.player == CHANCE:
        position = position.play(position.choices[0])
    reference, playouts, note, wanted = ROLLOUTS[name]
    search_position(game, position, Limit(playouts=1), "mcts", plain=True)
    spiel = pyspiel.load_game(reference)
    state = spiel.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def ours() -> float:
        return sum(search_position(game, position, Limit(playouts=playouts), "mcts", plain=True).playouts for _ in range(5))

    def theirs() -> float:
        # UCT with the constant sqrt(2), one rollout a leaf, 1000 MB, proven values, seed 7
        pyspiel.MCTSBot(spiel, pyspiel.RandomRolloutEvaluator(1, 7), 2**0.5, playouts, 1000, True, 7, False).step(state)
        return playouts

    rates = side_by_side(timed(ours), timed(theirs))
    what = f"{game.title_text.lower()}, Monte Carlo search"
    return Row(what, *rates, "playouts/s", "OpenSpiel MCTSBot, C++ rollouts", wanted, note)


def threads_row() -> Row:
    """Time to depth with two threads against one, by the wall clock: CPU time cannot show it."""
    game = make_game("chess")
    positions = [Position.load(game, f"{problem.position} 0 1") for problem in BRATKO_KOPEC[::THREADS_EVERY]]
    search_position(game, positions[0], Limit(depth=2))

    def all_of_them(threads: int) -> tuple[float, float]:
        """Wall seconds of searching every position, and how many cores that was given."""
        wall, cpu = time.perf_counter(), time.process_time()
        for position in positions:
            search_position(game, position, Limit(depth=THREADS_DEPTH), threads=threads, table_mb=64)
        seconds = time.perf_counter() - wall
        return seconds, (time.process_time() - cpu) / seconds

    (two, cores), (one, core) = all_of_them(2), all_of_them(1)
    what = f"chess, {len(positions)} positions to depth {THREADS_DEPTH}, two threads"
    note = f"by the wall clock; two threads were given {cores:.1f} cores, one thread {core:.1f}"
    return Row(what, len(positions) / two, len(positions) / one, "searches/s", "one thread", THREADS_WANTED, note)
