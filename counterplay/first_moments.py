"""The command's first moments: while Python still imports, Ctrl-C ends it without a word.

`counterplay` imports this before anything else. It does nothing in programs that merely use counterplay.
"""

import os
import signal
import sys
from types import FrameType

STOPPED = 130  # exit code after Ctrl-C, as shells report it


def is_the_command() -> bool:
    """Whether this process was started as `counterplay` or as `python -m counterplay`."""
    program = sys.argv[0] if sys.argv else ""
    if program == "-m":  # what Python calls a module that it still looks for
        _, _, after = " ".join(sys.orig_argv).partition(" -m ")
        return after.split(" ")[0] == "counterplay"
    return os.path.basename(program).removesuffix(".exe") == "counterplay"


def leave_quietly(number: int, frame: FrameType | None) -> None:
    """End at once: an exception out of the middle of an import would be a traceback, or be swallowed by some library."""
    os._exit(STOPPED)


# A process that was told to ignore Ctrl-C, as a shell does with what runs in the background, goes on ignoring it.
if is_the_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, leave_quietly)
