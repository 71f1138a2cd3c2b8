"""Which games this studio offers: those of the catalogue and the files that its owner named. Nothing else is ever loaded.

A specification that comes over the wire is a name with bounded parameters, never a path.
"""

from __future__ import annotations

import inspect
import threading
from collections import OrderedDict
from typing import Any

from counterplay.core import BadNotation, BadParameter, CounterplayError, Game, Position, UnknownGame
from counterplay.core.files.user_file import describe
from counterplay.core.text.name_spelling import spelt
from counterplay.games import game_class, game_names
from counterplay.games.catalogue import Entry, build, find_entry, preset_title, spec_value
from counterplay.studio.server import studio_options
from counterplay.studio.server.own_games import OwnGame

KEPT_GAMES = 64  # made from different specifications
KEPT_POSITIONS = 100  # each with all that were before it
STEPS_BACK = 4  # moves fewer than asked for, at which a remembered position is looked for


class Library:
    """Games by specification, and positions by the moves that lead to them."""

    def __init__(self, files: tuple[str, ...] = ()) -> None:
        self._own = [OwnGame(file) for file in files]
        self._classes: dict[str, type[Game]] = {}  # of the owner's files, by name
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._positions: OrderedDict[tuple[str, str, tuple[int, ...]], Position] = OrderedDict()
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._name_own()

    def own(self) -> list[OwnGame]:
        """The owner's games as their files are now."""
        with self._reading:
            changed = [own for own in self._own if own.look()]
            if changed:
                self._name_own()
                with self._lock:  # made by the rules that the file had before
                    self._games.clear()
                    self._positions.clear()
        return self._own

    def _name_own(self) -> None:
        self._classes = {}
        for own in self._own:
            own.offer()
            if own.cls is None:
                continue
            if own.name in self._classes:
                own.refuse(f"'{own.path}' defines a game called {own.name}, as another of the files does; rename one of them")
            else:
                self._classes[own.name] = own.cls

    def names(self) -> list[str]:
        """Every game on offer, the owner's own first."""
        self.own()
        return [*self._classes, *game_names()]

    def cls(self, name: str) -> type[Game]:
        """The class behind a name."""
        return self._classes[name] if name in self._classes else game_class(name)

    def game(self, spec: str) -> Game:
        """The game that a specification stands for; the same object for the same specification."""
        self.own()
        with self._lock:
            if spec in self._games:
                self._games.move_to_end(spec)
                return self._games[spec]
        made = self._make(spec)
        with self._lock:
            # One object for all ways to write it: the compiler takes two objects for two games.
            game = self._games.setdefault(made.spec, made)
            self._games[spec] = game
            while len(self._games) > KEPT_GAMES:
                self._games.popitem(last=False)
        return game

    def _make(self, spec: str) -> Game:
        if len(spec) > studio_options.LONGEST_SPEC:
            raise UnknownGame(f"a game's name has at most {studio_options.LONGEST_SPEC} characters")
        name, _, parameters = spec.strip().partition(":")
        entry = Entry(spelt(name, self._classes), {})
        if entry.name not in self._classes:
            entry = find_entry(name) or entry
        if entry.name not in self.names():
            broken = next((own.problem for own in self._own if own.problem and name in (own.path.name, own.known_as)), "")
            raise UnknownGame(broken or f"there is no game '{name.strip()[:60]}'; the games are {', '.join(self.names())}")
        for part in parameters.split(","):
            _refuse_large(entry.name, part)
            _refuse_file(self.cls(entry.name), part)
        return build(self.cls(entry.name), parameters, entry.parameters)

    def load(self, game: Game, notation: str | None) -> Position:
        """The position that a notation describes; the first one if there is none."""
        if not notation:
            return Position(game)
        if len(notation) > studio_options.LONGEST_NOTATION:
            raise BadNotation(f"a position has at most {studio_options.LONGEST_NOTATION:,} characters")
        try:
            position = Position.load(game, notation)
            position.outcome(), position.scene()  # what is wrong with it shows now
        except CounterplayError:
            raise
        except Exception as error:  # a notation that the game's own reader did not expect
            raise BadNotation(f"{game.title_text}: this is no position ({describe(error)})") from None
        return position

    def position(self, game: Game, start: str | None, moves: tuple[int, ...]) -> Position:
        """The position after these actions; the ones before it are remembered, so that a variation grows cheaply."""
        key = (game.spec, start or "")
        position, played = None, 0
        with self._lock:
            for length in range(len(moves), max(0, len(moves) - STEPS_BACK), -1):
                known = self._positions.get((*key, moves[:length]))
                if known is not None and known.game is game:
                    position, played = known, length
                    break
        position = position or self.load(game, start)
        for action in moves[played:]:
            position = position.play(action)
        with self._lock:
            self._positions[(*key, moves)] = position
            while len(self._positions) > KEPT_POSITIONS:
                self._positions.popitem(last=False)
        return position


def _refuse_large(name: str, part: str) -> None:
    """A parameter that is a number must be one that a board can have."""
    _, _, value = part.partition("=")
    for word in value.split("-"):
        try:
            number = int(word)
        except ValueError:  # no number; whether one is wanted here the game knows
            continue
        if abs(number) > studio_options.LARGEST_PARAMETER:
            raise BadParameter(
                f"{name}: '{part.strip()[:60]}' is too large; numbers go up to {studio_options.LARGEST_PARAMETER}"
            )


def _refuse_file(cls: type[Game], part: str) -> None:
    """A parameter that may name a file of this machine can only be what it usually is."""
    key, _, value = (word.strip() for word in part.partition("="))
    if key in cls.file_parameters and value != spec_value(inspect.signature(cls.__init__).parameters[key].default):
        raise BadParameter(f"{cls.catalogue_name()}: {key} may name a file, which cannot be chosen in the studio")


def parameters_of(game: Game) -> list[dict[str, Any]]:
    """What a game, made without parameters, can be made with: [{name, default, type}]."""
    kinds = {bool: "yes or no", int: "number", float: "number", str: "text"}
    return [
        {"name": name, "default": spec_value(value), "type": kinds.get(type(value), "numbers")}
        for name, value in game.parameters.items()
        if name not in game.file_parameters
    ]


def presets_of(game: Game) -> list[dict[str, Any]]:
    """The variants of a game, made without parameters, that have a name: [{title, parameters}], with every parameter."""
    usual = game.parameters
    return [
        {
            "title": preset_title(game, preset),
            "parameters": {name: spec_value(value) for name, value in (usual | dict(parameters)).items()},
        }
        for preset, parameters in game.presets.items()
    ]
