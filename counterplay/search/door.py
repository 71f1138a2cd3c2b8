"""One door to every algorithm: `search` for the answer, `stream` for the answers while it deepens.

The table below says which kinds of game each algorithm takes; one that does not fit is refused in a sentence that names
the game, the missing trait and an algorithm that works.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from counterplay.core import BadParameter, Game, Limit, MissingTrait, Report
from counterplay.core.kinds import shown
from counterplay.core.spelling import spelt
from counterplay.search.engine.driver import ENGINE
from counterplay.search.forms import FORMS
from counterplay.search.mcts import MCTS
from counterplay.search.star import STAR1, STAR2
from counterplay.search.task import COMMON_OPTIONS, Algorithm, Task, answer, task_for
from counterplay.search.task import stream as stream_task

DEFAULT_LIMIT = Limit(seconds=1.0)


# Each algorithm's own file describes it; a new one is added here.
ALGORITHMS: dict[str, Algorithm] = {a.name: a for a in (ENGINE, STAR1, STAR2, MCTS, *(form.algorithm for form in FORMS))}
AUTO = ("engine", "star2", "expectimax", "max_n")  # the first that takes the game


def algorithm_names() -> list[str]:
    """Every algorithm of the door."""
    return list(ALGORITHMS)


def fits(name: str, game: Game) -> bool:
    """Whether the algorithm takes this kind of game."""
    try:
        ALGORITHMS[name].needs.refuse(name, game, "")
    except MissingTrait:
        return False
    return True


def choose(game: Game) -> str:
    """The algorithm that `auto` stands for."""
    for name in AUTO:
        if fits(name, game):
            return name
    raise MissingTrait(f"no search here takes {game.title_text}: it has hidden information")


def find_algorithm(name: str, game: Game) -> Algorithm:
    """The algorithm by name, refused where the game is of another kind."""
    if not isinstance(game, Game):
        raise BadParameter(f"a search takes a game, as make_game('nim') makes it, not {shown(game)}")
    if not isinstance(name, str):
        raise BadParameter(f"an algorithm is given by its name, not by {shown(name)}; there are auto, {', '.join(ALGORITHMS)}")
    name = spelt(name, ("auto", *ALGORITHMS))
    if name == "auto":
        return ALGORITHMS[choose(game)]
    if name not in ALGORITHMS:
        raise BadParameter(f"there is no algorithm '{name}'; there are auto, {', '.join(ALGORITHMS)}")
    others = [n for n in AUTO if fits(n, game)]
    ALGORITHMS[name].needs.refuse(name, game, f"{others[0]} works" if others else "no algorithm here takes it")
    return ALGORITHMS[name]


def checked(options: dict[str, Any], algorithms: Sequence[Algorithm]) -> dict[str, Any]:
    """The options; one that none of these algorithms takes is a slip of the pen, and one of another kind an error, too."""
    own = {option: kind for a in algorithms for option, kind in a.options.items()}
    known = {**COMMON_OPTIONS, **own}
    for option in options:
        if option not in (*known, "patience"):  # that is for agents, not for people
            who = algorithms[0].name if len(algorithms) == 1 else "auto"
            raise BadParameter(f"{who} takes no option '{option}'; it takes {', '.join(known)}")
    return {option: own[option].check(option, value) if option in own else value for option, value in options.items()}


def stream(
    game: Game, where: Any = None, limit: Limit = DEFAULT_LIMIT, algorithm: str = "auto", **options: Any
) -> Iterator[Report]:
    """Reports as the search deepens; the last one is the answer.

    where is a state or a Position (the first position if None; a Position brings its history, for repetition). Options:
    lines (how many candidate actions), threads, seed, and what the algorithm itself takes.
    """
    task, chosen = _asked(game, where, limit, algorithm, options)
    yield from stream_task(task, chosen.body, chosen.prepare)


def search(game: Game, where: Any = None, limit: Limit = DEFAULT_LIMIT, algorithm: str = "auto", **options: Any) -> Report:
    """The answer of a search within the limit."""
    task, chosen = _asked(game, where, limit, algorithm, options)
    return answer(task, chosen.body, chosen.prepare)


def _asked(game: Game, where: Any, limit: Limit, algorithm: str, options: dict[str, Any]) -> tuple[Task, Algorithm]:
    chosen = find_algorithm(algorithm, game)
    taken = checked(options, (chosen,) if algorithm != "auto" else tuple(ALGORITHMS.values()))
    task = task_for(game, where, limit, **taken)
    task.algorithm = chosen.name
    return task, chosen
