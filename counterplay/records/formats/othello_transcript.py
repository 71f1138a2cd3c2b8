"""Transcripts of othello: one game a line, its cells one after the other, `f5d6c3d3c4`; passes are left out.

Also read: capitals, spaces and commas between cells, and passes written `--`, `ps` or `pa`. A line that begins with # is a
remark. Nothing but the moves of one line is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from counterplay.core import BadNotation, BadParameter, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.games.territory.othello import PASS, Othello
from counterplay.records.record import Fault, Record, playable, result_of, step
from counterplay.records.recorded_game import usual_game
from counterplay.records.text_places import Places

CELL = re.compile(r"[\s,]*(?:(?P<cell>[a-h][1-8])|(?P<passing>--|ps|pa))", re.IGNORECASE)


def othello(game: Game) -> Othello:
    """The game, if it is one that transcripts are for."""
    if not isinstance(game, Othello):
        raise BadParameter(
            f"transcripts are for othello, and this is {game.title_text}; the formats json and jsonl take every game"
        )
    return game


def read_othello(text: str, given: Game | None = None) -> Iterator[Record | Fault]:
    """A record for each line that is not empty."""
    game, places = othello(given or usual_game("othello")), Places(text)
    for offset, line in places.lines():
        if line and not line.startswith("#"):
            yield _read_line(game, text, offset, offset + len(line), places)


def _read_line(game: Othello, text: str, offset: int, end: int, places: Places) -> Record | Fault:
    record = Record(game)
    node, state = record.root, record.first_state()
    while offset < end:
        found = CELL.match(text, offset, end)
        if found is None:
            sentence = f"'{quoted(text[offset : offset + 10])}' is no cell; a transcript is written f5d6c3d3c4"
            return _cut(record, places.fault(offset, sentence))
        try:
            actions = _actions(game, state, (found["cell"] or "").lower())
        except CounterplayError as error:
            return _cut(record, places.fault(found.start("cell"), f"{error}; the game ends before it"))
        for action in actions:
            node, state = node.add(action), step(game, state, action)
        offset = found.end()
    outcome = record.position().outcome()
    if outcome is not None:
        record.result, record.ending = result_of(outcome), outcome.reason
    return record


def _cut(record: Record, fault: Fault) -> Record | Fault:
    """What was read before a fault, if that is anything."""
    record.faults.append(fault)
    return record if record.root.children else fault


def _actions(game: Othello, state: object, name: str) -> list[int]:
    """The action of a cell, and a pass before it where nothing else can be; no name is a pass that was written down."""
    choices = playable(game, state)
    if not name:
        return [PASS] if choices == [PASS] else []  # some files write a pass where the rules have none
    action = int(game.cell_bits[game.board.index(name)]) if name in game.board.names else PASS
    if choices == [PASS]:
        state = game.result(state, PASS)  # type: ignore[arg-type]
        return [PASS, *_actions(game, state, name)]
    if action not in choices or action == PASS:
        possible = ", ".join(game.action_name(state, a) for a in choices)  # type: ignore[arg-type]
        raise BadNotation(f"{game.title_text}: '{name}' is not legal here; possible: {possible or 'none, the game is over'}")
    return [action]


def write_othello(records: Iterable[Record]) -> Iterator[str]:
    """A line for each record; a record that begins elsewhere than usual cannot be written so."""
    for record in records:
        game = othello(record.game)
        if not record.usual_start():
            raise BadParameter("a transcript begins in the first position of othello; --to sgf or json keeps another start")
        cells = [action for action in record.actions() if action != PASS]
        yield "".join(game.board.names[game.cell_bits.index(action)] for action in cells) + "\n"
