"""Tablut: counts that Ludii shares, and a second implementation with a dictionary of men."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter, Limit, Position
from counterplay.games.capture.tablut import State, Tablut
from counterplay.search.api import search_position
from counterplay.search.perft import perft
from tests.oracles.count_tables import assert_distinct
from tests.oracles.named_moves import NamedMoves, walk_beside_plain
from tests.oracles.walked_perft import count_plies

Point = tuple[int, int]  # column, row, from the lower left
THRONE = (4, 4)
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
KINGS_MEN = "kd"
GAME = Tablut()


class Layout(NamedTuple):
    men: frozenset[tuple[Point, str]]  # a, d or k on each point
    turn: int


def on_board(point: Point) -> bool:
    return 0 <= point[0] < 9 and 0 <= point[1] < 9


def moved(point: Point, way: Point, steps: int = 1) -> Point:
    return point[0] + steps * way[0], point[1] + steps * way[1]


def name(point: Point) -> str:
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


class PlainTablut(NamedMoves):
    """The rules with a dictionary of men, as they are told to people."""

    def __init__(self, four_sides: bool = False) -> None:
        self.four_sides = four_sides  # enclose the king, wherever he is

    def initial(self) -> Layout:
        men = {THRONE: "k"}
        for x, y in WAYS:  # one arm of the cross after the other, from the throne outwards
            men |= {(4 + n * x, 4 + n * y): "ddaa"[n - 1] for n in (1, 2, 3, 4)}
            men |= {(4 + 4 * x + side * y, 4 + 4 * y + side * x): "a" for side in (-1, 1)}
        return Layout(frozenset(men.items()), 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def king_is_taken(self, men: dict[Point, str], king: Point, mover: Point) -> bool:
        """Whether the attacker who has just moved completes the trap."""
        around = [moved(king, way) for way in WAYS]
        if mover not in around:
            return False
        if self.four_sides or king == THRONE or THRONE in around:
            return all(point == THRONE or men.get(point) == "a" for point in around)
        return men.get((2 * king[0] - mover[0], 2 * king[1] - mover[1])) == "a"

    def after(self, men: dict[Point, str], start: Point, end: Point) -> tuple[dict[Point, str], int]:
        """The men after a move, and how many of them it took."""
        left = {point: man for point, man in men.items() if point != start} | {end: men[start]}
        own = "a" if men[start] == "a" else KINGS_MEN
        taken = []
        for way in WAYS:
            victim, beyond = moved(end, way), moved(end, way, 2)
            man = left.get(victim, "")
            if man == "k" and own == "a" and self.king_is_taken(left, victim, end):
                taken.append(victim)
            enemy = man == ("d" if own == "a" else "a")
            if enemy and on_board(beyond) and (beyond == THRONE or left.get(beyond, "-") in own):
                taken.append(victim)
        return {point: man for point, man in left.items() if point not in taken}, len(taken)

    def listed(self, s: Layout) -> dict[str, Layout]:
        men, found = dict(s.men), {}
        for start in [point for point, man in men.items() if man in ("a" if s.turn == 0 else KINGS_MEN)]:
            for way in WAYS:
                end = moved(start, way)
                while on_board(end) and end not in men and end != THRONE:
                    left, taken = self.after(men, start, end)
                    found[f"{name(start)}{'x' if taken else '-'}{name(end)}"] = Layout(frozenset(left.items()), 1 - s.turn)
                    end = moved(end, way)
        return found

    def winner(self, s: Layout) -> int | None:
        kings = [point for point, man in s.men if man == "k"]
        if not kings:
            return 0
        if {0, 8} & set(kings[0]):
            return 1
        return None if self.moves(s) else 1 - s.turn

    def terminal(self, s: Layout) -> bool:
        return self.winner(s) is not None

    def utility(self, s: Layout, p: int) -> float:
        return 1.0 if self.winner(s) == p else -1.0

    def dump(self, s: Layout) -> str:
        return f"{sorted(s.men)} {s.turn}"


def shown(s: State) -> str:
    """A state as the plain game shows it."""
    men = [((cell % 9, cell // 9), "adk"[content - 1]) for cell, content in enumerate(GAME.contents(s)) if content]
    return f"{sorted(men)} {s.turn}"


def names(text: str, game: Tablut = GAME) -> set[str]:
    s = game.load(text)
    return {game.action_name(s, a) for a in game.choices(s)}


def after(text: str, move: str, game: Tablut = GAME) -> str:
    """The rows after a move, without who is to move."""
    s = game.load(text)
    return game.dump(game.result(s, game.parse_action(s, move))).split()[0]


def test_perft() -> None:
    """Would catch a move over the throne or onto it, a wrong start, a capture that the throne should make."""
    assert [perft.interpreted(GAME, GAME.initial(), depth) for depth in (1, 2)] == [80, 4400]
    assert count_plies(GAME, GAME.initial(), 3) == 353200


def test_distinct_positions() -> None:
    """Would catch keys that tell transpositions apart or take different positions for one."""
    assert_distinct(GAME, (80, 4400, 188912))


@pytest.mark.parametrize("reading", ["linnaeus", "ashton"])
def test_random_games_beside_the_plain_one(reading: str) -> None:
    """Would catch a capture too many or too few, a king who falls too soon or too late, a wrong winner.

    Pieces capture where they can, and the king mostly stays at home: random kings run to the edge within a few moves.
    """
    game, plain = Tablut(reading), PlainTablut(four_sides=reading == "ashton")

    def eager(rng: random.Random, s: State, actions: list[int]) -> int:
        staying = [a for a in actions if not game.escapes(s, a)] if rng.random() < 0.7 else actions
        return rng.choice([a for a in staying if game.noisy(s, a)] or staying or actions)

    walked = walk_beside_plain(
        game, plain, show=shown, choose=eager, until=lambda position, _: position.ply >= 60, games=10, seed=0
    )
    assert {outcome.winner for g in walked if (outcome := g.position.outcome()) is not None} == {0, 1}


def test_the_throne_is_closed_and_an_enemy_of_all() -> None:
    """Would catch a king who goes home, a man who passes over the throne, and a throne that takes nobody or only attackers."""
    assert not {"d5-e5", "d5-f5"} & names("9/9/9/9/3k4a/9/9/9/a8 d")
    assert "e2-e4" in names("9/9/9/9/3k4a/9/9/4d4/a8 d") and "e2-e6" not in names("9/9/9/9/3k4a/9/9/4d4/a8 d")
    empty_throne, king_at_home = "9/9/9/9/a2d5/3k5/9/9/9 a", "9/9/9/9/a2dk4/9/9/9/9 a"
    assert after(empty_throne, "a5c5") == "9/9/9/9/2a6/3k5/9/9/9"
    assert after(king_at_home, "a5c5") == "9/9/9/9/2a1k4/9/9/9/9"
    assert after("9/9/9/9/d2a5/3k5/9/9/9 d", "a5c5") == "9/9/9/9/2d6/3k5/9/9/9"


def test_moving_between_two_enemies_is_safe() -> None:
    """Would catch men, or a king, who are taken by their own move."""
    assert after("4d4/9/9/3a1a3/9/2k6/9/9/8a d", "e9e6") == "9/9/9/3ada3/9/2k6/9/9/8a"
    s = GAME.load("9/9/9/2a1a4/9/3k5/9/9/8a d")
    assert not GAME.terminal(GAME.result(s, GAME.parse_action(s, "d4d6")))


def test_the_king_captures() -> None:
    """Would catch a king who takes nothing, neither as the piece that moves nor as the one that waits."""
    assert after("9/9/9/9/9/1k1ad4/9/9/8a d", "b4c4") == "9/9/9/9/9/2k1d4/9/9/8a"
    assert after("9/9/9/9/9/1d1ak4/9/9/8a d", "b4c4") == "9/9/9/9/9/2d1k4/9/9/8a"


@pytest.mark.parametrize(
    ("text", "move", "linnaeus", "ashton"),
    [
        ("9/9/9/4a4/3ak1a2/4a4/9/9/9 a", "g5f5", True, True),  # on the throne: four sides
        ("9/9/9/4a4/4k1a2/4a4/9/9/9 a", "g5f5", False, False),
        ("3a5/9/9/9/2ak5/3a5/9/9/9 a", "d9d6", True, True),  # beside it: three, and the throne
        ("3a5/9/9/9/3k5/3a5/9/9/9 a", "d9d6", False, False),
        ("3a5/9/9/9/9/3k5/3a5/9/9 a", "d9d5", True, False),  # elsewhere: two
        ("3a5/9/9/9/9/2aka4/3a5/9/9 a", "d9d5", True, True),
        ("3a5/9/9/9/9/2aka4/9/9/9 a", "d9d5", False, False),  # two, but neither moved
    ],
)
def test_how_the_king_is_taken(text: str, move: str, linnaeus: bool, ashton: bool) -> None:
    """Would catch a king who falls between two on his throne, or stands between two far from it."""
    assert ("k" not in after(text, move)) == linnaeus
    assert ("k" not in after(text, move, Tablut("ashton"))) == ashton


def test_ends() -> None:
    """Would catch an edge that is no goal, and a player without a move who goes on."""
    out = GAME.load("4k4/9/9/9/9/9/9/9/8a a")
    assert GAME.terminal(out) and GAME.utility(out, 1) == 1.0 and GAME.ending(out) == "the king has reached the edge"
    taken = GAME.load("4d4/9/9/9/9/9/9/9/8a d")
    assert GAME.terminal(taken) and GAME.utility(taken, 0) == 1.0 and GAME.ending(taken) == "the king is taken"
    stuck = GAME.load("ad7/d8/9/9/4k4/9/9/9/9 a")
    assert GAME.terminal(stuck) and GAME.utility(stuck, 1) == 1.0 and GAME.ending(stuck) == "Attacker cannot move"


def test_a_repeated_position_is_a_draw() -> None:
    """Would catch a game in circles that goes on."""
    position = Position(GAME).play_all(["a4b4", "e3d3", "b4a4", "d3e3"] * 2)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is None


def test_engine_finds_the_fork_and_the_snare() -> None:
    """Would catch hints that hide a win: the king goes where two ways are free, and the attacker closes the trap."""
    for text, best in (("4a4/6d2/9/a4dka1/a7a/4d1a2/9/9/4a4 d", "g6-g7"), ("3a5/9/9/9/2ak5/3a5/9/9/9 a", "d9xd6")):
        s = GAME.load(text)
        report = search_position(GAME, Position(GAME, s), Limit(depth=3))
        assert GAME.action_name(s, report.action) == best and report.value.score == 1.0


def test_features() -> None:
    """Would catch ways out that lead over the throne or through men, and features that one side sees as the other does."""
    s = GAME.load("4a4/6d2/9/a4dka1/a7a/4d1a2/9/9/4a4 d")  # the king can go to g7, a fork, and to g5, which has no way out
    found = {term.name: term.value for term in GAME.terms(s, 1)}
    assert (found["attackers"], found["defenders"], found["attackers beside the king"]) == (7, 3, 1)
    assert (found["ways out"], found["king's squares"], found["outlets on the move"], found["forks on the move"]) == (
        0,
        2,
        1,
        1,
    )
    assert (found["outlets"], found["forks"]) == (0, 0)
    assert found["lines without attackers"] == 4 + 4  # rows 2, 3, 7, 8, and columns b, c, d, f
    assert (GAME.features(s, 0) == -GAME.features(s, 1)).all()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("9/9/9/9/4a4/9/9/9/k8 a", "a man stands on the throne"),
        ("9/9/kk7/9/9/9/9/9/9 a", "there are 2 kings; one is the most"),
        ("9/9/ddddddddd/9/9/9/9/9/9 d", "0 attackers and 9 defenders; 16 and 8 are the most"),
        ("9/9/a8/9/9/9/9/9/9 a", "the king was taken, so it cannot be the attacker's turn"),
        ("k8/9/a8/9/9/9/9/9/9 d", "the king has reached the edge"),
    ],
)
def test_wrong_texts(text: str, sentence: str) -> None:
    """Would catch positions that no game comes to."""
    with pytest.raises(BadNotation, match=sentence):
        GAME.load(text)


def test_wrong_reading() -> None:
    """Would catch a misspelt reading that plays as another."""
    with pytest.raises(BadParameter, match="there is no reading 'smith'; it must be linnaeus or ashton"):
        Tablut("smith")
