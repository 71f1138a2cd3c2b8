"""Suites of positions with known answers: EPD for chess, and a general form for every game.

EPD (S. Edwards, PGN specification, 16.2) is a position of four fields and operations that end in semicolons:

    2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";

For other games the position, in the game's notation, ends in a semicolon itself: `....../......; bm d1; id "first";`.
Operations that are judged: `bm` (best moves: one of them is right), `am` (moves to avoid: none of them is) and `dm` (mate in so
many moves). Others are read and left alone; a line that begins with # is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from counterplay.boards.bases.chess_game import ChessGame
from counterplay.core import BadNotation, CounterplayError, Game, Position, Report
from counterplay.core.files.user_file import quoted
from counterplay.core.text.long_digits import whole_number
from counterplay.records.record import Fault
from counterplay.records.text_places import Places

OPERATION = re.compile(r"\s*(?P<code>[A-Za-z][\w-]{0,14})(?P<rest>(?:\s+(?:\"[^\"]*\"|[^\s;\"]+))*)\s*;")
WORD = re.compile(r'"([^"]*)"|([^\s;"]+)')
FIELDS = 4  # of an EPD position
MOST_MATE = 500  # moves of a dm


@dataclass(frozen=True)
class SuitePosition:
    """A position and what is right in it."""

    name: str
    position: Position
    best: tuple[int, ...] = ()  # bm
    avoid: tuple[int, ...] = ()  # am
    mate: int | None = None  # dm: moves of the player to move until mate
    operations: dict[str, str] = field(default_factory=dict)

    @property
    def wanted(self) -> str:
        """The answer in words."""
        game, s = self.position.game, self.position.state
        parts = [" or ".join(game.action_name(s, a) for a in self.best)] if self.best else []
        parts += ["not " + " nor ".join(game.action_name(s, a) for a in self.avoid)] if self.avoid else []
        return ", ".join([*parts, f"mate in {self.mate}"] if self.mate is not None else parts)

    def solved_by(self, report: Report) -> bool:
        """Whether an answer is right in all that is asked."""
        if self.best and report.action not in self.best:
            return False
        if report.action in self.avoid:
            return False
        if self.mate is None:
            return True
        # A mate in n moves is one in 2n - 1 plies.
        value = report.value
        return value.proven and value.score > 0 and value.plies_to_end is not None and value.plies_to_end <= 2 * self.mate - 1


def read_suite(text: str, game: Game) -> Iterator[SuitePosition | Fault]:
    """Every position of a suite, and every line that could not be read."""
    places = Places(text)
    for number, (offset, line) in enumerate(places.lines(), 1):
        if line and not line.startswith("#"):
            try:
                yield _read_line(line, game, number)
            except _BadColumn as error:
                yield places.fault(offset + error.column, str(error))
            except CounterplayError as error:
                yield places.fault(offset, str(error))


class _BadColumn(BadNotation):
    """A fault with its place in the line."""

    def __init__(self, column: int, sentence: str) -> None:
        super().__init__(sentence)
        self.column = column


def _read_line(line: str, game: Game, number: int) -> SuitePosition:
    notation, end = _notation(line, game)
    position = Position.load(game, notation)
    if not position.choices:
        raise BadNotation("the game is over there, so that nothing can be searched")
    operations: dict[str, str] = {}
    moves: dict[str, tuple[int, ...]] = {"bm": (), "am": ()}
    mate = None
    while line[end:].strip():
        found = OPERATION.match(line, end)
        if found is None:
            raise _BadColumn(
                end, f"'{quoted(line[end:].strip())}' is no operation; operations are written bm Nf3; or id \"one\";"
            )
        words = [quoted_part or bare for quoted_part, bare in WORD.findall(found["rest"])]
        code = found["code"]
        operations[code] = " ".join(words)
        if code in moves:
            moves[code] = tuple(_move(position, word, found.start("rest")) for word in words)
        elif code == "dm":
            mate = whole_number(" ".join(words), MOST_MATE)
            if not mate:
                raise _BadColumn(found.start("rest"), f"dm takes a number of moves from 1 to {MOST_MATE}")
        end = found.end()
    if not moves["bm"] and not moves["am"] and mate is None:
        raise _BadColumn(0, "it asks for nothing; bm, am or dm says what is right")
    return SuitePosition(operations.get("id", f"line {number}"), position, moves["bm"], moves["am"], mate, operations)


def _notation(line: str, game: Game) -> tuple[str, int]:
    """The position of a line, and where the operations begin."""
    if isinstance(game, ChessGame):
        fields = re.match(r"\s*(?:\S+\s+){3}[^\s;]+", line)
        if fields is None:
            raise BadNotation(f"'{quoted(line)}' has fewer than the {FIELDS} fields of a position")
        end = fields.end()
        counters = re.compile(r"\s+\d+\s+\d+(?=\s|;|$)").match(line, end)  # some files keep all six fields of FEN
        end = counters.end() if counters else end
        return line[:end].strip(), re.compile(r"\s*;?").match(line, end).end()  # type: ignore[union-attr]
    notation, semicolon, _ = line.partition(";")
    if not semicolon:
        raise BadNotation("a position ends in a semicolon, and operations follow: POSITION; bm MOVE;")
    return notation.strip(), len(notation) + 1


def _move(position: Position, word: str, column: int) -> int:
    try:
        return position.parse(word)
    except CounterplayError as error:
        raise _BadColumn(column, str(error)) from None
