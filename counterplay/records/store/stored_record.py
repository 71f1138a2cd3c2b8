"""The one record of a stored game: what was played, and beside it what was tried and written on the analysis board.

The two lie in tables of their own, since they change differently: a move that is played is one more row, and nothing that
somebody analyses may change what was played, least of all in a match. They meet here, by the rules of the game: the moves are
the main line, and all else are variations and comments.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from counterplay.core import Game, IllegalAction, Outcome
from counterplay.records.record import Estimate, Record, RecordNode, playable, result_of, step
from counterplay.records.store.game_rows import Move, Row

PLACE = re.compile(r"[A-Za-z0-9]+")  # a cell that can stand in a command of a comment


def stored_record(
    game: Game, row: Row, moves: Sequence[Move], tried: Iterable[dict[str, Any]], players: tuple[str, ...]
) -> Record:
    """The record of a game that these rows are, under the names of its players."""
    record = Record(game, row.start, players=players, date=datetime.fromtimestamp(row.created, UTC).strftime("%Y.%m.%d"))
    record.add_line(move.action for move in moves)
    for node, move in zip(record.root.main_line(), moves, strict=True):
        node.clock = None if move.left is None else round(max(0.0, move.left), 2)
        node.seconds = round(move.seconds, 3) if move.seconds else None
        node.value = None if move.value is None else Estimate.parse(move.value)
        node.comment = move.comment
    if row.result is not None:
        outcome = Outcome(tuple(row.result["utilities"]), row.result["sentence"])
        record.result, record.ending = result_of(outcome), outcome.reason
    add_tried(record, tried)
    return record


def add_tried(record: Record, tried: Iterable[dict[str, Any]]) -> None:
    """Variations and comments from [{parent, action, comment, marks}], parents first; what is damaged ends them."""
    places: list[tuple[RecordNode, Any]] = []
    with contextlib.suppress(KeyError, IndexError, TypeError, AttributeError, IllegalAction):
        for node in tried:
            if not places:
                place, state = record.root, record.first_state()
            else:
                before, state = places[node["parent"]]
                if node["action"] not in playable(record.game, state):
                    raise IllegalAction("a move against the rules")
                place = before.child(node["action"]) or before.add(node["action"])
                state = step(record.game, state, node["action"])
            words = [place.comment, " ".join(node["comment"].split()), *map(_command, node["marks"])]
            place.comment = " ".join(word for word in words if word)
            places.append((place, state))


def _command(mark: dict[str, Any]) -> str:
    """An arrow or a circle as other programs write it into comments: [%cal Ge2e4], [%csl Re5]."""
    cells = mark["cells"]
    if not all(PLACE.fullmatch(cell) for cell in cells):
        return ""
    return f"[%{'csl' if len(cells) == 1 else 'cal'} {mark['colour'][0].upper()}{''.join(cells)}]"
