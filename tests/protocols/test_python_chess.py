"""python-chess, a program nobody here wrote, drives `counterplay uci` as graphical programs do."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from counterplay import Position, make_game, search_position
from counterplay.search.precompile import BRIEF
from tests.protocols.test_uci import MALFORMED

COMMAND = [sys.executable, "-m", "counterplay", "uci"]
PATIENCE = 300.0  # seconds that a start may take on a busy machine


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The kernels are on disk before another process wants them within python-chess's time."""
    game = make_game("chess")
    search_position(game, Position(game), BRIEF, "engine")


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    driven = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE)
    try:
        yield driven
    finally:
        driven.quit()


@pytest.mark.slow
def test_a_whole_game(engine: chess.engine.SimpleEngine) -> None:
    """Catches an illegal move, a lost position or a hang: a game to its end against random moves, which it must win."""
    engine.configure({"Hash": 16, "Threads": 1, "Move Overhead": 20})
    chance = random.Random(5)
    board = chess.Board()
    while not board.is_game_over(claim_draw=True):
        if board.turn == chess.WHITE:
            result = engine.play(board, chess.engine.Limit(nodes=3_000), info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves
            assert "score" in result.info and result.info["pv"][0] == result.move
            board.push(result.move)
        else:
            board.push(chance.choice(list(board.legal_moves)))
    assert board.is_checkmate() and board.turn == chess.BLACK


@pytest.mark.slow
def test_clocks_analysis_and_options(engine: chess.engine.SimpleEngine) -> None:
    """Catches a clock form, a multi-line analysis or an option that python-chess cannot use."""
    board = chess.Board()
    clocks = [
        chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1),
        chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=5),
        chess.engine.Limit(time=0.1),
        chess.engine.Limit(depth=3),
    ]
    for limit in clocks:
        result = engine.play(board, limit)
        assert result.move in board.legal_moves
        board.push(result.move)
    lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=4)
    assert len(lines) == 4 and all(line["pv"][0] in board.legal_moves for line in lines)
    with engine.analysis(board) as analysis:  # endless; leaving the block stops it
        assert analysis.get()
    weak = engine.play(board, chess.engine.Limit(time=0.1), options={"Skill Level": 0})
    assert weak.move in board.legal_moves
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"No such option": 1})


@pytest.mark.slow
def test_malformed_commands_to_the_process() -> None:
    """Catches a traceback, rubbish on the output, a death, or a refusal to end at the end of the input."""
    lines = ["uci", *MALFORMED, "position startpos", "go nodes 200 nonsense", "isready"]
    sent = "\n".join(lines).encode() + b"\n\xff\xfe\n" + b"x" * 200_000 + b"\n"
    done = subprocess.run(COMMAND, input=sent, capture_output=True, timeout=PATIENCE, check=False)
    answers = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert b"Traceback" not in done.stdout + done.stderr
    assert all(a.startswith(("id ", "option ", "uciok", "readyok", "info ", "bestmove ")) for a in answers)
    assert sum(a.startswith("info string") for a in answers) >= len(MALFORMED)
    assert answers[-1].startswith("bestmove ") or "bestmove" in done.stdout.decode()
