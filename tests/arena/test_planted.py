"""Agents that crash, hang, print rubbish, play illegal moves or exhaust memory lose their games and nothing else."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from types import ModuleType

import pytest

from counterplay import Position
from counterplay.agents import TimeControl
from counterplay.arena.game_record import Ending
from counterplay.arena.playing.match import play_match
from counterplay.core import BadParameter

PLANTED = Path(__file__).parent / "planted.py"
LIMITS = {"patience": 4.0, "memory_mb": 256.0, "seed": 1, "openings": "start"}

# class -> how its games end, words of the reason
FAULTS = {
    "Raises": (Ending.CRASH, "ValueError: no idea at all"),
    "RaisesNothingPrintable": (Ending.CRASH, ""),
    "Exits": (Ending.CRASH, "exit code 3"),
    "CallsExit": (Ending.CRASH, "sys.exit"),
    "Segfaults": (Ending.CRASH, "SIGSEGV"),
    "AnswersRubbish": (Ending.RUBBISH, "neither a number nor the name"),
    "PrintsRubbish": (Ending.RUBBISH, "rubbish"),
    "Illegal": (Ending.ILLEGAL, "99"),
    "HugeNumber": (Ending.ILLEGAL, "illegal"),
    "WrongName": (Ending.ILLEGAL, "e2e4"),
    "Eats": (Ending.MEMORY, "memory"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_faulty_agents_lose_their_games(fault: str) -> None:
    """Would catch a fault that stops the match, wins, draws, goes unsaid, or is put down to the other side."""
    ending, words = FAULTS[fault]
    contest = play_match("tic_tac_toe", f"{PLANTED}:{fault}", "random", games=2, **LIMITS)
    assert len(contest.records) == 2
    for record in contest.counted:
        assert record.score == 0.0
        assert record.ending is ending, record.reason
        assert record.loser is not None and record.seats[record.loser] == 0
        assert words in record.reason and fault in record.reason and "\n" not in record.reason


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["Loops", "Sleeps"])
def test_hanging_agents_lose_and_are_ended(fault: str) -> None:
    """Would catch a match that waits for ever, or a process that goes on burning a core after its game is lost."""
    limits = {**LIMITS, "patience": 1.0}
    contest = play_match("tic_tac_toe", f"{PLANTED}:{fault}", "random", games=2, **limits)
    assert [record.ending for record in contest.counted] == [Ending.HANG] * 2
    deadline = time.monotonic() + 120
    while children() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not children()


def children() -> list[str]:
    """Processes of foreign agents that this process has started and not ended."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
            words = (entry.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and b"counterplay.arena.playing.agent_process" in words and fields[0] != "Z":
            found.append(entry.parent.name)
    return found


def test_printing_is_no_fault() -> None:
    """Would catch an agent that loses because it says what it thinks."""
    contest = play_match("tic_tac_toe", f"{PLANTED}:Chatters", "random", games=2, **LIMITS)
    assert [record.ending for record in contest.counted] == [Ending.RULES] * 2


@pytest.mark.slow
def test_late_moves_lose() -> None:
    """Would catch a clock that does not run for an agent in its own process, or one that a single move cannot exhaust."""
    for control in (TimeControl(per_move=1.0), TimeControl(base=1.2)):
        contest = play_match("tic_tac_toe", f"{PLANTED}:SlowOnce", "random", games=2, time=control, **LIMITS)
        for record in contest.counted:
            late = record.ending is Ending.TIME and record.score == 0.0 and "overstepped" in record.reason
            assert late or len(record.actions) < 4  # lost over the board before its second move


def test_agents_that_cannot_be_made_are_refused() -> None:
    """Would catch a hundred games lost to a slip that could be told before the first."""
    with pytest.raises(BadParameter, match="not today"):
        play_match("tic_tac_toe", f"{PLANTED}:CannotBegin", "random", games=2, **LIMITS)
    with pytest.raises(BadParameter, match="no 'Nobody'"):
        play_match("tic_tac_toe", f"{PLANTED}:Nobody", "random", games=2, **LIMITS)


class Last:
    """An agent of this very program."""

    name = "last"

    def choose(self, position: Position) -> int:
        return position.choices[-1]


def test_objects_and_makers_play() -> None:
    """Would catch agents of a running program that cannot take part, or whose state leaks from game to game."""
    contest = play_match("tic_tac_toe", Last(), Last, games=2, **LIMITS)
    assert [record.ending for record in contest.counted] == [Ending.RULES] * 2
    assert contest.counted[0].actions == contest.counted[1].actions
    with pytest.raises(BadParameter, match="no agent"):
        play_match("tic_tac_toe", object(), "random", games=2)


def test_objects_of_modules_that_cannot_be_imported() -> None:
    """Would catch an agent of a notebook or of an executed text that the process that plays cannot find."""
    module = ModuleType("nowhere_to_be_found")
    text = "class First:\n    def choose(self, position):\n        return position.choices[0]\n"
    sys.modules[module.__name__] = module
    try:
        exec(text, module.__dict__)
        contest = play_match("tic_tac_toe", module.First(), "random", games=2, **LIMITS)
    finally:
        del sys.modules[module.__name__]
    assert [record.ending for record in contest.counted] == [Ending.RULES] * 2


def test_what_cannot_travel_is_refused() -> None:
    """Would catch a traceback about an agent that holds something no other process can have."""

    class Holds:
        def __init__(self) -> None:
            self.lock = threading.Lock()

        def choose(self, position: Position) -> int:
            return position.choices[0]

    with pytest.raises(BadParameter, match="cannot be sent"):
        play_match("tic_tac_toe", Holds(), "random", games=2)
