"""Multi-ProbCut: where a shallow search makes it likely enough that a deep one would leave the window, it is believed.

M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997. What "likely" means is
fitted to each game, see `depth_fit`; where there is no fit, nothing is cut.
"""

from __future__ import annotations

from typing import Any

from counterplay.gears import helper
from counterplay.gears.entry.walk import is_threatened
from counterplay.search.engine.depth_fit import Line, Phase
from counterplay.search.engine.recall import remembered
from counterplay.search.engine.scores import ESTIMATE_STEPS, INFINITE, NO_ESTIMATE, PROVEN, score_of_steps, steps_of
from counterplay.search.engine.selectivity import NEAR_ROOT
from counterplay.search.engine.table import NO_ACTION, Entry
from counterplay.search.engine.workspace import CUT_ATTEMPTS, CUT_DEPTHS, FLAGS, MULTI_PROBCUT

CONFIDENCE = 1.5  # standard errors by which a deep value must be expected beyond the window: 93 % of normal errors are smaller
SHALLOW, SLOPE, OFFSET, MARGIN = range(4)  # columns of work.cuts
UNDECIDED = INFINITE + 1  # no score
DEPTHS_BEYOND = 6  # plies deeper than any fit that its last lines are taken for


@helper
def may_cut_likely(walk: Any, work: Any, depth: int, ply: int, alpha: int, beta: int) -> bool:
    """Whether to ask a shallow search what a deep one would say."""
    return (
        work.settings[FLAGS] & MULTI_PROBCUT != 0
        and depth < CUT_DEPTHS
        and work.cuts[depth, 0, SHALLOW] != 0.0
        and alpha + 1 == beta
        and ply >= NEAR_ROOT
        and work.excluded[ply] == NO_ACTION
        and work.probed[ply] == 0
        and work.guesses[ply] != NO_ESTIMATE
        and not is_threatened(walk, ply)
        and abs(alpha) < PROVEN
        and abs(beta) < PROVEN
    )


@helper
def likely_bar(walk: Any, work: Any, depth: int, attempt: int, above: bool, beta: int) -> int:
    """The score that a shallow search must reach, or not exceed; UNDECIDED where no score is so far out."""
    line = work.cuts[depth, attempt]
    margin = line[MARGIN] if above else -line[MARGIN]
    steps = (steps_of(walk, beta) + margin - line[OFFSET]) / line[SLOPE]
    return score_of_steps(walk, int(steps)) if abs(steps) < ESTIMATE_STEPS else UNDECIDED


@helper
def known_by_now(walk: Any, work: Any, known: Entry, depth: int, ply: int) -> Entry:
    """What the table knows after the shallow searches, if it knew no action before."""
    if known.action != NO_ACTION or depth >= CUT_DEPTHS or work.cuts[depth, 0, SHALLOW] == 0.0:
        return known
    return remembered(walk, work, ply)


def shallow_depths(deep: int) -> tuple[int, ...]:
    """The depths whose values are asked about that at a depth, the cheapest first: both are odd, or both even."""
    half = 2 * (deep // 4) + deep % 2
    least = 2 - deep % 2
    return (least, half) if least < half else (half,)


def fill_cuts(work: Any, phase: Phase, bound: float) -> None:
    """Write the lines of a phase to a workspace; `bound` is the largest utility of the game."""
    lines = {(line.deep, line.shallow): line for line in phase.lines}
    deepest = max((deep for deep, _ in lines), default=0)
    for depth in range(3, min(CUT_DEPTHS, deepest + DEPTHS_BEYOND + 1)):
        known = depth if depth <= deepest else deepest - (depth - deepest) % 2
        attempts = [lines[known, shallow] for shallow in shallow_depths(known) if (known, shallow) in lines]
        for attempt, line in enumerate(attempts[:CUT_ATTEMPTS]):
            work.cuts[depth, attempt] = _row(line, depth - known, bound)


def _row(line: Line, deeper: int, bound: float) -> tuple[float, float, float, float]:
    """Depth, slope, offset and margin in steps; beyond all fits, both depths are larger by as much."""
    steps = ESTIMATE_STEPS / bound
    return line.shallow + deeper, line.slope, line.offset * steps, CONFIDENCE * line.error * steps
