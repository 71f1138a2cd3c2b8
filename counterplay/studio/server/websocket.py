"""The websocket: pages follow games, move, and watch an analysis deepen.

What is sent to a page waits in an outbox that holds only the newest state of each game and the newest report: a slow page
misses steps in between, never the last one, and never holds up the others.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from counterplay.core import CounterplayError, Limit, Position, Report
from counterplay.studio.api.messages import MESSAGES, AnalyseMessage, Message, MoveMessage, PlainMessage, WatchMessage
from counterplay.studio.api.position_views import Sight, View, as_json, report_view
from counterplay.studio.server.game_library import Library
from counterplay.studio.server.live_game import LiveGame, Told
from counterplay.studio.server.running_games import Games
from counterplay.studio.server.search_queue import Job, Searches, Stopped, new_search
from counterplay.studio.server.studio_options import (
    LONGEST_MESSAGE,
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    MOST_PAGES,
    MOST_WATCHED,
)

log = logging.getLogger("counterplay.studio")
TRY_AGAIN_LATER = 1013  # close code
GONE = (WebSocketDisconnect, RuntimeError, OSError)  # what sending to a page that has gone raises
MOST_UNREAD = 2000  # messages that wait for one page
MOST_ERRORS = 500  # on one websocket, before it is closed
POLICY_VIOLATION = 1008


class Outbox:
    """What is still to be sent to one page. `put` may be called from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: OrderedDict[object, str | Callable[[], str]] = OrderedDict()
        self._lock = threading.Lock()
        self._ready = asyncio.Event()
        self._number = 0
        self.closed = False
        self.overflowed = False  # the page does not read what it is sent

    def put(self, message: View | Callable[[], str], key: object = None) -> None:
        """Send this; it replaces one with the same key that was not sent yet. A function is called when its turn comes."""
        ready = message if callable(message) else as_json(message)
        with self._lock:
            if self.closed:
                return
            self._number += 1
            self._waiting[self._number if key is None else key] = ready
            self.overflowed = len(self._waiting) > MOST_UNREAD
        try:
            self._loop.call_soon_threadsafe(self._ready.set)
        except RuntimeError:  # the loop has ended, and the page with it
            self.closed = True

    def drop(self, key: object) -> None:
        """Take back what was not sent yet."""
        with self._lock:
            self._waiting.pop(key, None)

    async def next(self) -> str | Callable[[], str]:
        """The oldest message."""
        while True:
            with self._lock:
                if self._waiting:
                    return self._waiting.popitem(last=False)[1]
                self._ready.clear()
            await self._ready.wait()


@dataclasses.dataclass
class Followed:
    """A game that a page watches."""

    live: LiveGame
    sight: Sight
    changes: bool  # whether the page keeps what it was told, and is sent what has changed
    told: Told | None = None  # touched by the one task that sends

    def news(self) -> str:
        """The game as JSON, or what has changed; empty where nothing has."""
        if not self.changes:
            return self.live.text(self.sight)
        if self.told is None or self.told.crowded:
            with self.live.lock:
                self.told = self.live.told(self.sight)
                return self.live.text(self.sight)
        known, self.told = self.told, None  # if this fails, everything is sent anew
        text, self.told = self.live.changes(known, self.sight)
        return text

    def message(self) -> str:
        """What the page is sent; empty: nothing."""
        if self.live.deleted:
            return as_json({"type": "deleted", "game": self.live.id})
        news = self.news()
        return f'{{"type":"game","game":{news}}}' if news else ""

    def answer(self, reference: str) -> str:
        """The same, in answer to a move."""
        return f'{{"type":"moved","ref":{reference},"game":{self.news() or "null"}}}'


class Page:
    """One websocket."""

    def __init__(self, pages: Pages, socket: WebSocket) -> None:
        self.pages, self.socket = pages, socket
        self.outbox = Outbox(asyncio.get_running_loop())
        self.watched: dict[str, Followed] = {}  # by the game's id
        self.analysis: Job | None = None
        self._handling: asyncio.Task[None] | None = None  # the message that is being answered
        self._allowance, self._counted = float(MESSAGES_AT_ONCE), time.monotonic()
        self._errors = 0
        self.name = f"page {id(self)}"

    async def run(self) -> None:
        """Serve the page until it goes."""
        sender = asyncio.create_task(self._send())
        receiver = asyncio.create_task(self._receive())
        try:
            done, _ = await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if (error := task.exception()) is not None and not isinstance(
                    error, WebSocketDisconnect | RuntimeError | OSError
                ):
                    raise error
        finally:
            sender.cancel()
            receiver.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)
            if self._handling is not None:  # a thread cannot be cancelled, and may still begin a search or watch a game
                await asyncio.gather(self._handling, return_exceptions=True)
            self.leave()

    def leave(self) -> None:
        """Nothing goes on for a page that has gone."""
        self.outbox.closed = True
        self._stop_analysis()
        for followed in self.watched.values():
            self.pages.games.unwatch(followed.live)
        self.watched.clear()

    async def _send(self) -> None:
        while True:
            message = await self.outbox.next()
            if self.outbox.overflowed:
                return
            try:
                text = await run_in_threadpool(message) if callable(message) else message
            except CounterplayError as error:
                text = as_json({"type": "error", "ref": None, "error": str(error)})
            if text:
                await self.socket.send_text(text)

    async def _receive(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            reference: Any = None
            try:
                await self._slow_down()
                content = _content(received)
                reference = _reference(content)
                self._handling = asyncio.create_task(self._handle(_parsed(content)))
                await asyncio.shield(self._handling)
            except CounterplayError as error:
                self.outbox.put({"type": "error", "ref": reference, "error": str(error)})
                self._errors += 1
                if self._errors >= MOST_ERRORS:
                    await self.socket.close(POLICY_VIOLATION, "too many messages that could not be understood")
                    return

    async def _slow_down(self) -> None:
        """A page may send so many messages a second; more are refused, slowly."""
        now = time.monotonic()
        self._allowance = min(float(MESSAGES_AT_ONCE), self._allowance + (now - self._counted) * MESSAGES_PER_SECOND)
        self._counted = now
        if self._allowance < 1:
            await asyncio.sleep(1 / MESSAGES_PER_SECOND)
            raise CounterplayError(f"too many messages at once; {MESSAGES_PER_SECOND:g} a second are answered")
        self._allowance -= 1

    # --- what a page asks ---
    async def _handle(self, message: Message) -> None:
        if isinstance(message, WatchMessage):
            await (self._watch(message) if message.type == "watch" else self._unwatch(message))
        elif isinstance(message, MoveMessage):
            live = await run_in_threadpool(self.pages.games.move, message.game, message.ply, message.action, message.name)
            followed = self.watched.get(live.id)
            if followed is None or not followed.changes:
                followed = Followed(live, message.sight, False)
            reference = as_json(message.id)
            self.outbox.put(lambda: followed.answer(reference))
        elif isinstance(message, AnalyseMessage):
            await run_in_threadpool(self._analyse, message)
        elif isinstance(message, PlainMessage) and message.type == "stop":
            self._stop_analysis()
        else:
            self.outbox.put({"type": "pong", "ref": message.id})

    async def _watch(self, message: WatchMessage) -> None:
        if message.game not in self.watched and len(self.watched) >= MOST_WATCHED:
            raise CounterplayError(f"a page can watch {MOST_WATCHED} games at once; unwatch one first")

        def follow() -> LiveGame:
            # In one go: a page that leaves meanwhile must know that it has to let go of the game.
            known = self.watched.get(message.game)
            if known is None:
                live = self.pages.games.watch(message.game)
                known = self.watched[message.game] = Followed(live, message.sight, message.changes)
            known.sight, known.changes = message.sight, message.changes
            return known.live

        self.tell(await run_in_threadpool(follow))

    async def _unwatch(self, message: WatchMessage) -> None:
        known = self.watched.pop(message.game, None)
        if known is None:
            raise CounterplayError(f"this page does not watch a game '{message.game[:40]}'")
        self.outbox.drop(("game", message.game))
        self.pages.games.unwatch(known.live)

    def tell(self, live: LiveGame) -> None:
        """A watched game has changed."""
        followed = self.watched.get(live.id)
        if followed is not None:
            self.outbox.put(followed.message, ("game", live.id))

    # --- analysis ---
    def _analyse(self, message: AnalyseMessage) -> None:
        self._stop_analysis()
        game = self.pages.library.game(message.game)
        position = self.pages.library.position(game, message.start, tuple(message.moves))
        limit = Limit(seconds=message.seconds, depth=message.depth)
        slots = min(message.threads, self.pages.searches.slots)
        new_search(position, limit, message.algorithm, threads=message.threads)  # says so now if there is nothing to search
        reference, job = message.id, Job(self.name, lambda job: self._search(job, position, limit, message), open_ended=True)
        job.slots = slots
        job.on_compile = lambda sentence: (
            self._about(job, {"type": "compiling", "ref": reference, "text": sentence}) if sentence else None
        )
        self.analysis = job
        job.future.add_done_callback(lambda future: self._finished(job, reference, future.exception()))
        if not self.pages.searches.submit(job):
            self._about(job, {"type": "queued", "ref": reference})

    def _search(self, job: Job, position: Position, limit: Limit, message: AnalyseMessage) -> None:
        def each(report: Report) -> None:
            view = {"type": "report", "ref": message.id, **report_view(position, report)}
            self._about(job, view, key="report")

        job.search(position, limit, message.algorithm, each, lines=message.lines, threads=job.slots)

    def _about(self, job: Job, message: View, key: object = None) -> None:
        if self.analysis is job:
            self.outbox.put(message, key)

    def _finished(self, job: Job, reference: Any, error: BaseException | None) -> None:
        if isinstance(error, CounterplayError) and not isinstance(error, Stopped):
            self._about(job, {"type": "error", "ref": reference, "error": str(error)})
        elif error is not None and not isinstance(error, Stopped):
            log.error("an analysis failed", exc_info=error)
            self._about(job, {"type": "error", "ref": reference, "error": "the search failed; the server's log says why"})
        done = {"type": "done", "ref": reference}
        if job.displaced:
            done["reason"] = "others were waiting for their turn to search"
        self._about(job, done)

    def _stop_analysis(self) -> None:
        job, self.analysis = self.analysis, None
        if job is not None:
            self.outbox.drop("report")
            self.pages.searches.cancel(job)


class Pages:
    """Every open page."""

    def __init__(self, games: Games, library: Library, searches: Searches) -> None:
        self.games, self.library, self.searches = games, library, searches
        self._open: set[Page] = set()

    def __len__(self) -> int:
        return len(self._open)

    async def serve(self, socket: WebSocket) -> None:
        """One websocket from its beginning to its end."""
        await socket.accept()
        if len(self._open) >= MOST_PAGES:
            await socket.close(TRY_AGAIN_LATER, "too many pages are open")
            return
        page = Page(self, socket)
        self._open.add(page)
        try:
            await page.run()
        finally:
            self._open.discard(page)

    def tell(self, live: LiveGame) -> None:
        """A game has changed; called from any thread."""
        for page in list(self._open):
            page.tell(live)


def _content(received: Any) -> Any:
    text = received.get("text")
    if text is None:
        raise CounterplayError("messages are JSON text, not bytes")
    if len(text.encode("utf-8", "replace")) > LONGEST_MESSAGE:
        raise CounterplayError(f"this message is too long; {LONGEST_MESSAGE // 1024} KiB are read at most")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise CounterplayError("this message is no JSON") from None


def _reference(content: Any) -> Any:
    """The id that answers refer to, if it is one."""
    reference = content.get("id") if isinstance(content, dict) else None
    plain = isinstance(reference, str) and len(reference) <= 80
    return reference if plain or (isinstance(reference, int) and abs(reference) < 2**53) else None


def _parsed(content: Any) -> Message:
    if not isinstance(content, dict):
        raise CounterplayError('a message is an object such as {"id":1,"type":"ping"}')
    kind = content.get("type")
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise CounterplayError(f"there are messages of type {', '.join(MESSAGES)}")
    try:
        return MESSAGES[kind].model_validate(content)
    except ValidationError as error:
        raise CounterplayError(sentence_of(error.errors())) from None


def sentence_of(errors: Any) -> str:
    """What pydantic found, in a sentence."""
    shown = []
    for error in list(errors)[:3]:
        where = ".".join(str(part) for part in error["loc"] if part != "body")
        shown.append(f"{where[:80] or 'the request'}: {error['msg'][:160]}")
    return "; ".join(shown) or "the request cannot be understood"
