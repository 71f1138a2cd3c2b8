"""`convert` and `suite`, matches and saved games: what they write, what they say, and how they end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from counterplay import make_game
from counterplay.cli.main import commands
from counterplay.core import BadNotation, BadParameter, Position
from counterplay.records import Record, read_records, write_records
from counterplay.records.saved_game import replay, save
from counterplay.studio.api.game_text import write_text
from counterplay.studio.api.pasted_text import read_text
from counterplay.studio.server.game_library import Library

Run = Callable[..., Result]
PGN = '[White "Ann"]\n\n1. e4 (1. d4 d5 2. c4) e5 {why not} (1... c5 $1) 2. Nf3 *\n\n[White "Bob"]\n\n1. d4 *\n'


@pytest.fixture
def run() -> Run:
    return lambda *words, **options: CliRunner().invoke(commands, [str(word) for word in words], **options)


def test_many_games_are_converted(run: Run, tmp_path: Path) -> None:
    """Would catch a game that is left out, a format that is not taken from the name, a number too many, and half a file."""
    (tmp_path / "a.pgn").write_text(PGN)
    done = run("convert", tmp_path / "a.pgn", tmp_path / "b.jsonl")
    assert done.exit_code == 0 and "wrote 2 games" in done.stderr, done.output
    lines = [json.loads(line) for line in (tmp_path / "b.jsonl").read_text().splitlines()]
    assert [line["players"][0] for line in lines] == ["Ann", "Bob"]
    assert run("convert", tmp_path / "b.jsonl", tmp_path / "c.pgn").exit_code == 0
    assert read_records(tmp_path / "c.pgn").records == read_records(tmp_path / "a.pgn").records
    assert "(1. d4 d5 2. c4) 1... e5 {why not} (1... c5 $1) 2. Nf3 *" in (tmp_path / "c.pgn").read_text()
    (tmp_path / "a.pgn").write_text(PGN.replace("Ann", "Zoë"), encoding="utf-16")  # as some editors save it
    assert read_records(tmp_path / "a.pgn").records[0].players[0] == "Zoë"
    piped = run("convert", "-", "-", "--to", "json", input=PGN)
    assert piped.exit_code == 0 and len(json.loads(piped.stdout)) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "b.jsonl", "c.pgn"]


def test_a_broken_file_is_converted_as_far_as_it_goes(run: Run, tmp_path: Path) -> None:
    """Would catch a fault without its place, one that passes for success, and games that are lost with it."""
    (tmp_path / "a.pgn").write_text(PGN.replace("Nf3", "Nf6"))
    done = run("convert", tmp_path / "a.pgn", tmp_path / "b.pgn")
    assert done.exit_code == 1 and "line 3, column 53: " in done.stderr and "as far as they could be read" in done.stderr
    assert [record.moves() for record in read_records(tmp_path / "b.pgn").records] == [["e4", "e5"], ["d4"]]


def test_what_is_lost_is_told(run: Run, tmp_path: Path) -> None:
    """Would catch comments and variations that vanish without a word."""
    record = Record(make_game("othello"), players=("Ann", "Bob"))
    record.add_line(["f5", "d6"]).comment = "usual"
    record.add_line(["f6"], after=record.root.children[0])
    write_records(tmp_path / "a.sgf", [record])
    done = run("convert", tmp_path / "a.sgf", tmp_path / "b.oth")
    assert done.exit_code == 0 and "1 variations, 1 comments, 2 names and tags" in done.stderr
    assert (tmp_path / "b.oth").read_text() == "f5d6\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no.pgn", "b.json"], "there is no file"),
        (["empty.pgn", "b.json"], "'empty.pgn' holds no game"),
        (["a.pgn", "b.txt"], "say one with --to"),
        (["a.txt", "b.json"], "looks like none of the formats"),
        (["a.pgn", "b.sgf"], "SGF is for go"),
        (["a.pgn", "b.json", "--game", "go"], "PGN is for chess"),
        (["a.pgn", "folder.json"], "is a directory"),
        (["a.txt", "b.json", "--from", "sgf"], "line 1, column 1: this is no SGF"),
        (["a.pgn", "b.json", "--from", "fen"], "'fen'"),
        (["folder.json", "b.pgn"], "cannot be read"),
    ],
)
def test_bad_conversions(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str) -> None:
    """Would catch a traceback, an exit code of success, or a file that is left behind."""
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text(PGN)
    Path("a.txt").write_text("hello world")
    Path("empty.pgn").touch()
    Path("folder.json").mkdir()
    done = run("convert", *words)
    assert done.exit_code == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "a.txt", "empty.pgn", "folder.json"]


def test_a_suite(run: Run, tmp_path: Path) -> None:
    """Would catch a right answer that counts as wrong, a wrong one that counts as right, and a line that stops the rest."""
    path = tmp_path / "s.epd"
    mate = '6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; dm 1; id "back rank";\n'
    path.write_text(f"# a remark\n{mate}" + '6k1/5ppp/8/8/8/8/8/R6K w - - am Ra8; id "wrong";\n6k1/8/8 w - - bm e4;\n')
    done = run("suite", path, "--depth", "1", "--gear", "interpreted")
    assert done.exit_code == 1 and "1 of 2 positions solved" in done.stdout and "line 4, column 1" in done.stderr, done.output
    assert [line.split()[-1] for line in done.stdout.splitlines()[1:3]] == ["yes", "no"]
    assert run("suite", path, "--depth", "1", "--gear", "interpreted", "--at-least", "1").exit_code == 0
    game = make_game("connect_four")
    start = Position(game).play_all(["4", "1", "4", "1", "4", "1"])
    path.write_text(f'{game.dump(start.state)}; bm 4; id "four";')
    assert run("suite", path, "--game", "connect_four", "--depth", "2", "--gear", "interpreted").exit_code == 0
    path.write_text(f"{game.dump(start.state)}; bm 9;")
    done = run("suite", path, "--game", "connect_four")
    assert done.exit_code == 2 and "line 1, column" in done.stderr
    assert run("suite", tmp_path / "none.epd").exit_code == 2
    over = f"7k/5KQ1/8/8/8/8/8/8 b - - dm 1;\n6k1/5ppp/8/8/8/8/8/R6K w - - dm {'9' * 5000};\n"
    path.write_bytes(b"\xef\xbb\xbf" + mate.replace("back", "arri\xe8re").encode() + over.encode())
    done = run("suite", path, "--depth", "1", "--gear", "interpreted")
    assert done.exit_code == 0 and "arrière" in done.stdout and "line 2, column 1: the game is over" in done.stderr, done.output
    assert "dm takes a number of moves from 1 to 500" in done.stderr
    path.write_bytes(mate.replace("back", "arri\xe8re").encode("latin-1"))
    assert "arrière" in run("suite", path, "--depth", "1", "--gear", "interpreted").stdout


def test_pasted_texts() -> None:
    """Would catch a format that the studio takes for a list of moves, and a fault that it does not tell the place of."""
    library = Library()
    piles = make_game("nim").dump(make_game("nim").initial())
    pasted = {
        '[White "x"]\n\n1. e4 {good} (1. d4) e5 *': ("chess", ["e4", "e5"]),
        "1. e4 {good} e5": ("chess", ["e4", "e5"]),
        "(;GM[11]SZ[5];B[a1];W[b2])": ("hex:size=5", ["a1", "b2"]),
        "PI\n+\n+7776FU\n": ("shogi", ["7g7f"]),
        json.dumps({"format": "counterplay game 1", "game": "nim", "start": piles, "moves": []}): ("nim", []),
    }
    for text, (spec, moves) in pasted.items():
        found = read_text(library, library.game("chess"), text).position
        assert (found.game.spec, found.moves()) == (spec, moves)
    assert read_text(library, library.game("othello"), "F5d6c3").position.moves() == ["f5", "d6", "c3"]
    torn = read_text(library, library.game("chess"), "1. e4 {good} e9 {bad} Ke3")
    assert torn.position.moves() == ["e4"] and "line 1, column 14" in torn.notices[0]
    with pytest.raises(BadNotation, match="line 1, column 4"):
        read_text(library, library.game("chess"), "1. e9 {bad}")
    last = Position(library.game("chess")).play_all(["e4", "e5"])
    assert "1. e4 e5 *" in write_text(last, "pgn")
    with pytest.raises(BadParameter, match="SGF is for go"):
        write_text(last, "sgf")


def test_saved_games_in_other_formats(tmp_path: Path) -> None:
    """Would catch a game that is saved as PGN and cannot be played on, or played on although it is broken."""
    game = make_game("chess")
    position = Position(game).play_all(["e4", "e5", "Nf3"])
    for name in ("a.pgn", "a.json", "a.game"):
        save(position, tmp_path / name)
        assert replay(game, tmp_path / name).moves() == position.moves()
    assert '"format": "counterplay game 2"' in (tmp_path / "a.game").read_text()


def test_a_record_draws_itself() -> None:
    """Would catch a notebook that shows nothing, or markup in a name that becomes part of the page."""
    record = Record(make_game("tic_tac_toe_3d"), players=("<b>Ann", "Bob"))
    record.add_line([record.position().choices[0]]).comment = "<script>"
    html = record._repr_html_()
    assert "<svg" in html and "&lt;b&gt;Ann" in html and "<script>" not in html
    assert repr(record).startswith("<Record tic_tac_toe_3d")
