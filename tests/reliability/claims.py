"""Every claim that a report or a solution makes, compared with backward induction; what is false is said in words.

A value that is called proven is compared with play to the end of the game. One that is not claims something only where the
search is a plain one to a fixed depth: then it is compared with backward induction to that depth.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from backward_induction import BackwardInduction, Race, Utilities

from counterplay import Position, Report, Value
from counterplay.core import Bound
from counterplay.core.report import Line
from counterplay.solve import Solution

SOME_LINES = 6  # the first and the last of a report that are judged
LONGEST_SHOWN = 12  # steps of a variation, in words


class View(Enum):
    """Whom a search believes to be playing."""

    EVERYONE_FOR_ITSELF = "everyone for itself"
    ALL_AGAINST_ONE = "all against one"


@dataclass
class Verdict:
    """What was compared."""

    checked: Counter[str] = field(default_factory=Counter)  # kind of claim -> how many
    wrong: list[str] = field(default_factory=list)

    def claim(self, kind: str, holds: bool, words: str) -> bool:
        """Count a claim; whether it holds."""
        self.checked[kind] += 1
        if not holds:
            self.wrong.append(f"{kind}: {words}")
        return holds


def judge_report(
    report: Report,
    position: Position,
    oracle: BackwardInduction,
    view: View = View.EVERYONE_FOR_ITSELF,
    to_depth: bool = False,
    sees_repetition: bool = True,
) -> Verdict:
    """All claims of a report.

    to_depth says that values which are not proven are exact at the report's depth, sees_repetition that variations keep to the
    rules of repetition.
    """
    return _Judge(position, oracle, view, report.depth if to_depth else 0, sees_repetition).report(report)


def judge_solution(solution: Solution, position: Position, oracle: BackwardInduction) -> Verdict:
    """All claims of a solution."""
    judge = _Judge(position, oracle, View.EVERYONE_FOR_ITSELF)
    verdict = judge.report(Report(solution.action, solution.value, solution.line, "solve"))
    verdict.claim("solved", solution.value.proven and solution.value.bound == Bound.EXACT, "the value is not called exact")
    judge.best_play(solution.line, hurried=solution.value.plies_to_end is not None)
    return verdict


class _Judge:
    def __init__(
        self, position: Position, oracle: BackwardInduction, view: View, depth: int = 0, sees_repetition: bool = True
    ) -> None:
        self.position, self.oracle, self.view, self.depth = position, oracle, view, depth
        self.sees_repetition = sees_repetition
        self.me = position.player
        self.verdict = Verdict()

    def report(self, report: Report) -> Verdict:
        """The answer, then its lines."""
        if self.action("the answer", report.action, report.variation):
            self.value("the position", report.value, None)
            if self.reference(report.value) != 0:
                self.choice(report.action, report.value)
            self.ending("the answer", report.value, report.variation)
        for line in (*report.lines[:SOME_LINES], *report.lines[SOME_LINES:][-SOME_LINES:]):
            self.line(line)
        self.order(report)
        return self.verdict

    def line(self, line: Line) -> None:
        """One candidate action."""
        who = f"line {line.action}"
        if self.action(who, line.action, line.variation):
            self.value(who, line.value, line.action)
            self.ending(who, line.value, line.variation)

    def order(self, report: Report) -> None:
        """The lines are of different actions, the answer first, and those that are proven best first."""
        actions = [line.action for line in report.lines]
        exact = [line for line in report.lines if line.value.proven and line.value.bound == Bound.EXACT]
        scores = [line.value.score for line in exact if line.value.player == self.me]
        words = ""
        if len(set(actions)) < len(actions):
            words = f"two of them begin alike, their actions are {actions}"
        elif actions and actions[0] != report.action:
            words = f"the first is of {actions[0]}, the answer is {report.action}"
        elif not all(one >= other or self.oracle.same(one, other) for one, other in pairwise(scores)):
            words = f"those that are proven are not in order, their scores are {scores}"
        self.verdict.claim("lines", not words, words)

    def action(self, who: str, action: int, variation: tuple[int, ...]) -> bool:
        """Whether the action is legal; so should be everything that is said to follow."""
        if action not in self.position.choices:
            return self.verdict.claim("legal", False, f"{who}: {action} is not")
        words = "" if variation[:1] == (action,) else f"{_steps(variation)} begins with another action than {action}"
        position: Position | None = self.position
        for place, step in enumerate(variation):
            position = self.step(position, step)
            if position is None:
                words = words or f"step {place + 1} of {_steps(variation)} is not legal"
                break
        self.verdict.claim("variation", not words, f"{who}: {words}")
        return True

    def step(self, position: Position, action: int) -> Position | None:
        """The position after an action of a variation; None where it is not legal."""
        if self.sees_repetition:
            return position.attempt(action)
        game = position.game
        return Position(game, game.result(position.state, action)) if action in game.choices(position.state) else None

    def reference(self, value: Value) -> int | None:
        """The depth to which a value must be right: None is the end of the game, 0 means that it claims nothing."""
        return None if value.proven else self.depth

    def value(self, who: str, value: Value, action: int | None) -> None:
        """A value of the position, or of an action in it."""
        depth = self.reference(value)
        if depth == 0 or (self.view == View.ALL_AGAINST_ONE and value.player != self.me):
            return
        true = self.possible(action, depth, value.player)
        tolerance = self.oracle.tolerance
        holds = {
            Bound.EXACT: any(self.oracle.same(value.score, t) for t in true),
            Bound.LOWER: max(true) >= value.score - tolerance,
            Bound.UPPER: min(true) <= value.score + tolerance,
        }[value.bound]
        kind = ("proven " if depth is None else "searched ") + value.bound.value
        self.verdict.claim(kind, holds, f"{who} is said to be {_said(value)}, but is {_list(true)}")
        if value.per_player and value.bound == Bound.EXACT and self.view == View.EVERYONE_FOR_ITSELF:
            self.shares(who, value, action, depth)
        if value.plies_to_end is not None and depth is None and holds:
            self.distance(who, value, action)

    def shares(self, who: str, value: Value, action: int | None, depth: int | None) -> None:
        """Every player's part."""
        true = self.results(action, depth)
        fits = any(len(t) == len(value.per_player) and all(map(self.oracle.same, t, value.per_player)) for t in true)
        self.verdict.claim("every player", fits, f"{who} is said to be worth {value.per_player}, but is {_list(true)}")

    def distance(self, who: str, value: Value, action: int | None) -> None:
        """How far the end is: exactly, or at least or at most where the value itself is a bound."""
        assert value.plies_to_end is not None
        if self.oracle.race_known and value.score != 0.0:
            true = self.raced(action)
            said = Race(value.score if value.player == 0 else -value.score, value.plies_to_end).rank(value.player)[1]
            rank = true.rank(value.player)[1]
            better = not self.oracle.same(true.rank(value.player)[0], value.score)  # than the bound: any distance is right
            holds = {
                Bound.EXACT: rank == said,
                Bound.LOWER: better or rank >= said,
                Bound.UPPER: better or rank <= said,
            }[value.bound]
            self.verdict.claim("distance", holds, f"{who} is said to be {_said(value)}, but its end is {true.plies} plies away")
        elif value.bound == Bound.EXACT and self.view == View.EVERYONE_FOR_ITSELF:
            found = self.spans(action, value)
            holds = any(least <= value.plies_to_end <= most for least, most in found)
            self.verdict.claim("distance", holds, f"{who} is said to be {_said(value)}, but ends after {_list(found)} plies")

    def choice(self, action: int, value: Value) -> None:
        """The action attains what the position is said to be worth."""
        depth = self.reference(value)
        if value.bound == Bound.UPPER or value.player != self.me:
            return
        kind = "proven choice" if depth is None else "searched choice"
        after = max(self.possible(action, depth, self.me))
        wanted = value.score if value.bound == Bound.LOWER else min(self.possible(None, depth, self.me))
        holds = after >= wanted - self.oracle.tolerance
        words = f"{action} is chosen, worth {after:.12g}, where {wanted:.12g} can be had"
        if holds and depth is None and self.oracle.race_known and value.plies_to_end is not None and value.score != 0.0:
            attained = self.raced(action)
            said = Race(value.score if self.me == 0 else -value.score, value.plies_to_end)
            better = not self.oracle.same(attained.score, said.score)
            holds = better or attained.rank(self.me)[1] >= said.rank(self.me)[1]
            words = f"{action} is chosen for {_said(value)}, but leads to an end {attained.plies} plies away"
        self.verdict.claim(kind, holds, words)

    def ending(self, who: str, value: Value, variation: tuple[int, ...]) -> None:
        """A line of play that a proven value comes with, if it goes to the end of the game, ends with that value."""
        if not value.proven or value.bound != Bound.EXACT or self.position.game.chance:
            return
        position: Position | None = self.position
        for step in variation:
            position = position.attempt(step) if position is not None else None
        outcome = None if position is None else position.outcome()
        if outcome is not None:
            attained = outcome.utilities[value.player]
            words = f"{who} is said to be {_said(value)}, but {_steps(variation)} ends with {attained:.12g}"
            self.verdict.claim("ending", self.oracle.same(attained, value.score), words)

    def best_play(self, line: tuple[int, ...], hurried: bool) -> None:
        """Every step of a solution is a best one, hurried or delayed where distances are told, and the last ends the game."""
        position = self.position
        for place, step in enumerate(line):
            following = position.attempt(step)
            if following is None:
                return  # said already
            before, after = self.oracle.race(position), self.oracle.race(following)
            attained, best = Race(after.score, after.plies + 1).rank(position.player), before.rank(position.player)
            holds = attained == best if hurried else attained[0] == best[0]
            self.verdict.claim("best play", holds, f"step {place + 1} of {_steps(line)} is not a best one")
            position = following
        self.verdict.claim("best play", position.outcome() is not None, f"{_steps(line)} does not end the game")

    def possible(self, action: int | None, depth: int | None, player: int) -> list[float]:
        """What the position, or an action in it, may be worth to a player."""
        if self.view == View.ALL_AGAINST_ONE:
            return [self.oracle.guaranteed(*self.after(action, depth, self.me))]
        return [utilities[player] for utilities in self.results(action, depth)]

    def results(self, action: int | None, depth: int | None) -> list[Utilities]:
        """All results of the position, or of an action in it."""
        where, _, depth = self.after(action, depth, self.me)
        return list(self.oracle.results(where, depth))

    def spans(self, action: int | None, value: Value) -> list[tuple[int, int]]:
        """In how many plies play may end with this value."""
        where, _, _ = self.after(action, None, self.me)
        more = 0 if action is None else 1
        return [
            (span.least + more, span.most + more)
            for utilities, span in self.oracle.results(where).items()
            if self.oracle.same(utilities[value.player], value.score)
        ]

    def raced(self, action: int | None) -> Race:
        """The race from the position, or by an action in it."""
        where, _, _ = self.after(action, None, self.me)
        score, plies = self.oracle.race(where)
        return Race(score, plies if action is None else plies + 1)

    def after(self, action: int | None, depth: int | None, me: int) -> tuple[Position, int, int | None]:
        """Where an action leads, and the depth that is left there."""
        if action is None:
            return self.position, me, depth
        return self.position.play(action), me, None if depth is None else depth - 1


def _said(value: Value) -> str:
    """A value in full: the text of a value rounds it."""
    relation = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[value.bound]
    end = "" if value.plies_to_end is None else f" in {value.plies_to_end}"
    return f"{relation}{value.score!r}{end}{' (proven)' if value.proven else ''}"


def _steps(variation: tuple[int, ...]) -> str:
    shown = " ".join(map(str, variation[:LONGEST_SHOWN]))
    return f"({shown}{' ...' if len(variation) > LONGEST_SHOWN else ''})"


def _list(values: object) -> str:
    return " or ".join(str(v) for v in values) if isinstance(values, list) else str(values)
