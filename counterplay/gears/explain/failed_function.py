"""Which function it was that could not be compiled: Numba's error names the outermost, its events tell of all.

Numba announces when it begins to compile a function and when it has finished; the functions it calls are compiled in
between. What
failed is kept, for each thread, until `failed_chain` asks.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from numba.core import event

_here = threading.local()  # .stack: what is being compiled, outermost first; .failed: the last outermost failure


@dataclass(eq=False)
class Attempt:
    """One function, compiled for some types, and the failures inside it."""

    function: Any  # the Python function
    types: tuple[Any, ...]
    error: BaseException | None = None
    inner: list[Attempt] = field(default_factory=list)


class _Failures(event.Listener):  # type: ignore[misc]
    def on_start(self, event: Any) -> None:
        """A function begins to be compiled."""
        _stack().append(Attempt(event.data["dispatcher"].py_func, tuple(event.data["args"])))

    def on_end(self, event: Any) -> None:
        """It has been compiled, or not."""
        stack = _stack()
        ended = stack.pop()
        around = stack[-1].inner if stack else []
        # Numba tries more than once, with other types: what has come right in the end was no failure, and what fails again
        # may do so without another look at what it calls.
        before = [attempt for attempt in around if attempt.function.__code__ is ended.function.__code__]
        around[:] = [attempt for attempt in around if attempt not in before]
        if event._exc_details is not None:  # Numba's own `is_failed` asks it the wrong way round
            ended.error = event._exc_details[1]
            ended.inner = ended.inner or [inner for attempt in before for inner in attempt.inner]
            around.append(ended)
            if not stack:
                _here.failed = ended


def _stack() -> list[Attempt]:
    if not hasattr(_here, "stack"):
        _here.stack = []
    stack: list[Attempt] = _here.stack
    return stack


event.register("numba:compile", _Failures())


def failed_with(error: BaseException) -> bool:
    """Whether an exception came out of a compilation, and not out of a function that ran."""
    failed: Attempt | None = getattr(_here, "failed", None)
    return failed is not None and failed.error is error


def failed_chain(error: BaseException) -> list[Attempt]:
    """The function whose compilation ended with this error, what failed inside it, and so on to the innermost one."""
    failed: Attempt | None = _here.failed if failed_with(error) else None
    _here.failed = None
    chain = []
    while failed is not None:
        chain.append(failed)
        failed = failed.inner[-1] if failed.inner else None
    return chain
