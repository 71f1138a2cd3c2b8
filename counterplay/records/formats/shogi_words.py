"""What the two formats of shogi share: pieces, endings, and positions cell by cell."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from counterplay.boards.notation.shogi_notation import DECLARE
from counterplay.boards.pieces.piece_hands import held
from counterplay.core import BadNotation, BadParameter, Game
from counterplay.games.chess_like.shogi import FIRST_ROWS, SIZE, Shogi
from counterplay.records.record import Record

# Our letters of the pieces, with the words of CSA and of KIF.
CSA_PIECES = {
    "P": "FU", "L": "KY", "N": "KE", "S": "GI", "G": "KI", "B": "KA", "R": "HI", "K": "OU",
    "+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY",
}  # fmt: skip
KIF_PIECES = {
    "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "馬", "+R": "龍",
}  # fmt: skip
RANKS = "abcdefghi"
NO_PIECE = ""


class Ending(NamedTuple):
    """A way in which games end, from the point of view of the player to move."""

    ending: str  # in a record
    csa: str
    kif: str
    mover: str  # what becomes of the player to move: loses, wins, draws, or nothing is known


ENDINGS = (
    Ending("resignation", "%TORYO", "投了", "loses"),
    Ending("time", "%TIME_UP", "切れ負け", "loses"),
    Ending("illegal move", "%ILLEGAL_MOVE", "反則負け", "loses"),
    Ending("checkmate", "%TSUMI", "詰み", "loses"),
    Ending("illegal move of the other side", "%ILLEGAL_ACTION", "反則勝ち", "wins"),
    Ending("declaration", "%KACHI", "入玉勝ち", "wins"),
    Ending("repetition", "%SENNICHITE", "千日手", "draws"),
    Ending("impasse", "%JISHOGI", "持将棋", "draws"),
    Ending("interruption", "%CHUDAN", "中断", ""),
)


def shogi(game: Game, title: str) -> Shogi:
    """The game, if it is one that the format is for."""
    if not isinstance(game, Shogi):
        raise BadParameter(f"{title} is for shogi, and this is {game.title_text}; the formats json and jsonl take every game")
    return game


def result_after(mover: int, what: str) -> str:
    """The result of a game in which the player to move loses, wins or draws."""
    if what == "draws":
        return "1/2-1/2"
    if not what:
        return "*"
    return "1-0" if (mover == 0) == (what == "wins") else "0-1"


def ending_of(record: Record, mover: int) -> Ending | None:
    """The ending that tells the result of a record, where one does: by its words, or else by the result alone."""
    fitting = [one for one in ENDINGS if result_after(mover, one.mover) == record.result]
    exact = [one for one in fitting if one.ending == record.ending]
    return exact[0] if exact else None


def comment_lines(sign: str, text: str) -> str:
    """A comment, each of its lines behind a sign; a carriage return is a line's end, too, since readers take it for one."""
    return "".join(f"{sign}{line}\n" for line in re.split(r"\r\n|\r|\n", text)) if text else ""


def square_digits(name: str) -> str:
    """`7g` as `77`."""
    return name[0] + str(RANKS.index(name[1]) + 1)


def square_name(digits: str) -> str:
    """`77` as `7g`."""
    if len(digits) != 2 or not set(digits) <= set("123456789"):
        raise BadNotation(f"'{digits[:10]}' is no square; squares are 11 to 99")
    return digits[0] + RANKS[int(digits[1]) - 1]


def piece_at(game: Shogi, state: Any, square: str) -> str:
    """The letter of the piece on a square (`+P`), whoever owns it; nothing where there is none."""
    content = game.contents(state)[game.board.index(square)]
    return game.kinds[(content - 1) % game.kind_count].letter if content else NO_PIECE


def owner_at(game: Shogi, content: int) -> int:
    """Who owns a piece."""
    return (content - 1) // game.kind_count


def board_rows(game: Shogi, state: Any) -> list[list[tuple[str, int]]]:
    """Rows from the top, each with the letter and the owner of its cells from the left; no letter for an empty one."""
    contents = game.contents(state)
    cells = [
        (game.kinds[(content - 1) % game.kind_count].letter, owner_at(game, content)) if content else (NO_PIECE, 0)
        for content in contents
    ]
    return [cells[SIZE * row : SIZE * (row + 1)] for row in range(SIZE)]


def hands(game: Shogi, state: Any) -> tuple[dict[str, int], dict[str, int]]:
    """How many of each kind the players hold."""
    first, second = (
        {game.kinds[kind].letter: held(hand, kind) for kind in range(game.hand_kinds) if held(hand, kind)}
        for hand in (state.black_hand, state.white_hand)
    )
    return first, second


def sfen(rows: list[list[tuple[str, int]]], turn: int, held_pieces: tuple[dict[str, int], dict[str, int]], number: int) -> str:
    """The position in the game's notation."""
    written = []
    for row in rows:
        text, empty = "", 0
        for letter, owner in row:
            if not letter:
                empty += 1
                continue
            text += (str(empty) if empty else "") + (letter.lower() if owner else letter)
            empty = 0
        written.append(text + (str(empty) if empty else ""))
    hand = ""
    for owner, counts in enumerate(held_pieces):
        for letter in "RBGSNLP":
            if count := counts.get(letter, 0):
                hand += (str(count) if count > 1 else "") + (letter.lower() if owner else letter)
    return f"{'/'.join(written)} {'bw'[turn]} {hand or '-'} {number}"


def usual_rows() -> list[list[tuple[str, int]]]:
    """The rows of the first position."""
    rows: list[list[tuple[str, int]]] = []
    for text in FIRST_ROWS.split("/"):
        row: list[tuple[str, int]] = []
        for sign in text:
            row += [(NO_PIECE, 0)] * int(sign) if sign.isdecimal() else [(sign.upper(), int(sign.islower()))]
        rows.append(row)
    return rows


def declares(action: int) -> bool:
    """Whether an action claims the win."""
    return action == DECLARE
