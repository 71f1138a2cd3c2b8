"""Line games, also called m,n,k-games: tic-tac-toe, gomoku and everything between.

Players take turns placing a stone on any empty cell; `line` or more of one's own in an unbroken row, column or diagonal win
(gomoku players call this freestyle: a longer row wins too). Three and four players are possible: the winner then gets one
point from each of the others, so utilities still add up to zero.

Checked against the known counts of tic-tac-toe (5478 positions, 255168 games), the count of gomoku's first moves, and
OpenSpiel's `tic_tac_toe` and `mnk`. Their rules are the same; OpenSpiel numbers rows from the top, which mirrors the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import NOWHERE, BoardGame, PieceKind, SquareBoard
from counterplay.boards.sets.lines_of_cells import whole_lines
from counterplay.core import BadParameter, Diagram, require
from counterplay.gears.bits import EMPTY, popcount
from counterplay.gears.rng import draw_word, seeded

Board = Any  # a bit set where the board is small, else an array; see State
Actions = np.ndarray[Any, np.dtype[np.int64]]

LONGEST_SIDE = 19  # cells; a go board
MOST_BITS = 62  # of a bit set in a plain int
GO_BOARD = 9  # cells; from this side on stones are drawn on the crossings of lines
SYMBOLS = "xo+*"  # of the players, in the notation
# A line's worth with one more stone. In short matches at depth 2 and 3 (6 x 6 to 9 x 9), 2 and 4 scored less against it and 16
# and 32 about the same.
GROWTH = 8.0
COUNTER = 32  # above any number of stones in a line
LONGEST_HINT = 5  # stones in a row beyond which an action is not ordered any earlier
OWN_FIRST = 1.5  # completing one's own line rather than stopping another's; above 1 so that a win comes first


class State(NamedTuple):
    """A board and what follows from it, kept because finding it anew would take a look at all cells."""

    # Small boards: a bit set, one plane for each player, width + 1 bits a row so that lines cannot wrap around.
    # Large boards: an int8 array, shape (width * height,), 0 for an empty cell, 1 + player for a stone.
    board: Board
    ply: int  # stones on the board
    won: bool  # the last stone completed a line
    hash: np.uint64  # exclusive or of a random word for each stone (Zobrist, 1970)


class LineGame(BoardGame):
    """`line` in a row on a board of width x height cells."""

    name = "mnk"
    title = "Line game"
    aliases = ("line_game",)
    presets: ClassVar = {"tic_tac_toe": {}, "noughts_and_crosses": {}}
    rules = (
        "Players take turns placing a stone on an empty cell. The first to have enough stones in an unbroken row, column or "
        "diagonal wins: three in tic-tac-toe, five in gomoku. A full board without such a line is a draw."
    )
    cover = "o.o/.x./x.x o"
    usual_plies = 9
    solved = "A draw."
    diagrams = (
        Diagram("x.o/.x./o.. x", "Three in a row, here along a diagonal, win.", ("c1",)),
        Diagram(
            "..x/.o./x.o x", "X stops O's row with a3, and threatens two rows at once: O can stop only one of them.", ("a3",)
        ),
    )

    def __init__(self, width: int = 3, height: int = 3, line: int = 3, players: int = 2) -> None:
        if not (1 <= width <= LONGEST_SIDE and 1 <= height <= LONGEST_SIDE):
            raise BadParameter(f"mnk: a board of {width} x {height} does not fit; both must be from 1 to {LONGEST_SIDE}")
        most = max(width, height)
        if not 1 <= line <= most:
            raise BadParameter(f"mnk: a line of {line} does not fit a board of {width} x {height}; it must be from 1 to {most}")
        require(2 <= players <= len(SYMBOLS), f"mnk: players must be from 2 to {len(SYMBOLS)}, not {players}")
        self.width, self.height, self.line, self.players = width, height, line, players
        titles = {(3, 3, 3): "Tic-tac-toe", (15, 15, 5): "Gomoku"}
        self.title = titles.get((width, height, line), "Line game")  # type: ignore[misc]
        self.size = self.max_actions = self.max_plies = width * height
        self.utility_range = (-1.0, players - 1.0)
        crossings = min(width, height) >= GO_BOARD
        self.player_names = ("Black", "White") if crossings and players == 2 else tuple(SYMBOLS[:players].upper())
        self.plane = (width + 1) * height  # bits for each player in a bit set
        self.on_bits = players * self.plane <= MOST_BITS
        board = SquareBoard(width, height, crossings=crossings)
        self.set_board(board)
        self.board_material = "wood" if crossings else "paper"
        names = ("black stone", "white stone") if crossings and players == 2 else ("",) * players
        looks = zip(SYMBOLS, range(players), names, strict=False)
        self.pieces = tuple(PieceKind(symbol, p, name, "disc" if crossings else "mark") for symbol, p, name in looks)
        self.shifts = (1, width, width + 1, width + 2)  # along the axes, in a bit set
        # shape (cells,): where a bit set has a cell
        self.bit_places = np.array([cell + cell // width for cell in range(self.size)], np.int64)
        # shape (8,): what to add to a cell's number for a step; direction d + 4 is the opposite of d
        forwards = [1, width + 1, width, width - 1]
        self.strides = np.array(forwards + [-step for step in forwards], np.int64)
        # shape (cells, 8): how many cells there are in a direction up to the border, or as many as a line needs
        self.reach = (board.along[:, :, 1:line] != NOWHERE).sum(axis=2)
        # shape (4, cells): 0 for a cell where a line along an axis can begin, else too little to ever count
        ahead, too_little = self.reach[:, :4].T, np.iinfo(np.int32).min // 2
        self.borders = np.where(ahead == line - 1, 0, too_little).astype(np.int32)
        self.units = np.array([0] + [COUNTER**p for p in range(players)], np.int32)  # of stones in `tally`
        self.all_lines = board.winning_lines(line)  # shape (places for a line, line)
        # shape (places for a line,): the bits of one, in the first player's plane
        bits = (1 << self.bit_places[self.all_lines]).sum(axis=1) if self.on_bits else []
        self.masks = np.array(bits, np.int64)
        rng = seeded(0)
        self.zobrist = np.array([[draw_word(rng) for _ in range(players)] for _ in range(self.size)])  # for State.hash
        self.hints = GROWTH ** np.arange(LONGEST_HINT + 1)  # worth of an action for `order`, by the stones in a row with it
        textbook = (width, height, line, players) == (3, 3, 3, 2)
        # shape (line + 1,): worth of a line that is open to one player, by the stones in it; an empty one is open to all
        self.worth = np.array([0.0] + [1.0 if textbook else GROWTH**n for n in range(line)])
        self.tempo = 1.0 if textbook else GROWTH**0.5  # the player to move is half a stone ahead in all lines
        self.most = float(np.count_nonzero(self.borders == 0))  # worth of all lines with a stone each; more is scaled down

    # --- the board, in either form ---
    def stone(self, board: Board, cell: int) -> int:
        """What is on a cell: 0 for nothing, 1 + player for a stone."""
        if self.on_bits:
            place = int(self.bit_places[cell])
            found = 0
            for player in range(self.players):
                found += ((board >> (place + player * self.plane)) & 1) * (player + 1)
            return found
        return int(board[cell])

    def with_stone(self, board: Board, cell: int, player: int) -> Board:
        """A new board with one more stone."""
        if self.on_bits:
            return board | (1 << (int(self.bit_places[cell]) + player * self.plane))
        following = board.copy()
        following[cell] = player + 1
        return following

    def completes(self, board: Board, cell: int, player: int) -> bool:
        """Whether a stone of this player on the cell, there or yet to come, is part of a line."""
        if self.on_bits:
            stones = (board >> (player * self.plane)) & ((1 << self.plane) - 1) | (1 << int(self.bit_places[cell]))
            for shift in self.shifts:
                starts = stones
                for _ in range(self.line - 1):
                    starts &= starts >> shift
                if starts:
                    return True
            return False
        for axis in range(4):
            if self.run(board, cell, axis, player + 1) + self.run(board, cell, axis + 4, player + 1) >= self.line - 1:
                return True
        return False

    def run(self, board: Board, cell: int, direction: int, stone: int) -> int:
        """How many stones of one player follow the cell without a gap, at most as many as make a line with it."""
        step, n = self.strides[direction], 0
        while n < self.reach[cell, direction] and self.stone(board, cell + (n + 1) * step) == stone:
            n += 1
        return n

    # --- the rules ---
    def initial(self) -> State:
        if self.on_bits:
            return State(0, 0, False, EMPTY)
        return State(np.zeros(self.size, np.int8), 0, False, EMPTY)

    def player(self, s: State) -> int:
        return s.ply % self.players

    def actions(self, s: State) -> Actions:
        # Written without a branch, which nobody could predict, into one place more than there are actions.
        found, n = np.empty(self.size - s.ply + 1, np.int64), 0
        for cell in range(self.size):
            found[n] = cell
            n += self.stone(s.board, cell) == 0
        return found[:n]

    def result(self, s: State, a: int) -> State:
        player = s.ply % self.players
        board = self.with_stone(s.board, a, player)
        return State(board, s.ply + 1, self.completes(board, a, player), s.hash ^ self.zobrist[a, player])

    def terminal(self, s: State) -> bool:
        return s.won or s.ply == self.size

    def utility(self, s: State, p: int) -> float:
        if not s.won:
            return 0.0
        return self.players - 1.0 if p == (s.ply - 1) % self.players else -1.0

    # --- hints ---
    def tally(self, board: Board) -> np.ndarray[Any, np.dtype[np.int32]]:
        """How many places for a line hold n stones of one player alone, at player * (line + 1) + n.

        All places of an axis are counted at once, each in one number with five bits for each player.
        """
        found = np.zeros(self.players * (self.line + 1), np.int32)
        stones = np.zeros(self.size + (self.line - 1) * (self.width + 1), np.int32)
        for cell in range(self.size):
            stones[cell] = self.units[self.stone(board, cell)]
        counts = np.zeros(self.size, np.int32)
        for axis in range(4):
            for cell in range(self.size):
                counts[cell] = self.borders[axis, cell]
            for i in range(self.line):
                start = i * self.strides[axis]
                for cell in range(self.size):
                    counts[cell] += stones[start + cell]
            for count in counts:
                if count > 0:
                    player, n = 0, int(count)
                    while n % COUNTER == 0:
                        player, n = player + 1, n // COUNTER
                    if n < COUNTER:
                        found[player * (self.line + 1) + n] += 1
        return found

    def lines(self, board: Board) -> Any:
        """What estimates ask of a board: the places for a line on a small one, their tally on a large one."""
        return self.masks if self.on_bits else self.tally(board)

    def open_worth(self, board: Board, lines: Any, player: int) -> float:
        """The worth of the lines that hold stones of this player alone."""
        worth = 0.0
        if self.on_bits:
            own, others = 0, 0
            for p in range(self.players):
                stones = (board >> (p * self.plane)) & ((1 << self.plane) - 1)
                own, others = (stones, others) if p == player else (own, others | stones)
            for mask in lines:
                if others & mask == 0:
                    worth += self.worth[popcount(own & mask)]
            return worth
        for n in range(1, self.line + 1):
            worth += lines[player * (self.line + 1) + n] * self.worth[n]
        return worth

    def evaluate(self, s: State, p: int) -> float:
        """The worth of the lines open to p against that of all; tic-tac-toe: lines open to p minus lines open to the other.

        The textbook's estimate for tic-tac-toe (Nilsson, "Problem-Solving Methods in Artificial Intelligence", 1971), divided
        by 9 to stay within the utilities. Elsewhere a line counts the more the more stones it holds.
        """
        lines = self.lines(s.board)
        mine, total = 0.0, 0.0
        for player in range(self.players):
            worth = self.open_worth(s.board, lines, player)
            if player == s.ply % self.players:
                worth *= self.tempo
            total += worth
            if player == p:
                mine = worth
        return float((self.players * mine - total) / (max(self.most, total) + 1.0))

    def completing(self, s: State, player: int) -> int:
        """The first cell on which the player would make a line; -1 where there is none."""
        for cell in range(self.size):
            if self.stone(s.board, cell) == 0 and self.completes(s.board, cell, player):
                return cell
        return -1

    def candidates(self, s: State) -> Actions:
        """Completing a line, else stopping the opponent from it (of two such threats only one can be stopped)."""
        player = self.nearest(s) if self.players == 2 else -1
        if player >= 0:
            found = np.empty(1, np.int64)
            found[0] = self.completing(s, player)
            return found
        return self.actions(s)

    def nearest(self, s: State) -> int:
        """Who lacks only one stone for a line, of two players and the one to move first; -1 where nobody does."""
        lines, mover = self.lines(s.board), s.ply % 2
        if self.lacks_one(s, lines, mover):
            return mover
        return 1 - mover if self.lacks_one(s, lines, 1 - mover) else -1

    def lacks_one(self, s: State, lines: Any, player: int) -> bool:
        """Whether only one stone is missing to a line of this player."""
        if self.on_bits:
            return self.completing(s, player) >= 0
        return bool(lines[player * (self.line + 1) + self.line - 1] > 0)

    def threatened(self, s: State) -> bool:
        return self.players == 2 and self.lacks_one(s, self.lines(s.board), 1 - s.ply % 2)

    def order(self, s: State, a: int) -> float:
        """Long rows that the stone makes or stops; then the centre."""
        mover = s.ply % self.players + 1
        hint = 0.0
        for axis in range(4):
            for stone in range(1, self.players + 1):
                n = self.run(s.board, a, axis, stone) + self.run(s.board, a, axis + 4, stone)
                if n > 0:
                    hint += self.hints[min(n, LONGEST_HINT)] * (OWN_FIRST if stone == mover else 1.0)
        row, column = a // self.width, a % self.width
        return hint - 0.1 * (abs(2 * row - self.height + 1) + abs(2 * column - self.width + 1))

    def key(self, s: State) -> int:
        return s.hash  # type: ignore[return-value]

    # --- names and pictures ---
    def contents(self, s: State) -> Sequence[int]:
        return [self.stone(s.board, cell) for cell in range(self.size)]

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        s = self.initial()
        board, hash_, stones = s.board, s.hash, [(cell, stone - 1) for cell, stone in enumerate(contents) if stone]
        for cell, player in stones:
            board, hash_ = self.with_stone(board, cell, player), hash_ ^ self.zobrist[cell, player]
        return State(board, len(stones), bool(whole_lines(contents, self.all_lines)), hash_)

    def problem(self, s: State) -> str:
        contents = self.contents(s)
        lines = whole_lines(contents, self.all_lines)
        if [contents.count(p + 1) for p in range(self.players)] != [
            (s.ply - p + self.players - 1) // self.players for p in range(self.players)
        ]:
            return f"the numbers of stones do not fit together; players take turns, {SYMBOLS[0]} first"
        owners = {contents[line[0]] for line in lines}
        if lines and (owners != {(s.ply - 1) % self.players + 1} or not set.intersection(*map(set, lines))):
            first = self.board.names[min(lines[0])]
            return f"there is a line from {first} on that the last stone did not make; the game would have ended before"
        return ""

    def marked(self, s: State) -> Sequence[int]:
        return sorted(set().union(*whole_lines(self.contents(s), self.all_lines)))

    def ending(self, s: State) -> str:
        return f"{self.line} in a row" if s.won else "the board is full"
