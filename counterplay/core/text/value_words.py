"""Values as people say them: +0.22 pawns and #3 in chess, +4 discs in othello, a win chance where nothing is counted.

`Value` and `Report` keep utilities; whatever is shown to a person goes through here.
"""

from __future__ import annotations

import math

from counterplay.core.game import Game
from counterplay.core.report import BOUND_SIGNS, Report, Value


def value_text(game: Game, value: Value) -> str:
    """A value with its bound, and with the distance to the end where that is proven.

    An average of game results, as Monte Carlo search gives it, is a win chance in a game that is won or lost, whatever the
    game's estimates are counted in.
    """
    if not math.isfinite(value.score) or (game.unit is None and not win_or_loss(game)):
        return value.utility_text
    if value.proven and win_or_loss(game):
        return _result_text(game, value)
    shown = score_text(game, value.score, sampled=value.sampled)
    return f"{BOUND_SIGNS[value.bound]}{shown}{' (proven)' if value.proven else ''}"


def value_heading(game: Game, report: Report) -> str:
    """What stands above a column of values."""
    chances = win_or_loss(game) and (game.unit is None or report.playouts > 0)
    return "win chance" if chances else f"value in {game.unit.name}" if game.unit else "value"


def worth_words(game: Game, value: Value) -> str:
    """What a move of this value does: 'is worth +0.22 pawns', 'loses in 4', 'mates in 3', 'gives a win chance of 56 %'."""
    shown, unit = value_text(game, value), game.unit
    if win_or_loss(game) and value.end_text:
        if unit is None or not unit.mates:
            return value.end_text
        return f"{'mates' if value.score > 0 else 'is mated'} in {abs(moves_to_end(value))}"
    if win_or_loss(game) and value.proven:
        return f"is {shown}"
    if shown.endswith("%"):
        return f"gives a win chance of {shown}"
    return f"is worth {shown} {unit.name}" if unit and shown[-1].isdigit() else f"is worth {shown}"


def score_text(game: Game, score: float, *, sampled: bool = False) -> str:
    """A utility in the game's unit: '+0.22'; as a win chance, '56.1 %', where the game has none; else the bare number."""
    unit = game.unit
    if win_or_loss(game):
        low, high = game.utility_range
        if unit is None or sampled:
            return f"{100 * (score - low) / (high - low):.1f} %"
        if score in (low, high):
            return "win" if score == high else "loss"
    if unit is None:
        return f"{score:+.4g}"
    sign = "+" if game.players > 1 else ""  # a single player's points are no lead over anybody
    shown = f"{unit.amount(score):{sign}.{unit.digits}f}"
    return shown if float(shown) else f"{0:.{unit.digits}f}"


def win_or_loss(game: Game) -> bool:
    """Whether a game is won, lost or drawn, and by how much does not matter: then a utility is a win chance."""
    return game.utility_range in ((-1.0, 1.0), (0.0, 1.0), (-1.0, game.players - 1.0))


def moves_to_end(value: Value) -> int:
    """The winner's moves until a forced end, where players take turns ply by ply; negative where the value's player loses."""
    moves = ((value.plies_to_end or 0) + 1) // 2
    return moves if value.score > 0 else -moves


def _result_text(game: Game, value: Value) -> str:
    """A proven win, loss or draw."""
    low, high = game.utility_range
    if value.plies_to_end is not None and value.score:
        if game.unit is None or not game.unit.mates:
            return value.end_text
        distance = f"#{moves_to_end(value)}"
        return f"{distance} or sooner" if value.may_end_sooner else f"{BOUND_SIGNS[value.bound]}{distance}"
    words = {low: "lost", high: "won"} | ({0.0: "drawn"} if low < 0 and game.players == 2 else {})
    shown = words.get(value.score) or score_text(game, value.score)
    return f"{BOUND_SIGNS[value.bound]}{shown} (proven)"
