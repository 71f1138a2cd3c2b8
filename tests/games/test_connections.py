"""Connections and Bridg-It: published counts, solved boards, Gross's pairing strategy, a second implementation."""

from __future__ import annotations

import functools
import math
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games import make_game
from counterplay.games.connection.connections import BLUE, RED, Connections
from counterplay.search.perft import perft
from counterplay.solve import solve_position
from tests.oracles.count_tables import assert_distinct
from tests.oracles.named_moves import NamedMoves, walk_beside_plain
from tests.oracles.walked_perft import count_plies

# The plain boards of 13 and 61 crossings: Ludii's Gale; 5 x 6 dots: an enumeration of the rules.
PLAIN_PERFT = {3: (13, 156, 1716, 17160), 5: (41, 1640, 63960), 6: (61, 3660)}

Spot = tuple[float, float]  # column and row, a dot's distance apart; blue dots lie between whole columns, red ones between rows
Tile = tuple[Spot, Spot]


class Table(NamedTuple):
    tiles: tuple[frozenset[Tile], frozenset[Tile]]  # of Blue, of Red
    moves: int


class PlainConnections(NamedMoves):
    """The rulebook with pairs of dots: two tiles exclude each other where they have the same middle."""

    def __init__(self, size: int, enclosure: bool, end_slots: bool, swap: bool = False) -> None:
        self.size, self.enclosure, self.end_slots, self.swap = size, enclosure, end_slots, swap
        blue = [(column + 0.5, float(row)) for row in range(size + 1) for column in range(size)]
        dots = (blue, [(y, x) for x, y in blue])
        self.pairs = [[(a, b) for a in own for b in own if a < b and math.dist(a, b) == 1] for own in dots]

    def initial(self) -> Table:
        return Table((frozenset(), frozenset()), 0)

    def player(self, s: Table) -> int:
        return s.moves % 2

    def free(self, s: Table, p: int) -> list[Tile]:
        """Where a player may lay a tile."""
        taken = {middle(tile) for tiles in s.tiles for tile in tiles}
        rim = {0.0, float(self.size)}
        return [t for t in self.pairs[p] if middle(t) not in taken and (self.end_slots or not rim & set(middle(t)))]

    def listed(self, s: Table) -> dict[str, Table]:
        p, found = s.moves % 2, {}
        for tile in self.free(s, p):
            laid = s.tiles[p] | {tile}
            found[self.place(middle(tile))] = Table((laid, s.tiles[1]) if p == 0 else (s.tiles[0], laid), s.moves + 1)
        if self.swap and s.moves == 1:
            ((a, b),) = s.tiles[0]
            found["swap"] = Table((frozenset(), frozenset({((a[1], a[0]), (b[1], b[0]))})), 2)
        return found

    def place(self, spot: Spot) -> str:
        return f"{chr(ord('a') + round(2 * spot[0]))}{2 * self.size + 1 - round(2 * spot[1])}"

    def groups(self, tiles: frozenset[Tile]) -> list[set[Spot]]:
        """The dots that tiles join, group by group."""
        found: list[set[Spot]] = []
        for tile in tiles:
            joined = set(tile).union(*(group for group in found if group & set(tile)))
            found = [group for group in found if not group & joined] + [joined]
        return found

    def has_won(self, s: Table, p: int) -> bool:
        groups = self.groups(s.tiles[p])
        across = any({0.0, float(self.size)} <= {dot[1 - p] for dot in group} for group in groups)
        # Tiles without a loop are one fewer than the dots of their group.
        loop = len(s.tiles[p]) > sum(len(group) - 1 for group in groups)
        return across or (self.enclosure and loop)

    def terminal(self, s: Table) -> bool:
        return self.has_won(s, 0) or self.has_won(s, 1)

    def utility(self, s: Table, p: int) -> float:
        return 1.0 if self.has_won(s, p) else -1.0

    def dump(self, s: Table) -> str:
        laid = sorted((self.place(middle(tile)), "BR"[p]) for p in (0, 1) for tile in s.tiles[p])
        return f"{laid} {'BR'[s.moves % 2]}"


def middle(tile: Tile) -> Spot:
    return (tile[0][0] + tile[1][0]) / 2, (tile[0][1] + tile[1][1]) / 2


def tiles_and_turn(game: Connections, s: Any) -> str:
    """A state as the plain game shows it."""
    laid = sorted((name, "BR"[content - 1]) for name, content in zip(game.board.names, s.board, strict=True) if content)
    return f"{laid} {'BR'[game.player(s)]}"


def first_player_wins(game: Connections) -> bool:
    """Minimax over all actions, with a memory, in plain Python: the candidates are not asked."""

    @functools.cache
    def wins(board: bytes, ply: int) -> bool:
        s = game.restored(game.initial()._replace(board=np.frombuffer(board, np.int8)), ply & 1)
        following = [game.result(s, int(a)) for a in game.actions(s)]
        if any(game.terminal(t) for t in following):
            return True
        return any(not wins(t.board.tobytes(), t.ply) for t in sorted(following, key=lambda t: game.evaluate(t, t.ply & 1)))

    return wins(game.initial().board.tobytes(), 0)


def test_perft() -> None:
    """Would catch an end slot that the opponent may use, one that is missing, a crossing that takes two tiles."""
    game = Connections()
    assert [perft.interpreted(game, game.initial(), depth) for depth in (1, 2, 3)] == [49, 2360, 111312]


@pytest.mark.parametrize("size", PLAIN_PERFT)
def test_perft_of_plain_boards(size: int) -> None:
    """Would catch crossings that are counted wrongly on other sizes, or end slots in the plain game."""
    game = Connections(size, enclosure=False, end_slots=False)
    counts = PLAIN_PERFT[size]
    assert tuple(perft.interpreted(game, game.initial(), depth) for depth in range(1, len(counts) + 1)) == counts


def test_perft_of_the_largest_plain_board() -> None:
    """Would catch the same natively, where sets of slots take another word."""
    game = Connections(6, enclosure=False, end_slots=False)
    assert count_plies(game, game.initial(), 3) == 215940


def test_distinct_positions() -> None:
    """Would catch positions or keys told apart by the order of moves, or not told apart at all."""
    assert_distinct(Connections(), (49, 2360, 55656))


@pytest.mark.parametrize(
    ("size", "enclosure", "end_slots", "swap"),
    [(5, True, True, False), (4, True, False, False), (4, False, False, False), (3, True, True, True)],
)
def test_random_games_beside_the_plain_one(size: int, enclosure: bool, end_slots: bool, swap: bool) -> None:
    """Would catch a loop or a chain that is missed, seen too early, or closed by the board's edge; a swap that is no mirror."""
    game, plain = Connections(size, enclosure, end_slots, swap), PlainConnections(size, enclosure, end_slots, swap)
    walk_beside_plain(game, plain, show=lambda s: tiles_and_turn(game, s), games=15, seed=size)


@pytest.mark.parametrize("enclosure", [True, False])
@pytest.mark.parametrize("end_slots", [True, False])
def test_the_first_player_wins_small_boards(enclosure: bool, end_slots: bool) -> None:
    """Would catch a winner mistaken anywhere in the whole tree."""
    assert first_player_wins(Connections(2, enclosure, end_slots))


@pytest.mark.parametrize("end_slots", [True, False])
def test_the_first_player_wins_three_by_four_dots(end_slots: bool) -> None:
    """Would catch candidates that leave out the only winning tile, and a loop that the solver misses."""
    assert solve_position(Connections(3, end_slots=end_slots)).value.score == 1.0


def test_the_pairing_strategy_beats_every_defence() -> None:
    """Would catch a pair that lets Red through, an answer that is not the other one of a pair, a wrong end."""
    game = make_game("bridg_it:size=3")
    seen: set[bytes] = set()

    def defend(s: Any) -> None:
        (reply,) = game.candidates(s)
        t = game.result(s, int(reply))
        if game.terminal(t):
            assert game.utility(t, BLUE) == 1.0
            return
        for a in game.actions(t):
            u = game.result(t, int(a))
            assert not game.terminal(u), game.dump(u)
            if u.board.tobytes() not in seen:
                seen.add(u.board.tobytes())
                defend(u)

    defend(game.initial())
    assert len(seen) > 100


def test_the_pairing_strategy_wins_on_the_large_board() -> None:
    """Would catch the same on the board that people play on; Red takes a win and stops one where there is any."""
    game, rng = make_game("bridg_it"), random.Random(3)
    for _ in range(20):
        s = game.initial()
        while not game.terminal(s):
            s = game.result(s, int(rng.choice(list(game.candidates(s)))))
        assert s.winner == BLUE


def test_a_loop_that_only_the_edge_would_close_is_none() -> None:
    """Would catch an edge that counts as part of a loop: three tiles around a dot of the first column, which has no fourth."""
    game = Connections()
    s = game.after_moves(["b10", "e5", "b8", "e7", "c9", "g5"])
    assert not game.terminal(s) and s.winner == -1


def test_a_loop_in_the_end_row_cannot_be_stopped() -> None:
    """Would catch end slots that the opponent can fill, or a loop that needs no tile there."""
    game = Connections()
    s = game.after_moves(["b10", "g5", "c9", "g7", "d10", "e5"])
    assert game.player(s) == BLUE and [game.action_name(s, int(a)) for a in game.candidates(s)] == ["c11"]
    t = game.result(s, game.parse_action(s, "c11"))
    assert t.winner == BLUE and game.ending(t) == "a loop of blue tiles is closed"
    assert sorted(game.board.names[slot] for slot in game.marked(t)) == ["b10", "c11", "c9", "d10"]
    theirs = game.after_moves(["b10", "g5", "c9", "g7", "d10"])
    assert game.threatened(theirs) and "c11" not in [game.action_name(theirs, int(a)) for a in game.actions(theirs)]


def test_the_two_nets_are_dual() -> None:
    """Would catch a wrong resistor or equation: what is mirrored and changes hands has the opposite lead."""
    game, rng = Connections(4), random.Random(1)
    for _ in range(5):
        board = np.array([rng.randrange(3) for _ in range(game.slots)], np.int8)
        other = np.zeros_like(board)
        other[game.mirror] = np.array([0, 2, 1], np.int8)[board]
        assert math.log(game.current(board)) == pytest.approx(-math.log(game.current(other)))
    assert game.current(game.initial().board) == pytest.approx(1.0)


def test_hints_against_the_rules() -> None:
    """Would catch a win at once that the candidates miss, a threat that is not seen, a defence that is none."""
    game, rng = Connections(3), random.Random(2)
    for _ in range(8):
        s = game.initial()
        while not game.terminal(s):
            actions = [int(a) for a in game.actions(s)]
            wins = [a for a in actions if game.terminal(game.result(s, a))]
            chosen = [int(a) for a in game.candidates(s)]
            passed = s._replace(ply=s.ply + 1)
            threats = [int(a) for a in game.actions(passed) if game.terminal(game.result(passed, int(a)))]
            assert game.threatened(s) == bool(threats)
            if wins:
                assert len(chosen) == 1 and chosen[0] in wins
            elif len(threats) == 1 and threats[0] in actions:
                assert chosen == threats
            s = game.result(s, rng.choice(actions))


def test_wrong_texts_and_parameters() -> None:
    """Would catch a tile on the opponent's end slot, numbers of tiles that no game comes to, a board without dots."""
    game = Connections(2)
    assert game.dump(game.initial()) == "./../.../../. B"
    with pytest.raises(BadNotation, match="the tile on c5 is not Blue's"):
        game.load("R/B./.../../. B")
    with pytest.raises(BadNotation, match="2 blue and 0 red tiles do not fit 'B' to move"):
        game.load("./BB/.../../. B")
    with pytest.raises(BadParameter, match="a size of 1 does not fit; it must be from 2 to 8"):
        Connections(1)
    assert (BLUE, RED) == (0, 1)
