"""One revision of counterplay, asked for moves: `python -P bench/elo_child.py FOLDER`, started by `elo_revision`.

The folder holds the revision's package `counterplay`; this file imports nothing else, and of the package only what its
revisions have in common. Requests come as lines of JSON on the standard input, answers go to the standard output:

    {"do": "begin", "game": SPEC, "agent": NAME, "seed": N, "start": TEXT, "moves": [NAME...]}  ->  {"ready": PATH}
    {"do": "choose", "moves": [NAME...], "clock": {"per_move": T} or null}                      ->  {"move": NAME}

`moves` are those since the last request. What goes wrong is answered as {"failed": SENTENCE}.
"""

import importlib
import json
import os
import sys
from typing import Any

AGENTS = ("counterplay", "counterplay.agents")
SEARCHES = ("counterplay", "counterplay.search", "counterplay.search.api")


class ByAgent:
    """The revision's own agent decides, with all that it does between searches."""

    def __init__(self, make_agent: Any, name: str, seed: int) -> None:
        self.agent = make_agent(name, seed=seed)

    def prepare(self, position: Any) -> None:
        if hasattr(self.agent, "prepare"):
            self.agent.prepare(position)

    def choose(self, position: Any, clock: dict[str, Any] | None) -> int:
        if clock is not None and hasattr(self.agent, "on_clock"):
            given = {**clock, "others": tuple(clock.get("others", ()))}
            self.agent.on_clock(importlib.import_module("counterplay.agents").Clock(**given))
        return int(self.agent.choose(position))

    def close(self) -> None:
        if hasattr(self.agent, "close"):
            self.agent.close()


class BySearch:
    """Where a revision has no agents that are made by name: a search for every move."""

    def __init__(self, search: Any, name: str) -> None:
        self.search = search
        self.limit_type = importlib.import_module("counterplay").Limit
        self.algorithm, _, rest = name.partition(":")
        pairs = [part.split("=", 1) for part in rest.split(",") if part]
        self.limit = {key: float(value) if key == "seconds" else int(value) for key, value in pairs}

    def prepare(self, position: Any) -> None:
        self._ask(position, {"nodes": 1})

    def choose(self, position: Any, clock: dict[str, Any] | None) -> int:
        limit = dict(self.limit)
        if clock is not None:
            if clock.get("per_move") is None:
                raise ValueError("this revision has no agents, so that it knows no clock but so many seconds a move")
            limit["seconds"] = clock["per_move"]
        return self._ask(position, limit)

    def close(self) -> None:
        pass

    def _ask(self, position: Any, limit: dict[str, Any]) -> int:
        algorithm = () if self.algorithm == "auto" else (self.algorithm,)
        return int(self.search(position.game, position, self.limit_type(**limit), *algorithm).action)


def first_function(name: str, modules: tuple[str, ...]) -> Any:
    """The function of this name in the first of the modules that has it; None where none has."""
    for module in modules:
        try:
            found = getattr(importlib.import_module(module), name, None)
        except ImportError:
            continue
        if callable(found):
            return found
    return None


def player_for(name: str, seed: int) -> ByAgent | BySearch:
    """By an agent's name where that is possible."""
    if (make_agent := first_function("make_agent", AGENTS)) is not None:
        return ByAgent(make_agent, name, seed)
    if (search := first_function("search", SEARCHES)) is not None:
        return BySearch(search, name)
    raise ValueError(f"this revision has neither make_agent in any of {', '.join(AGENTS)} nor search in {', '.join(SEARCHES)}")


class Seat:
    """The game under way."""

    def __init__(self) -> None:
        self.package = importlib.import_module("counterplay")
        self.games: dict[str, Any] = {}  # kept, so that what is compiled for a game serves the next one, too
        self.player: ByAgent | BySearch | None = None
        self.position: Any = None

    def begin(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.player is not None:
            self.player.close()
        spec = message["game"]
        if spec not in self.games:
            self.games[spec] = self.package.make_game(spec)
        self.position = self.package.Position.load(self.games[spec], message["start"])
        self._follow(message["moves"])
        self.player = player_for(message["agent"], message["seed"])
        self.player.prepare(self.position)
        return {"ready": self.package.__file__}

    def choose(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.player is None:
            raise ValueError("choose comes after begin")
        self._follow(message["moves"])
        action = self.player.choose(self.position, message["clock"])
        return {"move": self.position.game.action_name(self.position.state, action)}

    def _follow(self, moves: list[str]) -> None:
        for move in moves:
            self.position = self.position.play(move)


def answer(seat: Seat, line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
        return {"begin": seat.begin, "choose": seat.choose}[message["do"]](message)
    except Exception as error:
        return {"failed": " ".join(f"{type(error).__name__}: {error}".split())[:500]}


def main(folder: str) -> None:
    """Answer until the requests end; what the revision itself prints goes to the standard error output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.path.insert(0, folder)
    os.environ.update(PYTHONPATH=folder, COUNTERPLAY_QUIET="1")
    seat = Seat()
    for line in sys.stdin.buffer:
        answers.write(json.dumps(answer(seat, line)).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
    os._exit(0)  # native threads do not keep the process
