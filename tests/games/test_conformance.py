"""Every game of the catalogue keeps the contract, and both gears play it alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from counterplay import Game, Position
from counterplay.check import check_game
from counterplay.games import game_names, make_game
from counterplay.gears.entry.compiled_game import entry_path
from tests.compiling_apart import USUAL, compile_most

VARIANTS = [  # parameters that lead to other code than the defaults, and that other tests have, too
    "connect_four:width=4,height=4",
    "othello:size=4",
    "othello:size=6",
    "hex:size=3",
    "kalah:pits=3,seeds=2",
    "mnk:players=3",
    "mnk:width=4,height=4,line=3,players=4",
    "pig:target=10",
    "nim:misere=yes",
    "backgammon:gammons=yes",
    "twenty_forty_eight:width=2,height=2,goal=16",
]
SPECS = sorted([*game_names(), *VARIANTS])
POSITIONS = 160  # about so many are visited, in at least two random games and at most eight
ASKED = 20  # of them, at random, by each check: what all of them are asked takes minutes for sixty games
GAMES_PER_PROCESS = 12  # to compile a game leaves tens of megabytes behind


def length_of_a_random_game(game: Game) -> int:
    """Plies, one at least."""
    position, dice, plies = Position(game), random.Random(0), 1
    while position.outcome() is None:
        position, plies = position.play(dice.choice(position.choices)), plies + 1
    return plies


def report_on(spec: str) -> tuple[bool, list[str], str]:
    """Whether a game keeps the contract, what held, and the whole report."""
    game = make_game(spec)
    compile_most(game)
    assert all(entry_path(game, name).exists() for name in USUAL)
    report = check_game(game, playouts=max(2, min(8, POSITIONS // length_of_a_random_game(game))), positions=ASKED)
    return report.ok, list(report.passed), str(report)


@pytest.fixture(scope="session")
def checking() -> Iterator[ProcessPoolExecutor]:
    """A process that takes what compiling leaves behind with it when it ends."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=GAMES_PER_PROCESS) as pool:
        yield pool


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_game_keeps_the_contract(checking: ProcessPoolExecutor, spec: str) -> None:
    """Would catch any fault the conformance report knows, from a mutated state to a gesture that names no cell.

    The report asks both gears everything about every position: native code that plays by other rules (overflow, unsigned
    arithmetic) would be found there. An index beyond an array raises in the interpreted gear, which is asked the same. And
    native code that cannot be kept on disk: every process would compile it anew.
    """
    ok, passed, text = checking.submit(report_on, spec).result()
    assert ok, text
    assert any(sentence.startswith("both gears gave the same answers") for sentence in passed), text
