"""Link five: published counts, OpenSpiel, and every option against a second implementation with sets of points.

`PlainFive` knows a position as two sets of (column, row) and looks at lines stone by stone; renju's restrictions are the
recursive rule as it is written. `Windows` is threat search and the value of a game without any short cut.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from counterplay.check import GameOracle, openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter, Limit, Position, states_equal
from counterplay.games import make_game
from counterplay.games.lines.link_five.link_five import TRIES, LinkFive, State
from counterplay.games.lines.link_five.link_five_board import NOWHERE
from counterplay.games.lines.link_five.link_five_threats import win_by_fours
from counterplay.search import search_position
from tests.oracles.count_tables import assert_perft
from tests.oracles.named_moves import NamedMoves

Point = tuple[int, int]  # column, row, from the lower left
Stones = frozenset[Point]
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
NAMES = "abcdefghijklmnopqrs"
SWAP_CHOICES = ("black", "white", "two more")


class Table(NamedTuple):
    black: Stones
    white: Stones
    seats: str  # "plain", "swapped", "open", "two more": who has which colour
    over: bool


class PlainFive(NamedMoves):
    """Five in a row on sets of points."""

    max_plies = 10_000

    def __init__(self, size: int = 15, exact: bool = False, swap2: bool = False, renju: bool = False) -> None:
        self.size, self.exact, self.swap2, self.renju = size, exact, swap2, renju
        self.points = [(x, y) for y in range(size) for x in range(size)]

    # --- lines ---
    def row_through(self, stones: Stones, point: Point, axis: Point) -> list[Point]:
        """The unbroken row of stones through one of them."""
        (x, y), (dx, dy) = point, axis
        low = high = 0
        while (x + (low - 1) * dx, y + (low - 1) * dy) in stones:
            low -= 1
        while (x + (high + 1) * dx, y + (high + 1) * dy) in stones:
            high += 1
        return [(x + n * dx, y + n * dy) for n in range(low, high + 1)]

    def wins(self, stones: Stones, point: Point, *, black: bool) -> bool:
        """Whether a stone is part of a row that wins."""
        longest = 5 if self.exact or (self.renju and black) else self.size
        return any(5 <= len(self.row_through(stones, point, axis)) <= longest for axis in AXES)

    def fives(self, own: Stones, other: Stones, *, black: bool) -> list[Point]:
        """The empty points on which a colour wins at once."""
        return [p for p in self.points if p not in own | other and self.wins(own | {p}, p, black=black)]

    # --- renju, by the letter of its rules ---
    def near(self, point: Point, axis: Point) -> list[Point]:
        """The points of a line at most five away."""
        line = [(point[0] + n * axis[0], point[1] + n * axis[1]) for n in range(-5, 6)]
        return [(x, y) for x, y in line if 0 <= x < self.size and 0 <= y < self.size]

    def fours(self, black: Stones, white: Stones, point: Point, axis: Point) -> dict[Stones, list[Point]]:
        """The fours with a stone along an axis: the four stones, and the points that make them five."""
        found: dict[Stones, list[Point]] = {}
        for empty in self.near(point, axis):
            if empty not in black | white:
                row = self.row_through(black | {empty}, empty, axis)
                if len(row) == 5 and point in row:
                    found.setdefault(frozenset(row) - {empty}, []).append(empty)
        return found

    def threes(self, black: Stones, white: Stones, point: Point, axis: Point) -> set[Stones]:
        """The threes with a stone along an axis: three stones that another, allowed one makes a straight four and no five."""
        found = set()
        for empty in self.near(point, axis):
            if empty in black | white:
                continue
            more = black | {empty}
            row = frozenset(self.row_through(more, empty, axis))
            straight = len(row) == 4 and point in row and len(self.fours(more, white, point, axis).get(row, [])) == 2
            if straight and not self.wins(more, empty, black=True) and not self.forbidden(black, white, empty):
                found.add(row - {empty})
        return found

    def forbidden(self, black: Stones, white: Stones, point: Point) -> bool:
        """Whether Black may not place a stone."""
        after = black | {point}
        if self.wins(after, point, black=True):
            return False
        if any(len(self.row_through(after, point, axis)) > 5 for axis in AXES):
            return True
        if sum(len(self.fours(after, white, point, axis)) for axis in AXES) > 1:
            return True
        return sum(len(self.threes(after, white, point, axis)) for axis in AXES) > 1

    # --- the game ---
    def initial(self) -> Table:
        return Table(frozenset(), frozenset(), "open" if self.swap2 else "plain", False)

    def player(self, s: Table) -> int:
        stones = len(s.black | s.white)
        if s.seats == "open":
            return 1 if stones == 3 else 0
        return 1 if s.seats == "two more" else (stones + (s.seats == "swapped")) % 2

    def listed(self, s: Table) -> dict[str, Table]:
        stones = len(s.black | s.white)
        if s.seats == "open" and stones in (3, 5):
            chooser_is_black = "swapped" if stones == 3 else "plain"
            chooser_is_white = "plain" if stones == 3 else "swapped"
            found = {"black": s._replace(seats=chooser_is_black), "white": s._replace(seats=chooser_is_white)}
            return found | ({"two more": s._replace(seats="two more")} if stones == 3 else {})
        found, blacks = {}, stones % 2 == 0
        for x, y in self.points:
            if (x, y) in s.black | s.white or (self.renju and blacks and self.forbidden(s.black, s.white, (x, y))):
                continue
            own = (s.black if blacks else s.white) | {(x, y)}
            seats = "open" if s.seats == "two more" and stones == 4 else s.seats
            after = s._replace(black=own) if blacks else s._replace(white=own)
            found[f"{NAMES[x]}{y + 1}"] = after._replace(seats=seats, over=self.wins(own, (x, y), black=blacks))
        return found

    def terminal(self, s: Table) -> bool:
        return s.over or not self.moves(s)

    def utility(self, s: Table, p: int) -> float:
        if not s.over:
            return 0.0
        return -1.0 if p == self.player(s) else 1.0


def named(game: LinkFive, s: State, a: int) -> str:
    return game.action_name(s, a)


def at(name: str) -> Point:
    return NAMES.index(name[0]), int(name[1:]) - 1


def placed(game: LinkFive, black: str, white: str = "") -> State:
    """The state with these stones, whoever would be to move; the next stone is Black's."""
    contents = [0] * game.cell_count
    for colour, names in enumerate((black, white)):
        for name in names.split():
            contents[game.board.index(name)] = 1 + colour
    s: State = game.assembled(contents, 0, {})
    return s._replace(turn=0)


def crowded(rng: random.Random, s: State, choices: list[int], size: int) -> int:
    """One of the actions beside stones, so that random games are full of threes and fours."""
    middle = [
        a
        for a in choices
        if a >= size * size or max(abs(a // size - size // 2), abs(a % size - size // 2)) <= 2 + s.stones // 9
    ]
    return rng.choice(middle or choices)


def test_published_counts() -> None:
    """Would catch too few or too many points; the counts are OpenSpiel's and Ludii's."""
    assert_perft(LinkFive(), (225, 50400, 11239200), interpreted=300)


@pytest.mark.parametrize(("size", "games"), [(15, 2), (19, 1), (6, 6)])
def test_random_games_against_openspiel(size: int, games: int) -> None:
    """Would catch a win that is missed, or one where there is none; points agree up to mirrored rows."""
    choose = functools.partial(crowded, size=size)
    walk_beside(LinkFive(size), openspiel_games(f"gomoku(size={size})"), games=games, seed=5, choose=choose)


@pytest.mark.parametrize(
    "options",
    [
        {"size": 9, "exact": True},
        {"size": 7, "swap2": True},
        {"size": 9, "renju": True},
        {"size": 8, "renju": True, "exact": True},
    ],
    ids=lambda options: "-".join(options),
)
def test_options_beside_a_second_implementation(options: dict[str, Any]) -> None:
    """Would catch a row of six that wins, a colour that goes to the wrong player, a point forbidden wrongly."""
    game, plain = LinkFive(**options), PlainFive(**options)
    label = functools.partial(named, game)
    walk_beside(
        game,
        lambda: GameOracle(plain, label=plain.action_name),
        games=8 if game.swap2 else 2,
        seed=2,
        label=label,
        choose=functools.partial(crowded, size=game.size),
    )


# --- swap2 ---
@pytest.mark.parametrize(
    ("choices", "owner_of_black", "next_player", "next_stone"),
    [
        ("c1 c2 c3 black", 1, 0, "white"),
        ("c1 c2 c3 white", 0, 1, "white"),
        ("c1 c2 c3|two more|d1 d2 black", 0, 1, "white"),
        ("c1 c2 c3|two more|d1 d2 white", 1, 0, "white"),
    ],
)
def test_every_way_through_swap2(choices: str, owner_of_black: int, next_player: int, next_stone: str) -> None:
    """Would catch a wrong player to place, to choose or to move in any of the branches, or a wrong winner after it."""
    game = LinkFive(swap2=True)
    position = Position(game)
    players = []
    for part in choices.split("|"):
        for name in [part] if part in SWAP_CHOICES else part.split():
            players.append(position.player)
            position = position.play(name)
    assert players == ([0, 0, 0, 1] if "|" not in choices else [0, 0, 0, 1, 1, 1, 0])
    assert position.player == next_player
    assert game.load(game.dump(position.state)).seats == position.state.seats
    assert next_stone == ("white" if position.state.turn else "black")
    for name in ("o1", "c4", "o3", "c5", "o5", "c6", "o7", "c7", "o9", "c8"):
        position = position.play(name)
        if position.outcome() is not None:
            break
    # Black has c1, c3 and adds c4 to c7: a five from c3 on.
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == owner_of_black


# --- exactly five, and where lines end ---
def test_exactly_five() -> None:
    """Would catch an overline that wins, and a five beside an overline that does not."""
    six, outcomes = "a1 a9 b1 c9 c1 e9 e1 g9 f1 i9 d1", []
    for exact in (False, True):
        position = Position(LinkFive(15, exact=exact))
        for name in six.split():
            position = position.play(name)
        outcomes.append(position.outcome())
    assert outcomes[0] is not None and outcomes[0].winner == 0 and outcomes[1] is None
    game = LinkFive(15, exact=True)
    both = placed(game, "a1 b1 c1 e1 f1 d2 d3 d4 d5", "o1 o3 o5 o7 o9 o11 o13 o15 m1")
    assert game.result(both, game.board.index("d1")).won  # six along the row, five up the column


def test_lines_do_not_wrap_around() -> None:
    """Would catch rows that go on at the other side of the board: these five have consecutive numbers."""
    game = LinkFive(7)
    s = placed(game, "e1 f1 g1 a2", "a7 c7 e7 g7")
    assert not game.result(s, game.board.index("b2")).won


# --- renju ---
DRAWN = [  # what, Black's stones, White's stones, forbidden points, points that are allowed
    ("two threes that cross", "h9 h10 i8 j8", "", "h8", "h7 h11"),
    ("a three with a gap counts", "h9 h11 i8 j8", "", "h8", ""),
    ("a three that is closed in on one side is none", "h9 h10 i8 j8", "h11", "", "h8"),
    ("a three and a four are allowed", "h9 h10 e8 f8 g8", "d8", "", "h8"),
    ("two fours that cross", "h9 h10 h11 e8 f8 g8", "d8 h12", "h8", ""),
    ("two fours on one line", "d8 f8 g8 j8", "", "h8", ""),
    ("two fours on one line, closer", "e8 f8 i8 k8 l8", "", "h8", ""),
    ("an overline", "d8 e8 f8 h8 i8", "", "g8", ""),
    ("a five beside an overline is a win", "d8 e8 f8 h8 i8 g4 g5 g6 g7", "", "", "g8"),
    ("a five beside two fours is a win", "h9 h10 h11 h12 e8 f8 g8 i9 j10 k11", "", "", "h8"),
    ("a three at the border is none", "a8 b8 d9 d10", "", "", "c8"),
    ("a three that only an overline would make a straight four is none", "h9 h10 i8 j8 m8 e8", "", "", "h8"),
    # With h8 they become a straight four on g8 alone, since l8 is White's; and g8 makes five.
    ("a three whose fourth stone makes five is none", "h9 h10 i8 j8 g9 g10 g11 g12", "l8", "", "h8"),
    # i8 and j8 with h8 become a straight four only on g8 or k8: on g8 Black would make two fours, k8 is White's.
    ("a three whose fourth stone is forbidden is none", "h9 h10 i8 j8 g5 g6 g7 d5 e6 f7", "k8 g4 c4", "", "h8"),
]


@pytest.mark.parametrize(("black", "white", "forbidden", "allowed"), [d[1:] for d in DRAWN], ids=[d[0] for d in DRAWN])
def test_renju_positions(black: str, white: str, forbidden: str, allowed: str) -> None:
    """Would catch a wrong judgement of the point that each position is drawn for, by us or by the second implementation."""
    game, plain = LinkFive(renju=True), PlainFive(renju=True)
    s = placed(game, black, white)
    ours = {game.board.names[c] for c in range(225) if not game.allowed(s, c)} - set((black + " " + white).split())
    blacks, whites = (frozenset(at(name) for name in names.split()) for names in (black, white))
    free = [point for point in plain.points if point not in blacks | whites]
    theirs = {f"{NAMES[x]}{y + 1}" for x, y in free if plain.forbidden(blacks, whites, (x, y))}
    assert set(forbidden.split()) <= ours and not set(allowed.split()) & ours
    assert ours == theirs


def test_renju_on_random_boards() -> None:
    """Would catch a rare crossing of shapes that is judged otherwise than the recursive rule says."""
    game, plain, rng = LinkFive(10, renju=True), PlainFive(10, renju=True), random.Random(4)
    fouls = 0
    for _ in range(30):
        points = rng.sample(plain.points, 34)
        black, white = frozenset(points[:22]), frozenset(points[22:])
        s = placed(game, *(" ".join(f"{NAMES[x]}{y + 1}" for x, y in side) for side in (black, white)))
        free = [p for p in plain.points if p not in black | white]
        ours = [p for p in free if not game.allowed(s, p[1] * 10 + p[0])]
        assert ours == [p for p in free if plain.forbidden(black, white, p)], (sorted(black), sorted(white))
        fouls += len(ours)
    assert fouls > 40


def test_white_may_do_what_black_may_not() -> None:
    """Would catch restrictions for White, whose six in a row win, and a picture without Black's forbidden points."""
    game = LinkFive(renju=True)
    s = placed(game, "o1 o3 o5 o7 o9 o11", "d8 e8 f8 h8 i8")._replace(turn=1)
    assert game.result(s, game.board.index("g8")).won
    crossed = [cell.id for cell in game.scene(placed(game, "h9 h10 i8 j8")).cells if cell.text == "×"]
    assert crossed == ["h8"]


# --- threats ---
class Windows:
    """All stretches of five points, as sets of bits, with the points just beyond their ends: fives without any other notion."""

    def __init__(self, size: int, exact: bool) -> None:
        self.size, self.exact = size, exact
        self.full = (1 << size * size) - 1
        self.stretches = []
        for x, y in ((x, y) for y in range(size) for x in range(size)):
            for dx, dy in AXES:
                line = [(x + n * dx, y + n * dy) for n in range(-1, 6)]
                if all(0 <= x <= size - 1 and 0 <= y <= size - 1 for x, y in line[1:-1]):
                    self.stretches.append((self.bits(line[1:-1]), self.bits([line[0], line[-1]]) if exact else 0))

    def bits(self, points: Iterable[Point]) -> int:
        return sum(1 << y * self.size + x for x, y in points if 0 <= x < self.size and 0 <= y < self.size)

    def fives(self, own: int, other: int) -> list[int]:
        """The empty points, each as a bit, on which a side wins at once."""
        open_ones = (s & ~own for s, beyond in self.stretches if not (s & other or own & beyond) and (s & own).bit_count() == 4)
        return sorted(set(open_ones))

    def wins_by_fours(self, own: int, other: int, most: int = 2000) -> Fours:
        """Whether the side to move wins by a five or by nothing but fours: every four, and the one reply that does not lose."""
        if self.fives(own, other):
            return Fours(True, 0)
        danger, tried = self.fives(other, own), 0
        if len(danger) > 1:
            return Fours(False, 0)
        near = [s & ~own for s, _ in self.stretches if not s & other and (s & own).bit_count() >= 3]
        fours = {p: self.fives(own | p, other) for p in danger or split(functools.reduce(int.__or__, near, 0))}
        for point, fives in sorted(fours.items(), key=lambda item: -len(item[1])):  # those first that cannot be stopped
            if not fives or tried > most:
                break
            reached = Fours(True, 0) if len(fives) > 1 else self.wins_by_fours(own | point, other | fives[0], most - tried)
            tried += 1 + reached.tried
            if reached.won:
                return Fours(True, tried)
        return Fours(False, tried)

    def value(self, own: int, other: int, known: dict[tuple[int, int], int]) -> int:
        """What a position is worth to the side to move, with best play to the end of the game: 1, 0 or -1."""
        if self.fives(own, other):
            return 1
        if (own, other) not in known:
            free = split(self.full & ~(own | other))
            known[own, other] = max((-self.value(other, own | p, known) for p in free), default=0)
        return known[own, other]


class Fours(NamedTuple):
    """Whether fours win, and how many were looked at."""

    won: bool
    tried: int


def split(bits: int) -> list[int]:
    """The single bits of a number."""
    return [1 << i for i in range(bits.bit_length()) if bits >> i & 1]


def claimed(game: LinkFive, s: State, side: int) -> int:
    """What the threat search says: the first point of a win by fours for a side, or NOWHERE."""
    return win_by_fours(game, s.words, side, TRIES, side == s.turn, np.zeros(game.cell_count, np.int8))


@pytest.mark.parametrize(
    ("what", "black", "white", "point"),
    [
        ("a four and a straight four", "h8 h9 h10", "", "h7 h11"),
        ("two fours at once", "h9 h10 h11 e8 f8 g8", "d8 h12", "h8"),
        ("a four, then two fours", "c8 d8 e8 f9 f10 h7 i7", "b8 g7", "f8"),
        ("none: each four is stopped", "c8 d8 e8 k3 l3 m3", "b8 j3", ""),
        ("none: White's reply is a four, and Black must answer it", "c8 d8 e8 g9 h10", "b8 f8 f7 f6 i11 e7", ""),
        ("none: White's reply threatens two fives, and Black can stop one", "c8 d8 e8 g5 g6", "b8 e9 d10 c11", ""),
        ("none: only threes, which take longer", "h8 h9 k5 l5", "", ""),
    ],
)
def test_wins_by_fours(what: str, black: str, white: str, point: str) -> None:
    """Would catch a sequence that is not seen, and one that the replies refute."""
    game, windows = LinkFive(), Windows(15, exact=False)
    found = claimed(game, placed(game, black, white), 0)
    own, other = (windows.bits(at(name) for name in names.split()) for names in (black, white))
    assert windows.wins_by_fours(own, other).won == bool(point), what
    assert game.board.names[found] in point.split() if point else found == NOWHERE


def scattered(game: LinkFive, rng: random.Random, stones: int, reach: int) -> State:
    """A state with so many stones near the middle, none in a row that wins."""
    while True:
        cells = [
            c
            for c in range(game.cell_count)
            if max(abs(c // game.size - game.size // 2), abs(c % game.size - game.size // 2)) <= reach
        ]
        contents = [0] * game.cell_count
        for i, cell in enumerate(rng.sample(cells, stones)):
            contents[cell] = 1 + i % 2
        s: State = game.assembled(contents, 0, {})
        if not game.fives(s):
            return s


def sides(game: LinkFive, s: State) -> tuple[int, int]:
    """The stones of the side to move and of the other, as bits."""
    contents = game.contents(s)
    own, other = (sum(1 << c for c, x in enumerate(contents) if x == 1 + colour) for colour in (s.turn, 1 - s.turn))
    return own, other


@pytest.mark.parametrize("exact", [False, True])
def test_threat_search_against_a_plain_one(exact: bool) -> None:
    """Would catch a claimed win that is none, one that is missed, and a reply left out although it stops the threat."""
    game, windows, rng = LinkFive(9, exact=exact), Windows(9, exact), random.Random(3)
    wins, threats = 0, 0
    for _ in range(50):
        s = scattered(game, rng, 20, 3)
        own, other = sides(game, s)
        plain, found = windows.wins_by_fours(own, other), claimed(game, s, s.turn)
        assert plain.won or found == NOWHERE
        assert found != NOWHERE or not plain.won or plain.tried > TRIES
        kept = {int(a) for a in game.candidates(s)}
        if found != NOWHERE:
            wins += 1
            replies = windows.fives(own | 1 << found, other)
            at_once = 1 << found in windows.fives(own, other) or len(replies) > 1
            assert kept == {found} and (at_once or windows.wins_by_fours(own | 1 << found, other | replies[0]).won)
        elif len(kept) < game.cell_count - s.stones:
            threats += 1
            for cell in (int(a) for a in game.actions(s) if int(a) not in kept):
                assert windows.wins_by_fours(other, own | 1 << cell).won, (game.dump(s), game.board.names[cell])
    assert wins > 5 and threats > 5


def full_boards(game: LinkFive, rng: random.Random, empty: int) -> Iterator[State]:
    """States of a small board with few empty points, where the candidates leave something out."""
    while True:
        s = scattered(game, rng, game.cell_count - empty, game.size)
        if not game.terminal(s) and len(game.candidates(s)) < len(game.actions(s)):
            yield s


@pytest.mark.parametrize("exact", [False, True])
def test_candidates_hold_a_best_action(exact: bool) -> None:
    """Would catch a win claimed that is none, or the best action left out, by playing small boards to the end."""
    game, windows, rng = LinkFive(6, exact=exact), Windows(6, exact), random.Random(8)
    values = []
    for s in itertools.islice(full_boards(game, rng, 8), 20):
        known: dict[tuple[int, int], int] = {}
        own, other = sides(game, s)
        values.append(windows.value(own, other, known))
        won = windows.fives(own, other)
        after = {a: 1 if 1 << a in won else -windows.value(other, own | 1 << a, known) for a in map(int, game.actions(s))}
        assert max(after[int(a)] for a in game.candidates(s)) == values[-1], game.dump(s)
        found = claimed(game, s, s.turn)
        assert found == NOWHERE or after[found] == 1, game.dump(s)
    assert {-1, 1} <= set(values)


def plain_value(plain: PlainFive, s: Table) -> int:
    """What a position of renju is worth to the side to move."""
    if s.over or not plain.moves(s):
        return -1 if s.over else 0
    return max(-plain_value(plain, after) for after in plain.listed(s).values())


def test_candidates_hold_a_best_action_in_renju() -> None:
    """Would catch a win claimed by a stone that Black may not place, or a defence left out that the restrictions allow."""
    game, plain, rng = LinkFive(6, renju=True), PlainFive(6, renju=True), random.Random(9)
    for s in itertools.islice(full_boards(game, rng, 5), 10):
        contents = game.contents(s)
        black, white = (frozenset(p for p, x in zip(plain.points, contents, strict=True) if x == 1 + c) for c in (0, 1))
        after = {name: -plain_value(plain, t) for name, t in plain.listed(Table(black, white, "plain", False)).items()}
        assert max(after[game.action_name(s, int(a))] for a in game.candidates(s)) == max(after.values()), game.dump(s)


def test_engine_wins_by_threes_and_fours() -> None:
    """Would catch a search that does not find a double three, or the only defence against an open three."""
    game = LinkFive()
    attack = Position(game, game.load(game.dump(placed(game, "h9 h10 i8 j8", "b2 m2 b13 m13"))))
    found = search_position(game, attack, Limit(depth=7))
    assert found.value is not None and found.value.score == 1.0 and found.value.proven
    defence = Position(game, game.load(game.dump(placed(game, "b2 m2 b13", "h8 h9 h10"))))
    assert game.action_name(defence.state, int(search_position(game, defence, Limit(depth=3)).action)) in (
        "h7",
        "h11",
        "h6",
        "h12",
    )


# --- notation, names, parameters ---
def test_notation_goes_both_ways() -> None:
    """Would catch a state that is not the one that was played, in any of its fields, or an action's name read otherwise."""
    rng = random.Random(6)
    for spec in ("link_five", "gomoku_with_swap2", "renju:size=9", "gomoku_19x19"):
        game: Any = make_game(spec)
        s = game.initial()
        for _ in range(12):
            a = rng.choice(game.choices(s))
            assert game.parse_action(s, game.action_name(s, a)) == a
            s = game.result(s, a)
            assert states_equal(game.load(game.dump(s)), s)


def test_names() -> None:
    """Would catch a preset or another name that leads to another game."""
    assert make_game("gomoku").spec == "link_five" and make_game("gobang").title_text == "Link five"
    assert (make_game("gomoku_19x19").spec, make_game("renju").title_text) == ("link_five:size=19", "Renju")
    game = LinkFive(9)
    assert game.action_name(game.initial(), 0) == "a1" and game.action_name(game.initial(), 80) == "i9"
    assert game.player_names == ("Black", "White") and make_game("gomoku_with_swap2").player_names == ("First", "Second")


EMPTY_ROWS = "/".join(["....."] * 4)


@pytest.mark.parametrize(
    ("spec", "text", "sentence"),
    [
        ("link_five:size=5", "", "is no position"),
        ("link_five:size=5", f"{EMPTY_ROWS}/....x x", "do not fit together"),
        ("link_five:size=5", f"{EMPTY_ROWS}/..?.. x", "'?'"),
        ("link_five:size=5", f"{EMPTY_ROWS}/... x", "is no position"),
        ("link_five:size=5", "xxxxx/ooooo/...../...../..... x", "five in a row"),
        ("link_five:size=7,renju=yes", "xxxxxx./......./......./......./......./......./oo.oo.o o", "renju forbids"),
        ("link_five:size=5,swap2=yes", f"{EMPTY_ROWS}/....x 2 two-more", "cannot be 'two-more' with 1 stones"),
    ],
)
def test_bad_notation_is_explained(spec: str, text: str, sentence: str) -> None:
    """Would catch a message that does not name the fault, or a position that no game comes to."""
    with pytest.raises(BadNotation) as error:
        make_game(spec).load(text)
    assert sentence in str(error.value)


def test_bad_names_and_parameters_are_explained() -> None:
    """Would catch a stone on an occupied or forbidden point, and a board that is not offered."""
    game = LinkFive(renju=True)
    with pytest.raises(BadNotation, match="h8"):
        game.parse_action(placed(game, "h9 h10 i8 j8"), "h8")
    with pytest.raises(BadNotation, match="p1"):
        game.parse_action(game.initial(), "p1")
    for size in (4, 20):
        with pytest.raises(BadParameter, match="from 5 to 19"):
            LinkFive(size)
