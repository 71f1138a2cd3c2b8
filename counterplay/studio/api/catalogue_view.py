"""The catalogue as the page shows it: a card a game, and for the page of one game everything that is known of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from counterplay.core import Game, Repetition
from counterplay.core.files.user_file import describe
from counterplay.draw import scene_svg
from counterplay.games.catalogue import family_title, game_names
from counterplay.lessons.worked import LESSONS
from counterplay.search.api import ALGORITHMS, fits
from counterplay.search.textbook.textbook_catalogue import FORMS
from counterplay.studio.api.picture_view import Shade, cover_picture
from counterplay.studio.server.catalogue_cache import CatalogueCache
from counterplay.studio.server.game_library import Library, parameters_of, presets_of
from counterplay.studio.server.own_games import OwnGame

log = logging.getLogger("counterplay.studio")
TRACED = frozenset(form.name for form in FORMS) - {"opponent_model"}  # which asks for a model of the opponent
UNASKED = frozenset({"opponent_model"})
LENGTHS = ((30, "short"), (100, "medium"))  # plies that a game takes at most, and what such games are called; others are long
SMALL_TREE = 16  # plies; games that end by then can be searched to the end while one looks


class CatalogueViews:
    """Cards and entries; those of the catalogue's own games are made once, those of the owner's whenever a file changes."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._cache = CatalogueCache()
        self._cards: list[dict[str, Any]] | None = None
        self._lock = threading.Lock()

    def cards(self) -> list[dict[str, Any]]:
        """Every game, the owner's first; of a file that fails there is a card that says why."""
        return [*self.own_cards(), *self._catalogue_cards()]

    def own_cards(self) -> list[dict[str, Any]]:
        """The games of the files that the owner named."""
        return [self._own_card(own) for own in self.library.own()]

    def _catalogue_cards(self) -> list[dict[str, Any]]:
        with self._lock:
            if self._cards is None:
                self._cards = self._cache.cards(lambda: [card(self.library.game(name)) for name in game_names()])
                for each in self._cards:
                    each["picture"] = picture_address(each["name"], self._cache.version)
            return self._cards

    def _own_card(self, own: OwnGame) -> dict[str, Any]:
        if own.cls is None:
            return {"name": own.name, "title": own.path.name, "own": True, "file": str(own.path), "problem": own.problem}
        try:
            made = card(self.library.game(own.name))
        except Exception as error:
            own.refuse(f"'{own.path}' fails: {describe(error)}")
            return self._own_card(own)
        return made | {"own": True, "file": str(own.path), "picture": picture_address(own.name, own.version)}

    def entry(self, name: str) -> dict[str, Any]:
        """One game; a name with parameters or another name for it leads to the same."""
        game = self.library.game(self.library.game(name).catalogue_name())
        own = self._own_of(game.catalogue_name())
        about = {"own": own is not None, "file": "" if own is None else str(own.path)}
        picture = picture_address(game.catalogue_name(), self.version(game.catalogue_name()))
        return card(game) | details(game) | about | {"picture": picture}

    def version(self, name: str) -> str:
        """Of all that a game's picture depends on."""
        own = self._own_of(name)
        return self._cache.version if own is None else own.version

    def _own_of(self, name: str) -> OwnGame | None:
        return next((own for own in self.library.own() if own.cls is not None and own.name == name), None)

    def picture(self, name: str, shade: Shade) -> str:
        """What a game looks like, as SVG."""
        if name in game_names():
            return self._cache.picture(name, shade, lambda: cover_picture(self.library.game(name), shade))
        return cover_picture(self.library.game(name), shade)

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
            drawn.append({"svg": svg, "caption": diagram.caption, "position": diagram.position})
        return drawn


def picture_address(name: str, version: str) -> str:
    """Where a game's picture is, without its shade; another version has another address, so a browser may keep it."""
    return f"/pictures/{name}/{{shade}}.svg?v={version}"


def card(game: Game) -> dict[str, Any]:
    """What a list shows of a game, and what it is found by."""
    published = game.published
    lessons = lessons_of(game)
    known = vars(type(game))  # a game made from another one inherits its rules, but not what is known of it
    return {
        "name": game.catalogue_name(),
        "title": game.title_text,
        "other_names": [*game.aliases, *game.presets],
        "family": family_title(game.family),
        "players": game.players,
        "chance": game.chance,
        "hidden": game.hidden,
        "zero_sum": game.zero_sum,
        "length": length(known.get("usual_plies", 0)),
        "plies": known.get("usual_plies", 0),
        "solved": known.get("solved", ""),
        "classic": known.get("classic", False),
        "lesson": bool(lessons) or game.max_plies <= SMALL_TREE,
        "designer": published.designer if published else "",
        "year": published.year if published else None,
        "own": False,
        "file": "",
        "problem": "",
        "picture": "",
    }


def details(game: Game) -> dict[str, Any]:
    """What the page of a game shows besides."""
    published = game.published
    searches = algorithms(game)
    return {
        "rules": game.rules,
        "kind": kinds(game),
        "also_called": [name.replace("_", " ") for name in game.aliases],
        "publisher": published.publisher if published else "",
        "player_names": list(game.player_names),
        "parameters": parameters_of(game),
        "presets": [preset | {"about": preset_words(game, preset["parameters"])} for preset in presets_of(game)],
        "lessons": lessons_of(game),
        "algorithms": [a["name"] for a in searches],
        "traced": [a["name"] for a in searches if a["traced"]],
    }


def kinds(game: Game) -> list[str]:
    """A game's traits in words."""
    players = {1: "one player", 2: "two players"}.get(game.players, f"{game.players} players")
    words = [players, "dice" if game.chance else "no chance"]
    if game.hidden:
        words.append("hidden information")
    if not game.zero_sum:
        words.append("not zero-sum")
    if game.repetition != Repetition.NOTHING:
        words.append("repetition rule")
    return [*words, family_title(game.family).lower()] if game.family else words


def length(plies: int) -> str:
    """How long a game takes, in a word; nothing where nobody has counted."""
    if plies == 0:
        return ""
    return next((word for most, word in LENGTHS if plies <= most), "long")


def lessons_of(game: Game) -> list[dict[str, str]]:
    """The worked examples that a game stands in."""
    name = game.catalogue_name()
    return [{"name": lesson.name, "title": lesson.title} for lesson in LESSONS.values() if name in lesson.games]


def preset_words(game: Game, parameters: Mapping[str, str]) -> str:
    """How a variant differs from the usual rules: "size 9, without swap"."""
    usual = {parameter["name"]: parameter["default"] for parameter in parameters_of(game)}
    words = []
    for name, value in parameters.items():
        if name in usual and value != usual[name]:
            shown = name.replace("_", " ")
            words.append({"yes": f"with {shown}", "no": f"without {shown}"}.get(value, f"{shown} {value}"))
    return ", ".join(words) or "the usual rules"


def algorithms(game: Game) -> list[dict[str, Any]]:
    """The searches that take a game."""
    return [
        {"name": name, "about": algorithm.about, "traced": name in TRACED}
        for name, algorithm in ALGORITHMS.items()
        if name not in UNASKED and fits(name, game)
    ]
