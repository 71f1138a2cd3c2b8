"""counterplay as a shogi engine: the Universal Shogi Interface (T. Romstad, 2007), which is UCI but for a few words.

Black moves first; `byoyomi` is time for each move beside the clock; the way to mate is counted in moves of either side; a
player without a move resigns; `go mate` wants a solver of mating problems, which this engine is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from counterplay.core import BadNotation
from counterplay.games.chess_like.shogi import Shogi
from counterplay.protocols.uci import UciEngine
from counterplay.protocols.uci_go import Go, read_go, read_number
from counterplay.protocols.uci_info import Speech
from counterplay.protocols.uci_options import HASH, read_option

BYOYOMI = "byoyomi"


class UsiEngine(UciEngine):
    """One conversation with a graphical program for shogi."""

    protocol, position_word, position_parts, moves_like = "usi", "sfen", 4, "7g7f, 8h2b+, P*5e"
    variants: ClassVar[dict[str, Any]] = {}

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__(write)
        self._commands["gameover"] = self.do_gameover

    def new_game(self) -> Any:
        """Shogi without a last move: whether a game goes on is for the other program to say."""
        return Shogi(longest=0)

    def new_speech(self) -> Speech:
        """As USI has it."""
        return Speech(self.game.usi, self.game.unit, plies=True, no_move="resign")

    def read_go(self, words: list[str]) -> tuple[Go, list[str]]:
        """Black's clock is the first player's; byoyomi is an increment that may be spent in the move that it belongs to."""
        extra, rest, complaints = 0, words, []
        if BYOYOMI in words:
            place = words.index(BYOYOMI)
            rest = words[:place] + words[place + 2 :]
            try:
                extra = max(0, read_number("".join(words[place + 1 : place + 2])))
            except BadNotation as error:
                complaints.append(f"go {BYOYOMI}: {error}")
        go, more = read_go(rest)
        if extra and go.wtime is None and go.btime is None:
            go = replace(go, wtime=0, btime=0)
        first, second = (None if time is None else time + extra for time in (go.btime, go.wtime))
        return replace(go, wtime=first, btime=second, winc=go.binc + extra, binc=go.winc + extra), complaints + more

    def do_go(self, words: list[str]) -> None:
        """Start a search, but for a mate."""
        if words[:1] == ["mate"]:
            self.write("checkmate notimplemented")
        else:
            super().do_go(words)

    def do_setoption(self, words: list[str]) -> None:
        """Programs set the size of the table and pondering by names of their own."""
        name, value = read_option(words)
        if name.lower() == "usi_hash":
            super().do_setoption(["name", HASH.name, "value", value])
        elif name.lower() != "usi_ponder":
            super().do_setoption(words)

    def do_gameover(self, _: list[str]) -> None:
        """Nothing is to be done before the next game begins."""
