"""Random games of every shape, whose rules are data: arrays that describe a graph of states.

A `Shape` is a set of traits with a way to draw what happens within them; `RandomGame(shape, seed)` is one game of it. Traits
are constants of native code, the arrays are not: all games of one set of traits share what is compiled.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from counterplay import CHANCE, Game, Repetition
from counterplay.core.hashing import MASK

NODES, EDGES, SEATS = 384, 768, 4  # what the arrays of every game have room for

# Places in the settings.
START, LENGTH, TICK, KEYED_TICK = range(4)
NO_CLOCK = 2**40  # plies

LARGEST_ACTION = 2**62
BARE_ACTIONS = (0, -1, -2, 1, LARGEST_ACTION, -LARGEST_ACTION, 2**31, -(2**31) - 1, 2**24 - 1)  # where others keep marks
KEY_STEP = 1024  # keys of nodes are multiples of it, so that a ply fits in between
ODD_NODE = 1 << 40
IN_PAIRS = MASK ^ ODD_NODE  # bits that are the same for nodes 0 and 1, 2 and 3, and so on


@dataclass(frozen=True)
class Shape:
    """Traits, and what games of these traits are drawn from."""

    forms: tuple[str, ...] = ("tree", "layers", "clock")  # names in FORMS
    grades: tuple[float, ...] = ()  # the utilities there are; anything within the range where there are none
    players: int = 2
    chance: bool = False
    zero_sum: bool = True
    utility_range: tuple[float, float] = (-1.0, 1.0)
    repetition: Repetition = Repetition.NOTHING
    repetition_count: int = 2
    repetition_bits: int = MASK  # of a key; where some are left out, states repeat each other without being the same
    max_actions: int = 6
    max_plies: int = 24
    hints: str = "some"  # the optional methods that the game has: "none", "some" or those that searches prune by, "all"


LONGEST_CORRIDOR = 30  # plies
WIN_DRAW_LOSS = (-1.0, 0.0, 1.0)
DECIMALS = (-1.0, -0.7, -0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.7, 1.0)
SEVENS = tuple(float(u) for u in range(-7, 8))
SHARES = (-1.0, -0.5, 0.0, 0.3, 0.5, 1.0, 2.0, 3.0)
CIRCLES = ("circles",)

SHAPES: dict[str, Shape] = {
    "win_draw_loss": Shape(grades=WIN_DRAW_LOSS),
    "decimals": Shape(grades=DECIMALS),
    "without_hints": Shape(grades=WIN_DRAW_LOSS, hints="none"),
    "sevens": Shape(grades=SEVENS, utility_range=(-7.0, 7.0)),
    "millions": Shape(grades=(-1e6, -5.0, -4.0, -0.3, 0.0, 0.001, 0.3, 4.0, 5.0, 5.001, 1e6), utility_range=(-1e6, 1e6)),
    "millionths": Shape(grades=(-1e-6, -3e-7, 0.0, 1e-7, 3e-7, 1e-6), utility_range=(-1e-6, 1e-6)),
    "lopsided": Shape(grades=DECIMALS, utility_range=(-1.0, 3.0)),
    "hundreds_of_actions": Shape(forms=("fan",), grades=DECIMALS, max_actions=320),
    "repetition_draws": Shape(CIRCLES, DECIMALS, repetition=Repetition.DRAW),
    "repetition_draws_third": Shape(CIRCLES, DECIMALS, repetition=Repetition.DRAW, repetition_count=3),
    "repetition_loses": Shape(CIRCLES, DECIMALS, repetition=Repetition.LOSS),
    "repetition_loses_third": Shape(CIRCLES, DECIMALS, repetition=Repetition.LOSS, repetition_count=3),
    "repetition_alone_ends": Shape(("endless",), DECIMALS, repetition=Repetition.LOSS),
    "repetition_forbidden": Shape(CIRCLES, DECIMALS, repetition=Repetition.FORBIDDEN),
    "repetition_forbidden_third": Shape(CIRCLES, DECIMALS, repetition=Repetition.FORBIDDEN, repetition_count=3),
    "pairs_forbidden": Shape(CIRCLES, DECIMALS, repetition=Repetition.FORBIDDEN, repetition_bits=IN_PAIRS),
    "pairs_forbidden_third": Shape(
        CIRCLES, DECIMALS, repetition=Repetition.FORBIDDEN, repetition_count=3, repetition_bits=IN_PAIRS
    ),
    "perpetual_loses": Shape(CIRCLES, DECIMALS, repetition=Repetition.PERPETUAL_LOSES),
    "perpetual_loses_third": Shape(CIRCLES, DECIMALS, repetition=Repetition.PERPETUAL_LOSES, repetition_count=3),
    "perpetual_alone_ends": Shape(("endless",), DECIMALS, repetition=Repetition.PERPETUAL_LOSES),
    "clock_outside_key": Shape(("hidden_clock",), DECIMALS, repetition=Repetition.DRAW),
    "dice": Shape(grades=DECIMALS, chance=True),
    "dice_millions": Shape(chance=True, utility_range=(-1e6, 1e6)),
    "dice_repetition_draws": Shape(CIRCLES, DECIMALS, chance=True, repetition=Repetition.DRAW),
    "one_player": Shape(grades=SHARES, players=1, chance=True, zero_sum=False, utility_range=(-1.0, 3.0)),
    "two_players_general_sum": Shape(grades=SHARES, zero_sum=False, utility_range=(-1.0, 3.0)),
    "three_players": Shape(grades=(-1.0, -0.5, -0.3, 0.0, 0.3, 0.8, 1.0, 2.0), players=3, utility_range=(-1.0, 2.0)),
    "three_players_general_sum": Shape(players=3, zero_sum=False, utility_range=(-1.0, 3.0)),
    "three_players_repetition_loses": Shape(
        CIRCLES, (-1.0, -0.5, 0.0, 0.5, 1.0, 2.0), players=3, utility_range=(-1.0, 2.0), repetition=Repetition.LOSS
    ),
    "three_players_perpetual_loses": Shape(
        CIRCLES, (-1.0, -0.5, 0.0, 0.5, 1.0, 2.0), players=3, utility_range=(-1.0, 2.0), repetition=Repetition.PERPETUAL_LOSES
    ),
    "dice_perpetual_loses": Shape(CIRCLES, DECIMALS, chance=True, repetition=Repetition.PERPETUAL_LOSES),
    "four_players_dice": Shape(grades=(-1.0, 0.0, 1.0, 3.0), players=4, chance=True, utility_range=(-1.0, 3.0)),
    "single_action": Shape(("corridor",), WIN_DRAW_LOSS, max_plies=LONGEST_CORRIDOR),
    "long": Shape(("ladder",), DECIMALS, max_plies=200),
    "prunable": Shape(("thicket", "tree", "layers", "clock"), DECIMALS, max_actions=9, hints="all"),
    "prunable_long": Shape(("ladder",), DECIMALS, max_plies=200, hints="all"),
    "prunable_repetition_draws": Shape(CIRCLES, DECIMALS, repetition=Repetition.DRAW, hints="all"),
    "prunable_forbidden": Shape(CIRCLES, DECIMALS, repetition=Repetition.FORBIDDEN, hints="all"),
    "prunable_perpetual_loses": Shape(CIRCLES, DECIMALS, repetition=Repetition.PERPETUAL_LOSES, hints="all"),
    "prunable_dice": Shape(grades=DECIMALS, chance=True, hints="all"),
    "prunable_three_players": Shape(grades=(-1.0, -0.5, 0.0, 0.5, 1.0, 2.0), players=3, utility_range=(-1.0, 2.0), hints="all"),
}
SHAPE_NAMES = tuple(SHAPES)


class Spot(NamedTuple):
    """Where play stands."""

    node: int
    ply: int  # 0 throughout in a game without a clock


class RandomGame(Game):
    """A graph of states. Actions are edges; an edge's number says how the players call it."""

    name = "random_game"
    tunables = ("origin", "settings", "movers", "ends", "first", "targets", "numbers", "odds", "utilities", "keys")

    def __init__(self, shape: str = "win_draw_loss", seed: int = 0) -> None:
        traits = SHAPES[shape]
        self.players, self.chance, self.zero_sum = traits.players, traits.chance, traits.zero_sum
        self.utility_range = traits.utility_range
        self.repetition, self.repetition_count = traits.repetition, traits.repetition_count
        self.repetition_bits = traits.repetition_bits
        self.max_actions, self.max_plies = traits.max_actions, traits.max_plies
        self.origin = np.array([SHAPE_NAMES.index(shape), seed], np.int64)
        self.settings = np.zeros(4, np.int64)
        self.movers = np.zeros(NODES, np.int64)
        self.ends = np.zeros(NODES, np.int64)  # not 0 where the game is over
        self.first = np.zeros(NODES + 1, np.int64)  # the edges of node i are first[i] to first[i + 1] - 1
        self.targets = np.zeros(EDGES, np.int64)
        self.numbers = np.zeros(EDGES, np.int64)
        self.odds = np.zeros(EDGES, np.float64)  # of the edges of chance nodes
        self.utilities = np.zeros((NODES, SEATS), np.float64)
        self.keys = np.zeros(NODES, np.int64)
        _Drawing(self, traits, random.Random(f"{shape} {seed}")).fill()

    # Not stored as they are: numbers and texts among a game's attributes are constants of native code.
    @property
    def shape(self) -> str:
        """The parameter."""
        return SHAPE_NAMES[int(self.origin[0])]

    @property
    def seed(self) -> int:
        """The parameter."""
        return int(self.origin[1])

    def initial(self) -> Spot:
        return Spot(int(self.settings[START]), 0)

    def player(self, s: Any) -> int:
        return int(self.movers[s.node])

    def actions(self, s: Any) -> Iterator[int]:
        for e in range(self.first[s.node], self.first[s.node + 1]):
            yield int(self.numbers[e])

    def outcomes(self, s: Any) -> Iterator[tuple[int, float]]:
        for e in range(self.first[s.node], self.first[s.node + 1]):
            yield int(self.numbers[e]), float(self.odds[e])

    def edge(self, s: Any, a: int) -> int:
        """The edge that the players call a."""
        for e in range(self.first[s.node], self.first[s.node + 1]):
            if self.numbers[e] == a:
                return int(e)
        return 0

    def result(self, s: Any, a: int) -> Spot:
        return Spot(int(self.targets[self.edge(s, a)]), s.ply + int(self.settings[TICK]))

    def terminal(self, s: Any) -> bool:
        return self.ends[s.node] != 0 or s.ply >= self.settings[LENGTH]

    def utility(self, s: Any, p: int) -> float:
        return float(self.utilities[s.node, p])

    def key(self, s: Any) -> int:
        return int(self.keys[s.node]) ^ (s.ply * int(self.settings[KEYED_TICK]))


class HintedRandomGame(RandomGame):
    """With hints that keep to the contract and mean nothing."""

    name = "hinted_random_game"
    tunables = (*RandomGame.tunables, "estimates", "hints", "loud", "alarms", "certain")

    def __init__(self, shape: str = "win_draw_loss", seed: int = 0) -> None:
        self.estimates = np.zeros((NODES, SEATS), np.float64)
        self.hints = np.zeros(EDGES, np.float64)
        self.loud = np.zeros(EDGES, np.int64)
        self.alarms = np.zeros(NODES, np.int64)
        self.certain = np.zeros((NODES, 2), np.float64)  # the least and the most that the player to move may get
        super().__init__(shape, seed)

    def evaluate(self, s: Any, p: int) -> float:
        return float(self.estimates[s.node, p])

    def order(self, s: Any, a: int) -> float:
        return float(self.hints[self.edge(s, a)])

    def noisy(self, s: Any, a: int) -> bool:
        return self.loud[self.edge(s, a)] != 0

    def threatened(self, s: Any) -> bool:
        return self.alarms[s.node] != 0

    def value_bounds(self, s: Any) -> tuple[float, float]:
        return float(self.certain[s.node, 0]), float(self.certain[s.node, 1])


class Graph(NamedTuple):
    """Where edges lead; a node without edges is an end. Node 0 is the start."""

    targets: list[list[int]]
    levels: list[int]  # players may alternate by these
    length: int = NO_CLOCK  # in plies


def _tree(draw: random.Random, shape: Shape) -> Graph:
    """Every state is reached in one way."""
    targets: list[list[int]] = [[]]
    levels = [0]
    size, widest, deepest = draw.choice((10, 60, 180, 300)), draw.randint(2, 5), draw.randint(3, 9)
    for node in range(NODES):
        if node >= len(targets) or len(targets) >= size:
            break
        if levels[node] < deepest and (node == 0 or draw.random() < 0.85):
            children = range(len(targets), len(targets) + _branches(draw, widest))
            targets[node].extend(children)
            targets.extend([] for _ in children)
            levels.extend(levels[node] + 1 for _ in children)
    return Graph(targets, levels)


def _layers(draw: random.Random, shape: Shape) -> Graph:
    """States are reached in many ways, and two actions may be one; edges may leave out layers."""
    widest = draw.choice((3, 8, 16))
    widths = [1, *(draw.randint(2, widest) for _ in range(draw.randint(2, 9)))]
    levels = [layer for layer, width in enumerate(widths) for _ in range(width)]
    skips, branches = draw.choice((0.0, 0.1)), draw.randint(2, 4)
    targets: list[list[int]] = []
    for node, layer in enumerate(levels):
        later = [n for n, other in enumerate(levels) if other == layer + 1 or (other > layer and draw.random() < skips)]
        over = not later or (node > 0 and draw.random() < 0.1)
        targets.append([] if over else draw.choices(later, k=_branches(draw, branches)))
    return Graph(targets, levels)


def _circles(draw: random.Random, shape: Shape) -> Graph:
    """States come back; an end can be reached from everywhere, so that random play ends by itself."""
    inner, ends = draw.randint(3, 12 if shape.repetition_count == 2 else 6), draw.choice((1, 2, 2, 3))
    branches, finishing = draw.randint(2, 4), draw.choice((0.1, 0.2))
    targets = []
    for node in range(inner):
        leads = draw.sample(range(inner), min(inner, _branches(draw, branches)))
        for place in range(len(leads)):
            if draw.random() < finishing:
                leads[place] = draw.randrange(inner + ends)
        if max(leads) <= node:
            leads[draw.randrange(len(leads))] = node + 1
        targets.append(leads)
    return Graph([*targets, *([] for _ in range(ends))], [draw.randrange(12) for _ in range(inner + ends)])


def _endless(draw: random.Random, shape: Shape) -> Graph:
    """Circles without an end."""
    inner, branches = draw.randint(2, 9), draw.randint(2, 4)
    targets = [draw.sample(range(inner), min(inner, _branches(draw, branches))) for _ in range(inner)]
    return Graph(targets, [draw.randrange(12) for _ in range(inner)])


def _corridor(draw: random.Random, shape: Shape) -> Graph:
    """Nobody ever has a choice."""
    doors = draw.randint(1, LONGEST_CORRIDOR)
    return Graph([*([door + 1] for door in range(doors)), []], list(range(doors + 1)))


def _ladder(draw: random.Random, shape: Shape) -> Graph:
    """More than a hundred plies, from which one may step off now and then, or take two rungs at once."""
    rungs = draw.randint(110, 170)
    ends, off, double = draw.randint(1, 9), draw.choice((0.0, 0.1, 0.5)), draw.choice((0.0, 0.03, 0.1))
    targets = []
    for rung in range(rungs):
        leads = [rung + 1]
        if draw.random() < off:
            leads.append(rungs + draw.randrange(ends))
        if draw.random() < double:
            leads.append(min(rung + 2, rungs))
        targets.append(draw.sample(leads, len(leads)))
    return Graph([*targets, *([] for _ in range(ends))], list(range(rungs + ends)))


def _thicket(draw: random.Random, shape: Shape) -> Graph:
    """Layers of states that have many actions each, so that the last of them are late."""
    width, depth = draw.randint(6, 8), draw.randint(5, 10)
    levels = [0, *(layer + 1 for layer in range(depth) for _ in range(width))]
    targets: list[list[int]] = []
    for layer in levels:
        first = 1 + layer * width
        over = layer == depth or (layer > 0 and draw.random() < 0.1)
        targets.append([] if over else draw.choices(range(first, first + width), k=draw.randint(6, 9)))
    return Graph(targets, levels)


def _branches(draw: random.Random, most: int) -> int:
    """How many edges a node has: one only now and then."""
    return 1 if draw.random() < 0.1 else draw.randint(2, most)


def _clock(draw: random.Random, shape: Shape) -> Graph:
    """Play goes in circles until time is up; the state counts the plies."""
    targets, levels, _ = _circles(draw, shape)
    return Graph(targets, levels, draw.randint(2, 10))


def _fan(draw: random.Random, shape: Shape) -> Graph:
    """Hundreds of actions at the start, dozens after some of them."""
    ends, inner = draw.randint(5, 60), draw.randint(1, 8)
    wide = [draw.randint(0, inner) if draw.random() < 0.1 else draw.randint(inner + 1, inner + ends) for _ in range(320)]
    targets = [[max(1, t) for t in wide[: draw.randint(200, 320)]]]
    for _ in range(inner):
        targets.append([draw.randint(inner + 1, inner + ends) for _ in range(draw.randint(1, 50))])
    return Graph([*targets, *([] for _ in range(ends))], [0] + [1] * inner + [2] * ends)


FORMS: dict[str, Callable[[random.Random, Shape], Graph]] = {
    "tree": _tree,
    "layers": _layers,
    "circles": _circles,
    "endless": _endless,
    "clock": _clock,
    "hidden_clock": _clock,
    "fan": _fan,
    "corridor": _corridor,
    "ladder": _ladder,
    "thicket": _thicket,
}


class _Drawing:
    """One game being drawn: the arrays are filled in place."""

    def __init__(self, game: RandomGame, shape: Shape, draw: random.Random) -> None:
        self.game, self.shape, self.draw = game, shape, draw
        self.grades = shape.grades
        if shape.grades and shape.players <= 2 and draw.random() < 0.5:
            extremes = min(shape.grades), max(shape.grades)  # games that are mostly won or lost
            self.grades = (*extremes, *extremes, draw.choice(shape.grades))

    def fill(self) -> None:
        """Draw everything."""
        form = self.draw.choice(self.shape.forms)
        graph = FORMS[form](self.draw, self.shape)
        clocked = graph.length < NO_CLOCK
        keyed = clocked and form != "hidden_clock"
        self.game.settings[:] = 0, graph.length, clocked, keyed
        self.nodes(graph)
        self.edges(graph)
        if isinstance(self.game, HintedRandomGame):
            self.advise(self.game, len(graph.targets), sum(map(len, graph.targets)))

    def nodes(self, graph: Graph) -> None:
        """Who moves, what an end is worth, and the keys."""
        game, draw, players = self.game, self.draw, self.shape.players
        turns, dice = draw.random() < 0.5, draw.choice((0.0, 0.2, 0.4, 0.6)) if self.shape.chance else 0.0
        mixed, paired = draw.random() < 0.5, self.shape.repetition_bits != MASK
        for node, targets in enumerate(graph.targets):
            game.movers[node] = graph.levels[node] % players if turns else draw.randrange(players)
            game.ends[node] = not targets
            if targets and node > 0 and draw.random() < dice:
                game.movers[node] = CHANCE
            game.utilities[node, :players] = self.share()
            game.keys[node] = KEY_STEP * (draw.randrange(-(2**52), 2**52) if mixed else node)
            if paired:
                game.keys[node] = KEY_STEP * (node // 2) + ODD_NODE * (node % 2)

    def edges(self, graph: Graph) -> None:
        """Where actions lead, how they are called, how likely they are at chance nodes."""
        game, count = self.game, 0
        call = self.calls()
        for node, targets in enumerate(graph.targets):
            end = count + len(targets)
            game.first[node], game.first[node + 1 :] = count, end
            game.targets[count:end] = targets
            game.numbers[count:end] = call(len(targets))
            if game.movers[node] == CHANCE:
                game.odds[count:end] = self.chances(len(targets))
            count = end

    def calls(self) -> Callable[[int], list[int]]:
        """How this game numbers the actions of a state."""
        draw = self.draw
        style = draw.choice(("counted", "shuffled", "shifted", "sparse"))
        if style == "counted":
            return lambda n: list(range(n))
        if style == "shuffled":
            return lambda n: draw.sample(range(n), n)
        if style == "shifted":
            first = draw.choice((-300, -3, -2, -1, 1, 2**24 - 2, 2**31 - 2, 2**40, -(2**40)))
            return lambda n: list(range(first, first + n))
        return self.sparse

    def sparse(self, n: int) -> list[int]:
        """Any numbers, among them those at which others like to keep marks."""
        draw = self.draw
        numbers = {draw.choice(BARE_ACTIONS)} if n else set()
        while len(numbers) < n:
            numbers.add(draw.choice(BARE_ACTIONS) if draw.random() < 0.3 else draw.randint(-LARGEST_ACTION, LARGEST_ACTION))
        return draw.sample(sorted(numbers), n)

    def chances(self, n: int) -> list[float]:
        """Probabilities, some of them tiny or nothing at all."""
        draw = self.draw
        weights = [draw.choice((1.0, 1.0, 2.0, 3.0, 6.0, 1e-7, 0.0)) for _ in range(n)]
        if sum(weights) == 0.0:
            weights[0] = 1.0
        return [weight / sum(weights) for weight in weights]

    def share(self, estimate: bool = False) -> list[float]:
        """What a state is worth to each player."""
        while True:
            shares = [self.grade(estimate) for _ in range(self.shape.players)]
            if self.shape.zero_sum:
                shares[-1] = -sum(shares[:-1])
            low, high = self.shape.utility_range
            if all(low <= share <= high for share in shares):
                return [share + 0.0 for share in shares]

    def grade(self, estimate: bool) -> float:
        """A utility."""
        if self.grades and not estimate:
            return self.draw.choice(self.grades)
        return self.draw.uniform(*self.shape.utility_range)

    def advise(self, game: HintedRandomGame, nodes: int, edges: int) -> None:
        """Hints: none, or any that the contract allows."""
        draw = self.draw
        judging = draw.choice(("nothing", "anything", "utilities"))
        spread = draw.choice((0.0, 1.0, 1e9))
        loudness, alarm = draw.choice((0.0, 0.0, 0.15)), draw.choice((0.0, 0.0, 0.2))
        if self.shape.repetition == Repetition.PERPETUAL_LOSES:
            alarm = draw.choice((0.2, 0.5, 0.8))  # a rule of the game, and seldom kept by chance
        for node in range(nodes):
            if judging != "nothing":
                game.estimates[node, : self.shape.players] = self.share(estimate=judging == "anything")
            game.alarms[node] = draw.random() < alarm
        for edge in range(edges):
            game.hints[edge] = draw.gauss(0.0, spread)
            game.loud[edge] = draw.random() < loudness
        self.bound(game, nodes)

    def bound(self, game: HintedRandomGame, nodes: int) -> None:
        """What can still be had, as far as the ends that can be reached say it, or half-way from there to nothing at all."""
        certain, ends = game.utilities[:, 0], game.settings[LENGTH] < NO_CLOCK
        spans = [{float(certain[n])} if game.ends[n] or ends else set() for n in range(nodes)]
        for _ in range(nodes):
            before = [len(span) for span in spans]
            for node in range(nodes):
                for edge in range(game.first[node], game.first[node + 1]):
                    spans[node] |= spans[game.targets[edge]]
            if before == [len(span) for span in spans]:
                break
        two_sided = self.shape.players == 2 and self.shape.zero_sum  # others are not asked
        slack = self.draw.choice((0.0, 0.0, 0.5, 1.0)) if two_sided else 1.0
        low, high = self.shape.utility_range
        for node, span in enumerate(spans):
            least, most = min(span, default=low), max(span, default=high)
            if game.movers[node] == 1:
                least, most = -most, -least
            game.certain[node] = least + slack * (low - least), most + slack * (high - most)
