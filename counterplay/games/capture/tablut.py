"""Tablut (Lapland, noted down by Carl Linnaeus in 1732): sixteen attackers hunt a king, who flees to the edge of the board.

Linnaeus wrote in Latin, and translators read him differently. Choices: the throne is closed to everybody, to the king who has
left it, too, and nobody passes over it; it counts as an enemy of every man beside it, whether the king sits on it or not. The
king takes part in captures. `reading` says how he is taken: in the way of Linnaeus' text he is enclosed on four sides on the
throne, on three beside it, and elsewhere between two attackers, as a man is; `reading=ashton` wants four sides everywhere, of
which the throne may be one. Whoever cannot move loses, and the third occurrence of a position is a draw, of which Linnaeus
says nothing.

Checked against counts of sequences and positions that Ludii's Tablut shares (its other ruleset, "Smith", is `ashton` here), and
against a second implementation written from the rules. Competitions often play another game on this board, with camps that
attackers may not enter again.

The two sides have nothing in common but their moves, so that the estimate counts for each what it lives on, with weights of its
own, set by hand. The engine plays better than Monte Carlo search: 10 to 0 in 10 games from random openings, 0.1 seconds a move
for both on a busy machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, JointEvaluation, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import seen_by
from counterplay.boards.sets.cell_sets import CellSet, common, count, either, first, holds, members, some, stored, without
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import ORTHOGONAL
from counterplay.core import Diagram, Repetition, Scene, Unit, require
from counterplay.gears.rng import draw_below

ATTACKER, DEFENDER = 0, 1
SIZE = 9
ATTACKERS, DEFENDERS = 16, 8
READINGS = ("linnaeus", "ashton")
LINE_CELLS = 2 * (SIZE - 1)  # other cells on the row and the column of a cell
LONGEST_GAME = 1000  # plies; the rules set no bound
# Of `feature_names`, in men, as the defender counts them: half as many defenders as attackers are worth as much.
WEIGHTS = (-1.0, 2.0, 2.0, 0.1, 0.2, 0.4, 0.8, 3.0, -0.5, 0.3, 0.4)
HALF = 5.0  # men that are worth half a win
# For ordering: a captured man, a way out for a king who moves, a piece on his lines, the edge.
CAPTURE, WAY_OUT, IN_THE_WAY, WIN = 4.0, 2.0, 1.0, 100.0
KING = 20  # men that he counts as there


class State(NamedTuple):
    """The cells with the attackers, the king's men and the king, each a set of two words; no king where he was taken."""

    attackers_0: np.uint64
    attackers_1: np.uint64
    defenders_0: np.uint64
    defenders_1: np.uint64
    king_0: np.uint64
    king_1: np.uint64
    turn: int


class Tablut(JointEvaluation, BoardGame):
    """Tablut on 9 x 9 squares; the attackers begin."""

    name = "tablut"
    title = "Tablut"
    aliases = ("dablo", "saami_tablut")
    presets: ClassVar = {"tablut_ashton": {"reading": "ashton"}}
    player_names = ("Attacker", "Defender")
    half = HALF
    unit = Unit("men", 1 / HALF, digits=1, squashed=True)
    rules = (
        "A king sits on his throne in the middle with eight men around him, and sixteen attackers lie in wait on all sides. He "
        "wants to reach the edge of the board, any square of it; they want to take him, and they begin. Every piece moves like "
        "a rook of chess, any number of empty squares along a row or a column. Nobody enters the throne or passes over it; "
        "the king himself does not return once he has left it. You take an enemy man by moving so that he stands between two "
        "of your pieces, on opposite sides of him in a row or a column; several may be taken at once. The throne serves as one "
        "of the two. A man who moves between two enemies of his own accord is safe. The king captures as his men do, and he "
        "himself is taken as a man is, between two attackers. But on the throne he must be enclosed on all four sides, and "
        "beside it on the three others; in Ashton's reading he is enclosed on four sides wherever he is, and the throne may be "
        "one of them. Whoever cannot move loses; when a position occurs for the third time, it is a draw."
    )
    cover = "3aaa3/4a4/8a/ad2a4/a1dd1dd1a/ad2k3a/4d4/4a4/3aaa3 a"
    diagrams = (
        Diagram(
            "9/3a5/3d5/1ad4a1/4k4/9/9/9/9 a",
            "The attacker moves from h6 to d6 and takes two men at once, d7 and c6: each stands between two attackers.",
            ("h6xd6",),
        ),
        Diagram(
            "3a5/9/9/9/2ak5/3a5/9/9/9 a",
            "Beside the throne the king is taken when the three other sides are closed. Further away two attackers on opposite "
            "sides of him are enough.",
            ("d9xd6",),
        ),
        Diagram(
            "4a4/6d2/9/a4dka1/a7a/4d1a2/9/9/4a4 d",
            "The king steps to g7, from where both ends of the row are free. Only one of the ways can be closed, so he wins.",
            ("g6-g7",),
        ),
    )
    pieces = (
        PieceKind("a", ATTACKER, "black attacker", "stone"),
        PieceKind("d", DEFENDER, "white defender", "stone"),
        PieceKind("k", DEFENDER, "white king", "glyph", "tafl king"),
    )
    cell_fields = ("attackers", "defenders", "king")
    counts_empty = True
    board_material = "wood"
    repetition, repetition_count = Repetition.DRAW, 3
    feature_names = (
        *("attackers", "defenders"),
        *("ways out", "king's squares"),  # of the king, where he stands
        *("outlets", "outlets on the move"),  # squares he can go to that have a way out; with the attacker, or him, to move
        *("forks", "forks on the move"),  # those with two
        *("attackers beside the king", "lines without attackers", "move"),
    )
    tunables = ("weight_array",)

    def __init__(self, reading: str = "linnaeus") -> None:
        require(reading in READINGS, f"tablut: there is no reading '{reading}'; it must be {' or '.join(READINGS)}")
        self.reading = reading
        self.set_board(SquareBoard(SIZE, touching="sides"))
        self.set_weights(WEIGHTS)
        self.throne = self.cell_count // 2
        self.throne_set = self.single(self.throne)
        # Four groups of four attackers, and two men on each side of the king.
        arms = [self.board.rays(self.throne, direction) for direction in ORTHOGONAL]
        flanks = [int(self.steps[arm[-1], d]) for arm in arms for d in ORTHOGONAL]
        camps = {cell for arm in arms for cell in (arm[-1], arm[-2])} | {cell for cell in flanks if cell != NOWHERE}
        self.starts = (self.cell_set(camps), self.cell_set(cell for arm in arms for cell in arm[:2]))
        edge = [cell for cell in range(self.cell_count) if {cell // SIZE, cell % SIZE} & {0, SIZE - 1}]
        self.edge = self.cell_set(edge)
        # Where the king must be enclosed on all sides.
        self.strongholds = self.full if reading == "ashton" else either(self.throne_set, self.around(self.throne))
        inner = range(1, SIZE - 1)
        rows = [self.cell_set(range(SIZE * i, SIZE * i + SIZE)) for i in inner]
        columns = [self.cell_set(range(i, self.cell_count, SIZE)) for i in inner]
        self.lines = np.array([*rows, *columns], np.uint64)  # (lines, words): all but those along the edge
        # (cells, LINE_CELLS): the cells where a rook might go, and in which direction each lies
        rays = [[(place, d) for d in ORTHOGONAL for place in self.board.rays(cell, d)] for cell in range(self.cell_count)]
        self.line_cells = np.array([[place for place, _ in ray] for ray in rays], np.int64)
        self.line_directions = np.array([[d for _, d in ray] for ray in rays], np.int64)
        ends = [[([cell, *self.board.rays(cell, d)])[-1] for d in range(self.directions)] for cell in range(self.cell_count)]
        self.ends = np.array(ends, np.int64)  # (cells, directions): the last cell before the border
        self.max_actions = ATTACKERS * LINE_CELLS
        self.max_plies = LONGEST_GAME

    # --- the rules ---
    def initial(self) -> State:
        return self.state(self.starts[0], self.starts[1], self.throne_set, ATTACKER)

    def state(self, attackers: CellSet, defenders: CellSet, king: CellSet, turn: int) -> State:
        """The state of these sets."""
        return State(attackers[0], attackers[1], defenders[0], defenders[1], king[0], king[1], turn)

    def attackers(self, s: State) -> CellSet:
        """The cells with attackers."""
        return (s.attackers_0, s.attackers_1)

    def defenders(self, s: State) -> CellSet:
        """The cells with the king's men."""
        return (s.defenders_0, s.defenders_1)

    def king(self, s: State) -> CellSet:
        """The king's cell; none where he was taken."""
        return (s.king_0, s.king_1)

    def side(self, s: State, p: int) -> CellSet:
        """The cells with a player's pieces."""
        return self.attackers(s) if p == ATTACKER else either(self.defenders(s), self.king(s))

    def barred(self, s: State) -> CellSet:
        """The cells that nobody enters or passes."""
        return either(either(self.side(s, ATTACKER), self.side(s, DEFENDER)), self.throne_set)

    def actions(self, s: State) -> Iterator[int]:
        barred = self.barred(s)
        for cell in members(self.side(s, s.turn)):
            for direction in ORTHOGONAL:
                place = self.steps[cell, direction]
                while place != NOWHERE and not holds(barred, place):
                    yield self.move(cell, place)
                    place = self.steps[place, direction]

    def flanked(self, cell: int, own: CellSet, prey: CellSet) -> CellSet:
        """The men of `prey` between this cell and a piece of `own`, or the throne."""
        found = self.none
        for direction in ORTHOGONAL:
            between = self.steps[cell, direction]
            if between != NOWHERE and holds(prey, between):
                beyond = self.steps[between, direction]
                if beyond != NOWHERE and (beyond == self.throne or holds(own, beyond)):
                    found = either(found, self.single(between))
        return found

    def king_falls(self, cell: int, attackers: CellSet, king: CellSet) -> bool:
        """Whether an attacker who arrives on a cell takes the king; `attackers` are those after the move."""
        if not some(common(self.around(cell), king)):
            return False
        place = first(king)
        if holds(self.strongholds, place):
            return not some(without(self.around(place), either(attackers, self.throne_set)))
        return holds(attackers, 2 * place - cell)  # on the other side of him, who is never on the edge while the game goes on

    def result(self, s: State, a: int) -> State:
        start, end, target = self.single(self.origin(a)), self.single(self.target(a)), self.target(a)
        attackers, defenders, king = self.attackers(s), self.defenders(s), self.king(s)
        if s.turn == ATTACKER:
            attackers = either(without(attackers, start), end)
        elif some(common(king, start)):
            king = end
        else:
            defenders = either(without(defenders, start), end)
        own, prey = (attackers, defenders) if s.turn == ATTACKER else (either(defenders, king), attackers)
        taken = self.flanked(target, own, prey)
        attackers, defenders = without(attackers, taken), without(defenders, taken)
        if s.turn == ATTACKER and self.king_falls(target, attackers, king):
            king = self.none
        return self.state(attackers, defenders, king, 1 - s.turn)

    def stuck(self, s: State) -> bool:
        """Whether the player to move has no move."""
        barred = self.barred(s)
        for cell in members(self.side(s, s.turn)):
            if some(without(self.around(cell), barred)):
                return False
        return True

    def terminal(self, s: State) -> bool:
        king = self.king(s)
        return not some(king) or some(common(king, self.edge)) or self.stuck(s)

    def utility(self, s: State, p: int) -> float:
        king = self.king(s)
        winner = 1 - s.turn
        if not some(king):
            winner = ATTACKER
        elif some(common(king, self.edge)):
            winner = DEFENDER
        return 1.0 if p == winner else -1.0

    # --- hints ---
    def met(self, cell: int, direction: int, barred: CellSet) -> int:
        """The first barred cell in a direction; NOWHERE where the way to the edge is free."""
        place = self.steps[cell, direction]
        while place != NOWHERE and not holds(barred, place):
            place = self.steps[place, direction]
        return int(place)

    def ways_out(self, cell: int, barred: CellSet) -> int:
        """In how many directions nothing bars the way from a cell to the edge."""
        ways = 0
        for direction in ORTHOGONAL:
            ways += self.met(cell, direction, barred) == NOWHERE
        return ways

    def threatened(self, s: State) -> bool:
        """Whether the attacker is to move and the king has a way to the edge."""
        return s.turn == ATTACKER and self.ways_out(first(self.king(s)), self.barred(s)) > 0

    def features(self, s: State, p: int) -> NDArray[np.float64]:
        """All at once, since most of them follow from the squares that the king can go to."""
        values = np.zeros(len(self.weight_array))
        attackers, place = self.attackers(s), first(self.king(s))
        barred = either(either(attackers, self.defenders(s)), self.throne_set)  # for a king who has moved away
        squares, outlets, forks = 0, 0, 0
        for direction in ORTHOGONAL:
            cell = self.steps[place, direction]
            while cell != NOWHERE and not holds(barred, cell):
                ways = self.ways_out(cell, barred)
                squares, outlets, forks = squares + 1, outlets + (ways > 0), forks + (ways > 1)
                cell = self.steps[cell, direction]
        moves = s.turn == DEFENDER
        values[0], values[1] = count(attackers), count(self.defenders(s))
        values[2], values[3] = self.ways_out(place, barred), squares
        values[5 if moves else 4], values[7 if moves else 6] = outlets, forks
        values[8] = count(common(self.around(place), attackers))
        for line in self.lines:
            if not some(common(stored(line, attackers), attackers)):
                values[9] += 1.0
        values[10] = 1.0 if moves else -1.0
        for i in range(len(values)):
            values[i] = seen_by(values[i], DEFENDER, p)
        return values

    def haul(self, s: State, cell: int) -> int:
        """How many men a piece of the player to move takes when it arrives on a cell; the king counts as KING."""
        # Where that piece comes from makes no difference: from the far side of a man, or of the king, no way leads here.
        own, prey = self.side(s, s.turn), self.defenders(s) if s.turn == ATTACKER else self.attackers(s)
        men = count(self.flanked(cell, own, prey))
        if s.turn == ATTACKER and self.king_falls(cell, either(own, self.single(cell)), self.king(s)):
            return men + KING
        return men

    def escapes(self, s: State, a: int) -> bool:
        """Whether an action brings the king to the edge."""
        return holds(self.king(s), self.origin(a)) and holds(self.edge, self.target(a))

    def noisy(self, s: State, a: int) -> bool:
        return self.haul(s, self.target(a)) > 0 or self.escapes(s, a)

    def noisy_actions(self, s: State) -> Iterator[int]:
        own, barred, place = self.side(s, s.turn), self.barred(s), first(self.king(s))
        if s.turn == DEFENDER:
            for direction in ORTHOGONAL:
                if self.met(place, direction, barred) == NOWHERE:
                    yield self.move(place, self.ends[place, direction])
        for goal in members(without(self.beside(self.side(s, 1 - s.turn)), barred)):
            if self.haul(s, goal) > 0:
                for direction in ORTHOGONAL:
                    cell = self.met(goal, direction, barred)
                    if cell != NOWHERE and holds(own, cell) and not self.escapes(s, self.move(cell, goal)):
                        yield self.move(cell, goal)

    def order(self, s: State, a: int) -> float:
        target, place = self.target(a), first(self.king(s))
        value = CAPTURE * self.haul(s, target)
        if s.turn == DEFENDER and self.origin(a) == place:
            barred = either(either(self.attackers(s), self.defenders(s)), self.throne_set)
            return value + (WIN if holds(self.edge, target) else WAY_OUT * self.ways_out(target, barred))
        if target // SIZE == place // SIZE or target % SIZE == place % SIZE:
            value += IN_THE_WAY if s.turn == ATTACKER else -IN_THE_WAY
        return value

    def random_action(self, s: State, rng: Any) -> int:
        """Pieces and cells on their lines are drawn until nothing stands between: about one pair of three can be played."""
        own, barred = self.side(s, s.turn), self.barred(s)
        while True:
            cell, skipped = NOWHERE, draw_below(rng, count(own))
            for place in members(own):
                if skipped == 0:
                    cell = place
                skipped -= 1
            drawn = draw_below(rng, LINE_CELLS)
            target, direction = self.line_cells[cell, drawn], self.line_directions[cell, drawn]
            place = self.steps[cell, direction]
            while place != target and not holds(barred, place):
                place = self.steps[place, direction]
            if not holds(barred, place):
                return self.move(cell, target)

    def skip(self, s: State) -> State:
        return self.state(self.attackers(s), self.defenders(s), self.king(s), 1 - s.turn)

    # --- names and pictures ---
    def action_sign(self, s: State, a: int) -> str:
        return "x" if self.haul(s, self.target(a)) else "-"

    def problem(self, s: State) -> str:
        attackers, defenders, king = count(self.attackers(s)), count(self.defenders(s)), count(self.king(s))
        if attackers > ATTACKERS or defenders > DEFENDERS:
            return f"there are {attackers} attackers and {defenders} defenders; {ATTACKERS} and {DEFENDERS} are the most"
        if king > 1:
            return f"there are {king} kings; one is the most"
        if holds(self.attackers(s), self.throne) or holds(self.defenders(s), self.throne):
            return "a man stands on the throne, which is the king's"
        if not king and s.turn == ATTACKER:
            return "the king was taken, so it cannot be the attacker's turn"
        if some(common(self.king(s), self.edge)) and s.turn == DEFENDER:
            return "the king has reached the edge, so it cannot be the defender's turn"
        return ""

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        cells = (replace(cell, tone="blocked") if i == self.throne else cell for i, cell in enumerate(plain.cells))
        return replace(plain, cells=tuple(cells), scores=(str(count(self.attackers(s))), str(count(self.side(s, DEFENDER)))))

    def ending(self, s: State) -> str:
        if not some(self.king(s)):
            return "the king is taken"
        if some(common(self.king(s), self.edge)):
            return "the king has reached the edge"
        return f"{self.player_names[s.turn]} cannot move"
