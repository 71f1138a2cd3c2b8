"""Games of self-play: the same from the same seed, kept in shards, played once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from planted_game import Planted

from counterplay.arena import workers_for
from counterplay.core import BadParameter
from counterplay.gears.gear_choice import in_gear
from counterplay.learn.self_play import SHARD, PlayedGame, SelfPlay

GAMES = 2 * SHARD + 5


def play(
    folder: Path, games: int = GAMES, seed: int = 1, stop_at: int | None = None, with_values: bool = False
) -> tuple[list[PlayedGame], list[int]]:
    """All games of a folder, and how many there were at each moment; Ctrl-C comes once there are so many."""
    told: list[int] = []

    def tell(done: int) -> None:
        told.append(done)
        if done == stop_at:
            raise KeyboardInterrupt

    run = SelfPlay(Planted(), "identity", folder, agent="random", games=games, openings="random:2", seed=seed)
    with in_gear("interpreted"):
        return run.play(workers_for(1), tell, with_values), told


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("games-*.json"))}


def test_a_run_that_was_stopped_goes_on_to_the_same_shards(tmp_path: Path) -> None:
    """A game that depends on when it was played, a shard that is half there, or one that is played again."""
    whole, _ = play(tmp_path / "whole")
    assert [game.number for game in whole] == list(range(1, GAMES + 1))
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path / "stopped", stop_at=SHARD + 7)
    assert list(shards(tmp_path / "stopped")) == ["games-00000.json"]
    resumed, told = play(tmp_path / "stopped")
    assert told[0] == SHARD and told[-1] == GAMES
    assert resumed == whole
    assert shards(tmp_path / "stopped") == shards(tmp_path / "whole")
    assert play(tmp_path / "stopped")[1] == [GAMES]  # nothing is left to play


def test_a_damaged_shard_is_played_again_and_more_games_are_added(tmp_path: Path) -> None:
    """Damage that is read as games, or a larger run that keeps the short shard at the end of a smaller one."""
    play(tmp_path, games=SHARD + 5)
    before = shards(tmp_path)
    (tmp_path / "games-00000.json").write_text('[{"number": 1}]')
    _, told = play(tmp_path, games=SHARD + 5)
    assert told[0] == 5
    assert shards(tmp_path) == before
    more, _ = play(tmp_path)
    assert len(more) == GAMES and len(json.loads(shards(tmp_path)["games-00001.json"])) == SHARD


def test_games_of_earlier_versions_are_read_but_say_nothing_of_searches(tmp_path: Path) -> None:
    """Old shards that are thrown away, or learned from as if their searches had spoken; values of another game's length."""
    new, _ = play(tmp_path, games=SHARD)
    shard = tmp_path / "games-00000.json"
    rows = json.loads(shard.read_text())
    assert all(row["values"] == [None] * len(row["actions"]) for row in rows)  # whoever plays at random says nothing
    shard.write_text(json.dumps([{name: part for name, part in row.items() if name != "values"} for row in rows]))
    old, told = play(tmp_path, games=SHARD)
    assert told == [SHARD] and [game._replace(values=()) for game in new] == old
    with pytest.raises(BadParameter, match=r"holds games without what their searches said.*--search-share 0"):
        play(tmp_path, with_values=True)
    rows[0]["values"].pop()
    shard.write_text(json.dumps(rows))
    assert play(tmp_path, games=SHARD)[1][0] == 0  # damaged: they are played again


def test_other_seeds_give_other_games_and_another_folder(tmp_path: Path) -> None:
    """Two runs mixed in one folder, or a seed that nothing depends on."""
    one, _ = play(tmp_path / "one", games=10)
    other, _ = play(tmp_path / "other", games=10, seed=2)
    assert [game.actions for game in one] != [game.actions for game in other]
    assert len({game.actions for game in one}) == 10
    with pytest.raises(BadParameter, match=r"holds games of another run \(seed\); remove it"):
        play(tmp_path / "one", games=10, seed=2)


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """A traceback of the file system."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BadParameter, match="cannot hold the games"):
        play(tmp_path / "file")
