"""Othello (reversi): place a disc, turn what you bracket, own the most discs at the end.

Rules of the World Othello Federation: d5 and e4 start black, d4 and e5 white, Black moves first, a player who cannot place
must pass, and the game ends when neither can place. The pass is an action of its own and counts as a ply. The score is the
difference of discs on the board; `empties_to_winner` adds the empty cells to the winner's side, as tournaments and the FFO
endgame suite do.

Checked against the published perft counts to depth 9, OpenSpiel's `othello`, and the exact values of 4 x 4 (White by 8) and of
the first FFO positions. From depth 10 on the published counts include games that have ended; `perft` leaves these out, which
makes 24571056 of 24571284 at depth 10. OpenSpiel's utilities are only -1, 0 and 1, the sign of the ones here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from counterplay.core import BadNotation, BadParameter, Cell, Game, Label, Piece, Scene, state_key
from counterplay.games.grids import LETTERS, cell_name
from counterplay.gears import helper
from counterplay.gears.bits import EMPTY, ONE, bit, cells, difference, down, has, highest, lowest, popcount, rest, up

WIDTH = 8  # a row of every board takes eight bits, so that one set of shifts serves all sizes
PASS = 64  # the action; 0 to 63 are the cells, row * WIDTH + column from a1 at the upper left
SYMBOLS = {"-": -1, ".": -1, "X": 0, "x": 0, "O": 1, "o": 1}  # whose disc a letter of the notation is
COLOURS = ("black", "white")  # of the players
UPWARD = ((0, 1), (1, -1), (1, 0), (1, 1))  # (rows, columns) of the directions in which cell numbers grow

# Weights of `features`, in discs each, on an empty and on a full board; between them the weight changes evenly. Least squares
# over the results of 4,000 games of depth-4 alpha-beta against itself, the last of seven such rounds. At depth 3 they score
# 0.93 of 600 games against a plain count of moves and corners.
EARLY = (-0.79, 0.45, -0.29, 17.59, -16.92, -2.60, 2.71, 0.07)
LATE = (0.74, 1.42, -1.20, -0.65, -0.31, -0.65, 0.56, 1.00)


class State(NamedTuple):
    """Sets of cells; the moves follow from the discs and are kept because every question about a state needs them."""

    mine: np.uint64  # discs of the player to move
    theirs: np.uint64
    moves: np.uint64  # where the player to move can place a disc
    turn: int  # 0 Black, 1 White


@helper
def runs(seeds: np.uint64, through: np.uint64, step: int) -> tuple[np.uint64, np.uint64]:
    """The cells of `through` in unbroken lines of up to six from a seed, to higher and to lower numbers.

    Kogge-Stone parallel prefix (Chess Programming Wiki, "Fill Algorithms"): one step, one more, then two by two.
    """
    pairs_up = through & up(through, step)
    pairs_down = down(pairs_up, step)
    rising = through & up(seeds, step)
    rising |= through & up(rising, step)
    rising |= pairs_up & up(rising, 2 * step)
    rising |= pairs_up & up(rising, 2 * step)
    falling = through & down(seeds, step)
    falling |= through & down(falling, step)
    falling |= pairs_down & down(falling, 2 * step)
    falling |= pairs_down & down(falling, 2 * step)
    return rising, falling


@helper
def beyond(seeds: np.uint64, through: np.uint64, step: int) -> np.uint64:
    """The cells that follow directly on the runs."""
    rising, falling = runs(seeds, through, step)
    return up(rising, step) | down(falling, step)


@helper
def flips_up(mine: np.uint64, theirs: np.uint64, ray: np.uint64) -> np.uint64:
    """The discs bracketed along a ray of growing cell numbers: those before its first cell that is not theirs."""
    stops = ray & ~theirs
    before = ~stops & difference(stops, ONE)
    return ray & before if stops & mine & difference(EMPTY, stops) else EMPTY


@helper
def flips_down(mine: np.uint64, theirs: np.uint64, ray: np.uint64) -> np.uint64:
    """The same along a ray of falling cell numbers."""
    stops = ray & ~theirs
    end = bit(highest(stops | ONE)) & stops & mine
    return ray & ~difference(up(end, 1), ONE) if end else EMPTY


class Othello(Game):
    """Othello on 4 x 4, 6 x 6 or 8 x 8."""

    name = "othello"
    title = "Othello"
    rules = (
        "Place a disc so that at least one straight row of the opponent's discs lies between it and another disc of yours; all "
        "discs bracketed that way turn to your colour. Who cannot place a disc passes. When neither player can, the one with "
        "more discs wins."
    )

    def __init__(self, size: int = 8, empties_to_winner: bool = False) -> None:
        if size not in (4, 6, 8):
            raise BadParameter(f"othello: size must be 4, 6 or 8, not {size}")
        self.size, self.empties_to_winner = size, empties_to_winner
        self.utility_range = (-float(size * size), float(size * size))
        self.max_actions = size * size - 4
        # Never two passes in a row, for that would be the end.
        self.max_plies = 2 * (size * size - 4)
        last = size - 1
        self.board = self._cells_where(lambda r, c: True)
        self.inner = self._cells_where(lambda r, c: 0 < c < last)  # what a line may run through without leaving its row
        self.left = self._cells_where(lambda r, c: c == 0)
        self.right = self._cells_where(lambda r, c: c == last)
        self.sides = self.left | self.right
        self.ends = self._cells_where(lambda r, c: r in (0, last))
        self.corners = self.sides & self.ends
        self.x_cells = self._cells_where(lambda r, c: r in (1, last - 1) and c in (1, last - 1))  # as players call them
        # shape (64, 8): from each cell the rays to higher numbers in the order of UPWARD, then their opposites
        self.rays = np.zeros((64, 8), np.uint64)
        for cell in cells(self.board):
            for i, (rows, columns) in enumerate(UPWARD):
                self.rays[cell, i] = self._ray(cell, rows, columns)
                self.rays[cell, i + 4] = self._ray(cell, -rows, -columns)

    def _cells_where(self, chosen: Callable[[int, int], bool]) -> np.uint64:
        """The set of the cells (row, column) of the board that are chosen."""
        side = range(self.size)
        return np.uint64(sum(1 << (row * WIDTH + column) for row in side for column in side if chosen(row, column)))

    def _ray(self, cell: int, rows: int, columns: int) -> np.uint64:
        """The cells from the given one, itself not counted, in a direction up to the border."""
        row, column = divmod(cell, WIDTH)
        found = 0
        while 0 <= row + rows < self.size and 0 <= column + columns < self.size:
            row, column = row + rows, column + columns
            found |= 1 << (row * WIDTH + column)
        return np.uint64(found)

    def initial(self) -> State:
        middle = (self.size // 2 - 1) * (WIDTH + 1)  # d4 on 8 x 8
        black = bit(middle + 1) | bit(middle + WIDTH)
        white = bit(middle) | bit(middle + WIDTH + 1)
        return State(black, white, self.placements(black, white), 0)

    def placements(self, mine: np.uint64, theirs: np.uint64) -> np.uint64:
        """The empty cells on which a disc would bracket at least one of theirs."""
        inside = theirs & self.inner
        found = beyond(mine, inside, 1) | beyond(mine, theirs, 8) | beyond(mine, inside, 7) | beyond(mine, inside, 9)
        return found & self.board & ~(mine | theirs)

    def flips(self, mine: np.uint64, theirs: np.uint64, cell: int) -> np.uint64:
        """The discs that turn when one of mine is placed on the cell."""
        i = np.uint64(cell)  # unsigned: no check for an index from the end
        found = flips_up(mine, theirs, self.rays[i, 0]) | flips_up(mine, theirs, self.rays[i, 1])
        found |= flips_up(mine, theirs, self.rays[i, 2]) | flips_up(mine, theirs, self.rays[i, 3])
        found |= flips_down(mine, theirs, self.rays[i, 4]) | flips_down(mine, theirs, self.rays[i, 5])
        return found | flips_down(mine, theirs, self.rays[i, 6]) | flips_down(mine, theirs, self.rays[i, 7])

    def player(self, s: State) -> int:
        return s.turn

    def actions(self, s: State) -> Iterator[int]:
        if s.moves == EMPTY:
            yield PASS
        remaining = s.moves
        while remaining != EMPTY:
            yield lowest(remaining)
            remaining = rest(remaining)

    def result(self, s: State, a: int) -> State:
        if a == PASS:
            return State(s.theirs, s.mine, self.placements(s.theirs, s.mine), 1 - s.turn)
        turned = self.flips(s.mine, s.theirs, a)
        mine, theirs = s.mine | turned | bit(a), s.theirs & ~turned
        return State(theirs, mine, self.placements(theirs, mine), 1 - s.turn)

    def terminal(self, s: State) -> bool:
        return bool(s.moves == EMPTY and self.placements(s.theirs, s.mine) == EMPTY)

    def utility(self, s: State, p: int) -> float:
        ahead = popcount(s.mine) - popcount(s.theirs)
        if self.empties_to_winner and ahead != 0:
            empties = popcount(self.board & ~(s.mine | s.theirs))
            ahead += empties if ahead > 0 else -empties
        return float(ahead) if p == s.turn else -float(ahead)

    def anchored(self, discs: np.uint64) -> np.uint64:
        """The border discs in an unbroken line with a corner of the same colour: they can never be turned."""
        seeds = discs & self.corners
        along, back = runs(seeds, discs & self.ends, 1)
        downwards, upwards = runs(seeds, discs & self.sides, 8)
        return seeds | along | back | downwards | upwards

    def features(self, s: State) -> tuple[float, float, float, float, float, float, float, float]:
        """What an estimate is made of, each counted for the player to move less the opponent.

        Discs, placements, discs beside an empty cell, corners, x- and c-cells beside an empty corner (diagonally, straight),
        border discs that cannot be turned, and who places last if nobody passes.
        """
        mine, theirs = s.mine, s.theirs
        empty = self.board & ~(mine | theirs)
        across = empty | (up(empty, 1) & ~self.left) | (down(empty, 1) & ~self.right)
        beside_empty = across | up(across, 8) | down(across, 8)
        open_corners = empty & self.corners
        x = (up(open_corners, 9) | up(open_corners, 7) | down(open_corners, 9) | down(open_corners, 7)) & self.x_cells
        c = (up(open_corners, 1) | down(open_corners, 1)) & self.ends & self.inner
        c |= (up(open_corners, 8) | down(open_corners, 8)) & self.sides & ~self.ends
        return (
            float(popcount(mine) - popcount(theirs)),
            float(popcount(s.moves) - popcount(self.placements(theirs, mine))),
            float(popcount(mine & beside_empty) - popcount(theirs & beside_empty)),
            float(popcount(mine & self.corners) - popcount(theirs & self.corners)),
            float(popcount(mine & x) - popcount(theirs & x)),
            float(popcount(mine & c) - popcount(theirs & c)),
            float(popcount(self.anchored(mine)) - popcount(self.anchored(theirs))),
            1.0 if popcount(empty) % 2 else -1.0,
        )

    def evaluate(self, s: State, p: int) -> float:
        values = self.features(s)
        cells_in_all = self.size * self.size
        early = popcount(self.board & ~(s.mine | s.theirs)) / cells_in_all
        ahead = 0.0
        for i in range(len(values)):
            ahead += values[i] * (LATE[i] + early * (EARLY[i] - LATE[i]))
        limit = cells_in_all - 1.0
        ahead = max(-limit, min(limit, ahead))
        return ahead if p == s.turn else -ahead

    def order(self, s: State, a: int) -> float:
        if a == PASS:
            return 0.0
        # Fastest first: leave the opponent few replies, above all few corners. Alpha-beta needs a seventeenth of the nodes of a
        # fixed order of cells for the FFO endgames 1 to 3.
        replies = self.result(s, a).moves
        return -float(popcount(replies) + popcount(replies & self.corners))

    def key(self, s: State) -> int:
        return state_key((s.mine, s.theirs, s.turn))

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        return "pass" if a == PASS else cell_name(a, WIDTH)

    def dump(self, s: State) -> str:
        """The cells row by row from a1, X black, O white, - empty; then the side to move: the notation of the FFO suite."""
        return "".join("-XO"[1 + self._owner(s, cell)] for cell in cells(self.board)) + (" O" if s.turn else " X")

    def load(self, text: str) -> State:
        """Reads `dump`'s notation; rows may be set apart by spaces."""
        *rows, side = text.split() or [""]
        letters = "".join(rows)
        example = f"as in '{self.dump(self.initial())}'"
        if len(letters) != self.size**2:
            raise BadNotation(
                f"othello: '{text}' has {len(letters)} cells before the side to move, not {self.size**2}; write X, O or - "
                f"for each cell from a1 row by row, then X or O for the side to move, {example}"
            )
        discs = [0, 0]
        for cell, letter in zip(cells(self.board), letters, strict=True):
            if letter not in SYMBOLS:
                where = cell_name(cell, WIDTH)
                raise BadNotation(f"othello: '{letter}' at {where} of '{text}' is neither X nor O nor - (empty), {example}")
            if SYMBOLS[letter] >= 0:
                discs[SYMBOLS[letter]] |= 1 << cell
        if SYMBOLS.get(side, -1) < 0:
            raise BadNotation(f"othello: '{side}' at the end of '{text}' is no side to move; write X or O, {example}")
        black, white = np.uint64(discs[0]), np.uint64(discs[1])
        start = self.initial()
        unfilled = (start.mine | start.theirs) & ~(black | white)
        if unfilled:
            raise BadNotation(
                f"othello: {cell_name(lowest(unfilled), WIDTH)} is empty in '{text}'; the four cells in the middle hold discs "
                f"from the start on, {example}"
            )
        mine, theirs = (white, black) if SYMBOLS[side] else (black, white)
        return State(mine, theirs, self.placements(mine, theirs), SYMBOLS[side])

    def _owner(self, s: State, cell: int) -> int:
        """Whose disc lies on the cell: 0 Black's, 1 White's, -1 nobody's."""
        if has(s.mine, cell):
            return s.turn
        return 1 - s.turn if has(s.theirs, cell) else -1

    def _disc(self, s: State, cell: int) -> Piece:
        owner = self._owner(s, cell)
        return Piece(cell_name(cell, WIDTH), "disc", owner, letter="XO"[owner], name=f"{COLOURS[owner]} disc")

    def scene(self, s: State) -> Scene:
        board = tuple(Cell(cell_name(i, WIDTH), i % WIDTH + 0.5, i // WIDTH + 0.5) for i in cells(self.board))
        discs = tuple(self._disc(s, i) for i in cells(s.mine | s.theirs))
        columns = [Label(c + 0.5, -0.4, LETTERS[c]) for c in range(self.size)]
        rows = [Label(-0.4, r + 0.5, str(r + 1)) for r in range(self.size)]
        black, white = (s.theirs, s.mine) if s.turn else (s.mine, s.theirs)
        count = f"Black {popcount(black)}, White {popcount(white)}."
        buttons = {"pass": "Pass"} if s.moves == EMPTY and not self.terminal(s) else {}
        return Scene(board, discs, labels=tuple(columns + rows), notes=(count,), buttons=buttons)

    def gesture(self, s: State, a: int) -> Sequence[str]:
        return (self.action_name(s, a),)

    def ending(self, s: State) -> str:
        if s.mine | s.theirs == self.board:
            return "the board is full"
        return "neither player can place a disc"
