"""Ataxx and amazons beside pyffish, the library of Fairy-Stockfish, in the notation in which the bench talks to the program."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import fairy_stockfish
from bench.fairy_stockfish import FairyAmazons, FairyAtaxx
from counterplay import Position, make_game
from counterplay.agents.agent import AgentError

GAMES = 3
PROGRAM = """
import sys
for line in sys.stdin:
    if line.startswith("go"):
        print("info depth 1", flush=True)
        print("bestmove {move}", flush=True)
    elif line.startswith("uci"):
        print("uciok", flush=True)
    elif line.startswith("quit"):
        break
"""


def turns_in_amazons(game: Any, s: Any) -> set[str]:
    """Every move with every arrow after it, as the program writes a turn."""
    found = set()
    for move in game.choices(s):
        moved, to = game.result(s, move), game.board.names[game.target(move)]
        first = FairyAmazons.written(game, s, move)
        found |= {f"{first},{to}{FairyAmazons.written(game, moved, shot)}" for shot in game.choices(moved)}
    return found


def test_random_games_of_ataxx_beside_pyffish() -> None:
    """A clone or jump too many or too few, a stone that turns or does not, a pass where there is none, an end too early."""
    import pyffish

    game, dice = make_game("ataxx"), random.Random(7)
    for _ in range(GAMES):
        s = game.initial()
        while not game.terminal(s):
            actions = list(game.choices(s))
            ours = {FairyAtaxx.written(game, s, a) for a in actions}
            assert ours == set(pyffish.legal_moves("ataxx", FairyAtaxx.fen(game, s), [])), game.dump(s)
            s = game.result(s, dice.choice(actions))
        assert pyffish.legal_moves("ataxx", FairyAtaxx.fen(game, s), []) == []


def test_random_games_of_amazons_beside_pyffish() -> None:
    """A queen or an arrow that passes over something or stops short, a square that is not left or not blocked, a wrong end."""
    import pyffish

    game, dice = make_game("amazons"), random.Random(7)
    for _ in range(GAMES):
        s = game.initial()
        while not game.terminal(s):
            assert turns_in_amazons(game, s) == set(pyffish.legal_moves("amazons", FairyAmazons.fen(game, s), [])), game.dump(s)
            for _half in range(2):
                s = game.result(s, dice.choice(list(game.choices(s))))
        assert pyffish.legal_moves("amazons", FairyAmazons.fen(game, s), []) == []


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program would be; a test writes what it answers."""
    script = tmp_path / "uci.py"
    monkeypatch.setattr(fairy_stockfish, "SCRIPT", script)
    monkeypatch.setattr(fairy_stockfish, "COMMAND", (sys.executable,))
    return script


def test_a_turn_of_amazons_is_two_actions(program: Path) -> None:
    """An arrow that is asked for again, or a square with two digits that is cut."""
    program.write_text(PROGRAM.format(move="d1d9,d9d10"))
    game, agent = make_game("amazons"), FairyAmazons()
    position = Position(game, game.load(".........b/" + "........../" * 8 + "...w...... w -"))
    for name in ("d1-d9", "d10"):
        action = agent.choose(position)
        assert position.game.action_name(position.state, action) == name
        position = position.play(action)
    agent.close()


@pytest.mark.parametrize(("agent", "game"), [(FairyAtaxx, "ataxx"), (FairyAmazons, "amazons")])
def test_a_wrong_move_or_no_program_is_told(program: Path, agent: Any, game: str) -> None:
    """An illegal move that ends the match with a traceback, or a program that is not there."""
    with pytest.raises(AgentError, match="npm install"):
        agent().choose(Position(make_game(game)))
    program.write_text(PROGRAM.format(move="a1a1"))
    playing = agent()
    with pytest.raises(AgentError, match="which is no move of this position"):
        playing.choose(Position(make_game(game)))
    playing.close()
    with pytest.raises(AgentError, match="not Kalah"):
        agent().refuse(make_game("kalah"))
