"""Agents of the user's own: an object with `choose(position)`, or a Python file with a class that has it.

`choose` is given a `Position` and answers with an action, as a number or by its name. Where the class takes a parameter
`seed`, it is given one.
"""

from __future__ import annotations

import inspect
import numbers
from pathlib import Path
from typing import Any

from counterplay.agents.agent import AgentError
from counterplay.agents.clock import Clock
from counterplay.core import BadParameter, CounterplayError, Game, Position
from counterplay.core.userfile import describe, line_in, module_name, quoted, read_source, run_source

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


def split_path(text: str) -> tuple[Path, str]:
    """`my/agent.py:Greedy` as path and name."""
    before, colon, name = text.partition(".py:")
    return Path(before + ".py" if colon else text), name.strip()


def make_own(text: str, seed: int | None = None) -> OwnAgent:
    """The agent of a Python file: the class, or the object, that is named, or else the only one there is."""
    path, name = split_path(text)
    source = read_source(path, "agent", BadParameter, EXAMPLE)
    module = run_source(path, module_name(path, "agent"), source, BadParameter)
    found = _find(path, vars(module), module.__name__, name)
    return OwnAgent(_instance(found, text, str(path), seed) if inspect.isclass(found) else found, text, str(path))


def _find(path: Path, contents: dict[str, Any], module: str, name: str) -> Any:
    if name:
        if name not in contents:
            raise BadParameter(f"'{path}' has no '{name}'")
        return contents[name]
    own = [c for c in contents.values() if inspect.isclass(c) and c.__module__ == module and hasattr(c, "choose")]
    classes = [c for c in dict.fromkeys(own) if not any(c is not other and issubclass(other, c) for other in own)]
    if not classes:
        raise BadParameter(f"'{path}' has no class with a method choose(self, position); {EXAMPLE}")
    if len(classes) > 1:
        names = ", ".join(c.__name__ for c in classes)
        raise BadParameter(f"'{path}' has several agents, {names}; name one, as in {path}:{classes[0].__name__}")
    return classes[0]


def _instance(cls: type, text: str, path: str, seed: int | None) -> Any:
    try:
        parameters = inspect.signature(cls).parameters
        return cls(seed=seed) if "seed" in parameters else cls()
    except CounterplayError:
        raise
    except Exception as error:
        line = line_in(error, path)
        where = f" at line {line}" if line else ""
        raise BadParameter(f"'{text}' cannot be made{where}: {describe(error)}") from error
