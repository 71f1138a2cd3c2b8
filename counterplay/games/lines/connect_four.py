"""Connect four (Milton Bradley, 1974): drop discs, four in a row wins.

Checked against OpenSpiel's connect_four and against the published numbers of positions (J. Tromp). Solved on 7 x 6 as
a first-player win by J. Allen and V. Allis in 1988.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from counterplay.boards import BoardGame, SquareBoard
from counterplay.boards.estimates.evaluation_pieces import seen_by
from counterplay.boards.sets.lines_of_cells import whole_lines
from counterplay.core import BadParameter, Diagram, Label, Published, state_key
from counterplay.core.limit import UNLIMITED_DEPTH
from counterplay.gears import bits

# Of the estimate, in units of utility; rules of thumb.
MOST = 0.9  # all threats together are worth less than a win
THREAT = 0.1  # an empty cell that would complete four
CENTRE = 0.02  # a disc, for each column it stands nearer to the centre than the edge


class State(NamedTuple):
    """Discs of the player to move, and of both, as bit sets: row y of column x is bit x * (height + 1) + y, from 0.

    The top bit of a column is always empty, so that lines cannot wrap around.
    """

    mine: int  # discs of the player to move
    both: int  # all discs
    ply: int


class ConnectFour(BoardGame):
    """Connect four on a board of any size that fits 63 bits."""

    aliases = ("connect_4", "four_in_a_row", "four_in_a_line")
    published = Published("Howard Wexler and Ned Strongin", 1974, "Milton Bradley")
    player_names = ("Blue", "Red")
    rules = (
        "Players take turns dropping a disc into a column that is not full; it falls to the lowest free cell. The first to "
        "have four in a row, across, up or along a diagonal, wins. A full board without a line is a draw."
    )
    cover = "...o.../...x.../...o.../..ox.../.xxo.../oxxxo.. o"
    usual_plies = 36
    solved = "The first player wins (J. Allen and V. Allis, 1988)."
    classic = True
    diagrams = (
        Diagram(
            "......./......./......./...x.../...o.../...x... o", "A disc falls to the lowest free cell of its column.", ("4",)
        ),
        Diagram(
            "......./......./......./......./...oo../..xxx.. o",
            "Three in a row with both ends free: whichever column the opponent takes, the other one wins.",
            ("2", "6"),
        ),
        Diagram("......./......./......./..xx.../.xxo.../xooo.o. x", "Four along a diagonal win, too.", ("4",)),
    )
    board_material = "card"
    board_gravity = True
    # Full playouts with decisive actions scored 9 of 12 games against playouts cut short (docs/enhancements.md).
    monte_carlo: ClassVar = {"decisive": True, "playout_plies": UNLIMITED_DEPTH}

    def __init__(self, width: int = 7, height: int = 6) -> None:
        if not (1 <= width <= 16 and 1 <= height <= 16 and width * (height + 1) <= 62):
            raise BadParameter(
                f"connect four: a board of {width} x {height} does not fit; width * (height + 1) must be at most 62, "
                "and both must be from 1 to 16"
            )
        self.width, self.height = width, height
        labels = [Label(c + 0.5, height + 0.4, str(c + 1)) for c in range(width)]
        self.set_board(SquareBoard(width, height, shape="pit", labels=labels))
        self.cell_bits = tuple(cell % width * (height + 1) + cell // width for cell in range(width * height))
        self.max_actions = width
        self.max_plies = width * height
        # Centre columns first: more lines pass through them, so they are more often the best reply.
        self.columns = tuple(sorted(range(width), key=lambda c: abs(2 * c - width + 1)))
        self.tops = tuple((c, 1 << (c * (height + 1) + height - 1)) for c in self.columns)  # each with its highest cell
        self.column_masks = tuple(((1 << height) - 1) << (c * (height + 1)) for c in range(width))
        self.board_mask = sum(self.column_masks)
        self.floor = sum(1 << (c * (height + 1)) for c in range(width))
        # rings[i]: the cells at least i + 1 columns away from the nearer edge
        self.rings = tuple(sum(self.column_masks[i : width - i]) for i in range(1, (width + 1) // 2)) or (0,)

    def initial(self) -> State:
        return State(0, 0, 0)

    def player(self, s: State) -> int:
        return s.ply & 1

    def actions(self, s: State) -> Iterator[int]:
        for column, top in self.tops:
            if not s.both & top:
                yield column

    def result(self, s: State, a: int) -> State:
        # Adding a disc to the bottom of a column carries up to its lowest free cell.
        return State(s.mine ^ s.both, s.both | (s.both + (1 << a * (self.height + 1))), s.ply + 1)

    def four_in_a_row(self, discs: int) -> bool:
        """Whether a bit set holds four in a row: up, and along both diagonals and the row."""
        for step in (1, self.height, self.height + 1, self.height + 2):
            pairs = discs & (discs >> step)
            if pairs & (pairs >> 2 * step):
                return True
        return False

    def terminal(self, s: State) -> bool:
        return s.ply == self.width * self.height or self.four_in_a_row(s.mine ^ s.both)

    def utility(self, s: State, p: int) -> float:
        return seen_by(-1.0, s.ply & 1, p) if self.four_in_a_row(s.mine ^ s.both) else 0.0

    def completing(self, discs: int, both: int) -> int:
        """The empty cells that would complete four for these discs (Pascal Pons, "Solving Connect Four", part 9)."""
        found = (discs << 1) & (discs << 2) & (discs << 3)
        for step in (self.height, self.height + 1, self.height + 2):
            pairs = (discs << step) & (discs << 2 * step)
            found |= pairs & (discs << 3 * step)
            found |= pairs & (discs >> step)
            pairs = (discs >> step) & (discs >> 2 * step)
            found |= pairs & (discs << step)
            found |= pairs & (discs >> 3 * step)
        return found & (self.board_mask ^ both)

    def evaluate(self, s: State, p: int) -> float:
        theirs = s.mine ^ s.both
        threats = bits.popcount(self.completing(s.mine, s.both)) - bits.popcount(self.completing(theirs, s.both))
        central = 0
        for ring in self.rings:
            central += bits.popcount(s.mine & ring) - bits.popcount(theirs & ring)
        mover = max(-MOST, min(MOST, THREAT * threats + CENTRE * central))
        return mover if p == s.ply & 1 else -mover

    def candidates(self, s: State) -> Iterator[int]:
        """A win at once, else the only defence, else what does not let the opponent win at once (Pons, parts 8 and 9)."""
        possible = (s.both + self.floor) & self.board_mask
        winning = possible & self.completing(s.mine, s.both)
        threats = self.completing(s.mine ^ s.both, s.both)
        if winning:
            possible = winning & -winning
        else:
            forced = possible & threats
            if forced:
                possible = forced & -forced  # of two threats only one can be met: every action loses, and this one as slowly
            safe = possible & ~(threats >> 1)
            if safe:
                possible = safe
        for column in self.columns:
            if possible & self.column_masks[column]:
                yield column

    def order(self, s: State, a: int) -> float:
        stone = (s.both + (1 << (a * (self.height + 1)))) & self.column_masks[a]
        return bits.popcount(self.completing(s.mine | stone, s.both | stone)) - 0.05 * abs(2 * a - self.width + 1)

    def planes(self, s: State) -> tuple[int, int]:
        return s.mine, s.mine ^ s.both

    def key(self, s: State) -> int:
        return state_key((s.mine + s.both,))  # unique: the sum carries into the cell above each column's top disc

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        return str(int(a) + 1)

    def action_cells(self, s: State, a: int) -> Sequence[int]:
        """The cell that the disc falls to."""
        return (((s.both >> a * (self.height + 1)) & ((1 << self.height) - 1)).bit_count() * self.width + a,)

    def contents(self, s: State) -> Sequence[int]:
        first = s.mine if s.ply % 2 == 0 else s.mine ^ s.both
        return self.contents_of((first, first ^ s.both))

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        first, second = (int(self.set_of(contents, disc)) for disc in (1, 2))
        ply = (first | second).bit_count()
        return State(second if ply % 2 else first, first | second, ply)

    def problem(self, s: State) -> str:
        contents = self.contents(s)
        if contents.count(1) - contents.count(2) != s.ply % 2:
            return "the numbers of discs do not fit together"
        floating = [c for c in range(self.width, self.cell_count) if contents[c] and not contents[c - self.width]]
        return f"a disc floats above an empty cell in column {floating[0] % self.width + 1}" if floating else ""

    def load(self, text: str) -> State:
        """Reads `dump`'s notation, or the columns played from the start ("4453"), as solvers write it."""
        columns = text.strip()
        found = self.after_moves(list(columns)) if columns.isdecimal() or not columns else super().load(text)
        return found  # type: ignore[no-any-return]

    def marked(self, s: State) -> Sequence[int]:
        """The cells of every four in a row."""
        return sorted({cell for line in whole_lines(self.contents(s), self.board.winning_lines(4)) for cell in line})

    def ending(self, s: State) -> str:
        return "four in a row" if self.four_in_a_row(s.mine ^ s.both) else "the board is full"
