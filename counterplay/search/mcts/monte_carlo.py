"""Monte Carlo tree search: UCT and PUCT with proven values, chance nodes, any number of players, on one thread or several.

Each technique has its own file: `mcts_selection` (UCT, PUCT, first-play urgency), `mcts_amaf` (RAVE), `mcts_implicit` (minimax
backups of estimates), `mcts_expansion` (priors, widening), `mcts_proofs` (solver, decisive actions); `mcts_growth` puts them
together, `mcts_options` says which are used.

Several threads grow a tree each, and their roots are added up (T. Cazenave and N. Jouandeau, "On the parallelization of UCT",
2007): they share nothing, so that the answer to a number of playouts does not depend on which thread is faster.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from counterplay.core import BadParameter, Repetition, Report, utilities_of_loss
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.deadline import STOP, must_end
from counterplay.search.algorithm import Algorithm, Needs
from counterplay.search.mcts.mcts_growth import expand_root, grow
from counterplay.search.mcts.mcts_options import MctsOptions, techniques_for
from counterplay.search.mcts.mcts_report import report
from counterplay.search.mcts.mcts_session import DEFAULT_CAPACITY, Session, most_nodes
from counterplay.search.mcts.mcts_tree import ROOT, SIZE, UNEXPANDED, children_of
from counterplay.search.search_control import LEAVES, as_record
from counterplay.search.search_task import Task

BATCH = 64  # playouts between two looks at the clock of the driver, at first
LARGEST_BATCH = 1 << 20
UNLIMITED = 2**62  # playouts or nodes


def prepare_mcts(task: Task[MctsOptions]) -> list[Session]:
    """Allocate and compile before the clock starts: a tree for each thread."""
    game, limit, options = task.game, task.limit, task.options
    if limit.depth is not None and limit.seconds is None and limit.nodes is None and limit.playouts is None:
        raise BadParameter("mcts does not go by depth; limit its playouts, nodes or seconds")
    capacity = options.capacity
    if capacity is None:
        wanted = DEFAULT_CAPACITY if limit.nodes is None else min(limit.nodes, most_nodes(game))
        capacity = max(wanted // task.threads, 1 + game.max_actions)  # the root and its children at least
    first = Session(game, capacity, task.seed) if options.session is None else options.session
    sessions = [first, *(Session(game, capacity, task.seed + thread) for thread in range(1, task.threads))]
    techniques = techniques_for(game, options)
    for session, control in zip(sessions, task.controls, strict=True):
        session.begin(task.state, techniques)
        session.work.stop_place = address_of(control)
        _settle_repetition(task, session)
        grow.warm(session.walk, session.work, as_record(control), session.tree, 0)
    return sessions


def _settle_repetition(task: Task[MctsOptions], session: Session) -> None:
    """Give the root's actions that a rule of repetition ends or forbids their value; below the root such rules are not seen."""
    game, tree, state = task.game, session.tree, task.state
    if game.repetition == Repetition.NOTHING:
        return
    if tree.nodes[ROOT].first == UNEXPANDED:
        expand_root(session.walk, session.work, tree)
    bits = game.repetition_bits
    before = [key & bits for key in (*task.history, int(game.key(state)))]
    for i in children_of(tree, ROOT):
        node = tree.nodes[i]
        action, following = int(node.action), game.result(state, int(node.action))
        if 1 + before.count(int(game.key(following)) & bits) >= game.repetition_count:
            node.proven = 1
            ended = None if game.repetition == Repetition.FORBIDDEN else task.position.successor(action, following).outcome()
            tree.exact[i, :] = utilities_of_loss(game, int(node.mover)) if ended is None else ended.utilities


def mcts(task: Task[MctsOptions], sessions: list[Session]) -> Iterator[Report]:
    """A report each time the number of playouts has doubled, and a last one, in which all threads have their say."""
    failed: list[Exception] = []
    helpers = [threading.Thread(target=_help, args=(task, sessions, i, failed), daemon=True) for i in range(1, task.threads)]
    for helper in helpers:
        helper.start()
    try:
        for done in _grown(task, sessions, 0):
            if not task.only_last:
                yield report(task, [sessions[0].tree], done)
        if not sessions[0].tree.nodes[ROOT].proven:
            _join(helpers)  # each has its share of the limit
    finally:
        for control in task.controls[1:]:
            control[STOP] = 1
        _join(helpers)
    for error in failed:
        raise error
    yield report(task, [session.tree for session in sessions], int(sum(control[LEAVES] for control in task.controls)))


def _grown(task: Task[MctsOptions], sessions: list[Session], thread: int) -> Iterator[int]:
    """Grow a thread's tree, batch by batch, to its share of the limit; how many playouts it has had after each."""
    limit, session, control = task.limit, sessions[thread], task.controls[thread]
    most = UNLIMITED if limit.playouts is None else _share(limit.playouts, task.threads, thread)
    room = UNLIMITED if limit.nodes is None else min(_share(limit.nodes, task.threads, thread), session.capacity)
    done, batch = 0, BATCH
    while done < most and not must_end(control) and not session.tree.nodes[ROOT].proven:
        done += int(grow(session.walk, session.work, as_record(control), session.tree, min(batch, most - done)))
        if int(session.tree.used[SIZE]) + task.game.max_actions >= room:
            return
        batch = min(2 * batch, LARGEST_BATCH)
        yield done


def _share(total: int, threads: int, thread: int) -> int:
    """A thread's part of a number."""
    return total // threads + (thread < total % threads)


def _help(task: Task[MctsOptions], sessions: list[Session], thread: int, failed: list[Exception]) -> None:
    """A further thread; a proof ends the search of all."""
    try:
        for _ in _grown(task, sessions, thread):
            pass
        if sessions[thread].tree.nodes[ROOT].proven:
            task.stop()
    except Exception as error:  # of the game's rules: the search ends with it, on whichever thread they fail
        failed.append(error)
        task.stop()


def _join(helpers: list[threading.Thread]) -> None:
    for helper in helpers:
        helper.join()


MCTS = Algorithm(
    "mcts",
    "Monte Carlo tree search with playouts and proven values",
    Needs(),
    prepare_mcts,
    mcts,
    MctsOptions,
    parallel=True,
)
