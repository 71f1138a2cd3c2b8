"""The check of one file, in a process of its own: `python -m counterplay.studio.server.own_check_process PARENT FILE`.

The rules that are checked may loop, print, or take all memory; whatever they do, the studio goes on. The report is the last
line of the standard output, as JSON.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from pathlib import Path

from counterplay.arena.playing.parent_watch import leave_with
from counterplay.check import check_game
from counterplay.core import CounterplayError
from counterplay.core.files.user_file import describe, line_in
from counterplay.games.catalogue import load_class

MOST_PROCESSOR_SECONDS = 120  # for everything, compiling included
MOST_MEMORY = 8 * 1024**3  # bytes of addresses, of which a compiler reserves many
PLAYOUTS = 30


def main() -> None:
    """Check the file that is named."""
    parent, file = int(sys.argv[1]), Path(sys.argv[2])
    leave_with(parent)
    limit_cost()
    answer = os.dup(1)
    os.dup2(2, 1)  # what the rules print is no part of the report
    os.write(answer, (json.dumps(checked(file)) + "\n").encode())
    os._exit(0)  # threads that the rules have left behind would keep the process


def limit_cost() -> None:
    """The system ends the process where it costs too much; there are systems that cannot."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_PROCESSOR_SECONDS, MOST_PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def checked(file: Path) -> dict[str, object]:
    """The report, or in `problem` why there is none."""
    try:
        report = check_game(load_class(file)(), playouts=PLAYOUTS)
    except CounterplayError as error:
        return {"problem": str(error)}
    except Exception as error:
        line = line_in(error, str(file))
        return {"problem": f"'{file}' fails{f' at line {line}' if line else ''}: {describe(error)}"}
    return {**dataclasses.asdict(report), "ok": report.ok, "problem": ""}


if __name__ == "__main__":
    main()
