"""Plays of a whole turn, as people and programs write them, and the steps of the rules that they are made of.

A play such as `13/11 24/18*/14` or `8/5(2)` may be written in any order, with steps joined; the rules offer each play in one
order, die by die.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from counterplay.core import BadNotation
from counterplay.games.races.backgammon.backgammon import Backgammon
from counterplay.games.races.backgammon.backgammon_board import BAR, OFF

STEP = re.compile(r"(?P<chain>(?:\d{1,2}|bar|off)(?:/(?:\d{1,2}|bar|off)\*?)+)(?:\((?P<times>\d)\))?", re.IGNORECASE)


class Play(NamedTuple):
    """What a play does, in the mover's own numbers: 25 is the bar and 0 is off."""

    steps: tuple[tuple[int, int], ...]  # where each checker begins and ends, sorted
    hits: frozenset[int] | None  # where enemies are hit; None where that is not said

    def change(self) -> Counter[int]:
        """How many checkers come to each place, or leave it."""
        change: Counter[int] = Counter()
        for origin, target in self.steps:
            change[origin] -= 1
            change[target] += 1
        return Counter({place: number for place, number in change.items() if number})


def read_play(text: str) -> Play:
    """`bar/22 13/7*/5 6/off(2)`."""
    steps: list[tuple[int, int]] = []
    hits: set[int] = set()
    rest = text
    for found in STEP.finditer(text):
        rest = rest.replace(found[0], " ", 1)
        places = [_place(part.rstrip("*")) for part in found["chain"].split("/")]
        hits.update(place for place, part in zip(places, found["chain"].split("/"), strict=True) if part.endswith("*"))
        steps += list(pairwise(places)) * int(found["times"] or 1)
    if rest.strip():
        raise BadNotation(f"'{rest.strip()[:40]}' is no part of a play; plays are written 13/7 8/5*, bar/22, 6/off(2)")
    return Play(tuple(sorted(steps)), frozenset(hits))


def _place(text: str) -> int:
    number = {"bar": BAR, "off": OFF}.get(text.lower())
    return int(text) if number is None else number


def find_play(game: Backgammon, state: Any, wanted: Play) -> list[int] | None:
    """The actions of a play, or of its beginning where it is not finished; None where the rules have none like it.

    Files mostly name every step, so those alone are tried first; all plays of the turn are gone through where steps are joined.
    """
    return _best(game, state, wanted, Counter(wanted.steps)) or _best(game, state, wanted, None)


def _best(game: Backgammon, state: Any, wanted: Play, steps: Counter[tuple[int, int]] | None) -> list[int] | None:
    change = wanted.change()
    best: tuple[int, list[int]] | None = None
    for way, done, finished in _ways(game, state, steps):
        same_steps = done.steps == wanted.steps
        if not way or (not same_steps and (steps is not None or done.change() != change)):
            continue
        # The same hits go before the very steps, and those before what leads to the same places; then a turn that is finished.
        score = 4 * (wanted.hits is None or done.hits == wanted.hits) + 2 * same_steps + finished
        if best is None or score > best[0]:
            best = (score, way)
    return None if best is None else best[1]


def _ways(game: Backgammon, state: Any, steps: Counter[tuple[int, int]] | None) -> Iterator[tuple[list[int], Play, bool]]:
    """Every way to play the rest of a turn, whole or in part, with what it does; of these steps alone where some are given."""
    waiting: list[tuple[Any, list[int], tuple[tuple[int, int], ...], frozenset[int]]] = [(state, [], (), frozenset())]
    while waiting:
        here, way, done, hits = waiting.pop()
        playing = here.left > 0 and here.turn == state.turn and not game.terminal(here)
        yield way, Play(tuple(sorted(done)), hits), not playing
        for action in game.actions(here) if playing else ():
            place, die = action >> 3, action & 7
            target = max(place - die, OFF)
            if steps is not None and done.count((place, target)) >= steps[place, target]:
                continue
            hit = hits | {target} if game.noisy(here, action) else hits
            waiting.append((game.result(here, action), [*way, action], (*done, (place, target)), hit))
