"""Shogi in the format of the Computer Shogi Association: a line a move, `+7776FU`, with the seconds it took.

Several games in a file are parted by lines with a `/`. There are no variations. (CSA standard game format 2.2; fractions of a
second are those of 3.0.) What the format has no word for stands in lines of our own, $RESULT and $ENDING.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from counterplay.core import BadNotation, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.core.text.long_digits import whole_number
from counterplay.games.chess_like.shogi import SIZE, Shogi
from counterplay.records.formats.comment_commands import plain_number
from counterplay.records.formats.shogi_header import CellRow, ShogiHeader, take_facts
from counterplay.records.formats.shogi_words import (
    CSA_PIECES,
    ENDINGS,
    NO_PIECE,
    board_rows,
    comment_lines,
    declares,
    ending_of,
    hands,
    piece_at,
    result_after,
    sfen,
    shogi,
    square_digits,
    square_name,
    usual_rows,
)
from counterplay.records.record import RESULT, Fault, Record, RecordNode, parse_move, step
from counterplay.records.recorded_game import usual_game
from counterplay.records.text_places import Places

VERSION = "V2.2"
MOVE = re.compile(r"(?P<side>[+-])(?P<origin>\d\d)(?P<target>\d\d)(?P<piece>[A-Z]{2})")
LETTERS = {word: letter for letter, word in CSA_PIECES.items()}
FIELDS = {"EVENT": "event", "SITE": "site", "OPENING": "opening", "ROUND": "round"}
DAY = re.compile(r"(\d{4})/(\d\d)/(\d\d)")
MOST_MOVES = 99_999  # that a game may have begun after
USUAL_HANDS = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}  # pieces of a set, kings aside


@dataclass
class _Draft(ShogiHeader):
    """A game while it is read."""

    rows: list[CellRow] = field(default_factory=usual_rows)
    record: Record | None = None
    node: RecordNode = field(default_factory=RecordNode)
    state: Any = None
    broken: bool = False
    ended: bool = False
    faults: list[Fault] = field(default_factory=list)


def read_csa(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """The games of a CSA text, and its faults."""
    reader = _CsaReader(shogi(given or usual_game("shogi"), "CSA"), Places(text))
    for offset, line in reader.places.lines():
        if line == "/":
            yield from reader.finished()
        elif line:
            reader.line(line, offset)
    yield from reader.finished()
    if not reader.found_any:
        yield reader.places.fault(0, "there is no game in it; moves are written +7776FU")


class _CsaReader:
    def __init__(self, game: Shogi, places: Places) -> None:
        self.game, self.places = game, places
        self.draft = _Draft()
        self.found_any = False

    def finished(self) -> Iterator[Record | Fault]:
        if self.draft.record is None and (any(self.draft.names) or self.draft.about):
            self._begin(0)
        draft, self.draft = self.draft, _Draft()
        self.found_any |= draft.record is not None or bool(draft.faults)
        if draft.record is None or (draft.faults and draft.record == Record(self.game)):  # nothing of it could be read
            yield from draft.faults
        else:
            draft.record.faults = draft.faults
            yield draft.record

    def line(self, line: str, offset: int) -> None:
        """A line: a comment, a name, a fact, or statements with commas between."""
        draft = self.draft
        try:
            if line[0] == "'":
                self._comment(line[1:])
            elif line[0] == "V":
                pass
            elif line[:2] in ("N+", "N-"):
                draft.names[line[1] == "-"] = line[2:]
            elif line[0] == "$":
                name, _, value = line[1:].partition(":")
                draft.about[name] = value
            elif line[0] == "P" and draft.record is None:
                self._setup(line)
            else:
                for statement in line.split(","):
                    self._statement(statement.strip(), offset)
                    offset += len(statement) + 1
        except CounterplayError as error:
            draft.broken = True
            draft.faults.append(self.places.fault(offset, f"{error}; the game ends before it"))

    def _comment(self, text: str) -> None:
        draft = self.draft
        if draft.record is None:
            draft.comments.append(text)
        elif not draft.broken:
            draft.node.comment = f"{draft.node.comment}\n{text}" if draft.node.comment else text

    def _setup(self, line: str) -> None:
        """The board: PI with pieces left out, P1 to P9 a row, P+ and P- single pieces."""
        draft = self.draft
        kind = line[1:2]
        if kind == "I":
            draft.rows = usual_rows()
            for i in range(2, len(line), 4):
                self._put(line[i : i + 2], NO_PIECE, 0)
        elif kind in "123456789" and kind:
            cells = [line[2 + 3 * i : 5 + 3 * i] for i in range(SIZE)]
            draft.rows[int(kind) - 1] = [
                (NO_PIECE, 0) if "*" in cell or not cell.strip() else (self._letter(cell[1:]), int(cell[0] == "-"))
                for cell in cells
            ]
        elif kind in "+-" and kind:
            for i in range(2, len(line.rstrip()), 4):
                self._single(int(kind == "-"), line[i : i + 2], line[i + 2 : i + 4])
        else:
            raise BadNotation(f"'{quoted(line)}' is no part of a position; it is written PI, or P1 to P9, or P+ and P-")

    def _single(self, owner: int, digits: str, word: str) -> None:
        counts = self.draft.hands[owner]
        if word == "AL":  # all pieces that are nowhere else
            left = dict(USUAL_HANDS)
            for row in self.draft.rows:
                for letter, _ in row:
                    left[letter.lstrip("+")] = left.get(letter.lstrip("+"), 0) - 1
            for held in self.draft.hands:
                for letter, count in held.items():
                    left[letter] -= count
            counts.update({letter: left[letter] for letter in USUAL_HANDS if left[letter] > 0})
        elif digits == "00":
            letter = self._letter(word)
            counts[letter] = counts.get(letter, 0) + 1
        else:
            self._put(digits, self._letter(word), owner)

    def _put(self, digits: str, letter: str, owner: int) -> None:
        square = square_name(digits)
        self.draft.rows[int(digits[1]) - 1][SIZE - int(square[0])] = (letter, owner)

    def _letter(self, word: str) -> str:
        if word not in LETTERS:
            raise BadNotation(f"'{quoted(word)}' is no piece; pieces are {', '.join(LETTERS)}")
        return LETTERS[word]

    def _statement(self, text: str, offset: int) -> None:
        draft = self.draft
        if draft.broken or draft.ended or not text:
            return
        if text in ("+", "-") and draft.record is None:
            draft.turn = int(text == "-")
            self._begin(offset)
            return
        if draft.record is None:
            self._begin(offset)
            if draft.record is None:
                return
        if text[0] in "+-":
            self._move(text)
        elif text[0] == "T":
            if not re.fullmatch(r"T\d{1,7}(\.\d{1,3})?", text):
                raise BadNotation(f"'{quoted(text)}' is no time; it is written T12")
            draft.node.seconds = float(text[1:])
        elif text[0] == "%":
            self._end(text)
        else:
            raise BadNotation(f"'{quoted(text)}' is no statement; moves are written +7776FU, times T12, the end %TORYO")

    def _begin(self, offset: int) -> None:
        draft, about = self.draft, self.draft.about
        try:
            usual = draft.rows == usual_rows() and not any(draft.hands) and draft.turn == 0
            number = whole_number(about.pop("MOVE_NUMBER", "1"), MOST_MOVES) or 1
            start = (
                ""
                if usual and number == 1
                else self.game.dump(self.game.load(sfen(draft.rows, draft.turn, draft.hands, number)))
            )
            record = Record(self.game, start, players=(draft.names[0], draft.names[1]))
        except CounterplayError as error:
            draft.faults.append(self.places.fault(offset, f"this game is left out: {error}"))
            draft.broken = True
            return
        take_facts(record, about, FIELDS, "START_TIME", DAY)
        stated = about.pop("RESULT", "")
        record.result = stated if RESULT.fullmatch(stated) else record.result
        record.ending = about.pop("ENDING", "")
        record.tags, record.root.comment = about, "\n".join(draft.comments)
        draft.record, draft.node, draft.state = record, record.root, record.first_state()

    def _move(self, text: str) -> None:
        draft, found = self.draft, MOVE.fullmatch(text)
        if found is None:
            raise BadNotation(f"'{quoted(text)}' is no move; moves are written +7776FU")
        if "+-"[self.game.player(draft.state)] != found["side"]:
            raise BadNotation(f"'{text}' is a move out of turn")
        letter, target = self._letter(found["piece"]), square_name(found["target"])
        if found["origin"] == "00":
            usi = f"{letter}*{target}"
        else:
            origin = square_name(found["origin"])
            promotes = letter.startswith("+") and not piece_at(self.game, draft.state, origin).startswith("+")
            usi = origin + target + ("+" if promotes else "")
        action = parse_move(self.game, draft.state, usi)
        draft.node = draft.node.add(action)
        draft.state = step(self.game, draft.state, action)

    def _end(self, text: str) -> None:
        draft = self.draft
        assert draft.record is not None
        draft.ended = True
        mover = int(self.game.player(draft.state))
        plain = re.sub(r"^%[+-]", "%", text)
        found = next((one for one in ENDINGS if one.csa == plain), None)
        if found is None:
            draft.record.ending = draft.record.ending or text.lstrip("%").lower()
            return
        what = found.mover
        if plain != text:  # %+ILLEGAL_ACTION: Black did it
            what = "wins" if (text[1] == "+") != (mover == 0) else "loses"
        draft.record.result, draft.record.ending = result_after(mover, what), found.ending
        if found.csa == "%KACHI" and not self.game.terminal(draft.state):
            claims = [action for action in self.game.choices(draft.state) if declares(action)]
            if claims:
                draft.node = draft.node.add(claims[0])
                draft.state = step(self.game, draft.state, claims[0])


# --- writing ---
def write_csa(records: Iterable[Record]) -> Iterator[str]:
    """Games as CSA, with a / between two."""
    for number, record in enumerate(records):
        yield ("/\n" if number else "") + "".join(_written(shogi(record.game, "CSA"), record))


def _written(game: Shogi, record: Record) -> Iterator[str]:
    state = record.first_state()
    last = record.position()
    mover = int(game.player(last.state)) if not any(map(declares, record.actions())) else 1 - int(game.player(last.state))
    ending = ending_of(record, mover)
    yield VERSION + "\n"
    for sign, name in zip("+-", record.players, strict=True):
        yield f"N{sign}{_line(name)}\n" if name else ""
    about = {name: getattr(record, attribute) for name, attribute in FIELDS.items()}
    if record.date and "START_TIME" not in record.tags:
        about["START_TIME"] = record.date.replace(".", "/")
    about |= record.tags
    if ending is None and (record.result != "*" or record.ending):
        about |= {"RESULT": record.result, "ENDING": record.ending}
    about |= {"MOVE_NUMBER": str(state.number)} if state.number != 1 else {}
    yield "".join(f"${_line(name)}:{_line(value)}\n" for name, value in about.items() if value)
    yield _position(game, record, state)
    yield comment_lines("'", record.root.comment)
    for node in record.root.main_line():
        assert node.action is not None
        if not declares(node.action):
            yield _move_text(game, state, node.action) + "\n"
            yield f"T{plain_number(node.seconds)}\n" if node.seconds is not None else ""
            yield comment_lines("'", node.comment)
        state = step(game, state, node.action)
    yield ending.csa.replace("%", f"%{'+-'[1 - mover]}") + "\n" if ending and ending.csa == "%ILLEGAL_ACTION" else ""
    yield f"{ending.csa}\n" if ending and ending.csa != "%ILLEGAL_ACTION" else ""


def _line(text: str) -> str:
    return " ".join(text.split())


def _position(game: Shogi, record: Record, state: Any) -> str:
    turn = "+-"[int(game.player(state))]
    if record.usual_start():
        return f"PI\n{turn}\n"
    lines = []
    for number, row in enumerate(board_rows(game, state), 1):
        cells = "".join("+-"[owner] + CSA_PIECES[letter] if letter else " * " for letter, owner in row)
        lines.append(f"P{number}{cells}\n")
    for sign, counts in zip("+-", hands(game, state), strict=True):
        pieces = "".join(f"00{CSA_PIECES[letter]}" * count for letter, count in counts.items())
        lines.append(f"P{sign}{pieces}\n" if pieces else "")
    return "".join(lines) + f"{turn}\n"


def _move_text(game: Shogi, state: Any, action: int) -> str:
    usi, side = game.usi(action), "+-"[int(game.player(state))]
    if usi[1] == "*":
        return f"{side}00{square_digits(usi[2:4])}{CSA_PIECES[usi[0]]}"
    letter = piece_at(game, state, usi[:2])
    moved = "+" + letter if usi.endswith("+") else letter
    return f"{side}{square_digits(usi[:2])}{square_digits(usi[2:4])}{CSA_PIECES[moved]}"
