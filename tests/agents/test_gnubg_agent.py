"""GNU Backgammon: its plays are found again among ours, and one that misbehaves is told and ended."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from counterplay import CHANCE, Position, make_agent, make_game
from counterplay.agents import AgentError
from counterplay.agents.engine_agent import make_engine
from counterplay.agents.gnubg_agent import GnubgAgent, effect
from counterplay.agents.seeded_chance import roll
from counterplay.core import BadParameter, MissingTrait
from tests.agents.programs import FATAL, LOGGING, assert_failure_is_told, python_program, skip_without

FAKE = (
    LOGGING
    + """    if line.startswith("hint"):
        {hint}
"""
)
HINT = "say('    1. Cubeless 0-ply    {play}                  Eq.: +0.017')"


def fake(folder: Path, hint: str, tail: str = "") -> GnubgAgent:
    """An agent that starts a Python script instead of the program."""
    return make_engine(GnubgAgent, python_program(folder, FAKE.format(log=str(folder / "log"), hint=hint)) + tail)


def rolled(dice: str, game: str = "backgammon") -> Position:
    """The first position after a roll."""
    return Position(make_game(game)).play(dice)


def test_one_play_however_it_is_written() -> None:
    """Catches a play that is taken for another, or is not recognised in another order."""
    assert effect("24/18 13/11") == effect("13/11 24/18") != effect("24/18 13/10")
    assert effect("24/18*/14") == effect("24/18* 18/14") != effect("24/14")
    assert effect("8/5*(2) 6/3(2)") == effect("8/5* 8/5 6/3 6/3")
    assert effect("6/off(2) 5/off(2)") == effect("6/off 6/off 5/off 5/off")


def test_what_is_asked_and_played(tmp_path: Path) -> None:
    """Catches a board, dice or a match length that the program would misunderstand; a turn is asked about once."""
    agent = fake(tmp_path, HINT.format(play="8/5 6/5"), "?plies=1")
    position = rolled("3-1")
    while position.player == 0:
        position = position.play(agent.choose(position))
    agent.close()
    assert effect(" ".join(position.moves()[1:])) == effect("8/5 6/5")
    assert agent.choose(rolled("3-1", "backgammon:gammons=yes")) in rolled("3-1").choices
    agent.close()
    asked = [line for line in (tmp_path / "log").read_text().splitlines() if "XGID" in line or "plies" in line]
    board = "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0"
    plies = "set evaluation chequerplay evaluation plies 1"
    assert asked == [plies, f"{board}:1:10", plies, f"{board}:0:10"]


@pytest.mark.parametrize(
    ("hint", "words"), [*FATAL, (HINT.format(play="24/18 13/11"), "played '24/18 13/11', which is not legal")]
)
def test_programs_that_misbehave(tmp_path: Path, hint: str, words: str) -> None:
    """Catches a crash, a hang, rubbish or an illegal play that is not told, or a program that stays behind."""
    assert_failure_is_told(fake(tmp_path, hint, "?patience=0.5"), rolled("3-1"), words.format(awaited="hint"))


def test_what_is_refused(tmp_path: Path) -> None:
    """Catches options that it does not have, other games, and half a turn that it cannot be asked about."""
    for tail in ("?plies=9", "?level=3"):
        with pytest.raises(BadParameter, match="plies=0 to plies=4"):
            fake(tmp_path, "pass", tail)
    for name in ("chess", "known_dice_backgammon"):
        with pytest.raises(MissingTrait, match="it plays backgammon with real dice"):
            fake(tmp_path, "pass").choose(Position(make_game(name)))
    half = rolled("3-1")
    half = half.play(half.choices[0])
    with pytest.raises(AgentError, match="in the middle of a turn"):
        fake(tmp_path, "pass").choose(Position(half.game, half.state))


def test_gnubg_beats_chance() -> None:
    """Catches a side, a hit or a bearing off that the real program understands otherwise: it plays two games, both sides."""
    skip_without("gnubg")
    agent = make_agent("gnubg:gnubg?plies=0")
    for side in (0, 1):
        draw = random.Random(side)
        position = Position(make_game("backgammon"))
        while (outcome := position.outcome()) is None:
            if position.player == CHANCE:
                position = roll(position, draw)
            else:
                position = position.play(agent.choose(position) if position.player == side else draw.choice(position.choices))
        assert outcome.winner == side
    agent.close()  # type: ignore[attr-defined]
