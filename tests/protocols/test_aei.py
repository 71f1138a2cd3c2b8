"""The arimaa engine as a controller sees it: a game from the set-up on, positions, options, and what is said wrongly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from counterplay.protocols.aei import AeiEngine
from tests.protocols.conversation import Conversation

GOLD = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2"
SILVER = "ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7"
OPEN_WAY = "[       r                R         eD                            ]"


@pytest.fixture
def talk() -> Iterator[Conversation]:
    conversation = Conversation(AeiEngine)
    yield conversation
    conversation.end()


def test_introduces_itself(talk: Conversation) -> None:
    """Catches a handshake that controllers would not accept."""
    answers = talk.ask("aei", "aeiok")
    assert answers[0] == "protocol-version 1" and {line.split()[1] for line in answers[1:-1]} == {"name", "author", "version"}


def test_a_game_from_the_setup_on(talk: Conversation) -> None:
    """Catches a set-up that is incomplete or in vain, a turn that is not legal, steps that are written with their end."""
    talk.say("newgame", "setoption name depth value 1")
    placed = talk.ask("go", "bestmove")[-1].split()[1:]
    assert len(placed) == 16 and sorted(word[0] for word in placed) == sorted("RRRRRRRRCCDDHHME")
    talk.say(f"makemove {' '.join(placed)}", f"makemove {SILVER}")
    turn = talk.ask("go", "bestmove")[-1].split()[1:]
    assert 1 <= len([word for word in turn if not word.endswith("x")]) <= 4 and "end" not in turn
    talk.say(f"makemove {' '.join(turn)}")
    assert not [line for line in talk.settle() if line.startswith("log Error")]
    assert talk.engine.position.player == 1 and talk.engine.position.state.stage == 0


def test_finds_the_way_to_the_goal(talk: Conversation) -> None:
    """Catches a board that is read from the wrong end, and a turn that stops before the rabbit is there."""
    talk.say(f"setposition g {OPEN_WAY}", "setoption name depth value 5")
    answers = talk.ask("go", "bestmove")
    talk.say(f"makemove {answers[-1].removeprefix('bestmove ')}")
    talk.settle()
    outcome = talk.engine.position.outcome()
    assert outcome is not None and outcome.winner == 0
    told = {line.split()[1] for line in answers if line.startswith("info")}
    assert told == {"depth", "nodes", "time", "score", "pv"}


def test_steps_as_they_are_recorded(talk: Conversation) -> None:
    """Catches words for lost pieces that are taken for steps, and a turn of fewer than four steps that does not end."""
    talk.say("setposition r7/8/1rE5/2H5/8/8/8/R7 g", "makemove Ec6e rb6e rc6x")
    talk.settle()
    game, position = talk.engine.game, talk.engine.position
    assert game.dump(position.state) == "r7/8/3E4/2H5/8/8/8/R7 s"


@pytest.mark.parametrize(
    "line",
    [
        "makemove",
        "makemove Ra1",
        f"makemove {GOLD} Ra3",
        f"makemove {GOLD.replace('Ra1', 'Ra3')}",
        "setposition g [too short]",
        "setoption",
        "setoption name depth value deep",
        "go home",
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(talk: Conversation, line: str) -> None:
    """Catches a wrong command that is swallowed, that ends the engine, or that changes the position."""
    talk.say(line)
    answers = talk.settle()
    assert len([answer for answer in answers if answer.startswith("log Error: ")]) == 1, answers
    assert talk.engine.game.dump(talk.engine.position.state) == "8/8/8/8/8/8/8/8 g setup"


def test_what_is_no_command_ends_the_conversation(talk: Conversation) -> None:
    """Catches an engine that goes on where the protocol wants it to end."""
    talk.say("uci")
    assert talk.hear("log Error: 'uci' is no command")
    talk.end()
