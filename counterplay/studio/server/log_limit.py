"""A log that nobody can fill: after so many lines at once only one now and then is written, and none is long.

What is logged depends on what others send, so that a page gone mad, or somebody with bad intentions, could fill the disk.
"""

from __future__ import annotations

import asyncio
import logging
import time

AT_ONCE = 100.0  # records
SECONDS_EACH = 10.0  # until another one may be written
LONGEST = 4000  # characters of one, its traceback included
LEFT_OUT = " [from here on most of what is logged is left out]"


class Sparingly(logging.Filter):
    """Lets the first records pass, then one every ten seconds, each with its traceback cut to the end."""

    def __init__(self) -> None:
        super().__init__()
        self._allowed, self._counted = AT_ONCE, time.monotonic()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written."""
        now = time.monotonic()
        self._allowed = min(AT_ONCE, self._allowed + (now - self._counted) / SECONDS_EACH)
        self._counted = now
        if self._allowed < 1:
            return False
        self._allowed -= 1
        shorten(record)
        if self._allowed < 1:
            record.msg += LEFT_OUT
        return True


class Farewell(logging.Filter):
    """Drops what uvicorn says of requests that it gives up when the studio ends: nobody waits for their answers any more."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written."""
        given_up = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
        return not given_up and "timeout graceful shutdown exceeded" not in str(record.msg)


FAREWELL = Farewell()


def shorten(record: logging.LogRecord) -> None:
    """Leave no more of a record than can be read: the beginning of what it says, the end of its traceback."""
    record.msg, record.args = record.getMessage()[:LONGEST], None
    if record.exc_info:
        record.exc_text = logging.Formatter().formatException(record.exc_info)[-LONGEST:]


def limit_log(logger: logging.Logger) -> None:
    """Everything that a logger's handlers write."""
    for handler in logger.handlers:
        handler.addFilter(Sparingly())
