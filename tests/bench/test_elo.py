"""Revisions as players: the right code plays, a stopped match goes on, and revisions with other names are understood."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import elo, elo_revision
from bench.elo import main
from bench.elo_revision import CHILD, WORKING_TREE, Revision, RevisionAgent
from counterplay import Position, make_game
from counterplay.agents import AgentError
from counterplay.core import BadParameter

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="revisions are git's")

# A revision without agents: two heaps, and a search that takes from the first as much as its limit allows.
BARE = """
class Game:
    def action_name(self, s, a): return f"take {a}"
class Position:
    def __init__(self, game, state): self.game, self.state = game, state
    @classmethod
    def load(cls, game, text): return cls(game, int(text))
    def play(self, name): return Position(self.game, self.state - int(name.split()[1]))
class Limit:
    def __init__(self, nodes=None, seconds=None): self.nodes, self.seconds = nodes, seconds
class Report:
    def __init__(self, action): self.action = action
def make_game(spec): return Game()
"""
SEARCH = """
from counterplay import Report
def search(game, position, limit, algorithm="auto"):
    print("a revision may print what it likes")
    return Report(min(position.state, int(10 * limit.seconds) if limit.seconds else limit.nodes))
"""


def package(folder: Path, **files: str) -> Path:
    """A package `counterplay` in this folder."""
    for name, text in files.items():
        path = folder / "counterplay" / f"{name.replace('__in__', '/__init__')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def answers(folder: Path, *messages: dict[str, object]) -> list[dict[str, str]]:
    """What the child says to these requests."""
    asked = "".join(json.dumps(message) + "\n" for message in messages)
    done = subprocess.run([sys.executable, "-P", CHILD, folder], input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("place", ["function", "module"])
def test_a_revision_without_agents(tmp_path: Path, place: str) -> None:
    """Catches a revision that cannot play because its search is found under another name."""
    if place == "function":
        package(tmp_path, __init__=BARE + SEARCH.replace("from counterplay import Report", ""))
    else:
        package(tmp_path, __init__=BARE, search__in__="", **{"search/api": SEARCH})
    begin = {"do": "begin", "game": "heap", "agent": "auto:nodes=3", "seed": 1, "start": "9", "moves": ["take 1"]}
    choose = {"do": "choose", "moves": ["take 2"], "clock": None}
    said = answers(tmp_path, {**choose, "moves": []}, begin, choose, {**choose, "clock": {"per_move": 0.2}}, {"do": "sing"})
    assert "choose comes after begin" in said[0]["failed"]
    assert said[1]["ready"] == str(tmp_path / "counterplay" / "__init__.py")
    assert [line.get("move") for line in said[2:4]] == ["take 3", "take 2"]
    assert "sing" in said[4]["failed"]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of its own with one commit of a bare package."""
    root = tmp_path / "repository"
    package(root, __init__=BARE)
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm first"):
        subprocess.run(["git", *command.split()], cwd=root, check=True)
    monkeypatch.setattr(elo_revision, "ROOT", root)
    monkeypatch.setattr(elo_revision, "FOLDER", tmp_path / "copies")
    return root


def test_the_working_tree_is_copied(repository: Path) -> None:
    """Catches edits that do not play, that change who plays in the middle of a match, or that are staged by the way."""
    first = Revision.find("HEAD")
    assert Revision.find(WORKING_TREE).tree == first.tree
    package(repository, __init__=BARE + "edited = True", added="")
    edited = Revision.find(WORKING_TREE)
    package(repository, __init__="later edits")
    assert "edited" in (edited.folder() / "counterplay" / "__init__.py").read_text()
    assert (edited.folder() / "counterplay" / "added.py").exists()
    assert (first.folder() / "counterplay" / "__init__.py").read_text() == BARE
    assert not list(elo_revision.FOLDER.glob("unfinished-*"))
    staged = subprocess.run(["git", "diff", "--cached", "--name-only"], cwd=repository, capture_output=True, check=True)
    assert not staged.stdout
    with pytest.raises(BadParameter, match="neither a revision of this repository nor an agent"):
        Revision.find("no-such-revision")


def test_a_revision_that_fails(repository: Path) -> None:
    """Catches a revision that breaks off, or answers a move that does not exist, and is asked again as if nothing had been."""
    package(repository, __init__=BARE + SEARCH.replace("from counterplay import Report", ""))
    agent = RevisionAgent(Revision.find(WORKING_TREE), "auto:nodes=3", 1)
    with pytest.raises(AgentError, match="ValueError: invalid literal"):
        agent.choose(Position(make_game("tic_tac_toe")))
    package(repository, __init__="raise SystemExit(7)")
    with pytest.raises(AgentError, match="ended with code 7"):
        RevisionAgent(Revision.find(WORKING_TREE), "auto", 1).choose(Position(make_game("tic_tac_toe")))


def test_a_match_of_this_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Catches a stopped match that begins again, and a process that does not serve the next game."""
    try:
        Revision.find("HEAD")
    except BadParameter:
        pytest.skip("this is no repository")
    started = []
    start = elo_revision.RevisionProcess.__init__

    def counted(self: elo_revision.RevisionProcess, revision: Revision) -> None:
        started.append(revision)
        start(self, revision)

    monkeypatch.setattr(elo_revision.RevisionProcess, "__init__", counted)
    monkeypatch.setattr(elo_revision, "FOLDER", tmp_path / "copies")
    monkeypatch.setattr(elo, "TELL_SECONDS", 0.0)
    command = ["tic_tac_toe", "--against", "HEAD", "--agent", "random", "--seconds", "5", "--games", "6", "--openings", "start"]
    command += ["--db", str(tmp_path / "elo.db")]

    def stop(contest: elo.Contest) -> str:
        if len(contest.records) == 2:
            raise KeyboardInterrupt
        return "a line"

    with monkeypatch.context() as stopping:
        stopping.setattr(elo, "progress_line", stop)
        assert main(command) == elo.STOPPED
    assert "stopped; 2 of 6 games are stored" in capsys.readouterr().err
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "going on after 2 of 6 games" in told and "Elo difference" in told and "Seconds a move: 0." in told
    assert len(started) == 2
    for processes in elo_revision._waiting.values():
        for process in processes:
            process.close()
    elo_revision._waiting.clear()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--against HEAD", "one of --seconds, --nodes and --clock"),
        ("--against HEAD --seconds 1 --nodes 5", "one of --seconds, --nodes and --clock"),
        ("--against uci:stockfish --nodes 50", "give other agents --seconds"),
        ("--against level:3 --seconds 1 --games 3", "3 games cannot be played"),
        ("--against level:3 --seconds 1 --sprt 10 0", "elo0 below elo1"),
    ],
)
def test_what_makes_no_sense(tmp_path: Path, capsys: pytest.CaptureFixture[str], options: str, words: str) -> None:
    """Catches a command that plays something else than was meant."""
    assert main(["tic_tac_toe", *options.split(), "--db", str(tmp_path / "elo.db")]) == elo.MISUSED
    assert words in capsys.readouterr().err
