"""An engine that another program drives by lines of text: what the Universal Chess Interface and its relatives share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from counterplay.core import CounterplayError, Game, Position
from counterplay.core.files.user_file import quoted
from counterplay.gears import announce_compilation
from counterplay.search.api import Search
from counterplay.search.engine.driver import SMALLEST_TABLE_MB
from counterplay.search.precompile import BRIEF

AUTHOR = "the counterplay developers"


class RunningSearch(Protocol):
    """A search on a thread of its own."""

    def stop(self) -> None:
        """Answer at once."""

    def join(self) -> None:
        """Wait for the answer."""


def warm_up(game: Game) -> None:
    """Compile, or load, everything that a search calls."""
    Search(Position(game), BRIEF, "engine", table_mb=SMALLEST_TABLE_MB).result()


class LineEngine:
    """One conversation with another program; `write` sends a line to it. A subclass says what each command does."""

    def __init__(self, write: Callable[[str], None], game: Game) -> None:
        self.write = write
        self.warmed_game = game
        self._warm = self._new_warm_up()
        self._commands: dict[str, Callable[[list[str]], None]] = {}
        self._ended = False  # a line was such that the conversation is over

    def say(self, sentence: str) -> None:
        """A remark, in the form that programs show to people."""
        raise NotImplementedError

    def running(self) -> RunningSearch | None:
        """The last search that was started."""
        raise NotImplementedError

    def run(self, lines: Iterable[str]) -> None:
        """Obey the lines until `quit` or their end."""
        announce_compilation.append(self.say)
        try:
            self._warm.start()
            for line in lines:
                words = self.words_of(line)
                if words and words[0] == "quit":
                    break
                self.obey(words)
                if self._ended:
                    break
        finally:
            search = self.running()
            if search is not None:
                search.stop()
                search.join()
            announce_compilation.remove(self.say)

    def words_of(self, line: str) -> list[str]:
        """The words of a line."""
        return line.split()

    def obey(self, words: list[str]) -> None:
        """One command; nothing in it can do more harm than a sentence."""
        if not words:
            return
        command = self._commands.get(words[0])
        if command is None:
            self.misunderstand(f"'{quoted(words[0])}' is no command; there are {', '.join(self._commands)} and quit")
            return
        try:
            command(words[1:])
        except CounterplayError as error:
            self.complain(f"{words[0]}: {error}")

    def complain(self, sentence: str) -> None:
        """What is wrong with a command."""
        self.say(sentence)

    def misunderstand(self, sentence: str) -> None:
        """A line that is no command."""
        self.say(sentence)

    def do_isready(self, _: list[str]) -> None:
        """Answered when everything is compiled, and at once while a search runs."""
        self._warm.join()
        self.write("readyok")

    def warm_another(self, game: Game) -> None:
        """From now on another game is played: compile it, beside the conversation."""
        self.warmed_game = game
        self._warm = self._new_warm_up()
        self._warm.start()

    def _new_warm_up(self) -> threading.Thread:
        return threading.Thread(target=self._warm_up, name="counterplay-warm", daemon=True)

    def _warm_up(self) -> None:
        try:
            warm_up(self.warmed_game)
        except Exception as error:  # the first search meets the same fault, and tells it
            self.say(f"compiling failed: {error}")
