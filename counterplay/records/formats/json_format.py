"""Records of every game as JSON that people can read: moves by their names, what was written beside them, variations.

    {"format": "counterplay game 2", "game": "connect_four", "start": "...", "players": ["Ann", "Bob"], "result": "1-0",
     "moves": ["d1", {"move": "d2", "comment": "better is c1", "variations": [["c1", "d2"]]}]}

A move is its name, or an object where more is to be said; `variations` are what could have been played instead of it. A file
holds one record, a list of records, or one record a line (`.jsonl`). Records of the first version, which had moves alone, are
read as well.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from counterplay.core import BadNotation, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.records.record import Estimate, Fault, Record, RecordNode, move_name, parse_move, step
from counterplay.records.recorded_game import game_of_tag
from counterplay.records.text_places import Places

FORMAT, FIRST_FORMAT = "counterplay game 2", "counterplay game 1"
ABOUT = ("result", "ending", "event", "site", "date", "round", "opening")
MOST_NESTED = 100  # variations within variations
TORN_VALUES = 10  # places before the tear at which a text may be whole again
SIGN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{},]')  # what a value ends with; brackets within texts are none
GAP = re.compile(r"[\s,]*")


# --- writing ---
def record_content(record: Record) -> dict[str, Any]:
    """A record as plain values."""
    content: dict[str, Any] = {"format": FORMAT, "game": record.game.spec, "start": record.start}
    if any(record.players):
        content["players"] = list(record.players)
    unsaid = Record(record.game, record.start)
    content |= {name: getattr(record, name) for name in ABOUT if getattr(record, name) != getattr(unsaid, name)}
    content |= {"tags": record.tags} if record.tags else {}
    content |= _notes(record.root)
    content["moves"] = _written_line(record.game, record.root, record.first_state())
    return content


def _written_line(game: Game, node: RecordNode, state: Any) -> list[Any]:
    moves: list[Any] = []
    while node.children:
        main, *others = node.children
        assert main.action is not None
        name, notes = move_name(game, state, main.action), _notes(main)
        if others:
            notes["variations"] = [_variation(game, other, state) for other in others]
        moves.append({"move": name, **notes} if notes else name)
        node, state = main, step(game, state, main.action)
    return moves


def _variation(game: Game, node: RecordNode, state: Any) -> list[Any]:
    assert node.action is not None
    name, notes = move_name(game, state, node.action), _notes(node)
    return [{"move": name, **notes} if notes else name, *_written_line(game, node, step(game, state, node.action))]


def _notes(node: RecordNode) -> dict[str, Any]:
    notes: dict[str, Any] = {"comment": node.comment, "before": node.before, "nags": list(node.nags)}
    notes = {name: value for name, value in notes.items() if value}
    notes |= {name: getattr(node, name) for name in ("clock", "seconds") if getattr(node, name) is not None}
    return notes | ({"value": str(node.value)} if node.value is not None else {})


def json_text(record: Record, indent: int | None = 1) -> str:
    """A record as JSON."""
    return json.dumps(record_content(record), indent=indent, ensure_ascii=False)


def write_json(records: Iterable[Record]) -> Iterator[str]:
    """One record as an object, several as a list."""
    waiting, several = "", False
    for number, record in enumerate(records):
        if number == 1:
            waiting = "[\n" + waiting
        yield waiting + (",\n" if number else "")
        waiting, several = json_text(record), number > 0
    yield waiting + ("\n]\n" if waiting and several else "\n")


def write_jsonl(records: Iterable[Record]) -> Iterator[str]:
    """One record a line."""
    for record in records:
        yield json_text(record, None) + "\n"


# --- reading ---
def read_json(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """The records of an object, of a list of them, or of objects one after the other; faults with their places."""
    places, decoder = Places(text), json.JSONDecoder()
    offset = _skip_gap(text, 0)
    listed = text[offset : offset + 1] == "["
    offset = _skip_gap(text, offset + 1) if listed else offset
    while offset < len(text) and not (listed and text[offset] == "]"):
        try:
            content, end = decoder.raw_decode(text, offset)
        except json.JSONDecodeError as error:
            yield from _read_torn(text, offset, error, given, places)
            following = text.find("\n{", offset)
            if following < 0:
                return
            offset = following + 1
            continue
        except ValueError:  # a number of thousands of digits
            yield places.fault(offset, "this is no recorded game: it has a number of thousands of digits")
            return
        except RecursionError:
            yield places.fault(offset, "this is no recorded game: brackets are nested too deep")
            return
        yield from _read_content(content, given, places, offset)
        offset = _skip_gap(text, end)


read_jsonl = read_json  # objects one after the other


def _skip_gap(text: str, offset: int) -> int:
    gap = GAP.match(text, offset)
    return gap.end() if gap else offset


def _read_content(content: Any, given: Game | None, places: Places, offset: int) -> Iterator[Record | Fault]:
    try:
        yield record_of(content, given)
    except _Cut as cut:
        cut.record.faults.append(places.fault(offset, f"in the game that begins here, {cut}"))
        yield cut.record
    except CounterplayError as error:
        yield places.fault(offset, str(error))


def _read_torn(
    text: str, offset: int, error: json.JSONDecodeError, given: Game | None, places: Places
) -> Iterator[Record | Fault]:
    """What stands before the place where a text is no JSON any more, with the brackets closed that were open there."""
    ends: deque[tuple[int, str]] = deque(maxlen=TORN_VALUES)  # where a value may end, and what closes all that is open there
    closing = ""
    for sign in SIGN.finditer(text, offset, error.pos):
        if sign[0] in "]}":
            closing = closing[1:]
        elif sign[0] in "[{":
            closing = ("]" if sign[0] == "[" else "}") + closing
        ends.appendleft((sign.start() if sign[0] == "," else sign.end(), closing))
    for end, brackets in ends:
        try:
            record = record_of(json.loads(text[offset:end] + brackets), given)
        except _Cut as cut:
            record = cut.record
        except (CounterplayError, ValueError, RecursionError):
            continue
        record.faults.append(places.fault(error.pos, f"the game is torn here: {error.msg}"))
        yield record
        return
    yield places.fault(error.pos, f"this is no recorded game: {error.msg}")


class _Cut(BadNotation):
    """A record of which the rest could not be read."""

    def __init__(self, record: Record, sentence: str) -> None:
        super().__init__(sentence)
        self.record = record


def record_of(content: Any, given: Game | None = None) -> Record:
    """The record that plain values describe; BadNotation says what is wrong with them."""
    if not isinstance(content, dict) or content.get("format") not in (FORMAT, FIRST_FORMAT):
        raise BadNotation(f'this is no recorded game: it does not say "format": "{FORMAT}"')
    spec, start = content.get("game"), content.get("start", "")
    if not isinstance(spec, str) or not isinstance(start, str):
        raise BadNotation("a recorded game needs the name of its game, and its start as a text")
    game = game_of_tag(spec, given)
    players = content.get("players", [])
    about = {name: content.get(name, "*" if name == "result" else "") for name in ABOUT}
    tags = content.get("tags", {})
    texts = [*about.values(), *(tags.items() if isinstance(tags, dict) else [None])]
    if not _texts(players) or not all(isinstance(text, str | tuple) for text in texts) or not _texts(list(tags.values())):
        raise BadNotation("the players of a recorded game are a list of texts, its tags an object of texts, the rest texts")
    record = Record(game, game.dump(game.load(start)) if start else "", players=tuple(players), tags=tags, **about)
    _read_notes(record.root, content, "the beginning")
    moves = content.get("moves")
    if not isinstance(moves, list):
        raise BadNotation("a recorded game needs a list of moves")
    try:
        _read_line(game, record.root, record.first_state(), moves, 0, "move")
    except CounterplayError as error:
        raise _Cut(record, str(error)) from None
    return record


def _texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _read_line(game: Game, node: RecordNode, state: Any, moves: list[Any], depth: int, place: str) -> None:
    """Read moves into the tree after a node."""
    if depth > MOST_NESTED:
        raise BadNotation(f"{place}: variations are nested more than {MOST_NESTED} deep")
    for number, move in enumerate(moves, 1):
        where = f"{place} {number}"
        child, after = _read_move(game, node, state, move, where)
        variations = move.get("variations", []) if isinstance(move, dict) else []
        if not isinstance(variations, list) or not all(isinstance(line, list) and line for line in variations):
            raise BadNotation(f"{where}: variations are a list of lists of moves")
        for line in variations:
            first, second = _read_move(game, node, state, line[0], f"{where}, variation, move 1")
            if isinstance(line[0], dict) and "variations" in line[0]:
                raise BadNotation(f"{where}: the first move of a variation has no variations of its own; they belong beside it")
            inner = f"{where}, variation, after its first, move" if depth == 0 else place
            _read_line(game, first, second, line[1:], depth + 1, inner)
        node, state = child, after


def _read_move(game: Game, node: RecordNode, state: Any, move: Any, where: str) -> tuple[RecordNode, Any]:
    name = move.get("move") if isinstance(move, dict) else move
    if not isinstance(name, str):
        raise BadNotation(f'{where} is neither a name nor an object with "move"')
    try:
        action = parse_move(game, state, name)
    except CounterplayError as error:
        raise BadNotation(f"{where}, '{quoted(name)}': {error}") from None
    child = node.add(action)
    if isinstance(move, dict):
        _read_notes(child, move, where)
    return child, step(game, state, action)


def _read_notes(node: RecordNode, notes: dict[str, Any], where: str) -> None:
    comment, before, nags = notes.get("comment", ""), notes.get("before", ""), notes.get("nags", [])
    if not isinstance(comment, str) or not isinstance(before, str):
        raise BadNotation(f"{where}: a comment is a text")
    if not isinstance(nags, list) or not all(isinstance(nag, int) and 0 <= nag <= 999 for nag in nags):
        raise BadNotation(f"{where}: nags are a list of whole numbers")
    node.comment, node.before, node.nags = comment, before, tuple(nags)
    for name in ("clock", "seconds"):
        seconds = notes.get(name)
        if seconds is not None and (not isinstance(seconds, int | float) or not 0 <= seconds < 1e9):
            raise BadNotation(f"{where}: {name} is a number of seconds")
        setattr(node, name, None if seconds is None else float(seconds))
    if "value" in notes:
        value = notes["value"]
        node.value = Estimate.parse(value) if isinstance(value, str) else None
        if node.value is None:
            raise BadNotation(f"{where}: a value is a text such as 0.35 or #-3, seen by the first player")
