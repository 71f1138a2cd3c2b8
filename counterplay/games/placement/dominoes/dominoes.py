"""Dominoes for two, with the double-six set and all tiles face up: who holds what and what will be drawn is known to both.

Rule choices
- The draw game: who cannot play draws, in the known order of the boneyard, until a tile fits or none is left, and then passes.
  Nobody may draw or pass who can play. `variant=block` is the block game: fourteen tiles stay aside, and nobody draws.
- The holder of the highest double leads it; without a double in either hand the heaviest tile is led, of two that are equally
  heavy the one with the larger half.
- A single round. The first to empty the hand scores the pips that the other one still holds. The game is blocked, and ends,
  as soon as nobody can play and nobody can draw: fewer pips score the difference.
- `match_to=100` is a match: rounds follow each other until somebody has 100 points in all, and wins; by how much does not
  count. Every round begins as the first one, with the highest double of its deal, whoever won the last one. A finished round
  stays on the table until the player to move deals the next, which is an action.
- Both ends of the line are alike. An action is the half that joins and the half that becomes the new end, so that a tile which
  fits two equal ends is one action, and the mirror image of a line is the same position.
- The deals follow from `seed`; a position carries the order of the boneyard, so any deal can be written down. In a match both
  know the deals to come, too.

Checked against a second implementation that keeps tiles as pairs in lists, and, for exact values, against a plain minimax on
it: whole rounds of the block game, the last thirteen tiles of the draw game; matches from round to round. Exact search suits
single rounds: `solve` needs 2,165 to 62,989 positions for those of the draw game (seeds 1 to 5) and 97 to 732 for those of the
block game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from counterplay.boards import LinearEvaluation, NumberField, NumbersField, SignField, WordNotation
from counterplay.boards.estimates.evaluation_pieces import squash
from counterplay.boards.notation.notation_fields import NotationField
from counterplay.core import Diagram, Piece, Scene, Unit, require, state_key
from counterplay.core.scene import Domino, Tray
from counterplay.games.placement.dominoes.domino_line import (
    NUMBER,
    REACH,
    TILE_COUNT,
    TILES,
    VALUES,
    Line,
    LineField,
    TilesField,
    line_picture,
    set_of,
    slot_name,
    sorted_hand,
    tile_text,
)
from counterplay.gears.bits import cells, highest, popcount
from counterplay.gears.rng import draw_below, seeded

SOUTH, NORTH = 0, 1
HAND, BONEYARD = 7, 14  # tiles at the start
VARIANTS = ("draw", "block")
LONGEST_MATCH = 500  # points
MOST_ROUNDS = 999  # that a notation may tell of
ALL = (1 << TILE_COUNT) - 1
PIPS = 168  # of all tiles
HALVES = np.array(TILES, np.int64)  # shape (tiles, 2): the larger half, the smaller one
WITH = np.array([sum(1 << t for t, tile in enumerate(TILES) if value in tile) for value in range(VALUES)], np.int64)
# The tiles whose pips have the bit 1, 2, 4 and 8: the pips of a set are these four counts, weighed.
PIPS_BIT = tuple(sum(1 << t for t, tile in enumerate(TILES) if sum(tile) >> i & 1) for i in range(4))

DRAW, PASS, DEAL = range(VALUES * VALUES, VALUES * VALUES + 3)  # smaller actions: VALUES * the half that joins + the other half
NO_TILE = -1
NO_END = -1  # before a tile is led
NOT_LAID = 127  # a place that no tile of the line has

FEATURES = ("pips", "tiles", "fitting")  # the opponent's pips and tiles less one's own, and one's tiles that fit less theirs
WEIGHTS = (0.5, 4.0, 1.0)  # in pips
HALF_A_MATCH = 0.4  # a rule of thumb: the lead that is worth half a win, as a part of the points that a match goes to
SHUT_OUT = 12  # of `order`, in pips, for a move after which the opponent has no tile that fits


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
    rounds: int  # of the match that are over
    south_points: int  # of those rounds
    north_points: int
    source: np.uint64  # of chance, for the deals to come; it follows from the seed and the number of rounds


class Dominoes(LinearEvaluation, WordNotation):
    """Draw and block dominoes for two, one round or a match."""

    title = "Dominoes"
    aliases = ("draw_dominoes",)
    presets: ClassVar = {"block_dominoes": {"variant": "block"}, "dominoes_match": {"match_to": 100}}
    player_names = ("South", "North")
    rules = (
        "The 28 tiles show every pair of numbers from blank to six once. Each player has seven, face up, and fourteen lie in "
        "the boneyard in an order that both can see. Whoever holds the highest double leads it; if there is none, the heaviest "
        "tile is led. Then lay, by turns, a tile at either end of the line, so that the halves that touch show the same "
        "number. If no tile of yours fits, draw from the boneyard until one does; if nothing is left to draw, pass. You win by "
        "laying your last tile, and score the pips in your opponent's hand. If nobody can go on, the game is blocked: whoever "
        "holds fewer pips scores the difference."
    )
    cover = "64,40,22,20,11,00 41,21,10 54,51,60,44,65,53 66,63,31,16,62,23,[33],34,42,25,55,50,03 south"
    usual_plies = 40
    classic = True
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
    max_actions = 2 * VALUES  # thirteen tiles show one of two numbers, one of them both

    def __init__(self, seed: int = 1, variant: str = "draw", match_to: int = 0) -> None:
        require(seed >= 0, f"dominoes: seed must be a whole number from 0, not {seed}")
        require(variant in VARIANTS, f"dominoes: variant must be one of {', '.join(VARIANTS)}, not '{variant}'")
        require(
            0 <= match_to <= LONGEST_MATCH,
            f"dominoes: match_to must be a number of points from 1 to {LONGEST_MATCH}, or 0 for a single round, not {match_to}",
        )
        self.seed, self.variant, self.match_to = seed, variant, match_to
        self.drawing, self.in_match = variant == "draw", match_to > 0
        self.first_source = seeded(seed)[0]
        self.bare = np.full(TILE_COUNT, NOT_LAID, np.int8)
        self.set_weights(WEIGHTS)
        self.half = HALF_A_MATCH * match_to
        round_plies = 2 * TILE_COUNT + BONEYARD  # a pass is followed by a tile
        if not self.in_match:
            self.unit, self.utility_range, self.max_plies = Unit("pips", 1.0), (-float(PIPS), float(PIPS)), round_plies
            return
        self.unit = Unit("points", 1 / self.half, squashed=True)
        self.max_plies = (round_plies + 1) * (match_to // 4 + 10)  # no rule bounds a match; random ones are far below
        self.rules += f" Rounds follow each other until somebody has {match_to} points, and wins."  # type: ignore[misc]
        self.extra_fields = (
            *self.extra_fields,
            NumberField("rounds", "number of rounds that are over", MOST_ROUNDS),
            NumbersField("points", "points of South and of North", (match_to - 1, match_to - 1)),
        )

    def initial(self) -> State:
        return self.dealt(self.first_source, 0, 0, 0)

    def dealt(self, source: np.uint64, rounds: int, south_points: int, north_points: int) -> State:
        """The beginning of a round, after so many others."""
        chance, tiles = np.empty(1, np.uint64), np.empty(TILE_COUNT, np.int8)
        chance[0] = source
        for tile in range(TILE_COUNT):
            tiles[tile] = tile
        for last in range(TILE_COUNT - 1, 0, -1):
            other = draw_below(chance, last + 1)
            tiles[last], tiles[other] = tiles[other], tiles[last]
        south, north = 0, 0
        for i in range(HAND):
            south |= 1 << int(tiles[i])
            north |= 1 << int(tiles[HAND + i])
        turn = NORTH if north > south else SOUTH  # who holds the highest tile
        yard, order, bare = ALL & ~(south | north), tiles[2 * HAND :].copy(), self.bare.copy()
        match = (rounds, south_points, north_points, chance[0])
        return State(south, north, yard, order, NO_END, NO_END, bare, 0, 0, turn, *match)

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
        if self.in_match and self.round_over(s):
            found[0] = DEAL
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
        if self.in_match and a == DEAL:
            return self.dealt(s.source, s.rounds + 1, self.points(s, SOUTH), self.points(s, NORTH))
        if a == DRAW:
            return self.drawn(s)
        south, north, spots = s.south, s.north, s.spots
        left, right, left_arm, right_arm = s.left, s.right, s.left_arm, s.right_arm
        if a != PASS:
            joining, other = a // VALUES, a % VALUES
            tile = NUMBER[joining, other]
            south, north = int(south & ~(1 << tile)), int(north & ~(1 << tile))
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
        line = (int(left), int(right), spots, left_arm, right_arm)
        match = (s.rounds, s.south_points, s.north_points, s.source)
        return State(south, north, s.yard, s.order, *line, 1 - s.turn, *match)

    def drawn(self, s: State) -> State:
        """The mover has the next tile of the boneyard."""
        place = BONEYARD - popcount(s.yard)
        tile = 1 << int(s.order[place])
        order = s.order.copy()
        order[place] = NO_TILE
        south = s.south | tile if s.turn == SOUTH else s.south
        north = s.north | tile if s.turn == NORTH else s.north
        line = (s.left, s.right, s.spots, s.left_arm, s.right_arm)
        match = (s.rounds, s.south_points, s.north_points, s.source)
        return State(south, north, s.yard & ~tile, order, *line, s.turn, *match)

    def round_over(self, s: State) -> bool:
        """Whether a hand is empty, or nobody can go on."""
        if s.south == 0 or s.north == 0:
            return True
        if s.left == NO_END or self.may_draw(s):
            return False
        return self.fitting(s, SOUTH) == 0 and self.fitting(s, NORTH) == 0

    def lead(self, s: State, p: int) -> int:
        """What a round that is over scores; an empty hand has no pips, so that both ends of a round are counted alike."""
        return self.pips(self.hand(s, 1 - p)) - self.pips(self.hand(s, p))

    def points(self, s: State, p: int) -> int:
        """A player's points in the match when the round is over."""
        return (s.south_points if p == SOUTH else s.north_points) + max(self.lead(s, p), 0)

    def terminal(self, s: State) -> bool:
        if not self.round_over(s):
            return False
        return not self.in_match or max(self.points(s, SOUTH), self.points(s, NORTH)) >= self.match_to

    def utility(self, s: State, p: int) -> float:
        if not self.in_match:
            return float(self.lead(s, p))
        return 1.0 if self.points(s, p) >= self.match_to else -1.0

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
        if not self.in_match:
            return float(max(-PIPS, min(PIPS, self.weighed(s, p))))
        ahead = s.south_points - s.north_points if p == SOUTH else s.north_points - s.south_points
        return squash(ahead + (self.lead(s, p) if self.round_over(s) else self.weighed(s, p)), self.half)

    def value_bounds(self, s: State) -> tuple[float, float]:
        """Nobody loses more than the pips in hand and those that may still be drawn; a last tile that fits is laid."""
        if self.in_match:  # the rounds to come decide it, too
            return -1.0, 1.0
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
        ends = (min(s.left, s.right), max(s.left, s.right))
        return state_key((s.south, s.north, s.order, *ends, s.turn, s.rounds, s.south_points, s.north_points))

    # --- names and notation ---
    def action_name(self, s: State, a: int) -> str:
        """The half that joins first: 6-3 lays the tile at a six and leaves a three."""
        if a >= DRAW:
            return ("draw", "pass", "deal")[a - DRAW]
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
            "rounds": s.rounds,
            "points": (s.south_points, s.north_points),
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
        rounds = values.get("rounds", 0)
        match = (rounds, *values.get("points", (0, 0)), self.deal(rounds).source)
        s = State(*hands, set_of(values["order"]), order, left, right, spots, *arms, values["turn"], *match)
        self.accepted(text, s)
        return s

    def deal(self, rounds: int) -> State:
        """The beginning of the round after so many others, before anybody has points."""
        s = self.initial()
        for over in range(rounds):
            s = self.dealt(s.source, over + 1, 0, 0)
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
        if self.in_match:
            return f"South has {self.points(s, SOUTH)} points, North {self.points(s, NORTH)}, after {s.rounds + 1} rounds"
        return self.round_ending(s)

    def round_ending(self, s: State) -> str:
        """Why a round is over."""
        pips = [self.pips(s.south), self.pips(s.north)]
        if s.south == 0 or s.north == 0:
            winner, loser = (SOUTH, NORTH) if s.south == 0 else (NORTH, SOUTH)
            return f"{self.player_names[winner]} has laid the last tile; {self.player_names[loser]} holds {pips[loser]} pips"
        return f"the game is blocked: South holds {pips[SOUTH]} pips, North {pips[NORTH]}"

    # --- the picture ---
    def gesture(self, s: State, a: int) -> Sequence[str]:
        if a >= DRAW:
            return ("boneyard 1",) if a == DRAW else (self.action_name(s, a),)
        slot = slot_name(int(NUMBER[a // VALUES, a % VALUES]))
        if s.left == NO_END:
            return (slot, "start")
        return (slot, "left end" if self.goes_left(s, a // VALUES) else "right end")

    def scene(self, s: State) -> Scene:
        over, (line_cells, line_pieces) = self.round_over(s), line_picture(self.line(s))
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
        buttons, notes = {}, []
        if not over and int(self.actions(s)[0]) == PASS:
            buttons["pass"] = "Pass"
        scores = [f"{self.pips(self.hand(s, p))} pips in hand" for p in (SOUTH, NORTH)]
        if self.in_match:
            notes.append(f"Round {s.rounds + 1} of a match to {self.match_to} points.")
            points = [self.points(s, SOUTH), self.points(s, NORTH)] if over else [s.south_points, s.north_points]
            scores = [f"{n} points, {score}" for n, score in zip(points, scores, strict=True)]
        if over and not self.terminal(s):
            notes.append(f"{self.round_ending(s)}.")
            buttons["deal"] = "Deal the next round"
        return Scene(
            tuple(shown),
            tuple(pieces),
            trays=tuple(tray for tray in trays if tray.slots),
            buttons=buttons,
            scores=tuple(scores),
            notes=tuple(notes),
            material="felt",
            least=(2 * REACH + 2, 5.0),
        )
