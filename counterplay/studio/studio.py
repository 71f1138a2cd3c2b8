"""One studio: everything that its routes share, from the file of games to the threads that search."""

from __future__ import annotations

import time
from collections.abc import Callable

from counterplay.core import Game, Position
from counterplay.gears.deferred import engage
from counterplay.studio.alarms import Alarms
from counterplay.studio.catalogue import CatalogueViews
from counterplay.studio.compiling import Compiler
from counterplay.studio.games import Games
from counterplay.studio.library import Library
from counterplay.studio.live import Pages
from counterplay.studio.options import Options
from counterplay.studio.searches import Searches, listen_to_compiler
from counterplay.studio.store import Store

PAGE_LOADS = 1.0  # seconds that a browser takes for the first page: what is done meanwhile delays it


class Studio:
    """Opened once by the application, closed with it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.library = Library(options.game_files)
        self.store = Store(options.database)
        self.alarms = Alarms()
        self.compiler = Compiler(options.game_files, options.searches)
        # Apart from each other: somebody who analyses for minutes must not keep an agent from its move.
        self.moves = Searches(options.searches, self.alarms, compiler=self.compiler)
        self.studies = Searches(options.searches, self.alarms, compiler=self.compiler)
        self.games = Games(options, self.library, self.store, self.moves, self.alarms)
        self.catalogue = CatalogueViews(self.library)
        self.pages = Pages(self.games, self.library, self.studies)
        self.games.changed = self.pages.tell
        self._deafen: Callable[[], None] = listen_to_compiler()

    def get_ready(self) -> None:
        """The catalogue, which the page asks for first; then, when the page is there, the compiler that a search needs."""
        self.catalogue.all()
        time.sleep(PAGE_LOADS)
        engage()

    def position(self, spec: str, start: str | None, moves: list[int]) -> Position:
        """A position that a request describes."""
        game: Game = self.library.game(spec)
        return self.library.position(game, start, tuple(moves))

    def close(self) -> None:
        """Stop all searches and let go of the file."""
        self.games.close()
        self.moves.close()
        self.studies.close()
        self.compiler.close()
        self.alarms.close()
        self._deafen()
        self.store.close()
