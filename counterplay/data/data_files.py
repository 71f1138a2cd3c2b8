"""Positions in a folder: `.npz` files of equal size, and a manifest that says how they came about.

A shard follows from the settings and its number alone and is written whole, so that a run that was killed continues where it
was, with the same files as one that was not.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core import BadParameter, CounterplayError, Game
from counterplay.core.files.atomic_file import whole_file, write_whole
from counterplay.data.position_batch import Positions, checked_columns, joined
from counterplay.data.position_sources import EXPLORE, OPENING, gather, refuse
from counterplay.games import make_game
from counterplay.gears.identity.code_digest import reach_digest
from counterplay.gears.identity.game_identity import rules_digest

# What reading a shard of which some bytes are not what they were may raise; the last two where they say how it is packed.
DAMAGE = (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)
MANIFEST = "manifest.json"
FORMAT = 1  # of the files, counted up where their columns change
LARGEST_SHARD, SMALLEST_SHARD = 65_536, 1_024  # positions
SHARD_NODES = 20_000_000  # of all searches of one shard: what a kill may lose
MOST_POSITIONS = 10**12

Tell = Callable[[int], None]  # positions that are there


@dataclass(frozen=True)
class DataPlan:
    """What is asked for."""

    positions: int
    nodes: int = 0  # of each search; 0: nothing is searched, and games are random
    random_play: bool = False  # games are random although their positions are searched
    opening: int = OPENING
    explore: float = EXPLORE
    seed: int = 0
    max_plies: int | None = None
    workers: int = 1  # threads
    compress: bool = False

    @property
    def is_random(self) -> bool:
        """Whether every action is random."""
        return self.random_play or self.nodes == 0

    @property
    def shard_size(self) -> int:
        """Positions of a shard: fewer where each takes long."""
        return max(SMALLEST_SHARD, min(LARGEST_SHARD, SHARD_NODES // max(1, self.nodes)))

    @property
    def shards(self) -> int:
        """How many files there will be."""
        return -(-self.positions // self.shard_size)

    def rows_of(self, shard: int) -> int:
        """Positions of a shard; the last one may be shorter."""
        return min(self.shard_size, self.positions - shard * self.shard_size)

    def settings(self, game: Game) -> dict[str, Any]:
        """What all shards of a folder have in common: the manifest, but for the number of positions."""
        return {
            "format": FORMAT,
            "game": game.spec,
            "identity": identity(game),
            "play": "random" if self.is_random else "search",
            "nodes": self.nodes,
            "opening": 0 if self.is_random else self.opening,
            "explore": 1.0 if self.is_random else self.explore,
            "seed": self.seed,
            "max_plies": self.max_plies,
            "shard_positions": self.shard_size,
        }


def identity(game: Game) -> str:
    """What positions depend on besides seeds and limits: the rules, the estimate, its weights, and what planes show."""
    digest = hashlib.sha256(f"{rules_digest(game)} {reach_digest(_shown, game)}".encode())
    for name in type(game).tunables:
        digest.update(np.ascontiguousarray(getattr(game, name)).tobytes())
    return digest.hexdigest()[:20]


def _shown(game: Game) -> None:
    """Names what guides a search and what learners see, for `reach_digest`; never called."""
    for hint in (game.evaluate, game.noisy, game.noisy_actions, game.order, game.threatened, game.candidates, game.planes):
        assert hint


# --- writing ---
def write_positions(game: Game | str, folder: Path | str, plan: DataPlan, tell: Tell | None = None) -> Path:
    """Fill a folder with the shards of a plan, as far as they are not there yet; the folder."""
    game, folder = make_game(game) if isinstance(game, str) else game, Path(folder)
    settings = plan.settings(game)
    refuse(game, plan.positions, plan.nodes, settings["explore"], settings["opening"])
    if plan.positions > MOST_POSITIONS:
        raise BadParameter(f"{plan.positions:,} positions are too many; at most {MOST_POSITIONS:,}")
    if plan.workers < 1:
        raise BadParameter(f"there must be at least one worker, not {plan.workers}")
    _open_folder(folder, settings, plan.positions)
    missing = [shard for shard in range(plan.shards) if not is_whole(folder, shard, plan.rows_of(shard))]
    progress = _Progress(tell, plan.positions - sum(map(plan.rows_of, missing)))
    if missing:
        _fill(game, folder, plan, missing, progress)
    rows = {shard: plan.rows_of(shard) for shard in range(plan.shards)}
    files = [{"file": shard_path(folder, shard).name, "positions": count} for shard, count in rows.items()]
    manifest = {**settings, "positions": plan.positions, "shards": files}
    write_whole(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    return folder


class _Progress:
    """Adds up what threads report of their shards."""

    def __init__(self, tell: Tell | None, done: int) -> None:
        self._tell, self._before, self._under_way = tell, done, dict[int, int]()
        self._say()

    def of_shard(self, shard: int, rows: int) -> None:
        """So many positions of a shard are there."""
        self._under_way[shard] = rows
        self._say()

    def _say(self) -> None:
        if self._tell is not None:
            self._tell(self._before + sum(list(self._under_way.values())))


def _fill(game: Game, folder: Path, plan: DataPlan, missing: list[int], progress: _Progress) -> None:
    def work(shard: int) -> None:
        found = gather(
            game,
            plan.rows_of(shard),
            seed=plan.seed,
            nodes=plan.nodes,
            explore=1.0 if plan.is_random else plan.explore,
            opening=0 if plan.is_random else plan.opening,
            max_plies=plan.max_plies,
            shard=shard,
            tell=lambda rows: progress.of_shard(shard, rows),
        )
        _save(shard_path(folder, shard), found, plan.compress)

    work(missing[0])  # compiles, so that threads do not wait for each other
    if plan.workers == 1:
        for shard in missing[1:]:
            work(shard)
        return
    with ThreadPoolExecutor(plan.workers, "counterplay-data") as threads:
        waiting: set[Future[None]] = set()
        for shard in missing[1:]:
            waiting.add(threads.submit(work, shard))
            if len(waiting) >= plan.workers:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
        for future in waiting:
            future.result()


def _save(path: Path, positions: Positions, compress: bool) -> None:
    try:
        with whole_file(path) as file:
            (np.savez_compressed if compress else np.savez)(file, **positions.arrays())
    except OSError as error:
        raise BadParameter(f"'{path}' cannot be written: {error.strerror or error}") from None


def _open_folder(folder: Path, settings: dict[str, Any], positions: int) -> None:
    """Refuse a folder whose positions came about in another way, and one with more of them: some would be lost."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = _manifest(folder) if (folder / MANIFEST).exists() else None
    except OSError as error:
        raise BadParameter(f"'{folder}' cannot hold positions: {error.strerror or error}; give another folder") from None
    if there is None:
        write_whole(folder / MANIFEST, json.dumps({**settings, "positions": 0, "shards": []}, indent=1) + "\n")
        return
    changed = [name for name, value in settings.items() if there.get(name) != value]
    if changed:
        raise BadParameter(
            f"'{folder}' holds positions of another run ({', '.join(changed)}); remove it, or give another folder"
        )
    held = there.get("positions")
    if isinstance(held, int) and held > positions:
        raise BadParameter(
            f"'{folder}' holds {held:,} positions, more than {positions:,}; ask for at least as many, or give another folder"
        )


# --- reading ---
def read_positions(folder: Path | str, game: Game | None = None) -> Positions:
    """All positions of a folder in one batch; game where its own name does not lead to it."""
    return joined(list(read_shards(folder, game)))


def read_shards(folder: Path | str, game: Game | None = None) -> Iterator[Positions]:
    """The positions of a folder, one shard after the other; shards that are not there yet are left out."""
    folder = Path(folder)
    manifest = _manifest(folder)
    game = make_game(str(manifest.get("game"))) if game is None else game
    paths = sorted(folder.glob("positions-*.npz"))
    if not paths:
        raise BadParameter(f"'{folder}' holds no positions yet; `counterplay data {game.spec} --out {folder}` writes some")
    for path in paths:
        yield _read(path, game)


def shard_path(folder: Path, shard: int) -> Path:
    """The file of a shard."""
    return folder / f"positions-{shard:05}.npz"


def is_whole(folder: Path, shard: int, rows: int) -> bool:
    """Whether a shard is there, undamaged and of this length."""
    try:
        with np.load(shard_path(folder, shard), allow_pickle=False) as file:
            return checked_columns(file.files) and len(file["player"]) == rows and file.zip.testzip() is None
    except DAMAGE:
        return False


def _read(path: Path, game: Game) -> Positions:
    try:
        with np.load(path, allow_pickle=False) as file:
            columns = {name: file[name] for name in file.files}
        columns.setdefault("states", [None] * len(columns["player"]))
        return Positions(game, **columns)
    except DAMAGE as error:
        raise CounterplayError(f"'{path}' is no shard of positions: {error}; remove it, and write it again") from None


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadParameter(f"'{folder}' holds no positions: there is no {MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise BadParameter(f"'{path}' cannot be read: {error}; remove the folder, or give another one") from None
    if not isinstance(found, dict):
        raise BadParameter(f"'{path}' is no manifest of positions; remove the folder, or give another one")
    return found
