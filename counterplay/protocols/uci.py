"""counterplay as a chess engine: the Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2000; revision of 2006).

A command is a line; what cannot be understood is answered with `info string` and a sentence, and changes nothing. The search
runs on a thread of its own, so that `stop`, `isready` and `quit` are heard while it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.metadata import version
from typing import Any, ClassVar

from counterplay.boards.bases.chess_game import ChessGame
from counterplay.core import BadNotation, BadParameter, Position
from counterplay.core.files.user_file import quoted
from counterplay.games.chess_like.chess.chess import Chess
from counterplay.games.chess_like.omega_chess.omega_chess import OmegaChess
from counterplay.protocols.line_engine import AUTHOR, LineEngine
from counterplay.protocols.uci_go import Go, read_go
from counterplay.protocols.uci_info import Speech
from counterplay.protocols.uci_options import CLEAR, SPINS, announcements, read_option
from counterplay.protocols.uci_search import Settings, UciSearch

STARTPOS = "startpos"
VARIANT = "UCI_Variant"
FALLBACK = Go(movetime=1000)  # where a command says when to end, but not so that it can be understood


class UciEngine(LineEngine):
    """One conversation with a graphical program; `write` sends a line to it."""

    protocol: ClassVar[str] = "uci"  # what the names of some commands begin with
    position_word: ClassVar[str] = "fen"  # before a position that is written down
    position_parts: ClassVar[int] = 6
    moves_like: ClassVar[str] = "e2e4, e7e8q"
    variants: ClassVar[dict[str, type[ChessGame]]] = {"chess": Chess, "omega": OmegaChess}  # by the names that others use

    def __init__(self, write: Callable[[str], None]) -> None:
        self.game: Any = self.new_game()
        super().__init__(write, self.game)
        self.speech = self.new_speech()
        self.position = Position(self.game)
        self.settings = Settings()
        self.search: UciSearch | None = None
        self._start = STARTPOS  # what the position was made from
        self._moves: tuple[str, ...] = ()
        self._commands = {
            self.protocol: self.do_uci,
            "debug": self.do_debug,
            "isready": self.do_isready,
            "setoption": self.do_setoption,
            "register": self.do_register,
            f"{self.protocol}newgame": self.do_ucinewgame,
            "position": self.do_position,
            "go": self.do_go,
            "stop": self.do_stop,
            "ponderhit": self.do_ponderhit,
        }

    # --- what another protocol of this kind has otherwise ---
    def new_game(self) -> Any:
        """The game that is played."""
        return Chess()

    def new_speech(self) -> Speech:
        """How moves and values are told."""
        return Speech(self.game.uci, self.game.unit)

    def read_go(self, words: list[str]) -> tuple[Go, list[str]]:
        """What `go` asks for, with the first player's clock as `wtime`, and a sentence for what is not understood."""
        return read_go(words)

    # --- the conversation ---
    def say(self, sentence: str) -> None:
        """A remark, in the form that programs show to people."""
        self.write(f"info string {' '.join(sentence.split())}")

    def running(self) -> UciSearch | None:
        """The last search that was started."""
        return self.search

    # --- the commands ---
    def do_uci(self, _: list[str]) -> None:
        """Who this is, and what can be set."""
        self.write(f"id name counterplay {version('counterplay')}")
        self.write(f"id author {AUTHOR}")
        for line in announcements():
            self.write(line)
        if self.variants:
            self.write(f"option name {VARIANT} type combo default chess {' '.join(f'var {name}' for name in self.variants)}")
        self.write(f"{self.protocol}ok")

    def do_debug(self, words: list[str]) -> None:
        """There is nothing more to tell than is told anyway."""
        if words not in (["on"], ["off"]):
            raise BadParameter("debug is 'on' or 'off'")

    def do_register(self, _: list[str]) -> None:
        """Nobody needs to."""
        self.say("no registration is needed")

    def do_setoption(self, words: list[str]) -> None:
        """Set an option, for the searches to come."""
        name, value = read_option(words)
        key = name.lower()
        if key == "uci_chess960":
            raise BadParameter("this engine plays ordinary chess only, not Chess960")
        if key == VARIANT.lower() and self.variants:
            self._change_variant(value)
        elif key == CLEAR.lower():
            self.settings.forget()
        elif key not in SPINS:
            known = ", ".join([*(spin.name for spin in SPINS.values()), CLEAR, *([VARIANT] if self.variants else [])])
            raise BadParameter(f"there is no option '{quoted(name)}'; there are {known}")
        else:
            try:
                number = SPINS[key].read(value)
            except BadNotation as error:
                raise BadParameter(f"{SPINS[key].name}: {error}") from None
            self.settings.set(SPINS[key], number)

    def _change_variant(self, name: str) -> None:
        """Play another game from now on; whatever was set up is forgotten."""
        if name.lower() not in self.variants:
            raise BadParameter(f"there is no variant '{quoted(name)}'; there are {', '.join(self.variants)}")
        if self.search is not None and self.search.running:
            raise BadParameter("a search is under way; stop it first")
        self.game = self.variants[name.lower()]()
        self.speech = self.new_speech()
        self.do_ucinewgame([])
        self.warm_another(self.game)

    def do_ucinewgame(self, _: list[str]) -> None:
        """Forget the game that was."""
        self.settings.forget()
        self.position, self._start, self._moves = Position(self.game), STARTPOS, ()

    def do_position(self, words: list[str]) -> None:
        """Set up a position: all of it, or, where something is wrong, nothing."""
        if words[:1] == [STARTPOS]:
            start, rest = STARTPOS, words[1:]
        elif words[:1] == [self.position_word]:
            end = words.index("moves") if "moves" in words else min(len(words), 1 + self.position_parts)
            start, rest = " ".join(words[1:end]), words[end:]
        else:
            word = self.position_word
            raise BadNotation(f"write position startpos or position {word} {word.upper()}, then moves and the moves, if any")
        if rest and rest[0] != "moves":
            raise BadNotation(f"'moves' belongs where '{quoted(rest[0])}' stands")
        moves = tuple(rest[1:])
        known = len(self._moves)
        # A game goes on mostly: then only the new moves are played.
        if start == self._start and moves[:known] == self._moves:
            position, new = self.position, moves[known:]
        else:
            position, new = Position(self.game, None if start == STARTPOS else self.game.load(start)), moves
        for move in new:
            position = self._play(position, move)
        self.position, self._start, self._moves = position, start, moves

    def do_go(self, words: list[str]) -> None:
        """Start a search."""
        if self.search is not None and self.search.running:
            raise BadParameter("a search is under way; stop it first")
        go, complaints = self.read_go(words)
        for complaint in complaints:
            self.say(complaint)
        if complaints and go == Go(searchmoves=go.searchmoves):
            self.say(f"go: the search takes {FALLBACK.movetime} ms, since nothing that was said of its end is understood")
            go = replace(FALLBACK, searchmoves=go.searchmoves)
        if go.ponder:
            self.say("this engine does not think on the other side's time; it waits for ponderhit or stop")
        allowed = self._allowed(go.searchmoves)
        self.search = UciSearch(self.position, go, allowed, self.settings, self._warm, self.write, self.speech)
        self.search.start()

    def do_stop(self, _: list[str]) -> None:
        """End the search; it answers at once."""
        if self.search is not None:
            self.search.stop()

    def do_ponderhit(self, _: list[str]) -> None:
        """The move that was expected has been played."""
        if self.search is None or not self.search.ponderhit():
            raise BadParameter("nothing was to be pondered")

    # --- moves ---
    def _allowed(self, moves: Iterable[str]) -> list[int]:
        """The actions of searchmoves; one that is not legal is not looked for, and told."""
        allowed: list[int] = []
        for move in moves:
            try:
                allowed.append(self._legal(self.position, move))
            except BadNotation as error:
                self.say(f"go searchmoves: {error}")
        return allowed

    def _legal(self, position: Position, text: str) -> int:
        for action in self.game.actions(position.state):
            if self.speech.written(int(action)) == text:
                return int(action)
        raise BadNotation(
            f"'{quoted(text)}' is no legal move in '{self.game.dump(position.state)}'; moves are written {self.moves_like}"
        )

    def _play(self, position: Position, text: str) -> Position:
        action = self._legal(position, text)
        following = position.attempt(action)
        # Other programs play on where a draw must be claimed: what led to it is then forgotten.
        return following if following is not None else Position(self.game, self.game.result(position.state, action))
