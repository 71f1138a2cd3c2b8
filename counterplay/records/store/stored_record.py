"""The one record of a stored game: what was played, and beside it what was tried and written on the analysis board.

The two lie in tables of their own, since they change differently: a move that is played is one more row, and nothing that
somebody analyses may change what was played, least of all in a match. They meet here, by the rules of the game: the moves are
the main line, and all else are variations and comments. What a file said of a game that was read from it lies beside the game,
so that the record comes out as it went in.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from counterplay.core import Game, IllegalAction, Outcome
from counterplay.records.record import RESULT, UNKNOWN, Estimate, Record, RecordNode, playable, result_of, step
from counterplay.records.store.game_rows import Move, Row

PLACE = re.compile(r"[A-Za-z0-9]+")  # a cell that can stand in a command of a comment
FACTS = ("event", "site", "date", "round", "opening", "result", "ending")


# --- from the tables ---
def stored_record(
    game: Game, row: Row, moves: Sequence[Move], tried: Iterable[dict[str, Any]], players: tuple[str, ...]
) -> Record:
    """The record of a game that these rows are, under the names of its players."""
    record = Record(game, row.start, players=players)
    if row.about is None:
        record.date = datetime.fromtimestamp(row.created, UTC).strftime("%Y.%m.%d")
    record.add_line(move.action for move in moves)
    for node, move in zip(record.root.main_line(), moves, strict=True):
        node.clock = None if move.left is None else round(max(0.0, move.left), 3)
        measured = move.seconds or (row.about is not None and move.seconds is not None)  # agents that need no time say 0
        node.seconds = round(move.seconds, 3) if measured and move.seconds is not None else None
        node.value = None if move.value is None else Estimate.parse(move.value)
        node.comment = move.comment
    if row.result is not None:
        outcome = Outcome(tuple(row.result["utilities"]), row.result["sentence"])
        record.result, record.ending = result_of(outcome), outcome.reason
    add_about(record, row.about)
    add_tried(record, tried)
    return record


def add_about(record: Record, about: dict[str, Any] | None) -> None:
    """What a file said of a game, as `about_of` has written it; whatever is damaged is left out."""
    about = about or {}
    for name in FACTS:
        said = about.get(name)
        if isinstance(said, str) and (name != "result" or RESULT.fullmatch(said)):
            setattr(record, name, said)
    players, tags = about.get("players"), about.get("tags")
    if isinstance(players, list) and len(players) == len(record.players) and all(isinstance(name, str) for name in players):
        record.players = tuple(players)
    if isinstance(tags, dict):
        record.tags = {name: said for name, said in tags.items() if isinstance(said, str)}


def add_tried(record: Record, tried: Iterable[dict[str, Any]]) -> None:
    """Variations and comments from the nodes of an analysis, parents first; what is damaged ends them."""
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
            words = [place.comment, node["comment"].strip(), *map(_command, node["marks"])]
            place.comment = " ".join(word for word in words if word)
            _add_notes(place, node)
            places.append((place, state))


def _add_notes(place: RecordNode, node: dict[str, Any]) -> None:
    """What files say beside a move."""
    place.before = node.get("before") or place.before
    place.nags = tuple(node.get("nags") or place.nags)
    place.clock = node.get("clock", place.clock)
    place.seconds = node.get("seconds", place.seconds)
    place.value = Estimate.parse(node["value"]) if node.get("value") else place.value


def _command(mark: dict[str, Any]) -> str:
    """An arrow or a circle as other programs write it into comments: [%cal Ge2e4], [%csl Re5]."""
    cells = mark["cells"]
    if not all(PLACE.fullmatch(cell) for cell in cells):
        return ""
    return f"[%{'csl' if len(cells) == 1 else 'cal'} {mark['colour'][0].upper()}{''.join(cells)}]"


# --- into the tables ---
def about_of(record: Record) -> dict[str, Any]:
    """What a record says of the game as a whole."""
    return {"players": list(record.players), "tags": record.tags, **{name: getattr(record, name) for name in FACTS}}


def without_end(about: dict[str, Any] | None) -> dict[str, Any] | None:
    """What still holds of that where somebody goes on playing."""
    return about and {name: said for name, said in about.items() if name not in ("result", "ending")}


def told_outcome(record: Record) -> Outcome | None:
    """How a game ended by the result that a file gives it; nothing where that says no more than who plays."""
    points = [float(Fraction(share)) for share in record.result.split("-")] if record.result != UNKNOWN else []
    if len(points) != record.game.players:
        return None
    low, high = record.game.utility_range
    best = max(points)
    if len(points) == 1:
        utilities = points
    elif min(points) == best:
        utilities = [0.0] * len(points)
    else:
        utilities = [high if share == best else low for share in points]
    return Outcome(tuple(utilities), record.ending or "as it was recorded")


def noted_moves(moves: Iterable[Move], record: Record) -> list[Move]:
    """The moves that were played with their clocks, times and values in a record."""
    return [
        replace(move, left=node.clock, seconds=node.seconds, value=None if node.value is None else str(node.value))
        for move, node in zip(moves, record.root.main_line(), strict=True)
    ]


def is_annotated(record: Record) -> bool:
    """Whether a record has more to say than what noted moves hold."""
    return record.root.notes() != RecordNode().notes() or any(
        len(node.children) > 1 or node.comment or node.before or node.nags for node in record.root.all_nodes()
    )


def tried_of(record: Record, most: int) -> list[dict[str, Any]]:
    """The first nodes of a record as those of an analysis, the main line before all others."""
    parents = {id(record.root): -1}
    nodes = []
    for number, node in zip(range(most), record.root.all_nodes(), strict=False):
        parents |= {id(child): number for child in node.children}
        nodes.append({"parent": parents[id(node)], "action": node.action, "comment": node.comment, "marks": [], **_notes(node)})
    return nodes


def _notes(node: RecordNode) -> dict[str, Any]:
    found = {"before": node.before, "nags": list(node.nags), "value": str(node.value) if node.value is not None else ""}
    timed = {"clock": node.clock, "seconds": node.seconds}
    return {name: said for name, said in found.items() if said} | {
        name: time for name, time in timed.items() if time is not None
    }
