"""The long run of the claims fuzzer: it stops cleanly, goes on where it was, and says what was wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.fuzz_claims import Case, Verdict, main

PER_CASE = 3  # claims of a scripted case


class Script:
    """Cases whose verdict is made up instead of searched for: all right, but for what happens at some of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, happenings: dict[int, str | BaseException]) -> None:
        self.cases: list[Case] = []
        self.happenings = happenings  # number of the case -> words of a false claim, or what is raised
        monkeypatch.setattr(Case, "verdict", lambda case: self.verdict(case))

    def verdict(self, case: Case) -> Verdict:
        self.cases.append(case)
        happening = self.happenings.get(len(self.cases))
        if isinstance(happening, BaseException):
            raise happening
        verdict = Verdict()
        for place in range(PER_CASE):
            verdict.claim("proven exact", place > 0 or happening is None, str(happening))
        return verdict


def run(file: Path, claims: int, *more: str) -> int:
    chosen = ["--shapes", "sevens,decimals", "--searches", "engine,max_n"]
    return main(["--claims", str(claims), "--seed", "5", "--file", str(file), *chosen, *more])


def test_games_are_counted_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A shape, a search or a seed that is left out, claims that are not counted."""
    script = Script(monkeypatch, {})
    assert run(tmp_path / "run.json", 6 * PER_CASE) == 0
    asked = [(case.shape, case.search, case.seed) for case in script.cases]
    assert asked == [(s, a, n) for s, n in (("sevens", 5), ("decimals", 5), ("sevens", 6)) for a in ("engine", "max_n")]
    assert "18 claims, 0 wrong" in capsys.readouterr().out


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A Ctrl-C that loses what was found, counts half a game, or lets the next run begin anew."""
    file = tmp_path / "run.json"
    first = Script(monkeypatch, {4: KeyboardInterrupt()})
    assert run(file, 100) == 130
    left = json.loads(file.read_text())
    assert left["next_game"] == 1 and sum(left["checked"].values()) == 2 * PER_CASE
    second = Script(monkeypatch, {})
    assert run(file, 4 * PER_CASE) == 0
    assert second.cases == first.cases[2:]
    assert "going on after 6 claims" in capsys.readouterr().out
    third = Script(monkeypatch, {})
    assert run(file, 2 * PER_CASE, "--anew") == 0
    assert third.cases == first.cases[:2]


def test_a_false_claim_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that ends well although something was wrong, or does not say how to see it again."""
    Script(monkeypatch, {3: "it is said to be five"})
    assert run(tmp_path / "run.json", 4 * PER_CASE) == 1
    told = capsys.readouterr().out
    assert "it is said to be five" in told
    assert "python -m bench.fuzz_claims --case 'decimals engine 5'" in told
    assert "12 claims, 1 wrong" in told


def test_one_case_is_repeated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that repeats another case than the one it names, or hides what is wrong."""
    script = Script(monkeypatch, {1: "it is said to be five"})
    assert main(["--case", "sevens engine:without=table 17"]) == 1
    assert script.cases == [Case("sevens", "engine:without=table", 17)]
    assert "it is said to be five" in capsys.readouterr().out
    assert main(["--case", "sevens engine 18"]) == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--case", "nonsense engine 1"], "there is no shape 'nonsense'"),
        (["--case", "sevens nonsense 1"], "there is no search 'nonsense'"),
        (["--case", "sevens engine one"], "'one' is no seed"),
        (["--shapes", "sevens,nonsense"], "there is no shape 'nonsense'"),
        (["--searches", "nonsense"], "there is no search 'nonsense'"),
    ],
)
def test_what_does_not_exist_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A traceback, or a run of everything, where a name is misspelt."""
    assert main(arguments) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"seed": 5}'])
def test_a_damaged_file_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A traceback over a file that something else wrote, or a run that overwrites it."""
    file = tmp_path / "run.json"
    file.write_text(text)
    assert run(file, 10) == 2
    assert "is no file of an earlier run" in capsys.readouterr().err
    assert file.read_text() == text


def test_a_file_of_another_run_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counts of two different runs that are added up."""
    file = tmp_path / "run.json"
    Script(monkeypatch, {})
    assert run(file, PER_CASE) == 0
    assert run(file, PER_CASE, "--seed", "6") == 2
    assert "another seed" in capsys.readouterr().err
