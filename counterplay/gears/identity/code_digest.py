"""What native code is made from: a digest of the code that a function reaches, and of the values that it reads.

The loaded code is looked at, not its file: comments, docstrings, pictures and functions that nothing compiled calls make
no difference, and an edit after loading cannot be mistaken for what runs. From a function, every name in it is followed: to
functions and what they reach, to constants, through modules (`other.LIMIT`), and, where a game is given, to the methods and
attributes of that game. A name that means something else in one place costs a compilation that was not needed; none is
ever missed.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.gears.compiler.deferred_numba import loop_forms, twins
from counterplay.gears.identity.code_text import code_bytes, names_in, plain
from counterplay.gears.identity.constant_bytes import FOREIGN, constant_bytes, full_name
from counterplay.gears.identity.machinery import machinery_digest


def reached_from(function: Callable[..., Any], game: Game | None = None) -> list[Any]:
    """The functions that a function reaches, for a game if it takes one, and itself."""
    reach = Reach(game)
    reach.function(function)
    return reach.functions


def reach_digest(function: Callable[..., Any], game: Game | None = None) -> str:
    """A digest of everything that decides what a function compiles to, for a game if it takes one."""
    reach = Reach(game)
    reach.function(function)
    return hashlib.sha256(reach.digest.digest() + machinery_digest()).hexdigest()


class Reach:
    """A walk over the code that a function reaches."""

    def __init__(self, game: Game | None) -> None:
        self.game = game
        self.digest = hashlib.sha256()
        self.seen: set[Any] = set()
        self.functions: list[Any] = []  # as they were reached
        if game is not None:
            self.note("state", state_text(game).encode())

    def note(self, name: str, content: bytes) -> None:
        """Add something by a name; its length keeps two things from running into one."""
        self.digest.update(f"{name}:{len(content)}:".encode() + content)

    def function(self, function: Any) -> None:
        """A function with all that it reaches, once."""
        function = plain(function)
        if id(function) in self.seen:
            # By its place among all: another name for it, or another function under this name, makes a difference.
            self.note("again", str(self.functions.index(function)).encode())
            return
        self.seen.add(id(function))
        self.functions.append(function)
        names = names_in(function.__code__)
        self.note("code", code_bytes(function.__code__))
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.value("default", default, names)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            with contextlib.suppress(ValueError):  # a cell that is still empty
                self.value(name, cell.cell_contents, names)
        for name in names:
            if name in function.__globals__:
                self.value(name, function.__globals__[name], names)
            if self.game is not None:
                self.attribute(self.game, name, names)
        for form in (*loop_forms.get(function, ()), *([twins[function]] if function in twins else ())):
            self.function(form)

    def attribute(self, game: Game, name: str, names: Iterable[str] = ()) -> None:
        """A method or attribute of the game, if it has one of that name; others may be read through it by `names`."""
        member = inspect.getattr_static(game, name, None)
        if member is None or ((id(game), name) in self.seen and not isinstance(member, ModuleType | type)):
            return
        self.seen.add((id(game), name))
        function = member.__func__ if isinstance(member, staticmethod | classmethod) else member
        if inspect.isfunction(function):
            self.note("method", name.encode())
            self.function(function)
        elif name in type(game).tunables:
            array, place = np.asarray(getattr(game, name)), type(game).tunables.index(name)
            self.note(name, f"{place}{array.dtype.str}{array.shape}".encode())
        elif not isinstance(member, property):
            self.value(name, getattr(game, name), names)
        elif member is not vars(Game).get(name):  # to native code it is what it gives now
            with contextlib.suppress(Exception):  # where it fails, nothing is compiled that reads it
                self.value(name, getattr(game, name), names)

    def value(self, name: str, value: Any, names: Iterable[str]) -> None:
        """A constant that code reads, or something through which it reads others by these names."""
        if isinstance(value, ModuleType):
            self.note(name, value.__name__.encode())
            if value.__name__.partition(".")[0] not in FOREIGN and not is_standard(value):
                self.members(name, value, names)
        elif inspect.isfunction(plain(value)):
            self.function(value)
        elif isinstance(value, Game):
            inner = Reach(value)
            inner.seen, inner.functions = self.seen, self.functions
            for attribute in dir(value):
                inner.attribute(value, attribute)
            self.note(name, inner.digest.digest())
        elif isinstance(value, type):
            self.class_read(name, value, names)
        elif isinstance(value, tuple) and leads_on(value):
            self.note(name, repr((type(value).__qualname__, getattr(value, "_fields", ()), len(value))).encode())
            for place, part in enumerate(value):
                self.value(f"{name}[{place}]", part, names)
        elif hasattr(value, "_defn"):  # an intrinsic, which runs while something is compiled
            self.note(name, code_bytes(value._defn.__code__))
        else:
            self.note(name, self.constant(value))

    def class_read(self, name: str, value: type, names: Iterable[str]) -> None:
        """A class that code reads."""
        self.note(name, full_name(value).encode())
        if hasattr(value, "_fields"):
            self.note(f"{name} fields", repr(value._fields).encode())
            for field, default in sorted(getattr(value, "_field_defaults", {}).items()):
                self.value(f"{name}.{field}", default, names)
        elif issubclass(value, Enum):
            for member in names:
                if member in value.__members__:
                    self.note(f"{name}.{member}", constant_bytes(value[member]))
        elif value.__module__.partition(".")[0] not in FOREIGN:
            self.members(name, value, names)

    def constant(self, value: Any) -> bytes:
        """A constant as bytes."""
        return constant_bytes(value)

    def members(self, name: str, holder: Any, names: Iterable[str]) -> None:
        """What a module or class holds under these names, once each."""
        for member in names:
            if (id(holder), member) not in self.seen and member in vars(holder):
                self.seen.add((id(holder), member))
                self.value(f"{name}.{member}", vars(holder)[member], names)


def leads_on(value: Any) -> bool:
    """Whether more is read through a value than it says itself."""
    if isinstance(value, tuple):
        return any(map(leads_on, value))
    return isinstance(value, ModuleType | Game | type) or inspect.isfunction(plain(value)) or hasattr(value, "_defn")


@functools.cache
def is_standard(module: ModuleType) -> bool:
    """Whether a module comes with Python: it changes with the version, which is part of every digest."""
    return module.__name__.partition(".")[0] in sys.stdlib_module_names


def state_text(game: Game) -> str:
    """The form of a game's states: names, types and shapes of their fields."""
    try:
        state = game.initial()
    except NotImplementedError:
        return ""  # a game without rules, which nothing can be compiled for
    if not hasattr(state, "_fields"):
        return type(state).__name__
    named = zip(state._fields, state, strict=True)
    return repr([(name, type(f).__name__, getattr(f, "dtype", None), getattr(f, "shape", None)) for name, f in named])
