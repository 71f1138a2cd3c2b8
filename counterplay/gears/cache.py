"""The disk cache of compiled kernels: one file per kernel, game and signature.

Numba's own index holds all signatures of a function in one file: loading it would import every game ever searched, and
its stamp covers one source file. Here the file name is a digest of everything the native code depends on, so nothing
is ever stale, and files are written aside and renamed, so processes that start together cannot disturb each other.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from counterplay.gears.fingerprint import files_digest, function_digest
from counterplay.gears.folder import cache_folder
from counterplay.gears.gametype import GameType, native_dispatcher

if TYPE_CHECKING:
    from counterplay.gears.kernel import Kernel

# Stands in native code whose functions call each other in a circle (a kernel that recurses with arguments of two types):
# Numba cannot load that again, and takes the process down when it tries.
UNRESOLVED = b".numba.unresolved$"

outermost = threading.local()  # .kernel: the kernel that Python called, on this thread


def kept_dispatcher(kernel: Kernel[Any, Any]) -> Any:
    """The dispatcher of a kernel, with its native code on disk."""
    dispatcher = native_dispatcher(kernel.py_func)
    dispatcher._cache = KernelCache(kernel)
    return dispatcher


class KernelCache(_Cache):
    """Numba asks this object before it compiles a kernel, and gives it the result afterwards.

    Only the kernel that Python called is kept: what it calls is part of it, and Numba cannot reload a generator or a
    mutually recursive function on its own.
    """

    def __init__(self, kernel: Kernel[Any, Any]) -> None:
        self.kernel = kernel
        self._sources: tuple[str, bool] | None = None

    @property
    def cache_path(self) -> str:
        """For Numba's statistics."""
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled kernel for this signature, or None; tells the user before a compilation starts."""
        if getattr(outermost, "kernel", None) is not self.kernel:
            return None
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        if path is not None:
            try:
                return CompileResult._rebuild(target_context, *pickle.loads(path.read_bytes()))
            except Exception:
                # No file, a torn disk, a class that has moved: whatever it is, compiling again is right.
                pass
        self.kernel.announce(sig)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a freshly compiled kernel; a disk that is full or read-only only costs the next process time."""
        if getattr(outermost, "kernel", None) is not self.kernel or data.library.has_dynamic_globals:
            return
        path = self._path(sig, data.codegen)
        if path is None:
            return
        try:
            content = pickle.dumps(data._reduce())
            if UNRESOLVED in content:
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".writing-", delete=False) as file:
                try:
                    file.write(content)
                    file.close()
                    os.replace(file.name, path)
                except OSError:
                    os.unlink(file.name)
        except (OSError, pickle.PicklingError, AttributeError, TypeError):
            return

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        """Always on."""

    def flush(self) -> None:
        """Nothing is held in memory."""

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        if not self.kernel.cached:
            return None
        games = [t for t in sig if isinstance(t, GameType)]
        if self._sources is None:
            digest, unchanged = files_digest([self.kernel.py_func.__module__])
            self._sources = digest + function_digest(self.kernel.py_func), unchanged
        digest, unchanged = self._sources
        if not unchanged or not all(g.cacheable for g in games):
            return None
        versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
        flags = (numba.config.BOUNDSCHECK, numba.config.OPT)
        what = repr((self.kernel.name, digest, str(sig), codegen.magic_tuple(), versions, flags))
        return cache_folder() / f"{self.kernel.__name__}-{hashlib.sha256(what.encode()).hexdigest()[:32]}.kernel"
