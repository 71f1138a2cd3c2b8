"""Other programs read what is written here, and what they write is read: python-chess, sgfmill, pydraughts, cshogi."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Any

import chess.pgn
import cshogi
import cshogi.CSA
import cshogi.KIF
import pytest
from draughts import Board as DraughtsBoard
from draughts import Move as DraughtsMove
from draughts.PDN import PDNReader
from sgfmill import sgf, sgf_moves

from counterplay import make_game
from counterplay.records import Record, parse_records, read_records, records_text, write_records
from counterplay.records.record_files import ALL
from tests.records.random_records import random_record

GAMES = 200
COMMANDS = re.compile(r"\[%(?:clk|eval|emt) [^\]]*\]")


def annotated_game(seed: int) -> chess.pgn.Game:
    """A random game with variations, comments, glyphs, clocks and values, made by python-chess alone."""
    rng = random.Random(seed)
    game = chess.pgn.Game()
    if seed % 5 == 0:
        game.setup("r3k2r/pPp2ppp/8/3pP3/1b6/2N2N2/PPP2PpP/R3K2R w KQkq d6 0 9")
    game.headers["White"], game.headers["WhiteElo"] = f"Player {seed}", str(2000 + seed)
    game.comment = "before all" if seed % 3 == 0 else ""
    node: chess.pgn.GameNode = game
    for _ in range(7):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        rng.shuffle(moves)
        following = node.add_main_variation(moves[0])
        decorate(following, rng)
        if len(moves) > 1 and rng.random() < 0.25:
            branch = node.add_variation(moves[1], starting_comment="or" if rng.random() < 0.5 else "")
            decorate(branch, rng)
            if rng.random() < 0.3 and not branch.board().is_check():
                branch.add_variation(chess.Move.null()).comment = "a null move"
        node = following
    return game


def decorate(node: chess.pgn.ChildNode, rng: random.Random) -> None:
    if rng.random() < 0.4:
        node.comment = rng.choice(["better is Nf3", "a { b [c] (d)", "50% of all; no more"])
    if rng.random() < 0.3:
        node.nags.update(rng.sample(range(1, 20), 2))
    if rng.random() < 0.3:
        node.set_clock(rng.randrange(7200))
        node.set_eval(chess.engine.PovScore(chess.engine.Cp(rng.randrange(-300, 300)), chess.WHITE), 12)


def tree(node: Any) -> list[Any]:
    """All that python-chess knows of a tree."""
    return [
        (
            *(child.move.uci(), " ".join(COMMANDS.sub(" ", child.comment).split()), child.starting_comment),
            *(sorted(child.nags), child.clock(), child.eval(), tree(child)),
        )
        for child in node.variations
    ]


def test_python_chess_sees_the_same_games(tmp_path: Path) -> None:
    """Would catch a move, variation, comment, glyph, clock, value, tag or start that is lost on the way through both files."""
    theirs = [annotated_game(seed) for seed in range(GAMES)]
    (tmp_path / "a.pgn").write_text("\n\n".join(map(str, theirs)), encoding="utf-8")
    reading = read_records(tmp_path / "a.pgn")
    assert reading.faults == [] and len(reading.records) == GAMES
    write_records(tmp_path / "b.jsonl", reading.records[: GAMES // 10])
    assert read_records(tmp_path / "b.jsonl").records == reading.records[: GAMES // 10]
    write_records(tmp_path / "c.pgn", reading.records)
    text = (tmp_path / "c.pgn").read_text(encoding="utf-8")
    assert all(len(line) <= 80 or line.startswith("[") for line in text.splitlines())
    stream = io.StringIO(text)
    for game in theirs:
        read = chess.pgn.read_game(stream)
        assert read is not None and not read.errors
        assert tree(read) == tree(game) and read.comment == game.comment
        assert dict(read.headers) == dict(game.headers)
    assert chess.pgn.read_game(stream) is None


@pytest.mark.parametrize("seed", range(3))
def test_sgfmill_sees_the_same_tree(seed: int) -> None:
    """Would catch rows counted from below, a header that other programs refuse, and a variation in the wrong place."""
    game = make_game("go:size=9,handicap=3" if seed else "go:size=7,komi=0.5")
    record = random_record(game, seed, ALL, plies=30)
    record.result, record.ending = "0-1", "resignation"
    theirs: Any = sgf.Sgf_game.from_string(records_text([record], "sgf"))
    assert (theirs.get_size(), theirs.get_komi(), theirs.get_winner()) == (game.size, game.komi, "w")  # type: ignore[attr-defined]
    assert theirs.get_player_name("b") == record.players[0]
    waiting: list[tuple[Any, Any]] = [(theirs.get_root(), record.root)]
    while waiting:
        node, ours = waiting.pop()
        assert len(node) == len(ours.children)
        assert (node.get("C") if node.has_property("C") else "") == ours.comment
        waiting.extend(zip(node, ours.children, strict=True))
    board, plays = sgf_moves.get_setup_and_moves(theirs)
    for colour, point in plays:
        if point is not None:
            board.play(*point, colour)
    size = board.side
    rows = ["".join((board.get(row, column) or ".") for column in range(size)) for row in reversed(range(size))]
    assert "/".join(rows) == game.dump(record.position().state).split()[0]
    again = parse_records(theirs.serialise().decode(), "sgf")
    assert not again.faults and again.records[0].root == record.root


def test_what_other_writers_of_sgf_write() -> None:
    """Would catch comments with brackets, long names, a pass written tt, or stones without a handicap that are misread."""
    text = "(;GM[1]FF[4]SZ[9]KM[7.5]C[a \\] b];B[ee]C[(;W[aa\\])];White[ce](;B[tt];W[])(;B[aa]))"
    record = parse_records(text, "sgf").records[0]
    assert record.moves() == ["E5", "C5", "pass", "pass"] and record.position().outcome() is not None
    assert record.root.comment == "a ] b" and [len(node.children) for node in record.root.main_line()] == [1, 2, 1, 0]
    setup = parse_records("(;SZ[5]KM[0]AB[aa][bb]AW[cc]PL[W];W[dd];W[ee])").records[0]
    assert setup.start.startswith("b..../.b.../..w../...../..... w") and setup.moves() == ["D2", "pass", "E1"]
    spec = parse_records("(;GM[6];W[31hefe];B[61yg])").faults
    assert "cannot be played" in str(spec[0])  # nothing is on the bar
    played = parse_records("(;GM[6];W[31hefe];B[61lrqr])").records[0]
    assert played.moves() == ["3-1", "8/5", "6/5", "6-1", "13/7", "8/7"]


@pytest.mark.parametrize("seed", range(4))
def test_pydraughts_sees_the_same_game(seed: int) -> None:
    """Would catch a jump whose squares another reader does not follow, or a position that it sets up otherwise."""
    game: Any = make_game("checkers")
    record = random_record(game, seed, frozenset({"names and tags"}), plies=60, turn_over=lambda g, b, a: bool(a.jumper < 0))
    read = PDNReader(records_text([record], "pdn")).games[0]
    board = DraughtsBoard(variant="english")
    for move in read.moves:
        board.push(DraughtsMove(board, pdn_move=move))
    ours = re.sub(r":[HJ]\d+", "", game.dump(record.position().state))
    assert pieces(board.fen) == pieces(ours)
    again = parse_records(" ".join(f"{i // 2 + 1}. {m}" if i % 2 == 0 else m for i, m in enumerate(read.moves)), "pdn")
    assert not again.faults and again.records[0].actions() == record.actions()


def pieces(fen: str) -> tuple[str, ...]:
    side, *lists = fen.rstrip(".").split(":")
    return (side, *(part[0] + ",".join(sorted(part[1:].split(","))) for part in sorted(lists)))


@pytest.mark.parametrize("seed", range(3))
def test_cshogi_sees_the_same_game(seed: int, tmp_path: Path) -> None:
    """Would catch a square, a piece, a drop, a promotion, a time or a result that readers of shogi take otherwise."""
    game: Any = make_game("shogi")
    start = ["", "4k4/9/4P4/9/9/2+n6/9/9/4K4 w G2P12p 7", ""][seed]
    record = random_record(game, seed, frozenset({"comments", "times"}), plies=40, start=start, clean=lambda text: "a comment")
    record.players, record.ending = ("Ann", "Bob"), "resignation"
    record.result = "0-1" if game.player(record.position().state) == 0 else "1-0"
    read = cshogi.CSA.Parser.parse_str(records_text([record], "csa"))[0]
    assert [cshogi.move_to_usi(move) for move in read.moves] == record.moves()
    assert (read.names, read.endgame) == (["Ann", "Bob"], "%TORYO")
    assert read.win == (cshogi.WHITE_WIN if record.result == "0-1" else cshogi.BLACK_WIN)
    assert read.sfen.split()[:2] == record.start.split()[:2]
    assert sorted(re.findall(r"\d*[A-Za-z]", read.sfen.split()[2])) == sorted(
        re.findall(r"\d*[A-Za-z]", record.start.split()[2])
    )
    if start:
        return  # cshogi reads no drawn boards in KIF
    write_records(tmp_path / "a.kif", [record])
    theirs = cshogi.KIF.Parser.parse_file(str(tmp_path / "a.kif"))
    assert [cshogi.move_to_usi(move) for move in theirs.moves] == record.moves()
    assert (theirs.names, theirs.win, theirs.endgame) == (["Ann", "Bob"], read.win, "%TORYO")
    assert read_records(tmp_path / "a.kif").records[0].root == record.root
    board = cshogi.Board(sfen=record.start)
    exporter = cshogi.CSA.Exporter(str(tmp_path / "b.csa"))
    exporter.info(board, names=["Ann", "Bob"])
    for move in read.moves:
        exporter.move(move, time=3)
    exporter.endgame("%TORYO")
    exporter.close()
    ours: Record = read_records(tmp_path / "b.csa").records[0]
    assert ours.actions() == record.actions() and ours.result == record.result
