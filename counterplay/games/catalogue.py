"""Which games there are, and how a specification such as `hex:size=7` or `my/game.py` leads to one.

A game's module is imported only when it is asked for: the catalogue itself costs nothing.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import math
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from counterplay.core import BadParameter, CounterplayError, Game, UnknownGame
from counterplay.core.userfile import describe, module_name, quoted, read_source, run_source
from counterplay.gears.background import name_game

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
EXAMPLE = "`counterplay new mygame.py` writes an example"

game_files: dict[str, type[Game]] = {}  # path as given -> the class it defines, for errors that name the file
_loaded: dict[tuple[str, str], tuple[ModuleType, type[Game]]] = {}  # (module name, text) -> what the text defined


def named_text(game: Game) -> str | None:
    """What `make_game` makes this game of in another process; None for a class that is nowhere but in memory."""
    name = game.catalogue_name()
    if name in GAMES and type(game) is game_class(name):
        return game.spec
    parameters = game.spec.partition(":")[2]
    for path, found in game_files.items():
        if found is type(game):
            return str(Path(path).resolve()) + (f":{parameters}" if parameters else "")
    return None


name_game.append(named_text)


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
    name, _, parameters = spec.partition(":")
    key = name.strip().lower().replace("-", "_").replace(" ", "_").replace("'", "")
    alias = ALIASES.get(key)
    if alias is not None:
        key, _, preset = alias.partition(":")
        parameters = ",".join(part for part in (preset, parameters) if part)
    if key in GAMES:
        return build(game_class(key), parameters)
    path, parameters = split_path(spec)
    if path.suffix == ".py" or "/" in spec or "\\" in spec or (spec and _exists(path)):
        return build(load_class(path), parameters)
    raise UnknownGame(f"there is no game '{quoted(name)}'{_suggestion(key)}; the games are {', '.join(game_names())}")


def build(cls: type[Game], text: str) -> Game:
    """An instance from parameters written as `size=7,swap=yes`."""
    name = cls.catalogue_name()
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    known = {n: p for n, p in inspect.signature(cls.__init__).parameters.items() if n != "self" and p.kind in by_name}
    given: dict[str, Any] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or key not in known:
            raise BadParameter(f"{name}: '{quoted(part)}' is no parameter; it takes {_takes(known)}")
        given[key] = _convert(name, key, value, _kind(cls, known[key]))
    missing = [n for n, p in known.items() if p.default is inspect.Parameter.empty and n not in given]
    if missing:
        raise BadParameter(f"{name} needs a value for {' and '.join(missing)}; it takes {_takes(known)}")
    try:
        return cls(**given)
    except CounterplayError:
        raise
    except Exception as error:
        shown = f" with '{quoted(text)}'" if text else ""
        raise BadParameter(f"{name} cannot be made{shown}: {describe(error)}") from None


def _takes(parameters: dict[str, inspect.Parameter]) -> str:
    def one(parameter: inspect.Parameter) -> str:
        return parameter.name if parameter.default is inspect.Parameter.empty else f"{parameter.name}={parameter.default}"

    return ", ".join(map(one, parameters.values())) or "none"


def _kind(cls: type[Game], parameter: inspect.Parameter) -> Any:
    """The type a parameter is declared with, or that of its default."""
    try:
        hints = get_type_hints(cls.__init__)
    except Exception:  # an annotation may name anything, or nothing
        hints = {}
    unknown = str if parameter.default is inspect.Parameter.empty else type(parameter.default)
    return hints.get(parameter.name, unknown)


def _convert(game: str, key: str, value: str, kind: Any) -> Any:
    try:
        if kind is bool:
            return {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}[
                value.lower()
            ]
        if kind is float:
            number = float(value)
            if not math.isfinite(number):
                raise ValueError(value)
            return number
        if kind in (int, str):
            return kind(value)
        # tuples of whole numbers are written 1-3-5-7
        return tuple(int(part) for part in value.split("-"))
    except (KeyError, ValueError):
        wanted = {bool: "yes or no", int: "a whole number", float: "a number"}.get(
            kind, "whole numbers joined by -, as in 1-3-5"
        )
        raise BadParameter(f"{game}: {key} must be {wanted}, not '{quoted(value)}'") from None


# --- games in files ---
def load_class(path: Path) -> type[Game]:
    """The one game class that a Python file defines."""
    text = read_source(path, "game", UnknownGame, EXAMPLE)
    name = module_name(path, "game")
    # The same text must give the same classes: to the compiler two games of one text are one, and so are their states.
    if (name, text) not in _loaded:
        module = run_source(path, name, text, UnknownGame)
        _loaded[name, text] = module, _only_game(path, module)
    sys.modules[name], cls = _loaded[name, text]
    game_files[str(path)] = cls
    return cls


def _only_game(path: Path, module: ModuleType) -> type[Game]:
    """The game among a file's classes; a base class that another game of the file extends does not count."""
    own = [c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == module.__name__]
    games = [c for c in dict.fromkeys(own) if issubclass(c, Game)]
    games = [c for c in games if not any(c is not other and issubclass(other, c) for other in games)]
    if len(games) != 1:
        found = ", ".join(c.__name__ for c in games) or "none"
        raise UnknownGame(f"'{path}' must define exactly one subclass of counterplay.Game; found {found}")
    return games[0]


def split_path(spec: str) -> tuple[Path, str]:
    """`my/game.py:size=7` as path and parameters."""
    before, colon, parameters = spec.partition(".py:")
    return Path(before + ".py" if colon else spec), parameters


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long, or with characters no path has
        return False


# --- words ---
def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, [*GAMES, *ALIASES], n=1)
    return f"; did you mean {close[0]}?" if close else ""
