"""Exercises on a tree of the teacher's own, and on a position of a game: the same questions, answered by the same searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any

from counterplay.core import CHANCE, BadParameter, CounterplayError, Game, Position
from counterplay.core.text.value_words import win_or_loss
from counterplay.lessons.exercises.exercise_makers import KINDS, MOST_LEAVES, Exercise, exercise_from, letters
from counterplay.lessons.telling.walkthrough_builder import small_board
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_text import load_tree, nested, parse_tree, write_tree
from counterplay.search.api import position_at

LONGEST_ORIGIN = 200  # characters
DEEPEST_POSITION = 6  # plies of a game: more than a few make too many leaves by far
ESTIMATE_DIGITS = 2  # of a leaf whose game counts in nothing that people know


@dataclass(frozen=True)
class TreeExercise(Exercise):
    """A kind of question about a tree that somebody wrote down."""

    source: str  # the tree, as indented lines
    told: str = ""  # where the tree comes from
    boards: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @cached_property
    def game(self) -> TreeGame:
        """The tree; nodes without a name get one."""
        return TreeGame(parse_tree(self.source))

    @property
    def origin(self) -> str:
        """Where the tree comes from."""
        return self.told or "a tree of one's own"

    def parameters(self) -> dict[str, Any]:
        """What the exercise is made from."""
        return {"kind": self.kind, "tree": self.source.splitlines(), "origin": self.told}


def exercise_on_tree(kind: str, tree: Any, origin: str = "") -> TreeExercise:
    """A question about a tree in any form that `load_tree` takes: objects, their text, or the path of a file."""
    return _exercise(kind, load_tree(tree), origin)


def exercise_on_position(kind: str, game: Game, where: Any = None, depth: int = 2) -> TreeExercise:
    """A question about the search of a position: its tree, as deep as is said, with utilities and estimates at the leaves.

    MAX is the player to move. Leaves are counted in what the game counts in (pawns, discs), rounded as people write it.
    """
    position = position_at(game, where)
    if not 1 <= depth <= DEEPEST_POSITION:
        raise BadParameter(f"an exercise on a position looks 1 to {DEEPEST_POSITION} plies ahead, not {depth}")
    if position.outcome() is not None or position.player == CHANCE:
        raise BadParameter("an exercise needs a position in which somebody is to move")
    leaves: list[None] = []
    root = _subtree(position, position.state, depth, leaves)
    plies = f"{depth} {'ply' if depth == 1 else 'plies'} from '{game.dump(position.state)}'"
    made = _exercise(kind, TreeGame(root, players=game.players), f"{game.title_text}, {plies}")
    if not position.scene().cells:
        return made
    boards = tuple(small_board(game.scene(_state_at(position, made.tree.path(node)))) for node in range(len(made.tree)))
    return TreeExercise(made.kind, made.source, made.told, boards)


def any_exercise_from(parameters: Any) -> Exercise:
    """The exercise that `Exercise.parameters` describes, of either sort."""
    if not isinstance(parameters, Mapping) or "tree" not in parameters:
        return exercise_from(parameters)
    kind, lines, origin = (parameters.get(name) for name in ("kind", "tree", "origin"))
    unknown = [name for name in parameters if name not in ("kind", "tree", "origin")]
    if unknown:
        raise BadParameter(f"an exercise on a tree is described by kind, tree and origin, not by '{unknown[0]}'")
    if isinstance(lines, list) and all(isinstance(line, str) for line in lines):
        lines = "\n".join(lines) + "\n"
    if not isinstance(kind, str) or not isinstance(lines, str):
        raise BadParameter("an exercise on a tree has a kind and, as text, a tree")
    if not isinstance(origin, str | None):
        raise BadParameter("an exercise's origin is text")
    return _exercise(kind, TreeGame(parse_tree(lines)), (origin or "")[:LONGEST_ORIGIN])


def _exercise(kind: str, game: TreeGame, origin: str) -> TreeExercise:
    """The exercise, refused where the kind of question does not fit the tree."""
    if kind not in KINDS:
        raise BadParameter(f"there is no kind of exercise '{kind}'; there are {', '.join(KINDS)}")
    tree = game.flat
    leaves = len(list(tree.leaves))
    if leaves > MOST_LEAVES or leaves < 2:
        raise BadParameter(f"an exercise's tree has 2 to {MOST_LEAVES} leaves, and this one has {leaves}")
    if (kind == "max_n") != (tree.players > 2) or (kind == "max_n" and tree.players != KINDS[kind].players):
        wanted = "three players, whose leaves are tuples" if kind == "max_n" else "MAX and MIN, whose leaves are numbers"
        raise BadParameter(
            f"a question of the kind '{kind}' is asked about a tree of {wanted}; this one has {tree.players} players"
        )
    if tree.movers[0] != 0:
        raise BadParameter("the root of an exercise's tree belongs to MAX, who searches; write it so that MAX moves first")
    made = TreeExercise(kind, write_tree(_named(game)), origin)
    try:
        made.solution  # noqa: B018  # a search that does not take such a tree says so now, not while it is graded
    except CounterplayError as error:
        raise BadParameter(f"a question of the kind '{kind}' cannot be asked about this tree: {error}") from None
    return made


def _named(game: TreeGame) -> TreeGame:
    """The tree with a name for every node that has none: A, B, C, ... level by level, leaves L1, L2, ... from the left."""
    tree = game.flat
    taken = set(tree.names)
    inner = (letter for letter in letters() if letter not in taken)
    leaves: Iterator[str] = (f"L{i}" for i in count(1) if f"L{i}" not in taken)
    for node in range(len(tree)):
        if not tree.names[node] and tree.counts[node]:
            tree.names[node] = next(inner)
    for leaf in tree.leaves:
        tree.names[leaf] = tree.names[leaf] or next(leaves)
    return TreeGame(nested(tree), players=tree.players)


# --- the tree of a position ---
def _subtree(position: Position, state: Any, depth: int, leaves: list[None]) -> Any:
    """A state and what follows it, as objects of a tree; the player to move at the root is the first."""
    game, root = position.game, position.player
    if depth == 0 or game.terminal(state):
        leaves.append(None)
        if len(leaves) > MOST_LEAVES:
            raise BadParameter(f"the tree of this position has more than {MOST_LEAVES} leaves; give a smaller depth")
        parts = tuple(_worth(game, state, (root + i) % game.players) for i in range(game.players))
        return parts if game.players > 2 else parts[0]
    after = {}
    choices = position.choices if state is position.state else game.choices(state)
    for action in choices:
        name = game.action_name(state, action).replace(":", " ").strip() or str(action)
        after[name if name not in after else f"{name} ({action})"] = _subtree(
            position, game.result(state, action), depth - 1, leaves
        )
    mover = int(game.player(state))
    if mover == CHANCE:
        chances = {int(action): float(p) for action, p in game.outcomes(state)}
        pairs = zip(after.items(), choices, strict=True)
        return {"outcomes": {name: (chances[action], subtree) for (name, subtree), action in pairs}}
    place = (mover - root) % game.players
    return {"player": ("MAX", "MIN")[place] if game.players < 3 else f"P{place + 1}", "actions": after}


def _worth(game: Game, state: Any, player: int) -> float:
    """A leaf as people count it."""
    over = bool(game.terminal(state))
    score = float(game.utility(state, player)) if over else float(game.evaluate(state, player))
    if game.unit is not None and not (over and win_or_loss(game)):
        return round(game.unit.amount(score), game.unit.digits)
    return round(score, ESTIMATE_DIGITS)


def _state_at(position: Position, steps: list[int]) -> Any:
    """The state that a path of a tree leads to."""
    game, state, choices = position.game, position.state, position.choices
    for step in steps:
        state = game.result(state, choices[step])
        choices = [] if game.terminal(state) else game.choices(state)
    return state
