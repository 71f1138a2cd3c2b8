"""Quads (K. Burm, 1996): lay square tiles whose touching edges match; whoever cannot lay one loses.

Every tile is cut by its diagonals into four triangles. An edge is solid, in its owner's colour, or has lines parallel to it, or
lines across it. Rules as published by Gigamic, which names 17 light, 17 dark and two neutral tiles but does not list them.
Choices: of the 24 squares with such edges that differ in more than a turn, a player has the 17 with one, two or three solid
edges, one of each (8, 7 and 2 of them); the neutral tiles have four parallel or four crossing edges. Tiles are turned, never
turned over. In the published variant with a patterned rim, `border=yes`, edges on the rim of the board must be parallel, those
of the neutral tiles, too. The other variant, in which the tiles of a player are hidden from the opponent, is not played here.

No other program is known to play it. Checked against counts of sequences and positions and against a second implementation
written from the rules. The value is not known.

The engine plays it better than Monte Carlo search: 11 to 1 in 12 games from random openings, 30,000 nodes a move against 15,000
playouts, which take twice as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, PieceKind, SquareBoard, SquashedEvaluation
from counterplay.boards.pieces.sided_tiles import orientations, side_of, tile_of
from counterplay.boards.shapes.square_board import EAST, NORTH, SOUTH, WEST
from counterplay.core import Diagram, Published, Scene, Unit
from counterplay.core.scene import NEUTRAL, PatternTile, SidePattern, Tray
from counterplay.gears.bits import EMPTY, cells, popcount
from counterplay.gears.rng import draw_below

LIGHT, DARK = 0, 1
SIZE = 6
SIDES = (NORTH, EAST, SOUTH, WEST)  # side i of a tile looks this way
# What an edge shows, and what an empty cell demands of the tile there; 0 where no tile touches the cell on that side.
FREE, SOLID_LIGHT, SOLID_DARK, PARALLEL, ACROSS = range(5)
DEMANDS = 5
LETTERS = ".ldpc"
PATTERNS: dict[int, SidePattern] = {
    SOLID_LIGHT: "solid", SOLID_DARK: "solid", PARALLEL: "parallel", ACROSS: "perpendicular",
}  # fmt: skip

WEIGHTS = (1.0, 0.3, 0.05, 0.5)  # of `feature_names`, in moves
HALF = 6.0  # moves that are worth half a win

Sides = tuple[int, int, int, int]  # what the edges show, clockwise from the top


def turns_of(sides: Sequence[int]) -> list[Sides]:
    """The ways in which a tile can lie, each once, turned clockwise from the given one."""
    found = [tuple(side_of(tile, side) for side in range(4)) for tile in orientations(tile_of(sides), 4)]
    return [(a, b, c, d) for a, b, c, d in found]


def player_tiles(player: int) -> list[list[Sides]]:
    """The 17 tiles of a player, those with few solid edges first, each in all the ways in which it can lie."""
    solid = SOLID_LIGHT + player
    seen: set[Sides] = set()
    tiles = []
    for sides in sorted(product((solid, PARALLEL, ACROSS), repeat=4), key=lambda sides: sides.count(solid)):
        if sides not in seen and 1 <= sides.count(solid) <= 3:
            tiles.append(turns_of(sides))
            seen.update(tiles[-1])
    return tiles


TILES = tuple(player_tiles(player) for player in (LIGHT, DARK))
WAYS = tuple(tuple(way for tile in tiles for way in tile) for tiles in TILES)  # of each player: 64 ways to lay a tile
WAY_COUNT = len(WAYS[LIGHT])
TILE_OF = tuple(tile for tile, ways in enumerate(TILES[LIGHT]) for _ in ways)  # (64,): the tile that a way belongs to
NEUTRALS: tuple[Sides, Sides] = ((PARALLEL,) * 4, (ACROSS,) * 4)
FACES = (*WAYS[LIGHT], *WAYS[DARK], *NEUTRALS)  # content - 1 of a cell -> its edges
FIRST_NEUTRAL = 2 * WAY_COUNT  # among FACES
KINDS = WAY_COUNT + len(NEUTRALS)  # what an action can lay on a cell: a way of the player's, or a neutral tile


class State(NamedTuple):
    """The tiles on the board, and those that are left."""

    board: NDArray[np.int16]  # shape (cells,): 0, or 1 + a number among FACES
    demand: NDArray[np.int16]  # shape (cells,): what an empty cell demands of each side, a number with DEMANDS as its base
    light: np.uint64  # the ways in which Light can lay the tiles that are left
    dark: np.uint64
    ply: int  # tiles laid


def face_text(sides: Sequence[int]) -> str:
    """'lpcp': solid light on top, then clockwise parallel, across, parallel."""
    return "".join(LETTERS[side] for side in sides)


def owner_of(face: int) -> int:
    """The player who lays such a tile, or NEUTRAL."""
    return NEUTRAL if face >= FIRST_NEUTRAL else face // WAY_COUNT


def kind_of(face: int) -> PieceKind:
    """A tile for notation and picture."""
    a, b, c, d = FACES[face]
    name = ("white tile", "black tile", "neutral tile")[owner_of(face)]
    words = " ".join(PATTERNS[side] for side in FACES[face])
    form = PatternTile((PATTERNS[a], PATTERNS[b], PATTERNS[c], PATTERNS[d]))
    return PieceKind(face_text(FACES[face]), owner_of(face), f"{name}, {words}", form)


class Quads(SquashedEvaluation, BoardGame):
    """Quads; Light begins."""

    name = "quads"
    title = "Quads"
    published = Published("Kris Burm", 1996, "Gigamic")
    player_names = ("Light", "Dark")
    unit = Unit("moves", 1 / HALF, digits=1, squashed=True)
    presets: ClassVar = {"quads_with_border": {"border": True}}
    rules = (
        "Each of you has 17 different tiles, cut by their diagonals into four triangles. Every edge is solid in your own "
        "colour, or has lines parallel to it, or lines that run across it. Light puts one of the two neutral tiles on any "
        "square, Dark the other one on a square that does not touch it. Then, Light first, you take turns laying one of your "
        "tiles, turned as you like, on an empty square next to at least one tile; all edges that touch must match: "
        "parallel to parallel, across to across, solid to solid of the same colour. Whoever cannot lay a tile loses. A "
        "solid edge of yours keeps the square beyond it for you, since no tile of the opponent's fits there: fence off "
        "squares, and fill the common ones first. With the border, edges on the rim of the board must be parallel, too."
    )
    cover = ".,pcpl,.,cpcl,.,./pddp,pddd,ccdd,cccc,dddc,./.,.,.,clll,.,lppc/.,.,.,.,cpdd,pppp/.,.,.,.,.,pcll/.,.,.,.,.,. l"
    usual_plies = 25
    diagrams = (
        Diagram(
            ".,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,pppp,.,.,./.,.,.,cccc,.,. l",
            "Both neutral tiles lie. Light's tile on e1 touches d1, where lines across the edge meet lines across the edge.",
            ("e1-lcpc",),
        ),
        Diagram(
            ".,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,pppp,.,.,./.,.,.,cccc,lcpc,. d",
            "The upper edge of e1 is solid and light: no tile of Dark's fits on e2, which stays free for Light.",
        ),
    )
    pieces = tuple(kind_of(face) for face in range(len(FACES)))
    side_symbols = "ld"
    cell_separator = ","
    board_material = "wood"
    half = HALF
    feature_names = ("squares", "tiles", "ways", "move")
    max_actions = WAY_COUNT * (SIZE * SIZE - len(NEUTRALS))
    max_plies = SIZE * SIZE

    def __init__(self, border: bool = False) -> None:
        self.border = bool(border)
        self.set_board(SquareBoard(SIZE, touching="sides"))
        self.set_weights(WEIGHTS)
        self.across = np.ascontiguousarray(self.steps[:, SIDES])  # (cells, sides): the cell beyond each side
        self.faces = np.array(FACES, np.int64)  # (faces, sides)
        self.powers = np.array([DEMANDS**side for side in range(4)], np.int64)
        demands = np.arange(DEMANDS**4)[:, np.newaxis] // self.powers % DEMANDS  # (demands, sides)
        bits = np.uint64(1) << np.arange(WAY_COUNT, dtype=np.uint64)
        # (players, demands): the ways that satisfy a demand, a bit each; (neutral tiles, demands): whether one does
        self.fitting = np.array([_satisfied(ways, demands) @ bits for ways in WAYS])
        self.neutral_fits = np.ascontiguousarray(_satisfied(NEUTRALS, demands).T)
        self.tile_of = np.array(TILE_OF, np.int64)
        self.ways_of_tile = np.array([(self.tile_of == tile) @ bits for tile in range(len(TILES[LIGHT]))])
        self.every_way = bits.sum()
        # (cells,): what the rim demands
        self.rim = (self.across == -1) @ (self.powers * (PARALLEL if self.border else FREE))

    # --- the rules ---
    def initial(self) -> State:
        return State(np.zeros(self.cell_count, np.int16), self.rim.astype(np.int16), self.every_way, self.every_way, 0)

    def player(self, s: State) -> int:
        return s.ply & 1

    def left(self, s: State, p: int) -> np.uint64:
        """The ways in which a player can lay the tiles that are left."""
        return s.light if p == LIGHT else s.dark

    def ways_at(self, s: State, p: int, cell: int) -> np.uint64:
        """The ways in which a player can lay a tile on a cell."""
        if s.board[cell] != 0 or s.demand[cell] == self.rim[cell]:  # it is taken, or touches no tile
            return EMPTY
        ways: np.uint64 = self.fitting[p, s.demand[cell]] & self.left(s, p)
        return ways

    def neutral_at(self, s: State, neutral: int, cell: int) -> bool:
        """Whether one of the first two moves may put this neutral tile here."""
        if s.board[cell] != 0 or s.demand[cell] != self.rim[cell] or not self.neutral_fits[neutral, s.demand[cell]]:
            return False
        for content in s.board:
            if content == 1 + FIRST_NEUTRAL + neutral:
                return False
        return True

    def way_total(self, s: State, p: int) -> int:
        """How many ways a player has to lay a tile anywhere."""
        total = 0
        for cell in range(self.cell_count):
            total += popcount(self.ways_at(s, p, cell))
        return total

    def actions(self, s: State) -> NDArray[np.int64]:
        found = np.empty(2 * self.cell_count if s.ply < 2 else self.way_total(s, s.ply & 1), np.int64)
        n = 0
        for cell in range(self.cell_count):
            if s.ply < 2:
                for neutral in range(2):
                    if self.neutral_at(s, neutral, cell):
                        found[n] = cell * KINDS + WAY_COUNT + neutral
                        n += 1
            else:
                for way in cells(self.ways_at(s, s.ply & 1, cell)):
                    found[n] = cell * KINDS + way
                    n += 1
        return found[:n]

    def face(self, s: State, a: int) -> int:
        """The number among FACES of the tile that an action lays."""
        kind = a % KINDS
        return FIRST_NEUTRAL + kind - WAY_COUNT if kind >= WAY_COUNT else kind + WAY_COUNT * (s.ply & 1)

    def result(self, s: State, a: int) -> State:
        cell, kind, face = a // KINDS, a % KINDS, self.face(s, a)
        board, demand = s.board.copy(), s.demand.copy()
        board[cell] = 1 + face
        self.demand_around(demand, cell, face)
        light, dark = s.light, s.dark
        if kind < WAY_COUNT:
            gone = self.ways_of_tile[self.tile_of[kind]]
            if s.ply & 1 == LIGHT:
                light &= ~gone
            else:
                dark &= ~gone
        return State(board, demand, light, dark, s.ply + 1)

    def demand_around(self, demand: NDArray[np.int16], cell: int, face: int) -> None:
        """Enter what a tile demands of the cells that it touches into the demands, which are changed."""
        for side in range(4):
            other = self.across[cell, side]
            if other >= 0:
                demand[other] += self.faces[face, side] * self.powers[(side + 2) % 4]

    def terminal(self, s: State) -> bool:
        if s.ply < 2:
            return False
        for cell in range(self.cell_count):
            if self.ways_at(s, s.ply & 1, cell) != EMPTY:
                return False
        return True

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.ply & 1 else 1.0

    def random_action(self, s: State, rng: Any) -> int:
        """Cells and neutral tiles are drawn for the first two moves; then the ways are counted, and one of them drawn."""
        while s.ply < 2:
            cell, neutral = draw_below(rng, self.cell_count), draw_below(rng, 2)
            if self.neutral_at(s, neutral, cell):
                return cell * KINDS + WAY_COUNT + neutral
        chosen = draw_below(rng, self.way_total(s, s.ply & 1))
        for cell in range(self.cell_count):
            for way in cells(self.ways_at(s, s.ply & 1, cell)):
                if chosen == 0:
                    return cell * KINDS + way
                chosen -= 1
        return -1

    # --- hints ---
    def feature(self, s: State, p: int, i: int) -> float:
        if i == 3:
            return 1.0 if p == s.ply & 1 else -1.0
        return self.room(s, p, i) - self.room(s, 1 - p, i)

    def room(self, s: State, p: int, i: int) -> float:
        """What a player can do now: the cells that can be filled, the tiles that can be laid, or all ways to lay one."""
        filled, ways, together = 0, 0, EMPTY
        for cell in range(self.cell_count):
            found = self.ways_at(s, p, cell)
            if found != EMPTY:
                filled += 1
                ways += popcount(found)
                together |= found
        if i == 0:
            return float(filled)
        if i == 2:
            return float(ways)
        tiles = 0
        for mask in self.ways_of_tile:
            if (mask & together) != EMPTY:
                tiles += 1
        return float(tiles)

    def balance(self, s: State, cell: int, demand: int) -> int:
        """1 where the player to move alone could fill a cell with this demand, -1 where the opponent alone could."""
        own, theirs = self.left(s, s.ply & 1), self.left(s, 1 - (s.ply & 1))
        mover = s.ply & 1
        own_fits = (self.fitting[mover, demand] & own) != EMPTY
        their_fits = (self.fitting[1 - mover, demand] & theirs) != EMPTY
        return int(own_fits) - int(their_fits)

    def order(self, s: State, a: int) -> float:
        """How many more cells than before are the mover's alone, as far as the cells around the tile tell."""
        if s.ply < 2:
            return 0.0
        cell, face = a // KINDS, self.face(s, a)
        gain = -self.balance(s, cell, s.demand[cell])
        for side in range(4):
            other = self.across[cell, side]
            if other >= 0 and s.board[other] == 0:
                demand = s.demand[other] + self.faces[face, side] * self.powers[(side + 2) % 4]
                gain += self.balance(s, other, demand)
                if s.demand[other] != self.rim[other]:
                    gain -= self.balance(s, other, s.demand[other])
        return float(gain)

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """'d4-lpcp': the cell, and the edges clockwise from the top."""
        return f"{self.board.names[int(a) // KINDS]}-{face_text(FACES[self.face(s, int(a))])}"

    def fitting_ways(self, s: State, p: int) -> list[list[int]]:
        """For each tile of a player the ways in which it fits somewhere, each a turn to the right of the one before."""
        together = EMPTY
        for cell in range(self.cell_count):
            together |= self.ways_at(s, p, cell)
        return [list(cells(together & ways)) for ways in self.ways_of_tile]

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """The tile beside the board, once for the first way in which it fits and once more for each turn; then the cell."""
        cell, kind = divmod(int(a), KINDS)
        if kind >= WAY_COUNT:
            return (face_text(NEUTRALS[kind - WAY_COUNT]), self.board.names[cell])
        taps = 1 + self.fitting_ways(s, s.ply & 1)[TILE_OF[kind]].index(kind)
        return (*[_slot(s.ply & 1, TILE_OF[kind])] * taps, self.board.names[cell])

    def scene(self, s: State) -> Scene:
        beside = [tuple(_slot(p, tile) for tile in range(len(TILES[p]))) for p in (LIGHT, DARK)]
        words = ("Tap to turn", "Tiles")
        trays = [Tray(slots, p, words[p != s.ply & 1], size=0.66, most=9) for p, slots in enumerate(beside)]
        pieces = []
        for p in (LIGHT, DARK):
            fitting = self.fitting_ways(s, p) if p == s.ply & 1 else [[]] * len(TILES[p])
            for tile, slot in enumerate(beside[p]):
                if self.left(s, p) & self.ways_of_tile[tile]:
                    kinds = [self.pieces[way + WAY_COUNT * p] for way in fitting[tile] or (TILE_OF.index(tile),)]
                    pieces.append(replace(kinds[0].on(slot), turns=tuple(kind.shape for kind in kinds[1:])))
        lying = [n for n in range(2) if 1 + FIRST_NEUTRAL + n not in s.board]
        if s.ply < 2:
            trays.append(Tray(tuple(face_text(sides) for sides in NEUTRALS), NEUTRAL, "Neutral"))
            pieces += [self.pieces[FIRST_NEUTRAL + n].on(face_text(NEUTRALS[n])) for n in lying]
        plain = super().scene(s)
        return replace(plain, pieces=(*plain.pieces, *(replace(p, letter="") for p in pieces)), trays=tuple(trays))

    def notes(self, s: State) -> Sequence[str]:
        return (f"{self.player_names[s.ply & 1]} puts down a neutral tile",) if s.ply < 2 else ()

    def restored(self, s: State, turn: int) -> State:
        """The demands and the tiles that are left follow from those on the board."""
        demand = self.rim.astype(np.int16)
        left = [self.every_way, self.every_way]
        for cell in np.flatnonzero(s.board):
            face = int(s.board[cell]) - 1
            self.demand_around(demand, int(cell), face)
            if face < FIRST_NEUTRAL:
                left[face // WAY_COUNT] &= ~self.ways_of_tile[TILE_OF[face % WAY_COUNT]]
        return State(s.board, demand, left[LIGHT], left[DARK], int((s.board != 0).sum()))

    def problem(self, s: State) -> str:
        laid = {int(cell): int(s.board[cell]) - 1 for cell in np.flatnonzero(s.board)}
        tiles = [(owner_of(f), TILE_OF[f % WAY_COUNT] if f < FIRST_NEUTRAL else f) for f in laid.values()]
        for place, (cell, face) in enumerate(laid.items()):
            if tiles[place] in tiles[:place]:
                return f"the tile on {self.board.names[cell]} is there twice"
            if not _satisfied(FACES[face : face + 1], int(s.demand[cell]) // self.powers[np.newaxis] % DEMANDS).all():
                return f"the edges of the tile on {self.board.names[cell]} do not match what they touch"
        light, dark, neutral = (sum(owner == p for owner, _ in tiles) for p in (LIGHT, DARK, NEUTRAL))
        if (light + dark and neutral < 2) or not 0 <= light - dark <= 1:
            return f"{light} light, {dark} dark and {neutral} neutral tiles do not come about by turns"
        seeds = [cell for cell, face in laid.items() if face >= FIRST_NEUTRAL]
        if self.flood(self.cell_set(seeds), self.cell_set(laid)) != self.cell_set(laid):
            return "some tiles are not joined to a neutral one"
        return ""

    def cell_texts(self) -> str:
        return ". lppp llpc pppp ...: the edges clockwise from the top, l or d for solid, p for parallel, c for across"

    def ending(self, s: State) -> str:
        return f"{self.player_names[s.ply & 1]} cannot lay a tile"


def _slot(player: int, tile: int) -> str:
    """The place of a tile beside the board."""
    return face_text(TILES[player][tile][0])


def _satisfied(faces: Sequence[Sides], demands: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which demands, shape (demands, sides), are satisfied by which faces, shape (demands, faces)."""
    wanted = demands[:, np.newaxis]
    satisfied: NDArray[np.bool_] = ((wanted == FREE) | (wanted == np.array(faces))).all(axis=2)
    return satisfied
