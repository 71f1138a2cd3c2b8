"""Games that a search plays against itself, kept in shards: what is there is not played again.

A shard is a file of a few games in their order, written whole. Every game follows from the seed and its number alone, so that a
run that was stopped and continued has the same shards as one that was not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from counterplay.arena import GameRecord, make_settings
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.game_schedule import Planned
from counterplay.arena.playing.game_workers import Workers, play_all
from counterplay.arena.playing.referee import Job, dismiss, try_out
from counterplay.core import BadParameter, Game
from counterplay.core.files.atomic_file import write_whole

SHARD = 20  # games: a kill loses fewer
SETTINGS = "settings.json"
VALUE_DIGITS = 7  # after the point, of what a search says

Tell = Callable[[int], None]  # games that are there


class PlayedGame(NamedTuple):
    """What is kept of a game."""

    number: int  # from 1
    start: str  # in the game's notation
    opening_plies: int  # of the actions, which were drawn at random
    actions: tuple[int, ...]
    utilities: tuple[float, ...]
    values: tuple[float | None, ...] = ()  # of each action: what its search said, to the mover; none in files of old

    @classmethod
    def of(cls, record: GameRecord) -> PlayedGame:
        """From the referee's record; what a fault decided is no result."""
        if record.loser is not None:
            raise BadParameter(f"nothing can be learned: game {record.number} was lost by a fault, {record.reason}")
        values = tuple(None if value is None else round(value, VALUE_DIGITS) for value in record.values)
        return cls(record.number, record.start, record.opening_plies, record.actions, record.utilities, values)


@dataclass(frozen=True)
class Setting:
    """What all shards of a folder have in common."""

    game: str
    identity: str  # of the rules, the estimate and its weights
    agent: str
    openings: str
    seed: int
    max_plies: int | None


class SelfPlay:
    """The games of a folder, those that are there and those to come."""

    def __init__(
        self,
        game: Game,
        identity: str,
        folder: Path,
        *,
        agent: str,
        games: int,
        openings: str,
        seed: int,
        max_plies: int | None = None,
    ) -> None:
        # A round of the arena is a pair of games with sides swapped, which would be the same game twice: one of each is played.
        self.settings: Settings = make_settings(
            game, [agent, agent], kind="match", games=2 * games, openings=openings, seed=seed, max_plies=max_plies
        )
        self.games, self.folder = games, folder
        self.setting = Setting(game.spec, identity, agent, openings, seed, max_plies)

    def play(self, workers: Workers, tell: Tell, with_values: bool = False) -> list[PlayedGame]:
        """All games, once those are played that are missing; with_values: each with what its searches said."""
        self._open_folder()
        kept = {number: self._read(number) for number in range(-(-self.games // SHARD))}
        if with_values and any(not game.values for shard in kept.values() for game in shard or ()):
            raise BadParameter(
                f"'{self.folder}' holds games without what their searches said, as earlier versions kept them; "
                "give another --out, or --search-share 0"
            )
        done = sum(len(shard) for shard in kept.values() if shard is not None)
        tell(done)
        missing = [number for number, shard in kept.items() if shard is None]
        if missing:
            try:
                try_out(self.settings, self.settings.entrants[0])
            finally:
                dismiss()
            with workers:
                for number, shard in self._play(workers, missing, lambda more: tell(done + more)):
                    kept[number] = shard
        return [game for _, shard in sorted(kept.items()) for game in shard or ()]

    def _play(self, workers: Workers, missing: list[int], tell: Tell) -> Iterator[tuple[int, list[PlayedGame]]]:
        open_shards: dict[int, list[PlayedGame]] = {number: [] for number in missing}
        jobs = (Job(self.settings, self._planned(number)) for shard in missing for number in self._numbers(shard))
        for played, record in enumerate(play_all(workers, jobs), 1):
            number = (record.number - 1) // SHARD
            games = open_shards[number]
            games.append(PlayedGame.of(record))
            if len(games) == len(self._numbers(number)):
                games.sort()
                self._write(number, games)
                yield number, games
            tell(played)

    def _planned(self, number: int) -> Planned:
        return Planned(number, round=number - 1, pairing=(0, 1), seats=(0, 1))

    def _numbers(self, shard: int) -> range:
        """The games of a shard; the last one may be shorter."""
        return range(shard * SHARD + 1, min((shard + 1) * SHARD, self.games) + 1)

    # --- files ---
    def _open_folder(self) -> None:
        """Refuse a folder whose games came about in another way: they would say something else."""
        path, ours = self.folder / SETTINGS, asdict(self.setting)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            theirs = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadParameter(f"'{self.folder}' cannot hold the games: {reason}; give another --out") from None
        if theirs is None:
            write_whole(path, json.dumps(ours, indent=1) + "\n")
        elif theirs != ours:
            told = theirs if isinstance(theirs, dict) else {}
            changed = ", ".join(name for name, value in ours.items() if told.get(name) != value)
            raise BadParameter(f"'{self.folder}' holds games of another run ({changed}); remove it, or give another --out")

    def _path(self, shard: int) -> Path:
        return self.folder / f"games-{shard:05}.json"

    def _read(self, shard: int) -> list[PlayedGame] | None:
        """A shard; None where it is missing, damaged or was the shorter end of a smaller run."""
        try:
            rows = json.loads(self._path(shard).read_text(encoding="utf-8"))
            games = [_game(row) for row in rows]
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return games if [game.number for game in games] == list(self._numbers(shard)) else None

    def _write(self, shard: int, games: list[PlayedGame]) -> None:
        rows = ",\n".join(json.dumps(game._asdict()) for game in games)
        write_whole(self._path(shard), f"[\n{rows}\n]\n")


def _game(row: Any) -> PlayedGame:
    game = PlayedGame(
        int(row["number"]),
        str(row["start"]),
        int(row["opening_plies"]),
        tuple(map(int, row["actions"])),
        tuple(map(float, row["utilities"])),
        tuple(None if value is None else float(value) for value in row.get("values", ())),
    )
    if len(game.values) not in (0, len(game.actions)):
        raise ValueError(f"{len(game.values)} values of {len(game.actions)} actions")
    return game
