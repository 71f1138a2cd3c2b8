"""The shogi engine as graphical programs see it, where USI differs from UCI, and other engines as agents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cshogi
import pytest

from counterplay import Position, make_game
from counterplay.agents import AgentError, Clock
from counterplay.agents.engine_agent import make_engine
from counterplay.agents.usi_agent import UsiAgent
from counterplay.core import MissingTrait
from counterplay.protocols.usi import UsiEngine
from tests.agents.programs import python_program
from tests.protocols.conversation import Conversation

MATE = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"  # G*5b
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2"
ENGINE = """
import sys
heard = open({log!r}, "w")
for line in sys.stdin:
    print(line, end="", file=heard, flush=True)
    word = line.split()[0]
    if word == "usi":
        print("option name USI_Hash type spin default 16 min 1 max 64\\nusiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove {move}", flush=True)
    elif word == "quit":
        break
"""


@pytest.fixture
def talk() -> Iterator[Conversation]:
    conversation = Conversation(UsiEngine)
    yield conversation
    conversation.end()


def test_introduces_itself(talk: Conversation) -> None:
    """Catches a handshake that programs would not accept, or one of their options that is refused."""
    assert talk.ask("usi", "usiok")[0].startswith("id name counterplay")
    known = len(talk.settle())
    talk.say("setoption name USI_Hash value 16", "setoption name USI_Ponder value false", "usinewgame", "gameover draw")
    assert talk.settle()[known:] == ["readyok"]


def test_plays_a_legal_move(talk: Conversation) -> None:
    """Catches a position, a move or a drop that is read or written otherwise than shogi programs do."""
    moves = "7g7f 3c3d 8h2b+ 3a2b"
    talk.say(f"position startpos moves {moves}")
    answer = talk.ask("go nodes 300", "bestmove")[-1].split()[1]
    board = cshogi.Board()
    for move in moves.split():
        board.push_usi(move)
    assert talk.engine.position.game.dump(talk.engine.position.state) == board.sfen()
    assert answer in [cshogi.move_to_usi(move) for move in board.legal_moves]
    known = len(talk.settle())
    talk.say("position startpos moves 7g7e")
    assert len(talk.settle()[known:]) == 2 and len(talk.engine.position.moves()) == 4


def test_mates_and_resigns(talk: Conversation) -> None:
    """Catches a mate that is overlooked or counted in full moves, and a player without a move who does not give up."""
    talk.say(f"position sfen {MATE}")
    answers = talk.ask("go depth 2", "bestmove")
    assert answers[-1] == "bestmove G*5b" and any("score mate 1 " in line for line in answers)
    talk.say(f"position sfen {MATED}")
    assert talk.ask("go depth 2", "bestmove")[-1] == "bestmove resign"
    assert talk.ask("go mate infinite", "checkmate")[-1] == "checkmate notimplemented"


def test_says_that_perpetual_check_has_ended_the_game(talk: Conversation) -> None:
    """Catches a game that is over by the rules here, played on without a word; the other program may not know the rule."""
    moves = "9i9a " + "5a5b 9a9b 5b5a 9b9a " * 3
    talk.say(f"position sfen 4k4/9/9/9/9/9/9/9/R3K4 b - 1 moves {moves}")
    told = talk.ask("go nodes 50", "bestmove")
    assert any("perpetual check: Black gave check" in line for line in told) and told[-1].split()[1] != "resign"


def test_clocks(talk: Conversation) -> None:
    """Catches Black's clock taken for White's, and time for a move that is not used or overdrawn."""
    go, complaints = talk.engine.read_go(["btime", "60000", "wtime", "1000", "binc", "0", "winc", "0"])
    assert not complaints and go.limit(0, 0.0).seconds == pytest.approx(2.4)
    go, complaints = talk.engine.read_go(["btime", "0", "wtime", "0", "byoyomi", "10000"])
    limit = go.limit(1, 0.05).seconds
    assert not complaints and limit is not None and 5.0 < limit < 10.0
    assert talk.engine.read_go(["byoyomi", "soon"])[1]


def agent(folder: Path, move: str) -> UsiAgent:
    return make_engine(UsiAgent, python_program(folder, ENGINE.format(log=str(folder / "log"), move=move)) + "?USI_Hash=32")


def test_what_an_engine_is_sent(tmp_path: Path) -> None:
    """Catches a position, moves, options or clocks that a shogi engine would misunderstand."""
    game = make_game("shogi")
    player = agent(tmp_path, "P*5e")
    player.on_clock(Clock(remaining=60.0, increment=1.0, others=(30.0,)))
    position = Position(game, game.load("4k4/9/9/9/9/9/9/9/4K4 w Pp 1")).play("5a5b").play("5i5h")
    assert game.action_name(position.state, player.choose(position)) == "P*5e"
    player.on_clock(Clock(per_move=0.5))
    player.choose(position)
    player.close()
    heard = (tmp_path / "log").read_text().splitlines()
    assert heard[:2] == ["usi", "setoption name USI_Hash value 32"] and heard.index("isready") < heard.index("usinewgame")
    assert "position sfen 4k4/9/9/9/9/9/9/9/4K4 w Pp 1 moves 5a5b 5i5h" in heard
    assert heard[-3:-1] == [heard[4], "go btime 0 wtime 0 byoyomi 500"]
    assert "go btime 30000 wtime 60000 binc 1000 winc 1000" in heard


def test_engines_that_give_up(tmp_path: Path) -> None:
    """Catches a resignation that is taken for a move, and a game that the engine does not know."""
    player = agent(tmp_path, "resign")
    with pytest.raises(AgentError, match="resigned"):
        player.choose(Position(make_game("shogi")))
    with pytest.raises(MissingTrait, match="play shogi"):
        player.choose(Position(make_game("chess")))
    player.close()
