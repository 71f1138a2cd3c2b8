"""`counterplay serve --jsonl`: questions about any game, in lines of JSON."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from counterplay import Position, game_names, make_game
from counterplay.core import CHANCE
from counterplay.protocols.json_lines import JsonLines

PATIENCE = 120.0


class Talk:
    """A conversation inside this process."""

    def __init__(self, workers: int = 1) -> None:
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self._said: queue.Queue[str | None] = queue.Queue()
        self.server = JsonLines(lambda line: self.heard.put(json.loads(line)), workers)
        self._thread = threading.Thread(target=self.server.run, args=(self._lines(),), daemon=True)
        self._thread.start()

    def _lines(self) -> Iterator[str]:
        while (line := self._said.get()) is not None:
            yield line

    def say(self, line: str | dict[str, Any]) -> None:
        self._said.put(line if isinstance(line, str) else json.dumps(line))

    def ask(self, line: str | dict[str, Any]) -> dict[str, Any]:
        self.say(line)
        return self.hear()

    def hear(self) -> dict[str, Any]:
        return self.heard.get(timeout=PATIENCE)

    def until_final(self, name: object) -> list[dict[str, Any]]:
        answers = [self.hear()]
        while not (answers[-1]["id"] == name and answers[-1].get("final")):
            answers.append(self.hear())
        return answers

    def end(self) -> None:
        self._said.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def test_questions_are_answered() -> None:
    """Would catch an answer without its id, a report for the wrong position, a stream that does not end."""
    talk = Talk()
    game = {"game": "connect_four", "moves": ["4", "4", 4]}
    talk.say({"id": "s", **game, "limit": {"nodes": 20000}, "stream": True, "lines": 3})
    answers = talk.until_final("s")
    assert len(answers) > 2 and all(a["id"] == "s" for a in answers) and not any(a["final"] for a in answers[:-1])
    last = answers[-1]
    assert last["move"] == str(last["action"] + 1) and last["player"] == 1 and len(last["lines"]) == 3
    assert last["variation"][0] == last["move"] and -1 <= last["score"] <= 1 and last["nodes"] > 1000
    told = talk.ask({"id": 7, "do": "describe", **game})
    assert told["id"] == 7 and told["player"] == 1 and len(told["legal"]) == 7 and told["position"].endswith(" o")
    over = talk.ask({"id": 8, "game": "nim", "position": told["position"]})
    assert "error" in over and over["id"] == 8
    won = talk.ask({"id": 9, "game": "connect_four", "moves": list("1212121")})
    assert won["final"] and won["over"]["winner"] == 0
    assert "connect_four" in talk.ask({"id": "g", "do": "games"})["games"]
    assert "mcts" in talk.ask({"id": "a", "do": "algorithms"})["algorithms"]
    talk.say({"id": "p", "game": "pig", "algorithm": "expectiminimax", "limit": {"depth": 2}})
    answer = talk.hear()
    assert answer.get("algorithm") == "expectiminimax", answer
    talk.end()


def test_every_game_is_described() -> None:
    """Would catch a game whose position, turn or legal actions cannot be told as JSON, or are told wrongly."""
    talk = Talk()
    for name in game_names():
        position = Position(make_game(name))
        told = talk.ask({"id": name, "do": "describe", "game": name})
        assert (told["id"], told["player"]) == (name, None if position.player == CHANCE else position.player)
        assert Position.load(position.game, told["position"]).choices == position.choices
        assert len(told["legal"]) == len(position.choices) and not told.get("over")
    talk.end()


def test_a_search_is_stopped() -> None:
    """Would catch a search that nobody can end, an id in use that is taken again, and an end of input that waits forever."""
    talk = Talk(workers=2)
    talk.say({"id": "endless", "game": "connect_four", "limit": {}, "stream": True})
    first = talk.hear()
    assert first["id"] == "endless" and not first["final"]
    talk.say({"id": "endless", "game": "connect_four"})
    talk.say({"id": "x", "do": "stop", "of": "endless"})
    answers = talk.until_final("endless")
    assert any("in use" in a.get("error", "") for a in answers)
    assert answers[-1]["stopped"] and answers[-1]["action"] in range(7)
    stops = [a for a in answers if a["id"] == "x"] or [talk.hear()]
    assert stops[0]["stopped"] == ["endless"]
    assert talk.ask({"id": "y", "do": "stop", "of": "nobody"}) == {"id": "y", "stopped": []}
    talk.say({"id": "left", "game": "connect_four", "limit": {}})
    talk.end()
    rest = [talk.heard.get_nowait() for _ in range(talk.heard.qsize())]
    assert rest[-1]["id"] == "left"


def test_bad_lines_are_answered_by_a_sentence() -> None:
    """Would catch a traceback, a silent line, or a conversation that ends."""
    talk = Talk()
    for line, name, says in (
        ("{", None, "no line of JSON"),
        ("[1]", None, "is an object"),
        ("{}", None, "has an 'id'"),
        ({"id": True}, None, "has an 'id'"),
        ({"id": "1"}, "1", "names its 'game'"),
        ({"id": "1", "game": "no_such"}, "1", "no game 'no_such'"),
        ({"id": "1", "game": 3}, "1", "'game' must be a text"),
        ({"id": "1", "game": "nim", "moves": "e4"}, "1", "'moves' must be a list"),
        ({"id": "1", "game": "connect_four", "moves": ["9"]}, "1", "move 1, '9'"),
        ({"id": "1", "game": "connect_four", "moves": [None]}, "1", "a move is its name"),
        ({"id": "1", "game": "connect_four", "limit": {"hours": 1}}, "1", "a limit has no 'hours'"),
        ({"id": "1", "game": "connect_four", "limit": {"nodes": "many"}}, "1", "whole number"),
        ({"id": "1", "game": "connect_four", "algorithm": "magic"}, "1", "no algorithm 'magic'"),
        ({"id": "1", "game": "connect_four", "options": {"magic": 1}}, "1", "no option 'magic'"),
        ({"id": "1", "game": "connect_four", "position": "rubbish"}, "1", "rubbish"),
        ({"id": "1", "do": "dance"}, "1", "'dance'"),
        ({"id": "1", "colour": "red"}, "1", "no field 'colour'"),
        ({"id": "1", "game": "pig", "algorithm": "engine"}, "1", "chance"),
    ):
        answer = talk.ask(line)
        assert answer["id"] == name and says in answer["error"], (line, answer)
    assert talk.ask({"id": "v", "do": "version"})["version"]
    talk.end()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(["id", "do", "of", "game", "moves", "limit", "options", "lines", "position"]), JSON))
def test_whatever_is_asked_one_answer_comes(asked: dict[str, Any]) -> None:
    """Would catch a question that breaks the server."""
    answers: list[str] = []
    JsonLines(answers.append).obey(json.dumps(asked))
    assert len(answers) == 1 and "id" in json.loads(answers[0])


def test_the_command_ends_with_its_input() -> None:
    """Would catch a command that does not end, or that says something else than JSON on its standard output."""
    asked = '{"id": 1, "game": "nim", "limit": {"depth": 2}}\nnonsense\n'
    command = [sys.executable, "-m", "counterplay", "serve", "--jsonl"]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert {(a["id"], a.get("final")) for a in answers} == {(1, True), (None, None)}
