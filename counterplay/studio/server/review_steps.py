"""What a review of a game asks of searches, step by step, and what it makes of the answers.

Written as a generator that hands out searches and is sent their reports: whoever runs it decides when and where they run,
and may stop between any two.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from counterplay.core import CHANCE, Game, Position, Report, Value
from counterplay.core.report import Line
from counterplay.core.text.value_words import worth_words
from counterplay.search.api import choose
from counterplay.studio.api.position_views import View, action_view, value_view, variation_view
from counterplay.studio.server.move_accuracy import chance_lost, move_accuracy, side_accuracy, verdict, win_chance
from counterplay.studio.server.studio_options import MOST_LINES
from counterplay.studio.server.study_store import PuzzleRow

PUZZLE_VERDICTS = ("mistake", "blunder")
MOST_PUZZLES = 12  # of one game: the worst mistakes
MOST_ANSWERS = 3  # that are about as good; a position with more is no puzzle
AS_GOOD = 0.05  # of win chance: less is no inaccuracy, and so counts as right
SECOND_LOOK = 2.0  # times the usual seconds, for whether a puzzle has one answer


@dataclass(frozen=True)
class Asked:
    """A search that the review needs."""

    position: Position
    lines: int
    weight: float = 1.0  # how much of the usual time


@dataclass(frozen=True)
class Judged:
    """A move that was played, beside the best one."""

    ply: int
    before: Position
    action: int
    best: Line
    played: Value | None  # None: the search did not get as far as this move
    lost: float

    @property
    def verdict(self) -> str:
        """What it is called; nothing where it was good."""
        return verdict(self.lost)


Steps = Generator[Asked, Report, tuple[View, list[PuzzleRow]]]


def decisions(last: Position) -> int:
    """How many positions of a game a review searches."""
    return sum(_searchable(position) for position in last.line())


def review_steps(last: Position, people: Sequence[bool], game_id: str) -> Steps:
    """Review the game that ends here; `people` says of each player whether it was a person."""
    game = last.game
    line, actions = last.line(), last.played()
    # The engine cuts off what is worse than the best, so a move is judged by the search of the position after it; the other
    # searches give every action of the root its value, and take chance into account, which decides in the next position.
    apart = choose(game) == "engine" and game.players == 2
    reports: dict[int, Report] = {}
    for ply, position in enumerate(line):
        if _searchable(position):
            reports[ply] = yield Asked(position, 1 if apart else len(position.choices))
    judged = [_judge(line, ply, action, reports, apart) for ply, action in enumerate(actions) if ply in reports]
    puzzles = []
    worst = sorted((j for j in judged if j.verdict in PUZZLE_VERDICTS), key=lambda j: -j.lost)[:MOST_PUZZLES]
    for one in worst:
        lines = min(MOST_LINES, len(one.before.choices))
        report = yield Asked(one.before, lines, SECOND_LOOK)
        puzzle = _puzzle(one, report, people, game_id)
        if puzzle is not None:
            puzzles.append(puzzle)
    return _view(last, judged, reports), puzzles


def _searchable(position: Position) -> bool:
    return position.player != CHANCE and position.outcome() is None


def _judge(line: list[Position], ply: int, action: int, reports: dict[int, Report], apart: bool) -> Judged:
    before, report = line[ply], reports[ply]
    best = report.lines[0] if report.lines else Line(report.action, report.value, report.variation)
    if best.action == action:
        return Judged(ply, before, action, best, best.value, 0.0)
    played = next((found.value for found in report.lines if found.action == action), None)
    if played is None and apart:
        played = _value_after(line[ply + 1], before.player, reports.get(ply + 1))
    lost = 0.0 if played is None else chance_lost(before.game, best.value, played)
    return Judged(ply, before, action, best, played, lost)


def _value_after(following: Position, player: int, report: Report | None) -> Value | None:
    """What a move was worth to who played it, by the position that followed."""
    outcome = following.outcome()
    if outcome is not None:
        return Value(outcome.utilities[player], player, proven=True, plies_to_end=1)
    if report is None:
        return None
    value = report.value.for_player(player)
    return replace(value, plies_to_end=None if value.plies_to_end is None else value.plies_to_end + 1)


# --- what is shown ---
def _view(last: Position, judged: list[Judged], reports: dict[int, Report]) -> View:
    game = last.game
    return {
        "moves": [_move_view(one) for one in judged],
        "sides": [_side_view(game, player, judged) for player in range(game.players)],
        "graph": [_graph_point(position, reports.get(ply)) for ply, position in enumerate(last.line())],
        "algorithm": next((report.algorithm for report in reports.values()), ""),
    }


def _graph_point(position: Position, report: Report | None) -> float | None:
    """The first player's win chance; None where chance decides, and in games that are not for two."""
    game = position.game
    if game.players != 2:
        return None
    outcome = position.outcome()
    if outcome is not None:
        return round(win_chance(game, Value(outcome.utilities[0], 0, proven=True)), 4)
    return None if report is None else round(win_chance(game, report.value.for_player(0)), 4)


def _side_view(game: Game, player: int, judged: list[Judged]) -> View:
    mine = [one for one in judged if one.before.player == player and one.played is not None]
    accuracy = side_accuracy([move_accuracy(one.lost) for one in mine])
    counts = {word: sum(one.verdict == word for one in mine) for word in ("inaccuracy", "mistake", "blunder")}
    shown = None if accuracy is None else round(accuracy, 1)
    return {"player": player, "name": game.player_names[player], "accuracy": shown, "moves": len(mine), **counts}


def _move_view(one: Judged) -> View:
    game, state = one.before.game, one.before.state
    return {
        "ply": one.ply,
        "player": one.before.player,
        "action": one.action,
        "name": game.action_name(state, one.action),
        "value": None if one.played is None else value_view(game, one.played),
        "best": line_of(one.before, one.best),
        "lost": round(one.lost, 4),
        "accuracy": None if one.played is None else round(move_accuracy(one.lost), 1),
        "verdict": one.verdict,
        "sentence": _sentence(one),
    }


def line_of(position: Position, line: Line) -> View:
    """A move with its value and what follows it."""
    names, actions = variation_view(position, line.variation or (line.action,))
    return {
        **action_view(position, line.action),
        "value": value_view(position.game, line.value),
        "line": names,
        "actions": actions,
    }


def _sentence(one: Judged) -> str:
    """'Qh5 is a blunder: it is worth -3.10 pawns. Best was Nf3, which is worth +0.20 pawns.'"""
    if not one.verdict or one.played is None:
        return ""
    game, state = one.before.game, one.before.state
    article = "an" if one.verdict[0] in "aeiou" else "a"
    name, better = game.action_name(state, one.action), game.action_name(state, one.best.action)
    return (
        f"{name} is {article} {one.verdict}: it {worth_words(game, one.played)}. "
        f"Best was {better}, which {worth_words(game, one.best.value)}."
    )


# --- puzzles ---
def _puzzle(one: Judged, report: Report, people: Sequence[bool], game_id: str) -> PuzzleRow | None:
    """The position before a mistake, if few moves are right there and the one that was played is not among them."""
    position = one.before
    lines = report.lines or (Line(report.action, report.value, report.variation),)
    best = lines[0]
    good = [line for line in lines if chance_lost(position.game, best.value, line.value) < AS_GOOD]
    right = [line.action for line in good]
    if one.action in right or len(right) > MOST_ANSWERS or len(right) == len(position.choices) or one.played is None:
        return None
    content = {
        "spec": position.game.spec,
        "title": position.game.title_text,
        "start": position.game.dump(position.line()[0].state),
        "moves": position.played(),
        "player": position.player,
        "played": {**action_view(position, one.action), "value": value_view(position.game, one.played)},
        "verdict": one.verdict,
        "right": right,
        "best": line_of(position, best),
    }
    return PuzzleRow(game_id, one.ply, people[position.player], content)
