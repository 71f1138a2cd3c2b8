"""How words are laid along a row or column, letter by letter: which tiles fit, and whether a word can still be completed.

A. Appel and G. Jacobson, "The World's Fastest Scrabble Program" (1988), with words from their first letter on: the word graph
is walked along the row, over tiles that lie there and tiles of the rack, and each empty square takes only letters that make a
word across the row, too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.games.placement.scrabble.scrabble_tiles import (
    BLANK,
    CENTRE,
    FACE_POINTS,
    LETTER_TIMES,
    RACK,
    SIZE,
    TILES,
    WORD_TIMES,
)
from counterplay.games.placement.scrabble.word_graph import END, LETTERS
from counterplay.gears import helper
from counterplay.gears.bits import cells, lowest, popcount

ACROSS = 0  # a way to lay words; the other is downwards
EVERY_LETTER = END - 1
FAR = 99  # more tiles than a rack has

Array = np.ndarray[Any, Any]


class Row(NamedTuple):
    """A row or column of the board as a word sees it that is laid along it; arrays by the place in the row."""

    faces: Array  # shape (16,): 0, or 1 + face
    fitting: Array  # shape (15,): the letters, a bit each, that make a word across the row
    across: Array  # shape (15,): the points that lie there in such a word already; -1 where there is none
    need: Array  # shape (16,): tiles to be laid from here on until the word touches another one, or the centre
    first: int  # the cell at place 0
    step: int  # from cell to cell


class Front(NamedTuple):
    """How far a word has come."""

    place: int  # in the row: the next empty square, or 15
    node: int  # of the word graph; 0 if no word begins so
    points: int  # of its letters
    times: int  # that they count
    aside: int  # points of the words across
    touching: int  # whether it touches a word that lay there before, or the centre


FRONT = len(Front._fields)


class WordLaying:
    """Part of the game: words along a row."""

    graph: Array  # of `word_graph`

    def weigh(self, s: Any, front: Front, rack: Array, laid: int, best: Array) -> None:
        """Note in `best` what a complete word is worth, if it is the best so far."""
        raise NotImplementedError

    def onward(self, node: int, letter: int) -> int:
        """The node that a letter leads to; 0 for none."""
        sign, place = self.graph[node], int(letter)  # a letter that was read from the board is a number of 8 bits
        if sign >> place & 1 == 0:
            return 0
        return int(self.graph[node + 1 + popcount(sign & ((1 << place) - 1))])

    def crossing(self, board: Array, cell: int, step: int, place: int) -> tuple[int, int]:
        """The letters that make a word on an empty cell with the tiles before and behind it, and the points of these tiles."""
        start, node, points = 0, int(self.graph[0]), 0
        while start < place and board[cell - (start + 1) * step] != 0:
            start += 1
        for i in range(start, 0, -1):
            face = board[cell - i * step] - 1
            node = self.onward(node, face % LETTERS) if node != 0 else 0
            points += FACE_POINTS[face]
        end = 0
        while place + end + 1 < SIZE and board[cell + (end + 1) * step] != 0:
            end += 1
            points += FACE_POINTS[board[cell + end * step] - 1]
        fitting = 0
        if node != 0:
            for letter in cells(self.graph[node] & EVERY_LETTER):
                last = self.onward(node, letter)
                for i in range(1, end + 1):
                    if last != 0:
                        last = self.onward(last, (board[cell + i * step] - 1) % LETTERS)
                if last != 0 and self.graph[last] & END != 0:
                    fitting |= 1 << letter
        return fitting, points

    def row(self, board: Array, way: int, cell: int) -> Row:
        """The row or column of a cell."""
        step = 1 if way == ACROSS else SIZE
        other = SIZE + 1 - step
        number = cell // SIZE if way == ACROSS else cell % SIZE
        first = number * other
        faces, need = np.zeros(SIZE + 1, np.int64), np.full(SIZE + 1, FAR, np.int64)
        fitting, across = np.full(SIZE, EVERY_LETTER, np.int64), np.full(SIZE, -1, np.int64)
        for place in range(SIZE - 1, -1, -1):
            here = first + place * step
            faces[place] = board[here]
            if board[here] != 0:
                need[place] = 0
                continue
            if (number > 0 and board[here - other] != 0) or (number < SIZE - 1 and board[here + other] != 0):
                fitting[place], across[place] = self.crossing(board, here, other, number)
            need[place] = 1 if across[place] >= 0 or here == CENTRE else 1 + need[place + 1]
        return Row(faces, fitting, across, need, first, step)

    def passed(self, row: Row, front: Front) -> Front:
        """The front behind the tiles that lie there already."""
        place, node, points, touching = front.place, front.node, front.points, front.touching
        while place < SIZE and row.faces[place] != 0:
            face = row.faces[place] - 1
            node = self.onward(node, face % LETTERS) if node != 0 else 0
            points += FACE_POINTS[face]
            touching = 1
            place += 1
        return Front(place, node, points, front.times, front.aside, touching)

    def begun(self, row: Row, place: int) -> Front:
        """A word that begins at a place, before a tile is laid."""
        return self.passed(row, Front(place, int(self.graph[0]), 0, 1, 0, 0))

    def lengthened(self, row: Row, front: Front, face: int) -> Front:
        """The front after one more tile."""
        cell, across = row.first + front.place * row.step, row.across[front.place]
        points, times = FACE_POINTS[face] * LETTER_TIMES[cell], WORD_TIMES[cell]
        aside = front.aside + (across + points) * times if across >= 0 else front.aside
        touching = 1 if across >= 0 or cell == CENTRE else front.touching
        node = self.onward(front.node, face % LETTERS)
        return self.passed(row, Front(front.place + 1, node, front.points + points, front.times * times, aside, touching))

    def is_word(self, front: Front) -> bool:
        """Whether the word may end here."""
        return bool(front.node != 0 and front.touching == 1 and self.graph[front.node] & END != 0)

    def next_faces(self, row: Row, front: Front, held: int, left: int) -> int:
        """The faces, a bit each, for the next square; of the tiles held, a bit for each kind, of which so many are left."""
        if front.node == 0 or front.place == SIZE or (front.touching == 0 and row.need[front.place] > left):
            return 0
        letters = int(self.graph[front.node] & row.fitting[front.place])
        return letters & held | letters << LETTERS if held >> BLANK & 1 == 1 else letters & held

    def completes(self, s: Any, row: Row, front: Front, rack: Array, laid: int, best: Array, first: bool) -> bool:
        """Whether a word with so many tiles laid can be completed; `best` gets what `weigh` says of the best way.

        Where any way will do, nothing is weighed. The rack is used up: hand over a copy.
        """
        fronts, open_faces = np.empty((RACK + 1, FRONT), np.int64), np.zeros(RACK + 1, np.int64)
        tiles, depth, left, held, found = np.zeros(RACK + 1, np.int64), 0, total(rack), held_kinds(rack), False
        while True:
            if laid + depth > 0 and self.is_word(front):
                found = True
                if first:
                    return True
                self.weigh(s, front, rack, laid + depth, best)
            open_faces[depth] = self.next_faces(row, front, held, left - depth)
            put_front(fronts, depth, front)
            while open_faces[depth] == 0:
                if depth == 0:
                    return found
                depth -= 1
                held |= 1 << int(tiles[depth])
                rack[tiles[depth]] += 1
            face = lowest(open_faces[depth])
            open_faces[depth] &= open_faces[depth] - 1
            tile = min(face, BLANK)
            tiles[depth] = tile
            rack[tile] -= 1
            if rack[tile] == 0:
                held ^= 1 << tile
            front = self.lengthened(row, front_at(fronts, depth), face)
            depth += 1


@helper
def total(rack: Array) -> int:
    """How many tiles a rack has."""
    found = 0
    for tile in range(TILES):
        found += rack[tile]
    return found


@helper
def held_kinds(rack: Array) -> int:
    """The kinds of tiles in a rack, a bit each."""
    found = 0
    for tile in range(TILES):
        if rack[tile] > 0:
            found |= 1 << tile
    return found


@helper
def put_front(fronts: Array, depth: int, front: Front) -> None:
    """Keep a front in a row of an array."""
    for i in range(FRONT):
        fronts[depth, i] = front[i]


@helper
def front_at(fronts: Array, depth: int) -> Front:
    """The front in a row of an array."""
    row = fronts[depth]
    return Front(row[0], row[1], row[2], row[3], row[4], row[5])
