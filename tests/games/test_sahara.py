"""Sahara: counts of turns and positions, and a second implementation with the corners of triangles."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from counterplay.core import BadNotation
from counterplay.games.races.sahara import Sahara
from tests.oracles.count_tables import assert_perft_turns
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

GAME = Sahara()
LENGTHS = (7, 9, 11, 11, 9, 7)  # triangles in the rows from the top
Corner = tuple[int, int]  # half a side to the right, rows down


def name(row: int, place: int) -> str:
    return f"{'fedcba'[row]}{place + 1}"


def corners(row: int, place: int) -> frozenset[Corner]:
    """The three corners of a triangle; rows of the upper half begin with one that points up, those of the lower half do not."""
    left = place - LENGTHS[row] // 2  # of the middle of the board
    up = (place % 2 == 0) == (row < 3)
    point, base = (row, row + 1) if up else (row + 1, row)
    return frozenset({(left, point), (left - 1, base), (left + 1, base)})


TRIANGLES = {name(row, place): corners(row, place) for row, length in enumerate(LENGTHS) for place in range(length)}
BESIDE = {one: {two for two in TRIANGLES if len(TRIANGLES[one] & TRIANGLES[two]) == 2} for one in TRIANGLES}
POINTS_DOWN = {name(r, i) for r, length in enumerate(LENGTHS) for i in range(length) if (i % 2 == 0) != (r < 3)}


class Desert(NamedTuple):
    pyramids: tuple[frozenset[str], frozenset[str]]
    turn: int
    tipped: str  # the pyramid that may go on, or ""
    came: str


class PlainSahara(NamedMoves):
    """The rulebook: two triangles are neighbours where they share two corners."""

    def initial(self) -> Desert:
        light = [(0, 1), (0, 6), (2, 0), (3, 10), (5, 0), (5, 5)]
        dark = [(0, 0), (0, 5), (2, 10), (3, 0), (5, 1), (5, 6)]
        return Desert((frozenset(name(*spot) for spot in light), frozenset(name(*spot) for spot in dark)), 0, "", "")

    def player(self, s: Desert) -> int:
        return s.turn

    def free(self, s: Desert, triangle: str) -> set[str]:
        return BESIDE[triangle] - s.pyramids[0] - s.pyramids[1]

    def listed(self, s: Desert) -> dict[str, Desert]:
        found = {"pass": Desert(s.pyramids, 1 - s.turn, "", "")} if s.tipped else {}
        for start in {s.tipped} if s.tipped else s.pyramids[s.turn]:
            for end in self.free(s, start) - {s.came}:
                moved = s.pyramids[s.turn] - {start} | {end}
                pyramids = (moved, s.pyramids[1]) if s.turn == 0 else (s.pyramids[0], moved)
                more = not s.tipped and end in POINTS_DOWN
                after = Desert(pyramids, s.turn, end, start) if more else Desert(pyramids, 1 - s.turn, "", "")
                found[f"{start}-{end}"] = after
        return found

    def shut_in(self, s: Desert, p: int) -> bool:
        return any(not self.free(s, triangle) for triangle in s.pyramids[p])

    def terminal(self, s: Desert) -> bool:
        return not s.tipped and (self.shut_in(s, 0) or self.shut_in(s, 1))

    def utility(self, s: Desert, p: int) -> float:
        mover = 1 - s.turn
        loser = mover if self.shut_in(s, mover) else s.turn
        return -1.0 if p == loser else 1.0

    def dump(self, s: Desert) -> str:
        return f"{[sorted(own) for own in s.pyramids]} {s.turn} {s.tipped or '-'} {s.came or '-'}"


def shown(s: Any) -> str:
    """A state as the plain game shows it."""
    words = GAME.dump(s).split()
    held = [sorted(GAME.board.names[c] for c, what in enumerate(GAME.contents(s)) if what == 1 + p) for p in (0, 1)]
    return f"{held} {s.turn} {words[2]} {words[3]}"


def turns(s: Any) -> list[Any]:
    """What a whole turn leads to."""
    after = [GAME.result(s, a) for a in GAME.choices(s)]
    return [u for t in after for u in ([t] if t.turn != s.turn else turns(t))]


def played(position: str, *moves: str) -> Any:
    s = GAME.load(position)
    for move in moves:
        s = GAME.result(s, GAME.parse_action(s, move))
    return s


def test_turns() -> None:
    """Would catch a second step from a light triangle, one back to the start, a wrong neighbour or start."""
    assert_perft_turns(GAME, (12, 153, 2406))


def test_distinct_positions() -> None:
    """Would catch keys that remember how a turn went after it is over."""
    level = {GAME.key(GAME.initial()): GAME.initial()}
    found = []
    for _ in range(3):
        level = {GAME.key(t): t for s in level.values() for t in turns(s)}
        found.append(len(level))
    assert found == [12, 153, 1482]


def test_random_games_beside_the_plain_one() -> None:
    """Would catch a wrong neighbour, a step that is missing, an end that is missed or comes within a turn, a wrong winner."""
    plain = PlainSahara()
    walked = walk_beside_plain(GAME, plain, show=shown, games=12, seed=2)
    assert {g.position.outcome().utilities[0] for g in walked} == {1.0, -1.0}


def test_a_pyramid_is_shut_in_at_the_end_of_a_turn() -> None:
    """Would catch an end in the middle of a turn, which could still go on, and a win for the wrong side."""
    nearly = "bw...b./..w....../w.........b/b.........w/........./wb...wb w - -"
    between = played(nearly, "e3-e2")
    assert not GAME.terminal(between) and GAME.player(between) == 0
    over = played(nearly, "e3-e2", "pass")
    assert GAME.terminal(over) and (GAME.utility(over, 0), GAME.utility(over, 1)) == (1.0, -1.0)
    assert GAME.ending(over) == "Dark's pyramid on f1 cannot move"
    assert [GAME.board.names[c] for c in GAME.marked(over)] == ["f1"]
    assert not GAME.terminal(played(nearly, "e3-e2", "e2-e1"))


def test_whoever_shuts_in_pyramids_of_both_loses() -> None:
    """Would catch a win for a player who has shut in a pyramid of the own side, alone or together with one of the other."""
    own = played("wb...b./..w....../w.........b/b.........w/........./wb...wb w - -", "e3-e2", "pass")
    assert GAME.utility(own, 0) == -1.0 and GAME.ending(own) == "Light's pyramid on f1 cannot move"
    both = played("bw...b./w.w....../.b........b/..........w/........./wb...wb w - -", "e3-e2", "pass")
    assert GAME.shut_in(both, 0) and GAME.shut_in(both, 1)
    assert GAME.utility(both, 0) == -1.0 and GAME.ending(both) == "Light's pyramid on e1 cannot move"


def test_features() -> None:
    """Would catch free edges that are counted for the wrong side."""
    s = GAME.load("bw...b./..w....../w.........b/b.........w/........./wb...wb w - -")
    assert GAME.with_free_edges(s, 1, 1) == 5  # all but f6
    assert GAME.feature(s, 0, 1) == -GAME.feature(s, 1, 1)
    assert GAME.evaluate(s, 0) == -GAME.evaluate(s, 1)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("bw...b./........./w.........b/b.........w/........./wb...wb w - -", "Light has 5 pyramids instead of 6"),
        ("bw...bw/........./w.........b/b.........w/........./wb...wb w e8 -", "must both be given, or neither"),
        ("bw...bw/........./w.........b/b.........w/........./wb...wb w d1 d2", "can have been tipped from d2 to d1"),
    ],
)
def test_wrong_positions(position: str, reason: str) -> None:
    """Would catch pyramids that are missing, and a second step without a first."""
    with pytest.raises(BadNotation, match=reason):
        GAME.load(position)
