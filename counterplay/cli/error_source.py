"""Whose fault an exception is: one that arose in a game's method is told as a sentence about that method."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from counterplay.check.remedies import missing_rule, remedy
from counterplay.core import Game, Position
from counterplay.core import game as contract
from counterplay.core.files.user_file import describe
from counterplay.games.catalogue import game_files, game_paths


def blamed(error: BaseException) -> str | None:
    """Method, exception, file and line; None where no game had a hand in it."""
    own_files = {str(path) for path in game_paths().values()}
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        code = frame.f_code
        # Numba adds frames for compiled methods that know file, line and name, but no variables.
        if code.co_filename in game_files:
            return _sentence(game_files[code.co_filename].__name__, code.co_name, error, code.co_filename, line)
        itself = frame.f_locals.get("self")
        if isinstance(itself, Position):
            itself = itself.game  # its methods bear the names of those they ask
        if isinstance(itself, Game):
            name = type(itself).__name__
            if isinstance(error, NotImplementedError) and code.co_filename == contract.__file__:
                return f"{name}.{code.co_name} {missing_rule(type(itself), code.co_name)}"
            return _sentence(name, code.co_name, error, code.co_filename, line, remedy(itself, code.co_name, error))
        if code.co_filename in own_files:
            return _sentence(Path(code.co_filename).stem, code.co_name, error, code.co_filename, line)
    return None


def _sentence(game: str, method: str, error: BaseException, path: str, line: int, advice: str = "") -> str:
    place = f"{os.path.relpath(path) if path in game_files else os.path.basename(path)}, line {line}"
    return f"{game}.{method} failed with {describe(error)} ({place}){advice or '; `counterplay check` looks for such faults'}"
