"""What compiled code depends on: a digest of every source file behind a game or a kernel.

Numba's own cache looks at one file's time stamp; an edited helper in another file would leave stale native code. Here
the import statements of each file are followed, and the text of every file reached is part of the identity.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import os
import re
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from counterplay.core import Game

DERIVED = ("_form", "_identity")  # attributes that counterplay adds to a game
OWN = str(Path(__file__).parents[1])  # counterplay's folder
_process_start = time.time()
_loaded_texts: dict[str, str] = {}  # module name -> source text at the moment it was executed, for files loaded by path
_FOREIGN = tuple(
    str(Path(p).resolve()) for p in {sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
)


# Import statements, wherever they stand in a text. A parser would take a tenth of a second at every start; what a pattern
# finds in a comment or a string besides is looked up among the loaded modules, and does no harm.
_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from[ \t]*(\.*)[ \t]*([\w.]*)[ \t]*import\b[ \t]*(\([^)]*\)|[^\n;]*)|import[ \t]+([^\n#;]+))",
    re.MULTILINE,
)
_NAME = re.compile(r"\w+")
_TYPES_ONLY = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t][^\n]*\n|\n)+", re.MULTILINE)  # never imported by a running program


def remember_text(module_name: str, text: str) -> None:
    """Note what a module loaded from a file was made from, so that a later edit cannot be mistaken for it."""
    _loaded_texts[module_name] = text
    module_imports.cache_clear()


def source_file(name: str) -> str | None:
    """The file of a module; our own modules have one whether they are loaded or not.

    An identity must not depend on what else a process has done: a game would be compiled once for those that have drawn
    chess and once for those that have not.
    """
    if name in sys.modules:
        path: str | None = getattr(sys.modules[name], "__file__", None)
        return path if path and path.endswith(".py") else None
    return _own_file(name)


@functools.cache
def _own_file(name: str) -> str | None:
    family, *inner = name.split(".")
    if family != "counterplay" or not inner:
        return None
    place = os.path.join(OWN, *inner)
    return next((path for path in (f"{place}.py", os.path.join(place, "__init__.py")) if os.path.isfile(path)), None)


def source_of(name: str) -> tuple[str, bool] | None:
    """The text a module was made from, and whether the file is unchanged since; None where it has no source file."""
    path = source_file(name)
    if path is None:
        return None
    try:
        text = Path(path).read_text(encoding="utf-8")
        if name in _loaded_texts:
            return _loaded_texts[name], text == _loaded_texts[name]
        return text, Path(path).stat().st_mtime <= _process_start
    except OSError:
        return None


def is_ours(name: str) -> bool:
    """Whether a module can change under our feet: counterplay's and the user's, not an installed library's."""
    path = getattr(sys.modules.get(name), "__file__", None)
    if name.partition(".")[0] == "counterplay":
        return path is not None or source_file(name) is not None
    return path is not None and not str(Path(path).resolve()).startswith(_FOREIGN)


@functools.cache
def module_imports(name: str) -> frozenset[str]:
    """The names of our modules that this one imports, anywhere in its text."""
    source, path = source_of(name), source_file(name)
    if source is None or path is None:
        return frozenset()
    own_place = name if Path(path).name == "__init__.py" else name.rpartition(".")[0]
    package = (getattr(sys.modules.get(name), "__package__", None) or own_place).split(".")
    found: set[str] = set()
    for dots, stem, names, plain in _IMPORT.findall(_TYPES_ONLY.sub("", source[0].replace("\\\n", " "))):
        if plain:
            found.update(part.split()[0] for part in plain.split(",") if part.strip())
            continue
        base = ".".join(package[: len(package) - len(dots) + 1]) if dots else ""
        whole = ".".join(part for part in (base, stem) if part)
        found.add(whole)
        found.update(f"{whole}.{part}" for part in _NAME.findall(names))
    family = name.partition(".")[0]  # the modules of an installed package of games, too, change with a new version
    return frozenset(n for n in found if is_ours(n) or (n in sys.modules and n.partition(".")[0] == family))


def closure(names: Iterable[str]) -> list[str]:
    """Our modules reachable from these by import statements, in a stable order."""
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(module_imports(name))
    return sorted(seen)


def files_digest(names: Iterable[str]) -> tuple[str, bool]:
    """A digest of all source texts reachable from these modules, and whether they are what was executed."""
    digest = hashlib.sha256()
    unchanged = True
    for name in closure(names):
        source = source_of(name)
        if source is not None:
            digest.update(name.encode() + b"\0" + source[0].encode() + b"\0")
            unchanged = unchanged and source[1]
    return digest.hexdigest(), unchanged


def class_modules(cls: type) -> list[str]:
    """The modules that define a class and its bases, Python's own left out."""
    return [c.__module__ for c in cls.__mro__ if c is not object]


def code_digest(cls: type) -> str:
    """A digest of a class as it is now: byte code, the constants it refers to, and class attributes.

    The text of the file does not tell everything: a class typed into a notebook has no file, one made by a function
    depends on that function's variables, and class attributes can be set from outside.
    """
    digest = hashlib.sha256()
    seen: set[int] = set()
    for c in cls.__mro__:
        for name, member in sorted(vars(c).items()) if c is not object else ():
            function = inspect.unwrap(member.__func__ if isinstance(member, staticmethod | classmethod) else member)
            if inspect.isfunction(function):
                digest.update(name.encode() + _function_bytes(function, seen))
            elif not name.startswith("__"):
                digest.update(name.encode() + constant_bytes(member))
    return digest.hexdigest()


def function_digest(function: Callable[..., Any]) -> str:
    """A digest of a function as it is now: what identifies a kernel typed into a notebook, which has no file."""
    return hashlib.sha256(constant_bytes(function)).hexdigest()


def _function_bytes(function: FunctionType, seen: set[int]) -> bytes:
    """A function's byte code, with the constants and the functions of ours that it refers to, each function once."""
    if id(function) in seen:
        return b""
    seen.add(id(function))
    parts = [_code_bytes(function.__code__)]
    referred = [function.__globals__.get(name) for name in _names_in(function.__code__)]
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # a cell that is still empty
            referred.append(cell.cell_contents)
    for value in referred:
        inner = getattr(value, "py_func", value)
        if inspect.isfunction(inner):
            if source_of(inner.__module__) is None or is_ours(inner.__module__):
                parts.append(_function_bytes(inner, seen))
        else:
            parts.append(constant_bytes(value))
    return b"\0".join(parts)


def _names_in(code: CodeType) -> list[str]:
    nested = [name for c in code.co_consts if isinstance(c, CodeType) for name in _names_in(c)]
    return sorted({*code.co_names, *nested})


def _code_bytes(code: CodeType) -> bytes:
    parts = [code.co_code, repr(code.co_names).encode(), repr(code.co_varnames).encode()]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            parts.append(_code_bytes(constant))
        elif isinstance(constant, frozenset):  # its order differs between processes
            parts.append(repr(sorted(map(repr, constant))).encode())
        else:
            parts.append(repr(constant).encode())
    return b"\0".join(parts)


def constant_bytes(value: Any) -> bytes:
    """A constant as bytes, equal for equal values in every process; empty for what native code cannot hold."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str}{value.shape}".encode() + value.tobytes()
    if isinstance(value, tuple):
        return b"(" + b",".join(map(constant_bytes, value)) + b")"
    if isinstance(value, bool | int | float | str | np.generic | np.dtype | Enum) or value is None:
        return f"{type(value).__name__}:{value!r}".encode()
    function = getattr(value, "py_func", value)
    return _function_bytes(function, set()) if inspect.isfunction(function) else b""


def game_identity(game: Game) -> tuple[str, bool]:
    """What makes two games one to the compiler: class, parameters, every source behind them. Second: safe to cache."""
    cls = type(game)
    digest, unchanged = files_digest(class_modules(cls))
    parts = [digest.encode(), code_digest(cls).encode()]
    for name, value in sorted(vars(game).items()):
        if isinstance(value, Game):
            inner, inner_unchanged = game_identity(value)
            parts.append(f"{name}={inner}".encode())
            unchanged = unchanged and inner_unchanged
        elif name not in DERIVED:
            parts.append(name.encode() + b"=" + constant_bytes(value))
    return f"{cls.__module__}.{cls.__qualname__}-{hashlib.sha256(b';'.join(parts)).hexdigest()[:20]}", unchanged
