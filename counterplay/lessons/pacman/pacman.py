"""Pacman on a small grid: eat every dot before the ghosts catch you, or before the time is up.

After the assignments of UC Berkeley's introduction to artificial intelligence (J. DeNero and D. Klein, "Teaching
Introductory Artificial Intelligence with Pac-Man", 2010), reduced to what shows how to model an opponent. Pacman and the
ghosts move in turn, one cell each; nobody stands still. The ghosts are one player: with ``ghosts="minimax"`` an adversary,
who wants the score to be low, and with ``ghosts="random"`` chance, which moves every ghost at random. Both kinds have the
same states, so that a Pacman who believes in the one can meet the other.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from counterplay.boards.estimates.linear_evaluation import LinearEvaluation
from counterplay.boards.shapes.cell_names import cell_index, cell_name
from counterplay.core import CHANCE, BadNotation, BadParameter, Cell, Game, Piece, Scene, state_key
from counterplay.core.scene import NEUTRAL

DIRECTIONS = ("north", "east", "south", "west")
WALL, DOT, PACMAN, GHOST = "%.PG"
MAZES = {  # rows from the top; % wall, . dot, P Pacman, G ghost
    "pockets": (  # dots in dead ends, where a ghost that follows is deadly
        "P  .  .",
        " %%%%% ",
        ".  G  .",
        " %% %% ",
        ".%. .%.",
    ),
    "room": (
        "......",
        ".%..%.",
        "..P...",
        ".%..%.",
        ".....G",
    ),
}
DOT_POINTS, STEP_POINTS = 10, -1
MOST_FLOOR = 60  # cells that are no walls; the dots are a bit set in a plain int
MOST_GHOSTS, GHOST_BITS = 3, 6  # and the bits of a ghost's cell in State.ghosts
NOWHERE = -1  # what lies beyond a wall
KINDS = ("minimax", "random")
WEIGHTS = (1.0, -1.0, 0.1)  # in points; the last only decides between ways that are otherwise alike: ghosts give chase


class State(NamedTuple):
    """A position; cells are numbered along the rows from the top left, walls left out."""

    pacman: int
    ghosts: int  # GHOST_BITS for each ghost's cell
    dots: int  # bit set of cells
    mover: int  # 0 is Pacman, 1, 2, ... the ghosts in turn
    score: int
    left: int  # steps that Pacman has left


class Pacman(LinearEvaluation, Game):
    """Pacman, player 0, against ghosts: player 1, or chance."""

    name = "pacman"
    title = "Pacman"
    rules = (
        "Pacman and the ghosts move in turn, one cell north, east, south or west. A dot is worth 10 points, a step costs 1; "
        "to eat the last dot wins the stake, to be caught loses it; either ends the game, and so does the last step."
    )
    max_actions = 4
    feature_names = ("score", "steps to the nearest dot", "steps to the nearest ghost")

    def __init__(
        self,
        maze: str = "pockets",
        ghosts: str = "minimax",
        steps: int = 60,
        stake: int = 100,
        weights: tuple[float, ...] = WEIGHTS,
    ) -> None:
        if ghosts not in KINDS:
            raise BadParameter(f"pacman: ghosts are {' or '.join(KINDS)}, not '{ghosts}'")
        if not 1 <= steps <= 1000:
            raise BadParameter(f"pacman: steps must be from 1 to 1000, not {steps}")
        if not 1 <= stake <= 10_000:
            raise BadParameter(f"pacman: the stake must be from 1 to 10000 points, not {stake}")
        self.maze, self.ghosts, self.steps, self.stake = maze, ghosts, steps, stake
        self.set_weights(weights)
        rows = self._rows(maze)
        self.width, self.height = len(rows[0]), len(rows)
        # the grid, shape (cells,): where each cell lies, counted along all rows from the top left
        self.places = [i for i, symbol in enumerate("".join(rows)) if symbol != WALL]
        symbols = [symbol for symbol in "".join(rows) if symbol != WALL]
        self.neighbours = self._neighbours()  # shape (cells, 4): by direction, or NOWHERE
        self.distances = self._distances()  # shape (cells, cells): steps from one to the other
        starts = [cell for cell, symbol in enumerate(symbols) if symbol == GHOST]
        if symbols.count(PACMAN) != 1 or not 1 <= len(starts) <= MOST_GHOSTS or DOT not in symbols:
            raise BadParameter(f"pacman: a maze has one P, from 1 to {MOST_GHOSTS} G and at least one dot")
        if self.distances.min() < 0:
            raise BadParameter("pacman: every cell of a maze must be reached from every other")
        self.haunts = len(starts)  # how many ghosts there are
        dots = sum(1 << cell for cell, symbol in enumerate(symbols) if symbol == DOT)
        packed = sum(cell << GHOST_BITS * i for i, cell in enumerate(starts))
        self.start = (symbols.index(PACMAN), packed, dots)
        self.players = 2 if ghosts == "minimax" else 1
        self.chance = ghosts == "random"
        self.zero_sum = self.players == 2
        most = float(DOT_POINTS * len(symbols) + stake)
        self.utility_range = (-most - steps, most + steps)
        self.max_plies = steps * (1 + self.haunts)

    @staticmethod
    def _rows(maze: str) -> tuple[str, ...]:
        rows = MAZES.get(maze) or tuple(maze.split("/"))
        if len(rows) < 2 and maze not in MAZES:
            raise BadParameter(f"pacman: there is no maze '{maze}'; there are {', '.join(MAZES)}, or write rows with / between")
        if len({len(row) for row in rows}) != 1 or len(rows) > 26 or len(rows[0]) > 26:
            raise BadParameter("pacman: the rows of a maze must be of one length, at most 26 by 26")
        odd = sorted(set("".join(rows)) - set("%.PG "))
        if odd:
            raise BadParameter(f"pacman: '{odd[0]}' in a maze is none of % (wall), . (dot), P (Pacman), G (ghost) and space")
        floor = sum(symbol != WALL for row in rows for symbol in row)
        if not 3 <= floor <= MOST_FLOOR:
            raise BadParameter(f"pacman: a maze has from 3 to {MOST_FLOOR} cells that are no walls, not {floor}")
        return rows

    def _neighbours(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        cells = {place: cell for cell, place in enumerate(self.places)}
        found = np.full((len(self.places), 4), NOWHERE, np.int64)
        for cell, place in enumerate(self.places):
            row, column = divmod(place, self.width)
            steps = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
            for direction, (r, c) in enumerate(steps):
                if 0 <= r < self.height and 0 <= c < self.width:
                    found[cell, direction] = cells.get(r * self.width + c, NOWHERE)
        return found

    def _distances(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        n = len(self.places)
        distances = np.full((n, n), -1, np.int64)
        for start in range(n):
            distances[start, start] = 0
            queue = deque([start])
            while queue:
                cell = queue.popleft()
                for following in self.neighbours[cell].tolist():
                    if following != NOWHERE and distances[start, following] < 0:
                        distances[start, following] = distances[start, cell] + 1
                        queue.append(following)
        return distances

    # --- the rules ---
    def initial(self) -> State:
        """Everybody where the maze says."""
        pacman, ghosts, dots = self.start
        return State(pacman, ghosts, dots, 0, 0, self.steps)

    def player(self, s: State) -> int:
        """Pacman, then each ghost."""
        if s.mover == 0:
            return 0
        return CHANCE if self.chance else 1

    def ghost(self, s: State, i: int) -> int:
        """The cell of ghost i."""
        return (s.ghosts >> (GHOST_BITS * i)) & ((1 << GHOST_BITS) - 1)

    def standing(self, s: State) -> int:
        """The cell of whoever moves."""
        return s.pacman if s.mover == 0 else self.ghost(s, s.mover - 1)

    def caught(self, s: State) -> bool:
        """Whether a ghost is where Pacman is."""
        touching = 0
        for i in range(self.haunts):
            touching += self.ghost(s, i) == s.pacman
        return touching > 0

    def actions(self, s: State) -> Iterator[int]:
        """The directions without a wall."""
        for direction in range(4):
            if self.neighbours[self.standing(s), direction] != NOWHERE:
                yield direction

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        """Each of a random ghost's directions is as likely as the others."""
        ways = 0
        for direction in range(4):
            if self.neighbours[self.standing(s), direction] != NOWHERE:
                ways += 1
        for direction in range(4):
            if self.neighbours[self.standing(s), direction] != NOWHERE:
                yield direction, 1.0 / ways

    def result(self, s: State, a: int) -> State:
        """A step."""
        cell = int(self.neighbours[self.standing(s), a])
        if s.mover > 0:
            shift = GHOST_BITS * (s.mover - 1)
            ghosts = s.ghosts & ~(((1 << GHOST_BITS) - 1) << shift) | cell << shift
            moved = State(s.pacman, ghosts, s.dots, (s.mover + 1) % (self.haunts + 1), s.score, s.left)
            return self.settled(moved, s.score)
        dots, score = s.dots & ~(1 << cell), s.score + STEP_POINTS
        if dots != s.dots:
            score += DOT_POINTS
        return self.settled(State(cell, s.ghosts, dots, 1, score, s.left - 1), score)

    def settled(self, s: State, score: int) -> State:
        """The state with the points for the end of the game, where it is the end."""
        if self.caught(s):
            score -= self.stake
        elif s.dots == 0:
            score += self.stake
        return State(s.pacman, s.ghosts, s.dots, s.mover, score, s.left)

    def terminal(self, s: State) -> bool:
        """Caught, cleared, or out of time; the ghosts still answer Pacman's last step."""
        return self.caught(s) or s.dots == 0 or (s.left == 0 and s.mover == 0)

    def utility(self, s: State, p: int) -> float:
        """The score for Pacman, its negative for the ghosts."""
        return float(s.score if p == 0 else -s.score)

    # --- hints ---
    def feature(self, s: State, p: int, i: int) -> float:
        """The score; how far the nearest dot and the nearest ghost are. The ghosts see all with the other sign."""
        value = float(s.score)
        if i == 1:
            value = float(self.to_dot(s))
        elif i == 2:
            value = float(self.to_ghost(s))
        return value if p == 0 else -value

    def to_dot(self, s: State) -> int:
        """Steps from Pacman to the nearest dot; 0 where none is left."""
        nearest = 0
        for cell in range(len(self.neighbours)):
            if (s.dots >> cell) & 1 and (nearest == 0 or self.distances[s.pacman, cell] < nearest):
                nearest = int(self.distances[s.pacman, cell])
        return nearest

    def to_ghost(self, s: State) -> int:
        """Steps from Pacman to the nearest ghost."""
        nearest = int(self.distances[s.pacman, self.ghost(s, 0)])
        for i in range(1, self.haunts):
            nearest = min(nearest, int(self.distances[s.pacman, self.ghost(s, i)]))
        return nearest

    def key(self, s: State) -> int:
        """All of it: the score and the time are part of what a state is worth."""
        return state_key((s.pacman, s.ghosts, s.dots, s.mover, s.score, s.left))

    # --- names and pictures ---
    def action_name(self, s: State, a: int) -> str:
        """north, east, south or west."""
        return DIRECTIONS[int(a)]

    def cell_text(self, cell: int) -> str:
        """The name of a cell, a1 at the lower left."""
        row, column = divmod(self.places[cell], self.width)
        return cell_name((self.height - 1 - row) * self.width + column, self.width)

    def dump(self, s: State) -> str:
        """Who is where, the dots, whose step it is, points and steps left: 'P b6 G e4 dots e6,h6 to pacman score 0 left 60'."""
        ghosts = ",".join(self.cell_text(self.ghost(s, i)) for i in range(self.haunts))
        dots = ",".join(self.cell_text(cell) for cell in range(len(self.places)) if s.dots >> cell & 1) or "-"
        mover = "pacman" if s.mover == 0 else f"ghost{s.mover}"
        return f"P {self.cell_text(s.pacman)} G {ghosts} dots {dots} to {mover} score {s.score} left {s.left}"

    def load(self, text: str) -> State:
        """Reads `dump`'s notation."""
        form = r"P (\S+) G (\S+) dots (\S+) to (pacman|ghost[1-9]) score (-?\d{1,6}) left (\d{1,4})"
        match = re.fullmatch(form, text.strip())
        example = f"as in '{self.dump(self.initial())}'"
        if match is None:
            raise BadNotation(f"pacman: '{text}' is no position; write {example[3:]}")
        ghosts = [self._cell(text, name) for name in match[2].split(",")]
        dots = [self._cell(text, name) for name in match[3].split(",")] if match[3] != "-" else []
        mover = 0 if match[4] == "pacman" else int(match[4][-1])
        if len(ghosts) != self.haunts or mover > self.haunts:
            raise BadNotation(f"pacman: there are {self.haunts} ghosts in this maze, and '{text}' speaks of others, {example}")
        if int(match[6]) > self.steps:
            raise BadNotation(f"pacman: {match[6]} steps are left in '{text}', and a game has {self.steps}, {example}")
        packed = sum(cell << GHOST_BITS * i for i, cell in enumerate(ghosts))
        bits = sum(1 << cell for cell in set(dots))
        return State(self._cell(text, match[1]), packed, bits, mover, int(match[5]), int(match[6]))

    def _cell(self, text: str, name: str) -> int:
        index = cell_index(name, self.width, self.height)
        row, column = divmod(index, self.width)
        place = (self.height - 1 - row) * self.width + column
        if place not in self.places:
            raise BadNotation(f"pacman: there is a wall at {name}, which '{text}' names")
        return self.places.index(place)

    def scene(self, s: State) -> Scene:
        """The maze; walls are not drawn, floor is."""
        cells, pieces = [], []
        for cell, place in enumerate(self.places):
            row, column = divmod(place, self.width)
            cells.append(Cell(self.cell_text(cell), column + 0.5, row + 0.5))
            if s.dots >> cell & 1 and cell != s.pacman:
                pieces.append(Piece(self.cell_text(cell), "mark", text="·", letter=".", name="dot"))
        pieces.append(Piece(self.cell_text(s.pacman), "disc", 0, letter="P", name="Pacman"))
        owner = NEUTRAL if self.chance else 1
        for i in range(self.haunts):
            pieces.append(Piece(self.cell_text(self.ghost(s, i)), "disc", owner, letter="G", name=f"ghost {i + 1}", level=i))
        notes = [f"Score {s.score}; {s.left} steps left."]
        return Scene(tuple(cells), tuple(pieces), notes=tuple(notes))

    def gesture(self, s: State, a: int) -> Sequence[str]:
        """Click where to go."""
        return (self.cell_text(int(self.neighbours[self.standing(s), int(a)])),)

    def ending(self, s: State) -> str:
        """Caught, cleared or out of time."""
        if self.caught(s):
            return "a ghost caught Pacman"
        return "all dots are eaten" if s.dots == 0 else "no steps are left"
