"""counterplay as an arimaa engine: the Arimaa Engine Interface, version 1 (B. Haskin, 2008).

It resembles the Universal Chess Interface, whose code it shares. A turn is one message; how long it takes follows from the
options tcmove, tcturntime and depth. What is no command is an error that ends the conversation, as the protocol wants it; a
command that cannot be obeyed is answered with `log Error:` and changes nothing. The engine does not ponder.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

from counterplay.core import BadNotation, BadParameter, Limit, Position
from counterplay.core.limit import LONGEST_SECONDS, UNLIMITED_DEPTH
from counterplay.games.chess_like.arimaa.arimaa import Arimaa
from counterplay.protocols.aei_search import AeiSearch
from counterplay.protocols.aei_turn import whole_turn
from counterplay.protocols.line_engine import AUTHOR, LineEngine
from counterplay.protocols.uci_go import read_number
from counterplay.protocols.uci_options import HASH, read_option
from counterplay.protocols.uci_search import Settings

USUAL_SECONDS = 10.0  # of a turn, where no option says anything
SHARE = 0.9  # of the time for a turn that is used
LIMITS = ("tcmove", "tcturntime", "depth")  # options that say how long a turn may take; 0: no limit
# Options of the protocol that make no difference here.
IGNORED = (
    "tcreserve", "tcpercent", "tcmax", "tctotal", "tcturns", "greserve", "sreserve", "wreserve", "breserve", "gused", "sused",
    "wused", "bused", "lastmoveused", "moveused", "opponent", "opponent_rating", "rating", "rated", "event",
)  # fmt: skip


class AeiEngine(LineEngine):
    """One conversation with a controller; `write` sends a line to it."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self.game = Arimaa()
        super().__init__(write, self.game)
        self.position = Position(self.game)
        self.settings = Settings()
        self.limits = dict.fromkeys(LIMITS, 0)
        self.search: AeiSearch | None = None
        self._commands = {
            "aei": self.do_aei,
            "isready": self.do_isready,
            "newgame": self.do_newgame,
            "setposition": self.do_setposition,
            "setoption": self.do_setoption,
            "makemove": self.do_makemove,
            "go": self.do_go,
            "stop": self.do_stop,
        }

    def words_of(self, line: str) -> list[str]:
        """The words of a line; a board in brackets is one word, spaces and all."""
        before, bracket, rest = line.partition("[")
        return before.split() + ([bracket + rest.rstrip()] if bracket else [])

    def say(self, sentence: str) -> None:
        """A remark, for the controller's log."""
        self.write(f"log {' '.join(sentence.split())}")

    def complain(self, sentence: str) -> None:
        """What is wrong with a command."""
        self.say(f"Error: {sentence}")

    def misunderstand(self, sentence: str) -> None:
        """A line that is no command ends the conversation."""
        self.complain(sentence)
        self._ended = True

    def running(self) -> AeiSearch | None:
        """The last search that was started."""
        return self.search

    # --- the commands ---
    def do_aei(self, _: list[str]) -> None:
        """Who this is."""
        self.write("protocol-version 1")
        self.write("id name counterplay")
        self.write(f"id author {AUTHOR}")
        self.write(f"id version {version('counterplay')}")
        self.write("aeiok")

    def do_newgame(self, _: list[str]) -> None:
        """An empty board."""
        self._end_search()
        self.settings.forget()
        self.position = Position(self.game)

    def do_setposition(self, words: list[str]) -> None:
        """Another position: the side to move and the board in brackets."""
        self._end_search()
        self.position = Position.load(self.game, " ".join(words))

    def do_setoption(self, words: list[str]) -> None:
        """Set an option, for the searches to come."""
        name, value = read_option(words)
        key = name.lower()
        if key == HASH.name.lower():
            self.settings.set(HASH, HASH.read(value))
        elif key in LIMITS:
            self.limits[key] = read_number(value)
        elif key not in IGNORED:
            self.say(f"Warning: there is no option '{name[:40]}'; there are hash, {', '.join(LIMITS)}")

    def do_makemove(self, words: list[str]) -> None:
        """Play a turn."""
        self._end_search()
        self.position = whole_turn(self.game, self.position, words)

    def do_go(self, words: list[str]) -> None:
        """Start a search."""
        if words == ["ponder"]:
            self.say("Debug: this engine does not think on the other side's time")
            return
        if words:
            raise BadNotation("go stands alone, or before ponder")
        if self.search is not None and self.search.running:
            raise BadParameter("a search is under way; stop it first")
        outcome = self.position.outcome()
        if outcome is not None:
            raise BadParameter(f"the game is over: {outcome.reason}")
        self.search = AeiSearch(self.position, self._limit(), self.settings, self._warm, self.write)
        self.search.start()

    def do_stop(self, _: list[str]) -> None:
        """End the search; it answers at once."""
        if self.search is not None:
            self.search.stop()

    def _limit(self) -> Limit:
        depth = self.limits["depth"]
        times = [seconds for seconds in (self.limits["tcmove"], self.limits["tcturntime"]) if seconds > 0]
        seconds = SHARE * min([*times, LONGEST_SECONDS]) if times else None
        if depth > 0:
            return Limit(depth=min(depth, UNLIMITED_DEPTH), seconds=seconds)
        return Limit(seconds=seconds or USUAL_SECONDS)

    def _end_search(self) -> None:
        if self.search is not None and self.search.running:
            self.search.stop()
            self.search.join()
