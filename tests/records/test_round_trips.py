"""What is written in a format is read from it again: random records of every game and every format."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from counterplay import game_names, make_game
from counterplay.records import Estimate, Record, parse_records, records_text
from counterplay.records.record_files import ALL, FORMATS
from tests.records.random_records import random_record

EVERYTHING = ALL | {"before"}
LOST_IN_BRACES = str.maketrans({"}": ")"})


def back(record: Record, form: str, game: Any = None) -> Record:
    reading = parse_records(records_text([record], form), form, game)
    assert reading.faults == [] and len(reading.records) == 1, reading.faults
    return reading.records[0]


def assert_same(one: Record, two: Record) -> None:
    """The same record; the first difference is told."""
    assert one._facts() == two._facts()
    for left, right in zip(one.root.all_nodes(), two.root.all_nodes(), strict=True):
        assert left.notes() == right.notes()
    assert one == two


SEEDS = st.integers(0, 2**32 - 1)
few = partial(settings, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate], derandomize=True)


@pytest.mark.parametrize("name", game_names())
@few(max_examples=2)
@given(seed=SEEDS)
def test_every_game_as_json(name: str, seed: int) -> None:
    """Would catch a game whose names of moves do not lead back, and a note that JSON drops or changes."""
    record = random_record(make_game(name), seed, EVERYTHING, plies=3)
    assert_same(back(record, "json"), record)


def jumped(game: Any, before: Any, after: Any) -> bool:
    return bool(after.jumper < 0)


def played_out(game: Any, before: Any, after: Any) -> bool:
    return bool(after.left == 0)


CASES: list[tuple[str, str, str, Callable[..., bool] | None]] = [
    ("pgn", "chess", "", None),
    ("pgn", "chess", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 3 11", None),
    ("pgn", "omega_chess", "", None),
    ("pdn", "checkers", "", jumped),
    ("pdn", "checkers", "W:W18,27,K30:B14,5,K1:H3", jumped),
    ("sgf", "go:size=7", "", None),
    ("sgf", "go:size=9,handicap=3", "", None),
    ("sgf", "go:size=5,height=4,komi=1.0,suicide=yes", "", None),
    ("sgf", "go:size=5", "b..../.b.../..w../...../..... w - 0", None),
    ("sgf", "othello", "", None),
    ("sgf", "othello:size=6", "", None),
    ("sgf", "link_five:size=9", "", None),
    ("sgf", "link_five:swap2=yes", "", None),
    ("sgf", "link_five:renju=yes", "", None),
    ("sgf", "hex:size=5", "", None),
    ("sgf", "hex:size=4,swap=yes", "", None),
    ("sgf", "backgammon", "", played_out),
    ("sgf", "backgammon:gammons=yes", "", played_out),
    ("csa", "shogi", "", None),
    ("csa", "shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G2Pr 12", None),
    ("kif", "shogi", "", None),
    ("kif", "shogi", "4k4/9/4P4/9/9/2+n6/9/9/4K4 w G2P12p 7", None),
]


@pytest.mark.parametrize(
    ("form", "spec", "start", "turn_over"), CASES, ids=lambda value: str(getattr(value, "__name__", value))[:30]
)
@few(max_examples=3)
@given(seed=SEEDS)
def test_every_format_of_a_game(form: str, spec: str, start: str, turn_over: Callable[..., bool] | None, seed: int) -> None:
    """Would catch a move, a variation, a note, a parameter or a first position that a format loses or changes."""
    game = make_game(spec)
    keeps = FORMATS[form].keeps | ({"before"} if form in ("pgn", "pdn", "sgf") else set())
    first = game.dump(game.load(start)) if start else ""
    record = random_record(game, seed, frozenset(keeps), plies=12, start=first, turn_over=turn_over)
    record.result, record.ending = [("1-0", "resignation"), ("1/2-1/2", "a long story"), ("0-1", "time"), ("*", "")][seed % 4]
    assert_same(back(record, form), record)


@pytest.mark.parametrize("form", ["othello", "mat"])
@few(max_examples=3)
@given(seed=SEEDS)
def test_formats_of_bare_moves(form: str, seed: int) -> None:
    """Would catch a pass, a roll, a hit or a step that these formats leave to the reader and that is put back wrongly."""
    game = make_game({"othello": "othello", "mat": "backgammon"}[form])
    keeps = FORMATS[form].keeps
    record = random_record(game, seed, keeps, plies=90, turn_over=played_out if form == "mat" else None, clean=plain_words)
    read = back(record, form)
    assert read.actions() == record.actions() and read.players == record.players


def plain_words(text: str) -> str:
    return " ".join("".join(c for c in text if c.isalnum() or c == " ").split())


def test_words_with_ends_of_lines() -> None:
    """Would catch a sign that only some readers take for the end of a line, and a name or comment that becomes a statement."""
    for form in ("csa", "kif"):
        record = Record(make_game("shogi"), players=("Ann\nN-Eve", "Bob"))
        record.add_line(["7g7f"]).comment = "one\u2028two\x0b+\r%TORYO\n\nthree"
        read = back(record, form)
        assert (read.players[1], read.last().comment) == ("Bob", "one\u2028two\x0b+\n%TORYO\n\nthree")
    match = Record(make_game("backgammon"), players=("Ann\n Game 2", "Bob"), event="x\ny")
    assert back(match, "mat").players == ("Ann Game 2", "Bob")


def test_a_tag_that_says_nothing_is_written_as_it_stood() -> None:
    """Would catch [White "-"] or [Round "-"] that becomes "?", and one that hides a name which was given later."""
    text = '[Event "x"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "-"]\n[White "-"]\n[Black "?"]\n[Result "*"]\n\n1. e4 *\n'
    [record] = parse_records(text, "pgn").records
    assert record.players == ("", "") and records_text([record], "pgn") == text
    record.players = ("Ann", "Bob")
    assert '[White "Ann"]\n[Black "Bob"]' in records_text([record], "pgn")


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=20)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.generate])
@given(TEXTS, TEXTS, st.lists(st.integers(0, 255), max_size=4), st.floats(0, 1e6), st.integers(-99, 99))
def test_any_words(name: str, comment: str, nags: list[int], seconds: float, mate: int) -> None:
    """Would catch a sign that a format takes for one of its own: a brace, a bracket, a quote, a colon, a backslash."""
    game = make_game("othello:size=4")
    for form in ("json", "jsonl", "sgf"):
        record = Record(game, players=(name, ""), event=comment, tags={"Annotator": name, "Note": comment})
        node = record.add_line([record.position().choices[0]])
        node.comment, node.before, node.nags = comment, name, tuple(nags)
        node.clock, node.value = round(seconds, 3), Estimate(None, mate, 7)
        assert_same(back(record, form), record)
    chess = Record(make_game("chess"), players=(name, comment) if comment not in "?-" and name not in "?-" else ("a", "b"))
    chess.add_line(["e4"]).comment = comment.translate(LOST_IN_BRACES)
    assert_same(back(chess, "pgn"), chess)
