"""Why an answer is what it is, in words, from what the search knew."""

from __future__ import annotations

from counterplay.lessons.exercises.exercise_makers import Exercise, Item, mover, number_text, value_text
from counterplay.lessons.telling.traced_tree import TracedNode


def reason_for(exercise: Exercise, item: Item) -> str:
    """One or two sentences that lead to the right answer."""
    node = exercise.traced.nodes.get(item.node)
    name = exercise.tree.names[item.node]
    if node is None:
        return f"{name} is never looked at: {_why_cut(exercise, item.node)}"
    if item.kind == "leaf":
        return why_looked_at(exercise, item)
    if item.kind in ("alpha", "beta"):
        return _why_bound(exercise, item, node)
    return _why_value(exercise, item, node)


def _why_cut(exercise: Exercise, node: int) -> str:
    """The nearest node above that was looked at has given up the rest."""
    tree, nodes = exercise.tree, exercise.traced.nodes
    above = tree.parents[node]
    while above not in nodes:
        above = tree.parents[above]
    parent = nodes[above]
    assert parent.cut is not None, "only a cut keeps a search from a node"
    here, who = tree.names[above], mover(exercise, above)
    other, bound, no_better = ("MAX", parent.cut[0], "no less") if who == "MIN" else ("MIN", parent.cut[1], "no more")
    return (
        f"{who} at {here} already has {value_text(parent.value)}, and {other} has {number_text(bound)} elsewhere, which is "
        f"{no_better}; the rest of {here} cannot matter."
    )


def why_looked_at(exercise: Exercise, item: Item) -> str:
    """Why a node that was said to be cut off is not."""
    alpha, beta = (number_text(bound) for bound in exercise.traced.nodes[item.node].entered)
    name = exercise.tree.names[item.node]
    window = f"alpha is {alpha} and beta is {beta}"
    return f"{name} must be looked at: when the search comes to it {window}, and alpha is still below beta."


def _why_bound(exercise: Exercise, item: Item, node: TracedNode) -> str:
    which = item.kind == "beta"
    before, after = node.entered[which], node.left[which]
    name, who = exercise.tree.names[item.node], mover(exercise, item.node)
    changes = "MAX nodes raise alpha" if item.kind == "alpha" else "MIN nodes lower beta"
    came = f"{item.kind} comes to {name} as {number_text(before)}"
    if before == after:
        stays = (
            f"no child of {name} is better" if who == ("MIN" if which else "MAX") else f"only {changes}, and {name} is {who}"
        )
        return f"{came} and stays so: {stays}."
    return f"{came}; the best child found, {value_text(node.value)}, makes it {number_text(after)}, since {changes}."


def _why_value(exercise: Exercise, item: Item, node: TracedNode) -> str:
    tree, nodes = exercise.tree, exercise.traced.nodes
    name, who = tree.names[item.node], mover(exercise, item.node)
    below = [nodes[child].value for child in node.looked_at]
    listed = _listed([value_text(value) for value in below])
    if who == "chance":
        sums = [f"{tree.probabilities[c]:g} x {value_text(nodes[c].value)}" for c in node.looked_at]
        return f"Chance at {name}: {' + '.join(sums)} = {value_text(node.value)}."
    assert node.choice is not None
    chosen = tree.names[tree.firsts[item.node] + node.choice]
    if len(below) == 1:
        return f"{who} at {name} has {value_text(node.value)} from {chosen}, and that is enough: the rest of {name} is cut off."
    best = {"MAX": "the greatest", "MIN": "the least"}.get(who, f"the one best for {who}")
    given_up = f", and the other children of {name} are cut off" if len(below) < tree.counts[item.node] else ""
    return f"{who} at {name} takes {best} of {listed}: {value_text(node.value)}, from {chosen}{given_up}."


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
