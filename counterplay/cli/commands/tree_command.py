"""`counterplay tree`: a search step by step, on a tree or on a game, in the terminal, as a picture or as a page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from counterplay.cli.arguments import GameArgument, position_of, state_option
from counterplay.cli.console import counted, out, remark, say
from counterplay.core import BadParameter, Game, Limit
from counterplay.core.files.atomic_file import write_whole
from counterplay.core.files.user_file import quoted
from counterplay.core.limit import UNLIMITED_DEPTH
from counterplay.core.text.report_words import report_sentence
from counterplay.lessons import walkthrough
from counterplay.lessons.telling.walkthrough import form_name, tree_for
from counterplay.lessons.telling.walkthrough_model import Walkthrough
from counterplay.lessons.trees.lesson_trees import LESSON_TREES
from counterplay.lessons.trees.tree_text import load_tree
from counterplay.search.grown.tree_growth import MOST_SHOWN, USUAL_SHOWN, search_tree
from counterplay.search.opponent_model import OpponentModel
from counterplay.search.textbook.textbook_catalogue import FORMS

STANDARD_INPUT = "-"
GROWN = ("engine", "mcts")  # searches whose tree is looked at when they are done
PLAYOUTS, ENGINE_DEPTH, LONGEST = 1000, 6, 10.0  # of such a search: playouts, plies, seconds


@click.command(
    epilog="TREE is nested lists ('[[3,12,8],[2,4,6]]'), JSON, a file that holds either or indented lines, - for the standard "
    f"input, or one of the lesson trees: {', '.join(LESSON_TREES)}. Tuples are utilities of several players, "
    "{1/2: 20, 1/2: 30} is a chance node, _ a leaf that is never looked at."
)
@click.argument("tree", required=False)
@click.option("--game", "-g", type=GameArgument(), metavar="GAME", help="Search a position of this game instead of a tree.")
@state_option
@click.option(
    "--algorithm",
    "-a",
    default="auto",
    show_default=True,
    metavar="A",
    help=f"A textbook form: {', '.join(form.name for form in FORMS)}; 'auto' chooses by the tree. Or engine, or mcts.",
)
@click.option(
    "--depth",
    "-d",
    type=click.IntRange(1, UNLIMITED_DEPTH),
    metavar="N",
    help="Plies to look ahead; to the leaves of a tree, or 2 plies into a game, if left out.",
)
@click.option(
    "--players", type=click.IntRange(1, 16), metavar="N", help="Players of the tree; found from the tree if left out."
)
@click.option("--ordered", is_flag=True, help="Search first what the game ranks highest (negamax_alpha_beta).")
@click.option("--branches", type=click.IntRange(1, UNLIMITED_DEPTH), metavar="N", help="Branches of the root (tapered).")
@click.option("--model", metavar="PARTS", help="How the others play (opponent_model), as in minimax:1=0.8,random=0.2.")
@click.option(
    "--most",
    type=click.IntRange(1, MOST_SHOWN),
    default=USUAL_SHOWN,
    show_default=True,
    metavar="N",
    help="Nodes to show of the tree of engine or mcts.",
)
@click.option("--steps", is_flag=True, help="Describe every step in words.")
@click.option("--svg", metavar="FILE", type=click.Path(path_type=Path), help="Also write a picture to this file.")
@click.option("--html", metavar="FILE", type=click.Path(path_type=Path), help="Also write a page to step through to this file.")
def tree(
    tree: str | None,
    game: Game | None,
    state: str | None,
    algorithm: str,
    depth: int | None,
    players: int | None,
    ordered: bool,
    branches: int | None,
    model: str | None,
    most: int,
    steps: bool,
    svg: Path | None,
    html: Path | None,
) -> None:
    """Show a search of a tree, or of a game's position, with every value, window and cut.

    With --algorithm engine or mcts it is the tree that such a search has left behind, its most important part.
    """
    if (tree is None) == (game is None):
        raise click.UsageError("give a TREE, or a game with --game" if tree is None else "give a TREE or --game, not both")
    if algorithm in GROWN:
        _refuse_with_grown(steps, html, {"--ordered": ordered, "--branches": branches, "--model": model})
        searched = game if tree is None else load_tree(_source(tree), players=players)
        assert searched is not None
        _grown(searched, state, algorithm, depth, most, svg)
        return
    algorithm = form_name(algorithm)
    if tree is not None:
        if tree in LESSON_TREES and algorithm == "auto":
            algorithm = LESSON_TREES[tree].algorithm
        game = tree_for(_source(tree), algorithm, players)
    assert game is not None
    options = {"ordered": ordered or None, "branches": branches, "model": _model(model)}
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    where = position_of(game, state) if state is not None else None
    walk = walkthrough(game, where, algorithm, depth, **given)
    if svg is not None:
        write_whole(svg, walk.svg())
        remark(f"wrote {svg}")
    if html is not None:
        write_whole(html, walk.html())
        remark(f"wrote {html}")
    _tell(walk, steps)


def _refuse_with_grown(steps: bool, html: Path | None, others: dict[str, Any]) -> None:
    given = [name for name, value in {"--steps": steps, "--html": html, **others}.items() if value]
    if given:
        raise click.UsageError(
            f"{given[0]} goes with the textbook forms; the tree of engine and mcts is shown, and drawn by --svg"
        )


def _grown(game: Game, state: str | None, algorithm: str, depth: int | None, most: int, svg: Path | None) -> None:
    """What the engine or Monte Carlo search has left behind."""
    limit = Limit(playouts=PLAYOUTS) if algorithm == "mcts" else Limit(depth=depth or ENGINE_DEPTH, seconds=LONGEST)
    grown = search_tree(game, position_of(game, state), limit, algorithm, most=most)
    if svg is not None:
        write_whole(svg, grown.svg())
        remark(f"wrote {svg}")
    out.print(grown.table())
    say(f"\n{report_sentence(grown.report)}", "bold")


def _tell(walk: Walkthrough, steps: bool) -> None:
    if steps:
        for step in walk.steps:
            say(f"{step.number:>4}  {step.text}{f' {step.reason}' if step.reason else ''}")
        say("")
    out.print(walk.terminal())
    result = walk.result
    say(
        f"\nValue {result.value}, choice {result.action}, found by {walk.algorithm}: {counted(result.nodes, 'node')} "
        f"looked at, {result.leaves:,} of them leaves",
        "bold",
    )
    if walk.folded:
        remark("large parts of the tree are not drawn")


def _source(text: str) -> str:
    """What `load_tree` takes."""
    if text in LESSON_TREES:
        return LESSON_TREES[text].text
    return sys.stdin.read() + "\n\n" if text == STANDARD_INPUT else text  # with lines in it, it is no file's name


def _model(text: str | None) -> OpponentModel | None:
    """minimax:1=0.8,random=0.2 as a model."""
    if text is None:
        return None
    parts: dict[str, Any] = {}
    for part in text.split(","):
        name, _, weight = (piece.strip() for piece in part.partition("="))
        try:
            parts[name] = float(weight)
        except ValueError:
            raise BadParameter(
                f"'{quoted(part)}' in --model is not a policy with its weight; write minimax:1=0.8,random=0.2"
            ) from None
    return OpponentModel.mixture(parts)
