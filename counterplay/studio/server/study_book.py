"""Trees of variations: checked by the rules when they are saved, told with the names of their moves."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import Any

from counterplay.core import BadParameter, CounterplayError, Game, Position
from counterplay.records.record import Record
from counterplay.records.store.game_rows import names_given
from counterplay.records.store.stored_record import about_of, add_about, add_tried, tried_of
from counterplay.studio.api.game_text import game_record
from counterplay.studio.api.pasted_text import read_text
from counterplay.studio.api.position_views import View
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.live_game import LiveGame, seats_view
from counterplay.studio.server.running_games import Conflict, Games, NotFound
from counterplay.studio.server.studio_options import LONGEST_TITLE, MOST_NODES
from counterplay.studio.server.study_store import StudyRow, StudyStore

ROOT: dict[str, Any] = {"parent": -1, "action": None, "comment": "", "marks": []}


class Studies:
    """All trees of a studio. The one of a game has the game's id, and begins as the moves that were played."""

    def __init__(self, games: Games, library: Library, rows: StudyStore) -> None:
        self._games, self._library, self._rows = games, library, rows

    def get(self, name: str) -> View:
        """A tree; that of a game that nobody has studied yet is its moves."""
        row = self._rows.study(name)
        if row is None:
            return self._view(self._of_game(name))
        with contextlib.suppress(CounterplayError):  # it began as no game, or the game has gone
            _add_line(row.nodes, self._of_game(name).nodes)
        return self._view(row)

    def newest(self, limit: int) -> list[View]:
        """The trees that changed last, without their moves."""
        return [
            {"id": row.id, "game": row.spec, "title": row.title, "moves": len(row.nodes) - 1, "updated": row.updated}
            for row in self._rows.studies(limit)
        ]

    def create(self, spec: str, start: str | None, title: str, nodes: list[dict[str, Any]]) -> View:
        """A new tree."""
        game = self._library.game(spec)
        first = self._library.load(game, start)
        walked(first, nodes)
        row = StudyRow(game.spec, title or game.title_text, game.dump(first.state), nodes, version=1)
        self._rows.save_study(row)
        return self._view(row)

    def import_text(self, spec: str, text: str) -> View:
        """A tree from each game of a text; the first one, and what was left out of the text."""
        found = read_text(self._library, self._library.game(spec), text)
        rows = [
            StudyRow(
                record.game.spec, _title(record), record.start, tried_of(record, MOST_NODES), version=1,
                about=about_of(record) if found.recorded else None,
            )
            for record, _ in found.games
        ]  # fmt: skip
        for row in reversed(rows):  # the list shows the newest at the top
            self._rows.save_study(row)
        return self._view(rows[0]) | {"notices": found.notices}

    def annotate(self, live: LiveGame, record: Record) -> None:
        """The tree of a game that was read with variations and comments."""
        nodes = tried_of(record, MOST_NODES)
        self._rows.save_study(StudyRow(live.row.spec, live.row.title, live.row.start, nodes, id=live.id, version=1))

    def record(self, name: str) -> Record:
        """A tree as a record; of a game with what was played as its main line, and all else beside it."""
        row = self._rows.study(name)
        try:
            return game_record(self._games.get(name), row.nodes if row is not None else [])
        except NotFound:
            if row is None:
                raise NotFound(f"there is no analysis and no game '{name[:40]}'") from None
        record = Record(self._library.game(row.spec), row.start)
        add_about(record, row.about)
        add_tried(record, row.nodes)
        return record

    def save(self, name: str, version: int, title: str | None, nodes: list[dict[str, Any]]) -> View:
        """A tree as it is now; refused where another page has changed it meanwhile."""
        row = self._rows.study(name) or self._of_game(name)
        if version != row.version:
            raise Conflict("this analysis was changed on another page meanwhile; load it again")
        game = self._library.game(row.spec)
        walked(self._library.load(game, row.start), nodes)
        row.nodes, row.title = nodes, title or row.title
        row.version, row.updated = row.version + 1, time.time()
        self._rows.save_study(row)
        return {"id": row.id, "version": row.version}

    def delete(self, name: str) -> None:
        """Forget a tree; the game it began as stays."""
        if not self._rows.delete_study(name):
            raise NotFound(f"there is no analysis '{name[:40]}'")

    def _of_game(self, name: str) -> StudyRow:
        try:
            live = self._games.get(name)
        except NotFound:
            raise NotFound(f"there is no analysis and no game '{name[:40]}'") from None
        with live.lock:
            actions = live.position.played()
            nodes = [
                ROOT,
                *({"parent": ply, "action": action, "comment": "", "marks": []} for ply, action in enumerate(actions)),
            ]
            return StudyRow(live.row.spec, live.row.title, live.row.start, nodes, id=name)

    def _view(self, row: StudyRow) -> View:
        game = self._library.game(row.spec)
        positions = walked(self._library.load(game, row.start), row.nodes)
        return {
            "id": row.id,
            "game": row.spec,
            "title": row.title,
            "game_title": game.title_text,
            "start": row.start,
            "player_names": list(game.player_names),
            "nodes": [_node_view(game, positions, node) for node in row.nodes],
            "version": row.version,
            "updated": row.updated,
            "source": self._source(row.id),
        }

    def _source(self, name: str) -> View | None:
        """The game that a tree began as, while there is one."""
        try:
            live = self._games.get(name)
        except CounterplayError:
            return None
        with live.lock:
            seats = seats_view(live.seats, live.game.player_names, names_given(live.row))
            actions = live.position.played()
            return {"id": name, "status": live.row.status, "result": live.row.result, "seats": seats, "actions": actions,
                    "contest": live.row.contest}  # fmt: skip


def _title(record: Record) -> str:
    """Who played, where a file says that, else the game."""
    names = " – ".join(filter(None, record.players))
    return names[:LONGEST_TITLE] or record.game.title_text


def walked(first: Position, nodes: Sequence[dict[str, Any]]) -> list[Position]:
    """The position of every node; a sentence where a tree is none, or a move is against the rules."""
    if not nodes or nodes[0]["parent"] != -1 or nodes[0]["action"] is not None:
        raise BadParameter("the first node of an analysis is the start: its parent is -1, and it has no action")
    positions = [first]
    seen: set[tuple[int, int]] = set()
    for number, node in enumerate(nodes[1:], 1):
        parent, action = node["parent"], node["action"]
        if not 0 <= parent < number or action is None:
            raise BadParameter(f"node {number} of the analysis needs an action and a parent that comes before it")
        if (parent, action) in seen:
            raise BadParameter(f"node {number} of the analysis is there already: a move has one place after its parent")
        seen.add((parent, action))
        positions.append(positions[parent].play(action))
    return positions


def _add_line(nodes: list[dict[str, Any]], line: Sequence[dict[str, Any]]) -> None:
    """Moves that were played since a tree was kept are added to it."""
    children = {(node["parent"], node["action"]): number for number, node in enumerate(nodes)}
    at = 0
    for move in line[1:]:
        known = children.get((at, move["action"]))
        if known is None:
            known = len(nodes)
            nodes.append({**move, "parent": at})
        at = known


def _node_view(game: Game, positions: list[Position], node: dict[str, Any]) -> View:
    if node["parent"] < 0:
        return {**node, "name": "", "player": -1}
    before = positions[node["parent"]]
    return {**node, "name": game.action_name(before.state, node["action"]), "player": before.player}
