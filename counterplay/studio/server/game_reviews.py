"""Reviews of games: one search after the other in the queue of analyses, with progress, and stopped at any moment.

Every position is a job of its own, so that somebody who analyses meanwhile comes in between, and a review of a long game
costs no more than the seconds it was given.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field

from counterplay.core import CounterplayError, Limit, Report
from counterplay.search.api import choose
from counterplay.studio.api.position_views import View
from counterplay.studio.server.review_steps import Asked, Steps, decisions, review_steps
from counterplay.studio.server.running_games import Conflict, Games
from counterplay.studio.server.search_queue import Job, Searches, Stopped
from counterplay.studio.server.study_store import StudyStore

log = logging.getLogger("counterplay.studio")
LEAST_SECONDS, MOST_SECONDS = 0.02, 3.0  # for one position
MOST_REVIEWS = 8  # at once; more would only wait for each other


@dataclass
class Running:
    """A review under way."""

    game: str
    actions: list[int]
    steps: Steps
    total: int  # positions to search, as far as that is known
    seconds: float  # for each
    done: int = 0
    job: Job | None = None
    error: str = ""  # why it ended without an answer
    words: str | None = None  # that something is being compiled
    over: threading.Event = field(default_factory=threading.Event)


class Reviews:
    """All reviews of a studio."""

    def __init__(self, games: Games, searches: Searches, rows: StudyStore) -> None:
        self._games, self._searches, self._rows = games, searches, rows
        self._running: dict[str, Running] = {}
        self._lock = threading.Lock()

    def begin(self, name: str, seconds: float) -> View:
        """Review a game within so many seconds of searching; one that is under way goes on."""
        live = self._games.get(name)
        with live.lock:
            last, over, people = live.position, live.over, [seat.kind == "human" for seat in live.seats]
        if not over:
            raise Conflict("a game is reviewed when it is over; this one is still being played")
        if live.row.contest is not None:  # nobody here made its mistakes
            raise Conflict("a game of a tournament is not reviewed; it can be analysed")
        choose(last.game)  # says so where no search takes this game
        count = decisions(last)
        if not count or not last.ply:
            raise Conflict("there is nothing to review: no move was played")
        each = min(MOST_SECONDS, max(LEAST_SECONDS, seconds / count))
        run = Running(name, last.played(), review_steps(last, people, name), count, each)
        with self._lock:
            before = self._running.get(name)
            if before is not None and not before.over.is_set():
                return self._progress(before)
            if sum(not r.over.is_set() for r in self._running.values()) >= MOST_REVIEWS:
                raise Conflict(f"{MOST_REVIEWS} reviews are under way already; wait for one of them")
            self._running[name] = run
        try:
            self._advance(run, None)
        except BaseException:
            self._end(run)
            raise
        return self.state(name)

    def state(self, name: str) -> View:
        """How a review stands: running, done with its content, failed, or none."""
        live = self._games.get(name)
        run = self._running.get(name)
        if run is not None and not run.over.is_set():
            return self._progress(run)
        with live.lock:
            actions = live.position.played()
        content = self._rows.review(name, actions)
        if content is not None:
            puzzles = [{"id": p.id, "ply": p.ply, "solved": p.solved is not None} for p in self._rows.puzzles_of(name)]
            return {"status": "done", "review": content, "puzzles": puzzles}
        if run is not None and run.error:
            return {"status": "failed", "error": run.error}
        return {"status": "none"}

    def cancel(self, name: str) -> View:
        """Stop a review; nothing of it is kept."""
        run = self._running.get(name)
        if run is not None and not run.over.is_set():
            self._end(run)
            if run.job is not None:
                self._searches.cancel(run.job)
        return self.state(name)

    def close(self) -> None:
        """Ask for nothing more."""
        for run in list(self._running.values()):
            run.over.set()

    def _progress(self, run: Running) -> View:
        return {"status": "running", "done": run.done, "total": max(run.total, run.done + 1), "words": run.words}

    # --- one search after the other ---
    def _advance(self, run: Running, answer: Report | None) -> None:
        """Hand the answer in and ask for the next search; the last answer makes the review."""
        try:
            asked = next(run.steps) if answer is None else run.steps.send(answer)
        except StopIteration as end:
            content, puzzles = end.value
            self._rows.save_review(run.game, run.actions, content, puzzles)
            self._end(run)
            return
        run.job = job = Job(f"review {run.game}", lambda job: self._search(job, run, asked))
        job.on_compile = lambda sentence: setattr(run, "words", sentence)
        job.future.add_done_callback(lambda future: self._answered(run, future))
        self._searches.submit(job)

    def _search(self, job: Job, run: Running, asked: Asked) -> Report:
        if run.over.is_set():  # it was stopped in the moment between two searches
            raise Stopped
        exact: list[Report] = []  # the last one: when time ends amid an iteration, there is only a bound of its value

        def note(report: Report) -> None:
            if report.value.is_exact:
                exact[:] = [report]

        last = job.search(asked.position, Limit(seconds=run.seconds * asked.weight), "auto", note, lines=asked.lines)
        return exact[0] if exact else last

    def _answered(self, run: Running, future: Future[Report]) -> None:
        """On the thread of a search that has ended."""
        if run.over.is_set():
            return
        try:
            run.done += 1
            run.words = None
            self._advance(run, future.result())
        except Stopped:
            self._end(run)
        except sqlite3.IntegrityError:
            self._end(run, "the game was deleted meanwhile")
        except CounterplayError as error:  # the queue is full, the disk is full
            self._end(run, str(error))
        except Exception:
            log.exception("the review of %s failed", run.game)
            self._end(run, "the review failed; the studio's log says why")

    def _end(self, run: Running, error: str = "") -> None:
        """Nothing more is searched; only what went wrong is remembered, and nothing of the positions."""
        run.error = error
        run.over.set()
        with self._lock:
            if not error and self._running.get(run.game) is run:
                del self._running[run.game]
