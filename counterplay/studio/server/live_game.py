"""One game in memory: who sits where, what was played, and how it is told to pages."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Sequence

from counterplay.agents import Agent
from counterplay.core import Game, Position
from counterplay.records.store.game_rows import Move, Row, names_given
from counterplay.studio.api.position_views import FROM_THE_FRONT, Sight, View, as_json, position_view
from counterplay.studio.api.view_changes import MOST_REMEMBERED, Memory, ToldPosition, edits
from counterplay.studio.server.alarms import Alarm
from counterplay.studio.server.game_clocks import GameClock
from counterplay.studio.server.search_queue import Job

MOST_STEPS = 12  # moves that a page is shown one by one; where more are missing, it is shown the last position alone
# What the levels are called, from the first to the tenth; faces.js draws them.
LEVEL_NAMES = ("Pip", "Momo", "Lola", "Hazel", "Otto", "Vera", "Wulf", "Minerva", "Aquila", "Drako")
HUMAN, AGENT, DICE = "human", "agent", "chance"  # who played a move; the first two also sit in seats


@dataclasses.dataclass
class Seat:
    """Who plays a side."""

    kind: str  # HUMAN or AGENT
    agent: str | None = None


def seats_view(seats: list[Seat], sides: Sequence[str], given: Sequence[str] = ()) -> list[View]:
    """The seats with names: the given one of a person, else 'You' where there is one, else what the side is called."""
    alone = sum(seat.kind == HUMAN for seat in seats) == 1
    given = given if len(given) == len(seats) else [""] * len(seats)
    return [
        {"kind": s.kind, "agent": s.agent, "name": _seat_name(s, name or ("You" if alone else side)), "player": side}
        for s, side, name in zip(seats, sides, given, strict=True)
    ]


def _seat_name(seat: Seat, person: str) -> str:
    return person if seat.kind == HUMAN else agent_title(seat.agent or "")


def agent_title(name: str) -> str:
    """'Lola, level 3' for level:3."""
    kind, _, number = name.partition(":")
    if kind == "level" and number.isdecimal() and 1 <= int(number) <= len(LEVEL_NAMES):
        return f"{LEVEL_NAMES[int(number) - 1]}, level {int(number)}"
    return name.replace(":", " ").capitalize()


@dataclasses.dataclass
class Told:
    """A game as one page has it."""

    head: View
    moves: list[str]  # as JSON
    at: Position
    sight: Sight
    position: ToldPosition
    memories: dict[str, Memory]

    @property
    def crowded(self) -> bool:
        """Whether the page had better be told everything anew."""
        return sum(memory.size for memory in self.memories.values()) > MOST_REMEMBERED


class LiveGame:
    """One game in memory. All attributes are read and written under `lock`."""

    def __init__(self, row: Row, game: Game, position: Position, moves: list[Move]) -> None:
        self.game = game
        self.lock = threading.RLock()
        self.stand(row, position, moves)
        self.agents: dict[int, tuple[str, Agent]] = {}  # player -> the agent's name, the agent
        self.version = 0  # counts changes: an agent's answer to an earlier version is thrown away
        self.job: Job | None = None  # the agent that thinks
        self.job_version = -1
        self.compiling: str | None = None
        self.flag: Alarm | None = None
        self.paused = False  # agents that play among themselves wait
        self.pace: float | None = None  # seconds between their moves; None: as the studio has it
        self.watchers = 0
        self.looked_at = time.monotonic()
        self.deleted = False
        self.left = False  # this object is no longer the game in memory

    def stand(self, row: Row, position: Position, moves: list[Move]) -> None:
        """Be the game that is stored."""
        self.row, self.position, self.moves = row, position, moves
        self.seats = [Seat(seat["kind"], seat.get("agent")) for seat in row.seats]
        self.clock = None if row.clock is None else GameClock(**row.clock)
        self._told: list[str] = []  # the first moves, as JSON
        self._drawn_for: Position | None = None
        self._drawn: dict[Sight, View] = {}  # that position's view, by how it is seen

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.row.id

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self.row.status == "over"

    @property
    def thinking(self) -> bool:
        """Whether an agent is choosing."""
        return self.job is not None and self.job_version == self.version

    def text(self, sight: Sight = FROM_THE_FRONT) -> str:
        """A GameView as JSON. What costs time is kept: the position until it changes, each move for good."""
        with self.lock:
            moves, position = ",".join(self._moves_text()), as_json(self._position_view(sight))
            return f'{as_json(self._head())[:-1]},"moves":[{moves}],"position":{position}}}'

    def told(self, sight: Sight) -> Told:
        """What a page has once it was sent `text`."""
        with self.lock:
            position = ToldPosition(self._position_view(sight))
            return Told(self._head(), list(self._moves_text()), self.position, sight, position, position.memories())

    def changes(self, known: Told, sight: Sight) -> tuple[str, Told]:
        """What has changed since a page was told of the game, as JSON (empty: nothing), and what the page has then.

        Moves that were played meanwhile are shown one by one: `steps` holds the positions between, without their choices.
        """
        with self.lock:
            head, moves = self._head(), list(self._moves_text())
            fields = {name: value for name, value in head.items() if value != known.head[name]}
            parts = [f"{as_json(name)}:{as_json(value)}" for name, value in fields.items()]
            if moves != known.moves:
                parts.append(f'"moves":{Memory(()).write(edits(known.moves, moves))}')
            position, steps = known.position, []
            for between in self._between(known, sight):
                step = ToldPosition({**position_view(between, sight), "choices": []})
                steps.append(position.changes_to(step, known.memories))
                position = step
            if steps:
                parts.append(f'"steps":[{",".join(steps)}]')
            if self.position is not known.at or sight != known.sight:
                now = ToldPosition(self._position_view(sight))
                parts.append(f'"position":{position.changes_to(now, known.memories)}')
                position = now
            text = f'{{"id":{as_json(self.id)},"version":{self.version},"changes":{{{",".join(parts)}}}}}' if parts else ""
            return text, Told(head, moves, self.position, sight, position, known.memories)

    def _between(self, known: Told, sight: Sight) -> list[Position]:
        """The positions after the one that a page has and before the present one; none where they are too many."""
        found: list[Position] = []
        before = self.position.previous
        while before is not None and before is not known.at and len(found) < MOST_STEPS:
            found.append(before)
            before = before.previous
        followed = before is known.at and self.position is not known.at and sight == known.sight
        return found[::-1] if followed else []

    def _head(self) -> View:
        row = self.row
        return {
            "id": row.id,
            "game": row.spec,
            "title": row.title,
            "seats": seats_view(self.seats, self.game.player_names, names_given(row)),
            "start": row.start,
            "ply": self.position.ply,
            "status": row.status,
            "result": row.result,
            "clock": None if self.clock is None else self.clock.view(),
            "thinking": self.thinking,
            "compiling": self.compiling,
            "paused": self.paused,
            "pace": self.pace,
            "created": row.created,
            "updated": row.updated,
            "contest": row.contest,
            "number": row.number,
            "version": self.version,
        }

    def _moves_text(self) -> list[str]:
        known = self._told
        later: list[str] = []
        position = self.position
        for ply in reversed(range(len(known), len(self.moves))):
            before, move = position.previous, self.moves[ply]
            assert before is not None
            name = self.game.action_name(before.state, move.action)
            view: View = {"name": name, "action": move.action, "player": move.player, "ply": ply, "by": move.by}
            if move.left is not None:
                view["clock"] = round(move.left, 2)
            later.append(as_json(view))
            position = before
        known.extend(reversed(later))
        return known

    def take_back(self, ply: int) -> None:
        """Forget the moves from this ply on."""
        while self.position.ply > ply and self.position.previous is not None:
            self.position = self.position.previous
        del self.moves[ply:], self._told[ply:]

    def _position_view(self, sight: Sight) -> View:
        if self._drawn_for is not self.position:
            self._drawn_for, self._drawn = self.position, {}
        if sight not in self._drawn:
            self._drawn[sight] = position_view(self.position, sight)
        return self._drawn[sight]
