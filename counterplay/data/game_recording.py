"""Games played in one native loop, by chance or by small searches, and a row for each position in which a player decided."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.core import CHANCE, Game, utilities_of_loss
from counterplay.core.hashing import MASK, SEED, finish, mix
from counterplay.gears import helper
from counterplay.gears.compiler.deferred_numba import twin
from counterplay.gears.compiler.raw_memory import address_of, floats_at, generator_at, words_at
from counterplay.gears.entry.state_layout import HEAD, TOO_LONG
from counterplay.gears.entry.walk import (
    Walk,
    copy_state,
    estimate_at,
    is_over,
    key_at,
    list_actions,
    list_outcomes,
    moves,
    open_walk,
    player_at,
    ranks,
    settle,
    step,
    utility_at,
)
from counterplay.gears.entry.walk_kernel import RulesFault, walk_kernel
from counterplay.gears.entry.walk_memory import complain, slot_of
from counterplay.gears.entry.walk_stepping import copy_words
from counterplay.gears.rng import draw_below, draw_unit, seeded
from counterplay.search.engine.brief_search import BriefTools, brief_search
from counterplay.search.engine.driver import engine_entries
from counterplay.search.engine.repetition import (
    FORBIDDEN,
    PERPETUAL_LOSES,
    ends_by_repetition,
    loser_of_repetition,
    note_turn,
    occurrences_before,
)
from counterplay.search.engine.scores import PROVEN, value_of
from counterplay.search.engine.table import NO_ACTION
from counterplay.search.engine.workspace import BASE, LONGEST_HISTORY, MAX_PLY, PAST_PLACES, SAME_BITS

START = MAX_PLY + 2  # the ply at which every game's first state waits, behind those that a search uses
PLAYING = ("expand", "final", "estimate")  # entry points that random games need
NUMBERS = 5  # words of a row
PLAYER, PLY, GAME, PLAYED, BEST = range(NUMBERS)
MOST_LISTED = 2**27  # legal actions of one sheet: a gigabyte, which is taken only as far as it is written to
SHEET = np.dtype(
    [
        ("rng", np.int64),  # address of the generator
        ("nodes", np.int64),  # of each search; 0: nothing is searched
        ("opening", np.int64),  # plies of each game that are random
        ("longest", np.int64),  # plies after which a game counts as drawn
        ("others", np.float64),  # what the others get where one has lost by a repetition
        ("explore", np.float64),  # how often a later action is random, from 0 to 1
        ("rows", np.int64),  # positions written so far
        ("game", np.int64),  # number of the game under way
        ("listed", np.int64),  # legal actions written so far
        ("room", np.int64),  # for these
        ("numbers", np.int64),  # addresses of the columns: int64 (rows, NUMBERS)
        ("values", np.int64),  # float64 (rows,)
        ("utilities", np.int64),  # float64 (rows, players)
        ("ends", np.int64),  # int64 (rows,): where in `legal` the actions of a row end
        ("legal", np.int64),  # int64 (room,)
        ("states", np.int64),  # bytes (rows, state_size)
        ("state_size", np.int64),
    ]
)


class Chunk(NamedTuple):
    """Rows as the kernel has written them."""

    numbers: np.ndarray[Any, np.dtype[np.int64]]  # (rows, NUMBERS)
    values: np.ndarray[Any, np.dtype[np.float64]]  # (rows,), for the mover
    utilities: np.ndarray[Any, np.dtype[np.float64]]  # (rows, players), at the end of the game
    ends: np.ndarray[Any, np.dtype[np.int64]]  # (rows,)
    legal: np.ndarray[Any, np.dtype[np.int64]]  # (all legal actions,)
    states: Any  # uint8 (rows, state_size); a list of states in the interpreted gear


class Recorder:
    """Plays games of one game and writes rows; the same seed gives the same rows."""

    def __init__(
        self, game: Game, seed: int, *, nodes: int = 0, opening: int = 0, explore: float = 1.0, longest: int | None = None
    ) -> None:
        self.game = game
        self.walk: Walk = open_walk(game, START + 2, recording_entries(game, nodes > 0))
        self.walk.place(game.initial(), START)
        self.compiled = self.walk.compiled
        self._tools = BriefTools(game, self.walk, searching=nodes > 0)
        self._rng = seeded(seed)
        self._sheet: Any = np.zeros(1, SHEET).view(np.recarray)[0]
        sheet = self._sheet
        sheet.rng, sheet.nodes, sheet.opening, sheet.explore = address_of(self._rng), nodes, opening, explore
        sheet.others = utilities_of_loss(game, 0)[-1]
        sheet.longest = game.max_plies + 1 if longest is None else longest
        self._most = min(game.max_plies + 1, int(sheet.longest))  # rows of one game, at most

    def record(self, until: int) -> Chunk:
        """Play whole games until there are at least so many rows."""
        game, sheet, rows = self.game, self._sheet, until + self._most
        room = min(rows * game.max_actions, MOST_LISTED)
        size = self.walk.form.size if self.walk.form is not None else 0
        columns = (
            np.empty((rows, NUMBERS), np.int64), np.empty(rows), np.empty((rows, game.players)),
            np.empty(rows, np.int64), np.empty(room, np.int64), np.empty((rows, size), np.uint8),
        )  # fmt: skip
        names = ("numbers", "values", "utilities", "ends", "legal", "states")
        for name, column in zip(names, columns, strict=True):
            sheet[name] = address_of(column)
        sheet.rows, sheet.listed, sheet.room, sheet.state_size = 0, 0, room, size
        if not self.walk.compiled:
            self.walk.kernel_argument.kept = []
        record_games(self.walk, self._tools.work, self._tools.control, sheet, until)
        n, listed = int(sheet.rows), int(sheet.listed)
        states = columns[5][:n] if self.walk.compiled else self.walk.kernel_argument.kept
        return Chunk(columns[0][:n], columns[1][:n], columns[2][:n], columns[3][:n], columns[4][:listed].copy(), states)


def recording_entries(game: Game, searching: bool) -> tuple[str, ...]:
    """The entry points that recording calls besides `step`."""
    return (*(engine_entries(game) if searching else PLAYING), *(("outcomes",) if game.chance else ()))


def shard_seed(seed: int, shard: int) -> int:
    """The seed of a shard: it follows from the seed of the run and the shard's number alone."""
    return finish(mix(mix(SEED, seed & MASK), shard))


# --- the kernel ---
@walk_kernel
def record_games(walk: Any, work: Any, control: Any, sheet: Any, until: int) -> None:
    """Play whole games and write a row for each position of a player, until there are at least so many rows."""
    while sheet.rows < until:
        first = sheet.rows
        culprit = record_game(walk, work, control, sheet)
        write_utilities(walk, sheet, first, culprit)
        sheet.game += 1


@helper
def record_game(walk: Any, work: Any, control: Any, sheet: Any) -> int:
    """Play a game and write its rows; who lost it by a repetition, CHANCE where nobody did."""
    rng = generator_at(sheet.rng)
    copy_state(walk, START, 0)
    forget_past(work)
    ply, mover = 0, CHANCE
    while not is_over(walk, 0):
        # 1. What chance decides, and how a game ends that its state does not end.
        if ply > walk.max_plies:
            complain(walk, TOO_LONG, 0, ply)
            raise RulesFault
        player = player_at(walk, 0)
        if player == CHANCE:
            advance(walk, work, random_outcome_at(walk, rng))
            ply += 1
            mover = CHANCE
            continue
        if ends_by_repetition(walk) and occurrences_before(work, key_at(walk, 0)) + 1 >= walk.repetition_count:
            return loser_of_repetition(walk, work, 0, mover, 0)
        n = list_legal(walk, work)
        if n == 0 or ply >= sheet.longest:
            break
        # 2. What the position is worth, and the best action.
        best, value = NO_ACTION, 0.0
        if sheet.nodes > 0:
            best, score = brief_search(walk, work, control, sheet.nodes, n)
            value = number_of(walk, score)
        if best == NO_ACTION:
            value = estimate_at(walk, 0, player)
        # 3. The action that is played.
        action = best
        if best == NO_ACTION or ply < sheet.opening or draw_unit(rng) < sheet.explore or not is_listed(walk, best, n):
            action = moves(walk)[draw_below(rng, n)]
        write_row(walk, sheet, player, ply, action, best, value, n)
        advance(walk, work, action)
        ply += 1
        mover = player
    return CHANCE


@helper
def number_of(walk: Any, score: int) -> float:
    """A score as a utility."""
    if abs(score) > PROVEN:
        return walk.bound if score > 0 else -walk.bound
    return value_of(score)


@helper
def random_outcome_at(walk: Any, rng: Any) -> int:
    """An outcome of the chance node at ply 0, by its probabilities."""
    n, rest = list_outcomes(walk, 0, 0), draw_unit(rng)
    for i in range(n):
        rest -= ranks(walk)[i]
        if rest < 0.0:
            return moves(walk)[i]
    return moves(walk)[n - 1]


@helper
def list_legal(walk: Any, work: Any) -> int:
    """List the legal actions at ply 0, without those that would repeat a position where that is forbidden."""
    n = list_actions(walk, 0, 0, 0)
    if walk.repetition != FORBIDDEN:
        return n
    kept, here = 0, key_at(walk, 0)
    for i in range(n):
        action = moves(walk)[i]
        step(walk, 0, action)
        key = key_at(walk, 1)
        stood = occurrences_before(work, key) + (1 if (key ^ here) & work.settings[SAME_BITS] == 0 else 0)
        if stood + 1 < walk.repetition_count:
            moves(walk)[kept] = action
            kept += 1
    return kept


@helper
def is_listed(walk: Any, action: int, n: int) -> bool:
    """Whether an action is among the first n of the stack."""
    for i in range(n):
        if moves(walk)[i] == action:
            return True
    return False


@helper
def advance(walk: Any, work: Any, action: int) -> None:
    """Play an action; where rules speak of repetition, the position is kept in mind."""
    if walk.repetition != 0:
        make_room(work)
        if walk.repetition == PERPETUAL_LOSES:
            note_turn(walk, work, 0)
        remember(work, key_at(walk, 0))
    step(walk, 0, action)
    settle(walk, 0)


@helper
def make_room(work: Any) -> None:
    """Forget the oldest of the positions before the root where there are too many."""
    base = work.settings[BASE]
    if base == LONGEST_HISTORY:
        for i in range(1, base):
            work.path[i - 1] = work.path[i]
            work.turns[i - 1] = work.turns[i]
        work.settings[BASE] = base - 1


@helper
def remember(work: Any, key: int) -> None:
    """Add a position to those before the root."""
    base = work.settings[BASE]
    work.path[base] = key
    work.past[key & (PAST_PLACES - 1)] = 1
    work.settings[BASE] = base + 1


@helper
def forget_past(work: Any) -> None:
    """A new game begins."""
    if work.settings[BASE] > 0:
        for i in range(PAST_PLACES):
            work.past[i] = 0
    work.settings[BASE] = 0


@helper
def write_row(walk: Any, sheet: Any, player: int, ply: int, action: int, best: int, value: float, n: int) -> None:
    """Write a row; none where there is no room for the legal actions."""
    row, listed = sheet.rows, sheet.listed
    if listed + n > sheet.room:
        return
    numbers = words_at(sheet.numbers + 8 * NUMBERS * row, NUMBERS)
    numbers[PLAYER] = player
    numbers[PLY] = ply
    numbers[GAME] = sheet.game
    numbers[PLAYED] = action
    numbers[BEST] = best
    floats_at(sheet.values + 8 * row, 1)[0] = value
    copy_words(walk.moves, sheet.legal + 8 * listed, n)
    words_at(sheet.ends + 8 * row, 1)[0] = listed + n
    keep_state(walk, sheet.states + row * sheet.state_size, sheet.state_size)
    sheet.rows = row + 1
    sheet.listed = listed + n


def keep_state(walk: Any, place: int, size: int) -> None:
    """Keep the state at ply 0: a copy of its memory, or in the interpreted gear the state itself."""
    walk.kept.append(walk.states[0])


@twin(keep_state)
def _keep_state(walk: Any, place: Any, size: Any) -> Any:
    return lambda walk, place, size: copy_words(slot_of(walk, 0) + HEAD, place, size // 8)


@helper
def write_utilities(walk: Any, sheet: Any, first: int, culprit: int) -> None:
    """Write how the game at ply 0 ended into its rows; a game that was cut short, or repeated itself, is drawn."""
    for row in range(first, sheet.rows):
        out = floats_at(sheet.utilities + 8 * row * walk.players, walk.players)
        for player in range(walk.players):
            if is_over(walk, 0):
                out[player] = utility_at(walk, 0, player)
            elif culprit == CHANCE:
                out[player] = 0.0
            elif player == culprit:
                out[player] = walk.low
            else:
                out[player] = sheet.others
