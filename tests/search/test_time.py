"""Searches that have no time, and searches that have a little: always an answer, and soon.

`python -m bench.clock_overshoot` measures the overshoot; here only what would be wrong on any machine is asserted.
"""

from __future__ import annotations

import random
import time
from functools import cache

import pytest
from positions import random_position

from counterplay.core import Limit
from counterplay.games.catalogue import game_names, make_game
from counterplay.gears.cache.code_store import times_asked
from counterplay.search import search_position

SEARCHES = 40
TIMED = ("connect_four", "othello", "chess", "checkers", "nine_mens_morris", "mnk", "backgammon")
MOST_OVERSHOOT = 60.0  # seconds: a busy machine may take long, a search that does not look at the clock goes on for hours
game_of = cache(make_game)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_always_an_answer(name: str) -> None:
    """No action, or an illegal one, from the algorithm that `auto` chooses, where there is no time at all."""
    game = game_of(name)
    draw = random.Random(1)
    for limit in (Limit(nodes=1), Limit(nodes=2), Limit(nodes=100), Limit(seconds=0.001), Limit(depth=1)):
        position = random_position(game, draw, draw.randint(0, 12))
        for lines in (1, 3):
            report = search_position(game, position, limit, lines=lines)
            assert report.action in position.choices
            assert report.variation[0] == report.lines[0].action == report.action
            assert report.value.player == position.player


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["auto", "mcts"])
def test_time_is_kept(algorithm: str) -> None:
    """A search that does not look at the clock, or that loads and compiles while it runs."""
    draw = random.Random(2)
    names = TIMED if algorithm == "auto" else ("connect_four:width=4,height=4", "mnk", "pig:target=10")
    for name in names:
        search_position(game_of(name), random_position(game_of(name), draw, 4), Limit(nodes=100, playouts=1), algorithm)
    asked = times_asked()
    for i in range(SEARCHES):
        game = game_of(names[i % len(names)])
        position = random_position(game, draw, draw.randint(0, 12))
        seconds = draw.choice((0.02, 0.05, 0.1))
        start = time.perf_counter()
        report = search_position(game, position, Limit(seconds=seconds), algorithm)
        assert time.perf_counter() - start - seconds < MOST_OVERSHOOT
        assert report.action in position.choices
    assert times_asked() == asked
