"""Other people's engines: stockfish plays legal games here, and engines that misbehave are told and ended."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from counterplay import Position, make_agent, make_game
from counterplay.agents import AgentError, Clock
from counterplay.agents import engine_agent as client
from counterplay.agents.engine_agent import make_engine
from counterplay.agents.uci_agent import UciAgent
from counterplay.core import MissingTrait
from tests.agents.programs import FATAL, assert_failure_is_told, gone, python_program

FAKE = """
import sys, time, os
def say(line):
    print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        {uci}
    elif word == "isready":
        say("readyok")
    elif word == "go":
        {go}
    elif word == "quit":
        break
"""
HELLO = "say('id name fake'); say('option name Hash type spin default 1 min 1 max 9'); say('uciok')"


def fake(folder: Path, go: str = "say('bestmove e2e4')", uci: str = HELLO, tail: str = "") -> UciAgent:
    """An agent that starts a Python script instead of an engine."""
    return make_engine(UciAgent, python_program(folder, FAKE.format(uci=uci, go=go)) + tail)


@pytest.mark.slow
def test_stockfish_plays_a_legal_game() -> None:
    """Catches a position or a move that is passed on wrongly: stockfish beats level 2, with both colours."""
    game = make_game("chess")
    for side in (0, 1):
        stockfish = make_agent("uci:stockfish?Skill Level=20&Hash=16&nodes=3000")
        weak = make_agent("level:2", seed=side)
        position = Position(game)
        while position.outcome() is None:
            position = position.play((stockfish if position.player == side else weak).choose(position))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == side
        stockfish.close()  # type: ignore[attr-defined]


def test_what_is_sent(tmp_path: Path) -> None:
    """Catches a start, moves, options, limits or clocks that the engine would misunderstand."""
    log = tmp_path / "log"
    uci = f"{HELLO}; import builtins; builtins.log = open({str(log)!r}, 'w')"
    script = FAKE.format(uci=uci, go="say('bestmove g8f6')").replace("    word =", "    heard.append(line)\n    word =")
    script = script.replace("import sys, time, os", "import sys, time, os\nheard = []")
    script += f"\nopen({str(log)!r}, 'w').writelines(heard)\n"
    agent = make_engine(UciAgent, f"{python_program(tmp_path, script)}?hash=4&nodes=500&depth=7")
    position = Position(make_game("chess")).play("e4")
    agent.choose(position)
    agent.terms = client.Terms()
    agent.choose(position)
    agent.on_clock(Clock(remaining=60, increment=0.5, others=(30.0,)))
    agent.choose(position)
    agent.on_clock(Clock(per_move=0.25))
    agent.choose(position)
    fen = "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 2"
    with pytest.raises(AgentError, match="played 'g8f6', which is not legal"):
        agent.choose(Position.load(position.game, fen))
    sent = log.read_text().splitlines()
    assert sent[:4] == ["uci", "setoption name Hash value 4", "ucinewgame", "isready"]
    assert sent[4:12] == [
        "position startpos moves e2e4",
        "go nodes 500 depth 7",
        "position startpos moves e2e4",
        "go movetime 1000",
        "position startpos moves e2e4",
        "go wtime 30000 btime 60000 winc 500 binc 500",
        "position startpos moves e2e4",
        "go movetime 250",
    ]
    assert sent[12] == f"position fen {fen}"


@pytest.mark.parametrize(
    ("go", "words"),
    [
        *FATAL,
        ("say('bestmove e2e5')", "played 'e2e5', which is not legal"),
        ("say('bestmove')", "played '', which is not legal"),
        ("say('bestmove (none)')", "not legal"),
        ("sys.stdout.buffer.write(bytes(range(256)) * 50); say(''); say('bestmove \\x00')", "not legal"),
    ],
)
def test_engines_that_misbehave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, go: str, words: str) -> None:
    """Catches a crash, a hang, rubbish or an illegal move that is not told, or an engine that stays behind."""
    monkeypatch.setattr(client, "GRACE", 0.5)
    assert_failure_is_told(
        fake(tmp_path, go, tail="?seconds=0.01"), Position(make_game("chess")), words.format(awaited="bestmove")
    )


@pytest.mark.parametrize(
    ("uci", "words"),
    [("pass", "gave no 'uciok'"), ("sys.exit(1)", "ended with code 1"), ("say('hello')", "gave no 'uciok'")],
)
def test_programs_that_are_no_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uci: str, words: str) -> None:
    """Catches a handshake that waits for ever."""
    monkeypatch.setattr(client, "HANDSHAKE", 1.0)
    with pytest.raises(AgentError, match=words):
        fake(tmp_path, uci=uci).choose(Position(make_game("chess")))


def test_an_option_that_the_engine_does_not_have(tmp_path: Path) -> None:
    """Catches a misspelt option: engines ignore it silently."""
    with pytest.raises(AgentError, match="no option 'Hush'; it has Hash"):
        fake(tmp_path, tail="?Hush=3").choose(Position(make_game("chess")))


def test_other_games_are_refused(tmp_path: Path) -> None:
    """Catches a chess engine that is asked about another game."""
    with pytest.raises(MissingTrait, match="play chess"):
        fake(tmp_path).choose(Position(make_game("othello")))


def test_the_engine_ends_with_its_agent(tmp_path: Path) -> None:
    """Catches processes that outlive the agent, whether it is closed or forgotten; even engines that ignore `quit`."""
    pids = []
    for forgotten in (False, True):
        agent = fake(tmp_path)
        assert agent.choose(Position(make_game("chess"))) is not None
        assert agent.engine is not None
        pids.append(agent.engine.pid)
        if not forgotten:
            agent.close()
            agent.close()
        del agent
    gc.collect()
    assert all(gone(pid) for pid in pids)


def test_an_engine_starts_again_after_a_crash(tmp_path: Path) -> None:
    """Catches an agent that is of no use after one failure."""
    mark = tmp_path / "mark"
    go = f"(say('bestmove e2e4') if os.path.exists({str(mark)!r}) else (open({str(mark)!r}, 'w').close(), sys.exit(1)))"
    agent = fake(tmp_path, go)
    position = Position(make_game("chess"))
    with pytest.raises(AgentError):
        agent.choose(position)
    assert position.game.action_name(position.state, agent.choose(position)) == "e4"
    agent.close()
