"""How fast the work grows: leaves looked at over depth, for minimax, alpha-beta in random and in best order, and the engine.

Alpha-beta at best looks at b^ceil(d/2) + b^floor(d/2) - 1 leaves of a tree with b branches and depth d (J. Slagle and
J. Dixon, 1969; D. Knuth and R. Moore, 1975): good order doubles the depth for the same work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from counterplay.core import BadParameter, Game, Limit, Report
from counterplay.draw.plots import plot_svg
from counterplay.lessons.trees.shuffled_game import shuffled
from counterplay.lessons.trees.uniform_tree import UniformTree
from counterplay.search import search_position
from counterplay.search.textbook.textbook_form import TWO_PLAYERS

MOST_NODES = 20_000_000  # of one search; a curve ends where the next depth would take more
FEW_LEAVES = 5_000  # up to so many plain Python is quicker than compiling
MINIMAX, RANDOM, BEST, ENGINE = "minimax", "alpha-beta, random order", "alpha-beta at best", "engine"
CURVES = (MINIMAX, RANDOM, BEST, ENGINE)
MARKERS = ("o", "s", "^", "D")
TREES = UniformTree()


def best_leaves(branching: float, depth: int) -> float:
    """The least number of leaves with which alpha-beta can prove a value."""
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1


@dataclass
class Growth:
    """Leaves by curve and depth; a curve may end before the others."""

    title: str
    leaves: dict[str, dict[int, float]] = field(default_factory=lambda: {name: {} for name in CURVES})

    @property
    def depths(self) -> list[int]:
        """All depths that a curve reaches."""
        return sorted({depth for curve in self.leaves.values() for depth in curve})

    def table(self) -> tuple[list[str], list[list[str]]]:
        """A heading, and a row for each depth."""
        rows = [[str(d), *(_count(self.leaves[name].get(d)) for name in CURVES)] for d in self.depths]
        return ["depth", *CURVES], rows

    def svg(self) -> str:
        """The plot: leaves on a logarithmic scale over depth."""

        def draw(axes: Any) -> None:
            for name, marker in zip(CURVES, MARKERS, strict=True):
                curve = self.leaves[name]
                axes.plot(list(curve), list(curve.values()), marker=marker, label=name, linestyle="--" if name == BEST else "-")
            axes.set_yscale("log")
            axes.set_xticks(self.depths)
            axes.set_xlabel("depth in plies")
            axes.set_ylabel("leaves looked at")
            axes.set_title(self.title)
            axes.legend()

        return plot_svg(draw)


def _count(leaves: float | None) -> str:
    return "-" if leaves is None else f"{round(leaves):,}"


def measure_growth(
    game: Game | None = None,
    deepest: int = 6,
    branching: int = 10,
    most_nodes: int = MOST_NODES,
    progress: Callable[[str], None] = lambda _: None,
) -> Growth:
    """Count leaves to each depth, on a game from its first position, or on random trees with so many branches."""
    if deepest < 1:
        raise BadParameter(f"a depth of {deepest} leaves nothing to count; give at least 1")
    if game is not None:
        TWO_PLAYERS.refuse("growth", game, "it counts what minimax and alpha-beta look at")
    title = f"Random trees, b = {branching}" if game is None else game.title_text
    growth = Growth(title)
    mixed = None if game is None else shuffled(game)
    for name in (MINIMAX, RANDOM, ENGINE):
        for depth in range(1, deepest + 1):
            progress(f"{title}: {name}, depth {depth}")
            report = _searched(name, mixed if name == RANDOM else game, depth, branching, most_nodes)
            if report is None:
                break
            growth.leaves[name][depth] = report.leaves
    for depth in growth.depths:
        if game is None:
            growth.leaves[BEST][depth] = best_leaves(branching, depth)
        elif depth in growth.leaves[MINIMAX]:  # a game has no fixed number of branches: its average
            growth.leaves[BEST][depth] = best_leaves(growth.leaves[MINIMAX][depth] ** (1 / depth), depth)
    return growth


def _searched(name: str, game: Game | None, depth: int, branching: int, most_nodes: int) -> Report | None:
    """One search; None where it would take too many nodes, or where the game is over before."""
    field, where = (TREES, TREES.root(branching)) if game is None else (game, None)
    limit = Limit(depth=depth, nodes=most_nodes)
    if name == RANDOM:
        # A random tree's own order is random, and what `order` says of it is not.
        report = search_position(field, where, limit, "negamax_alpha_beta", ordered=game is not None)
    else:
        report = search_position(field, where, limit, "minimax_value" if name == MINIMAX else "engine")
    return report if report.completed and report.depth == depth else None


def leaves_by_arrangement(branching: int, depth: int) -> dict[str, int]:
    """Leaves that alpha-beta looks at in a tree whose best children come first, anywhere, and last."""
    plain = branching**depth <= FEW_LEAVES
    return {
        arrangement: search_position(
            TREES, TREES.root(branching, arrangement), Limit(depth=depth), "alpha_beta", interpreted=plain
        ).leaves
        for arrangement in ("best", "random", "worst")
    }
