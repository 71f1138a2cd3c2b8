"""Contests as tables: printed, in a notebook, and their games one by one."""

from __future__ import annotations

import pytest

from counterplay import BadParameter, Game
from counterplay.arena import play_match, play_tournament
from counterplay.arena.counting.match_statistics import Standing


def test_a_match_prints_as_a_table() -> None:
    """Would catch figures of one agent in the row of the other, games that are missing, or a table that prints as an object."""
    contest = play_match("tic_tac_toe", "random", "random", games=6, seed=1)
    first, second = contest.table().records()
    standing = contest.standing()
    assert (first["wins"], first["draws"], first["losses"]) == (standing.wins, standing.draws, standing.losses)
    assert (second["wins"], second["losses"]) == (standing.losses, standing.wins)
    assert str(contest).startswith("Match: mnk, 6 games") and "random (1)" in str(contest)
    assert contest._repr_html_().count("<tr>") == 3 and "Elo" in str(standing) and standing._repr_html_().count("<tr>") == 3
    games = contest.games_table().records()
    assert [row["game"] for row in games] == [1, 2, 3, 4, 5, 6] and games[1]["players"] == "random (2) - random (1)"


def test_the_other_side_sees_the_same_match() -> None:
    """Would catch an interval or a confidence that is not turned around with the score."""
    one = Standing(8, 5, 2, 1, 6.0, 4, (0, 0, 1, 2, 1), (0.0, 0.25, 0.5, 0.75, 1.0))
    other = one.reversed()
    assert other.reversed() == one and other.score == pytest.approx(1 - one.score)
    assert other.elo == pytest.approx(-one.elo) and other.superiority == pytest.approx(1 - one.superiority)
    assert other.interval == pytest.approx((-one.interval[1], -one.interval[0]), abs=1e-3)


def test_a_tournament_prints_as_a_cross_table() -> None:
    """Would catch a tournament whose table leaves somebody out."""
    contest = play_tournament("tic_tac_toe", ["random", "random", "random"], games=2, seed=1)
    rows = contest.table().records()
    assert {row["agent"] for row in rows} == {"random (1)", "random (2)", "random (3)"} and "Round robin" in str(contest)


def test_a_table_tells_who_failed() -> None:
    """Would catch an agent that fails in every game and looks merely weak, or a class that is taken for a game."""

    class Failing:
        def choose(self, position: object) -> int:
            raise RuntimeError("enough")

    told = str(play_match("tic_tac_toe", Failing(), "random", games=2, seed=1))
    assert "Failing lost 2 games by crash; game 1: " in told and "enough" in told
    with pytest.raises(BadParameter, match="a match takes a game"):
        play_match(Game, "random", "random", games=2)  # type: ignore[arg-type]
