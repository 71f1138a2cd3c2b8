"""One studio: everything that its routes share, from the file of games to the threads that search."""

from __future__ import annotations

import time
from collections.abc import Callable

from counterplay.core import Game, Position
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.studio.api.catalogue_view import CatalogueViews
from counterplay.studio.api.editor_view import Editor
from counterplay.studio.server.alarms import Alarms
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.game_reviews import Reviews
from counterplay.studio.server.own_checks import OwnChecks
from counterplay.studio.server.running_games import Games
from counterplay.studio.server.search_queue import Searches, listen_to_compiler
from counterplay.studio.server.studio_options import Options
from counterplay.studio.server.studio_store import Store
from counterplay.studio.server.study_book import Studies
from counterplay.studio.server.study_store import StudyStore
from counterplay.studio.server.tournaments import Tournaments
from counterplay.studio.server.websocket import Pages

PAGE_LOADS = 1.0  # seconds that a browser takes for the first page: what is done meanwhile delays it


class Studio:
    """Opened once by the application, closed with it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.library = Library(options.game_files)
        self.store = Store(options.database)
        self.alarms = Alarms()
        # Apart from each other: somebody who analyses for minutes must not keep an agent from its move.
        self.moves = Searches(options.searches, self.alarms)
        self.studies = Searches(options.searches, self.alarms)
        self.games = Games(options, self.library, self.store, self.moves, self.alarms)
        self.study_rows = StudyStore(self.store)
        self.studies_kept = Studies(self.games, self.library, self.study_rows)
        self.reviews = Reviews(self.games, self.studies, self.study_rows)
        self.editor = Editor(self.library)
        self.tournaments = Tournaments(options, self.library, self.alarms)
        self.own_checks = OwnChecks(self.library, self.alarms)
        self.catalogue = CatalogueViews(self.library)
        self.pages = Pages(self.games, self.library, self.studies)
        self.games.changed = self.pages.tell
        self._deafen: Callable[[], None] = listen_to_compiler()

    def get_ready(self) -> None:
        """The catalogue, which the page asks for first; then, when the page is there, the compiler that a search needs."""
        self.catalogue.cards()
        time.sleep(PAGE_LOADS)
        engage()

    def position(self, spec: str, start: str | None, moves: list[int]) -> Position:
        """A position that a request describes."""
        game: Game = self.library.game(spec)
        return self.library.position(game, start, tuple(moves))

    def close(self) -> None:
        """Stop all searches and let go of the file."""
        self.tournaments.close()
        self.own_checks.close()
        self.reviews.close()
        self.games.close()
        self.moves.close()
        self.studies.close()
        self.alarms.close()
        self._deafen()
        self.store.close()
