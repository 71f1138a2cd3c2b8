"""Searches of the user's own: a function marked `@search_algorithm`, registered by its name or found in a Python file.

The function is given a `Task` and answers with an action, with an action and its value for the player to move, or with a
`Report`; a generator yields one answer after the other as it gets better. It looks at `task.stopped` now and then, which
says that the time is up or nobody waits any more.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from counterplay.core import BadParameter, CounterplayError, Report, Value
from counterplay.core.files.user_file import describe, line_in, module_name, quoted, read_source, run_source
from counterplay.core.report import Line
from counterplay.core.text.parameter_kinds import is_number, is_whole, shown
from counterplay.search.algorithm import Algorithm, AnyAlgorithm, Needs, NoOptions
from counterplay.search.api import ALGORITHMS
from counterplay.search.search_task import Task

F = TypeVar("F", bound=Callable[..., Any])
EXAMPLE = "a search is a function marked @search_algorithm, see docs/search.md"
BUILT_IN = frozenset(ALGORITHMS) | {"auto"}


def search_algorithm(
    *,
    about: str = "",
    players: int | None = None,
    most_players: int | None = None,
    chance: bool | None = None,
    zero_sum: bool | None = None,
    hidden: bool = False,
) -> Callable[[F], F]:
    """Mark a function as a search and register it under its own name, with the kinds of game that it takes.

    chance and zero_sum: True where it needs that, False where it cannot take it, None where it takes either.
    """

    def mark(function: F) -> F:
        if not callable(function):
            raise BadParameter(f"@search_algorithm() stands above a function, not above {shown(function)}")
        words = about or (inspect.getdoc(function) or "a search of your own").splitlines()[0]
        needs = Needs(players, most_players, chance, zero_sum, hidden)
        algorithm = Algorithm(function.__name__, words, needs, _nothing, _body(function), NoOptions)
        register(algorithm)
        function.search_algorithm = algorithm  # type: ignore[attr-defined]
        return function

    return mark


def register(algorithm: AnyAlgorithm) -> None:
    """From now on the algorithm is found by its name; a later one of the same name takes its place."""
    if algorithm.name in BUILT_IN:
        raise BadParameter(f"there is a search '{algorithm.name}' already; give your function another name")
    ALGORITHMS[algorithm.name] = algorithm


def is_search_file(text: str) -> bool:
    """Whether an algorithm's name is the path of a Python file, with or without a function's name after it."""
    return text.endswith(".py") or ".py:" in text


def load_search(text: str) -> AnyAlgorithm:
    """The search of a Python file: `mysearch.py`, or `mysearch.py:NAME` where the file has several."""
    before, colon, name = text.partition(".py:")
    path = Path(before + ".py" if colon else text)
    source = read_source(path, "search", BadParameter, EXAMPLE)
    module = run_source(path, module_name(path, "search"), source, BadParameter)
    found = searches_in(vars(module), module.__name__)
    if not found:
        raise BadParameter(f"'{path}' has no function marked @search_algorithm(); {EXAMPLE}")
    if name:
        if name not in found:
            raise BadParameter(f"'{path}' has no search '{quoted(name)}'; it has {', '.join(found)}")
        return found[name]
    if len(found) > 1:
        raise BadParameter(f"'{path}' has several searches, {', '.join(found)}; name one, as in {path}:{next(iter(found))}")
    return next(iter(found.values()))


def searches_in(contents: dict[str, Any], module: str) -> dict[str, AnyAlgorithm]:
    """The marked functions that a module defines itself, by name."""
    own = [f for f in contents.values() if inspect.isfunction(f) and f.__module__ == module]
    return {f.__name__: f.search_algorithm for f in own if hasattr(f, "search_algorithm")}


def _nothing(task: Task[NoOptions]) -> None:
    """A function of the user's own prepares nothing; what it compiles, it compiles in its own time."""


def _body(function: Callable[[Task[NoOptions]], Any]) -> Callable[[Task[NoOptions], None], Iterator[Report]]:
    def body(task: Task[NoOptions], tools: None) -> Iterator[Report]:
        try:
            answer = function(task)
            if inspect.isgenerator(answer):
                for better in answer:
                    yield _report(function.__name__, task, better)
                    if task.stopped:
                        return
            else:
                yield _report(function.__name__, task, answer)
        except CounterplayError:
            raise
        except Exception as error:
            line = line_in(error, function.__code__.co_filename)
            where = f" at line {line}" if line else ""
            raise BadParameter(f"the search {function.__name__} failed{where}: {describe(error)}") from error

    return body


def _report(name: str, task: Task[NoOptions], answer: Any) -> Report:
    """A user's answer as a report; one that is no action, or no legal one, is refused."""
    if isinstance(answer, Report):
        action, report = answer.action, answer
    else:
        action, score = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        if not is_whole(action) or not (score is None or is_number(score)):
            raise BadParameter(f"the search {name} gave {shown(answer)}; it gives an action, (action, value) or a Report")
        player = task.position.player
        value = Value(float(task.game.evaluate(task.state, player) if score is None else score), player)
        line = Line(int(action), value, (int(action),), task.nodes)
        report = Report(line.action, value, line.variation, name, nodes=task.nodes, seconds=task.seconds, lines=(line,))
    if action not in task.actions:
        game = task.game
        raise BadParameter(f"the search {name} chose {shown(action)}, which is not legal in '{game.dump(task.state)}'")
    return report
