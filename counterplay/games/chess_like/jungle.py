"""Jungle, or Dou Shou Qi (traditional, China): eight animals of different strength race for the den of the enemy.

Rules differ from one set to another. Choices: the dog is above the wolf; the elephant cannot take the rat
(`elephant_takes_rat=yes` lets it); the rat takes nothing between water and land, in either direction; rats of both colours stop
a jump; an animal in an enemy trap can be taken by all and takes as it always does, where `helpless_in_traps=yes` leaves it no
capture at all; whoever cannot move loses; the third occurrence of a position is a draw.

Checked against counts of sequences and positions, and against a second implementation written from the rules. Ludii's Jungle,
which shares the counts up to three moves, lets the elephant take the rat, which gives one sequence more of four; it also lets
animals enter their own den, makes them weak in their own traps, and has them take nothing from a trap.

The weights of the estimate were set by hand. The engine plays better than Monte Carlo search, whose random games wander about
for hundreds of moves: 9 won and 1 drawn of 10 games from random openings, 0.1 seconds a move for both on a busy machine.
`solve` settles endgames of a few animals.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterplay.boards import BoardGame, JointEvaluation, PieceKind, SquareBoard
from counterplay.boards.shapes.board import NOWHERE
from counterplay.boards.shapes.square_board import ORTHOGONAL
from counterplay.core import Diagram, Repetition, Scene, Unit
from counterplay.core.scene import Tone
from counterplay.gears.bits import EMPTY, bit, cells, has, lowest, popcount, rest
from counterplay.gears.rng import draw_below

BLUE, RED = 0, 1
WIDTH, HEIGHT = 7, 9
ANIMALS = ("rat", "cat", "wolf", "dog", "leopard", "tiger", "lion", "elephant")
LETTERS = "RCWDPTLE"
RAT, CAT, WOLF, DOG, LEOPARD, TIGER, LION, ELEPHANT = range(len(ANIMALS))  # the weakest first
START = {"a1": TIGER, "g1": LION, "b2": CAT, "f2": DOG, "a3": ELEPHANT, "c3": WOLF, "e3": LEOPARD, "g3": RAT}  # Blue's
WATER = tuple(column + row for column in "bcef" for row in "456")
TRAPS = (("c1", "e1", "d2"), ("c9", "e9", "d8"))  # Blue's, Red's
DENS = ("d1", "d9")
FEW = 3  # animals with which a side may be in zugzwang
LONGEST_GAME = 4000  # plies; the rules set no bound
FARTHEST = 12  # moves to the den, about as many as there are from the far side
GUARD = 2  # steps from the own den within which an animal guards it
# Points for each animal, in the order of ANIMALS, and for the other features.
WORTHS = (4.0, 1.5, 2.0, 2.5, 4.0, 7.0, 8.0, 7.0)
WEIGHTS = (*WORTHS, 0.1, 0.3, 1.0, 0.2, 0.3)
HALF = 8.0  # points that are worth half a win
WIN = 100.0  # for ordering
WAY_MADE, LEAD, SAFE, GUARDS, MOVE = range(len(ANIMALS), len(WEIGHTS))  # places of the other features


class State(NamedTuple):
    """The cells of both sides' animals, and their ranks, from 0 for the rat to 7 for the elephant, in binary.

    A rank has three digits; a cell belongs to `ones`, `twos` or `fours` where its animal's has a 1 in that place.
    """

    blue: np.uint64
    red: np.uint64
    ones: np.uint64
    twos: np.uint64
    fours: np.uint64
    turn: int


class Jungle(JointEvaluation, BoardGame):
    """Jungle on 7 x 9 squares; Blue, below, moves first."""

    name = "jungle"
    title = "Jungle"
    aliases = ("dou_shou_qi", "jungle_chess", "animal_chess")
    presets: ClassVar = {
        "jungle_where_elephants_take_rats": {"elephant_takes_rat": True},
        "jungle_with_helpless_animals_in_traps": {"helpless_in_traps": True},
    }
    player_names = ("Blue", "Red")
    half = HALF
    unit = Unit("points", 1 / HALF, digits=1, squashed=True)
    rules = (
        "Each side has eight animals. From the strongest to the weakest they are elephant, lion, tiger, leopard, dog, wolf, "
        "cat and rat. You win by moving any of them into the enemy's den, the marked square in the middle of the far row. In "
        "your turn move an animal one square, straight, not diagonally; never into your own den. You take an enemy animal by "
        "moving onto it, if it is as strong as yours or weaker. There is one exception: the rat takes the elephant, and the "
        "elephant cannot take the rat. Only the rat goes into the water, where nobody else can reach it; it takes nothing "
        "when it steps from water to land or from land to water. Lion and tiger jump straight across the water, along a row or "
        "a column, to the first square of land, and take there as usual; a rat in the water on their way stops them. Around "
        "each den are three traps. An animal in an enemy trap has lost its strength: every enemy beside it can take it. You "
        "also win by taking all enemy animals, or if the enemy cannot move. When a position occurs for the third time, the "
        "game is a draw. As options, the elephant takes the rat, and an animal in an enemy trap takes nothing."
    )
    cover = "1l3t1/2d1c2/r2w2e/7/7/3p3/E5R/2C1D2/1T3L1 b"
    usual_plies = 79
    diagrams = (
        Diagram(
            "7/7/7/7/1r1d2L/7/1T5/7/7 b",
            "Blue's lion jumps across the water and takes the dog. The tiger on b3 cannot jump: a rat swims in its way.",
            ("g5xd5",),
        ),
        Diagram(
            "7/7/7/3e3/3R3/7/7/7/7 b",
            "The weakest takes the strongest: the rat may take the elephant, but not from the water.",
            ("d5xd6",),
        ),
        Diagram(
            "7/7/7/7/7/7/7/2Cl3/7 b",
            "Red's lion is one step from Blue's den, but in a trap, and there even the cat takes it.",
            ("c2xd2",),
        ),
    )
    pieces = tuple(
        PieceKind(letter.upper() if p == BLUE else letter.lower(), p, f"{side} {animal}", "token", animal)
        for p, side in enumerate(("blue", "red"))
        for letter, animal in zip(LETTERS, ANIMALS, strict=True)
    )
    side_symbols = "br"
    counts_empty = True
    board_material = "card"
    repetition, repetition_count = Repetition.DRAW, 3
    feature_names = (*ANIMALS, "way made", "lead to the den", "animals that nobody can take", "guards", "move")
    tunables = ("weight_array",)

    def __init__(self, elephant_takes_rat: bool = False, helpless_in_traps: bool = False) -> None:
        self.elephant_takes_rat, self.helpless_in_traps = elephant_takes_rat, helpless_in_traps
        self.set_board(SquareBoard(WIDTH, HEIGHT, touching="sides"))
        self.set_weights(WEIGHTS)
        self.water = self._named(WATER)
        self.dens, self.traps = tuple(self._named((den,)) for den in DENS), tuple(self._named(traps) for traps in TRAPS)
        # (cells, directions): where a jump ends, and the water that it crosses; NOWHERE where there is none
        self.landings = np.full((self.cell_count, self.directions), NOWHERE, np.int64)
        self.crossed = np.zeros((self.cell_count, self.directions), np.uint64)
        for cell in range(self.cell_count):
            for direction in ORTHOGONAL:
                ray = self.board.rays(cell, direction)
                width = next((i for i, place in enumerate(ray) if not has(self.water, place)), 0)
                if width and not has(self.water, cell):
                    self.landings[cell, direction] = ray[width]
                    self.crossed[cell, direction] = self.cell_set(ray[:width])
        # (animals, players, cells): moves to the enemy's den on an empty board; as many as there are cells where it cannot go
        self.ways = np.array([[self._ways(animal, p) for p in (BLUE, RED)] for animal in range(len(ANIMALS))])
        contents = [0] * self.cell_count
        for name, animal in START.items():  # Red's are Blue's, turned by half a circle
            cell = self.board.index(name)
            contents[cell], contents[self.cell_count - 1 - cell] = 1 + animal, 1 + len(ANIMALS) + animal
        self.start = self.assembled(contents, BLUE, {})
        self.max_actions = len(ANIMALS) * len(ORTHOGONAL)
        self.max_plies = LONGEST_GAME

    def _named(self, names: Sequence[str]) -> np.uint64:
        return np.uint64(self.cell_set(self.board.index(name) for name in names))

    def _ways(self, animal: int, p: int) -> list[int]:
        goal = lowest(self.dens[1 - p])
        found, queue = {goal: 0}, deque([goal])
        while queue:  # backwards; steps and jumps lead both ways
            cell = queue.popleft()
            for direction in ORTHOGONAL:
                place = self.destination(cell, direction, animal, EMPTY)
                if place != NOWHERE and place not in found:
                    found[place] = found[cell] + 1
                    queue.append(place)
        return [found.get(cell, self.cell_count) for cell in range(self.cell_count)]

    # --- the rules ---
    def initial(self) -> State:
        return State(self.start.blue, self.start.red, self.start.ones, self.start.twos, self.start.fours, BLUE)

    def side(self, s: State, p: int) -> np.uint64:
        """The cells with a player's animals."""
        return s.blue if p == BLUE else s.red

    def rank(self, s: State, cell: int) -> int:
        """The rank of the animal on a cell."""
        return int(has(s.ones, cell)) + 2 * int(has(s.twos, cell)) + 4 * int(has(s.fours, cell))

    def destination(self, cell: int, direction: int, animal: int, rats: np.uint64) -> int:
        """Where an animal comes in a direction, by a step or a jump, whoever stands there; NOWHERE where it cannot go.

        rats are the cells with rats, which stop a jump.
        """
        place = self.steps[cell, direction]
        if place == NOWHERE or animal == RAT or not has(self.water, place):
            return int(place)
        if animal in (TIGER, LION) and (self.crossed[cell, direction] & rats) == EMPTY:
            return int(self.landings[cell, direction])
        return NOWHERE

    def takes_rank(self, animal: int, prey: int) -> bool:
        """Whether an animal takes another on open land."""
        if animal == RAT and prey == ELEPHANT:
            return True
        if animal == ELEPHANT and prey == RAT:
            return self.elephant_takes_rat
        return animal >= prey

    def beats(self, s: State, animal: int, cell: int, place: int) -> bool:
        """Whether the mover's animal on a cell may take the enemy on a place that it can go to."""
        if has(self.water, cell) != has(self.water, place):
            return False
        if self.helpless_in_traps and has(self.traps[1 - s.turn], cell):
            return False
        return has(self.traps[s.turn], place) or self.takes_rank(animal, self.rank(s, place))

    def reach(self, s: State, cell: int) -> np.uint64:
        """The cells that the mover's animal on a cell can go to."""
        own, theirs = self.side(s, s.turn), self.side(s, 1 - s.turn)
        closed = own | self.dens[s.turn]
        rats = (own | theirs) & ~(s.ones | s.twos | s.fours)
        animal, found = self.rank(s, cell), EMPTY
        for direction in ORTHOGONAL:
            place = self.destination(cell, direction, animal, rats)
            if place != NOWHERE and not has(closed, place) and (not has(theirs, place) or self.beats(s, animal, cell, place)):
                found |= bit(place)
        return found

    def actions(self, s: State) -> Iterator[int]:
        for cell in cells(self.side(s, s.turn)):
            for place in cells(self.reach(s, cell)):
                yield self.move(cell, place)

    def result(self, s: State, a: int) -> State:
        start, end = bit(self.origin(a)), bit(self.target(a))
        gone = ~(start | end)
        ones = (s.ones & gone) | (end if (s.ones & start) != EMPTY else EMPTY)
        twos = (s.twos & gone) | (end if (s.twos & start) != EMPTY else EMPTY)
        fours = (s.fours & gone) | (end if (s.fours & start) != EMPTY else EMPTY)
        if s.turn == BLUE:
            return State((s.blue & ~start) | end, s.red & ~end, ones, twos, fours, RED)
        return State(s.blue & ~end, (s.red & ~start) | end, ones, twos, fours, BLUE)

    def invaded(self, s: State) -> bool:
        """Whether an enemy is in the den of the player to move."""
        return bool((self.side(s, 1 - s.turn) & self.dens[s.turn]) != EMPTY)

    def terminal(self, s: State) -> bool:
        if self.invaded(s):
            return True
        for cell in cells(self.side(s, s.turn)):
            if self.reach(s, cell) != EMPTY:
                return False
        return True

    def utility(self, s: State, p: int) -> float:
        return -1.0 if p == s.turn else 1.0

    # --- hints ---
    def threatened(self, s: State) -> bool:
        """Whether an enemy stands in a trap, from where the next step leads into the den."""
        return bool((self.side(s, 1 - s.turn) & self.traps[s.turn]) != EMPTY)

    def tally(self, s: State, p: int, values: NDArray[np.float64], sign: float) -> None:
        """Add to the features what one side's animals make of them."""
        own, theirs = self.side(s, p), self.side(s, 1 - p)
        nearest = self.cell_count
        for cell in cells(own):
            animal = self.rank(s, cell)
            way = self.ways[animal, p, cell]
            values[animal] += sign
            values[WAY_MADE] += sign * (FARTHEST - way)
            nearest = min(nearest, way)
            if self.ways[animal, 1 - p, cell] <= GUARD:
                values[GUARDS] += sign
            safe = True
            for enemy in cells(theirs):
                safe = safe and not self.takes_rank(self.rank(s, enemy), animal)
            if safe:
                values[SAFE] += sign
        values[LEAD] -= sign * nearest

    def features(self, s: State, p: int) -> NDArray[np.float64]:
        """All at once, since they are counted animal by animal."""
        values = np.zeros(len(self.weight_array))
        self.tally(s, p, values, 1.0)
        self.tally(s, 1 - p, values, -1.0)
        values[MOVE] = 1.0 if p == s.turn else -1.0
        return values

    def noisy(self, s: State, a: int) -> bool:
        return has(self.side(s, 1 - s.turn) | self.dens[1 - s.turn], self.target(a))

    def noisy_actions(self, s: State) -> Iterator[int]:
        wanted = self.side(s, 1 - s.turn) | self.dens[1 - s.turn]
        for cell in cells(self.side(s, s.turn)):
            for place in cells(self.reach(s, cell) & wanted):
                yield self.move(cell, place)

    def order(self, s: State, a: int) -> float:
        cell, place = self.origin(a), self.target(a)
        animal = self.rank(s, cell)
        way = self.ways[animal, s.turn, place]
        if way == 0:
            return WIN
        hint = float(self.ways[animal, s.turn, cell] - way) / FARTHEST
        if has(self.side(s, 1 - s.turn), place):
            hint += 2.0 + self.weight_array[self.rank(s, place)] - 0.1 * self.weight_array[animal]
        return hint

    def random_action(self, s: State, rng: Any) -> int:
        """Animals and directions are drawn until one can be played: about three of five can."""
        own, theirs = self.side(s, s.turn), self.side(s, 1 - s.turn)
        rats = (own | theirs) & ~(s.ones | s.twos | s.fours)
        while True:
            left = own
            for _ in range(draw_below(rng, popcount(own))):
                left = rest(left)
            cell = lowest(left)
            place = self.destination(cell, ORTHOGONAL[draw_below(rng, len(ORTHOGONAL))], self.rank(s, cell), rats)
            if place != NOWHERE and has(self.reach(s, cell), place):
                return self.move(cell, place)

    def skip(self, s: State) -> State:
        return State(s.blue, s.red, s.ones, s.twos, s.fours, 1 - s.turn)

    def may_skip(self, s: State) -> bool:
        """With few animals a player may well wish to wait."""
        return popcount(self.side(s, s.turn)) > FEW

    # --- names and pictures ---
    def contents(self, s: State) -> list[int]:
        found = [0] * self.cell_count
        for p in (BLUE, RED):
            for cell in cells(self.side(s, p)):
                found[cell] = 1 + len(ANIMALS) * p + self.rank(s, cell)
        return found

    def assembled(self, contents: Sequence[int], turn: int, extras: dict[str, Any]) -> State:
        ranks = [(cell, (content - 1) % len(ANIMALS)) for cell, content in enumerate(contents) if content]
        places = [self.cell_set(cell for cell, rank in ranks if rank >> digit & 1) for digit in range(3)]
        blue = self.cell_set(cell for cell, content in enumerate(contents) if 0 < content <= len(ANIMALS))
        red = self.cell_set(cell for cell, content in enumerate(contents) if content > len(ANIMALS))
        return State(blue, red, places[0], places[1], places[2], turn)

    def problem(self, s: State) -> str:
        contents = self.contents(s)
        for i, kind in enumerate(self.pieces):
            places = [cell for cell, content in enumerate(contents) if content == 1 + i]
            if len(places) > 1:
                return f"there are {len(places)} {kind.name}s; one is the most"
            if places and has(self.dens[kind.owner], places[0]):
                return f"the {kind.name} is in its own den"
            if places and i % len(ANIMALS) != RAT and has(self.water, places[0]):
                return f"the {kind.name} is in the water, where only rats go"
        if (self.side(s, s.turn) & self.dens[1 - s.turn]) != EMPTY:
            return f"{self.player_names[s.turn]} has reached the den, so it cannot be {self.player_names[s.turn]}'s turn"
        return ""

    def scene(self, s: State) -> Scene:
        plain = super().scene(s)
        grounds: tuple[tuple[np.uint64, Tone], ...] = (
            (self.water, "water"),
            (self.traps[BLUE] | self.traps[RED], "trap"),
            (self.dens[BLUE] | self.dens[RED], "goal"),
        )
        drawn = list(plain.cells)
        for ground, tone in grounds:
            for cell in cells(ground):
                drawn[cell] = replace(drawn[cell], tone=tone)
        return replace(plain, cells=tuple(drawn))

    def ending(self, s: State) -> str:
        if self.invaded(s):
            return f"{self.player_names[1 - s.turn]} has reached the den"
        loser = self.player_names[s.turn]
        return f"{loser} has no animal left" if self.side(s, s.turn) == EMPTY else f"{loser} cannot move"
