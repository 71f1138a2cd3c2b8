"""Terrace: another program's counts, and a second implementation that reads the heights off a drawn board."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games.capture.terrace import LAYOUTS, State, Terrace
from tests.oracles.count_tables import assert_sequences_and_positions
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Square = tuple[int, int]  # column and row, from the lower left
DRAWN = """
    8 7 6 5 4 3 2 1
    7 7 6 5 4 3 2 2
    6 6 6 5 4 3 3 3
    5 5 5 5 4 4 4 4
    4 4 4 4 5 5 5 5
    3 3 3 4 5 6 6 6
    2 2 3 4 5 6 7 7
    1 2 3 4 5 6 7 8
"""
HEIGHTS = {(x, 7 - y): int(digit) for y, row in enumerate(DRAWN.split("\n")[1:9]) for x, digit in enumerate(row.split())}
SIZES = {"T": 0, "A": 0, "B": 1, "C": 2, "D": 3}
STARTS = {  # White's rows from a, Black's from h
    "long": ("TABBCCDD", "DDCCBBAA"),
    "medium": (" TBBCCD ",),
    "short": (" DCCBBT ",),
}
ENDS = ((7, 7), (0, 0))  # where the Ts want to go


class Layout(NamedTuple):
    pieces: frozenset[tuple[Square, str, int]]  # each with its letter and owner
    turn: int


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class PlainTerrace(NamedMoves):
    """The rulebook with a dictionary of pieces; a terrace is what is connected at one height within a quarter of the board."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows

    def initial(self) -> Layout:
        white = {((x, y), letter, 0) for y, row in enumerate(self.rows) for x, letter in enumerate(row) if letter != " "}
        return Layout(frozenset(white | {((7 - x, 7 - y), letter, 1) for (x, y), letter, _ in white}), 0)

    def player(self, s: Layout) -> int:
        return s.turn

    def around(self, square: Square) -> list[tuple[Square, int, bool]]:
        """The squares beside one, how much higher they lie, and whether they lie diagonally."""
        x, y = square
        steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx or dy) and (x + dx, y + dy) in HEIGHTS]
        return [((x + dx, y + dy), HEIGHTS[x + dx, y + dy] - HEIGHTS[square], bool(dx and dy)) for dx, dy in steps]

    def terrace(self, start: Square, board: dict[Square, tuple[str, int]], turn: int) -> set[Square]:
        """What a piece comes to on its level, passing no enemy and staying in its quarter of the board."""
        reached, fresh = {start}, [start]
        while fresh:
            for square, rise, diagonal in self.around(fresh.pop()):
                quarter = (square[0] < 4, square[1] < 4) == (start[0] < 4, start[1] < 4)
                enemy = square in board and board[square][1] != turn
                if rise == 0 and quarter and not diagonal and not enemy and square not in reached:
                    reached.add(square)
                    fresh.append(square)
        return reached

    def listed(self, s: Layout) -> dict[str, Layout]:
        board, found = {square: (letter, owner) for square, letter, owner in s.pieces}, {}
        for start, letter, owner in s.pieces:
            if owner != s.turn:
                continue
            ends = {square for square in self.terrace(start, board, owner) if square not in board}
            for square, rise, diagonal in self.around(start):
                if square not in board:
                    if rise == 1 or (rise == -1 and not diagonal):
                        ends.add(square)
                elif rise == -1 and diagonal and SIZES[board[square][0]] <= SIZES[letter]:
                    ends.add(square)
            for end in ends:
                left = {piece for piece in s.pieces if piece[0] not in (start, end)}
                sign = "x" if end in board else "-"
                found[name(start) + sign + name(end)] = Layout(frozenset(left | {(end, letter, owner)}), 1 - s.turn)
        return found

    def winner(self, s: Layout) -> int | None:
        ts = {owner: square for square, letter, owner in s.pieces if letter == "T"}
        for p in (0, 1):
            if 1 - p not in ts or ts.get(p) == ENDS[p]:
                return p
        return None if self.moves(s) else 1 - s.turn

    def terminal(self, s: Layout) -> bool:
        return self.winner(s) is not None

    def utility(self, s: Layout, p: int) -> float:
        return 1.0 if self.winner(s) == p else -1.0

    def dump(self, s: Layout) -> str:
        return f"{sorted((name(square), letter, owner) for square, letter, owner in s.pieces)} {s.turn}"


def shown(game: Terrace, s: State) -> str:
    """A state as the plain game shows it."""
    placed = [(game.board.names[cell], game.pieces[content - 1]) for cell, content in enumerate(game.contents(s)) if content]
    return f"{sorted((square, kind.symbol.upper(), kind.owner) for square, kind in placed)} {s.turn}"


def names(game: Terrace, position: str, *beginnings: str) -> set[str]:
    """The actions in a position, or those that begin so."""
    s = game.load(position)
    return {move for move in (game.action_name(s, a) for a in game.actions(s)) if move.startswith(beginnings or "")}


def test_counts_of_sequences_and_positions() -> None:
    """Would catch a move too many or too few in the opening, one listed twice, positions that are wrongly told apart."""
    assert_sequences_and_positions(Terrace(), (50, 2450, 127166), (50, 2450, 66424))


@pytest.mark.parametrize(("layout", "games"), [("long", 2), ("medium", 4), ("short", 4)])
def test_random_games_beside_the_plain_one(layout: str, games: int) -> None:
    """Would catch a terrace that leads elsewhere, a capture of a larger piece or upwards, a T that is lost, a wrong winner."""
    game, plain = Terrace(layout), PlainTerrace(STARTS[layout])

    def lively(rng: random.Random, s: State, choices: list[int]) -> int:
        """Seldom onto an own piece, and often up, where the captures begin."""
        return max(rng.choices(choices, k=2), key=lambda a: game.order(s, a))

    walk_beside_plain(game, plain, show=lambda s: shown(game, s), choose=lively, games=games, seed=6)


def test_where_a_piece_goes() -> None:
    """Would catch a way over an enemy, across the middle of the board, or diagonally down to an empty square."""
    game = Terrace()
    alone = "7t/8/8/8/8/3C4/8/T7 w"
    steps = {"d3-e2", "d3-e3", "d3-e4", "d3-c3"}
    assert names(game, alone, "d3") == steps | {"d3-d1", "d3-d2", "d3-d4", "d3-c4", "d3-b4", "d3-a4"}
    enemy_on_the_corner = alone.replace("8/3C4", "3b4/3C4")
    assert names(game, enemy_on_the_corner, "d3") == steps | {"d3-d1", "d3-d2"}
    own_on_the_corner = alone.replace("8/3C4", "3B4/3C4")
    assert names(game, own_on_the_corner, "d3") == steps | {"d3-d1", "d3-d2", "d3-c4", "d3-b4", "d3-a4"}
    along_and_up = ("d3", "d2", "d1", "c4", "b4", "a4", "c5", "d5", "e4", "e3")
    assert names(game, "7t/8/8/8/3C4/8/8/T7 w", "d4") == {f"d4-{target}" for target in along_and_up}


def test_captures_go_diagonally_down_onto_what_is_not_larger() -> None:
    """Would catch a capture straight down or upwards, one of a larger piece, and own pieces that cannot be taken."""
    game = Terrace()
    assert names(game, "7t/8/8/5d2/4C3/3b4/8/T7 w", "e4x") == {"e4xd3"}
    assert names(game, "7t/8/8/5A2/4C3/3B4/8/T7 w", "e4x") == {"e4xf5", "e4xd3"}
    assert not names(game, "7t/8/8/4a3/4C3/4aa2/8/T7 w", "e4x")  # straight down, straight up and diagonally up
    for mover, smaller in (("A", "TA"), ("B", "TAB"), ("C", "TABC"), ("D", "TABCD")):
        for other in "tTaAbBcCdD":
            ts = ("8" if other == "t" else "7t", "8" if other == "T" else "T7")
            position = f"{ts[0]}/8/8/8/4{mover}3/3{other}4/8/{ts[1]} w"
            assert ("e4xd3" in names(game, position)) == (other.upper() in smaller), position
    s = game.load("7t/8/8/5B2/4D3/3a4/8/T7 w")
    assert game.dump(game.result(s, game.parse_action(s, "e4xf5"))) == "7t/8/8/5D2/8/3a4/8/T7 b"


@pytest.mark.parametrize(
    ("position", "move", "for_white", "why"),
    [
        ("7t/8/8/8/8/2c5/1T6/8 b", "c3xb2", -1.0, "White's T was taken"),
        ("7t/8/8/8/8/2C5/1T6/8 w", "c3xb2", -1.0, "White's T was taken"),
        ("6T1/8/8/8/8/8/8/1t6 w", "g8-h8", 1.0, "White's T has arrived"),
        ("6T1/8/8/8/8/8/8/1t6 b", "b1-a1", -1.0, "Black's T has arrived"),
        ("7a/6T1/8/8/8/8/8/1t6 w", "g7xh8", 1.0, "White's T has arrived"),
        ("7t/8/8/8/8/8/aa6/T1a5 b", "c1-b1", -1.0, "White cannot move"),
    ],
)
def test_how_games_end(position: str, move: str, for_white: float, why: str) -> None:
    """Would catch a T whose loss goes unnoticed, a win for who takes the own T, an end without moves that is a draw."""
    game = Terrace()
    s = game.load(position)
    assert not game.terminal(s)
    t = game.result(s, game.parse_action(s, move))
    assert game.terminal(t) and (game.utility(t, 0), game.utility(t, 1), game.ending(t)) == (for_white, -for_white, why)


def test_the_low_corner_of_ones_own_side_is_no_goal() -> None:
    """Would catch a T that wins by going home."""
    game = Terrace()
    s = game.load("7t/8/8/8/8/8/8/1T6 w")
    assert not game.terminal(game.result(s, game.parse_action(s, "b1-a1")))


def test_layouts() -> None:
    """Would catch a layout that is not turned by half a circle for Black, or from which other moves lead on."""
    for layout, rows in STARTS.items():
        game, plain = Terrace(layout), PlainTerrace(rows)
        assert shown(game, game.initial()) == plain.dump(plain.initial())
        assert names(game, LAYOUTS[layout]) == set(plain.moves(plain.initial()))


def test_features() -> None:
    """Would catch a wrong way of the T, sizes that are mixed up, and a T that is attacked from below or by its own side."""
    game = Terrace()
    start = game.initial()
    # Three steps up to d4, one to d5, one along to d8, and four down rank 8.
    assert int(game.way[0, 0]) == int(game.way[1, 63]) == 9
    assert [game.trait(start, 0, i) for i in range(6)] == [4.0, 4.0, 4.0, 4.0, -9.0, 0.0]
    s = game.load("7t/8/8/8/8/2b5/1T6/8 w")
    assert [game.feature(s, 0, i) for i in range(7)] == [0.0, -1.0, 0.0, 0.0, 1.0, -1.0, 1.0] and game.threatened(s)
    assert not game.threatened(game.load("7t/8/8/8/8/2B5/1T6/a7 w"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("7t/8/8/8/8/DDD5/DD6/T7 w", "there are 5 pieces D; 4 is the most"),
        ("7t/8/8/8/8/8/T7/T7 w", "there are 2 pieces T; 1 is the most"),
        ("8/8/8/8/8/8/1D6/8 w", "both Ts are gone"),
        ("7T/8/8/8/8/8/8/1t6 w", "White's T has arrived, so that it is Black's turn"),
        ("7t/8/8/8/8/8/8/X7 w", "'X' at a1 is none of"),
    ],
)
def test_wrong_positions(text: str, complaint: str) -> None:
    """Would catch a position that no game comes to, taken for one."""
    with pytest.raises(BadNotation, match=complaint):
        Terrace().load(text)


def test_wrong_layout() -> None:
    """Would catch a layout that is silently another one."""
    with pytest.raises(BadParameter, match="'master' is no layout; there are long, medium, short"):
        Terrace("master")
