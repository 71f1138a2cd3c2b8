"""Scrabble beside the second implementation, position by position: every play, and exact play when nothing is left to draw."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence

import numpy as np

from counterplay.games.placement.scrabble.scrabble import FACE_SIGNS, Scrabble, State
from counterplay.games.placement.scrabble.scrabble_tiles import SIGNS
from counterplay.gears.entry.walk import Walk
from tests.oracles.plain_scrabble import SET, PlainScrabble, Square
from tests.oracles.walked_perft import DEEPEST_TURNS
from tests.oracles.walked_positions import after_turn

# Words that hook onto each other in many ways: short ones, and some that take a whole rack.
SMALL = (
    "aa ad ae ai an ar as at ax da de do ea ed el en er es et go he id in io is it la li lo me na ne no nu od on or "
    "os pe pi qi re si so ta te ti to un us ye za ant art ate ear eat era net nit oar one ore rat rot sat sea set "
    "tan tea ten tie toe toy vie zoa oxen quit rain rate seat tear tone torn unit vein wine year zone adore alien "
    "arise atone irate onion ratio ration retain retina stainer retains entries notaries senorita"
)
WORDS = SMALL.split()

Laid = tuple[frozenset[tuple[Square, str]], int]  # the new tiles and where they lie, and the points


def random_positions(words: Sequence[str], seed: int) -> Iterator[PlainScrabble]:
    """The positions of game after game, random plays between them: long words more often than short ones."""
    chance = random.Random(seed)
    while True:
        tiles = "".join(chance.sample(SET, len(SET)))
        plain = PlainScrabble(words, [tiles[:7], tiles[7:14]], tiles[14:])
        while not plain.over():
            yield plain
            plays = sorted(plain.plays())
            if plays:
                plain.lay(max(chance.sample(plays, min(3, len(plays))), key=lambda play: len(play.tiles)))
            elif len(plain.bag) >= 7:
                plain.exchange("".join(chance.sample(plain.racks[plain.turn], chance.randint(1, 7))))
            else:
                plain.exchange("")


def copy_of(plain: PlainScrabble) -> PlainScrabble:
    """The same game under way, with the same list of words."""
    other = copy.copy(plain)
    other.board, other.racks, other.scores = dict(plain.board), list(plain.racks), list(plain.scores)
    return other


def late_positions(game: Scrabble, words: Sequence[str], tiles: int, seed: int) -> Iterator[tuple[PlainScrabble, State]]:
    """Positions in which each has so many tiles, nothing is left to draw, and something can be laid; both sides' states.

    They are cut out of earlier ones, so that the tiles that are missing are nowhere.
    """
    for plain in random_positions(words, seed):
        late = copy_of(plain)
        late.racks, late.bag, late.idle = ["".join(t for t in rack if t != "?")[:tiles] for rack in plain.racks], "", 4
        if not late.over() and late.plays():
            s = ours(game, plain)
            racks = np.zeros_like(s.racks)
            for player, rack in enumerate(late.racks):
                for tile in rack:
                    racks[player, SIGNS.index(tile)] += 1
            yield late, s._replace(racks=racks, bag=0, idle=late.idle)


def ours(game: Scrabble, plain: PlainScrabble) -> State:
    """The same position of ours."""
    rows = "/".join("".join(plain.board.get((row, column), ".") for column in range(15)) for row in range(15))
    south, north = (rack or "-" for rack in plain.racks)
    points = f"{plain.scores[0]}-{plain.scores[1]}"
    return game.load(f"{rows} {'SN'[plain.turn]} {south} {north} {points} {plain.idle} {plain.bag or '-'} -")


def plays_differ(game: Scrabble, walk: Walk, plain: PlainScrabble) -> set[Laid]:
    """The words that only one side can lay, or for other points."""
    s = ours(game, plain)
    before = s.south + s.north
    found: set[Laid] = set()
    for t in after_turn(walk, s):
        cells = [cell for cell in range(225) if t.board[cell] != s.board[cell]]
        if cells:
            tiles = frozenset((divmod(cell, 15), FACE_SIGNS[t.board[cell] - 1]) for cell in cells)
            found.add((tiles, t.south + t.north - before))
    expected: set[Laid] = set()
    for play, points in plain.plays().items():
        after = copy_of(plain)
        after.lay(play)
        expected.add((frozenset(after.board.items() - plain.board.items()), points))
    return found ^ expected


def walk_of(game: Scrabble) -> Walk:
    """For `plays_differ`."""
    return Walk(game, DEEPEST_TURNS, ("expand",))


def best_difference(plain: PlainScrabble) -> int:
    """Minimax without any short cut: the first player's points less the second's, when nothing is left to draw."""
    assert not plain.bag
    if plain.over():
        return plain.difference()
    values = []
    for play in (None, *plain.plays()):
        after = copy_of(plain)
        if play is None:
            after.exchange("")
        else:
            after.lay(play)
        values.append(best_difference(after))
    return min(values) if plain.turn else max(values)
