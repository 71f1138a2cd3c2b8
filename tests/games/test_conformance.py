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
from counterplay.gears.gear_choice import in_gear
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
OPTIONS = [  # that lead to other rules; few positions of each are asked about, and only some of them in both gears
    "abalone:layout=belgian_daisy",
    "amazons:size=6",
    "fanorona:width=5,height=5,change_direction=no",
    "gipf:variant=standard",
    "gipf:variant=tournament",
    "hexxagon:holes=no",
    "hus:inner_alone=yes",
    "jungle:elephant_takes_rat=yes,helpless_in_traps=yes",
    "lines_of_action:simultaneous=draw",
    "link_five:swap2=yes",
    "pylos:variant=children",
    "quits:wrap=yes",
    "seega:size=7",
    "sputnik:side=3,rockets=2",
    "terrace:layout=short",
    "three_mark:refill=yes",
    "three_mens_morris:movement=anywhere",
    "three_mens_morris:movement=orthogonal",
    "tic_tac_toe_3d:size=4",
]
OPTIONS_IN_BOTH_GEARS = [
    "alquerque:chains=no",
    "ataxx:blocked=d3-c4-e4-d5",
    "connections:enclosure=no,end_slots=no,swap=yes",
    "gobblet:size=3,nested=no,entry=free",
    "link_five:renju=yes",
    "pylos:variant=expert",
    "quads:border=yes",
    "quarto:squares=yes",
    "tablut:reading=ashton",
    "three_mens_morris:movement=king",
    "tic_tac_toe_3d:size=4,gravity=yes",
]
SPECS = sorted([*game_names(), *VARIANTS])
POSITIONS = 160  # about so many are visited, in at least two random games and at most eight
ASKED = 20  # of them, at random, by each check: what all of them are asked takes minutes for sixty games
FEW = 6  # the same of options
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


def brief_report_on(spec: str) -> tuple[bool, str]:
    """Whether a game keeps the contract in two random games and a few positions; no more is compiled than is asked."""
    report = check_game(make_game(spec), playouts=2, positions=FEW)
    return report.ok, str(report)


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


@pytest.mark.parametrize("spec", OPTIONS)
def test_option_keeps_the_contract(spec: str) -> None:
    """Would catch an option whose actions are not legal, whose texts cannot be read, or that leads nowhere, in plain Python."""
    with in_gear("interpreted"):
        ok, text = brief_report_on(spec)
    assert ok, text


@pytest.mark.slow
@pytest.mark.parametrize("spec", OPTIONS_IN_BOTH_GEARS)
def test_option_keeps_the_contract_in_both_gears(checking: ProcessPoolExecutor, spec: str) -> None:
    """Would catch an option that native code plays by other rules."""
    ok, text = checking.submit(brief_report_on, spec).result()
    assert ok, text
    assert "both gears gave the same answers" in text, text
