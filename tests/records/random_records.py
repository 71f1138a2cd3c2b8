"""Random records: games played at random, with variations and whatever a format can hold beside the moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from counterplay.core import CHANCE, Game
from counterplay.records import Estimate, Record, RecordNode
from counterplay.records.record import playable, step

WORDS = ("better", "is", "Nf3!?", "a [b] c", 'say "no"', "x\\y", "50%", "(;)", "é", "手", "1. e4", "$5", "; no", "a:b", "<c>")


def random_record(
    game: Game,
    seed: int,
    keeps: frozenset[str],
    *,
    plies: int = 16,
    start: str = "",
    turn_over: Callable[[Game, Any, Any], bool] | None = None,
    clean: Callable[[str], str] = str,
) -> Record:
    """A record with what a format keeps; notes stand only where a turn is over, variations only where one begins."""
    rng = random.Random(seed)
    record = Record(game, start)
    if "names and tags" in keeps:
        record.players = tuple(clean(f"Player {_words(rng, 1)} {p}") for p in range(game.players))
        record.event, record.site, record.date = clean(f"Event {_words(rng, 2)}"), "Here", "2024.05.31"
    _grow(record, record.root, record.first_state(), plies, 2, rng, keeps, turn_over, clean)
    if "comments" in keeps:
        record.root.comment = clean(_words(rng, 3))
    return record


def _grow(
    record: Record,
    node: RecordNode,
    state: Any,
    plies: int,
    depth: int,
    rng: random.Random,
    keeps: frozenset[str],
    turn_over: Callable[[Game, Any, Any], bool] | None,
    clean: Callable[[str], str],
) -> None:
    game = record.game
    begins = True  # whether a turn begins at this node
    while plies > 0 or not begins:
        actions = [action for action in playable(game, state) if action >= 0]
        if not actions:
            return
        chosen = rng.choice(actions)
        following, after = node.add(chosen), step(game, state, chosen)
        over = turn_over is None or turn_over(game, state, after)
        if over:
            _annotate(following, rng, keeps, clean)
        others = [action for action in actions if action != chosen]
        if "variations" in keeps and depth and begins and others and game.player(state) != CHANCE and rng.random() < 0.25:
            _vary(record, node, state, rng.choice(others), depth, rng, keeps, turn_over, clean)
        node, state, begins, plies = following, after, over, plies - 1


def _vary(
    record: Record,
    node: RecordNode,
    state: Any,
    action: int,
    depth: int,
    rng: random.Random,
    keeps: frozenset[str],
    turn_over: Callable[[Game, Any, Any], bool] | None,
    clean: Callable[[str], str],
) -> None:
    after = step(record.game, state, action)
    if turn_over is not None and not turn_over(record.game, state, after):
        return
    branch = node.add(action)
    _annotate(branch, rng, keeps, clean)
    if "before" in keeps and rng.random() < 0.5:
        branch.before = clean(_words(rng, 2))
    _grow(record, branch, after, rng.randrange(4), depth - 1, rng, keeps, turn_over, clean)


def _annotate(node: RecordNode, rng: random.Random, keeps: frozenset[str], clean: Callable[[str], str]) -> None:
    if "comments" in keeps and rng.random() < 0.3:
        node.comment = clean(_words(rng, rng.randrange(1, 30)))
    if "glyphs" in keeps and rng.random() < 0.3:
        node.nags = tuple(sorted(rng.sample(range(1, 140), rng.randrange(1, 4))))
    if "clocks" in keeps and rng.random() < 0.3:
        node.clock = rng.randrange(10_000_000) / 1000
    if "times" in keeps and rng.random() < 0.3:
        node.seconds = float(rng.randrange(3000))
    if "values" in keeps and rng.random() < 0.3:
        depth = rng.choice([None, 20])
        node.value = (
            Estimate(None, rng.randrange(-9, 9), depth)
            if rng.random() < 0.3
            else Estimate((rng.randrange(999) - 300) / 100, None, depth)
        )


def _words(rng: random.Random, count: int) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(count))
