"""Carcassonne: published counts, a game counted by hand, and a second implementation that floods pictures of tiles."""

from __future__ import annotations

import random

import numpy as np
import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.core import BadNotation, BadParameter
from counterplay.games.placement.carcassonne.carcassonne import Carcassonne
from counterplay.games.placement.carcassonne.carcassonne_land import MANNING, State
from counterplay.games.placement.carcassonne.carcassonne_tiles import KINDS, SET_SIZE
from counterplay.gears import rng as generator
from tests.oracles.pictured_carcassonne import PicturedCarcassonne

# Ways to lay each tile next to the lone start tile, those that look alike counted once; published.
NEXT_TO_THE_START = {
    "A": 5, "B": 1, "C": 1, "D": 6, "E": 4, "F": 2, "G": 2, "H": 2, "I": 4, "J": 6, "K": 6, "L": 7,
    "M": 4, "N": 4, "O": 6, "P": 6, "Q": 4, "R": 4, "S": 5, "T": 5, "U": 3, "V": 6, "W": 7, "X": 2,
}  # fmt: skip

# Tile, way to lay it, follower ("" where the turn ends by itself), and the scores after the turn.
BY_HAND = [
    ("E", "k12-s", "city-s", 4, 0),  # closes the start tile's city: two tiles, 4 points, and the follower comes back
    ("U", "l11-e", "road-e", 4, 0),  # Red holds the road of k11 and l11
    ("B", "l10-n", "cloister", 4, 0),  # Blue's cloister below it
    ("W", "m11-n", "field-nnw", 4, 0),  # a crossing ends the road in the east; Red farms the field north of the road
    ("V", "j11-w", "field-ese", 4, 0),  # the road turns south; Blue farms the field south of it
    ("M", "l12-e", "city-n", 4, 0),  # a city with a shield, open to the north and the east; Red holds it
    ("E", "l13-s", "field-nnw", 4, 0),  # closes its north; Blue farms the field beyond, which touches that city alone
    ("E", "m12-w", "", 4, 8),  # closes its east: three tiles and a shield, 8 points; both features of the tile are Red's
    ("V", "k10-n", "road-s", 4, 8),  # another road, Blue's
    ("V", "j10-s", "", 4, 8),  # joins Red's road with Blue's: they share it; both fields are held
    ("A", "k9-s", "cloister", 11, 15),  # ends the road: m11, l11, k11, j11, j10, k10, k9 are 7 points for both
    ("D", "n11-n", "city-n", 11, 15),  # Red in a city of one tile
    # Blue on the road from the crossing to m10, and the end. Blue: road 2; cloister l10 with k9, k10, k11, l11, m11 and m10
    # 7; cloister k9 with j10, k10 and l10 4; the field of l13 3. The other two fields have met around k9, Red's farmer and
    # Blue's are even, and the field touches two complete cities: 6 for both. Red's city of one tile 1.
    ("U", "m10-n", "road-n", 11 + 2 + 7 + 4 + 3 + 6, 15 + 6 + 1),
]  # fmt: skip


def start_with(order: str, tiles: int = SET_SIZE) -> tuple[Carcassonne, State]:
    game = Carcassonne(tiles=tiles)
    return game, game.load(f"Dk11n {order} 0-0 blue tile")


def played(game: Carcassonne, s: State, *names: str) -> State:
    for name in names:
        s = game.result(s, game.parse_action(s, name))
    return s


def test_the_set() -> None:
    """Would catch a wrong number of copies."""
    assert sum(kind.copies for kind in KINDS.values()) == SET_SIZE == 72
    counts = [kind.copies for kind in KINDS.values()]
    assert counts == [2, 4, 1, 4, 5, 2, 1, 3, 2, 3, 3, 3, 2, 3, 2, 3, 1, 3, 2, 1, 8, 9, 4, 1]


@pytest.mark.parametrize("kind", NEXT_TO_THE_START)
def test_placements_next_to_the_start_tile(kind: str) -> None:
    """Would catch a tile with a wrong side, sides that match although they differ, ways that look alike counted twice."""
    game, s = start_with(kind)
    assert len(game.actions(s)) == NEXT_TO_THE_START[kind]


def test_a_game_counted_by_hand() -> None:
    """Would catch wrong points for any feature, complete or not, a follower that does not return, farmers of joined fields."""
    game, s = start_with("".join(tile for tile, *_ in BY_HAND), tiles=1 + len(BY_HAND))
    for number, (_, way, follower, blue, red) in enumerate(BY_HAND):
        assert s.turn == number % 2
        s = played(game, s, way, *([follower] if follower else []))
        assert s.score.tolist() == [blue, red], way
    assert game.terminal(s) and s.score.tolist() == [33, 22]
    assert game.utility(s, 0) == 11.0 == -game.utility(s, 1)


def test_a_loop_counts_its_crossing_once() -> None:
    """Would catch a tile that counts twice because two ends of one road lie on it."""
    game, s = start_with("UWVVVE")
    s = played(game, s, "l11-e", "none", "m11-n", "road-e", "n11-n", "none", "m10-s", "none", "n10-e", "none")
    assert s.score.tolist() == [0, 4]


@pytest.mark.parametrize(("tiles", "seed", "size"), [(72, 1, 21), (72, 2, 21), (30, 3, 21), (40, 4, 7), (12, 5, 5)])
def test_random_games_beside_the_pictured_one(tiles: int, seed: int, size: int) -> None:
    """Would catch features that join or end wrongly, majorities, followers on held features, tiles that are not put aside."""
    game = Carcassonne(tiles, seed, size)
    order = game.dump(game.initial()).split()[1]
    plain = PicturedCarcassonne(order, game.board.width)
    walked = walk_beside(
        game,
        lambda: GameOracle(plain, label=plain.action_name, show=plain.dump),
        label=game.action_name,
        show=lambda s: game.dump(s).split(maxsplit=1)[1],  # all but the tiles that lie there
        games=2,
        seed=seed,
    )
    assert all(g.decided for g in walked)


def test_a_tile_that_fits_nowhere_is_put_aside() -> None:
    """Would catch a game that stops, or a turn that is lost, where the next tile cannot be laid."""
    game, s = start_with("ECU")
    s = played(game, s, "k12-s", "none")  # the only city is closed, and C shows cities on all sides
    assert game.dump(s) == "Dk11n,Ek12s U 0-0 red tile"


def test_equal_tiles_in_another_order_are_the_same_position() -> None:
    """Would catch a key that depends on how a position came about."""
    game, s = start_with("UUE")
    one = played(game, s, "l11-e", "none", "j11-e", "none")
    other = played(game, s, "j11-e", "none", "l11-e", "none")
    assert game.key(one) == game.key(other) != game.key(played(game, s, "l11-e", "none", "j11-e", "road-e"))
    assert np.array_equal(game.actions(one), game.actions(other))


def test_features_before_the_last_follower_are_the_result() -> None:
    """Would catch an estimate of points, open features and fields that is not what the end would bring, or a wrong sign."""
    compared = 0
    for seed in range(12):
        game, chance = Carcassonne(tiles=15, seed=seed), random.Random(seed)
        s = game.initial()
        while not game.terminal(s):
            if s.part == MANNING and s.upcoming == game.tiles:
                end = game.result(s, game.no_follower)
                for p in (0, 1):
                    assert sum(game.feature(s, p, i) for i in range(3)) == game.utility(end, p)
                    assert [abs(game.feature(s, p, i)) for i in (3, 4)] == [0.0, 0.0]  # nothing is to come
                compared += 1
            s = game.result(s, int(chance.choice(list(game.actions(s)))))
    assert compared > 5


def test_random_actions_are_all_drawn() -> None:
    """Would catch an action that is never drawn, or one that is drawn far too often."""
    game, s = start_with("EL")
    s = played(game, s, "k12-s", "none")
    legal, source = [int(a) for a in game.actions(s)], generator.seeded(1)
    drawn = [game.random_action(s, source) for _ in range(200 * len(legal))]
    counts = [drawn.count(a) for a in legal]
    assert sum(counts) == len(drawn) and min(counts) > 140 and max(counts) < 260


def test_taps_turn_the_tile_and_followers_have_spots() -> None:
    """Would catch a tap that leads nowhere, two actions with the same clicks, a follower without a place on the tile."""
    game, s = start_with("VU")
    clicks = {game.action_name(s, int(a)): game.gesture(s, int(a)) for a in game.actions(s)}
    taps = {"l11-n": 1, "l11-e": 2, "j11-s": 3, "j11-w": 4, "k10-n": 1, "k10-w": 4}
    assert clicks == {name: (*["next tile"] * times, name[:3]) for name, times in taps.items()}
    (tile,) = [piece for piece in game.scene(s).pieces if piece.cell == "next tile"]
    assert 1 + len(tile.turns) == 4
    s = played(game, s, "l11-e")
    assert {cell.id for cell in game.scene(s).cells if cell.level} == {"field-nne", "road-n", "field-nnw"}
    assert game.gesture(s, game.parse_action(s, "none")) == ("none",) and "none" in game.scene(s).buttons


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Dk11n,Ek12n U 0-0 blue tile", "the tile on k12 does not fit where it lies"),
        ("Dk11n,Uk14n U 0-0 blue tile", "the tile on k14 does not fit where it lies"),
        ("Dk11n XX 0-0 blue tile", "more tiles X than the 1 of the set"),
        ("Dk11n:blue-cloister U 0-0 blue tile", "Dk11n has city-n, field-ene, road-e, field-ese"),
        ("Dk11n,Ek12s:blue-city-s U 0-0 red tile", "the follower on k12 holds is complete"),
        ("Dk11n,Ek12s CU 0-0 red tile", "the next tile, C, fits nowhere"),
        ("Dk11n U 0-0 blue", "it has 4 parts instead of 5"),
    ],
)
def test_wrong_texts(text: str, complaint: str) -> None:
    """Would catch a position that is accepted although no game comes to it."""
    with pytest.raises(BadNotation, match=complaint):
        Carcassonne().load(text)


@pytest.mark.parametrize("wrong", [{"tiles": 1}, {"tiles": 73}, {"size": 20}, {"size": 25}, {"seed": -1}])
def test_wrong_parameters(wrong: dict[str, int]) -> None:
    """Would catch a table without a middle, or more tiles than there are."""
    with pytest.raises(BadParameter):
        Carcassonne(**wrong)
