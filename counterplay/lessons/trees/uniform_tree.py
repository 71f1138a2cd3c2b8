"""Trees without a place in memory: every node has the same number of children, and values follow from the path.

For counting leaves, where an explicit tree of millions of nodes would take longer to build than to search. The sizes are
part of the state, so that one compilation serves all trees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from counterplay.core import BadParameter, Game, state_key

RANDOM, BEST, WORST = range(3)
ARRANGEMENTS = ("random", "best", "worst")
EDGE = 1000  # an edge of a random tree is worth from -1 to 1, in so many steps either way
NUMBER_BITS = 60  # of a node's number


class State(NamedTuple):
    """A node, and the tree it belongs to."""

    ply: int
    number: int  # on its ply, from the left
    worth: float  # of the path to it, for MAX
    branching: int
    last: int  # the ply of the leaves
    arrangement: int
    seed: int


class UniformTree(Game):
    """`branching` children everywhere, MAX at the root, MIN next.

    In a random tree every edge has a random worth and a node is worth the sum along its path: as in real games, a node's
    worth hints at what lies below (M. Newborn, "The efficiency of the alpha-beta search on trees with branch-dependent
    terminal node scores", 1977). In the best arrangement all leaves differ and the best child of every node comes first,
    whatever is played below it; in the worst it comes last, and alpha-beta can cut nothing. A node is estimated by its
    worth, so that a search to a limited depth sees a whole tree of that depth.
    """

    name = "uniform_tree"
    title = "Uniform tree"
    max_actions = 256
    max_plies = NUMBER_BITS
    utility_range = (-NUMBER_BITS - 1.0, NUMBER_BITS + 1.0)  # beyond every leaf: none is a won game, which would end a search

    def root(self, branching: int, arrangement: str = "random", seed: int = 0) -> State:
        """The root of one tree, as deep as numbers of 64 bits allow."""
        if arrangement not in ARRANGEMENTS:
            raise BadParameter(f"a uniform tree is {', '.join(ARRANGEMENTS)}, not '{arrangement}'")
        if not 2 <= branching <= self.max_actions:
            raise BadParameter(f"a uniform tree has from 2 to {self.max_actions} branches, not {branching}")
        last = int(NUMBER_BITS / math.log2(branching))
        return State(0, 0, 0.0, branching, last, ARRANGEMENTS.index(arrangement), seed)

    def initial(self) -> State:
        """The lectures' tree with ten branches; written out, since `root` is more than native code can hold."""
        return State(0, 0, 0.0, 10, 18, RANDOM, 0)

    def player(self, s: State) -> int:
        """MAX and MIN in turn."""
        return s.ply % 2

    def actions(self, s: State) -> Iterator[int]:
        """The children from the left."""
        for a in range(s.branching):
            yield a

    def edge(self, s: State, a: int) -> float:
        """What an edge adds to the worth of the path."""
        if s.arrangement == RANDOM:
            drawn = int(state_key((s.seed, s.ply, s.number * s.branching + a)) % (2 * EDGE + 1))
            return (drawn - EDGE) / EDGE
        # The leaves below a child lie in one of `branching` intervals; MAX's best is the highest, MIN's the lowest.
        highest_first = (s.ply % 2 == 0) == (s.arrangement == BEST)
        interval = s.branching - 1 - a if highest_first else a
        return float(interval) / float(s.branching) ** (s.ply + 1)

    def result(self, s: State, a: int) -> State:
        """A child."""
        number = s.number * s.branching + a
        return State(s.ply + 1, number, s.worth + self.edge(s, a), s.branching, s.last, s.arrangement, s.seed)

    def terminal(self, s: State) -> bool:
        """The last ply."""
        return s.ply >= s.last

    def utility(self, s: State, p: int) -> float:
        """The worth of the path, for MIN with the other sign."""
        return s.worth if p == 0 else -s.worth

    def evaluate(self, s: State, p: int) -> float:
        """The worth so far."""
        return s.worth if p == 0 else -s.worth

    def order(self, s: State, a: int) -> float:
        """The edge's worth to whoever takes it."""
        worth = self.edge(s, a)
        return worth if s.ply % 2 == 0 else -worth

    def key(self, s: State) -> int:
        """The place of the node in its tree."""
        return state_key((s.ply, s.number, s.branching, s.arrangement, s.seed))
