"""Dominoes: the set, hand-made positions, and a second implementation with tiles as pairs, which also solves whole rounds."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games import make_game
from counterplay.games.placement.dominoes.dominoes import Dominoes, State
from counterplay.solve.solver import solve_position
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

Tile = tuple[int, int]
SET = [(a, b) for a in range(7) for b in range(a, 7)]
SIXES = "66,65,64,62,61,60,55 54,53,52,51,50,44,43 00,11,63,42,41,40,33,32,31,30,22,21,20,10 - south"
YARD = "64,62,61,60,44,43,42,41,40,32,30,22,21,11"
NO_SIX_LEFT = "55,54,53,52,51,50 44,43,42,41,40,33,32 65,64,63,62,61,60,31,30,22,21,20,11,10,00 [66] north"


class Table(NamedTuple):
    hands: tuple[frozenset[Tile], frozenset[Tile]]
    yard: tuple[Tile, ...]
    line: tuple[Tile, ...]  # as they lie, from left to right
    turn: int


class PlainDominoes(NamedMoves):
    """The rules with tiles as pairs, from the deal of a text; `drawing` is false in the block game."""

    def __init__(self, deal: str, drawing: bool) -> None:
        self.drawing = drawing
        south, north, yard, line, turn = (part.replace("[", "").replace("]", "") for part in deal.split())
        hands = (frozenset(pairs(south)), frozenset(pairs(north)))
        laid = tuple((int(text[0]), int(text[1])) for text in line.split(",")) if line != "-" else ()
        self.start = Table(hands, tuple(pairs(yard)), laid, ("south", "north").index(turn))

    def initial(self) -> Table:
        return self.start

    def player(self, s: Table) -> int:
        return s.turn

    def leader(self, s: Table) -> Tile:
        """The highest double, or without one the heaviest tile."""
        held = s.hands[0] | s.hands[1]
        doubles = [tile for tile in held if tile[0] == tile[1]]
        return max(doubles) if doubles else max(held, key=lambda tile: (tile[0] + tile[1], tile[1]))

    def lays(self, s: Table, player: int) -> dict[str, Table]:
        """Every way to lay a tile, by what joins and what becomes an end; where the ends are equal, one of the two."""
        found = {}
        for tile in s.hands[player]:
            for joining, other in (tile, tile[::-1]):
                lines = []
                if s.line and s.line[0][0] == joining:
                    lines.append(((other, joining), *s.line))
                if s.line and s.line[-1][1] == joining:
                    lines.append((*s.line, (joining, other)))
                if not s.line and tile == self.leader(s) and joining >= other:
                    lines.append(((joining, other),))
                for line in lines[:1]:
                    hands = [hand - {tile} for hand in s.hands]
                    found[f"{joining}-{other}"] = Table((hands[0], hands[1]), s.yard, line, 1 - player)
        return found

    def listed(self, s: Table) -> dict[str, Table]:
        found = self.lays(s, s.turn)
        if found:
            return found
        if self.drawing and s.yard:
            hands = list(s.hands)
            hands[s.turn] |= {s.yard[0]}
            return {"draw": Table((hands[0], hands[1]), s.yard[1:], s.line, s.turn)}
        return {"pass": s._replace(turn=1 - s.turn)}

    def terminal(self, s: Table) -> bool:
        if not s.hands[0] or not s.hands[1]:
            return True
        return not (self.drawing and s.yard) and not self.lays(s, 0) and not self.lays(s, 1)

    def utility(self, s: Table, p: int) -> float:
        own, theirs = (sum(a + b for a, b in hand) for hand in (s.hands[p], s.hands[1 - p]))
        if not s.hands[p]:
            return float(theirs)
        if not s.hands[1 - p]:
            return float(-own)
        return float(theirs - own)

    def dump(self, s: Table) -> str:
        ends = sorted((s.line[0][0], s.line[-1][1])) if s.line else []
        return f"{sorted(s.hands[0])} {sorted(s.hands[1])} {list(s.yard)} {ends} {len(s.line)} {s.turn}"

    def value(self, s: Table) -> float:
        """What South gets with best play: plain minimax over every line; positions that came up before are remembered."""

        @cache
        def south_gets(hands: tuple[frozenset[Tile], ...], yard: tuple[Tile, ...], left: int, right: int, turn: int) -> float:
            return best(Table((hands[0], hands[1]), yard, ((left, right),), turn))  # the inside of a line decides nothing

        def best(s: Table) -> float:
            if self.terminal(s):
                return self.utility(s, 0)
            following = self.listed(s).values()
            values = [south_gets(t.hands, t.yard, t.line[0][0], t.line[-1][1], t.turn) for t in following]
            return max(values) if s.turn == 0 else min(values)

        return best(s)


class Match(NamedTuple):
    table: Table
    points: tuple[int, int]  # of the rounds before this one
    rounds: int


class PlainMatch(NamedMoves):
    """Rounds of the plain game, each from the text of its deal, until somebody has so many points."""

    def __init__(self, deals: list[str], drawing: bool, match_to: int) -> None:
        self.rounds, self.match_to = [PlainDominoes(deal, drawing) for deal in deals], match_to

    def initial(self) -> Match:
        return Match(self.rounds[0].initial(), (0, 0), 0)

    def player(self, s: Match) -> int:
        return s.table.turn

    def after_round(self, s: Match) -> tuple[int, int]:
        """The points with those of the round on the table: the winner's pips less, and nothing for the other one."""
        south, north = (sum(a + b for a, b in hand) for hand in s.table.hands)
        return s.points[0] + (north - south if north > south else 0), s.points[1] + (south - north if south > north else 0)

    def listed(self, s: Match) -> dict[str, Match]:
        if self.rounds[0].terminal(s.table):
            return {"deal": Match(self.rounds[s.rounds + 1].initial(), self.after_round(s), s.rounds + 1)}
        return {name: s._replace(table=table) for name, table in self.rounds[0].listed(s.table).items()}

    def terminal(self, s: Match) -> bool:
        return self.rounds[0].terminal(s.table) and max(self.after_round(s)) >= self.match_to

    def utility(self, s: Match, p: int) -> float:
        points = self.after_round(s)
        return 1.0 if points[p] > points[1 - p] else -1.0

    def dump(self, s: Match) -> str:
        return f"{self.rounds[0].dump(s.table)} {s.rounds} {s.points[0]}-{s.points[1]}"


def pairs(text: str) -> list[Tile]:
    """The tiles of '63,50', the smaller half first."""
    return [] if text == "-" else [(min(t), max(t)) for t in ((int(w[0]), int(w[1])) for w in text.split(","))]


def shown_round(game: Dominoes, s: State) -> str:
    """A state as the plain game shows it, by way of the notation; what a match adds is left out."""
    plain = PlainDominoes(" ".join(game.dump(s).split()[:5]), game.drawing)
    return plain.dump(plain.initial())


def shown_match(game: Dominoes, s: State) -> str:
    """A state as the plain match shows it."""
    return f"{shown_round(game, s)} {' '.join(game.dump(s).split()[5:])}"


def names(game: Dominoes, s: State) -> set[str]:
    found = [game.action_name(s, a) for a in game.choices(s)]
    assert len(set(found)) == len(found), "an action is listed twice"
    return set(found)


def played(game: Dominoes, s: State, *moves: str) -> State:
    for move in moves:
        s = game.result(s, game.parse_action(s, move))
    return s


def late_positions(game: Dominoes, chance: random.Random, most: int) -> list[State]:
    """One position of a random game with at most so many tiles that are not laid yet, if it comes to one."""
    s = game.initial()
    while not game.terminal(s) and sum(spot == 127 for spot in s.spots) > most:
        s = game.result(s, int(chance.choice(game.choices(s))))
    return [] if game.terminal(s) else [s]


def test_the_set() -> None:
    """Would catch a missing tile, a wrong number of pips, a tile dealt twice, a deal that every seed shares."""
    deals = set()
    for seed in range(20):
        game = Dominoes(seed=seed)
        s = game.initial()
        plain = PlainDominoes(game.dump(s), True).initial()
        assert sorted([*plain.hands[0], *plain.hands[1], *plain.yard]) == SET and len(SET) == 28
        assert [len(plain.hands[0]), len(plain.hands[1]), len(plain.yard)] == [7, 7, 14]
        assert game.pips(s.south) + game.pips(s.north) + game.pips(s.yard) == 168 == sum(a + b for a, b in SET)
        deals.add(game.dump(s))
    assert len(deals) == 20


@pytest.mark.parametrize("variant", ["draw", "block"])
def test_random_games_beside_the_plain_one(variant: str) -> None:
    """Would catch a tile that fits and is not offered, one laid at the wrong end, a wrong draw, end of the game or score."""
    endings = set()
    for seed in range(12):
        game = Dominoes(seed=seed, variant=variant)
        plain = PlainDominoes(game.dump(game.initial()), variant == "draw")
        walk_beside_plain(game, plain, show=partial(shown_round, game), games=1, seed=seed)
        s = game.initial()
        while not game.terminal(s):
            s = game.result(s, int(game.actions(s)[0]))
        endings.add("blocked" in game.ending(s))
    assert endings == {True, False}, "both ends of the game are among these"


def round_deals(game: Dominoes, number: int) -> list[str]:
    """The first positions of so many rounds, without what a match adds."""
    return [" ".join(game.dump(game.deal(i)).split()[:5]) for i in range(number)]


@pytest.mark.parametrize(("variant", "match_to"), [("draw", 100), ("block", 40)])
def test_matches_beside_the_plain_one(variant: str, match_to: int) -> None:
    """Would catch points that are lost, doubled or given to the loser, a match that ends late or early, a round dealt twice."""
    rounds = set()
    for seed in range(3):
        game = Dominoes(seed=seed, variant=variant, match_to=match_to)
        plain = PlainMatch(round_deals(game, 60), variant == "draw", match_to)
        walk_beside_plain(game, plain, show=partial(shown_match, game), games=1, seed=seed)
        rounds.add(len(set(round_deals(game, 60))))
    assert rounds == {60}


def test_the_rounds_of_a_match() -> None:
    """Would catch a round whose score is not carried over, a wrong winner, an end before the points are reached."""
    game = Dominoes(match_to=100)
    last = "44,22 52 - 53,30,06,65,55,51,11,10,00,04,42,23,[33],34,41,13,36,62,21,16,66,64,45,50,02 north"
    s = played(game, game.load(f"{last} 6 99-87"), "2-5")
    assert names(game, s) == {"deal"} and not game.terminal(s)
    assert game.scene(s).buttons == {"deal": "Deal the next round"}
    assert [score.split(" points")[0] for score in game.scene(s).scores] == ["99", "99"]
    s = played(game, s, "deal")
    assert game.dump(s).split()[5:] == ["7", "99-99"] and " ".join(game.dump(s).split()[:5]) == round_deals(game, 8)[7]
    s = played(game, game.load(f"{last} 6 99-88"), "2-5")
    assert game.terminal(s) and [game.utility(s, 0), game.utility(s, 1)] == [-1.0, 1.0]
    assert game.ending(s) == "South has 99 points, North 100, after 7 rounds"
    with pytest.raises(BadNotation, match="points of South and of North should be 2 numbers with - between, at most 99-99"):
        game.load(f"{last} 6 100-0")


def test_a_match_begins_with_the_deal_of_a_round() -> None:
    """Would catch deals that change with the length of the match: a seed is one deal for all."""
    assert round_deals(Dominoes(seed=5, match_to=50), 1) == [Dominoes(seed=5).dump(Dominoes(seed=5).initial())]


def test_the_highest_double_is_led_or_the_heaviest_tile() -> None:
    """Would catch a lead that is free, the wrong leader, a heavy tile before a double, the wrong one of two equally heavy."""
    game = Dominoes()
    assert names(game, game.load(SIXES)) == {"6-6"}
    low = "65,64,63,62,61,60,54 53,52,51,50,43,42,00 11,22,33,44,55,66,41,40,32,31,30,21,20,10 - north"
    assert names(game, game.load(low)) == {"0-0"}
    without = "54,62,61,60,53,52,51 63,50,43,42,41,40,32 66,55,44,33,22,11,00,65,64,10,20,21,30,31 - north"
    assert names(game, game.load(without)) == {"6-3"}
    with pytest.raises(BadNotation, match="tile 63 is to be led, but the player to move does not hold it"):
        game.load(without.replace("north", "south"))


def test_drawing_goes_on_until_a_tile_fits() -> None:
    """Would catch a draw from the wrong end of the boneyard, a turn that passes with a draw, drawing by choice."""
    game = Dominoes()
    s = played(game, game.load(SIXES), "6-6")
    for drawn in ("00", "11", "63"):
        assert names(game, s) == {"draw"} and game.player(s) == 1
        s = played(game, s, "draw")
        assert drawn in game.dump(s).split()[1].split(",")
    assert names(game, s) == {"6-3"} and game.player(s) == 1
    s = played(game, s, "6-3")
    assert game.dump(s).split()[2:] == ["42,41,40,33,32,31,30,22,21,20,10", "[66],63", "south"]


def test_the_block_game_passes() -> None:
    """Would catch drawing in the block game, and an end of the game although the other player can go on."""
    game = Dominoes(variant="block")
    s = played(game, game.load(SIXES), "6-6")
    assert names(game, s) == {"pass"} and not game.terminal(s)
    s = played(game, s, "pass", "6-5")
    assert names(game, s) == {"5-4", "5-3", "5-2", "5-1", "5-0"}


def test_a_blocked_game() -> None:
    """Would catch a blocked game that goes on, the sum of the pips for their difference, the wrong winner; a draw at 0."""
    game = Dominoes(variant="block")
    s = game.load(NO_SIX_LEFT)
    assert game.terminal(s) and [game.utility(s, 0), game.utility(s, 1)] == [-4.0, 4.0]
    assert game.ending(s) == "the game is blocked: South holds 45 pips, North 41"
    level = game.load(NO_SIX_LEFT.replace("51", "x").replace("20", "51").replace("x", "20"))
    assert game.terminal(level) and game.utility(level, 0) == 0.0
    drawing = Dominoes()
    assert names(drawing, drawing.load(NO_SIX_LEFT)) == {"draw"}


def test_laying_the_last_tile_scores_the_other_hand() -> None:
    """Would catch a game that goes on with an empty hand, a wrong score, bounds that miss a last tile that fits."""
    game = Dominoes()
    s = game.load("44,22 52 - 53,30,06,65,55,51,11,10,00,04,42,23,[33],34,41,13,36,62,21,16,66,64,45,50,02 north")
    assert names(game, s) == {"5-2", "2-5"} and game.value_bounds(s) == (12.0, 12.0)
    s = played(game, s, "2-5")
    assert game.terminal(s) and [game.utility(s, 0), game.utility(s, 1)] == [-12.0, 12.0]
    assert game.ending(s) == "North has laid the last tile; South holds 12 pips"


def test_a_pass_when_the_boneyard_is_empty() -> None:
    """Would catch a pass that ends the game, or a draw from nothing: South's double five still fits."""
    game = Dominoes()
    s = game.load("55 44,22,21,20,11,10 - 52,26,60,05,53,33,30,00,04,45,56,[66],61,14,46,63,32,24,43,31,15 north")
    assert names(game, s) == {"pass"}
    s = played(game, s, "pass")
    assert names(game, s) == {"5-5"} and game.utility(played(game, s, "5-5"), 0) == 20.0


def test_a_tile_at_two_ends() -> None:
    """Would catch a tile that counts twice at two equal ends, or once where it leaves different ends; a key that sees sides."""
    game = Dominoes()
    equal = game.load(f"33,31,20,10,00 55,54,52,51,50 {YARD} 36,[66],65,53 south")
    assert names(game, equal) == {"3-3", "3-1"}
    both = game.load(f"33,31,20,10,00 55,54,53,52,51,50 {YARD} 56,[66],63 north")
    assert names(game, both) == {"5-5", "5-4", "5-3", "3-5", "5-2", "5-1", "5-0"}
    ends = [sorted((t.left, t.right)) for t in (played(game, both, "5-3"), played(game, both, "3-5"))]
    assert ends == [[3, 3], [5, 5]]
    mirrored = game.load(f"33,31,20,10,00 55,54,53,52,51,50 {YARD} 36,[66],65 north")
    assert game.key(mirrored) == game.key(both) and names(game, mirrored) == names(game, both)


def test_whole_rounds_solved_twice() -> None:
    """Would catch wrong bounds, keys of different positions that agree, an order of play that changes values: block games."""
    for seed in range(6):
        game = Dominoes(seed=seed, variant="block")
        s = game.initial()
        plain = PlainDominoes(game.dump(s), drawing=False)
        sign = 1 if game.player(s) == 0 else -1
        assert solve_position(game, s, table_mb=1).value.score == sign * plain.value(plain.initial()), seed


def test_late_positions_solved_twice() -> None:
    """Would catch the same in the draw game, and bounds that a value lies outside of."""
    chance, compared = random.Random(1), 0
    for seed in range(40):
        game = Dominoes(seed=seed)
        for s in late_positions(game, chance, most=13):
            plain = PlainDominoes(game.dump(s), drawing=True)
            value = plain.value(plain.initial()) * (1 if game.player(s) == 0 else -1)
            low, high = game.value_bounds(s)
            assert low <= value <= high and solve_position(game, s, table_mb=1).value.score == value, game.dump(s)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SIXES.replace("10 -", "20 -"), "tile 20 is in two places"),
        (SIXES.replace(",10 -", " -"), "tile 10 is nowhere; all 28 are in a hand, in the boneyard or in the line"),
        (SIXES.replace("66", "67"), "the tiles of South should be tiles of two digits from 0 to 6"),
        (SIXES.replace("south", "north"), "tile 66 is to be led"),
        (NO_SIX_LEFT.replace(",50 ", " ").replace("[66]", "[66],50"), "halves that touch are equal"),
        ("66 65", "it has 2 parts instead of 5"),
    ],
)
def test_wrong_notation(text: str, sentence: str) -> None:
    """Would catch a position that is taken although a tile is missing, doubled or does not fit."""
    with pytest.raises(BadNotation, match=sentence):
        Dominoes().load(text)


def test_wrong_parameters() -> None:
    """Would catch a variant that is taken for another, and a preset that is none."""
    with pytest.raises(BadParameter, match="variant must be one of draw, block, not 'muggins'"):
        Dominoes(variant="muggins")
    with pytest.raises(BadParameter, match="seed must be a whole number from 0, not -1"):
        Dominoes(seed=-1)
    with pytest.raises(
        BadParameter, match="match_to must be a number of points from 1 to 500, or 0 for a single round, not -1"
    ):
        Dominoes(match_to=-1)
    assert make_game("block_dominoes").parameters == {"seed": 1, "variant": "block", "match_to": 0}
    assert make_game("dominoes_match").parameters == {"seed": 1, "variant": "draw", "match_to": 100}


def test_the_picture_holds_every_tile_once() -> None:
    """Would catch a tile drawn twice or not at all, tiles of a long line that lie on each other, halves that do not meet."""
    for seed in range(3):
        game, chance = Dominoes(seed=seed), random.Random(seed)
        s = game.initial()
        while not game.terminal(s):
            s = game.result(s, int(chance.choice(game.choices(s))))
            scene = game.scene(s)
            assert len(scene.pieces) == 28 == len({piece.cell for piece in scene.pieces})
            for i, one in enumerate(scene.cells):
                for other in scene.cells[:i]:
                    apart = abs(one.x - other.x) >= (one.width + other.width) / 2
                    assert apart or abs(one.y - other.y) >= (one.height + other.height) / 2, (one, other)
