"""What the state at a ply of a walk is worth, by the game's own methods."""

from __future__ import annotations

from typing import Any

from counterplay.gears.compiler.deferred_numba import helper, twin
from counterplay.gears.compiler.raw_memory import floats_at
from counterplay.gears.entry.state_layout import OUT_OF_RANGE, within
from counterplay.gears.entry.walk_kernel import RulesFault
from counterplay.gears.entry.walk_memory import complain, signed, slot_of


def _final(walk: Any, ply: int, player: int) -> float:
    return float(walk.game.utility(walk.states[ply], int(player)))


@twin(_final)
def _native_final(walk: Any, ply: Any, player: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_worth

    return lambda walk, ply, player: call_worth(walk.final, (walk.game, slot_of(walk, ply), player))


@helper
def utility_at(walk: Any, ply: int, player: int) -> float:
    """Utility(s, p) of the finished game at a ply; one outside its range, or none at all (nan), is a fault of the rules."""
    value = _final(walk, ply, player)
    if not walk.low <= value <= walk.high:
        complain(walk, OUT_OF_RANGE, ply, player)
        raise RulesFault
    return value


def _estimate(walk: Any, ply: int, player: int) -> float:
    return float(walk.game.evaluate(walk.states[ply], int(player)))


@twin(_estimate)
def _native_estimate(walk: Any, ply: Any, player: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_worth

    return lambda walk, ply, player: call_worth(walk.estimate, (walk.game, slot_of(walk, ply), player))


@helper
def estimate_at(walk: Any, ply: int, player: int) -> float:
    """Eval(s, p) at a ply, kept within the range of utilities; nan counts as a balanced position."""
    return within(_estimate(walk, ply, player), walk.low, walk.high)


def exchange_at(walk: Any, ply: int, action: int) -> float:
    """Game.exchange of an action at a ply; asked only where `walk.has_exchange`."""
    return float(walk.game.exchange(walk.states[ply], int(action)))


@twin(exchange_at)
def _native_exchange(walk: Any, ply: Any, action: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_worth

    return lambda walk, ply, action: call_worth(walk.exchange, (walk.game, slot_of(walk, ply), action))


def is_harmless(walk: Any, ply: int, action: int) -> bool:
    """Whether the game says without stepping that an action at a ply neither wins nor threatens anything."""
    return bool(walk.foresees_harm) and bool(walk.game.harmless(walk.states[ply], int(action)))


@twin(is_harmless)
def _native_harmless(walk: Any, ply: Any, action: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_structure

    def native(walk: Any, ply: Any, action: Any) -> bool:
        return walk.foresees_harm != 0 and call_structure(walk.harmless, (walk.game, slot_of(walk, ply), action)) != 0

    return native


def structure_at(walk: Any, ply: int, part: int) -> int:
    """Game.structure of a part of the state at a ply, as a signed word."""
    return signed(walk.game.structure(walk.states[ply], part))


@twin(structure_at)
def _native_structure(walk: Any, ply: Any, part: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_structure

    return lambda walk, ply, part: call_structure(walk.structure, (walk.game, slot_of(walk, ply), part))


def _bounds(walk: Any, ply: int, address: int) -> None:
    floats_at(address, 2)[:] = walk.game.value_bounds(walk.states[ply])


@twin(_bounds)
def _native_bounds(walk: Any, ply: Any, address: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_bounds

    return lambda walk, ply, address: call_bounds(walk.value_bounds, (walk.game, slot_of(walk, ply), address))


@helper
def bounds_at(walk: Any, ply: int, start: int) -> tuple[float, float]:
    """Game.value_bounds at a ply, through place `start` of the stack, which is free; asked only where `walk.has_bounds`."""
    _bounds(walk, ply, walk.ranks + 8 * start)
    found = floats_at(walk.ranks + 8 * start, 2)
    return found[0], found[1]
