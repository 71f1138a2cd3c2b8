"""Scrabble a second time, from the rules alone: letters in a dictionary, racks as texts, words in a set.

To find all plays, every word of the list is held against every place of every row and column. A play is the place of the first
letter of its word, the way it goes, and the letters that are laid, small ones for blanks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

SIZE = 15
SET = "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ??"
VALUE = {
    **dict.fromkeys("AEILNORSTU", 1), **dict.fromkeys("DG", 2), **dict.fromkeys("BCMP", 3), **dict.fromkeys("FHVWY", 4),
    "K": 5, **dict.fromkeys("JX", 8), **dict.fromkeys("QZ", 10),
}  # fmt: skip
Square = tuple[int, int]


def everywhere(squares: Iterable[Square]) -> set[Square]:
    """The squares with all their images under the symmetries of the board."""
    found = set()
    for r, c in squares:
        for a, b in ((r, c), (c, r)):
            found |= {(a, b), (14 - a, b), (a, 14 - b), (14 - a, 14 - b)}
    return found


TRIPLE_WORD = everywhere([(0, 0), (0, 7), (7, 0)])
DOUBLE_WORD = everywhere([(1, 1), (2, 2), (3, 3), (4, 4), (7, 7)])
TRIPLE_LETTER = everywhere([(1, 5), (5, 1), (5, 5)])
DOUBLE_LETTER = everywhere([(0, 3), (2, 6), (3, 0), (3, 7), (6, 2), (6, 6), (6, 8), (7, 3)])


class WordPlay(NamedTuple):
    """A word that is laid."""

    down: bool
    row: int
    column: int
    tiles: str


class PlainScrabble:
    """A game under way."""

    def __init__(self, words: Iterable[str], racks: Iterable[str], bag: str) -> None:
        self.words = {word.upper() for word in words}
        self.board: dict[Square, str] = {}
        self.racks = list(racks)
        self.bag = bag
        self.scores = [0, 0]
        self.idle = 0
        self.turn = 0

    def word_through(self, board: dict[Square, str], square: Square, down: bool) -> list[Square]:
        """The squares of the word through a square."""
        dr, dc = (1, 0) if down else (0, 1)
        r, c = square
        while (r - dr, c - dc) in board:
            r, c = r - dr, c - dc
        squares = []
        while (r, c) in board:
            squares.append((r, c))
            r, c = r + dr, c + dc
        return squares

    def score(self, board: dict[Square, str], squares: list[Square], new: set[Square]) -> int:
        """The points of one word."""
        total, factor = 0, 1
        for square in squares:
            value = VALUE.get(board[square], 0)  # small letters are blanks
            if square in new:
                value *= 3 if square in TRIPLE_LETTER else 2 if square in DOUBLE_LETTER else 1
                factor *= 3 if square in TRIPLE_WORD else 2 if square in DOUBLE_WORD else 1
            total += value
        return total * factor

    def points(self, placed: dict[Square, str], down: bool) -> int | None:
        """The points of laying these tiles in one line; None where that is against the rules."""
        board = self.board | placed
        if not self.board and (7, 7) not in placed:
            return None
        main = self.word_through(board, next(iter(placed)), down)
        across = [self.word_through(board, square, not down) for square in placed]
        made = [word for word in (main, *across) if len(word) > 1]
        if len(main) < 2 or not set(placed) <= set(main):
            return None
        if self.board and not any(square in self.board for word in made for square in word):
            return None
        if any("".join(board[square] for square in word).upper() not in self.words for word in made):
            return None
        return sum(self.score(board, word, set(placed)) for word in made) + (50 if len(placed) == 7 else 0)

    def plays(self) -> dict[WordPlay, int]:
        """Every word that can be laid, with its points."""
        found = {}
        for down in (False, True):
            for line in range(SIZE):
                squares = [(i, line) if down else (line, i) for i in range(SIZE)]
                if self.board and all(abs(square[down] - line) > 1 for square in self.board):
                    continue  # nothing here could touch a word
                there = self.racks[self.turn] + "".join(self.board.get(square, "") for square in squares).upper()
                for word in self.words:
                    missing = sum(max(0, word.count(letter) - there.count(letter)) for letter in set(word))
                    if missing > there.count("?"):
                        continue
                    for start in range(SIZE - len(word) + 1):
                        found |= self.plays_at(word, squares[start : start + len(word)], down)
        return found

    def plays_at(self, word: str, squares: list[Square], down: bool) -> dict[WordPlay, int]:
        """The ways to lay a word on these squares: every choice of letters that are blanks."""
        if any(self.board.get(s, letter).upper() != letter for s, letter in zip(squares, word, strict=True)):
            return {}
        (r, c), (last_r, last_c) = squares[0], squares[-1]
        beside = ((r - 1, c), (last_r + 1, c)) if down else ((r, c - 1), (r, last_c + 1))
        if any(square in self.board for square in beside):
            return {}
        empty = [(s, letter) for s, letter in zip(squares, word, strict=True) if s not in self.board]
        rack, found = Counter(self.racks[self.turn]), {}
        for blanks in range(min(rack["?"], len(empty)) + 1):
            for chosen in combinations(range(len(empty)), blanks):
                tiles = [letter.lower() if i in chosen else letter for i, (_, letter) in enumerate(empty)]
                if Counter(tile for tile in tiles if tile.isupper()) - rack or not tiles:
                    continue
                placed = {s: tile for (s, _), tile in zip(empty, tiles, strict=True)}
                points = self.points(placed, down)
                if points is not None:
                    found[WordPlay(down, *squares[0], "".join(tiles))] = points
        return found

    def lay(self, play: WordPlay) -> None:
        """Play a word."""
        placed, (r, c) = {}, (play.row, play.column)
        for tile in play.tiles:
            while (r, c) in self.board:
                r, c = (r + 1, c) if play.down else (r, c + 1)
            placed[r, c] = tile
            r, c = (r + 1, c) if play.down else (r, c + 1)
        points = self.points(placed, play.down)
        assert points is not None
        self.board |= placed
        self.scores[self.turn] += points
        self.take("".join("?" if tile.islower() else tile for tile in play.tiles))
        self.end_turn(points)

    def exchange(self, tiles: str) -> None:
        """Exchange tiles; '' is a pass."""
        self.take(tiles)
        self.bag += "".join(sorted(tiles, key=lambda tile: (tile == "?", tile)))
        self.end_turn(0)

    def take(self, tiles: str) -> None:
        """Tiles leave the mover's rack, and as many are drawn."""
        left = Counter(self.racks[self.turn])
        left.subtract(tiles)
        assert min(left.values(), default=0) >= 0
        count = len(tiles)
        self.racks[self.turn] = "".join(left.elements()) + self.bag[:count]
        self.bag = self.bag[count:]

    def end_turn(self, points: int) -> None:
        """The other player is next."""
        self.idle = 0 if points else self.idle + 1
        self.turn = 1 - self.turn

    def over(self) -> bool:
        """Whether the game has ended."""
        return self.idle == 6 or (not self.bag and "" in self.racks)

    def difference(self) -> int:
        """The first player's points less the second's at the end."""
        totals = list(self.scores)
        values = [sum(VALUE.get(tile, 0) for tile in rack) for rack in self.racks]
        for p in (0, 1):
            totals[p] -= values[p]
            if not self.racks[p] and not self.bag:
                totals[p] += values[1 - p]
        return totals[0] - totals[1]
