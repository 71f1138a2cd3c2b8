"""The one way into every search: `Search`, with `search_position` and `stream_position` for short.

Each algorithm says which kinds of game it takes; one that does not fit is refused in a sentence that names the game, the
missing trait and an algorithm that works.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from counterplay.core import CHANCE, BadParameter, CounterplayError, Game, GameOver, Limit, MissingTrait, Position, Report
from counterplay.core.hashing import states_equal
from counterplay.core.limit import MOST_ACTIONS, THREADS
from counterplay.core.text.name_spelling import guess_or, spelt
from counterplay.core.text.parameter_kinds import NUMBER, WHOLE, Kind, shown, whole
from counterplay.gears.entry.walk_memory import check_traits
from counterplay.search.algorithm import Algorithm, AnyAlgorithm
from counterplay.search.chance.star import STAR1, STAR2
from counterplay.search.engine.driver import ENGINE
from counterplay.search.forcing import FORCING
from counterplay.search.mcts.monte_carlo import MCTS
from counterplay.search.search_task import Task, task_answer, task_reports
from counterplay.search.textbook.textbook_catalogue import FORMS

DEFAULT_LIMIT = Limit(seconds=1.0)

# Each algorithm's own file describes it; a new one is added here, and a user's own by `user_searches`.
SEARCHES: tuple[AnyAlgorithm, ...] = (ENGINE, STAR1, STAR2, MCTS, FORCING, *(form.algorithm for form in FORMS))
ALGORITHMS = {algorithm.name: algorithm for algorithm in SEARCHES}
AUTO = ("engine", "star2", "expectimax", "max_n")  # the first that takes the game
LINES = whole(1, MOST_ACTIONS).or_word("all", MOST_ACTIONS)  # candidate actions to report
COMMON_OPTIONS: Mapping[str, Kind] = {"lines": LINES, "threads": THREADS, "seed": WHOLE}
PATIENCE = NUMBER.optional
Choice = str | AnyAlgorithm | Callable[..., Any]  # a name, an algorithm, or a function marked as one


def algorithm_names() -> list[str]:
    """Every algorithm, those that a user has registered included."""
    return list(ALGORITHMS)


def fits(name: str, game: Game) -> bool:
    """Whether the algorithm takes this kind of game."""
    return ALGORITHMS[name].needs.accept(game)


def choose(game: Game) -> str:
    """The algorithm that `auto` stands for."""
    for name in AUTO:
        if fits(name, game):
            return name
    raise MissingTrait(f"no search here takes {game.title_text}: it has hidden information")


def refuse_no_limit(limit: object) -> None:
    """A number alone does not say what it counts."""
    if not isinstance(limit, Limit):
        raise BadParameter(f"a limit is written as in Limit(seconds=1), not {shown(limit)}")


def find_algorithm(algorithm: Choice, game: Game) -> AnyAlgorithm:
    """The algorithm by name, or one that is given itself; refused where the game is of another kind."""
    if not isinstance(game, Game):
        raise BadParameter(f"a search takes a game, as make_game('nim') makes it, not {shown(game)}")
    chosen = algorithm if isinstance(algorithm, str) else getattr(algorithm, "search_algorithm", algorithm)
    if isinstance(chosen, str):
        name = spelt(chosen, ("auto", *ALGORITHMS))
        if name == "auto":
            return ALGORITHMS[choose(game)]
        if name not in ALGORITHMS:
            which = guess_or(name, ALGORITHMS, f"there are auto, {', '.join(ALGORITHMS)}")
            raise BadParameter(f"there is no algorithm '{name}'; {which}")
        chosen = ALGORITHMS[name]
    if not isinstance(chosen, Algorithm):
        raise BadParameter(
            f"an algorithm is given by its name, not by {shown(algorithm)}; there are auto, {', '.join(ALGORITHMS)}"
        )
    others = [n for n in AUTO if fits(n, game)]
    chosen.needs.refuse(chosen.name, game, f"{others[0]} works" if others else "no algorithm here takes it")
    return chosen


class Search:
    """A search of one position. Making it checks what is asked; `reports` or `result` runs it, once.

    position is where to search (its history counts for repetition). algorithm is a name, `auto`, or a function marked
    `@search_algorithm`. Options: lines (how many candidate actions, or "all"), threads, seed, and what the algorithm itself
    takes.

    game may be the position's game with other weights. patience: seconds after which, while the game is still being
    compiled, an answer of the interpreted gear will do. on_ready is called when everything is compiled.
    """

    def __init__(
        self,
        position: Position,
        limit: Limit = DEFAULT_LIMIT,
        algorithm: Choice = "auto",
        *,
        game: Game | None = None,
        patience: float | None = None,
        on_ready: Callable[[], object] | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(position, Position):
            raise BadParameter(f"a search takes a position, as Position(game) makes it, not {shown(position)}")
        refuse_no_limit(limit)
        self.position = position
        self.game = position.game if game is None else game
        self.algorithm = find_algorithm(algorithm, self.game)
        check_traits(self.game)
        self._on_ready = on_ready
        among = tuple(ALGORITHMS.values()) if algorithm == "auto" else (self.algorithm,)
        common, own = checked(options, self.algorithm, among)
        _refuse_stranger(self.game, position)
        _refuse_nothing_to_decide(position)
        self.algorithm.refuse_threads(common.get("threads", 1))
        self.task: Task[Any] = Task(
            self.game,
            position,
            limit,
            self.algorithm.options(**own),
            position.choices,
            tuple(p.key for p in position.line()[:-1]),
            algorithm=self.algorithm.name,
            patience=PATIENCE.check("patience", patience),
            **common,
        )
        self._begun = threading.Event()
        self._last: Report | None = None

    def reports(self) -> Iterator[Report]:
        """One report after the other as the search deepens; the last one is the answer. Leaving the loop stops the search."""
        self._begin()
        for report in task_reports(self.task, self._prepare, self.algorithm.body):
            self._last = report.about(self.position, self.game)
            yield self._last

    def result(self) -> Report:
        """The answer: of the reports so far where somebody has read them, else of the whole search."""
        if not self._begun.is_set():
            self._begin()
            answer = task_answer(self.task, self._prepare, self.algorithm.body)
            self._last = None if answer is None else answer.about(self.position, self.game)
        if self._last is None:
            raise CounterplayError("the search was stopped before it had an answer")
        return self._last

    def stop(self) -> None:
        """End the search within milliseconds, from any thread; what it has found by then is its answer."""
        self.task.stop()

    def _begin(self) -> None:
        if self._begun.is_set():
            raise CounterplayError("a search runs once; make another Search for the same question")
        self._begun.set()
        self.task.ask()

    def _prepare(self, task: Task[Any]) -> Any:
        tools = self.algorithm.prepare(task)
        if self._on_ready is not None:
            self._on_ready()
        return tools


def checked(
    options: Mapping[str, Any], algorithm: AnyAlgorithm, among: Sequence[AnyAlgorithm]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options that every search has, and the algorithm's own.

    What none of the algorithms that might have been chosen takes is refused, and so is a value of another kind.
    """
    known = {**COMMON_OPTIONS, **{name: kind for a in among for name, kind in a.kinds.items()}}
    for name in options:
        if name not in known:
            who = among[0].name if len(among) == 1 else "auto"
            raise BadParameter(f"{who} takes no option '{name}'; it takes {', '.join(known)}")
    values = {name: known[name].check(name, value) for name, value in options.items()}
    taken = {f.name for f in fields(algorithm.options)}
    return (
        {name: value for name, value in values.items() if name in COMMON_OPTIONS},
        {name: value for name, value in values.items() if name in taken},
    )


def _refuse_stranger(game: Game, position: Position) -> None:
    """The position must be one of this game, though its weights may differ."""
    other = position.game
    if other is game:
        return
    one, two = ({n: v for n, v in g.parameters.items() if n not in type(g).tunables} for g in (game, other))
    same_class = (type(game).__module__, type(game).__qualname__) == (type(other).__module__, type(other).__qualname__)
    if not same_class or one.keys() != two.keys() or not all(states_equal(one[n], two[n]) for n in one):
        raise BadParameter(f"this is a position of {other.spec}, but {game.spec} is searched; give a position of {game.spec}")


def _refuse_nothing_to_decide(position: Position) -> None:
    """A finished game and a chance node have no action to choose."""
    game, state = position.game, position.state
    if position.outcome() is not None:
        raise GameOver(f"{game.title_text}: the game is over in '{game.dump(state)}', there is nothing to search")
    if position.player == CHANCE:
        raise GameOver(f"{game.title_text}: chance decides in '{game.dump(state)}', there is no action to choose")


def position_at(game: Game, where: Any = None) -> Position:
    """A position, or the one at a state of a game; the first one if None. A state of another game is refused."""
    if isinstance(where, Position):
        return where
    if isinstance(where, Limit):
        raise BadParameter(f"where to search comes before the limit; for the first position write limit={shown(where)}")
    if isinstance(where, str):
        raise BadParameter(f"a position is given as one, not as the text {shown(where)}; Position.load(game, text) reads it")
    if isinstance(where, tuple) and hasattr(where, "_fields"):
        first = game.initial()
        if isinstance(first, tuple) and getattr(first, "_fields", ()) != where._fields:
            raise BadParameter(f"{shown(where)} is no state of {game.spec}, whose states are like {shown(first)}")
    return Position(game, where)


def search_position(
    game: Game,
    where: Any = None,
    limit: Limit = DEFAULT_LIMIT,
    algorithm: Choice = "auto",
    **options: Any,
) -> Report:
    """The answer of a search within the limit. where is a state or a Position, the first position if None; see `Search`."""
    return _search_at(game, where, limit, algorithm, options).result()


def stream_position(
    game: Game,
    where: Any = None,
    limit: Limit = DEFAULT_LIMIT,
    algorithm: Choice = "auto",
    **options: Any,
) -> Iterator[Report]:
    """The reports of a search as it deepens; the last one is the answer."""
    return _search_at(game, where, limit, algorithm, options).reports()


def _search_at(game: Game, where: Any, limit: Limit, algorithm: Choice, options: Mapping[str, Any]) -> Search:
    find_algorithm(algorithm, game)  # before any of the game's rules is asked
    return Search(position_at(game, where), limit, algorithm, game=game, **options)
