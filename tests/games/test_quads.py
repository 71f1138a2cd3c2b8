"""Quads: counts of moves and positions, and a second implementation with tiles as words and hands as sets of words."""

from __future__ import annotations

import itertools
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from counterplay.core import BadNotation
from counterplay.games.placement.quads import TILES, Quads, State
from counterplay.gears import rng as generator
from counterplay.search.perft import perft
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Square = tuple[int, int]  # column, row, from the lower left
BEYOND = ((0, 1), (1, 0), (0, -1), (-1, 0))  # of the sides of a tile, clockwise from the top
BOARD = {(x, y) for x in range(6) for y in range(6)}


class Layout(NamedTuple):
    tiles: frozenset[tuple[Square, str]]
    hands: tuple[frozenset[str], frozenset[str]]  # each tile as the least of its four words
    neutrals: frozenset[str]
    turn: int


def turned(word: str) -> list[str]:
    return [word[-n:] + word[:-n] if n else word for n in range(4)]


class PlainQuads(NamedMoves):
    """The rulebook in words: 'lpcp' has a solid light edge on top, then clockwise parallel, across and parallel ones."""

    def __init__(self, border: bool) -> None:
        self.border = border

    def initial(self) -> Layout:
        hands = []
        for solid in "ld":
            words = {min(turned("".join(word))) for word in itertools.product(solid + "pc", repeat=4)}
            hands.append(frozenset(word for word in words if word.count(solid) in (1, 2, 3)))
        return Layout(frozenset(), (hands[0], hands[1]), frozenset({"pppp", "cccc"}), 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def matches(self, tiles: dict[Square, str], square: Square, word: str) -> bool:
        """Whether every edge of the tile shows what it touches; on the rim that is the border, where it counts."""
        for side, (dx, dy) in enumerate(BEYOND):
            beyond = (square[0] + dx, square[1] + dy)
            if beyond in tiles and tiles[beyond][(side + 2) % 4] != word[side]:
                return False
            if self.border and beyond not in BOARD and word[side] != "p":
                return False
        return True

    def listed(self, s: Layout) -> dict[str, Layout]:
        tiles, found = dict(s.tiles), {}
        own = s.neutrals or s.hands[s.turn]
        for square in BOARD:
            company = any((square[0] + dx, square[1] + dy) in tiles for dx, dy in BEYOND)
            if square in tiles or company == bool(s.neutrals):
                continue
            for tile in own:
                for word in set(turned(tile)):
                    if self.matches(tiles, square, word):
                        hands = [hand - {tile} if p == s.turn else hand for p, hand in enumerate(s.hands)]
                        laid = Layout(s.tiles | {(square, word)}, (hands[0], hands[1]), s.neutrals - {tile}, 1 - s.turn)
                        found[f"{'abcdef'[square[0]]}{square[1] + 1}-{word}"] = laid
        return found

    def terminal(self, s: Layout) -> bool:
        return not self.moves(s)

    def utility(self, s: Layout, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    def dump(self, s: Layout) -> str:
        tiles = dict(s.tiles)
        rows = [",".join(tiles.get((x, y), ".") for x in range(6)) for y in reversed(range(6))]
        return f"{'/'.join(rows)} {'ld'[s.turn]}"


def random_states(game: Quads, seed: int) -> list[State]:
    """Every state of a random game."""
    chance, s = random.Random(seed), game.initial()
    states = [s]
    while not game.terminal(s):
        s = game.result(s, int(chance.choice(list(game.actions(s)))))
        states.append(s)
    return states


def test_perft() -> None:
    """Would catch a missing tile or way to lie, neutral tiles that touch, edges that match although they differ."""
    game = Quads()
    assert [perft.interpreted(game, game.initial(), depth) for depth in (1, 2, 3)] == [72, 2280, 268048]


def test_distinct_positions() -> None:
    """Would catch positions told apart by which neutral tile came first, or tiles in two ways that look alike."""
    game = Quads()
    second = {}
    for a in game.actions(game.initial()):
        s = game.result(game.initial(), int(a))
        for b in game.actions(s):
            t = game.result(s, int(b))
            second[t.board.tobytes()] = t
    assert len(second) == 1140 == len({game.key(t) for t in second.values()})
    # All that follows from different positions differs: the neutral tiles are still to be seen.
    assert sum(len(game.actions(t)) for t in second.values()) == 134024


def test_the_border_is_parallel_everywhere() -> None:
    """Would catch a rim that lets the neutral tile with crossing edges pass: it has 16 squares, the parallel one all 36."""
    game = Quads(border=True)
    names = [game.action_name(game.initial(), int(a)) for a in game.actions(game.initial())]
    assert sum(name.endswith("pppp") for name in names) == 36 and sum(name.endswith("cccc") for name in names) == 16


@pytest.mark.parametrize("border", [False, True])
def test_random_games_beside_the_plain_one(border: bool) -> None:
    """Would catch an edge that matches the wrong side, a tile that is laid twice or not turned, a wrong loser."""
    game, plain = Quads(border), PlainQuads(border)
    walk_beside_plain(game, plain, games=8, seed=5)


def test_the_tiles() -> None:
    """Would catch a set that is not 8, 7 and 2 tiles with one, two and three solid edges, or two that are one when turned."""
    solid = [ways[0].count(1) for ways in TILES[0]]
    assert [solid.count(n) for n in (1, 2, 3)] == [8, 7, 2]
    assert len({way for ways in TILES[0] for way in ways}) == sum(map(len, TILES[0])) == 64


def test_features_against_the_actions() -> None:
    """Would catch cells, tiles and ways counted otherwise than the rules list them, or a wrong sign."""
    game = Quads()
    for s in random_states(game, 4)[2::3]:
        counts = []
        for p in (0, 1):
            listed = [divmod(int(a), 66) for a in game.actions(s._replace(ply=2 + p))]
            tiles = {next(t for t, ways in enumerate(TILES[p]) if game_way(p, way) in ways) for _, way in listed}
            counts.append((len({cell for cell, _ in listed}), len(tiles), len(listed)))
        for p in (0, 1):
            assert [game.feature(s, p, i) for i in range(3)] == [counts[p][i] - counts[1 - p][i] for i in range(3)]


def game_way(p: int, way: int) -> Any:
    return [w for ways in TILES[p] for w in ways][way]


def test_random_actions_are_all_drawn() -> None:
    """Would catch an action that is never drawn, or one that is drawn far too often."""
    game = Quads()
    s = random_states(game, 7)[-4]
    legal = [int(a) for a in game.actions(s)]
    source = generator.seeded(1)
    drawn = [game.random_action(s, source) for _ in range(200 * len(legal))]
    counts = [drawn.count(a) for a in legal]
    assert sum(counts) == len(drawn) and min(counts) > 120 and max(counts) < 280


def test_another_tap_turns_a_tile_to_the_next_way_that_fits() -> None:
    """Would catch a way that is shown and fits nowhere, a tap that leads nowhere, two actions with the same clicks."""
    game = Quads()
    s = game.after_moves(["c3-pppp", "e5-cccc"])
    clicks = {game.action_name(s, int(a)): game.gesture(s, int(a)) for a in game.actions(s)}
    assert clicks["c4-lppp"] == ("lppp", "c4") and clicks["c4-plpp"] == ("lppp", "lppp", "c4")
    # Beside the parallel tile a solid edge cannot look at it; every other way fits on one of its sides.
    (tile,) = [piece for piece in game.scene(s).pieces if piece.cell == "lppp"]
    assert 1 + len(tile.turns) == max(len(gesture) for gesture in clicks.values() if gesture[0] == "lppp") - 1 == 4
    assert len(set(clicks.values())) == len(clicks)


def test_wrong_texts() -> None:
    """Would catch a position with a tile twice, edges that do not match, tiles without company."""
    game = Quads()
    empty = ".,.,.,.,.,."
    with pytest.raises(BadNotation, match="the edges of the tile on a6 do not match"):
        game.load("/".join(["pppp,lccc,.,.,.,.", empty, "cccc,.,.,.,.,.", empty, empty, empty]) + " d")
    with pytest.raises(BadNotation, match="the tile on c6 is there twice"):
        game.load("/".join(["pppp,.,pppp,.,.,.", *[empty] * 5]) + " l")
    with pytest.raises(BadNotation, match="not joined to a neutral one"):
        game.load("/".join(["pppp,.,cccc,.,.,.", empty, "lppp,.,.,.,.,.", *[empty] * 3]) + " d")
    with pytest.raises(BadNotation, match="1 light, 0 dark and 1 neutral tiles do not come about by turns"):
        game.load("/".join(["pppp,plpp,.,.,.,.", *[empty] * 5]) + " l")
    with pytest.raises(BadNotation, match=r"'lxpp' at a6 is none of \. lppp"):
        game.load("/".join(["lxpp,.,.,.,.,.", *[empty] * 5]) + " l")
    assert isinstance(game.load(game.dump(random_states(game, 1)[-1])).board, np.ndarray)
