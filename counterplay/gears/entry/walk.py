"""A walk through a game: the states on the path being searched, and one stack of moves, in raw memory.

Every large search is a function of a walk. It asks for what lies at a ply, lists actions onto the stack, and steps to the next
ply; it knows no game's types, so it is compiled once for all games. In the compiled gear a walk is a record that holds the
addresses of the game's entry points; in the interpreted gear it is an `InterpretedWalk`, which asks the game's methods. The
functions are the same in both:

    step(walk, ply, a)                       the state at ply + 1 is the one after action a
    n = list_actions(walk, ply, start, mode) the actions at a ply, in moves(walk)[start : start + n]
    utility_at, estimate_at, player_at, is_over, key_at, is_threatened, bounds_at, skip, list_outcomes, playouts

Searches import all of it from here. It is written in `walk_memory` (the record, and what lies at a ply), `walk_stepping`,
`walk_moves` (the stack), `walk_values` and `walk_playouts` (random games).
"""

from counterplay.gears.entry.walk_memory import (
    ENTRY_NAMES,
    MOST_PARTS,
    MOST_PLAYERS,
    InterpretedWalk,
    Walk,
    is_over,
    is_threatened,
    key_at,
    open_walk,
    player_at,
    signed,
)
from counterplay.gears.entry.walk_moves import (
    flags,
    has_room,
    list_actions,
    list_outcomes,
    moves,
    ranks,
    swap,
    tell_actions,
)
from counterplay.gears.entry.walk_playouts import guided_playout, playouts
from counterplay.gears.entry.walk_stepping import copy_state, follow, settle, skip, step, step_within
from counterplay.gears.entry.walk_values import bounds_at, estimate_at, exchange_at, is_harmless, structure_at, utility_at

__all__ = [
    "ENTRY_NAMES",
    "MOST_PARTS",
    "MOST_PLAYERS",
    "InterpretedWalk",
    "Walk",
    "bounds_at",
    "copy_state",
    "estimate_at",
    "exchange_at",
    "flags",
    "follow",
    "guided_playout",
    "has_room",
    "is_harmless",
    "is_over",
    "is_threatened",
    "key_at",
    "list_actions",
    "list_outcomes",
    "moves",
    "open_walk",
    "player_at",
    "playouts",
    "ranks",
    "settle",
    "signed",
    "skip",
    "step",
    "step_within",
    "structure_at",
    "swap",
    "tell_actions",
    "utility_at",
]
