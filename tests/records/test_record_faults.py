"""Files that are broken: one sentence with line and column, and what could be read is kept."""

from __future__ import annotations

import random

import pytest

from counterplay import make_game
from counterplay.core import CounterplayError
from counterplay.records import FORMATS, Record, parse_records, records_text
from tests.records.random_records import random_record

OLD = '{"format": "counterplay game 1", "game": "chess", "moves": ["e4"]}'
HEAD = '[Event "x"]\n\n'
# format, text, line and column of the first fault, a word of its sentence, moves that are kept of each game
CASES = [
    ("pgn", HEAD + "1. e4 e5\n2. Nf3 Nc9 3. Bb5 *\n\n" + HEAD + "1. d4 *", (4, 8), "Nc9", [["e4", "e5", "Nf3"], ["d4"]]),
    ("pgn", HEAD + "1. e4 (1. d9 d5) e5 *", (3, 11), "this variation ends", [["e4", "e5"]]),
    ("pgn", HEAD + "1. e4 {no end\n" + HEAD + "1. d4 *", (3, 7), "not closed", [["e4"], ["d4"]]),
    ("pgn", '[Event "x]\n[White "w"]\n\n1. e4 *', (1, 1), "no tag", [["e4"]]),
    ("pgn", HEAD + "1. e4 e5) 2. d4 (2. c4", (3, 9), "closes no variation", [["e4", "e5", "d4"]]),
    ("pgn", '[FEN "8/8 w"]\n\n1. e4 *\n\n' + HEAD + "1. d4 *", (3, 1), "left out", [["d4"]]),
    ("pdn", "1. 11-15 23-18 2. 8-11 18-15 *", (1, 24), "18-15", [["11-15", "23-18", "8-11"]]),
    ("sgf", "(;GM[1]SZ[9];B[ee];W[zz];B[aa])", (1, 19), "zz", [["E5"]]),
    ("sgf", "(;GM[1]SZ[9];B[ee]\n;W[ce", (2, 2), "no value that is closed", [["E5"]]),
    ("sgf", "(;GM[1]SZ[9];B[ee])(;GM[3])(;GM[1]SZ[9];B[aa])", (1, 21), "game number 3", [["E5"], ["A9"]]),
    ("othello", "f5d6\nf5d6a1c3\n", (2, 5), "a1", [["f5", "d6"], ["f5", "d6"]]),
    ("mat", " Game 1\n Ann : 0          Bob : 0\n  1) 31: 8/5 6/5     52: 13/9\n", (3, 22), "13/9", [["3-1", "8/5", "6/5"]]),
    ("csa", "PI\n+\n+7776FU\n-3334FU\n+9999FU\n%TORYO\n", (5, 1), "9i9i", [["7g7f", "3c3d"]]),
    ("kif", "手合割：平手\n   1 ７六歩(77)\n   2 ９九歩(33)\n", (3, 1), "3c9i", [["7g7f"]]),
    ("json", '{"format": "counterplay game 2", "game": "nim", "moves": ["no"]}', (1, 1), "move 1, 'no'", [[]]),
    ("json", '[{"format": "counterplay game 2"},\n' + OLD + "]", (1, 2), "name of its game", [["e4"]]),
    ("json", OLD[:-2] + ', "d', (1, 67), "torn here", [["e4"]]),
    ("json", "[" + OLD + ', {"nags": ' + "1" * 5000 + "}]", (1, 70), "thousands of digits", [["e4"]]),
    ("mat", " Game 1\nwhat\n Game 2\n A : 0    B : 0\n  1) 31: 8/5 6/5\n", (2, 1), "not expected", [["3-1", "8/5", "6/5"]]),
    ("mat", " Game 1\n A : 0    B : 0\n" + "x" * 501 + "\n  1) 31: 8/5\n", (3, 1), "passed over", [["3-1", "8/5"]]),
    ("csa", "what\n", (1, 1), "no statement", []),
    ("csa", "$MOVE_NUMBER:" + "9" * 5000 + "\n+\n+7776FU\n+3334FU\n", (4, 1), "out of turn", [["7g7f"]]),
    ("kif", "手合割：平手\nwhat\n   1 ７六歩(77)\n", (2, 1), "passed over", [["7g7f"]]),
    ("jsonl", '{"format": \n' + OLD + "\n", (3, 1), "no recorded", [["e4"]]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "place", "word", "kept"), CASES, ids=lambda value: str(value)[:12])
def test_what_can_be_read_is_kept(form: str, text: str, place: tuple[int, int], word: str, kept: list[list[str]]) -> None:
    """Would catch a fault without its place, one that hides what stands before or after it, and a traceback."""
    reading = parse_records(text, form)
    assert (reading.faults[0].line, reading.faults[0].column) == place, reading.faults
    assert word in reading.faults[0].sentence, reading.faults[0]
    assert [record.moves() for record in reading.records] == kept


SEEDS = {
    "pgn": "chess",
    "pdn": "checkers",
    "sgf": "go:size=5",
    "othello": "othello",
    "mat": "backgammon",
    "csa": "shogi",
    "kif": "shogi",
}


@pytest.mark.parametrize("form", list(FORMATS))
def test_nothing_breaks_a_reader(form: str) -> None:
    """Would catch anything but records, faults and sentences from a text that was cut, turned or sprinkled with signs."""
    rng = random.Random(7)
    game = make_game(SEEDS.get(form, "connect_four"))
    plain = form in ("othello", "mat")
    record = Record(game) if plain else random_record(game, 3, FORMATS[form].keeps, plies=6)
    if plain:
        record = random_record(game, 3, frozenset(), plies=12)
    text = records_text([record], form)
    signs = '{}()[];:"\\$%*+-/\n\t0aK１同' + text[:40]
    for _ in range(30):
        broken = list(text)
        for _ in range(rng.randrange(1, 6)):
            place = rng.randrange(len(broken) + 1)
            broken[place : place + rng.randrange(3)] = rng.choice(signs) * rng.randrange(1, 3)
        cut = "".join(broken)[: rng.randrange(len(broken) + 1)] if rng.random() < 0.4 else "".join(broken)
        try:
            reading = parse_records(cut, form)
        except CounterplayError:
            continue
        assert all(fault.line >= 1 and fault.column >= 1 and fault.sentence for fault in reading.faults)


def test_no_file_names_a_program() -> None:
    """Would catch a record that makes the reader run somebody's Python file, or build a game of absurd size."""
    for spec in ("./evil.py", "/tmp/evil.py:size=3", "evil.py", "scrabble:words=/etc/passwd"):
        reading = parse_records(f'{{"format": "counterplay game 2", "game": "{spec}", "moves": []}}', "json")
        assert not reading.records and reading.faults
    reading = parse_records("(;GM[1]TAG[CounterplayGame:nim:heaps=9])", "sgf")
    assert not reading.records and "not a game that this format is for" in str(reading.faults[0])


def test_games_that_went_on_after_a_draw() -> None:
    """Would catch a real game that is refused because nobody claimed the draw by repetition or by fifty moves."""
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 4
    record = parse_records(f"1. {shuffle} e4 *", "pgn").records[0]
    assert not record.faults and record.moves()[-1] == "e4"
    late = parse_records('[FEN "7k/8/8/8/8/8/R7/K7 w - - 99 120"]\n\n120. Kb1 Kg8 121. Kc1 *', "pgn").records[0]
    assert not late.faults and late.moves() == ["Kb1", "Kg8", "Kc1"]
    assert parse_records(records_text([late], "pgn"), "pgn").records[0] == late


@pytest.mark.parametrize("plies", [-1, 3, 100])
def test_positions_that_are_not_there(plies: int) -> None:
    """A number beyond the game that is answered with some other position."""
    (record,) = parse_records(HEAD + "1. e4 e5 *", "pgn").records
    assert record.position(2).state == record.position().state
    with pytest.raises(CounterplayError, match=f"no position after {plies} actions; the main line has 2"):
        record.position(plies)
