"""Exact values that others have published, found by exhaustive search."""

from __future__ import annotations

import functools
import operator

import pytest

from counterplay import Position, make_game, solve

# First player's result by width and height; all but 6 x 4 are draws (J. Tromp's table of connect four on small boards).
CONNECT_FOUR = {(4, 4): 0.0, (5, 4): 0.0, (6, 4): -1.0, (4, 5): 0.0, (5, 5): 0.0}

# First player's margin in Kalah by pits and seeds; standard capture, then empty capture. The signs of the latter are those of
# G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah" (2000).
KALAH = {
    (1, 1): (0, 0),
    (1, 2): (-2, -2),
    (1, 3): (6, 6),
    (2, 1): (2, 2),
    (2, 2): (-2, -2),
    (2, 3): (-2, -2),
    (3, 1): (0, 0),
    (3, 2): (4, 4),
    (3, 3): (2, 2),
    (4, 1): (2, 2),
    (4, 2): (6, 6),
    (4, 3): (6, 8),
}

# Cells that win for the first player, who joins top and bottom: found exhaustively (and, to 3 x 3, with OpenSpiel).
HEX_OPENINGS = {2: {"b1", "a2"}, 3: {"c1", "a2", "b2", "c2", "a3"}, 4: {"d1", "c2", "b3", "a4"}}


def plays_out(position: Position, line: tuple[int, ...]) -> tuple[float, ...]:
    """Utilities at the end of a line."""
    for action in line:
        position = position.play(action)
    outcome = position.outcome()
    assert outcome is not None, "best play leads to the end of the game"
    return outcome.utilities


def test_tic_tac_toe_is_a_draw() -> None:
    """Catches a solver that misses a defence."""
    game = make_game("tic_tac_toe")
    solution = solve(game, table_mb=4)
    assert solution.value.score == 0.0 and solution.value.proven
    assert plays_out(Position(game), solution.line) == (0.0, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), CONNECT_FOUR)
def test_connect_four_on_small_boards(width: int, height: int) -> None:
    """Catches a wrong value, and best play that does not attain it."""
    game = make_game(f"connect_four:width={width},height={height}")
    solution = solve(game, table_mb=64)
    assert solution.value.score == CONNECT_FOUR[width, height]
    assert plays_out(Position(game), solution.line)[0] == CONNECT_FOUR[width, height]


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("65214673556155731566316327373221417", -1),
        ("67152117737262713366376314254", 6),
    ],
)
def test_connect_four_positions_with_their_distance(moves: str, score: int) -> None:
    """Catches a wrong distance: Pascal Pons's test positions, 22 less the discs of the winner when he completes four."""
    game = make_game("connect_four")
    value = solve(game, Position.load(game, moves), table_mb=16).value
    found = 0
    if value.plies_to_end is not None and value.score:
        found = 22 - (len(moves) + value.plies_to_end + 1) // 2
    assert (found if value.score > 0 else -found) == score


@pytest.mark.slow
def test_othello_4x4_is_won_by_the_second_player_by_eight() -> None:
    """Catches a solver that stops at win or loss: the margin is 8 discs on the board."""
    game = make_game("othello:size=4")
    solution = solve(game, table_mb=16)
    assert solution.value.score == pytest.approx(-8.0)
    assert plays_out(Position(game), solution.line) == (-8.0, 8.0)


@pytest.mark.slow
@pytest.mark.parametrize(("pits", "seeds"), KALAH)
def test_kalah_margins(pits: int, seeds: int) -> None:
    """Catches extra turns counted as the opponent's, and captures by the wrong rule."""
    for empty, margin in zip(("no", "yes"), KALAH[pits, seeds], strict=True):
        game = make_game(f"kalah:pits={pits},seeds={seeds},empty_capture={empty}")
        assert solve(game, table_mb=16).value.score == pytest.approx(margin), empty


@pytest.mark.slow
@pytest.mark.parametrize("size", HEX_OPENINGS)
def test_hex_winning_openings(size: int) -> None:
    """Catches a side joined that is not, or a winning cell missed."""
    game = make_game(f"hex:size={size}")
    start = Position(game)
    winning = set()
    for action in start.choices:
        after = start.play(action)
        if solve(game, after, table_mb=16).value.score < 0:
            winning.add(game.action_name(start.state, action))
    assert winning == HEX_OPENINGS[size]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 2), (1, 2, 3), (1, 3, 5), (2, 2), (1, 1, 1), (4, 5, 1), (1, 3, 5, 7)])
def test_nim_follows_bouton(heaps: tuple[int, ...], misere: bool) -> None:
    """Catches the wrong winner: the exclusive or of the heaps decides (C. Bouton, 1901)."""
    game = make_game(f"nim:heaps={'-'.join(map(str, heaps))},misere={'yes' if misere else 'no'}")
    lost = functools.reduce(operator.xor, heaps) == 0
    if misere and max(heaps) == 1:
        lost = len(heaps) % 2 == 1
    assert solve(game, table_mb=4).value.score == (-1.0 if lost else 1.0)
