"""Dominoes for two, with the double-six set and all tiles face up: who holds what and what will be drawn is known to both.

Rule choices
- The draw game: who cannot play draws, in the known order of the boneyard, until a tile fits or none is left, and then passes.
  Nobody may draw or pass who can play. `variant=block` is the block game: fourteen tiles stay aside, and nobody draws.
- The holder of the highest double leads it; without a double in either hand the heaviest tile is led, of two that are equally
  heavy the one with the larger half.
- A single round, without a match to 100 points. The first to empty the hand scores the pips that the other one still holds.
  The game is blocked, and ends, as soon as nobody can play and nobody can draw: fewer pips score the difference.
- Both ends of the line are alike. An action is the half that joins and the half that becomes the new end, so that a tile which
  fits two equal ends is one action, and the mirror image of a line is the same position.
- The deal follows from `seed`; a position carries the order of the boneyard, so any deal can be written down.

Checked against a second implementation that keeps tiles as pairs in lists, and, for exact values, against a plain minimax on
it: whole rounds of the block game, the last thirteen tiles of the draw game. Exact search suits it: `solve` needs 2,165 to
62,989 positions for whole rounds of the draw game (seeds 1 to 5) and 97 to 732 for those of the block game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import LinearEvaluation, SignField, WordNotation
from counterplay.boards.notation.notation_fields import NotationField
from counterplay.core import BadNotation, Cell, Diagram, Piece, Scene, Unit, require, state_key
from counterplay.core.scene import Domino, Tray
from counterplay.gears.bits import cells, highest, popcount
from counterplay.gears.rng import draw_below, seeded

SOUTH, NORTH = 0, 1
VALUES = 7  # of half a tile: blank to six
HAND, BONEYARD = 7, 14  # tiles at the start
VARIANTS = ("draw", "block")
# A tile is a number: the lighter the lower, of equally heavy ones the one with the smaller largest half, doubles behind all
# others. So the highest number of both hands is the tile that is led.
TILES = sorted(((a, b) for a in range(VALUES) for b in range(a + 1)), key=lambda tile: (tile[0] == tile[1], sum(tile), tile[0]))
TILE_COUNT = len(TILES)
ALL = (1 << TILE_COUNT) - 1
PIPS = 168  # of all tiles
HALVES = np.array(TILES, np.int64)  # shape (tiles, 2): the larger half, the smaller one
NUMBER = np.array([[TILES.index((max(a, b), min(a, b))) for b in range(VALUES)] for a in range(VALUES)], np.int64)
WITH = np.array([sum(1 << t for t, tile in enumerate(TILES) if value in tile) for value in range(VALUES)], np.int64)
# The tiles whose pips have the bit 1, 2, 4 and 8: the pips of a set are these four counts, weighed.
PIPS_BIT = tuple(sum(1 << t for t, tile in enumerate(TILES) if sum(tile) >> i & 1) for i in range(4))

DRAW, PASS = VALUES * VALUES, VALUES * VALUES + 1  # smaller actions: VALUES * the half that joins + the other half
NO_TILE = -1
NO_END = -1  # before a tile is led
NOT_LAID = 127  # a place that no tile of the line has

FEATURES = ("pips", "tiles", "fitting")  # the opponent's pips and tiles less one's own, and one's tiles that fit less theirs
WEIGHTS = (0.5, 4.0, 1.0)  # in pips
SHUT_OUT = 12  # of `order`, in pips, for a move after which the opponent has no tile that fits

REACH = 7.5  # half of the length of a row of the picture, in halves of tiles


class State(NamedTuple):
    """Hands and boneyard are sets of tiles, a bit each."""

    south: int
    north: int
    yard: int  # what lies in the boneyard
    order: np.ndarray[Any, np.dtype[np.int8]]  # shape (14,): the same tiles in the order of drawing, NO_TILE for those drawn
    left: int  # the ends of the line
    right: int
    spots: np.ndarray[Any, np.dtype[np.int8]]  # shape (28,): where each tile lies, 0 for the tile that was led, 1 right of it
    left_arm: int  # tiles left of the one that was led
    right_arm: int
    turn: int


class Line(NamedTuple):
    """The tiles on the table from left to right, as they lie, and the place of the one that was led."""

    tiles: tuple[tuple[int, int], ...]
    led: int


def tile_text(tile: int) -> str:
    """'63', the larger half first."""
    return "".join(str(half) for half in TILES[tile])


def tile_of(text: str) -> tuple[int, int]:
    """The two halves that are written as '63' or '36'."""
    if len(text) != 2 or not all(half in "0123456" for half in text):
        raise BadNotation("tiles of two digits from 0 to 6 with commas between, as in 66,31, or - for none")
    return int(text[0]), int(text[1])


class TilesField(NamedTuple):
    """Tiles in their order, `63,50`, or - for none."""

    field: str
    meaning: str

    def write(self, value: Sequence[int], board: Any) -> str:
        """Each tile, the larger half first."""
        return ",".join(tile_text(tile) for tile in value) or "-"

    def read(self, word: str, board: Any) -> list[int]:
        """The numbers of the tiles."""
        return [] if word == "-" else [int(NUMBER[tile_of(text)]) for text in word.split(",")]


class LineField(NamedTuple):
    """The line of tiles as they lie, `36,[66],65`, with the one that was led in brackets, or - for none."""

    field: str
    meaning: str

    def write(self, value: Line, board: Any) -> str:
        """From left to right."""
        texts = [f"{a}{b}" for a, b in value.tiles]
        return ",".join(f"[{text}]" if i == value.led else text for i, text in enumerate(texts)) or "-"

    def read(self, word: str, board: Any) -> Line:
        """A line in which halves that touch are equal; without brackets the first tile counts as the one that was led."""
        texts = [] if word == "-" else word.split(",")
        bracketed = [i for i, text in enumerate(texts) if text.startswith("[") and text.endswith("]")]
        tiles = [tile_of(text[1:-1] if i in bracketed else text) for i, text in enumerate(texts)]
        if len(bracketed) > 1:
            raise BadNotation("a line with one tile in brackets, the one that was led")
        if any(one[1] != other[0] for one, other in zip(tiles, tiles[1:], strict=False)):
            raise BadNotation("a line in which halves that touch are equal, as in 36,[66],65")
        return Line(tuple(tiles), bracketed[0] if bracketed else 0)


class Dominoes(LinearEvaluation, WordNotation):
    """Draw and block dominoes for two, one round."""

    title = "Dominoes"
    aliases = ("draw_dominoes",)
    presets: ClassVar = {"block_dominoes": {"variant": "block"}}
    player_names = ("South", "North")
    unit = Unit("pips", 1.0)
    rules = (
        "The 28 tiles show every pair of numbers from blank to six once. Each player has seven, face up, and fourteen lie in "
        "the boneyard in an order that both can see. Whoever holds the highest double leads it; if there is none, the heaviest "
        "tile is led. Then lay, by turns, a tile at either end of the line, so that the halves that touch show the same "
        "number. If no tile of yours fits, draw from the boneyard until one does; if nothing is left to draw, pass. You win by "
        "laying your last tile, and score the pips in your opponent's hand. If nobody can go on, the game is blocked: whoever "
        "holds fewer pips scores the difference."
    )
    diagrams = (
        Diagram(
            "33,31,20,10,00 55,54,53,52,51,50 64,62,61,60,44,43,42,41,40,32,30,22,21,11 56,[66],63 north",
            "The ends of the line show a five and a three. North's 5-3 fits both: it leaves two threes, or two fives.",
            ("5-3", "3-5"),
        ),
        Diagram(
            "65,64,62,61,60,55 54,53,52,51,50,44,43 00,11,63,42,41,40,33,32,31,30,22,21,20,10 [66] north",
            "South has led the double six, and North has no six: North draws 0-0, 1-1 and 6-3, which fits and must be laid.",
            ("draw",),
        ),
    )
    feature_names = FEATURES
    extra_fields: tuple[NotationField, ...] = (
        TilesField("south", "tiles of South"),
        TilesField("north", "tiles of North"),
        TilesField("order", "boneyard, the next tile first"),
        LineField("line", "line of tiles"),
        SignField("turn", "player to move", ("south", "north")),
    )
    utility_range = (-float(PIPS), float(PIPS))
    max_actions = 2 * VALUES  # thirteen tiles show one of two numbers, one of them both
    max_plies = 2 * TILE_COUNT + BONEYARD  # a pass is followed by a tile

    def __init__(self, seed: int = 1, variant: str = "draw") -> None:
        require(seed >= 0, f"dominoes: seed must be a whole number from 0, not {seed}")
        require(variant in VARIANTS, f"dominoes: variant must be one of {', '.join(VARIANTS)}, not '{variant}'")
        self.seed, self.variant = seed, variant
        self.drawing = variant == "draw"
        tiles, chance = list(range(TILE_COUNT)), seeded(seed)
        for last in range(TILE_COUNT - 1, 0, -1):
            other = int(draw_below(chance, last + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]
        self.south_deal, self.north_deal = set_of(tiles[:HAND]), set_of(tiles[HAND : 2 * HAND])
        self.order_deal = np.array(tiles[2 * HAND :], np.int8)
        self.bare = np.full(TILE_COUNT, NOT_LAID, np.int8)
        self.set_weights(WEIGHTS)

    def initial(self) -> State:
        turn = NORTH if self.north_deal > self.south_deal else SOUTH  # who holds the highest tile
        yard = ALL & ~(self.south_deal | self.north_deal)
        return State(self.south_deal, self.north_deal, yard, self.order_deal, NO_END, NO_END, self.bare, 0, 0, turn)

    def hand(self, s: State, p: int) -> int:
        """The tiles of a player."""
        return s.south if p == SOUTH else s.north

    def fitting(self, s: State, p: int) -> int:
        """The tiles of a player that fit an end of the line."""
        return int(self.hand(s, p) & (WITH[s.left] | WITH[s.right]))

    def pips(self, tiles: int) -> int:
        """The pips of a set of tiles."""
        total = 0
        for i in range(len(PIPS_BIT)):
            total += popcount(tiles & PIPS_BIT[i]) << i
        return total

    def may_draw(self, s: State) -> bool:
        """Whether there is anything to draw."""
        return self.drawing and s.yard != 0

    def actions(self, s: State) -> np.ndarray[Any, np.dtype[np.int64]]:
        found, n = np.empty(2 * VALUES, np.int64), 0
        if s.left == NO_END:
            led = highest(s.south | s.north)
            found[0] = VALUES * HALVES[led, 0] + HALVES[led, 1]
            return found[:1]
        for tile in cells(self.fitting(s, s.turn)):
            for side in range(2):
                joining, other = HALVES[tile, side], HALVES[tile, 1 - side]
                if (joining == s.left or joining == s.right) and not (side == 1 and joining == other):
                    found[n] = VALUES * joining + other
                    n += 1
        if n == 0:
            found[0] = DRAW if self.may_draw(s) else PASS
            n = 1
        return found[:n]

    def goes_left(self, s: State, joining: int) -> bool:
        """The end that a tile is laid at; of two equal ends the one nearer to the tile that was led."""
        return bool(s.left == joining and (s.right != joining or s.left_arm < s.right_arm))

    def result(self, s: State, a: int) -> State:
        if a == PASS:
            return State(s.south, s.north, s.yard, s.order, s.left, s.right, s.spots, s.left_arm, s.right_arm, 1 - s.turn)
        if a == DRAW:
            return self.drawn(s)
        joining, other = a // VALUES, a % VALUES
        tile = NUMBER[joining, other]
        south, north = s.south & ~(1 << tile), s.north & ~(1 << tile)
        left, right, left_arm, right_arm = s.left, s.right, s.left_arm, s.right_arm
        spots = s.spots.copy()
        if s.left == NO_END:
            left, right = joining, other
            spots[tile] = 0
        elif self.goes_left(s, joining):
            left, left_arm = other, left_arm + 1
            spots[tile] = -left_arm
        else:
            right, right_arm = other, right_arm + 1
            spots[tile] = right_arm
        return State(int(south), int(north), s.yard, s.order, int(left), int(right), spots, left_arm, right_arm, 1 - s.turn)

    def drawn(self, s: State) -> State:
        """The mover has the next tile of the boneyard."""
        place = BONEYARD - popcount(s.yard)
        tile = 1 << int(s.order[place])
        order = s.order.copy()
        order[place] = NO_TILE
        south = s.south | tile if s.turn == SOUTH else s.south
        north = s.north | tile if s.turn == NORTH else s.north
        return State(south, north, s.yard & ~tile, order, s.left, s.right, s.spots, s.left_arm, s.right_arm, s.turn)

    def terminal(self, s: State) -> bool:
        if s.south == 0 or s.north == 0:
            return True
        if s.left == NO_END or self.may_draw(s):
            return False
        return self.fitting(s, SOUTH) == 0 and self.fitting(s, NORTH) == 0

    def utility(self, s: State, p: int) -> float:
        # An empty hand has no pips, so that both ends of the game are counted alike.
        return float(self.pips(self.hand(s, 1 - p)) - self.pips(self.hand(s, p)))

    # --- hints ---
    def feature(self, s: State, p: int, i: int) -> float:
        own, theirs = self.hand(s, p), self.hand(s, 1 - p)
        if i == 0:
            return float(self.pips(theirs) - self.pips(own))
        if i == 1:
            return float(popcount(theirs) - popcount(own))
        if s.left == NO_END:
            return 0.0
        return float(popcount(self.fitting(s, p)) - popcount(self.fitting(s, 1 - p)))

    weighed = LinearEvaluation.evaluate

    def evaluate(self, s: State, p: int) -> float:
        return float(max(-PIPS, min(PIPS, self.weighed(s, p))))

    def value_bounds(self, s: State) -> tuple[float, float]:
        """Nobody loses more than the pips in hand and those that may still be drawn; a last tile that fits is laid."""
        own, theirs = self.hand(s, s.turn), self.hand(s, 1 - s.turn)
        rest, most = self.pips(own), float(self.pips(theirs))
        fits = self.fitting(s, s.turn) if s.left != NO_END else 0
        if own == fits and popcount(own) == 1:
            return most, most
        heaviest = 0
        for tile in cells(fits):
            heaviest = max(heaviest, HALVES[tile, 0] + HALVES[tile, 1])
        coming = self.pips(s.yard) if self.drawing else 0
        return -float(rest - heaviest + coming), most + coming

    def order(self, s: State, a: int) -> float:
        if a >= DRAW or s.left == NO_END:
            return 0.0
        joining, other = a // VALUES, a % VALUES
        kept = s.right if self.goes_left(s, joining) else s.left
        answers = self.hand(s, 1 - s.turn) & (WITH[kept] | WITH[other])
        return float(joining + other + (SHUT_OUT if answers == 0 else 0))

    def key(self, s: State) -> int:
        """How the line came about makes no difference, nor which of its ends is the left one."""
        return state_key((s.south, s.north, s.order, min(s.left, s.right), max(s.left, s.right), s.turn))

    # --- names and notation ---
    def action_name(self, s: State, a: int) -> str:
        """The half that joins first: 6-3 lays the tile at a six and leaves a three."""
        if a >= DRAW:
            return "draw" if a == DRAW else "pass"
        return f"{a // VALUES}-{a % VALUES}"

    def line(self, s: State) -> Line:
        """What lies on the table."""
        places = {int(spot): tile for tile, spot in enumerate(s.spots) if spot != NOT_LAID}
        end, tiles = s.left, []
        for spot in sorted(places):
            a, b = TILES[places[spot]]
            tiles.append((a, b) if a == end else (b, a))
            end = tiles[-1][1]
        return Line(tuple(tiles), s.left_arm if tiles else -1)

    def extras(self, s: State) -> dict[str, Any]:
        lying = [int(tile) for tile in s.order if tile != NO_TILE]
        return {
            "south": sorted_hand(s.south),
            "north": sorted_hand(s.north),
            "order": lying,
            "line": self.line(s),
            "turn": s.turn,
        }

    def load(self, text: str) -> State:
        """Reads `dump`'s notation; every tile of the set must be somewhere."""
        values = self.values_of(text, text.split())
        line: Line = values["line"]
        laid = [int(NUMBER[tile]) for tile in line.tiles]
        everywhere = [*values["south"], *values["north"], *values["order"], *laid]
        twice = sorted({tile_text(tile) for tile in everywhere if everywhere.count(tile) > 1})
        if twice:
            self.reject(text, f"tile {twice[0]} is in two places")
        if len(values["order"]) > BONEYARD or (not self.drawing and len(values["order"]) != BONEYARD):
            self.reject(text, f"{len(values['order'])} tiles lie in the boneyard; {self.boneyard_rule()}")
        if len(everywhere) < TILE_COUNT:
            missing = [tile_text(tile) for tile in range(TILE_COUNT) if tile not in everywhere]
            self.reject(text, f"tile {missing[0]} is nowhere; all {TILE_COUNT} are in a hand, in the boneyard or in the line")
        order = np.full(BONEYARD, NO_TILE, np.int8)
        order[BONEYARD - len(values["order"]) :] = values["order"]
        spots = self.bare.copy()
        for i, tile in enumerate(laid):
            spots[tile] = i - line.led
        left, right = (line.tiles[0][0], line.tiles[-1][1]) if laid else (NO_END, NO_END)
        arms = (line.led, len(laid) - 1 - line.led) if laid else (0, 0)
        hands = (set_of(values["south"]), set_of(values["north"]))
        s = State(*hands, set_of(values["order"]), order, left, right, spots, *arms, values["turn"])
        self.accepted(text, s)
        return s

    def boneyard_rule(self) -> str:
        """How many tiles may lie there, for errors."""
        return f"it is at most {BONEYARD}" if self.drawing else f"in the block game it is always {BONEYARD}"

    def problem(self, s: State) -> str:
        if s.south == 0 and s.north == 0:
            return "nobody has a tile; the first to lay the last one ends the game"
        if s.left != NO_END:
            return ""
        if popcount(s.south) != HAND or popcount(s.north) != HAND:
            return f"no tile has been led, so both should hold {HAND} tiles"
        led = highest(s.south | s.north)
        if self.hand(s, s.turn) >> led & 1 == 0:
            return f"tile {tile_text(led)} is to be led, but the player to move does not hold it"
        return ""

    def ending(self, s: State) -> str:
        pips = [self.pips(s.south), self.pips(s.north)]
        if s.south == 0 or s.north == 0:
            winner, loser = (SOUTH, NORTH) if s.south == 0 else (NORTH, SOUTH)
            return f"{self.player_names[winner]} has laid the last tile; {self.player_names[loser]} holds {pips[loser]} pips"
        return f"the game is blocked: South holds {pips[SOUTH]} pips, North {pips[NORTH]}"

    # --- the picture ---
    def gesture(self, s: State, a: int) -> Sequence[str]:
        if a >= DRAW:
            return ("boneyard 1",) if a == DRAW else ("pass",)
        slot = slot_name(int(NUMBER[a // VALUES, a % VALUES]))
        if s.left == NO_END:
            return (slot, "start")
        return (slot, "left end" if self.goes_left(s, a // VALUES) else "right end")

    def scene(self, s: State) -> Scene:
        over, (line_cells, line_pieces) = self.terminal(s), line_picture(self.line(s))
        shown = [cell for cell in line_cells if not (over and cell.tone == "open")]
        pieces, trays = list(line_pieces), []
        for p in (SOUTH, NORTH):
            hand = sorted_hand(self.hand(s, p))
            pieces += [Piece(slot_name(tile), Domino(*TILES[tile]), p, turn=90) for tile in hand]
            label = f"{self.player_names[p]}'s hand"
            trays.append(Tray(tuple(slot_name(tile) for tile in hand), p, label, height=2.0, most=BONEYARD))
        lying = [int(tile) for tile in s.order if tile != NO_TILE]
        slots = tuple(f"boneyard {i + 1}" for i in range(len(lying)))
        pieces += [Piece(slot, Domino(*TILES[tile])) for slot, tile in zip(slots, lying, strict=True)]
        trays.append(
            Tray(slots, label="Next to draw first" if self.drawing else "Left out", size=2.0, height=1.0, most=BONEYARD)
        )
        passing = not over and int(self.actions(s)[0]) == PASS
        scores = tuple(f"{self.pips(self.hand(s, p))} pips in hand" for p in (SOUTH, NORTH))
        return Scene(
            tuple(shown),
            tuple(pieces),
            trays=tuple(tray for tray in trays if tray.slots),
            buttons={"pass": "Pass"} if passing else {},
            scores=scores,
            material="felt",
            least=(2 * REACH + 2, 5.0),
        )


def set_of(tiles: Sequence[int]) -> int:
    """A bit for each tile."""
    return sum(1 << tile for tile in tiles)


def sorted_hand(hand: int) -> list[int]:
    """The tiles of a hand as people sort them: by the larger half, then by the smaller one, falling."""
    return sorted(cells(hand), key=lambda tile: TILES[tile], reverse=True)


def slot_name(tile: int) -> str:
    """The place of a tile in a hand."""
    return "-".join(str(half) for half in TILES[tile])


def line_picture(line: Line) -> tuple[list[Cell], list[Piece]]:
    """The line with the tile that was led in the middle: its right arm winds downwards, its left arm upwards."""
    if not line.tiles:
        return [Cell("start", 0.0, 0.0, tone="open", width=2.0)], []
    led = line.tiles[line.led]
    across = led[0] == led[1]
    cells = [laid_cell(led, 0.0, 0.0, across)]
    pieces = [laid_piece(led, across)]
    edge = 0.5 if across else 1.0
    for side, arm in ((1, line.tiles[line.led + 1 :]), (-1, line.tiles[: line.led][::-1])):
        outward = [(a, b) if side == 1 else (b, a) for a, b in arm]
        places = arm_places(edge, [a == b for a, b in outward])
        for (inner, outer), (x, y, upright, onward) in zip(outward, places, strict=False):
            seen = (inner, outer) if side * onward == 1 else (outer, inner)
            cells.append(laid_cell(seen, side * x, side * y, upright))
            pieces.append(laid_piece(seen, upright))
        x, y, upright, _ = places[-1]
        size = (1.0, 2.0) if upright else (2.0, 1.0)
        name = "right end" if side == 1 else "left end"
        cells.append(Cell(name, side * x, side * y, tone="open", width=size[0], height=size[1]))
    return cells, pieces


def arm_places(edge: float, doubles: Sequence[bool]) -> list[tuple[float, float, bool, int]]:
    """Where the tiles of an arm lie, and the one to come: the middle, whether upright, and which way it points, 1 or -1.

    Doubles lie across the line, but not beside a corner, where the tile that turns the line takes the room.
    """
    x, y, heading, after_corner = edge, 0.0, 1, False
    places = []
    for double in (*doubles, False):
        if heading * x + 2.0 <= REACH:
            across = double and not after_corner
            length = 1.0 if across else 2.0
            places.append((x + heading * length / 2.0, y, across, heading))
            x, after_corner = x + heading * length, False
        else:
            places.append((x + heading * 0.5, y + 0.5, True, 1))
            x, y, heading, after_corner = x + heading, y + 2.0, -heading, True
    return places


def laid_cell(tile: tuple[int, int], x: float, y: float, upright: bool) -> Cell:
    """The place of a tile in the line."""
    name = f"laid {max(tile)}-{min(tile)}"
    return Cell(name, x, y, width=1.0 if upright else 2.0, height=2.0 if upright else 1.0)


def laid_piece(tile: tuple[int, int], upright: bool) -> Piece:
    """A tile of the line, its left or upper half first."""
    return Piece(f"laid {max(tile)}-{min(tile)}", Domino(*tile), turn=90 if upright else 0)
