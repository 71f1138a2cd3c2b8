"""Arimaa in plain Python, from the rules as they are told to people: a turn is a list of steps that must make sense as a whole.

A dictionary from squares to letters. Nothing is remembered of a turn but its steps: each time they are read anew as moves,
pushes and pulls, in every way in which that can be done. A step is legal if a turn that begins like this can be completed.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.oracles.named_moves import NamedMoves

Square = str  # "a1"
Board = dict[Square, str]  # capital letters are Gold's
Step = tuple[Square, Square]
STRENGTH = "rcdhme"  # the weakest first
ARMY = {"r": 8, "c": 2, "d": 2, "h": 2, "m": 1, "e": 1}
SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
WAYS = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}
PITS = ("c3", "c6", "f3", "f6")


def go(square: Square, way: str) -> Square | None:
    """The next square in a direction."""
    column, row = ord(square[0]) + WAYS[way][0], int(square[1]) + WAYS[way][1]
    return f"{chr(column)}{row}" if "a" <= chr(column) <= "h" and 1 <= row <= 8 else None


AROUND = {square: [t for way in WAYS if (t := go(square, way))] for square in SQUARES}
DIRECTION = {(square, t): way for square in SQUARES for way in WAYS if (t := go(square, way))}


def stronger(one: str, other: str) -> bool:
    return STRENGTH.index(one.lower()) > STRENGTH.index(other.lower())


def stuck_fast(board: Board, square: Square) -> bool:
    """Whether a piece is frozen."""
    piece = board[square]
    others = [board[t] for t in AROUND[square] if t in board]
    if any(other.isupper() == piece.isupper() for other in others):
        return False
    return any(stronger(other, piece) for other in others)


def after_step(board: Board, step: Step) -> tuple[Board, str]:
    """The board after a step, and what was lost in a trap: 'rc3x'."""
    after = dict(board)
    after[step[1]] = after.pop(step[0])
    for pit in PITS:
        if pit in after and not any(t in after and after[t].isupper() == after[pit].isupper() for t in AROUND[pit]):
            return after, f"{after.pop(pit)}{pit}x"
    return after, ""


class Layout(NamedTuple):
    begun: frozenset[tuple[Square, str]]  # the board at the beginning of the turn
    steps: tuple[Step, ...]
    gold_moves: bool
    placing: bool


class PlainArimaa(NamedMoves):
    """Arimaa, turn by turn."""

    def __init__(self, first: Layout | None = None) -> None:
        self.first = first

    def initial(self) -> Layout:
        return self.first or Layout(frozenset(), (), True, True)

    def player(self, s: Layout) -> int:
        return 0 if s.gold_moves else 1

    def own_step(self, board: Board, step: Step, gold: bool) -> bool:
        """Whether a player may step so with a piece of the own colour."""
        piece = board.get(step[0], "?")
        if piece == "?" or piece.isupper() != gold or step[1] in board or stuck_fast(board, step[0]):
            return False
        return DIRECTION[step] != {"R": "s", "r": "n"}.get(piece)

    def makes_sense(self, board: Board, steps: tuple[Step, ...], gold: bool, half: bool = False) -> bool:
        """Whether the steps can be read as a row of moves, pushes and pulls; `half` allows half a push at the end."""
        if not steps:
            return True
        first, second = steps[0], steps[1] if len(steps) > 1 else None
        after, _ = after_step(board, first) if first[0] in board and first[1] not in board else (board, "")
        if self.own_step(board, first, gold):
            if self.makes_sense(after, steps[1:], gold, half):
                return True
            # a pull: a weaker enemy follows to the square that was left
            if second and second[1] == first[0] and second[0] in after and after[second[0]].isupper() != gold:
                if stronger(board[first[0]], after[second[0]]):
                    return self.makes_sense(after_step(after, second)[0], steps[2:], gold, half)
            return False
        if not self.pushes(board, first, gold):
            return False
        if second and second[1] == first[0] and self.own_step(after, second, gold):
            if stronger(after[second[0]], board[first[0]]):
                return self.makes_sense(after_step(after, second)[0], steps[2:], gold, half)
        return half and not second

    def pushes(self, board: Board, step: Step, gold: bool) -> bool:
        """Whether an enemy may be pushed so: there must be a stronger piece beside it that is not frozen."""
        piece = board.get(step[0], "?")
        if piece == "?" or piece.isupper() == gold or step[1] in board:
            return False
        beside = [t for t in AROUND[step[0]] if t in board and board[t].isupper() == gold]
        return any(stronger(board[t], piece) and not stuck_fast(board, t) for t in beside)

    def board_of(self, s: Layout) -> Board:
        board = dict(s.begun)
        for step in s.steps:
            board, _ = after_step(board, step)
        return board

    def can_be_completed(self, s: Layout) -> bool:
        """Whether some legal turn begins with these steps."""
        if self.complete(s):
            return True
        if len(s.steps) == 4 or not self.makes_sense(dict(s.begun), s.steps, s.gold_moves, half=True):
            return False
        following = self.thinkable(self.board_of(s))
        return any(self.can_be_completed(s._replace(steps=(*s.steps, step))) for step in following)

    def complete(self, s: Layout) -> bool:
        """Whether these steps are a legal turn."""
        changed = bool(s.steps) and frozenset(self.board_of(s).items()) != s.begun
        return changed and self.makes_sense(dict(s.begun), s.steps, s.gold_moves)

    def thinkable(self, board: Board) -> list[Step]:
        return [(square, t) for square in board for t in AROUND[square] if t not in board]

    def ended(self, s: Layout) -> Layout:
        return Layout(frozenset(self.board_of(s).items()), (), not s.gold_moves, False)

    def listed(self, s: Layout) -> dict[str, Layout]:
        if s.placing:
            return self.placements(s)
        board, found = self.board_of(s), {}
        for step in self.thinkable(board):
            following = s._replace(steps=(*s.steps, step))
            if self.can_be_completed(following):
                _, gone = after_step(board, step)
                name = "-".join(filter(None, (board[step[0]] + step[0] + DIRECTION[step], gone)))
                found[name] = self.ended(following) if len(following.steps) == 4 else following
        if self.complete(s):
            found["end"] = self.ended(s)
        return found

    def placements(self, s: Layout) -> dict[str, Layout]:
        rows, found = ("12" if s.gold_moves else "78"), {}
        for kind in ARMY:
            letter = kind.upper() if s.gold_moves else kind
            for square in SQUARES:
                if square[1] in rows and square not in dict(s.begun) and self.missing(s, dict(s.begun))[letter]:
                    found[letter + square] = self.placed(s, dict(s.begun) | {square: letter}, rows)
        return found

    def missing(self, s: Layout, board: Board) -> dict[str, int]:
        letters = {kind.upper() if s.gold_moves else kind: count for kind, count in ARMY.items()}
        return {letter: count - list(board.values()).count(letter) for letter, count in letters.items()}

    def placed(self, s: Layout, board: Board, rows: str) -> Layout:
        left = [letter for letter, count in self.missing(s, board).items() if count]
        if len(left) > 1:
            return s._replace(begun=frozenset(board.items()))
        board |= {square: left[0] for square in SQUARES if left and square[1] in rows and square not in board}
        return Layout(frozenset(board.items()), (), not s.gold_moves, s.gold_moves)

    def winner(self, s: Layout) -> int | None:
        """Looked at when a turn has ended; the player who has just moved comes first."""
        if s.placing or s.steps:
            return None
        board = dict(s.begun)
        mover, other = ("r", "R") if s.gold_moves else ("R", "r")
        goal = {"R": "8", "r": "1"}
        for rabbit in (mover, other):
            if any(piece == rabbit and square[1] == goal[rabbit] for square, piece in s.begun):
                return int(rabbit == "r")
        for rabbit, survivor in ((other, mover), (mover, other)):
            if rabbit not in board.values():
                return int(survivor == "r")
        return None if self.moves(s) else int(mover == "r")

    def terminal(self, s: Layout) -> bool:
        return self.winner(s) is not None

    def utility(self, s: Layout, p: int) -> float:
        return 1.0 if p == self.winner(s) else -1.0

    def dump(self, s: Layout) -> str:
        return f"{sorted(self.board_of(s).items())} {self.player(s)} {len(s.steps)}"
