"""Halma: published counts, and a second implementation that follows jumps one by one."""

from __future__ import annotations

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games.races.halma import Halma
from tests.oracles.plain_jumping_race import PlainRace, counts, walk_beside_the_plain_one

EIGHT_WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def plain_halma(size: int, rows: tuple[int, ...]) -> PlainRace:
    names = {(x, y): f"{'abcdefghijklmnop'[x]}{y + 1}" for x in range(size) for y in range(size)}
    camp = {(x, y) for y, men in enumerate(rows) for x in range(men)}
    return PlainRace(names, EIGHT_WAYS, (camp, {(size - 1 - x, size - 1 - y) for x, y in camp}))


@pytest.mark.parametrize(
    ("size", "sequences", "positions"),
    [
        (16, [40, 1600, 85440], [40, 1600, 43880]),
        (10, [32, 1024, 46016], [32, 1024, 23392]),
        (8, [24, 576, 20050], [24, 576, 9994]),
    ],
)
def test_counts(size: int, sequences: list[int], positions: list[int]) -> None:
    """Would catch a camp of another shape, ways of jumping counted apart, a jump over two men."""
    assert counts(Halma(size), 3) == (sequences, positions)


def test_games_beside_the_plain_one() -> None:
    """Would catch a chain that ends too early, a man who leaves the goal, a wrong end or winner."""
    walked = walk_beside_the_plain_one(Halma(8), plain_halma(8, (4, 3, 2, 1)), games=2, seed=1)
    assert all(g.decided and g.position.state.clock < 300 for g in walked)


def test_the_large_board_beside_the_plain_one() -> None:
    """Would catch what only shows on 16 x 16: numbers of cells beyond 127, the camps of 19 men."""
    walk_beside_the_plain_one(Halma(), plain_halma(16, (5, 5, 4, 3, 2)), games=1, seed=2, moves=40)


def test_a_man_in_the_goal_stays_there() -> None:
    """Would catch a man who walks out of the goal, or cannot move in it any more."""
    game = Halma(8)
    s = game.load("4x3/8/8/8/1o6/oo4xx/ooo1xxxx/oooo1xxx x 20")
    moves = [game.action_name(s, a) for a in game.actions(s)]
    assert sorted(move for move in moves if move.startswith("e8")) == ["e8-f7", "e8-f8"]


def test_a_full_goal_with_one_own_man_wins() -> None:
    """Would catch a defender who saves the game by staying at home, and a win of men who are all still at home."""
    game = Halma(8)
    won = game.load("4xxxo/5xxx/6xx/7x/8/ox6/ooo5/ooooo3 o 90")
    assert game.terminal(won) and game.utility(won, 0) == 1.0 and game.ending(won) == "Blue has arrived"
    assert not game.terminal(game.initial())


def test_wrong_texts_and_sizes() -> None:
    """Would catch positions with men too few, and boards without camps."""
    with pytest.raises(BadNotation, match="Red has 9 instead of 10"):
        Halma(8).load("4oooo/5ooo/6oo/8/x7/xx6/xxx5/xxxx4 x 0")
    with pytest.raises(BadParameter, match="8, 10 or 16"):
        Halma(9)
