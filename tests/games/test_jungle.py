"""Jungle: counts of sequences and positions, a second implementation with a dictionary of animals, and solved endgames."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, Position
from counterplay.games.chess_like.jungle import Jungle, State
from counterplay.solve import solve_position
from tests.oracles.named_moves import NamedMoves, walk_beside_plain
from tests.oracles.retrograde_values import retrograde_values

Point = tuple[str, int]  # column and row, as people say them
STRENGTH = "RCWDPTLE"  # the weakest first
SETUP = {"T": "a1", "L": "g1", "C": "b2", "D": "f2", "E": "a3", "W": "c3", "P": "e3", "R": "g3"}
RIVER = {(column, row) for column in "bcef" for row in (4, 5, 6)}
DEN = (("d", 1), ("d", 9))
TRAP = ({("c", 1), ("e", 1), ("d", 2)}, {("c", 9), ("e", 9), ("d", 8)})
GAME = Jungle()


class Layout(NamedTuple):
    animals: frozenset[tuple[Point, tuple[int, str]]]  # the owner and the letter of each
    turn: int


def beside(point: Point, right: int, up: int) -> Point | None:
    column, row = "abcdefg".find(point[0]) + right, point[1] + up
    return ("abcdefg"[column], row) if 0 <= column < 7 and 1 <= row <= 9 else None


class PlainJungle(NamedMoves):
    """The rules as they are told to people, one sentence after the other."""

    def __init__(self, strong_elephant: bool = False, helpless: bool = False, first: Layout | None = None) -> None:
        self.strong_elephant, self.helpless, self.first = strong_elephant, helpless, first

    def initial(self) -> Layout:
        if self.first is not None:
            return self.first
        found: dict[Point, tuple[int, str]] = {}
        for animal, place in SETUP.items():
            column, row = place[0], int(place[1])
            found[column, row] = (0, animal)
            found["gfedcba"["abcdefg".index(column)], 10 - row] = (1, animal)
        return Layout(frozenset(found.items()), 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def goal(self, animals: dict[Point, tuple[int, str]], start: Point, way: tuple[int, int]) -> Point | None:
        """Where an animal comes that goes this way, if it can, whoever stands there."""
        kind = animals[start][1]
        point = beside(start, *way)
        if point in RIVER and kind in "LT":
            while point in RIVER:
                if point in animals:  # only rats swim
                    return None
                point = beside(point, *way)  # type: ignore[arg-type]
        return None if point in RIVER and kind != "R" else point

    def may_take(self, mover: tuple[int, str], start: Point, prey: tuple[int, str], end: Point) -> bool:
        if mover[0] == prey[0] or (start in RIVER) != (end in RIVER):
            return False
        if self.helpless and start in TRAP[1 - mover[0]]:
            return False
        if end in TRAP[mover[0]]:
            return True
        if mover[1] + prey[1] == "ER":
            return self.strong_elephant
        return mover[1] + prey[1] == "RE" or STRENGTH.index(mover[1]) >= STRENGTH.index(prey[1])

    def listed(self, s: Layout) -> dict[str, Layout]:
        animals, found = dict(s.animals), {}
        for start, mover in s.animals:
            for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                end = self.goal(animals, start, way) if mover[0] == s.turn else None
                if end is None or end == DEN[s.turn]:
                    continue
                if end in animals and not self.may_take(mover, start, animals[end], end):
                    continue
                left = {point: animal for point, animal in animals.items() if point != start} | {end: mover}
                sign = "x" if end in animals else "-"
                found[f"{start[0]}{start[1]}{sign}{end[0]}{end[1]}"] = Layout(frozenset(left.items()), 1 - s.turn)
        return found

    def terminal(self, s: Layout) -> bool:
        return any(point in DEN for point, _ in s.animals) or not self.moves(s)

    def utility(self, s: Layout, p: int) -> float:
        return -1.0 if p == s.turn else 1.0  # dens are entered, and animals taken, by who has just moved

    def dump(self, s: Layout) -> str:
        return f"{sorted(s.animals)} {s.turn}"


def layout(s: State) -> Layout:
    """A state as the plain game keeps it."""
    found = []
    for cell, content in enumerate(GAME.contents(s)):
        if content:
            owner, rank = divmod(content - 1, len(STRENGTH))
            found.append((("abcdefg"[cell % 7], cell // 7 + 1), (owner, STRENGTH[rank])))
    return Layout(frozenset(found), s.turn)


def names(text: str, game: Jungle = GAME) -> set[str]:
    s = game.load(text)
    return {game.action_name(s, a) for a in game.choices(s)}


def levels(game: Jungle, depth: int) -> list[Counter[State]]:
    """The positions after 1, 2, ... moves, each with the number of sequences that lead to it."""
    found = [Counter([game.initial()])]
    for _ in range(depth):
        following: Counter[State] = Counter()
        for s, ways in found[-1].items():
            for a in game.choices(s):
                following[game.result(s, a)] += ways
        found.append(following)
    return found[1:]


def test_counts() -> None:
    """Would catch a jump too far, an animal that swims, a capture against the order of strength, keys that forget a rank."""
    found = levels(GAME, 4)
    assert [level.total() for level in found] == [24, 576, 12240, 260099]
    assert [len(level) for level in found] == [24, 576, 5976, 62000]
    assert len({GAME.key(s) for s in found[2]}) == 5976


def test_counts_with_elephants_that_take_rats() -> None:
    """Would catch an option that changes nothing: there is one such capture within four moves."""
    game = Jungle(elephant_takes_rat=True)
    assert sum(ways * len(game.choices(s)) for s, ways in levels(game, 3)[-1].items()) == 260100


@pytest.mark.parametrize("elephant_takes_rat", [False, True])
@pytest.mark.parametrize("helpless_in_traps", [False, True])
def test_random_games_beside_the_plain_one(elephant_takes_rat: bool, helpless_in_traps: bool) -> None:
    """Would catch a difference in steps, jumps, captures, traps, dens, or who wins.

    Animals capture where they can, and run to the enemy's den half of the time: random ones meet too seldom.
    """
    options = elephant_takes_rat, helpless_in_traps
    game, plain = Jungle(*options), PlainJungle(*options)

    def eager(rng: random.Random, s: State, actions: list[int]) -> int:
        running = [a for a in actions if game.order(s, a) > 0]
        return rng.choice([a for a in actions if game.noisy(s, a)] or (running if rng.random() < 0.5 else []) or actions)

    walked = walk_beside_plain(game, plain, show=lambda s: plain.dump(layout(s)), choose=eager, games=4, seed=5)
    assert {g.position.outcome().winner for g in walked} == {0, 1}  # type: ignore[union-attr]


def test_the_rat_between_water_and_land() -> None:
    """Would catch a rat that takes an elephant or a rat across the bank, or none in the water or on land."""
    assert {"d5xd6", "d5-c5"} <= names("7/7/7/3e3/3R3/7/7/7/7 b")
    assert "c6xd6" not in names("7/7/7/2Re3/7/7/7/7/7 b")
    assert "d6xc6" not in names("7/7/7/2rR3/7/7/7/7/7 b") and "c6xd6" not in names("7/7/7/2Rr3/7/7/7/7/7 b")
    assert "c6xc5" in names("7/7/7/2R4/2r4/7/7/7/7 b")
    assert "d5xd6" not in names("7/7/7/3r3/3E3/7/7/7/7 b")
    assert "d5xd6" in names("7/7/7/3r3/3E3/7/7/7/7 b", Jungle(elephant_takes_rat=True))


@pytest.mark.parametrize("rat", ["r", "R"])
def test_jumps(rat: str) -> None:
    """Would catch a leopard that jumps, a jump over a rat of either colour, one that takes a stronger animal."""
    assert {"a5-d5", "g6-d6"} <= names("7/7/7/6T/L6/7/7/7/r6 b")
    assert "c3-c7" in names("7/7/7/7/7/7/2T4/7/r6 b") and "c3-c7" not in names("7/7/7/7/7/7/2P4/7/r6 b")
    assert "a5-d5" not in names(f"7/7/7/7/L1{rat}4/7/7/7/6p b")
    assert "a5xd5" in names("7/7/7/7/L2l3/7/7/7/7 b") and "a5xd5" not in names("7/7/7/7/T2l3/7/7/7/7 b")


def test_traps_and_dens() -> None:
    """Would catch a trap that weakens its owner, one that weakens nobody, an animal that enters its own den."""
    in_blue_trap = "7/7/7/7/7/7/7/2Cl3/7 b"
    assert "c2xd2" in names(in_blue_trap)
    assert "c8xd8" not in names("7/2Cl3/7/7/7/7/7/7/7 b")  # Red's own trap
    assert "d2-d1" not in names("7/7/7/7/7/7/7/3C3/6r b")
    taking = "7/7/7/7/7/7/7/2Cl3/7 r"
    assert "d2xc2" in names(taking) and "d2xc2" not in names(taking, Jungle(helpless_in_traps=True))
    s = GAME.load("7/3C3/7/7/7/7/7/7/r6 b")
    won = GAME.result(s, GAME.parse_action(s, "d8d9"))
    assert GAME.terminal(won) and GAME.utility(won, 0) == 1.0 and GAME.ending(won) == "Blue has reached the den"


def test_ends_without_a_den() -> None:
    """Would catch a game that goes on when a side has no animal, or none that can move."""
    s = GAME.load("7/7/7/3d3/3L3/7/7/7/7 b")
    alone = GAME.result(s, GAME.parse_action(s, "d5d6"))
    assert GAME.terminal(alone) and GAME.ending(alone) == "Red has no animal left"
    shut_in = GAME.load("7/7/7/7/7/7/7/D6/CE5 b")
    assert not GAME.terminal(shut_in)
    shut_in = GAME.load("7/7/7/7/7/7/7/l6/Ce5 b")
    assert GAME.terminal(shut_in) and GAME.utility(shut_in, 1) == 1.0 and GAME.ending(shut_in) == "Blue cannot move"


@pytest.mark.parametrize("text", ["7/7/3p3/7/7/7/3D3/7/7 b", "7/7/6e/7/7/7/R6/7/7 b"])
def test_two_animals_solved_backwards(text: str) -> None:
    """Would catch a wrong value of an endgame: all its positions, by the plain rules and a plain analysis, give the same."""
    start = GAME.load(text)
    known = retrograde_values(PlainJungle(first=layout(start)), lambda s: s)[layout(start)]
    found = solve_position(GAME, Position(GAME, start))
    assert found.value.score == known.value and (not known.value or found.value.plies_to_end == known.plies)


def test_features() -> None:
    """Would catch a side that is counted twice, a way that leads through water, an animal that is safe from too much."""
    start = {term.name: term.value for term in GAME.terms(GAME.initial(), 0)}
    assert {name for name, value in start.items() if value} == {"move"}
    found = {term.name: term.value for term in GAME.terms(GAME.load("7/7/7/7/r6/3L3/7/7/4e2 b"), 0)}
    # The lion is 5 moves from Red's den, the elephant 1 from Blue's. The lion takes the rat, the elephant takes the lion.
    assert (found["lion"], found["elephant"], found["rat"]) == (1, -1, -1)
    assert found["lead to the den"] == 1 - 5 and found["animals that nobody can take"] == -1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7/7/7/7/2L4/7/7/7/7 b", "the blue lion is in the water, where only rats go"),
        ("7/7/7/7/3L3/7/7/3L3/7 b", "there are 2 blue lions; one is the most"),
        ("7/7/7/7/3L3/7/7/7/3C3 b", "the blue cat is in its own den"),
        ("3C3/7/7/7/3l3/7/7/7/7 b", "Blue has reached the den, so it cannot be Blue's turn"),
    ],
)
def test_wrong_texts(text: str, sentence: str) -> None:
    """Would catch positions that no game comes to."""
    with pytest.raises(BadNotation, match=sentence):
        GAME.load(text)
