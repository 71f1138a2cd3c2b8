"""Analysis of every game by lines of JSON, for programs: one question a line, each with an id, many at a time.

    {"id": "1", "game": "connect_four", "moves": ["4", "4"], "limit": {"nodes": 100000}, "stream": true}
    {"id": "1", "final": false, "depth": 4, "action": 3, "move": "4", "score": 0.02, ...}
    {"id": "1", "final": true, ...}
    {"id": "2", "do": "stop", "of": "1"}

KataGo's analysis engine does the same for go. Answers come in the order in which searches end. What is wrong with a line is
answered by `{"id": ..., "error": a sentence}`, and the conversation goes on. At the end of the input, searches with a limit
are finished; others are stopped.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Any

from counterplay.core import BadNotation, BadParameter, CounterplayError, Game, Limit, Position
from counterplay.core.files.user_file import quoted
from counterplay.core.text.parameter_kinds import shown
from counterplay.games import make_game
from counterplay.games.catalogue import game_names
from counterplay.protocols.json_reports import described, outcome_told, report_told
from counterplay.search.api import DEFAULT_LIMIT, Search, algorithm_names

LONGEST_ID = 200  # characters
MOST_WAITING = 10_000  # questions that are not answered yet
FIELDS = {  # of a question -> what it must be
    "id": "a text or a whole number",
    "do": "a text",
    "of": "a text or a whole number",
    "game": "a text",
    "position": "a text",
    "moves": "a list of moves",
    "limit": "an object",
    "algorithm": "a text",
    "options": "an object",
    "lines": "a whole number",
    "stream": "true or false",
}
KINDS: dict[str, tuple[type, ...]] = {
    "a text": (str,),
    "a text or a whole number": (str, int),
    "a list of moves": (list,),
    "an object": (dict,),
    "a whole number": (int,),
    "true or false": (bool,),
}
OWN_FIELDS = ("self", "position", "limit", "algorithm", "game", "lines", "patience", "on_ready")  # no options of a search
LIMITS = ("depth", "nodes", "seconds", "playouts")


class Question:
    """A search that was asked for."""

    def __init__(self, name: Any, search: Search, stream: bool, endless: bool) -> None:
        self.name, self.search, self.stream, self.endless = name, search, stream, endless
        self.stopped = False

    def stop(self) -> None:
        """Answer at once with what there is."""
        self.stopped = True
        self.search.stop()


class JsonLines:
    """One conversation; `write` sends a line. So many searches run at the same time."""

    def __init__(self, write: Callable[[str], None], workers: int = 1) -> None:
        self._write = write
        self._waiting: queue.SimpleQueue[Question | None] = queue.SimpleQueue()
        self._open: dict[Any, Question] = {}  # by id: what is not answered yet
        self._games: dict[str, Game] = {}
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._work, name="counterplay-jsonl", daemon=True) for _ in range(workers)]
        self._verbs: dict[str, Callable[[Any, dict[str, Any]], None]] = {
            "search": self._search,
            "stop": self._stop,
            "describe": self._describe,
            "games": lambda name, _: self._tell(name, games=game_names()),
            "algorithms": lambda name, _: self._tell(name, algorithms=["auto", *algorithm_names()]),
            "version": lambda name, _: self._tell(name, version=version("counterplay")),
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer the lines until they end, and what is still asked for then."""
        for thread in self._threads:
            thread.start()
        try:
            for line in lines:
                if line.strip():
                    self.obey(line)
        finally:
            with self._lock:
                unlimited = [question for question in self._open.values() if question.endless]
            for question in unlimited:
                question.stop()
            for _ in self._threads:
                self._waiting.put(None)
            for thread in self._threads:
                thread.join()

    def obey(self, line: str) -> None:
        """One question; nothing in it can do more harm than a sentence."""
        name: Any = None
        try:
            asked = _read(line)
            name = _id_of(asked)
            _check(asked)
            verb = asked.get("do", "search")
            if verb not in self._verbs:
                raise BadParameter(f"there is nothing to do called '{quoted(verb)}'; there are {', '.join(self._verbs)}")
            self._verbs[verb](name, asked)
        except CounterplayError as error:
            self._complain(name, error)
        except Exception as error:  # of a game's own rules
            self._complain(name, f"{type(error).__name__}: {error}")

    # --- what can be asked ---
    def _search(self, name: Any, asked: dict[str, Any]) -> None:
        position = self._position(asked)
        outcome = position.outcome()
        if outcome is not None:
            self._tell(name, final=True, over=outcome_told(outcome))
            return
        limit, lines, options = _limit(asked), asked.get("lines"), asked.get("options", {})
        for option in options:
            if option in OWN_FIELDS:
                raise BadParameter(f"'{option}' is no option of a search; a question may have it as a field of its own")
        search = Search(
            position,
            limit,
            asked.get("algorithm", "auto"),
            **({} if lines is None else {"lines": lines}),
            **options,
        )
        question = Question(name, search, asked.get("stream", False), not limit.bounded)
        with self._lock:
            if name in self._open:
                raise BadParameter(f"the id {shown(name)} is in use by a search that is not answered yet; give another one")
            if len(self._open) >= MOST_WAITING:
                raise BadParameter(f"{MOST_WAITING:,} searches are waiting; ask again when some are answered")
            self._open[name] = question
        self._waiting.put(question)

    def _stop(self, name: Any, asked: dict[str, Any]) -> None:
        with self._lock:
            chosen = (
                list(self._open.values()) if "of" not in asked else [self._open[o] for o in (asked["of"],) if o in self._open]
            )
        for question in chosen:
            question.stop()
        self._tell(name, stopped=[question.name for question in chosen])

    def _describe(self, name: Any, asked: dict[str, Any]) -> None:
        self._tell(name, **described(self._position(asked)))

    # --- searching ---
    def _work(self) -> None:
        while (question := self._waiting.get()) is not None:
            try:
                self._answer(question)
            except CounterplayError as error:
                self._complain(question.name, error)
            except Exception as error:  # of a game's own rules
                self._complain(question.name, f"the search failed: {type(error).__name__}: {error}")
            finally:
                with self._lock:
                    self._open.pop(question.name, None)

    def _answer(self, question: Question) -> None:
        last = None
        for report in question.search.reports():
            if last is not None and question.stream:
                self._tell(question.name, final=False, **report_told(last))
            last = report
        if last is None:
            raise CounterplayError("the search was stopped before it had an answer")
        self._tell(question.name, final=True, stopped=question.stopped, **report_told(last))

    # --- reading and writing ---
    def _position(self, asked: dict[str, Any]) -> Position:
        if "game" not in asked:
            raise BadParameter('a question names its \'game\', as in "game": "chess"')
        spec = asked["game"]
        if spec not in self._games:
            self._games[spec] = make_game(spec)
        game = self._games[spec]
        position = Position.load(game, asked["position"]) if "position" in asked else Position(game)
        for move in asked.get("moves", ()):
            if isinstance(move, bool) or not isinstance(move, str | int):
                raise BadNotation(f"a move is its name or its number, not {shown(move)}")
        return position.play_all(asked.get("moves", ()))

    def _tell(self, name: Any, **told: Any) -> None:
        self._write(json.dumps({"id": name, **told}, allow_nan=False, default=float))

    def _complain(self, name: Any, error: object) -> None:
        self._tell(name, error=" ".join(str(error).split()))


def _read(line: str) -> dict[str, Any]:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadNotation(f'this is no line of JSON: {error}; a question is an object such as {{"id": "1"}}') from None
    if not isinstance(asked, dict):
        raise BadNotation(f'a question is an object such as {{"id": "1"}}, not {shown(asked)}')
    return asked


def _id_of(asked: dict[str, Any]) -> str | int:
    """What the answers are to be called."""
    name = asked.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int) or len(str(name)) > LONGEST_ID:
        raise BadParameter(f"a question has an 'id', {FIELDS['id']} of at most {LONGEST_ID} characters")
    return name


def _check(asked: dict[str, Any]) -> None:
    """Every field is one that exists, and of its kind."""
    for field, value in asked.items():
        if field not in FIELDS:
            raise BadParameter(f"a question has no field '{quoted(field)}'; there are {', '.join(FIELDS)}")
        kinds = KINDS[FIELDS[field]]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise BadParameter(f"'{field}' must be {FIELDS[field]}, not {shown(value)}")


def _limit(asked: dict[str, Any]) -> Limit:
    """The limit of a search: a second where none is given; an empty one lasts until it is stopped."""
    if "limit" not in asked:
        return DEFAULT_LIMIT
    for field in asked["limit"]:
        if field not in LIMITS:
            raise BadParameter(f"a limit has no '{quoted(field)}'; it has {', '.join(LIMITS)}")
    return Limit(**asked["limit"])
