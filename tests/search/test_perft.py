"""Perft, which is compiled for a game by itself, against the same counts by the game's entry points."""

from __future__ import annotations

import pytest

from counterplay import make_game
from counterplay.search.perft import perft, perft_turns
from tests.oracles.walked_perft import count_plies, count_turns


@pytest.mark.parametrize(("spec", "depth"), [("connect_four", 6), ("checkers", 7), ("pig:target=20", 7), ("quixo", 3)])
def test_all_ways_to_count_agree(spec: str, depth: int) -> None:
    """Rules that inlining changes, chance outcomes that one of the two forgets, a game that ends before the last ply."""
    game = make_game(spec)
    start = game.initial()
    counts = [perft.compiled(game, start, plies) for plies in range(depth + 1)]
    assert counts == [count_plies(game, start, plies) for plies in range(depth + 1)]
    assert counts[:4] == [perft.interpreted(game, start, plies) for plies in range(4)]


def test_turns_agree() -> None:
    """Chains of captures that are counted as several turns by one of the two."""
    game = make_game("checkers")
    start = game.initial()
    for turns in (1, 2, 3, 4, 5, 6):
        assert perft_turns.compiled(game, start, turns, game.player(start)) == count_turns(game, start, turns)
