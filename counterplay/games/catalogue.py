"""Which games there are, and how a specification such as `hex:size=7` or `my/game.py` leads to one.

A game's module is imported only when it is asked for: the catalogue itself costs nothing.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from typing import Any, get_type_hints

from counterplay.core import BadParameter, CounterplayError, Game, UnknownGame
from counterplay.gears.fingerprint import remember_text

GAMES = {  # name -> module of counterplay.games, class
    "backgammon": ("backgammon", "Backgammon"),
    "checkers": ("checkers", "Checkers"),
    "chess": ("chess", "Chess"),
    "connect_four": ("connect_four", "ConnectFour"),
    "hex": ("hex", "Hex"),
    "kalah": ("kalah", "Kalah"),
    "mnk": ("mnk", "LineGame"),
    "nim": ("nim", "Nim"),
    "nine_mens_morris": ("nine_mens_morris", "NineMensMorris"),
    "othello": ("othello", "Othello"),
    "pig": ("pig", "Pig"),
    "twenty_forty_eight": ("twenty_forty_eight", "TwentyFortyEight"),
}
ALIASES = {  # other names people use
    "2048": "twenty_forty_eight",
    "draughts": "checkers",
    "english_draughts": "checkers",
    "gomoku": "mnk:width=15,height=15,line=5",
    "mancala": "kalah",
    "morris": "nine_mens_morris",
    "reversi": "othello",
    "tic_tac_toe": "mnk",
    "tictactoe": "mnk",
}
TRUTH = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def game_names() -> list[str]:
    """Every game of the catalogue."""
    return sorted(GAMES)


def game_class(name: str) -> type[Game]:
    """The class behind a name of the catalogue."""
    module, cls = GAMES[name]
    found: type[Game] = getattr(importlib.import_module(f"counterplay.games.{module}"), cls)
    return found


def make_game(spec: str) -> Game:
    """The game that a name, a name with parameters or a path to a Python file stands for."""
    spec = spec.strip()
    if spec.split(":")[0].endswith(".py") or "/" in spec or "\\" in spec or Path(spec).is_dir():
        path, _, parameters = spec.partition(".py:")
        return build(load_class(Path(path + ".py" if parameters or spec.endswith(".py:") else spec)), parameters)
    name, _, parameters = spec.partition(":")
    key = name.lower().replace("-", "_").replace(" ", "_").replace("'", "")
    alias = ALIASES.get(key)
    if alias is not None:
        key, _, preset = alias.partition(":")
        parameters = ",".join(part for part in (preset, parameters) if part)
    if key not in GAMES:
        raise UnknownGame(f"there is no game '{name}'{_suggestion(key)}; the games are {', '.join(game_names())}")
    return build(game_class(key), parameters)


def build(cls: type[Game], text: str) -> Game:
    """An instance from parameters written as `size=7,swap=yes`."""
    signature = inspect.signature(cls.__init__).parameters
    known = {n: p for n, p in signature.items() if n != "self"}
    hints = get_type_hints(cls.__init__)
    name = cls.catalogue_name()
    given: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in known:
            takes = ", ".join(f"{n}={p.default}" for n, p in known.items()) or "none"
            raise BadParameter(f"{name}: '{part}' is no parameter; it takes {takes}")
        given[key] = _convert(name, key, value, hints.get(key, type(known[key].default)))
    try:
        return cls(**given)
    except CounterplayError:
        raise
    except Exception as error:
        raise BadParameter(f"{name}: cannot be made with '{text}': {type(error).__name__}: {error}") from None


def _convert(game: str, key: str, value: str, kind: Any) -> Any:
    try:
        if kind is bool:
            return TRUTH[value.lower()]
        if kind in (int, float, str):
            return kind(value)
        # tuples of whole numbers are written 1-3-5-7
        return tuple(int(part) for part in value.split("-"))
    except (KeyError, ValueError):
        kinds = {bool: "yes or no", int: "a whole number", float: "a number"}
        wanted = kinds.get(kind, "whole numbers joined by -, as in 1-3-5")
        raise BadParameter(f"{game}: {key} must be {wanted}, not '{value}'") from None


def load_class(path: Path) -> type[Game]:
    """The one game class that a Python file defines."""
    if path.is_dir():
        raise UnknownGame(f"'{path}' is a directory; give the Python file of a game")
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UnknownGame(f"there is no file '{path}'; `counterplay new {path.name}` would write an example") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UnknownGame(f"'{path}' cannot be read as Python: {error}") from None
    # A name made from the path, the same in every process, so that cached native code finds its state class again.
    module_name = f"counterplay_game_{path.stem}_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise UnknownGame(f"'{path}' is no Python file; its name should end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        exec(compile(text, str(path), "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[module_name]
        if isinstance(error, KeyboardInterrupt):
            raise
        line = error.lineno if isinstance(error, SyntaxError) else _line_in(error, str(path))
        raise UnknownGame(f"'{path}' fails at line {line}: {type(error).__name__}: {error}") from None
    remember_text(module_name, text)
    classes = [c for c in vars(module).values() if inspect.isclass(c) and issubclass(c, Game) and c.__module__ == module_name]
    if len(classes) != 1:
        found = ", ".join(c.__name__ for c in classes) or "none"
        raise UnknownGame(f"'{path}' must define exactly one subclass of counterplay.Game; found {found}")
    return classes[0]


def _line_in(error: BaseException, path: str) -> int | str:
    trace, line = error.__traceback__, "?"
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = str(trace.tb_lineno)
        trace = trace.tb_next
    return line


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, [*GAMES, *ALIASES], n=1)
    return f"; did you mean {close[0]}?" if close else ""
