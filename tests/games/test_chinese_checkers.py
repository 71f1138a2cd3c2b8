"""Chinese checkers: published counts, OpenSpiel's turns, and a second implementation that follows jumps one by one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest

from counterplay.boards.bases.jumping_race_game import RaceState
from counterplay.core import BadNotation, BadParameter
from counterplay.games.races.chinese_checkers import ChineseCheckers
from tests.oracles.plain_jumping_race import PlainRace, Spot, counts, forward, walk_beside_the_plain_one

SIX_WAYS = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]  # x in half holes
STAR = [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]  # holes in each row
LAST_HOLE = 120


def plain_board(widths: list[int], depth: int, closed: bool = False) -> PlainRace:
    """Rows of so many holes from below, each in the middle of the board; a camp is the first rows, or the last ones."""
    names: dict[Spot, str] = {}
    for y, width in enumerate(widths):
        names |= {(2 * i - width + 1, y): f"{'abcdefghijklmnopq'[y]}{i + 1}" for i in range(width)}
    below, above = ({spot for spot in names if y0 <= spot[1] < y0 + depth} for y0 in (0, len(widths) - depth))
    middle = {spot for spot in names if abs(spot[0]) + abs(spot[1] - 8) <= 8 and abs(spot[1] - 8) <= 4}
    return PlainRace(names, SIX_WAYS, (below, above), set(names) - middle - below - above if closed else ())


def turns(state: Any) -> dict[tuple[int, int], list[int]]:
    """The turns of OpenSpiel: the hole that a peg leaves and the one where it ends up, with the actions that lead there."""
    found: dict[tuple[int, int], list[int]] = {}
    mover = state.current_player()
    for first in state.legal_actions():
        start, end = (int(hole) for hole in state.action_to_string(first).replace("=>", "->").split("->"))
        waiting = [(end, [first])]
        while waiting:
            hole, path = waiting.pop()
            if (start, hole) in found:
                continue
            after = state.clone()
            for action in path:
                after.apply_action(action)
            if after.current_player() != mover:
                found[start, hole] = path
                continue
            for action in after.legal_actions():
                text = after.action_to_string(action)
                if text == "Pass":
                    found[start, hole] = [*path, action]
                else:
                    waiting.append((int(text.split("=>")[1]), [*path, action]))
    return found


def test_counts() -> None:
    """Would catch another star, ways of jumping counted apart, a jump over two pegs."""
    assert counts(ChineseCheckers(), 3) == ([14, 196, 4760], [14, 196, 2618])


def test_openspiel_ends_its_turns_where_we_do() -> None:
    """Would catch a hole that is joined wrongly, a chain that ends too early, a peg that may not leave its goal but does."""
    game, choose, rng = ChineseCheckers(), forward(ChineseCheckers()), random.Random(4)
    s, theirs = game.initial(), pyspiel.load_game("chinese_checkers(players=2)").new_initial_state()
    while not game.terminal(s):
        ours = {(LAST_HOLE - game.origin(a), LAST_HOLE - game.target(a)): a for a in map(int, game.actions(s))}
        goal = {LAST_HOLE - int(cell) for cell in game.goal_cells[s.turn]}
        ways = turns(theirs)
        assert set(ours) == {(start, end) for start, end in ways if start not in goal or end in goal}
        assert s.turn == theirs.current_player()
        chosen = choose(rng, s, list(ours.values()))
        for action in ways[LAST_HOLE - game.origin(chosen), LAST_HOLE - game.target(chosen)]:
            theirs.apply_action(action)
        s = game.result(s, chosen)
    assert s.clock < 300


def test_games_beside_the_plain_one() -> None:
    """Would catch a wrong end or winner, on a small diamond, and a chain that ends too early on the star."""
    small = plain_board([1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1], 3)
    walked = walk_beside_the_plain_one(ChineseCheckers(7), small, games=2, seed=1)
    assert all(g.decided and g.position.state.clock < 300 for g in walked)
    walk_beside_the_plain_one(ChineseCheckers(), plain_board(STAR, 4), games=1, seed=2, moves=40)


def test_side_points_are_for_passing() -> None:
    """Would catch a peg that stops in a side point, or one that may not jump through it."""
    game, plain = ChineseCheckers(side_points=False), plain_board(STAR, 4, closed=True)
    assert len(plain.closed) == 40
    walk_beside_the_plain_one(game, plain, games=1, seed=3, moves=30)
    text = "o/oo/ooo/oooo/13/12/11/10/9/10/11/2x9/3xx8/3x/xxx/xx/x x 4"  # e5 jumps over e4 to e3, and over f3 to g3
    for chosen, ends in ((game, {"e5-g3"}), (ChineseCheckers(), {"e5-e3", "e5-g3"})):
        s = chosen.load(text)
        assert {"e5-e3", "e5-g3"} & {chosen.action_name(s, a) for a in chosen.actions(s)} == ends


def test_a_full_goal_with_one_own_peg_wins() -> None:
    """Would catch a defender who saves the game by staying at home, and a race that never ends."""
    game = ChineseCheckers()
    won = game.load("o/xx/xxx/xxxx/x12/12/11/10/9/10/11/12/13/oooo/ooo/oo/1 o 120")
    assert game.terminal(won) and game.utility(won, 1) == -1.0 and game.ending(won) == "Blue has arrived"
    drawn = game.load("o/oo/ooo/oooo/13/12/11/10/9/10/11/12/13/xxxx/xxx/xx/x x 300")
    assert game.terminal(drawn) and game.utility(drawn, 0) == 0.0 and game.ending(drawn) == "300 moves have been played"


def test_whoever_has_no_move_passes() -> None:
    """Would catch a state without actions: a blue peg in the tip, shut in by red ones."""
    game = ChineseCheckers()
    board = np.zeros(game.cell_count, np.int8)
    board[game.board.index("a1")] = 1
    board[[game.board.index(name) for name in ("b1", "b2", "c1", "c3")]] = 2
    s = RaceState(board, 0, 7)
    assert [game.action_name(s, a) for a in game.actions(s)] == ["pass"]
    after = game.result(s, game.parse_action(s, "pass"))
    assert (after.turn, after.clock, (after.board == board).all()) == (1, 8, True)


def test_wrong_texts_and_boards() -> None:
    """Would catch positions with pegs too few, and diamonds without camps."""
    with pytest.raises(BadNotation, match="Blue has 9 instead of 10"):
        ChineseCheckers().load("o/oo/ooo/oooo/13/12/11/10/9/10/11/12/13/xxxx/xxx/xx/1 x 0")
    with pytest.raises(BadParameter, match="from 4 to 9, or 0 for the star"):
        ChineseCheckers(3)
