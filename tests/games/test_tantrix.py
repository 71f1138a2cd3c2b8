"""Tantrix: the set of tiles, drawn positions for every rule, and a second implementation beside random games."""

from __future__ import annotations

import random
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pytest

from counterplay.check import GameOracle, walk_beside
from counterplay.core import BadNotation, BadParameter
from counterplay.games import make_game
from counterplay.games.placement.tantrix.tantrix import State, Tantrix
from counterplay.games.placement.tantrix.tantrix_tiles import TILES, tile_text, way_text
from counterplay.gears.bits import cells
from tests.oracles.named_moves import NamedMoves

Spot = tuple[int, int]  # row downwards and slanted column, from the first tile
AROUND = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))  # upper right, right, lower right, lower left, left, upper left
PLAYERS = ("blue", "red")


def turns(sides: str) -> list[str]:
    return [sides[k:] + sides[:k] for k in range(6)]


def same_tile(sides: str) -> str:
    """The way to write a tile however it is turned, and to lay it as the first one: blue before red, yellow, green."""
    return min(turns(sides), key=lambda way: ["bryg".index(letter) for letter in way])


class Table(NamedTuple):
    laid: dict[Spot, str]
    hands: tuple[frozenset[str], frozenset[str]]
    bag: tuple[str, ...]
    turn: int
    freed: bool
    passes: int


class PlainTantrix(NamedMoves):
    """The rules with tiles as words on a dictionary of spots, from the text of a position; nothing here is a table."""

    def __init__(self, text: str, whole: bool = False, side: int = 11) -> None:
        self.whole, self.side = whole, side
        laid, blue, red, bag, turn, freed, passes = text.split()
        spots = dict(part.split("-") for part in laid.split(",") if part != "-")
        hands = [frozenset(same_tile(t) for t in hand.split(",") if t != "-") for hand in (blue, red)]
        drawn = tuple(same_tile(t) for t in bag.split(",") if t != "-")
        on_table = {self.spot(name): sides for name, sides in spots.items()}
        self.start = Table(on_table, (hands[0], hands[1]), drawn, PLAYERS.index(turn), freed == "made", int(passes))

    def name_of(self, spot: Spot) -> str:
        return f"{'abcdefghijklmnopqrstuvwxyz'[self.side - 1 - spot[0]]}{spot[1] + self.side}"

    def spot(self, name: str) -> Spot:
        return self.side - 1 - "abcdefghijklmnopqrstuvwxyz".index(name[0]), int(name[1:]) - self.side

    def around(self, spot: Spot) -> list[tuple[int, Spot]]:
        """Each side, and the spot beyond it, as far as the table reaches."""
        found = [(side, (spot[0] + down, spot[1] + right)) for side, (down, right) in enumerate(AROUND)]
        return [(side, (r, c)) for side, (r, c) in found if max(abs(r), abs(c), abs(r + c)) < self.side]

    def faces(self, laid: dict[Spot, str], spot: Spot) -> dict[int, str]:
        """What the tiles around a spot show it, by side."""
        return {side: laid[beyond][(side + 3) % 6] for side, beyond in self.around(spot) if beyond in laid}

    def spaces(self, filled: set[Spot]) -> dict[Spot, int]:
        """The empty spots that touch something, and how much of it."""
        count: dict[Spot, int] = {}
        for spot in filled:
            for _, beyond in self.around(spot):
                if beyond not in filled:
                    count[beyond] = count.get(beyond, 0) + 1
        return count

    def shape_allowed(self, filled: set[Spot]) -> bool:
        """Restrictions two and three, for the spots that are filled after a move."""
        while True:
            count = self.spaces(filled)
            forced = {spot for spot, near in count.items() if near >= 3}
            if any(near >= 4 for near in count.values()):
                return False
            for spot in {beyond for f in filled | forced for _, beyond in self.around(f)} - filled:
                if sum(beyond in filled or beyond in forced for _, beyond in self.around(spot)) >= 4:
                    return False
            if not forced or not self.whole:
                return True
            filled = filled | forced

    def colours_allowed(self, laid: dict[Spot, str], spot: Spot) -> bool:
        """Restriction one, after a tile was laid on a spot."""
        for _, beyond in self.around(spot):
            faces = list(self.faces(laid, beyond).values())
            if beyond not in laid and len(faces) == 3 and len(set(faces)) == 1:
                return False
        return True

    def lays(self, s: Table, forced: bool) -> dict[str, Table]:
        found = {}
        for spot, near in self.spaces(set(s.laid)).items():
            if (near >= 3) != forced or (s.bag and not self.shape_allowed({*s.laid, spot})):
                continue
            faces = self.faces(s.laid, spot)
            for tile in s.hands[s.turn]:
                for sides in turns(tile):
                    laid = {**s.laid, spot: sides}
                    if any(sides[side] != colour for side, colour in faces.items()):
                        continue
                    if not s.bag or self.colours_allowed(laid, spot):
                        found[f"{self.name_of(spot)}-{sides}"] = self.after(s, laid, tile, not forced)
        return found

    def after(self, s: Table, laid: dict[Spot, str], tile: str, free: bool) -> Table:
        hands = list(s.hands)
        hands[s.turn] = hands[s.turn] - {tile} | set(s.bag[:1])
        return Table(laid, (hands[0], hands[1]), s.bag[1:], s.turn, s.freed or free, 0)

    def over_to(self, s: Table) -> Table:
        """The turn passes when the free move is made and nothing can be filled."""
        return s._replace(turn=1 - s.turn, freed=False) if s.freed and not self.lays(s, True) else s

    def initial(self) -> Table:
        return self.start

    def player(self, s: Table) -> int:
        return s.turn

    def listed(self, s: Table) -> dict[str, Table]:
        if not s.laid:
            first = {t: {(0, 0): t} for t in s.hands[s.turn]}
            return {f"{self.name_of((0, 0))}-{t}": self.after(s, laid, t, True) for t, laid in first.items()}
        found = self.lays(s, True) or ({} if s.freed else self.lays(s, False))
        if found:
            return found
        return {"pass": s._replace(turn=1 - s.turn, freed=False, passes=s.passes + 1)}

    def result(self, s: Table, a: int) -> Table:
        return self.over_to(super().result(s, a))

    def terminal(self, s: Table) -> bool:
        return s.passes == 2 or not (s.hands[0] or s.hands[1])

    def score(self, s: Table, p: int) -> int:
        """The largest group of tiles that a colour joins; twice that where it has as many joints as tiles: a loop."""
        colour = PLAYERS[p][0]
        left, best = {spot for spot, sides in s.laid.items() if colour in sides}, 0
        while left:
            group, new = set(), [left.pop()]
            joints = 0
            while new:
                spot = new.pop()
                group.add(spot)
                for side, beyond in self.around(spot):
                    if beyond in s.laid and s.laid[spot][side] == colour:
                        joints += 1
                        if beyond in left:
                            left.remove(beyond)
                            new.append(beyond)
            best = max(best, len(group) * (2 if joints == 2 * len(group) else 1))
        return best

    def utility(self, s: Table, p: int) -> float:
        own, theirs = self.score(s, p), self.score(s, 1 - p)
        return float((own > theirs) - (own < theirs))

    def dump(self, s: Table) -> str:
        laid = sorted((self.name_of(spot), sides) for spot, sides in s.laid.items())
        scores = [self.score(s, p) for p in (0, 1)]
        return f"{laid} {sorted(s.hands[0])} {sorted(s.hands[1])} {s.bag} {s.turn} {s.freed} {s.passes} {scores}"


def shown(game: Tantrix, s: State) -> str:
    """A state as the plain game shows it, by way of the notation; the scores are the game's own."""
    plain = PlainTantrix(game.dump(s), side=game.side)
    text = plain.dump(plain.initial())
    return f"{text[: text.rindex('[')]}{[game.prospects(s, p)[0] for p in (0, 1)]}"


def plain_like(game: Tantrix, s: State) -> PlainTantrix:
    return PlainTantrix(game.dump(s), game.controlled == "whole", game.side)


@pytest.mark.parametrize("spec", ["tantrix:seed=3", "tantrix:seed=4,controlled=whole", "tantrix:seed=5,side=5"])
def test_random_games_beside_the_plain_one(spec: str) -> None:
    """Would catch a placement too many or too few, a wrong restriction, an end of a turn, draw or score that is wrong."""
    game = make_game(spec)
    assert isinstance(game, Tantrix)
    plain = plain_like(game, game.initial())
    walked = walk_beside(
        game,
        lambda: GameOracle(plain, label=plain.action_name, show=plain.dump),
        label=game.action_name,
        show=lambda s: shown(game, s),
        games=1,
        seed=1,
    )
    assert sum(g.decided for g in walked) == 1


NO_MORE = ()
CORNER = {"k11": "bbrryy", "k12": "gybgby", "l13": "gyygrr"}  # around l12, which sees blue, yellow and red
FITS, OTHERS = "rrybby", ("bbyygg", "bbygyg", "bbyggy", "rryygg", "rrygyg")  # one tile that fits l12, five that do not
SIDE = {  # tiles along k, and one above the right end: l13 is forced
    "k8": "brgrgb", "k9": "rggyry", "k10": "ygrrgy", "k11": "yryggr", "k12": "gygyrr", "k13": "rggryy", "k14": "bgyygb",
    "l14": "yybrbr",
}  # fmt: skip
ALONG = ("brbyry", "bryrby", "rygyrg")  # tiles that fit l9 to l12, and not l13


def drawn(
    game: Tantrix, laid: dict[str, str], own: tuple[str, ...], theirs: tuple[str, ...] = (), bag: tuple[str, ...] | None = None
) -> State:
    """Blue to move with these tiles on the table and in hand; the bag holds some that are nowhere else, if it is not given."""
    numbers = {same_tile(tile_text(t)): t for t in range(len(TILES))}
    used = {same_tile(t) for t in (*laid.values(), *own, *theirs)}
    rest = tuple(t for t in numbers if t not in used)[:20] if bag is None else bag
    ways = {}
    for name, sides in laid.items():
        to_the_left = turns(same_tile(sides)).index(sides)
        ways[game.board.index(name)] = 6 * numbers[same_tile(sides)] + -to_the_left % 6
    hands = [np.uint64(sum(1 << numbers[same_tile(t)] for t in hand)) for hand in (own, theirs)]
    s = game.assembled(ways, hands[0], hands[1], [numbers[same_tile(t)] for t in rest])
    assert {game.board.names[c]: way_text(w) for c, w in game.laid(s).items()} == laid
    return s


def names(game: Tantrix, s: State) -> set[str]:
    found = [game.action_name(s, a) for a in game.choices(s)]
    assert len(set(found)) == len(found), "an action is listed twice"
    return set(found)


def spaces(game: Tantrix, s: State) -> set[str]:
    return {name.partition("-")[0] for name in names(game, s)}


def played(game: Tantrix, s: State, *moves: str) -> State:
    for move in moves:
        s = game.result(s, game.parse_action(s, move))
    return s


def test_the_set_by_burnside() -> None:
    """Would catch a tile that is missing, there twice as its own turn, or has three straight links.

    The 90 ways to colour six sides in pairs with three colours, counted up to turns: a turn by k sixths leaves those alone
    whose sides k apart are equal. The half turn alone leaves some, 6; (90 + 6) / 6 = 16, and two of these are all straight.
    """
    ways = set(permutations("rrggbb"))
    assert len(ways) == 90
    fixed = [sum(all(way[i] == way[(i + k) % 6] for i in range(6)) for way in ways) for k in range(6)]
    assert fixed == [90, 0, 0, 6, 0, 0] and sum(fixed) // 6 - 2 == 14
    texts = [tile_text(t) for t in range(len(TILES))]
    assert len(texts) == 4 * 14 == len({same_tile(text) for text in texts})
    for missing in "bryg":
        assert sum(missing not in text for text in texts) == 14
    for text in texts:
        assert sorted(text.count(colour) for colour in "bryg") == [0, 2, 2, 2]
        assert any(text[i] != text[i + 3] for i in range(3))


def test_the_deal() -> None:
    """Would catch a tile that is dealt twice, a deal that all seeds share, a first move with a turn of its own."""
    deals = set()
    for seed in range(10):
        game = Tantrix(seed=seed, side=11)
        s = game.initial()
        laid, blue, red, order, *_ = game.dump(s).split()
        parts = [part.split(",") for part in (blue, red, order)]
        assert laid == "-" and [len(part) for part in parts] == [6, 6, 44]
        assert len({same_tile(t) for part in parts for t in part}) == 56
        assert names(game, s) == {f"k11-{same_tile(t)}" for t in parts[0]}
        deals.add(game.dump(s))
    assert len(deals) == 10


def test_forced_spaces_come_before_and_after_the_free_move() -> None:
    """Would catch a free move before a forced one, a turn that passes with a fill, a second free move, a wrong draw.

      l12 l13
    k11 k12        l12 is forced: k11, k12 and l13 touch it
    """
    game = Tantrix(side=11)
    s = drawn(game, CORNER, (FITS, *OTHERS), ("bbrrgg", "bbgrrg", "bbgrgr", "bbrgrg", "bbrggr", "bgrbrg"))
    assert names(game, s) == {f"l12-{FITS}"}
    next_tile = int(s.order[44 - s.bag])
    t = played(game, s, f"l12-{FITS}")
    assert (t.turn, t.freed, t.bag) == (0, 0, s.bag - 1) and int(t.blue) >> next_tile & 1
    assert int(t.order[44 - s.bag]) == -1 and len(list(cells(t.blue))) == 6
    free = next(a for a in game.choices(t) if not len(game.placements(game.result(t, a)._replace(turn=0), False)))
    u = game.result(t, free)
    assert (u.turn, u.freed) == (1, 0), "nothing is forced: the turn passes"
    without = drawn(game, CORNER, (*OTHERS, "bbgrrg"), (FITS, "bbrrgg", "bbgrgr", "bbrgrg", "bbrggr", "bgrbrg"))
    assert "l12" not in spaces(game, without) and len(spaces(game, without)) > 3
    three = {"k11": CORNER["k11"], "k12": CORNER["k12"]}
    before = drawn(game, three, ("gyygrr", FITS, *OTHERS[:4]), NO_MORE)
    after = played(game, before, "l13-gyygrr")
    assert (after.turn, after.freed) == (0, 1) and names(game, after) == {f"l12-{FITS}"}
    last = played(game, after, f"l12-{FITS}")
    assert (last.turn, last.freed) == (1, 0)


def test_three_sides_of_one_colour() -> None:
    """Would catch a forced space with three blue sides while there are tiles to draw, or a ban that outlasts the bag.

      l12 l13        l12 sees blue from k11 and k12; a tile on l13 may not show it blue as well
    k11 k12
    """
    game, laid, own = Tantrix(side=11), {"k11": "bbrryy", "k12": "ryyrbb"}, ("bbggrr",)
    ways = {"l13-ggrrbb", "l13-bggrrb"}  # the first has blue to the left, the second red
    assert names(game, drawn(game, laid, own)) & ways == {"l13-bggrrb"}
    assert names(game, drawn(game, laid, own, bag=NO_MORE)) & ways == ways


def test_a_fourth_neighbour() -> None:
    """Would catch a space that gets a fourth neighbour while there are tiles to draw, or a ban that outlasts the bag.

    l11 l12 l13      l12 is forced, and no tile fits: l11 and m13 stay empty
      k11 k12
    """
    game = Tantrix(side=11)
    limited, unlimited = (spaces(game, drawn(game, CORNER, OTHERS, bag=bag)) for bag in (None, NO_MORE))
    assert not {"l11", "m13"} & limited and {"l11", "m13"} <= unlimited
    assert limited < unlimited


def test_a_controlled_side() -> None:
    """Would catch play along a side whose end is forced, one space too far or too near, or a ban that outlasts the bag.

    l8  l9  l10 l11 l12 l13 l14      l13 is forced, and no tile fits. On l12 a tile is the fourth at l13; on l11 it is the
      k8  k9  k10 k11 k12 k13 k14    third at l12, and on l10 the third at l11, so that filling ends with a fourth at l12.
    """
    near, whole = Tantrix(side=11), Tantrix(controlled="whole", side=11)
    side = {"l9", "l10", "l11", "l12"}
    assert spaces(near, drawn(near, SIDE, ALONG)) & side == {"l9"}
    assert spaces(whole, drawn(whole, SIDE, ALONG)) & side == set()
    assert spaces(near, drawn(near, SIDE, ALONG, bag=NO_MORE)) & side == side
    open_side = {name: sides for name, sides in SIDE.items() if name != "l14"}
    assert spaces(whole, drawn(whole, open_side, ALONG)) & side == side, "without the forced space nothing is controlled"


def test_lines_and_loops() -> None:
    """Would catch a loop that counts single, a line counted beyond its end, the wrong colour, ties that somebody wins.

      l12
    k11 k12          three tiles, each with a tight blue bend: a loop of 3 counts 6
    """
    game = Tantrix(side=11)
    loop = {"k11": "bbyryr", "k12": "gyygbb", "l12": "rybbyr"}
    s = drawn(game, loop, NO_MORE, bag=NO_MORE)
    plain = plain_like(game, s)
    assert [game.prospects(s, p)[0] for p in (0, 1)] == [6, plain.score(plain.initial(), 1)]
    assert game.terminal(s) and [game.utility(s, 0), game.utility(s, 1)] == [1.0, -1.0]
    line = drawn(game, {"k11": "gbgrbr", "k12": "ybyrbr"}, NO_MORE, bag=NO_MORE)
    assert [game.prospects(line, p)[0] for p in (0, 1)] == [2, 1]
    level = drawn(game, {"k11": "gbgrbr"}, NO_MORE, bag=NO_MORE)
    assert game.utility(level, 0) == 0.0


def test_passing() -> None:
    """Would catch a pass by choice, a game that goes on after two passes or ends after one."""
    game = Tantrix(side=11)
    s = drawn(game, CORNER, NO_MORE, (FITS,), bag=NO_MORE)
    assert names(game, s) == {"pass"} and not game.terminal(s)
    s = played(game, s, "pass")
    assert not game.terminal(s) and s.turn == 1 and "pass" not in names(game, s)
    done = played(game, s, f"l12-{FITS}")
    assert game.terminal(done) and "all tiles lie" in game.ending(done)
    assert game.terminal(s._replace(passes=2)) and "nobody can lay a tile" in game.ending(s._replace(passes=2))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("bbrryy", "bbrrgg"), "is in two places"),
        (("bbrryy", "brybry"), "should be tiles of six letters"),
        (("- ", "k12-bbrryy "), "is in two places"),
        ((" blue free 0", " blue made 0"), "the turn should have passed"),
        ((" blue free 0", " green free 0"), "the player to move should be blue or red"),
    ],
)
def test_wrong_notation(change: tuple[str, str], sentence: str) -> None:
    """Would catch a position that is taken although a tile is doubled or unknown, or nobody would be to move."""
    game = Tantrix(side=11)
    text = game.dump(game.initial())
    with pytest.raises(BadNotation, match=sentence):
        game.load(text.replace(*change, 1))


def test_wrong_tables() -> None:
    """Would catch tiles that do not match, lie apart, or not around the first one."""
    game = Tantrix(side=11)
    for laid, sentence in (
        ({"k11": "bbrryy", "k12": "bbyggy"}, "the tile on k11 does not match what it touches"),
        ({"k11": "bbrryy", "k14": "bbyggy"}, "the tile on k14 is not joined to the first one"),
        ({"k12": "bbrryy"}, "no tile lies on k11"),
    ):
        assert game.problem(drawn(game, laid, OTHERS)).startswith(sentence)


def test_wrong_parameters() -> None:
    """Would catch a parameter that is taken for another, and a preset that is none."""
    for wrong, sentence in (({"seed": -1}, "seed must be"), ({"controlled": "far"}, "near, whole"), ({"side": 14}, "4 to 13")):
        with pytest.raises(BadParameter, match=sentence):
            Tantrix(**wrong)  # type: ignore[arg-type]
    assert make_game("tantrix_with_whole_controlled_sides").parameters["controlled"] == "whole"


def test_taps_turn_a_tile() -> None:
    """Would catch two actions with the same clicks, taps that lead to nothing, clicks on places that are not there."""
    game, chance = Tantrix(seed=2, side=11), random.Random(1)
    s = game.initial()
    for _ in range(12):
        scene, gestures = game.scene(s), [tuple(game.gesture(s, a)) for a in game.choices(s)]
        assert len(set(gestures)) == len(gestures) and {place for g in gestures for place in g} <= set(scene.places())
        for piece in scene.pieces:
            taps = {len(g) - 1 for g in gestures if g[0] == piece.cell}
            assert taps in (set(), set(range(1, 2 + len(piece.turns)))), piece
        s = game.result(s, int(chance.choice(game.choices(s))))
