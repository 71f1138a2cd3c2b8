"""How chess is written: Forsyth-Edwards notation for positions, algebraic and UCI notation for moves."""

from __future__ import annotations

import re
from typing import NoReturn, Protocol

import numpy as np

from counterplay.boards.cell_names import cell_name
from counterplay.core import BadNotation
from counterplay.games.chess_like.chess.chess_board import (
    BISHOP,
    BLACK_LONG,
    BLACK_SHORT,
    KING,
    KNIGHT,
    LAST_RANKS,
    NO_SQUARE,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    WHITE_LONG,
    WHITE_SHORT,
    State,
    attackers,
    contents,
    kind_at,
    king_square,
    with_derived,
)
from counterplay.gears.bits import EMPTY, bit

LETTERS = "PNBRQK"  # by kind
NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
COLOURS = ("White", "Black")
FIRST_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RIGHTS = {"K": WHITE_SHORT, "Q": WHITE_LONG, "k": BLACK_SHORT, "q": BLACK_LONG}
CASTLING_HOMES = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}  # king, rook
MOST_COUNTED = 9999  # of the two counters of a position
SHOWN = 60  # characters of a wrong text, or moves, that an error quotes


class Rules(Protocol):
    """What the names of moves need to know of the rules."""

    def choices(self, s: State) -> list[int]: ...

    def result(self, s: State, a: int) -> State: ...

    def movable(self, s: State) -> bool: ...

    def actions(self, s: State) -> list[int]: ...


# --- positions ---
def write_fen(s: State) -> str:
    """Forsyth-Edwards notation, six fields."""
    symbols = ["."] * 64
    for square, (colour, kind) in contents(s).items():
        symbols[square] = letter_of(colour, kind)
    ranks = [re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(symbols[8 * r : 8 * r + 8])) for r in reversed(range(8))]
    rights = "".join(letter for letter, right in RIGHTS.items() if s.castling & right) or "-"
    passed = "-" if s.en_passant == NO_SQUARE else cell_name(s.en_passant, 8)
    return f"{'/'.join(ranks)} {'wb'[s.turn]} {rights} {passed} {s.halfmoves} {s.fullmoves}"


def letter_of(colour: int, kind: int) -> str:
    """A capital letter for White, a small one for Black."""
    return LETTERS[kind] if colour == WHITE else LETTERS[kind].lower()


def read_fen(text: str) -> State:
    """The position, or BadNotation that says what is wrong; the two counters may be left out."""
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        _refuse(text, f"it has {len(fields)} fields instead of 6 (or 4, without the counters)")
    board = _read_board(text, fields[0])
    if fields[1] not in ("w", "b"):
        _refuse(text, f"the side to move is 'w' or 'b', not '{fields[1]}'")
    turn = "wb".index(fields[1])
    castling = _read_castling(text, fields[2], board)
    passed = _read_en_passant(text, fields[3], turn, board)
    halfmoves = _read_counter(text, "half-move clock", fields[4]) if len(fields) > 4 else 0
    fullmoves = max(1, _read_counter(text, "move number", fields[5])) if len(fields) > 5 else 1

    def pieces(wanted: str) -> np.uint64:
        return np.uint64(sum(1 << square for square, letter in board.items() if letter in wanted))

    pawns, knights, bishops, rooks, queens, kings = (pieces(letter + letter.lower()) for letter in LETTERS)
    white, black = pieces(LETTERS), pieces(LETTERS.lower())
    s = State(
        pawns, knights, bishops, rooks, queens, kings, white, black,
        EMPTY, EMPTY, turn, castling, passed, halfmoves, fullmoves,
    )  # fmt: skip
    if s.pawns & LAST_RANKS:
        _refuse(text, "a pawn stands on the first or last rank")
    if attackers(s, king_square(s, 1 - turn), turn, white | black) != EMPTY:
        _refuse(text, f"{COLOURS[1 - turn]} is in check although it is {COLOURS[turn]}'s turn")
    return with_derived(s)


def _refuse(text: str, reason: str) -> NoReturn:
    quoted = text if len(text) <= 2 * SHOWN else text[: 2 * SHOWN] + "..."
    raise BadNotation(f"chess: '{quoted}' is no position: {reason}; the first position is '{FIRST_POSITION}'")


def _read_board(text: str, field: str) -> dict[int, str]:
    """Square -> letter; checks how many pieces there are."""
    ranks = field.split("/")
    if len(ranks) != 8:
        _refuse(text, f"the board has {len(ranks)} ranks instead of 8")
    board: dict[int, str] = {}
    for rank, row in zip(reversed(range(8)), ranks, strict=True):
        file = 0
        for symbol in row:
            if symbol in "12345678":
                file += int(symbol)
            elif symbol.upper() in LETTERS and symbol.isascii():
                board[8 * rank + file] = symbol
                file += 1
            else:
                _refuse(text, f"'{symbol}' on rank {rank + 1} is no piece; pieces are {LETTERS} and {LETTERS.lower()}")
        if file != 8:
            _refuse(text, f"rank {rank + 1}, '{row}', describes {file} squares instead of 8")
    placed = list(board.values())
    for colour, letters in zip(COLOURS, (LETTERS, LETTERS.lower()), strict=True):
        count = [placed.count(letter) for letter in letters]
        if count[KING] != 1:
            _refuse(text, f"{colour} has {count[KING]} kings instead of one")
        promoted = sum(max(0, count[kind] - 2) for kind in (KNIGHT, BISHOP, ROOK)) + max(0, count[QUEEN] - 1)
        if count[PAWN] + promoted > 8:
            _refuse(text, f"{colour} has more pieces than eight pawns and their promotions allow")
    return board


def _read_castling(text: str, field: str, board: dict[int, str]) -> int:
    if field == "-":
        return 0
    if len(set(field)) != len(field) or set(field) - set(RIGHTS):
        _refuse(text, f"castling rights are '-' or some of KQkq, each once, not '{field}'")
    for right in field:
        king, rook = CASTLING_HOMES[right]
        white = right.isupper()
        if board.get(king) != ("K" if white else "k") or board.get(rook) != ("R" if white else "r"):
            homes = f"{cell_name(king, 8)} and {cell_name(rook, 8)}"
            _refuse(text, f"the castling right '{right}' needs king and rook on {homes}")
    return sum(RIGHTS[right] for right in field)


def _read_en_passant(text: str, field: str, turn: int, board: dict[int, str]) -> int:
    if field == "-":
        return NO_SQUARE
    rank, ahead, pawn = ("6", -8, "p") if turn == WHITE else ("3", 8, "P")
    if len(field) != 2 or field[0] not in "abcdefgh" or field[1] != rank:
        _refuse(text, f"the en passant square is '-' or one of a{rank} to h{rank}, not '{field}'")
    square = (int(rank) - 1) * 8 + "abcdefgh".index(field[0])
    if square in board or square - ahead in board or board.get(square + ahead) != pawn:
        _refuse(text, f"no pawn can just have passed over {field}")
    return square


def _read_counter(text: str, name: str, field: str) -> int:
    if not (field.isascii() and field.isdigit() and len(field) <= len(str(MOST_COUNTED))):
        _refuse(text, f"the {name} is a whole number from 0 to {MOST_COUNTED}, not '{field}'")
    return int(field)


# --- moves ---
MOVE = re.compile(
    r"(?P<kind>[NBRQKnrqk])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:]?(?P<target>[a-h][1-8])"
    r"(?:=|/|\()?(?P<promotion>[NBRQnbrq])?\)?(?: ?e\.?p\.?)?"
)
UCI_MOVE = re.compile(r"(?P<origin>[a-h][1-8])(?P<target>[a-h][1-8])(?P<promotion>[nbrqNBRQ])?")
CASTLING = re.compile(r"[0Oo](-?)[0Oo](?P<long>\1[0Oo])?")


def write_uci(a: int) -> str:
    """'e2e4', 'e7e8q'."""
    return cell_name(a & 63, 8) + cell_name((a >> 6) & 63, 8) + (LETTERS[a >> 12].lower() if a >> 12 else "")


def write_san(rules: Rules, s: State, a: int) -> str:
    """Standard algebraic notation, with as little of the origin as tells the move apart, and + or #."""
    after = rules.result(s, a)
    mark = ("+" if rules.movable(after) else "#") if after.checkers != EMPTY else ""
    return _san_without_mark(rules, s, a) + mark


def _san_without_mark(rules: Rules, s: State, a: int) -> str:
    origin, target, promotion = a & 63, (a >> 6) & 63, a >> 12
    kind = kind_at(s, origin)
    to = cell_name(target, 8)
    if kind == KING and abs(target - origin) == 2:
        return "O-O" if target > origin else "O-O-O"
    if kind == PAWN:
        diagonal = (target - origin) % 8 != 0
        return (f"{cell_name(origin, 8)[0]}x" if diagonal else "") + to + (f"={LETTERS[promotion]}" if promotion else "")
    capture = "x" if (s.white | s.black) & bit(target) else ""
    return LETTERS[kind] + _origin_hint(rules, s, origin, target, kind) + capture + to


def _origin_hint(rules: Rules, s: State, origin: int, target: int, kind: int) -> str:
    """The file, the rank or both, where another piece of the kind could move to the same square."""
    able = attackers(s, target, s.turn, s.white | s.black)
    rivals = [sq for sq in range(64) if able & bit(sq) and sq != origin and kind_at(s, sq) == kind]
    if rivals:
        legal = {int(a) & 63 for a in rules.actions(s) if (int(a) >> 6) & 63 == target}
        rivals = [sq for sq in rivals if sq in legal]
    if not rivals:
        return ""
    name = cell_name(origin, 8)
    if all(sq % 8 != origin % 8 for sq in rivals):
        return name[0]
    if all(sq // 8 != origin // 8 for sq in rivals):
        return name[1]
    return name


def read_move(rules: Rules, s: State, text: str) -> int:
    """The legal move that a text stands for, or BadNotation that says why there is none."""
    wanted = text.strip()
    bare = wanted.rstrip("+#!?").strip()
    choices = rules.choices(s)
    castling, uci, move = CASTLING.fullmatch(bare), UCI_MOVE.fullmatch(bare), MOVE.fullmatch(bare)
    if castling:
        origin = 4 if s.turn == WHITE else 60
        target = origin - 2 if castling["long"] else origin + 2
        found = [a for a in choices if a == origin | target << 6 and kind_at(s, origin) == KING]
    elif uci:
        found = [a for a in choices if write_uci(a) == bare.lower()]
        move = uci
    elif move:
        found = [a for a in choices if _matches(s, a, move)]
    else:
        shown = wanted[:SHOWN]
        raise BadNotation(f"chess: '{shown}' is no move; write it like Nf3, exd5, O-O, e8=Q or e2e4")
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        names = " or ".join(write_san(rules, s, a) for a in found)
        raise BadNotation(f"chess: '{wanted}' may mean {names}; say which")
    raise BadNotation(f"chess: '{wanted}' is not legal here; {_alternatives(rules, s, choices, move)}")


def _matches(s: State, a: int, move: re.Match[str]) -> bool:
    origin, target, promotion = cell_name(a & 63, 8), cell_name((a >> 6) & 63, 8), a >> 12
    kind = LETTERS.index(move["kind"].upper()) if move["kind"] else PAWN
    become = LETTERS.index(move["promotion"].upper()) if move["promotion"] else promotion
    return (
        kind_at(s, a & 63) == kind
        and target == move["target"]
        and move["file"] in (None, origin[0])
        and move["rank"] in (None, origin[1])
        and become == promotion
    )


def _alternatives(rules: Rules, s: State, choices: list[int], move: re.Match[str] | None) -> str:
    """The legal moves closest to what was meant: of the named piece, else all."""
    if not choices:
        return "the game is over"
    alike = choices
    if move is not None:
        groups = move.groupdict()
        if groups.get("origin"):
            alike = [a for a in choices if cell_name(a & 63, 8) == groups["origin"]]
        else:
            kind = LETTERS.index((groups.get("kind") or "P").upper())
            alike = [a for a in choices if kind_at(s, a & 63) == kind]
    names = [write_san(rules, s, a) for a in (alike or choices)]
    return "possible: " + ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
