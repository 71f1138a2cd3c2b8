"""What the engine tells while it thinks: the `info` lines of UCI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import Bound, Report, Unit, Value
from counterplay.core.report import Line
from counterplay.core.text.value_words import moves_to_end
from counterplay.search.engine.table import REST, WORDS

SAMPLE = 1000  # entries of the table that are looked at, so that the count is a share in thousandths
BOUNDS = {Bound.EXACT: "", Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}


class Speech(NamedTuple):
    """How a protocol tells moves and values."""

    written: Callable[[int], str]  # a move
    unit: Unit
    plies: bool = False  # the way to mate is counted in moves of either side, not in full moves
    no_move: str = "(none)"  # in place of the best move where there is none


def info_line(speech: Speech, report: Report, line: Line, number: int, lines: int, table: Any) -> str:
    """One line of a report; `number` of `lines`, best first."""
    milliseconds = int(1000 * report.seconds)
    multipv = f" multipv {number}" if lines > 1 else ""
    return (
        f"info depth {max(1, report.depth)} seldepth {max(1, report.depth, report.selective_depth)}{multipv}"
        f" score {score(line.value, speech)} nodes {report.nodes} nps {int(report.nodes_per_second)}"
        f" hashfull {hash_full(table)} time {milliseconds} pv {' '.join(map(speech.written, line.variation))}"
    )


def score(value: Value, speech: Speech) -> str:
    """Centipawns, or the moves to mate, negative where the engine is mated."""
    if value.end_text and speech.plies:
        return f"mate {'-' if value.score < 0 else ''}{value.plies_to_end}"
    if value.end_text:
        return f"mate {moves_to_end(value)}"  # a distance that was found is no bound
    return f"cp {round(100 * speech.unit.amount(value.score))}{BOUNDS[value.bound]}"


def hash_full(table: Any) -> int:
    """How full the table is, in thousandths."""
    looked_at = table[REST::WORDS][:SAMPLE]
    return int(np.count_nonzero(looked_at)) * 1000 // len(looked_at)
