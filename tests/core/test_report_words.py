"""What is printed of reports and values from Python and in a notebook: the game's unit and the names of moves."""

from __future__ import annotations

import pytest

from counterplay import Limit, Position, make_game, search_position, solve_position
from counterplay.core import Bound, Report, Value
from counterplay.core.report import Line

MATE_IN_THREE = Value(1.0, 0, proven=True, plies_to_end=5)


def report_on(spec: str, value: Value, playouts: int = 0, moves: tuple[str, ...] = ()) -> Report:
    """A report on the first position of a game whose best line is these moves, as a search hands it out."""
    game = make_game(spec)
    position = here = Position(game)
    for move in moves:
        position = position.play(move)
    actions = tuple(position.played()) or (here.choices[0],)
    lines = (Line(actions[0], value, actions), Line(here.choices[-1], value, (here.choices[-1],)))
    report = Report(actions[0], value, actions, "engine", depth=8, nodes=12_345, playouts=playouts, lines=lines)
    return report.about(here, game)


@pytest.mark.parametrize(
    ("spec", "value", "playouts", "shown"),
    [
        ("chess", Value(0.0022, 0), 0, "+0.22"),
        ("chess", MATE_IN_THREE, 0, "#3"),
        ("chess", Value(0.3, 0), 500, "65.0 %"),
        ("othello", Value(4.0, 0), 0, "+4"),
        ("connect_four", Value(0.12, 0), 0, "56.0 %"),
        ("connect_four", Value(0.12, 0, Bound.LOWER), 0, ">=56.0 %"),
    ],
)
def test_values_are_printed_in_the_unit_of_the_game(spec: str, value: Value, playouts: int, shown: str) -> None:
    """Would catch a bare utility, or another unit than in the terminal and the studio, where Python or a notebook prints."""
    report = report_on(spec, value, playouts)
    assert str(report.value) == shown == str(report.lines[1].value)
    assert f"({shown})" in str(report)
    assert report.value._repr_html_() == shown.replace(">", "&gt;")
    assert f"<td>{shown.replace('>', '&gt;')}</td>" in report._repr_html_()


def test_a_value_keeps_its_unit_for_the_other_player() -> None:
    """Would catch a value that is a utility again when it is turned around."""
    assert str(report_on("chess", MATE_IN_THREE).value.for_player(1)) == "#-3"
    assert str(report_on("chess", Value(0.3, 0), playouts=9).value.for_player(1)) == "35.0 %"


def test_a_report_names_its_moves() -> None:
    """Would catch numbers of actions where names are known, or a table where there is one line to show."""
    report = report_on("chess", Value(0.0022, 0), moves=("e4", "e5", "Nf3"))
    assert str(report).splitlines()[0] == "e4 (+0.22), found by engine, depth 8, 12,345 nodes: e4 e5 Nf3"
    assert [row[:2] for row in report.table().rows] == [("e4", "+0.22"), ("Nh3", "+0.22")] and str(report).endswith(
        "\n" + str(report.table())
    )
    assert "value in pawns" in report._repr_html_() and "<td style='text-align:left'>e4 e5 Nf3</td>" in report._repr_html_()
    assert "500 playouts" in str(report_on("chess", Value(0.3, 0), 500))
    bare = Report(7, Value(0.5, 0), (7, 9), "engine")
    assert str(bare) == "7 (+0.5), found by engine, depth 0, 0 nodes: 7 9" and "<td>+0.5</td>" in bare._repr_html_()


def test_long_lines_are_cut() -> None:
    """Would catch a table in a notebook that is as wide as the longest line of play."""
    report = report_on("connect_four", Value(0.12, 0), moves=tuple("4444445555556"))
    assert str(report).splitlines()[0].endswith(": 4 4 4 4 4 4 5 5 5 5 5 5 ...")


def test_searches_hand_out_reports_that_know_their_game() -> None:
    """Would catch a search or a solver whose values print as bare utilities."""
    game = make_game("nim:heaps=1-2")
    report = search_position(game, None, Limit(depth=1), "minimax_value", interpreted=True)
    assert str(report.value).endswith(" %") and str(report).startswith(game.action_name(game.initial(), report.action))
    assert str(solve_position(game).value) == "wins in 3"
