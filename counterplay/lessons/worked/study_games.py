"""Games of the catalogue with the lectures' own evaluations: linear, with few features, small enough to do by hand.

Values are in the unit of the evaluation (a line, a man, a pawn). A finished game is worth more than any estimate.
"""

from __future__ import annotations

from typing import Any

from counterplay.boards.estimates.linear_evaluation import LinearEvaluation
from counterplay.core import Unit
from counterplay.games.capture.checkers import Checkers
from counterplay.games.chess_like.chess.chess import Chess
from counterplay.games.chess_like.chess.chess_board import KING_LEAP, LEAPS, king_square, pieces_of
from counterplay.games.lines.mnk import LineGame
from counterplay.gears.bits import popcount, word

TIC_TAC_TOE_WIN = 10.0  # lines; there are 8
CHECKERS_WIN = 100.0  # men; 12 kings are worth 60
CHESS_WIN = 1000.0  # pawns; nine queens, two rooks, bishops and knights are worth 103.5
# Shannon's and the lectures' piece values; then a tenth of a pawn for each piece, whatever it is, and for each pawn at the king
CHESS_WEIGHTS = (1.0, 3.0, 3.25, 5.0, 9.0, 0.1, 0.1)


class TicTacToeStudy(LinearEvaluation, LineGame):
    """Tic-tac-toe with E(s) = lines still open to oneself minus lines still open to the other.

    N. Nilsson, *Problem-Solving Methods in Artificial Intelligence* (1971). A line is open to a player as long as the other
    has no stone in it.
    """

    name = "tic_tac_toe_study"
    feature_names = ("lines open to me", "lines open to the other")

    def __init__(self, weights: tuple[float, ...] = (1.0, -1.0)) -> None:
        LineGame.__init__(self)
        self.title = "Tic-tac-toe, lines counted"  # type: ignore[misc]
        self.utility_range = (-TIC_TAC_TOE_WIN, TIC_TAC_TOE_WIN)
        self.set_weights(weights)

    def feature(self, s: Any, p: int, i: int) -> float:
        """A line is open to a player as long as the other has no stone in it: all lines but those with one."""
        player = p if i == 0 else 1 - p
        blocked = 0
        for cells in self.all_lines:
            hit = 0
            for n in range(self.line):
                hit += self.stone(s.board, cells[n]) == 2 - player
            blocked += hit > 0
        return 8.0 - blocked

    def utility(self, s: Any, p: int) -> float:
        """Ten lines for a win."""
        if not s.won:
            return 0.0
        return TIC_TAC_TOE_WIN if p == (s.ply - 1) % 2 else -TIC_TAC_TOE_WIN


class CheckersStudy(LinearEvaluation, Checkers):
    """Checkers with E(s) = (5 x kings + men) of oneself minus those of the other."""

    name = "checkers_study"
    title = "Checkers, kings and men counted"
    feature_names = ("kings more than the other", "men more than the other")
    utility_range = (-CHECKERS_WIN, CHECKERS_WIN)
    unit = Unit("men", 1.0)

    def __init__(self, weights: tuple[float, ...] = (5.0, 1.0)) -> None:
        Checkers.__init__(self)
        self.set_weights(weights)

    def feature(self, s: Any, p: int, i: int) -> float:
        """Kings, then men."""
        kind = s.kings if i == 0 else ~s.kings
        lead = popcount(word(s.mine & kind)) - popcount(word(s.theirs & kind))
        return float(lead if p == s.turn else -lead)

    def utility(self, s: Any, p: int) -> float:
        """A hundred men for a win."""
        if self.stuck(s):
            return -CHECKERS_WIN if p == s.turn else CHECKERS_WIN
        return 0.0


class ChessStudy(LinearEvaluation, Chess):
    """Chess with the values of the pieces, their number, and the pawns that stand beside the king."""

    name = "chess_study"
    title = "Chess, simply evaluated"
    feature_names = ("pawns", "knights", "bishops", "rooks", "queens", "pieces in all", "own pawns beside the king")
    utility_range = (-CHESS_WIN, CHESS_WIN)
    unit = Unit("pawns", 1.0, digits=2, mates=True)

    def __init__(self, weights: tuple[float, ...] = CHESS_WEIGHTS) -> None:
        Chess.__init__(self)
        self.set_weights(weights)

    def feature(self, s: Any, p: int, i: int) -> float:
        """Of each kind how many more than the other side has."""
        if i == 6:
            return float(self.shelter(s, p) - self.shelter(s, 1 - p))
        kind = s.white | s.black
        if i == 0:
            kind = s.pawns
        elif i == 1:
            kind = s.knights
        elif i == 2:
            kind = s.bishops
        elif i == 3:
            kind = s.rooks
        elif i == 4:
            kind = s.queens
        return float(popcount(kind & pieces_of(s, p)) - popcount(kind & pieces_of(s, 1 - p)))

    def shelter(self, s: Any, p: int) -> int:
        """The player's own pawns on the squares around its king."""
        return popcount(LEAPS[king_square(s, p), KING_LEAP] & s.pawns & pieces_of(s, p))

    def utility(self, s: Any, p: int) -> float:
        """A thousand pawns for a mate."""
        return CHESS_WIN * Chess.utility(self, s, p)
