"""Progressive deepening with aspiration windows, several lines and several threads; writes the reports.

Threads search the same tree on one shared table, each with its own workspace ("lazy SMP"): what one has found cuts the
others' trees, and what one is searching the others leave for later (see `sharing`).
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from counterplay.core import BadParameter, Bound, Game, Limit, Position, Repetition, Report, Value, overrides
from counterplay.core.report import Line
from counterplay.core.text.parameter_kinds import NAMES, NUMBER, WHOLE, YES_NO, Kind
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.deadline import STOP
from counterplay.gears.entry.walk import Walk, open_walk, signed
from counterplay.search.algorithm import Algorithm, Needs, option
from counterplay.search.engine import workspace as ws
from counterplay.search.engine.best_line import lengthen
from counterplay.search.engine.depth_fit import Phase, fit_of, plies_left
from counterplay.search.engine.game_scale import UNKNOWN, GameScale, scale_of
from counterplay.search.engine.likely_cuts import fill_cuts
from counterplay.search.engine.node import search_node
from counterplay.search.engine.repetition import fill_turns
from counterplay.search.engine.scores import (
    ESTIMATE_STEPS,
    INFINITE,
    PROVEN,
    WIN,
    moved_by,
    score_of,
    score_value,
    utility_bound,
)
from counterplay.search.engine.sharing import BUSY_WORDS
from counterplay.search.engine.table import NO_ACTION, SIZE, TABLE, borrow_table, new_table, return_table, table_entries
from counterplay.search.engine.time_use import TimeUse
from counterplay.search.search_control import (
    BORROWED,
    DEEPEST,
    HORIZON,
    LEAVES,
    NODE_LIMIT,
    NODES,
    TABLE_HITS,
    Array,
    as_record,
)
from counterplay.search.search_task import Task

ENHANCEMENTS = {  # name -> bit; all but tapered search are on unless switched off
    "aspiration": ws.ASPIRATION,
    "pvs": ws.PVS,
    "table": ws.TABLE,
    "killers": ws.KILLERS,
    "history": ws.HISTORY,
    "countermove": ws.COUNTERMOVE,
    "order": ws.ORDER,
    "candidates": ws.CANDIDATES,
    "quiescence": ws.QUIESCENCE,
    "threats": ws.THREATS,
    "singular": ws.SINGULAR,
    "null_move": ws.NULL_MOVE,
    "reductions": ws.REDUCTIONS,
    "reverse_futility": ws.REVERSE_FUTILITY,
    "late_pruning": ws.LATE_PRUNING,
    "futility": ws.FUTILITY,
    "internal_reduction": ws.INTERNAL_REDUCTION,
    "continuation": ws.CONTINUATION,
    "improving": ws.IMPROVING,
    "quiescence_table": ws.QUIESCENCE_TABLE,
    "exchange": ws.EXCHANGE,
    "stages": ws.STAGES,
    "noisy_history": ws.NOISY_HISTORY,
    "correction": ws.CORRECTION,
    "table_estimate": ws.TABLE_ESTIMATE,
    "expected_cuts": ws.EXPECTED_CUTS,
    "probcut": ws.PROBCUT,
    "multi_probcut": ws.MULTI_PROBCUT,
    "tapered": ws.TAPERED,
}
# These never change the value of a search to the end of the game.
SOUND = (
    "aspiration",
    "pvs",
    "table",
    "killers",
    "history",
    "countermove",
    "order",
    "candidates",
    "continuation",
    "stages",
    "noisy_history",
)
ASPIRATION_DEPTH = 4  # plies; earlier values jump too much
FIRST_WINDOW = 1.0  # spreads of the estimate to either side of the last value
LARGEST_TABLE_MB, SMALLEST_TABLE_MB = 64.0, 0.25  # of the table a search makes for itself
MB_PER_SECOND = 64.0  # two million new entries a second at 32 bytes
MB_PER_NODE = 64 / 2**20  # room for twice the nodes
LEARNT = Kind("a list that earlier searches of the same game have filled", lambda value: isinstance(value, list))
CHECKING = ws.PVS | ws.KILLERS | ws.HISTORY | ws.ORDER | ws.CANDIDATES | ws.TABLE_ORDER  # what a claim is checked with
LEAST_CHECKED, MOST_CHECKED = 20_000, 200_000  # nodes that this may take


@dataclass(frozen=True)
class EngineOptions:
    """What the engine can be asked."""

    only: Collection[str] | None = option(NAMES.optional, None)  # all enhancements that are on
    without: Collection[str] = option(NAMES, ())  # enhancements to switch off
    tapered: bool = option(YES_NO, False)  # switches tapered search on
    table_mb: float | None = option(SIZE.optional, None)  # of the transposition table; None: what the limit can fill
    table: Array | None = option(TABLE.optional, None)  # one that lives on between searches
    age: int = option(WHOLE, 0)  # of this search, where the table has seen others
    learnt: list[Any] | None = option(LEARNT.optional, None)  # workspaces, one a thread, that live on between searches
    planned: float | None = option(NUMBER.optional, None)  # seconds; within its limit it may take longer


@dataclass
class EngineTools:
    """What one search of the engine works with."""

    flags: int  # the enhancements in force
    age: int
    table_mb: float
    walks: list[Walk]  # one a thread
    table: Array | None  # shared by all threads; None until the search borrows one
    busy: Array  # what threads search at the moment, shared by all; empty where there is one
    scale: GameScale = UNKNOWN  # of the game
    phase: Phase | None = None  # what shallow searches say of deep ones here, where the game was calibrated
    depth: int = 0  # that the first thread searches at the moment
    works: list[Any] = field(default_factory=list)  # one a thread


def engine_flags(game: Game, options: EngineOptions) -> int:
    """The enhancements in force."""
    chosen = set(ENHANCEMENTS) - {"tapered"} if options.only is None else _named(options.only)
    chosen -= _named(options.without)
    if options.tapered:
        chosen.add("tapered")
    if not (overrides(game, "noisy") or overrides(game, "noisy_actions")):
        chosen -= {"quiescence", "probcut"}  # nothing is noisy: every position is calm
    return sum(ENHANCEMENTS[name] for name in chosen)


def _named(names: str | Iterable[str]) -> set[str]:
    """Names of enhancements, or a single one."""
    chosen = {names} if isinstance(names, str) else set(names)
    for name in chosen - set(ENHANCEMENTS):
        raise BadParameter(f"the engine has no enhancement '{name}'; it has {', '.join(ENHANCEMENTS)}")
    return chosen


def table_size(limit: Limit, threads: int) -> float:
    """Megabytes that a search within the limit can fill: clearing more would take longer than a short search."""
    by_time = MB_PER_SECOND * limit.seconds * threads if limit.seconds is not None else LARGEST_TABLE_MB
    by_nodes = MB_PER_NODE * limit.nodes if limit.nodes is not None else LARGEST_TABLE_MB
    return float(min(LARGEST_TABLE_MB, max(SMALLEST_TABLE_MB, min(by_time, by_nodes))))


def prepare_engine(task: Task[EngineOptions]) -> EngineTools:
    """Compile before the clock starts, and divide the nodes among the threads."""
    options = task.options
    for control in task.controls:
        control[NODE_LIMIT] = -(-task.limit.max_nodes // task.threads)
    tools = EngineTools(
        engine_flags(task.game, options),
        (options.age + 1) % 64,
        table_size(task.limit, task.threads) if options.table_mb is None else options.table_mb,
        [_walk(task) for _ in range(task.threads)],
        options.table,
        np.zeros(BUSY_WORDS if task.threads > 1 else 0, np.int64),
    )
    table_entries(tools.table_mb)  # a size that makes no sense is refused here
    walk = tools.walks[0]
    tools.scale = scale_of_game(task.game, walk.compiled)
    tools.phase = _phase(task, tools)
    if walk.compiled and not (search_node.is_warm and lengthen.is_warm):
        work = ws.new_workspace((), 0, 0, new_table(0.001))
        search_node.warm(walk, work, as_record(task.control), 1, 0, 0, 0, 1)
        lengthen.warm(walk, work, 0, 0)
    return tools


def _phase(task: Task[EngineOptions], tools: EngineTools) -> Phase | None:
    """What is known of deep and shallow values in the phase of the game that the root belongs to."""
    fit = fit_of(task.game, tools.scale.estimate) if tools.scale.estimate > 0 and tools.flags & ws.MULTI_PROBCUT else None
    return None if fit is None else fit.phase_at(plies_left(tools.walks[0]))


def _walk(task: Task[EngineOptions]) -> Walk:
    """A thread's walk, with the root in place."""
    walk = open_walk(task.game, ws.MAX_PLY + 2, engine_entries(task.game))
    walk.place(task.state)
    return walk


def scale_of_game(game: Game, compiled: bool = True) -> GameScale:
    """The spreads of a game, as the engine measures its margins."""
    return scale_of(game, engine_entries(game), compiled)


def engine_entries(game: Game) -> tuple[str, ...]:
    """The entry points that the engine calls besides `step`."""
    offered = {
        "passable": game.can_skip,
        "exchange": overrides(game, "exchange"),
        "structure": game.structure_parts > 0,
        "harmless": overrides(game, "harmless"),
    }
    return ("expand", "final", "estimate", *(name for name, is_offered in offered.items() if is_offered))


def _thread_workspace(task: Task[EngineOptions], tools: EngineTools, thread: int) -> Any:
    """A thread's workspace, which goes on from what its last search has learnt, and is kept for the next."""
    work, learnt = _workspace(task, tools), task.options.learnt
    if learnt is not None:
        if thread < len(learnt):
            ws.take_over(work, learnt[thread])
        learnt[thread : thread + 1] = [work]
    return work


def _workspace(task: Task[EngineOptions], tools: EngineTools) -> Any:
    history = tuple(signed(k) for k in task.history)
    work = ws.new_workspace(history, tools.flags, tools.age, tools.table)
    work.settings[ws.SAME_BITS] = signed(task.game.repetition_bits)
    if task.game.repetition == Repetition.PERPETUAL_LOSES:
        fill_turns(work, task.position)
    closed = _closed(task)
    work.settings[ws.EVERY_ACTION] = task.lines > 1 or len(closed) > 0
    work.banned[: len(closed)] = closed
    scale = tools.scale
    work.scales[ws.SPREAD] = scale.estimate / utility_bound(task.game) * ESTIMATE_STEPS
    work.scales[ws.HINT_SPREAD], work.scales[ws.NOISY_HINT_SPREAD] = scale.hint or 1.0, scale.noisy_hint or 1.0
    if tools.phase is not None:
        fill_cuts(work, tools.phase, utility_bound(task.game))
    if len(tools.busy):
        work.settings[ws.BUSY_PLACE] = address_of(tools.busy)
    if tools.walks[0].compiled:
        work.settings[ws.NATIVE_SEARCH] = search_node.address
    return work


def _closed(task: Task[EngineOptions]) -> list[int]:
    """The legal actions that the search is not to choose among."""
    choices = task.position.choices
    closed = [] if len(task.actions) == len(choices) else [a for a in choices if a not in set(task.actions)]
    if len(closed) > ws.MOST_BANNED // 2:
        raise BadParameter(f"the engine leaves out at most {ws.MOST_BANNED // 2} actions of the position, not {len(closed)}")
    return closed


def engine(task: Task[EngineOptions], tools: EngineTools) -> Iterator[Report]:
    """One report for each depth completed, and one for what the last, unfinished depth had found."""
    borrowed = None
    if tools.table is None:
        tools.table = borrowed = borrow_table(tools.table_mb)
    tools.works = [_thread_workspace(task, tools, thread) for thread in range(task.threads)]
    failed: list[Exception] = []
    helpers = [threading.Thread(target=_help, args=(task, tools, i, failed), daemon=True) for i in range(1, task.threads)]
    for helper in helpers:
        helper.start()
    try:
        yield from _deepen(task, tools)
    finally:
        task.stop()
        for helper in helpers:
            helper.join()
        if borrowed is not None:
            return_table(borrowed)
    for error in failed:
        raise error


def _help(task: Task[EngineOptions], tools: EngineTools, thread: int, failed: list[Exception]) -> None:
    """A further thread: deepens on its own, and catches up with the first one where that is deeper."""
    work, closed = tools.works[thread], len(_closed(task))
    best: Line | None = None
    try:
        for depth in range(1, min(task.limit.max_depth, ws.MAX_PLY - 1) + 1):
            if depth < tools.depth:
                continue
            best = _iterate(task, tools, thread, work, depth, closed, best)
            if task.controls[thread][STOP]:
                return
    except Exception as error:  # of the game's rules: the search ends with it, on whichever thread they fail
        failed.append(error)
        task.stop()


def _deepen(task: Task[EngineOptions], tools: EngineTools) -> Iterator[Report]:
    work, closed = tools.works[0], len(_closed(task))
    last: list[Line] = []
    time_use = TimeUse(task.options.planned, tools.scale.estimate)
    for depth in range(1, min(task.limit.max_depth, ws.MAX_PLY - 1) + 1):
        lines: list[Line] = []
        tools.depth = depth
        horizon, borrowed = int(task.control[HORIZON]), int(task.control[BORROWED])
        for number in range(min(task.lines, ws.MOST_BANNED - closed)):
            line = _iterate(task, tools, 0, work, depth, closed + number, last[number] if number < len(last) else None)
            if line is None:
                break
            lines.append(line)
            work.banned[closed + number] = line.action
            if task.stopped:
                break
        unborrowed = int(task.control[BORROWED]) == borrowed
        exhausted = int(task.control[HORIZON]) == horizon and unborrowed and not task.stopped
        if task.stopped:
            lines = _merge(task, lines, last)
        elif exhausted:
            lines = [_proven(task, line) for line in lines]
        lines = _sorted(lines)
        yield _report(task, work, depth if not task.stopped else depth - 1, lines, completed=not task.stopped)
        last = lines
        share = int(work.settings[ws.BEST_NODES]) / max(1, lines[0].nodes)
        if task.stopped or exhausted or _decided(lines, depth) or time_use.is_enough(task.seconds, lines[0], share):
            return


def _iterate(
    task: Task[EngineOptions], tools: EngineTools, thread: int, work: Any, depth: int, banned: int, last: Line | None
) -> Line | None:
    """Search the root at one depth, without the first `banned` of the banned actions; None where none is left.

    last is the line that the depth before found.
    """
    game, flags, control = task.game, _flags_at(tools, task.controls[thread], depth), task.controls[thread]
    walk, record = tools.walks[thread], as_record(control)
    nodes, borrowed = int(control[NODES]), int(control[BORROWED])
    work.settings[ws.FLAGS], work.settings[ws.ROOT_DEPTH], work.settings[ws.BANNED] = flags, depth, banned
    work.settings[ws.BEST_ACTION] = NO_ACTION
    work.settings[ws.FIRST_ACTION] = NO_ACTION if last is None else last.action
    centre = None if last is None else _score(last.value)
    reach = FIRST_WINDOW * tools.scale.estimate
    low, high = -INFINITE, INFINITE
    if flags & ws.ASPIRATION and reach > 0.0 and depth >= ASPIRATION_DEPTH and centre is not None and abs(centre) < PROVEN:
        low, high = moved_by(centre, -reach), moved_by(centre, reach)
    while True:
        score = int(search_node(walk, work, record, depth, 0, 0, low, high))
        if control[STOP]:
            break
        reach *= 4
        if score <= low and low > -INFINITE:
            low = moved_by(score, -reach) if abs(score) < PROVEN else -INFINITE
        elif score >= high and high < INFINITE:
            high = moved_by(score, reach) if abs(score) < PROVEN else INFINITE
        else:
            break
    action = int(work.settings[ws.BEST_ACTION])
    if action == NO_ACTION:
        return None
    value = score_value(game, int(work.settings[ws.BEST_SCORE]), int(game.player(task.state)), proven=False)
    nodes = int(control[NODES]) - nodes
    if value.proven and int(control[BORROWED]) > borrowed:
        checked = None if thread > 0 else _searched_again(task, tools, walk, work)
        if checked is None:
            value = replace(value, proven=False, plies_to_end=None)
        else:  # the value stands, perhaps by another action than the one which the table promised it for
            work, action = checked, int(checked.settings[ws.BEST_ACTION])
    if value.plies_to_end is not None and (flags & ws.TAPERED or value.plies_to_end > depth):
        # Of the actions of the winner some were left out, as most are past the horizon: the end is so far away at most.
        value = value.or_sooner()
    if control[STOP]:  # what was not looked at might be better
        return Line(action, replace(value, bound=Bound.LOWER), (action,), nodes)
    searched = int(work.line_ends[0])
    variation = tuple(int(a) for a in work.variation[0, : int(lengthen(walk, work, searched, depth))])
    if value.proven and not _ends_as_claimed(task, variation, value):
        variation = variation[:searched]
    return Line(action, value, variation, nodes)


def _flags_at(tools: EngineTools, control: Array, depth: int) -> int:
    """The enhancements in force at a depth: where all lines end before it, what is likely gives way to what is certain."""
    return tools.flags & ~ws.MULTI_PROBCUT if control[DEEPEST] < depth - 1 else tools.flags


def _ends_as_claimed(task: Task[EngineOptions], variation: tuple[int, ...], value: Value) -> bool:
    """Whether a line that was continued by the table agrees with a proven value, if it goes to the end of the game.

    What the table holds best in a position may bring back one that has occurred on this way to it, but on no other.
    """
    if task.game.repetition == Repetition.NOTHING:
        return True
    position: Position | None = task.position
    for action in variation:
        position = position.attempt(action) if position is not None else None
    outcome = None if position is None else position.outcome()
    return outcome is None or outcome.utilities[value.player] == value.score


def _searched_again(task: Task[EngineOptions], tools: EngineTools, walk: Walk, work: Any) -> Any | None:
    """What a win or loss rests on that was found with the table's help, in a game with a rule of repetition; None if nothing.

    What the table knows of a position was found on another way to it, where other positions had occurred (the graph history
    interaction problem, M. Campbell 1985). The claim is searched for once more, without the table's proofs.
    """
    score = int(work.settings[ws.BEST_SCORE])
    distance = WIN - abs(score)
    again = _workspace(task, tools)
    again.settings[ws.FLAGS] = CHECKING
    again.settings[ws.ROOT_DEPTH], again.settings[ws.BANNED] = distance, work.settings[ws.BANNED]
    again.settings[ws.FIRST_ACTION] = work.settings[ws.BEST_ACTION]
    again.settings[ws.EVERY_ACTION] = work.settings[ws.EVERY_ACTION]
    again.banned[:] = work.banned
    control = task.new_control(Limit(nodes=min(MOST_CHECKED, max(LEAST_CHECKED, task.nodes))))
    found = search_node(walk, again, as_record(control), distance, 0, 0, score - 1, score + 1)
    return again if not control[STOP] and int(found) == score else None


def _score(value: Value) -> int:
    if value.proven and value.plies_to_end is not None:
        return WIN - value.plies_to_end if value.score > 0 else value.plies_to_end - WIN
    return score_of(value.score)


def _merge(task: Task[EngineOptions], lines: list[Line], last: list[Line]) -> list[Line]:
    """What an unfinished depth found, then the last finished depth; if neither has anything, a legal action."""
    found = {line.action for line in lines}
    merged = (lines + [line for line in last if line.action not in found])[: max(1, task.lines)]
    if merged:
        return merged
    game = task.game
    player = int(game.player(task.state))
    action = task.actions[0]
    return [Line(action, Value(float(game.evaluate(task.state, player)), player), (action,))]


def _proven(task: Task[EngineOptions], line: Line) -> Line:
    value = replace(line.value, proven=True)
    variation = line.variation if _ends_as_claimed(task, line.variation, value) else line.variation[:1]
    return replace(line, value=value, variation=variation)


def _sorted(lines: list[Line]) -> list[Line]:
    """Best first: a sure win before a hoped one, a feared loss before a sure one; then the nearer win, the farther loss."""

    def worth(line: Line) -> tuple[float, int, int]:
        end, won = line.value.plies_to_end or 0, 1 if line.value.score > 0 else -1
        return line.value.score, won if line.value.proven else 0, -won * end

    return sorted(lines, key=worth, reverse=True)


def _decided(lines: list[Line], depth: int) -> bool:
    """Whether deeper search cannot change anything: every line is won or lost within the searched depth."""
    ends = [line.value.plies_to_end for line in lines if line.value.proven]
    return len(ends) == len(lines) > 0 and all(end is not None and end <= depth for end in ends)


def _report(task: Task[EngineOptions], work: Any, depth: int, lines: list[Line], completed: bool) -> Report:
    best = lines[0]
    return Report(
        action=best.action,
        value=best.value,
        variation=best.variation,
        algorithm="engine",
        depth=depth,
        selective_depth=int(max(c[DEEPEST] for c in task.controls)),
        nodes=task.nodes,
        leaves=int(sum(c[LEAVES] for c in task.controls)),
        seconds=task.seconds,
        table_hits=int(sum(c[TABLE_HITS] for c in task.controls)),
        completed=completed,
        lines=tuple(lines),
    )


ENGINE = Algorithm(
    "engine",
    "principal-variation search with every enhancement",
    Needs(players=2, chance=False, zero_sum=True),
    prepare_engine,
    engine,
    EngineOptions,
    parallel=True,
)
