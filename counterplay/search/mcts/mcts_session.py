"""A Monte Carlo tree that may outlive its search, with the walk and the record that its kernels work with."""

from __future__ import annotations

from typing import Any

from counterplay.core import BadParameter, Game
from counterplay.core.text.parameter_kinds import WHOLE
from counterplay.gears.compiler.raw_memory import address_of
from counterplay.gears.entry.walk import Walk, open_walk
from counterplay.search.mcts.mcts_tree import (
    ROOT,
    UNEXPANDED,
    Tree,
    child_of,
    more_statistics,
    new_tree,
    node_bytes,
    transplant,
)
from counterplay.search.mcts.mcts_work import WALK_PLIES, Techniques, new_work, use
from counterplay.search.playout import PLAYOUT_ENTRIES

DEFAULT_CAPACITY = 2_000_000  # nodes
NODE_CEILING_MB = 2048.0
ENTRIES = ("follow", "expand", "final")  # of a game, that every search calls besides `step`


def most_nodes(game: Game) -> int:
    """Of a tree that stays below the ceiling."""
    return int(NODE_CEILING_MB * 2**20) // node_bytes(game)


def entries_for(game: Game, techniques: Techniques) -> tuple[str, ...]:
    """The entry points of a game that some techniques call."""
    guided = techniques.rave > 0.0 or techniques.decisive_playouts or techniques.heavy_playouts
    more = [("outcomes", game.chance), ("estimate", techniques.implicit > 0.0), ("guided_playout", guided)]
    playouts = () if guided else PLAYOUT_ENTRIES
    return (*ENTRIES, *playouts, *(name for name, asked in more if asked))


class Session:
    """A tree that lives on between moves: `advance` keeps what was learnt of the line that was played."""

    def __init__(self, game: Game, capacity: int = DEFAULT_CAPACITY, seed: int = 0) -> None:
        WHOLE.check("a tree's capacity", capacity)
        if capacity < 1:
            raise BadParameter(f"a tree of {capacity} nodes holds nothing; give at least 1")
        if capacity > most_nodes(game):
            size = node_bytes(game) * capacity / 2**20
            raise BadParameter(
                f"a tree of {capacity:,} nodes needs {size:.0f} MB, more than {NODE_CEILING_MB:.0f}; choose fewer nodes"
            )
        self.game, self.capacity = game, capacity
        self.work = new_work(seed)
        self.techniques: Techniques | None = None
        self.walk: Walk = open_walk(game, WALK_PLIES, ENTRIES)
        self.tree: Tree = new_tree(game, capacity)
        self.more = more_statistics(game, 0, False, False)
        self.state: Any = None  # of the root

    def begin(self, state: Any, techniques: Techniques) -> None:
        """Set the root; the tree is kept where the state is the one `advance` has led to, and the techniques are the same."""
        entries = entries_for(self.game, techniques)
        if not set(entries) <= set(self.walk.entries):
            self.walk = open_walk(self.game, WALK_PLIES, entries)
        same = self.techniques == techniques and self.state is not None and self.game.key(self.state) == self.game.key(state)
        self.techniques, self.state = techniques, state
        if not same or self._narrowed():
            self._clear()
        use(self.work, techniques)
        self.work.amaf_place, self.work.implicit_place = map(address_of, self.more)
        self.work.capacity = self.capacity
        self.walk.place(state)

    def _clear(self) -> None:
        rave, implicit = (0.0, 0.0) if self.techniques is None else (self.techniques.rave, self.techniques.implicit)
        self.tree = new_tree(self.game, self.capacity)
        self.more = more_statistics(self.game, self.capacity, rave > 0.0, implicit > 0.0)

    def _narrowed(self) -> bool:
        """Whether the root has children for some of its actions only, as nodes below the root may."""
        root = self.tree.nodes[ROOT]
        return bool(root.first != UNEXPANDED and root.every != len(self.game.choices(self.state)))

    def advance(self, action: int) -> None:
        """Follow an action or a chance outcome from the root."""
        if self.state is None:
            return
        child = child_of(self.tree, ROOT, action)
        self.state = self.game.result(self.state, action)
        tree, more = self.tree, self.more
        self._clear()
        if child >= 0:
            transplant(self.walk, tree, more, child, self.tree, self.more)
