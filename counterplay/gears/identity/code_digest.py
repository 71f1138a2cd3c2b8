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
import importlib
import inspect
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from counterplay.core import Game
from counterplay.gears.compiler.deferred_numba import loop_forms, twins

HAS_DOCSTRING = 0x4000000  # flag of a code object, from Python 3.13 on; before, the first constant is the docstring or None
FOREIGN = {"numpy", "numba", "llvmlite", "math", "builtins", "typing", "collections"}  # their versions are in every digest
MACHINERY = (
    "compiler.address_code",
    "compiler.cell_loops",
    "compiler.game_type",
    "compiler.intrinsics",
    "compiler.numba_compiling",
    "compiler.regions",
    "entry.action_gathering",
    "entry.state_transfer",
    "explain.method_promises",
)  # modules that make code


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
                self.attribute(self.game, name)
        for form in (*loop_forms.get(function, ()), *([twins[function]] if function in twins else ())):
            self.function(form)

    def attribute(self, game: Game, name: str) -> None:
        """A method or attribute of the game, if it has one of that name."""
        member = inspect.getattr_static(game, name, None)
        if member is None or (id(game), name) in self.seen:
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
            self.value(name, getattr(game, name), ())
        elif member is not vars(Game).get(name):  # to native code it is what it gives now
            with contextlib.suppress(Exception):  # where it fails, nothing is compiled that reads it
                self.value(name, getattr(game, name), ())

    def value(self, name: str, value: Any, names: Iterable[str]) -> None:
        """A constant that code reads, or something through which it reads others by these names."""
        if isinstance(value, ModuleType):
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
            if hasattr(value, "_fields"):
                defaults = getattr(value, "_field_defaults", {})
                self.note(name, repr((value.__name__, value._fields, sorted(defaults.items()))).encode())
            elif issubclass(value, Enum):
                for member in names:
                    if member in value.__members__:
                        self.note(f"{name}.{member}", constant_bytes(value[member]))
            elif value.__module__.partition(".")[0] not in FOREIGN:
                self.members(name, value, names)
        else:
            self.note(name, constant_bytes(value))

    def members(self, name: str, holder: Any, names: Iterable[str]) -> None:
        """What a module or class holds under these names, once each."""
        for member in names:
            if (id(holder), member) not in self.seen and member in vars(holder):
                self.seen.add((id(holder), member))
                self.value(f"{name}.{member}", vars(holder)[member], names)


def plain(value: Any) -> Any:
    """The Python function of a kernel, a dispatcher or a static method."""
    value = getattr(value, "py_func", value)
    return value.__func__ if isinstance(value, staticmethod) else value


@functools.cache
def is_standard(module: ModuleType) -> bool:
    """Whether a module comes with Python: it changes with the version, which is part of every digest."""
    return module.__name__.partition(".")[0] in sys.stdlib_module_names


def names_in(code: CodeType) -> tuple[str, ...]:
    """All names that code looks up: globals, attributes, methods; those of functions within it, too."""
    nested = [name for constant in code.co_consts if isinstance(constant, CodeType) for name in names_in(constant)]
    return tuple(sorted({*code.co_names, *nested}))


def code_bytes(code: CodeType) -> bytes:
    """Byte code with its constants, without its docstring and its place in a file."""
    parts = [code.co_code, repr((code.co_names, code.co_varnames, code.co_argcount, code.co_flags & ~HAS_DOCSTRING)).encode()]
    constants = list(code.co_consts)
    if constants and isinstance(constants[0], str) and (sys.version_info < (3, 13) or code.co_flags & HAS_DOCSTRING):
        constants[0] = None
    for constant in constants:
        if isinstance(constant, CodeType):
            parts.append(code_bytes(constant))
        elif isinstance(constant, frozenset):  # its order differs between processes
            parts.append(repr(sorted(map(repr, constant))).encode())
        else:
            parts.append(repr(constant).encode())
    return b"\0".join(parts)


def constant_bytes(value: Any) -> bytes:
    """A constant as bytes, equal for equal values in every process; only the type of what native code cannot hold."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr}{value.shape}".encode() + hashlib.sha256(value.tobytes()).digest()
    if isinstance(value, tuple):
        return b"(" + b",".join(map(constant_bytes, value)) + b")"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}:".encode() + constant_bytes(value.value)
    if isinstance(value, bool | int | float | str | np.generic | np.dtype) or value is None:
        return f"{type(value).__name__}:{value!r}".encode()
    return type(value).__qualname__.encode()


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


@functools.cache
def machinery_digest() -> bytes:
    """A digest of our own code that makes native code: with another compiler, everything is compiled anew."""
    digest = hashlib.sha256()
    for name in MACHINERY:
        module = importlib.import_module(f"counterplay.gears.{name}")
        for label, member in sorted(vars(module).items()):
            for code in codes_of(member, module.__name__):
                digest.update(label.encode() + code_bytes(code))
            if isinstance(member, str | int) and not label.startswith("__"):
                digest.update(f"{label}={member!r}".encode())
    return digest.digest()


def codes_of(member: Any, module: str) -> list[CodeType]:
    """The code of a function, of an intrinsic or of the methods of a class that is defined in the module."""
    member = getattr(member, "_defn", plain(member))
    if isinstance(member, FunctionType):
        return [member.__code__] if member.__module__ == module else []
    if isinstance(member, type) and member.__module__ == module:
        return [code for _, inner in sorted(vars(member).items()) for code in codes_of(inner, module)]
    return []
