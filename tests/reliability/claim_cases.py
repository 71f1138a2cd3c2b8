"""One case of the fuzzer: a random game, a position in it, a search with drawn limits and options, a verdict on its claims."""

from __future__ import annotations

import contextlib
import functools
import random
from dataclasses import dataclass, field
from typing import Any

from backward_induction import BackwardInduction, TooLarge
from claims import Verdict, View, judge_report, judge_solution
from prunable_games import random_game
from random_games import SHAPES, RandomGame

import counterplay
from counterplay import CHANCE, Limit, Position, Repetition, Report
from counterplay.core import MissingTrait
from counterplay.gears.gear_choice import interpreting
from counterplay.search.engine.driver import ENHANCEMENTS

MOST_NODES = 20_000  # of a search; more than most of these games have
FEWER_NODES = 1_000  # of one in plain Python, or one that would go in circles for ever
SOME_NODES = (1, 3, 10, 40, 150, 600)  # of a search that is cut short
PLAYOUTS = (1, 5, 30, 200, 1000)
POSITION_TRIES = 20
SOME_REPORTS = 12  # of a search, that are judged besides its last


@dataclass(frozen=True)
class Search:
    """An algorithm with options, and what its reports claim."""

    algorithm: str
    options: dict[str, Any] = field(default_factory=dict)
    view: View = View.EVERYONE_FOR_ITSELF
    plain: bool = False  # a textbook form: what is not proven is exact at the depth searched
    sees_repetition: bool = True  # below the root, too
    players: int | None = None  # it takes games for exactly so many
    chance: bool = True  # it takes games with chance nodes
    zero_sum: bool = False  # it takes no others
    draws_enhancements: bool = False  # the engine's are drawn: what one of them does wrong, others may hide

    def takes(self, shape: str) -> bool:
        """Whether the documents say that it takes such games."""
        game = SHAPES[shape]
        return (
            self.players in (None, game.players) and (self.chance or not game.chance) and (game.zero_sum or not self.zero_sum)
        )


def _engine(**options: Any) -> Search:
    return Search("engine", options, players=2, chance=False, zero_sum=True)


def _form(name: str, **traits: Any) -> Search:
    """A textbook form; as their file says, a rule about repetition is unknown to them below the root."""
    return Search(name, sees_repetition=False, **traits)


def _two_players(name: str, chance: bool = False, plain: bool = True) -> Search:
    return _form(name, plain=plain, players=2, chance=chance, zero_sum=True)


SEARCHES: dict[str, Search] = {
    "engine": _engine(),
    "engine:without=table": _engine(without="table"),
    "engine:table_mb=0.001": _engine(table_mb=0.001),
    "engine:only=": _engine(only=()),
    "engine:tapered": _engine(tapered=True),
    "engine:lines": _engine(lines=4),
    "engine:threads": _engine(threads=2),
    "engine:some": Search("engine", players=2, chance=False, zero_sum=True, draws_enhancements=True),
    "forcing": Search("forcing", players=2, chance=False, zero_sum=True),
    "forcing:table_mb=0.001": Search("forcing", {"table_mb": 0.001}, players=2, chance=False, zero_sum=True),
    "mcts": Search("mcts"),
    "mcts:lines": Search("mcts", {"lines": 8, "plain": True}),
    "mcts:priors": Search("mcts", {"priors": True, "playout_plies": 3}),
    "mcts:rave": Search("mcts", {"rave": True, "first_play": True, "decisive": True, "lines": 4}),
    "mcts:implicit": Search("mcts", {"implicit": 0.4, "widening": 0.4, "decisive": True, "playout_plies": 2, "threads": 2}),
    "mcts:forced": Search("mcts", {"decisive": True, "decisive_playouts": True}),
    "solve": Search("solve", players=2, chance=False, zero_sum=True),
    "solve:retrograde": Search("solve", {"method": "retrograde"}, players=2, chance=False, zero_sum=True),
    "star1": Search("star1", {"lines": 3}, plain=True, players=2, zero_sum=True),
    "star2": Search("star2", plain=True, players=2, zero_sum=True),
    "minimax": _two_players("minimax"),
    "minimax_value": _two_players("minimax_value"),
    "negamax": _two_players("negamax"),
    "alpha_beta": _two_players("alpha_beta"),
    "alpha_beta_hard": _two_players("alpha_beta_hard"),
    "negamax_alpha_beta": _two_players("negamax_alpha_beta"),
    "tapered": _two_players("tapered", plain=False),
    "expectimax": _form("expectimax", plain=True, players=1),
    "expectiminimax": _two_players("expectiminimax", chance=True),
    "max_n": _form("max_n", plain=True),
    "max_n_pruned": _form("max_n_pruned", plain=True, zero_sum=True),
    "paranoid": _form("paranoid", view=View.ALL_AGAINST_ONE, plain=True),
}
NATIVE = ("engine", "forcing", "mcts", "solve", "star1", "star2")  # the others can be asked to run in plain Python, too
COMPILED_ONCE = ("max_n", "max_n_pruned", "paranoid")  # for all games; the others are compiled for these shapes only
NATIVE_SHAPES = ("win_draw_loss", "dice")
# Random games would be compiled for each of these, whose traits no other has, and that takes longer than to play a few.
PLAIN_PLAYOUTS = ("without_hints", "sevens", "millions", "millionths", "lopsided", "two_players_general_sum")
PLAIN_PLAYOUTS += ("hundreds_of_actions", "dice_millions", "one_player", "three_players_general_sum", "four_players_dice")
FIRST_SEEDS = 2  # below which that counts: those of the test suite
BOTH_GEARS = 0.3  # how often what could be compiled runs in plain Python


class Refused(Exception):
    """The search does not take this game, and says so."""


@dataclass(frozen=True)
class Case:
    """A search of a position in a game, all of it drawn from the seed."""

    shape: str
    search: str
    seed: int

    @property
    def command(self) -> str:
        """What repeats it."""
        return f"python -m bench.fuzz_claims --case '{self.shape} {self.search} {self.seed}'"

    @property
    def interpreted(self) -> bool:
        """Whether it runs in plain Python."""
        algorithm = SEARCHES[self.search].algorithm
        if algorithm == "mcts":
            return self.seed < FIRST_SEEDS and self.shape in PLAIN_PLAYOUTS
        if algorithm in NATIVE:
            return False
        compiled = algorithm in COMPILED_ONCE or self.shape in NATIVE_SHAPES
        return not compiled or random.Random(f"{self} gear").random() < BOTH_GEARS

    def verdict(self) -> Verdict:
        """Search, and compare; Refused where the search does not take the game, TooLarge where induction takes too long."""
        subject = _subject(self.shape, self.seed)
        if subject is None:
            raise TooLarge
        position, oracle = subject
        if position.outcome() is not None:
            raise Refused("there is nothing to search: every action is forbidden")
        chosen = SEARCHES[self.search]
        draw = random.Random(f"{self.shape} {self.search} {self.seed}")
        try:
            return self._solution(position, oracle) if chosen.algorithm == "solve" else self._reports(position, oracle, draw)
        except MissingTrait as refusal:
            raise Refused(str(refusal)) from None
        except TooLarge:
            raise
        except Exception as error:  # whatever a search raises is a fault of it
            verdict = Verdict()
            verdict.claim("answer", False, f"{type(error).__name__}: {error}")
            return verdict

    def _solution(self, position: Position, oracle: BackwardInduction) -> Verdict:
        solution = counterplay.solve_position(position.game, position, table_mb=0.1, **SEARCHES[self.search].options)
        return judge_solution(solution, position, oracle)

    def _reports(self, position: Position, oracle: BackwardInduction, draw: random.Random) -> Verdict:
        """The claims of all reports while a search deepens, or of the answer alone."""
        chosen = SEARCHES[self.search]
        limit, options = self.limit(draw), self.options(draw)
        whole = Verdict()
        every = draw.random() < 0.5
        with interpreting() if self.interpreted else contextlib.nullcontext():
            search = counterplay.Search(position, limit, chosen.algorithm, **options)
            reports = list(search.reports()) if every else [search.result()]
        for report in _different(reports):
            to_depth = chosen.plain and report.completed and position.game.repetition == Repetition.NOTHING
            verdict = judge_report(report, position, oracle, chosen.view, to_depth, chosen.sees_repetition)
            whole.checked += verdict.checked
            whole.wrong += [f"{words} ({_limits(limit)}, {options}, depth {report.depth})" for words in verdict.wrong]
        return whole

    def limit(self, draw: random.Random) -> Limit:
        """To the end of the game, to some depth, or cut short."""
        if SEARCHES[self.search].algorithm == "mcts":
            return Limit(playouts=draw.choice(PLAYOUTS), nodes=FEWER_NODES if self.interpreted else MOST_NODES)
        circling = not SEARCHES[self.search].sees_repetition and SHAPES[self.shape].repetition != Repetition.NOTHING
        most = FEWER_NODES if self.interpreted or circling else MOST_NODES
        kind = draw.choice(("end", "end", "depth", "short"))
        if kind == "short":
            return Limit(nodes=draw.choice(SOME_NODES))
        return Limit(depth=draw.randint(1, 6), nodes=most) if kind == "depth" else Limit(nodes=most)

    def options(self, draw: random.Random) -> dict[str, Any]:
        """Those of the search, and what else it takes."""
        chosen = SEARCHES[self.search]
        options = dict(chosen.options)
        if chosen.draws_enhancements:
            often = draw.choice((0.2, 0.5, 0.9))
            options["only"] = tuple(name for name in ENHANCEMENTS if name == "pvs" or draw.random() < often)
        if chosen.algorithm == "mcts":
            options["seed"] = draw.randrange(100)
        if chosen.algorithm not in NATIVE:
            options["interpreted"] = self.interpreted
            if "alpha_beta" in chosen.algorithm:
                options["ordered"] = draw.random() < 0.5
        return options


def _different(reports: list[Report]) -> list[Report]:
    """The first reports that claim something new, and the last: a deepening search repeats itself."""
    told = {(r.action, r.value, tuple((line.action, line.value) for line in r.lines)): r for r in reversed(reports)}
    news = list(told.values())[::-1]
    return [*news[:SOME_REPORTS], *news[SOME_REPORTS:][-1:]]


def _limits(limit: Limit) -> str:
    return ", ".join(f"{name}={bound}" for name, bound in vars(limit).items() if bound is not None)


@functools.lru_cache(maxsize=64)
def _subject(shape: str, seed: int) -> tuple[Position, BackwardInduction] | None:
    """A position to search and the values of its game; None where they take too long to find."""
    game = random_game(shape, seed)
    oracle = BackwardInduction(game)
    position = some_position(game, random.Random(f"{shape} {seed} position"))
    try:
        oracle.results(position)
    except TooLarge:
        return None
    return position, oracle


def some_position(game: RandomGame, draw: random.Random) -> Position:
    """A position some random plies after the start, in which a player decides: repetition looks back on these plies."""
    for _ in range(POSITION_TRIES):
        position = Position(game)
        for _ in range(draw.choice((0, 0, 0, 1, 3) if game.repetition == Repetition.NOTHING else (0, 1, 2, 4))):
            if position.outcome() is None:
                position = position.play(draw.choice(position.choices))
        if position.player != CHANCE and len(position.choices) > 1:
            return position
    return Position(game)
