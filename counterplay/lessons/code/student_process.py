"""The process in which a student's file runs, started by `code_grading` and by nothing else.

Its command line is `python -m counterplay.lessons.code.student_process FILE FUNCTION SECONDS MEMORY_MB PARENT`. Trees come as
lines of JSON on the standard input, answers go to the standard output; both are taken away before the file is loaded. The
right answers are not known here.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from counterplay.arena.playing.agent_process import limit_memory, private_streams
from counterplay.arena.playing.parent_watch import leave_with
from counterplay.core import BadParameter
from counterplay.core.files.user_file import describe, line_in, module_name, read_source, run_source
from counterplay.core.text.parameter_kinds import is_number
from counterplay.lessons.trees.tree_game import State, TreeGame
from counterplay.lessons.trees.tree_text import parse_tree

LARGEST_OUTPUT = 20_000_000  # bytes that the process may write into any file


class WatchedTree(TreeGame):
    """A tree that notes which leaves are asked for their utility, in order."""

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        self.looked_at: list[int] = []

    def utility(self, s: State, p: int) -> float:
        """A player's part of a leaf."""
        if s.node not in self.looked_at:
            self.looked_at.append(s.node)
        return super().utility(s, p)


def load_function(path: Path, name: str) -> Callable[[WatchedTree, State], Any]:
    """The function of that name in a student's file."""
    text = read_source(path, "search", BadParameter)
    module = run_source(path, module_name(path, "student"), text, BadParameter)
    function = getattr(module, name, None)
    if not callable(function):
        raise BadParameter(f"'{path.name}' has no function '{name}(game, state)'")
    return function  # type: ignore[no-any-return]


def answer_to(function: Callable[[WatchedTree, State], Any], path: Path, text: str) -> dict[str, Any]:
    """What the function gives for a tree, and which leaves it looked at; or what went wrong in which line."""
    game = WatchedTree(parse_tree(text))
    try:
        given = function(game, game.initial())
        return {"value": _plain(given), "leaves": game.looked_at}
    except BaseException as error:
        line = line_in(error, str(path))
        where = f" at line {line}" if line else ""
        return {"error": f"it fails{where}: {describe(error)[:300]}", "leaves": game.looked_at}


def _plain(given: Any) -> Any:
    """A number, or a list of them: of a pair of a value and an action, the value."""
    if isinstance(given, tuple) and len(given) == 2 and (is_number(given[0]) or isinstance(given[0], tuple | list)):
        if given[1] is None or not isinstance(given[1], float):
            given = given[0]
    if is_number(given):
        return float(given)
    if isinstance(given, tuple | list) and all(is_number(part) for part in given):
        return [float(part) for part in given]
    return {"text": repr(given)[:80]}


def limit_output() -> None:
    """So many bytes a file at most; POSIX only."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_OUTPUT, LARGEST_OUTPUT))


def end_after(seconds: float) -> None:
    """Let the operating system end this process after so much processor time, the same on a busy machine; POSIX only."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def main(path: Path, name: str, seconds: float, memory_mb: float, parent: int) -> None:
    """Load the file and answer, tree by tree."""
    requests, answers = private_streams()
    leave_with(parent)
    limit_memory(memory_mb)
    limit_output()
    end_after(seconds)  # from now on: starting Python is not the student's time

    def answer(reply: dict[str, Any]) -> None:
        answers.write(json.dumps(reply).encode() + b"\n")
        answers.flush()

    try:
        function = load_function(path, name)
    except BaseException as error:
        answer({"refused": describe(error)[:400]})
        return
    for line in requests:
        answer(answer_to(function, path, json.loads(line)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]))
    os._exit(0)  # threads of the student's do not keep the process
