"""The catalogue as the page shows it: every game with its picture, its traits and what can search it."""

from __future__ import annotations

import logging
import threading
import weakref
from dataclasses import replace
from typing import Any

from counterplay.core import CHANCE, Game, Position, Repetition, Scene
from counterplay.core.files.user_file import describe
from counterplay.draw import scene_svg
from counterplay.games.catalogue import family_title
from counterplay.search.api import ALGORITHMS, fits
from counterplay.search.textbook.textbook_catalogue import FORMS
from counterplay.studio.server.game_library import Library, parameters_of, presets_of

log = logging.getLogger("counterplay.studio")
TRACED = frozenset(form.name for form in FORMS) - {"opponent_model"}  # which asks for a model of the opponent
UNASKED = frozenset({"opponent_model"})
# Pictures of games with their usual parameters, for every studio of this process; a file that is read again has another class.
_pictures: weakref.WeakKeyDictionary[type[Game], str] = weakref.WeakKeyDictionary()
SHOWN_PLIES = 8  # an empty board says little: a few moves are played for the picture


class CatalogueViews:
    """One entry a game, made when it is first asked for."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._entries: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()

    def all(self) -> list[dict[str, Any]]:
        """Every game."""
        return [self.entry(name) for name in self.library.names()]

    def entry(self, name: str) -> dict[str, Any]:
        """One game; a name with parameters or another name for it leads to the same."""
        game = self.library.game(name)
        key = game.catalogue_name()
        with self._lock:
            if key not in self._entries:
                self._entries[key] = _entry(self.library.game(key))
            return self._entries[key]

    def diagrams(self, name: str) -> list[dict[str, str]]:
        """The pictures that teach a game's rules; one that an owner's game cannot draw is left out."""
        usual = self.library.game(self.library.game(name).catalogue_name())
        drawn = []
        for diagram in usual.diagrams:
            try:
                svg = scene_svg(replace(usual.diagram_scene(diagram), notes=()), title=diagram.caption, theme=None)
            except Exception as error:
                log.warning("%s: the diagram '%s' cannot be drawn: %s", usual.spec, diagram.caption, describe(error))
                continue
            drawn.append({"svg": svg, "caption": diagram.caption})
        return drawn


def _entry(game: Game) -> dict[str, Any]:
    return {
        "name": game.catalogue_name(),
        "title": game.title_text,
        "other_names": [*game.aliases, *game.presets],
        "rules": game.rules,
        "kind": kinds(game),
        "players": game.players,
        "chance": game.chance,
        "hidden": game.hidden,
        "zero_sum": game.zero_sum,
        "player_names": list(game.player_names),
        "parameters": parameters_of(game),
        "presets": presets_of(game),
        "svg": _picture(game),
        "algorithms": [a["name"] for a in algorithms(game)],
        "traced": [a["name"] for a in algorithms(game) if a["traced"]],
    }


def kinds(game: Game) -> list[str]:
    """Words by which a game is found."""
    players = {1: "one player", 2: "two players"}.get(game.players, f"{game.players} players")
    words = [players, "dice" if game.chance else "no chance"]
    if game.hidden:
        words.append("hidden information")
    if not game.zero_sum:
        words.append("not zero-sum")
    if game.repetition != Repetition.NOTHING:
        words.append("repetition rule")
    return [*words, family_title(game.family).lower()] if game.family else words


def algorithms(game: Game) -> list[dict[str, Any]]:
    """The searches that take a game."""
    return [
        {"name": name, "about": algorithm.about, "traced": name in TRACED}
        for name, algorithm in ALGORITHMS.items()
        if name not in UNASKED and fits(name, game)
    ]


def _picture(game: Game) -> str:
    """The board some moves into a game; its name where an owner's game cannot be drawn."""
    try:
        if type(game) not in _pictures:
            _pictures[type(game)] = _drawn(game)
        return _pictures[type(game)]
    except Exception as error:
        log.warning("%s cannot be drawn: %s", game.spec, describe(error))
        return scene_svg(Scene.of_text(game.title_text), title=game.title_text, theme=None)


def _drawn(game: Game) -> str:
    """Always after the same moves."""
    position = Position(game)
    for step in range(SHOWN_PLIES):
        choices = position.choices
        if not choices:
            break
        # Steps of a fixed length through the choices look like a game; the first choices are often in one corner.
        index = (5 * step + 3) % len(choices) if position.player != CHANCE else len(choices) // 2
        following = position.play(choices[index])
        if following.outcome() is not None:
            break
        position = following
    return scene_svg(replace(position.scene(), notes=(), buttons={}, scores=()), title=game.title_text, theme=None)
