"""An explicit tree, checked node by node and laid flat.

Players alternate: a node belongs to whoever comes after the player of the nearest decision above, unless it says
otherwise. Chance takes no turn. Nothing here recurses: a tree may be as deep as memory allows before it is refused.
"""

from __future__ import annotations

import math
import numbers
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from counterplay.core import CHANCE, BadNotation
from counterplay.core.text.parameter_kinds import NUMBER, is_number
from counterplay.lessons.trees.tree_objects import (
    MOST_PLAYERS,
    UNKNOWN,
    Branch,
    Written,
    as_written,
    is_unknown,
    player_of,
    quoted,
    short,
)

DEEPEST = 250  # levels; a textbook search looks at most 300 plies ahead (search.control.MAX_PLY)
MOST_NODES = 1_000_000
ALMOST = 1e-6  # probabilities that add up to one but for this much are taken to be rounded
SHOWN = 6  # steps of a path that an error repeats


@dataclass
class Tree:
    """A checked tree, breadth first: node 0 is the root, the children of a node are consecutive. One entry a node."""

    players: int = 2
    movers: list[int] = field(default_factory=list)  # who decides; of a leaf, who would
    parents: list[int] = field(default_factory=list)  # -1 for the root
    firsts: list[int] = field(default_factory=list)  # the first child, where there are children
    counts: list[int] = field(default_factory=list)  # children; 0 for a leaf
    probabilities: list[float] = field(default_factory=list)  # of coming here, where chance decides above; else 1
    utilities: list[tuple[float, ...]] = field(default_factory=list)  # of a leaf (nan: unknown); else the average below
    names: list[str] = field(default_factory=list)  # "" where there is none
    actions: list[str] = field(default_factory=list)  # the name of what leads here; "" where there is none
    levels: list[int] = field(default_factory=list)  # 0 for the root

    def __len__(self) -> int:
        return len(self.movers)

    def children(self, node: int) -> range:
        """The nodes that follow a node."""
        return range(self.firsts[node], self.firsts[node] + self.counts[node])

    def path(self, node: int) -> list[int]:
        """Which child, counted from 0, leads from each node to the next, from the root to this node."""
        steps: list[int] = []
        while node > 0:
            steps.append(node - self.firsts[self.parents[node]])
            node = self.parents[node]
        return steps[::-1]

    def action_name(self, node: int) -> str:
        """The name of what leads to a node: the one it was given, or 1, 2, 3, ... from the left."""
        return self.actions[node] or str(node - self.firsts[self.parents[node]] + 1)

    @property
    def depth(self) -> int:
        """Levels below the root."""
        return max(self.levels)

    @property
    def leaves(self) -> list[int]:
        """The leaves from left to right, as they are met on a walk through the whole tree."""
        found, waiting = [], [0]
        while waiting:
            node = waiting.pop()
            if self.counts[node]:
                waiting.extend(reversed(self.children(node)))
            else:
                found.append(node)
        return found


class _Item(NamedTuple):
    written: Any
    parent: int
    turn: int  # index into the cycle of movers
    branch: Branch


def tree_of(written: Any, movers: Sequence[int] | None = None, players: int | None = None) -> Tree:
    """A tree from Python objects, checked; the error says what is wrong and where.

    movers are the players who decide one after the other, over and over; (0, 1) for leaves that are numbers, everybody
    in turn for tuples. Places are paths: 2.1 is the first child of the root's second child.
    """
    builder = _Builder(written, movers, players)
    builder.read()
    builder.fill()
    return builder.tree


class _Builder:
    def __init__(self, written: Any, movers: Sequence[int] | None, players: int | None) -> None:
        self.tree = Tree()
        self.places: list[str] = []
        self.named: dict[str, int] = {}  # name -> node
        self.first_leaf, self.first_form = -1, ""
        self.asked = players
        self.written = written
        if players is not None and (isinstance(players, bool) or not 1 <= players <= MOST_PLAYERS):
            raise BadNotation(f"a tree has from 1 to {MOST_PLAYERS} players, not {players!r}")
        if movers is not None and (not movers or not all(0 <= m < (players or MOST_PLAYERS) for m in movers)):
            raise BadNotation(f"the movers {tuple(movers)} must be players, counted from 0")
        self.given = tuple(movers) if movers is not None else None
        self.tree.players = players or (max(self.given) + 1 if self.given else self._width(written))
        self.cycle = self.given or tuple(range(self.tree.players))

    @staticmethod
    def _width(written: Any) -> int:
        """How many players there are by the first leaf that has a value: 2 unless it is a tuple."""
        waiting = deque([(written, 0)])
        for _ in range(MOST_NODES):
            if not waiting:
                break
            one, level = waiting.popleft()
            try:
                node = as_written(one, lambda: "")
            except BadNotation:  # `read` will come to it and say where it is
                break
            if node.branches is None:
                if isinstance(node.value, tuple) and 1 <= len(node.value) <= MOST_PLAYERS:
                    return len(node.value)
                if not is_unknown(node.value):
                    break
            elif level < DEEPEST:
                waiting.extend((branch.subtree, level + 1) for branch in node.branches)
        return 2

    # --- reading ---
    def read(self) -> None:
        """Walk through what was written, level by level."""
        tree = self.tree
        queue: deque[_Item] = deque([_Item(self.written, -1, 0, Branch(self.written))])
        expected = 1  # nodes so far, those in the queue included
        while queue:
            item = queue.popleft()
            node = len(tree)
            tree.parents.append(item.parent)
            tree.levels.append(tree.levels[item.parent] + 1 if node else 0)
            tree.actions.append(item.branch.action)
            tree.firsts.append(expected)
            self.places.append("")
            written = as_written(item.written, lambda node=node: self.place(node))  # type: ignore[misc]
            self.places[node] = written.place
            if tree.levels[node] > DEEPEST:
                raise BadNotation(
                    f"the tree is more than {DEEPEST} levels deep (at {self.place(node)}), deeper than any search looks"
                )
            branches = self._branches(node, written)
            mover, turn = self._mover(node, written, item.turn)
            tree.movers.append(mover)
            tree.counts.append(len(branches))
            tree.probabilities.append(1.0 if item.branch.probability is None else float(item.branch.probability))
            tree.utilities.append(self._utilities(node, written.value) if written.branches is None else ())
            tree.names.append(self._name(node, written.name))
            expected += len(branches)
            if expected > MOST_NODES:
                raise BadNotation(
                    f"the tree has more than {MOST_NODES:,} nodes (at {self.place(node)}); none that large is drawn or taught"
                )
            following = turn if mover == CHANCE else (turn + 1) % len(self.cycle)
            queue.extend(_Item(branch.subtree, node, following, branch) for branch in branches)

    def place(self, node: int) -> str:
        """Where a node was written."""
        tree = self.tree
        if self.places[node]:
            return self.places[node]
        if node == 0:
            return "the root"
        steps = [str(step + 1) for step in tree.path(node)]
        return ".".join(steps[:SHOWN]) + "..." * (len(steps) > SHOWN)

    def _branches(self, node: int, written: Written) -> list[Branch]:
        if written.branches is None:
            return []
        branches = written.branches
        if not branches:
            raise BadNotation(f"the node at {self.place(node)} has no children; a node has at least one, a leaf is a number")
        seen: dict[str, int] = {}
        for i, branch in enumerate(branches):
            name = branch.action or str(i + 1)
            if seen.setdefault(name, i) != i:
                raise BadNotation(
                    f"two actions of the node at {self.place(node)} are called '{quoted(name)}'; names must differ"
                )
        # A child that is called what it would be called anyway has no name of its own.
        branches = [
            branch._replace(action="" if branch.action == str(i + 1) else branch.action) for i, branch in enumerate(branches)
        ]
        if any(branch.probability is not None for branch in branches):
            return self._checked_outcomes(node, branches)
        return branches

    def _checked_outcomes(self, node: int, branches: list[Branch]) -> list[Branch]:
        where = self.place(node)
        chances = []
        for i, branch in enumerate(branches):
            p = branch.probability
            if p is None:
                raise BadNotation(f"outcome {i + 1} of the chance node at {where} has no probability")
            if not is_number(p) or not 0 < p <= 1:
                raise BadNotation(f"the probability {short(p)} of outcome {i + 1} at {where} must be above 0 and at most 1")
            chances.append(float(p))
        total = math.fsum(chances)
        if abs(total - 1.0) > ALMOST:
            raise BadNotation(f"the probabilities of the chance node at {where} add up to {total:.6g}, not to 1")
        return [branch._replace(probability=p / total) for branch, p in zip(branches, chances, strict=True)]

    def _mover(self, node: int, written: Written, turn: int) -> tuple[int, int]:
        """The player of a node and its place in the cycle."""
        has_chances = bool(written.branches) and written.branches[0].probability is not None  # type: ignore[index]
        if not written.player:
            return (CHANCE, turn) if has_chances else (self.cycle[turn], turn)
        player = player_of(written.player)
        if player is None:
            raise BadNotation(
                f"the player '{quoted(str(written.player))}' at {self.place(node)} is none of MAX, MIN, chance, P1, P2, ..."
            )
        if (player == CHANCE) != has_chances and written.branches is not None:
            wrong = "needs a probability for each outcome" if player == CHANCE else "has probabilities, which only chance has"
            raise BadNotation(f"the {written.player!s} node at {self.place(node)} {wrong}")
        if player == CHANCE:
            return player, turn
        if player >= self.tree.players:
            count = f"{self.tree.players} player{'s' * (self.tree.players > 1)}"
            raise BadNotation(f"the node at {self.place(node)} belongs to {written.player!s}, and this tree has {count}")
        return player, self.cycle.index(player) if player in self.cycle else turn

    def _name(self, node: int, name: Any) -> str:
        if not isinstance(name, str):
            raise BadNotation(f"the name {short(name)} of the node at {self.place(node)} must be a text")
        if name and self.named.setdefault(name, node) != node:
            other = self.place(self.named[name])
            raise BadNotation(
                f"the name '{quoted(name)}' is used twice, at {other} and at {self.place(node)}; names must differ"
            )
        return name

    def _utilities(self, node: int, value: Any) -> tuple[float, ...]:
        """Every player's part of a leaf."""
        players = self.tree.players
        if is_unknown(value):
            return (math.nan,) * players
        parts = value if isinstance(value, tuple) else (value,)
        for part in parts:
            if isinstance(part, bool) or not isinstance(part, numbers.Real):
                what = f"the text '{quoted(part)}'" if isinstance(part, str) else short(part)
                raise self._wrong(
                    node, f"{what}; a leaf is a number, a tuple of numbers, or {UNKNOWN} where it is never looked at"
                )
            if not NUMBER.accepts(part):
                raise self._wrong(node, f"{short(part)}; a utility is a finite number")
        form = _form(value)
        if self.first_leaf < 0:
            self.first_leaf, self.first_form = node, form
        if form != self.first_form:
            there = self.place(self.first_leaf)
            raise self._wrong(node, f"{form}, the one at {there} is {self.first_form}; all leaves must be alike")
        if isinstance(value, tuple) and len(parts) != players:
            raise self._wrong(node, f"{form}, and this tree has {players} player{'s' * (players > 1)}")
        if isinstance(value, tuple):
            return tuple(float(part) for part in parts)
        if players > 2:
            raise self._wrong(node, f"a number, and this tree has {players} players; write a tuple of their utilities")
        return (float(value), -float(value) + 0.0)[:players]

    def _wrong(self, node: int, what: str) -> BadNotation:
        return BadNotation(f"the leaf at {self.place(node)} is {what}")

    # --- what follows from it ---
    def fill(self) -> None:
        """Averages of the leaves below every inner node, those that are known; children come after their parents."""
        tree = self.tree
        for node in reversed(range(len(tree))):
            if not tree.counts[node]:
                continue
            pairs = [(tree.probabilities[child], tree.utilities[child]) for child in tree.children(node)]
            known = [(p, u) for p, u in pairs if not math.isnan(u[0])]
            weight = math.fsum(p for p, _ in known)
            tree.utilities[node] = tuple(
                math.fsum(p * u[i] for p, u in known) / weight if known else math.nan for i in range(tree.players)
            )


def _form(value: Any) -> str:
    return f"a tuple of {len(value)}" if isinstance(value, tuple) else "a number"
