"""Amazons: published numbers of turns, and OpenSpiel's rules beside ours on random games."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from counterplay.check import openspiel_games, walk_beside
from counterplay.check.openspiel_oracle import OpenSpielOracle
from counterplay.core import BadNotation, BadParameter
from counterplay.games.territory.amazons import Amazons
from tests.oracles.count_tables import assert_perft_turns

SMALL = Amazons(6)


class TwoActionAmazons(OpenSpielOracle):
    """OpenSpiel's game with the square that an amazon leaves and the one that she goes to as one action."""

    def __init__(self, oracle: OpenSpielOracle, size: int) -> None:
        super().__init__(oracle.state)
        self.size = size

    def square(self, action: int) -> str:
        """OpenSpiel counts squares from the upper left."""
        row, column = divmod(action, self.size)
        return f"{'abcdefghij'[column]}{self.size - row}"

    def labelled(self) -> dict[Hashable, tuple[int, ...]]:
        """The names of what can be done, with OpenSpiel's actions for each."""
        if "Shoot" in self.state.action_to_string(self.legal()[0]):
            return {self.square(a): (a,) for a in self.legal()}
        return {f"{self.square(a)}-{self.square(b)}": (a, b) for a in self.legal() for b in self.state.child(a).legal_actions()}

    def actions(self) -> list[Hashable]:
        return list(self.labelled())

    def play(self, label: Hashable) -> None:
        for action in self.labelled()[label]:
            self.state.apply_action(action)

    def shown(self) -> Any:
        return str(self.state).split()


def as_openspiel(s: Any) -> list[str]:
    """Our rows in OpenSpiel's letters; an arrow is # there."""
    return SMALL.dump(s).split()[0].translate(str.maketrans("wbx", "XO#")).split("/")


def test_turns_of_the_large_board() -> None:
    """An arrow that cannot fly over the square that was left, a jump over an amazon, a wrong start."""
    game = Amazons()
    assert len(game.choices(game.initial())) == 80
    assert_perft_turns(game, (2176, 4307152))


def test_random_games_against_openspiel() -> None:
    """A difference in moves, arrows, whose turn it is, the end or the winner."""
    start = openspiel_games("amazons(board_size=6)")
    walked = walk_beside(
        SMALL, lambda: TwoActionAmazons(start(), 6), label=SMALL.action_name, show=as_openspiel, games=15, seed=4
    )
    assert all(game.decided for game in walked)
    assert {game.position.outcome().utilities[0] for game in walked} == {1.0, -1.0}


@pytest.mark.parametrize("size", [8, 10])
def test_starts_are_those_of_openspiel(size: int) -> None:
    """Amazons on other squares."""
    game = Amazons(size)
    rows = game.dump(game.initial()).split()[0].translate(str.maketrans("wb", "XO")).split("/")
    assert rows == str(openspiel_games(f"amazons(board_size={size})")().state).split()


def test_estimate_of_shared_out_territory() -> None:
    """Squares that are counted for the wrong player, or for one who cannot reach them."""
    walled = SMALL.load("w.x..b/..x.../..x.../xxx.../..xxxx/...... w -")  # 5 squares for White, 11 for Black, 8 for nobody
    queens, kings, *_, contested = SMALL.features(walled)
    assert (queens, kings, contested) == (-6.0, -6.0, 0.0)
    assert SMALL.evaluate(walled, 0) == -SMALL.evaluate(walled, 1) < 0


def test_queen_moves_by_a_plain_search() -> None:
    """A distance that a shortcut of the search misses."""
    s = SMALL.load("w..x../.x..x./..x..b/x..x../..x.x./b....w w -")
    found = SMALL.queen_moves_to(s.board, 1)
    level, moves = {int(c) for c in range(36) if s.board[c] == 1}, 0
    reached = dict.fromkeys(level, 0)
    while level:
        moves += 1
        seen = {
            int(place)
            for cell in level
            for direction in range(8)
            for place in takewhile_free(s.board, SMALL.along[cell, direction, 1:])
        }
        level = seen - set(reached)
        reached |= dict.fromkeys(level, moves)
    assert {c: int(found[c]) for c in range(36) if found[c] < 36} == reached


def takewhile_free(board: Any, ray: Any) -> list[int]:
    """The squares of a ray before the first that is not free."""
    free: list[int] = []
    for cell in ray:
        if cell < 0 or board[cell] != 0:
            break
        free.append(int(cell))
    return free


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("ww.w../ww..../....../....../b....b/.b..b. w -", "White has 5 amazons; 4 is the most"),
        (".b..b./b....b/....../....../w....w/.w..w. w c3", "White is to shoot from c3 and has no amazon there"),
        ("wx..../xx..../....../....../....../.....b w a6", "no square is free beside a6"),
    ],
)
def test_impossible_positions(text: str, complaint: str) -> None:
    """A position that no game comes to is taken without a word."""
    with pytest.raises(BadNotation, match=complaint):
        SMALL.load(text)


def test_other_sizes_are_refused() -> None:
    """A board without a start position."""
    with pytest.raises(BadParameter, match="size must be 6, 8 or 10"):
        Amazons(7)
