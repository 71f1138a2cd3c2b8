"""Lines of Action (Claude Soucie, 1969): whoever first has all men connected wins.

Rules: S. Sackson, "A Gamut of Games" (1969). Choices: a move that connects both sides wins for the mover (`simultaneous=draw`:
nobody wins); who cannot move passes; the third occurrence of a position is a draw.
Checked against OpenSpiel 2.0: perft 36, 1244, 44952, the moves and winners of random games, and moves that connect both sides.
OpenSpiel ends games otherwise where the rules leave it open: a draw where a board occurs a second time, whoever is to move, and
after 1000 plies; who cannot move loses. The estimate has features of MIA (Winands, "Informed Search in Complex Games", 2004).
Level 10 plays with the engine, which scored 12 of 12 games against Monte Carlo search at equal time.
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import numpy as np

from counterplay.boards import BoardGame, LinearEvaluation, PieceKind, SquareBoard
from counterplay.core import BadParameter, Diagram, Published, Repetition
from counterplay.gears.bits import EMPTY, bit, cells, popcount

BLACK, WHITE = 0, 1
MEN = 12  # of each side at the start
CONNECTEDNESS, MOBILITY = 1, 2  # the numbers of features
WEIGHTS = (0.5, 0.25, 0.2)  # of the features, chosen by hand; their sum is below 1, so that no estimate is worth a win
SCATTERED = 3.5  # steps: men who are so far from their centre of mass on average, as at the start, are not concentrated at all


class State(NamedTuple):
    """The cells of both sides' men."""

    black: np.uint64
    white: np.uint64
    turn: int


class LinesOfAction(LinearEvaluation, BoardGame):
    """Lines of Action on 8 x 8 squares."""

    title = "Lines of Action"
    rules = (
        "Bring all your men together: whoever first has all of them in one group, touching along sides or corners, wins. A man "
        "moves in a straight line, along a row, a column or a slant, exactly as many squares as there are men of both sides on "
        "that whole line, before and behind it. It may jump over your own men, not over your opponent's, and takes an "
        "opponent's man where it lands; it cannot land on one of your own. Taking has two sides: whoever has fewer men has "
        "fewer to bring together, and a single man is a group. A move that connects both sides wins for whoever made it. "
        "Whoever cannot move passes; the same position for the third time is a draw."
    )
    presets: ClassVar = {"lines_of_action_with_shared_connections": {"simultaneous": "draw"}}
    cover = "......b./......w./....b..w/w.bb...w/www....w/...w...w/.bb....w/..bbbb.. w"
    usual_plies = 44
    diagrams = (
        Diagram(
            "",
            "A piece moves as many squares as there are pieces on its line: two for c1 along the column, two for c1 along the "
            "slant to a3, where it takes.",
            ("c1-c3", "c1xa3", "c1-e3"),
        ),
        Diagram(
            "......../......../...bb.../..b.w.../...b..../.w....../......../......w. w",
            "Black's men are one group: they touch, diagonally, too. Black has won.",
        ),
    )
    aliases, player_names = ("loa",), ("Black", "White")
    published = Published("Claude Soucie", 1969, "A Gamut of Games")
    pieces = (PieceKind("b", BLACK, "black man"), PieceKind("w", WHITE, "white man"))
    cell_fields = ("black", "white")
    board_material = "wood"
    feature_names = ("concentration", "connectedness", "mobility")  # each from 0 to 1, minus the opponent's
    repetition, repetition_count = Repetition.DRAW, 3

    def __init__(self, simultaneous: str = "mover") -> None:
        if simultaneous not in ("mover", "draw"):
            raise BadParameter(f"lines_of_action: simultaneous is mover or draw, not '{simultaneous}'")
        self.simultaneous, self.shared = simultaneous, simultaneous == "draw"
        self.set_weights(WEIGHTS)
        self.set_board(SquareBoard(8, checkered=True))
        self.black_start = self.board.cell_set([*range(1, 7), *range(57, 63)])
        self.white_start = self.board.cell_set([row * 8 + column for row in range(1, 7) for column in (0, 7)])
        self.max_actions, self.max_plies = MEN * 8, 1000

    def initial(self) -> State:
        return State(self.black_start, self.white_start, BLACK)

    def men(self, s: State, p: int) -> np.uint64:
        return s.black if p == BLACK else s.white

    def actions(self, s: State) -> Iterator[int]:
        own, theirs, stuck = self.men(s, s.turn), self.men(s, 1 - s.turn), True
        for cell in cells(own):
            for direction in range(self.directions):
                count = popcount(self.line_sets[cell, direction % self.axes] & (own | theirs))
                target = self.along[cell, direction, count]
                if target >= 0 and ((bit(target) & own) | (self.between(cell, target, direction) & theirs)) == EMPTY:
                    stuck = False
                    yield self.move(cell, target)
        if stuck:
            yield self.passing

    def result(self, s: State, a: int) -> State:
        if a == self.passing:
            return State(s.black, s.white, 1 - s.turn)
        start, end = bit(self.origin(a)), bit(self.target(a))
        if s.turn == BLACK:
            return State(s.black ^ start | end, s.white & ~end, WHITE)
        return State(s.black & ~end, s.white ^ start | end, BLACK)

    def terminal(self, s: State) -> bool:
        return bool(self.connected(s.black) or self.connected(s.white))

    def utility(self, s: State, p: int) -> float:
        if self.shared and self.connected(s.black) and self.connected(s.white):
            return 0.0
        winner = 1 - s.turn if self.connected(self.men(s, 1 - s.turn)) else s.turn  # first who has just moved
        return 1.0 if p == winner else -1.0

    def feature(self, s: State, p: int, i: int) -> float:
        return self.strength(s, p, i) - self.strength(s, 1 - p, i)

    def strength(self, s: State, p: int, i: int) -> float:
        own, total, row, column = self.men(s, p), 0.0, 0.0, 0.0
        if i == CONNECTEDNESS:
            return 1.0 / self.group_count(own)
        if i == MOBILITY:
            for _ in self.actions(State(s.black, s.white, p)):
                total += 1.0
            return total / self.max_actions
        for cell in cells(own):
            row, column = row + cell // 8 / popcount(own), column + cell % 8 / popcount(own)
        for cell in cells(own):
            total += max(abs(cell // 8 - row), abs(cell % 8 - column))
        return max(0.0, 1.0 - total / popcount(own) / SCATTERED)

    def problem(self, s: State) -> str:
        for name, men in zip(self.player_names, (s.black, s.white)):
            if not 1 <= popcount(men) <= MEN:
                return f"{name} has {popcount(men)} men; {MEN} is the most" if men else f"{name} has no man"
        return ""

    def ending(self, s: State) -> str:
        return "all men of a side are connected"
