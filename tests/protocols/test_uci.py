"""The engine as graphical programs see it: every command, every form of go, and everything that can be said wrongly."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay.core import Value
from counterplay.games.chess_like.chess.chess import Chess
from counterplay.games.chess_like.omega_chess.omega_chess import OmegaChess
from counterplay.protocols.uci import UciEngine
from counterplay.protocols.uci_go import Go, read_go
from counterplay.protocols.uci_info import Speech, score
from counterplay.protocols.uci_options import MOST_SKILL, level_of
from tests.protocols.conversation import KNOWN, PATIENCE, Conversation

MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"  # P. Morphy: Ra6
BACK_RANK = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
MALFORMED = [
    "foo",
    "position",
    "position nowhere",
    "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "position startpos e2e4",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position startpos moves zz",
    "setoption",
    "setoption Hash",
    "setoption name",
    "setoption name Nothing value 3",
    "setoption name Hash value many",
    "setoption name Hash value 0",
    "setoption name Hash value 999999999",
    "setoption name Threads value 1000",
    "setoption name Threads value -1",
    "setoption name MultiPV",
    "setoption name UCI_Chess960 value true",
    "setoption name Skill Level value 21",
    "setoption name UCI_Variant value atomic",
    "debug maybe",
    "ponderhit",
    "\x00\x01",
    "ůčí",
    "GO",
]


@pytest.fixture
def talk() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.end()


def best(answers: list[str]) -> str:
    return answers[-1].split()[1]


def test_introduces_itself(talk: Conversation) -> None:
    """Catches a handshake that programs would not accept, or an option that they could not set."""
    answers = talk.ask("uci", "uciok")
    assert answers[0].startswith("id name counterplay")
    offered = {line.removeprefix("option name ").partition(" type ")[0] for line in answers if line.startswith("option")}
    assert {"Threads", "Hash", "MultiPV", "Skill Level", "Move Overhead"} <= offered


@pytest.mark.parametrize("line", MALFORMED)
def test_what_is_malformed_gets_one_sentence(talk: Conversation, line: str) -> None:
    """Catches a bad command that is swallowed, that breaks the engine, or that changes the position."""
    talk.say("position startpos moves e2e4 e7e5 g1f3")
    known = len(talk.settle())
    talk.say(line)
    answers = talk.settle()[known:-1]
    assert len(answers) == 1 and answers[0].startswith("info string ") and len(answers[0].split()) > 4, answers
    assert talk.engine.position.moves() == ["e4", "e5", "Nf3"]


@pytest.mark.parametrize(
    "words",
    [
        "depth 3",
        "nodes 500",
        "movetime 30",
        "wtime 1000 btime 1000",
        "wtime 300 btime 300 winc 10 binc 10",
        "wtime 1000 btime 1000 movestogo 1",
        "wtime 500 btime 500 movestogo 40 winc 0 binc 0",
        "wtime -50 btime -50",
        "wtime 1 btime 1",
        "movetime 0",
        "movetime -5",
        "depth 0",
        "nodes 0",
        "depth 2 nodes 100 movetime 100",
        "wtime 100000 btime 100000 depth 2",
        "searchmoves a2a3 h2h4 depth 2",
        "depth 2 searchmoves a2a3",
        "searchmoves e2e5 depth 2",
        "depth",
        "depth two",
        "wtime",
        "nodes 99999999999999999999999999 depth 2",
        "something depth 2",
        "depth 2 something else",
    ],
)
def test_every_form_of_go_is_answered_once(talk: Conversation, words: str) -> None:
    """Catches a form of go that gets no move, two moves or an illegal one."""
    talk.say("position startpos")
    answers = talk.ask(f"go {words}", "bestmove")
    talk.settle()
    assert sum(a.startswith("bestmove") for a in talk.answers) == 1
    assert chess.Move.from_uci(best(answers)) in chess.Board().legal_moves


def test_a_variant_is_played(talk: Conversation) -> None:
    """Would catch an engine that goes on with chess, or does not come back to it."""
    talk.say("setoption name UCI_Variant value omega", "position startpos moves e1e4")
    move = talk.ask("go depth 1", "bestmove")[-1].split()[1]
    omega = OmegaChess()
    assert move in {omega.uci(int(a)) for a in omega.actions(talk.engine.position.state)}
    assert talk.engine.position.game.title_text == omega.title_text and talk.engine.position.ply == 1
    talk.say("setoption name UCI_Variant value chess", "position startpos moves e2e4")
    assert chess.Move.from_uci(talk.ask("go depth 1", "bestmove")[-1].split()[1]).from_square >= chess.A7


def test_searchmoves_bind(talk: Conversation) -> None:
    """Catches a move outside the list: mate at once is there, but not allowed."""
    talk.say(f"position fen {BACK_RANK}")
    assert best(talk.ask("go depth 4", "bestmove")) == "a1a8"
    assert best(talk.ask("go depth 4 searchmoves g1f1 a1a2", "bestmove")) in ("g1f1", "a1a2")


def test_infinite_waits_for_stop(talk: Conversation) -> None:
    """Catches an answer before `stop`, although the mate is found at once, and an engine that is deaf meanwhile."""
    talk.say(f"position fen {BACK_RANK}", "go infinite")
    talk.hear("info depth")
    talk.settle()
    assert not any(a.startswith("bestmove") for a in talk.answers)
    assert "info string" in talk.ask("go depth 1", "info string go: a search is under way")[-1]
    assert best(talk.ask("stop", "bestmove")) == "a1a8"


def test_stop_ends_a_long_search(talk: Conversation) -> None:
    """Catches a search that does not hear `stop`: this one would take hours."""
    talk.say("position startpos", "go depth 60")
    talk.hear("info depth 3")
    assert chess.Move.from_uci(best(talk.ask("stop", "bestmove"))) in chess.Board().legal_moves
    talk.say("stop")  # a second one is no mistake: they may cross on the way


def test_ponder_is_refused_but_answered(talk: Conversation) -> None:
    """Catches a program that waits for ever because pondering is not known here."""
    talk.say("position startpos", "go ponder wtime 1000 btime 1000")
    assert "other side's time" in talk.hear("info string this engine")
    talk.settle()
    assert not any(a.startswith("bestmove") for a in talk.answers)
    assert talk.ask("ponderhit", "bestmove")
    talk.say("go ponder depth 3")
    assert talk.ask("stop", "bestmove")


def test_mates_are_counted_in_moves(talk: Conversation) -> None:
    """Catches a distance in plies, or with the wrong sign."""
    talk.say(f"position fen {MATE_IN_TWO}")
    answers = talk.ask("go mate 2", "bestmove")
    assert best(answers) == "a1a6"
    assert " score mate 2 " in answers[-2]
    talk.say(f"position fen {MATE_IN_TWO} moves a1a6")
    assert " score mate -1 " in talk.ask("go depth 6", "bestmove")[-2]
    telling = Speech(str, Chess.unit)
    assert score(Value(1.0, 0, proven=True, plies_to_end=1), telling) == "mate 1"
    assert score(Value(-1.0, 0, proven=True, plies_to_end=2), telling) == "mate -1"
    assert score(Value(0.01, 0), telling) == "cp 100"


def test_info_can_be_read_by_python_chess(talk: Conversation) -> None:
    """Catches an info line whose fields an independent reader does not understand, or an illegal variation."""
    from chess.engine import _parse_uci_info

    talk.say("setoption name MultiPV value 3", "position startpos moves e2e4")
    board = chess.Board()
    board.push_uci("e2e4")
    answers = [a for a in talk.ask("go depth 5", "bestmove") if a.startswith("info depth")]
    infos = [_parse_uci_info(a.removeprefix("info "), board) for a in answers]
    assert {info["multipv"] for info in infos} == {1, 2, 3}
    for info in infos:
        assert {"depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"} <= set(info)
        line = board.copy()
        for move in info["pv"]:
            assert move in line.legal_moves
            line.push(move)
    last = infos[-3:]
    assert len({info["pv"][0] for info in last}) == 3


def test_the_table_is_kept_until_a_new_game(talk: Conversation) -> None:
    """Catches a table that is lost between moves, or one that outlives `ucinewgame`."""

    def nodes() -> int:
        answers = talk.ask("go depth 6", "bestmove")
        return int(answers[-2].split(" nodes ")[1].split()[0])

    talk.say("position startpos")
    talk.settle()
    fresh = nodes()
    assert nodes() < fresh
    talk.say("ucinewgame")
    assert nodes() == fresh
    talk.say("setoption name Clear Hash")
    assert nodes() == fresh


def test_plays_on_where_a_draw_is_not_claimed(talk: Conversation) -> None:
    """Catches an engine that leaves a program without a move after a third repetition or fifty moves."""
    there_and_back = "g1f3 g8f6 f3g1 f6g8 " * 3
    talk.say(f"position startpos moves {there_and_back}")
    assert chess.Move.from_uci(best(talk.ask("go depth 2", "bestmove"))) in chess.Board().legal_moves
    talk.say(f"position startpos moves {there_and_back}e2e4 e7e5")
    talk.settle()
    assert talk.engine.game.dump(talk.engine.position.state).startswith("rnbqkbnr/pppp1ppp")
    fifty = "8/8/8/4k3/8/8/4K3/4R3 w - - 100 90"
    talk.say(f"position fen {fifty}")
    assert chess.Move.from_uci(best(talk.ask("go depth 2", "bestmove"))) in chess.Board(fifty).legal_moves


def test_no_move_where_there_is_none(talk: Conversation) -> None:
    """Catches a crash or a hang where the game is over."""
    talk.say("position startpos moves f2f3 e7e5 g2g4 d8h4")
    assert best(talk.ask("go depth 3", "bestmove")) == "(none)"


def test_a_repetition_counts_the_moves_before(talk: Conversation) -> None:
    """Catches a lost history: a queen ahead, the engine must not allow the third repetition that the last move offers."""
    start = "7k/8/8/8/8/5K2/8/1Q6 w - - 0 1"
    there_and_back = "f3g3 h8g8 g3f3 g8h8"
    talk.say(f"position fen {start} moves {there_and_back} f3g3 h8g8")
    answers = talk.ask("go depth 1 searchmoves g3f3", "bestmove")
    assert best(answers) == "g3f3" and " score cp 0 " not in answers[-2]
    talk.say(f"position fen {start} moves {there_and_back} f3g3 h8g8 g3f3")
    answers = talk.ask("go depth 2 searchmoves g8h8", "bestmove")
    assert " score cp 0 " in answers[-2]


def test_skill_levels_span_the_levels() -> None:
    """Catches a scale on which a higher skill is a lower level, or whose ends are not the ends."""
    levels = [level_of(skill) for skill in range(MOST_SKILL + 1)]
    assert levels == sorted(levels)
    assert set(levels) == set(range(1, 11))


def test_a_low_skill_plays_weakly(talk: Conversation) -> None:
    """Catches a skill level without effect: the beginner misses a mate in one now and then, the engine never."""
    talk.say(f"position fen {BACK_RANK}", "setoption name Skill Level value 0")
    assert {best(talk.ask("go depth 5", "bestmove")) for _ in range(12)} != {"a1a8"}
    talk.say("setoption name Skill Level value 20")
    assert best(talk.ask("go depth 5", "bestmove")) == "a1a8"


def test_quit_in_the_middle_of_a_search() -> None:
    """Catches a process that stays behind."""
    talk = Conversation()
    talk.say("go infinite")
    talk.hear("info depth 2")
    talk.say("quit")
    assert talk.end()[-1].startswith("bestmove")


def test_threads(talk: Conversation) -> None:
    """Catches threads that are not used, or that disturb each other's answer."""
    talk.say("setoption name Threads value 2", f"position fen {MATE_IN_TWO}")
    assert best(talk.ask("go depth 8", "bestmove")) == "a1a6"
    names = [t.name for t in threading.enumerate()]
    assert "counterplay-search" not in names


MOVES = st.sampled_from(["e2e4", "e7e5", "g1f3", "a7a8q", "0000", "e1g1", "xx", ""])
NUMBER = st.integers(-5, 60).map(str) | st.sampled_from(["", "x", "1e3", "٣"])
GO = st.lists(
    st.sampled_from(["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "mate", "searchmoves", "ponder", "hm"])
    | NUMBER
    | MOVES,
    max_size=8,
).map(lambda words: "go nodes 200 " + " ".join(words))
POSITION = st.tuples(
    st.sampled_from(["startpos", f"fen {BACK_RANK}", "fen x", "fen", ""]), st.lists(MOVES, max_size=4), st.booleans()
).map(lambda p: f"position {p[0]} {'moves ' if p[2] else ''}{' '.join(p[1])}")
OPTION = st.tuples(
    st.sampled_from(["Hash", "Threads", "MultiPV", "Skill Level", "Move Overhead", "Clear Hash", "hash", "Nope", ""]),
    st.sampled_from(["1", "2", "0", "-1", "x", ""]),
).map(lambda p: f"setoption name {p[0]} value {p[1]}")
ANYTHING = st.text(max_size=30).map(lambda text: " ".join(text.split())).filter(lambda t: not t.startswith("quit"))
COMMANDS = st.one_of(
    GO, POSITION, OPTION, ANYTHING, st.sampled_from(["uci", "isready", "stop", "ponderhit", "ucinewgame", "debug on"])
)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(COMMANDS, max_size=12))
def test_nothing_that_is_said_breaks_it(lines: list[str]) -> None:
    """Catches a command, or an order of commands, that ends the engine, hangs it or makes it write what is no UCI."""
    talk = Conversation()
    for line in lines:
        talk.say(line)
        talk.settle()
    answers = talk.end()
    assert all(a.startswith(KNOWN) for a in answers), answers
    asked = sum(line.split()[:1] == ["go"] for line in lines)
    refused = sum("a search is under way" in a for a in answers)
    assert sum(a.startswith("bestmove") for a in answers) == asked - refused
    assert not any("failed" in a for a in answers), answers


@given(st.lists(st.sampled_from(["wtime", "btime", "winc", "movestogo", "movetime", "depth", "nodes"]) | NUMBER, max_size=10))
def test_time_is_never_overdrawn(words: list[str]) -> None:
    """Catches a budget beyond what is left on the clock, or one that leaves nothing to search with."""
    go, _ = read_go(words)
    limit = go.limit(0, 0.05)
    if go.wtime is not None and limit.seconds is not None:
        assert 0 < limit.seconds <= max(0.001, go.wtime / 1000 - 0.05)


def test_a_clock_is_shared_out() -> None:
    """Catches a clock that is spent on the first moves, or that hardly is spent."""
    assert 1.0 <= (Go(wtime=60_000, btime=60_000).limit(0, 0.05).seconds or 0) <= 6.0
    assert (Go(wtime=60_000, btime=1_000).limit(1, 0.05).seconds or 0) <= 0.1
    assert (Go(wtime=10_000, movestogo=1).limit(0, 0.05).seconds or 0) >= 4.0
    left, moves = 10.0, 0
    while moves < 200:
        seconds = Go(wtime=int(1000 * left), winc=100).limit(0, 0.05).seconds or 0
        left += 0.1 - seconds - 0.02  # and a little for the way
        moves += 1
        assert left > 0, moves


def test_go_may_follow_bestmove_at_once() -> None:
    """Catches a `go` that is refused because the thread that has just written `bestmove` has not ended yet."""
    written: list[str] = []
    finished = threading.Event()

    def write(line: str) -> None:
        written.append(line)
        if line.startswith("bestmove"):
            if sum(other.startswith("bestmove") for other in written) == 1:
                engine.obey(["go", "nodes", "50"])
            else:
                finished.set()

    engine = UciEngine(write)
    engine._warm.start()
    engine.obey(["go", "nodes", "50"])
    assert finished.wait(PATIENCE), written
    assert not any("under way" in line for line in written)
