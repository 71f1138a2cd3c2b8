"""What a resumed match is allowed: no other rules than it began with, and no program that only a database asks for."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from counterplay.arena import parcel
from counterplay.arena.contest import Contest, make_settings
from counterplay.arena.parallel import Here
from counterplay.arena.store import Store
from counterplay.cli import contests
from counterplay.cli.main import commands
from counterplay.core import BadParameter, UnknownGame

GAME = """
from typing import NamedTuple
from counterplay import Game
from rules_of_resume import LAST

class State(NamedTuple):
    n: int

class Race(Game):
    def initial(self): return State(0)
    def player(self, s): return s.n % 2
    def actions(self, s):
        yield 1
        yield 2
    def result(self, s, a): return State(s.n + a)
    def terminal(self, s): return s.n >= LAST
    def utility(self, s, p): return 1.0 if p == s.n % 2 else -1.0
"""


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A folder with a game in two files and a match that is half played."""
    (tmp_path / "race.py").write_text(GAME)
    (tmp_path / "rules_of_resume.py").write_text("LAST = 6\n")
    settings = make_settings(str(tmp_path / "race.py"), ["random", "random"], kind="match", games=4, seed=1)
    with Store(tmp_path / "arena.db") as store:
        contest = Contest.new(settings, store)

        def stop(now: Contest) -> None:
            if len(now.records) == 2:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            contest.run(Here(), stop)
    return tmp_path


def resume(folder: Path) -> Contest:
    with Store(folder / "arena.db") as store:
        contest = Contest.resumed(store)
        contest.run(Here())
        return contest


@pytest.mark.parametrize("name", ["race.py", "rules_of_resume.py"])
def test_other_rules_are_refused(begun: Path, name: str) -> None:
    """Would catch games by the old rules and by the new in one result, after an edit of the game or of a file beside it."""
    old = (begun / name).read_text()
    (begun / name).write_text(old + "# another\n")
    with pytest.raises(BadParameter, match=rf"the rules of '.*race\.py' changed since this match was begun \(in {name}\)"):
        resume(begun)
    (begun / name).write_text(old)
    assert len(resume(begun).records) == 4


def test_a_game_that_is_gone(begun: Path) -> None:
    """Would catch a missing file told as changed rules."""
    (begun / "race.py").unlink()
    parcel._opened.cache_clear()  # as in the process that resumes
    with pytest.raises(UnknownGame, match="there is no file"):
        resume(begun)


def test_only_digests_are_stored(begun: Path) -> None:
    """Would catch a user's source text in a database that is passed on."""
    with Store(begun / "arena.db") as store:
        facts = store.find().facts
    assert sorted(facts["rules"]) == ["race.py", "rules_of_resume.py"]
    assert all(len(digest) == 64 for digest in facts["rules"].values())


def test_older_databases_are_resumed(begun: Path) -> None:
    """Would catch a match begun before rules were noted, or one whose note makes no sense, that can no longer be resumed."""
    change_settings(begun / "arena.db", lambda facts: facts.pop("rules"))
    (begun / "race.py").write_text(GAME + "# another\n")
    assert len(resume(begun).records) == 4


def test_finished_matches_can_still_be_looked_at(begun: Path) -> None:
    """Would catch a result that is lost because the game has been developed since."""
    resume(begun)
    (begun / "race.py").write_text(GAME + "# another\n")
    result = CliRunner().invoke(commands, ["match", "--resume", "1", "--db", str(begun / "arena.db")])
    assert result.exit_code == 0 and "4 games" in result.stdout


def change_settings(database: Path, change: Callable[[dict[str, object]], object]) -> None:
    with sqlite3.connect(database) as db:
        facts = json.loads(db.execute("SELECT settings FROM contests").fetchone()[0])
        change(facts)
        db.execute("UPDATE contests SET settings = ?", (json.dumps(facts),))
    db.close()


# --- programs ---
@pytest.fixture
def foreign(tmp_path: Path) -> tuple[Path, Path, str]:
    """A database from elsewhere, the file that its program would write, and the agent's name."""
    program, mark = tmp_path / "program.sh", tmp_path / "started"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    name = f"uci:{program}"
    with Store(tmp_path / "arena.db") as store:
        store.add(make_settings("chess", [name, "random"], kind="match", games=2, seed=1), 2)
    return tmp_path / "arena.db", mark, name


def run(database: Path, *words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(commands, ["match", *words, "--resume", "1", "--db", str(database)], input=typed)


pytestmark = pytest.mark.skipif(os.name == "nt", reason="the program is a shell script")


def test_a_program_is_not_started_unasked(foreign: tuple[Path, Path, str]) -> None:
    """Would catch a database from elsewhere that runs a command line on this machine."""
    database, mark, name = foreign
    result = run(database)
    assert result.exit_code == 2 and name in result.stderr and "--yes" in result.stderr and not mark.exists()


@pytest.mark.parametrize("spelling", ["UCI:", " uci :"])
def test_other_spellings_are_programs_too(foreign: tuple[Path, Path, str], spelling: str) -> None:
    """Would catch a program that hides behind capitals or spaces."""
    database, mark, name = foreign
    change_settings(database, lambda facts: facts.update(entrants=[name.replace("uci:", spelling), "random"]))
    assert "--yes" in run(database).stderr and not mark.exists()


@pytest.mark.parametrize("kind", ["round robin", "ladder"])
def test_tournaments_and_ladders_ask_too(foreign: tuple[Path, Path, str], kind: str) -> None:
    """Would catch a way around the question by another command."""
    database, mark, _ = foreign
    change_settings(database, lambda facts: facts.update(kind=kind))
    command = "ladder" if kind == "ladder" else "tournament"
    result = CliRunner().invoke(commands, [command, "--resume", "1", "--db", str(database)])
    assert result.exit_code == 2 and "--yes" in result.stderr and not mark.exists()
    assert "is a " in run(database, "--yes").stderr and not mark.exists()  # the wrong command starts nothing


@pytest.mark.parametrize("words", [("--yes",), ("chess", "NAME", "random")])
def test_consent_given_beforehand(foreign: tuple[Path, Path, str], words: tuple[str, ...]) -> None:
    """Would catch a program that is not started although the user has said so, by --yes or by naming it."""
    database, mark, name = foreign
    run(database, *(name if word == "NAME" else word for word in words))
    assert mark.exists()


@pytest.mark.parametrize("words", [("chess",), ("chess", "random", "random"), ("nim", "NAME", "random")])
def test_other_words_are_no_consent(foreign: tuple[Path, Path, str], words: tuple[str, ...]) -> None:
    """Would catch a game, or other agents, on the command line taken for consent."""
    database, mark, name = foreign
    result = run(database, *(name if word == "NAME" else word for word in words))
    assert result.exit_code == 2 and not mark.exists()


@pytest.mark.parametrize(("typed", "started"), [("n\n", False), ("\n", False), ("", False), ("y\n", True)])
def test_asked_on_a_terminal(
    foreign: tuple[Path, Path, str], monkeypatch: pytest.MonkeyPatch, typed: str, started: bool
) -> None:
    """Would catch a question whose answer does not count."""
    database, mark, name = foreign
    monkeypatch.setattr(contests, "_can_ask", lambda: True)
    result = run(database, typed=typed)
    assert name in result.stderr and mark.exists() == started
    assert started or result.exit_code == 130
