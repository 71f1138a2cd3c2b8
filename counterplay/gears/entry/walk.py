"""A walk through a game: the states on the path being searched, and one stack of moves, in raw memory.

Every large search is a function of a walk. It asks for what lies at a ply, lists actions onto the stack, and steps to the next
ply; it knows no game's types, so it is compiled once for all games. In the compiled gear a walk is a record that holds the
addresses of the game's entry points; in the interpreted gear it is an `InterpretedWalk`, which asks the game's methods. The
functions below are the same in both:

    step(walk, ply, a)                       the state at ply + 1 is the one after action a
    n = list_actions(walk, ply, start, mode) the actions at a ply, in moves(walk)[start : start + n]
    utility_at, estimate_at, player_at, is_over, key_at, is_threatened, skip, list_outcomes
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from counterplay.core import CHANCE, BadParameter, BadRules, CannotCompile, Game, overrides
from counterplay.gears.compiler.deferred_numba import engage, helper, twin
from counterplay.gears.compiler.raw_memory import address_of, floats_at, generator_at, words_at
from counterplay.gears.deadline import STOP, must_end
from counterplay.gears.entry.action_gathering import gather, gather_candidates, gather_noisy
from counterplay.gears.entry.random_actions import random_choice
from counterplay.gears.entry.state_layout import (
    CANDIDATES_ONLY,
    FAULT_KIND,
    FAULT_NUMBER,
    FORBIDDEN,
    HEAD,
    KEY,
    LISTED,
    MOVE,
    NO_ACTION_LEFT,
    NO_SUCH_PLAYER,
    NOISY_ONLY,
    OUT_OF_RANGE,
    OVER,
    PLAYER,
    RANKED,
    SKIP,
    SLOT_ALIGNMENT,
    SPARE_SLOTS,
    STAY,
    THREATENED,
    TOLD_NOISY,
    TOO_LONG,
    TOO_MANY,
    slot_bytes,
    within,
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

ENTRY_NAMES = ("step", "follow", "expand", "outcomes", "final", "estimate", "exchange", "structure", "passable", "playouts")
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
        ("structure_parts", np.int64),  # of a state, that the game tells of
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
            f"{game.title_text}: utilities up to {max(abs(low), abs(high)):g} are too large to be told apart exactly; divide "
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
        """Put a state at a ply and tell its head."""
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
    """The four words that are told of the state at a ply; see `state_layout`."""
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
    """The key, as a signed word; of a state that is not terminal, or of any where no position may come back."""
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
    """Raise RulesFault where nobody of that number plays."""
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
    """Tell the head of a state that was put at a ply."""
    _look(walk, ply)
    check_player(walk, ply)


# --- moving on ---


def _step(walk: Any, ply: int, action: int) -> None:
    walk.put(ply + 1, walk.game.result(walk.states[ply], int(action)))


@twin(_step)
def _native_step(walk: Any, ply: Any, action: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_step

    def native(walk: Any, ply: Any, action: Any) -> None:
        call_step(walk.step, (walk.game, slot_of(walk, ply), action, slot_of(walk, ply + 1), MOVE))

    return native


@helper
def step(walk: Any, ply: int, action: int) -> None:
    """The state at ply + 1 is the one after the action."""
    _step(walk, ply, action)
    check_player(walk, ply + 1)


def follow(walk: Any, actions: int, count: int, ply: int) -> None:
    """The state at a ply is the one after several actions, the words at an address, from ply 0 on."""
    s = walk.states[0]
    for a in words_at(actions, count).tolist() if count else ():
        s = walk.game.result(s, a)
    walk.put(ply, s)


@twin(follow)
def _follow(walk: Any, actions: Any, count: Any, ply: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_follow

    def native(walk: Any, actions: Any, count: Any, ply: Any) -> None:
        call_follow(walk.follow, (walk.game, slot_of(walk, 0), actions, count, slot_of(walk, ply)))

    return native


@helper
def copy_words(source: int, target: int, count: int) -> None:
    """Copy raw memory."""
    old, new = words_at(source, count), words_at(target, count)
    for i in range(count):
        new[i] = old[i]


def settle(walk: Any, ply: int) -> None:
    """The state at ply + 1 becomes the one at this ply: a game is played on, and the path does not grow."""
    walk.states[ply] = walk.states[ply + 1]
    copy_words(slot_of(walk, ply + 1), slot_of(walk, ply), HEAD // 8)


@twin(settle)
def _settle(walk: Any, ply: Any) -> Any:
    return lambda walk, ply: copy_words(slot_of(walk, ply + 1), slot_of(walk, ply), walk.slot_size // 8)


@helper
def step_within(walk: Any, ply: int, action: int) -> None:
    """`step` in a search that follows every game to its end: one longer than its rules say is their fault."""
    if ply + 1 >= walk.plies or not has_room(walk, 0):
        complain(walk, TOO_LONG, ply, walk.max_plies)
        raise RulesFault
    step(walk, ply, action)


def skip(walk: Any, ply: int) -> bool:
    """The state at ply + 1 is the one after a pass; False where the game does not want to be passed here."""
    game, s = walk.game, walk.states[ply]
    if not game.may_skip(s):
        return False
    walk.put(ply + 1, game.skip(s))
    return True


@twin(skip)
def _skip(walk: Any, ply: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_passable, call_step

    def native(walk: Any, ply: Any) -> bool:
        if call_passable(walk.passable, (walk.game, slot_of(walk, ply))) == 0:
            return False
        call_step(walk.step, (walk.game, slot_of(walk, ply), 0, slot_of(walk, ply + 1), SKIP))
        return True

    return native


# --- lists of moves ---


@helper
def moves(walk: Any) -> Any:
    """The stack of actions, int64."""
    return words_at(walk.moves, walk.room)


@helper
def ranks(walk: Any) -> Any:
    """Beside each action its rank, or its probability, float64."""
    return floats_at(walk.ranks, walk.room)


@helper
def flags(walk: Any) -> Any:
    """Beside each action whether it is noisy, int64."""
    return words_at(walk.noise, walk.room)


@helper
def swap(walk: Any, i: int, j: int) -> None:
    """Let two places of the stack change all that they hold."""
    actions, worth, noise = moves(walk), ranks(walk), flags(walk)
    a, r, f = actions[i], worth[i], noise[i]
    actions[i] = actions[j]
    worth[i] = worth[j]
    noise[i] = noise[j]
    actions[j] = a
    worth[j] = r
    noise[j] = f


@helper
def has_room(walk: Any, start: int) -> bool:
    """Whether the stack can take the actions of one more state."""
    return start + walk.max_actions <= walk.room


def _expand(walk: Any, ply: int, start: int, mode: int) -> int:
    game, s = walk.game, walk.states[ply]
    out, worth, noise = moves(walk)[start:], ranks(walk)[start:], flags(walk)[start:]
    listed = bool(mode & NOISY_ONLY) and overrides(game, "noisy_actions")
    if mode & CANDIDATES_ONLY:
        n = gather_candidates(game, s, out)
    elif listed:
        n = gather_noisy(game, s, out)
    else:
        n = gather(game, s, out)
    kept = 0
    for a in out[: min(n, len(out))].tolist() if n <= walk.max_actions else ():
        noisy = listed or bool(game.noisy(s, a))
        if noisy or not mode & NOISY_ONLY:
            out[kept], noise[kept] = a, noisy
            worth[kept] = float(game.order(s, a)) if mode & RANKED else 0.0
            kept += 1
    return kept if n <= walk.max_actions else n


@twin(_expand)
def _native_expand(walk: Any, ply: Any, start: Any, mode: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_expand

    def native(walk: Any, ply: Any, start: Any, mode: Any) -> Any:
        o = 8 * start
        return call_expand(
            walk.expand,
            (walk.game, slot_of(walk, ply), mode, walk.max_actions, walk.moves + o, walk.ranks + o, walk.noise + o),
        )

    return native


def tell_actions(walk: Any, ply: int, start: int, n: int, mode: int) -> None:
    """Tell of n actions that are listed from place `start` of the stack on what the mode asks: RANKED, TOLD_NOISY."""
    game, s = walk.game, walk.states[ply]
    for i in range(start, start + n):
        a = int(moves(walk)[i])
        flags(walk)[i] = bool(game.noisy(s, a)) if mode & TOLD_NOISY else 0
        if mode & RANKED:
            ranks(walk)[i] = float(game.order(s, a))


@twin(tell_actions)
def _native_tell_actions(walk: Any, ply: Any, start: Any, n: Any, mode: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_expand

    def native(walk: Any, ply: Any, start: Any, n: Any, mode: Any) -> None:
        o = 8 * start
        call_expand(
            walk.expand, (walk.game, slot_of(walk, ply), mode | LISTED, n, walk.moves + o, walk.ranks + o, walk.noise + o)
        )

    return native


@helper
def list_actions(walk: Any, ply: int, start: int, mode: int) -> int:
    """List the actions at a ply from place `start` of the stack on; how many there are. There must be room."""
    n = _expand(walk, ply, start, mode)
    if n > walk.max_actions:
        complain(walk, TOO_MANY, ply, n)
        raise RulesFault
    if n == 0 and not mode & NOISY_ONLY:
        complain(walk, NO_ACTION_LEFT, ply, 0)
        raise RulesFault
    return n


def _outcomes(walk: Any, ply: int, start: int) -> int:
    pairs = list(walk.game.outcomes(walk.states[ply]))
    if len(pairs) <= walk.max_actions:
        for i, (a, p) in enumerate(pairs, start):
            moves(walk)[i], ranks(walk)[i] = a, p
    return len(pairs)


@twin(_outcomes)
def _native_outcomes(walk: Any, ply: Any, start: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_outcomes

    def native(walk: Any, ply: Any, start: Any) -> Any:
        o = 8 * start
        return call_outcomes(walk.outcomes, (walk.game, slot_of(walk, ply), walk.max_actions, walk.moves + o, walk.ranks + o))

    return native


@helper
def list_outcomes(walk: Any, ply: int, start: int) -> int:
    """List the outcomes of a chance node, their probabilities in `ranks`; how many there are. There must be room."""
    n = _outcomes(walk, ply, start)
    if n > walk.max_actions:
        complain(walk, TOO_MANY, ply, n)
        raise RulesFault
    if n == 0:
        complain(walk, NO_ACTION_LEFT, ply, 0)
        raise RulesFault
    return n


# --- values ---


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
    """Eval(s, p) at a ply, kept within the range of utilities; where there is no number, nobody is ahead."""
    return within(_estimate(walk, ply, player), walk.low, walk.high)


def exchange_at(walk: Any, ply: int, action: int) -> float:
    """Game.exchange of an action at a ply; asked only where `walk.has_exchange`."""
    return float(walk.game.exchange(walk.states[ply], int(action)))


@twin(exchange_at)
def _native_exchange(walk: Any, ply: Any, action: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_worth

    return lambda walk, ply, action: call_worth(walk.exchange, (walk.game, slot_of(walk, ply), action))


def structure_at(walk: Any, ply: int, part: int) -> int:
    """Game.structure of a part of the state at a ply, as a signed word."""
    return signed(walk.game.structure(walk.states[ply], part))


@twin(structure_at)
def _native_structure(walk: Any, ply: Any, part: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_structure

    return lambda walk, ply, part: call_structure(walk.structure, (walk.game, slot_of(walk, ply), part))


# --- random games ---


def _playouts(walk: Any, ply: int, count: int, most: int, rng: int, totals: int, stop: int) -> int:
    game, flag, sums, dice = walk.game, words_at(stop, 2), floats_at(totals, walk.players), generator_at(rng)
    plies, buffer = 0, moves(walk)[: walk.max_actions]
    for _ in range(count):
        s, ended = walk.states[ply], 0
        while ended < most and not game.terminal(s):
            a, n = random_choice(game, s, dice, buffer)
            if not 0 < n <= walk.max_actions:
                return _blame(walk, s, TOO_MANY if n > 0 else NO_ACTION_LEFT, n)
            s = game.result(s, int(a))
            ended += 1
            if ended & 63 == 0 and must_end(flag):
                break
        over = game.terminal(s)
        for p in range(game.players):
            value = float(game.utility(s, p)) if over else within(float(game.evaluate(s, p)), walk.low, walk.high)
            if not walk.low <= value <= walk.high:
                return _blame(walk, s, OUT_OF_RANGE, p)
            sums[p] += value
        plies += ended
        if flag[STOP]:
            break
    return plies


def _blame(walk: Any, s: Any, kind: int, number: int) -> int:
    walk.states[walk.plies] = s
    head = head_of(walk, walk.plies)
    head[FAULT_KIND], head[FAULT_NUMBER] = kind, number
    return -1


@twin(_playouts)
def _native_playouts(walk: Any, ply: Any, count: Any, most: Any, rng: Any, totals: Any, stop: Any) -> Any:
    from counterplay.gears.compiler.address_code import call_playouts

    def native(walk: Any, ply: Any, count: Any, most: Any, rng: Any, totals: Any, stop: Any) -> Any:
        spare = slot_of(walk, walk.plies)
        return call_playouts(
            walk.playouts,
            (walk.game, slot_of(walk, ply), count, most, rng, walk.max_actions, walk.moves, totals, spare, stop),
        )

    return native


@helper
def playouts(walk: Any, ply: int, count: int, most: int, rng: int, totals: int, stop: int) -> int:
    """Play random games from a ply, each `most` plies at most, and add every player's utility to the floats at `totals`.

    Where a game is cut short, by `most` or by the stop flag, the estimate stands for the utility. rng, totals and stop are
    addresses: of a generator, of as many floats as there are players, of the flag and the deadline. How many plies
    were played.
    """
    plies = _playouts(walk, ply, count, most, rng, totals, stop)
    if plies < 0:
        spare = head_of(walk, walk.plies)
        complain(walk, spare[FAULT_KIND], walk.plies, spare[FAULT_NUMBER])
        raise RulesFault
    return plies
