"""Where the nodes of a tree stand: leaves side by side, every parent above the middle of its children."""

from __future__ import annotations

from collections.abc import Sequence


def spread(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The x of every node's centre; node 0 is the root and children have larger numbers than their parents.

    E. Reingold and J. Tilford, "Tidier drawings of trees", IEEE Transactions on Software Engineering 7 (1981): subtrees are
    drawn by themselves and pushed together until their outlines, level by level, are a gap apart. Widths are those of the
    nodes; the leftmost outline is at x = 0.
    """
    n = len(children)
    shift = [0.0] * n  # of a node, relative to its parent
    # Outlines of each node's subtree, relative to the node: the leftmost and rightmost x of each level below it.
    lefts: list[list[float]] = [[] for _ in range(n)]
    rights: list[list[float]] = [[] for _ in range(n)]
    for node in reversed(range(n)):
        _place(children[node], shift, lefts, rights, gap)
        offsets = [(shift[child], lefts[child], rights[child]) for child in children[node]]
        below_left, below_right = _outline(offsets)
        lefts[node] = [-widths[node] / 2, *below_left]
        rights[node] = [widths[node] / 2, *below_right]
        for child in children[node]:
            lefts[child], rights[child] = [], []
    across = [0.0] * n
    across[0] = -min(lefts[0])
    for node in range(n):
        for child in children[node]:
            across[child] = across[node] + shift[child]
    return across


def _place(
    siblings: Sequence[int], shift: list[float], lefts: list[list[float]], rights: list[list[float]], gap: float
) -> None:
    """Set siblings side by side as close as their outlines allow, the middle of the first and last at 0."""
    reached: list[float] = []  # the rightmost x of each level so far
    for child in siblings:
        push = max((r + gap - left for r, left in zip(reached, lefts[child], strict=False)), default=0.0)
        shift[child] = push
        outline = [push + r for r in rights[child]]
        reached = (
            [max(a, b) for a, b in zip(reached, outline, strict=False)] + reached[len(outline) :] + outline[len(reached) :]
        )
    if siblings:
        middle = (shift[siblings[0]] + shift[siblings[-1]]) / 2
        for child in siblings:
            shift[child] -= middle


def _outline(subtrees: list[tuple[float, list[float], list[float]]]) -> tuple[list[float], list[float]]:
    depth = max((len(left) for _, left, _ in subtrees), default=0)
    lefts = [min(x + left[i] for x, left, _ in subtrees if i < len(left)) for i in range(depth)]
    rights = [max(x + right[i] for x, _, right in subtrees if i < len(right)) for i in range(depth)]
    return lefts, rights
