"""Calibration finds what was planted, refuses what it cannot fit, resumes, and its cuts never touch what is exact."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from search_toys import Token

from counterplay import Limit, Position, make_game, search_position, solve_position
from counterplay.core import BadParameter, Repetition
from counterplay.search import calibrating
from counterplay.search.calibrating import (
    LEAST_CORRELATION,
    Sample,
    Settings,
    fit_samples,
    refuse_unfit,
    sample_games,
)
from counterplay.search.engine import depth_fit
from counterplay.search.engine.depth_fit import DepthFit, Line, Phase, fit_of, fit_path, from_text, keep_fit, read_fit, to_text
from counterplay.search.engine.driver import scale_of_game
from counterplay.search.engine.likely_cuts import shallow_depths

MIDDLE = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X"  # of othello


def planted(errors: dict[float, float], slope: float = 0.9, offset: float = 0.5) -> list[Sample]:
    """Positions of depth 3 in which a shallow value differs from a deep one by normal errors, by the plies that are left."""
    dice = random.Random(7)
    samples = []
    for left, error in errors.items():
        for _ in range(200):
            shallow = dice.gauss(0.0, 8.0)
            samples.append(Sample(left, (shallow, None, slope * shallow + offset + dice.gauss(0.0, error))))
    return samples


def test_the_planted_line_is_found() -> None:
    """Would catch a wrong slope, offset or error, lines across phases, and values of one depth taken for those of another."""
    fit = fit_samples(make_game("othello"), planted({10.0: 1.0, 20.0: 1.0, 30.0: 3.0, 40.0: 3.0, 50.0: 3.0}))
    for left, error in ((8.0, 1.0), (25.0, 3.0), (70.0, 3.0)):
        (line,) = fit.phase_at(left).lines
        assert (line.deep, line.shallow) == (3, 1)
        assert line.slope == pytest.approx(0.9, abs=0.05) and line.offset == pytest.approx(0.5, abs=0.4)
        assert line.error == pytest.approx(error, rel=0.15)


def test_proven_values_are_left_out() -> None:
    """Would catch a won game in a fit: its value is no estimate."""
    samples = planted({10.0: 1.0}) + [Sample(10.0, (64.0, None, None))] * 200
    fit = fit_samples(make_game("othello"), samples)
    assert sum(line.samples for phase in fit.phases for line in phase.lines) == 200


@pytest.mark.parametrize(("name", "words"), [("pig", "takes two players, no chance"), ("backgammon", "no chance")])
def test_unfit_games_are_refused(name: str, words: str) -> None:
    """Would catch hours of play for a game that no fit can help."""
    with pytest.raises(BadParameter, match=words):
        refuse_unfit(make_game(name))


def test_games_without_an_estimate_are_refused() -> None:
    """Would catch a fit of nothing: without an estimate all values at the horizon are equal."""
    with pytest.raises(BadParameter, match="has no estimate of its own"):
        refuse_unfit(Token(Repetition.DRAW, 2))


def test_rough_estimates_are_refused() -> None:
    """Would catch a fit of values that say nothing of each other, of few different ones, or of too few positions."""
    game, dice = make_game("othello"), random.Random(1)
    noise = [Sample(5.0, (dice.gauss(0, 1), 0.0, dice.gauss(0, 1))) for _ in range(200)]
    with pytest.raises(BadParameter, match=f"not smooth enough.*{LEAST_CORRELATION}"):
        fit_samples(game, noise)
    with pytest.raises(BadParameter, match="only 2 occurred"):
        fit_samples(game, [Sample(5.0, (float(i % 2), 0.0, float(i % 2))) for i in range(200)])
    with pytest.raises(BadParameter, match="too few for a fit"):
        fit_samples(game, noise[:10])


def test_an_interrupted_run_is_resumed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Would catch games that are played twice or lost, and games of other settings that are taken for these."""
    played: list[int] = []

    def play(game: Any, settings: Settings, number: int) -> list[Sample]:
        played.append(number)
        return [Sample(float(number), (1.0, None, 2.0))]

    def stop_after_two(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(calibrating, "sample_game", play)
    game, settings, kept = make_game("othello"), Settings(4, 3, 1), tmp_path / "kept"
    with pytest.raises(KeyboardInterrupt):
        sample_games(game, settings, kept, stop_after_two)
    samples = sample_games(game, settings, kept, lambda done: None)
    assert played == [0, 1, 2, 3]
    assert samples == [Sample(float(i), (1.0, None, 2.0)) for i in range(4)]
    sample_games(game, replace(settings, seed=2), kept, lambda done: None)
    assert played == [0, 1, 2, 3] * 2
    kept.write_text('{"settings": 1, "games"', encoding="utf-8")
    assert len(sample_games(game, settings, kept, lambda done: None)) == 4


@pytest.mark.parametrize("deep", range(3, 25))
def test_depths_of_one_kind_are_compared(deep: int) -> None:
    """Would catch an odd depth compared with an even one: whose move is last matters."""
    depths = shallow_depths(deep)
    assert depths == tuple(sorted(set(depths))) and all(0 < d < deep and (deep - d) % 2 == 0 for d in depths)


def test_a_fit_is_kept_and_read() -> None:
    """Would catch a field that is lost on the way, and a damaged or senseless file that is believed."""
    fit = DepthFit("x", 1.5, (Phase(9.0, (Line(3, 1, 1.0, 0.1, 2.0, 0.9, 30),)),))
    assert from_text(to_text(fit)) == fit
    for text in ("", "[]", "{}", to_text(fit)[:-9], to_text(fit).replace('"slope": 1.0', '"slope": 0.0')):
        assert from_text(text) is None


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Fits are kept in a folder of the test's own, and forgotten afterwards."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(depth_fit, "_known", {})


@pytest.mark.usefixtures("own_folder")
def test_a_fit_saves_nodes_and_can_be_switched_off() -> None:
    """Would catch a fit that is never used, or used although it is switched off.

    The fit is what `counterplay calibrate othello --games 70 --depth 11` has found; where othello's estimate changes, it no
    longer holds, and must be made anew.
    """
    game = make_game("othello")
    position, limit = Position.load(game, MIDDLE), Limit(depth=9)
    before = search_position(game, position, limit, "engine").nodes
    fit = read_fit(Path(__file__).with_name("othello.calibration.json"))
    assert fit is not None and len(fit.phases) == 5 and fit.fits(scale_of_game(game).estimate)
    keep_fit(game, fit, fit_path(game))
    assert search_position(game, position, limit, "engine").nodes < before
    assert search_position(game, position, limit, "engine", without=["multi_probcut"]).nodes == before


@pytest.mark.usefixtures("own_folder")
def test_a_fit_of_another_estimate_is_not_used() -> None:
    """Would catch margins that belong to an estimate which has changed since."""
    game = make_game("othello:size=6")
    spread = scale_of_game(game).estimate
    assert fit_of(game, spread) is None
    depth_fit._known.clear()
    fit = DepthFit("othello:size=6", spread, (Phase(99.0, (Line(3, 1, 1.0, 0.0, 1.0, 0.9, 30),)),))
    for kept, found in ((replace(fit, spread=1.01 * spread), None), (fit, fit)):
        keep_fit(game, kept, fit_path(game))
        depth_fit._known.clear()  # as in another process
        assert fit_of(game, spread) == found


@pytest.mark.usefixtures("own_folder")
def test_a_fit_beside_a_game_comes_with_it(tmp_path: Path) -> None:
    """Would catch a fit that a game brings along and nobody finds."""
    file, fit = tmp_path / "mine.py", DepthFit("mine", 2.0, (Phase(9.0, (Line(3, 1, 1.0, 0.1, 2.0, 0.9, 30),)),))
    file.write_text("from counterplay.games.territory.othello import Othello\n\n\nclass Mine(Othello):\n    pass\n")
    file.with_name("mine.calibration.json").write_text(to_text(fit))
    assert fit_of(make_game(str(file)), 2.0) == fit


@pytest.mark.usefixtures("own_folder")
def test_what_is_exact_stays_exact() -> None:
    """Would catch a likely cut in a search to the end of the game, or a value called proven that rests on one.

    The fit is absurd: every shallow value is believed, and turned into a much larger one.
    """
    game, dice = make_game("othello"), random.Random(3)
    lines = tuple(Line(d, s, 1.0, 9.0, 0.01, 0.99, 30) for d in range(3, 24) for s in shallow_depths(d))
    absurd = DepthFit("othello", scale_of_game(game).estimate, (Phase(999.0, lines),))
    keep_fit(game, absurd, fit_path(game))
    cuts = 0
    for _ in range(12):
        position = Position(game)
        while position.ply < 51:
            position = position.play(dice.choice(position.choices)) if position.outcome() is None else Position(game)
        if position.outcome() is not None:
            continue
        report = search_position(game, position, Limit(), "engine")
        assert report.value.proven and report.value.score == solve_position(game, position).value.score
        assert report.depth < 34  # cuts up to depth 29 would have to be outgrown by the nine plies that are left
        shallow = [search_position(game, position, Limit(depth=6), "engine", without=out) for out in ((), "multi_probcut")]
        cuts += shallow[0].nodes != shallow[1].nodes
    assert cuts > 0  # the fit was in force
