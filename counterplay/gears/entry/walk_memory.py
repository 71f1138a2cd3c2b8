"""The memory of a walk: a record that native code takes as one pointer, and what it holds about the state at a ply."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from counterplay.core import CHANCE, BadParameter, BadRules, CannotCompile, Game, overrides
from counterplay.gears.compiler.deferred_numba import engage, helper, twin
from counterplay.gears.compiler.raw_memory import address_of, words_at
from counterplay.gears.entry.state_layout import (
    FORBIDDEN,
    HEAD,
    KEY,
    NO_ACTION_LEFT,
    NO_SUCH_PLAYER,
    OVER,
    PLAYER,
    SLOT_ALIGNMENT,
    SPARE_SLOTS,
    STAY,
    THREATENED,
    TOO_LONG,
    TOO_MANY,
    slot_bytes,
)
from counterplay.gears.entry.state_transfer import form_of
from counterplay.gears.entry.walk_kernel import RulesFault, walk_kernel
from counterplay.gears.gear_choice import fall_back, is_interpreting
from counterplay.gears.identity.game_identity import address_of_tunables

MOST_PLAYERS = 64
MOST_PARTS = 4  # of a state, whose structure a game tells
MOST_ACTIONS = 2**20  # of a state: more fit no search
LONGEST_STACK = 2**22  # moves on one path; a position beyond it is not expanded
LARGEST_RANGE = 2.0**40  # of utilities: beyond it their differences would be lost

ENTRY_NAMES = (
    "step",
    "follow",
    "expand",
    "outcomes",
    "final",
    "estimate",
    "exchange",
    "structure",
    "harmless",
    "value_bounds",
    "passable",
    "playouts",
    "guided_playout",
)
WALK = np.dtype(
    [
        ("game", np.int64),  # address of the table of tunables, which every entry point takes first
        *((name, np.int64) for name in ENTRY_NAMES),  # addresses; 0 where the search does not ask for it
        ("slots", np.int64),  # address of the slot at ply 0
        ("slot_size", np.int64),  # bytes
        ("plies", np.int64),  # how many slots there are
        ("moves", np.int64),  # addresses of the stack: actions, ranks or probabilities, flags of noisy ones
        ("ranks", np.int64),
        ("noise", np.int64),
        ("room", np.int64),  # of the stack
        ("players", np.int64),
        ("repetition", np.int64),  # a `Repetition`
        ("repetition_count", np.int64),
        ("has_candidates", np.int64),
        ("has_noise", np.int64),  # some of its actions are noisy
        ("lists_noisy", np.int64),  # the game lists noisy actions by themselves
        ("can_skip", np.int64),
        ("has_exchange", np.int64),  # the game says what captures gain
        ("foresees_harm", np.int64),  # the game says which actions are harmless
        ("structure_parts", np.int64),  # of a state, that the game tells of
        ("has_bounds", np.int64),  # the game says what a player surely gets
        ("has_order", np.int64),  # the game guesses what actions are worth
        ("two_sided", np.int64),  # two players, and one's gain is the other's loss
        ("max_actions", np.int64),
        ("max_plies", np.int64),
        ("low", np.float64),  # the range of utilities
        ("high", np.float64),
        ("bound", np.float64),  # the larger of both, as an amount
        ("fault", np.int64, (3,)),  # of the rules: which, at which ply, a number that belongs to it
    ]
)


def open_walk(game: Game, plies: int, entries: tuple[str, ...]) -> Walk:
    """A walk in the compiled gear; where the game cannot be compiled, say so once and give one in the interpreted gear."""
    if not is_interpreting():
        try:
            return Walk(game, plies, entries)
        except CannotCompile as reason:
            fall_back(game, reason)
    return Walk(game, plies, entries, compiled=False)


def check_traits(game: Game) -> None:
    """Refuse, in one sentence, a game whose declarations no search can work with."""
    low, high = game.utility_range
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise BadParameter(
            f"{game.title_text}: a utility_range of {game.utility_range} is empty; its ends are two numbers, the lower first"
        )
    if max(abs(low), abs(high)) > LARGEST_RANGE:
        raise BadParameter(
            f"{game.title_text}: utilities up to {max(abs(low), abs(high)):g} are too large to be kept apart exactly; divide "
            "them by something"
        )
    if not 1 <= game.max_actions <= MOST_ACTIONS:
        raise BadParameter(f"{game.title_text}: max_actions is {game.max_actions}; it must be from 1 to {MOST_ACTIONS:,}")
    if game.max_plies < 1:
        raise BadParameter(f"{game.title_text}: max_plies is {game.max_plies}; it must be at least 1")
    if not 0 <= game.structure_parts <= MOST_PARTS:
        raise BadParameter(f"{game.title_text}: structure_parts is {game.structure_parts}; it must be from 0 to {MOST_PARTS}")
    if not 1 <= game.players <= MOST_PLAYERS:
        raise BadParameter(f"{game.title_text}: it has {game.players} players; it must have from 1 to {MOST_PLAYERS}")


class Walk:
    """Memory for a path of `plies` states and the moves listed on it; `record` is what kernels take."""

    def __init__(self, game: Game, plies: int, entries: tuple[str, ...], compiled: bool = True) -> None:
        check_traits(game)
        self.game, self.entries, self.compiled = game, entries, compiled
        self.form = form_of(game) if compiled else None
        size, slots = slot_bytes(self.form.size if self.form is not None else 0), plies + SPARE_SLOTS
        self._memory = np.zeros(slots * size + SLOT_ALIGNMENT, np.uint8)
        skipped = -address_of(self._memory) % SLOT_ALIGNMENT
        self._slots = self._memory[skipped : skipped + slots * size].reshape(slots, size)
        self.placed = 0  # the ply at which a state was put last
        room = min(plies * game.max_actions, LONGEST_STACK) + game.max_actions
        # Memory that is never touched costs nothing.
        self.moves, self.ranks, self.flags = np.empty(room, np.int64), np.empty(room), np.empty(room, np.int64)
        self.record: Any = np.zeros(1, WALK).view(np.recarray)[0]
        self._fill(plies, size, room)
        self.kernel_argument: Any = self.record if compiled else InterpretedWalk(self)

    def _fill(self, plies: int, size: int, room: int) -> None:
        game, record = self.game, self.record
        record.slots, record.slot_size, record.plies = address_of(self._slots), size, plies
        record.moves, record.ranks, record.noise = map(address_of, (self.moves, self.ranks, self.flags))
        record.room = room
        numbers = ("players", "repetition", "repetition_count", "has_candidates", "can_skip", "max_actions", "max_plies")
        for name in (*numbers, "structure_parts"):
            record[name] = int(getattr(game, name))
        record.has_exchange, record.lists_noisy = overrides(game, "exchange"), overrides(game, "noisy_actions")
        record.has_noise = record.lists_noisy or overrides(game, "noisy")
        record.foresees_harm = overrides(game, "harmless")
        record.has_bounds, record.has_order = overrides(game, "value_bounds"), overrides(game, "order")
        record.two_sided = game.players == 2 and game.zero_sum
        record.low, record.high = game.utility_range
        record.bound = max(map(abs, game.utility_range))
        if self.compiled:
            native = engage()
            record.game = address_of_tunables(game)
            for name in ("step", *self.entries):
                record[name] = native.entry_address(game, name)

    def place(self, state: Any, ply: int = 0) -> None:
        """Put a state at a ply."""
        self.placed = ply
        if self.form is not None:
            self.form.write(state, self._slots[ply, HEAD : HEAD + self.form.size])
            look(self, ply)
        else:
            self.kernel_argument.put(ply, state)

    def state(self, ply: int) -> Any:
        """The state at a ply."""
        if self.form is not None:
            return self.form.read(self._slots[ply, HEAD : HEAD + self.form.size])
        return self.kernel_argument.states[ply]

    def fault(self) -> BadRules:
        """The sentence about a `RulesFault`."""
        kind, ply, number = (int(n) for n in self.record.fault)
        game = self.game
        where = f"in '{game.dump(self.state(ply))}'"
        if kind == TOO_MANY:
            said = f"lists {number} actions or outcomes {where}, more than its max_actions of {game.max_actions}"
        elif kind == NO_SUCH_PLAYER:
            said = (
                f"says {where} that player {number} is to move; its players are 0 to {game.players - 1} and {CHANCE} (chance)"
            )
        elif kind == NO_ACTION_LEFT:
            said = f"has no action {where}, although that state is not terminal"
        elif kind == TOO_LONG:
            said = f"is not over {where}, after more than its max_plies of {game.max_plies}"
        else:
            said = f"gives player {number} a utility {where} that lies outside its utility_range {game.utility_range}"
        return BadRules(f"{game.title_text} {said}")


class InterpretedWalk:
    """What kernels take in the interpreted gear: the record's fields, and the states as Python objects."""

    def __init__(self, walk: Walk) -> None:
        self.game, self._record = walk.game, walk.record
        self.states: list[Any] = [None] * (int(walk.record.plies) + SPARE_SLOTS)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    def put(self, ply: int, state: Any) -> None:
        """Put a state at a ply and write its head."""
        game, head = self.game, head_of(self, ply)
        self.states[ply] = state
        head[PLAYER], head[OVER] = game.player(state), bool(game.terminal(state))
        if not head[OVER] or game.repetition == FORBIDDEN:
            head[KEY] = signed(game.key(state))
        if not head[OVER]:
            head[THREATENED] = bool(game.threatened(state))


def signed(key: Any) -> int:
    """A 64-bit key as the int64 with the same bits."""
    value = int(key)
    return value - 2**64 if value >= 2**63 else value


@twin(signed)
def _signed(key: Any) -> Any:
    return lambda key: np.int64(key)


# --- what lies at a ply ---


@helper
def head_of(walk: Any, ply: int) -> Any:
    """The four words that are known of the state at a ply; see `state_layout`."""
    return words_at(walk.slots + ply * walk.slot_size, 4)


@helper
def player_at(walk: Any, ply: int) -> int:
    """Whose turn it is."""
    return head_of(walk, ply)[PLAYER]


@helper
def is_over(walk: Any, ply: int) -> bool:
    """Whether the game is over."""
    return head_of(walk, ply)[OVER] != 0


@helper
def key_at(walk: Any, ply: int) -> int:
    """The key, as a signed word; of a state that is not terminal, or of any state where no position may be repeated."""
    return head_of(walk, ply)[KEY]


@helper
def is_threatened(walk: Any, ply: int) -> bool:
    """Whether the player to move must answer a threat; of a state that is not terminal."""
    return head_of(walk, ply)[THREATENED] != 0


@helper
def slot_of(walk: Any, ply: int) -> int:
    """The address of the slot at a ply."""
    return walk.slots + ply * walk.slot_size


@helper
def complain(walk: Any, kind: int, ply: int, number: int) -> None:
    """Note how the rules broke the contract."""
    walk.fault[0] = kind
    walk.fault[1] = ply
    walk.fault[2] = number


@helper
def check_player(walk: Any, ply: int) -> None:
    """Raise RulesFault where the game has no player of that number."""
    player = player_at(walk, ply)
    if player < CHANCE or player >= walk.players:
        complain(walk, NO_SUCH_PLAYER, ply, player)
        raise RulesFault


def _look(walk: Any, ply: int) -> None:
    walk.put(ply, walk.states[ply])


@twin(_look)
def _native_look(walk: Any, ply: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_step

    return lambda walk, ply: call_step(walk.step, (walk.game, slot_of(walk, ply), 0, slot_of(walk, ply), STAY))


@walk_kernel
def look(walk: Any, ply: int) -> None:
    """Write the head of a state that was put at a ply."""
    _look(walk, ply)
    check_player(walk, ply)
