"""2048 against row tests, OpenSpiel, exact probabilities on small boards, and a second implementation of a move."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.check import OpenSpielOracle, openspiel_games, walk_beside
from counterplay.core import CHANCE, BadNotation, BadParameter, Position
from counterplay.games import make_game
from counterplay.games.dice.twenty_forty_eight import DIRECTIONS, State, TwentyFortyEight
from counterplay.gears import kernel
from counterplay.gears.bits import down, number
from tests.oracles.count_tables import assert_perft

GAME = TwentyFortyEight()
UP, RIGHT, DOWN, LEFT = range(4)

# Optimal probability of ever making a tile from a random start, by exhaustive expectimax independent of this program.
REACHED = {
    (2, 2, 8): 1.0,
    (2, 2, 16): 0.962511254,
    (2, 2, 32): 0.082887289,
    (2, 3, 32): 0.999896763,
    (2, 3, 64): 0.939263692,
}


def packed(values: list[int]) -> np.uint64:
    """A board from tile values, cell 0 first."""
    return np.uint64(sum((value.bit_length() - 1) << 4 * cell for cell, value in enumerate(values) if value))


def values_of(board: np.uint64, size: int = 16) -> list[int]:
    exponents = [int(board) >> 4 * cell & 15 for cell in range(size)]
    return [1 << e if e else 0 for e in exponents]


# --- moves ---
@pytest.mark.parametrize(
    ("row", "moved", "points"),
    [
        ([2, 2, 2, 2], [4, 4, 0, 0], 8),
        ([4, 2, 2, 0], [4, 4, 0, 0], 4),
        ([2, 2, 4, 8], [4, 4, 8, 0], 4),
        ([0, 2, 0, 2], [4, 0, 0, 0], 4),
        ([4, 4, 8, 0], [8, 8, 0, 0], 8),
        ([2, 0, 2, 4], [4, 4, 0, 0], 4),
        ([2, 2, 2, 0], [4, 2, 0, 0], 4),
        ([32768, 32768, 2, 2], [32768, 32768, 4, 0], 4),
    ],
)
def test_rows(row: list[int], moved: list[int], points: int) -> None:
    """A tile merging twice, from the wrong side, or two of the largest merging into nothing; in any direction and line."""
    for line in range(4):
        across, along = [0] * 16, [0] * 16
        expected_across, expected_along = [0] * 16, [0] * 16
        for k in range(4):
            across[4 * line + k], expected_across[4 * line + k] = row[k], moved[k]
            along[4 * k + line], expected_along[4 * k + line] = row[k], moved[k]
        for values, expected, near, far in (
            (across, expected_across, LEFT, RIGHT),
            (along, expected_along, DOWN, UP),
        ):
            board, gained = GAME.moved(packed(values), near)
            assert (values_of(board), gained) == (expected, points)
            # Turned by 180 degrees, cell i is cell 15 - i and the direction the opposite one.
            board, gained = GAME.moved(packed(values[::-1]), far)
            assert (values_of(board), gained) == (expected[::-1], points)


def plain_move(values: list[int], width: int, height: int, direction: int) -> tuple[list[int], int, list[int]]:
    """A move with lists (every line from its wall: close up, merge once): the board, the points, the cells of merged tiles."""
    moved, points, made = [0] * (width * height), 0, []
    vertical = direction in (UP, DOWN)
    for line in range(width if vertical else height):
        cells = [row * width + line for row in range(height)] if vertical else [line * width + c for c in range(width)]
        if direction in (UP, RIGHT):
            cells.reverse()
        tiles = [values[cell] for cell in cells if values[cell]]
        k = 0
        while k < len(tiles) - 1:
            if tiles[k] == tiles[k + 1] < 32768:
                tiles[k] *= 2
                points += tiles.pop(k + 1) * 2
                made.append(cells[k])
            k += 1
        for cell, tile in zip(cells, tiles, strict=False):
            moved[cell] = tile
    return moved, points, made


@pytest.mark.parametrize(("width", "height"), [(4, 4), (2, 2), (3, 2), (5, 3), (2, 8), (8, 2), (1, 6)])
def test_boards_of_every_shape_move_as_lists_do(width: int, height: int) -> None:
    """The bit operations spilling over the edge of a row, or stopping too early, on some shape of board."""
    game, rng = TwentyFortyEight(width, height), random.Random(width * 10 + height)
    for _ in range(60):
        values = [rng.choice((0, 0, 2, 2, 4, 4, 8, 32768)) for _ in range(width * height)]
        legal = []
        for d in range(4):
            expected, points, _ = plain_move(values, width, height, d)
            board, gained = game.moved(packed(values), d)
            assert (values_of(board, width * height), gained) == (expected, points)
            if expected != values:
                legal.append(d)
        s = State(packed(values), 0, 0)
        assert list(game.actions(s)) == legal
        if any(values):
            assert game.terminal(s) == (not legal)


def test_start_positions() -> None:
    """Start tiles on the same cell, or not every pair of cells and values: C(16, 2) x 4 boards, each in two orders."""
    starts = set()
    for first, _ in GAME.outcomes(GAME.initial()):
        s = GAME.result(GAME.initial(), first)
        starts |= {GAME.result(s, second) for second, _ in GAME.outcomes(s)}
    assert len(starts) == 480 and all(GAME.player(s) == 0 for s in starts)


def test_perft() -> None:
    """Sequences counted by OpenSpiel: 32 first tiles, 960 pairs, 3584 first moves."""
    assert_perft(GAME, (32, 960, 3584))


def test_probabilities() -> None:
    """New tiles that are not equally likely on every empty cell, or 4 as likely as 2."""
    s = GAME.load("2,0,0,0/0,0,0,0/0,0,4,0/0,0,0,0 0 1")
    outcomes = dict(GAME.outcomes(s))
    assert len(outcomes) == 28 and math.isclose(sum(outcomes.values()), 1)
    assert math.isclose(outcomes[0], 0.9 / 14) and math.isclose(outcomes[1], 0.1 / 14)
    assert 2 * 12 not in outcomes  # a4 is taken


# --- OpenSpiel ---
class TileOracle(OpenSpielOracle):
    """OpenSpiel 2.0 misses some moves: it still marks the tiles that the last move made as merged.

    A move is not legal there if all it does is to merge into such tiles; played all the same, it works.
    """

    made: tuple[int, ...] = ()  # cells of the tiles that the last move made

    def overlooked(self, d: int) -> bool:
        board = packed(their_values(self.state))
        targets = int(GAME.toward(GAME.merging(board, d), d))
        return (
            not GAME.sliding(board, d)
            and targets != 0
            and not any(targets >> 4 * cell & 1 for cell in range(16) if cell not in self.made)
        )

    def legal(self) -> list[int]:
        if self.state.is_chance_node():
            return super().legal()
        missing = [d for d in (UP, RIGHT, DOWN, LEFT) if self.overlooked(d)]
        assert not set(missing) & set(super().legal())
        return super().legal() + missing

    def play(self, label: Any) -> None:
        values, by_chance = their_values(self.state), self.state.is_chance_node()
        super().play(label)
        if not by_chance:
            self.made = tuple(plain_move(values, 4, 4, label)[2])


def their_values(state: Any) -> list[int]:
    return [int(tile) for line in reversed(str(state).splitlines()) for tile in line.split()]


def test_openspiel_plays_the_same_games() -> None:
    """Another board, set of moves, probability or score than OpenSpiel's at some ply of random games."""

    def their_label(state: Any, a: int) -> int:  # their cells are counted from the upper left corner
        return 2 * ((3 - a // 8) * 4 + a // 2 % 4) + a % 2 if state.is_chance_node() else a

    def draw(rng: random.Random, s: State, actions: list[int]) -> int:
        weights = [p for _, p in GAME.outcomes(s)] if GAME.player(s) == CHANCE else None
        return rng.choices(actions, weights)[0]

    walk_beside(
        GAME,
        openspiel_games(
            "2048(max_tile=65536)",
            label=their_label,
            show=lambda state: (their_values(state), state.returns()[0]),
            kind=TileOracle,
        ),
        games=12,
        seed=2048,
        show=lambda s: (values_of(s.board), float(s.score)),
        choose=draw,
    )


# --- exact probabilities ---
@kernel
def best_chance(game: Any, s: Any, memo: Any, cells: int) -> float:
    """Expectimax; memo holds the value of a board before a move at its exponents as octal digits, -1 where unknown."""
    if game.terminal(s):
        return game.utility(s, 0)
    value = 0.0
    if game.player(s) == CHANCE:
        for a, p in game.outcomes(s):
            value += p * best_chance(game, game.result(s, a), memo, cells)
        return value
    index = 0
    for cell in range(cells):
        index = index * 8 + (number(down(s.board, 4 * cell)) & 15)
    if memo[index] < 0:
        for a in game.actions(s):
            value = max(value, best_chance(game, game.result(s, a), memo, cells))
        memo[index] = value
    return memo[index]


@pytest.mark.parametrize(("width", "height", "goal"), [(2, 2, 32), (2, 3, 32), (2, 3, 64)])
def test_exact_probabilities_of_reaching_a_tile(width: int, height: int, goal: int) -> None:
    """Any wrong move, merge, probability or end of the game: each changes these values."""
    game = TwentyFortyEight(width, height, goal)
    memo = np.full(8 ** (width * height), -1.0)
    reached = best_chance.compiled(game, game.initial(), memo, width * height)
    assert reached == pytest.approx(REACHED[width, height, goal], abs=1e-9)


@pytest.mark.parametrize("goal", [8, 16, 32])
def test_exact_probabilities_in_the_interpreted_gear(goal: int) -> None:
    """The interpreted rules leading to other values than the compiled ones."""
    game = TwentyFortyEight(2, 2, goal)
    reached = best_chance.interpreted(game, game.initial(), np.full(8**4, -1.0), 4)
    assert reached == pytest.approx(REACHED[2, 2, goal], abs=1e-9)


# --- goals, scores, estimates ---
def test_a_goal_ends_the_game() -> None:
    """Play going on after the goal, a score kept beside it, or a stuck board worth something."""
    game = TwentyFortyEight(2, 2, 8)
    position = Position.load(game, "4,4/0,2 0 0").play("left")
    outcome = position.outcome()
    assert outcome is not None and outcome.utilities == (1.0,) and outcome.reason == "8 is reached"
    assert position.state.score == 0
    stuck = Position.load(TwentyFortyEight(2, 2, 32), "2,4/4,2 0 0").outcome()
    assert stuck is not None and stuck.utilities == (0.0,) and stuck.reason == "no move is left"


def test_bounds_hold_for_the_best_possible_game() -> None:
    """A game longer, or a score higher, than declared: on two cells 8 + 4 is the most there can be."""
    game = TwentyFortyEight(1, 2)
    assert (game.max_plies, game.utility_range) == (12, (0.0, 20.0))
    assert TwentyFortyEight().utility_range[1] > 1_000_000 and TwentyFortyEight().max_plies > 100_000


def test_estimates_guide_play() -> None:
    """An estimate that misleads: one move ahead it must make several times the points of random moves (about 1100)."""
    rng, scores = random.Random(3), []
    for _ in range(2):
        s = GAME.initial()
        while not GAME.terminal(s):
            if s.pending:
                actions, weights = zip(*GAME.outcomes(s), strict=True)
                s = GAME.result(s, rng.choices(actions, weights)[0])
            else:
                s = max((GAME.result(s, a) for a in GAME.actions(s)), key=lambda after: GAME.evaluate(after, 0))
        scores.append(s.score)
    assert sum(scores) / len(scores) > 4000


# --- names, notation, pictures ---
def test_names_and_gestures() -> None:
    """Moves and new tiles that cannot be told apart, or buttons that are missing."""
    s = GAME.initial()
    assert GAME.action_name(s, 2 * 5 + 1) == "b2=4" and GAME.gesture(s, 2 * 5) == ("b2", "2")
    assert set(GAME.scene(s).buttons) == {"2", "4"}
    position = Position(GAME).play("a1=2").play("d4=4")
    assert [GAME.action_name(position.state, a) for a in position.choices] == list(DIRECTIONS)
    scene = position.scene()
    assert {(piece.cell, piece.text, piece.level) for piece in scene.pieces} == {("a1", "2", 1), ("d4", "4", 2)}
    assert set(scene.buttons) == set(DIRECTIONS) and scene.notes == ("Score: 0.",)
    assert position.play("up").scene().marked == ()


def test_notation_reads_from_the_top() -> None:
    """Rows upside down, or a score that does not come back."""
    s = GAME.load("2,0,0,0/0,0,0,0/0,0,4,0/0,0,0,16 36 0")
    assert values_of(s.board)[12] == 2 and values_of(s.board)[3] == 16 and s.score == 36
    assert GAME.dump(s) == "2,0,0,0/0,0,0,0/0,0,4,0/0,0,0,16 36 0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "4 rows of 4 cells"),
        ("2,0/0,2 0 0", "2 rows instead of 4"),
        ("2,0,0,0/0,0,3,0/0,0,4,0/0,0,0,0 0 0", "'3' at c3 is none of 0 2 4 8"),
        ("2,0,0,0/0,0,65536,0/0,0,4,0/0,0,0,0 0 0", "'65536' at c3 is none of"),
        ("2,0,0,0/0,0,0,0/0,0,4,0/0,0,0,0 8 0", "from 0 to 4"),
        ("2,0,0,0/0,0,0,0/0,0,4,0/0,0,0,0 ² 0", "the score should be a number from 0 to 99999999, not '²'"),
        ("8,0,0,0/0,0,0,0/0,0,4,0/0,0,0,0 4 0", "from 8 to 20"),
        ("2,0,0,0/0,0,0,0/0,0,4,0/0,0,0,0 0 2", "2 new tiles cannot be due"),
        ("2,0,0,0/0,0,0,0/0,0,4,0/0,0,0,0 0 01", "number of new tiles should be 0 or 1 or 2, not '01'"),
        ("0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0 0", "0 new tiles cannot be due with 0"),
        ("2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2 0 1", "1 new tiles cannot be due with 16"),
    ],
)
def test_wrong_notation(text: str, reason: str) -> None:
    """A wrong text accepted, or refused without saying what is wrong and what would be right."""
    with pytest.raises(BadNotation, match=reason) as error:
        GAME.load(text)
    assert "no position" not in str(error.value) or "0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0 2" in str(error.value)


@given(st.text(alphabet=st.sampled_from("0248,/ 1-²x"), max_size=40) | st.text(max_size=40))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    """A text that makes `load` fail otherwise, or that it accepts as a position that does not come back."""
    game = TwentyFortyEight(2, 1)
    for candidate in (text, f"2,{text} 0", f"2,4 {text}", f"2,4 4 {text}"):
        try:
            s = game.load(candidate)
        except BadNotation:
            continue
        assert game.load(game.dump(s)) == s


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("2048:width=5", "5 x 4 does not fit"),
        ("2048:width=1,height=1", "1 x 1 does not fit"),
        ("2048:goal=24", "24 is no tile"),
        ("2048:goal=2", "2 is no tile"),
        ("2048:goal=65536", "65536 is no tile"),
        ("2048:goal=-8", "-8 is no tile"),
    ],
)
def test_wrong_parameters(spec: str, reason: str) -> None:
    """A board that does not fit 64 bits, or a goal that can never be reached."""
    with pytest.raises(BadParameter, match=reason):
        make_game(spec)
