"""Life in go: Benson's theorem against all that an opponent can do alone, positions of books, dead stones by playouts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from counterplay.games.territory.go.go import BLACK, WHITE, Go
from counterplay.games.territory.go.go_life import beside, dead_stones, parts, unconditional_life, without
from counterplay.gears.gear_choice import interpreting
from counterplay.search.playout import ends_of_playouts


def names(game: Go, cells: frozenset[int]) -> set[str]:
    return {game.board.names[cell] for cell in cells}


def chains_that_fall(game: Go, s: Any, player: int) -> set[frozenset[int]]:
    """The chains of a player that the other can take, by some line of moves, while this one passes."""
    chains = parts(game, [cell for cell in range(game.cell_count) if s.board[cell] == 1 + player])
    seen, queue = {s.board.tobytes()}, [s._replace(turn=1 - player, passes=0, ko=-1)]
    fallen: set[frozenset[int]] = set()
    for state in queue:
        for action in game.actions(state)[:-1]:
            after = game.result(state, int(action))
            if after.board.tobytes() not in seen:
                seen.add(after.board.tobytes())
                fallen |= {chain for chain in chains if after.board[next(iter(chain))] != 1 + player}
                queue.append(after._replace(turn=1 - player, ko=-1))
    return fallen


@pytest.mark.parametrize(("suicide", "positions"), [(False, 20), (True, 8)])
def test_benson_says_what_an_opponent_cannot_take(suicide: bool, positions: int) -> None:
    """Would catch a chain called safe that falls to a player who moves alone, or one that never falls and is not."""
    game, rng, lives = Go(4, 3, suicide=suicide), random.Random(5), 0
    for _ in range(positions):
        board = game.initial().board.copy()
        for cell in range(game.cell_count):
            board[cell] = rng.choices((0, 1, 2), (4, 9, 2))[0]
        s = game.initial()._replace(board=board, hash=game.hash_of(board))
        if game.problem(s):
            continue
        chains = set(parts(game, [cell for cell in range(game.cell_count) if board[cell] == 1]))
        living = {chain for chain in chains if chain <= unconditional_life(game, board, BLACK)[0]}
        assert living == chains - chains_that_fall(game, s, BLACK), game.dump(s)
        lives += len(living)
    assert lives > 0


@pytest.mark.parametrize(
    ("rows", "living"),
    [
        (".b.bw./bbbbw./wwwww.", "B6 D6 A5 B5 C5 D5"),  # two eyes in the corner; White around has none
        ("...bw./bbbbw./wwwww.", ""),  # one large eye can be filled from within
        (".bb.bw/bb.bbw/..b...", ""),  # two chains beside open points
        (".b.bw./bb.bw./wbbbw./.wwww.", "B6 D6 A5 B5 D5 B4 C4 D4"),  # two chains that share the eyes of both
        (".b.bw./b.bbw./.bwww./.ww...", ""),  # false eyes: the stone on A5 can be taken off first
    ],
)
def test_positions(rows: str, living: str) -> None:
    """Would catch eyes that are counted without the chains that enclose them."""
    game = Go(6)
    s = game.load("/".join([*rows.split("/"), *["......"] * (5 - rows.count("/"))]) + " b - 0")
    assert names(game, unconditional_life(game, s.board, BLACK)[0]) == set(living.split())
    assert not unconditional_life(game, s.board, WHITE)[0]


def test_playouts_tell_dead_stones() -> None:
    """Would catch stones taken for dead that live, or a lone stone in the other's land that counts as living."""
    game = Go(5, komi=0.5)
    s = game.load("..bw./..bw./..bww/.wb.w/..bw. b - 2")
    with interpreting():
        open_again = s._replace(passes=0)
        dead = dead_stones(game, open_again, ends_of_playouts(game, open_again, 12, seed=2))
    assert names(game, dead) == {"B2"}
    after = without(game, s, dead)
    assert game.points(s)[0] == 5.0 and game.points(after) == (15.0, 9.5)
    prisoners = Go(5, komi=0.5, scoring="territory", ko="simple")
    taken = without(prisoners, prisoners.load("..bw./..bw./..bww/.wb.w/..bw. b - 2 0 0"), dead)
    assert (taken.black_prisoners, taken.white_prisoners) == (1, 0) and not prisoners.problem(taken)


def test_neighbours_at_the_border() -> None:
    """Would catch the wall behind the last point taken for a neighbour."""
    game = Go(3)
    assert sorted(beside(game, 0)) == [1, 3] and len(beside(game, 4)) == 4
