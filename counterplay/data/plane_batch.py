"""`Game.planes` of many states at once: natively where a game writes its own, by array operations where it does not."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.notation.row_notation import RowNotation
from counterplay.boards.sets.board_planes import content_planes, plane_array, set_planes
from counterplay.core import BadRules, CannotCompile, Game
from counterplay.core.state_planes import field_columns
from counterplay.data.state_columns import state_records
from counterplay.gears.compiler.deferred_numba import engage, twin
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.entry.state_transfer import form_of
from counterplay.gears.entry.walk import Walk, open_walk
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.gear_choice import fall_back

Planes = NDArray[Any]


def planes_of(game: Game, state: Any) -> Planes:
    """What `Game.planes` shows of one state, as an array: bit sets become planes of the board."""
    return plane_array(game, game.planes(state))


class PlaneBatch:
    """Makes planes of states that lie in raw memory, or are Python objects in the interpreted gear."""

    def __init__(self, game: Game, compiled: bool = True) -> None:
        self.game = game
        first = game.planes(game.initial())
        example = plane_array(game, first)
        self.shape, self.dtype = example.shape, example.dtype
        self._sets = isinstance(first, tuple)
        self._set_words = len(first[0]) if self._sets and isinstance(first[0], tuple) else 1
        self._numbers = len(first) * self._set_words if self._sets else example.size
        self._way = self._one_by_one
        if compiled:
            owner = _defining(game, "planes")
            if owner is Game or (owner is BoardGame and not getattr(game, "holds_kinds", False)):
                self._way = self._by_fields
            elif owner is BoardGame and _defining(game, "contents") is RowNotation:
                self._way = self._by_contents
            elif owner is not BoardGame:
                self._prepare_native()

    def of(self, states: Any, players: NDArray[np.int64]) -> Planes:
        """Planes (states, ...) of uint8 (states, size of a state), or of a list of states, with the player to move in each."""
        found = self._way(states, players)
        if found.shape[1:] != self.shape:
            raise BadRules(f"{self.game.title_text}: planes has the shape {self.shape} at first and {found.shape[1:]} later")
        return found

    def _prepare_native(self) -> None:
        try:
            self._entry = engage().entry_address(self.game, "planes")
        except CannotCompile as reason:
            fall_back(self.game, reason)
            return
        self._walk: Walk = open_walk(self.game, 1, ())
        self._way = self._natively

    # --- the ways ---
    def _one_by_one(self, states: Any, players: NDArray[np.int64]) -> Planes:
        if isinstance(states, np.ndarray):
            form = form_of(self.game)
            states = [form.read(row) for row in states]
        if not states:
            return np.empty((0, *self.shape), self.dtype)
        return np.stack([plane_array(self.game, self.game.planes(state)) for state in states]).astype(self.dtype)

    def _by_fields(self, states: Any, players: NDArray[np.int64]) -> Planes:
        fields = [self._field(states, name).reshape(len(states), -1) for name in self._names()]
        turn = (players[:, None] == np.arange(self.game.players)).astype(np.float32)
        return np.concatenate([*map(field_columns, fields), turn], axis=1)

    def _by_contents(self, states: Any, players: NDArray[np.int64]) -> Planes:
        game: Any = self.game
        if not game.cell_fields:
            return content_planes(game, self._field(states, "board").reshape(len(states), -1), players)
        contents = np.zeros((len(states), game.board.size), np.int64)
        for mover in (0, 1) if game.mover_first else (0,):
            rows = np.flatnonzero(players == mover) if game.mover_first else np.arange(len(states))
            for content, field in enumerate(game._fields_of(mover), 1):
                contents[rows] += content * self._members(states[rows], field)
        return content_planes(game, contents, players)

    def _natively(self, states: Any, players: NDArray[np.int64]) -> Planes:
        out: NDArray[Any] = np.zeros((len(states), self._numbers), np.uint64 if self._sets else np.float64)
        states = np.ascontiguousarray(states)
        write_planes(self._walk, self._entry, address_of(states), states.shape[1], len(states), address_of(out), self._numbers)
        if self._sets:
            return set_planes(self.game, out.reshape(len(states), -1, self._set_words))
        return out.astype(self.dtype).reshape(len(states), *self.shape)

    # --- fields in raw memory ---
    def _names(self) -> list[str]:
        return [place.name for place in form_of(self.game).places]

    def _field(self, states: Planes, name: str) -> Planes:
        """One field of all states, shape (states, ...)."""
        found: Planes = state_records(self.game, states)[name]
        return found

    def _members(self, states: Planes, field: str) -> NDArray[np.uint8]:
        """uint8 (states, cells): the cells of a set."""
        game: Any = self.game
        words = [field] if field in self._names() else [n for i in range(4) if (n := f"{field}_{i}") in self._names()]
        sets = np.stack([self._field(states, name).astype(np.uint64) for name in words], axis=-1)
        bits = np.unpackbits(np.ascontiguousarray(sets, "<u8").view(np.uint8), axis=-1, bitorder="little")
        return bits[:, list(game.cell_bits) or slice(game.board.size)]


def _defining(game: Game, method: str) -> type:
    """The class that a method of a game comes from."""
    return next(cls for cls in inspect.getmro(type(game)) if method in cls.__dict__)


def _call_planes(walk: Any, entry: int, states: int, size: int, count: int, out: int, numbers: int) -> None:
    raise NotImplementedError("compiled code only")


@twin(_call_planes)
def _native_call_planes(walk: Any, entry: Any, states: Any, size: Any, count: Any, out: Any, numbers: Any) -> Any:
    from numba import types

    from counterplay.gears.compiler.address_code import caller

    call = caller(types.none, *(types.int64,) * 6)
    return lambda walk, entry, states, size, count, out, numbers: call(entry, (walk.game, states, size, count, out, numbers))


@walk_kernel
def write_planes(walk: Any, entry: int, states: int, size: int, count: int, out: int, numbers: int) -> None:
    """Write the planes of states that lie one behind the other, by the game's entry point at an address."""
    _call_planes(walk, entry, states, size, count, out, numbers)
