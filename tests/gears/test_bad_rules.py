"""Rules that break the contract below the root: one sentence, the same in both gears, from every search that walks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fault_games import ASSERTS, BEYOND, HIGH, MANY, NAN, NOBODY, NONE, RAISES, RAISES_WITH, SOUND, Faulty, FaultyDice, Plan

from counterplay import Limit, OpponentModel, search_position, solve_position, trace_search
from counterplay.core import BadParameter, BadRules, Game, OutOfBounds
from counterplay.gears.gear_choice import in_gear
from counterplay.search.perft import perft
from counterplay.search.playout import play_random_games
from tests.shared_kernels import lend_shared_kernels

Ask = Callable[[Game, Plan], Any]
MODEL = OpponentModel.mixture({"minimax:2": 0.8, "random": 0.2})
GEARS = ("compiled", "interpreted")


def searching(name: str, limit: Limit, **options: Any) -> Ask:
    return lambda game, plan: search_position(game, plan, limit, name, **options)


DEEP = Limit(depth=6)
BY_CHANCE: dict[str, Ask] = {
    "mcts": searching("mcts", Limit(playouts=200)),
    "mcts with priors": searching("mcts", Limit(playouts=200), priors=True),
    "mcts with rave": searching("mcts", Limit(playouts=200), rave=True),
    "mcts that widens": searching("mcts", Limit(playouts=200), widening=0.4),
    "star1": searching("star1", DEEP),
    "star2": searching("star2", DEEP),
    "max_n": searching("max_n", DEEP),
    "paranoid": searching("paranoid", DEEP),
    "opponent_model": searching("opponent_model", DEEP, model=MODEL),
    "random games": lambda game, plan: play_random_games(game, plan, 50),
}
SEARCHES: dict[str, Ask] = BY_CHANCE | {
    "engine": searching("engine", DEEP),
    "engine, two threads": searching("engine", DEEP, threads=2),
    "engine, two lines": searching("engine", DEEP, lines=2),
    "max_n_pruned": searching("max_n_pruned", DEEP),
    "solve": lambda game, plan: solve_position(game, plan),
    "retrograde": lambda game, plan: solve_position(game, plan, method="retrograde"),
}
# These call the rules by themselves, and compare nothing with what the game declares.
WITHOUT_A_WALK: dict[str, Ask] = {
    "minimax": searching("minimax", DEEP),
    "alpha_beta": searching("alpha_beta", DEEP),
    "expectiminimax": searching("expectiminimax", DEEP),
    "perft": lambda game, plan: perft(game, plan, 5),
}
EVERY_SEARCH = SEARCHES | WITHOUT_A_WALK
SENTENCES = {
    MANY: r"Faulty lists 5 actions or outcomes in '\[1,3,3\]', more than its max_actions of 2",
    NONE: r"Faulty has no action in '\[2,3,3\]', although that state is not terminal",
    HIGH: r"Faulty gives player \d a utility in '\[3,5,5\]' that lies outside its utility_range \(-1.0, 1.0\)",
    NAN: r"Faulty gives player \d a utility in '\[4,5,5\]' that lies outside its utility_range \(-1.0, 1.0\)",
    NOBODY: r"Faulty says in '\[5,3,3\]' that player 7 is to move; its players are 0 to 1 and -1 \(chance\)",
}


DECLARED: dict[str, tuple[dict[str, Any], str]] = {
    "an empty range": ({"utility_range": (0.0, 0.0)}, r"a utility_range of \(0.0, 0.0\) is empty"),
    "a range the wrong way": ({"utility_range": (1.0, -1.0)}, r"a utility_range of \(1.0, -1.0\) is empty"),
    "a range that is none": ({"utility_range": (float("nan"), 1.0)}, r"a utility_range of \(nan, 1.0\) is empty"),
    "a range without end": ({"utility_range": (0.0, float("inf"))}, r"a utility_range of \(0.0, inf\) is empty"),
    "a huge range": ({"utility_range": (-1.0, 2.0**41)}, r"utilities up to 2.19902e\+12 are too large"),
    "countless actions": ({"max_actions": 10**8}, r"max_actions is 100000000; it must be from 1 to 1,048,576"),
    "no actions": ({"max_actions": 0}, r"max_actions is 0; it must be from 1"),
}
SEARCHED = {name: SEARCHES[name] for name in ("engine", "mcts", "solve", "max_n", "star1")} | {
    "minimax": WITHOUT_A_WALK["minimax"],
    "alpha_beta": WITHOUT_A_WALK["alpha_beta"],
    "trace": lambda game, plan: trace_search(game, plan, "minimax", 6),
}


class NeverAsked(Faulty):
    """Its rules must not be asked for anything but who begins."""

    def result(self, s: Plan, a: int) -> Plan:
        raise AssertionError("a search has begun")


@pytest.mark.parametrize("declared", DECLARED)
@pytest.mark.parametrize("name", SEARCHED)
def test_a_game_that_cannot_be_searched_is_refused_before_any_search(name: str, declared: str) -> None:
    """Would catch an answer, a crash or gigabytes of memory where what the game declares makes no sense."""
    traits, sentence = DECLARED[declared]
    game = NeverAsked()
    for trait, value in traits.items():
        setattr(game, trait, value)
    with in_gear("interpreted"), pytest.raises(BadParameter, match=rf"^Never asked: {sentence}"):
        SEARCHED[name](game, broken(SOUND))


class NeverOver(Faulty):
    """Longer than it says."""

    length = 10**6


@pytest.mark.parametrize("gear", GEARS)
def test_a_game_longer_than_it_says_is_not_solved(gear: str) -> None:
    """Would catch a solution that is looked for without end, or one that takes the longest line for a draw."""
    error = told(SEARCHES["solve"], NeverOver(), broken(SOUND), gear)
    assert isinstance(error, BadRules), repr(error)
    assert re.fullmatch(r"Never over is not over in '\[0,3,\d+\]', after more than its max_plies of 8", str(error)), str(error)


def broken(fault: int) -> Plan:
    """The start of a game in which this happens."""
    return Plan(fault, 5 if fault in (HIGH, NAN) else 3, 0)


def told(ask: Ask, game: Game, plan: Plan, gear: str) -> Exception:
    """What a search raises."""
    with in_gear(gear), pytest.raises(Exception) as caught:
        ask(game, plan)
    return caught.value


@pytest.mark.parametrize("gear", GEARS)
@pytest.mark.parametrize("fault", SENTENCES)
@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_broken_contract_is_one_sentence(name: str, fault: int, gear: str) -> None:
    """Would catch a list that is written beyond its end, a value that poisons averages, a search that goes on or hangs."""
    if name == "random games" and fault == NOBODY:
        pytest.skip("a random game does not ask who moves")
    error = told(SEARCHES[name], Faulty(), broken(fault), gear)
    assert isinstance(error, BadRules), repr(error)
    assert re.fullmatch(SENTENCES[fault], str(error)), str(error)


@pytest.mark.parametrize("gear", GEARS)
@pytest.mark.parametrize("fault", [MANY, NONE])
@pytest.mark.parametrize("name", BY_CHANCE)
def test_a_broken_chance_node_is_one_sentence(name: str, fault: int, gear: str) -> None:
    """Would catch outcomes written beyond the end of their list, or a chance node without any that is worth nothing."""
    error = told(BY_CHANCE[name], FaultyDice(), broken(fault), gear)
    assert isinstance(error, BadRules), repr(error)
    assert re.fullmatch(SENTENCES[fault].replace("Faulty", "Faulty dice"), str(error)), str(error)


RAISED = {RAISES: ValueError, RAISES_WITH: KeyError, ASSERTS: AssertionError, BEYOND: OutOfBounds}


@pytest.mark.parametrize("fault", RAISED)
@pytest.mark.parametrize("name", EVERY_SEARCH)
@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_exception_in_a_rule_is_the_same_in_both_gears(name: str, fault: int) -> None:
    """Would catch an exception of native code that is swallowed, or loses its class or what it says."""
    native, plain = (told(EVERY_SEARCH[name], Faulty(), broken(fault), gear) for gear in GEARS)
    assert isinstance(native, RAISED[fault]), repr(native)
    if fault == BEYOND:  # plain Python knows the place by itself
        assert isinstance(plain, IndexError) and str(plain) in str(native)
        assert re.search(r"in '\[9,3,3\]': Faulty.result: .* \(fault_games.py, line \d+\)", str(native)), str(native)
    else:
        assert (type(native), native.args) == (type(plain), plain.args)


@pytest.mark.slow
def test_an_exception_from_the_disk_is_the_same(tmp_path: Path) -> None:
    """Would catch native code that forgets what its exceptions say when a second process loads it."""
    program = [sys.executable, str(Path(__file__).with_name("raise_in_rules.py"))]
    environment = {**os.environ, "COUNTERPLAY_CACHE": str(lend_shared_kernels(tmp_path / "kernels")), "COUNTERPLAY_QUIET": "1"}
    said = []
    for gear in ("compiled", "compiled", "interpreted"):
        done = subprocess.run(
            program, env={**environment, "COUNTERPLAY_GEAR": gear}, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stderr
        said.append(json.loads(done.stdout))
    first, second, plain = said
    assert first["said"] == second["said"] == plain["said"]
    assert first["compiled"] > 0 and second["compiled"] == 0
