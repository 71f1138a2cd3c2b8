"""Wins by threats alone: checks that end in mate, fours that end in five.

The attacker, whoever is to move, plays nothing but actions that win at once or that the other player must answer (the game's
`threatened`); the defender may play anything. So the tree is narrow, and a win is found many plies deeper than by a search that
looks at every action. What the attacker could do without a threat is not looked at: a win that is found is a win, at most so
many plies away, and one that is not found may still be there.

Threats are counted, not plies: one threat, then two, and so on, with one table for all. The table knows positions, not the way
to them, nor a clock that the key leaves out. So a win that was found with its help is played through once more, all defences
and the real states, to the end of every line; there a position that comes back too often, by the moves of the game so far or of
the line itself, counts as a defence. Only then it is called proven.

Searching checks by the number of replies: L. Allis, *Searching for Solutions in Games and Artificial Intelligence* (1994), on
threat sequences; M. Seo, H. Iida and J. Uiterwijk, "The PN*-search algorithm: application to tsume-shogi" (2001), on mates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from counterplay.core import Bound, Repetition, Report, Value
from counterplay.core.report import Line
from counterplay.gears import helper
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.state_layout import RANKED
from counterplay.gears.entry.walk import (
    Walk,
    has_room,
    is_over,
    is_threatened,
    key_at,
    list_actions,
    moves,
    open_walk,
    player_at,
    ranks,
    signed,
    step,
    utility_at,
)
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.search.algorithm import Algorithm, Needs, option
from counterplay.search.engine import workspace as ws
from counterplay.search.engine.driver import table_size
from counterplay.search.engine.repetition import repeats
from counterplay.search.engine.scores import utility_bound
from counterplay.search.engine.table import EXHAUSTIVE, LOWER, NO_ACTION, SIZE, UPPER, new_table, probe, store, table_entries
from counterplay.search.principal_variation import begin_line, extend_line, variation_from
from counterplay.search.search_control import DEEPEST, HORIZON, LEAVES, NODES, TABLE_HITS, as_record, spent
from counterplay.search.search_task import Task
from counterplay.search.textbook.child_order import put_first, sort_moves

NOT_FORCED = -1
MOST_THREATS = ws.MAX_PLY // 2 - 1  # of a line, where players take turns
WINS_AT_ONCE = 1e9  # the rank of an action that ends the game, before all others
ENTRIES = ("expand", "final")  # of a game, that this search calls besides `step`
NOTHING, FORBIDDEN = int(Repetition.NOTHING), int(Repetition.FORBIDDEN)


@walk_kernel
def force(walk: Any, work: Any, control: Any, ply: int, start: int, threats: int, attacker: int, trusting: int) -> int:
    """Plies in which the attacker wins by so many threats at most, whatever the other player does; NOT_FORCED if none is found.

    Its moves go onto the stack from `start` on. trusting is 1 where what the table says of a position counts, 0 where the
    table only says which action to try first.
    """
    # 1. Stop; a position that may not come back; the end of the game.
    if spent(control):
        return NOT_FORCED
    control[DEEPEST] = max(control[DEEPEST], ply)
    begin_line(work, ply)
    if comes_back(walk, work, ply):
        control[HORIZON] += 1
        return NOT_FORCED
    if is_over(walk, ply):
        control[LEAVES] += 1
        return 0 if utility_at(walk, ply, attacker) >= walk.bound else NOT_FORCED
    # 2. The horizon.
    attacking = player_at(walk, ply) == attacker
    if (attacking and threats == 0) or ply >= ws.MAX_PLY - 1 or not has_room(walk, start + 2 * walk.max_actions):
        control[HORIZON] += 1
        return NOT_FORCED
    # 3. What the table knows.
    table, key = ws.table_of(work), key_at(walk, ply)
    known = probe(table, key, 0)
    if trusting != 0 and known.found:
        if known.bound == LOWER and known.depth <= threats:
            control[TABLE_HITS] += 1
            return known.score
        if known.bound == UPPER and known.depth >= threats:
            control[TABLE_HITS] += 1
            if known.depth != EXHAUSTIVE:
                control[HORIZON] += 1
            return NOT_FORCED
    # 4. The threats, those with the fewest answers first, or all defences; in front what was right before.
    horizon = control[HORIZON]
    n = list_actions(walk, ply, start, RANKED)
    if attacking:
        n = keep_threats(walk, control, ply, start, n, threats, attacker)
    end = start + n
    put_first(walk, start, end, known.action)
    sort_moves(walk, start, end)
    # 5. One threat must win, or no defence may hold.
    longest, chosen = NOT_FORCED, NO_ACTION
    for i in range(start, end):
        if control[STOP]:
            return NOT_FORCED
        a = moves(walk)[i]
        step(walk, ply, a)
        plies = force(walk, work, control, ply + 1, end, threats - 1 if attacking else threats, attacker, trusting)
        if plies > longest:
            longest, chosen = plies, a
            extend_line(work, ply, a)
        if attacking == (plies != NOT_FORCED):
            chosen = a
            longest = plies
            break
    # 6. Remember.
    if control[STOP]:
        return NOT_FORCED
    if longest != NOT_FORCED:
        store(table, key, 0, longest + 1, chosen, threats, LOWER, 0)
        return longest + 1
    store(table, key, 0, 0, chosen, threats if control[HORIZON] > horizon else EXHAUSTIVE, UPPER, 0)
    return NOT_FORCED


@helper
def comes_back(walk: Any, work: Any, ply: int) -> bool:
    """Whether a rule of repetition forbids the position at a ply, or ends the game there; its key is noted on the path."""
    if walk.repetition == NOTHING or (is_over(walk, ply) and walk.repetition != FORBIDDEN):
        return False
    key = key_at(walk, ply)
    work.path[work.settings[ws.BASE] + ply] = key
    return ply > 0 and repeats(walk, work, key, ply)


@helper
def keep_threats(walk: Any, control: Any, ply: int, start: int, n: int, threats: int, attacker: int) -> int:
    """Of the n actions that are listed, keep those that win at once or must be answered, ranked; how many there are.

    With the last threat only a win at once will do.
    """
    actions, worth, kept = moves(walk), ranks(walk), start
    for i in range(start, start + n):
        if spent(control):
            return 0
        a = actions[i]
        step(walk, ply, a)
        if is_over(walk, ply + 1):
            if utility_at(walk, ply + 1, attacker) < walk.bound:
                continue
            rank = WINS_AT_ONCE
        elif player_at(walk, ply + 1) == attacker or not is_threatened(walk, ply + 1):
            continue
        elif threats == 1:
            control[HORIZON] += 1
            continue
        else:
            rank = -float(list_actions(walk, ply + 1, start + n, 0))
        actions[kept] = a
        worth[kept] = rank
        kept += 1
    return kept - start


@dataclass(frozen=True)
class ForcingOptions:
    """What a search for threats can be asked."""

    table_mb: float | None = option(SIZE.optional, None)  # of the table; None: what the limit can fill


class Tools:
    """What one search works on, compiled before the clock starts."""

    def __init__(self, task: Task[ForcingOptions]) -> None:
        megabytes = table_size(task.limit, 1) if task.options.table_mb is None else task.options.table_mb
        table_entries(megabytes)  # a size that makes no sense is refused here
        self.table = new_table(megabytes)
        self.walk: Walk = open_walk(task.game, ws.MAX_PLY + 2, ENTRIES)
        self.walk.place(task.state)
        self.work: Any = ws.new_workspace(tuple(signed(k) for k in task.history), 0, 0, self.table)
        self.work.settings[ws.SAME_BITS] = signed(task.game.repetition_bits)
        force.warm(self.walk, self.work, as_record(task.control), 0, 0, 1, 0, 1)


def deepen(task: Task[ForcingOptions], tools: Tools) -> Iterator[Report]:
    """One report for each number of threats; the last one has found a win, or has nothing left to look at."""
    game, control = task.game, task.control
    player = int(game.player(task.state))
    action = max(task.actions, key=lambda a: float(game.order(task.state, a)))  # until something is found
    guess = Value(float(game.evaluate(task.state, player)), player)
    for threats in range(1, min((task.limit.max_depth + 1) // 2, MOST_THREATS) + 1):
        horizon = int(control[HORIZON])
        plies = _force(tools, task, threats, player, trusting=1)
        if plies != NOT_FORCED:
            action = variation_from(tools.work, 0)[0]
            plies = _force(tools, task, threats, player, trusting=0)
        line = Line(action, guess, (action,), int(control[NODES]))
        if plies != NOT_FORCED:
            variation = variation_from(tools.work, 0)
            # Without threats it may go faster, unless it is done with the first action.
            bound = Bound.EXACT if plies == 1 else Bound.LOWER
            value = Value(utility_bound(game), player, bound, proven=True, plies_to_end=plies)
            line = Line(variation[0], value, variation, int(control[NODES]))
        yield _report(task, line, 2 * threats - 1)
        if task.stopped or plies != NOT_FORCED or int(control[HORIZON]) == horizon:
            return


def _force(tools: Tools, task: Task[ForcingOptions], threats: int, player: int, trusting: int) -> int:
    if task.stopped:
        return NOT_FORCED
    return int(force(tools.walk, tools.work, as_record(task.control), 0, 0, threats, player, trusting))


def _report(task: Task[ForcingOptions], line: Line, depth: int) -> Report:
    control, stopped = task.control, task.stopped and not line.value.proven
    return Report(
        action=line.action,
        value=line.value,
        variation=line.variation,
        algorithm=task.algorithm,
        depth=max(0, depth - 2) if stopped else depth,
        selective_depth=int(control[DEEPEST]),
        nodes=int(control[NODES]),
        leaves=int(control[LEAVES]),
        seconds=task.seconds,
        table_hits=int(control[TABLE_HITS]),
        completed=not stopped,
        lines=(line,),
    )


FORCING = Algorithm(
    "forcing",
    "wins by threats alone, such as mates by checks",
    Needs(players=2, chance=False, zero_sum=True, threats=True),
    Tools,
    deepen,
    ForcingOptions,
)
