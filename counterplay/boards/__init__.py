"""What board games share: boards of every kind, sets and arrays on them, notation, pictures, and pieces of evaluations.

`BoardGame` is the base class of a game on a board; docs/boards.md is the guide.
"""

from counterplay.boards.board import NOWHERE, Board
from counterplay.boards.board_edges import BoardEdges
from counterplay.boards.board_game import BoardGame
from counterplay.boards.cube_board import CubeBoard
from counterplay.boards.draughts_board import DraughtsBoard
from counterplay.boards.draughts_notation import DraughtsNotation
from counterplay.boards.graph_board import GraphBoard, alquerque_board
from counterplay.boards.hexagonal_board import HexagonalBoard, hexagon_board, rhombus_board, star_board
from counterplay.boards.linear_evaluation import LinearEvaluation
from counterplay.boards.no_progress_clock import NoProgressClock
from counterplay.boards.notation_fields import (
    FIRST_OR_SECOND,
    CellField,
    HandField,
    LettersField,
    NumberField,
    NumbersField,
    SignField,
)
from counterplay.boards.piece_kind import PieceKind
from counterplay.boards.pit_board import PitBoard
from counterplay.boards.sowing_game import SowingGame
from counterplay.boards.square_board import SquareBoard
from counterplay.boards.stack_board_game import StackBoardGame
from counterplay.boards.triangular_board import TriangularBoard, triangle_board, triangular_hexagon_board
from counterplay.boards.word_notation import WordNotation

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
    "HexagonalBoard",
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
