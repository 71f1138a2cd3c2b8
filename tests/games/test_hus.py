"""Hus: counts of sequences and positions, and a second implementation that sows seed by seed along drawn rows."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation
from counterplay.games.sowing.hus import ENDLESS, Hus
from tests.oracles.count_tables import assert_distinct, assert_perft
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Pit = tuple[int, int]  # row from South's outer one upwards, 0 to 3, and column from South's left


class Table(NamedTuple):
    seeds: tuple[tuple[int, ...], ...]  # (4 rows, 8 columns)
    turn: int
    plies: int


# The order in which each player sows: counter-clockwise around the own two rows, South's from the lower left.
LOOPS: tuple[list[Pit], list[Pit]] = (
    [(0, c) for c in range(8)] + [(1, 7 - c) for c in range(8)],
    [(3, 7 - c) for c in range(8)] + [(2, c) for c in range(8)],
)


class PlainHus(NamedMoves):
    """The rules on a drawn board: rows and columns, as one would sow by hand."""

    def __init__(self, inner_alone: bool = False) -> None:
        self.inner_alone = inner_alone

    def initial(self) -> Table:
        full, right, left = (2,) * 8, (0,) * 4 + (2,) * 4, (2,) * 4 + (0,) * 4
        return Table((full, right, left, full), 0, 0)

    def player(self, s: Table) -> int:
        return s.turn

    def after(self, s: Table, start: Pit) -> Table | None:
        """The board after a pit was sown to the end; None if that takes more than 300 lifts."""
        seeds = {(r, c): n for r, row in enumerate(s.seeds) for c, n in enumerate(row)}
        loop, pit, lifts = LOOPS[s.turn], start, 0
        hand, seeds[start] = seeds[start], 0
        while True:
            lifts += 1
            if lifts > 300:
                return None
            for _ in range(hand):
                pit = loop[(loop.index(pit) + 1) % 16]
                seeds[pit] += 1
            if seeds[pit] == 1:
                return Table(tuple(tuple(seeds[r, c] for c in range(8)) for r in range(4)), 1 - s.turn, s.plies + 1)
            inner, outer = ((2, pit[1]), (3, pit[1])) if s.turn == 0 else ((1, pit[1]), (0, pit[1]))
            if pit[0] in (1, 2) and seeds[inner] and (seeds[outer] or self.inner_alone):
                hand = seeds[inner] + seeds[outer]
                seeds[inner] = seeds[outer] = 0
            else:
                hand, seeds[pit] = seeds[pit], 0

    def listed(self, s: Table) -> dict[str, Table]:
        found = {}
        for number, (row, column) in enumerate(LOOPS[s.turn], 1):
            following = self.after(s, (row, column)) if s.seeds[row][column] >= 2 else None
            if following is not None:
                found[str(number)] = following
        return found

    def terminal(self, s: Table) -> bool:
        return s.plies == 400 or not self.moves(s)

    def utility(self, s: Table, p: int) -> float:
        return 0.0 if self.moves(s) else -1.0 if p == s.turn else 1.0

    def dump(self, s: Table) -> str:
        sides = [",".join(str(s.seeds[r][c]) for r, c in loop) for loop in LOOPS]
        return f"{'/'.join(sides)} {'SN'[s.turn]} {s.plies}"


def after(game: Hus, position: str, move: str) -> str:
    s = game.load(position)
    return game.dump(game.result(s, game.parse_action(s, move)))


def test_perft() -> None:
    """Would catch a sowing that ends too early or too late, a capture of the wrong column, a wrong start."""
    assert_perft(Hus(), (12, 144, 1250, 11359, 79046), interpreted=2000)


def test_perft_with_inner_captures() -> None:
    """Would catch a capture that still needs seeds in the outer pit."""
    assert_perft(Hus(inner_alone=True), (12, 144, 1244, 11350, 77105), interpreted=2000)


def test_distinct_positions() -> None:
    """Would catch keys that run together, or that the number of plies tells apart."""
    assert_distinct(Hus(), (12, 144, 1250, 11359, 75010))


@pytest.mark.parametrize("inner_alone", [False, True])
def test_random_games_beside_the_plain_one(inner_alone: bool) -> None:
    """Would catch a wrong pit, capture, turn, end or winner anywhere in a game, and an endless sowing that is allowed."""
    game, plain = Hus(inner_alone), PlainHus(inner_alone)
    walked = walk_beside_plain(game, plain, games=8, seed=5)
    assert {g.position.outcome().utilities[0] for g in walked} >= {1.0, -1.0}


def test_seeds_in_both_pits_are_needed() -> None:
    """Would catch a capture of an inner pit alone, or one in the outer row, where the opponent's pits are as full."""
    one = "0,0,0,0,0,3,0,2,2,0,4,0,0,5,0,0/2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 S 20"
    # Three seeds to 9; 2 + 2 are taken from North's 1 and 16 and sown to 13.
    assert after(Hus(), one, "6") == "0,0,0,0,0,0,1,3,3,1,5,1,1,5,0,0/0,2,2,2,2,2,2,2,2,2,2,2,2,2,2,0 N 21"
    bare = "0,0,0,0,0,3,0,2,2,0,6,0,0,5,0,0/0,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 S 20"
    # Nothing lies in North's outer pit: the three seeds of 9 go on to 12, which is empty. With inner captures two go to 11,
    # where both of North's pits hold seeds, and these four to 15.
    assert after(Hus(), bare, "6") == "0,0,0,0,0,0,1,3,0,1,7,1,0,5,0,0/0,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 N 21"
    assert after(Hus(True), bare, "6") == "0,0,0,0,0,0,1,3,3,1,7,1,1,6,1,0/0,2,0,2,2,2,2,2,2,2,2,2,2,0,2,0 N 21"


def test_whoever_cannot_sow_loses() -> None:
    """Would catch a pit with one seed that may be sown, a win for the wrong side, and a game beyond 400 plies."""
    game = Hus()
    s = game.load("1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0/45,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 S 9")
    assert game.terminal(s) and (game.utility(s, 0), game.utility(s, 1)) == (-1.0, 1.0)
    assert game.ending(s) == "South has no pit to sow"
    long = game.load(game.dump(game.initial()).replace("S 0", "S 400"))
    assert game.terminal(long) and game.utility(long, 0) == 0.0 and game.ending(long) == "400 plies were played"


def test_a_sowing_without_end_may_not_be_chosen() -> None:
    """Would catch a move that goes on for ever, and one that ends and is refused: 10 comes round to the same seeds again."""
    game = Hus()
    s = game.load("2,4,3,4,1,2,1,2,3,2,0,4,6,2,1,3/0,0,0,0,0,1,1,1,1,0,0,1,1,0,1,1 S 62")
    assert game.sow(s.board.copy(), 0, 9) == ENDLESS
    assert [game.action_name(s, int(a)) for a in game.actions(s)] == [str(n) for n in (1, 2, 3, 4, 6, 8, 9, 12, 13, 14, 16)]


def test_features() -> None:
    """Would catch a lead with the wrong sign, and seeds called safe that lie in a column with others."""
    game = Hus()
    s = game.load("1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5/42,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 S 9")
    assert [game.feature(s, 0, i) for i in range(4)] == [-36.0, 0.0, -42.0, 1.0]
    assert game.evaluate(s, 0) == -game.evaluate(s, 1) < 0


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("2,2,2,2,2,2,2,2,2,2,2,2,0,0,0,1/2,2,2,2,2,2,2,2,2,2,2,2,0,0,0,0 S 0", "there are 49 seeds; it must be 48"),
        ("2,2,2,2,2,2,2,2,2,2,2,2,0,0,0/2,2,2,2,2,2,2,2,2,2,2,2,0,0,0,0 S 0", "has 15 cells instead of 16"),
        ("200,2,2,2,2,2,2,2,2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2,2,2,2,2,0,0,0,0 S 0", "'200' at S1 is none of 0 1 ... 48"),
    ],
)
def test_wrong_positions(position: str, reason: str) -> None:
    """Would catch seeds that were lost or added, and numbers that do not fit a pit."""
    with pytest.raises(BadNotation, match=reason):
        Hus().load(position)
