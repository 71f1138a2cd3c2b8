"""Who is right about the ghosts? A Pacman who expects the worst, and one who expects chance, against ghosts of either kind.

The lectures' 2 x 2 table: assuming the worst where chance rules is pessimism, assuming chance where an adversary plays is
optimism.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from counterplay.arena.counting.match_statistics import score_interval, student_95
from counterplay.core import BadParameter, Limit
from counterplay.gears.rng import draw_below, seeded
from counterplay.lessons.pacman.pacman import GHOST_BITS, Pacman, State
from counterplay.lessons.pacman.pacman_play import ADVERSARY, EXPECTIMAX, MINIMAX, RANDOM, play_game
from counterplay.search.opponent_model import OpponentModel, policies_of
from counterplay.search.search_control import as_record, new_control
from counterplay.search.textbook.textbook_form import form_walk

PACMAN_DEPTH, GHOST_DEPTH = 8, 8  # plies
GAMES = 500  # for each of the four cells
NEAREST_START = 3  # steps between Pacman and a ghost when a game begins
BELIEVED_RANDOM = OpponentModel.mixture({"random": 1.0})


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
        return float(student_95(self.games - 1) * np.std(self.scores, ddof=1) / math.sqrt(self.games))

    @property
    def wins(self) -> tuple[float, float, float]:
        """The share of games in which all dots were eaten, and its 95 % interval."""
        low, high = score_interval((self.games - self.cleared, self.cleared), (0.0, 1.0))
        return self.cleared / self.games, low, high


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
    policies, control, walk = policies_of(BELIEVED_RANDOM), as_record(new_control(Limit())), form_walk(game)
    starts, rng = seeded(seed), seeded(seed + 1)
    ends = []
    for _ in range(games):
        walk.place(random_start(game, starts))
        play_game(walk, pacman, ghosts, depth, ghost_depth, policies, rng, control)
        ends.append(walk.state(0))
    return Cell(
        ("minimax", "expectimax")[pacman],
        ("random", "adversarial")[ghosts],
        tuple(int(s.score) for s in ends),
        sum(s.dots == 0 and not game.caught(s) for s in ends),
        sum(game.caught(s) for s in ends),
    )


def play_table(
    game: Pacman | None = None, games: int = GAMES, seed: int = 0, progress: Callable[[str], None] = lambda _: None
) -> list[Cell]:
    """The four cells: minimax and expectimax Pacman, each against adversarial and random ghosts."""
    field = game or Pacman()
    cells: list[Cell] = []
    for pacman in (MINIMAX, EXPECTIMAX):
        for ghosts in (ADVERSARY, RANDOM):
            progress(f"Pacman: {games} games, {len(cells) + 1} of 4")
            cells.append(play_cell(field, pacman, ghosts, games, seed))
    return cells
