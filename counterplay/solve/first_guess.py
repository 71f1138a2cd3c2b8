"""Where null-window questions begin: a shallow alpha-beta search by the game's own estimate.

A guess that is near the value saves questions on the way to it, each of which is a search to the end of the game.
"""

from __future__ import annotations

from typing import Any

from counterplay.core import Game, Limit, overrides
from counterplay.core.text.value_words import win_or_loss
from counterplay.gears.entry.state_layout import CANDIDATES_ONLY, RANKED
from counterplay.gears.entry.walk import Walk, is_over, list_actions, moves, player_at, step_within
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.engine.scores import INFINITE, estimate_score, terminal_score
from counterplay.search.search_control import NODES, as_record, new_control, spent
from counterplay.search.textbook.child_order import sort_moves

GUESS_NODES = 20_000  # about 10 ms
DEEPEST_GUESS = 8  # plies


def has_fine_grades(game: Game) -> bool:
    """Whether results are graded so finely that an estimate tells them apart."""
    return not win_or_loss(game) and overrides(game, "evaluate")


def first_guess(walk: Walk) -> int:
    """The score at the greatest even depth that is searched soon; estimates of odd and even depths differ."""
    control = new_control(Limit(nodes=GUESS_NODES))
    guess = 0
    for depth in range(0, DEEPEST_GUESS + 1, 2):
        score = int(guess_node(walk, as_record(control), 0, 0, depth, -INFINITE, INFINITE))
        if control[NODES] >= GUESS_NODES:
            break
        guess = score
    return guess


@walk_kernel
def guess_node(walk: Any, control: Any, ply: int, start: int, depth: int, alpha: int, beta: int) -> int:
    """Score of the state at a ply for its player, so many plies ahead, fail-soft; 0 where the search must stop."""
    if spent(control):
        return 0
    player = player_at(walk, ply)
    if is_over(walk, ply):
        return terminal_score(walk, ply, player)
    if depth == 0:
        return estimate_score(walk, ply, player)
    n = list_actions(walk, ply, start, RANKED | CANDIDATES_ONLY if walk.has_candidates != 0 else RANKED)
    sort_moves(walk, start, start + n)
    best = -INFINITE
    for i in range(start, start + n):
        step_within(walk, ply, moves(walk)[i])
        if player_at(walk, ply + 1) == player:
            best = max(best, guess_node(walk, control, ply + 1, start + n, depth - 1, max(alpha, best), beta))
        else:
            best = max(best, -guess_node(walk, control, ply + 1, start + n, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
