"""Shogi (traditional, Japan; in this form since the sixteenth century).

Rule choices: two unpromoted pawns of one player never share a file; a pawn that is dropped may not give mate; a piece that
could never move again must be promoted and may not be dropped; whoever has no legal move has lost. The fourth occurrence of
a position (board, hands, side to move) is a draw, but lost by a player who gave check with every move since the first of the
four (perpetual check). If both did nothing but give check, it is a draw.

Impasse: a player whose king stands in the promotion zone, not in check, with ten other own pieces there, may declare the
win with 28 points as Black or 27 as White; rooks and bishops in the zone and in hand count 5, all others 1
(`declaration=no` leaves that out). A game of 512 moves is drawn (`longest`; 0 for no such bound), so that games without
progress end.

Checked against cshogi (moves, check, mate, declarations, repetition and perpetual check of random games), the published counts
of sequences and the position with 593 moves.
"""

from __future__ import annotations

from counterplay.boards.bases.drop_chess_game import HALF, WEIGHTS, DropChessGame, DropState
from counterplay.boards.notation.shogi_notation import shogi_board
from counterplay.boards.pieces.drop_pieces import FAR, DropPiece
from counterplay.boards.pieces.piece_hands import held
from counterplay.core import Diagram, Unit

SIZE, ZONE_ROWS = 9, 3
MOST_MOVES = 593  # in any position
FIRST_ROWS = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
STRAIGHT, SLANTED = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
GOLD_STEPS = tuple((*way, 1) for way in (*STRAIGHT, (1, 1), (-1, 1)))
ROOK_WAYS, BISHOP_WAYS = tuple((*way, FAR) for way in STRAIGHT), tuple((*way, FAR) for way in SLANTED)
KING_STEPS = tuple((*way, 1) for way in (*STRAIGHT, *SLANTED))
DRAGON = DropPiece("+R", "dragon", "竜", (*ROOK_WAYS, *((*way, 1) for way in SLANTED)), 11.0)
HORSE = DropPiece("+B", "horse", "馬", (*BISHOP_WAYS, *((*way, 1) for way in STRAIGHT)), 9.5)
PIECES = (  # in the order of a hand in SFEN
    DropPiece("R", "rook", "飛", ROOK_WAYS, 8.0, 2, DRAGON),
    DropPiece("B", "bishop", "角", BISHOP_WAYS, 7.0, 2, HORSE),
    DropPiece("G", "gold", "金", GOLD_STEPS, 5.0, 4),
    DropPiece(
        "S", "silver", "銀", tuple((*way, 1) for way in ((0, 1), *SLANTED)), 4.5, 4,
        DropPiece("+S", "promoted silver", "全", GOLD_STEPS, 5.2),
    ),
    DropPiece("N", "knight", "桂", ((1, 2, 1), (-1, 2, 1)), 3.0, 4, DropPiece("+N", "promoted knight", "圭", GOLD_STEPS, 5.0)),
    DropPiece("L", "lance", "香", ((0, 1, FAR),), 2.7, 4, DropPiece("+L", "promoted lance", "杏", GOLD_STEPS, 4.9)),
    DropPiece("P", "pawn", "歩", ((0, 1, 1),), 1.0, 18, DropPiece("+P", "tokin", "と", GOLD_STEPS, 4.6)),
    DropPiece("K", "king", "玉", KING_STEPS, 0.0, 2),
)  # fmt: skip
ROOK, BISHOP = 0, 1
GREAT_POINTS, POINTS_NEEDED, PIECES_NEEDED = 5, (28, 27), 10  # of a declaration


class Shogi(DropChessGame):
    """Shogi on 9 x 9 squares; Black, below, moves first."""

    name = "shogi"
    title = "Shogi"
    aliases = ("japanese_chess",)
    unit = Unit("pawns", 1 / HALF, digits=2, squashed=True, mates=True)
    rules = (
        "Checkmate the enemy's king. Both players' wedges look alike: each points away from its owner. In your turn "
        "move a piece, taking what stands where it goes, or drop one that you have taken on any empty square, as your "
        "own. The king (玉) steps to any neighbouring square, the gold (金) to any but the two diagonally behind it, "
        "the silver (銀) diagonally or straight ahead. The knight (桂) leaps two squares ahead and one to the side, and "
        "only so. The lance (香) moves straight ahead as far as it likes, the rook (飛) straight and the bishop (角) "
        "diagonally in all directions, the pawn (歩) one square ahead, which is also how it takes. A move that begins "
        "or ends in the three farthest rows may promote the piece: rook and bishop also step like a king (竜, 馬), all "
        "others move like a gold from then on, and kings and golds never change. A piece that could not move any more "
        "must be promoted. What you take you hold in hand, unpromoted; what you drop is unpromoted, too. Never drop a "
        "pawn on a file where you have an unpromoted one, nor a pawn, lance or knight where it could never move, nor "
        "a pawn to give mate at once. A king in check must be saved; whoever cannot, or has no legal move, has lost. "
        "When a position occurs for the fourth time, the game is a draw; but a player who gave check with every move "
        "since its first time has lost. After 512 moves it is a draw, too. If both kings have "
        "escaped up the board: with your king and ten other pieces in the three farthest rows, and not in check, you "
        "may declare the win if these pieces and your hand make 28 points as Black or 27 as White, where rooks and "
        "bishops count 5 and all others 1."
    )
    cover = "4k2n1/2gsgs1bl/l1ppppppp/p8/9/7PP/P1PPPPP1N/LB1SGSR1L/1N1GK4 b RNPp 31"
    usual_plies = 115
    diagrams = (
        Diagram(
            "",
            "The first position. Most games begin with one of these two moves: they open the bishop's or the rook's way.",
            ("7g7f", "2g2f"),
        ),
        Diagram(
            "4k4/9/4P4/9/9/9/9/9/4K4 b G2P 1",
            "A gold dropped in front of the king is mate: the pawn guards it. A pawn in hand may not be dropped on this file, "
            "which holds one already.",
            ("G*5b",),
        ),
        Diagram(
            "4k4/9/2N6/1B7/9/9/9/9/4K4 b - 1",
            "In the three farthest rows a piece may be promoted. The knight must be: it could never leave the first row.",
            ("7c6a+", "8d9c+"),
        ),
    )
    max_actions = MOST_MOVES

    def __init__(self, declaration: bool = True, longest: int = 512, weights: tuple[float, ...] = WEIGHTS) -> None:
        self.declaration, self.declaring = declaration, declaration
        self.set_rules(shogi_board(SIZE), PIECES, FIRST_ROWS, ZONE_ROWS, 1, False, longest, weights)

    def may_declare(self, s: DropState) -> bool:
        mine = s.turn
        if s.check or not self.zone[mine, self.king_cell(s, mine)]:
            return False
        count, points, hand = 0, 0, self.hand(s, mine)
        for cell in range(self.cell_count):
            content = s.board[cell]
            if self.zone[mine, cell] and self.owner[content] == mine:
                count += 1
                points += GREAT_POINTS if self.in_hand[content] in (ROOK, BISHOP) else 1
        for kind in range(self.hand_kinds):
            points += held(hand, kind) * (GREAT_POINTS if kind in (ROOK, BISHOP) else 1)
        # The king was counted, too, with a point.
        return count > PIECES_NEEDED and points > POINTS_NEEDED[mine]
