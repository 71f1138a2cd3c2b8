"""Which games there are, and how a specification such as `hex:size=7` or `my/game.py` leads to one.

A game is a file FAMILY/NAME.py beside this one, or FAMILY/NAME/NAME.py where it takes several files; the file's name is the
game's name. So the list of names costs a look at the folders, and a game's module is imported only when it is asked for. Other
names (aliases, and presets with their parameters) stand on the classes.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from counterplay.core import BadParameter, CounterplayError, Game, UnknownGame
from counterplay.core.files.user_file import describe, module_name, quoted, read_source, run_source
from counterplay.core.text.name_spelling import bare_name, guess_or
from counterplay.core.text.text_parameters import read_arguments
from counterplay.gears.background_compiler import name_game

PREFIX = "openspiel"  # of a game that OpenSpiel has: `openspiel:NAME`
EXAMPLE = "`counterplay new mygame.py` writes an example"

_HERE = Path(__file__).parent
game_files: dict[str, type[Game]] = {}  # path as given -> the class it defines, for errors that name the file
_loaded: dict[tuple[str, str], tuple[ModuleType, type[Game]]] = {}  # (module name, text) -> what the text defined


class Entry(NamedTuple):
    """What a name leads to: a game, and the parameters that the name itself stands for."""

    name: str
    parameters: Mapping[str, Any]


# --- the games beside this file ---
@functools.cache
def game_paths() -> dict[str, Path]:
    """The file of every game of the catalogue, by name."""
    found: dict[str, Path] = {}
    for family in _folders(_HERE):
        for path in (*family.glob("*.py"), *(folder / f"{folder.name}.py" for folder in _folders(family))):
            if not path.stem.startswith("_") and path.exists():
                if path.stem in found:
                    raise UnknownGame(f"there are two games called {path.stem}: '{found[path.stem]}' and '{path}'")
                found[path.stem] = path
    return dict(sorted(found.items()))


def _folders(folder: Path) -> list[Path]:
    return [inner for inner in folder.iterdir() if inner.is_dir() and inner.name[0] not in "_."]


def game_names() -> list[str]:
    """Every game of the catalogue."""
    return list(game_paths())


@functools.cache
def game_class(name: str) -> type[Game]:
    """The class behind a name of the catalogue."""
    path = game_paths()[name]
    module = ".".join(path.relative_to(_HERE).with_suffix("").parts)
    return _only_game(path, importlib.import_module(f"counterplay.games.{module}"))


@functools.cache
def family_title(family: str) -> str:
    """What people call a family of games: the beginning of its package's docstring; nothing where there is no family."""
    if not family or not (_HERE / family / "__init__.py").exists():
        return family.replace("_", " ").capitalize()
    told = importlib.import_module(f"counterplay.games.{family}").__doc__ or family.replace("_", " ").capitalize()
    return told.partition(":")[0].strip().rstrip(".")


def find_entry(name: str) -> Entry | None:
    """The game of the catalogue that is meant by a name, an alias or a preset, however it is spelt; None where none is."""
    wanted = bare_name(name)
    for known in game_paths():
        if bare_name(known) == wanted:
            return Entry(known, {})
    if not wanted:
        return None
    # Only a file in which the name stands can declare it: the others need not be imported.
    for known, path in game_paths().items():
        if wanted in _bare_source(path):
            declared = other_names(game_class(known))
            if wanted in declared:
                return Entry(known, declared[wanted])
    return None


@functools.cache
def _bare_source(path: Path) -> str:
    """A game's file without capitals and what stands between words; kept, since every alias is looked for in all of them."""
    return bare_name(path.read_text(encoding="utf-8"))


def other_names(cls: type[Game]) -> dict[str, Mapping[str, Any]]:
    """Aliases and presets of a game in their bare spelling, each with the parameters that it stands for."""
    aliases: dict[str, Mapping[str, Any]] = {bare_name(alias): {} for alias in cls.aliases}
    return aliases | {bare_name(preset): parameters for preset, parameters in cls.presets.items()}


def preset_title(game: Game, preset: str) -> str:
    """A preset in words: `three_mens_morris_with_king_steps` is "Three men's morris with king steps"."""
    own = f"{game.catalogue_name()}_"
    if bare_name(preset) == bare_name(game.title_text):
        return game.title_text
    if preset.startswith(own):
        return f"{game.title_text} {preset.removeprefix(own).replace('_', ' ')}"
    return preset.replace("_", " ").capitalize()


# --- specifications ---
def named_text(game: Game) -> str | None:
    """What `make_game` makes this game of in another process; None for a class that is nowhere but in memory."""
    name = game.catalogue_name()
    if name in game_paths() and type(game) is game_class(name):
        return game.spec
    if name == PREFIX:
        return game.spec
    parameters = game.spec.partition(":")[2]
    for path, found in game_files.items():
        if found is type(game):
            return str(Path(path).resolve()) + (f":{parameters}" if parameters else "")
    return None


name_game.append(named_text)


def make_game(spec: str) -> Game:
    """The game that a name, a name with parameters or a path to a Python file stands for."""
    spec = spec.strip()
    path, of_file = split_path(spec)
    name, _, parameters = spec.partition(":")
    if name == PREFIX:
        from counterplay.games.openspiel_game import made_of

        return made_of(parameters)
    if path.suffix == ".py" or "/" in name or "\\" in name:
        return build(load_class(path), of_file)
    entry = find_entry(name)
    if entry is not None:
        return build(game_class(entry.name), parameters, entry.parameters)
    if spec and _exists(path):
        return build(load_class(path), of_file)
    known = [*game_names(), *_all_other_names(map(game_class, game_names()))]
    which = guess_or(name, known, f"the games are {', '.join(game_names())}")
    raise UnknownGame(f"there is no game '{quoted(name)}'; {which}")


def build(cls: type[Game], text: str, preset: Mapping[str, Any] | None = None) -> Game:
    """An instance from parameters written as `size=7,swap=yes`, which go before those of a preset."""
    name = cls.catalogue_name()
    given = {**(preset or {}), **read_arguments(name, cls.__init__, text, preset)}
    try:
        return cls(**given)
    except CounterplayError:
        raise
    except Exception as error:
        shown = f" with '{quoted(text)}'" if text else ""
        raise BadParameter(f"{name} cannot be made{shown}: {describe(error)}") from None


def spec_value(value: Any) -> str:
    """A parameter's value as it is written in a specification."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


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
    if len(games) == 1:
        return games[0]
    if games:
        names = ", ".join(c.__name__ for c in games)
        raise UnknownGame(f"'{path}' defines {len(games)} games, {names}; a file has one: give each a file of its own")
    lookalike = next((c.__name__ for c in own if hasattr(c, "initial") and hasattr(c, "actions")), "MyGame")
    raise UnknownGame(
        f"'{path}' defines no game; a game is a subclass of Game: `from counterplay import Game`, `class {lookalike}(Game):`"
    )


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
def _all_other_names(classes: Iterable[type[Game]]) -> list[str]:
    return [name for cls in classes for name in (*cls.aliases, *cls.presets)]
