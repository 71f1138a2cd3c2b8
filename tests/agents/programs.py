"""Programs that tests write for themselves, in place of other people's engines."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from counterplay import Position
from counterplay.agents import AgentError
from counterplay.agents.engine_agent import EngineAgent
from counterplay.agents.engine_process import find_program
from counterplay.core import BadParameter

# The beginning of a program that notes all that it is sent, up to the loop over the lines.
LOGGING = """
import sys, time, os
heard = open({log!r}, "a")
def say(line):
    print(line, flush=True)
for line in sys.stdin:
    heard.write(line)
    heard.flush()
"""
# Faults that end a program or leave it without an answer, and words of the sentence about them; `say` writes a line.
FATAL = [
    ("sys.exit(3)", "ended with code 3"),
    ("raise ValueError('bad day')", "bad day"),
    ("os.kill(os.getpid(), 9)", "died of SIGKILL"),
    ("time.sleep(600)", "gave no '{awaited}' within"),
    ("[say('nonsense') for _ in iter(int, 1)]", "wrote on and on|gave no '{awaited}'"),
    ("os.close(1)", "closed its output|ended"),
]


def python_program(folder: Path, text: str) -> str:
    """The command that runs this Python text."""
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return f"{sys.executable} {path}"


def gone(pid: int) -> bool:
    """Whether a process has ended; it may take a moment."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def assert_failure_is_told(agent: EngineAgent, position: Position, words: str) -> None:
    """The program fails at its first move: that is told in one line with these words, and its process has ended."""
    agent.prepare(position)
    assert agent.engine is not None
    pid = agent.engine.pid
    with pytest.raises(AgentError, match=words) as caught:
        agent.choose(position)
    assert "\n" not in str(caught.value)
    assert gone(pid)


def skip_without(program: str) -> None:
    """Skip a test where a program is not installed."""
    try:
        find_program(program)
    except BadParameter:
        pytest.skip(f"{program} is not installed")
