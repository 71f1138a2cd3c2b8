"""Each fault that the conformance report knows, planted in a small game: it must be found and named."""

from __future__ import annotations

import functools
import re
from typing import Any

import numpy as np
import pytest
from planted_faults import PLANTED, WorthNothing
from planted_games import Bag, Circle, DiceRace, FillRow, Heap, Row, TakeAway, ThreePlayers, Walk
from planted_hints import EvaluatesToNothing, Optimist

from counterplay.check import FAULTS, CheckReport, check_game, check_suite
from counterplay.check.checks import playout_check
from counterplay.check.checks.gear_check import check_gears
from counterplay.core import CHANCE, Game, Repetition

CASES = [(fault, cls, says) for fault, games in PLANTED.items() for cls, says in games]


def repeating(rule: Repetition, count: int) -> Circle:
    game = Circle()
    game.repetition, game.repetition_count = rule, count
    return game


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the comparison of gears out: compiling costs seconds, and most faults do not need it."""
    monkeypatch.setattr(check_suite, "CHECKS", tuple(entry for entry in check_suite.CHECKS if check_gears not in entry[1]))


@functools.cache
def report_on(cls: type[Game], with_gears: bool) -> CheckReport:
    """The report on a planted game, for all the tests that look at it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check_suite, "CALL_SECONDS", 1.0)
        if not with_gears:
            patch.setattr(check_suite, "CHECKS", tuple(entry for entry in check_suite.CHECKS if check_gears not in entry[1]))
        return check_game(cls(), playouts=12)


@pytest.mark.parametrize(("fault", "cls", "says"), CASES, ids=[f"{fault}-{cls.__name__}" for fault, cls, _ in CASES])
def test_planted_fault_is_found_and_named(fault: str, cls: type[Game], says: str) -> None:
    """Would catch a check that lets this fault pass, or reports it without method, position and action."""
    report = report_on(cls, with_gears=fault.startswith("gears-"))
    messages = [finding.message for finding in report.findings if finding.fault == fault]
    assert any(re.search(says, message) for message in messages), report
    assert not report.ok
    assert all(message.startswith(f"{cls.__name__}.") for message in messages)


@pytest.mark.parametrize("cls", [WorthNothing, EvaluatesToNothing])
def test_nan_is_told_once(cls: type[Game]) -> None:
    """Would catch nan being told as a disagreement of the gears, since it differs from itself, or as no end being reached."""
    report = report_on(cls, with_gears=True)
    assert [finding.fault for finding in report.findings] == ["nan"]
    assert not any("terminal state" in sentence for sentence in report.skipped)


def test_every_fault_has_a_planted_game() -> None:
    """Would catch a fault that the report can name but no test plants; test_oracles.py plants differences from an oracle."""
    assert {*PLANTED, "oracle"} == set(FAULTS)


@pytest.mark.parametrize(
    "game", [TakeAway(), FillRow(), DiceRace(), ThreePlayers(), repeating(Repetition.DRAW, 3)], ids=lambda game: game.spec
)
def test_sound_game_has_no_findings(game: Game) -> None:
    """Would catch a false alarm, in either gear: none of these games breaks the contract."""
    report = check_game(game, playouts=20)
    assert report.ok, report
    assert report.positions > 3
    assert any(sentence.startswith("both gears gave the same answers") for sentence in report.passed), report


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("game", [TakeAway(coins=4), repeating(Repetition.LOSS, 2), repeating(Repetition.FORBIDDEN, 2)])
def test_sound_variant_has_no_findings(game: Game) -> None:
    """Would catch a false alarm with other parameters or another rule of repetition."""
    report = check_game(game, playouts=20)
    assert report.ok, report


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    "method",
    [
        m
        for m in vars(Game)
        if not m.startswith("_")
        and callable(getattr(Game, m))
        and m not in ("choices", "catalogue_name", "diagram_scene", "spec_without")
    ],
)
def test_exception_in_any_method_becomes_a_finding(method: str) -> None:
    """Would catch a traceback out of check_game, or a method that is never asked."""

    def fail(self: Any, *arguments: Any) -> Any:
        raise KeyError("lost")

    traits = {"can_skip": True, "has_candidates": True, "structure_parts": 1, method: fail}
    base = DiceRace if method == "outcomes" else TakeAway
    report = check_game(type("Failing", (base,), traits)(), playouts=3)
    assert any(f"Failing.{method} raised KeyError: " in finding.message for finding in report.findings), report


@pytest.mark.usefixtures("interpreted")
def test_report_is_the_same_for_the_same_seed() -> None:
    """Would catch a check that depends on the clock or on global randomness."""

    def told(report: CheckReport) -> Any:
        return report.findings, report.passed, report.skipped, report.positions

    assert told(check_game(TakeAway(), playouts=10, seed=3)) == told(check_game(TakeAway(), playouts=10, seed=3))
    assert told(check_game(Optimist(), playouts=10, seed=3)) == told(check_game(Optimist(), playouts=10, seed=3))
    assert check_game(TakeAway(), playouts=3, seed=1).positions != check_game(TakeAway(), playouts=3, seed=2).positions


@pytest.mark.usefixtures("interpreted")
def test_progress_names_each_stage() -> None:
    """Would catch a silent check: the command line shows what is going on."""
    stages: list[str] = []
    check_game(TakeAway(), playouts=2, progress=stages.append)
    assert stages == [title for title, _ in check_suite.CHECKS]


def test_game_that_cannot_be_compiled_is_checked_all_the_same() -> None:
    """Would catch a report that fails, or stays silent about the gears, where the state is a dict."""
    report = check_game(Bag(), playouts=5)
    assert report.ok, report
    assert report.ok and report.interpreted_only.startswith("Bag.initial returns a dict"), report
    assert "interpreted only, much slower, because Bag.initial returns a dict" in str(report)
    assert any(s.startswith("gears: the game cannot be compiled") for s in report.skipped), report
    assert any(s.startswith("notation: the inherited dump and load serve NamedTuples only") for s in report.skipped)


@pytest.mark.usefixtures("interpreted")
def test_long_games_are_stopped() -> None:
    """Would catch a check that plays on for ever: positions are bounded, and the report says that no game ended."""

    class Endless(TakeAway):
        max_plies = 10**9

        def result(self, s: Heap, a: int) -> Heap:
            return Heap(s.coins + a, 1 - s.turn)

    from counterplay.check.checks import playout_check

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playout_check, "PLAYOUT_SECONDS", 0.3)
        patch.setattr(playout_check, "WALK_SECONDS", 0.3)
        report = check_game(Endless(), playouts=2)
    assert any(s.startswith("whether every game ends: a playout was stopped after") for s in report.skipped), report
    assert any(s.startswith("utility: no playout came to a terminal state") for s in report.skipped)


@pytest.mark.usefixtures("interpreted")
def test_repetition_ends_playouts() -> None:
    """Would catch playouts that do not go through Position: without the rule this game has no end."""
    game = repeating(Repetition.DRAW, 3)
    game.max_plies = 13  # six states, each at most twice before the end
    assert check_game(game, playouts=30).ok
    assert not check_game(Circle(), playouts=5).ok


@pytest.mark.usefixtures("interpreted")
def test_terminal_state_may_have_any_player() -> None:
    """Would catch a false alarm: whose turn it is after the end is nobody's concern."""

    class NobodyAtTheEnd(TakeAway):
        def player(self, s: Heap) -> int:
            return s.turn if s.coins else 7

    assert check_game(NobodyAtTheEnd(), playouts=5).ok


@pytest.mark.usefixtures("interpreted")
def test_chance_that_is_never_met_is_mentioned() -> None:
    """Would catch a clean bill for outcomes that no playout came to."""

    class NeverRolls(TakeAway):
        chance = True

    report = check_game(NeverRolls(), playouts=3)
    assert any(s.startswith("outcomes: chance is declared, but") for s in report.skipped)
    assert CHANCE not in {0, 1}


def test_walk_state_is_hashable() -> None:
    """Would catch a comparison of states that treats equal arrays as different, or arrays of another type as equal."""
    from counterplay.check.state_copies import copy_of, frozen, same

    one = FillRow().initial()
    assert frozen(one) == frozen(copy_of(one)) and same(one, copy_of(one))
    assert not same(one, Row(one.board.astype(np.int64), 0))
    assert not same(Walk(0, 0), Heap(0, 0))
    assert same({"a": [np.ones(2)]}, {"a": [np.ones(2)]}) and not same({"a": 1}, {"a": 2})


@pytest.mark.parametrize(
    ("bound", "value", "says"),
    [
        ("WALK_SECONDS", 0.0, "^1 of 12 random games ended .no more, since 0 s had passed., the longest"),
        ("POSITIONS_PER_PLAYOUT", 0.1, "^1 of 12 random games ended .no more, since they had 0.1 positions for each"),
        ("WALK_SECONDS", 60.0, "^12 random games ended, the longest"),
    ],
)
def test_fewer_playouts_than_asked_for_are_told(
    bound: str, value: float, says: str, interpreted: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report that lets its reader believe that all the games were played."""
    monkeypatch.setattr(playout_check, bound, value)
    assert any(re.search(says, sentence) for sentence in check_game(FillRow(), playouts=12).passed)
