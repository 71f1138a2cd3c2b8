"""Sputnik: counts of turns and positions, and a second implementation with dictionaries of spaces."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games.races.sputnik import Sputnik
from tests.oracles.count_tables import assert_perft_turns, assert_positions
from tests.oracles.named_moves import NamedMoves, walk_beside_plain


class Space(NamedTuple):
    """What there is; a pad belongs to the player who starts there, and a rocket stands on it until it has flown."""

    ground: frozenset[tuple[str, str]]  # name of a space -> "galaxy", "white pad" or "black pad"
    rockets: tuple[frozenset[str], frozenset[str]]
    unflown: frozenset[str]
    turn: int
    removing: bool


class PlainSputnik(NamedMoves):
    """The rulebook with names of spaces: a row is a letter from the bottom, a slanted column a number from the left."""

    def __init__(self, side: int, rockets: int) -> None:
        last = 2 * side - 1
        self.spaces = {f"{'abcdefg'[y]}{x}" for y in range(last) for x in range(max(1, y - side + 2), min(last, y + side) + 1)}
        middle, top = "abcdefg"[side - 1], "abcdefg"[last - 1]
        self.pads = (("a1", f"a{side}", f"{middle}1")[:rockets], (f"{top}{last}", f"{top}{side}", f"{middle}{last}")[:rockets])

    def around(self, space: str) -> set[str]:
        y, x = "abcdefg".index(space[0]), int(space[1:])
        near = ((y, x - 1), (y, x + 1), (y + 1, x), (y + 1, x + 1), (y - 1, x), (y - 1, x - 1))
        return {f"{'abcdefg'[b]}{a}" for b, a in near if 0 <= b < 7} & self.spaces

    def initial(self) -> Space:
        pads = {pad: f"{colour} pad" for colour, own in zip(("white", "black"), self.pads, strict=True) for pad in own}
        ground = {space: pads.get(space, "galaxy") for space in self.spaces}
        rockets = (frozenset(self.pads[0]), frozenset(self.pads[1]))
        return Space(frozenset(ground.items()), rockets, frozenset(pads), 0, False)

    def player(self, s: Space) -> int:
        return s.turn

    def removable(self, s: Space) -> list[str]:
        shielded = {near for pad in s.unflown for near in self.around(pad)}
        taken = s.rockets[0] | s.rockets[1] | shielded
        return [space for space, what in s.ground if what == "galaxy" and space not in taken]

    def flown(self, s: Space, ground: dict[str, str], start: str, end: str) -> Space:
        moved = s.rockets[s.turn] - {start} | {end}
        rockets = (moved, s.rockets[1]) if s.turn == 0 else (s.rockets[0], moved)
        after = Space(frozenset(ground.items()), rockets, s.unflown - {start}, s.turn, True)
        return after if self.removable(after) else after._replace(turn=1 - s.turn, removing=False)

    def listed(self, s: Space) -> dict[str, Space]:
        ground = dict(s.ground)
        if s.removing:
            return {
                f"x{gone}": s._replace(ground=s.ground - {(gone, "galaxy")}, turn=1 - s.turn, removing=False)
                for gone in self.removable(s)
            }
        found, occupied, own = {}, s.rockets[0] | s.rockets[1], f"{('white', 'black')[s.turn]} pad"
        pads = [space for space, what in ground.items() if what == own]
        for rocket in s.rockets[s.turn]:
            for near in self.around(rocket):
                if near in ground and near not in occupied:
                    found[f"{rocket}-{near}"] = self.flown(s, ground, rocket, near)
                if near not in ground and len(pads) == len(self.pads[0]):  # nothing was rescued before
                    for pad in set(pads) - occupied:
                        turned = {space: what for space, what in ground.items() if space != pad} | {near: "galaxy"}
                        found[f"{pad}-{rocket}-{near}"] = self.flown(s, turned, rocket, near)
        return found

    def terminal(self, s: Space) -> bool:
        return not self.moves(s)

    def utility(self, s: Space, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    def dump(self, s: Space) -> str:
        return f"{sorted(s.ground)} {[sorted(r) for r in s.rockets]} {sorted(s.unflown)} {s.turn} {s.removing}"


def shown(game: Sputnik, s: object) -> str:
    """A state as the plain game shows it."""
    named = lambda cells: [game.board.names[c] for c in range(game.cell_count) if int(cells) >> c & 1]  # noqa: E731
    kinds = ((s.galaxies, "galaxy"), (s.white_pads, "white pad"), (s.black_pads, "black pad"))  # type: ignore[attr-defined]
    ground = sorted((space, what) for cells, what in kinds for space in named(cells))
    rockets = [sorted(named(s.white)), sorted(named(s.black))]  # type: ignore[attr-defined]
    return f"{ground} {rockets} {sorted(named(s.unflown))} {s.turn} {s.part == 1}"  # type: ignore[attr-defined]


def test_turns() -> None:
    """Would catch a galaxy that may not be removed, or one that is protected too long; a flight into empty space."""
    assert_perft_turns(Sputnik(), (93, 8928, 1302558))


def test_turns_of_the_small_board() -> None:
    """Would catch corners that only fit the large board."""
    game = Sputnik(3)
    assert_perft_turns(game, (39, 1638, 101868))


def test_distinct_positions() -> None:
    """Would catch keys that tell positions apart which are the same after a whole turn."""
    assert_positions(Sputnik(), (93, 4743, 161553), turns=True)


@pytest.mark.parametrize(("side", "rockets", "games"), [(3, 1, 12), (4, 1, 6), (3, 2, 6), (4, 3, 3)])
def test_random_games_beside_the_plain_one(side: int, rockets: int, games: int) -> None:
    """Would catch a wrong rescue, removal or flight, a part of a turn that is not left out, a wrong end or winner."""
    game, plain = Sputnik(side, rockets), PlainSputnik(side, rockets)
    walk_beside_plain(game, plain, show=lambda s: shown(game, s), games=games, seed=side)


def test_rescue() -> None:
    """Would catch a pad that is rescued twice, from under a rocket, or onto a galaxy; and one that stays a pad."""
    game = Sputnik(3)
    s = game.load("..q/..../..w../..../p.b w -")
    names = {game.action_name(s, a) for a in game.choices(s)}
    assert names == {f"a1-c3-{near}" for near in ("c2", "c4", "b2", "b3", "d3", "d4")}
    flown = game.result(s, game.parse_action(s, "a1-c3-b2"))
    after = game.result(flown, game.parse_action(flown, "xc3"))
    assert game.dump(after) == "..q/..../...../.w../..b b -" and not game.terminal(after)  # Black can still rescue
    stuck = game.load("..q/..../..w../..../y.. w -")  # Black stands on White's pad
    assert game.terminal(stuck) and game.utility(stuck, 0) == -1.0 and game.ending(stuck) == "White cannot fly"


def test_galaxies_beside_a_rocket_that_has_not_flown() -> None:
    """Would catch protection by a pad that was left, or by a rocket that has come back to it."""
    game = Sputnik(3)
    for black, kept in (("B", 3), ("Q", 0)):
        s = game.load(f"oo{black}/oooo/ooooo/owoo/poo w x")
        assert len(game.choices(s)) == 16 - kept, black


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("ooB/oooo/ooooo/oooo/poo w -", "White has 0 rockets instead of 1"),
        ("ooB/oooo/oowoo/opoo/poo w -", "there is no launch pad of White's on b2"),
        ("..B/..../..w../..../p.. w x", "there is no galaxy to remove"),
    ],
)
def test_wrong_positions(position: str, reason: str) -> None:
    """Would catch rockets that are missing, and a pad that no game has there."""
    with pytest.raises(BadNotation, match=reason):
        Sputnik(3).load(position)


def test_wrong_parameters() -> None:
    """Would catch a board or a number of rockets without a start."""
    with pytest.raises(BadParameter, match="a side of 5 does not fit; it must be 3 or 4"):
        Sputnik(5)
    with pytest.raises(BadParameter, match="4 rockets each do not fit; it must be from 1 to 3"):
        Sputnik(4, 4)
