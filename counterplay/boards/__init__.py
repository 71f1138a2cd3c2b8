"""What board games share: boards of every kind, sets and arrays on them, notation, pictures, and pieces of evaluations.

`BoardGame` is the base class of a game on a board; docs/boards.md is the guide.
"""

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.bases.no_progress_clock import NoProgressClock
from counterplay.boards.bases.sowing_game import SowingGame
from counterplay.boards.bases.stack_board_game import StackBoardGame
from counterplay.boards.estimates.linear_evaluation import JointEvaluation, LinearEvaluation, SquashedEvaluation
from counterplay.boards.notation.draughts_notation import DraughtsNotation
from counterplay.boards.notation.notation_fields import (
    FIRST_OR_SECOND,
    CellField,
    HandField,
    HandsField,
    LettersField,
    NumberField,
    NumbersField,
    SignField,
)
from counterplay.boards.notation.word_notation import WordNotation
from counterplay.boards.pieces.piece_kind import PieceKind
from counterplay.boards.shapes.board import NOWHERE, Board
from counterplay.boards.shapes.board_edges import BoardEdges
from counterplay.boards.shapes.cube_board import CubeBoard
from counterplay.boards.shapes.draughts_board import DraughtsBoard
from counterplay.boards.shapes.graph_board import GraphBoard, alquerque_board
from counterplay.boards.shapes.hexagonal_board import HexagonalBoard, hexagon_board, rhombus_board, star_board
from counterplay.boards.shapes.pit_board import PitBoard
from counterplay.boards.shapes.square_board import SquareBoard
from counterplay.boards.shapes.triangular_board import TriangularBoard, triangle_board, triangular_hexagon_board

__all__ = [
    "FIRST_OR_SECOND",
    "NOWHERE",
    "Board",
    "BoardEdges",
    "BoardGame",
    "CellField",
    "CubeBoard",
    "DraughtsBoard",
    "DraughtsNotation",
    "GraphBoard",
    "HandField",
    "HandsField",
    "HexagonalBoard",
    "JointEvaluation",
    "LettersField",
    "LinearEvaluation",
    "NoProgressClock",
    "NumberField",
    "NumbersField",
    "PieceKind",
    "PitBoard",
    "SignField",
    "SowingGame",
    "SquareBoard",
    "SquashedEvaluation",
    "StackBoardGame",
    "TriangularBoard",
    "WordNotation",
    "alquerque_board",
    "hexagon_board",
    "rhombus_board",
    "star_board",
    "triangle_board",
    "triangular_hexagon_board",
]
