"""The measurements measure the same work on both sides, at sizes that take a moment."""

from __future__ import annotations

import shutil

import chess
import pytest

from bench import arena, c_programs, perfts, searches, solving
from bench.__main__ import line, main
from bench.measure import Row, figure, repeated, side_by_side
from counterplay import Position, make_game

with_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")


@with_gcc
def test_c_searches_the_same_tree() -> None:
    """Would catch a C program that no longer compiles or counts other nodes than the kernel it is compared with.

    Nobody can have won after six plies, so all leaves are equal and the tree is alpha-beta's smallest (Knuth and Moore
    1975): 7**ceil(d/2) + 7**floor(d/2) - 1 nodes at depth d.
    """
    row = c_programs.alpha_beta_row(depth=6)
    assert row.note == "1,249 nodes each"
    assert row.ours > 0 < row.reference


@with_gcc
@pytest.mark.parametrize(("name", "count"), [("connect_four", 2000), ("othello", 200)])
def test_c_plays_the_same_games(name: str, count: int) -> None:
    """Would catch another order of actions or another stream of random numbers in one of the two: plies are asserted."""
    assert c_programs.playout_row(name, count, 0.0).ratio > 0


@with_gcc
def test_c_counts_the_same_othello() -> None:
    """Would catch a difference in the rules: leaves are asserted."""
    assert c_programs.othello_perft_row(depth=5).ratio > 0


def test_references_search_the_same_trees() -> None:
    """Would catch another order of columns or another scoring than the reference's: states and moves are asserted."""
    assert searches.spiel_row(depth=5).ratio > 1
    assert searches.easy_row(depth=3).ratio > 1


def test_references_count_chess_alike() -> None:
    """Would catch a counting loop that loses or repeats moves (8,902 and 197,281 are the published counts)."""
    assert perfts.python_chess_perft(chess.Board(), 3) == perfts.rust_chess_perft(3) == 8902
    assert perfts.rust_chess_perft(4) == 197_281


def test_scores_in_the_solvers_convention() -> None:
    """Would catch an error of one disc: first player wins with its 4th disc, 18 before its last; a draw is 0."""
    game = make_game("connect_four")
    start = Position(game)
    assert solving.pons_score(start, 1.0, 7) == 18
    assert solving.pons_score(start.play(3), -1.0, 6) == -18
    assert solving.pons_score(start, 0.0, None) == 0


def test_rows_are_written_as_a_table() -> None:
    """Would catch figures in scientific notation, a missing column, a goal that is reported the wrong way round."""
    row = Row("perft", 1_234_567.0, 456.78, "leaves/s", "C", 3000.0, "depth 5")
    assert line(row) == "| perft (depth 5) | 1,230,000 | 457 | leaves/s | C | 2,700 | 3,000: NO |\n"
    assert line(Row("solve", 0.5, 1.0, "positions/s", "C", 0.0)).endswith("| 0.500 | - |\n")
    assert [figure(x) for x in (0.0, 0.123456, 9.999, 45.67, 1e9)] == ["0", "0.123", "10.0", "45.7", "1,000,000,000"]


def test_the_best_round_counts() -> None:
    """Would catch a mean that a busy moment spoils, and sides that are mixed up."""
    ours, theirs = iter([(10.0, 2.0), (10.0, 1.0)]), iter([(10.0, 5.0), (10.0, 10.0)])
    assert side_by_side(lambda: next(ours), lambda: next(theirs), rounds=2) == (10.0, 2.0)
    assert repeated(3, 7.0, lambda: None)()[0] == 21.0


def test_an_unknown_group_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Would catch a traceback, or a run of everything, where a name is misspelt."""
    assert main(["nonsense"]) == 2
    assert "there is no group 'nonsense'" in capsys.readouterr().err


@pytest.mark.slow
def test_workers_play_the_same_games() -> None:
    """Would catch a measurement in which two workers play other games than one: the games are asserted."""
    row = arena.workers_row(games=4, rounds=1, nodes=500)
    assert row.ratio > 0 and "cores" in row.note
