"""Tori shogi, the shogi of birds (Toyota Genryu, 1799; tradition ascribes it to his master, Ohashi Soei).

Rule choices: promotion is compulsory for a move that begins or ends in the two far rows, and only falcons and swallows have
one; a file may hold two unpromoted swallows of a player, not three; a swallow that is dropped may not give mate, nor stand
where it could never move; whoever has no legal move has lost. A game of 512 moves is drawn (`longest`; 0 for no such bound).

Repetition is that of `shogi`: the fourth occurrence of a position is a draw, but lost by a player who gave check with every
move since the first. What is published differs: some sources let the player who began the sequence vary it once a position has
occurred three times, others the one who brought the position about first, unless that one answers a check. All agree that the
player who gives check may not go on.

Checked against pyffish, the library of Fairy-Stockfish, with its variant torishogi: moves and ends of random games, and
counts of sequences. There the drop of a swallow that gives mate can be played and loses. It names squares a1 to g7; here
they are named as in shogi, by files from the right and rows from the top.
"""

from __future__ import annotations

from counterplay.boards.bases.drop_chess_game import HALF, WEIGHTS, DropChessGame
from counterplay.boards.notation.shogi_notation import shogi_board
from counterplay.boards.pieces.drop_pieces import FAR, DropPiece
from counterplay.core import Diagram, Published, Unit

SIZE, ZONE_ROWS = 7, 2
# No position has more: six kinds dropped on 47 cells, two eagles with 20 moves each, four quails with 10, four cranes with 6,
# four pheasants with 3, sixteen geese with 3 and a phoenix with 8 cannot be had all at once.
MOST_MOVES = 6 * 47 + 2 * 20 + 4 * 10 + 4 * 6 + 4 * 3 + 16 * 3 + 8
FIRST_ROWS = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR"
AHEAD, BACK, RIGHT, LEFT = (0, 1), (0, -1), (1, 0), (-1, 0)
AHEAD_SLANTS, BACK_SLANTS = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))


def _steps(*ways: tuple[int, int], most: int = 1) -> tuple[tuple[int, int, int], ...]:
    return tuple((right, forward, most) for right, forward in ways)


EAGLE = DropPiece(
    "+F",
    "eagle",
    "鵰",
    (*_steps(*AHEAD_SLANTS, BACK, most=FAR), *_steps(*BACK_SLANTS, most=2), *_steps(AHEAD, RIGHT, LEFT)),
    9.0,
)
GOOSE = DropPiece("+S", "goose", "鴈", _steps((-2, 2), (2, 2), (0, -2)), 2.0)
PIECES = (  # in the order of a hand
    DropPiece("F", "falcon", "鷹", _steps(*AHEAD_SLANTS, *BACK_SLANTS, AHEAD, RIGHT, LEFT), 6.0, 2, EAGLE),
    DropPiece("C", "crane", "鶴", _steps(*AHEAD_SLANTS, *BACK_SLANTS, AHEAD, BACK), 5.0, 4),
    DropPiece("L", "left quail", "左鶉", (*_steps(AHEAD, (1, -1), most=FAR), *_steps((-1, -1))), 4.0, 2),
    DropPiece("R", "right quail", "右鶉", (*_steps(AHEAD, (-1, -1), most=FAR), *_steps((1, -1))), 4.0, 2),
    DropPiece("P", "pheasant", "雉", _steps((0, 2), *BACK_SLANTS), 3.0, 4),
    DropPiece("S", "swallow", "燕", _steps(AHEAD), 1.0, 16, GOOSE),
    DropPiece("K", "phoenix", "鵬", _steps(*AHEAD_SLANTS, *BACK_SLANTS, AHEAD, BACK, RIGHT, LEFT), 0.0, 2),
)


class ToriShogi(DropChessGame):
    """Tori shogi on 7 x 7 squares; Black, below, moves first."""

    name = "tori_shogi"
    title = "Tori shogi"
    aliases = ("bird_shogi",)
    published = Published("Toyota Genryu", 1799, "")
    unit = Unit("swallows", 1 / HALF, digits=2, squashed=True, mates=True)
    rules = (
        "Trap the enemy's phoenix, the bird in the middle of the last row: it is the king, and steps to any neighbouring "
        "square. Both players' wedges look alike: each points away from its owner. In your turn move a bird, taking what "
        "stands where it goes, or drop one that you have taken on any empty square, as your own. The falcon steps to any "
        "neighbouring square but the one straight behind it, the crane to any but the two beside it. The pheasant leaps "
        "to the second square straight ahead, whatever stands between, or steps diagonally backwards. The quails run "
        "straight ahead as far as they like; the left quail also runs diagonally backwards to the right, or takes one "
        "step diagonally backwards to the left, and the right quail is its mirror image. The swallow steps one square "
        "ahead, which is also how it takes. A falcon or swallow whose move begins or ends in the two farthest rows is "
        "promoted, always. The falcon becomes an eagle: it runs diagonally ahead and straight back as far as it likes, "
        "goes one or two squares diagonally backwards, or steps ahead or sideways. The swallow becomes a goose, which "
        "leaps to the second square diagonally ahead or straight behind. What you take you hold in hand, unpromoted, and "
        "drop so. Never drop a third unpromoted swallow of yours on a file, nor a swallow where it could never move, nor "
        "one that gives mate at once. A phoenix that is attacked must be saved; whoever cannot, or has no legal move, has "
        "lost. When a position occurs for the fourth time, the game is a draw; but a player who gave check with every "
        "move since its first time has lost. After 512 moves it is a draw, too."
    )
    cover = "rR2kp1/7/s3c2/2ss3/SS5/3C3/fc3K1 w FCLPSl2p10s 82"
    diagrams = (
        Diagram("", "The first position. One swallow of each side already faces the enemy's.", ("3d3c",)),
        Diagram(
            "3k3/7/3+F3/7/7/7/3K3 b - 1",
            "The eagle, a promoted falcon, moves like this.",
            ("4c2e",),
        ),
        Diagram(
            "3k3/7/2P4/7/4+S2/7/3K3 b - 1",
            "The pheasant leaps two squares ahead, the goose two squares diagonally ahead or straight back.",
            ("5c5a", "3e1c"),
        ),
    )
    max_actions = MOST_MOVES

    def __init__(self, longest: int = 512, weights: tuple[float, ...] = WEIGHTS) -> None:
        self.set_rules(shogi_board(SIZE), PIECES, FIRST_ROWS, ZONE_ROWS, 2, True, longest, weights)
