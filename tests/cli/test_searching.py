"""The commands that search: analyze, solve and play, as a person uses them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from counterplay.cli.main import commands
from counterplay.search.api import ALGORITHMS
from tests.cli.conftest import assert_refused

Run = Callable[..., Result]


def typed(game: str, *lines: str, players: str = "human random", options: tuple[str, ...] = ()) -> Result:
    """Play with these lines typed in, then the end of input."""
    words = ["play", game, "--players", players, "--seed", "1", *options]
    return CliRunner().invoke(commands, words, input="\n".join(lines) + "\n")


def test_analyze_shows_depths_and_a_best_action(run: Run) -> None:
    """Would catch a table without its columns, or an answer that names no action."""
    result = run("analyze", "connect_four", "--state", "444444", "--depth", "4", "--lines", "2")
    assert result.exit_code == 0, result.output
    assert "depth" in result.output and "nodes" in result.output
    assert "Best: " in result.output and "engine" in result.output


def test_a_search_of_your_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a file that --algorithm takes for a name, and one that is wrong and not told so in a sentence."""
    monkeypatch.setitem(ALGORITHMS, "last_action", ALGORITHMS["mcts"])  # gone after the test
    path = tmp_path / "mysearch.py"
    path.write_text(
        "from counterplay import search_algorithm\n@search_algorithm()\ndef last_action(task):\n    return task.actions[-1]\n",
        encoding="utf-8",
    )
    result = run("analyze", "nim:heaps=1-2", "--algorithm", str(path))
    assert result.exit_code == 0 and "found by last_action" in result.output
    assert_refused(run("analyze", "nim", "--algorithm", str(tmp_path / "none.py")), "there is no file")
    assert_refused(run("studio", "--algorithm", str(tmp_path / "none.py"), "--no-browser"), "there is no file")
    assert_refused(run("analyze", "pig", "--threads", "2"), "searches on one thread")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--depth", "0"), "depth"),
        (("--depth", "-3"), "depth"),
        (("--seconds", "0"), "seconds"),
        (("--seconds", "nan"), "seconds"),
        (("--nodes", "-1"), "nodes"),
        (("--nodes", "abc"), "abc"),
        (("--lines", "0"), "--lines"),
        (("--threads", "0"), "--threads"),
        (("--algorithm", "guess"), "no algorithm 'guess'"),
        (("--algorithm", "expectimax"), "expectimax cannot search"),
        (("--state", "1212121"), "over"),
    ],
    ids=str,
)
def test_analyze_refuses_in_one_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    """Would catch a limit of nothing, an unknown or unfit algorithm, or a finished game being searched."""
    assert_refused(run("analyze", "connect_four", *words), sentence)


def test_solve_tells_value_and_best_play(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a wrong value (1-3-5-7 is lost for the player to move) or a line that does not end the game."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = run("solve", "nim:heaps=1-3-5-7")
    assert result.exit_code == 0, result.output
    assert "loses" in result.output and "Best play: " in result.output and "It ends: " in result.output
    assert not list(tmp_path.rglob("*.npy")), "a finished solution leaves no checkpoint behind"


def test_solve_goes_backwards_where_positions_come_back(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch the method of a game without repetition, a wrong value, or a memory that is not bounded."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = run("solve", "quixo:size=2", "--gear", "interpreted")
    assert result.exit_code == 0, result.output
    assert "Cross, who moves: wins in 3" in result.output and "It ends: 2 signs in a row" in result.output
    assert_refused(run("solve", "quixo:size=2", "--method", "exhaustive"), "its value may depend on repetition")
    assert_refused(run("solve", "quixo:size=2", "--memory", "0.01"), "does not fit in 0 MB of memory: 0 positions were found")
    assert not list(tmp_path.rglob("*.npy"))


@pytest.mark.parametrize("game", ["pig", "2048", "mnk:players=3"])
def test_solve_refuses_what_it_cannot_solve(run: Run, game: str) -> None:
    """Would catch chance, one or three players being searched as if they were none or two."""
    assert_refused(run("solve", game), "solve cannot search")


def test_play_takes_moves_and_answers_nonsense_with_a_sentence() -> None:
    """Would catch a wrong word ending the game, or a move not being played."""
    result = typed("connect_four", "4", "nonsense", "99", "", "moves", "help")
    assert result.exit_code == 0, result.output
    assert "You play 4" in result.output and "'nonsense' is no action here" in result.output
    assert "Played: 4" in result.output and "Type a move" in result.output


def test_undo_goes_back_to_the_first_position() -> None:
    """Would catch an undo that stops at the opponent's move, or that goes beyond the start."""
    result = typed("connect_four", "4", "3", "undo", "undo", "undo", "moves")
    assert "There is nothing to undo." in result.output
    assert "Played: nothing yet" in result.output


def test_save_and_load_round_trip(tmp_path: Path) -> None:
    """Would catch a record that does not lead back to the same position, or a save that ends the game."""
    path = tmp_path / "game.json"
    result = typed("connect_four", "4", f"save {path}")
    assert "Saved" in result.output
    moves = json.loads(path.read_text())["moves"]
    again = typed("connect_four", "moves", options=("--load", str(path)))
    assert f"Played: {' '.join(moves)}" in again.output


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"format": "counterplay game 1"}', '{"format": "counterplay game 1", "game": "chess"}', "\0"]
)
def test_a_malformed_record_is_refused(run: Run, tmp_path: Path, content: str) -> None:
    """Would catch a broken file ending in a traceback."""
    path = tmp_path / "game.json"
    path.write_text(content)
    assert_refused(run("play", "connect_four", "--load", path), str(path))


def test_an_illegal_move_in_a_record_is_named(run: Run, tmp_path: Path) -> None:
    """Would catch a record being played on from a position it never reached."""
    path = tmp_path / "game.json"
    start = "/".join(["......."] * 6) + " x"
    path.write_text(json.dumps({"format": "counterplay game 1", "game": "connect_four", "start": start, "moves": ["4", "9"]}))
    assert_refused(run("play", "connect_four", "--load", path), "move 2")


def test_saving_where_one_cannot_does_not_end_the_game(tmp_path: Path) -> None:
    """Would catch a failed save losing the game."""
    result = typed("connect_four", f"save {tmp_path}", "save", "4")
    assert "is a directory" in result.output and "save needs a file name" in result.output
    assert "You play 4" in result.output


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("nim", "random engine:nodes=200"),
        ("pig:target=10", "random random"),
        ("mnk:players=3", "random random mcts:playouts=20"),
        ("2048:width=2,height=2", "random"),
        ("kalah:pits=3,seeds=2", "alpha_beta:depth=3 random"),
    ],
)
def test_agents_play_to_the_end(game: str, players: str) -> None:
    """Would catch dice, extra turns, one or three players that the table cannot seat, and an end that is not announced."""
    result = typed(game, players=players)
    assert result.exit_code == 0, result.output
    last = result.output.strip().splitlines()[-1]
    assert any(word in last for word in ("wins", "Draw", "Over")), last


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ("wizard random", "no agent 'wizard'"),
        ("engine:speed=3 random", "'speed=3' is no parameter"),
        ("engine:depth=x random", "depth must be a whole number"),
        ("engine:depth=0 random", "depth"),
        ("random random random", "has 2 players"),
    ],
)
def test_bad_players_are_refused(run: Run, players: str, sentence: str) -> None:
    """Would catch a misspelt agent that plays as something else."""
    assert_refused(run("play", "connect_four", "--players", players), sentence)
