"""Who is right about the ghosts? A Pacman who expects the worst, and one who expects chance, against ghosts of either kind.

The lectures' 2 x 2 table: assuming the worst where chance rules is pessimism, assuming chance where an adversary plays is
optimism. Whole games are played natively; the searches are the textbook's own kernels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from counterplay.core import BadParameter, Limit
from counterplay.gears import helper, kernel
from counterplay.gears.rng import draw_below, seeded
from counterplay.lessons.pacman import GHOST_BITS, Pacman, State
from counterplay.search.alpha_beta import alpha_beta
from counterplay.search.control import new_control
from counterplay.search.opponent import OpponentModel, against_model, policies_of

MINIMAX, EXPECTIMAX = 0, 1  # what Pacman does
RANDOM, ADVERSARY = 0, 1  # what the ghosts do
PACMAN_DEPTH, GHOST_DEPTH = 8, 8  # plies
GAMES = 500  # for each of the four cells
NEAREST_START = 3  # steps between Pacman and a ghost when a game begins
Z95 = 1.959964  # 95 % of a normal distribution lie within so many standard deviations
BELIEVED_RANDOM = OpponentModel.mixture({"random": 1.0})


@helper
def best_action(game: Any, s: Any, me: int, depth: int, policies: Any, believing: int, rng: Any, control: Any) -> int:
    """The action that a search thinks best; equally good ones are drawn by lot."""
    best, chosen, equal = -inf, 0, 0
    for a in game.actions(s):
        child = game.result(s, a)
        if believing == EXPECTIMAX:
            v = against_model(game, child, depth - 1, 1, me, policies, control, None, None)
        else:
            v = alpha_beta(game, child, depth - 1, 1, me, -inf, inf, control, None, None)
        if v > best:
            best, chosen, equal = v, a, 1
        elif v == best:
            equal += 1
            if draw_below(rng, equal) == 0:
                chosen = a
    return chosen


@helper
def random_action(game: Any, s: Any, rng: Any) -> int:
    """Any action, each as likely as the others."""
    chosen, n = 0, 0
    for a in game.actions(s):
        n += 1
        if draw_below(rng, n) == 0:
            chosen = a
    return chosen


@kernel
def play_game(
    game: Any, s: Any, pacman: int, ghosts: int, depth: int, ghost_depth: int, policies: Any, rng: Any, control: Any
) -> Any:
    """A whole game between a Pacman (MINIMAX or EXPECTIMAX) and ghosts (RANDOM or ADVERSARY); the last state."""
    while not game.terminal(s):
        if game.player(s) == 0:
            a = best_action(game, s, 0, depth, policies, pacman, rng, control)
        elif ghosts == ADVERSARY:
            a = best_action(game, s, 1, ghost_depth, policies, MINIMAX, rng, control)
        else:
            a = random_action(game, s, rng)
        s = game.result(s, a)
    return s


@dataclass(frozen=True)
class Cell:
    """What one Pacman did against one kind of ghosts."""

    pacman: str
    ghosts: str
    scores: tuple[int, ...]
    cleared: int  # games in which all dots were eaten
    caught: int

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.scores)

    @property
    def mean(self) -> float:
        """The average score."""
        return float(np.mean(self.scores))

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the average score."""
        return float(Z95 * np.std(self.scores, ddof=1) / math.sqrt(self.games))

    @property
    def wins(self) -> tuple[float, float, float]:
        """The share of games won, and its 95 % interval (E. Wilson, 1927)."""
        n, share, z = self.games, self.cleared / self.games, Z95
        centre = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return share, max(0.0, centre - half), min(1.0, centre + half)


def random_start(game: Pacman, rng: Any) -> State:
    """Pacman and the ghosts anywhere, not too near to each other; the dots where the maze has them."""
    start = game.initial()
    cells = len(game.places)
    while True:
        pacman, ghosts = draw_below(rng, cells), [draw_below(rng, cells) for _ in range(game.haunts)]
        if all(game.distances[pacman, ghost] >= NEAREST_START for ghost in ghosts):
            packed = sum(int(ghost) << GHOST_BITS * i for i, ghost in enumerate(ghosts))
            return start._replace(pacman=int(pacman), ghosts=packed, dots=start.dots & ~(1 << int(pacman)))


def play_cell(
    game: Pacman, pacman: int, ghosts: int, games: int = GAMES, seed: int = 0, depth: int = PACMAN_DEPTH,
    ghost_depth: int = GHOST_DEPTH,
) -> Cell:  # fmt: skip
    """Many games from random starts, the same starts for every cell of the table."""
    if game.players != 2:
        raise BadParameter("the study needs a Pacman whose ghosts are a player: Pacman(ghosts='minimax')")
    if games < 2:
        raise BadParameter(f"an interval needs at least 2 games, not {games}")
    policies, control = policies_of(game, BELIEVED_RANDOM), new_control(Limit())
    starts, rng = seeded(seed), seeded(seed + 1)
    ends = [
        play_game(game, random_start(game, starts), pacman, ghosts, depth, ghost_depth, policies, rng, control)
        for _ in range(games)
    ]
    return Cell(
        ("minimax", "expectimax")[pacman],
        ("random", "adversarial")[ghosts],
        tuple(int(s.score) for s in ends),
        sum(s.dots == 0 and not game.caught(s) for s in ends),
        sum(game.caught(s) for s in ends),
    )


def play_table(game: Pacman | None = None, games: int = GAMES, seed: int = 0) -> list[Cell]:
    """The four cells: minimax and expectimax Pacman, each against adversarial and random ghosts."""
    field = game or Pacman()
    return [play_cell(field, pacman, ghosts, games, seed) for pacman in (MINIMAX, EXPECTIMAX) for ghosts in (ADVERSARY, RANDOM)]
