"""Go with sets of points and the whole past in the state: superko by looking at every earlier position. Slow and plain."""

from __future__ import annotations

from typing import Any, NamedTuple

from counterplay.core import Game

Point = tuple[int, int]  # column and row
Stones = frozenset[tuple[Point, int]]  # with whose each stone is


class PlainState(NamedTuple):
    """A position and all that came before it."""

    stones: Stones
    turn: int
    passes: int
    taken: tuple[int, int]  # by each player
    past: tuple[tuple[Stones, int], ...]  # every position after a play, with who made it; the first one is nobody's


class PlainGo(Game):
    """The rules, one sentence after the other."""

    def __init__(self, width: int, height: int, komi: float, scoring: str, ko_rule: str, suicide: bool) -> None:
        self.width, self.height, self.komi = width, height, komi
        self.scoring, self.ko_rule, self.suicide = scoring, ko_rule, suicide
        self.all_points = [(x, y) for y in range(height) for x in range(width)]

    def initial(self) -> PlainState:
        return PlainState(frozenset(), 0, 0, (0, 0), ((frozenset(), -1),))

    def player(self, s: PlainState) -> int:
        return s.turn

    def near(self, point: Point) -> list[Point]:
        """The points that a line joins to this one."""
        x, y = point
        return [p for p in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if p in self.all_points]

    def joined(self, start: Point, colours: dict[Point, int]) -> tuple[set[Point], set[int | None]]:
        """All points of one content that hang together with the first, and the contents of what they touch."""
        found, waiting, touched = {start}, [start], set()
        while waiting:
            for point in self.near(waiting.pop()):
                if colours.get(point) == colours.get(start):
                    if point not in found:
                        found.add(point)
                        waiting.append(point)
                else:
                    touched.add(colours.get(point))
        return found, touched

    def placed(self, s: PlainState, point: Point) -> tuple[dict[Point, int], int, int] | None:
        """The stones after a play, how many of theirs and of one's own were taken; None where the play is no legal one."""
        colours: dict[Point, int] = dict(s.stones)
        if point in colours:
            return None
        colours[point] = s.turn
        taken = lost = 0
        for whose in (1 - s.turn, s.turn):
            for place in [p for p in colours if colours[p] == whose]:
                if place in colours:
                    chain, touched = self.joined(place, colours)
                    if None not in touched:
                        for stone in chain:
                            del colours[stone]
                        taken, lost = (taken + len(chain), lost) if whose != s.turn else (taken, lost + len(chain))
        if lost and (not self.suicide or lost == 1):
            return None
        return colours, taken, lost

    def repeats(self, s: PlainState, stones: Stones) -> bool:
        """Whether the rule of ko forbids to bring these stones about."""
        if self.ko_rule == "positional":
            return stones in [earlier for earlier, _ in s.past]
        if self.ko_rule == "situational":
            return (stones, s.turn) in s.past or (len(s.past) > 0 and (stones, -1) in s.past and s.turn == 1)
        return len(s.past) > 1 and s.passes == 0 and stones == s.past[-2][0]

    def actions(self, s: PlainState) -> list[int]:
        """Points by number, row by row from below, and after them the pass."""
        found = []
        for number, point in enumerate(self.all_points):
            after = self.placed(s, point)
            if after is not None and not self.repeats(s, frozenset(after[0].items())):
                found.append(number)
        return [*found, len(self.all_points)]

    def result(self, s: PlainState, a: int) -> PlainState:
        if a == len(self.all_points):
            return PlainState(s.stones, 1 - s.turn, s.passes + 1, s.taken, s.past)
        after = self.placed(s, self.all_points[a])
        assert after is not None
        stones = frozenset(after[0].items())
        gains = [after[1], after[2]] if s.turn == 0 else [after[2], after[1]]
        taken = (s.taken[0] + gains[0], s.taken[1] + gains[1])
        return PlainState(stones, 1 - s.turn, 0, taken, (*s.past, (stones, s.turn)))

    def terminal(self, s: PlainState) -> bool:
        return s.passes == 2

    def utility(self, s: PlainState, p: int) -> float:
        colours: dict[Point, int] = dict(s.stones)
        points = [0.0, self.komi]
        for point in self.all_points:
            touched: Any = {colours[point]} if point in colours else self.joined(point, colours)[1]
            if len(touched) == 1 and (self.scoring == "area" or point not in colours):
                points[touched.pop()] += 1
        if self.scoring == "territory":
            points = [points[0] + s.taken[0], points[1] + s.taken[1]]
        lead = points[p] - points[1 - p]
        return float((lead > 0) - (lead < 0))
