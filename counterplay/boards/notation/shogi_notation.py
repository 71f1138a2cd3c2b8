"""How shogi and its relatives are written and drawn: SFEN for positions, USI for moves, wedges on a board and in the hands.

USI (T. Romstad, "The Universal Shogi Interface", 2007) names a square by its file, counted from the right, and the letter of
its rank, counted from the top: `7g7f`, `8h2b+` for a promotion, `P*5e` for a drop, `win` for a claim. Moves as Western books
write them are read, too: `P-7f`, `Bx2b+`, `S-6h=`, `P*5e`, with 76 for 7f, and with the origin where it is needed: `G6i-5h`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.bases.board_game import BoardGame
from counterplay.boards.notation.notation_fields import HandsField, NumberField, SignField
from counterplay.boards.pieces.drop_pieces import DropPiece
from counterplay.boards.pieces.piece_hands import held
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.cell_names import LETTERS
from counterplay.boards.shapes.square_board import SquareBoard
from counterplay.core import BadNotation, Label, Scene
from counterplay.core.scene import Piece, Tray

NEVER, MAY, MUST = range(3)  # of promotion
MOST_COUNTED = 9999  # of the number of a move
SHOWN = 40  # moves that an error lists
PROMOTE, STAY, WIN = "promote", "stay", "win"  # buttons
TRAY_SLOT = 0.9  # the width of a place in a hand, in cells
WESTERN = re.compile(r"(?P<kind>\+?[a-z])(?P<origin>[1-9][a-i1-9])?(?P<sign>[-x*']?)(?P<target>[1-9][a-i1-9])(?P<end>[+=]?)")
# An action is origin + 128 * target + PROMOTES; a drop has the number of cells + kind for its origin. DECLARE claims the win.
TARGET_BITS = 7
CELL_MASK = (1 << TARGET_BITS) - 1
PROMOTES, DECLARE = 1 << 2 * TARGET_BITS, 1 << (2 * TARGET_BITS + 1)


def shogi_board(size: int) -> SquareBoard:
    """A board that is numbered as it is written: 9a at the upper left, 1i at the lower right."""
    files = [Label(column + 0.5, -0.4, str(size - column)) for column in range(size)]
    ranks = [Label(size + 0.4, row + 0.5, LETTERS[row]) for row in range(size)]
    names = [f"{size - column}{LETTERS[row]}" for row in range(size) for column in range(size)]
    return SquareBoard(size, from_top=True, labels=(*files, *ranks), names=names)


class ShogiNotation(BoardGame):
    """Part of `DropChessGame`: what people read."""

    counts_empty = True
    side_symbols = "bw"
    optional_fields = 2
    board_material = "wood"
    kinds: tuple[DropPiece, ...]  # by number
    hand_kinds: int  # so many kinds, the first, may be in a hand; the last of them is a pawn, and the king follows
    kind_count: int
    width: int
    most_on_file: int  # pawns of one player
    in_hand: NDArray[np.int8]
    stuck: NDArray[np.bool_]

    def attacked(self, board: Any, cell: int, by: int, hidden: int) -> bool:
        """Whether a player's piece could move to the cell; the piece on the cell `hidden` is not there."""
        raise NotImplementedError

    def king_cell(self, s: Any, p: int) -> int:
        """Where a player's king stands."""
        raise NotImplementedError

    def promotion(self, s: Any, origin: int, target: int) -> int:
        """Whether the mover's piece is promoted by going to a cell: NEVER, MAY or MUST."""
        raise NotImplementedError

    # --- positions ---
    def set_fields(self) -> None:
        """What follows the side to move, once `kinds` are known."""
        self.extra_fields = (
            HandsField("hands", "pieces in hand", "".join(kind.letter for kind in self.kinds[: self.hand_kinds])),
            NumberField("number", "number of the move", MOST_COUNTED, 1),
            SignField("declared", "sign of a declared win", ("", "win")),
        )

    def extras(self, s: Any) -> dict[str, Any]:
        """Both hands, the number of the move, and whether the win was claimed."""
        return {"hands": (s.black_hand, s.white_hand), "number": s.number, "declared": s.declared}

    def load(self, text: str) -> Any:
        """Reads SFEN, with or without the number of the move."""
        return super().load(text.strip().removeprefix("sfen "))

    def problem(self, s: Any) -> str:
        """Too many pieces, a piece or pawn where none may be, a check that was overlooked."""
        contents, hands = self.contents(s), (s.black_hand, s.white_hand)
        for p, side in enumerate(self.player_names):
            kings = contents.count(1 + self.hand_kinds + self.kind_count * p)
            if kings != 1:
                return f"{side} has {kings} kings instead of one"
        return self._count_problem(contents, hands) or self._place_problem(s, contents)

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> Any:
        """The state, but for the fields that `restored` works out."""
        black, white = extras["hands"]
        return self.state_of_parts(np.array(contents, np.int8), black, white, turn, extras["declared"], extras["number"])

    def state_of_parts(self, board: Any, black: int, white: int, turn: int, declared: int, number: int) -> Any:
        """A state whose derived fields are still to be worked out."""
        raise NotImplementedError

    def _count_problem(self, contents: Sequence[int], hands: Sequence[int]) -> str:
        on_board = [int(self.in_hand[content]) for content in contents]
        for kind, piece in enumerate(self.kinds[: self.hand_kinds]):
            many = on_board.count(kind) + sum(held(hand, kind) for hand in hands)
            if many > piece.many:
                return f"there are {many} pieces of the kind {piece.name}; {piece.many} is the most"
        return ""

    def _place_problem(self, s: Any, contents: Sequence[int]) -> str:
        for cell, content in enumerate(contents):
            if content and self.stuck[content, cell]:
                return f"the {self.pieces[content - 1].name} on {self.board.names[cell]} could never move"
        for p, side in enumerate(self.player_names):
            pawn = self.hand_kinds - 1 + self.kind_count * p
            for column in range(self.width):
                many = sum(content == 1 + pawn for content in contents[column :: self.width])
                if many > self.most_on_file:
                    return f"{side} has {many} pieces of the kind {self.kinds[self.hand_kinds - 1].name} on one file"
        if self.attacked(s.board, self.king_cell(s, 1 - s.turn), s.turn, NOWHERE):
            return f"{self.player_names[1 - s.turn]} is in check although it is {self.player_names[s.turn]}'s turn"
        return ""

    # --- moves ---
    def action_parts(self, a: int) -> tuple[int, int, bool]:
        """Origin, target and whether a piece is promoted."""
        return a & CELL_MASK, a >> TARGET_BITS & CELL_MASK, bool(a & PROMOTES)

    def action_name(self, s: Any, a: int) -> str:
        """As programs write it, too."""
        return self.usi(a)

    def usi(self, a: int) -> str:
        """A move as programs write it: '7g7f', '8h2b+', 'P*5e', 'win'."""
        if a == DECLARE:
            return WIN
        origin, target, promotes = self.action_parts(int(a))
        end = self.board.names[target]
        if origin >= self.cell_count:
            return f"{self.kinds[origin - self.cell_count].letter}*{end}"
        return self.board.names[origin] + end + ("+" if promotes else "")

    def parse_action(self, s: Any, text: str) -> int:
        """Takes USI, in any capitals, and Western names."""
        wanted, choices = text.strip().lower(), self.choices(s)
        found = [a for a in choices if self.action_name(s, a).lower() == wanted]
        western = WESTERN.fullmatch(wanted)
        if not found and western is not None:
            found = [a for a in choices if a != DECLARE and self._fits(s, a, western)]
        if len(found) == 1:
            return found[0]
        names = [self.action_name(s, a) for a in found or choices]
        listed = ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
        problem = "may mean several moves" if found else "is no move here"
        raise BadNotation(f"{self.title_text}: '{text[:SHOWN]}' {problem}; possible: {listed or 'none, the game is over'}")

    def _fits(self, s: Any, a: int, move: re.Match[str]) -> bool:
        """Whether a Western name means this action; a promotion is said by +, and = or nothing means none."""
        origin, target, promotes = self.action_parts(a)
        drop = origin >= self.cell_count
        kind = self.kinds[origin - self.cell_count if drop else (self.content_at(s, origin) - 1) % self.kind_count]
        return (
            kind.letter.lower() == move["kind"]
            and target == self._square(move["target"])
            and drop == (move["sign"] in ("*", "'"))
            and (move["origin"] is None or (not drop and origin == self._square(move["origin"])))
            and promotes == (move["end"] == "+")
        )

    def _square(self, text: str) -> int:
        """The cell of '7f' or '76'; -1 for none."""
        name = text[0] + (LETTERS[int(text[1]) - 1] if text[1].isdigit() else text[1])
        return self.board.names.index(name) if name in self.board.names else NOWHERE

    def gesture(self, s: Any, a: int) -> Sequence[str]:
        """The piece on the board or in the hand, where it goes, and the button that says whether it is promoted, if it may."""
        if a == DECLARE:
            return (WIN,)
        origin, target, promotes = self.action_parts(int(a))
        end = self.board.names[target]
        if origin >= self.cell_count:
            return (self.slot(s.turn, origin - self.cell_count), end)
        free = self.promotion(s, origin, target) == MAY
        return (self.board.names[origin], end, *((PROMOTE if promotes else STAY,) if free else ()))

    # --- the picture ---
    def slot(self, p: int, kind: int) -> str:
        """The place of a kind of piece in a player's hand."""
        return f"{self.player_names[p].lower()} {self.kinds[kind].name} in hand"

    def pieces_on(self, cell: str, content: int) -> Sequence[Piece]:
        """A wedge that points at the enemy."""
        return (replace(self.pieces[content - 1].on(cell), turn=180 * self.pieces[content - 1].owner),)

    def scene(self, s: Any) -> Scene:
        """The board, and the hands as trays."""
        plain = super().scene(s)
        trays, beside = [], []
        for p, hand in enumerate((s.black_hand, s.white_hand)):
            trays.append(Tray(tuple(self.slot(p, kind) for kind in range(self.hand_kinds)), p, "In hand", size=TRAY_SLOT))
            for kind in range(self.hand_kinds):
                if held(hand, kind):
                    (piece,) = self.pieces_on(self.slot(p, kind), 1 + kind + self.kind_count * p)
                    beside.append(replace(piece, count=held(hand, kind)))
        return replace(plain, pieces=(*plain.pieces, *beside), trays=tuple(trays))

    def marked(self, s: Any) -> Sequence[int]:
        """A king in check."""
        return (self.king_cell(s, s.turn),) if s.check else ()

    def notes(self, s: Any) -> Sequence[str]:
        """What the mark on the king means."""
        return ("Check.",) if s.check and not self.terminal(s) else ()

    def buttons(self, s: Any) -> dict[str, str]:
        """Whether to promote, where that may be chosen, and the claim of a win."""
        choices = self.choices(s)
        found = {}
        if any(a != DECLARE and a & PROMOTES and self.promotion(s, *self.action_parts(a)[:2]) == MAY for a in choices):
            found = {PROMOTE: "Promote", STAY: "Do not promote"}
        return found | ({WIN: "Declare the win"} if DECLARE in choices else {})
