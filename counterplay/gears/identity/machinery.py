"""What of our own code makes native code, apart from what a game or a kernel reaches itself."""

from __future__ import annotations

import functools
import hashlib
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from counterplay.gears import compiler
from counterplay.gears.identity.code_text import code_bytes, plain
from counterplay.gears.identity.constant_bytes import constant_bytes

GEARS = "counterplay.gears"
BESIDE = (  # modules that make code, besides those of the folder `compiler`
    "cache.kernel_cache",
    "entry.action_gathering",
    "entry.compiled_game",
    "entry.state_transfer",
    "explain.method_promises",
)


def machinery() -> list[str]:
    """The modules that make native code of what a game or a kernel says."""
    return sorted(
        [f"{GEARS}.compiler.{module.name}" for module in pkgutil.iter_modules(compiler.__path__)]
        + [f"{GEARS}.{name}" for name in BESIDE]
    )


@functools.cache
def machinery_digest() -> bytes:
    """A digest of these modules: with another compiler, everything is compiled anew."""
    digest = hashlib.sha256()
    for name in machinery():
        module = importlib.import_module(name)
        for label, member in sorted(vars(module).items()):
            for part in parts_of(member, name):
                digest.update(label.encode() + part)
            if label.isupper():  # all others are filled while a process runs
                digest.update(f"{label}=".encode() + setting_bytes(member))
    return digest.digest()


def parts_of(member: Any, module: str) -> Iterator[bytes]:
    """The code of a function, of an intrinsic, or of the methods of a class that is defined in the module."""
    member = inspect.unwrap(getattr(member, "_defn", plain(member)))
    for inner in (member.fget, member.fset) if isinstance(member, property) else (member,):
        if isinstance(inner, FunctionType) and inner.__module__ == module:
            yield code_bytes(inner.__code__)
            yield from map(setting_bytes, (inner.__defaults__, inner.__kwdefaults__))
        elif isinstance(inner, type) and inner.__module__ == module:
            for name, part in sorted(vars(inner).items()):
                yield from parts_of(part, module)
                if not name.startswith("__"):
                    yield name.encode() + setting_bytes(part)


def setting_bytes(value: Any) -> bytes:
    """A setting: a constant, or several of them in any container."""
    if isinstance(value, dict):
        return b"{" + b",".join(setting_bytes(item) for item in value.items()) + b"}"
    if isinstance(value, set | frozenset):
        return b"{" + b",".join(sorted(map(setting_bytes, value))) + b"}"
    if isinstance(value, tuple | list):
        return b"(" + b",".join(map(setting_bytes, value)) + b")"
    if isinstance(value, FunctionType | CodeType):
        return value.__name__.encode() if isinstance(value, FunctionType) else value.co_name.encode()
    return constant_bytes(value)
