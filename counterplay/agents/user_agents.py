"""Agents of the user's own: an object with `choose(position)`, or a Python file with a class that has it.

`choose` is given a `Position` and answers with an action, as a number or by its name. The parameters of the class are
written after the file, `student.py:depth=2`; where it takes `seed`, it is given one. A file with a search of the user's own
(`search_algorithm`) is an agent, too.
"""

from __future__ import annotations

import inspect
import numbers
from pathlib import Path
from typing import Any

from counterplay.agents.agent import AgentError, SearchAgent
from counterplay.agents.agent_parameters import LIMITS, read_parameters, take_limit
from counterplay.agents.time_control import Clock
from counterplay.core import BadParameter, CounterplayError, Game, Position
from counterplay.core.files.user_file import describe, line_in, module_name, quoted, read_source, run_source
from counterplay.core.text.parameter_kinds import WHOLE
from counterplay.core.text.text_parameters import read_arguments
from counterplay.search.algorithm import AnyAlgorithm

EXAMPLE = "an agent is a class with choose(self, position), see docs/agents.md"


class OwnAgent:
    """Wraps an object with `choose`: names become actions, and what goes wrong in it is an AgentError."""

    def __init__(self, player: Any, name: str, path: str = "") -> None:
        if not callable(getattr(player, "choose", None)):
            raise BadParameter(f"'{name}' is no agent: it has no method choose(position)")
        self.player, self.name, self.path = player, name, path

    def refuse(self, game: Game) -> None:
        """Whatever the object itself refuses."""
        self._tell("refuse", game)

    def prepare(self, position: Position) -> None:
        """Whatever the object does before its time runs."""
        self._tell("prepare", position)

    def on_clock(self, clock: Clock) -> None:
        """Passed on."""
        self._tell("on_clock", clock)

    def close(self) -> None:
        """Passed on."""
        self._tell("close")

    def choose(self, position: Position) -> int:
        """The object's choice, as an action; whether it is legal is for whoever plays it to see."""
        answer = self._ask("choose", position)
        if isinstance(answer, str):
            try:
                return position.game.parse_action(position.state, answer)
            except CounterplayError as error:
                raise AgentError(f"'{self.name}' chose '{quoted(answer)}': {error}", "illegal") from None
        if isinstance(answer, bool) or not isinstance(answer, numbers.Integral):
            shown = quoted(repr(answer))
            raise AgentError(f"'{self.name}' chose {shown}, which is neither a number nor the name of an action", "rubbish")
        return int(answer)

    def _tell(self, method: str, *arguments: Any) -> None:
        if callable(getattr(self.player, method, None)):
            self._ask(method, *arguments)

    def _ask(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.player, method)(*arguments)
        except CounterplayError:
            raise
        except Exception as error:
            line = line_in(error, self.path)
            where = f" at line {line}" if line else ""
            raise AgentError(f"'{self.name}' failed{where} in {method}: {describe(error)}") from error


def split_path(text: str) -> tuple[Path, str, str]:
    """`my/agent.py:Greedy,depth=2` as path, name and parameters; either of the last two may be missing."""
    before, colon, rest = text.partition(".py:")
    first, _, others = rest.partition(",")
    name, parameters = ("", rest) if "=" in first else (first.strip(), others)
    return Path(before + ".py" if colon else text), name, parameters


def make_own(text: str, seed: int | None = None) -> OwnAgent | SearchAgent:
    """The agent of a Python file: the class, object or search that is named, or else the only one there is."""
    path, name, parameters = split_path(text)
    source = read_source(path, "agent", BadParameter, EXAMPLE)
    module = run_source(path, module_name(path, "agent"), source, BadParameter)
    found = _find(path, vars(module), module.__name__, name)
    if hasattr(found, "search_algorithm"):
        return _searching(found.search_algorithm, text, parameters, seed)
    if inspect.isclass(found):
        found = _instance(found, text, str(path), parameters, seed)
    elif parameters:
        raise BadParameter(f"agent '{quoted(text)}': '{name}' is an object, not a class, and takes no parameters")
    return OwnAgent(found, text, str(path))


def _searching(algorithm: AnyAlgorithm, text: str, parameters: str, seed: int | None) -> SearchAgent:
    """A search of the user's own as an agent; its parameters are limits."""
    given = read_parameters(text, parameters, {**LIMITS, "seed": WHOLE})
    limit = take_limit(given)
    agent = SearchAgent(algorithm, limit, seed=given.get("seed", seed or 0))
    agent.name = text
    return agent


def _find(path: Path, contents: dict[str, Any], module: str, name: str) -> Any:
    if name:
        if name not in contents:
            raise BadParameter(f"'{path}' has no '{name}'")
        return contents[name]
    own = [c for c in contents.values() if inspect.isclass(c) and c.__module__ == module and hasattr(c, "choose")]
    classes = [c for c in dict.fromkeys(own) if not any(c is not other and issubclass(other, c) for other in own)]
    if not classes:
        classes = [f for f in contents.values() if hasattr(f, "search_algorithm") and f.__module__ == module]
    if not classes:
        raise BadParameter(f"'{path}' has no class with a method choose(self, position); {EXAMPLE}")
    if len(classes) > 1:
        names = ", ".join(c.__name__ for c in classes)
        raise BadParameter(f"'{path}' has several agents, {names}; name one, as in {path}:{classes[0].__name__}")
    return classes[0]


def _instance(cls: type, text: str, path: str, parameters: str, seed: int | None) -> Any:
    try:
        given = read_arguments(f"agent '{quoted(text)}'", cls.__init__, parameters, {"seed": seed})  # type: ignore[misc]
        return cls(**given)
    except CounterplayError:
        raise
    except Exception as error:
        line = line_in(error, path)
        where = f" at line {line}" if line else ""
        raise BadParameter(f"'{text}' cannot be made{where}: {describe(error)}") from error
