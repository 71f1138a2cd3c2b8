"""Programs that speak GTP: gtp-rhino plays a game of othello here, and programs that misbehave are told and ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterplay import Position, make_agent, make_game
from counterplay.agents import AgentError, Clock, engine_agent
from counterplay.agents.engine_agent import make_engine
from counterplay.agents.gtp_agent import GtpAgent
from counterplay.core import BadParameter, MissingTrait
from tests.agents.programs import FATAL, LOGGING, assert_failure_is_told, python_program, skip_without

FAKE = (
    LOGGING
    + """    number, word, *rest = line.split()
    answer = lambda text="": say("=" + number + " " + text + "\\n")
    if word == "genmove":
        {genmove}
    elif word in {refused!r} or rest[-1:] == ["pass"]:
        say("?" + number + " unknown command\\n")
    elif word == "quit":
        break
    else:
        answer()
"""
)
PASSING = ["d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1"]  # then Black has nothing but to pass


def fake(folder: Path, genmove: str = "answer('F5')", refused: tuple[str, ...] = (), tail: str = "") -> GtpAgent:
    """An agent that starts a Python script instead of an engine."""
    text = FAKE.format(log=str(folder / "log"), genmove=genmove, refused=refused)
    return make_engine(GtpAgent, python_program(folder, text) + tail)


def sent(folder: Path) -> list[str]:
    """All commands, without their numbers."""
    return [line.partition(" ")[2] for line in (folder / "log").read_text().splitlines() if line != "quit"]


def after(moves: list[str]) -> Position:
    """A position of othello."""
    position = Position(make_game("othello"))
    for move in moves:
        position = position.play(move)
    return position


def test_what_is_sent(tmp_path: Path) -> None:
    """Catches colours, options or clocks that the program would misunderstand; only news is told of a game."""
    agent = fake(tmp_path, tail="?level=3&seconds=0.5")
    position = after([])
    position = position.play(agent.choose(position)).play("f6")
    with pytest.raises(AgentError, match="played 'F5', which is not legal"):
        agent.choose(position)
    assert sent(tmp_path) == [
        "protocol_version",
        "level 3",
        *("boardsize 8", "clear_board", "time_settings 0 1 2", "time_left black 1 2", "genmove black"),
        *("play white f6", "time_settings 0 1 2", "time_left black 1 2", "genmove black"),
    ]


def test_clocks_and_passes(tmp_path: Path) -> None:
    """Catches a program that is given up because it knows no clock, or passes by itself."""
    agent = fake(tmp_path, "answer('pass')", refused=("time_settings", "time_left"))
    agent.on_clock(Clock(remaining=61.5, others=(3.0,)))
    position = after(PASSING)
    assert position.game.action_name(position.state, agent.choose(position)) == "pass"
    again = fake(tmp_path, "answer('d6')")
    assert again.choose(position.play("pass")) in position.play("pass").choices
    words = sent(tmp_path)
    assert "time_settings 61 0 0" in words and "time_left black 61 0" in words
    assert words[-2:] == ["play black pass", "genmove white"]


@pytest.mark.parametrize(
    ("genmove", "words"),
    [
        *FATAL,
        ("answer('a1')", "played 'a1', which is not legal"),
        ("answer()", "played '', which is not legal"),
        ("answer('resign')", "resigned"),
        ("say('=99 f5'); say('?' + number + ' cannot think')", "refused 'genmove black': cannot think"),
    ],
)
def test_programs_that_misbehave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, genmove: str, words: str) -> None:
    """Catches a crash, a hang, rubbish, an illegal move or a resignation that is not told, or a program that stays behind."""
    monkeypatch.setattr(engine_agent, "GRACE", 0.5)
    assert_failure_is_told(
        fake(tmp_path, genmove, tail="?seconds=0.01"), after([]), words.format(awaited="answer to genmove black")
    )


def test_what_is_refused(tmp_path: Path) -> None:
    """Catches options and sizes that the program does not take, positions it cannot be given, and games with dice."""
    with pytest.raises(AgentError, match="refused 'level 3': unknown command"):
        fake(tmp_path, refused=("level",), tail="?level=3").choose(after([]))
    with pytest.raises(AgentError, match="refused 'boardsize 8'"):
        fake(tmp_path, refused=("boardsize",)).choose(after([]))
    with pytest.raises(AgentError, match="games begin at the start"):
        fake(tmp_path).choose(Position(after([]).game, after(["f5"]).state))
    with pytest.raises(MissingTrait, match="without chance"):
        fake(tmp_path).choose(Position(make_game("backgammon")))
    with pytest.raises(BadParameter, match="needs the command of an engine, as in gtp:gnugo"):
        make_agent("gtp:")


def test_rhino_plays_othello() -> None:
    """Catches a start, a cell or a pass that a real program understands otherwise."""
    skip_without("gtp-rhino")
    agent = make_agent("gtp:gtp-rhino --level=1")
    position = after(PASSING)
    while position.outcome() is None:
        position = position.play(agent.choose(position) if position.player == 0 else position.choices[-1])
    agent.close()  # type: ignore[attr-defined]
    assert position.ply > 50
