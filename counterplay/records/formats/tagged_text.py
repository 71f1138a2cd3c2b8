"""PGN and its relatives: tags in brackets, then moves with comments, annotations and variations in parentheses.

One tokenizer, one reader and one writer serve all of them; a `Dialect` says how moves are written and which tags tell what. A
fault is told with line and column; the line of moves in which it stands ends before it, and everything else of the file is
read. (S. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from counterplay.core import CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.records.formats.comment_commands import annotate, full_comment
from counterplay.records.record import UNKNOWN, Fault, Record, RecordNode
from counterplay.records.record_turns import Turn, add_turn, turns_after
from counterplay.records.recorded_game import GAME_TAG
from counterplay.records.text_places import Places

LINE = 80  # characters of a line of moves (specification, 4.3)
MOST_NESTED = 100  # variations within variations
TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<escape>(?<![^\n])%[^\n]*)
    |;(?P<rest>[^\n]*)
    |\{(?P<comment>[^}]*)\}
    |\[\s*(?P<tag>[A-Za-z0-9_]+)\s*"(?P<value>(?:\\.|[^"\\\n])*)"\s*\]
    |\$(?P<nag>\d{1,3})
    |(?P<open>\()
    |(?P<close>\))
    |(?P<reserved><[^>\n]{0,255}>)
    |(?P<word>[^\s{}()\[\];$<>]+)
    |(?P<bad>.)""",
    re.VERBOSE | re.DOTALL,
)
NUMBER = re.compile(r"\d+\.*|\.+")
NUMBERED = re.compile(r"^\d*\.+(?=[^\d.]|\d)")  # "12." before a move without a space; never a lone "12"
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
SUFFIX = re.compile(r"[!?]{1,2}$")
GLYPHS = {  # annotations as people write them, by the numbers of the specification (section 10)
    **{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "N": 146},
    **{"+=": 14, "+/=": 14, "=+": 15, "=/+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19},
}
EMPTY_VALUES = ("", "?", "-", "????.??.??")
FIELDS = {"Event": "event", "Site": "site", "Date": "date", "Round": "round", "Opening": "opening", "Termination": "ending"}
NOBODY = "?"  # a player whose name is unknown
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}  # tags that every game has (specification, 8.1.1)


class Dialect:
    """How one format of the family writes moves."""

    title: ClassVar[str]
    player_tags: ClassVar[tuple[str, str]] = ("White", "Black")  # in the order of the players
    reversed_result: ClassVar[bool] = False  # whether 1-0 is a win of the second player
    results: ClassVar[tuple[str, ...]] = ("1-0", "0-1", "1/2-1/2", UNKNOWN)

    def game(self, tags: Mapping[str, str], given: Game | None) -> Game:
        """The game that the tags speak of; CounterplayError where this format is not for it."""
        raise NotImplementedError

    def own_tags(self, record: Record) -> dict[str, str]:
        """Tags that this format adds."""
        return {}

    def read(self, game: Game, state: Any, word: str) -> list[int]:
        """The actions that a word stands for."""
        raise NotImplementedError

    def write(self, game: Game, state: Any, actions: list[int]) -> str:
        """The word for the actions of a turn."""
        raise NotImplementedError

    def turn_over(self, game: Game, before: Any, after: Any) -> bool:
        """Whether a word ends after the action that led from one state to the next."""
        return True

    def numbering(self, record: Record, state: Any) -> tuple[int, int]:
        """The number of the first move, and which player's it is."""
        return 1, max(0, int(record.game.player(state)))


# --- reading ---
@dataclass
class _Line:
    """A line of moves while it is read."""

    node: RecordNode
    state: Any
    origin: RecordNode  # before the last word: where a variation begins
    origin_state: Any
    before: str = ""  # a comment that waits for the first move of a variation
    fresh: bool = True  # no move yet
    broken: bool = False  # a fault was found: the rest of it is passed over


@dataclass
class _Draft:
    """A game while it is read."""

    tags: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    record: Record | None = None
    lines: list[_Line] = field(default_factory=list)
    result: str = ""
    refused: bool = False
    passed_over: int = 0  # parentheses within a variation that is too deep to be read
    begun: bool = False  # something of the moves was seen


def read_tagged(dialect: Dialect, text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """Every game of a text, and every fault."""
    return _TaggedReader(dialect, text, given).games()


class _TaggedReader:
    def __init__(self, dialect: Dialect, text: str, given: Game | None) -> None:
        self.dialect, self.text, self.given = dialect, text, given
        self.places = Places(text)
        self.draft = _Draft()

    def games(self) -> Iterator[Record | Fault]:
        offset = 0
        while offset < len(self.text):
            token = TOKEN.match(self.text, offset)
            assert token is not None  # the last alternative takes anything
            offset = token.end()
            kind = token.lastgroup
            if kind == "value":
                if self.draft.begun:
                    yield from self._finished()
                self.draft.tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
            elif kind == "bad":
                offset = self._bad(token)
            elif kind not in ("space", "escape", "reserved"):
                self._begin(token)
                if self._moves(token):
                    yield from self._finished()
        yield from self._finished()

    def _finished(self) -> Iterator[Record | Fault]:
        draft, self.draft = self.draft, _Draft()
        if draft.record is None and draft.tags and not draft.refused:  # tags alone are a game without moves
            self._make_record(draft, 0)
        record = draft.record
        if len(draft.lines) > 1:
            draft.faults.append(self.places.fault(len(self.text) - 1, "a variation is not closed; there should be a )"))
        if record is None or (not draft.tags and not record.root.children and not record.root.comment):
            yield from draft.faults
            return
        stated = draft.tags.get("Result", "").strip()
        result = stated if stated in self.dialect.results and stated != UNKNOWN else draft.result
        record.result = self.turned(result or UNKNOWN)
        record.faults = draft.faults
        yield record

    def turned(self, result: str) -> str:
        if not self.dialect.reversed_result or result == UNKNOWN:
            return result
        return "-".join(reversed(result.split("-")))

    def _bad(self, token: re.Match[str]) -> int:
        """A character that begins nothing: where reading goes on."""
        sign, offset = token["bad"], token.start()
        if sign == "{":
            self._fault(offset, "a comment is not closed; there should be a }")
            following = self.text.find("\n[", offset)
            return following + 1 if following >= 0 else len(self.text)
        if sign == "[":
            if self.draft.begun and "\n" not in self.text[max(0, offset - 1) : offset]:
                self._fault(offset, "a [ stands among the moves")
                return token.end()
            self._fault(offset, 'this is no tag; tags are written [Event "World championship"]')
            line = self.text.find("\n", offset)
            return line if line >= 0 else len(self.text)
        self._fault(offset, f"'{quoted(sign)}' means nothing here")
        return token.end()

    def _fault(self, offset: int, sentence: str) -> None:
        self.draft.faults.append(self.places.fault(offset, sentence))

    # --- a game ---
    def _begin(self, token: re.Match[str]) -> None:
        if self.draft.begun:
            return
        self.draft.begun = True
        self._make_record(self.draft, token.start())

    def _make_record(self, draft: _Draft, offset: int) -> None:
        tags = dict(draft.tags)
        try:
            game = self.dialect.game(tags, self.given)
            fen = tags.get("FEN", "").strip()
            state = game.load(fen) if fen else game.initial()
            names = tuple(_known(tags.get(name, "")) for name in self.dialect.player_tags)
            record = Record(game, game.dump(state), players=names)
        except CounterplayError as error:
            draft.refused = True
            draft.faults.append(self.places.fault(offset, f"this game is left out: {error}"))
            return
        for name in ("FEN", "SetUp", "Result", GAME_TAG, *self.dialect.own_tags(record)):
            tags.pop(name, None)
        for name, attribute in FIELDS.items():
            setattr(record, attribute, _known(tags.get(name, "")))
        unknown = ROSTER | dict.fromkeys(self.dialect.player_tags, NOBODY)
        for name in (*FIELDS, *self.dialect.player_tags):
            value = tags.get(name, "")
            if _known(value) or value == unknown.get(name, ""):  # others, such as [Round "-"], are written again as they stood
                tags.pop(name, None)
        record.tags, draft.record = tags, record
        draft.lines = [_Line(record.root, state, record.root, state)]

    def _moves(self, token: re.Match[str]) -> bool:
        """Take one token of the moves; whether the game is over with it."""
        draft = self.draft
        word = token["word"] or ""
        if word in self.dialect.results and len(draft.lines) <= 1:
            draft.result = word
            return True
        if draft.refused:
            return False
        if token["open"]:
            self._open(token)
        elif token["close"]:
            self._close(token)
        elif draft.passed_over:
            pass
        elif token["comment"] is not None or token["rest"] is not None:
            self._comment(token["comment"] if token["rest"] is None else token["rest"])
        elif token["nag"]:
            self._glyph(int(token["nag"]))
        elif word not in self.dialect.results:
            self._word(word, token.start())
        return False

    def _open(self, token: re.Match[str]) -> None:
        draft, line = self.draft, self.draft.lines[-1]
        if draft.passed_over or len(draft.lines) > MOST_NESTED:
            if not draft.passed_over:
                self._fault(token.start(), f"variations are nested more than {MOST_NESTED} deep; this one is left out")
            draft.passed_over += 1
            return
        if line.fresh and not line.broken:
            self._fault(token.start(), "a variation begins before the move that it is an alternative to")
        draft.lines.append(
            _Line(line.origin, line.origin_state, line.origin, line.origin_state, broken=line.broken or line.fresh)
        )

    def _close(self, token: re.Match[str]) -> None:
        draft = self.draft
        if draft.passed_over:
            draft.passed_over -= 1
        elif len(draft.lines) == 1:
            self._fault(token.start(), "a ) closes no variation")
        else:
            line = draft.lines.pop()
            if line.before:  # a variation that is nothing but a comment
                annotate(draft.lines[-1].node, line.before)

    def _comment(self, text: str) -> None:
        line = self.draft.lines[-1]
        if line.broken:
            return
        if line.fresh and len(self.draft.lines) > 1:
            line.before = f"{line.before} {' '.join(text.split())}".strip()
        else:
            annotate(line.node, text)

    def _glyph(self, number: int) -> None:
        line = self.draft.lines[-1]
        if not line.fresh and not line.broken:
            line.node.nags = (*line.node.nags, number)

    def _word(self, word: str, offset: int) -> None:
        if NUMBER.fullmatch(word) or word in ("e.p.", "ep"):
            return
        line = self.draft.lines[-1]
        if line.broken:
            return
        if word in GLYPHS:
            self._glyph(GLYPHS[word])
            return
        bare = NUMBERED.sub("", word)
        glyph = SUFFIX.search(bare)
        if glyph:
            bare = bare[: glyph.start()]
        assert self.draft.record is not None
        game = self.draft.record.game
        try:
            actions = self.dialect.read(game, line.state, bare)
        except CounterplayError as error:
            line.broken = True
            where = "this line" if len(self.draft.lines) == 1 else "this variation"
            self._fault(offset, f"{error}; {where} ends before it")
            return
        line.origin, line.origin_state = line.node, line.state
        line.node, line.state = add_turn(game, line.node, line.state, actions)
        line.node.before, line.before, line.fresh = line.before, "", False
        if glyph:
            self._glyph(GLYPHS[glyph[0]])


def _known(value: str) -> str:
    return "" if value.strip() in EMPTY_VALUES else value


# --- writing ---
def write_tagged(dialect: Dialect, records: Iterable[Record]) -> Iterator[str]:
    """Every game as text, with an empty line between two."""
    for number, record in enumerate(records):
        yield ("\n" if number else "") + "".join(_head(dialect, record)) + "\n" + _moves_of(dialect, record)


def _head(dialect: Dialect, record: Record) -> Iterator[str]:
    result = _written_result(dialect, record)
    tags = {name: getattr(record, FIELDS[name]) or unknown for name, unknown in ROSTER.items()}
    names = dict(zip(dialect.player_tags, record.players, strict=True))
    tags |= {name: names[name] or NOBODY for name in ("White", "Black")} | {"Result": result}
    rest = {name: getattr(record, attribute) for name, attribute in FIELDS.items() if name not in ROSTER}
    tags |= {name: value for name, value in rest.items() if value}
    tags |= dialect.own_tags(record)
    if not record.usual_start():
        tags |= {"SetUp": "1", "FEN": record.start}
    try:
        inferred = dialect.game(tags, None).spec
    except CounterplayError:
        inferred = ""
    if inferred != record.game.spec:
        tags[GAME_TAG] = record.game.spec
    said = {**names, **{name: getattr(record, attribute) for name, attribute in FIELDS.items()}}
    others = {name: value for name, value in record.tags.items() if not said.get(name)}
    for name, value in (tags | others).items():
        yield f'[{re.sub(r"[^A-Za-z0-9_]", "_", name)} "{_escaped(value)}"]\n'


def _written_result(dialect: Dialect, record: Record) -> str:
    result = "-".join(reversed(record.result.split("-"))) if dialect.reversed_result else record.result
    return result if result in dialect.results else UNKNOWN


def _escaped(text: str) -> str:
    r"""A tag's value: in one line, with \ before quotes and backslashes."""
    return CONTROL.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"')


def _moves_of(dialect: Dialect, record: Record) -> str:
    state = record.first_state()
    number, side = dialect.numbering(record, state)
    words = _comment_words(full_comment(record.root))
    _write_line(dialect, record.game, record.root, state, 2 * number + side, words, numbered=True)
    return _wrapped([*words, _written_result(dialect, record)])


def _write_line(
    dialect: Dialect, game: Game, node: RecordNode, state: Any, turn: int, words: list[str], *, numbered: bool
) -> None:
    """The words of everything after a node; turn is twice the number of the move, and one more for the second player.

    Numbered says whether the next move needs its number, even if the second player makes it.
    """
    while turns := turns_after(game, node, state, dialect.turn_over):
        (end, after, _), *others = turns
        _write_turn(dialect, game, state, turn, turns[0], words, numbered)
        numbered = bool(end.comment or others or full_comment(end))
        for other in others:
            at = len(words)
            _write_turn(dialect, game, state, turn, other, words, True)
            _write_line(dialect, game, other[0], other[1], turn + 1, words, numbered=bool(full_comment(other[0])))
            words[at] = "(" + words[at]
            words[-1] += ")"
        node, state, turn = end, after, turn + 1


def _write_turn(
    dialect: Dialect,
    game: Game,
    state: Any,
    turn: int,
    written: Turn,
    words: list[str],
    numbered: bool,
) -> None:
    node, _, actions = written
    words.extend(_comment_words(node.before))
    if turn % 2 == 0 or numbered:
        words.append(f"{turn // 2}." + ".." * (turn % 2))
    words.append(dialect.write(game, state, actions))
    words.extend(f"${nag}" for nag in node.nags)
    words.extend(_comment_words(full_comment(node)))


def _comment_words(text: str) -> list[str]:
    """The words of a comment; a command such as [%clk 1:19:03] is one of them, since readers want it in one line."""
    words = re.findall(r"(?:\[%[^\]]*\]|\S)+", text.replace("}", ")"))
    if not words:
        return []
    words[0] = "{" + words[0]
    words[-1] += "}"
    return words


def _wrapped(words: list[str]) -> str:
    """Words in lines; none of them begins with %, which would hide the line."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE and not word.startswith("%"):
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line]) + "\n"
