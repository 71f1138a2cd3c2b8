"""Many positions of one game as NumPy arrays, a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.core import BadParameter, Game, Position
from counterplay.data.game_recording import BEST, GAME, PLAYED, PLAYER, PLY, Chunk
from counterplay.data.plane_batch import PlaneBatch
from counterplay.data.state_columns import state_records
from counterplay.gears.entry.state_transfer import form_of


@dataclass(frozen=True)
class Positions:
    """Positions in which a player decides; n of them, in the order of play."""

    game: Game
    planes: NDArray[Any]  # (n, ...): what `Game.planes` shows, seen from the player to move
    player: NDArray[np.int8]  # (n,): who is to move
    ply: NDArray[np.int32]  # (n,): actions and chance outcomes before
    game_number: NDArray[np.int32]  # (n,): positions of one game have one number, within a shard
    action: NDArray[np.int64]  # (n,): what was played
    best: NDArray[np.int64]  # (n,): what the search preferred; what was played where nothing was searched
    value: NDArray[np.float32]  # (n,): for the mover, in units of utility: of the search, or else the game's estimate
    result: NDArray[np.float32]  # (n,): the mover's utility at the end of the game
    utilities: NDArray[np.float32]  # (n, players): everybody's
    legal: NDArray[np.int64]  # (all legal actions,): those of row i from legal_start[i] to legal_start[i + 1]
    legal_start: NDArray[np.int64]  # (n + 1,)
    states: Any  # (n,), one field for each of the state; a list of states where the game runs in the interpreted gear

    def __len__(self) -> int:
        return len(self.player)

    def legal_actions(self, row: int) -> NDArray[np.int64]:
        """The legal actions of a row."""
        row = range(len(self))[row]  # counts from the end where it is negative, and says where there is no such row
        return self.legal[self.legal_start[row] : self.legal_start[row + 1]]

    def legal_mask(self, width: int | None = None) -> NDArray[np.bool_]:
        """(n, width): True where an action is legal, for games that number their actions from 0; width is one more than the
        largest by default.
        """
        largest = int(self.legal.max(initial=-1))
        if len(self.legal) and (int(self.legal.min()) < 0 or (width is not None and largest >= width)):
            wanted = "negative numbers" if int(self.legal.min()) < 0 else f"numbers up to {largest}"
            raise BadParameter(f"{self.game.title_text} has actions with {wanted}: a mask of {width} columns cannot hold them")
        mask = np.zeros((len(self), largest + 1 if width is None else width), np.bool_)
        mask[np.repeat(np.arange(len(self)), np.diff(self.legal_start)), self.legal] = True
        return mask

    def state(self, row: int) -> Any:
        """The state of a row."""
        if not isinstance(self.states, np.ndarray):
            return self.states[row]
        record = self.states[row]
        return form_of(self.game)(
            tuple(np.array(record[name]) if record[name].ndim else record[name] for name in record.dtype.names)
        )

    def position(self, row: int) -> Position:
        """The position of a row; how it came about is not known."""
        return Position(self.game, self.state(row))

    def rows(self, chosen: Any) -> Positions:
        """Some of the rows: a slice, an array of row numbers or of truth values."""
        numbers = np.arange(len(self))[chosen]
        counts = np.diff(self.legal_start)[numbers]
        starts = np.concatenate([[0], np.cumsum(counts)])
        offsets = np.arange(starts[-1]) - np.repeat(starts[:-1] - self.legal_start[numbers], counts)
        states = self.states[numbers] if isinstance(self.states, np.ndarray) else [self.states[int(row)] for row in numbers]
        kept = {name: getattr(self, name)[numbers] for name in ROW_COLUMNS}
        return Positions(self.game, **kept, legal=self.legal[offsets], legal_start=starts, states=states)

    def arrays(self) -> dict[str, Any]:
        """Every array under its name, as a shard holds them; states of the interpreted gear are left out."""
        named = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "game"}
        return {name: array for name, array in named.items() if isinstance(array, np.ndarray)}


ROW_COLUMNS = ("planes", "player", "ply", "game_number", "action", "best", "value", "result", "utilities")


def positions_of(game: Game, chunk: Chunk, batch: PlaneBatch, searched: bool) -> Positions:
    """Rows as the kernel has written them, with their planes."""
    numbers = chunk.numbers
    player = numbers[:, PLAYER]
    states = chunk.states
    if isinstance(states, np.ndarray):
        states = state_records(game, states)
    return Positions(
        game,
        planes=batch.of(chunk.states, player),
        player=player.astype(np.int8),
        ply=numbers[:, PLY].astype(np.int32),
        game_number=numbers[:, GAME].astype(np.int32),
        action=numbers[:, PLAYED].copy(),
        best=numbers[:, BEST if searched else PLAYED].copy(),
        value=chunk.values.astype(np.float32),
        result=chunk.utilities[np.arange(len(player)), player].astype(np.float32),
        utilities=chunk.utilities.astype(np.float32),
        legal=chunk.legal,
        legal_start=np.concatenate([[0], chunk.ends]).astype(np.int64),
        states=states,
    )


def joined(parts: Sequence[Positions]) -> Positions:
    """Several batches of one game as one."""
    if len(parts) == 1:
        return parts[0]
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in (*ROW_COLUMNS, "legal")}
    counts = np.concatenate([np.diff(part.legal_start) for part in parts])
    native = all(isinstance(part.states, np.ndarray) for part in parts)
    states = np.concatenate([p.states for p in parts]) if native else [s for p in parts for s in p.states]
    return Positions(parts[0].game, **columns, legal_start=np.concatenate([[0], np.cumsum(counts)]), states=states)


def checked_columns(names: Iterable[str]) -> bool:
    """Whether all columns of a shard are there."""
    return set(names) >= {*ROW_COLUMNS, "legal", "legal_start"}
