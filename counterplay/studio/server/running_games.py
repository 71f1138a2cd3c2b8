"""Games under way: who sits where, what is played, and the agents and dice that answer.

Each game has a lock of its own. Whoever moves names the ply it is played at, so that of two pages that move at once one is
told that the game has gone on. Every change is on disk before anybody hears of it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import random
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator

from counterplay.agents import Agent, make_agent
from counterplay.agents.seeded_chance import drawn
from counterplay.agents.time_control import Clock
from counterplay.core import (
    CHANCE,
    BadParameter,
    CounterplayError,
    Game,
    IllegalAction,
    Outcome,
    Position,
    UnknownGame,
    utilities_of_loss,
)
from counterplay.draw.words.position_words import ending
from counterplay.records.record import Record
from counterplay.records.store.game_rows import Move, Row, names_given
from counterplay.records.store.stored_record import about_of, noted_moves, told_outcome, without_end
from counterplay.studio.api.position_views import outcome_view
from counterplay.studio.server.alarms import Alarms
from counterplay.studio.server.contest_games import told_moves, told_row
from counterplay.studio.server.game_clocks import GameClock
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.live_game import AGENT, DICE, HUMAN, LiveGame, Seat, agent_title
from counterplay.studio.server.search_queue import Job, Searches, Stopped
from counterplay.studio.server.studio_options import MOST_DELETED, MOST_IDLE_GAMES, MOST_LIVE_GAMES, Options
from counterplay.studio.server.studio_store import Store, Unsaved

log = logging.getLogger("counterplay.studio")
LEVELS = 10
AGENTS = ("random", *(f"level:{n}" for n in range(1, LEVELS + 1)))  # the only ones that can be asked for over the wire


class NotFound(CounterplayError):
    """There is no game of that name."""


class Conflict(CounterplayError):
    """The game is no longer, or not yet, where the request supposes it."""


class RulesMissing(Conflict):
    """What the game plays is not among the games of this studio."""


class Games:
    """All games of a studio."""

    def __init__(self, options: Options, library: Library, store: Store, searches: Searches, alarms: Alarms) -> None:
        self.options, self.library, self.store, self.searches, self.alarms = options, library, store, searches, alarms
        self.changed: Callable[[LiveGame], object] = lambda live: None  # told of every change
        self._live: OrderedDict[str, LiveGame] = OrderedDict()
        self._deleted: OrderedDict[str, tuple[Row, list[Move]]] = OrderedDict()  # until the studio ends
        self._lock = threading.Lock()
        self._dice = random.SystemRandom()
        self._closed = False

    # --- finding and making ---
    def get(self, name: str) -> LiveGame:
        """A game by its id; one that nobody has looked at for a while is read from disk."""
        with self._lock:
            live = self._live.get(name)
            if live is not None:
                self._live.move_to_end(name)
        if live is None:
            live = self._load(name)
        live.looked_at = time.monotonic()
        return live

    @contextlib.contextmanager
    def _held(self, name: str) -> Iterator[LiveGame]:
        """A game and its lock; one that has left the memory in this very moment is read again."""
        while True:
            live = self.get(name)
            with live.lock:
                if not live.left:
                    yield live
                    return

    def visit(self, name: str) -> LiveGame:
        """The same, and agents that had paused go on."""
        with self._held(name) as live:
            self._advance(live)
        return live

    def _load(self, name: str) -> LiveGame:
        found = self.store.load(name)
        if found is None:
            raise NotFound(f"there is no game '{name[:40]}'")
        row, moves = found
        game = self.rules_of(row)
        position = self._reached(game, row, moves)
        if row.contest is None:
            live = LiveGame(row, game, position, moves)
            self.check_seats(game, live.seats)  # the file may come from anybody: an agent in it must not be a program
        else:
            live = LiveGame(told_row(row, game), game, position, told_moves(position, moves))
        with self._lock:
            live = self._live.setdefault(name, live)  # another thread may have been faster
        self._make_room()
        return live

    def _reached(self, game: Game, row: Row, moves: list[Move]) -> Position:
        return self.library.position(game, row.start, tuple(m.action for m in moves))

    def rules_of(self, row: Row) -> Game:
        """What a stored game plays; RulesMissing where it was the owner's own, and its file was not named this time."""
        try:
            return self.library.game(row.spec)
        except UnknownGame:
            name = row.spec.partition(":")[0]
            what = f"start the studio with the file that defines {name} to continue this game, or delete it"
            if row.contest is not None:  # a match names the file by its path, which is never opened here
                what = f"`counterplay games-of {row.contest} show {row.number}` shows this game"
            raise RulesMissing(f"the rules of {row.title} are not here; {what}") from None

    def _make_room(self) -> None:
        """Let go of games that nobody follows, the longest unused first; they are on disk."""
        with self._lock:
            alone = [live for live in self._live.values() if not live.watchers]
            idle = [live for live in alone if not live.thinking and live.flag is None]
            leaving = idle[: max(0, len(idle) - MOST_IDLE_GAMES)]
            crowd = len(self._live) - len(leaving) - MOST_LIVE_GAMES
            leaving += [live for live in alone if live not in leaving][: max(0, crowd)]
            for live in leaving:
                self._let_go(live)

    def _let_go(self, live: LiveGame) -> None:
        """Its agent stops, and its clock: both go on when somebody comes back. One that is being played stays."""
        if not live.lock.acquire(blocking=False):
            return
        try:
            if not live.watchers:
                live.left = True
                live.version += 1
                self._silence(live)
                del self._live[live.id]
        finally:
            live.lock.release()

    def create(
        self,
        game: Game,
        start: Position,
        seats: list[Seat],
        moves: list[int] | None = None,
        clock: tuple[float, float] | None = None,
        record: Record | None = None,
    ) -> LiveGame:
        """A new game; moves that are given have been played already, and a record of them says more about the game."""
        self.check_seats(game, seats)
        position, played = start, []
        for action in moves or []:
            player = position.player
            by = DICE if player == CHANCE else HUMAN
            position = position.play(action)
            played.append(Move(int(action), player, by))
        time_left = None if clock is None else GameClock.new(game.players, *clock)
        row = Row(
            id=secrets.token_urlsafe(9),
            spec=game.spec,
            title=game.title_text,
            start=game.dump(start.state),
            seats=[dataclasses.asdict(seat) for seat in seats],
            clock=None if time_left is None else time_left.kept(),
            ply=position.ply,
        )
        if record is not None:
            played, row.about = noted_moves(played, record), about_of(record)
            outcome = told_outcome(record) if position.outcome() is None else None
            row.given = None if outcome is None else outcome_view(game, outcome)
        live = LiveGame(row, game, position, played)
        self._judge(live)
        self.store.add(row, played)
        with self._lock:
            self._live[row.id] = live
        self._make_room()
        with live.lock:
            self._advance(live)
        return live

    def check_seats(self, game: Game, seats: list[Seat]) -> None:
        """One sentence for seats that this game does not have or agents that there are not."""
        if len(seats) != game.players:
            raise BadParameter(f"{game.title_text} has {game.players} players, and {len(seats)} seats were given")
        for seat in seats:
            if seat.kind == AGENT and seat.agent not in AGENTS:
                raise BadParameter(f"there is no agent '{(seat.agent or '')[:40]}' here; there are {', '.join(AGENTS)}")

    def delete(self, name: str) -> None:
        """Take a game away; for a while it can be brought back."""
        kept = self.store.load(name)
        _refuse_contest(kept)
        if kept is not None:
            with self._lock:
                self._deleted[name] = kept
                while len(self._deleted) > MOST_DELETED:
                    self._deleted.popitem(last=False)
        self._remove(name)

    def bring_back(self, name: str) -> Row:
        """Undo the deletion of a game, if that is not too long ago."""
        with self._lock:
            kept = self._deleted.pop(name, None)
        if kept is None:
            raise NotFound(f"there is no deleted game '{name[:40]}' that could be brought back")
        self.store.add(*kept)
        return kept[0]

    def _remove(self, name: str) -> None:
        try:
            live = self.get(name)
        except NotFound:
            raise
        except Exception:  # its rules are not here, or not what they were: that is no reason why it must be kept
            self.store.delete(name)
            return
        with live.lock:
            self.store.delete(name)
            live.deleted = True
            live.version += 1
            self._silence(live)
        with self._lock:
            self._live.pop(name, None)
        self.changed(live)

    # --- what people do ---
    def move(self, name: str, ply: int, action: int | None = None, text: str | None = None) -> LiveGame:
        """A person's move."""
        with self._held(name) as live:
            self._refuse_elsewhere(live, ply)
            position = live.position
            if position.player == CHANCE:
                raise Conflict("chance decides here, not a player")
            if live.seats[position.player].kind == AGENT:
                raise Conflict(f"it is the turn of {agent_title(live.seats[position.player].agent or '')}, not yours")
            if action is None:
                action = position.parse(text or "")
            if action not in position.choices:
                raise IllegalAction(f"{live.game.title_text}: action {action} is not legal here")
            self._play(live, action, HUMAN)
            self._advance(live)
        return live

    def _refuse_elsewhere(self, live: LiveGame, ply: int) -> None:
        if live.deleted:
            raise NotFound("this game has been deleted")
        if ply != live.position.ply:
            raise Conflict(f"the game is at ply {live.position.ply}, not at {ply}")
        if live.over:
            raise Conflict(f"the game is over: {(live.row.result or {}).get('sentence', '')}")

    def undo(self, name: str, to: int | None = None) -> LiveGame:
        """Back to a ply; by itself to the last decision of a person."""
        with self._held(name) as live:
            _refuse_contest((live.row, live.moves))
            ply = self._previous_decision(live) if to is None else to
            last = live.position.ply - (live.row.given is None)  # a resignation is taken back without a move
            if ply is None or not 0 <= ply <= max(0, last):
                raise Conflict("there is nothing to take back" if to is None else f"the game has no ply {to} to go back to")
            live.take_back(ply)
            live.row.given, live.row.about = None, without_end(live.row.about)
            if live.clock is not None:
                live.clock.stop()
            self._changed(live, ply)
            self._advance(live)
        return live

    def _previous_decision(self, live: LiveGame) -> int | None:
        """The last ply before this one at which a person decided; where only agents play, the last decision."""
        people = [p for p, seat in enumerate(live.seats) if seat.kind == HUMAN] or list(range(live.game.players))
        if live.row.given is not None:
            return live.position.ply
        return next((ply for ply in reversed(range(len(live.moves))) if live.moves[ply].player in people), None)

    def resign(self, name: str, player: int) -> LiveGame:
        """A player gives up."""
        with self._held(name) as live:
            if live.over:
                raise Conflict("the game is over already")
            if not 0 <= player < live.game.players:
                raise BadParameter(f"{live.game.title_text} has players 0 to {live.game.players - 1}, no {player}")
            verb = "gives up" if live.game.players == 1 else "resigns"
            self._lose(live, player, f"{live.game.player_names[player]} {verb}")
        return live

    def seat(self, name: str, seats: list[Seat]) -> LiveGame:
        """Somebody else takes over a side."""
        with self._held(name) as live:
            _refuse_contest((live.row, live.moves))
            self.check_seats(live.game, seats)
            if live.row.about is not None:
                named = zip(names_given(live.row), live.seats, seats, strict=False)
                live.row.about["players"] = [name if before == after else _title(after) for name, before, after in named]
            live.seats = seats
            live.row.seats = [dataclasses.asdict(seat) for seat in seats]
            self._changed(live, len(live.moves))
            self._advance(live)
        return live

    def set_pace(self, name: str, paused: bool | None, seconds: float | None) -> LiveGame:
        """Agents among themselves wait or go on, faster or slower."""
        with self._held(name) as live:
            live.paused = live.paused if paused is None else paused
            live.pace = live.pace if seconds is None else seconds
            live.version += 1
            self._cancel_job(live)
            self.changed(live)
            self._advance(live)
        return live

    # --- watching ---
    def watch(self, name: str) -> LiveGame:
        """A page follows the game."""
        with self._held(name) as live:
            live.watchers += 1
            self._advance(live)
        return live

    def unwatch(self, live: LiveGame) -> None:
        """A page has gone."""
        with live.lock:
            live.watchers -= 1
            live.looked_at = time.monotonic()

    # --- what happens by itself; the game's lock is held ---
    def _play(self, live: LiveGame, action: int, by: str) -> None:
        player, ply = live.position.player, live.position.ply
        following = live.position.play(action)
        if live.clock is not None and player != CHANCE:
            left = live.clock.remaining(player) if live.clock.running == player else live.clock.left[player]
        else:
            left = None
        move = Move(int(action), player, by, left)
        live.position, live.row.about = following, without_end(live.row.about)
        live.moves.append(move)
        self._changed(live, ply, [move])

    def _changed(self, live: LiveGame, keep: int, moves: list[Move] | None = None) -> None:
        """Write a change down and tell everybody."""
        live.version += 1
        live.compiling = None
        live.row.ply, live.row.updated = live.position.ply, time.time()
        self._judge(live)
        if live.clock is not None:
            live.row.clock = live.clock.kept()
        try:
            self.store.save(live.row, keep, moves or [])
        except Unsaved:
            self._restore(live)
            raise
        finally:
            self.changed(live)

    def _restore(self, live: LiveGame) -> None:
        """What could not be written has not happened: the next change would be written after a move that is missing."""
        found = self.store.load(live.id)
        if found is not None:
            row, moves = found
            live.stand(row, self._reached(live.game, row, moves), moves)

    def _judge(self, live: LiveGame) -> None:
        """Whether the game is over, and how."""
        outcome = live.position.outcome()
        if outcome is not None:
            live.row.result = outcome_view(live.game, outcome)
        else:
            live.row.result = live.row.given
        live.row.status = "playing" if live.row.result is None else "over"

    def _lose(self, live: LiveGame, player: int, reason: str) -> None:
        """A player loses for a reason that the board does not show."""
        outcome = Outcome(utilities_of_loss(live.game, player), reason)
        view = outcome_view(live.game, outcome)
        if outcome.winner is None:
            view["sentence"] = reason if live.game.players == 1 else f"{reason}; the others win"
        else:
            view["sentence"] = ending(live.game.players, outcome, lambda p: live.game.player_names[p])
        live.row.given, live.row.about = view, without_end(live.row.about)
        self._changed(live, len(live.moves))
        self._advance(live)

    def _advance(self, live: LiveGame) -> None:
        """Let dice and agents answer until a person has to decide."""
        while not self._closed and not live.deleted:
            if live.over:
                self._silence(live)
                if live.clock is not None and live.clock.running is not None:
                    live.clock.stop()
                    self.changed(live)
                return
            player = live.position.player
            if player != CHANCE:
                break
            self._play(live, drawn(live.position, self._dice), DICE)
        else:
            return
        self._run_clock(live, player)
        if live.seats[player].kind == HUMAN:
            self._cancel_job(live)
        elif not live.thinking and not self._waits(live):
            self._ask_agent(live, player)

    def _waits(self, live: LiveGame) -> bool:
        """Whether agents play among themselves and are to wait, or nobody looks."""
        if any(seat.kind == HUMAN for seat in live.seats):
            return False
        if live.paused or live.watchers:
            return live.paused
        return time.monotonic() - live.looked_at > self.options.patience

    def _silence(self, live: LiveGame) -> None:
        self._cancel_job(live)
        if live.flag is not None:
            live.flag.cancel()
            live.flag = None

    def _cancel_job(self, live: LiveGame) -> None:
        if live.job is not None:
            self.searches.cancel(live.job)
            live.job = None

    # --- clocks ---
    def _run_clock(self, live: LiveGame, player: int) -> None:
        if live.clock is None or (live.clock.running == player and live.flag is not None):
            return
        live.clock.run(player)
        if live.flag is not None:
            live.flag.cancel()
        live.flag = self.alarms.after(live.clock.remaining(player) + 0.01, lambda: self._look_at_flag(live))
        self.changed(live)

    def _look_at_flag(self, live: LiveGame) -> None:
        with live.lock:
            live.flag = None
            clock = live.clock
            if clock is None or clock.running is None or live.over or live.deleted:
                return
            player = clock.running
            if clock.remaining(player) > 0:
                live.flag = self.alarms.after(clock.remaining(player) + 0.01, lambda: self._look_at_flag(live))
                return
            clock.stop()
            self._lose(live, player, f"{live.game.player_names[player]} has no time left")

    # --- agents ---
    def _ask_agent(self, live: LiveGame, player: int) -> None:
        self._cancel_job(live)
        version, position = live.version, live.position
        agent = self._agent(live, player)
        if live.clock is not None and hasattr(agent, "on_clock"):
            left = [live.clock.remaining(p) for p in range(live.game.players)]
            agent.on_clock(Clock(remaining=left[player], increment=live.clock.increment))
        job = Job(f"game {live.id}", lambda job: self._think(live, version, position, agent, job))

        def compiling(sentence: str | None) -> None:
            with live.lock:
                if live.compiling != sentence and live.version == version:
                    live.compiling = sentence
                    self.changed(live)

        job.on_compile = compiling
        live.job, live.job_version = job, version
        pace = self.options.pace if live.pace is None else live.pace
        paced = all(seat.kind == AGENT for seat in live.seats) and live.moves and pace > 0
        self.changed(live)
        if paced:
            self.alarms.after(pace, lambda: self._submit(live, job))
        else:
            self._submit(live, job)

    def _submit(self, live: LiveGame, job: Job) -> None:
        if job.cancelled.is_set() or self._closed:
            return
        try:
            self.searches.submit(job)
        except CounterplayError:
            with live.lock:  # too busy: try again in a while
                if live.job is job:
                    self.alarms.after(1.0, lambda: self._submit(live, job))

    def _agent(self, live: LiveGame, player: int) -> Agent:
        name = live.seats[player].agent or "random"
        known = live.agents.get(player)
        if known is None or known[0] != name:
            live.agents[player] = known = (name, make_agent(name))
        return known[1]

    def _think(self, live: LiveGame, version: int, position: Position, agent: Agent, job: Job) -> None:
        """On a worker thread: choose, then play, unless the game has gone another way meanwhile."""
        try:
            action = job.heard(lambda: agent.choose(position))
        except Stopped:
            raise
        except Exception as error:  # whatever is wrong with an agent, the game goes on
            log.warning("%s cannot move in %s: %s", agent.name, live.game.spec, error)
            action = self._dice.choice(position.choices)
        job.on_compile(None)
        with live.lock:
            if live.version != version or live.deleted or self._closed or job.cancelled.is_set():
                raise Stopped
            live.job = None
            self._play(live, action, AGENT)
            self._advance(live)

    def close(self) -> None:
        """Agents stop."""
        self._closed = True
        with self._lock:
            games = list(self._live.values())
        for live in games:
            if live.job is not None:
                live.job.cancel()


def _title(seat: Seat) -> str:
    return agent_title(seat.agent or "") if seat.kind == AGENT else ""


def _refuse_contest(found: tuple[Row, list[Move]] | None) -> None:
    if found is not None and found[0].contest is not None:
        row = found[0]
        raise Conflict(f"this is game {row.number} of match {row.contest}, which stays as it was played; analyse it instead")
