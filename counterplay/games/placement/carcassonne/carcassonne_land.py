"""The growing land of carcassonne: laying tiles, joining roads, cities and fields, followers on them, and what they score.

Every part of a laid tile has a number, counted on as tiles are laid. Parts that have grown together are one feature, whose
label is the least number among them; what is known of a feature stands at its label. Joining two features changes the labels
of one, which is one pass over at most 243 small numbers: cheaper here than chains of parents, since states are copied anyway.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards.notation.word_notation import WordNotation
from counterplay.boards.shapes.board import Board
from counterplay.boards.shapes.square_board import EAST, NORTH, SOUTH, WEST
from counterplay.core import state_key
from counterplay.games.placement.carcassonne.carcassonne_tiles import (
    ALL_PARTS,
    ALONG_CITY,
    CITY,
    CLOISTER,
    CLOISTER_PART,
    EDGE,
    FIELD,
    FITTING,
    MOST_PARTS,
    PART_COUNT,
    PART_ENDS,
    PART_KIND,
    PART_SHIELDS,
    PLACE_PART,
    SIDES,
    TURNS,
)

BLUE, RED = 0, 1
FOLLOWERS = 7
LAYING, MANNING = 0, 1  # what is to be done: lay the next tile, or put a follower on the tile just laid
NO_TILE = -1
RED_MAN = 16  # in `State.men`
WHOLE_CLOISTER = 9
PER_CITY = 3  # points of a field for each complete city


class State(NamedTuple):
    """The land, the followers on it, and the tiles to come."""

    tile: NDArray[np.int8]  # shape (cells,): 0, or 1 + the number of the tile there, counted as they were laid
    demand: NDArray[np.uint8]  # shape (cells,): what an empty cell asks of each side of a tile, two bits each; 0 elsewhere
    cell: NDArray[np.int16]  # shape (tiles,): where each laid tile lies, NO_TILE beyond
    face: NDArray[np.int8]  # shape (tiles,): kind and turn of each laid tile
    follower: NDArray[np.int8]  # shape (tiles,): 0, or 1 + MOST_PARTS * player + part, for who stands on it
    first: NDArray[np.int16]  # shape (tiles + 1,): the number of the first part of each laid tile, and that of the next part
    label: NDArray[np.int16]  # shape (parts,): the feature that each part belongs to
    ends: NDArray[np.int16]  # shape (parts,): of a feature: sides on which it goes on; empty squares around a cloister
    worth: NDArray[np.int16]  # shape (parts,): of a road or city: its tiles and shields
    men: NDArray[np.int16]  # shape (parts,): of a feature: Blue's followers on it, and RED_MAN times Red's
    order: NDArray[np.int8]  # shape (tiles,): the kinds of tile to come, NO_TILE for those taken
    score: NDArray[np.int16]  # shape (2,)
    hand: NDArray[np.int8]  # shape (2,): followers that are left
    laid: int  # tiles laid
    upcoming: int  # the place in `order` of the next tile
    low: int  # no cell before this one, or after the other, has a demand
    high: int
    turn: int
    part: int  # LAYING or MANNING
    hash: np.uint64  # exclusive or of a word for each tile, follower and tile to come; positions may come about in two orders


class Land(WordNotation):
    """What can be laid where, and what comes of it. The game's ``__init__`` calls `set_land`."""

    tiles: int

    def set_land(self, board: Board) -> None:
        """Play on a table of these squares."""
        self.board = board
        self.cell_count = board.size
        self.across = np.ascontiguousarray(board.steps[:, (NORTH, EAST, SOUTH, WEST)])  # (cells, sides)
        self.around = board.steps  # (cells, 8)
        self.part_room = min(ALL_PARTS, MOST_PARTS * self.tiles)
        self.first_spot = TURNS * board.size  # of actions: the first that puts a follower down
        self.no_follower = self.first_spot + MOST_PARTS

    def bare(self, order: NDArray[np.int8], upcoming: int, turn: int) -> State:
        """The empty table with these tiles to come."""
        hash_ = np.uint64(0)
        for place in range(upcoming, self.tiles):
            hash_ ^= self.order_word(place, int(order[place]))
        zeros = np.zeros(self.part_room, np.int16)
        return State(
            np.zeros(self.cell_count, np.int8),
            np.zeros(self.cell_count, np.uint8),
            np.full(self.tiles, NO_TILE, np.int16),
            np.zeros(self.tiles, np.int8),
            np.zeros(self.tiles, np.int8),
            np.zeros(self.tiles + 1, np.int16),
            zeros,
            zeros.copy(),
            zeros.copy(),
            zeros.copy(),
            order,
            np.zeros(2, np.int16),
            np.full(2, FOLLOWERS, np.int8),
            0,
            upcoming,
            self.cell_count,
            0,
            turn,
            LAYING,
            hash_,
        )

    # --- words of the hash ---
    def order_word(self, place: int, kind: int) -> np.uint64:
        """For a tile to come."""
        return np.uint64(state_key((place, kind, 1)))

    def tile_word(self, cell: int, face: int) -> np.uint64:
        """For a tile on the table."""
        return np.uint64(state_key((cell, face, 2)))

    def follower_word(self, cell: int, follower: int) -> np.uint64:
        """For a follower on a tile."""
        return np.uint64(state_key((cell, follower, 3)))

    # --- laying a tile ---
    def ways(self, demand: NDArray[np.uint8], cell: int, kind: int) -> int:
        """The quarter turns, a bit each, after which a tile fits on a cell."""
        wanted = int(demand[cell])
        return int(FITTING[kind, wanted]) if wanted != 0 else 0

    def fits_somewhere(self, demand: NDArray[np.uint8], low: int, high: int, kind: int) -> bool:
        """Whether a tile of this kind can be laid at all."""
        for cell in range(low, high + 1):
            if self.ways(demand, cell, kind) != 0:
                return True
        return False

    def with_tile(self, s: State, cell: int, face: int, taken: int) -> State:
        """The land with one more tile, and so many less (0 or 1) to come; who laid it may now put a follower on it."""
        tile, demand, cells, faces, first = s.tile.copy(), s.demand.copy(), s.cell.copy(), s.face.copy(), s.first.copy()
        label, ends, worth, men = s.label.copy(), s.ends.copy(), s.worth.copy(), s.men.copy()
        number, base = s.laid, int(s.first[s.laid])
        count = int(PART_COUNT[face])
        tile[cell], demand[cell] = 1 + number, 0
        cells[number], faces[number], first[number + 1] = cell, face, base + count
        for part in range(count):
            label[base + part], ends[base + part] = base + part, PART_ENDS[face, part]
        low, high = s.low, s.high
        for side in range(SIDES):
            beyond, back = int(self.across[cell, side]), (side + 2) % SIDES
            if beyond < 0:
                continue
            if tile[beyond] == 0:
                demand[beyond] |= EDGE[face, side] << 2 * back
                low, high = min(low, beyond), max(high, beyond)
                continue
            other = int(tile[beyond]) - 1
            for place in range(3):
                part = int(PLACE_PART[face, 3 * side + place])
                if part >= 0:
                    touched = int(first[other]) + int(PLACE_PART[int(faces[other]), 3 * back + 2 - place])
                    self.join(first, label, ends, worth, men, number, base + part, touched)
                    if place == 1:
                        ends[label[base + part]] -= 2
        self.count_tile(label, worth, base, face)
        self.surround(tile, faces, first, ends, cell, face)
        order, hash_ = s.order.copy(), s.hash ^ self.tile_word(cell, face)
        if taken != 0:
            hash_ ^= self.order_word(s.upcoming, int(order[s.upcoming]))
            order[s.upcoming] = NO_TILE
        return State(
            tile, demand, cells, faces, s.follower, first, label, ends, worth, men, order, s.score, s.hand, number + 1,
            s.upcoming + taken, low, high, s.turn, MANNING, hash_,
        )  # fmt: skip

    def join(
        self,
        first: NDArray[np.int16],
        label: NDArray[np.int16],
        ends: NDArray[np.int16],
        worth: NDArray[np.int16],
        men: NDArray[np.int16],
        number: int,
        one: int,
        other: int,
    ) -> None:
        """Make the features of two parts one; tile `number` is being laid, and is not counted yet."""
        kept, gone = min(int(label[one]), int(label[other])), max(int(label[one]), int(label[other]))
        if kept == gone:
            return
        shared = 0  # tiles that two ends of one road or city already lay on, such as a crossing in a loop
        if gone < first[number]:
            for t in range(number):
                has_kept, has_gone = False, False
                for part in range(int(first[t]), int(first[t + 1])):
                    has_kept |= label[part] == kept
                    has_gone |= label[part] == gone
                shared += has_kept and has_gone
        ends[kept] += ends[gone]
        worth[kept] += worth[gone] - shared
        men[kept] += men[gone]
        ends[gone], worth[gone], men[gone] = 0, 0, 0
        for part in range(gone, int(first[number + 1])):
            if label[part] == gone:
                label[part] = kept

    def count_tile(self, label: NDArray[np.int16], worth: NDArray[np.int16], base: int, face: int) -> None:
        """Add the new tile to each feature that it is part of, once, and its shield."""
        for part in range(int(PART_COUNT[face])):
            feature, fresh = int(label[base + part]), True
            for earlier in range(part):
                fresh &= label[base + earlier] != feature
            worth[feature] += int(fresh) + int(PART_SHIELDS[face, part])

    def surround(
        self,
        tile: NDArray[np.int8],
        faces: NDArray[np.int8],
        first: NDArray[np.int16],
        ends: NDArray[np.int16],
        cell: int,
        face: int,
    ) -> None:
        """One square less is empty around each cloister nearby; and around a new one there are tiles already."""
        number, own = int(tile[cell]) - 1, int(CLOISTER_PART[face])
        for beside in self.around[cell]:
            if beside >= 0 and tile[beside] != 0:
                other = int(tile[beside]) - 1
                theirs = int(CLOISTER_PART[int(faces[other])])
                if theirs >= 0:
                    ends[int(first[other]) + theirs] -= 1
                if own >= 0:
                    ends[int(first[number]) + own] -= 1

    # --- followers ---
    def free(self, s: State, part: int) -> bool:
        """Whether a follower may stand on this part of the tile just laid; of two parts of one feature the first will do."""
        base = int(s.first[s.laid - 1])
        feature = s.label[base + part]
        if s.men[feature] != 0:
            return False
        for earlier in range(part):
            if s.label[base + earlier] == feature:
                return False
        return True

    def spots(self, s: State) -> int:
        """The parts of the tile just laid that the player to move may put a follower on, a bit each."""
        found = 0
        if s.hand[s.turn] > 0:
            for part in range(int(PART_COUNT[int(s.face[s.laid - 1])])):
                if self.free(s, part):
                    found |= 1 << part
        return found

    def with_follower(self, s: State, number: int, part: int, player: int) -> State:
        """A follower of a player stands on a part of a laid tile."""
        follower, men, hand = s.follower.copy(), s.men.copy(), s.hand.copy()
        follower[number] = 1 + MOST_PARTS * player + part
        men[s.label[int(s.first[number]) + part]] += RED_MAN if player == RED else 1
        hand[player] -= 1
        hash_ = s.hash ^ self.follower_word(int(s.cell[number]), int(follower[number]))
        return State(
            s.tile, s.demand, s.cell, s.face, follower, s.first, s.label, s.ends, s.worth, men, s.order, s.score, hand, s.laid,
            s.upcoming, s.low, s.high, s.turn, s.part, hash_,
        )  # fmt: skip

    # --- scoring ---
    def points(self, s: State, feature: int, kind: int) -> int:
        """What a feature scores as it lies: complete or not, and at the end of the game for a field."""
        if kind == CLOISTER:
            return WHOLE_CLOISTER - int(s.ends[feature])
        if kind == FIELD:
            return PER_CITY * self.cities_beside(s, feature)
        return int(s.worth[feature]) * (2 if kind == CITY and s.ends[feature] == 0 else 1)

    def cities_beside(self, s: State, field: int) -> int:
        """How many complete cities a field touches."""
        seen, found = np.zeros(self.part_room, np.uint8), 0
        for t in range(s.laid):
            base, face = int(s.first[t]), int(s.face[t])
            for part in range(int(PART_COUNT[face])):
                if s.label[base + part] == field and ALONG_CITY[face, part] != 0:
                    for city in range(int(PART_COUNT[face])):
                        feature = int(s.label[base + city])
                        if PART_KIND[face, city] == CITY and s.ends[feature] == 0 and seen[feature] == 0:
                            seen[feature] = 1
                            found += 1
        return found

    def settled(self, s: State) -> State:
        """After a turn: complete features score, their followers return, tiles that fit nowhere are put aside."""
        score, hand, follower, men, order = s.score.copy(), s.hand.copy(), s.follower.copy(), s.men.copy(), s.order.copy()
        number = s.laid - 1
        gone = np.uint64(0)
        for near in range(-1, 8):  # the tile just laid, and those around it for their cloisters
            where = int(s.cell[number]) if near < 0 else int(self.around[int(s.cell[number]), near])
            if where < 0 or s.tile[where] == 0:
                continue
            t = int(s.tile[where]) - 1
            face = int(s.face[t])
            for part in range(int(PART_COUNT[face])):
                kind, feature = int(PART_KIND[face, part]), int(s.label[int(s.first[t]) + part])
                counts = kind == CLOISTER if near >= 0 else kind != FIELD
                if counts and s.ends[feature] == 0 and men[feature] != 0:
                    self.award(score, int(men[feature]), self.points(s, feature, kind))
                    men[feature] = 0
                    gone ^= self.sent_home(s, feature, follower, hand)
        upcoming, hash_ = s.upcoming, s.hash ^ gone
        while upcoming < self.tiles and not self.fits_somewhere(s.demand, s.low, s.high, int(order[upcoming])):
            hash_ ^= self.order_word(upcoming, int(order[upcoming]))
            order[upcoming] = NO_TILE
            upcoming += 1
        after = State(
            s.tile, s.demand, s.cell, s.face, follower, s.first, s.label, s.ends, s.worth, men, order, score, hand, s.laid,
            upcoming, s.low, s.high, 1 - s.turn, LAYING, hash_,
        )  # fmt: skip
        if upcoming == self.tiles:
            self.score_the_rest(after, score)
        return after

    def award(self, score: NDArray[np.int16], men: int, points: int) -> None:
        """Points for whoever has most followers on a feature; for both where they have as many."""
        blue, red = men % RED_MAN, men // RED_MAN
        if blue >= red:
            score[BLUE] += points
        if red >= blue:
            score[RED] += points

    def sent_home(self, s: State, feature: int, follower: NDArray[np.int8], hand: NDArray[np.int8]) -> np.uint64:
        """Take the followers of a feature off the board; their part of the hash."""
        gone = np.uint64(0)
        for t in range(s.laid):
            man = int(follower[t]) - 1
            if man >= 0 and s.label[int(s.first[t]) + man % MOST_PARTS] == feature:
                gone ^= self.follower_word(int(s.cell[t]), 1 + man)
                hand[man // MOST_PARTS] += 1
                follower[t] = 0
        return gone

    def score_the_rest(self, s: State, score: NDArray[np.int16]) -> None:
        """At the end: what is not complete, and the fields. Followers stay where they are."""
        seen = np.zeros(self.part_room, np.uint8)
        for t in range(s.laid):
            man = int(s.follower[t]) - 1
            if man >= 0:
                part = man % MOST_PARTS
                feature = int(s.label[int(s.first[t]) + part])
                if seen[feature] == 0:
                    seen[feature] = 1
                    kind = int(PART_KIND[int(s.face[t]), part])
                    self.award(score, int(s.men[feature]), self.points(s, feature, kind))

    def key(self, s: State) -> int:
        """Which of two tiles of a kind was laid first makes no difference, but where a follower may now be put does."""
        last = int(s.cell[s.laid - 1]) if s.part == MANNING else NO_TILE
        return state_key((s.hash, s.score, s.turn, last))
