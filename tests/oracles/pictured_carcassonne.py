"""Carcassonne a second time: every tile is a picture of five by five squares, and what belongs together is found by flooding.

C city, R road, M cloister, . field, # nothing: walls at the corners of cities, and villages where roads end.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from counterplay.core import Game

Spot = tuple[int, int]  # column and row: of a tile on the table (rows upwards), or of a small square (rows downwards)
PICTURES = {
    "A": "..... ..... ..M.. ..R.. ..R..",
    "B": "..... ..... ..M.. ..... .....",
    "C": "#CCC# CCCCC CCCCC CCCCC #CCC#",
    "D": "#CCC# ..... RRRRR ..... .....",
    "E": "#CCC# ..... ..... ..... .....",
    "F": "#...# CCCCC CCCCC CCCCC #...#",
    "G": "#CCC# .CCC. .CCC. .CCC. #CCC#",
    "H": "#CCC# ..... ..... ..... #CCC#",
    "I": "#CCC# C.... C.... C.... #....",
    "J": "#CCC# ..... ..RRR ..R.. ..R..",
    "K": "#CCC# ..... RRR.. ..R.. ..R..",
    "L": "#CCC# ..... RR#RR ..R.. ..R..",
    "M": "#CCC# CCC.. CC... C.... #....",
    "O": "#CCC# CC... C..RR C.RR. #.R..",
    "Q": "#CCC# CCCCC CCCCC C...C #...#",
    "S": "#CCC# CCCCC CCCCC C.R.C #.R.#",
    "U": "..R.. ..R.. ..R.. ..R.. ..R..",
    "V": "..... ..... RRR.. ..R.. ..R..",
    "W": "..... ..... RR#RR ..R.. ..R..",
    "X": "..R.. ..R.. RR#RR ..R.. ..R..",
}
PICTURES |= {"N": PICTURES["M"], "P": PICTURES["O"], "R": PICTURES["Q"], "T": PICTURES["S"]}
SHIELDS = "CFMOQS"
# The squares along the rim of a tile, clockwise, without corners, and what fields and other things there are called.
RIM = [(1, 0), (2, 0), (3, 0), (4, 1), (4, 2), (4, 3), (3, 4), (2, 4), (1, 4), (0, 3), (0, 2), (0, 1)]
ENDS = ["nnw", "n", "nne", "ene", "e", "ese", "sse", "s", "ssw", "wsw", "w", "wnw"]
BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))
NAMES = {"C": "city", "R": "road", ".": "field"}


@functools.cache
def picture(kind: str, turn: int) -> dict[Spot, str]:
    """The squares of a tile after so many quarter turns clockwise."""
    squares = {(x, y): c for y, row in enumerate(PICTURES[kind].split()) for x, c in enumerate(row)}
    for _ in range(turn):
        squares = {(4 - y, x): c for (x, y), c in squares.items()}
    return squares


def turned_spot(spot: Spot, turn: int) -> Spot:
    for _ in range(turn):
        spot = (4 - spot[1], spot[0])
    return spot


def flood(squares: dict[Spot, str], start: Spot) -> frozenset[Spot]:
    """All squares of one kind that hang together with this one."""
    found, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for dx, dy in BESIDE:
            there = (x + dx, y + dy)
            if there not in found and squares.get(there) == squares[start]:
                found.add(there)
                todo.append(there)
    return frozenset(found)


class Land(NamedTuple):
    """Tiles as (place, kind, turn) in their order; followers as (player, place, square of the tile)."""

    tiles: tuple[tuple[Spot, str, int], ...]
    men: frozenset[tuple[int, Spot, Spot]]
    rest: str
    scores: tuple[int, int]
    turn: int
    manning: bool


class PicturedCarcassonne(Game):
    """The rulebook; names of actions are those of the catalogue's game."""

    _last: tuple[Land, list[str]] | None = None

    def __init__(self, letters: str, size: int = 21) -> None:
        self.letters, self.size = letters, size

    def initial(self) -> Land:
        middle = (self.size // 2, self.size // 2)
        return self.drawn(Land(((middle, "D", 0),), frozenset(), self.letters, (0, 0), 0, False))

    def player(self, s: Land) -> int:
        return s.turn

    def terminal(self, s: Land) -> bool:
        return not s.manning and not s.rest

    def utility(self, s: Land, p: int) -> float:
        return float(s.scores[p] - s.scores[1 - p])

    # --- the land ---
    def squares(self, s: Land) -> dict[Spot, str]:
        """All small squares of the land; rows downwards."""
        return {
            (5 * place[0] + x, 5 * -place[1] + y): c
            for place, kind, turn in s.tiles
            for (x, y), c in picture(kind, turn).items()
        }

    def fitting(self, s: Land, kind: str) -> dict[str, tuple[Spot, int]]:
        """Every way to lay a tile, by name; of ways that look alike the first."""
        taken = {place: picture(k, turn) for place, k, turn in s.tiles}
        near = {(x + dx, y - dy) for x, y in taken for dx, dy in BESIDE} - set(taken)
        found = {}
        for x, y in near:
            if not (0 <= x < self.size and 0 <= y < self.size):
                continue
            seen: list[dict[Spot, str]] = []
            for turn in range(4):
                tile = picture(kind, turn)
                sides = []
                for side, (dx, dy) in enumerate(BESIDE):
                    other = taken.get((x + dx, y - dy))
                    sides.append(other is None or other[RIM[(3 * side + 7) % 12]] == tile[RIM[3 * side + 1]])
                if all(sides) and tile not in seen:
                    found[f"{'abcdefghijklmnopqrstuvw'[x]}{y + 1}-{'nesw'[turn]}"] = ((x, y), turn)
                seen.append(tile)
        return found

    def drawn(self, s: Land) -> Land:
        """Tiles that fit nowhere are put aside; when none is left, the rest is scored."""
        rest = s.rest
        while rest and not self.fitting(s, rest[0]):
            rest = rest[1:]
        return s._replace(rest=rest) if rest else self.scored(s._replace(rest=""), True)

    # --- followers ---
    def parts(self, s: Land) -> dict[str, Spot]:
        """The features of the tile just laid that nobody holds, by name, each with a square; one part of each feature."""
        place, kind, turn = s.tiles[-1]
        land, tile, corner = self.squares(s), picture(kind, turn), (5 * place[0], -5 * place[1])
        held = [flood(land, (5 * x + i, -5 * y + j)) for _, (x, y), (i, j) in s.men]
        found: dict[str, Spot] = {}
        known: set[Spot] = set()
        for printed in [*RIM, (2, 2)]:
            spot = turned_spot(printed, turn)
            there = (corner[0] + spot[0], corner[1] + spot[1])
            if tile[spot] == "#" or there in known or (printed == (2, 2) and tile[spot] != "M"):
                continue
            known |= flood(land, there)
            if not any(there in feature for feature in held):
                local = flood(tile, spot)
                first = next((i for i, square in enumerate(RIM) if square in local and (tile[square] == "." or i % 3 == 1)), 0)
                name = "cloister" if tile[spot] == "M" else f"{NAMES[tile[spot]]}-{ENDS[first]}"
                found[name] = spot
        return found

    # --- scoring ---
    def scored(self, s: Land, at_end: bool) -> Land:
        """Complete features score and followers return; at the end everything scores."""
        land, scores, gone = self.squares(s), list(s.scores), set()
        places = {place for place, _, _ in s.tiles}
        groups: dict[frozenset[Spot], list[tuple[int, Spot, Spot]]] = {}
        for man in s.men:
            _, (x, y), (i, j) = man
            groups.setdefault(flood(land, (5 * x + i, -5 * y + j)), []).append(man)
        for feature, men in groups.items():
            what = land[next(iter(feature))]
            covered = {(x // 5, -(y // 5)) for x, y in feature}
            points = len(covered)
            complete = all((x + dx, y + dy) in land for x, y in feature for dx, dy in BESIDE)
            if what == "C":
                points += sum(kind in SHIELDS for place, kind, _ in s.tiles if place in covered)
                points *= 2 if complete else 1
            elif what == "M":
                ((x, y),) = covered
                points = sum((x + i, y + j) in places for i in (-1, 0, 1) for j in (-1, 0, 1))
                complete = points == 9
            elif what == ".":
                points, complete = 3 * self.cities(land, feature), False
            if complete or at_end:
                mine = [sum(player == p for player, _, _ in men) for p in (0, 1)]
                for p in (0, 1):
                    scores[p] += points if mine[p] >= mine[1 - p] else 0
            if complete:
                gone |= set(men)
        return s._replace(scores=(scores[0], scores[1]), men=s.men - gone)

    def cities(self, land: dict[Spot, str], field: frozenset[Spot]) -> int:
        """The complete cities that a field touches."""
        near = {(x + dx, y + dy) for x, y in field for dx, dy in BESIDE}
        cities = {flood(land, spot) for spot in near if land.get(spot) == "C"}
        return sum(all((x + dx, y + dy) in land for x, y in city for dx, dy in BESIDE) for city in cities)

    # --- turns ---
    def names(self, s: Land) -> list[str]:
        """The actions by name, remembered, since the same state is asked for again and again."""
        if self._last is None or self._last[0] != s:
            self._last = (s, [*self.parts(s), "none"] if s.manning else list(self.fitting(s, s.rest[0])))
        return self._last[1]

    def actions(self, s: Land) -> list[int]:
        return list(range(len(self.names(s))))

    def action_name(self, s: Land, a: int) -> str:
        return self.names(s)[a]

    def result(self, s: Land, a: int) -> Land:
        name = self.names(s)[a]
        if not s.manning:
            place, turn = self.fitting(s, s.rest[0])[name]
            laid = s._replace(tiles=(*s.tiles, (place, s.rest[0], turn)), rest=s.rest[1:], manning=True)
            out_of_men = sum(player == s.turn for player, _, _ in s.men) == 7
            return laid if self.parts(laid) and not out_of_men else self.over(laid)
        if name == "none":
            return self.over(s)
        return self.over(s._replace(men=s.men | {(s.turn, s.tiles[-1][0], self.parts(s)[name])}))

    def over(self, s: Land) -> Land:
        """The end of a turn."""
        return self.drawn(self.scored(s, False)._replace(turn=1 - s.turn, manning=False))

    def dump(self, s: Land) -> str:
        """Tiles to come, points, turn and what is to be put down."""
        what = "follower" if s.manning else "tile"
        return f"{s.rest or '-'} {s.scores[0]}-{s.scores[1]} {('blue', 'red')[s.turn]} {what}"
