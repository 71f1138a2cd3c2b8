"""The lectures' small trees, each told step by step."""

from __future__ import annotations

from dataclasses import asdict

from counterplay.core import Limit
from counterplay.lessons.telling.traced_tree import traced_tree
from counterplay.lessons.telling.walkthrough import walkthrough
from counterplay.lessons.trees.lesson_trees import lesson_game, lesson_tree
from counterplay.lessons.trees.tree_game import TreeGame, leaf_text
from counterplay.lessons.trees.tree_makers import random_tree
from counterplay.lessons.trees.tree_text import load_tree, write_tree
from counterplay.lessons.worked.lesson import Content, Lesson, Progress, Section, Table, section
from counterplay.search import search_position
from counterplay.search.api import fits
from counterplay.search.textbook.textbook_catalogue import FORMS

# A MIN node is cut off by what the root has, although its own parent, a MAX node, has nothing yet (D. Knuth and R. Moore,
# "An analysis of alpha-beta pruning", 1975, call that a deep cutoff).
DEEP_CUT = "[5, [[[4, _], [3, _]], 9]]"
RANDOM_SIZES = ((2, 2), (2, 4), (2, 6), (2, 8), (3, 3), (3, 5), (4, 4), (5, 3))  # (branching, depth) of random trees
TREES_OF_A_SIZE = 3


def _tree_lesson(name: str, title: str, *sections: Section) -> Lesson:
    tree = lesson_tree(name)

    def make(progress: Progress) -> Content:
        game = lesson_game(name)
        walk = walkthrough(game, algorithm=tree.algorithm)
        never = [] if game.chance else [leaf_text(game.flat, n) for n in traced_tree(game, tree.algorithm).never_looked_at]
        about = next(form.about for form in FORMS if form.name == tree.algorithm)
        shown = section("The tree", f"Searched by {tree.algorithm}: {about}.", code=write_tree(game).rstrip(), tree=True)
        return Content((shown, *sections), walk, numbers={"never": never, **asdict(walk.result)})

    return Lesson(name, title, tree.about, make)


TWO_PLY = _tree_lesson(
    "two-ply",
    "Two plies",
    section(
        "What happens",
        "MIN answers every action of MAX. The first branch is worth 3: MIN would not play 12 or 8. In the second branch MIN "
        "finds a 2 at once. Whatever 4 and 6 are, that branch is worth 2 or less, and MAX already has 3; the search goes on "
        "without looking at them.",
        "In the third branch the 2 comes last, so that nothing can be saved. The order in which children are tried decides "
        "how much alpha-beta cuts off, never what it finds.",
    ),
)
FOUR_LEAVES = _tree_lesson(
    "four-leaves",
    "Four leaves",
    section(
        "What happens",
        "The left branch is worth 2. The right one shows a 1 first: MIN can hold MAX to 1 there, so the 8 is never looked at.",
    ),
)
WALK_THROUGH = _tree_lesson(
    "walk-through",
    "Equality cuts, too",
    section(
        "What happens",
        "After the first branch MAX has 5. The 3 ends the second branch. In the third the 6 does not: it is more than 5. "
        "Then comes a 5. MIN can now hold MAX to 5, and 5 is no improvement on 5: equality with alpha already cuts.",
        "The leaves written _ have no value at all. The search could not have looked at them.",
    ),
)
THREE_LEVELS = _tree_lesson(
    "three-levels",
    "Three levels of three branches",
    section(
        "What happens",
        "MAX, MIN, MAX: the bottom row of choices belongs to MAX. Minimax looks at all 27 leaves and finds 12 in the third "
        "branch. With the best child first everywhere, alpha-beta would need 11 of them.",
    ),
)
THREE_PLAYERS = _tree_lesson(
    "three-players",
    "Three players",
    section(
        "What happens",
        "Utilities are tuples, and each player maximises its own part: backward induction, also called max^n. Nobody plays "
        "against anybody in particular. No alpha and no beta is possible here: what is good for one need not be bad for "
        "another.",
    ),
)
CHANCE = _tree_lesson(
    "chance",
    "Chance",
    section(
        "What happens",
        "0.25 x 20 + 0.5 x 30 + 0.25 x 60 = 35. Unlike minimax, an average changes when utilities are stretched without "
        "changing their order: with chance the scale of an evaluation matters, not only its order.",
    ),
)


def _deep_cut(progress: Progress) -> Content:
    game = load_tree(DEEP_CUT)
    names = [form.name for form in FORMS if fits(form.name, game) and form.name not in ("tapered", "opponent_model")]
    agreed = dict.fromkeys(names, 0)
    leaves = dict.fromkeys(names, 0)
    total = 0
    for b, d in RANDOM_SIZES:
        for seed in range(TREES_OF_A_SIZE):
            progress(f"random trees: {b} branches, depth {d}")
            tree = TreeGame(random_tree(seed, b, d), bounds=(-100.0, 100.0))
            total += 1
            value = search_position(tree, None, Limit(), "minimax_value", interpreted=True).value.score
            for name in names:
                report = search_position(tree, None, Limit(), name, interpreted=True)
                child = TreeGame([random_tree(seed, b, d)[report.action]], bounds=(-100.0, 100.0))
                attains = _value_after(child) == value
                agreed[name] += report.value.score == value and attains
                leaves[name] += report.leaves
    rows = tuple((name, f"{agreed[name]} of {total}", f"{leaves[name]:,}") for name in names)
    text = (
        section(
            "A deep cut",
            "The root has 5. Two levels further down MIN finds a 4. The bound that cuts here does not come from the node "
            "above, which has nothing yet, but from the root: alpha is handed down through every level. So it goes on with "
            "the 3 next door.",
            code=DEEP_CUT,
            tree=True,
        ),
        section(
            "Every form, the same decision",
            f"Minimax, negamax and alpha-beta in all its forms were run on {total} random trees with 2 to 5 branches and 2 to "
            "8 levels. Each found minimax's value and an action that attains it. The last column is the number of leaves "
            "that it took.",
        ),
    )
    return Content(
        text, walkthrough(game, algorithm="alpha_beta"), Table(("form", "agrees with minimax", "leaves"), rows),
        numbers={"agreed": agreed, "trees": total, "leaves": leaves},
    )  # fmt: skip


def _value_after(tree: TreeGame) -> float:
    """The minimax value of a tree under a root with one action, whose child belongs to MIN."""
    return search_position(tree, None, Limit(), "minimax_value", interpreted=True).value.score


def _forms(progress: Progress) -> Content:
    game = lesson_game("three-levels")
    rows = []
    for form in FORMS:
        if fits(form.name, game) and form.name not in ("tapered", "opponent_model"):
            report = search_position(game, None, Limit(), form.name, interpreted=True)
            rows.append((form.name, form.about, f"{report.value.score:g}", str(report.action + 1), str(report.leaves)))
    cut = search_position(game, None, Limit(depth=2), "minimax_value", interpreted=True)
    text = (
        section(
            "One decision, many ways to write it",
            "Minimax as the pair MAX-VALUE and MIN-VALUE, or as one value(s) that asks whose turn it is; negamax, which "
            "keeps one side's view and flips the sign; alpha-beta that returns what it found (fail-soft) or a bound "
            "(fail-hard); negamax with alpha-beta, which may sort its children. All are readable functions that can be "
            "traced.",
        ),
        section(
            "Looking less far",
            "Depth-limited search puts Cutoff-Test in the place of Terminal-Test and Eval in the place of Utility. At depth "
            f"2 the same tree, estimated by the average of the leaves below, is worth {cut.value.score:.3g}.",
        ),
    )
    return Content(
        text,
        walkthrough(game, algorithm="negamax_alpha_beta"),
        Table(("form", "what it is", "value", "action", "leaves"), tuple(rows)),
    )


LESSONS = (
    TWO_PLY,
    FOUR_LEAVES,
    WALK_THROUGH,
    THREE_LEVELS,
    Lesson(
        "deep-cut",
        "Deep cuts, and every form alike",
        "A bound that comes from far above; random trees on which all forms agree.",
        _deep_cut,
    ),
    Lesson("forms", "The forms of minimax and alpha-beta", "All of them find the same decision.", _forms),
    THREE_PLAYERS,
    CHANCE,
)
