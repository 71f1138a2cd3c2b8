"""A search told step by step: what was looked at, with which window, what came back, and why the rest was cut off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from counterplay.core import CHANCE, BadParameter, Event, Game, Position, Report
from counterplay.core.text.name_spelling import spelt
from counterplay.lessons.telling.move_order import in_order
from counterplay.lessons.telling.search_tree import SearchTree
from counterplay.lessons.telling.step_words import View
from counterplay.lessons.telling.tree_folding import fold
from counterplay.lessons.telling.tree_picture import arrange
from counterplay.lessons.telling.walkthrough_builder import Telling, board_size
from counterplay.lessons.telling.walkthrough_model import Found, Walkthrough
from counterplay.lessons.trees.tree_game import TreeGame
from counterplay.lessons.trees.tree_text import load_tree, nested
from counterplay.search.api import fits, position_at
from counterplay.search.search_control import MAX_PLY
from counterplay.search.textbook.textbook_catalogue import FORMS
from counterplay.search.textbook.tracing import trace_search

MOST_NODES = 100_000  # of a search that is told; more takes minutes to tell, and nobody would read it
EVENTS = 16  # for each node at most: it is entered and left once, and its parent is told of it, player by player
DRAWN_NODES = 260  # of a tree without pictures in its nodes
DRAWN_BOARDS = 110  # where each node has a board
GAME_DEPTH = 2  # plies, where nobody says how deep to look into a game
INTERPRETED = 3_000  # nodes up to which plain Python is quicker than compiling
AUTO = ("alpha_beta", "expectiminimax", "expectimax", "max_n")  # the first that fits


def walkthrough(
    game: Any,
    where: Any = None,
    algorithm: str = "auto",
    depth: int | None = None,
    *,
    boards: bool = True,
    interpreted: bool | None = None,
    order: str = "game",
    opened: Collection[Sequence[int]] = (),
    **options: Any,
) -> Walkthrough:
    """Search and tell every step; game is a Game, or a tree in any form that `load_tree` takes.

    where is a state or a Position. depth is in plies: to the leaves of a tree, two plies of any other game if None.
    algorithm is a textbook form; auto takes the first that fits. boards puts small boards into the nodes. interpreted says
    in which gear to search; if None, in plain Python where that is quicker. order is that in which actions are tried, one
    of ORDERS. opened are nodes, as actions from the root, whose children are drawn however large the tree is. options are
    the form's own: ordered, branches, model.
    """
    algorithm = form_name(algorithm)
    game = game if isinstance(game, Game) else tree_for(game, algorithm)
    algorithm = choose_form(game) if algorithm == "auto" else algorithm
    if isinstance(game, TreeGame) and where is None and game.player(game.initial()) == CHANCE:
        game = under_a_choice(game)
    position = position_at(game, where)
    if order != "game":
        position, interpreted = in_order(position, order, depth or GAME_DEPTH), True
    report, events = _search(position, algorithm, depth, interpreted, options)
    return tell(position, algorithm, report, events, boards=boards, opened=opened)


def tree_for(source: Any, algorithm: str, players: int | None = None) -> TreeGame:
    """The game of a tree; without a node of MIN it is a game for one where expectimax, which wants that, is to search it."""
    game = load_tree(source, players=players)
    decide = {mover for mover, count in zip(game.flat.movers, game.flat.counts, strict=True) if count}
    if algorithm == "expectimax" and players is None and game.players == 2 and 1 not in decide:
        return load_tree(source, players=1)
    return game


def form_name(text: str) -> str:
    """The name of a textbook form, or auto, however it is written."""
    return spelt(text, ("auto", *(form.name for form in FORMS)))


def choose_form(game: Game) -> str:
    """The textbook form that is taught for this kind of game."""
    for name in AUTO:
        if fits(name, game):
            return name
    raise BadParameter(f"no textbook form takes {game.title_text}")


def under_a_choice(game: TreeGame) -> TreeGame:
    """A tree whose root belongs to chance, below a root with this one action: a search needs something to decide."""
    return TreeGame([nested(game.flat)], players=game.players)


def _search(
    position: Position, algorithm: str, depth: int | None, interpreted: bool | None, options: dict[str, Any]
) -> tuple[Report, list[Event]]:
    game = position.game
    if depth is not None and depth < 1:
        raise BadParameter(f"a depth of {depth} looks at nothing; give at least 1")
    if isinstance(game, TreeGame):
        plies, size = depth or MAX_PLY, len(game.flat)
    else:
        plies = depth or GAME_DEPTH
        size = min(len(position.choices), 1000) ** min(plies, 10)
    plain = size <= INTERPRETED if interpreted is None else interpreted
    capacity = min(MOST_NODES, 1000 + 4 * size) * (EVENTS + 3 * game.players)
    report, events = trace_search(game, position, algorithm, plies, capacity, MOST_NODES, interpreted=plain, **options)
    if not report.completed or len(events) >= capacity:
        raise BadParameter(
            f"{algorithm} looks at more than {MOST_NODES:,} nodes of {game.title_text} at depth {plies}, too many to be told "
            "step by step; give a smaller depth"
        )
    return report, events


def tell(
    position: Position,
    algorithm: str,
    report: Report,
    events: list[Event],
    *,
    boards: bool = True,
    opened: Collection[Sequence[int]] = (),
) -> Walkthrough:
    """The events of a finished search as a walkthrough."""
    game = position.game
    tree, view = SearchTree(position, events), View(algorithm, game, position.player)
    chosen = tree.follow(report.variation)
    boards = boards and not isinstance(game, TreeGame) and bool(position.scene().cells)
    open_nodes = {tree.follow(tuple(path))[-1] for path in opened}
    telling = Telling(tree, view, fold(tree, chosen, DRAWN_BOARDS if boards else DRAWN_NODES, open_nodes), events)
    steps = telling.steps()
    nodes = telling.nodes(boards)
    about = next(form.about for form in FORMS if form.name == algorithm)
    whole = Walkthrough(
        title=f"{algorithm.replace('_', ' ')} on {game.title_text.lower() if isinstance(game, TreeGame) else game.title_text}",
        algorithm=algorithm,
        game=game.spec,
        nodes=nodes,
        steps=steps,
        chosen=[node for node in chosen if node in telling.shown],
        result=Found(steps[-1].value, game.action_name(position.state, report.action), report.leaves, report.nodes),
        folded=not telling.drawn.complete,
        notes=[f"{about[:1].upper()}{about[1:]}.", *_how_to_read(view, position)],
        board=board_size(nodes[0].svg) if boards else (0.0, 0.0),
    )
    return arrange(whole)


def _how_to_read(view: View, position: Position) -> list[str]:
    if view.negamax:
        return ["Every value, alpha and beta is that of the player to move."]
    if view.tuples:
        return ["Values are tuples, one part for each player."]
    if not view.pair:
        return [f"Values are those of {view.who(position.player)}."]
    return []
