"""The games that the studio's owner wrote: read from the files named on the command line, and again whenever one changes.

A file that fails does not keep the studio from running: what is wrong with it, and in which line, stands where the game would.
Which files are read is decided when the studio starts; nothing that comes over the wire adds one.
"""

from __future__ import annotations

from pathlib import Path

from counterplay.core import Game, Position, UnknownGame
from counterplay.core.files.user_file import describe, line_in, read_source
from counterplay.games.catalogue import EXAMPLE, find_entry, load_class


class OwnGame:
    """One file: the game that it defines now, or why it defines none."""

    def __init__(self, file: str) -> None:
        self.path = Path(file)
        self.cls: type[Game] | None = None
        self.known_as = ""  # the name of the game that it defined when it last did
        self.problem = ""  # a sentence that names the file and, where there is one, the line
        self._found: type[Game] | None = None
        self._fault = ""
        self._stamp: tuple[int, int] | None = None
        read_source(self.path, "game", UnknownGame, EXAMPLE)  # a name that was mistyped is refused before anything starts
        self.look()

    @property
    def name(self) -> str:
        """By which lists know it: the game's, or the file's where that fails."""
        return self.cls.catalogue_name() if self.cls is not None else self.path.name

    @property
    def version(self) -> str:
        """Another one after every change of the file."""
        return "{:x}-{:x}".format(*self._stamp or (0, 0))

    def look(self) -> bool:
        """Read the file again if it has changed; whether it had."""
        try:
            found = self.path.stat()
            stamp = (found.st_mtime_ns, found.st_size)
        except OSError:
            stamp = (0, 0)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self._found, self._fault = None, ""
        try:
            cls = load_class(self.path)
            self._try(cls)
            self._found, self.known_as = cls, cls.catalogue_name()
        except UnknownGame as error:
            self._fault = str(error)
        except Exception as error:
            line = line_in(error, str(self.path))
            self._fault = f"'{self.path}' fails{f' at line {line}' if line else ''}: {describe(error)}"
        self.offer()
        return True

    def offer(self) -> None:
        """What the file has, as it was read last."""
        self.cls, self.problem = self._found, self._fault

    def refuse(self, problem: str) -> None:
        """Offer no game, for this reason, although the file has one."""
        self.cls, self.problem = None, problem

    def _try(self, cls: type[Game]) -> None:
        """What every page does with a game: one that fails here could only fail later."""
        name = cls.catalogue_name()
        if find_entry(name) is not None:
            raise UnknownGame(f"'{self.path}' defines a game called {name}, and the catalogue has one of that name")
        position = Position(cls())  # without parameters: that is how a catalogue offers it
        position.scene()
        position.names_of(position.choices[:1])
