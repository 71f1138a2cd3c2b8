"""Published counts of a game, depth by depth: sequences of actions, sequences of turns, different positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counterplay.check.state_copies import frozen
from counterplay.core import Game
from counterplay.search.perft import perft
from tests.oracles.walked_perft import count_plies, count_turns
from tests.oracles.walked_positions import count_positions

INTERPRETED_NODES = 3000  # a count up to this size is made in plain Python, too


def assert_perft(game: Game, counts: Sequence[int], state: Any = None, *, interpreted: int = INTERPRETED_NODES) -> None:
    """counts[d] sequences of d + 1 actions (or outcomes) from the start; natively all, in plain Python the small ones."""
    s = game.initial() if state is None else state
    depths = range(1, len(counts) + 1)
    _compare(game, "sequences, compiled", [count_plies(game, s, depth) for depth in depths], counts)
    small = [count for count in counts if count <= interpreted]
    _compare(game, "sequences, interpreted", [perft.interpreted(game, s, depth) for depth in depths[: len(small)]], small)


def assert_perft_turns(game: Game, counts: Sequence[int], state: Any = None) -> None:
    """counts[d] sequences of d + 1 turns, all that a player does in a row being one turn."""
    s = game.initial() if state is None else state
    _compare(game, "turns", [count_turns(game, s, turns) for turns in range(1, len(counts) + 1)], counts)


def assert_distinct(game: Game, counts: Sequence[int], *, interpreted: int = INTERPRETED_NODES) -> None:
    """counts[d] different positions after d + 1 actions, and as many keys: transpositions meet, and nothing else does.

    Whole states are compared in plain Python while there are few; where there are more, keys alone, natively.
    """
    small = [count for count in counts if count <= interpreted]
    if len(small) < len(counts):
        assert_positions(game, counts)
    level, found, keys = [game.initial()], [], []
    for _ in small:
        following = (game.result(s, a) for s in level for a in game.choices(s))
        level = list({frozen(s): s for s in following}.values())
        found.append(len(level))
        keys.append(len({int(game.key(s)) for s in level}))
    _compare(game, "different positions", found, small)
    _compare(game, "different keys", keys, small)


def assert_positions(game: Game, counts: Sequence[int], *, turns: bool = False) -> None:
    """counts[d] different positions after d + 1 actions, or turns: keys alone, natively."""
    _compare(game, "different keys, compiled", count_positions(game, len(counts), turns), counts)


def assert_sequences_and_positions(game: Game, sequences: Sequence[int], positions: Sequence[int]) -> None:
    """Both counts by depth in one walk, in plain Python: positions by their keys, each with how many ways lead to it."""
    start = int(game.key(game.initial()))
    level, ways = {start: game.initial()}, {start: 1}
    sequences_found, positions_found = [], []
    for _ in positions:
        following: dict[int, Any] = {}
        counted: dict[int, int] = {}
        for key, s in level.items():
            for t in (game.result(s, a) for a in game.choices(s)):
                reached = int(game.key(t))
                following[reached] = t
                counted[reached] = counted.get(reached, 0) + ways[key]
        level, ways = following, counted
        sequences_found.append(sum(ways.values()))
        positions_found.append(len(level))
    _compare(game, "sequences", sequences_found, sequences)
    _compare(game, "different positions", positions_found, positions)


def _compare(game: Game, what: str, found: Sequence[int], expected: Sequence[int]) -> None:
    assert list(found) == list(expected), f"{game.spec}: {what} by depth are {list(found)}, published are {list(expected)}"
