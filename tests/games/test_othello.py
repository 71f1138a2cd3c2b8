"""Othello against published counts and scores, OpenSpiel, and a second implementation of the flips."""

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
from counterplay.games.territory.othello import PASS, Othello
from counterplay.gears import kernel
from counterplay.gears.bits import cells, has
from tests.oracles.count_tables import assert_distinct, assert_perft

# Finished games count nothing. 8 x 8: the published table (a forced pass counts as a ply), which differs from depth 10 on
# because it goes on counting finished games; 6 x 6 and 4 x 4: an enumeration independent of this program.
PERFT = {
    8: (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056),
    6: (4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976684),
    4: (4, 12, 44, 128, 424, 1256, 3624, 9112, 20032, 36412, 50268, 55112),
}
PUBLISHED_DEPTH_10 = 24571284
DISTINCT = (4, 12, 54, 236, 1288, 7092)  # positions after n plies; OpenSpiel and Ludii

# The FFO endgame suite, as listed with Edax: position, best moves, score for the side to move with empties to the winner.
FFO = (
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", ("g8",), 18),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", ("a4",), 10),
    ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", ("d1",), 2),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X", ("h8", "a5"), 0),
    ("-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X", ("g8",), 32),
    ("--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X", ("a1", "h3"), 14),
    ("--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X", ("a6",), 8),
    ("---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O", ("e1",), 8),
)
FFO_8_MOVES = {"e1": 8, "h2": 4, "g2": 4, "b2": 4, "g7": 4, "b1": 2, "g1": -6, "c1": -8}


@kernel
def best_score(game: Any, s: Any, alpha: float, beta: float) -> float:
    """Alpha-beta to the end of the game, for the side to move, in the order the game suggests."""
    if game.terminal(s):
        return game.utility(s, game.player(s))  # type: ignore[no-any-return]
    actions, guesses, n = np.empty(64, np.int64), np.empty(64, np.float64), 0
    for a in game.actions(s):
        guess, place = game.order(s, a), n
        while place > 0 and guesses[place - 1] < guess:
            actions[place], guesses[place] = actions[place - 1], guesses[place - 1]
            place -= 1
        actions[place], guesses[place] = a, guess
        n += 1
    for a in actions[:n]:
        alpha = max(alpha, -best_score(game, game.result(s, a), -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


@kernel
def finished(game: Any, s: Any, depth: int) -> int:
    """How many games are over after at most `depth` plies."""
    if game.terminal(s):
        return 1
    total = 0
    if depth > 0:
        for a in game.actions(s):
            total += finished(game, game.result(s, a), depth - 1)
    return total


def slow_flips(discs: dict[tuple[int, int], int], size: int, row: int, column: int, player: int) -> set[tuple[int, int]]:
    """What a disc at (row, column) turns, walked cell by cell as a beginner would."""
    turned = set()
    for down, right in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)):
        line, r, c = [], row + down, column + right
        while discs.get((r, c)) == 1 - player:
            line.append((r, c))
            r, c = r + down, c + right
        if discs.get((r, c)) == player:
            turned.update(line)
    return turned


@pytest.mark.parametrize("size", [8, 6, 4])
def test_perft(size: int) -> None:
    """Catches any wrong placement, flip, pass or end of the game within the first plies."""
    assert_perft(Othello(size), PERFT[size])


def test_perft_published_depth_10() -> None:
    """Catches a misreading of the published table: its depth 10 also counts the games that have ended before."""
    game = Othello()
    assert finished(game, game.initial(), 9) == PUBLISHED_DEPTH_10 - PERFT[8][9] == 228


def test_distinct_positions() -> None:
    """Catches a key or a state that tells equal positions apart, or confuses different ones."""
    assert_distinct(Othello(), DISTINCT)


def test_random_games_against_openspiel() -> None:
    """Catches a difference in legal actions, boards, passes or results from an independent implementation."""
    game = Othello()

    def discs(state: Any) -> str:
        return "".join("".join(row.split()[1:-1]) for row in str(state).splitlines()[-9:-1]).upper()

    walk_beside(
        game,
        openspiel_games("othello", label=lambda s, a: (a, a == PASS or s.action_to_string(a)), show=discs),
        games=25,
        label=lambda s, a: (a, a == PASS or game.action_name(s, a)),
        show=lambda s: game.dump(s)[:64],
        payoff=np.sign,
    )


@pytest.mark.parametrize("size", [8, 6, 4])
def test_flips_against_a_walk_over_the_cells(size: int) -> None:
    """Catches lines that wrap around the border, on boards random play would never reach."""
    game, rng = Othello(size), random.Random(size)
    for _ in range(150):
        fill = rng.random()
        middle = (size // 2 - 1, size // 2)
        discs = {
            (r, c): rng.randrange(2)
            for r in range(size)
            for c in range(size)
            if rng.random() < fill or (r in middle and c in middle)
        }
        text = "".join("-" if discs.get((r, c)) is None else "XO"[discs[r, c]] for r in range(size) for c in range(size))
        player = rng.randrange(2)
        s = game.load(f"{text} {'XO'[player]}")
        legal = set()
        for r, c in ((r, c) for r in range(size) for c in range(size) if (r, c) not in discs):
            turned = slow_flips(discs, size, r, c, player)
            if not turned:
                continue
            legal.add(r * 8 + c)
            after = game.result(s, r * 8 + c)
            assert {divmod(cell, 8) for cell in cells(after.theirs & s.theirs)} == turned
        assert set(cells(s.moves)) == legal


def test_value_of_4x4() -> None:
    """Catches a wrong end or score: White wins 4 x 4 by 8 discs, 11 to 3 (exhaustive searches, published)."""
    game = Othello(4)
    assert best_score(game, game.initial(), -16.0, 16.0) == -8.0


@pytest.mark.parametrize(("text", "best", "score"), FFO, ids=[f"FFO {i}" for i in range(1, 9)])
def test_ffo_endgames(text: str, best: tuple[str, ...], score: int) -> None:
    """Catches errors of late positions: passes, wiped-out sides and tournament scoring, against the suite's exact scores."""
    game = Othello(empties_to_winner=True)
    s = game.load(text)
    assert game.dump(s) == text
    for a in game.actions(s):
        # A window one wide on both sides of the score tells below, equal and above apart.
        value = -best_score(game, game.result(s, a), -score - 1.0, -score + 1.0)
        assert (value == score) if game.action_name(s, a) in best else (value < score)


def test_ffo_8_every_move() -> None:
    """Catches an error in a line that is not the best one: the suite lists the score of every move of number 8."""
    game = Othello(empties_to_winner=True)
    s = game.load(FFO[7][0])
    scores = {game.action_name(s, a): -best_score(game, game.result(s, a), -64.0, 64.0) for a in game.actions(s)}
    assert scores == FFO_8_MOVES


def test_a_forced_pass_is_an_action() -> None:
    """Catches a pass that is missing, optional or changes the board."""
    game = Othello(4)
    position = Position.load(game, "XXXXXXXXXXXXXXO- O")
    assert position.choices == [PASS]
    assert game.action_name(position.state, PASS) == "pass"
    assert game.scene(position.state).buttons == {"pass": "Pass"}
    after = position.play("pass")
    assert after.player == 0
    assert game.dump(after.state)[:16] == game.dump(position.state)[:16]
    assert after.moves() == ["pass"]
    end = after.play("d4").outcome()
    assert end is not None
    assert (end.utilities, end.reason) == ((16.0, -16.0), "the board is full")


@pytest.mark.parametrize(("tournament", "expected"), [(False, 13.0), (True, 16.0)])
def test_empties_go_to_the_winner_only_where_asked(tournament: bool, expected: float) -> None:
    """Catches tournament scoring on by default, or credited to the wrong side."""
    game = Othello(4, empties_to_winner=tournament)
    s = game.load("XXX-XXXX-XXX-XXX O")
    assert game.terminal(s)
    assert (game.utility(s, 0), game.utility(s, 1)) == (expected, -expected)
    assert game.ending(s) == "neither player can place a disc"
    drawn = game.load("--XX-XX--OO-OO-- X")
    assert game.utility(drawn, 0) == 0.0


@pytest.mark.parametrize("tournament", [False, True])
def test_bounds_hold(tournament: bool) -> None:
    """Would catch a disc called safe that can be turned, and a wrong count, a missed pass or turn in the last three cells."""
    game, rng = Othello(4, tournament), random.Random(3)
    exact = 0
    for _ in range(80):
        s = game.initial()
        plies = rng.randint(5, 11)
        while plies and not game.terminal(s):
            s, plies = game.result(s, rng.choice(list(game.actions(s)))), plies - 1
        if game.terminal(s):
            continue
        low, high = game.value_bounds(s)
        value = best_score(game, s, -16.0, 16.0)
        assert low <= value <= high, game.dump(s)
        exact += low == high
    assert exact > 10
    low, high = Othello().value_bounds(Othello().load("X" * 8 + "O" * 8 + "-" * 8 + "O" * 32 + "-" * 8 + " O"))
    assert (low, high) == (-64.0, 48.0)  # the eight discs of the border that hold both corners stay


def mirrored(text: str) -> str:
    """The same position seen along the main diagonal."""
    return "".join(text[c * 8 + r] for r in range(8) for c in range(8)) + text[64:]


def recoloured(text: str) -> str:
    """The same position with the players exchanged."""
    return text.translate(str.maketrans("XO", "OX"))


@pytest.mark.parametrize("text", [position for position, _, _ in FFO])
def test_estimates_know_no_side(text: str) -> None:
    """Catches a feature that misses a direction or favours a colour."""
    game = Othello()
    value = game.evaluate(game.load(text), 0)
    assert game.evaluate(game.load(mirrored(text)), 0) == pytest.approx(value)
    assert game.evaluate(game.load(recoloured(text)), 1) == pytest.approx(value)
    assert game.evaluate(game.load(text), 1) == -value


def test_estimate_beats_counting_discs() -> None:
    """Catches an estimate with a wrong sign: one ply with it wins most games against one ply of greed."""
    game, rng = Othello(), random.Random(7)
    wins = 0
    for round_ in range(20):
        s, ply = game.initial(), 0
        while not game.terminal(s):
            me, following = game.player(s), [game.result(s, a) for a in game.actions(s)]
            if ply < 6:
                s = rng.choice(following)
            elif me == round_ % 2:
                s = max(following, key=lambda n: game.utility(n, me) if game.terminal(n) else game.evaluate(n, me))
            else:
                s = max(following, key=lambda n: game.utility(n, me))
            ply += 1
        wins += game.utility(s, round_ % 2) > 0
    assert wins >= 15


def test_picture_has_row_1_at_the_top() -> None:
    """Catches a board drawn upside down: in othello a1 is the upper left corner."""
    game = Othello()
    scene = game.scene(game.initial())
    where = {cell.id: (cell.x, cell.y) for cell in scene.cells}
    assert where["a1"] == (0.5, 0.5)
    assert where["h8"] == (7.5, 7.5)
    assert {(p.cell, p.owner) for p in scene.pieces} == {("d5", 0), ("e4", 0), ("d4", 1), ("e5", 1)}
    assert {(p.owner, p.name, p.letter) for p in scene.pieces} == {(0, "black disc", "X"), (1, "white disc", "O")}
    assert scene.notes == ("Black 2, White 2.",)
    assert has(game.initial().moves, 19)
    assert list(game.gesture(game.initial(), 19)) == ["d3"]


def test_notation_may_be_written_in_rows() -> None:
    """Catches a reader that takes only its own writing."""
    game = Othello(4)
    assert game.load("....\n.ox.\n.xo.\n.... x\n") == game.initial()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it has 1 part instead of 2"),
        ("-----OX--XO---- X", "it has 15 cells instead of 16"),
        ("-----OX--XO---z- X", "'z' at c4"),
        ("-----OX--XO----- B", "'B' is no side to move"),
        ("-----OX--XO----- -", "'-' is no side to move"),
        ("-----OX--X------ X", "c3 is empty"),
    ],
)
def test_bad_notation_is_explained(text: str, sentence: str) -> None:
    """Catches a message that does not name the fault, the place and the right form."""
    with pytest.raises(BadNotation) as error:
        Othello(4).load(text)
    assert sentence in str(error.value)
    assert "-----OX--XO----- X" in str(error.value) or "c3" in sentence


@given(st.text() | st.text("-XOxo. \n", max_size=24))
def test_any_text_loads_or_is_refused(text: str) -> None:
    """Catches a text that makes the reader fail instead of answering."""
    game = Othello(4)
    try:
        s = game.load(text)
    except BadNotation:
        return
    assert game.load(game.dump(s)) == s


@pytest.mark.parametrize("spec", ["othello:size=5", "othello:size=2", "othello:size=10"])
def test_bad_sizes_are_refused(spec: str) -> None:
    """Catches a board that does not fit the eight bits of a row."""
    with pytest.raises(BadParameter, match="size must be 4, 6 or 8"):
        make_game(spec)
