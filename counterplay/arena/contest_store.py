"""Contests and their games in the store of games: a game is on the disk, for good, before the next one is counted.

One process writes a contest; a claim sees to that. The pair (contest, number) is unique: no game can be stored twice. The
games themselves are rows like those that people play in the studio.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterplay.arena.game_record import Ending, GameRecord, versions
from counterplay.arena.playing.contest_settings import Settings, read_values
from counterplay.core import BadParameter
from counterplay.core.files.user_file import describe
from counterplay.records.recorded_game import title_of
from counterplay.records.store.file_claims import Claim, Taken
from counterplay.records.store.game_rows import (
    OVER,
    ROWS,
    Move,
    Row,
    contest_result,
    contest_seats,
    insert_game,
    plan_of,
    read_row,
)
from counterplay.records.store.game_store import GameStore, read_tried

STUDIO = "studio"  # `games-of studio` are the games that no match has played
OWN_COLUMNS = "number, round, pairing, entrants, seed, opening_plies, ending, loser, seconds, versions"  # of contest_games


@dataclass(frozen=True)
class StoredContest:
    """A row of the contests."""

    id: int
    name: str
    settings_json: str
    planned: int
    played: int
    created: float
    finished: float | None
    verdict: str

    @property
    def settings(self) -> Settings:
        """What was played; refuses a contest of objects that no database can hold."""
        try:
            return Settings.from_values(self.settings_values)
        except BadParameter as error:
            raise BadParameter(f"match {self.label} cannot be resumed: {error}") from None

    @property
    def settings_values(self) -> dict[str, Any]:
        """The settings as plain values; those that every contest has are there."""
        try:
            return read_values(self.settings_json)
        except (ValueError, TypeError, RecursionError) as error:
            raise BadParameter(f"the settings of match {self.label} are damaged in the database: {error}") from None

    @property
    def label(self) -> str:
        """What people call it."""
        return self.name or str(self.id)


class Store(GameStore):
    """The contests of a store; every failure of the disk or the file is a sentence."""

    def __init__(self, path: Path | None, *, must_exist: bool = False) -> None:
        """Open, or make, the database; None keeps it in memory alone."""
        super().__init__(path, must_exist=must_exist)
        self._claims: dict[int, Claim] = {}

    def close(self) -> None:
        """Let go of the file."""
        for contest in list(self._claims):
            self.unlock(contest)
        super().close()

    # --- contests ---
    def add(self, settings: Settings, planned: int, name: str = "") -> int:
        """A new contest; its number."""
        if name.isdecimal():
            raise BadParameter(f"a match cannot be called '{name}': a number alone is what matches are counted by")
        if name == STUDIO:
            raise BadParameter(f"a match cannot be called '{name}': that is what people's own games are found by")
        row = (name or None, settings.to_json(), planned, json.dumps(versions()), time.time())
        try:
            with self.explained(), self.transaction():
                done = self._db.execute(
                    "INSERT INTO contests (name, settings, planned, versions, created) VALUES (?, ?, ?, ?, ?)", row
                )
                assert done.lastrowid is not None
                return done.lastrowid
        except sqlite3.IntegrityError:
            raise BadParameter(
                f"there is a match '{name}' already; resume it with --resume {name}, or give another name"
            ) from None

    def find(self, which: str | int | None = None, *, unfinished: bool = False) -> StoredContest:
        """A contest by number or name; the last one (that is not finished) if none is given."""
        found = self.contests()
        if which is None:
            rest = [c for c in found if not unfinished or c.finished is None]
            if not rest:
                raise BadParameter(f"there is no {'unfinished ' * unfinished}match in '{self.path}'")
            return rest[-1]
        for contest in found:
            if str(which) in (str(contest.id), contest.name):
                return contest
        known = ", ".join(c.label for c in found[-10:]) or "none yet"
        raise BadParameter(f"there is no match '{which}' in '{self.path}'; there are {known}")

    def contests(self) -> list[StoredContest]:
        """All of them, oldest first."""
        with self.explained():
            rows = self._db.execute(
                "SELECT id, coalesce(name, ''), settings, planned, (SELECT count(*) FROM contest_games WHERE contest = id), "
                "created, finished, verdict FROM contests ORDER BY id"
            ).fetchall()
        try:
            return [_contest(row) for row in rows]
        except (ValueError, TypeError) as error:
            raise BadParameter(f"the list of matches in '{self.path}' is damaged: {error}") from None

    def finish(self, contest: int, verdict: str = "") -> None:
        """All games are played, or the test has decided."""
        with self.explained(), self.transaction():
            self._db.execute("UPDATE contests SET finished = ?, verdict = ? WHERE id = ?", (time.time(), verdict, contest))

    # --- games ---
    def put(self, contest: int, record: GameRecord) -> None:
        """Store a finished game at once."""
        moves = [Move(action, None, "", seconds=seconds) for action, seconds in zip(record.actions, record.times, strict=True)]
        own = (
            *(record.number, record.round, json.dumps(record.pairing), json.dumps(record.seats), record.seed),
            *(record.opening_plies, record.ending.value, record.loser, record.seconds, json.dumps(record.versions)),
        )
        try:
            with self.explained(), self.transaction():
                key = insert_game(self._db, self._row(contest, record), moves)
                self._db.execute(
                    f"INSERT INTO contest_games (contest, game, {OWN_COLUMNS}) VALUES ({', '.join('?' * (2 + len(own)))})",
                    (contest, key, *own),
                )
        except sqlite3.IntegrityError:
            raise BadParameter(
                f"game {record.number} of match {contest} is stored already: someone else is playing this match"
            ) from None

    def _row(self, contest: int, record: GameRecord) -> Row:
        """The game as every game is kept."""
        found = self._db.execute("SELECT settings FROM contests WHERE id = ?", (contest,)).fetchone()
        spec, entrants = plan_of(found[0] if found else "")
        return Row(
            *(secrets.token_urlsafe(9), spec, title_of(spec), record.start, contest_seats(entrants, record.seats)),
            status=OVER,
            result=contest_result(record.utilities, record.reason),
            ply=len(record.actions),
        )

    def games(self, contest: int) -> list[GameRecord]:
        """All stored games in order of their numbers."""
        with self.explained():
            rows = self._db.execute(
                f"SELECT game, start, result, ply, {OWN_COLUMNS} FROM contest_games JOIN games ON key = game "
                "WHERE contest = ? ORDER BY number",
                (contest,),
            ).fetchall()
            played: dict[int, list[tuple[int, float]]] = {row[0]: [] for row in rows}
            # A game that is stored at this very moment has moves already, and is none of the rows.
            for game, action, seconds in self._db.execute(
                "SELECT moves.game, action, moves.seconds FROM contest_games JOIN moves USING (game) "
                "WHERE contest = ? ORDER BY moves.game, ply",
                (contest,),
            ):
                played.setdefault(game, []).append((action, seconds))
        try:
            return [_record(row, played[row[0]]) for row in rows]
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise BadParameter(f"a game of match {contest} in '{self.path}' is damaged: {describe(error)}") from None

    def rows(self, contest: int, limit: int, offset: int = 0) -> list[Row]:
        """The games of a contest as every game is kept, without their moves, the newest first; damaged ones are left out."""
        with self.explained():
            asked = f"{ROWS} WHERE contest = ? ORDER BY number DESC LIMIT ? OFFSET ?"
            found = self._db.execute(asked, (contest, limit, offset)).fetchall()
        return [row for row in map(read_row, found) if row is not None]

    def tried_in(self, contest: int) -> dict[int, list[dict[str, Any]]]:
        """What was tried in the games of a contest, by their numbers, where anybody has analysed them."""
        with self.explained():
            found = self._db.execute(
                "SELECT number, nodes FROM contest_games JOIN games ON key = game JOIN studies USING (id) WHERE contest = ?",
                (contest,),
            ).fetchall()
        return {number: read_tried(nodes) for number, nodes in found}

    # --- who may write ---
    def lock(self, contest: int) -> None:
        """Claim a contest for this process until it ends, however it ends."""
        if self.path is None:
            return
        path = self.path.with_name(f"{self.path.name}.playing-{contest}")
        try:
            self._claims[contest] = Claim(path)
        except Taken:
            raise BadParameter(f"match {contest} in '{self.path}' is being played by another process") from None
        except OSError as error:
            raise BadParameter(f"'{path}' cannot be written: {error.strerror or error}") from None

    def unlock(self, contest: int) -> None:
        """Give the claim back."""
        claim = self._claims.pop(contest, None)
        if claim is not None:
            claim.release()


def _contest(row: tuple[Any, ...]) -> StoredContest:
    number, name, settings, planned, played, created, finished, verdict = row
    ended = None if finished is None else float(finished)
    return StoredContest(number, str(name), settings, int(planned), played, float(created), ended, str(verdict))


def _record(row: tuple[Any, ...], moves: list[tuple[int, float]]) -> GameRecord:
    _, start, result, ply, *own = row
    stored: dict[str, Any] = dict(zip(OWN_COLUMNS.split(", "), own, strict=True))
    ended = json.loads(result)
    stored["start"], stored["reason"] = start, str(ended["reason"])
    stored["seats"] = tuple(map(int, json.loads(stored.pop("entrants"))))
    stored["pairing"] = tuple(map(int, json.loads(stored["pairing"])))
    stored["utilities"] = tuple(map(float, ended["utilities"]))
    stored["actions"] = tuple(int(action) for action, _ in moves)
    stored["times"] = tuple(float(seconds) for _, seconds in moves)
    for name in ("number", "round", "seed", "opening_plies"):
        stored[name] = int(stored[name])
    stored["versions"] = dict(json.loads(stored["versions"]))
    stored["ending"] = Ending(stored["ending"])
    stored["loser"] = None if stored["loser"] is None else int(stored["loser"])
    stored["seconds"] = float(stored["seconds"])
    lengths = {name: len(stored[name]) for name in ("pairing", "seats", "utilities", "actions")}
    if lengths["pairing"] != 2 or lengths["seats"] != lengths["utilities"] or lengths["actions"] != ply:
        raise ValueError(f"game {stored['number']} has {lengths}, and {ply} plies")
    return GameRecord(**stored)
