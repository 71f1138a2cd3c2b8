"""Games of go in the Smart Game Format: both ways, and as sgfmill reads and writes them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sgfmill import sgf, sgf_moves

from counterplay.core import BadNotation, Position
from counterplay.games.territory.go.go import Go
from counterplay.games.territory.go.go_sgf import read_sgf, write_sgf


def played(game: Go, plies: int, seed: int) -> Position:
    """A random game, with a pass now and then."""
    position, rng = Position(game), random.Random(seed)
    while position.ply < plies and position.outcome() is None:
        position = position.play(rng.choice(position.choices))
    return position


@pytest.mark.parametrize(
    "game",
    [Go(9), Go(7, komi=0.5), Go(19, handicap=5, komi=0.5), Go(5, 4, 1.0), Go(9, scoring="territory", ko="simple", komi=6.5)],
    ids=lambda game: str(game.spec),
)
def test_there_and_back(game: Go) -> None:
    """A point, a pass, a size or handicap that is written otherwise than it is read."""
    position = played(game, 40 if game.size < 19 else 12, game.size)
    back = read_sgf(write_sgf(position, ("one ]", "two"), "B+1"))
    assert back.game.spec == game.spec and back.moves() == position.moves()
    assert game.dump(back.state) == game.dump(position.state)


def test_sgfmill_sees_the_same_board() -> None:
    """Rows counted from below, or a header that other programs refuse."""
    game = Go(9, handicap=3)
    position = played(game, 50, 2)
    other: Any = sgf.Sgf_game.from_string(write_sgf(position, ("Ann", "B[ob]"), "W+R"))
    assert (other.get_size(), other.get_komi(), other.get_handicap()) == (9, 7.5, 3)
    assert (other.get_player_name("w"), other.get_winner()) == ("B[ob]", "w")
    board, plays = sgf_moves.get_setup_and_moves(other)
    for colour, point in plays:
        if point is not None:
            board.play(*point, colour)
    rows = ["".join((board.get(row, column) or ".") for column in range(9)) for row in reversed(range(9))]
    assert "/".join(rows) == game.dump(position.state).split()[0]


def test_what_other_programs_write() -> None:
    """Variations, comments with brackets, long names, a pass written tt, setup without handicap."""
    text = "(;GM[1]FF[4]SZ[9]KM[7.5]C[a \\] b];B[ee]C[(;W[aa\\])];White[ce](;B[tt];W[])(;B[aa]))"
    position = read_sgf(text)
    assert position.moves() == ["E5", "C5", "pass", "pass"] and position.outcome() is not None
    setup = read_sgf("(;SZ[5]KM[0]AB[aa][bb]AW[cc]PL[W];W[dd];W[ee])")
    assert setup.game.dump(setup.line()[0].state).startswith("b..../.b.../..w../...../..... w")
    assert setup.moves() == ["D2", "pass", "E1"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "this is no SGF"),
        ("(;B[ee]", "this is no SGF"),
        ("(;GM[2]SZ[8])", "another game"),
        ("(;SZ[x])", "no number"),
        ("(;SZ[9];B[zz])", "'zz' is no point"),
        ("(;SZ[9];B[ee];AB[aa])", "in the middle"),
    ],
)
def test_what_is_refused(text: str, complaint: str) -> None:
    """A crash, or a game that is read as another one."""
    with pytest.raises(BadNotation, match=complaint):
        read_sgf(text)
