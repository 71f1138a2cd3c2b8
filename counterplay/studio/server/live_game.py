"""One game in memory: who sits where, what was played, and how it is told to pages."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Sequence

from counterplay.agents import Agent
from counterplay.core import Game, Position
from counterplay.studio.api.position_views import View, as_json, position_view
from counterplay.studio.server.alarms import Alarm
from counterplay.studio.server.game_clocks import GameClock
from counterplay.studio.server.search_queue import Job
from counterplay.studio.server.studio_store import Move, Row

HUMAN, AGENT, DICE = "human", "agent", "chance"  # who played a move; the first two also sit in seats


@dataclasses.dataclass
class Seat:
    """Who plays a side."""

    kind: str  # HUMAN or AGENT
    agent: str | None = None


def seats_view(seats: list[Seat], sides: Sequence[str]) -> list[View]:
    """The seats with names for people: 'You' where there is one person, else what the side is called."""
    alone = sum(seat.kind == HUMAN for seat in seats) == 1
    return [
        {"kind": s.kind, "agent": s.agent, "name": _seat_name(s, "You" if alone else side), "player": side}
        for s, side in zip(seats, sides, strict=True)
    ]


def _seat_name(seat: Seat, person: str) -> str:
    return person if seat.kind == HUMAN else agent_title(seat.agent or "")


def agent_title(name: str) -> str:
    """'Level 3' for level:3."""
    return name.replace(":", " ").capitalize()


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
        self._drawn: dict[bool, str] = {}  # flip -> that position's view, as JSON

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

    def text(self, flip: bool = False) -> str:
        """A GameView as JSON. What costs time is kept: the position until it changes, each move for good."""
        with self.lock:
            row = self.row
            head = {
                "id": row.id,
                "game": row.spec,
                "title": row.title,
                "seats": seats_view(self.seats, self.game.player_names),
                "start": row.start,
                "ply": self.position.ply,
                "status": row.status,
                "result": row.result,
                "clock": None if self.clock is None else self.clock.view(),
                "thinking": self.thinking,
                "compiling": self.compiling,
                "created": row.created,
                "updated": row.updated,
                "version": self.version,
            }
            return f'{as_json(head)[:-1]},"moves":[{",".join(self._moves_text())}],"position":{self._position_text(flip)}}}'

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

    def _position_text(self, flip: bool) -> str:
        if self._drawn_for is not self.position:
            self._drawn_for, self._drawn = self.position, {}
        if flip not in self._drawn:
            self._drawn[flip] = as_json(position_view(self.position, flip))
        return self._drawn[flip]
