"""What the engine tells while it thinks: the `info` lines of UCI."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterplay.core import Bound, Report, Value
from counterplay.core.report import Line
from counterplay.core.text.value_words import moves_to_end
from counterplay.games.chess_like.chess.chess import Chess
from counterplay.search.engine.table import REST, WORDS

SAMPLE = 1000  # entries of the table that are looked at, so that the count is a share in thousandths
BOUNDS = {Bound.EXACT: "", Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}


def info_line(game: Chess, report: Report, line: Line, number: int, lines: int, table: Any) -> str:
    """One line of a report; `number` of `lines`, best first."""
    milliseconds = int(1000 * report.seconds)
    multipv = f" multipv {number}" if lines > 1 else ""
    return (
        f"info depth {max(1, report.depth)} seldepth {max(1, report.depth, report.selective_depth)}{multipv}"
        f" score {score(line.value)} nodes {report.nodes} nps {int(report.nodes_per_second)}"
        f" hashfull {hash_full(table)} time {milliseconds} pv {' '.join(game.uci(a) for a in line.variation)}"
    )


def score(value: Value) -> str:
    """Centipawns, or full moves to mate, negative where the engine is mated."""
    if value.end_text:
        return f"mate {moves_to_end(value)}"  # a distance that was found is no bound
    return f"cp {round(100 * Chess.unit.amount(value.score))}{BOUNDS[value.bound]}"


def hash_full(table: Any) -> int:
    """How full the table is, in thousandths."""
    looked_at = table[REST::WORDS][:SAMPLE]
    return int(np.count_nonzero(looked_at)) * 1000 // len(looked_at)
