"""Engines of xboard: phalanx plays a legal game here, and engines that misbehave are told and ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterplay import Position, make_agent, make_game
from counterplay.agents import AgentError, Clock, engine_agent
from counterplay.agents.cecp_agent import CecpAgent
from counterplay.agents.engine_agent import make_engine, written
from counterplay.core import BadParameter, MissingTrait
from tests.agents.programs import FATAL, LOGGING, assert_failure_is_told, python_program, skip_without

FAKE = (
    LOGGING
    + """    word, _, rest = line.strip().partition(" ")
    if word == "protover":
        {features}
    elif word == "ping":
        say("pong " + rest)
        say("pong " + rest)
    elif word == "go":
        {go}
    elif word == "usermove":
        {usermove}
    elif word == "quit":
        break
"""
)
FEATURES = """say('feature done=0 myname="a fake" san=1'); say('feature option="Book Depth -spin 3 0 9" memory=1')
        say('feature setboard=1 usermove=1 ping=1'); say('feature done=1')"""
START = "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"


def fake(
    folder: Path, go: str = "say('move e2e4')", features: str = FEATURES, usermove: str = "pass", tail: str = ""
) -> CecpAgent:
    """An agent that starts a Python script instead of an engine."""
    text = FAKE.format(log=str(folder / "log"), features=features, go=go, usermove=usermove)
    return make_engine(CecpAgent, python_program(folder, text) + tail)


def sent(folder: Path) -> list[str]:
    """All that the program was sent, but for pings, and for what a slow one is woken up with."""
    return [line for line in (folder / "log").read_text().splitlines() if not line.startswith("ping ") and line != "easy"]


def test_what_is_sent(tmp_path: Path) -> None:
    """Catches options, moves or answers that are passed on wrongly; only news is told of a game."""
    go = "say('1. ... nonsense'); say('My move is : ' + ('d2d4' if 'e7e5' in open(heard.name).read() else 'e2e4'))"
    agent = fake(tmp_path, go, tail="?book depth=5&memory=8&depth=7")
    position = Position(make_game("chess"))
    position = position.play(agent.choose(position)).play("e5")
    position = position.play(agent.choose(position))
    agent.close()
    assert position.moves() == ["e4", "e5", "d4"]
    words = sent(tmp_path)
    assert words[:4] == ["xboard", "protover 2", "accepted done", "accepted myname"]
    assert "rejected san" in words and "accepted usermove" in words
    assert words[words.index("nopost") + 1 :] == [
        *("option Book Depth=5", "memory 8"),
        *("new", "force", "sd 7", "go"),
        *("force", "usermove e7e5", "sd 7", "go"),
        "quit",
    ]


def test_clocks(tmp_path: Path) -> None:
    """Catches a clock in wrong units or for the wrong side, and a position that is not set up."""
    agent = fake(tmp_path, "say('move d2d4')")
    position = Position.load(make_game("chess"), START)
    agent.choose(position)
    agent.on_clock(Clock(per_move=0.25))
    agent.choose(position)
    agent.on_clock(Clock(remaining=65.2, increment=0.5, others=(30.0,)))
    agent.choose(position)
    agent.close()
    words = sent(tmp_path)
    again = ["new", "force", f"setboard {START}"]  # the program has moved, the position has not
    assert words[words.index("nopost") + 1 :] == [
        *(*again, "st 1", "go"),
        *(*again, "st 0.25", "go"),
        *(*again, "level 0 1:06 0.5", "time 6520", "otim 3000", "go"),
        "quit",
    ]


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8Q", "a7a8q"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a7a8n"),
    ],
)
def test_spellings_of_moves(tmp_path: Path, fen: str, text: str, move: str) -> None:
    """Catches a legal move that costs the game because it is spelt as xboard takes it, too: phalanx castles by O-O."""
    agent = fake(tmp_path, f"say('move {text}')")
    position = Position.load(make_game("chess"), fen)
    assert written(position.game, agent.choose(position)) == move
    agent.close()


@pytest.mark.parametrize(
    ("go", "words"),
    [
        *FATAL,
        ("say('move e2e5')", "played 'e2e5', which is not legal"),
        ("say('My move is : Nf4')", "played 'nf4', which is not legal"),
        ("say('resign')", "resigned"),
        ("say('0-1 {White resigns}')", "resigned"),
        ("say('1-0 {Black resigns}'); say('move a1a8')", "played 'a1a8', which is not legal"),
    ],
)
def test_engines_that_misbehave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, go: str, words: str) -> None:
    """Catches a crash, a hang, rubbish, an illegal move or a resignation that is not told, or an engine that stays behind."""
    monkeypatch.setattr(engine_agent, "GRACE", 0.5)
    assert_failure_is_told(fake(tmp_path, go, tail="?seconds=0.01"), Position(make_game("chess")), words.format(awaited="move"))


@pytest.mark.parametrize(
    ("features", "words"),
    [
        ("pass", "gave no 'feature done=1'"),
        ("say('feature done=0 ping=1')", "gave no 'feature done=1'"),
        ("sys.exit(1)", "ended with code 1"),
    ],
)
def test_programs_that_are_no_engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, features: str, words: str) -> None:
    """Catches a handshake that waits for ever."""
    monkeypatch.setattr(engine_agent, "HANDSHAKE", 0.5)
    with pytest.raises(AgentError, match=words):
        fake(tmp_path, features=features).choose(Position(make_game("chess")))


def test_an_engine_that_never_says_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Catches an engine that is refused for a word that the protocol lets it leave out."""
    monkeypatch.setattr("counterplay.agents.cecp_agent.SETTLED", 0.1)
    agent = fake(tmp_path, features="say('feature ping=1')")
    position = Position(make_game("chess"))
    assert position.game.action_name(position.state, agent.choose(position)) == "e4"
    with pytest.raises(AgentError, match="cannot set up a position"):
        agent.choose(Position.load(position.game, START))


def test_a_move_that_the_engine_refuses(tmp_path: Path) -> None:
    """Catches an engine that has lost the thread and is asked to go on all the same."""
    agent = fake(tmp_path, usermove="say('Illegal move: ' + rest)")
    with pytest.raises(AgentError, match="refused 'usermove e2e4': Illegal move: e2e4"):
        agent.choose(Position(make_game("chess")).play("e4"))


def test_what_is_refused(tmp_path: Path) -> None:
    """Catches options that the engine does not have, other games, and a command that is missing."""
    with pytest.raises(AgentError, match="no option 'Hush'; it has Book Depth"):
        fake(tmp_path, tail="?Hush=3").choose(Position(make_game("chess")))
    with pytest.raises(MissingTrait, match="play chess"):
        fake(tmp_path).choose(Position(make_game("othello")))
    with pytest.raises(BadParameter, match="needs the command of an engine, as in cecp:phalanx"):
        make_agent("cecp:")


def test_phalanx_wins() -> None:
    """Catches a position or a move that a real engine understands otherwise: phalanx mates from a position in four moves."""
    skip_without("phalanx")
    agent = make_agent("cecp:phalanx -b- -l-?seconds=0.2")
    position = Position.load(make_game("chess"), "7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    while position.outcome() is None and position.ply < 9:
        position = position.play(agent.choose(position) if position.player == 0 else position.choices[0])
    agent.close()  # type: ignore[attr-defined]
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == 0
