"""Hex against published counts, the known winning openings, OpenSpiel, and a second implementation of the win test."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterplay.check import openspiel_games, walk_beside
from counterplay.core import BadNotation, BadParameter, Position
from counterplay.games import make_game
from counterplay.games.connection.hex import BLUE, NOBODY, RED, Hex, State
from counterplay.gears.bits import cells
from tests.oracles.count_tables import assert_perft

# 11 x 11: Ludii; 3 x 3 and 4 x 4: OpenSpiel.
PERFT = {
    "hex": (121, 14520, 1727880),
    "hex:swap=yes": (121, 14641, 1742400),
    "hex:size=3": (9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960),
    "hex:size=4": (16, 240, 3360, 43680, 524160, 5765760),
}
# First stones that win for the player who joins top and bottom, found exhaustively; 2 x 2 and 3 x 3 with OpenSpiel too.
# `solve` is asked for those of the 4 x 4 board.
WINNING_OPENINGS = {
    1: ("W",),
    2: (".W", "W."),
    3: ("..W", "WWW", "W.."),
}
TABLE = 1 << 20  # entries


def mover_wins(game: Any, s: Any, keys: Any, values: Any) -> bool:
    """Whether the player to move wins; minimax in the order the game suggests, with a table (keys: uint64, values: bool)."""
    if game.terminal(s):
        return game.utility(s, game.player(s)) > 0  # type: ignore[no-any-return]
    key = np.uint64(game.key(s))
    place = np.int64(key & np.uint64(TABLE - 1))
    if keys[place] == key:
        return values[place]  # type: ignore[no-any-return]
    actions, guesses, n = np.empty(64, np.int64), np.empty(64, np.float64), 0
    for a in game.actions(s):
        actions[n], guesses[n] = a, -game.order(s, a)
        n += 1
    wins = False
    for i in np.argsort(guesses[:n]):
        if not mover_wins(game, game.result(s, actions[i]), keys, values):
            wins = True
            break
    keys[place], values[place] = key, wins
    return wins


def chain_exists(stones: set[tuple[int, int]], size: int, player: int) -> bool:
    """Whether stones given as (row, column) join the player's sides, walked cell by cell."""
    along = 0 if player == BLUE else 1
    stack = [cell for cell in stones if cell[along] == 0]
    seen = set(stack)
    while stack:
        row, column = stack.pop()
        if (row, column)[along] == size - 1:
            return True
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
            cell = (row + down, column + right)
            if cell in stones and cell not in seen:
                seen.add(cell)
                stack.append(cell)
    return False


def stones_of(game: Hex, s: State, mark: str) -> set[tuple[int, int]]:
    """The cells where `dump` shows this letter."""
    rows = game.dump(s).split()[0].split("/")
    return {(r, c) for r, row in enumerate(rows) for c, symbol in enumerate(row) if symbol == mark}


def random_game(game: Hex, rng: random.Random) -> list[State]:
    """Every state of a random game."""
    states = [game.initial()]
    while not game.terminal(states[-1]):
        states.append(game.result(states[-1], rng.choice(list(game.actions(states[-1])))))
    return states


@pytest.mark.parametrize("spec", PERFT)
def test_perft(spec: str) -> None:
    """Would catch wins found too early or too late, a cell that cannot be played, a swap in the wrong place."""
    assert_perft(make_game(spec), PERFT[spec])


def winning_openings(game: Hex) -> tuple[str, ...]:
    """The board with a W for each first stone that wins."""
    keys, values = np.zeros(TABLE, np.uint64), np.zeros(TABLE, np.bool_)
    start = game.initial()
    marks = ["." if mover_wins(game, game.result(start, a), keys, values) else "W" for a in range(game.cells)]
    return tuple("".join(marks[game.size * r : game.size * r + game.size]) for r in range(game.size))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_winning_openings(size: int) -> None:
    """Would catch a board that leans the other way, or a winner mistaken anywhere in the whole tree."""
    assert winning_openings(Hex(size)) == WINNING_OPENINGS[size]


@pytest.mark.parametrize("size", [2, 3])
def test_swap_wins_for_the_second_player(size: int) -> None:
    """Would catch a swap that is no mirror: with it the second player wins every small board, as strategy stealing says."""
    game = Hex(size, swap=True)
    keys, values = np.zeros(TABLE, np.uint64), np.zeros(TABLE, np.bool_)
    assert not mover_wins(game, game.initial(), keys, values)


@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("size", [2, 3, 5, 8, 9, 11, 14])
def test_random_games_against_openspiel(size: int, swap: bool) -> None:
    """Would catch a difference to an independent program in actions, turn, stones, end or winner; sizes need 1 to 4 words."""
    game = Hex(size, swap)

    def stones(state: Any) -> str:
        return "".join(str(state).lower().split()).replace("x", "B").replace("o", "R")

    def swap_often(rng: random.Random, s: State, actions: list[int]) -> int:
        return game.cells if game.cells in actions and rng.random() < 0.4 else rng.choice(actions)

    walk_beside(
        game,
        openspiel_games(f"hex(board_size={size},swap={swap})", show=stones),
        games=3,
        seed=size,
        show=lambda s: game.dump(s).split()[0].replace("/", ""),
        choose=swap_often,
    )


@pytest.mark.parametrize("size", [4, 8, 11, 12, 14, 16])
def test_wins_are_found_at_once(size: int) -> None:
    """Would catch stones lost between the words of a set: the winner after each move, by a walk over the cells."""
    game, rng = Hex(size), random.Random(size)
    for _ in range(2):
        for s in random_game(game, rng):
            wins = [chain_exists(stones_of(game, s, mark), size, p) for p, mark in ((BLUE, "B"), (RED, "R"))]
            assert wins == [s.winner == BLUE, s.winner == RED]


@pytest.mark.parametrize("size", [2, 3, 5, 7])
def test_every_full_board_has_one_winner(size: int) -> None:
    """Would catch adjacency that lets both players through, or neither: the Hex theorem."""
    rng = random.Random(size)
    cells = [(r, c) for r in range(size) for c in range(size)]
    for _ in range(200):
        blue = set(rng.sample(cells, (len(cells) + 1) // 2))
        text = "/".join("".join("B" if (r, c) in blue else "R" for c in range(size)) for r in range(size))
        winners = [p for p, own in ((BLUE, blue), (RED, set(cells) - blue)) if chain_exists(own, size, p)]
        assert len(winners) == 1
        game = Hex(size)
        odd = len(cells) % 2
        # The last stone is Blue's on an odd number of cells, Red's on an even one; only its owner can have won with it.
        if winners[0] == (BLUE if odd else RED):
            assert game.load(f"{text} {'R' if odd else 'B'}").winner == winners[0]
        else:
            with pytest.raises(BadNotation, match="has won already"):
                game.load(f"{text} {'R' if odd else 'B'}")


def test_joined_stones_do_not_depend_on_the_order() -> None:
    """Would catch connections that are noticed only when stones come in a certain order: equal stones, equal states."""
    game, rng = Hex(6), random.Random(5)
    for _ in range(50):
        states = random_game(game, rng)
        s = states[rng.randrange(len(states))]
        blue, red = ([r * 6 + c for r, c in stones_of(game, s, mark)] for mark in "BR")
        rng.shuffle(blue)
        rng.shuffle(red)
        again = game.initial()
        for number in range(len(blue) + len(red)):
            again = game.result(again, (blue, red)[number % 2][number // 2])
            if again.winner != NOBODY:
                break
        else:
            assert again == s


def test_swap_mirrors_the_stone() -> None:
    """Would catch a stone that means something else after the swap, or a swap offered at another time."""
    game = Hex(4, swap=True)
    position = Position(game).play("b1")
    assert "swap" in [game.action_name(position.state, a) for a in position.choices]
    swapped = position.play("swap")
    assert game.dump(swapped.state) == "..../R.../..../.... B"
    assert len(swapped.choices) == 15 and game.cells not in swapped.choices
    later = swapped.play("c3")
    assert game.dump(later.state) == "..../R.../..B./.... R" and game.cells not in later.choices
    assert game.load(game.dump(later.state)) == later.state
    assert Position(game).play("d1").play("swap").state == game.load("d1 swap")
    assert game.cells not in Position(Hex(4)).play("b1").choices
    scenes = [game.scene(p.state) for p in (position, swapped)]
    assert [list(scene.buttons) for scene in scenes] == [["swap"], []]


def test_keys_tell_a_swapped_position_apart() -> None:
    """Would catch a table that mixes positions with the same stones and different players to move."""
    game = Hex(3, swap=True)
    played, swapped = game.load("a1 c2"), game.load("b3 swap a1")
    assert game.dump(played)[:-1] == game.dump(swapped)[:-1]
    assert game.player(played) != game.player(swapped) and game.key(played) != game.key(swapped)


@pytest.mark.parametrize("spec", ["hex:size=2,swap=yes", "hex:size=3", "hex:size=5,swap=yes", "hex:size=9"])
def test_candidates(spec: str) -> None:
    """Would catch a win overlooked, a defence left out, or the swap forgotten where it is the best defence."""
    game, rng = make_game(spec), random.Random(spec)
    assert isinstance(game, Hex)
    forced = 0
    for _ in range(10):
        for s in random_game(game, rng)[:-1]:
            actions = list(game.actions(s))
            passed = s._replace(ply=s.ply + 1)
            wins = [a for a in actions if game.terminal(game.result(s, a))]
            threats = [a for a in actions if a < game.cells and game.terminal(game.result(passed, a))]
            if game.cells in actions:
                assert list(game.candidates(s)) == actions
            else:
                assert list(game.candidates(s)) == (wins[:1] or threats[:1] or actions)
                forced += not wins and bool(threats)
    assert forced > 0


def test_estimate_prefers_the_side_that_is_closer() -> None:
    """Would catch an estimate with the wrong sign, the wrong player's sides, or one that overlooks bridges."""
    game = Hex(5)
    assert game.evaluate(game.initial(), BLUE) == -game.evaluate(game.initial(), RED) > 0
    column, row = game.load("c1 a1 c2 a5 c4 e5"), game.load("a5 b3 e1 c3 e5 d3")
    assert game.evaluate(column, BLUE) > 0.4 and game.evaluate(row, RED) > 0.4
    # A bridge cannot be cut, a gap of two can.
    bridged, gaping = game.load("c2 a1 b4 e5"), game.load("c2 a1 c5 e5")
    assert game.evaluate(bridged, BLUE) > game.evaluate(gaping, BLUE)


def test_estimate_sees_a_wall() -> None:
    """Would catch distances that lead through the other player's stones."""
    game = Hex(4)
    walled = game.load("a4 a3 b4 b3 c4 c3 d4")
    assert game.evaluate(walled, RED) > game.evaluate(game.load("a4 a3 b4 b3 c4 d1 d4"), RED)


def test_scene() -> None:
    """Would catch a picture whose neighbours do not touch, or sides in the wrong colour."""
    game = Hex(5)
    s = game.load("a1 b2 a2 b3 a3 b1 a4 c1 a5")
    scene = game.scene(s)
    centres = {c.id: (c.x, c.y) for c in scene.cells}
    for cell in range(game.cells):  # 25 cells: one word
        x, y = centres[game.action_name(s, cell)]
        near = {name for name, (u, v) in centres.items() if 0 < (u - x) ** 2 + (v - y) ** 2 < 1.1}
        assert near == {game.action_name(s, k) for k in cells(game.around_table[cell, 0])}
    assert sorted(scene.marked) == ["a1", "a2", "a3", "a4", "a5"]
    assert {p.cell for p in scene.pieces if p.owner == RED} == {"b1", "b2", "b3", "c1"}
    top, left = min(line.y1 for line in scene.lines), min(line.x1 for line in scene.lines)
    assert {line.owner for line in scene.lines if top in (line.y1, line.y2)} == {BLUE}
    assert {line.owner for line in scene.lines if line.x1 == line.x2 == left} == {RED}
    assert len(scene.lines) == 4 * 5 + 2 * (2 * 5 - 1)
    assert Position(game, s).outcome() is not None and game.ending(s) == "top and bottom are joined"


def test_names() -> None:
    """Would catch coordinates that run upwards or start elsewhere than the literature's, in the upper left corner."""
    game = Hex()
    s = game.initial()
    assert [game.action_name(s, a) for a in (0, 1, 11, 120)] == ["a1", "b1", "a2", "k11"]
    assert game.dump(game.load("b1 a2")).startswith(".B........./R..........")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (".../.../...", "for who is to move"),
        (".../.../.. B", "row 3 from the top, .*, has 2 cells instead of 3"),
        ("..x/.../... B", "'x' at c1 is none of . B R"),
        (".../.../... W", "'W' is no side to move"),
        ("B../.../... B", "1 blue and 0 red"),
        ("R../.../... B", "as many blue as red"),
        ("BR./BR./B.R B", "has won already"),
        ("BR./BR./B.R R", "3 blue and 3 red stones do not fit 'R'"),
        ("a1 a1", "move 2 of 'a1 a1', a1, cannot be played"),
        ("a1 swap", "swap, cannot be played"),
        ("a4", "move 1 of 'a4', a4, cannot be played"),
        ("a1 b1 a2 b2 a3 c3", "move 6"),
    ],
)
def test_bad_notation(text: str, complaint: str) -> None:
    """Would catch impossible positions let through, or a complaint that does not say what is wrong."""
    with pytest.raises(BadNotation, match=complaint):
        Hex(3).load(text)


@given(st.text(alphabet="BRbr./ abc123swap", max_size=16) | st.text(max_size=20))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    """Would catch a traceback for a typing error."""
    for game in (Hex(2), Hex(2, swap=True)):
        try:
            s = game.load(text)
        except BadNotation:
            continue
        assert game.load(game.dump(s)) == s


@pytest.mark.parametrize("size", [0, -1, 17])
def test_bad_parameters(size: int) -> None:
    """Would catch a board that the sets of cells cannot hold."""
    with pytest.raises(BadParameter, match="from 1 to 16"):
        make_game(f"hex:size={size}")
