"""Amazons (W. Zamkauskas, 1988): move a queen, shoot an arrow that blocks a square for ever, and be the last who can move.

A turn is two actions of one player, the queen's move and the arrow. Checked against the published number of turns (2176,
4307152) and against OpenSpiel's `amazons`, which takes three actions for a turn (the square that she leaves, the one she goes
to, the arrow) and agrees in everything else; the start positions on 8 x 8 and 6 x 6 are its own. Random games have the turns
and ends of Fairy-Stockfish's `amazons`, too.

The estimate follows J. Lieberum, "An Evaluation Function for the Game of Amazons" (2005): who is nearer to each empty square,
in queen's moves and in king's steps. What counts most changes with the part of the board that is still contested.
Level 10 plays with the engine, which scored 6 of 6 games against Monte Carlo search at equal time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, PieceKind, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import seen_by, squash
from counterplay.boards.notation.notation_fields import CellField
from counterplay.boards.shapes.board import NOWHERE
from counterplay.core import BadParameter, Diagram, Published, Scene, Unit
from counterplay.core.scene import NEUTRAL

WHITE, BLACK = 0, 1
FREE, ARROW = 0, 3  # contents of a square; 1 + player is an amazon
AMAZONS = 4  # of each player
SIZES = (6, 8, 10)
HALF = 12.0  # the lead, in squares, that is worth half a win
FIRST_THERE = 0.2  # squares: what one that both reach equally soon is worth to whoever moves next
NEARER_BY = 6.0  # king's steps: a lead of so many makes a square wholly one's own
# Squares that one unit of each feature is worth, where nothing is contested and where everything is: territory by queen's
# moves, by king's steps, closeness by queen's moves, by king's steps, squares within one queen's move.
DECIDED = (1.0, 0.0, 0.0, 0.0, 0.0)
CONTESTED = (0.3, 0.3, 0.5, 0.3, 0.1)
BESIDE_ENEMY, BESIDE_OWN = 2.0, -1.5  # for ordering: an arrow beside an amazon, in open squares that she has around her


class State(NamedTuple):
    """The board, and whether the player to move has a shot to make."""

    board: NDArray[np.int8]  # shape (cells,): FREE, 1 + player or ARROW
    turn: int
    shooter: int  # where the amazon stands that has moved and is to shoot; NOWHERE before she moves


class Amazons(BoardGame):
    """Amazons on a square board; White, below, moves first."""

    name = "amazons"
    title = "Amazons"
    aliases = ("game_of_the_amazons",)
    published = Published("Walter Zamkauskas", 1988, "El Acertijo")
    player_names = ("White", "Black")
    unit = Unit("squares", 1.0 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"amazons_8x8": {"size": 8}, "amazons_6x6": {"size": 6}}
    rules = (
        "Each player has four amazons. In your turn, first move one of them as a chess queen moves: any number of empty "
        "squares in a straight line, along a row, a column or a diagonal. Then she shoots an arrow from where she stands now; "
        "it flies in the same way and may land on the square that she has just left. The square it lands on is blocked for the "
        "rest of the game. Neither amazons nor arrows pass over amazons or blocked squares, and nothing is ever captured. "
        "Whoever cannot move an amazon loses."
    )
    cover = "...b..b.../........../........../...w....xb/........../........../w..b....xw/........../........../......w... w -"
    usual_plies = 168
    diagrams = (
        Diagram("", "An amazon moves like a queen of chess.", ("d1-d7",)),
        Diagram(
            "...b..b.../........../........../b..w.....b/........../........../w........w/........../........../......w... w "
            "d7",
            "Then it shoots an arrow, again like a queen; the square where it lands is blocked for the rest of the game.",
            ("g4",),
        ),
    )
    pieces = (
        PieceKind("w", WHITE, "white amazon", "glyph", "♛"),
        PieceKind("b", BLACK, "black amazon", "glyph", "♛"),
        PieceKind("x", NEUTRAL, "arrow", "arrow"),
    )
    extra_fields = (CellField("shooter", "square of the amazon that is to shoot"),)
    tunables = ("weights",)
    monte_carlo: ClassVar = {"priors": False}  # on 6 x 6 priors scored 4 of 12 games against none (docs/enhancements.md)

    def __init__(self, size: int = 10) -> None:
        if size not in SIZES:
            raise BadParameter(f"amazons: a board of {size} x {size} has no start position; size must be 6, 8 or 10")
        self.size = size
        self.set_board(SquareBoard(size, checkered=True))
        edge, inset = size - 1, size // 2 - 2
        white = ((0, inset), (0, edge - inset), (inset, 0), (inset, edge))  # (row, column) of White's, below
        self.start = np.zeros(size * size, np.int8)
        for row, column in white:
            self.start[row * size + column] = 1 + WHITE
            self.start[(edge - row) * size + column] = 1 + BLACK
        # (cells + 1,): how close a square is that lies so many queen's moves away; the last is out of reach
        self.closeness = np.array([2.0 ** (1 - moves) for moves in range(size * size)] + [0.0])
        self.weights = np.array([DECIDED, CONTESTED])
        self.max_actions = AMAZONS * (4 * size - 5)  # a queen in the middle of an empty board of even size sees that many
        self.max_plies = 2 * (size * size - 2 * AMAZONS)

    def initial(self) -> State:
        return State(self.start.copy(), WHITE, NOWHERE)

    def actions(self, s: State) -> NDArray[np.int64]:
        found = np.empty(self.max_actions, np.int64)
        n = 0
        for cell in range(self.cell_count):
            if cell == s.shooter or (s.shooter == NOWHERE and s.board[cell] == 1 + s.turn):
                for direction in range(self.directions):
                    place = self.steps[cell, direction]
                    while place != NOWHERE and s.board[place] == FREE:
                        found[n] = place if cell == s.shooter else self.move(cell, place)
                        n += 1
                        place = self.steps[place, direction]
        return found[:n]

    def result(self, s: State, a: int) -> State:
        board = s.board.copy()
        if self.places(a):
            board[a] = ARROW
            return State(board, 1 - s.turn, NOWHERE)
        target = self.target(a)
        board[self.origin(a)] = FREE
        board[target] = 1 + s.turn
        return State(board, s.turn, target)

    def open_around(self, board: NDArray[np.int8], cell: int) -> int:
        """How many squares beside this one are free."""
        count = 0
        for neighbour in self.neighbours[cell]:
            if neighbour != NOWHERE and board[neighbour] == FREE:
                count += 1
        return count

    def terminal(self, s: State) -> bool:
        if s.shooter != NOWHERE:
            return False  # the square that she left is free
        for cell in range(self.cell_count):
            if s.board[cell] == 1 + s.turn and self.open_around(s.board, cell) > 0:
                return False
        return True

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    # --- hints ---
    def queen_moves_to(self, board: NDArray[np.int8], amazon: int) -> NDArray[np.int64]:
        """For each square the fewest queen's moves that bring one of these amazons there; `cell_count` where none can."""
        found, queue = np.full(self.cell_count, self.cell_count, np.int64), np.empty(self.cell_count, np.int64)
        done, known = 0, 0
        for cell in range(self.cell_count):
            if board[cell] == amazon:
                found[cell], queue[known] = 0, cell
                known += 1
        while done < known:
            cell = queue[done]
            moves = found[cell] + 1
            for direction in range(self.directions):
                place = self.steps[cell, direction]
                # Beyond a square that was reached in fewer moves, the ray of that square leads on.
                while place != NOWHERE and board[place] == FREE and found[place] >= moves:
                    if found[place] > moves:
                        found[place], queue[known] = moves, place
                        known += 1
                    place = self.steps[place, direction]
            done += 1
        return found

    def nearer(self, white: int, black: int, tie: float) -> float:
        """Whose a square is that the players reach in so many moves: 1 White's, -1 Black's, 0 nobody's."""
        if white == black:
            return tie if white < self.cell_count else 0.0
        return 1.0 if white < black else -1.0

    def features(self, s: State) -> tuple[float, float, float, float, float, float]:
        """What the estimate is made of, White's less Black's, in the order of the weights.

        The last number is the part of the board that is contested, 0 to 1.
        """
        white, black = self.queen_moves_to(s.board, 1 + WHITE), self.queen_moves_to(s.board, 1 + BLACK)
        white_steps = self.steps_to(s.board, self.cells_with(s.board, 1 + WHITE), FREE)
        black_steps = self.steps_to(s.board, self.cells_with(s.board, 1 + BLACK), FREE)
        moves_next = s.turn if s.shooter == NOWHERE else 1 - s.turn
        tie = FIRST_THERE if moves_next == WHITE else -FIRST_THERE
        queens = kings = close = near = mobility = contested = 0.0
        free = 1
        for cell in range(self.cell_count):
            if s.board[cell] == FREE:
                free += 1
                queens += self.nearer(white[cell], black[cell], tie)
                kings += self.nearer(white_steps[cell], black_steps[cell], tie)
                close += self.closeness[white[cell]] - self.closeness[black[cell]]
                near += max(-1.0, min(1.0, (black_steps[cell] - white_steps[cell]) / NEARER_BY))
                mobility += 1.0 if white[cell] == 1 else 0.0
                mobility -= 1.0 if black[cell] == 1 else 0.0
                if max(white[cell], black[cell]) < self.cell_count:
                    contested += 2.0 ** -abs(white[cell] - black[cell])
        return queens, kings, close, near, mobility, contested / free

    def evaluate(self, s: State, p: int) -> float:
        values = self.features(s)
        contested = values[-1]
        lead = 0.0
        for i in range(len(values) - 1):
            lead += values[i] * (self.weights[0, i] + contested * (self.weights[1, i] - self.weights[0, i]))
        return seen_by(squash(lead, HALF), WHITE, p)

    def order(self, s: State, a: int) -> float:
        if not self.places(a):
            return float(self.open_around(s.board, self.target(a)) - self.open_around(s.board, self.origin(a)))
        value = 0.0
        for neighbour in self.neighbours[a]:
            if neighbour != NOWHERE and s.board[neighbour] == 2 - s.turn:
                value += BESIDE_ENEMY
            elif neighbour != NOWHERE and s.board[neighbour] == 1 + s.turn:
                value += BESIDE_OWN
        return value

    # --- names and pictures ---
    def problem(self, s: State) -> str:
        for p, owner in enumerate(self.player_names):
            count = int((s.board == 1 + p).sum())
            if count > AMAZONS:
                return f"{owner} has {count} amazons; {AMAZONS} is the most"
        if s.shooter != NOWHERE and s.board[s.shooter] != 1 + s.turn:
            return f"{self.player_names[s.turn]} is to shoot from {self.board.names[s.shooter]} and has no amazon there"
        if s.shooter != NOWHERE and self.open_around(s.board, s.shooter) == 0:
            return f"no square is free beside {self.board.names[s.shooter]}: the amazon that is to shoot cannot have moved"
        return ""

    def scene(self, s: State) -> Scene:
        return replace(super().scene(s), material="wood")

    def marked(self, s: State) -> Sequence[int]:
        return () if s.shooter == NOWHERE else (s.shooter,)

    def notes(self, s: State) -> Sequence[str]:
        return () if s.shooter == NOWHERE else (f"{self.player_names[s.turn]} is to shoot from {self.board.names[s.shooter]}.",)

    def ending(self, s: State) -> str:
        return f"{self.player_names[s.turn]} cannot move an amazon"
