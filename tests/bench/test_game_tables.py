"""The tables of all games: rows are measured, written among the others and not measured again."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pyspiel
import pytest

from bench import cold, game_speed, game_strength
from bench.resumable import MISUSED
from bench.table_section import TableSection, section, with_section
from counterplay import make_game

DOCUMENT = "# Measured\n\n| a | b |\n|---|---|\n\n## First\n\nof another command\n\n## Second\n\nold\n\n## Third\n\nkept\n"


def test_a_section_is_replaced_and_the_others_stay() -> None:
    """Would catch a command that writes over what others have measured, or adds its section a second time."""
    text = with_section(DOCUMENT, "Second", "new")
    assert section(text, "Second") == "new" and text == DOCUMENT.replace("old", "new")
    assert with_section(text, "Third", "kept") == text
    fresh = with_section(text, "Fourth", "last")
    assert fresh.startswith(text) and section(fresh, "Fourth") == "last" and not section(text, "Fourth")


def test_rows_are_kept(tmp_path: Path) -> None:
    """Would catch rows that a later run forgets, doubles, or takes over from a table with other columns."""
    path = tmp_path / "results.md"
    path.write_text(DOCUMENT, encoding="utf-8")
    table = TableSection(path, "Second", "About it.", ("game", "speed"))
    assert table.rows() == {}
    table.put({"nim": ("1",), "hex": ("2",)})
    table.put({"nim": ("3",), "chess": ("4",)})
    assert table.rows() == {"chess": "| chess | 4 |", "hex": "| hex | 2 |", "nim": "| nim | 3 |"}
    assert "old" not in path.read_text(encoding="utf-8") and "About it." in section(path.read_text(encoding="utf-8"), "Second")
    assert replace(table, columns=("game", "nodes")).rows() == {}


def test_levels_are_matched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Would catch matches that are not stored, a row for the wrong side, or one that is not written."""
    path = tmp_path / "strength.md"
    path.write_text(DOCUMENT, encoding="utf-8")
    table = replace(game_strength.SECTIONS["levels"], document=path)
    monkeypatch.setitem(game_strength.SECTIONS, "levels", table)
    asked = ["levels", "nim:heaps=1-2-3", "--games", "2", "--db", str(tmp_path / "games.db")]
    assert game_strength.main(asked) == 0
    (row,) = table.rows().values()
    assert row in capsys.readouterr().out and row.startswith("| nim:heaps=1-2-3 | +")
    assert game_strength.main(asked) == 0
    assert "going on after 2 of 2 games" in capsys.readouterr().out and table.rows() == {"nim:heaps=1-2-3": row}
    assert game_strength.main(["levels", "nonsense", "--db", str(tmp_path / "games.db")]) == MISUSED
    assert "there is no game 'nonsense'" in capsys.readouterr().err


def test_openspiel_has_the_games_that_are_named() -> None:
    """Would catch a name that OpenSpiel does not know, or games of it that do not end."""
    for name, called in game_speed.SPIEL.items():
        assert make_game(name).players == pyspiel.load_game(called).num_players(), name
    state = pyspiel.load_game("pig").new_initial_state()
    assert game_speed.spiel_game(state, random.Random(1)) > 10 and state.is_terminal()


def test_speeds_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch rates of the wrong side: games of nim are as long here as there, and ours are faster."""
    monkeypatch.setattr(game_speed, "SECONDS", 0.005)
    ours, theirs = game_speed.paces(make_game("nim"), "nim")
    assert ours.plies > theirs.plies and ours.plies / ours.games == pytest.approx(theirs.plies / theirs.games, rel=0.3)
    assert len(game_speed.paces(make_game("nim"), None)) == 1
    assert game_speed.nodes_per_second(make_game("nim:heaps=1-2")).startswith("solved in ")


def test_cold_starts_go_on_where_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a stopped run that measures hours of games again, or loses what it had, or leaves anything unmeasured."""
    path = tmp_path / "results.md"
    path.write_text(DOCUMENT, encoding="utf-8")
    monkeypatch.setattr(cold, "TABLE", replace(cold.TABLE, document=path))
    monkeypatch.setattr(cold, "cpu_seconds", lambda arguments, cache: (cache.mkdir(exist_ok=True), 50.0)[1])
    monkeypatch.setattr(cold, "output", lambda arguments, cache: "0.01")
    measured: list[str] = []

    def least(game: str, kernels: Path, cache: Path) -> tuple[float, float]:
        if len(measured) == 3:
            raise KeyboardInterrupt
        measured.append(game)
        cache.mkdir(exist_ok=True)
        return 55.0, 50.0

    monkeypatch.setattr(cold, "least_seconds", least)
    monkeypatch.setattr(cold, "game_names", lambda: ["hex", "nim", "shogi", "yinsh"])
    with pytest.raises(KeyboardInterrupt):
        cold.main([])
    assert measured == ["hex", "nim", "shogi"]
    measured.clear()
    assert cold.main([]) == 0
    assert measured[0] == "yinsh" and len(measured) == 2  # and the student's game
    rows = cold.TABLE.rows()
    assert rows["shogi, first answer"] == "| shogi, first answer | 5.00 | - | 4: NO |"
    assert rows[cold.SHARED].endswith("| 50.00 | - | 60: yes |")
    assert sum(row.startswith("| loading the kernels") for row in rows.values()) == 3
    measured.clear()
    assert cold.main([]) == 0 and not measured
