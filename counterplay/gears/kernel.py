"""A kernel: a module-level function whose first argument is a game, run in either gear from one text.

@kernel
def count(game, s, depth): ...

count(game, s, 3)               # compiled, or interpreted where the game cannot be compiled
count.interpreted(game, s, 3)   # ordinary Python, for learning and debugging
count.compiled(game, s, 3)      # compiled, or CannotCompile
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any, Generic, ParamSpec, TypeVar, overload

from counterplay.core import CannotCompile, Game
from counterplay.gears.announcements import announce
from counterplay.gears.compiler.deferred_numba import engage, when_compiling
from counterplay.gears.entry.state_transfer import form_of
from counterplay.gears.explain.out_of_bounds import explained
from counterplay.gears.gear_choice import fall_back, interpreting, is_interpreting
from counterplay.gears.identity.game_identity import token_of
from counterplay.gears.identity.source_text import place_of

P = ParamSpec("P")
R = TypeVar("R")

_refused: dict[Any, CannotCompile] = {}  # (kernel, game identity, classes of arguments) -> why it cannot be compiled


class Kernel(Generic[P, R]):
    """A function in two gears."""

    def __init__(self, function: Callable[P, R], cached: bool = True) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.__name__: str = function.__name__
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.cached = cached  # on disk
        self.compilations = 0  # in this process; 0 on a warm cache
        self.dispatcher: Any  # Numba's, once it is loaded
        self.inner: Any  # by which native code calls it
        when_compiling(self._prepare)

    def _prepare(self, native: ModuleType) -> None:
        self.dispatcher, self.inner = native.kept_dispatchers(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run in the compiled gear; where the game cannot be compiled, say so once and run interpreted."""
        if is_interpreting():
            return self.py_func(*args, **kwargs)
        try:
            return self.compiled(*args, **kwargs)
        except CannotCompile as reason:
            fall_back(args[0] if args else self, reason)
            return self.interpreted(*args, **kwargs)

    def interpreted(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run in plain Python, this kernel and every kernel it calls."""
        with interpreting():
            return self.py_func(*args, **kwargs)

    def compiled(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run natively, or raise CannotCompile with the method and the reason."""
        native = engage()
        game = self._game_among(args)
        form = form_of(game)
        key = (self.name, token_of(game), tuple(map(type, args)))
        if key in _refused:
            raise _refused[key]
        ready = [form(a) if isinstance(a, form.cls) else a for a in args]
        try:
            result = self.dispatcher(*ready, **kwargs)
        except Exception as error:
            if native.is_refusal(error):
                _refused[key] = CannotCompile(native.explain(game, self.__name__, error))
                raise _refused[key] from None
            if isinstance(error, IndexError):
                raise explained(error, game, *(a for a in args if isinstance(a, form.cls))) from None
            raise
        answer: R = form(result) if isinstance(result, form.cls) else result
        return answer

    def warm(self, *args: P.args, **kwargs: P.kwargs) -> float:
        """Compile for arguments like these without running; seconds it took (next to nothing on a warm cache)."""
        native = engage()
        game = self._game_among(args)
        form = form_of(game)
        ready = [form(a) if isinstance(a, form.cls) else a for a in args]
        start = time.perf_counter()
        try:
            self.dispatcher.compile(tuple(map(self.dispatcher.typeof_pyval, ready)))
        except Exception as error:
            if not native.is_refusal(error):
                raise
            raise CannotCompile(native.explain(game, self.__name__, error)) from None
        return time.perf_counter() - start

    def _game_among(self, args: tuple[Any, ...]) -> Game:
        """The first argument."""
        if args and isinstance(args[0], Game):
            return args[0]
        given = f"a {type(args[0]).__name__}" if args else "nothing"
        raise CannotCompile(
            f"{self.__name__} cannot be compiled: it is called with {given} first {place_of(self.py_func)}; a @kernel takes "
            f"the game as its first argument, as in `def {self.__name__}(game, ...)`"
        )

    def announce(self, signature: Any) -> None:
        """Called when a compilation starts: one line for the user."""
        self.compilations += 1
        games = [t.game.spec for t in signature if isinstance(t, engage().GameType)]
        announce(f"{self.__name__} for {', '.join(games)}", self.cached)

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"


@overload
def kernel(function: Callable[P, R]) -> Kernel[P, R]: ...


@overload
def kernel(*, cache: bool) -> Callable[[Callable[P, R]], Kernel[P, R]]: ...


def kernel(function: Any = None, *, cache: bool = True) -> Any:
    """Make a kernel of a function that takes a game first.

    `@kernel(cache=False)` keeps it off the disk: Numba crashes when a second process loads mutually recursive functions.
    """
    if function is None:
        return functools.partial(Kernel, cached=cache)
    return Kernel(function, cache)
