"""Games and positions that people paste: in the game's own notation, or in a format of records with all that stands beside the
moves. What the rules of the studio do not allow is left out, and told."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from counterplay.core import BadNotation, CounterplayError, Game, Position
from counterplay.records import NULL, Fault, Record, RecordNode, parse_records
from counterplay.records.record_files import guess_format
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.studio_options import MOST_IMPORTED, MOST_MOVES, MOST_NODES

START = "start:"  # before the first position of a game that did not begin at the usual one
NUMBERING = re.compile(r"^\d+\.+$")  # "12." or "12..." before a move
NUMBERED = re.compile(r"^\d+\.+(?=[^\d.])")  # "12.e4"
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "*"})
TRANSCRIPT = re.compile(r"(?:[a-h][1-8]){2,}", re.IGNORECASE)
JSON_RECORDS = re.compile(r"\{|\[\s*\{")
JSON_GAME = re.compile(r'"game"\s*:\s*"([^"\\]*)"')
MOST_TOLD = 10  # faults


@dataclass
class Pasted:
    """What a text describes: each game with the position at its end, and what of the text was left out."""

    games: list[tuple[Record, Position]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    recorded: bool = False  # in a format of records, so that what it says of players and results is to be kept

    @property
    def position(self) -> Position:
        """The position at the end of the first game."""
        return self.games[0][1]


def read_text(library: Library, game: Game, text: str) -> Pasted:
    """What a text describes: recorded games, a list of moves, or a single position."""
    text = text.strip()
    if form := _format_of(game, text):
        return _recorded(library, game, text, form)
    try:
        return _single(_moves(library, game, text))
    except CounterplayError as no_moves:
        if text.startswith(START):
            raise
        try:
            return _single(library.load(game, text))
        except CounterplayError as no_position:
            both = f"as a position: {no_position}; as moves: {no_moves}"
            raise BadNotation(f"this is neither a position nor a list of moves; {both}") from None


def _single(position: Position) -> Pasted:
    return Pasted([(Record.of_position(position), position)])


def _moves(library: Library, game: Game, text: str) -> Position:
    position = Position(game)
    if text.startswith(START):
        first, _, text = text.partition("\n")
        position = library.load(game, first.removeprefix(START).strip())
    words = [NUMBERED.sub("", word) for word in text.split() if not NUMBERING.match(word)]
    if len(words) > MOST_MOVES:
        raise BadNotation(f"a game has at most {MOST_MOVES:,} moves here")
    if not words or words[-1] not in RESULTS:
        return position.play_all(words)
    position = position.play_all(words[:-1])
    try:  # Games have moves of these names, too: 1-0 lays a tile in dominoes. What can be played is no result.
        return position.play(words[-1])
    except CounterplayError:
        return position


# --- records ---
def _format_of(game: Game, text: str) -> str:
    """The format that a pasted text is in; nothing for what may as well be a list of moves or a position."""
    if JSON_RECORDS.match(text):
        return "json"
    found = guess_format(text)
    if found is None or found.name in ("json", "othello"):
        return "othello" if game.catalogue_name() == "othello" and TRANSCRIPT.fullmatch(text) else ""
    if found.name in ("pgn", "pdn"):
        return found.name if text[0] == "[" or set("{(") & set(text) else ""
    return found.name


def _recorded(library: Library, game: Game, text: str, form: str) -> Pasted:
    """All games of a text, as far as they can be read.

    Each says itself which game it is, so that somebody may paste another than is on the table.
    """
    given = game if form == "othello" else None
    if form == "json":
        named = [library.game(spec) for spec in dict.fromkeys(JSON_GAME.findall(text))]  # none that is too large, or a file
        given = named[0] if named else game
    reading = parse_records(text, form, given)
    if not any(record.root.children for record in reading.records) and (reading.faults or not reading.records):
        told = reading.faults[0] if reading.faults else "there is no game in it"
        raise BadNotation(f"this {form.upper()} cannot be read, {told}")
    pasted = Pasted(notices=_told_faults(reading.faults), recorded=True)
    for record in reading.records[:MOST_IMPORTED]:
        fitted = _Fitted(library, record)
        pasted.games.append((fitted.record, fitted.end))
        pasted.notices += fitted.notices
    if len(reading.records) > 1:
        pasted.notices.append(f"The text holds {len(reading.records)} games; all are kept, and this is the first.")
    if len(reading.records) > MOST_IMPORTED:
        pasted.notices[-1] = f"The text holds {len(reading.records)} games; the first {MOST_IMPORTED} are kept."
    return pasted


def _told_faults(faults: list[Fault]) -> list[str]:
    told = [f"Left out: {fault}" for fault in faults[:MOST_TOLD]]
    return [*told, f"Left out: {len(faults) - MOST_TOLD} more that cannot be read"] if len(faults) > MOST_TOLD else told


class _Fitted:
    """A record as the studio can keep it.

    Files have null moves in variations and games that went on where the rules here call a draw; here every node is a move
    that can be played, and a move stands once after its parent.
    """

    def __init__(self, library: Library, record: Record) -> None:
        game = library.game(record.game.spec)
        self.record = replace(record, game=game, faults=[])
        self.end = library.load(game, record.start)
        self.notices: list[str] = []
        if len(record.actions()) > MOST_MOVES:
            raise BadNotation(f"a game has at most {MOST_MOVES:,} moves here")
        before = _size(self.record.root)
        self._merged = 0
        full = self._prune()
        left_out = before - self._merged - _size(self.record.root)
        if left_out:
            beyond = f", or beyond the {MOST_NODES:,} that an analysis holds" if full else ""
            self.notices.append(f"Left out: {left_out} moves that cannot be played here or follow such a move{beyond}.")

    def _prune(self) -> bool:
        """Leave out what cannot be played, and variations where there are too many; whether that was so."""
        kept, full = 1, False
        waiting = [(self.record.root, self.end, True)]
        while waiting:
            node, position, main = waiting.pop()
            self.end = position if main else self.end
            following = self._following(node, position)
            if main and node.children and not (following and following[0][0] is node.children[0]):
                following = []  # no variation takes the place of what was played
            if kept + len(following) > MOST_NODES and len(following) > main:
                following, full = following[:1] if main else [], True
            kept += len(following)
            node.children = [child for child, _ in following]
            waiting += [(child, after, main and not number) for number, (child, after) in enumerate(following)][::-1]
        return full

    def _following(self, node: RecordNode, position: Position) -> list[tuple[RecordNode, Position]]:
        """The ways to go on that are moves here, each once."""
        found: dict[int, tuple[RecordNode, Position]] = {}
        for child in node.children:
            action = NULL if child.action is None else child.action
            if action in found:
                _merge(found[action][0], child)
                self._merged += 1
            elif (after := position.attempt(action)) is not None:
                found[action] = (child, after)
        return list(found.values())


def _size(node: RecordNode) -> int:
    return sum(1 for _ in node.all_nodes())


def _merge(first: RecordNode, second: RecordNode) -> None:
    """A move that stands twice after its parent becomes one."""
    for name in ("comment", "before"):
        setattr(first, name, " ".join(filter(None, (getattr(first, name), getattr(second, name)))))
    first.nags = tuple(dict.fromkeys(first.nags + second.nags))
    for name in ("clock", "seconds", "value"):
        if getattr(first, name) is None:
            setattr(first, name, getattr(second, name))
    first.children += second.children
