"""Python files of the user's own, a game's or an agent's: read and run so that every fault in them is one sentence."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from counterplay.core.errors import BadNotation, CounterplayError
from counterplay.core.files.sibling_modules import importable

QUOTED = 60  # characters of a user's text that an error repeats


def module_name(path: Path, thing: str) -> str:
    """A name made from the path, the same in every process, so that cached native code finds its classes again."""
    return f"counterplay_{thing}_{path.stem}_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"


def read_source(path: Path, thing: str, error: type[CounterplayError], advice: str = "") -> str:
    """The text of the Python file of a thing ('game'); the advice says where an example is found."""
    shown = quoted(str(path))
    hint = f"; {advice}" if advice else ""
    wanted = f"the Python file of {'an' if thing[0] in 'aeiou' else 'a'} {thing}"
    try:
        if path.is_dir():
            raise error(f"'{shown}' is a directory; give {wanted}")
        if not path.exists():
            raise error(f"there is no file '{shown}'{hint}")
        if path.suffix != ".py":
            raise error(f"'{shown}' is no Python file; its name should end in .py")
        if not path.is_file():
            raise error(f"'{shown}' is no ordinary file; give {wanted}")
        # Some editors begin a file with a byte order mark, which is no Python.
        text = path.read_text(encoding="utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise error(f"'{shown}' is not text in UTF-8, so it is no Python file") from None
    except OSError as failure:
        raise error(f"'{shown}' cannot be read: {failure.strerror or failure}") from None
    if not text.strip():
        raise error(f"'{shown}' is empty{hint}")
    return text


def run_source(path: Path, name: str, text: str, error: type[CounterplayError]) -> ModuleType:
    """The module of that name that a file's text makes, in sys.modules, too; the error names the line that failed.

    It may import the modules beside it.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None  # the suffix is .py
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with importable(path.resolve().parent):
            exec(compile(text, str(path), "exec"), module.__dict__)
    except BaseException as failure:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        if isinstance(failure, KeyboardInterrupt):
            raise
        in_text = isinstance(failure, SyntaxError) and failure.filename == str(path)
        line = failure.lineno if in_text else line_in(failure, str(path))  # type: ignore[attr-defined]
        where = f" at line {line}" if line else ""
        raise error(f"'{path}' fails{where}: {describe(failure)}") from None
    return module


def quoted_path(path: Path) -> str:
    """A path for an error: of a long one its end, which names the file."""
    text = str(path)
    return text if len(text) <= QUOTED else "..." + text[-QUOTED:]


def read_user_text(path: Path, kind: type[CounterplayError] = BadNotation, advice: str = "") -> str:
    """The text of a file that a user has named; one sentence, with the advice, where there is none that can be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise kind(f"there is no file '{quoted_path(path)}'{advice}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise kind(f"'{quoted_path(path)}' cannot be read: line {line} is not text in UTF-8") from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise kind(f"'{quoted_path(path)}' cannot be read: {getattr(error, 'strerror', None) or error}") from None


def describe(error: BaseException) -> str:
    """An exception in one line."""
    if isinstance(error, SystemExit):
        return "it calls sys.exit"
    if isinstance(error, CounterplayError):
        return str(error)
    message = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def line_in(error: BaseException, path: str) -> int | None:
    """The line of a file in which an exception arose, or None where it passed through no line of it."""
    trace, line = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def quoted(text: str) -> str:
    """A user's text, shortened, without line breaks and other characters that would spoil a sentence."""
    shown = printable(text)
    return shown if len(shown) <= QUOTED else shown[: QUOTED - 3] + "..."


def printable(text: str) -> str:
    """A text without line breaks and other characters that would do something to a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)
