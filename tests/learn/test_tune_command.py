"""`counterplay tune` from end to end, what it writes, who uses that, and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from planted_game import Planted

from counterplay import Position, make_agent, make_game
from counterplay.agents import refuse_misfit
from counterplay.agents.weight_file import Weights, read_weights, weighed, write_weights
from counterplay.arena.playing.transport import Entrant
from counterplay.cli.main import commands
from counterplay.core import BadParameter, CounterplayError
from counterplay.gears.gear_choice import in_gear
from counterplay.search.engine.game_scale import scale_of
from tests.patience import PATIENCE

PLANTED = Path(__file__).with_name("planted_game.py")
ROOT = PLANTED.parent.parent.parent
Run = Callable[..., Result]
# A shell that runs tests in the background has them ignore Ctrl-C, and children inherit that; this one listens again.
LISTENING = "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.executable, sys.orig_argv[3:])"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command, in a folder of its own; small games need no compiler."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COUNTERPLAY_GEAR", "interpreted")
    return lambda *words: CliRunner().invoke(commands, [str(word) for word in words])


def tuned(run: Run, *words: str) -> Result:
    done = run("tune", PLANTED, "--games", 15, "--nodes", 30, "--openings", "random:3", *words)
    assert done.exit_code == 0, done.stderr
    return done


def games_of(folder: Path) -> Path:
    """The first games of a run there."""
    return folder / "planted-weights-games" / "games-00000.json"


def test_from_games_to_a_file_that_agents_use(run: Run, tmp_path: Path) -> None:
    """A manifest that does not tell how weights came about, a run that is played again, an agent that ignores its weights."""
    out = tmp_path / "planted-weights.json"
    told = tuned(run, "--match", "2").stdout
    written = json.loads(out.read_text())
    manifest = written["manifest"]
    assert written["game"] == "planted" and written["features"] == ["gold", "silver", "sand", "owed"]
    assert (manifest["seed"], manifest["games"], manifest["nodes"], manifest["openings"]) == (1, 15, 30, "random:3")
    assert sum(manifest["results"].values()) == 15
    assert manifest["before"] == {"weight_array": [0.2, 0.2, 0.2, 0.0]} != written["weights"]
    assert manifest["held_out"]["games"] == 3 and manifest["held_out"]["loss_before"] > 0
    gain = manifest["gain"]
    assert gain["wins"] + gain["draws"] + gain["losses"] == gain["games"] == 2
    assert "Loss on 3 games held out" in told and "New against old weights at 30 nodes a move" in told and "gold" in told
    before = out.read_bytes(), games_of(tmp_path).stat().st_mtime_ns
    assert tuned(run, "--match", "2").stdout == told
    assert before == (out.read_bytes(), games_of(tmp_path).stat().st_mtime_ns)

    told = tuned(run, "--search-share", "0.7").stdout
    search, rows = json.loads(out.read_text())["manifest"]["search"], json.loads(games_of(tmp_path).read_text())
    assert before[1] == games_of(tmp_path).stat().st_mtime_ns  # the same games teach it
    assert search["share"] == 0.7 and 0 < search["positions"] <= manifest["positions"] and search["scale"] > 0
    assert f"What the searches said of {search['positions']} positions counted 70 %" in told
    assert all(row["values"][:3] == [None] * 3 and row["values"][-1] is not None for row in rows)
    assert json.loads(out.read_text())["weights"] != written["weights"]

    agent = f"engine:depth=2,weights={out.name}"
    assert run("analyze", PLANTED, "--depth", 2, "--weights", out).exit_code == 0
    assert run("play", PLANTED, "--players", f"{agent} random", "--seed", 1).exit_code == 0
    both = run("match", PLANTED, agent, "engine:depth=2", "--games", 2, "--db", "matches.db")
    assert both.exit_code == 0, both.stderr
    assert out.name in both.stdout


def test_two_agents_in_one_process_have_their_own_weights(tmp_path: Path) -> None:
    """Weights of one agent that reach the other, or the game that both play; margins of one that the other is searched with."""
    game, path = Planted(), tmp_path / "weights.json"
    weights = Weights.of(game)
    write_weights(path, Weights(weights.game, {"weight_array": np.array([-0.4, 0.1, 0.1, 0.0])}, weights.names))
    plain, other = make_agent("engine:depth=1"), make_agent(f"engine:depth=1,weights={path}")
    position = Position(game).play("6")  # the first player has gold, which is good or bad
    values = []
    with in_gear("interpreted"):
        for agent in (plain, other, plain):
            agent.choose(position)
            values.append(agent.report.value.score)  # type: ignore[attr-defined]
    assert values[0] == values[2] != values[1]
    assert game.weight_array.tolist() == [0.2, 0.2, 0.2, 0.0]
    same = read_weights(path)
    assert weighed(game, same) is weighed(game, same) is not game
    entries = ("expand", "final", "estimate")
    assert scale_of(weighed(game, same), entries, True) != scale_of(game, entries, True)


def test_a_match_knows_its_weights_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is resumed from another folder, or with weights that have changed meanwhile."""
    monkeypatch.chdir(tmp_path)
    weights = Weights.of(make_game("kalah"))
    write_weights(tmp_path / "w.json", weights)
    entrant = Entrant.of("engine:nodes=10,weights=w.json")
    assert entrant.name == f"engine:nodes=10,weights={tmp_path / 'w.json'}"
    before = entrant.sources()
    write_weights(tmp_path / "w.json", Weights(weights.game, weights.arrays, manifest={"gain": 1}))
    assert entrant.sources() == before
    write_weights(tmp_path / "w.json", Weights(weights.game, {k: a + 1 for k, a in weights.arrays.items()}))
    assert entrant.sources() != before


def damaged(**changes: Any) -> str:
    weights = Weights.of(make_game("kalah"))
    content = {
        "format": "counterplay weights 1",
        "game": "kalah",
        "weights": {k: a.tolist() for k, a in weights.arrays.items()},
    }
    return json.dumps({**content, **changes})


BAD_FILES = {  # content -> words of the sentence
    "": "is no file of weights",
    "[1, 2]": "is no file of weights",
    damaged(format="other"): 'does not begin with "format"',
    damaged(weights=7): "is no file of weights",
    damaged(weights={"estimate_weights": [1, "two"]}): "is no array of numbers",
    damaged(weights={"estimate_weights": [1, float("nan")]}): "is no array of numbers",
    damaged(weights={"estimate_weights": [1.0, 2.0]}): "do not fit the estimate of kalah",
    damaged(weights={"others": [1.0]}): "do not fit the estimate of kalah",
    damaged(game="kalah:pits=4"): "are for kalah:pits=4, not for kalah",
    damaged(game="chess"): "are for chess, not for kalah",
}


@pytest.mark.parametrize("content", BAD_FILES, ids=BAD_FILES.values())
def test_files_of_another_game_or_of_none_are_refused(content: str, tmp_path: Path) -> None:
    """Weights that are read as something else, or put into a game that they are not for."""
    path = tmp_path / "w.json"
    path.write_text(content)
    with pytest.raises(CounterplayError) as caught:
        refuse_misfit(make_agent(f"engine:nodes=10,weights={path}"), make_game("kalah"))
    assert BAD_FILES[content] in str(caught.value) and "\n" not in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """A traceback of the file system."""
    with pytest.raises(BadParameter, match="there is no file"):
        make_agent(f"engine:weights={tmp_path / 'missing.json'}")


REFUSED = {
    ("nim",): "has no weights to tune",
    ("pig",): "has no weights to tune",
    (PLANTED, "--games", "5"): "tuned on 10 to 100,000 games, not 5",
    (PLANTED, "--match", "3"): "3 games cannot be played",
    (PLANTED, "--openings", "nonsense"): "nonsense",
    (PLANTED, "--nodes", "0"): "--nodes",
    (PLANTED, "--search-share", "1.5"): "--search-share",
    (PLANTED, "--out", "a,b.json"): "has a comma in its path",
    (PLANTED, "--out", "."): "is a directory",
}


@pytest.mark.parametrize("words", REFUSED, ids=REFUSED.values())
def test_what_cannot_be_done_is_refused_before_anything_is_played(words: tuple[Any, ...], run: Run, tmp_path: Path) -> None:
    """An error after minutes of play, in more than a sentence, or with another exit code."""
    done = run("tune", *words)
    lines = done.stderr.splitlines()
    assert done.exit_code == 2, done.stderr
    assert done.stdout == "" and len(lines) == 1 and REFUSED[words] in lines[0]
    assert list(tmp_path.iterdir()) == []


def test_terms_show_the_weights_in_force() -> None:
    """An evaluation that is taken apart with the weights it was made with, after they were tuned."""
    game = make_game("surakarta")
    state = Position(game).play(Position(game).choices[0]).state
    game.weight_array[:] = [2.0, 1.0, 0.5, 0.25]  # type: ignore[attr-defined]
    terms = game.terms(state, 0)  # type: ignore[attr-defined]
    assert [term.weight for term in terms] == [2.0, 1.0, 0.5, 0.25]
    assert sum(term.product for term in terms) == pytest.approx(game.weighed(state, 0))  # type: ignore[attr-defined]


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_ends_quietly_and_the_same_command_continues(run: Run, tmp_path: Path) -> None:
    """A traceback, another exit code than 130, or games that are lost."""
    words = ["tune", str(PLANTED), "--games", "2000", "--nodes", "12", "--out", str(tmp_path / "w.json")]
    process = subprocess.Popen(
        [sys.executable, "-c", LISTENING, sys.executable, "-m", "counterplay", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    shard, deadline = tmp_path / "w-games" / "games-00000.json", time.monotonic() + 120
    while not shard.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    said, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, complained
    assert said == "" and "Traceback" not in complained
    assert complained.splitlines()[-1].endswith("of 2,000 games are played: the same command continues")
    assert shard.exists()  # what was played is kept
