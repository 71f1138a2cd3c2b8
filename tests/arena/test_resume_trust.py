"""What a resumed match is allowed: no other rules than it began with, and no program that only a database asks for."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from counterplay.arena.contest_store import Store
from counterplay.arena.playing import transport
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.game_workers import Here, play_all
from counterplay.arena.playing.referee import Job
from counterplay.cli import consent
from counterplay.cli.main import commands
from counterplay.core import BadParameter, UnknownGame
from tests.cli.conftest import GOOD_GAME

GAME = GOOD_GAME.replace("class State", "from rules_of_resume import LAST\n\nclass State").replace("s.n >= 6", "s.n >= LAST")
AGENT = """
from rules_of_greed import PLACE

class Greedy:
    def choose(self, position): return position.choices[PLACE]
"""


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A folder with a game in two files and a match that is half played."""
    (tmp_path / "race.py").write_text(GAME)
    (tmp_path / "rules_of_resume.py").write_text("LAST = 6\n")
    begin(tmp_path, str(tmp_path / "race.py"), ["random", "random"])
    return tmp_path


@pytest.fixture
def begun_by_own(tmp_path: Path) -> Path:
    """A folder with an agent in two files and a match of it that is half played."""
    (tmp_path / "greedy.py").write_text(AGENT)
    (tmp_path / "rules_of_greed.py").write_text("PLACE = 0\n")
    begin(tmp_path, "nim:heaps=1-2", [str(tmp_path / "greedy.py"), f"{tmp_path}/greedy.py:Greedy"])
    return tmp_path


def begin(folder: Path, game: str, agents: list[str]) -> None:
    """Play half of a match."""
    settings = make_settings(game, agents, kind="match", games=4, seed=1)
    with Store(folder / "arena.db") as store:
        contest = Contest.new(settings, store)

        def stop(now: Contest) -> None:
            if len(now.records) == 2:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            contest.run(Here(), stop)


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


@pytest.mark.parametrize("name", ["greedy.py", "rules_of_greed.py"])
def test_another_agent_is_refused(begun_by_own: Path, name: str) -> None:
    """Would catch games of an agent before and after an edit, of its file or of one beside it, in one result."""
    file = begun_by_own / name
    old = file.read_text()
    file.write_text(old + "# another\n")
    with pytest.raises(BadParameter, match=rf"the agent '.*greedy\.py' changed since this match was begun \(in {name}\)"):
        resume(begun_by_own)
    file.write_text(old)
    assert len(resume(begun_by_own).records) == 4


def test_an_agent_that_is_gone(begun_by_own: Path) -> None:
    """Would catch a missing file told as a changed one."""
    (begun_by_own / "greedy.py").unlink()
    with pytest.raises(BadParameter, match="there is no file"):
        resume(begun_by_own)


def test_a_game_that_is_gone(begun: Path) -> None:
    """Would catch a missing file told as changed rules."""
    (begun / "race.py").unlink()
    transport._opened.cache_clear()  # as in the process that resumes
    with pytest.raises(UnknownGame, match="there is no file"):
        resume(begun)


def test_only_digests_are_stored(begun: Path) -> None:
    """Would catch a user's source text in a database that is passed on."""
    with Store(begun / "arena.db") as store:
        settings = store.find().settings_values
    assert sorted(settings["rules"]) == ["race.py", "rules_of_resume.py"]
    assert all(len(digest) == 64 for digest in settings["rules"].values())


def test_older_databases_are_resumed(begun: Path) -> None:
    """Would catch a match begun before rules were noted, or one whose note makes no sense, that can no longer be resumed."""
    change_settings(begun / "arena.db", lambda settings: [settings.pop("rules"), settings.pop("agents")])
    (begun / "race.py").write_text(GAME + "# another\n")
    assert len(resume(begun).records) == 4


def test_finished_matches_can_still_be_looked_at(begun: Path) -> None:
    """Would catch a result that is lost because the game has been developed since."""
    resume(begun)
    (begun / "race.py").write_text(GAME + "# another\n")
    result = CliRunner().invoke(commands, ["match", "--resume", "1", "--db", str(begun / "arena.db")])
    assert result.exit_code == 0 and "4 games" in result.stdout


def stored_settings(database: Path) -> dict[str, Any]:
    with Store(database) as store:
        return store.find().settings_values


def change_settings(database: Path, change: Callable[[dict[str, Any]], object]) -> None:
    with sqlite3.connect(database) as db:
        settings = json.loads(db.execute("SELECT settings FROM contests").fetchone()[0])
        change(settings)
        db.execute("UPDATE contests SET settings = ?", (json.dumps(settings),))
    db.close()


# --- files ---
@pytest.fixture(params=["game", "agent"])
def planted(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path, str]:
    """A database from elsewhere, the file that a Python file of its game or its agent would write, and that file's name."""
    mark = tmp_path / "started"
    file = tmp_path / "planted.py"
    of_game = request.param == "game"
    harmless = GAME.replace("from rules_of_resume import LAST", "LAST = 6") if of_game else AGENT.replace("PLACE]", "0]")
    file.write_text(harmless.replace("from rules_of_greed import PLACE", ""))
    game, agents = (str(file), ["random", "random"]) if of_game else ("nim:heaps=1-2", [str(file), "random"])
    settings = make_settings(game, agents, kind="match", games=2, seed=1)
    with Store(tmp_path / "arena.db") as store:
        number = store.add(settings, 2)
        store.put(number, next(iter(play_all(Here(), [Job(settings, settings.planned[0])]))))
    file.write_text(f"import pathlib\npathlib.Path({str(mark)!r}).touch()\n" + file.read_text())
    change_settings(tmp_path / "arena.db", lambda settings: [settings.pop("rules"), settings.pop("agents")])
    transport._opened.cache_clear()  # as in the process that resumes
    return tmp_path / "arena.db", mark, str(file)


def test_a_file_is_not_run_unasked(planted: tuple[Path, Path, str]) -> None:
    """Would catch a database from elsewhere that runs a Python file of this machine, whatever the file is."""
    database, mark, name = planted
    result = run(database)
    assert result.exit_code == 2 and name in result.stderr and "--yes" in result.stderr and not mark.exists()
    assert run(database, "--yes").exit_code == 0 and mark.exists()


@pytest.mark.parametrize("around", [" {}", "{} ", "{}:", "{}:Greedy"])
def test_other_spellings_are_files_too(planted: tuple[Path, Path, str], around: str) -> None:
    """Would catch a file that hides behind spaces or what follows its name."""
    database, mark, name = planted
    spelling = around.format(name)

    def respell(settings: dict[str, Any]) -> None:
        settings["game"] = settings["game"].replace(name, spelling)
        settings["entrants"] = [entrant.replace(name, spelling) for entrant in settings["entrants"]]

    change_settings(database, respell)
    assert "--yes" in run(database).stderr and not mark.exists()


def test_files_that_are_named_again(planted: tuple[Path, Path, str]) -> None:
    """Would catch a question about what the user has typed."""
    database, mark, _ = planted
    settings = stored_settings(database)
    assert run(database, settings["game"], *settings["entrants"]).exit_code == 0 and mark.exists()


@pytest.mark.parametrize("words", [("show", "1"), ("export",)])
def test_a_stored_game_runs_no_file_unasked(planted: tuple[Path, Path, str], words: tuple[str, ...]) -> None:
    """Would catch a look at a database from elsewhere that runs the file of its game; that of an agent is not needed."""
    database, mark, name = planted
    of_game = name == stored_settings(database)["game"]
    result = CliRunner().invoke(commands, ["games-of", "1", *words, "--db", str(database)])
    assert not mark.exists() and (result.exit_code, "--yes" in result.stderr) == ((2, True) if of_game else (0, False))
    result = CliRunner().invoke(commands, ["games-of", "1", *words, "--yes", "--db", str(database)])
    assert result.exit_code == 0 and mark.exists() == of_game


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
    change_settings(database, lambda settings: settings.update(entrants=[name.replace("uci:", spelling), "random"]))
    assert "--yes" in run(database).stderr and not mark.exists()


@pytest.mark.parametrize("kind", ["round robin", "ladder"])
def test_tournaments_and_ladders_ask_too(foreign: tuple[Path, Path, str], kind: str) -> None:
    """Would catch a way around the question by another command."""
    database, mark, _ = foreign
    change_settings(database, lambda settings: settings.update(kind=kind))
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
    monkeypatch.setattr(consent, "_can_ask", lambda: True)
    result = run(database, typed=typed)
    assert name in result.stderr and mark.exists() == started
    assert started or result.exit_code == 130
