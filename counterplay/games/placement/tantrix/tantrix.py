"""Tantrix (M. McManaway, 1988) for two: lay hexagonal tiles whose links match; the longest line or loop of your colour wins.

Rule choices
- Blue begins against Red. The order in which tiles are drawn is known to both: it follows from `seed`, and a position carries
  what is left of it, so that any deal can be written down. Both hands lie open, as usual.
- A turn is several actions of one player: forced spaces as long as one can be filled, one free move, forced spaces again. A
  space with three neighbours or more is forced, and which one is filled, and with what, is the mover's choice. A fill that a
  restriction forbids does not count: the space then stays open. The turn passes by itself when nothing more is forced.
- Restrictions hold, for free moves and fills, while there is a tile to draw. (i) A new forced space must not have three sides
  of one colour. (ii) No space gets a fourth neighbour. (iii) Controlled sides, in a simple form: if all spaces were filled
  that are forced after the move, no space that is empty after the move would have a fourth neighbour. The official rule
  follows the fills further along a side, as each makes the next space forced: `controlled=whole` does so, too.
- Who can lay nothing passes; when both do, or all tiles lie, the game is over. (Officially a player without a free move makes
  the game a draw, which is said to happen once in 10,000 games.)
- A tile counts 1 point in a line, 2 in a loop; each player's best line or loop counts. More wins; how much more is no matter.
- The table is bounded: a hexagon of hexagons, `side` of them along each edge, with the first tile in its middle. No tile lies
  beyond, and what is beyond is no space. With the usual 13 a game may grow 12 tiles from the first one in every direction; 4
  of 150 random games came to the rim. As the table looks the same however it is turned, the first tile is laid in one way.

Checked against the count of tiles by Burnside's lemma (14 for each three colours), against the list of tiles of a public
program (aless80/tantrix; one of its 56 entries is there twice, the other 55 are these), by drawn positions, and on random
games against a second implementation written from the rules. No other program was compared with it. The weights are guesses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import LinearEvaluation, NumberField, SignField, WordNotation, hexagon_board
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import NotationField
from counterplay.boards.pieces.sided_tiles import SIDE_BITS, side_of
from counterplay.boards.shapes.board import NOWHERE
from counterplay.core import Cell, Piece, Published, Scene, Unit, require, state_key
from counterplay.core.scene import Tone, Tray
from counterplay.games.placement.tantrix.tantrix_diagrams import DIAGRAMS
from counterplay.games.placement.tantrix.tantrix_tiles import (
    BAG,
    COLOURS,
    DIRECTIONS,
    HALFWAY,
    HAND,
    NO_COLOUR,
    SIDES,
    TILE_COUNT,
    WAYS,
    LaidField,
    TilesField,
    first_end_table,
    form_of,
    mask_table,
    partner_table,
    short_text,
    shuffled,
    tile_text,
    way_text,
)
from counterplay.gears.bits import EMPTY, bit, cells, has

BLUE, RED = 0, 1  # player p has colour 1 + p
CONTROLLED = ("near", "whole")
NOT_LAID, NO_TILE = -1, -1
WAY_COUNT = len(WAYS)
MOST_NEAR = 3  # neighbours of a forced space; four are too many while there are tiles to draw
COVERED = -64  # instead of the number of neighbours, for a cell with a tile
EVERY_TILE = np.uint64((1 << TILE_COUNT) - 1)
TALL, APART = 1.1, 0.9  # of a place beside the board its height, and of a tile there its size: tiles do not touch
WIDE = 10.0  # cells from the first column to the last; beyond, tiles on a terminal show less
SMALL = 0.7  # the size of tiles that are not drawn yet
HALF = 6.0  # the lead, in tiles, that is worth half a win


class State(NamedTuple):
    """Tiles on the table, in both hands and to be drawn."""

    board: NDArray[np.int16]  # shape (cells,): 0, or 1 + the way of the tile
    near: NDArray[np.int8]  # shape (cells,): how many tiles touch an empty cell; negative for a cell with a tile
    lies: NDArray[np.int16]  # shape (tiles,): 6 * cell + sixths of a turn; NOT_LAID for the others
    blue: np.uint64  # the tiles in hand, a bit each
    red: np.uint64
    order: NDArray[np.int8]  # shape (44,): tiles to be drawn, the next one first; NO_TILE for those that were drawn
    bag: int  # how many are left to draw
    turn: int
    freed: int  # 1 once the free move of this turn is made
    passes: int  # in a row


class Tantrix(LinearEvaluation, WordNotation):
    """Tantrix for two, with a known order of tiles."""

    title = "Tantrix"
    published = Published("Mike McManaway", 1988)
    player_names = ("Blue", "Red")
    unit = Unit("tiles", 1.0 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"tantrix_with_whole_controlled_sides": {"controlled": "whole"}}
    rules = (
        "There are 56 hexagonal tiles, all different; three links of different colours join their sides in pairs. Blue and Red "
        "hold six each, and both see what will be drawn. Blue lays the first tile. Every other tile must touch one that lies, "
        "and where tiles touch, the colours must match. After each tile draw the next one. An empty space that three tiles "
        "touch is forced. In your turn fill forced spaces as long as you have tiles that fit; then lay one tile anywhere, your "
        "free move; then fill forced spaces again. As long as there is something to draw, three things are forbidden: to make "
        "a forced space with the same colour on all three sides, to make a space that four tiles touch, and to play along a "
        "side that a forced space controls, so that filling it would make such a space. When nothing is left to draw, these "
        "limits are gone. Who can lay nothing passes. The longest line of your colour counts one point for each tile, a closed "
        "loop two; whose best line or loop counts more wins. Tap a tile in your hand to take it, tap it again to turn it, then "
        "tap a space. Forced spaces are your weapon: one that nobody's tile fits stops a line, and one that you can fill gives "
        "you another move."
    )
    cover = (
        "q18-ggyrry,p13-grbrgb,p14-yybbrr,p15-byggyb,p16-yrgryg,p17-rggyry,o12-rrggbb,o13-byyrrb,o14-ggbyyb,o"
        "15-rryygg,o16-ygyrrg,n12-rrbgbg,n13-yrggry,n14-yyrbrb,n15-rbbryy,m12-gyygbb,m13-bybgyg,m14-rggyyr,l1"
        "2-gygbby,l13-yggbyb,k12-bbgrrg bbyygg,brbrgg,brrbyy,brryby,brybyr,ryrgyg bbrgrg,bbrggr,bbyryr,bbgygy"
        ",bbggyy,bryrby bbggrr,bybggy,bbryry,bybyrr,bygybg,rgrgyy,ryrygg,bbyrry,rrgyyg,brbgrg,brbyry,brrgbg,b"
        "rbryy,byygbg,bbgrgr,brrbgg,rrygyg,bygbgy,rygrgy,brbggr,ryygrg,bgbgyy,brgrbg blue free 0"
    )
    diagrams = DIAGRAMS
    feature_names = ("line", "ahead", "joints")
    extra_fields: tuple[NotationField, ...] = (
        LaidField("laid", "tiles on the table"),
        TilesField("blue", "tiles of Blue"),
        TilesField("red", "tiles of Red"),
        TilesField("order", "tiles to draw, the next one first"),
        SignField("turn", "player to move", ("blue", "red")),
        SignField("freed", "free move", ("free", "made")),
        NumberField("passes", "passes in a row", 2),
    )
    optional_fields = 2
    max_plies = 3 * TILE_COUNT  # a pass or two at most between tiles

    def __init__(
        self, seed: int = 1, controlled: str = "near", side: int = 13, weights: tuple[float, ...] = (1.0, 0.6, 0.2)
    ) -> None:
        require(seed >= 0, f"tantrix: seed must be a whole number from 0, not {seed}")
        require(controlled in CONTROLLED, f"tantrix: controlled must be one of {', '.join(CONTROLLED)}, not '{controlled}'")
        require(4 <= side <= 13, f"tantrix: side must be from 4 to 13, not {side}")
        self.seed, self.controlled, self.side = seed, controlled, side
        self.board = hexagon_board(side)
        self.cell_count = self.board.size
        self.centre = self.cell_count // 2
        self.across = np.ascontiguousarray(self.board.steps[:, DIRECTIONS])  # (cells, sides): the cell beyond each side
        self.shows = np.array(WAYS, np.int8)  # (ways, sides): colours
        self.partner, self.first_end, self.masks = partner_table(), first_end_table(), mask_table()
        tiles = shuffled(seed)
        self.blue_deal, self.red_deal = set_of(tiles[:HAND]), set_of(tiles[HAND : 2 * HAND])
        self.order_deal = np.array(tiles[2 * HAND :], np.int8)
        self.set_weights(weights)
        # Rounds of filling that count: the tile, the spaces that are forced then, those that are forced by these, and so on
        self.rounds = 2 if controlled == "near" else self.cell_count
        self.passing = self.cell_count * WAY_COUNT
        # n tiles in one piece have at most 4 n + 2 neighbours, and a tile that fits fits in two ways at most
        self.max_actions = 2 * HAND * (4 * (TILE_COUNT - 1) + 2)

    # --- the rules ---
    def initial(self) -> State:
        board, near = np.zeros(self.cell_count, np.int16), np.zeros(self.cell_count, np.int8)
        lies = np.full(TILE_COUNT, NOT_LAID, np.int16)
        return State(board, near, lies, self.blue_deal, self.red_deal, self.order_deal, BAG, BLUE, 0, 0)

    def hand(self, s: State, p: int) -> np.uint64:
        """The tiles of a player."""
        return s.blue if p == BLUE else s.red

    def forced(self, s: State) -> NDArray[np.int64]:
        """The forced spaces."""
        found, n = np.empty(self.cell_count, np.int64), 0
        for cell in range(self.cell_count):
            if s.near[cell] >= MOST_NEAR:
                found[n] = cell
                n += 1
        return found[:n]

    def shut(self, s: State, cell: int, forced: NDArray[np.int64]) -> bool:
        """Whether a tile here leads to a space with four neighbours, at once or when forced spaces are filled."""
        near, front = s.near.copy(), np.empty(self.cell_count, np.int16)
        front[0], n = cell, 1
        for space in forced:
            if space != cell:
                front[n] = space
                n += 1
        start, end = 0, 1
        for _ in range(self.rounds):
            if start == end:
                break
            for i in range(start, end):
                for other in self.across[front[i]]:
                    if other != NOWHERE:
                        near[other] += 1
                        if near[other] > MOST_NEAR:
                            return True
                        if near[other] == MOST_NEAR:
                            front[n] = other
                            n += 1
            for i in range(start, end):
                near[front[i]] = COVERED
            start, end = end, n
        return False

    def facing(self, s: State, cell: int, side: int) -> int:
        """The colour that the tile beyond a side of a cell shows there; none without a tile."""
        other = self.across[cell, side]
        if other == NOWHERE or s.board[other] == 0:
            return NO_COLOUR
        return int(self.shows[s.board[other] - 1, (side + HALFWAY) % SIDES])

    def barred(self, s: State, space: int) -> int:
        """The demand on a tile that would be the third at an empty space: where two show one colour, any but this."""
        first = NO_COLOUR
        for side in range(SIDES):
            colour = self.facing(s, space, side)
            if colour != NO_COLOUR and colour == first:
                return len(COLOURS) + colour
            if first == NO_COLOUR:
                first = colour
        return NO_COLOUR

    def demand(self, s: State, cell: int) -> int:
        """What a tile on an empty cell must show on each side, packed as the sides of a tile; see `mask_table`."""
        found = 0
        for side in range(SIDES):
            wanted, other = self.facing(s, cell, side), self.across[cell, side]
            if s.bag > 0 and other != NOWHERE and s.near[other] == MOST_NEAR - 1:
                wanted = self.barred(s, other)
            found |= wanted << SIDE_BITS * side
        return found

    def fitting(self, tiles: np.uint64, demand: int, times: int) -> np.uint64:
        """Those of a set of tiles that meet a demand after so many sixths of a turn."""
        for side in range(SIDES):
            tiles &= self.masks[(side - times) % SIDES, side_of(demand, side)]
        return tiles

    def placements(self, s: State, free: bool) -> NDArray[np.int64]:
        """Every way to fill a forced space, or else to lay a tile elsewhere."""
        found, n = np.empty(self.max_actions, np.int64), 0
        hand, forced = self.hand(s, s.turn), self.forced(s)
        for cell in range(self.cell_count):
            near = s.near[cell]
            if near <= 0 or free == (near >= MOST_NEAR) or (s.bag > 0 and self.shut(s, cell, forced)):
                continue
            demand = self.demand(s, cell)
            for times in range(SIDES):
                for tile in cells(self.fitting(hand, demand, times)):
                    found[n] = cell * WAY_COUNT + SIDES * tile + times
                    n += 1
        return found[:n]

    def actions(self, s: State) -> NDArray[np.int64]:
        if s.board[self.centre] == 0:
            first, n = np.empty(HAND, np.int64), 0
            for tile in cells(self.hand(s, s.turn)):
                first[n] = self.centre * WAY_COUNT + SIDES * tile
                n += 1
            return first[:n]
        for free in range(2 - s.freed):
            found = self.placements(s, free == 1)
            if len(found) > 0:
                return found
        return np.array([self.passing])

    def result(self, s: State, a: int) -> State:
        if a == self.passing:
            return State(s.board, s.near, s.lies, s.blue, s.red, s.order, s.bag, 1 - s.turn, 0, s.passes + 1)
        cell, way = a // WAY_COUNT, a % WAY_COUNT
        board, near, lies, order = s.board.copy(), s.near.copy(), s.lies.copy(), s.order.copy()
        board[cell], near[cell] = 1 + way, COVERED
        lies[way // SIDES] = SIDES * cell + way % SIDES
        for other in self.across[cell]:
            if other != NOWHERE and board[other] == 0:
                near[other] += 1
        changed, bag = bit(way // SIDES), s.bag
        if bag > 0:
            changed |= bit(order[BAG - bag])
            order[BAG - bag] = NO_TILE
            bag -= 1
        blue = s.blue ^ changed if s.turn == BLUE else s.blue
        red = s.red ^ changed if s.turn == RED else s.red
        freed = 1 if s.near[cell] < MOST_NEAR else s.freed
        t = State(board, near, lies, blue, red, order, bag, s.turn, freed, 0)
        if freed == 1 and len(self.placements(t, False)) == 0:
            return State(board, near, lies, blue, red, order, bag, 1 - s.turn, 0, 0)
        return t

    def terminal(self, s: State) -> bool:
        return bool(s.passes >= 2 or (s.blue | s.red) == EMPTY)

    def follow(self, s: State, start: int, side: int) -> tuple[int, int, np.uint64]:
        """The line that leaves a cell by a side: its tiles beyond, where it ends, and these tiles as a set.

        It ends on an empty cell, beyond the table (NOWHERE), or, where it is a loop, on the cell that it left.
        """
        length, tiles, cell = 0, EMPTY, self.across[start, side]
        while cell != NOWHERE and cell != start and s.board[cell] != 0:
            way = s.board[cell] - 1
            tiles |= bit(way // SIDES)
            length += 1
            side = self.partner[way, (side + HALFWAY) % SIDES]
            cell = self.across[cell, side]
        return length, cell, tiles

    def prospects(self, s: State, p: int) -> tuple[int, int, int]:
        """A player's score, the best score that one more tile could make, and how often two of the tiles join their links."""
        best, ahead, joints, seen = 0, 0, 0, EMPTY
        arriving = np.zeros(self.cell_count, np.int64)  # the lengths of the lines that end on an empty cell
        for tile in range(TILE_COUNT):
            cell, way = s.lies[tile] // SIDES, SIDES * tile + s.lies[tile] % SIDES
            if s.lies[tile] == NOT_LAID or self.first_end[way, 1 + p] < 0 or has(seen, tile):
                continue
            side, length, end, other_end = self.first_end[way, 1 + p], 1, NOWHERE, NOWHERE
            for _ in range(2):
                other_end = end
                more, end, tiles = self.follow(s, cell, side)
                length, seen, side = length + more, seen | tiles, self.partner[way, side]
                if end == cell:
                    break
            if end == cell:
                best, joints = max(best, 2 * length), joints + length
                continue
            best, joints = max(best, length), joints + length - 1
            for meeting in (other_end, end):
                if meeting != NOWHERE:
                    reached = 2 * length + 2 if end == other_end else arriving[meeting] + length + 1
                    arriving[meeting] += length
                    if reached > max(best, ahead) and self.fillable(s, meeting):
                        ahead = reached
        return best, max(best, ahead), joints

    def fillable(self, s: State, cell: int) -> bool:
        """Whether a tile that does not lie yet fits."""
        left, demand = EVERY_TILE, self.demand(s, cell)
        for tile in range(TILE_COUNT):
            if s.lies[tile] != NOT_LAID:
                left &= ~bit(tile)
        for times in range(SIDES):
            if self.fitting(left, demand, times) != EMPTY:
                return True
        return False

    def utility(self, s: State, p: int) -> float:
        lead = 0
        for q in range(2):
            lead += self.prospects(s, q)[0] * (1 if q == p else -1)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    # --- hints ---
    def feature(self, s: State, p: int, i: int) -> float:
        own, theirs = self.prospects(s, p), self.prospects(s, 1 - p)
        return float(own[i] - theirs[i])

    def evaluate(self, s: State, p: int) -> float:
        lead = 0.0
        for q in range(2):
            found = self.prospects(s, q)  # once for all features
            for i in range(len(self.weight_array)):
                lead += self.weight_array[i] * found[i] * (1.0 if q == p else -1.0)
        return squash(lead, HALF)

    def made(self, s: State, a: int, p: int) -> int:
        """What the line or loop of a player that runs over the new tile would count."""
        cell, way = a // WAY_COUNT, a % WAY_COUNT
        side = self.first_end[way, 1 + p]
        if side < 0:
            return 0
        total = 1
        for _ in range(2):
            more, end, _tiles = self.follow(s, cell, side)
            total += more
            if end == cell:
                return 2 * total
            side = self.partner[way, side]
        return total

    def order(self, s: State, a: int) -> float:
        if a == self.passing:
            return 0.0
        worth = 0
        for p in range(2):
            worth += self.made(s, a, p) * (1 if p == s.turn else -1)
        return float(worth)

    def noisy(self, s: State, a: int) -> bool:
        """It joins two lines of the mover's, or closes a loop."""
        if a == self.passing:
            return False
        meeting = 0
        for side in range(SIDES):
            meeting += self.facing(s, a // WAY_COUNT, side) == 1 + s.turn
        return bool(meeting >= 2)

    def key(self, s: State) -> int:
        return state_key((s.lies, s.blue, s.red, s.order, s.turn, s.freed, s.passes))  # the rest follows from these

    # --- names and notation ---
    def action_name(self, s: State, a: int) -> str:
        """'k12-bybgyg': the cell, and the sides clockwise from the upper right."""
        if a == self.passing:
            return "pass"
        return f"{self.board.names[int(a) // WAY_COUNT]}-{way_text(int(a) % WAY_COUNT)}"

    def assembled(
        self,
        laid: dict[int, int],
        blue: np.uint64,
        red: np.uint64,
        order: Sequence[int],
        turn: int = BLUE,
        freed: int = 0,
        passes: int = 0,
    ) -> State:
        """The state with these tiles on the table, in hand and to be drawn."""
        board, near = np.zeros(self.cell_count, np.int16), np.zeros(self.cell_count, np.int8)
        lies, whole_order = np.full(TILE_COUNT, NOT_LAID, np.int16), np.full(BAG, NO_TILE, np.int8)
        for cell, way in laid.items():
            board[cell], lies[way // SIDES] = 1 + way, SIDES * cell + way % SIDES
        for cell in range(self.cell_count):
            around = [other for other in self.across[cell] if other != NOWHERE and board[other] != 0]
            near[cell] = COVERED if board[cell] else len(around)
        whole_order[BAG - len(order) :] = order
        return State(board, near, lies, blue, red, whole_order, len(order), turn, freed, passes)

    def laid(self, s: State) -> dict[int, int]:
        """The way of each cell with a tile."""
        return {int(cell): int(s.board[cell]) - 1 for cell in np.flatnonzero(s.board)}

    def extras(self, s: State) -> dict[str, Any]:
        hands = {"blue": list(cells(s.blue)), "red": list(cells(s.red))}
        order = [int(tile) for tile in s.order if tile != NO_TILE]
        return {"laid": self.laid(s), **hands, "order": order, "turn": s.turn, "freed": s.freed, "passes": s.passes}

    def load(self, text: str) -> State:
        """Reads `dump`'s notation; every tile of the set must be somewhere, once."""
        values = self.values_of(text, text.split())
        laid, order = values["laid"], values["order"]
        everywhere = [*(way // SIDES for way in laid.values()), *values["blue"], *values["red"], *order]
        twice = [tile for tile in range(TILE_COUNT) if everywhere.count(tile) > 1]
        if twice:
            self.reject(text, f"tile {tile_text(twice[0])} is in two places")
        missing = [tile for tile in range(TILE_COUNT) if tile not in everywhere]
        if missing:
            self.reject(text, f"tile {tile_text(missing[0])} is nowhere; all {TILE_COUNT} lie, are held or are to be drawn")
        sizes = (len(values["blue"]), len(values["red"]))
        if max(sizes) > HAND or (order and min(sizes) < HAND):
            self.reject(
                text, f"the players hold {sizes[0]} and {sizes[1]} tiles; both hold {HAND} while there are tiles to draw"
            )
        hands = (set_of(values["blue"]), set_of(values["red"]))
        s = self.assembled(laid, *hands, order, values["turn"], values["freed"], values["passes"])
        self.accepted(text, s)
        return s

    def problem(self, s: State) -> str:
        laid = self.laid(s)
        if laid and self.centre not in laid:
            return f"no tile lies on {self.board.names[self.centre]}, where the first one is laid"
        for cell, way in laid.items():
            for side, colour in enumerate(WAYS[way]):
                if self.facing(s, cell, side) not in (NO_COLOUR, colour):
                    return f"the tile on {self.board.names[cell]} does not match what it touches"
        joined, new = {self.centre}, [self.centre]
        while new:
            beyond = {int(other) for cell in new for other in self.across[cell]}
            new = [cell for cell in beyond if cell in laid and cell not in joined]
            joined.update(new)
        for cell in laid:
            if cell not in joined:
                return f"the tile on {self.board.names[cell]} is not joined to the first one"
        if s.bag and s.near.max() > MOST_NEAR:
            name = self.board.names[int(s.near.argmax())]
            return f"four tiles touch the space {name}, although there are tiles to draw"
        if s.freed and not len(self.placements(s, False)):
            return "the free move is made and nothing is forced, so that the turn should have passed"
        return ""

    def ending(self, s: State) -> str:
        how = "nobody can lay a tile" if s.passes >= 2 else "all tiles lie"
        return f"{how}: Blue's best line counts {self.prospects(s, BLUE)[0]}, Red's {self.prospects(s, RED)[0]}"

    # --- the picture ---
    def ways_in_hand(self, s: State) -> dict[int, list[int]]:
        """For each tile that the mover can lay the ways in which it fits somewhere, each further to the right."""
        ways = sorted({a % WAY_COUNT for a in self.choices(s) if a != self.passing})
        return {tile: [way for way in ways if way // SIDES == tile] for tile in dict.fromkeys(way // SIDES for way in ways)}

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The tile in hand, once for the first way in which it fits and once more for each turn; then the cell."""
        if a == self.passing:
            return ("pass",)
        cell, way = divmod(int(a), WAY_COUNT)
        taps = 1 + self.ways_in_hand(s)[way // SIDES].index(way)
        return (*[tile_text(way // SIDES)] * taps, self.board.names[cell])

    def scene(self, s: State) -> Scene:
        over, names, fitting = self.terminal(s), self.board.names, self.ways_in_hand(s)
        shown = [c for c in range(self.cell_count) if s.board[c] or (s.near[c] > 0 and not over)] or [self.centre]
        across = [self.board.places[cell][0] for cell in shown]
        wide = max(across) - min(across) > WIDE
        pieces = [Piece(names[c], form_of(way), letter=short_text(way) if wide else "") for c, way in self.laid(s).items()]
        trays = []
        for p in (BLUE, RED):
            hand = list(cells(self.hand(s, p)))
            for tile in hand:
                ways = fitting.get(tile, [SIDES * tile]) if p == s.turn else [SIDES * tile]
                first, *others = (form_of(way) for way in ways)
                pieces.append(Piece(tile_text(tile), first, p, scale=APART, turns=tuple(others)))
            label = "Tap to turn" if p == s.turn and not over else f"{self.player_names[p]}'s hand"
            trays.append(Tray(tuple(tile_text(tile) for tile in hand), p, label, height=TALL))
        coming = [int(tile) for tile in s.order if tile != NO_TILE]
        slots = tuple(f"draw {i + 1}" for i in range(len(coming)))
        pieces += [Piece(slot, form_of(SIDES * tile), scale=APART) for slot, tile in zip(slots, coming, strict=True)]
        trays.append(Tray(slots, label="Next to draw first", size=SMALL, height=SMALL * TALL, most=11))
        return Scene(
            tuple(self.place(s, cell) for cell in shown),
            tuple(pieces),
            marked=slots[:1],
            notes=tuple(self.notes(s)),
            buttons={"pass": "Pass"} if self.choices(s) == [self.passing] else {},
            trays=tuple(tray for tray in trays if tray.slots),
            scores=tuple(f"{self.prospects(s, p)[0]} points" for p in (BLUE, RED)),
            material="felt",
            least=(9.0, 7.0),
        )

    def place(self, s: State, cell: int) -> Cell:
        """A cell with a tile, or a space with its name, which stands out where it is forced."""
        x, y = self.board.places[cell]
        if s.board[cell]:
            return Cell(self.board.names[cell], x, y, "hex")
        tone: Tone = "goal" if s.near[cell] >= MOST_NEAR else "open"
        return Cell(self.board.names[cell], x, y, "hex", tone, text=self.board.names[cell])

    def notes(self, s: State) -> Sequence[str]:
        """What the mover has to do."""
        choices = self.choices(s)
        if not choices or choices == [self.passing]:
            return ()
        who = self.player_names[s.turn]
        if s.board[self.centre] == 0:
            return (f"{who} lays the first tile",)
        filling = s.near[choices[0] // WAY_COUNT] >= MOST_NEAR
        return (f"{who} fills a forced space" if filling else f"{who} has the free move",)


def set_of(tiles: Sequence[int]) -> np.uint64:
    """A bit for each tile."""
    return np.uint64(sum(1 << tile for tile in tiles))
