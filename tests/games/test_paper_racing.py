"""Paper racing: least moves on straight tracks, points in reach of a car, and a second implementation with exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest

from counterplay.core import BadNotation, BadParameter
from counterplay.games import make_game
from counterplay.games.races.paper_racing.paper_racing import ACCELERATIONS, CRASH, CarState, PaperRacing
from counterplay.games.races.paper_racing.race_track import TRACKS, touched
from counterplay.search.perft import perft
from tests.oracles.named_moves import NamedMoves, walk_beside_plain

STRIP = "1..>..|2..>.."
CURVE = "......|.....1|....2.|..##..|vv####|..####"
RING = "......|......|..##..|..##..|..>1..|..>.2."  # a circuit: the line lies just behind the cars
OPEN = "." * 15 + "###"
FIELD = "|".join([*[OPEN] * 6, ".......1.......###", *[OPEN] * 6, "2...............>."])  # the finish is far from the centre


class Racer(NamedTuple):
    x: int
    y: int
    vx: int = 0
    vy: int = 0
    waits: bool = False
    past: int = 0


class Paper(NamedTuple):
    cars: tuple[Racer, Racer]
    turn: int
    clock: int


def meets(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> bool:
    """Whether the segment from a to b meets the closed unit square around (x, y): clipped by the four sides in turn."""
    low, high = Fraction(0), Fraction(1)
    for start, way, centre in ((ax, bx - ax, x), (ay, by - ay, y)):
        if way == 0:
            if abs(start - centre) * 2 > 1:
                return False
            continue
        ends = sorted((Fraction(2 * (centre - start) - 1, 2 * way), Fraction(2 * (centre - start) + 1, 2 * way)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low <= high


class PlainRace(NamedMoves):
    """The rules on a dictionary of points, y downwards, with exact fractions."""

    def __init__(self, drawn: str, crash_loses: bool = False) -> None:
        rows = drawn.split("|")
        self.sign = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        self.track = {point for point, sign in self.sign.items() if sign != "#"}
        self.height, self.crash_loses = len(rows), crash_loses
        self.finish = sorted(point for point, sign in self.sign.items() if sign in "<>^v")
        self.arrow = self.sign[self.finish[0]]

    def initial(self) -> Paper:
        start = {sign: point for point, sign in self.sign.items()}
        return Paper((Racer(*start["1"]), Racer(*start["2"])), 0, 0)

    def player(self, s: Paper) -> int:
        return s.turn

    def crossing(self, ax: int, ay: int, bx: int, by: int) -> int:
        """How far past the line a segment leads that crosses it; a negative number for a segment that goes back over it."""
        (x, y), last = self.finish[0], self.finish[-1]
        if self.arrow in "^v":  # look at the paper from the side
            ax, ay, bx, by, x, y, last = ay, ax, by, bx, y, x, (last[1], last[0])
        forward = 1 if self.arrow in ">v" else -1
        line = x - Fraction(forward, 2)
        if not min(ax, bx) < line < max(ax, bx):
            return 0
        height = ay + (by - ay) * (line - ax) / (bx - ax)
        if not y - Fraction(1, 2) <= height <= last[1] + Fraction(1, 2):
            return 0
        return forward * (bx - x) + 1 if (bx > ax) == (forward > 0) else -1

    def name(self, x: int, y: int) -> str:
        return f"{'abcdefghijklmnopqrstuvwxyz'[x]}{self.height - y}"

    def listed(self, s: Paper) -> dict[str, Paper]:
        own, other, found = s.cars[s.turn], s.cars[1 - s.turn], {}
        for vx in (own.vx - 1, own.vx, own.vx + 1):
            for vy in (own.vy - 1, own.vy, own.vy + 1):
                x, y = own.x + vx, own.y + vy
                around = [
                    (i, j)
                    for i in range(min(x, own.x) - 1, max(x, own.x) + 2)
                    for j in range(min(y, own.y) - 1, max(y, own.y) + 2)
                ]
                outside = any(p not in self.track and meets(own.x, own.y, x, y, *p) for p in around)
                past = self.crossing(own.x, own.y, x, y)
                if outside or past < 0:
                    found["crash"] = self.after(s, Racer(own.x, own.y, waits=True))
                elif (x, y) != (other.x, other.y):
                    found[self.name(x, y)] = self.after(s, Racer(x, y, vx, vy, past=past))
        return found

    def after(self, s: Paper, car: Racer) -> Paper:
        cars, turn, clock = list(s.cars), 1 - s.turn, 0 if car.past else s.clock + 1
        cars[s.turn] = car
        while cars[turn].waits and not self.crash_loses:
            cars[turn] = cars[turn]._replace(waits=False)
            turn = 1 - turn
        return Paper((cars[0], cars[1]), turn, clock)

    def terminal(self, s: Paper) -> bool:
        blue, red = s.cars
        if self.crash_loses and (blue.waits or red.waits):
            return True
        return red.past > 0 or (blue.past > 0 and s.turn == 0) or (blue.past == 0 and s.clock >= 200)

    def utility(self, s: Paper, p: int) -> float:
        own, other = s.cars[p], s.cars[1 - p]
        if self.crash_loses and own.waits != other.waits:
            return -1.0 if own.waits else 1.0
        return float((own.past > other.past) - (own.past < other.past))

    def dump(self, s: Paper) -> str:
        cars = [
            f"{self.name(c.x, c.y)}{c.vx:+}{-c.vy:+}" + ("x" if c.waits else f"={c.past}" if c.past else "") for c in s.cars
        ]
        return f"{' '.join(cars)} {('blue', 'red')[s.turn]} {s.clock}"


def straight(length: int) -> str:
    """Two lanes with the cars at the given distance from the first points past the line."""
    lane = "." * (length - 1) + ">" + "." * 3
    return f"1{lane}|2{lane}"


def names(game: PaperRacing, position: str) -> set[str]:
    s = game.load(position)
    return {game.action_name(s, a) for a in game.choices(s)}


def after(game: PaperRacing, position: str, *moves: str) -> str:
    s = game.load(position)
    for move in moves:
        s = game.result(s, game.parse_action(s, move))
    return game.dump(s)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 6, 7, 10, 11, 15, 16, 21, 22])
def test_least_moves_on_a_straight(length: int) -> None:
    """Would catch a line that lies a point off, an acceleration of two, and turns to the finish that are no least ones."""
    game, start = PaperRacing(straight(length)), CarState(0, 0, 0, 0, 0)
    least = next(k for k in range(9) if k * (k + 1) // 2 >= length)
    assert game.turns_left(start) == least
    reached, moves = {start}, 0
    while not any(car.past for car in reached):  # the same by the rules alone
        following = {game.moved(car, a) for car in reached for a in range(ACCELERATIONS)}
        reached, moves = {car for car in following if car.cell >= 0}, moves + 1
    assert moves == least


def test_points_in_reach_from_rest() -> None:
    """Would catch a missing acceleration, or two ways that come to the same point with the same velocity and are one."""
    game = PaperRacing(FIELD)
    start = game.car(game.initial(), 0)
    once = [game.moved(start, a) for a in range(ACCELERATIONS)]
    twice = [game.moved(car, a) for car in once for a in range(ACCELERATIONS)]
    assert (len({car.cell for car in once}), len({car.cell for car in twice})) == (9, 49)
    assert (len(twice), len(set(twice))) == (81, 81)
    assert perft.interpreted(game, game.initial(), 1) == 9


def test_touched_squares() -> None:
    """Would catch a segment that slips between two squares at a corner, or one that touches too much."""
    assert set(touched(1, 1)) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    for dx in range(-5, 6):
        for dy in range(-5, 6):
            near = [(x, y) for x in range(-6, 7) for y in range(-6, 7) if meets(0, 0, dx, dy, x, y)]
            assert sorted(touched(dx, dy)) == near


@pytest.mark.parametrize(
    ("track", "crash_loses", "games"),
    [(STRIP, False, 8), (CURVE, False, 4), (RING, False, 4), (RING, True, 12), (CURVE, True, 12)],
)
def test_random_games_beside_the_plain_one(track: str, crash_loses: bool, games: int) -> None:
    """Would catch a crash that is missed, a turn that is not missed, a wrong end, a line crossed elsewhere or backwards."""
    game, plain = PaperRacing(track, crash_loses), PlainRace(track, crash_loses)
    walk_beside_plain(game, plain, games=games, seed=1)


@pytest.mark.parametrize("name", TRACKS)
def test_first_moves_on_every_track(name: str) -> None:
    """Would catch a named track on which the tables and the plain rules differ, in any direction of the finish."""
    game, plain = PaperRacing(name), PlainRace("|".join(TRACKS[name]))
    walk_beside_plain(game, plain, games=1, seed=2, until=lambda position, oracle: len(position.played()) >= 40)


def test_all_directions_are_alike() -> None:
    """Would catch a finish whose direction is read wrongly: a turned track has as many ways to play."""
    turned = "|".join("".join(row[x] for row in reversed(STRIP.split("|"))) for x in range(6)).replace(">", "v")
    tracks = (STRIP, "|".join(row[::-1] for row in STRIP.split("|")).replace(">", "<"), turned)
    upwards = "|".join(reversed(turned.split("|"))).replace("v", "^")
    games = [PaperRacing(track) for track in (*tracks, upwards)]
    assert len({perft.interpreted(game, game.initial(), 3) for game in games}) == 1
    assert {game.turns_left(game.car(game.initial(), 0)) for game in games} == {2}


def test_a_crash_costs_speed_and_a_turn() -> None:
    """Would catch a car that keeps its speed, is put elsewhere, or moves on at once; and two crashes in a row."""
    game = PaperRacing("1......>.....|2......>.....")
    crashed = after(game, "b2+1+0 b1+1+0 blue 2", "crash")
    assert crashed == "b2+0+0x b1+1+0 red 3"
    assert game.scene(game.load(crashed)).notes == ("Blue has crashed and misses the next turn.",)
    assert after(game, crashed, "d1") == "b2+0+0 d1+2+0 red 4"  # Red has two turns
    assert after(game, crashed, "crash") == "b2+0+0 b1+0+0 blue 4"  # both have missed one


def test_a_crash_may_lose() -> None:
    """Would catch a crash that does not end the game there, or that the wrong player loses."""
    game = make_game("paper_racing_where_a_crash_loses")
    assert isinstance(game, PaperRacing)
    s = game.result(game.initial(), CRASH)
    assert game.terminal(s) and (game.utility(s, 0), game.utility(s, 1)) == (-1.0, 1.0)
    assert game.ending(s) == "Blue has left the track"


def test_corners_are_not_cut() -> None:
    """Would catch a diagonal step past the corner of a square that is outside."""
    game = PaperRacing("1.#..|..#..|...>.|2..>.|...>.")
    assert names(game, "b4+0+0 a2+0+0 blue 2") == {"a5", "b5", "a4", "b4", "a3", "b3", "crash"}  # not c3


def test_cars_do_not_share_a_point() -> None:
    """Would catch two cars on one point; passing through it is allowed."""
    game = PaperRacing("1......>.....|2......>.....")
    position = "b2+1+0 d2+1+0 blue 4"
    assert "d2" not in names(game, position) and {"b2", "c2"} < names(game, position)
    position = "d2+2+0 f2+1+0 blue 6"
    assert "f2" not in names(game, position) and {"e2", "g2"} < names(game, position)


def test_equal_turns() -> None:
    """Would catch a race that ends before Red's last move, one that goes on after Red's finish, and a wrong winner."""
    game = PaperRacing("1......>.....|2......>.....")
    start = "g2+2+0 g1+3+0 blue 6"
    for blue, red, utility, ending in (
        ("h2", "i1", -1.0, "Red is 2 points past the line, Blue 1"),
        ("i2", "i1", 0.0, "both cars are 2 points past the line"),
        ("j2", "i1", 1.0, "Blue is 3 points past the line, Red 2"),
        ("j2", "crash", 1.0, "Blue has finished"),
    ):
        s = game.load(after(game, start, blue))
        assert not game.terminal(s)
        t = game.result(s, game.parse_action(s, red))
        assert game.terminal(t) and (game.utility(t, 0), game.ending(t)) == (utility, ending)
    first = game.load(after(game, "f2+1+0 g1+3+0 red 6", "i1"))
    assert game.terminal(first) and game.utility(first, 1) == 1.0
    waiting = game.load(after(game, "g2+2+0 f1+0+0x blue 6", "h2"))  # Red misses the last turn
    assert game.terminal(waiting) and game.utility(waiting, 0) == 1.0


def test_the_line_is_not_crossed_backwards() -> None:
    """Would catch a car that wins on a circuit by backing over the line at the start and crossing it again."""
    game = PaperRacing(RING)
    assert after(game, "c2+0+0 e1+0+0 blue 0", "crash") == "c2+0+0x e1+0+0 red 1"
    assert not {"b1", "b2", "b3"} & names(game, "c2+0+0 e1+0+0 blue 0")
    s = game.load(after(game, "b2+0+0 e1+0+0 red 1", "e2", "c2"))
    assert game.terminal(game.result(s, game.parse_action(s, "crash"))) and s.blue_past == 1


def test_two_hundred_moves_are_a_draw() -> None:
    """Would catch a race without an end, and a finish on the last move that does not count."""
    game = PaperRacing(STRIP)
    s = game.load("a2+0+0 a1+0+0 blue 199")
    idle = game.result(s, game.parse_action(s, "a2"))
    assert game.terminal(idle) and game.utility(idle, 0) == 0.0 and game.ending(idle) == "200 moves without a finish"
    last = game.load("c2+1+0 a1+0+0 blue 199")
    assert not game.terminal(game.result(last, game.parse_action(last, "d2")))


def test_estimate() -> None:
    """Would catch turns that are compared unfairly while Blue is ahead by a move, or points past the line that are ignored."""
    game = PaperRacing("1......>.....|2......>.....")
    level = game.initial()
    assert game.evaluate(level, 0) == 0.0
    moved = game.load(after(game, game.dump(level), "b2"))
    assert game.features(moved, 0).tolist() == [0.0, 0.0]  # Red can do the same
    behind = game.load(after(game, game.dump(level), "a2"))
    assert game.feature(behind, 0, 0) == -game.feature(behind, 1, 0) == -1.0
    farther = game.load("h2+3+0=1 g1+3+0 red 0")
    assert game.features(farther, 1).tolist() == [0.0, 3.0]


@pytest.mark.parametrize(
    ("track", "reason"),
    [
        ("monza", "there is no track 'monza'; there are oval, drag_strip, hairpin, zigzag"),
        ("1..>|2.?>", r"has '\?' in row 2"),
        ("1..>|2.>", "has 3 points in row 2 instead of 4"),
        ("1" + "." * 26 + ">|2" + "." * 26 + ">", "is 28 points wide and 2 high, and 1 to 26 are possible"),
        ("1..>|...>", "has no 2, and there must be one"),
        ("1.1>|2..>", "has 2 1, and there must be one"),
        ("1...|2...", "has no finish"),
        ("1..>|2..<", "has finish signs of two kinds"),
        ("1..>|2.>.", "a finish that is not one straight line"),
        ("1..>|2...", "a finish that does not reach from one side of the track to the other"),
        ("1.#>|2.#>", "no way leads from both starts to the finish"),
    ],
)
def test_wrong_tracks(track: str, reason: str) -> None:
    """Would catch a drawn track that is misread or makes a race that cannot be driven."""
    with pytest.raises(BadParameter, match=reason):
        PaperRacing(track)


def test_a_drawn_track_can_be_named() -> None:
    """Would catch rows that a specification cannot carry: a game is sent to other processes by its text."""
    game = PaperRacing(STRIP.replace("|", "\n"))
    assert game.spec == f"paper_racing:track={STRIP}" and repr(make_game(game.spec)) == repr(game)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("a2+0+0 a2+0+0 blue 0", "both cars are on a2"),
        ("a2+0+0 a1 blue 0", "the red car should be a point of the track and the velocity"),
        ("a2+0+0 z9+0+0 blue 0", "the red car should be a point of the track and the velocity"),
        ("a2+1+0 a1+0+0 blue 0", r"Blue cannot be on a2 with velocity \+1\+0"),
        ("d2+1+0=3 a1+0+0 red 0", r"Blue cannot be on d2 with velocity \+1\+0 in that way"),
        ("a2+9+0 a1+0+0 blue 0", r"Blue cannot be on a2 with velocity \+9\+0"),
        ("a2+0+0x a1+0+0 blue 1", "Blue has crashed and cannot be to move"),
        ("b2+1+0x a1+0+0 red 1", "Blue has crashed and is not at rest"),
    ],
)
def test_wrong_positions(position: str, reason: str) -> None:
    """Would catch cars that share a point, or that are faster than the way to where they are allows."""
    with pytest.raises(BadNotation, match=reason):
        PaperRacing(STRIP).load(position)
