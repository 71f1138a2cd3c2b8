"""counterplay as a GTP program: a conversation, clocks, wrong commands, and games with our own client and with gnugo."""

from __future__ import annotations

import random
import sys

import pytest

from counterplay import Position, make_game
from counterplay.agents.engine_agent import make_engine
from counterplay.agents.gtp_agent import GtpAgent
from counterplay.core import MissingTrait
from counterplay.games.territory.go.go import Go
from counterplay.gears.gear_choice import interpreting
from counterplay.protocols import gtp
from counterplay.protocols.gtp import GtpClock, GtpServer
from tests.agents.programs import skip_without


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dead stones are found by a few playouts, which need no compiling."""
    monkeypatch.setattr(gtp, "PLAYOUTS_ABOUT_LIFE", 12)


def answers(*lines: str, game: str = "go", agent: str = "random") -> list[str]:
    """What is answered to these lines; an answer's two last line ends are left out."""
    said: list[str] = []
    with interpreting():
        GtpServer(said.append, make_game(game), agent).run(lines)
    assert all(text.endswith("\n\n") and "\n\n" not in text[:-2] for text in said)
    return [text[:-2] for text in said]


def test_a_conversation() -> None:
    """An answer without its number, a command with a comment that is not understood, a wrong vertex."""
    assert answers(
        "1 protocol_version",
        "name",
        "2 boardsize 5 # a comment",
        "",
        "# nothing else",
        "clear_board",
        "komi 0.5",
        "3 play B C3",
        "play w c3",
        "4\tplay white pass",
        "final_score",
        "known_command genmove",
        "known_command fly",
        "5 fly",
        "quit",
        "name",
    ) == ["=1 2", "= counterplay", "=2", "=", "=", "=3", "? illegal move", "=4", "= B+24.5", "= true", "= false",
          "?5 unknown command", "="]  # fmt: skip


def test_sides_may_move_twice_and_take_back() -> None:
    """A move of the side that is not to move, and `undo` of it, which must not leave the pass behind that made it possible."""
    told = answers(
        "boardsize 5", "play b c3", "play b d3", "showboard", "undo", "play w d3", "undo", "undo", "undo", "showboard"
    )
    assert told[-2] == "? cannot undo" and told[3].count("X") + told[3].count("●") + told[3].count("b") >= 2
    assert [text for text in told if text.startswith("?")] == ["? cannot undo"]


def test_moves_are_generated_and_played() -> None:
    """A move that is announced and not played, or that the rules forbid."""
    said: list[str] = []
    server = GtpServer(said.append, Go(5), "random")
    for ply in range(30):
        good, _ = server.obey(["genmove", "bw"[ply % 2]])
        assert good
        if server.position.outcome() is not None:
            break
    moves = server.position.moves()
    assert Position(Go(5)).play_all(moves).state.turn == server.position.state.turn
    assert server.obey(["genmove", "green"]) == (False, "syntax error: 'green' is no colour; it is black or white")


def test_handicap() -> None:
    """Stones on the wrong points, Black to move after them, handicap in the middle of a game."""
    first = ("boardsize 19", "fixed_handicap 3", "genmove white", "fixed_handicap 3", "clear_board")
    told = answers(*first, "set_free_handicap A1 B2", "genmove w", "boardsize 7", "fixed_handicap 2", "boardsize 77")
    assert sorted(told[1][2:].split()) == ["D16", "D4", "Q16"]
    assert told[2].startswith("= ") and told[3] == "? board not empty"
    assert told[6].startswith("= ") and told[8:] == ["? invalid number of stones", "? unacceptable size"]


def test_clocks() -> None:
    """Overtime that is taken for main time, or a period that is not begun anew."""
    clock = GtpClock(10.0, 30.0, 5)
    assert clock.clock().remaining == 10.0 and clock.clock().increment == 6.0
    clock.spend(11.0)
    assert (clock.left, clock.moves) == (30.0, 5)
    for _ in range(4):
        clock.spend(1.0)
    assert (clock.left, clock.moves) == (26.0, 1) and clock.clock().per_move == pytest.approx(0.9 * 26.0)
    clock.spend(1.0)
    assert (clock.left, clock.moves) == (30.0, 5)
    clock.set(7.0, 2)
    assert clock.clock().per_move == pytest.approx(0.9 * 3.5)
    told = answers("time_settings 60 10 1", "time_left b 30 0", "time_left w 5 1", "time_settings 1 2", "time_left b x 0")
    assert [text[0] for text in told] == ["=", "=", "=", "?", "?"]


class Passes:
    """Takes every game for decided."""

    name = "passes"

    def choose(self, position: Position) -> int:
        return int(position.game.passing)  # type: ignore[attr-defined]


def test_dead_stones() -> None:
    """Would catch dead stones that count as living, a living chain called dead, or a board that is not cleaned up."""
    game = Go(5, komi=0.5)
    with interpreting():
        server = GtpServer(print, game, "random")
        server.position = Position.load(game, "..bw./..bw./..bww/.wb.w/..bw. b - 0")
        assert server.obey(["final_status_list", "dead"]) == (True, "B2")
        alive = server.obey(["final_status_list", "alive"])[1].splitlines()
        assert sorted(len(chain.split()) for chain in alive) == [1, 5, 5]
        assert server.obey(["final_status_list", "seki"]) == (True, "") and not server.obey(["final_status_list", "half"])[0]
        assert server.obey(["final_score"]) == (True, "B+5.5")
        server.position = server.position.play_all(["pass", "pass"])
        server.agent = Passes()  # type: ignore[assignment]
        moves = []
        while (move := server.obey(["kgs-genmove_cleanup", "b"])[1]) != "pass":
            moves.append(move)
            server.position = server.position.play("pass")
        assert set(moves) == {"A2", "B1", "B3"} and server.position.state.board[game.board.index("B2")] == 0
        assert server.obey(["known_command", "kgs-genmove_cleanup"]) == (True, "true")


def test_other_games() -> None:
    """A game that has no komi and is asked for one; one with dice that is taken."""
    told = answers("play black f5", "genmove white", "komi 5", "final_score", game="othello")
    assert told[0] == "=" and told[2:] == ["? there is no komi in Othello", "? cannot score"]
    with pytest.raises(MissingTrait):
        GtpServer(print, make_game("backgammon"), "random")


def finish(agent: GtpAgent, position: Position, plies: int) -> Position:
    """Random moves against a program."""
    rng = random.Random(3)
    try:
        for _ in range(plies):
            if position.outcome() is not None:
                break
            action = agent.choose(position) if position.player == 1 else rng.choice(position.choices[:-1] or position.choices)
            position = position.play(action)
    finally:
        agent.close()
    return position


def test_our_client_plays_our_server() -> None:
    """Any misunderstanding between the two, over pipes."""
    agent = make_engine(GtpAgent, f"{sys.executable} -m counterplay gtp go:size=9 --agent random")
    assert finish(agent, Position(Go(5, komi=1.5)), 30).ply >= 10


def test_gnugo_plays_by_our_rules() -> None:
    """A move of gnugo's that is illegal here, or one of ours that gnugo refuses."""
    skip_without("gnugo")
    agent = make_engine(GtpAgent, "gnugo --mode gtp --level 1")
    assert finish(agent, Position(Go(5, ko="simple")), 40).ply >= 10
