"""Why not that move? Its refutation, the move that is better, and how the choice changed as the search went deeper."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from counterplay.core import CHANCE, CounterplayError, IllegalAction, Limit, Position, Report, Value
from counterplay.core.report import Line
from counterplay.core.text.value_words import worth_words
from counterplay.search.api import choose
from counterplay.studio.api.position_views import View, value_view, variation_view
from counterplay.studio.server.search_queue import Job

SHARE = 0.5  # of the time goes to the position itself, the rest to the one after the wanted move


@dataclass
class Depths:
    """What was thought at each depth."""

    best: dict[int, Line] = field(default_factory=dict)
    wanted: dict[int, Value] = field(default_factory=dict)


def explain(job: Job, position: Position, action: int, seconds: float) -> View:
    """A Why, found by searching on this thread."""
    game = position.game
    if position.attempt(action) is None:
        raise IllegalAction(f"{game.title_text}: action {action} is not legal here")
    depths = Depths()
    best, wanted = _compare(job, position, action, seconds, depths)
    if _rank(wanted.value) > _rank(best.value) and best.action != action:
        best = wanted  # the closer look has shown that it was right
    return {
        "wanted": _line_view(position, wanted),
        "best": _line_view(position, best),
        "sentence": _sentence(position, wanted, best, depths),
        "by_depth": [
            {
                "depth": depth,
                "best": game.action_name(position.state, line.action),
                "value": value_view(game, line.value),
                "wanted_value": value_view(game, depths.wanted[depth]) if depth in depths.wanted else None,
            }
            for depth, line in sorted(depths.best.items())
        ],
    }


def _compare(job: Job, position: Position, action: int, seconds: float, depths: Depths) -> tuple[Line, Line]:
    """The best line, and the line of the wanted action."""
    following = position.play(action)
    # The engine cuts off what is worse than the best, so the wanted move is searched by itself; the other searches give
    # every action of the root its value.
    apart = choose(position.game) == "engine" and following.player != CHANCE
    lines = 1 if apart else len(position.choices)

    def note(report: Report) -> None:
        if report.completed or not depths.best:
            depths.best[report.depth] = report.lines[0] if report.lines else Line(report.action, report.value, report.variation)
            for line in report.lines:
                if line.action == action:
                    depths.wanted[report.depth] = line.value

    report = job.search(position, Limit(seconds=seconds * (SHARE if apart else 1.0)), "auto", note, lines=lines)
    best = report.lines[0] if report.lines else Line(report.action, report.value, report.variation)
    known = next((line for line in report.lines if line.action == action), None)
    if apart and best.action != action:
        known = _searched_apart(job, position, following, seconds * (1 - SHARE), depths)
    if known is None:
        raise CounterplayError(f"the search of {position.game.title_text} did not get as far as this move; give it more time")
    return best, known


def _searched_apart(job: Job, position: Position, following: Position, seconds: float, depths: Depths) -> Line:
    """The wanted action by a search of the position after it, as the player sees it who wants it."""
    player, action = position.player, following.action
    assert action is not None
    outcome = following.outcome()
    if outcome is not None:
        return Line(action, Value(outcome.utilities[player], player, proven=True, plies_to_end=1), (action,))

    def note(report: Report) -> None:
        if report.completed:
            depths.wanted[report.depth + 1] = _one_later(report.value.for_player(player))

    report = job.search(following, Limit(seconds=seconds), "auto", note)
    return Line(action, _one_later(report.value.for_player(player)), (action, *report.variation))


def _one_later(value: Value) -> Value:
    """The same value a ply earlier: the end is one ply farther away."""
    end = None if value.plies_to_end is None else value.plies_to_end + 1
    return replace(value, plies_to_end=end)


def _line_view(position: Position, line: Line) -> View:
    names, actions = variation_view(position, line.variation)
    name = position.game.action_name(position.state, line.action)
    return {
        "action": line.action,
        "name": name,
        "value": value_view(position.game, line.value),
        "line": names or [name],
        "actions": actions or [line.action],
    }


def _sentence(position: Position, wanted: Line, best: Line, depths: Depths) -> str:
    game, state = position.game, position.state
    name, better = game.action_name(state, wanted.action), game.action_name(state, best.action)
    if wanted.action == best.action:
        found = [d for d, line in sorted(depths.best.items()) if line.action != wanted.action]
        since = f", from depth {found[-1] + 1} on" if found and found[-1] < max(depths.best) else ""
        return f"{name} is the search's own choice{since}: it {worth_words(game, wanted.value)}."
    names, _ = variation_view(position, wanted.variation)
    reply = f" after {names[1]}" if len(names) > 1 else ""
    worth = worth_words(game, wanted.value)
    if _rank(wanted.value) == _rank(best.value):
        return f"{name} is as good as {better} as far as the search sees: it {worth}{reply}, and {better} is worth the same."
    tempting = [d for d, line in sorted(depths.best.items()) if line.action == wanted.action]
    until = f" To depth {tempting[-1]} {name} looked best." if tempting else ""
    if wanted.value.score == best.value.score:
        what = "is quicker" if wanted.value.score > 0 else "holds out longer"
        return f"{name} {worth}{reply}; {better} {what}: it {worth_words(game, best.value)}.{until}"
    return f"{name} {worth}{reply}; {better} is better: it {worth_words(game, best.value)}.{until}"


def _rank(value: Value) -> tuple[float, int]:
    """How good a value is: of two wins the nearer, of two losses the farther."""
    end = (value.plies_to_end or 0) if value.end_text else 0
    return value.score, -end if value.score > 0 else end
