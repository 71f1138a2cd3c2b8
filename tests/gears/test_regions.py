"""Temporary arrays of rules: no allocation for a node, a region for each thread, and what happens when it is full."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from array_games import Arrays, Large, Wanted

from bench.studio_memory import resident
from counterplay import Limit, kernel, search_position, solve_position
from counterplay.gears.entry.method_calls import result_of
from counterplay.gears.gear_choice import in_gear
from counterplay.search.playout import play_random_games

COUNT = Path(__file__).with_name("count_allocations.py")
SEARCHED = [
    *(f"arrays {search}" for search in ("engine", "mcts", "max_n", "paranoid", "opponent_model", "solve")),
    "backgammon star2",
    "hex mcts",
]
MOST_MORE = 200  # allocations: a long search tells of more depths than a short one
PLAN = Limit(nodes=1000)


@pytest.mark.slow
def test_a_node_allocates_nothing() -> None:
    """Would catch an array made for every node: a search of 100,000 must not allocate more than one of a thousand."""
    environment = {**os.environ, "COUNTERPLAY_QUIET": "1"}
    command = [sys.executable, str(COUNT), *SEARCHED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = done.stdout.splitlines()
    assert [line.rsplit(" ", 3)[0] for line in told] == SEARCHED
    for line in told:
        short, long, nodes = map(int, line.split()[-3:])
        assert nodes >= 20_000, f"the search was too short to tell: {line}"
        assert long - short <= MOST_MORE, f"allocations in a short search and in a long one, and its nodes: {line}"


def answers(game: Any) -> list[Any]:
    """What deep searches of a game with arrays find."""
    engine = search_position(game, None, PLAN, "engine")
    deep = search_position(game, None, PLAN, "engine", only=("pvs",))
    tree = search_position(game, None, Limit(playouts=100), "mcts", seed=5)
    games = play_random_games(game, game.initial(), 20, 3)
    return [(r.action, r.value, r.variation, r.nodes) for r in (engine, deep, tree)] + [games]


def test_arrays_on_a_path_and_on_two_threads_stay_apart() -> None:
    """Would catch arrays of one ply, or of one thread, that another one writes over: the gears would disagree."""
    with in_gear("interpreted"):
        plain = answers(Arrays())
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(answers(Arrays()))) for _ in range(2)]
    with in_gear("compiled"):
        alone = answers(Arrays())
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [alone, alone]
    # The whole engine prunes by the spread of the estimate, which the interpreted gear takes no time to measure.
    assert alone[1:] == plain[1:]


@pytest.mark.parametrize("megabytes", [1, 63, 64, 65, 130])
def test_an_array_larger_than_the_region(megabytes: int) -> None:
    """Would catch a crash, or a refusal, where rules make more than the region holds; Python does it, too."""
    game = Large()
    for _ in range(3):
        assert result_of.compiled(game, Wanted(megabytes, 1, False), 0) == Wanted(megabytes, 2, False)
    assert solve_position(game, Wanted(megabytes, 0, False), table_mb=1).line == (0, 0, 0)


def test_an_array_beyond_all_memory_is_an_error_in_both_gears() -> None:
    """Would catch a null pointer that is written to."""
    with pytest.raises(MemoryError):
        result_of.compiled(Large(), Wanted(2**33, 1, False), 0)
    assert result_of.compiled(Large(), Wanted(1, 1, False), 0).ply == 2


@pytest.mark.parametrize("megabytes", [7, 70])
def test_rules_that_raise_leave_nothing_in_the_region(megabytes: int) -> None:
    """Would catch memory that grows, or a region that is full for good, after a few exceptions of a rule with arrays."""
    game, before = Large(), 0.0
    for turn in range(12):  # nine of the smaller arrays fill the region
        with pytest.raises(ValueError, match="with an array in hand"):
            result_of.compiled(game, Wanted(megabytes, 1, True), 0)
        if turn == 2:
            before = resident(os.getpid())
    assert resident(os.getpid()) - before < 4 * megabytes
    assert result_of.compiled(game, Wanted(megabytes, 1, False), 0).ply == 2


@kernel
def summed(game: Any, s: Any, steps: int) -> int:
    """Follow a game in a kernel of its own, whose arrays are counted by Numba."""
    total = 0
    for _ in range(steps):
        for a in game.actions(s):
            total += game.result(s, a).cells.sum()
        s = game.result(s, 1)
    return total


def test_a_kernel_does_not_take_its_arrays_from_a_region() -> None:
    """Would catch machine code of a kernel that finds an entry point's functions by Numba's names: it frees no array."""
    game, s = Arrays(), Arrays().initial()
    answers(game)
    assert summed.compiled(game, s, 25) == summed.interpreted(game, s, 25)
    answers(game)
