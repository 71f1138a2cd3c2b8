"""Commands of counterplay in copies of one process, so that what they import is imported once: words in, exit codes out.

Each line of the input is a JSON list: a working directory, then the words. What the command says goes to the file `said` there.
"""

from __future__ import annotations

import json
import os
import sys

from counterplay.cli.main import main
from counterplay.gears.compiler.deferred_numba import engage


def become(words: list[str]) -> None:
    """Let this process be the command."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    said = os.open("said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(said, 1)
    os.dup2(said, 2)
    if "checked" in words:  # a gear that must be chosen before Numba is loaded
        os.execv(sys.executable, [sys.executable, "-m", "counterplay", *words[1:]])
    sys.stdin, sys.argv = open(0, closefd=False), words  # noqa: SIM115  # open for as long as the process lives
    main()


if __name__ == "__main__":
    engage()
    for line in sys.stdin:
        copy = os.fork()
        if copy == 0:
            folder, *words = json.loads(line)
            os.chdir(folder)
            become(words)
            sys.exit()
        print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)
