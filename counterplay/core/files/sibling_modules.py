"""Modules beside a user's file: it may import them as a script may, and those of two folders are kept apart.

While a file loads, its folder is looked into before the places that Python knows. What was found there stays with that folder:
a file in another folder that has a module of the same name beside it gets that one.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

_modules: dict[str, dict[str, ModuleType]] = {}  # folder -> what was imported from there, by name
_loading = threading.RLock()


class _Beside(MetaPathFinder):
    """Finds the modules of one folder, for the thread that loads a file there."""

    def __init__(self, folder: str) -> None:
        self.folder, self.thread = folder, threading.get_ident()
        self.found: set[str] = set()

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A module of the folder; one that is called like a module of Python itself would be a trap for everybody else."""
        if path is not None or threading.get_ident() != self.thread or fullname in sys.stdlib_module_names:
            return None
        spec = PathFinder.find_spec(fullname, [self.folder])
        if spec is None or (spec.loader is None and PathFinder.find_spec(fullname) is not None):
            return None  # a folder without __init__.py is a module only where nothing else has the name
        self.found.add(fullname)
        return spec


@contextlib.contextmanager
def importable(folder: Path) -> Iterator[None]:
    """While this lasts, the modules of the folder can be imported; sys.path is as it was."""
    place = str(folder)
    with _loading:
        own = _modules.setdefault(place, {})
        others = [item for other, modules in _modules.items() if other != place for item in modules.items()]
        hidden = {name: sys.modules.pop(name) for name, module in others if sys.modules.get(name) is module}
        for name, module in own.items():
            sys.modules.setdefault(name, module)
        finder = _Beside(place)
        importlib.invalidate_caches()  # a module may have been written a moment ago
        sys.meta_path.insert(0, finder)
        try:
            yield
        except BaseException:
            for name in _names(finder.found):  # someone who mends the file may mend these, too
                del sys.modules[name]
            raise
        else:
            own.update({name: sys.modules[name] for name in _names(finder.found)})
        finally:
            sys.meta_path.remove(finder)
            for name, module in hidden.items():
                sys.modules.setdefault(name, module)


def _names(found: set[str]) -> list[str]:
    """The loaded modules of these names, with what is inside packages."""
    return [name for name in list(sys.modules) if name.partition(".")[0] in found]


def source_digests(path: Path) -> dict[str, str]:
    """File name -> digest of its text, for a user's file and every file beside it that its import statements lead to."""
    folder, waiting, digests = path.parent, [path], dict[str, str]()
    while waiting:
        file = waiting.pop()
        name = file.relative_to(folder).as_posix()
        if name in digests:
            continue
        try:
            text = file.read_bytes()
        except OSError:
            continue
        digests[name] = hashlib.sha256(text).hexdigest()
        waiting += [beside for module in _imported(text) for beside in _files(folder, module)]
    return dict(sorted(digests.items()))


def _imported(text: bytes) -> set[str]:
    """The first parts of the names of all modules that a text imports, anywhere in it."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError):
        return set()
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level]
    return {name.partition(".")[0] for name in names}


def _files(folder: Path, module: str) -> list[Path]:
    """The files of a module beside a file: its own, and those of a package."""
    with contextlib.suppress(OSError):
        return [file for file in (folder / f"{module}.py", *sorted((folder / module).rglob("*.py"))) if file.is_file()]
    return []
